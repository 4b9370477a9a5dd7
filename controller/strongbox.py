"""Files that only their owner may read, written whole: the deck map, and an enrolment under way (design 5.5).

After a crash such a file is the old one or the new one, never a part.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from controller.disk import give_to_folder


class Exposed(Exception):
    """Other users may open the file; the sentence says what to do."""


def private_text(path: Path) -> str:
    """The text of a private file; raises `Exposed` where it is none, `OSError`, and `ValueError` for bytes
    that are no UTF-8.
    """
    with path.open(encoding="utf-8") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        if mode & 0o077:
            raise Exposed(f"other users may open the file (mode {mode:04o}); run: chmod 600 {path}")
        return file.read()


def put(path: Path, text: str) -> None:
    """Write the file with mode 0600 and return once the disk has it for good.

    The administrator writes it for the owner of the folder: the service that reads it is another user.
    Raises `OSError` when it cannot be written; then the old file is untouched.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    written = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            give_to_folder(file.fileno(), path)
            os.fsync(file.fileno())
        written.replace(path)
    except OSError:
        written.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder will survive a power cut; raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
