"""Cards as the table knows them: an identity without a face, and faces that do not print.

A `CardId` says which physical card it is and nothing of what is on it (design 4). A `Face` enters the table
only by the event `FaceShown`; its repr, str and format show no rank and no suit, so that no log, error or
traceback can carry one. `Face.text` is the one deliberate way out, for views of shown cards and for the
owner's tools.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
# The deck of a card that is no playing card: a joker is of none.
NO_DECK = ""


@dataclass(frozen=True, slots=True, order=True)
class CardId:
    """One physical card: the deck it belongs to and its number, drawn at random at enrolment.

    Beyond the size of a deck are its spare cards, whose face the deck has already.
    """

    deck: str
    number: int

    @property
    def is_joker(self) -> bool:
        """Whether it is no playing card."""
        return self.deck == NO_DECK

    def __repr__(self) -> str:
        return "Card(…)"

    __str__ = __repr__


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """Rank (2 to 14, ace high) and suit ("c", "d", "h", "s"); prints as `Card(…)`."""

    rank: int
    suit: str

    @classmethod
    def parse(cls, text: str) -> Face:
        """The face named as "Ah" or "Td".

        Raises `ValueError` for anything else; the message does not repeat the text.
        """
        if len(text) != 2 or text[0].upper() not in RANKS or text[1].lower() not in SUITS:
            raise ValueError("a card is a rank of 23456789TJQKA and a suit of c, d, h, s: for example Ah")
        return cls(RANKS.index(text[0].upper()) + 2, text[1].lower())

    @property
    def text(self) -> str:
        """The face in two characters, for a card that may be seen."""
        return RANKS[self.rank - 2] + self.suit

    def __repr__(self) -> str:
        return "Card(…)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)


def deck_faces() -> Iterator[Face]:
    """The 52 faces, suit by suit."""
    for suit in SUITS:
        for rank in range(2, 15):
            yield Face(rank, suit)


class Where(StrEnum):
    """The kinds of place that a card can be in; every card is in exactly one.

    `ASIDE` holds scraps and early cards beside the shoe, `FLOOR` what fell off the table.
    """

    SHOE = "shoe"
    FLIGHT = "flight"
    SEAT = "seat"
    BOARD = "board"
    BURN = "burn"
    MUCK = "muck"
    ASIDE = "aside"
    FLOOR = "floor"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card is; `seat` is 0 for places that belong to nobody."""

    where: Where
    seat: int = 0

    @classmethod
    def parse(cls, text: str) -> Place:
        """The place named as "seat 4", "board", "burn", "muck" or "shoe"; raises `ValueError` for others."""
        where, _, seat = text.partition(" ")
        return cls(Where(where), int(seat or 0))

    def __str__(self) -> str:
        return f"{self.where} {self.seat}" if self.seat else str(self.where)


SHOE = Place(Where.SHOE)
FLIGHT = Place(Where.FLIGHT)
BOARD = Place(Where.BOARD)
BURN = Place(Where.BURN)
MUCK = Place(Where.MUCK)
ASIDE = Place(Where.ASIDE)
OFF_TABLE = Place(Where.FLOOR)


def seat_place(seat: int) -> Place:
    """The place in front of seat `seat`."""
    return Place(Where.SEAT, seat)


class How(StrEnum):
    """How a placement is known: a reader saw it, it follows from the deal, or the dealer said so."""

    READ = "read"
    INFERRED = "inferred"
    ENTERED = "entered"
