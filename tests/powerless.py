"""A disk that can lose its power at every step, and shows all that could be left on it.

Written bytes are safe after `fdatasync`, names after `fsync_dir`; of what is not safe any prefix may survive,
as text or as zeros.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path


class PowerCut(BaseException):
    """The machine stopped in the middle of a disk operation; no program can catch that."""


@dataclass(slots=True)
class _Inode:
    """`safe` is on the medium; `steps` are the states that the file went through since, newest last."""

    safe: bytes = b""
    steps: list[bytes] = field(default_factory=list)

    @property
    def now(self) -> bytes:
        return self.steps[-1] if self.steps else self.safe

    def leftovers(self) -> Iterator[bytes]:
        """Every content that a power cut can leave."""
        yield self.safe
        before = self.safe
        for step in self.steps:
            grown = step[len(before) :] if step.startswith(before) else b""
            for size in range(1, len(grown)):
                yield before + grown[:size]
                yield before + grown[:size] + bytes(len(grown) - size)
            if grown:
                yield before + bytes(len(grown))
            yield step
            before = step


class _PowerlessFile:
    def __init__(self, disk: PowerlessDisk, inode: _Inode) -> None:
        self._disk = disk
        self._inode = inode

    def read(self) -> bytes:
        self._disk.check_power()
        return self._inode.now

    def write(self, content: bytes) -> int:
        taken = self._disk.room(len(content))
        self._inode.steps.append(self._inode.now + content[:taken])
        self._disk.step("write")
        return taken

    def fdatasync(self) -> None:
        self._disk.step("fdatasync")
        self._inode.safe = self._inode.now
        self._inode.steps.clear()

    def truncate(self, size: int) -> None:
        self._inode.steps.append(self._inode.now[:size])
        self._disk.step("truncate")

    def close(self) -> None:
        self._disk.check_power()


class PowerlessDisk:
    """A `controller.disk.Disk` in memory.

    `cut_at` is the number of the operation (from 1) during which the power goes: the operation has begun, but
    a sync has not worked. `errors` maps operation numbers to errors that they raise; `space` limits the bytes
    that writes may take in all.
    """

    def __init__(
        self,
        files: Mapping[Path, bytes] | None = None,
        *,
        cut_at: int = 0,
        errors: Mapping[int, OSError] | None = None,
        space: int | None = None,
    ) -> None:
        self.log: list[str] = []
        self.cut_at = cut_at
        self.errors = dict(errors or {})
        self._space = space
        self._dead = False
        self._names = [{path: _Inode(content) for path, content in (files or {}).items()}]

    @property
    def files(self) -> dict[Path, bytes]:
        """What programs see now."""
        return {path: inode.now for path, inode in self._names[-1].items()}

    def survivors(self) -> Iterator[PowerlessDisk]:
        """Every disk that a power cut at this moment can leave; they are powered and have no faults."""
        for names in self._names:
            contents = [list(inode.leftovers()) for inode in names.values()]
            for choice in product(*contents):
                yield PowerlessDisk(dict(zip(names, choice, strict=True)))

    def survivor(self, pick: Callable[[int], int]) -> PowerlessDisk:
        """One of the survivors; `pick(n)` chooses a number below n, as `random.Random.randrange` does."""
        names = self._names[pick(len(self._names))]
        files = {}
        for path, inode in names.items():
            leftovers = list(inode.leftovers())
            files[path] = leftovers[pick(len(leftovers))]
        return PowerlessDisk(files)

    def step(self, operation: str) -> None:
        """Count one operation and let it fail where it was told to."""
        self.check_power()
        self.log.append(operation)
        if len(self.log) == self.cut_at:
            self._dead = True
            raise PowerCut
        if error := self.errors.get(len(self.log)):
            raise error

    def check_power(self) -> None:
        """Nothing works without power."""
        if self._dead:
            raise PowerCut

    def room(self, wanted: int) -> int:
        """How many of the wanted bytes fit."""
        self.check_power()
        if self._space is None:
            return wanted
        if not self._space:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = min(wanted, self._space)
        self._space -= taken
        return taken

    def read(self, path: Path) -> bytes:
        self.check_power()
        return self._inode(path).now

    def exists(self, path: Path) -> bool:
        self.check_power()
        return path in self._names[-1]

    def create(self, path: Path) -> _PowerlessFile:
        if self.exists(path):
            raise FileExistsError(errno.EEXIST, "File exists")
        inode = _Inode()
        self._rename({**self._names[-1], path: inode}, "create")
        return _PowerlessFile(self, inode)

    def append(self, path: Path) -> _PowerlessFile:
        self.check_power()
        return _PowerlessFile(self, self._inode(path))

    def rename(self, old: Path, new: Path) -> None:
        inode = self._inode(old)
        self._rename({**{p: i for p, i in self._names[-1].items() if p != old}, new: inode}, "rename")

    def remove(self, path: Path) -> None:
        self._inode(path)
        self._rename({p: i for p, i in self._names[-1].items() if p != path}, "remove")

    def fsync_dir(self, folder: Path) -> None:
        self.step("fsync_dir")
        self._names = [self._names[-1]]

    def _rename(self, names: dict[Path, _Inode], operation: str) -> None:
        self._names.append(names)
        self.step(operation)

    def _inode(self, path: Path) -> _Inode:
        try:
            return self._names[-1][path]
        except KeyError:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory") from None
