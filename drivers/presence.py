"""From raw sightings to landed and gone: a tag is reported once when it rests, once when it has left.

Sightings flicker: weak tags drop out and passing ones are seen once. So a tag has landed when it was seen
in `appear` of the last `of` sweeps, and is gone after `gone_misses` misses in a row and `gone_after`
seconds. Time is passed in. A lost reader is simply not swept: its tags stay where they were last seen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from drivers.base import BadWiring
from drivers.reports import TagGone, TagSeen


@dataclass(frozen=True, slots=True)
class PresenceRule:
    """When a tag has landed on a reader, and when it has left; `gone_after` in seconds.

    Raises BadWiring for numbers that no series of sweeps can satisfy.
    """

    appear: int = 2
    of: int = 3
    gone_misses: int = 3
    gone_after: float = 0.5

    def __post_init__(self) -> None:
        if not 1 <= self.appear <= self.of:
            raise BadWiring(f"presence: {self.appear} sightings of {self.of} sweeps cannot be reached")
        if self.gone_misses < 1 or self.gone_after < 0:
            raise BadWiring(
                f"presence: gone after {self.gone_misses} misses and {self.gone_after} s; "
                "needs at least 1 miss and no negative time"
            )


SHOE = PresenceRule(appear=1, of=1)


@dataclass(slots=True)
class _Sight:
    last_seen: float
    landed: bool = False
    history: int = 0
    misses: int = 0
    left: bool = False


@dataclass(slots=True)
class Presence:
    """What rests on each reader: `rule` for all readers but those named in `rules`.

    A reader is used either by `sweep` (it tells sets), or by `appeared`, `left` and `due` (it tells edges).
    """

    rule: PresenceRule = field(default_factory=PresenceRule)
    rules: Mapping[str, PresenceRule] = field(default_factory=dict)
    _sights: dict[str, dict[str, _Sight]] = field(default_factory=dict, repr=False)

    def resting(self, reader: str) -> frozenset[str]:
        """The UIDs that have landed on `reader` and are not gone."""
        return frozenset(uid for uid, sight in self._sights.get(reader, {}).items() if sight.landed)

    def sweep(self, now: float, reader: str, uids: Collection[str]) -> tuple[TagSeen | TagGone, ...]:
        """Take the whole set of UIDs that one sweep of `reader` found at `now`."""
        sights = self._sights.setdefault(reader, {})
        if not sights and not uids:
            return ()
        for uid in sorted(uids):
            sights.setdefault(uid, _Sight(last_seen=now))
        rule = self.rules.get(reader, self.rule)
        reports: list[TagSeen | TagGone] = []
        for uid, sight in list(sights.items()):
            seen = uid in uids
            _count(sight, now, seen, rule)
            if not sight.landed and sight.history.bit_count() >= rule.appear:
                sight.landed = True
                reports.append(TagSeen(now, reader, uid))
            elif sight.landed and _has_gone(sight, now, rule):
                del sights[uid]
                reports.append(TagGone(now, reader, uid))
            elif not sight.landed and not sight.history:
                del sights[uid]
        return tuple(reports)

    def appeared(self, now: float, reader: str, uid: str) -> tuple[TagSeen, ...]:
        """Take a debounced arrival; a tag that came back in time was never away."""
        sights = self._sights.setdefault(reader, {})
        known = uid in sights
        sights[uid] = _Sight(last_seen=now, landed=True)
        return () if known else (TagSeen(now, reader, uid),)

    def left(self, now: float, reader: str, uid: str) -> None:
        """Take a debounced departure; `due` reports it when the tag stays away."""
        sight = self._sights.get(reader, {}).get(uid)
        if sight is not None and not sight.left:
            sight.left = True
            sight.last_seen = now

    def due(self, now: float) -> tuple[TagGone, ...]:
        """Report the departed tags that have stayed away for `gone_after`."""
        reports: list[TagGone] = []
        for reader, sights in self._sights.items():
            rule = self.rules.get(reader, self.rule)
            gone = [uid for uid, s in sights.items() if s.left and now - s.last_seen >= rule.gone_after]
            for uid in gone:
                del sights[uid]
                reports.append(TagGone(now, reader, uid))
        return tuple(reports)


def _count(sight: _Sight, now: float, seen: bool, rule: PresenceRule) -> None:
    sight.history = (sight.history << 1 | seen) & ((1 << rule.of) - 1)
    if seen:
        sight.misses = 0
        sight.last_seen = now
    else:
        sight.misses += 1


def _has_gone(sight: _Sight, now: float, rule: PresenceRule) -> bool:
    return sight.misses >= rule.gone_misses and now - sight.last_seen >= rule.gone_after
