"""One tag read by two antennas: which of them keeps it, and when that is worth a report.

A card that moves is no cross-talk: its old antenna has not read it since the new one began to. Where both
read it, the one with more sightings over the last sweeps keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.sight import Sight

WINDOW = 8
CLEARLY = 3
# So many seconds of being read by both are no passing.
PERSISTS = 1.0
# After so many seconds without cross-talk the same two antennas are reported anew.
QUIET = 5.0


def contested(newcomer: Sight, holder: Sight) -> bool:
    """Whether the holder's antenna read the tag after the newcomer's began to: it has not simply moved."""
    return holder.last > newcomer.first


def clearly_better(sight: Sight, other: Sight) -> bool:
    """Whether `sight` was read so much more often of late that the tag must lie there."""
    span = min(WINDOW, sight.sweeps, other.sweeps)
    return sight.score(span) >= other.score(span) + CLEARLY


def worse(one: Sight, two: Sight) -> Sight | None:
    """Of two that are both reported: the one to withdraw, None while the tag may only be moving.

    With as many sightings the longer visit is kept.
    """
    at_once = not one.misses and not two.misses and one.run < two.last and two.run < one.last
    if not at_once:
        return None
    span = min(WINDOW, one.sweeps, two.sweeps)
    older, newer = sorted((one, two), key=lambda sight: sight.first)
    return older if newer.score(span) > older.score(span) else newer


def persists(one: Sight, two: Sight) -> bool:
    """Whether both have read the tag for so long that it is not on its way."""
    return min(one.last_seen, two.last_seen) - max(one.began, two.began) >= PERSISTS


@dataclass(slots=True)
class Neighbours:
    """The pairs of antennas that read the same tags, each told once until it was quiet for `QUIET` s."""

    _last: dict[frozenset[str], float] = field(default_factory=dict)

    def news(self, now: float, reader: str, other: str) -> bool:
        """Take that two antennas read one tag at `now`: whether that is to be reported."""
        pair = frozenset((reader, other))
        last = self._last.get(pair)
        self._last[pair] = now
        return last is None or now - last >= QUIET
