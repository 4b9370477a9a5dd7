"""The registers of an MFRC522: setting it up, and one exchange on the air after the other.

An exchange is three writes and one read of all status registers with the FIFO behind them. Every such read
carries the version, a timer register, the antenna drivers and the crypto unit too, so a chip that lost its
power, its field or its senses is noticed at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from drivers.base import Clock, TransportLost
from drivers.iso14443a import (
    FRAME_DELAY,
    NOISE,
    SILENCE,
    Collision,
    Exchange,
    Outcome,
    Reply,
    frame_time,
)
from drivers.spi import Frame, SpiWire

_COMMAND, _COM_IRQ, _ERROR, _STATUS2, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x08, 0x09, 0x0A
_CONTROL, _BIT_FRAMING, _COLL, _MODE, _TX_MODE, _RX_MODE = 0x0C, 0x0D, 0x0E, 0x11, 0x12, 0x13
_TX_CONTROL, _TX_ASK, _MOD_WIDTH = 0x14, 0x15, 0x24
_T_MODE, _T_PRESCALER, _T_RELOAD_HIGH, _T_RELOAD_LOW, _VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
_IDLE, _TRANSCEIVE, _SOFT_RESET = 0x00, 0x0C, 0x0F
_POWER_DOWN = 0x10
_TX_IRQ, _RX_IRQ, _TIMER_IRQ = 0x40, 0x20, 0x01
_COLL_ERR, _READ_ERRORS = 0x08, 0x13
_POS_NOT_VALID = 0x20
_CRYPTO_ON = 0x08
_BOTH_DRIVERS = 0x03
_FIELD_ON, _FIELD_OFF = 0x83, 0x80
_T_AUTO = 0x80
_PATTERN = bytes((0x00, 0xFF, 0x55, 0xAA, 0x0F, 0xF0, 0x01, 0x80))

_NXP = frozenset((0x90, 0x91, 0x92))
_CLONES = frozenset((0x12, 0x88, 0xB2))
# 166 us after the last bit sent; a tag begins after 91 us, and its first bits stop the timer by 148 us.
_PRESCALER, _RELOAD = 10, 106
_TIMEOUT = (2 * _PRESCALER + 1) * (_RELOAD + 1) / 13.56e6
# A tag hears nothing for so long after it has spoken, or was spoken to.
_GUARD = 1172 / 13.56e6
_MARGIN = 15e-6
_PAUSE = 100e-6
_PATIENCE = 20

_SET_UP = (
    (_T_MODE, _T_AUTO),
    (_T_PRESCALER, _PRESCALER),
    (_T_RELOAD_HIGH, 0),
    (_T_RELOAD_LOW, _RELOAD),
    (_MOD_WIDTH, 0x26),
    (_TX_MODE, 0),
    (_RX_MODE, 0),
    (_TX_ASK, 0x40),
    (_MODE, 0x3D),
    (_COLL, 0),
)


def _write(address: int) -> int:
    return address << 1


def _read(*addresses: int) -> list[int]:
    return [address << 1 | 0x80 for address in addresses]


_STATUS = _read(
    _COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL, _STATUS2, _TX_CONTROL, _T_RELOAD_LOW, _VERSION
)
_AHEAD = 1 + len(_STATUS)
_STATUS_AND_FIFO = [[*_STATUS, *_read(*[_FIFO_DATA] * count), 0] for count in range(9)]
_CLEAR_IRQ = [_write(_COM_IRQ), 0x7F]
_FLUSH = [_write(_FIFO_LEVEL), 0x80]
_STOP = [_write(_COMMAND), _IDLE]
_ARM = [_write(_COMMAND), _TRANSCEIVE]
_STOP_TIMER = [_write(_CONTROL), 0x80]


class Mfrc522Chip:
    """One chip behind an SPI device, opened and out of reset.

    `batched`: one call of the system for an exchange. `conservative`: the command is written for every
    exchange and the FIFO read on its own, as clones need it; a chip that says it is one is treated so anyway.
    """

    def __init__(
        self, wire: SpiWire, clock: Clock, *, batched: bool = False, conservative: bool = False
    ) -> None:
        self.version = 0
        self.round_trip: float | None = None
        self._wire = wire
        self._clock = clock
        self._batched = batched
        self._conservative = conservative
        self._apart = conservative
        self._armed = False
        self._ticking = False
        self._quiet_until = 0.0

    def reset(self) -> None:
        """Let the chip forget its settings; the field goes off, and `is_awake` says when it is ready."""
        self._wire.transfer([_write(_COMMAND), _SOFT_RESET])
        self._armed = False

    def is_awake(self) -> bool:
        """Whether the chip is out of its reset and says what it is."""
        began = self._clock.now()
        _, version, command = self._wire.transfer([*_read(_VERSION, _COMMAND), 0])
        self.round_trip = self._clock.now() - began
        self.version = version
        return version in _NXP | _CLONES and not command & _POWER_DOWN

    def refusal(self) -> TransportLost:
        """The sentence for a chip that does not become awake, or is suddenly another one."""
        node, version = self._wire.node, self.version
        if version in (0x00, 0xFF):
            return TransportLost(
                f"{node} reads 0x{version:02X} only: nothing answers there; check the reader's power, its "
                "reset wire, and that MISO, MOSI, SCK and chip select are not swapped"
            )
        if version in _NXP | _CLONES:
            return TransportLost(
                f"the chip at {node} (version 0x{version:02X}) does not stay out of its reset; "
                "check its power and its crystal"
            )
        return TransportLost(
            f"{node} reads version 0x{version:02X} where an MFRC522 has 0x91 or 0x92; another reader "
            "may hold MISO (give each board a buffer or a bus of its own), or the cable is too long"
        )

    def set_up(self) -> None:
        """Write the settings, the field still off; raises TransportLost when they are not kept."""
        for address, value in _SET_UP:
            self._wire.transfer([_write(address), value])
        self._conservative |= self.version in _CLONES
        self._apart = self._conservative
        self._check_memory()

    def field(self, on: bool) -> None:
        """Switch the antenna on or off."""
        self._wire.transfer([_write(_TX_CONTROL), _FIELD_ON if on else _FIELD_OFF])

    def exchange(self, exchange: Exchange) -> Outcome:
        """Send, wait, and say what came back; raises TransportLost when the chip is not what it was."""
        answer = self._send(exchange)
        _, irq, error, level, control, coll, *_ = answer[:_AHEAD]
        if not irq & _RX_IRQ:
            self._armed = False
            if exchange.expect:
                self._quiet_until = 0.0
            return SILENCE
        expected = _octets(exchange)
        fifo = answer[_AHEAD:]
        if len(fifo) < expected and level:
            fifo = self._wire.transfer([*_read(*[_FIFO_DATA] * min(level, expected)), 0])[1:]
        if level != len(fifo):
            self._wire.transfer(_FLUSH)
        return _outcome(exchange.align, error, control & 0x07, coll, bytes(fifo), level)

    def _check_memory(self) -> None:
        """Write patterns and read them back, and the timer's settings."""
        transfer = self._wire.transfer
        transfer(_FLUSH)
        transfer([_write(_FIFO_DATA), *_PATTERN])
        back = transfer([*_read(*[_FIFO_DATA] * len(_PATTERN)), 0])[1:]
        _, mode, reload = transfer([*_read(_T_MODE, _T_RELOAD_LOW), 0])
        if bytes(back) != _PATTERN or (mode, reload) != (_T_AUTO, _RELOAD):
            raise TransportLost(
                f"the chip at {self._wire.node} does not keep what is written; "
                "check the cable, or lower speed_hz"
            )

    def _send(self, exchange: Exchange) -> list[int]:
        """Put a frame on the air and wait for its end: the status, and the FIFO unless that is read apart."""
        count = 0 if self._apart or not exchange.likely else _octets(exchange)
        air = frame_time(exchange.bits) + _first_wait(exchange) + _MARGIN
        frames = self._writes(exchange)
        guard = max(0.0, self._quiet_until - self._clock.now())
        if self._batched and not self._conservative:
            answer = self._batch(frames, _STATUS_AND_FIFO[count], guard, air)
        else:
            answer = self._step(frames, _STATUS_AND_FIFO[count], guard, air)
        return self._await(exchange, answer)

    def _writes(self, exchange: Exchange) -> list[list[int]]:
        """The frames that begin an exchange; the last one starts it."""
        arm = [] if self._armed and not self._conservative else [_STOP, _ARM]
        # The timer of a frame without an answer runs on, and would ring in the middle of the next exchange.
        stop = [_STOP_TIMER] if self._ticking else []
        flush = [_FLUSH] if self._conservative else []
        self._armed, self._ticking = bool(exchange.expect), not exchange.expect
        octets = [_write(_FIFO_DATA), *exchange.frame]
        start = [_write(_BIT_FRAMING), 0x80 | exchange.align << 4 | exchange.bits & 0x07]
        return [*stop, *flush, *arm, _CLEAR_IRQ, octets, start]

    def _step(self, frames: Sequence[list[int]], status: list[int], guard: float, air: float) -> list[int]:
        """One call of the system for each frame; the writes before the start pass the guard time."""
        began = self._clock.now()
        for frame in frames[:-1]:
            self._wire.transfer(frame)
        left = began + guard - self._clock.now()
        if left > 0:
            self._clock.sleep(left)
        self._wire.transfer(frames[-1])
        self._clock.sleep(air)
        self._keep_quiet()
        return self._wire.transfer(status)

    def _batch(self, frames: Sequence[list[int]], status: list[int], guard: float, air: float) -> list[int]:
        """One call for all; the system passes the guard time and the time on the air."""
        first, *between, start = frames
        answer = self._wire.batch(
            [
                Frame(first, ceil(guard * 1e6)),
                *(Frame(frame) for frame in between),
                Frame(start, ceil(air * 1e6)),
                Frame(status),
            ]
        )
        self._keep_quiet()
        return answer

    def _keep_quiet(self) -> None:
        # Half the margin is kept: a clock that counts microseconds may be half of one ahead of the tag.
        self._quiet_until = self._clock.now() - _MARGIN / 2 + _GUARD

    def _await(self, exchange: Exchange, answer: list[int]) -> list[int]:
        """Read the status again until the exchange is over; raises TransportLost when it never is.

        Bytes that were read before the end are lost: the reply is too short, the tag is asked again, and
        from now on the FIFO is read on its own.
        """
        over = _RX_IRQ | _TIMER_IRQ if exchange.expect else _TX_IRQ
        pause = _PAUSE if exchange.likely else _last_wait(exchange)
        for _ in range(_PATIENCE):
            self._check(answer)
            if answer[1] & over:
                return answer
            self._apart |= len(answer) > _AHEAD
            self._clock.sleep(pause)
            self._keep_quiet()
            answer = self._wire.transfer(_STATUS_AND_FIFO[0 if self._apart else _octets(exchange)])
            pause = _PAUSE
        raise TransportLost(
            f"the chip at {self._wire.node} does not finish a transmission; check its power and its crystal"
        )

    def _check(self, answer: list[int]) -> None:
        status2, tx_control, reload, version = answer[_AHEAD - 4 : _AHEAD]
        if version != self.version:
            self.version = version
            raise self.refusal()
        if reload != _RELOAD:
            raise TransportLost(f"the chip at {self._wire.node} lost its settings; check its power")
        if tx_control & _BOTH_DRIVERS != _BOTH_DRIVERS:
            raise TransportLost(f"the field of the chip at {self._wire.node} is off; check its power")
        if status2 & _CRYPTO_ON:
            raise TransportLost(f"the chip at {self._wire.node} went deaf (its crypto unit is on)")


def _octets(exchange: Exchange) -> int:
    return (exchange.expect + exchange.align + 7) // 8


def _first_wait(exchange: Exchange) -> float:
    """Seconds from the last bit sent until it is worth to look."""
    if not exchange.expect:
        return 0.0
    return FRAME_DELAY + frame_time(exchange.expect) if exchange.likely else _TIMEOUT


def _last_wait(exchange: Exchange) -> float:
    """Seconds from the timeout to the end of an answer that was not likely."""
    return FRAME_DELAY + frame_time(exchange.expect) - _TIMEOUT


def _outcome(align: int, error: int, last: int, coll: int, octets: bytes, level: int) -> Outcome:
    value = int.from_bytes(octets, "little") >> align
    # A collision may raise parity and protocol errors too, so it is asked for first.
    if error & _COLL_ERR:
        position = (coll & 0x1F) or 32
        at = position - 1 - align
        return Collision(value, None if coll & _POS_NOT_VALID or at < 0 else at)
    if error & _READ_ERRORS or level != len(octets):
        return NOISE
    return Reply(value, 8 * level - (8 - last if last else 0) - align)
