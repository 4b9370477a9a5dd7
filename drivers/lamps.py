"""What a lamp of one colour does for each value: dark, steady, or blinking in its own way.

At a seat four must be told apart at a glance, without colour: `deal` is steady (pitch here), `act` blinks
calmly (this player thinks), `stop` blinks fast (something is wrong here), and `all-in` is dark but for a
short wink (nothing is asked of this player any more). A key's lamp is `on` or, refused for a moment, `flash`.
Lamps of one value blink together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from drivers.base import BadWiring
from drivers.hub import LIGHTS

# With a colour all-in is steady violet; with one colour steady is `deal`.
_WINK = (2.0, 0.15)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Lit for the first `lit` of every `period` seconds."""

    period: float
    lit: float

    def is_lit(self, now: float) -> bool:
        """Whether the lamp is lit at `now`, in seconds."""
        return now % self.period < self.lit


def _pattern(value: str, light: str) -> Pattern:
    if value == "all-in":
        return Pattern(*_WINK)
    if blink := re.search(r"blink=(\d+)", light):
        period = int(blink[1]) / 1000
        return Pattern(period, period / 2)
    return Pattern(1.0, 0.0 if value == "off" else 1.0)


PATTERNS: Mapping[str, Pattern] = {value: _pattern(value, light) for value, light in LIGHTS.items()}


def is_lit(value: str, now: float) -> bool:
    """Whether a lamp that shows `value` is lit at `now`, in seconds."""
    return PATTERNS[value].is_lit(now)


def check(lamps: Mapping[str, str]) -> None:
    """Raise BadWiring for a value that no lamp can show."""
    for name, value in lamps.items():
        if value not in PATTERNS:
            raise BadWiring(f"lamp {name} cannot show {value!r}; it can show {', '.join(PATTERNS)}")
