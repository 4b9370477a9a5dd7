"""What a hand is worth: the best five of five to seven cards.

Nine categories, straight flush highest, a royal flush being the highest of those (S0-48). Suits make a flush
and otherwise have no rank (S0-49, RR-TIE-1). An ace is high or low in a straight and never in its middle
(S0-50, S4-22). Hands of one category are told apart as S4-23 says; what is still equal shares the pot.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum

from controller.rules.cards import SUITS, Face

# A set of ranks is an integer with bit r set for rank r; bit 1 is the ace below the two.
FEWEST = 5
MOST = 7
ACE_HIGH = 1 << 14
ACE_LOW = 1 << 1


class Category(IntEnum):
    """The nine categories of S0-48, lowest first."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Rank:
    """The worth of a hand: a greater rank beats a lesser one, equal ranks share the pot.

    `ties` are card ranks (2 to 14) in the order in which S4-23 compares them: the cards that make the
    category first, then the kickers; of a straight its highest card alone, 5 for A-2-3-4-5.
    """

    category: Category
    ties: tuple[int, ...]

    @property
    def name(self) -> str:
        """The category in words: "full house"."""
        return self.category.name.replace("_", " ").lower()

    def __repr__(self) -> str:
        return f"Rank({self.name})"


def rank(faces: Collection[Face]) -> Rank:
    """The rank of the best five of five to seven different faces.

    Raises `ValueError` for fewer, for more, and where a card is there twice; the message names no card.
    Sources: S0-48, S0-49, S0-50, S4-22, S4-23, RR-TIE-1.
    """
    if not FEWEST <= len(faces) <= MOST:
        raise ValueError(f"a hand is ranked from {FEWEST} to {MOST} cards, not from {len(faces)}")
    by_suit = dict.fromkeys(SUITS, 0)
    for face in faces:
        by_suit[face.suit] |= 1 << face.rank
    clubs, diamonds, hearts, spades = by_suit.values()
    if clubs.bit_count() + diamonds.bit_count() + hearts.bit_count() + spades.bit_count() != len(faces):
        raise ValueError(f"the same card is there twice among the {len(faces)} cards of a hand")
    # Five ranks of one suit leave two cards more at most: too few for a full house or four of a kind.
    suited = _of_a_suit(by_suit.values())
    return _of_a_kind(clubs, diamonds, hearts, spades) if suited is None else suited


def _of_a_suit(suits: Collection[int]) -> Rank | None:
    """The straight flush or flush among the ranks held in each suit, None where no suit has five."""
    for held in suits:
        if held.bit_count() >= FEWEST:
            high = _straight(held)
            if high:
                return Rank(Category.STRAIGHT_FLUSH, (high,))
            return Rank(Category.FLUSH, _highest(held, 5))
    return None


def _of_a_kind(clubs: int, diamonds: int, hearts: int, spades: int) -> Rank:
    """The best hand that can be made without regard to suits."""
    minor, major = clubs | diamonds, hearts | spades
    both_minor, both_major = clubs & diamonds, hearts & spades
    once = minor | major
    twice = both_minor | both_major | minor & major
    thrice = both_minor & major | both_major & minor
    four = both_minor & both_major
    if four:
        return _with_kickers(Category.FOUR_OF_A_KIND, _highest(four, 1), once, 1)
    trips = _highest(thrice, 1)
    if trips and twice.bit_count() >= 2:
        return Rank(Category.FULL_HOUSE, trips + _highest(twice & ~(1 << trips[0]), 1))
    high = _straight(once)
    if high:
        return Rank(Category.STRAIGHT, (high,))
    if trips:
        return _with_kickers(Category.THREE_OF_A_KIND, trips, once, 2)
    pairs = _highest(twice, 2)
    match len(pairs):
        case 2:
            return _with_kickers(Category.TWO_PAIR, pairs, once, 1)
        case 1:
            return _with_kickers(Category.ONE_PAIR, pairs, once, 3)
        case _:
            return Rank(Category.HIGH_CARD, _highest(once, 5))


def _with_kickers(category: Category, made: tuple[int, ...], held: int, kickers: int) -> Rank:
    for card in made:
        held &= ~(1 << card)
    return Rank(category, made + _highest(held, kickers))


def _straight(held: int) -> int:
    """The highest card of the best straight among these ranks, 0 for none (S0-50)."""
    if held & ACE_HIGH:
        held |= ACE_LOW
    lowest = held & held >> 1 & held >> 2 & held >> 3 & held >> 4
    return lowest.bit_length() + 3 if lowest else 0


def _highest(held: int, count: int) -> tuple[int, ...]:
    """The highest ranks held, at most `count` of them, highest first."""
    ranks: list[int] = []
    while held and len(ranks) < count:
        top = held.bit_length() - 1
        ranks.append(top)
        held ^= 1 << top
    return tuple(ranks)
