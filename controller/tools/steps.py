"""The steps of a scenario: their words, and what each of them takes (scenarios.md 2).

Five words are added to the language: `uncut` reports a deck that was not shuffled or not cut; `verify` passes
the stub over the shoe antenna before it is shuffled, with `verify: 34` only so many cards of it; `open` opens
the session, with `open: 51` only so many cards of the deck pass the shoe antenna; `close` closes it;
`dealer: Ana` lets another dealer sit down. `clock: 5` is the dealer's request and the floor's R33, where
`press: clock` is the request alone. Rulings take besides `penalty` (R34: HANDS, ROUNDS, OUT, LIFTED) and, for
R36, live and dead as `amounts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from controller.marks import suggestion
from controller.rules.cards import Face
from controller.tools import values
from controller.tools.values import StepError

BETTING_WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
STUB = "stub"
KEYS = ("next", "floor", "undo", "exposed", "clock")
DETECTORS = ("shoe", "board", "burn", "muck")
RULING_PARTS: Mapping[str, type] = {
    **dict.fromkeys(("code", "refund", "penalty", "why", "hand", "card"), str),
    **dict.fromkeys(("seat", "pot", "amount"), int),
    **dict.fromkeys(("seats", "amounts", "cards", "places"), tuple),
    "stacks": dict,
}

Shape: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step: its number counted from 1, its word, and what it takes."""

    number: int
    word: str
    what: Any = None


def read_step(number: int, step: object) -> ScriptStep:
    """One entry of `steps`.

    Raises `StepError`.
    """
    word, what = _entry(step)
    if word == "refused":
        inner = read_step(number, what)
        if inner.word in ("expect", "refused"):
            raise StepError(f"refused takes a step (got {inner.word})")
        return ScriptStep(number, word, inner)
    shape = _SHAPES.get(word)
    if shape is None:
        raise StepError(f"there is no step {word!r}{suggestion(word, (*_SHAPES, 'refused'))}")
    try:
        return ScriptStep(number, word, shape(what))
    except StepError as error:
        raise StepError(f"{word} takes {error} (got {what!r})") from None


def _entry(step: object) -> tuple[str, object]:
    if isinstance(step, str):
        return step, None
    if not isinstance(step, dict) or len(step) != 1:
        raise StepError("a step is one word and what belongs to it")
    word, what = next(iter(step.items()))
    return str(word), what


def _drawn(what: Any) -> tuple[str, bool]:
    """The place, and whether the card lies face down there where others lie face up."""
    if not isinstance(what, dict):
        return values.place(what), False
    if not {"to"} <= set(what) <= {"to", "face"} or what.get("face", "up") not in ("up", "down"):
        raise StepError("{to: PLACE, face: up or down}")
    return values.place(what["to"]), what.get("face") == "down"


def _moved(what: Any) -> tuple[str, str]:
    if not isinstance(what, dict) or set(what) != {"card", "to"}:
        raise StepError("{card: 7c, to: PLACE}")
    return values.any_card(what["card"]), STUB if what["to"] == STUB else values.place(what["to"])


def _named(what: Any) -> Mapping[str, tuple[str, ...]]:
    """Place to the cards that lie there; a bare number is a seat."""
    if not isinstance(what, dict) or not what:
        raise StepError("{seat: cards}")
    named: dict[str, tuple[str, ...]] = {}
    for where, cards in what.items():
        place = f"seat {where}" if isinstance(where, int) else str(where)
        if place != "board":
            place = values.seat_place(place, "{seat: cards} or {board: cards}")
        named[place] = tuple(values.card_face(card).text for card in str(cards).split())
    return named


def _shown(what: Any) -> tuple[int, str]:
    """The seat, and the one card that it shows; empty for both."""
    if not isinstance(what, dict):
        return values.seat(what), ""
    seat, card = values.one(what, "a seat, or {seat: card}")
    return seat, values.card_face(card).text


def _said(what: Any) -> tuple[int, str]:
    seat, words = values.one(what, "{seat: words}")
    if isinstance(words, bool) or not isinstance(words, str | int) or not str(words).strip():
        raise StepError("{seat: words}")
    return seat, str(words)


