"""What crosses hands: what players owe and bought, what the house took, and how long the table has run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Debt:
    """Blinds to make up: `live` counts for the bet, `dead` goes to the middle (RR-BL)."""

    live: int = 0
    dead: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """A player who left: what he had bought and what he took with him."""

    seat: int
    name: str
    bought: int
    out: int


@dataclass(frozen=True, slots=True)
class Account:
    """What the house took in this session, and who has left.

    `unaccounted` is what counted stacks had less than the ledger (negative: more).
    """

    rake: int = 0
    jackpot: int = 0
    time: int = 0
    unaccounted: int = 0
    left: tuple[Settled, ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """A pot whose decision is pending, kept aside by the floor (rules.md 9.2, 12.10).

    `hand` is the number of its hand and `pot` its number, 1 the main pot. `seats` play for it; `players` had
    cards in that hand, by seat.
    """

    hand: int
    pot: int
    amount: int
    seats: tuple[int, ...]
    players: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat was pushed of one pot of the hand before."""

    pot: int
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class LastHand:
    """The hand before: who had cards, by seat, and how its pots were pushed (T24-22)."""

    players: Mapping[int, str] = field(default_factory=dict)
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class TableTime:
    """Minutes of table time, and the level: its number (0 for none), its minutes and hands so far.

    `resting` are the minutes of the break that have passed, -1 while there is none. `charged` is the number
    of charge periods that are settled.
    """

    minutes: int = 0
    level: int = 0
    level_minutes: int = 0
    level_hands: int = 0
    resting: int = -1
    charged: int = 0
