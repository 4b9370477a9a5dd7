"""One tag at one antenna, sweep by sweep: how often it was read of late, and since when without a break.

Sweeps are numbered by the `Presence` that owns the sights, so that two antennas can be compared in time.
"""

from __future__ import annotations

from dataclasses import dataclass

# Sweeps that are remembered; a rule may look back on so many.
MEMORY = 16


@dataclass(slots=True)
class Sight:
    """One visit of a tag.

    `first` and `last` are the sweeps that saw it first and last, `run` the one that began the last row of
    sightings without a miss; `began` and `last_seen` are seconds. `landed`: reported, and not yet reported
    gone; `left`: an edge said that it went. `seen` and `missed` count from `counted_from` (s) on.
    """

    first: int
    began: float
    last_seen: float
    last: int = 0
    run: int = 0
    landed: bool = False
    left: bool = False
    misses: int = 0
    sweeps: int = 0
    seen: int = 0
    missed: int = 0
    counted_from: float = 0.0
    _history: int = 0

    def count(self, sweep: int, now: float, *, seen: bool) -> None:
        """Take what sweep number `sweep` says of the tag."""
        self._history = (self._history << 1 | seen) & ((1 << MEMORY) - 1)
        self.sweeps += 1
        if not seen:
            self.misses += 1
            return
        if self.misses or not self.run:
            self.run = sweep
        self.misses = 0
        self.last = sweep
        self.last_seen = now

    def score(self, sweeps: int) -> int:
        """How many of the last `sweeps` sweeps saw it; 0 to MEMORY are remembered."""
        return (self._history & ((1 << sweeps) - 1)).bit_count()

    def land(self, now: float) -> None:
        """It is reported from now on, and counted."""
        self.landed = True
        self.recount(now)

    def recount(self, now: float) -> None:
        """Count sightings and misses anew."""
        self.seen = self.missed = 0
        self.counted_from = now
