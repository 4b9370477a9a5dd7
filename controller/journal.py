"""The journal: append, verify, recover (design 6).

One JSON object a line, one line a turn: `{n, boot, mono, wall, salt, events, prev, hash}`. The first line has
number 0 and carries `header` instead of `events`. `hash` is BLAKE2b-256 over the bytes of the line in front
of `,"hash":`, and `prev` is the hash of the line before, so a changed, lost or moved line shows. Lines that
were cut off the end as whole lines do not: who must prove the end of a file keeps its last hash elsewhere.

A write that a power cut interrupted has no newline at its end. Only that is mended on opening; everything
else that does not check is damage and stops the table. Nothing is ever rewritten.
"""

from __future__ import annotations

import errno
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from controller.disk import Disk, LocalDisk, OpenFile

BEGINNING = "0" * 64
_SEAL = len(b',"hash":"') + 64 + len(b'"}')
_LOCAL = LocalDisk()

Event = Mapping[str, Any]


class JournalFailed(Exception):
    """The journal cannot be written, begun or opened; the sentence says why."""


class JournalBroken(Exception):
    """A line of the journal does not check; the sentence names it and what to do.

    `line` counts from 1, as an editor does.
    """

    def __init__(self, path: Path, line: int, fault: str) -> None:
        super().__init__(
            f"journal {path}, line {line}: {fault}; leave the file as it is, settle the hand by hand,"
            " and begin a new session"
        )
        self.path = path
        self.line = line


