"""All reader chips of one SPI bus: one owner, who looks at one antenna after the other.

A look is suspended where its chip can wait, when an antenna is due that must be looked at more often: a card
pulled from the shoe is over it for 80 ms only. No two sliced fields are ever on at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from math import inf
from typing import Protocol

from drivers.base import BadWiring, Clock, Driver, DriverError, back_off
from drivers.health import Health
from drivers.iso14443a import Inventory
from drivers.presence import Presence, PresenceRule
from drivers.reports import UNREADABLE, ReaderLost, ReaderUp, Report

# How often the shoe must be looked at: of the 80 ms of a card three looks, one of which may fail.
SHOE_EVERY = 0.025
# A poll begins no further step after so long; the rest of the time of a bus is its worker's pause.
_BUDGET = 0.018
# A look that is due begins so long before: what is under way may go on for so long before it gives way.
_AHEAD = 0.01
# Antennas that are looked at in turn need no more: a card rests for longer.
_ROUND = 0.05
_PAUSES = (0.0002, 0.02)
_PATIENCE = 3


class TagReader(Protocol):
    """What the bus needs of a chip; each may raise a DriverError and is opened anew by the next look."""

    @property
    def node(self) -> str:
        """The device that the chip is, for sentences; no other has the same."""

    @property
    def sliced(self) -> bool:
        """Whether its field is on only during a look."""

    @property
    def device(self) -> str:
        """What the chip says it is, empty while it has not answered."""

    @property
    def round_trip(self) -> float | None:
        """Seconds of one exchange with the chip."""

    @property
    def errors(self) -> int:
        """Answers that did not check, since the start."""

    def look(self) -> Generator[None, None, Inventory]:
        """Find every tag; yields where some milliseconds may pass before it goes on."""

    def close(self) -> None:
        """Give back what was taken."""


@dataclass(frozen=True, slots=True)
class Antenna:
    """One reader by the name that its reports carry, and when a tag has landed on it.

    With `every` it is looked at so often (s), also in the middle of the look at another; without, in turn.
    """

    name: str
    reader: TagReader
    rule: PresenceRule = field(default_factory=PresenceRule)
    every: float | None = None


class _State(Enum):
    UNKNOWN = auto()
    UP = auto()
    UNCLEAR = auto()
    SILENT = auto()


class _Post:
    """An antenna under way: its look, and how it does.

    `_PATIENCE` looks in a row that cannot tell the tags apart lose the reader; what rested there stays.
    """

    def __init__(self, antenna: Antenna, presence: Presence, clock: Clock) -> None:
        self.antenna = antenna
        self.began = -inf
        self.retry_at = -inf
        self._presence = presence
        self._clock = clock
        self._look: Generator[None, None, Inventory] | None = None
        self._state = _State.UNKNOWN
        self._unclear = 0
        self._failures = 0

    def due(self, ahead: float) -> float:
        """When the next look must begin to be in time although it may wait for `ahead` seconds."""
        every = self.antenna.every or inf
        return max(self.began + every - ahead, self.retry_at)

    def step(self) -> tuple[Report, ...] | None:
        """Go on with the look, or begin one: what it found, None when it gave way."""
        if self._look is None:
            self.began = self._clock.now()
            self._look = self.antenna.reader.look()
        look, self._look = self._look, None
        try:
            next(look)
        except StopIteration as stop:
            found: Inventory = stop.value
            return self._found(self._clock.now(), found)
        except DriverError as error:
            return self._failed(self._clock.now(), error)
        self._look = look
        return None

    def look(self) -> tuple[Report, ...]:
        """Look to the end, whatever waits."""
        while (found := self.step()) is None:
            pass
        return found

    def close(self) -> None:
        """Break off the look and give the reader's chip back."""
        if self._look is not None:
            self._look.close()
            self._look = None
        self.antenna.reader.close()

    def _found(self, now: float, found: Inventory) -> tuple[Report, ...]:
        self._failures = 0
        trouble = UNREADABLE if found.unresolved else found.fault
        reports: tuple[Report, ...] = ()
        if trouble is None:
            self._unclear = 0
            reports = self._rise(now)
        else:
            self._unclear += 1
            if self._unclear >= _PATIENCE:
                reports = self._lose(now, _State.UNCLEAR, trouble)
        return reports + self._presence.sweep(now, self.antenna.name, found.uids, clear=trouble is None)

    def _failed(self, now: float, error: DriverError) -> tuple[Report, ...]:
        self.retry_at = now + back_off(self._failures)
        self._failures += 1
        return self._lose(now, _State.SILENT, f"{self.antenna.name} reader does not answer: {error}")

    def _lose(self, now: float, state: _State, reason: str) -> tuple[Report, ...]:
        if self._state is state:
            return ()
        self._state = state
        return (ReaderLost(now, self.antenna.name, reason),)

    def _rise(self, now: float) -> tuple[Report, ...]:
        if self._state is _State.UP:
            return ()
        self._state = _State.UP
        return (ReaderUp(now, self.antenna.name),)


