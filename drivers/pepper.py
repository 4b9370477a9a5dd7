"""Eccel Pepper C1, C1 MUX, and several units on one RS-485 line: all that is behind one port, by one driver.

One command is under way at a time. A command that is not answered spoils the look that it belongs to; the
next begins with the version, and what answers another command is dropped, so a late answer is never taken
for one of another antenna. A unit that stays silent is asked ever more rarely, and the others go on.

No Pepper C1 tells a number of its own: that two seats are not swapped is up to the port's name (by-id,
by-path, a fixed network address), the address of the unit and the number of the antenna.

Five tags are the most that one search names, perhaps of more. So while five are found, no card that rested
there is taken to have left, and what the sixth is stays unknown: fit for a board; of a muck some are named.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from math import inf

from drivers.base import BadWiring, SerialDriver, TransportLost, back_off
from drivers.health import Health
from drivers.pepperframe import NO_COMMAND, Ack, Answer, Event, FrameReader, Refusal, answer, request
from drivers.pepperlook import REPLY_TIME, Ask, Look, Reply, greet, look
from drivers.port import Port
from drivers.presence import Presence, PresenceRule
from drivers.reports import ReaderLost, ReaderUp, Report

# Unanswered commands, or unclear looks, in a row that lose a reader.
PATIENCE = 3
# A unit that restarts takes no command for one second.
SILENCE = 2.0
# After a longer pause within a look the reader may have restarted, and stand at another antenna.
STALL = 0.3
ANTENNAS, UNITS = range(1, 9), range(1, 255)


@dataclass(frozen=True, slots=True)
class PepperAntenna:
    """A reader by name: one `antenna` of a MUX, and the RS-485 address of its `unit`, where it has such."""

    name: str
    antenna: int | None = None
    unit: int | None = None
    rule: PresenceRule = field(default_factory=PresenceRule)

    @property
    def label(self) -> str:
        """The place on its port, for sentences."""
        unit = "" if self.unit is None else f" unit {self.unit}"
        return unit + ("" if self.antenna is None else f" antenna {self.antenna}")


@dataclass(slots=True)
class _Unit:
    address: int | None
    silent: str
    device: str = ""
    greeted: bool = False
    failures: int = 0
    retry_at: float = -inf
    round_trip: float | None = None
    errors: int = 0


@dataclass(slots=True)
class _Place:
    name: str
    antenna: int | None
    unit: _Unit
    told: str | None = None
    unclear: int = 0
    errors: int = 0


@dataclass(slots=True)
class _Turn:
    place: _Place
    steps: Generator[Ask, Reply, Look]
    ask: Ask
    sent: float | None = None
    damaged: bool = False


class PepperDriver(SerialDriver):
    """All readers behind the port `where`, which `open_port` opens again and again; raises BadWiring.

    Since the start: `rejected` counts damaged frames, `skipped` bytes of no frame (also events as text),
    `events` events in frames, `strays` answers that nothing waited for, `foreign` tags that are no cards.
    """

    interval = 0.005

    def __init__(
        self, where: str, open_port: Callable[[str], Port], antennas: Sequence[PepperAntenna]
    ) -> None:
        _check(where, antennas)
        self.where = where
        self.events = self.strays = self.foreign = 0
        self._open_port = open_port
        self._presence = Presence(rules={antenna.name: antenna.rule for antenna in antennas})
        self._units = {a.unit: _Unit(a.unit, _silent(where, a.unit)) for a in antennas}
        self._places = [_Place(a.name, a.antenna, self._units[a.unit]) for a in antennas]
        self._addressed = antennas[0].unit is not None
        self._frames = FrameReader()
        self._port: Port | None = None
        self._turn: _Turn | None = None
        self._next = 0
        self._failures = 0
        self._retry_at = -inf
        self._heard = self._polled = -inf

    @property
    def names(self) -> tuple[str, ...]:
        """The readers behind this port."""
        return tuple(place.name for place in self._places)

    @property
    def rejected(self) -> int:
        """Damaged frames since the start."""
        return self._frames.rejected

    @property
    def skipped(self) -> int:
        """Bytes of no frame since the start."""
        return self._frames.skipped

    def poll(self, now: float) -> tuple[Report, ...]:
        """Read, take answers, check the deadline, ask the next; `now` in seconds. Losses are reported."""
        reports: list[Report] = []
        try:
            if self._port is None:
                if now < self._retry_at:
                    return ()
                self._open(now)
            self._listen(now, reports)
            self._speak(now, reports)
        except TransportLost as lost:
            self._hang_up(now)
            for place in self._places:
                self._tell(now, place, str(lost), reports)
        return tuple(reports)

    def health(self) -> tuple[Health, ...]:
        """How each reader does; what a damaged answer was for can only be told by unit."""
        return tuple(self._health(place) for place in self._places)

    def close(self) -> None:
        """Give the port back."""
        self._turn = None
        if self._port is not None:
            self._port.close()
            self._port = None

    def _health(self, place: _Place) -> Health:
        unit, tally = place.unit, self._presence.tally(place.name)
        errors = unit.errors + place.errors
        return Health(place.name, unit.device, unit.round_trip, tally.seen, tally.missed, errors)

    def _open(self, now: float) -> None:
        self._port = self._open_port(self.where)
        self._frames.forget()
        self._heard = self._polled = now
        for unit in self._units.values():
            unit.greeted = False
            unit.retry_at = -inf

    def _hang_up(self, now: float) -> None:
        self.close()
        self._retry_at = now + back_off(self._failures)
        self._failures += 1

    def _tell(self, now: float, place: _Place, reason: str, reports: list[Report]) -> None:
        """Report a reader lost for `reason`, or up when that is empty; nothing twice."""
        if place.told != reason:
            place.told = reason
            up = ReaderUp(now, place.name)
            reports.append(ReaderLost(now, place.name, reason) if reason else up)

    def _listen(self, now: float, reports: list[Report]) -> None:
        assert self._port is not None
        if now - self._polled >= STALL:
            self._drop()
        self._polled = now
        rejected, skipped = self.rejected, self.skipped
        for payload in self._frames.feed(self._port.read(), now):
            self._take(now, answer(payload, addressed=self._addressed), reports)
        if self._turn is not None and self.rejected > rejected:
            self._turn.place.unit.errors += self.rejected - rejected
            self._turn.damaged = True
        if self.skipped > skipped:
            # It may have been an event as text, and nothing says of which unit.
            for unit in self._units.values():
                unit.greeted = False

    def _drop(self) -> None:
        """Begin anew with the unit in turn: its next answer may be to anything."""
        if self._turn is not None:
            self._turn.place.unit.greeted = False
            self._turn = None

    def _take(self, now: float, said: Answer | None, reports: list[Report]) -> None:
        turn = self._turn
        match said:
            case Event(unit=address):
                self.events += 1
                # Its own polling is on, as after a restart.
                if (unit := self._units.get(address)) is not None:
                    unit.greeted = False
            case Refusal(unit=address, command=command) if command == NO_COMMAND and self._awaits(address):
                self._fail(now, reports)
            case Ack(unit=address, command=command) | Refusal(unit=address, command=command) if (
                turn is not None and self._awaits(address) and command == turn.ask.command
            ):
                self._advance(now, turn, said, reports)
            case _:
                self.strays += 1

    def _awaits(self, address: int | None) -> bool:
        turn = self._turn
        return turn is not None and turn.sent is not None and turn.place.unit.address == address

    def _advance(self, now: float, turn: _Turn, reply: Reply, reports: list[Report]) -> None:
        unit = turn.place.unit
        assert turn.sent is not None
        if turn.ask.patience == REPLY_TIME:
            unit.round_trip = now - turn.sent
        unit.failures = self._failures = 0
        self._heard = now
        # The next command goes out when all that came with this answer has been read.
        turn.sent = None
        try:
            turn.ask = turn.steps.send(reply)
        except StopIteration as end:
            self._turn = None
            self._finish(now, turn.place, end.value, reports)

    def _finish(self, now: float, place: _Place, found: Look, reports: list[Report]) -> None:
        self.foreign += found.foreign
        place.errors += found.cut + bool(found.trouble)
        if found.trouble:
            place.unclear += 1
            if place.unclear >= PATIENCE:
                self._tell(now, place, found.trouble, reports)
        else:
            place.unclear = 0
            self._tell(now, place, "", reports)
        # What was not named may be what rested there.
        clear = not (found.trouble or found.full or found.cut)
        reports.extend(self._presence.sweep(now, place.name, found.uids, clear=clear))

    def _speak(self, now: float, reports: list[Report]) -> None:
        turn = self._turn
        if turn is not None and turn.sent is not None and now - turn.sent >= turn.ask.patience:
            self._fail(now, reports)
        if now - self._heard >= SILENCE:
            self._failures = 0
            self._hang_up(now)
            for place in self._places:
                self._tell(now, place, place.unit.silent, reports)
            return
        if self._turn is None:
            self._turn = self._begin(now)
        if self._turn is not None and self._turn.sent is None:
            self._send(now, self._turn)

    def _send(self, now: float, turn: _Turn) -> None:
        assert self._port is not None
        frame = request(turn.ask.command, *turn.ask.arguments, unit=turn.place.unit.address)
        self._port.write(frame)
        self.sent += len(frame)
        turn.sent = now

    def _begin(self, now: float) -> _Turn | None:
        """The next reader whose unit may be asked."""
        for _ in self._places:
            place = self._places[self._next]
            self._next = (self._next + 1) % len(self._places)
            if place.unit.retry_at <= now:
                steps = self._steps(place)
                return _Turn(place, steps, next(steps))
        return None

    def _steps(self, place: _Place) -> Generator[Ask, Reply, Look]:
        unit = place.unit
        if not unit.greeted:
            unit.device = yield from greet()
            if not unit.device:
                return Look(trouble=f"what is connected at {self.where} is no Pepper C1")
            unit.greeted = True
        return (yield from look(place.antenna))

    def _fail(self, now: float, reports: list[Report]) -> None:
        """No answer, or a command that arrived damaged."""
        assert self._turn is not None
        unit, damaged = self._turn.place.unit, self._turn.damaged
        self._drop()
        unit.errors += 1
        unit.failures += 1
        if unit.failures < PATIENCE:
            return
        # A bad line is not silence: it may be good again at any moment.
        unit.retry_at = now + back_off(0 if damaged else unit.failures - PATIENCE)
        for place in self._places:
            if place.unit is unit:
                self._tell(now, place, unit.silent, reports)


def _silent(where: str, unit: int | None) -> str:
    which = "the Pepper C1" if unit is None else f"unit {unit} of the Pepper C1s"
    return f"{which} at {where} does not answer"


def _check(where: str, antennas: Sequence[PepperAntenna]) -> None:
    """Refuse what one port cannot be; raises BadWiring."""
    if not antennas:
        raise BadWiring(f"no reader is behind the port {where}")
    for i, one in enumerate(antennas):
        if one.antenna is not None and one.antenna not in ANTENNAS:
            raise BadWiring(f"{one.name}: a C1 MUX has antennas 1 to 8, not {one.antenna}")
        if one.unit is not None and one.unit not in UNITS:
            raise BadWiring(f"{one.name}: the address of a unit is 1 to 254, not {one.unit}")
        for other in antennas[:i]:
            _check_pair(where, one, other)


def _check_pair(where: str, one: PepperAntenna, other: PepperAntenna) -> None:
    if one.name == other.name:
        raise BadWiring(f"two readers at {where} are called {one.name}")
    if (one.unit is None) != (other.unit is None):
        raise BadWiring(
            f"{other.name} and {one.name} share the port {where}: both need the address of a unit"
        )
    if one.unit != other.unit:
        return
    if one.antenna == other.antenna or None in (one.antenna, other.antenna):
        place = f"{where}{other.label}"
        raise BadWiring(f"{other.name} and {one.name} are both at {place}; give each its own antenna")