def _put_out(what: Any) -> tuple[int, tuple[int, ...]]:
    seat, chips = values.one(what, "{seat: [chip, chip]}")
    chips = chips if isinstance(chips, tuple) else (chips,)
    if not chips or any(type(chip) is not int or chip < 1 for chip in chips):
        raise StepError("{seat: [chip, chip]}")
    return seat, chips


def _posts(what: Any) -> Mapping[int, tuple[int, int]]:
    """Seat to the live and the dead part of what it posts."""
    wanted = "{seat: {live: chips, dead: chips}}"
    if not isinstance(what, dict) or not what:
        raise StepError(wanted)
    posts: dict[int, tuple[int, int]] = {}
    for seat, parts in what.items():
        if not isinstance(parts, dict) or not set(parts) <= {"live", "dead"} or not parts:
            raise StepError(wanted)
        if any(type(chips) is not int or chips < 0 for chips in parts.values()):
            raise StepError(wanted)
        posts[values.seat(seat)] = parts.get("live", 0), parts.get("dead", 0)
    return posts


def _noted(what: Any) -> tuple[int, str]:
    """The seat, and the one thing that was noted of its player."""
    things = ("looked", "absent", "left")
    if not isinstance(what, dict) or set(what) - {"seat"} - set(things) or len(what) != 2:
        raise StepError(f"{{seat: N, {', '.join(things[:-1])} or {things[-1]}: true}}")
    thing = next(iter(set(what) & set(things)), "")
    if what.get(thing) is not True:
        raise StepError(f"{thing or 'what was noted'}: true")
    return values.seat(what.get("seat")), thing


def _back(what: Any) -> tuple[int, str]:
    seat, how = values.one(what, "{seat: post or wait}")
    if how not in ("post", "wait"):
        raise StepError("{seat: post or wait}")
    return seat, str(how)


def _moved_seat(what: Any) -> tuple[int, int]:
    seat, to = values.one(what, "{seat: another seat}")
    return seat, values.seat(to)


def _drawn_for_button(what: Any) -> Mapping[int, Face]:
    if not isinstance(what, dict) or not what:
        raise StepError("{seat: card}")
    return {values.seat(seat): values.card_face(card) for seat, card in what.items()}


def _asked_to_see(what: Any) -> tuple[int, int]:
    if not isinstance(what, dict) or set(what) != {"by", "of"}:
        raise StepError("{by: seat, of: seat}")
    return values.seat(what["by"]), values.seat(what["of"])


def _seen(what: Any) -> Mapping[str, Any]:
    """`seat` and `card` that were exposed, `place` burn or stub, or nothing for the newest card; and `by`."""
    given = {} if what is None else {"place": what} if isinstance(what, str) else what
    if not isinstance(given, dict) or not set(given) <= {"seat", "card", "by", "place"}:
        raise StepError("nothing, burn, stub, or {seat: N, card: 1 or 2, by: dealer or player}")
    if given.get("place", "burn") not in ("burn", STUB):
        raise StepError("burn, stub, or {seat: N, card: 1 or 2}")
    if given.get("by", "dealer") not in ("dealer", "player") or ("seat" in given) != ("card" in given):
        raise StepError("{seat: N, card: 1 or 2, by: dealer or player}")
    for part, shape in (("seat", values.seat), ("card", values.count)):
        if part in given:
            shape(given[part])
    return given


def _card_of_seat(what: Any) -> tuple[int, int]:
    """A seat and one of its cards, counted from 1; (0, 0) for the next card."""
    if what is None:
        return 0, 0
    if not isinstance(what, dict) or set(what) != {"seat", "card"}:
        raise StepError("nothing, or {seat: 3, card: 1}")
    return values.seat(what["seat"]), values.count(what["card"])


def _of_card(what: Any) -> str:
    if not isinstance(what, dict) or set(what) != {"card"}:
        raise StepError("{card: 7c}")
    return values.any_card(what["card"])


def _dropped(what: Any) -> str:
    if what == STUB:
        return "dropped"
    if what != {STUB: "mixed"}:
        raise StepError("stub, or {stub: mixed}")
    return "mixed"


