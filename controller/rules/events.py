"""Every fact that can be journalled, in the past tense; the table is what these facts add up to.

Events carry no undealt order and no hidden face: a face enters only by `FaceShown` (design 4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from controller.rules.cards import CardId, Face, How, Place
from controller.rules.sentence import Sentence


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand began: all that crosses from the hand before it.

    `stacks` by seat before the posts; `away` are seated players who are not dealt in. `button`, `small` and
    `big` are positions, which may be at a seat without a player (rules.md 2.3). `posts` are the blinds as
    they were put out, short where the stack was.
    """

    number: int
    button: int
    small: int
    big: int
    stacks: Mapping[int, int]
    names: Mapping[int, str]
    away: tuple[int, ...]
    posts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Bought:
    """A player bought chips between hands (S0-59, S2-04)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A card came to a place: `n` is its order of leaving the shoe, `card` None where nobody knows it.

    An `n` beyond the cards that are out is the next card leaving the shoe. `to` the shoe means collected.
    """

    n: int
    card: CardId | None
    to: Place
    how: How


@dataclass(frozen=True, slots=True)
class CardOverdue:
    """The card that left the shoe as number `n` was read nowhere in the time that a pitch takes."""

    n: int


@dataclass(frozen=True, slots=True)
class CardsNamed:
    """The dealer said which cards lie face up where no reader knew them; by order of leaving the shoe."""

    cards: Mapping[int, CardId]


@dataclass(frozen=True, slots=True)
class Acted:
    """A player acted: `said` is the word entered, `act` what it came to (fold, check, call, bet, raise).

    `said` is "muck" for a fold that the muck reader saw. `put` is the number of chips added, `to` the total
    of this street.
    """

    seat: int
    said: str
    act: str
    put: int
    to: int


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The first `cards` cards of the board have lain face up for everybody (design 5.1)."""

    cards: int


@dataclass(frozen=True, slots=True)
class FaceShown:
    """A card was seen by everybody: the only door by which a face enters the table."""

    card: CardId
    face: Face
    because: str


@dataclass(frozen=True, slots=True)
class Tabled:
    """Players laid both cards face up (T24-13A)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conceded:
    """A player gave up his hand unseen at showdown (S1-15); `said` is "muck" where the reader saw it."""

    seat: int
    said: str


@dataclass(frozen=True, slots=True)
class PotPushed:
    """A pot went to its winners; pot 1 is the main pot."""

    pot: int
    shares: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class FloorCalled:
    """The dealer called the floor: the table waits."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Something was sensed that no rule provides for; the table stops with a sentence."""

    reason: Sentence


@dataclass(frozen=True, slots=True)
class HandVoided:
    """All chips went back to their owners; the hand is dealt again with the same button."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The dealer took back his entry: the event that was number `n` of the hand."""

    n: int


Event: TypeAlias = (
    HandStarted
    | Bought
    | CardMoved
    | CardOverdue
    | CardsNamed
    | Acted
    | BoardShown
    | FaceShown
    | Tabled
    | Conceded
    | PotPushed
    | FloorCalled
    | Stopped
    | HandVoided
    | Undone
)
