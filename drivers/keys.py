"""One key: from readings of a bouncing contact to presses and releases, without edges and without a clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

SETTLE = 0.015
# Three ticks of 5 ms are 15 ms, whatever their sum in floating point is.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Pressed:
    """The key went down."""


@dataclass(frozen=True, slots=True)
class Released:
    """The key was let go after `held` seconds."""

    held: float


Edge: TypeAlias = Pressed | Released


class Contact:
    """A key that counts as changed when all its readings over `settle` seconds say so, two at least.

    What the first readings agree on is no press, and its end no release: nobody saw it begin.
    """

    __slots__ = ("_began", "_reading", "_settle", "_settled", "_since")

    def __init__(self, settle: float = SETTLE) -> None:
        self._settle = settle
        self._settled: bool | None = None
        self._reading: bool | None = None
        self._since = 0.0
        self._began: float | None = None

    def take(self, now: float, down: bool) -> Edge | None:
        """Take one reading, at `now` in seconds: the press or release that it makes certain."""
        if down != self._reading:
            self._reading = down
            self._since = now
            return None
        if down == self._settled or now - self._since < self._settle - _ROUNDING:
            return None
        known, self._settled = self._settled is not None, down
        if down:
            self._began = self._since if known else None
            return Pressed() if known else None
        began, self._began = self._began, None
        return Released(self._since - began) if began is not None else None

    def interrupt(self) -> None:
        """Readings stop for a while: a key that was up may be down at the next one, which is no press."""
        self._reading = None
        if self._began is None:
            self._settled = None
