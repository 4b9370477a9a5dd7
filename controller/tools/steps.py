"""The steps of a scenario: their words, and what each of them takes (scenarios.md 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from controller.marks import suggestion
from controller.rules.cards import Face

MOST_SEATS = 10
LONGEST_WAIT = 3600
BETTING_WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
LATER_WORDS = (
    *("turn-up", "exposed", "boxed", "back", "drop", "missing", "says", "chips", "post", "straddle"),
    *("protect", "note", "absent", "left", "sit", "leave", "sit-out", "sit-in", "move-seat", "count"),
    *("draw-button", "round-complete", "ask-to-see", "agree", "decline", "clock", "floor", "ruling"),
    *("reveal", "unnoticed", "pending", "ghost"),
)
PLACES = ("burn", "board", "muck")
LATER_PLACES = ("floor", "aside")
KEYS = ("next", "floor", "undo")
LATER_KEYS = ("exposed", "clock")
DETECTORS = ("shoe", "board", "burn", "muck")

Shape: TypeAlias = Callable[[Any], Any]


class StepError(ValueError):
    """Something that a step cannot take; the text says what it takes."""


class Later(Exception):
    """Something that a step may take and that is not built yet; the text names it."""


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step: its number counted from 1, its word, what it takes, and what of it is not built yet."""

    number: int
    word: str
    what: Any = None
    later: str = ""


def read_step(number: int, step: object) -> ScriptStep:
    """One entry of `steps`.

    Raises `StepError`.
    """
    word, what = _entry(step)
    if word in LATER_WORDS:
        return ScriptStep(number, word, later=word)
    if word == "refused":
        inner = read_step(number, what)
        if inner.word in ("expect", "refused"):
            raise StepError(f"refused takes a step (got {inner.word})")
        return ScriptStep(number, word, inner, inner.later)
    shape = _SHAPES.get(word)
    if shape is None:
        raise StepError(f"there is no step {word!r}{suggestion(word, (*_SHAPES, 'refused', *LATER_WORDS))}")
    try:
        return ScriptStep(number, word, shape(what))
    except Later as later:
        return ScriptStep(number, word, later=f"{word} {later}")
    except StepError as error:
        raise StepError(f"{word} takes {error} (got {what!r})") from None


def _entry(step: object) -> tuple[str, object]:
    if isinstance(step, str):
        return step, None
    if not isinstance(step, dict) or len(step) != 1:
        raise StepError("a step is one word and what belongs to it")
    word, what = next(iter(step.items()))
    return str(word), what


def _nothing(what: Any) -> None:
    if what is not None:
        raise StepError("nothing")


def _count(what: Any) -> int:
    if type(what) is not int or what < 1:
        raise StepError("a number of cards")
    return what


def _count_or_all(what: Any) -> int:
    """How many cards; 0 for all that are due."""
    return 0 if what is None else _count(what)


def _seat(what: Any) -> int:
    if type(what) is not int or not 1 <= what <= MOST_SEATS:
        raise StepError(f"a seat from 1 to {MOST_SEATS}")
    return what


def _amounts(what: Any) -> Mapping[int, int]:
    chips = "{seat: chips}"
    if not isinstance(what, dict) or not what:
        raise StepError(chips)
    for seat, amount in what.items():
        _seat(seat)
        if type(amount) is not int or amount < 0:
            raise StepError(chips)
    return what


def _amount(what: Any) -> Mapping[int, int]:
    if len(amounts := _amounts(what)) != 1:
        raise StepError("{seat: chips} of one seat")
    return amounts


def _place(what: Any) -> str:
    if what in LATER_PLACES:
        raise Later(f"to {what}")
    if what in PLACES:
        return str(what)
    return _seat_place(what, f"a place: seat N, {', '.join((*PLACES, *LATER_PLACES))}")


def _seat_place(what: Any, wanted: str) -> str:
    word, _, number = str(what).partition(" ")
    if word != "seat" or not number.isdecimal() or not 1 <= int(number) <= MOST_SEATS:
        raise StepError(wanted)
    return f"seat {int(number)}"


def _drawn(what: Any) -> str:
    if not isinstance(what, dict):
        return _place(what)
    if not {"to"} <= set(what) <= {"to", "face"} or what.get("face", "up") not in ("up", "down"):
        raise StepError("{to: PLACE, face: up or down}")
    place = _place(what["to"])
    if (face := what.get("face", "")) and (place, face) != ("board", "up"):
        raise Later(f"face {face}")
    return place


def _moved(what: Any) -> tuple[Face, str]:
    if not isinstance(what, dict) or set(what) != {"card", "to"}:
        raise StepError("{card: 7c, to: PLACE}")
    if what["to"] == "stub":
        raise Later("to stub")
    return card_face(what["card"]), _place(what["to"])


def card_face(text: object) -> Face:
    """The face named as "7c".

    Raises `StepError`, for jokers `Later`.
    """
    if str(text).startswith("JK"):
        raise Later("a joker")
    try:
        return Face.parse(str(text))
    except ValueError:
        raise StepError("cards named as 7c or Ah") from None


def _named(what: Any) -> Mapping[str, tuple[str, ...]]:
    """Place to the cards that lie there; a bare number is a seat."""
    if not isinstance(what, dict) or not what:
        raise StepError("{seat: cards}")
    named: dict[str, tuple[str, ...]] = {}
    for where, cards in what.items():
        place = f"seat {where}" if isinstance(where, int) else str(where)
        if place != "board":
            place = _seat_place(place, "{seat: cards} or {board: cards}")
        named[place] = tuple(card_face(card).text for card in str(cards).split())
    return named


def _shown(what: Any) -> int:
    if isinstance(what, dict):
        for seat, card in what.items():
            _seat(seat)
            card_face(card)
        raise Later("of one card")
    return _seat(what)


def _key(what: Any) -> str:
    if what in LATER_KEYS:
        raise Later(str(what))
    if what not in KEYS:
        raise StepError(f"a key: {', '.join((*KEYS, *LATER_KEYS))}")
    return str(what)


def _detector(what: Any) -> str:
    return str(what) if what in DETECTORS else _seat_place(what, f"a reader: seat N, {', '.join(DETECTORS)}")


def _seconds(what: Any) -> float:
    if type(what) not in (int, float) or not 0 <= what <= LONGEST_WAIT:
        raise StepError(f"seconds from 0 to {LONGEST_WAIT}")
    return float(what)


def _expected(what: Any) -> Mapping[str, Any]:
    if not isinstance(what, dict) or not what:
        raise StepError("what must be seen, as a mapping")
    return what


_SHAPES: Mapping[str, Shape] = {
    "deal": _count_or_all,
    "draw": _drawn,
    "move": _moved,
    "shoe": _count,
    "street": _nothing,
    "fold": _seat,
    "check": _seat,
    "call": _seat,
    "bet": _amount,
    "raise": _amount,
    "all-in": _seat,
    "muck": _seat,
    "name": _named,
    "buy": _amounts,
    "show": _shown,
    "conceal": _seat,
    "push": _nothing,
    "next-hand": _nothing,
    "press": _key,
    "reader-lost": _detector,
    "reader-back": _detector,
    "unreadable": _detector,
    "restart": _nothing,
    "wait": _seconds,
    "expect": _expected,
}
