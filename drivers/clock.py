"""The time that a driver has when nobody gives it another: that of the machine."""

from __future__ import annotations

import time


class WallClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """Seconds since some moment before the program began."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let `seconds` pass."""
        time.sleep(seconds)
