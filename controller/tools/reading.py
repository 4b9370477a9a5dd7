"""Walking a scenario's document: what is wrong is collected with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.marks import Document, Place, suggestion
from controller.tools.values import MOST_SEATS, StepError, any_card

GAPS = ("…", "...")


class Reading:
    """One document; a value that is none is told in `wrong` and replaced by one that can be gone on with."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.wrong: list[str] = []

    def error(self, place: Place, wrong: str) -> None:
        """Something at a place is wrong."""
        self.wrong.append(self.document.sentence(place, wrong))

    def mapping(self, value: object, place: Place) -> Mapping[Any, Any]:
        """The value as a mapping."""
        if isinstance(value, dict):
            return value
        self.error(place, f"must be a mapping (got {value!r})")
        return {}

    def items(self, value: object, place: Place) -> tuple[Any, ...]:
        """The value as a list."""
        if isinstance(value, tuple):
            return value
        self.error(place, f"must be a list (got {value!r})")
        return ()

    def whole(self, value: object, place: Place, least: int = 0) -> int:
        """The value as a whole number from `least` on."""
        if type(value) is int and value >= least:
            return value
        self.error(place, f"must be a whole number from {least} on (got {value!r})")
        return least

    def seat(self, value: object, place: Place) -> int:
        """The value as a seat."""
        if type(value) is int and 1 <= value <= MOST_SEATS:
            return value
        self.error(place, f"seats are 1 to {MOST_SEATS} (got {value!r})")
        return 1

    def keys(self, given: Mapping[Any, Any], place: Place, known: Sequence[str]) -> None:
        """Tell the keys that are not known."""
        for key in given:
            if key not in known:
                self.error((*place, key), f"there is no such key{suggestion(key, known)}")

    def cards(self, order: object, place: Place) -> tuple[str, ...]:
        """The cards of an order as they are written, first card first; a gap stands for cards left out."""
        text = " ".join(map(str, order)) if isinstance(order, tuple) else str(order or "")
        found: list[str] = []
        for word in text.split():
            if word in GAPS:
                continue
            try:
                found.append(any_card(word))
            except StepError as error:
                self.error(place, f"{error} (got {word!r})")
        return tuple(found)