def _missing(what: Any) -> str:
    return values.card_face(what).text


def _board(what: Any) -> str:
    if what != "board":
        raise StepError("board")
    return "board"


def _reveal(what: Any) -> tuple[int, str]:
    if not isinstance(what, dict) or set(what) != {"seat", "why"}:
        raise StepError("{seat: 4, why: text}")
    return values.seat(what["seat"]), str(what["why"])


def _ghost(what: Any) -> tuple[str, str]:
    if not isinstance(what, dict) or set(what) != {"card", "at"}:
        raise StepError("{card: 7h, at: PLACE}")
    return values.any_card(what["card"]), values.place(what["at"])


def _ruling(what: Any) -> Mapping[str, Any]:
    """The parts of a ruling; `code` is R and two digits."""
    given = {"code": what} if isinstance(what, str) else what
    if not isinstance(given, dict) or not {"code"} <= set(given) <= set(RULING_PARTS):
        raise StepError(f"a code as R01, or {{code: R15, {', '.join(list(RULING_PARTS)[1:])}}}")
    for part, value in given.items():
        if type(value) is not RULING_PARTS[part]:
            raise StepError(f"{part} as {RULING_PARTS[part].__name__}")
    code = given["code"]
    if len(code) != 3 or code[0] != "R" or not code[1:].isdecimal():
        raise StepError("a code as R01")
    if given.get("hand", "last") != "last":
        raise StepError("hand: last")
    return given


def _signed(what: Any) -> tuple[str, str]:
    if not isinstance(what, dict) or set(what) != {"name", "pin"}:
        raise StepError('{name: lee, pin: "4321"}')
    return str(what["name"]), str(what["pin"])


def _key(what: Any) -> str:
    if what not in KEYS:
        raise StepError(f"a key: {', '.join(KEYS)}")
    return str(what)


def _detector(what: Any) -> str:
    return (
        str(what)
        if what in DETECTORS
        else values.seat_place(what, f"a reader: seat N, {', '.join(DETECTORS)}")
    )


def _expected(what: Any) -> Mapping[str, Any]:
    if not isinstance(what, dict) or not what:
        raise StepError("what must be seen, as a mapping")
    return what


_SHAPES: Mapping[str, Shape] = {
    "deal": values.count_or_all,
    "draw": _drawn,
    "turn-up": _board,
    "boxed": _card_of_seat,
    "back": _of_card,
    "drop": _dropped,
    "missing": _missing,
    "protect": values.seat,
    "uncut": values.nothing,
    "unnoticed": values.nothing,
    "pending": values.nothing,
    "reveal": _reveal,
    "ghost": _ghost,
    "move": _moved,
    "shoe": values.count,
    "verify": values.count_or_all,
    "street": values.nothing,
    "fold": values.seat,
    "check": values.seat,
    "call": values.seat,
    "bet": values.amount,
    "raise": values.amount,
    "all-in": values.seat,
    "muck": values.seat,
    "name": _named,
    "says": _said,
    "chips": _put_out,
    "post": _posts,
    "straddle": values.amounts,
    "note": _noted,
    "open": values.count_or_all,
    "close": values.nothing,
    "dealer": values.person,
    "round-complete": values.nothing,
    "clock": values.seat,
    "agree": values.seats,
    "decline": values.seat,
    "sit": values.amounts,
    "buy": values.amounts,
    "leave": values.seat,
    "sit-out": values.seat,
    "sit-in": _back,
    "move-seat": _moved_seat,
    "count": values.amounts,
    "draw-button": _drawn_for_button,
    "ask-to-see": _asked_to_see,
    "exposed": _seen,
    "floor": _signed,
    "ruling": _ruling,
    "show": _shown,
    "conceal": values.seat,
    "push": values.nothing,
    "next-hand": values.nothing,
    "press": _key,
    "reader-lost": _detector,
    "reader-back": _detector,
    "unreadable": _detector,
    "restart": values.nothing,
    "wait": values.seconds,
    "expect": _expected,
}
