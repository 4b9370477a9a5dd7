"""The few things that a record asks of a file system; tests cut the power between any two of them.

A method that fails raises `OSError`, as the system calls do. Bytes count as kept only after `fdatasync`,
names (created, renamed) only after `fsync_dir`.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Protocol


class OpenFile(Protocol):
    """A file that grows at its end."""

    def read(self) -> bytes:
        """The whole file as it is now."""

    def write(self, content: bytes) -> int:
        """Append, and tell how many bytes were taken."""

    def fdatasync(self) -> None:
        """Return when everything written so far will survive a power cut."""

    def truncate(self, size: int) -> None:
        """Cut the file down to `size` bytes."""

    def close(self) -> None:
        """Give the file back; it writes nothing."""


class Disk(Protocol):
    """A file system."""

    def read(self, path: Path) -> bytes:
        """The whole file."""

    def exists(self, path: Path) -> bool:
        """Whether the name is taken."""

    def create(self, path: Path) -> OpenFile:
        """A new file that only its owner may read; raises `FileExistsError` where the name is taken."""

    def append(self, path: Path) -> OpenFile:
        """An existing file; raises `BlockingIOError` while another process has it open for writing."""

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name, in one step."""

    def remove(self, path: Path) -> None:
        """Take the name away."""

    def fsync_dir(self, folder: Path) -> None:
        """Return when the names in `folder` will survive a power cut."""


def give_to_folder(fd: int, path: Path) -> None:
    """Let a new file belong to whoever owns its folder: what root writes there, the service must read."""
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.fchown(fd, folder.st_uid, folder.st_gid)


class _LocalFile:
    def __init__(self, fd: int) -> None:
        self._fd = fd
        try:
            # This lock ends with the process, even by kill -9, and when the process closes any other
            # descriptor of the file; that is why a file is read through its own.
            fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(fd)
            raise

    def read(self) -> bytes:
        return os.pread(self._fd, os.fstat(self._fd).st_size, 0)

    def write(self, content: bytes) -> int:
        return os.write(self._fd, content)

    def fdatasync(self) -> None:
        os.fdatasync(self._fd)

    def truncate(self, size: int) -> None:
        os.ftruncate(self._fd, size)

    def close(self) -> None:
        os.close(self._fd)


class LocalDisk:
    """The file system of this computer."""

    def read(self, path: Path) -> bytes:
        return path.read_bytes()

    def exists(self, path: Path) -> bool:
        return path.exists()

    def create(self, path: Path) -> OpenFile:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        fd = os.open(path, flags, 0o600)
        give_to_folder(fd, path)
        return _LocalFile(fd)

    def append(self, path: Path) -> OpenFile:
        return _LocalFile(os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC))

    def rename(self, old: Path, new: Path) -> None:
        old.rename(new)

    def remove(self, path: Path) -> None:
        path.unlink()

    def fsync_dir(self, folder: Path) -> None:
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
