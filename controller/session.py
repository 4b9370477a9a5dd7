"""One journal file is one session of the table: beginning it, and coming back after a stop (design 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

from controller import codec
from controller.codec import CodecError
from controller.disk import Disk, LocalDisk
from controller.journal import Journal, Line, random_salt, read, read_header
from controller.rules.events import Event, HandStarted, ImpossibleEvent
from controller.rules.state import BETWEEN_HANDS, Seat, Setup, Table
from controller.rules.table import apply
from controller.views import from_json, to_json

# A turn of a journal, its events, and the table after it.
Replayed: TypeAlias = tuple[Line, tuple[Event, ...], Table]

HANDS_REPLAYED = 2
SOFTWARE = version("live-dealer-table")


class SessionError(Exception):
    """A journal that cannot be gone on with; the text names the file and the choice that is left."""


@dataclass(frozen=True, slots=True)
class Start:
    """The table before its first hand: who sits where, and the positions of a hand before it (0 for none)."""

    seats: Mapping[int, Seat]
    button: int
    small: int = 0
    big: int = 0

    def table(self, setup: Setup) -> Table:
        """The table that the first event is applied to."""
        return Table(setup, self.seats, setup.stakes, button=self.button, small=self.small, big=self.big)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A session that goes on: `turns` are those that were replayed, `opening` is the table before them."""

    journal: Journal
    opening: Table
    turns: tuple[Replayed, ...]

    @property
    def table(self) -> Table:
        """The table as it was left."""
        return self.turns[-1][2] if self.turns else self.opening

    @property
    def mid_hand(self) -> bool:
        """Whether a hand was running."""
        return self.table.phase not in BETWEEN_HANDS

    @property
    def software(self) -> str:
        """The version that began the session."""
        return str(self.journal.header.get("software", ""))


def header(setup: Setup, start: Start, deck_version: str) -> dict[str, Any]:
    """The journal's first line: all that replay needs, never today's files."""
    return {
        "format": codec.FORMAT,
        "software": SOFTWARE,
        "setup": to_json(setup),
        "start": to_json(start),
        "deck_map": deck_version,
    }


def newest(folder: Path) -> Path | None:
    """The journal of the last session in a folder, None where there is none."""
    return max(folder.glob("session-[0-9]*-*.jsonl"), default=None, key=lambda path: path.name)


def next_path(folder: Path, wall: str) -> Path:
    """The file of a new session that begins at `wall` (ISO time).

    Names sort by their number, never by the clock, which may stand earlier than when the last one began.
    """
    last = newest(folder)
    number = int(last.name.split("-")[1]) + 1 if last else 1
    stamp = "".join(c for c in wall if c.isdigit())[:14]
    return folder / f"session-{number:06}-{stamp}.jsonl"


def resume(
    path: Path, *, boot: str, disk: Disk | None = None, salt: Callable[[], str] = random_salt
) -> Resumed:
    """Go on with a session: the chain is checked whole, the last two hands are replayed.

    Raises `SessionError` for a journal of another format or with an impossible event, `JournalBroken` and
    `JournalFailed` as `Journal.open` does.
    """
    journal = Journal.open(path, boot=boot, disk=disk or LocalDisk(), salt=salt)
    opening = started(journal.header, path)
    lines = map(_from_the_start, journal.lines_from(HandStarted.__name__, HANDS_REPLAYED))
    return Resumed(journal, opening, tuple(_played(opening, lines, path)))


def _from_the_start(line: Line) -> Line:
    """The turn from its `HandStarted` on: what stands before that (a time charge) is in its stacks."""
    kinds = [event.get("type") for event in line.events]
    begun = kinds.index(HandStarted.__name__) if HandStarted.__name__ in kinds else 0
    return replace(line, events=line.events[begun:])


def started(head: Mapping[str, Any], path: Path) -> Table:
    """The table as a journal's first line describes it; raises `SessionError`."""
    if head.get("format") != codec.FORMAT:
        raise SessionError(
            f"journal {path} has format {head.get('format')!r} and this version reads {codec.FORMAT}: begin a"
            " new session, or run the version that wrote it"
        )
    try:
        setup = codec.decode_setup(head.get("setup"))
        return from_json(Start, head.get("start")).table(setup)
    except ValueError as error:
        raise SessionError(f"journal {path}, line 1: {error}") from None


def replayed(path: Path) -> Iterator[Replayed]:
    """Every turn of a journal with its events and the table after it, from the first; changes nothing.

    Raises `SessionError`, `JournalBroken` and `JournalFailed`.
    """
    yield from _played(started(read_header(path), path), read(path), path)


def _played(table: Table, lines: Iterable[Line], path: Path) -> Iterator[Replayed]:
    for line in lines:
        events = _decoded(line, path)
        try:
            for event in events:
                table = apply(table, event)
        except ImpossibleEvent as error:
            raise SessionError(f"journal {path}, entry {line.n}: {error}") from None
        yield line, events, table


def _decoded(line: Line, path: Path) -> tuple[Event, ...]:
    try:
        return tuple(codec.decode(event) for event in line.events)
    except CodecError as error:
        raise SessionError(f"journal {path}, entry {line.n}: {error}") from None
