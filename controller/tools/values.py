"""What stands in the steps of a scenario: seats, chips, cards, places, seconds (scenarios.md 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.rules.cards import Face

MOST_SEATS = 10
LONGEST_WAIT = 3600
PLACES = ("burn", "board", "muck", "floor", "aside")
JOKER, NO_TAG = "JK", "JK?"
JOKERS = (JOKER, NO_TAG)


class StepError(ValueError):
    """Something that a step cannot take; the text says what it takes."""


def nothing(what: Any) -> None:
    """Nothing: what a word takes that stands alone.

    Raises `StepError`.
    """
    if what is not None:
        raise StepError("nothing")


def count(what: Any) -> int:
    """A number of cards from 1 on.

    Raises `StepError`.
    """
    if type(what) is not int or what < 1:
        raise StepError("a number of cards")
    return what


def count_or_all(what: Any) -> int:
    """How many cards; 0 for all that are due."""
    return 0 if what is None else count(what)


def person(what: Any) -> str:
    """A name.

    Raises `StepError`.
    """
    if not isinstance(what, str) or not what.strip():
        raise StepError("a name")
    return what


def seat(what: Any) -> int:
    """A seat.

    Raises `StepError`.
    """
    if type(what) is not int or not 1 <= what <= MOST_SEATS:
        raise StepError(f"a seat from 1 to {MOST_SEATS}")
    return what


def amounts(what: Any) -> Mapping[int, int]:
    """Chips by seat.

    Raises `StepError`.
    """
    chips = "{seat: chips}"
    if not isinstance(what, dict) or not what:
        raise StepError(chips)
    for number, chips_there in what.items():
        seat(number)
        if type(chips_there) is not int or chips_there < 0:
            raise StepError(chips)
    return what


def amount(what: Any) -> Mapping[int, int]:
    """Chips of one seat.

    Raises `StepError`.
    """
    if len(given := amounts(what)) != 1:
        raise StepError("{seat: chips} of one seat")
    return given


def place(what: Any) -> str:
    """A place where cards lie.

    Raises `StepError`.
    """
    if what in PLACES:
        return str(what)
    return seat_place(what, f"a place: seat N, {', '.join(PLACES)}")


def seat_place(what: Any, wanted: str) -> str:
    """A seat as a place; `wanted` is what is told where it is none.

    Raises `StepError`.
    """
    word, _, number = str(what).partition(" ")
    if word != "seat" or not number.isdecimal() or not 1 <= int(number) <= MOST_SEATS:
        raise StepError(wanted)
    return f"seat {int(number)}"


def any_card(text: object) -> str:
    """A card of the deck as it is written: "7c", "JK" for a joker, "JK?" for one without a tag."""
    return str(text) if str(text) in JOKERS else card_face(text).text


def card_face(text: object) -> Face:
    """The face named as "7c".

    Raises `StepError`.
    """
    try:
        return Face.parse(str(text))
    except ValueError:
        raise StepError("cards named as 7c or Ah") from None


def one(what: Any, wanted: str) -> tuple[int, Any]:
    """The seat and what belongs to it."""
    if not isinstance(what, dict) or len(what) != 1:
        raise StepError(wanted)
    number, value = next(iter(what.items()))
    return seat(number), value


def seats(what: Any) -> tuple[int, ...]:
    """A list of seats.

    Raises `StepError`.
    """
    if not isinstance(what, tuple) or not what:
        raise StepError("a list of seats")
    return tuple(seat(number) for number in what)


def seconds(what: Any) -> float:
    """Seconds of table time.

    Raises `StepError`.
    """
    if type(what) not in (int, float) or not 0 <= what <= LONGEST_WAIT:
        raise StepError(f"seconds from 0 to {LONGEST_WAIT}")
    return float(what)
