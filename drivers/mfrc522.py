"""The MFRC522 reader: the `mfrc522` package opens chip and pins, the inventory is ours.

The package's own tag reading is not used: it waits busily, cuts 7-byte UIDs, and takes two tags for none.
Here an exchange is three writes and one read of all status registers with the FIFO behind them; every such
read carries the version and a timer register, so a chip that lost its power is noticed at once.
"""

from __future__ import annotations

import importlib
from collections.abc import Generator
from enum import Enum, auto
from math import inf
from typing import Any, Protocol

from drivers.base import BadWiring, Clock, Driver, DriverError, TransportLost
from drivers.iso14443a import (
    FRAME_DELAY,
    NOISE,
    SILENCE,
    Collision,
    Exchange,
    Inventory,
    Outcome,
    Reply,
    frame_time,
    inventory,
)
from drivers.presence import SHOE, Presence, PresenceRule
from drivers.reports import ReaderLost, ReaderUp, Report
from drivers.spi import SpiWire, opening_failed

_COMMAND, _COM_IRQ, _ERROR, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
_CONTROL, _BIT_FRAMING, _COLL, _MODE, _TX_MODE, _RX_MODE = 0x0C, 0x0D, 0x0E, 0x11, 0x12, 0x13
_TX_CONTROL, _TX_ASK, _MOD_WIDTH = 0x14, 0x15, 0x24
_T_MODE, _T_PRESCALER, _T_RELOAD_HIGH, _T_RELOAD_LOW, _VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
_IDLE, _TRANSCEIVE, _SOFT_RESET = 0x00, 0x0C, 0x0F
_RX_IRQ, _TIMER_IRQ = 0x20, 0x01
_COLL_ERR, _READ_ERRORS = 0x08, 0x13
_POS_NOT_VALID = 0x20

# 0x88, 0xB2 and 0x12 are clones sold as MFRC522.
_VERSIONS = frozenset((0x12, 0x88, 0x90, 0x91, 0x92, 0xB2))
# (2 * 10 + 1) * (129 + 1) / 13.56 MHz = 201 us after the last bit sent; a tag begins after 91 us.
_PRESCALER, _RELOAD = 10, 129
_TIMEOUT = (2 * _PRESCALER + 1) * (_RELOAD + 1) / 13.56e6
_MARGIN = 15e-6
_PATIENCE = 20
_PAUSE = 100e-6
_START_UP = 0.05
_BCM = 11

_SET_UP = (
    (_T_MODE, 0x80),
    (_T_PRESCALER, _PRESCALER),
    (_T_RELOAD_HIGH, 0),
    (_T_RELOAD_LOW, _RELOAD),
    (_MOD_WIDTH, 0x26),
    (_TX_MODE, 0),
    (_RX_MODE, 0),
    (_TX_ASK, 0x40),
    (_MODE, 0x3D),
    (_COLL, 0),
    (_FIFO_LEVEL, 0x80),
    (_TX_CONTROL, 0x83),
)


def _write(address: int) -> int:
    return address << 1


def _read(*addresses: int) -> list[int]:
    return [address << 1 | 0x80 for address in addresses]


_STATUS = _read(_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL, _T_RELOAD_LOW, _VERSION)
_STATUS_AND_FIFO = [[*_STATUS, *_read(*[_FIFO_DATA] * count), 0] for count in range(8)]
_CLEAR_IRQ = [_write(_COM_IRQ), 0x7F]
_FLUSH = [_write(_FIFO_LEVEL), 0x80]
_STOP = [_write(_COMMAND), _IDLE]
_ARM = [_write(_COMMAND), _TRANSCEIVE]


class TagReader(Protocol):
    """What a driver needs of a chip: the tags over it now, or a DriverError."""

    def inventory(self) -> Inventory:
        """Find every tag; opens the chip first where needed."""

    def close(self) -> None:
        """Give back what was taken."""


