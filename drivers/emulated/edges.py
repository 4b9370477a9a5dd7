"""Edge detection on one emulated input: what was seen, who is told, and what still counts as bouncing."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from math import inf

RISING, FALLING, BOTH = 31, 32, 33
# What the real package takes for "no bounce time was given".
_NONE_GIVEN = -666


class Edges:
    """Watches for `edge`; `bouncetime` is in ms. Raises ValueError for what is neither."""

    def __init__(self, edge: int, bouncetime: int) -> None:
        if edge not in (RISING, FALLING, BOTH):
            raise ValueError("The edge must be set to RISING, FALLING or BOTH")
        if bouncetime <= 0 and bouncetime != _NONE_GIVEN:
            raise ValueError("Bouncetime must be greater than 0")
        self._edge = edge
        self._bouncetime = bouncetime
        self._last = -inf
        self._seen = threading.Event()
        self.callbacks: list[Callable[[int], object]] = []

    def same(self, other: Edges) -> bool:
        """Whether both watch for the same."""
        return (self._edge, self._bouncetime) == (other._edge, other._bouncetime)

    def happen(self, channel: int, *, rising: bool, now: float) -> None:
        """Take an edge; a callback that raises is printed and forgotten, as in the real package."""
        if self._edge not in (BOTH, RISING if rising else FALLING):
            return
        if self._bouncetime != _NONE_GIVEN and now - self._last < self._bouncetime / 1000:
            return
        self._last = now
        self._seen.set()
        for callback in tuple(self.callbacks):
            try:
                callback(channel)
            except Exception as error:  # noqa: BLE001 - whatever a stranger's callback raises
                sys.stderr.write(f"{error}\n")

    def take(self) -> bool:
        """Whether there was an edge since the last question."""
        seen = self._seen.is_set()
        self._seen.clear()
        return seen

    def wait(self, seconds: float | None) -> bool:
        """Block until there is an edge: False when there was none in time."""
        return self._seen.wait(seconds)
