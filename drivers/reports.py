"""The only words that drivers speak.

A report says what was sensed and when (seconds of the driver's clock), never what it means. `reader` is
the name a person can find under the table: "shoe", "seat 4", "board", "burn", "muck". Tag UIDs are in no
repr: they leave the drivers only towards the deck map (design 5.2).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

# Why a reader is lost that sees cards and cannot tell them apart.
UNREADABLE = "two or more cards, unreadable"


@dataclass(frozen=True, slots=True)
class TagSeen:
    """A tag came to rest in a reader's field (for the shoe: it passed)."""

    at: float
    reader: str
    uid: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TagGone:
    """A tag left a reader's field and stayed away for the reader's disappear time."""

    at: float
    reader: str
    uid: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReaderUp:
    """A reader answers, for the first time or again."""

    at: float
    reader: str


@dataclass(frozen=True, slots=True)
class ReaderLost:
    """A reader stopped answering or cannot tell its tags apart; its cards stay where they were last seen."""

    at: float
    reader: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReaderWeak:
    """A reader sees the cards at rest there only now and then (`weak`), or well again; none of them left."""

    at: float
    reader: str
    weak: bool


@dataclass(frozen=True, slots=True)
class CrossTalk:
    """One tag is read by two antennas at once; it counts where it is read best, at `reader`."""

    at: float
    reader: str
    other: str


@dataclass(frozen=True, slots=True)
class PowerWeak:
    """The computer's supply fell below what it needs (`weak`), or is strong enough again."""

    at: float
    weak: bool


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key went down and stayed down for the debounce time."""

    at: float
    key: str


@dataclass(frozen=True, slots=True)
class KeyUp:
    """A key was let go after `held` seconds."""

    at: float
    key: str
    held: float


Report: TypeAlias = (
    TagSeen | TagGone | ReaderUp | ReaderLost | ReaderWeak | CrossTalk | PowerWeak | KeyDown | KeyUp
)
