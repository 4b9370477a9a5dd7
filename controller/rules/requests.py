"""What the dealer's console can ask of the table; `decide` answers with events or a refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from controller.rules.cards import CardId, Place


@dataclass(frozen=True, slots=True)
class Act:
    """A player's word: fold, check, call, bet, raise or all-in; `amount` is a total of the street."""

    seat: int
    word: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Confirm:
    """The key NEXT: what the prompt asks for is done."""


@dataclass(frozen=True, slots=True)
class TableHand:
    """A seat tables its hand, whether or not the prompt names it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Muck:
    """A seat gives its hand up unseen at showdown."""

    seat: int


@dataclass(frozen=True, slots=True)
class Name:
    """The cards that lie face up at a place, entered because no reader knew them."""

    place: Place
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Buy:
    """A player buys chips between hands."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class CallFloor:
    """The key FLOOR."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The two second hold of UNDO."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """The two second hold of "return all chips, redeal"."""


Ask: TypeAlias = Act | Confirm | TableHand | Muck | Name | Buy | CallFloor | TakeBack | Redeal
