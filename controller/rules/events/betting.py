"""What players say and put out in turn and out of turn, and what the rules made of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.rules.sentence import Sentence


class Bound(StrEnum):
    """What a player in turn has bound himself to without ending his turn."""

    RAISE = "raise"
    PASSIVE = "passive"


@dataclass(frozen=True, slots=True)
class Acted:
    """A player acted: `said` is the word entered, `act` what it came to (fold, check, call, bet, raise).

    `said` is "muck" for a fold that the muck reader saw, else the words or chips as they were entered. `put`
    is the number of chips added, `to` the total of this street; `because` tells the dealer what the rules
    made of it, where that is not what was said.
    """

    seat: int
    said: str
    act: str
    put: int
    to: int
    because: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A player in turn bound himself without ending his turn: he must raise, or may no more (D4, D10).

    `put` are chips of a raise that is put out in several motions and is not whole yet (RR-NL-6).
    """

    seat: int
    said: str
    bound: Bound
    put: int = 0


@dataclass(frozen=True, slots=True)
class ActedEarly:
    """A player acted out of turn; it binds or falls when his turn comes (T24-53A). `to` as in `Acted`."""

    seat: int
    said: str
    act: str
    to: int


@dataclass(frozen=True, slots=True)
class LeftToFloor:
    """A player's words or chips that the rules leave to the floor: `kind` is an id of rules.md (D9, NL4).

    The `put` chips lie in front of him meanwhile; `to` is the street total that he said or put out.
    """

    seat: int
    said: str
    kind: str
    put: int
    to: int


@dataclass(frozen=True, slots=True)
class StringBet:
    """A player put more chips out after his action was complete: they go back (T24-56)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class RoundConfirmed:
    """Cards-only: the dealer said that the betting round is complete."""


@dataclass(frozen=True, slots=True)
class ClockCalled:
    """The clock was asked for on the seat; the floor starts it (T24-29, 12.3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockExpired:
    """The clock of the seat ran out."""

    seat: int


@dataclass(frozen=True, slots=True)
class Looked:
    """A player looked at his cards, as the dealer noted."""

    seat: int
