"""A PN532 on a serial port (HSU): a cheap reader for a seat, two cards at a time.

The port is polled and never waited for: each poll takes what has arrived and sends the next command of the
look that runs (`pn532chip`; frames: `pn532frame`). An exchange has a deadline; what was damaged is asked for
again (NACK), and a look that fails begins anew with the field off, for a card that was listed once would
stay silent the second time. A chip that does not answer is lost, its cards stay, and its port is opened
again and again.

A PN532 has no number of its own. What keeps two seats from being swapped is the name of the port (by-id or
by-path, never ttyUSB0), opened for this process alone; the chip must only say that it is a PN532.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from drivers.base import SerialDriver, TransportLost, back_off
from drivers.health import Health
from drivers.iso14443a import Inventory
from drivers.pn532chip import Command, look, set_up
from drivers.pn532frame import ACK, FROM_CHIP, FROM_HOST, NACK, SYNTAX_ERROR, FrameReader, Signal, frame
from drivers.port import Port
from drivers.presence import Presence, PresenceRule
from drivers.reports import UNREADABLE, ReaderLost, ReaderUp, Report

# The chip acknowledges within 15 ms; the rest is for adapters and for polls that come late.
ACKNOWLEDGED = 0.1
TRIES = 3
REPEATS = 2
# Looks in a row that could not tell the cards apart.
PATIENCE = 3

# The chip sleeps until it sees these edges, and needs a moment for its oscillator.
_WAKE_UP = bytes.fromhex("55550000000000")


class Pn532Driver(SerialDriver):
    """The reader `name`; `open_port` opens the port at `where` anew each time.

    `errors` counts answers that did not check, came late or not at all, `sent` bytes written.
    """

    interval = 0.005

    def __init__(
        self, where: str, open_port: Callable[[str], Port], name: str, *, presence: PresenceRule | None = None
    ) -> None:
        self.where = where
        self.errors = 0
        self._open_port = open_port
        self._name = name
        self._presence = Presence(presence or PresenceRule())
        self._port: Port | None = None
        self._reader = FrameReader()
        self._device = ""
        self._round_trip: float | None = None
        self._retry_at = float("-inf")
        self._losses = 0
        self._failures = 0
        self._unclear = 0
        self._told: str | None = None
        self._ready = False

    @property
    def names(self) -> tuple[str, ...]:
        """The one reader behind this driver."""
        return (self._name,)

    def poll(self, now: float) -> tuple[Report, ...]:
        """Take what has arrived, go on with the look, and check the deadline; `now` in seconds."""
        reports: list[Report] = []
        try:
            if self._port is not None:
                self._go_on(now, self._port, reports)
            elif now >= self._retry_at:
                self._open(now)
        except TransportLost as lost:
            self.close()
            self._retry_at = now + back_off(self._losses)
            self._losses += 1
            self._lose(now, str(lost), reports)
        return tuple(reports)

    def health(self) -> tuple[Health, ...]:
        """How the reader does."""
        tally = self._presence.tally(self._name)
        return (
            Health(self._name, self._device, self._round_trip, tally.seen, tally.missed, errors=self.errors),
        )

    def close(self) -> None:
        """Give the port back."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def _open(self, now: float) -> None:
        self._port = self._open_port(self.where)
        self._device = ""
        self._ready = False
        self._failures = 0
        self._begin(now)

    def _begin(self, now: float) -> None:
        """Start a look, or before the first one the set-up."""
        self._talk: Generator[Command, bytes, Inventory | str] = look() if self._ready else set_up(self.where)
        self._send(now, next(self._talk))

    def _send(self, now: float, command: Command) -> None:
        self._command = command
        self._begun = now
        self._acknowledged = False
        self._repeats = 0
        self._deadline = now + ACKNOWLEDGED
        self._reader.clear()
        self._damage = self._reader.rejected
        self._write((_WAKE_UP if command.wake else b"") + frame(bytes((FROM_HOST,)) + command.octets))

    def _write(self, octets: bytes) -> None:
        assert self._port is not None
        self._port.write(octets)
        self.sent += len(octets)

    def _go_on(self, now: float, port: Port, reports: list[Report]) -> None:
        expected = bytes((FROM_CHIP, self._command.octets[0] + 1))
        for heard in self._reader.feed(now, port.read()):
            if not self._acknowledged:
                # Anything else is the late answer to what was given up.
                if heard is Signal.ACK:
                    self._acknowledged = True
                    self._deadline = now + self._command.patience
            elif heard == SYNTAX_ERROR:
                self._fail(now, f"the reader at {self.where} refuses a command")
                return
            elif not isinstance(heard, Signal) and heard[:2] == expected:
                self._answered(now, heard[2:], reports)
                return
        self._overdue(now)

    def _answered(self, now: float, reply: bytes, reports: list[Report]) -> None:
        if self._command.patience <= ACKNOWLEDGED:
            # A list takes longer, by what lies there.
            self._round_trip = now - self._begun
        try:
            command = self._talk.send(reply)
        except StopIteration as stop:
            match stop.value:
                case Inventory() as found:
                    self._take(now, found, reports)
                case device:
                    self._device, self._ready = device, True
            self._begin(now)
        else:
            self._send(now, command)

    def _overdue(self, now: float) -> None:
        """Ask again for what was damaged, and give up what does not come."""
        damaged = self._reader.rejected - self._damage
        if damaged and self._reader.in_step and self._acknowledged and self._repeats < REPEATS:
            self.errors += damaged
            self._damage += damaged
            self._repeats += 1
            self._deadline = now + self._command.patience
            self._write(NACK)
        elif now >= self._deadline:
            self._fail(
                now,
                f"the reader at {self.where} does not answer; "
                "if it stays so, take its power away for a moment",
            )

    def _fail(self, now: float, reason: str) -> None:
        self.errors += 1
        self._failures += 1
        if self._failures >= TRIES:
            raise TransportLost(reason)
        # The chip gives up what it is at. If its power failed for a moment, it sleeps and has forgotten all.
        self._write(ACK)
        self._ready = False
        self._begin(now)

    def _take(self, now: float, found: Inventory, reports: list[Report]) -> None:
        self._losses = self._failures = 0
        uids = found.uids
        trouble = UNREADABLE if found.unresolved else found.fault
        if trouble is not None:
            self._unclear += 1
            if self._unclear >= PATIENCE:
                self._lose(now, trouble, reports)
        else:
            self._unclear = 0
            if self._told != "":
                self._told = ""
                reports.append(ReaderUp(now, self._name))
                # What left while nobody looked is told by the looks that follow.
                uids |= self._presence.resting(self._name)
        # What cannot be read may be what rested there: then nothing is missed.
        reports.extend(self._presence.sweep(now, self._name, uids, clear=trouble is None))

    def _lose(self, now: float, reason: str, reports: list[Report]) -> None:
        """Report the reader lost for `reason`; nothing twice."""
        if self._told != reason:
            self._told = reason
            reports.append(ReaderLost(now, self._name, reason))
