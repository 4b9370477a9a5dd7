"""What changes the table between hands: seats, chips, button, deck, dealer, time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sat:
    """A player took a seat with chips (S0-59)."""

    seat: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Bought:
    """A player bought chips between hands (S0-59, S2-04)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Left:
    """A player gave up his seat and took his chips with him."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """A player sits out from the next hand on (S0-16); in a tournament he is dealt in and absent (T24-30)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """A player is there again: he makes up what he owes (`posts`), or waits for the big blind."""

    seat: int
    posts: bool


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """A player moved with his chips to an empty seat (rules.md 2.4)."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A stack was counted and came to `amount`; the difference is kept as unaccounted (design 4).

    `was` is what the ledger had: the chips behind, of a player who is all-in the bet that put him so.
    """

    seat: int
    amount: int
    was: int


@dataclass(frozen=True, slots=True)
class ButtonPlaced:
    """The button was set by hand at a seat for the next hand; `drawn` where the high card did (S2-06)."""

    seat: int
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class DrawBegun:
    """One card face up to each of these seats, for the button (S2-06)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """The table opened: before the first hand the deck is verified and the button drawn."""


@dataclass(frozen=True, slots=True)
class DeckVerified:
    """The deck passed the shoe antenna whole: so many different cards of deck `deck`, no other tag.

    `cards` is 0 where no reader answered and the dealer counted it himself.
    """

    deck: str
    cards: int


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """The table closed: every stack is cashed out."""


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer sits down; `name` is empty where the house keeps none."""

    name: str


@dataclass(frozen=True, slots=True)
class DeckChanged:
    """Another deck of the table goes into the shoe."""

    deck: str


@dataclass(frozen=True, slots=True)
class MinutePassed:
    """One minute of table time, for levels by time and the time charge; the core reads no clock."""


@dataclass(frozen=True, slots=True)
class TimeCharged:
    """The house's time charge was taken from stacks (S0-60)."""

    amounts: Mapping[int, int]