@dataclass(frozen=True, slots=True)
class Line:
    """One turn; `mono` in seconds since `boot`, `wall` a label for people. Only numbers and times print."""

    n: int
    boot: str
    mono: float
    wall: str
    salt: str = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)
    prev: str = field(repr=False)
    hash: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify` found.

    `lines` and `events` count what checks from the start (the first line is the header). `fault` is a
    sentence on the first bad line, or empty; `readable` counts the lines after it that are whole in
    themselves. `torn` is the size in bytes of an interrupted last write.
    """

    lines: int
    events: int
    head: str = field(repr=False)
    fault: str
    readable: int
    torn: int

    @property
    def sound(self) -> bool:
        """Whether nothing is missing, changed or cut off."""
        return not self.fault and not self.torn


def random_salt() -> str:
    """What keeps a line's hash from being tried against 52 faces (design 5.6)."""
    return secrets.token_hex(8)


class Journal:
    """An open journal file; `damage` says what was moved away on opening, or is empty."""

    def __init__(
        self,
        path: Path,
        file: OpenFile,
        *,
        boot: str,
        salt: Callable[[], str],
        header: Mapping[str, Any],
        lines: int,
        head: str,
        damage: str = "",
    ) -> None:
        self.path = path
        self.header = header
        self.damage = damage
        self.head = head
        self._file = file
        self._boot = boot
        self._salt = salt
        self._lines = lines
        self._failure = ""

    @classmethod
    def create(
        cls,
        path: Path,
        header: Mapping[str, Any],
        *,
        boot: str,
        mono: float,
        wall: str,
        disk: Disk = _LOCAL,
        salt: Callable[[], str] = random_salt,
    ) -> Journal:
        """Begin a file with `header` as its first line; the file has its name only when that line is safe.

        Raises `JournalFailed` where the file exists or the disk refuses.
        """
        first = {"n": 0, "boot": boot, "mono": mono, "wall": wall, "salt": salt(), "header": header}
        line, head = _seal(first, BEGINNING)
        new = path.with_name(path.name + ".new")
        try:
            if disk.exists(path):
                raise FileExistsError(errno.EEXIST, "there is a file of that name")
            if disk.exists(new):
                disk.remove(new)
            file = disk.create(new)
            _put(file, line)
            disk.rename(new, path)
            disk.fsync_dir(path.parent)
        except OSError as error:
            raise JournalFailed(f"journal {path} cannot be begun: {_cause(error)}") from error
        return cls(path, file, boot=boot, salt=salt, header=header, lines=1, head=head)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        boot: str,
        disk: Disk = _LOCAL,
        salt: Callable[[], str] = random_salt,
    ) -> Journal:
        """Go on with a file whose every line checks; an interrupted last write is moved to `*.damaged-<n>`.

        Raises `JournalBroken` for any other damage, `JournalFailed` where the disk refuses or another
        process writes the file.
        """
        try:
            file = disk.append(path)
            text = file.read()
        except BlockingIOError as error:
            raise JournalFailed(f"journal {path} is in use by another process; stop that one") from error
        except OSError as error:
            raise JournalFailed(f"journal {path} cannot be opened: {_cause(error)}") from error
        chain = _check(text)
        if chain.fault or not chain.lines:
            file.close()
            raise JournalBroken(path, chain.lines + 1, chain.fault or "the file has no whole first line")
        header = _header(path, text)
        damage = _move_tail(path, disk, file, text, chain.good) if chain.good < len(text) else ""
        return cls(
            path,
            file,
            boot=boot,
            salt=salt,
            header=header,
            lines=chain.lines,
            head=chain.head,
            damage=damage,
        )

    def append(self, events: Sequence[Event], *, mono: float, wall: str) -> int:
        """Write one turn and return its number once the disk has it for good.

        Raises `JournalFailed` when it has not; from then on this file takes no more turns. Raises
        `TypeError` or `ValueError`, before anything is written, for an event that is no JSON.
        """
        if self._failure:
            raise JournalFailed(self._failure)
        turn = {"n": self._lines, "boot": self._boot, "mono": mono, "wall": wall, "salt": self._salt()}
        line, head = _seal({**turn, "events": list(events)}, self.head)
        try:
            _put(self._file, line)
        except OSError as error:
            # What of this line is on the disk is unknown; a second try could call it safe when it is not.
            self._failure = (
                f"journal {self.path} cannot be written: {_cause(error)}; entry {self._lines} and later"
                " ones are not kept"
            )
            raise JournalFailed(self._failure) from error
        self.head = head
        self._lines += 1
        return self._lines - 1

    def lines(self) -> Iterator[Line]:
        """Every turn, from the first."""
        text = self._file.read()
        return _turns(self.path, text, text.index(b"\n") + 1)

    def lines_from(self, event_type: str, count: int) -> Iterator[Line]:
        """The turns from the `count`-th last one with an event of `event_type`; all, if there are fewer."""
        text = self._file.read()
        first = text.index(b"\n") + 1
        # Inside a JSON string the quotes would be escaped, so this can be nothing but a member.
        marker = f'"type":{json.dumps(event_type)}'.encode()
        start = len(text)
        while count > 0 and (found := text.rfind(marker, first, start)) >= 0:
            start = text.rindex(b"\n", 0, found) + 1
            line = _turn(text[start : text.index(b"\n", start)])
            count -= any(event.get("type") == event_type for event in line.events)
        return _turns(self.path, text, first if count > 0 else start)

    def close(self) -> None:
        """Give the file back; it takes no more turns."""
        if not self._failure:
            self._failure = f"journal {self.path} is closed"
            self._file.close()


def verify(path: Path, *, disk: Disk = _LOCAL) -> Verdict:
    """Check every line of a file and change nothing.

    Raises `JournalFailed` where the file cannot be read, `JournalBroken` where a line checks but is no turn.
    """
    text = _read(path, disk)
    chain = _check(text)
    turns = _turns(path, text[: chain.good], text.find(b"\n") + 1)
    rest = text[chain.good :].split(b"\n")
    fault = f"line {chain.lines + 1}: {chain.fault}" if chain.fault else ""
    return Verdict(
        lines=chain.lines,
        events=sum(len(turn.events) for turn in turns),
        head=chain.head,
        fault=fault or ("" if chain.lines else "line 1: the file has no whole first line"),
        readable=sum(map(_sealed, rest)) if chain.fault else 0,
        torn=0 if chain.fault else len(text) - chain.good,
    )


def read(path: Path, *, disk: Disk = _LOCAL) -> Iterator[Line]:
    """The turns of a file, checked; an interrupted last write is left out.

    Raises `JournalBroken` after the last turn in front of a bad line, `JournalFailed` where the file cannot
    be read.
    """
    text = _read(path, disk)
    chain = _check(text)
    yield from _turns(path, text[: chain.good], text.find(b"\n") + 1)
    if chain.fault or not chain.lines:
        raise JournalBroken(path, chain.lines + 1, chain.fault or "the file has no whole first line")


def read_header(path: Path, *, disk: Disk = _LOCAL) -> Mapping[str, Any]:
    """The header that a file was begun with.

    Raises `JournalBroken` where the first line does not check, `JournalFailed` where the file cannot be read.
    """
    first, newline, _ = _read(path, disk).partition(b"\n")
    chain = _check(first + newline)
    if not chain.lines:
        raise JournalBroken(path, 1, chain.fault or "the file has no whole first line")
    return _header(path, first + newline)


def boot_id() -> str:
    """The name of this run of the computer, which `mono` counts from."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


@dataclass(frozen=True, slots=True)
class _Chain:
    lines: int
    good: int
    head: str
    fault: str


def _check(text: bytes) -> _Chain:
    """How many lines from the start fit together, how many bytes they are, and what is wrong behind them."""
    lines, start, head = 0, 0, BEGINNING.encode()
    while (end := text.find(b"\n", start)) >= 0:
        line = text[start:end]
        if fault := _fault(line, lines, head):
            return _Chain(lines, start, head.decode(), fault)
        head = line[-66:-2]
        lines, start = lines + 1, end + 1
    # A whole line with something else for its newline was changed, not cut off; a power cut leaves zeros.
    changed = _sealed(text[start:-1]) and not text.endswith(b"\0")
    fault = "its last byte was changed" if changed else ""
    return _Chain(lines, start, head.decode(), fault)


def _fault(line: bytes, n: int, head: bytes) -> str:
    body = line[:-_SEAL]
    if not _sealed(line):
        return "its text does not fit its check sum"
    if not body.endswith(b',"prev":"%b"' % head):
        return "it does not follow the line before it"
    if not body.startswith(b'{"n":%d,' % n):
        return f"it is not number {n}"
    return ""


def _sealed(line: bytes) -> bool:
    return line[-_SEAL:] == b',"hash":"%b"}' % blake2b(line[:-_SEAL], digest_size=32).hexdigest().encode()


def _seal(turn: Mapping[str, Any], prev: str) -> tuple[bytes, str]:
    text = json.dumps({**turn, "prev": prev}, separators=(",", ":"), allow_nan=False)
    body = text[:-1].encode("ascii")
    digest = blake2b(body, digest_size=32).hexdigest()
    return b'%b,"hash":"%b"}\n' % (body, digest.encode("ascii")), digest


def _put(file: OpenFile, content: bytes) -> None:
    if (taken := file.write(content)) != len(content):
        raise OSError(errno.ENOSPC, f"the disk took {taken} of {len(content)} bytes")
    file.fdatasync()


def _move_tail(path: Path, disk: Disk, file: OpenFile, text: bytes, good: int) -> str:
    """Copy an interrupted write to a file of its own, then cut it off; returns the sentence on it."""
    number = 1
    while disk.exists(target := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    try:
        copy = disk.create(target)
        _put(copy, text[good:])
        copy.close()
        disk.fsync_dir(path.parent)
        file.truncate(good)
        file.fdatasync()
    except OSError as error:
        file.close()
        raise JournalFailed(f"journal {path} cannot be mended: {_cause(error)}") from error
    return (
        f"the last write to journal {path} was interrupted; its {len(text) - good} bytes are in {target.name}"
    )


def _turn(line: bytes) -> Line:
    turn = json.loads(line)
    return Line(**{**turn, "events": tuple(turn["events"])})


def _turns(path: Path, text: bytes, start: int) -> Iterator[Line]:
    number = text.count(b"\n", 0, start)
    while (end := text.find(b"\n", start)) >= 0:
        number += 1
        try:
            line = _turn(text[start:end])
        except (ValueError, TypeError, KeyError):
            raise JournalBroken(path, number, "it is no turn of this journal format") from None
        yield line
        start = end + 1


def _header(path: Path, text: bytes) -> Mapping[str, Any]:
    first = json.loads(text[: text.index(b"\n")])
    match first:
        case {"header": dict(header)}:
            return header
    raise JournalBroken(path, 1, "it carries no header")


def _read(path: Path, disk: Disk) -> bytes:
    try:
        return disk.read(path)
    except OSError as error:
        raise JournalFailed(f"journal {path} cannot be read: {_cause(error)}") from error


def _cause(error: OSError) -> str:
    return error.strerror or str(error)
