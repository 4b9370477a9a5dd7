"""One antenna at bus 0, device 0 of the emulated Pi, for a library that is given nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from drivers.emulated import gpio, pi, spidev
from drivers.emulated.leads import Lead
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.iso14443a import Inventory
from drivers.mfrc522 import Mfrc522Reader
from tests.drivers.chipbench import Counted, Ticks

# Seconds that one call of the SPI driver takes.
CALL = 20e-6
RESET_PIN = 25


class Antenna:
    """A chip behind `lead`, tags over it, and a count of transfers; `ours` is our reader at the same chip."""

    def __init__(self, uids: Iterable[str] = ()) -> None:
        pi.install()
        gpio.reset()
        self.uids = set(uids)
        self.clock = Ticks()
        self.chip = Mfrc522Model(lambda: self.uids, self.clock, transfer_cost=CALL)
        self.lead = Lead(self.chip)
        self.wire = Counted(self.lead)
        spidev.attach(0, 0, self.wire)
        gpio.listen(RESET_PIN, self.chip.reset_pin)
        self.ours = Mfrc522Reader(0, 0, clock=self.clock, reset_pin=RESET_PIN)

    def close(self) -> None:
        """Take the chip out, and let go of every pin."""
        spidev.detach(0, 0)
        gpio.reset()

    def cost(self, call: Callable[..., Any], *args: object) -> tuple[int, Any]:
        """Call it: the transfers that it took, and what it returned."""
        before = self.wire.transfers
        result = call(*args)
        return self.wire.transfers - before, result

    def peek(self, address: int) -> int:
        """Read one register without counting it."""
        return self.chip.transfer([0x80 | address << 1, 0], 10_000_000)[1]

    def found(self) -> Inventory:
        """What our reader finds, in a program that counts the pins as it does."""
        if gpio.getmode() == gpio.BOARD:
            gpio.cleanup()
        return self.ours.inventory()

    def steady(self) -> tuple[int, float, Inventory]:
        """Transfers, seconds and the result of our reader when it knows what lies there."""
        for _ in range(3):
            self.found()
        began = self.clock.now()
        transfers, found = self.cost(self.ours.inventory)
        return transfers, self.clock.now() - began, found
