"""One reader of the table, listened to by an owner's tool: what passes, what rests there alone, its loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Protocol, TypeAlias

from drivers.base import Driver
from drivers.clock import WallClock
from drivers.reports import ReaderLost, ReaderUp, Report, TagGone, TagSeen
from drivers.worker import Worker

# A second card under the first may be read some sweeps later: only then is the first one taken.
REST = 0.5
# One card is lifted while the next is laid down: only what lies together for longer is two cards.
TOGETHER = 1.5
# A plug that came loose is put back within this time, or the tool ends.
PATIENCE = 10.0
_MOMENT = 0.05


class ReaderGone(Exception):
    """The reader does not answer; the sentence is its driver's."""


class Feed(Protocol):
    """Where reports come from."""

    def now(self) -> float:
        """Seconds, monotonic."""

    def listen(self) -> Sequence[Report]:
        """Let a moment pass and tell what was sensed in it."""


class WallFeed:
    """The reports of a driver that is polled by its own thread on the wall clock."""

    def __init__(self, driver: Driver) -> None:
        self._reports: SimpleQueue[Report] = SimpleQueue()
        self._clock = WallClock()
        self._worker = Worker(driver, self._reports, lambda: None, self._clock)
        self._worker.start()

    def now(self) -> float:
        """Seconds, monotonic."""
        return self._clock.now()

    def listen(self) -> Sequence[Report]:
        """Let a moment pass and tell what was sensed in it."""
        self._clock.sleep(_MOMENT)
        reports: list[Report] = []
        with suppress(Empty):
            while True:
                reports.append(self._reports.get_nowait())
        return reports

    def close(self) -> None:
        """End the thread and give the bus back."""
        self._worker.stop()


@dataclass(frozen=True, slots=True)
class Passed:
    """A tag came over the reader."""

    uid: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rests:
    """A tag rests on the reader, alone; told once, until it was lifted."""

    uid: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Two or more tags lie together."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reader does not answer for the moment, or cannot tell its tags apart."""

    sentence: str


Heard: TypeAlias = Passed | Rests | Crowd | Trouble


class Antenna:
    """The reader called `name`."""

    def __init__(self, name: str, feed: Feed) -> None:
        self.name = name
        self._feed = feed
        self._since: dict[str, float] = {}
        self._told: set[str] = set()
        self._crowded = False
        self._answered = False
        self._lost: tuple[float, str] | None = None

    def now(self) -> float:
        """Seconds, monotonic."""
        return self._feed.now()

    def listen(self) -> Iterator[Heard]:
        """Let a moment pass and tell what was heard in it.

        Raises `ReaderGone` for a reader that never answered, or not for `PATIENCE`.
        """
        for report in self._feed.listen():
            yield from self._took(report)
        now = self._feed.now()
        if self._lost and (not self._answered or now - self._lost[0] >= PATIENCE):
            raise ReaderGone(self._lost[1])
        yield from self._resting(now)

    def _took(self, report: Report) -> Iterator[Heard]:
        match report:
            case ReaderUp(reader=self.name):
                self._answered, self._lost = True, None
            case ReaderLost(at=at, reader=self.name, reason=reason):
                self._lost = (at, reason)
                if self._answered:
                    yield Trouble(reason)
            case TagSeen(at=at, reader=self.name, uid=uid):
                self._since[uid] = at
                yield Passed(uid)
            case TagGone(reader=self.name, uid=uid):
                self._since.pop(uid, None)
                self._told.discard(uid)

    def _resting(self, now: float) -> Iterator[Heard]:
        match list(self._since.items()):
            case []:
                self._crowded = False
            case [(uid, since)]:
                self._crowded = False
                if uid not in self._told and now - since >= REST:
                    self._told.add(uid)
                    yield Rests(uid)
            case several if not self._crowded and now - max(at for _, at in several) >= TOGETHER:
                self._crowded = True
                yield Crowd()
