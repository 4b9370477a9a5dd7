"""Where cards went, who saw them, and which face was shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.rules.cards import CardId, Face, How, Place


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
class CardExposed:
    """The card that left the shoe as number `n` was seen before it should be; `by` is dealer or player."""

    n: int
    by: str


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
class Reported:
    """What only eyes can know of cards and hands (rules.md 4.2, 6.1, 6.2), as somebody said it.

    `what` is a word of `Report`. `n` is a card by its order of leaving the shoe, 0 for none or for the next
    one; `seat` is a player; `card` is one that was never in the deck dealt from; `by` is dealer or player.
    """

    what: str
    n: int = 0
    seat: int = 0
    card: CardId | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class StubPassed:
    """The stub passed the shoe antenna, or was counted by hand: so many cards, the set that it must be."""

    cards: int


@dataclass(frozen=True, slots=True)
class StubShuffled:
    """The stub was shuffled face down and cut (T24-39D, RR-HE-4)."""
