"""The table stopped, and what the floor did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.rules.cards import Place
from controller.rules.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Ruled:
    """The floor ruled: a code of rules.md 9.1, by whom and why, with its parameters.

    `n` is a card by its order of leaving the shoe. `second` is who confirmed R40, `moves` where it puts cards
    and `stacks` what it makes of chips behind. `last` says that it is about an earlier hand. `penalty` is
    what R34 gives: HANDS (none is a warning), ROUNDS, OUT for good, LIFTED.
    """

    code: str
    who: str
    why: str = ""
    seat: int = 0
    pot: int = 0
    amount: int = 0
    seats: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    refund: str = ""
    n: int = 0
    second: str = ""
    moves: Mapping[int, Place] = field(default_factory=dict)
    stacks: Mapping[int, int] = field(default_factory=dict)
    last: bool = False
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class FloorCalled:
    """The dealer called the floor: the table waits."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The readers saw what stops the table: `kind` is an id of rules.md, `unresolved` where it has none.

    `seat` and `n` (a card by its order of leaving the shoe) say what it is about, 0 for nothing.
    """

    reason: Sentence
    kind: str = "unresolved"
    seat: int = 0
    n: int = 0


@dataclass(frozen=True, slots=True)
class AfterStop:
    """A player acted while the table had stopped: a note, until the floor says otherwise (12.1, 12.10).

    `way` is act, say or chips; `said` the word or the words, `amount` the street total, `chips` one motion.
    """

    seat: int
    way: str
    said: str = ""
    amount: int = 0
    chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StopUnnoticed:
    """The floor found that nobody had noticed the stop: what was done since counts (12.1)."""

    who: str


@dataclass(frozen=True, slots=True)
class Impounded:
    """The decision on the pots is pending: they are kept aside and the next hand may start (9.2)."""

    who: str


@dataclass(frozen=True, slots=True)
class FloorSigned:
    """A floor person signed in at the table."""

    who: str


@dataclass(frozen=True, slots=True)
class Attempted:
    """Something that the floor alone may do was asked for and refused; `reason` is the refusal's name."""

    who: str
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class HandRevealed:
    """The floor looked at a hand; the faces are in the log of reveals, not here (design 5.4)."""

    seat: int
    who: str
    why: str
