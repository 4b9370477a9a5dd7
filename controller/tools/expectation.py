"""Comparing what a scenario expects with what is: a subset in mappings, everything in lists."""

from __future__ import annotations

from typing import Any

LATER_KEYS = (
    *("rulings", "aside", "substantial_action", "boards", "impounded", "owed", "penalties", "level"),
    "clock",
)
SUBSET = ("player_view", "dealer_view", "prompt", "irregularity", "lamps", "actions")
CARD_ROWS = ("board", "burns")


def difference(expected: Any, state: dict[str, Any]) -> str:
    """The first expectation that does not hold, as a sentence, or nothing."""
    if not isinstance(expected, dict):
        return f"expect needs a mapping, got {expected!r}"
    for key, wanted in expected.items():
        if key in LATER_KEYS and wanted is not None:
            return f"expect {key}: not supported yet"
        if key not in state and key not in LATER_KEYS:
            return f"there is nothing called {key} to expect"
        if not _holds(key, wanted, state.get(key)):
            return f"expected {key} {_plain(wanted)}, got {_plain(state.get(key))}"
    return ""


def _holds(key: str, wanted: Any, found: Any) -> bool:
    if wanted is None:
        return not found
    if key in CARD_ROWS:
        return str(wanted).split() == str(found).split()
    if key == "hands":
        return all(_same_cards(cards, found.get(seat)) for seat, cards in wanted.items())
    return _within(wanted, found)


def _same_cards(wanted: Any, found: Any) -> bool:
    return sorted(str(wanted or "").split()) == sorted(str(found or "").split())


def _within(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict):
        if not isinstance(found, dict):
            return False
        texts = {str(key): value for key, value in found.items()}
        return all(_within(value, texts.get(str(key))) for key, value in wanted.items())
    if isinstance(wanted, list | tuple):
        same = isinstance(found, list | tuple) and len(wanted) == len(found)
        return same and all(_within(w, f) for w, f in zip(wanted, found, strict=True))
    if wanted is None:
        return found in (None, "", 0, [], {})
    return bool(wanted == found)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return "null" if value is None else str(value)
