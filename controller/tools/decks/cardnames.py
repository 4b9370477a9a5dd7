"""Cards by the names that people call them, in the order in which an owner's tool goes through a deck."""

from __future__ import annotations

from collections.abc import Iterable

from controller.rules.cards import Face

_PIPS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS = (*_PIPS, "jack", "queen", "king", "ace")
_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}

# Suit by suit from the ace up: a deck fresh from its box lies so.
IN_TURN = tuple(Face(rank, suit) for suit in _SUITS for rank in (14, *range(2, 14)))


def name(face: Face) -> str:
    """The card in words: king of diamonds."""
    return f"{_RANKS[face.rank - 2]} of {_SUITS[face.suit]}"


def listed(faces: Iterable[Face]) -> str:
    """Cards in words, in their turn, whatever order they come in."""
    return ", ".join(name(face) for face in sorted(faces, key=IN_TURN.index))


def counted(number: int, what: str) -> str:
    """So many things: no joker, 1 joker, 2 jokers."""
    return f"{number or 'no'} {what}{'s' if number > 1 else ''}"
