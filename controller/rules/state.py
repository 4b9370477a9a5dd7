"""The frozen types of the table, without logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from controller.rules.cards import DECK_SIZE, CardId, Face, How, Place
from controller.rules.events import Event
from controller.rules.house import HouseRules
from controller.rules.sentence import Sentence


class Phase(StrEnum):
    """What the table is doing."""

    IDLE = "idle"
    DEALING = "dealing"
    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    SHOWDOWN = "showdown"
    PAYING = "paying"
    VOID = "void"


BETWEEN_HANDS = (Phase.IDLE, Phase.VOID)


class Status(StrEnum):
    """What a seat is to this hand.

    `OUT` is ready for the next hand and not dealt in; `AWAY` sits out or has no chips.
    """

    EMPTY = "empty"
    AWAY = "away"
    OUT = "out"
    LIVE = "live"
    ALL_IN = "all-in"
    FOLDED = "folded"
    MUCKED = "mucked"


@dataclass(frozen=True, slots=True)
class Stakes:
    """Blinds in the table's smallest unit; bets are multiples of `unit`."""

    small_blind: int
    big_blind: int
    unit: int = 1


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change while the table is open; it stands in the journal's first line."""

    name: str
    seats: int
    stakes: Stakes
    house: HouseRules = field(default_factory=HouseRules)
    deck: str = "A"
    deck_size: int = DECK_SIZE


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: chips behind, chips of this street, chips of earlier streets of this hand.

    `acted` is the last word on this street, `raises_seen` the full raises of the street when it was said.
    """

    name: str = ""
    status: Status = Status.EMPTY
    stack: int = 0
    street_in: int = 0
    put: int = 0
    acted: str = ""
    raises_seen: int = 0
    tabled: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A card that left the shoe: `n` counts from 1; `bound` is where the deal wanted it, None for nowhere."""

    n: int
    card: CardId | None
    place: Place
    how: How
    bound: Place | None
    overdue: bool = False


@dataclass(frozen=True, slots=True)
class Street:
    """The betting of one street (rules.md 7).

    `bet` is the amount to match, `last_raise` the largest full bet or raise, `raises` the number of full
    ones, `after` the seat whose left is next to act, `aggressor` the last who bet or raised (0 for none).
    """

    bet: int = 0
    last_raise: int = 0
    raises: int = 0
    after: int = 0
    aggressor: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that the same seats play for, seats ascending."""

    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """What one seat was pushed from one pot; `hand` is empty where it was not shown."""

    pot: int
    seat: int
    amount: int
    hand: str


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What is wrong on the felt: `kind` is an id of rules.md, or `unresolved` where no rule is built in."""

    kind: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Table:
    """Everything known of the table; `replay(journal)` gives the same value.

    `pieces` are the cards that are out, in the order in which they left the shoe: the rest of the deck is a
    set and a count, never a sequence (design 4). `small` and `big` are positions. `dealt` are the seats
    entitled to cards, in dealing order. `shown` counts the board cards that everybody has seen. `returned`
    are uncalled chips of this hand. `mucked` are the hands given up at showdown, in that order. `pots` hold
    chips only while they are pushed. `started` is the table as the hand began (before the first: as it was
    set up), `history` what happened since, by number, and `events` the last number: for undo.
    """

    setup: Setup
    seats: Mapping[int, Seat]
    phase: Phase = Phase.IDLE
    hand: int = 0
    button: int = 0
    small: int = 0
    big: int = 0
    dealt: tuple[int, ...] = ()
    pieces: tuple[Piece, ...] = ()
    faces: Mapping[CardId, Face] = field(default_factory=dict)
    street: Street = field(default_factory=Street)
    shown: int = 0
    returned: Mapping[int, int] = field(default_factory=dict)
    mucked: tuple[int, ...] = ()
    pots: tuple[Pot, ...] = ()
    pushed: tuple[int, ...] = ()
    awards: tuple[Award, ...] = ()
    open: tuple[Irregularity, ...] = ()
    again: bool = False
    events: int = 0
    started: Table | None = field(default=None, repr=False)
    history: tuple[tuple[int, Event], ...] = field(default=(), repr=False)
