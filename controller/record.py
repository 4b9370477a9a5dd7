"""Records beside the journals: chained files, each of one kind, that take an entry and are closed again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.disk import Disk, LocalDisk
from controller.journal import Journal, boot_id, read_header

_LOCAL = LocalDisk()


class NoRecord(Exception):
    """The file keeps something else than records of this kind."""


def is_record(header: Mapping[str, Any]) -> bool:
    """Whether a chained file with this header is a record: its format has a name, a session's a number."""
    return isinstance(header.get("format"), str)


def put(
    path: Path, form: str, entry: Mapping[str, Any], *, mono: float, wall: str, disk: Disk = _LOCAL
) -> str:
    """Write one entry into a record of the format `form` and return once the disk has it for good.

    The text returned says that an interrupted last write was moved away, or is empty. Raises `NoRecord`,
    `JournalBroken` and `JournalFailed`; then the entry is not on record.
    """
    file = _opened(path, form, disk, mono, wall)
    file.append([entry], mono=mono, wall=wall)
    file.close()
    return file.damage


def _opened(path: Path, form: str, disk: Disk, mono: float, wall: str) -> Journal:
    if not disk.exists(path):
        return Journal.create(path, {"format": form}, boot=boot_id(), mono=mono, wall=wall, disk=disk)
    # Before it is opened for writing, which would mend the end of a file that is none of ours.
    if read_header(path, disk=disk).get("format") != form:
        raise NoRecord
    return Journal.open(path, boot=boot_id(), disk=disk)
