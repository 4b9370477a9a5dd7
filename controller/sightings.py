"""What sensing sees and keeps: sightings, waits, and what the readers say now (design 3).

Everything here is a value; the landing rules that make events of it are in `sensing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from controller.deckcheck import DeckCheck
from controller.rules.cards import CardId, Place
from controller.rules.events import Event
from controller.rules.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Waits:
    """How long the table waits, in seconds (design 3): the settings of the landing rules.

    `settle` for a card resting where the deal did not want it, `early` for one on the board, `flight` for one
    that left the shoe, `mucked` for a whole hand on the muck and `asked` until the dealer is asked about it,
    `shown` for a street to rest before its faces are public, `away` for a card that its reader sees no more.
    """

    settle: float = 0.4
    early: float = 1.0
    flight: float = 2.0
    mucked: float = 0.7
    asked: float = 2.0
    shown: float = 1.0
    away: float = 20.0


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card of the deck came to rest over a reader; for the shoe it passed."""

    at: float
    reader: str
    card: CardId


@dataclass(frozen=True, slots=True)
class CardLeft:
    """A card is over a reader no more."""

    at: float
    reader: str
    card: CardId


@dataclass(frozen=True, slots=True)
class StrangeTag:
    """A tag that is no card lies over a reader, or (`gone`) has left it; `kind` is empty where unknown."""

    at: float
    reader: str
    gone: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ReaderState:
    """A reader answers again (`lost` empty) or does not, with the reason."""

    at: float
    reader: str
    lost: str = ""


@dataclass(frozen=True, slots=True)
class ReadsWeakly:
    """A reader sees the cards that rest there only now and then, or (not `weak`) well again."""

    at: float
    reader: str
    weak: bool


@dataclass(frozen=True, slots=True)
class ReadTwice:
    """Two readers are so close that both read one card; it counts at `reader`."""

    at: float
    reader: str
    other: str


@dataclass(frozen=True, slots=True)
class Wait:
    """What is being waited for: a kind of deadline and the card, seat or number that it is about.

    The "clock" of a player has as number the seconds that are left, this one included.
    """

    kind: str
    reader: str = ""
    card: CardId | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """A wait is over; timers are sightings like any other, so that the core reads no clock."""

    at: float
    wait: Wait


Sighting: TypeAlias = (
    CardSeen | CardLeft | StrangeTag | ReaderState | ReadsWeakly | ReadTwice | DeadlinePassed
)

CUT_CARD = "cut card"


@dataclass(frozen=True, slots=True)
class Sensing:
    """What the readers say now: `present` is card to reader to since when, `lost` reader to reason.

    `deadlines` are the waits under way and when they end; `remarks` are sentences for the dealer about what
    is odd and decided nothing. `check` is what has passed of the deck that is being verified. `weak` readers
    miss cards; `close` are pairs of readers that read one card, and the hand in which they did.
    """

    readers: frozenset[str]
    waits: Waits = field(default_factory=Waits)
    lost: Mapping[str, str] = field(default_factory=dict)
    present: Mapping[CardId, Mapping[str, float]] = field(default_factory=dict)
    deadlines: Mapping[Wait, float] = field(default_factory=dict)
    remarks: Mapping[Wait, Sentence] = field(default_factory=dict)
    check: DeckCheck = field(default_factory=DeckCheck)
    weak: frozenset[str] = frozenset()
    close: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def works(self, place: Place) -> bool:
        """Whether a reader that answers covers the place."""
        return str(place) in self.readers and str(place) not in self.lost

    def armed(self, wait: Wait, when: float) -> Sensing:
        """With one more wait, or the same one ending at another time."""
        return replace(self, deadlines={**self.deadlines, wait: when})

    def remarked(self, wait: Wait, remark: Sentence) -> Sensing:
        """With a sentence for the dealer that stands until what it is about is over."""
        return replace(self, remarks={**self.remarks, wait: remark})

    def unremarked(self, wait: Wait) -> Sensing:
        """Without that sentence."""
        return replace(self, remarks={w: s for w, s in self.remarks.items() if w != wait})


Outcome: TypeAlias = tuple[Sensing, tuple[Event, ...]]
