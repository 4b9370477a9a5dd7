"""One antenna: a reader on an emulated chip, tags to lay down, simulated time, and transfers counted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from drivers.emulated import gpio, pi, spidev
from drivers.emulated.leads import Lead
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.emulated.tags import Coupling
from drivers.iso14443a import Inventory
from drivers.mfrc522 import Mfrc522Reader
from tests.drivers.chipbench import Counted, Ticks

PIN = 25
# What one call of the system costs.
CALL = 20e-6
_TX_CONTROL = 0x14


class Antenna:
    """`uids` lie there now; `options` are those of the reader, the others those of the chip."""

    def __init__(
        self,
        uids: Iterable[str] = (),
        *,
        coupling: Callable[[str], Coupling] | None = None,
        seed: int = 0,
        version: int = 0x92,
        start_up: float = 0.0,
        call: float = CALL,
        device: int = 0,
        clock: Ticks | None = None,
        **options: Any,
    ) -> None:
        pi.install()
        self.uids = set(uids)
        self.clock = clock or Ticks()
        self._device = device
        self._pin = PIN + device
        self.chip = Mfrc522Model(
            lambda: self.uids,
            self.clock,
            transfer_cost=call,
            version=version,
            coupling=coupling,
            rng=random.Random(seed),
            power_up=0.004,
            start_up=start_up,
            parity_with_collision=bool(seed % 2),
        )
        self.lead = Lead(self.chip)
        self.wire = Counted(self.lead)
        spidev.attach(0, device, self.wire)
        gpio.listen(self._pin, self.chip.reset_pin)
        self.reader = Mfrc522Reader(0, device, clock=self.clock, reset_pin=self._pin, **options)

    def look(self) -> Inventory:
        """A look, 10 ms after the last one ended."""
        self.clock.sleep(0.01)
        return self.reader.inventory()

    def measured(self) -> tuple[Inventory, int, float]:
        """A look with its transfers and its seconds."""
        self.wire.transfers, began = 0, self.clock.now()
        found = self.reader.inventory()
        return found, self.wire.transfers, self.clock.now() - began

    @property
    def field_is_on(self) -> bool:
        """Whether the chip drives its antenna."""
        _, tx_control = self.chip.transfer([_TX_CONTROL << 1 | 0x80, 0], 4_000_000)
        return tx_control & 0x03 == 0x03

    def remove(self) -> None:
        """Take the device and the pin away."""
        spidev.detach(0, self._device)
        gpio.listen(self._pin, None)
        gpio.cleanup()


@contextmanager
def antenna(uids: Iterable[str] = (), **options: Any) -> Iterator[Antenna]:
    """An antenna that leaves nothing behind."""
    there = Antenna(uids, **options)
    try:
        yield there
    finally:
        there.remove()