class SpiBusDriver(Driver):
    """The antennas of one SPI bus; a chip that is lost is tried again after the waits of BACK_OFF.

    Reports carry the time at which their look ended. A poll begins nothing more after 18 ms; `interval` is
    the time until an antenna is due.

    Raises BadWiring for two antennas at one device, and for a sliced one that cannot wait beside others.
    """

    def __init__(self, antennas: Sequence[Antenna], clock: Clock) -> None:
        _check(antennas)
        self._clock = clock
        self._presence = Presence(rules={antenna.name: antenna.rule for antenna in antennas})
        posts = [_Post(antenna, self._presence, clock) for antenna in antennas]
        self._posts = tuple(posts)
        self._urgent = tuple(post for post in posts if post.antenna.every is not None)
        self._waiting: deque[_Post] = deque()
        self._current: _Post | None = None
        self._next_round = -inf
        self.interval = _PAUSES[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The readers on this bus."""
        return tuple(post.antenna.name for post in self._posts)

    def poll(self, now: float) -> tuple[Report, ...]:
        """Look at what is due, and then at the others in turn: what came, what left, who does not answer."""
        end = max(now, self._clock.now()) + _BUDGET
        reports: list[Report] = []
        # The next poll may not come before the longest pause is over.
        for post in self._urgent:
            self._look_in_time(post, _PAUSES[1], reports)
        while self._work(reports) and self._clock.now() < end:
            pass
        self.interval = self._pause()
        return tuple(reports)

    def health(self) -> tuple[Health, ...]:
        """How each reader does."""
        return tuple(self._health(post.antenna) for post in self._posts)

    def close(self) -> None:
        """Give back the bus and the pins of all its readers."""
        for post in self._posts:
            post.close()

    def _work(self, reports: list[Report]) -> bool:
        """Look at the antenna that is due, and do one step of the one whose turn it is; False for nothing."""
        urgent = min(self._urgent, key=lambda post: post.due(_AHEAD), default=None)
        is_due = urgent is not None and self._look_in_time(urgent, _AHEAD, reports)
        # Cards that stay in the shoe make its looks long: the others have their step all the same.
        post = self._turn(self._clock.now())
        if post is None:
            return is_due
        found = post.step()
        if found is not None:
            self._current = None
            reports += found
        return True

    def _look_in_time(self, post: _Post, ahead: float, reports: list[Report]) -> bool:
        """Look where one would be due in `ahead` seconds; False when it is not."""
        if post.due(ahead) > self._clock.now():
            return False
        reports += post.look()
        return True

    def _turn(self, now: float) -> _Post | None:
        """Whose look goes on or begins, None until the next round."""
        if not self._waiting and self._current is None and now >= self._next_round:
            self._next_round = now + _ROUND
            self._waiting.extend(post for post in self._posts if post not in self._urgent)
        while self._current is None and self._waiting:
            post = self._waiting.popleft()
            if post.retry_at <= now:
                self._current = post
        return self._current

    def _pause(self) -> float:
        shortest, longest = _PAUSES
        if self._current is not None or self._waiting:
            return shortest
        wake = min([self._next_round, *(post.due(_AHEAD) for post in self._urgent)])
        return min(max(wake - self._clock.now(), shortest), longest)

    def _health(self, antenna: Antenna) -> Health:
        reader, tally = antenna.reader, self._presence.tally(antenna.name)
        return Health(antenna.name, reader.device, reader.round_trip, tally.seen, tally.missed, reader.errors)


def _check(antennas: Sequence[Antenna]) -> None:
    """Refuse what this bus cannot be or do."""
    for n, antenna in enumerate(antennas):
        for other in antennas[:n]:
            if other.name == antenna.name:
                raise BadWiring(f"two antennas are called {antenna.name}")
            if other.reader.node == antenna.reader.node:
                raise BadWiring(f"{other.name} and {antenna.name} are both at {antenna.reader.node}")
        if antenna.every is not None and antenna.every <= _PAUSES[1]:
            raise BadWiring(
                f"{antenna.name} cannot be looked at every {antenna.every} s, only less often than every "
                f"{_PAUSES[1]} s"
            )
    sliced = [antenna for antenna in antennas if antenna.reader.sliced]
    for antenna in sliced:
        if antenna.every is not None and len(sliced) > 1:
            raise BadWiring(
                f"{antenna.name} must be looked at every {antenna.every} s, and cannot wait until its "
                "neighbours' fields are off; its own must stay on (field: on)"
            )