class Mfrc522Reader:
    """One MFRC522 on an SPI bus; `reset_pin` is a BCM number, `speed_hz` at most 10 MHz.

    It opens itself with the first inventory and again after every loss.
    """

    def __init__(
        self, bus: int, device: int, *, clock: Clock, reset_pin: int, speed_hz: int = 4_000_000
    ) -> None:
        if not 0 < speed_hz <= 10_000_000:
            raise BadWiring(f"an MFRC522 takes up to 10000000 Hz on SPI, not {speed_hz}")
        self._bus = bus
        self._device = device
        self._clock = clock
        self._reset_pin = reset_pin
        self._speed_hz = speed_hz
        self._wire: SpiWire | None = None
        self._gpio: Any = None
        self._version = 0
        self._armed = False

    def inventory(self) -> Inventory:
        """Find every tag over the antenna.

        Raises TransportLost when the chip does not answer or lost its settings, BadWiring when there is no
        such device; in both cases the chip is opened anew by the next call.
        """
        try:
            wire = self._wire or self._open()
            return self._walk(wire, inventory())
        except DriverError:
            self._drop()
            raise

    def close(self) -> None:
        """Give back the SPI device and the reset pin, and nothing else."""
        self._drop()
        if self._gpio is not None:
            self._gpio.cleanup(self._reset_pin)
            self._gpio = None

    def _open(self) -> SpiWire:
        try:
            package = importlib.import_module("mfrc522")
            self._gpio = importlib.import_module("RPi.GPIO")
        except (ImportError, RuntimeError) as error:
            raise BadWiring(f"the packages mfrc522, spidev and RPi.GPIO are needed here: {error}") from error
        if self._gpio.getmode() not in (None, _BCM):
            raise BadWiring("the pins are numbered BOARD by another part of this program; BCM is needed")
        try:
            chip = package.MFRC522(
                bus=self._bus,
                device=self._device,
                spd=self._speed_hz,
                pin_mode=_BCM,
                pin_rst=self._reset_pin,
            )
        except OSError as error:
            raise opening_failed(self._bus, self._device, error) from error
        # The package adds one more log handler with every chip that it opens.
        chip.logger.handlers.clear()
        self._wire = SpiWire(chip.spi, self._bus, self._device)
        self._clock.sleep(_START_UP)
        self._set_up(self._wire)
        return self._wire

    def _set_up(self, wire: SpiWire) -> None:
        wire.transfer([_write(_COMMAND), _SOFT_RESET])
        for address, value in _SET_UP:
            wire.transfer([_write(address), value])
        self._armed = False
        _, version, mode, reload = wire.transfer([*_read(_VERSION, _T_MODE, _T_RELOAD_LOW), 0])
        if version not in _VERSIONS:
            raise TransportLost(
                f"{wire.node} reads version 0x{version:02X} where an MFRC522 has 0x91 or 0x92; "
                "check its power, the cable and whether another reader holds the bus"
            )
        if (mode, reload) != (0x80, _RELOAD):
            raise TransportLost(f"the chip at {wire.node} does not keep what is written; check the cable")
        self._version = version

    def _drop(self) -> None:
        """Close the device and hold the chip in reset until it is opened again."""
        if self._wire is None:
            return
        self._wire.close()
        self._wire = None
        self._gpio.output(self._reset_pin, 0)

    def _walk(self, wire: SpiWire, steps: Generator[Exchange, Outcome, Inventory]) -> Inventory:
        try:
            exchange = next(steps)
            while True:
                exchange = steps.send(self._exchange(wire, exchange))
        except StopIteration as stop:
            found: Inventory = stop.value
            return found

    def _exchange(self, wire: SpiWire, exchange: Exchange) -> Outcome:
        transfer = wire.transfer
        if not self._armed:
            transfer(_STOP)
            transfer(_ARM)
            self._armed = True
        align = exchange.align
        transfer(_CLEAR_IRQ)
        transfer([_write(_FIFO_DATA), *exchange.frame])
        transfer([_write(_BIT_FRAMING), 0x80 | align << 4 | exchange.bits & 0x07])
        back = FRAME_DELAY + frame_time(exchange.expect) if exchange.expect else _TIMEOUT
        self._clock.sleep(frame_time(exchange.bits) + back + _MARGIN)
        answer = self._await(wire, (exchange.expect + align + 7) // 8)
        _, irq, error, level, control, coll, _, _, *fifo = answer
        if not irq & _RX_IRQ:
            self._armed = False
            return SILENCE
        return self._outcome(wire, error, level, control & 0x07, coll, bytes(fifo), align)

    def _await(self, wire: SpiWire, count: int) -> list[int]:
        """Read status and `count` FIFO bytes when the exchange is over; raises TransportLost.

        Bytes taken out in mid-reception make the reply too short, and the inventory asks again.
        """
        for _ in range(_PATIENCE):
            answer = wire.transfer(_STATUS_AND_FIFO[count])
            if answer[6] != _RELOAD or answer[7] != self._version:
                raise TransportLost(
                    f"the chip at {wire.node} lost its settings (version 0x{answer[7]:02X}); "
                    "check its power and the cable"
                )
            if answer[1] & (_RX_IRQ | _TIMER_IRQ):
                return answer
            self._clock.sleep(_PAUSE)
        raise TransportLost(f"the chip at {wire.node} does not finish a transmission")

    def _outcome(
        self, wire: SpiWire, error: int, level: int, last: int, coll: int, octets: bytes, align: int
    ) -> Outcome:
        if level != len(octets):
            wire.transfer(_FLUSH)
        value = int.from_bytes(octets, "little") >> align
        # A collision may raise parity and protocol errors too, so it is asked for first.
        if error & _COLL_ERR:
            position = (coll & 0x1F) or 32
            at = position - 1 - align
            return Collision(value, None if coll & _POS_NOT_VALID or at < 0 else at)
        if error & _READ_ERRORS or level != len(octets):
            return NOISE
        return Reply(value, 8 * level - (8 - last if last else 0) - align)


_CROWD = "two or more cards, unreadable"


class _State(Enum):
    UNKNOWN = auto()
    UP = auto()
    UNCLEAR = auto()
    SILENT = auto()


class Mfrc522Driver(Driver):
    """A shoe (or any single antenna) on one reader: `TagSeen` when a tag comes, `TagGone` when it has left.

    A chip that is lost is tried again after `retry_after` seconds. `patience` sweeps in a row that cannot
    tell the tags apart lose the reader; what rested there stays. Reports carry the time given to `poll`.
    """

    def __init__(
        self,
        reader: TagReader,
        name: str,
        *,
        presence: PresenceRule = SHOE,
        retry_after: float = 0.5,
        patience: int = 3,
    ) -> None:
        self._reader = reader
        self._name = name
        self._presence = Presence(presence)
        self._retry_after = retry_after
        self._patience = patience
        self._state = _State.UNKNOWN
        self._unclear = 0
        self._retry_at = -inf

    @property
    def names(self) -> tuple[str, ...]:
        """The one reader behind this driver."""
        return (self._name,)

    def poll(self, now: float) -> tuple[Report, ...]:
        """Sweep once: what came, what left, and whether the reader answers."""
        if now < self._retry_at:
            return ()
        try:
            found = self._reader.inventory()
        except DriverError as error:
            self._retry_at = now + self._retry_after
            return self._lose(now, _State.SILENT, f"{self._name} reader does not answer: {error}")
        uids = found.uids
        trouble = _CROWD if found.unresolved else found.fault
        reports: tuple[Report, ...] = ()
        if trouble is None:
            self._unclear = 0
            reports = self._rise(now)
        else:
            self._unclear += 1
            # What cannot be read may be what rested there: nothing leaves in an unclear sweep.
            uids |= self._presence.resting(self._name)
            if self._unclear >= self._patience:
                reports = self._lose(now, _State.UNCLEAR, trouble)
        return reports + self._presence.sweep(now, self._name, uids)

    def close(self) -> None:
        """Give back the reader's bus and pin."""
        self._reader.close()

    def _lose(self, now: float, state: _State, reason: str) -> tuple[Report, ...]:
        if self._state is state:
            return ()
        self._state = state
        return (ReaderLost(now, self._name, reason),)

    def _rise(self, now: float) -> tuple[Report, ...]:
        if self._state is _State.UP:
            return ()
        self._state = _State.UP
        return (ReaderUp(now, self._name),)
