"""A finger on the dealer screen: a key acts on release inside it, a hold key after its time.

Pure: every call is given the time. The key that was pressed must still be there and mean the same when it
is let go, since the table may have moved on in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from display.canvas import Point
from display.deeds import Key


@dataclass(frozen=True, slots=True)
class Press:
    """A key under the finger since `since` (seconds); `seen` is the snapshot number it was pressed at."""

    key: Key
    since: float
    seen: int

    def progress(self, now: float) -> float:
        """How much of the holding time has passed, 0 to 1; 0 for a key that is only tapped."""
        return min(1.0, (now - self.since) / self.key.hold) if self.key.hold else 0.0

    def released(self, keys: Sequence[Key], point: Point) -> bool:
        """Whether letting go at this point does what the key says."""
        return not self.key.hold and self._still(keys, point)

    def held(self, keys: Sequence[Key], point: Point, now: float) -> bool:
        """Whether a hold key has been held long enough."""
        return self.key.hold > 0 and now - self.since >= self.key.hold and self._still(keys, point)

    def _still(self, keys: Sequence[Key], point: Point) -> bool:
        under = key_at(keys, point)
        return under is not None and (under.name, under.deed) == (self.key.name, self.key.deed)


def key_at(keys: Sequence[Key], point: Point) -> Key | None:
    """The live key under a point of the design."""
    return next((key for key in keys if key.on and key.box.collidepoint(point)), None)
