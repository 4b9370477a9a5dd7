"""Steps of a scenario that are requests of the dealer's console, word for word (scenarios.md 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from controller.tools.steps import BETTING_WORDS

Fields: TypeAlias = Mapping[str, Any]


def asks_of(word: str, what: Any) -> tuple[tuple[str, Fields], ...] | None:
    """The requests of a step, each as `ask` and the fields of it; None for a step that is more than that."""
    if word in BETTING_WORDS:
        seat, amount = next(iter(what.items())) if isinstance(what, Mapping) else (what, 0)
        return ((word, {"seat": seat, "amount": amount}),)
    if word in _AMOUNTS:
        return tuple((_AMOUNTS[word], {"seat": seat, "amount": n}) for seat, n in what.items())
    if word in _ONE:
        ask, fields = _ONE[word]
        return ((ask, fields(what)),)
    match word:
        case "drop":
            return ((what, {}),)
        case "post":
            return tuple(
                ("post", {"seat": seat, "amount": live, "dead": dead}) for seat, (live, dead) in what.items()
            )
        case "sit":
            return tuple(
                ("sit", {"seat": seat, "text": f"Player {seat}", "amount": n}) for seat, n in what.items()
            )
        case "name":
            return tuple(("name", {"place": place, "cards": cards}) for place, cards in what.items())
    return None


def told(word: str, fields: Fields) -> str:
    """A request as a sentence names it: "raise 3: 15"."""
    at = fields.get("seat") or fields.get("place") or ""
    rest = next((fields[key] for key in ("amount", "text", "chips", "to") if fields.get(key)), "")
    parts = " ".join(map(str, rest)) if isinstance(rest, tuple) else rest
    return f"{word} {at}".rstrip() + (f": {parts}" if rest else "")


def _seat(what: int) -> Fields:
    return {"seat": what}


_AMOUNTS = {"straddle": "straddle", "buy": "buy", "count": "count"}
_ONE: Mapping[str, tuple[str, Callable[[Any], Fields]]] = {
    "says": ("say", lambda what: {"seat": what[0], "text": what[1]}),
    "chips": ("chips", lambda what: {"seat": what[0], "chips": what[1]}),
    "dealer": ("dealer", lambda what: {"text": what}),
    "round-complete": ("round", lambda _: {}),
    "agree": ("agree", lambda what: {"seats": what}),
    "decline": ("decline", _seat),
    "leave": ("leave", _seat),
    "sit-out": ("away", _seat),
    "sit-in": ("back", lambda what: {"seat": what[0], "text": what[1]}),
    "move-seat": ("move", lambda what: {"seat": what[0], "to": what[1]}),
    "ask-to-see": ("ask-to-see", lambda what: {"seat": what[0], "to": what[1]}),
    "conceal": ("muck", _seat),
    "protect": ("guard", _seat),
    "missing": ("missing", lambda what: {"cards": (what,)}),
    "turn-up": ("face-up", lambda _: {}),
    "uncut": ("uncut", lambda _: {}),
}
