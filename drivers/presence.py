"""From raw sightings to landed and gone: a tag is reported once when it rests, once when it has left.

Sightings flicker: weak tags drop out and passing ones are seen once. So a tag has landed when it was seen
in `appear` of the last `of` sweeps, and is gone after `gone_misses` misses in a row and `gone_after`
seconds. Time is passed in. A lost reader is simply not swept: its tags stay where they were last seen.
A tag that two readers see is reported at one of them (`crosstalk`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from drivers.base import BadWiring
from drivers.crosstalk import Neighbours, clearly_better, contested, persists, worse
from drivers.reports import CrossTalk, ReaderWeak, TagGone, TagSeen
from drivers.sight import MEMORY, Sight

# A reader is weak by what it missed over so many sweeps and seconds: a hand held over it is shorter.
WEAK_SWEEPS = 16
WEAK_TIME = 4.0
_WEAK_RATE, _GOOD_RATE = 0.5, 0.75

Sensed: TypeAlias = TagSeen | TagGone | ReaderWeak | CrossTalk


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
        if not 1 <= self.appear <= self.of <= MEMORY:
            raise BadWiring(
                f"presence: {self.appear} sightings of {self.of} sweeps cannot be reached; "
                f"up to {MEMORY} sweeps are remembered"
            )
        if self.gone_misses < 1 or self.gone_after < 0:
            raise BadWiring(
                f"presence: gone after {self.gone_misses} misses and {self.gone_after} s; "
                "needs at least 1 miss and no negative time"
            )

    def has_landed(self, sight: Sight) -> bool:
        """Whether it was seen often enough to rest there."""
        return sight.score(self.of) >= self.appear

    def has_gone(self, sight: Sight, now: float) -> bool:
        """Whether it has been missed for long enough."""
        return sight.misses >= self.gone_misses and now - sight.last_seen >= self.gone_after


SHOE = PresenceRule(appear=1, of=1)


@dataclass(slots=True)
class Tally:
    """Sweeps in which a tag at rest was seen and missed; the misses before it left are none."""

    seen: int = 0
    missed: int = 0


@dataclass(slots=True)
class Presence:
    """What rests on each reader: `rule` for all readers but those named in `rules`.

    A reader is used either by `sweep` (it tells sets), or by `appeared`, `left` and `due` (it tells edges).
    """

    rule: PresenceRule = field(default_factory=PresenceRule)
    rules: Mapping[str, PresenceRule] = field(default_factory=dict)
    _sights: dict[str, dict[str, Sight]] = field(default_factory=dict, repr=False)
    _tallies: dict[str, Tally] = field(default_factory=dict)
    _weak: dict[str, set[str]] = field(default_factory=dict, repr=False)
    _neighbours: Neighbours = field(default_factory=Neighbours, repr=False)
    _sweeps: int = 0

    def resting(self, reader: str) -> frozenset[str]:
        """The UIDs that are reported at `reader` and not gone."""
        return frozenset(uid for uid, sight in self._sights.get(reader, {}).items() if sight.landed)

    def tally(self, reader: str) -> Tally:
        """How often `reader` saw and missed what rested there, since the start."""
        return self._tallies.setdefault(reader, Tally())

    def sweep(
        self, now: float, reader: str, uids: Collection[str], *, clear: bool = True
    ) -> tuple[Sensed, ...]:
        """Take the UIDs that one sweep of `reader` found at `now`.

        Not `clear`: more may lie there that could not be read, so that nothing is missed. Reports may be
        about other readers of the same tag.
        """
        self._sweeps += 1
        sights = self._sights.setdefault(reader, {})
        if not sights and not uids:
            return ()
        for uid in sorted(uids):
            sights.setdefault(uid, Sight(self._sweeps, now, now))
        reports: list[Sensed] = []
        for uid, sight in list(sights.items()):
            seen = uid in uids
            if seen or clear:
                reports += self._count(now, reader, uid, sight, seen=seen)
                reports += self._settled(now, uid)
        return tuple(reports)

    def appeared(self, now: float, reader: str, uid: str) -> tuple[TagSeen, ...]:
        """Take a debounced arrival; a tag that came back in time was never away."""
        sights = self._sights.setdefault(reader, {})
        known = uid in sights
        sights[uid] = Sight(self._sweeps, now, now, landed=True)
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
            rule = self._rule(reader)
            gone = [uid for uid, s in sights.items() if s.left and now - s.last_seen >= rule.gone_after]
            for uid in gone:
                del sights[uid]
                reports.append(TagGone(now, reader, uid))
        return tuple(reports)

    def _rule(self, reader: str) -> PresenceRule:
        return self.rules.get(reader, self.rule)

    def _count(self, now: float, reader: str, uid: str, sight: Sight, *, seen: bool) -> Iterator[Sensed]:
        """What one sweep says of a tag at its own reader: a departure, or how well it is read."""
        missed = sight.misses
        sight.count(self._sweeps, now, seen=seen)
        if seen and sight.landed:
            yield from self._read(now, reader, uid, sight, missed)
        elif sight.landed and self._rule(reader).has_gone(sight, now):
            del self._sights[reader][uid]
            yield from self._withdrawn(now, reader, uid, sight)
        elif not sight.landed and not sight.score(self._rule(reader).of):
            del self._sights[reader][uid]

    def _read(self, now: float, reader: str, uid: str, sight: Sight, missed: int) -> Iterator[ReaderWeak]:
        """A tag at rest was read, after `missed` sweeps without it: it was there all the time."""
        tally = self.tally(reader)
        tally.seen += 1
        tally.missed += missed
        sight.seen += 1
        sight.missed += missed
        sweeps = sight.seen + sight.missed
        if sweeps < WEAK_SWEEPS or now - sight.counted_from < WEAK_TIME:
            return
        rate = sight.seen / sweeps
        sight.recount(now)
        if rate < _WEAK_RATE:
            yield from self._weakened(now, reader, uid)
        elif rate >= _GOOD_RATE:
            yield from self._strengthened(now, reader, uid)

    def _weakened(self, now: float, reader: str, uid: str) -> Iterator[ReaderWeak]:
        weak = self._weak.setdefault(reader, set())
        if not weak:
            yield ReaderWeak(now, reader, True)
        weak.add(uid)

    def _strengthened(self, now: float, reader: str, uid: str) -> Iterator[ReaderWeak]:
        weak = self._weak.get(reader, set())
        if uid in weak:
            weak.discard(uid)
            if not weak:
                yield ReaderWeak(now, reader, False)

    def _withdrawn(self, now: float, reader: str, uid: str, sight: Sight) -> Iterator[Sensed]:
        """The tag is reported at `reader` no more, if it was."""
        if sight.landed:
            sight.landed = False
            yield TagGone(now, reader, uid)
            yield from self._strengthened(now, reader, uid)

    def _settled(self, now: float, uid: str) -> Iterator[Sensed]:
        """Whether the tag has landed, and at which of the readers that see it."""
        here = {reader: sights[uid] for reader, sights in self._sights.items() if uid in sights}
        for reader, sight in here.items():
            if not sight.landed and not sight.misses and self._rule(reader).has_landed(sight):
                yield from self._landed(now, uid, reader, here)
        if len(here) > 1:
            yield from self._one_only(now, uid, here)

    def _landed(self, now: float, uid: str, reader: str, here: Mapping[str, Sight]) -> Iterator[Sensed]:
        """The tag comes to rest at `reader`, unless another one holds it and reads it as well."""
        sight = here[reader]
        rivals = {
            name: other
            for name, other in here.items()
            if name != reader and other.landed and contested(sight, other)
        }
        if all(clearly_better(sight, other) for other in rivals.values()):
            for name, other in rivals.items():
                yield from self._withdrawn(now, name, uid, other)
            sight.land(now)
            yield TagSeen(now, reader, uid)
            return
        for name, other in rivals.items():
            if persists(sight, other) and self._neighbours.news(now, name, reader):
                yield CrossTalk(now, name, reader)

    def _one_only(self, now: float, uid: str, here: Mapping[str, Sight]) -> Iterator[Sensed]:
        """Of readers at which the tag is reported and that read it at once, one keeps it."""
        landed = [(reader, sight) for reader, sight in here.items() if sight.landed]
        for n, (reader, sight) in enumerate(landed):
            for name, other in landed[n + 1 :]:
                loser = worse(sight, other) if sight.landed and other.landed else None
                if loser is not None:
                    yield from self._withdrawn(now, reader if loser is sight else name, uid, loser)
