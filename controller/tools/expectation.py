"""Comparing what a scenario expects with what is: a subset in mappings, everything in lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from controller.views import PromptView

NOTHING: tuple[object, ...] = (None, (), {}, "")
CARD_ROWS = ("board", "burns", "aside")
# Keys whose null says that the table does not judge it, which is not "no".
JUDGED = ("substantial_action",)
SHORT = {"prompt": "do", "irregularity": "kind"}
KNOWN_PARTS = {
    "prompt": tuple(part.name for part in fields(PromptView)),
    "actions": ("fold", "check", "call", "bet", "raise"),
}


def difference(expected: Mapping[str, Any], state: Mapping[str, Any]) -> str:
    """The first expectation that does not hold, as a sentence, or nothing."""
    for key, wanted in expected.items():
        if key in SHORT and isinstance(wanted, str):
            wanted = {SHORT[key]: wanted}
        if key not in state:
            return f"there is nothing called {key} to expect"
        if unknown := _unknown_part(key, wanted):
            return f"there is nothing called {unknown} in {key} to expect"
        if not _holds(key, wanted, state[key]):
            return f"expected {key} {_plain(wanted)}, got {_plain(state[key])}"
    return ""


def _unknown_part(key: str, wanted: Any) -> str:
    known = KNOWN_PARTS.get(key)
    if known is None or not isinstance(wanted, dict):
        return ""
    return next((str(part) for part in wanted if part not in known), "")


def _holds(key: str, wanted: Any, found: Any) -> bool:
    if key in CARD_ROWS:
        return _cards(wanted) == _cards(found)
    if key == "hands" and isinstance(wanted, dict):
        known = {str(seat): cards for seat, cards in found.items()}
        return all(sorted(_cards(w)) == sorted(_cards(known.get(str(s)))) for s, w in wanted.items())
    if key == "winners" and isinstance(wanted, tuple):
        return _within([_with_hand(winner) for winner in wanted], found)
    if key in JUDGED:
        return bool(wanted is found)
    if wanted is None:
        return _absent(found)
    return _within(wanted, found)


def _cards(cards: Any) -> list[str]:
    """The cards of a row, written as one text or as a list."""
    return " ".join(map(str, cards)).split() if isinstance(cards, tuple) else str(cards or "").split()


def _with_hand(winner: Any) -> Any:
    """A winner of [seat, hand]; a hand that was not shown may be left out."""
    return (*winner, None) if isinstance(winner, tuple) and len(winner) == 1 else winner


def _within(wanted: Any, found: Any) -> bool:
    if _absent(wanted) and _absent(found):
        return True
    if isinstance(wanted, dict):
        if not isinstance(found, Mapping):
            return False
        texts = {str(key): value for key, value in found.items()}
        return all(_within(value, texts.get(str(key))) for key, value in wanted.items())
    if isinstance(wanted, list | tuple):
        same = isinstance(found, list | tuple) and len(wanted) == len(found)
        return same and all(_within(w, f) for w, f in zip(wanted, found, strict=True))
    return isinstance(wanted, bool) == isinstance(found, bool) and bool(wanted == found)


def _absent(value: Any) -> bool:
    return value is False or value in (None, "", 0, [], (), {})


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_plain(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return "null" if value is None else str(value)
