"""The MFRC522 reader: the `mfrc522` package opens chip and pins, the inventory is ours.

The package's own tag reading is not used: it waits busily, cuts 7-byte UIDs, and takes two tags for none. A
look gives way wherever the chip can wait, so that one thread can serve all readers of a bus.
"""

from __future__ import annotations

import importlib
from collections.abc import Generator
from math import inf
from typing import Any

from drivers import pins
from drivers.base import BadWiring, Clock, DriverError
from drivers.clock import WallClock
from drivers.inventory import Walk
from drivers.iso14443a import Inventory
from drivers.mfrc522chip import Mfrc522Chip
from drivers.spi import SpiWire, node, opening_failed

_BCM = 11
# A chip is ready some milliseconds after its reset, when its crystal swings.
_START_UP = 0.02
_PIECE = 0.002
# Tags forget their state in a field that is off for so long.
_OFF = 5.1e-3
# Every so often (s) a chip is set up anew, its field off meanwhile: it may have gone deaf, and a tag may have
# come halted out of a neighbour's field.
_RENEWAL = 2.0
_STRETCH = 8


class Mfrc522Reader:
    """One MFRC522 on an SPI bus; `reset_pin` is a BCM number, `speed_hz` at most 10 MHz.

    `sliced`: the field is on during a look only, `guard` seconds before the first tag is asked; else always.
    `batched` and `conservative` are those of the chip. It opens itself with the first look and again after
    every loss.
    """

    def __init__(
        self,
        bus: int,
        device: int,
        *,
        reset_pin: int,
        speed_hz: int = 4_000_000,
        clock: Clock | None = None,
        sliced: bool = False,
        batched: bool = False,
        conservative: bool = False,
        guard: float = 5e-3,
    ) -> None:
        if not 0 < speed_hz <= 10_000_000:
            raise BadWiring(f"an MFRC522 takes up to 10000000 Hz on SPI, not {speed_hz}")
        self.node = node(bus, device)
        self.sliced = sliced
        self.device = ""
        self.round_trip: float | None = None
        self.errors = 0
        self._bus = bus
        self._device = device
        self._clock = clock or WallClock()
        self._reset_pin = reset_pin
        self._speed_hz = speed_hz
        self._batched = batched
        self._conservative = conservative
        self._guard = guard
        self._gpio: Any = None
        self._wire: SpiWire | None = None
        self._chip: Mfrc522Chip | None = None
        self._known: tuple[str, ...] = ()
        self._lit = False
        self._dark_since = -inf
        self._renew_at = -inf

    def inventory(self) -> Inventory:
        """Find every tag over the antenna: a whole look at once."""
        look = self.look()
        try:
            while True:
                next(look)
        except StopIteration as stop:
            found: Inventory = stop.value
            return found

    def look(self) -> Generator[None, None, Inventory]:
        """Find every tag over the antenna; yields where some milliseconds may pass before it goes on.

        Raises TransportLost when the chip does not answer or lost its settings, BadWiring when there is no
        such device. After both, and when it is broken off, the next look opens the chip anew.
        """
        try:
            chip = self._chip or self._open()
            if self._clock.now() >= self._renew_at:
                yield from self._renew(chip)
            fresh = not self._lit
            if fresh:
                yield from self._light(chip)
            found = yield from self._walk(chip, fresh)
            if self.sliced:
                chip.field(False)
                self._darken()
            return found
        except (DriverError, GeneratorExit):
            self._drop()
            raise

    def close(self) -> None:
        """Give back the SPI device and the reset pin, and nothing else."""
        self._drop()
        if self._gpio is not None:
            self._gpio.cleanup(self._reset_pin)
            self._gpio = None

    def _open(self) -> Mfrc522Chip:
        self._gpio = pins.gpio()
        try:
            package = importlib.import_module("mfrc522")
            opened = package.MFRC522(
                bus=self._bus,
                device=self._device,
                spd=self._speed_hz,
                pin_mode=_BCM,
                pin_rst=self._reset_pin,
            )
        except ImportError as error:
            raise BadWiring(f"the packages mfrc522 and spidev are needed here: {error}") from error
        except OSError as error:
            raise opening_failed(self._bus, self._device, error) from error
        except pins.failures(self._gpio) as error:
            raise BadWiring(
                f"the reset pin GPIO{self._reset_pin} of {self.node} cannot be taken: {error}; "
                "correct reset_pin, or the overlay that owns it"
            ) from error
        # The package adds one more log handler with every chip that it opens.
        opened.logger.handlers.clear()
        self._wire = SpiWire(opened.spi, self._bus, self._device)
        self._chip = Mfrc522Chip(
            self._wire, self._clock, batched=self._batched, conservative=self._conservative
        )
        self._renew_at = -inf
        return self._chip

    def _renew(self, chip: Mfrc522Chip) -> Generator[None, None, None]:
        """Reset the chip and set it up; raises TransportLost when it does not come back in time."""
        chip.reset()
        self._darken()
        due = self._clock.now() + _START_UP
        while not chip.is_awake():
            if self._clock.now() >= due:
                raise chip.refusal()
            yield from self._rest(self._clock.now() + _PIECE)
        chip.set_up()
        self.device = f"MFRC522 version 0x{chip.version:02X}"
        self.round_trip = chip.round_trip
        self._renew_at = self._clock.now() + _RENEWAL

    def _light(self, chip: Mfrc522Chip) -> Generator[None, None, None]:
        """Switch the field on and let the tags wake up; they have forgotten that they were halted."""
        yield from self._rest(self._dark_since + _OFF)
        chip.field(True)
        self._lit = True
        yield from self._rest(self._clock.now() + self._guard)

    def _walk(self, chip: Mfrc522Chip, fresh: bool) -> Generator[None, None, Inventory]:
        walk = Walk(self._known, fresh=fresh)
        steps = walk.steps()
        stretch = 0
        try:
            exchange = next(steps)
            while True:
                outcome = chip.exchange(exchange)
                stretch += 1
                if not exchange.expect or stretch == _STRETCH:
                    stretch = 0
                    yield
                exchange = steps.send(outcome)
        except StopIteration as stop:
            found: Inventory = stop.value
        self.errors += walk.errors
        self._remember(found, clear=not (walk.errors or found.unresolved))
        return found

    def _remember(self, found: Inventory, clear: bool) -> None:
        """Keep whom to ask first; where somebody may have been left out, the next look begins anew."""
        if not clear or not found.uids.issuperset(self._known):
            self._renew_at = -inf
        still = [uid for uid in self._known if uid in found.uids]
        self._known = (*still, *sorted(found.uids.difference(still)))

    def _rest(self, until: float) -> Generator[None, None, None]:
        """Give way until then; whoever goes on at once waits a little."""
        while (left := until - self._clock.now()) > 1e-6:
            yield
            left = min(until - self._clock.now(), _PIECE)
            if left > 0:
                self._clock.sleep(left)

    def _darken(self) -> None:
        if self._lit:
            self._lit = False
            self._dark_since = self._clock.now()

    def _drop(self) -> None:
        """Close the device and hold the chip in reset until it is opened again."""
        if self._wire is None:
            return
        self._wire.close()
        self._wire = self._chip = None
        self._gpio.output(self._reset_pin, 0)
        self._darken()
