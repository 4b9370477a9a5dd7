"""The far side of every wire of a table: chips under the SPI call, devices behind terminals, a felt."""

from __future__ import annotations

from pathlib import Path

from controller.buses import wiring_of
from controller.hardware import Mfrc522Reader
from controller.settings import TableSettings
from drivers.base import Clock
from drivers.emulated import spidev
from drivers.emulated.felt import Felt
from drivers.emulated.hub import HubEmulator
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.emulated.stepper import Emulator, Switch

TICK = 0.02


class FarSide:
    """The far side of every wire of a table: chips under the SPI call, a hub behind a terminal."""

    def __init__(self, settings: TableSettings, clock: Clock) -> None:
        spidev.install()
        self.felt = Felt(clock)
        self.emulators: list[Emulator] = []
        for reader in settings.readers:
            if isinstance(reader, Mfrc522Reader):
                self._attach(reader, clock)
        self.hub: HubEmulator | None = None
        if settings.hub:
            self.hub = HubEmulator(self.felt, Path(settings.hub.port), wiring_of(settings, settings.hub))
            self.emulators.append(self.hub)

    def _attach(self, reader: Mfrc522Reader, clock: Clock) -> None:
        felt, name = self.felt, reader.name
        chip = Mfrc522Model(lambda: felt.contents(name), clock)
        spidev.attach(reader.bus, reader.device, chip)
        self.emulators.append(Switch(lambda: not felt.is_unplugged(name), chip.power))
        self.emulators.append(Switch(lambda: felt.is_unreadable(name), chip.jam))

    def start(self, clock: Clock) -> None:
        """Let the far side run by itself on the wall clock; a chip is worked by whoever reads it.

        Returns when the hub is plugged in.
        """
        if self.hub:
            self.hub.start(clock)
            while not self.hub.path.exists():
                clock.sleep(TICK)

    def close(self) -> None:
        """Hang up."""
        if self.hub:
            self.hub.stop()
