"""The book of decks: what was enrolled, checked, replaced and retired, in a chained file beside the journals.

It names decks, people and counts, never a face or a UID. An entry is on the disk before the deck map changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from controller.disk import Disk, LocalDisk
from controller.journal import JournalBroken, JournalFailed, Line, read, read_header
from controller.record import NoRecord, put

FORMAT = "decks-1"
NAME = "decks.jsonl"
_LOCAL = LocalDisk()


class DeckbookFailed(Exception):
    """The book of decks cannot be written or read; the sentence says why, and what does not happen for it."""


class What(StrEnum):
    """What happened to a deck; `FAILED` takes back the entry before it: the deck map was not written."""

    ENROLLED = "DeckEnrolled"
    CHECKED = "DeckChecked"
    REPLACED = "CardReplaced"
    RETIRED = "DeckRetired"
    FAILED = "DeckMapNotWritten"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the book: `version` is that of the deck map from then on, `who` did it or signed for it.

    `facts` are counts and words by name; `wall` is the time of day at which it was written.
    """

    what: What
    deck: str
    version: str
    who: tuple[str, ...]
    facts: Mapping[str, int | bool | str] = field(default_factory=dict)
    wall: str = ""


def record(path: Path, entry: Entry, *, mono: float, wall: str, disk: Disk = _LOCAL) -> str:
    """Write one entry at the time of day `wall` and return once the disk has it for good.

    The text returned says that an interrupted last write was moved away, or is empty. Raises
    `DeckbookFailed`.
    """
    row = {
        "type": str(entry.what),
        "deck": entry.deck,
        "version": entry.version,
        "who": list(entry.who),
        "facts": dict(entry.facts),
    }
    try:
        return put(path, FORMAT, row, mono=mono, wall=wall, disk=disk)
    except NoRecord:
        raise DeckbookFailed(f"{path} keeps no decks, so nothing is done; move it away") from None
    except JournalBroken as error:
        raise DeckbookFailed(
            f"the book of decks {path} is damaged in line {error.line}, so nothing is done;"
            " move it away as it is, and another is begun"
        ) from None
    except JournalFailed as error:
        raise DeckbookFailed(f"the book of decks takes no entry, so nothing is done: {error}") from None


def entries(path: Path, *, disk: Disk = _LOCAL) -> tuple[Entry, ...]:
    """The book from its first line; empty where there is none yet.

    Raises `DeckbookFailed` for a file that is no sound book.
    """
    if not disk.exists(path):
        return ()
    try:
        if read_header(path, disk=disk).get("format") != FORMAT:
            raise DeckbookFailed(f"{path} keeps no decks")
        return tuple(_entry(line, row) for line in read(path, disk=disk) for row in line.events)
    except (JournalFailed, JournalBroken) as error:
        raise DeckbookFailed(f"the book of decks cannot be read: {error}") from None
    except (ValueError, KeyError, TypeError):
        raise DeckbookFailed(f"{path} was written by other software") from None


def standing(book: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that came true: without those that a `FAILED` takes back, and without these."""
    kept: list[Entry] = []
    for entry in book:
        if entry.what is What.FAILED:
            del kept[-1:]
        else:
            kept.append(entry)
    return tuple(kept)


def _entry(line: Line, row: Mapping[str, Any]) -> Entry:
    return Entry(
        What(row["type"]), row["deck"], row["version"], tuple(row["who"]), dict(row["facts"]), line.wall
    )
