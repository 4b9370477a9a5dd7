"""A PN532 module on the far side of a pseudo-terminal: wakes, acknowledges, and lists two cards at a time.

As the chip does, it sleeps until it is woken, refuses to look for cards before SAMConfiguration, and looks
for a first card without end unless told otherwise. Any command ends the one before. It can be unplugged,
hung until its power was away, slowed down, and made to damage what it sends.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from drivers.emulated.felt import Felt
from drivers.emulated.plug import SerialDevice
from drivers.emulated.pn532radio import Radio
from drivers.emulated.tags import Coupling, Field

_ACK, _NACK = bytes.fromhex("0000FF00FF00"), bytes.fromhex("0000FFFF0000")
_ERROR = bytes.fromhex("0000FF01FF7F8100")
_VERSION = b"\x32\x01\x06\x07"
_ENDLESS = 0xFF
# What a reply takes: a command of its own, and one for each card that is tried.
_WORK, _SEARCH = 0.001, 0.005
_NEEDS_RADIO = frozenset((0x42, 0x4A, 0x52))


class Spoil(Enum):
    """What may happen to one frame on its way to the host."""

    CORRUPT = "one bit is turned over"
    GARBLE = "several bytes are others"
    HALVE = "the second half is missing"
    DROP = "it never arrives"
    NOISE = "other bytes come before it"
    DOUBLE = "it comes twice"
    HOLD = "it comes glued to the next one"


@dataclass(slots=True)
class _Job:
    due: float
    work: Callable[[], bytes | None]


class Pn532Device(SerialDevice):
    """The module under `reader` of the felt; `coupling` says how well each card there is heard.

    `frames` counts what it sent since the start, spoiled or not.
    """

    def __init__(
        self,
        felt: Felt,
        path: Path,
        reader: str,
        *,
        coupling: Callable[[str], Coupling] | None = None,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(path, reader)
        self.frames = 0
        self._felt = felt
        self._rng = rng or random.Random(0)
        self._tags = Field(lambda: felt.contents(reader), coupling=coupling, rng=self._rng)
        self._hung = self._mute = self._dribbling = False
        self._delay = 0.0
        self._spoil_rate = 0.0
        self._spoils: list[Spoil] = []
        self._stepped = float("-inf")
        self._power_up()

    def spoil(self, *how: Spoil) -> None:
        """Let these happen to the next frames, one each; an acknowledgement is a frame."""
        with self.lock:
            self._spoils.extend(how)

    def unreliable(self, rate: float) -> None:
        """Let something happen to each frame with this probability, 0 to 1."""
        with self.lock:
            self._spoil_rate = rate

    def babble(self, noise: bytes) -> None:
        """Send bytes of no frame with the next step."""
        with self.lock:
            self._out += noise

    def mute(self, on: bool = True) -> None:
        """Let it be deaf and silent, or work again as if nothing had been."""
        with self.lock:
            self._mute = on

    def hang(self) -> None:
        """Let it be deaf and silent until its power was away: unplugged, or `brown_out`."""
        with self.lock:
            self._hung = True

    def brown_out(self) -> None:
        """Take its power away for a moment; the port stays."""
        with self.lock:
            self._power_up()

    def slow_down(self, seconds: float) -> None:
        """Let every reply take so much longer."""
        with self.lock:
            self._delay = seconds

    def dribble(self, on: bool = True) -> None:
        """Send a few bytes with every step, not all at once."""
        with self.lock:
            self._dribbling = on

    def work(self, now: float) -> None:
        """Follow the plug, obey the host, and send what there is to say."""
        heard_at, self._stepped = max(self._stepped, 0.0), now
        if not self._is_plugged():
            return
        received = self.plug.read()
        if self._hung or self._mute:
            return
        for command in self._hear(received):
            self._obey(heard_at, command)
        self._finish(now)
        sent = self._out[: self._rng.randrange(1, 8)] if self._dribbling else self._out[:]
        del self._out[: len(sent)]
        if sent:
            self.plug.write(bytes(sent))

    def _power_up(self) -> None:
        self._hung = False
        self._asleep = True
        self._configured = False
        self._tries = _ENDLESS
        self._radio = Radio(self._tags, lambda: self._felt.is_unreadable(self.name))
        self._tags.off()
        self._job: _Job | None = None
        self._last = _ERROR
        self._in = bytearray()
        self._out = bytearray()
        self._held = b""

    def _is_plugged(self) -> bool:
        if self._felt.is_unplugged(self.name):
            self.plug.pull()
            return False
        if not self.plug.is_in:
            self.plug.insert()
            self._power_up()
        return True

    def _hear(self, octets: bytes) -> Iterator[bytes]:
        """The frames in what the host sent; those that do not check are no frames."""
        if self._asleep:
            if b"\x55" not in octets:
                return
            self._asleep = False
        self._in += octets
        while (start := self._in.find(b"\0\0\xff")) >= 0 and len(self._in) >= start + 6:
            size, check = self._in[start + 3 : start + 5]
            if (size, check) in ((0, 0xFF), (0xFF, 0)):
                size = -1
            elif (size + check) & 0xFF:
                del self._in[: start + 3]
                continue
            end = start + size + 7
            if len(self._in) < end:
                return
            whole = bytes(self._in[start:end])
            del self._in[:end]
            if size < 0 or not sum(whole[5:-1]) & 0xFF:
                yield whole

    def _obey(self, at: float, whole: bytes) -> None:
        match whole:
            case _ if whole == _ACK:
                self._job = None
            case _ if whole == _NACK:
                self._send(self._last)
            case _:
                self._send(_ACK)
                self._begin(at + self._delay, whole[6], whole[7:-2])

    def _begin(self, at: float, code: int, arguments: bytes) -> None:
        if code in _NEEDS_RADIO and not self._configured:
            self._job = _Job(at, lambda: _ERROR)
            return
        if code == 0x4A and len(arguments) == 2 and arguments[0] in (1, 2) and not arguments[1]:
            self._job = _Job(at + _WORK + _SEARCH * (arguments[0] + 1), lambda: self._list(arguments[0]))
        else:
            self._job = _Job(at + _WORK, lambda: self._do(code, arguments))

    def _finish(self, now: float) -> None:
        if self._job is not None and now >= self._job.due:
            reply = self._job.work()
            if reply is not None:
                self._job = None
                self._last = reply
                self._send(reply)

    def _list(self, most: int) -> bytes | None:
        found = self._radio.find(most, 1 if self._tries == _ENDLESS else self._tries + 1)
        if not found and self._tries == _ENDLESS:
            return None
        entries = (bytes((number, *card.entry)) for number, card in enumerate(found, 1))
        return _reply(0x4A, bytes((len(found),)) + b"".join(entries))

    def _do(self, code: int, arguments: bytes) -> bytes:
        match code, arguments:
            case 0x02, b"":
                return _reply(code, _VERSION)
            case 0x08, _ if arguments and len(arguments) % 3 == 0:
                self._radio.write(arguments)
            case 0x12, _ if len(arguments) == 1:
                pass
            case 0x14, _ if arguments[:1] == b"\x01":
                self._configured = True
            case 0x32, _ if len(arguments) == 2 and arguments[0] == 1:
                self._radio.switch(bool(arguments[1] & 1))
            case 0x32, _ if len(arguments) == 4 and arguments[0] == 2:
                pass
            case 0x32, _ if len(arguments) == 4 and arguments[0] == 5:
                self._tries = arguments[3]
            case 0x42, _ if arguments:
                return _reply(code, self._radio.bare(arguments))
            case 0x52, _ if len(arguments) == 1:
                self._radio.halt()
                return _reply(code, b"\0")
            case _:
                return _ERROR
        return _reply(code, b"")

    def _send(self, whole: bytes) -> None:
        """Put a frame on the wire, unless something happens to it."""
        self.frames += 1
        rng = self._rng
        how = self._spoils.pop(0) if self._spoils else None
        if how is None and rng.random() < self._spoil_rate:
            how = rng.choice(list(Spoil))
        if how is Spoil.HOLD:
            self._held += whole
            return
        self._out += self._held + _spoiled(whole, how, rng)
        self._held = b""


def _spoiled(whole: bytes, how: Spoil | None, rng: random.Random) -> bytes:
    match how:
        case Spoil.CORRUPT:
            at, bit = rng.randrange(2, len(whole) - 1), 1 << rng.randrange(8)
            return whole[:at] + bytes((whole[at] ^ bit,)) + whole[at + 1 :]
        case Spoil.GARBLE:
            at = rng.randrange(2, len(whole) - 1)
            return whole[:at] + rng.randbytes(min(8, len(whole) - at)) + whole[at + 8 :]
        case Spoil.HALVE:
            return whole[: len(whole) // 2]
        case Spoil.DROP:
            return b""
        case Spoil.NOISE:
            return rng.randbytes(rng.randrange(1, 20)) + whole
        case Spoil.DOUBLE:
            return whole * 2
        case _:
            return whole


def _reply(code: int, results: bytes) -> bytes:
    body = bytes((0xD5, code + 1)) + results
    return b"\0\0\xff" + bytes((len(body), -len(body) & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))
