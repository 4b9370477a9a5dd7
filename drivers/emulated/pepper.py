"""Pepper C1 readers on the far side of a cable: one, one with a multiplexer, or several on one RS-485 line.

They speak frames and nothing else, and can be unplugged, restarted, silenced and made to babble. Tags are
those of a `Felt`; UIDs of 8 bytes are ICODE tags.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from pathlib import Path

from drivers.emulated.felt import Felt
from drivers.emulated.plug import SerialDevice
from drivers.emulated.tcpplug import TcpPlug
from drivers.pepper import PepperAntenna
from drivers.pepperframe import (
    NO_COMMAND,
    Command,
    FrameReader,
    acknowledge,
    announce,
    refuse,
)
from drivers.tcpport import SCHEME

MOST_TAGS = 5
# Seconds: silent after a restart; to answer a command; to search, and for each tag found.
RESTART = 1.0
REPLY = 0.002
SEARCH, EACH_TAG = 0.02, 0.004
# The numbers of a real reader's errors are not public, but for the one of a damaged frame.
BAD_CRC, UNKNOWN_COMMAND, BAD_ARGUMENT, NO_TAG, UNREADABLE = 0x02, 0x10, 0x11, 0x12, 0x13
# Type, and SAK or DSFID, by the length of the UID: Classic 1K, Ultralight and its kin, SLIX, DESFire.
_KINDS = {4: (0x04, 0x08), 7: (0x01, 0x00), 8: (0x24, 0x00), 10: (0x0D, 0x20)}


class Spoil(Enum):
    """What may happen to one frame on its way to the host."""

    CORRUPT = "one bit is flipped"
    TRUNCATE = "the second half is missing"
    DROP = "it never arrives"
    DOUBLE = "it arrives twice"


class EventFormat(IntEnum):
    """How a reader whose own polling is on tells a tag."""

    NONE = 0
    BINARY = 1
    TEXT = 2
    JSON = 3


@dataclass(slots=True)
class _Unit:
    address: int | None
    readers: dict[int | None, str]
    polls_by_itself: bool
    ready_at: float = 0.0
    muted: bool = False
    antenna: int = 1
    polling: bool = False
    next_event: float = 0.0
    every: float = 0.1
    format: EventFormat = EventFormat.BINARY
    found: tuple[str, ...] = field(default=(), repr=False)
    refusal: int | None = None

    @property
    def is_mux(self) -> bool:
        return None not in self.readers

    @property
    def reader(self) -> str | None:
        """What the active antenna is called on the felt; None where no lead is plugged in."""
        return self.readers.get(self.antenna if self.is_mux else None)


class PepperDevice(SerialDevice):
    """What hangs on one cable `where` (a path, or socket://127.0.0.1:PORT), called `name` on the felt.

    `polls_by_itself` is what the readers were once set to do after a restart.
    """

    def __init__(
        self,
        felt: Felt,
        where: str,
        antennas: Sequence[PepperAntenna],
        name: str = "pepper",
        *,
        version: str = "2.60",
        polls_by_itself: bool = False,
    ) -> None:
        super().__init__(Path(where), name)
        if where.startswith(SCHEME):
            self.plug = TcpPlug(where)
        self.version = version
        self._felt = felt
        self._units: dict[int | None, _Unit] = {}
        for at in antennas:
            unit = self._units.setdefault(at.unit, _Unit(at.unit, {}, polls_by_itself))
            unit.readers[at.antenna] = at.name
        self._addressed = None not in self._units
        self._spoils: list[Spoil] = []
        self._slow = 0.0
        self._last_step = 0.0
        self._cut_power(0.0)

    @property
    def addresses(self) -> tuple[int | None, ...]:
        """The units on the line; None for one without an address."""
        return tuple(self._units)

    def spoil(self, *how: Spoil) -> None:
        """Let these, and nothing of before, happen to the next frames, one each."""
        with self.lock:
            self._spoils = list(how)

    def babble(self, noise: bytes) -> None:
        """Send bytes of no frame, with the next step."""
        with self.lock:
            self._out.append((0.0, noise))

    def slow(self, seconds: float) -> None:
        """Let every answer come so much later."""
        with self.lock:
            self._slow = seconds

    def mute(self, on: bool = True, unit: int | None = None) -> None:
        """Hang a unit: plugged in, but silent and deaf."""
        with self.lock:
            self._units[unit].muted = on

    def refuse(self, error: int | None, unit: int | None = None) -> None:
        """Let a unit refuse every search for tags from now on; None ends that."""
        with self.lock:
            self._units[unit].refusal = error

    def tell_by(self, form: EventFormat) -> None:
        """Let events of readers that poll by themselves look like this."""
        with self.lock:
            for unit in self._units.values():
                unit.format = form

    def restart(self, unit: int | None = None) -> None:
        """Start one unit anew: silent for a second, at antenna 1, polling as it was once set."""
        with self.lock:
            self._start_unit(self._units[unit], self._last_step)

    def work(self, now: float) -> None:
        """Follow the plug, obey the host, and send what is due."""
        since, self._last_step = self._last_step, now
        if not self._is_plugged(now):
            return
        received = self.plug.read()
        damaged = self._frames.rejected
        for payload in self._frames.feed(received, now):
            # What arrived in this step came at some time since the last one.
            self._obey(since, payload)
        if self._frames.rejected > damaged and not self._addressed:
            self._say(since + REPLY, refuse(NO_COMMAND, BAD_CRC))
        for unit in self._units.values():
            self._poll(now, unit)
        self._send(now)

    def _is_plugged(self, now: float) -> bool:
        if self._felt.is_unplugged(self.name):
            self.plug.pull()
            return False
        if not self.plug.is_in:
            self.plug.insert()
            self._cut_power(now)
        return True

    def _cut_power(self, now: float) -> None:
        self._frames = FrameReader()
        self._out: deque[tuple[float, bytes]] = deque()
        self._free_at = now
        for unit in self._units.values():
            self._start_unit(unit, now)
            unit.ready_at = now

    @staticmethod
    def _start_unit(unit: _Unit, now: float) -> None:
        unit.ready_at = now + RESTART
        unit.antenna = 1
        unit.found = ()
        unit.polling = unit.polls_by_itself

    def _obey(self, at: float, payload: bytes) -> None:
        unit = self._units.get(payload[0] if self._addressed else None)
        words = payload[1:] if self._addressed else payload
        if unit is None or not words or not self._listens(unit, at):
            return
        command, arguments = words[0], words[1:]
        started = max(at, self._free_at)
        frame = self._do(unit, started, command, arguments)
        took = REPLY
        if command == Command.GET_TAG_COUNT:
            took = SEARCH + EACH_TAG * len(unit.found)
        self._say(started + took, frame)

    def _listens(self, unit: _Unit, at: float) -> bool:
        lead_off = not unit.is_mux and self._felt.is_unplugged(unit.readers[None])
        return not unit.muted and not lead_off and at >= unit.ready_at

    def _do(self, unit: _Unit, at: float, command: int, arguments: bytes) -> bytes:
        body = b""
        match command, tuple(arguments):
            case (Command.DUMMY, ()):
                pass
            case (Command.HALT, _):
                unit.found = ()
            case (Command.GET_TAG_COUNT, ()):
                if unit.refusal is not None:
                    return refuse(command, unit.refusal, unit.address)
                body = bytes([self._search(unit)])
            case (Command.GET_UID | Command.ACTIVATE, (index,)) if index >= len(unit.found):
                return refuse(command, NO_TAG, unit.address)
            case (Command.ACTIVATE, (_,)):
                pass
            case (Command.GET_UID, (index,)):
                if unit.reader is not None and self._felt.is_unreadable(unit.reader):
                    return refuse(command, UNREADABLE, unit.address)
                body = _described(unit.found[index])
            case (Command.SET_POLLING, (on,)):
                unit.polling = bool(on)
            case (Command.POLLING_SETUP, (3, low, high)):
                unit.every = max(0.02, (low | high << 8) / 1000)
            case (Command.POLLING_SETUP, (6, _, number)) if number in tuple(EventFormat):
                unit.format = EventFormat(number)
            case (Command.REBOOT, ()):
                self._start_unit(unit, at)
            case (Command.GET_VERSION, ()):
                body = self.version.encode() + b"\0"
            case (Command.PROTO_CONFIG, (0,)):
                name = self.name.encode()
                body = bytes([0, 0, 0, len(name)]) + name
            case (Command.SET_ACTIVE_ANTENNA, (number,)) if unit.is_mux:
                if not 1 <= number <= 8:
                    return refuse(command, BAD_ARGUMENT, unit.address)
                unit.antenna = number
                unit.found = ()
            case _:
                return refuse(command, UNKNOWN_COMMAND, unit.address)
        return acknowledge(command, body, unit.address)

    def _search(self, unit: _Unit) -> int:
        unit.found = self._in_field(unit)
        if unit.reader is not None and self._felt.is_unreadable(unit.reader):
            return max(2, len(unit.found))
        return len(unit.found)

    def _in_field(self, unit: _Unit) -> tuple[str, ...]:
        """What anticollision finds first: the same five of many each time."""
        if unit.reader is None or self._felt.is_unplugged(unit.reader):
            return ()
        return tuple(sorted(self._felt.contents(unit.reader))[:MOST_TAGS])

    def _poll(self, now: float, unit: _Unit) -> None:
        if not unit.polling or now < unit.next_event or not self._listens(unit, now):
            return
        unit.next_event = now + unit.every
        for index, uid in enumerate(self._in_field(unit)):
            match unit.format:
                case EventFormat.NONE:
                    pass
                case EventFormat.BINARY:
                    self._say(now, announce(bytes([index]) + _described(uid), unit.address))
                case EventFormat.TEXT:
                    self.babble(f"{uid}\r\n".encode())
                case EventFormat.JSON:
                    self.babble(_json(unit, index, uid, now))

    def _say(self, due: float, frame: bytes) -> None:
        """Put a frame on the wire, unless something happens to it."""
        self._free_at = due
        due += self._slow
        match self._spoils.pop(0) if self._spoils else None:
            case Spoil.CORRUPT:
                middle = len(frame) // 2
                frame = frame[:middle] + bytes([frame[middle] ^ 0x04]) + frame[middle + 1 :]
            case Spoil.TRUNCATE:
                frame = frame[: len(frame) // 2]
            case Spoil.DOUBLE:
                frame += frame
            case Spoil.DROP:
                return
            case None:
                pass
        self._out.append((due, frame))

    def _send(self, now: float) -> None:
        while self._out and self._out[0][0] <= now:
            self.plug.write(self._out.popleft()[1])


def _described(uid: str) -> bytes:
    octets = bytes.fromhex(uid)
    return bytes(_KINDS[len(octets)]) + octets


def _json(unit: _Unit, index: int, uid: str, now: float) -> bytes:
    antenna = unit.antenna if unit.is_mux else 1
    return (
        f'{{"type":"uid","uid":"{uid}","tag_index":{index},"antenna":{antenna},'
        f'"known_tag":false,"uptime_ms":{round(now * 1000)}}}'
    ).encode()
