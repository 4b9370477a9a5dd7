"""The far side of every wire of a table: chips under the SPI call, devices behind terminals, a felt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.buses import antennas_of, lines_of, pins_of, wiring_of
from controller.hardware import Mfrc522Reader, Panel, Pn532Reader
from controller.settings import TableSettings
from drivers.base import Clock
from drivers.emulated import gpio, panel, pi, smbus2, spidev
from drivers.emulated.expander import Mcp23017Model
from drivers.emulated.felt import Felt
from drivers.emulated.hub import HubEmulator
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.emulated.pepper import PepperDevice
from drivers.emulated.plug import SerialDevice
from drivers.emulated.pn532 import Pn532Device
from drivers.emulated.stepper import Emulator, Switch

TICK = 0.02


class FarSide:
    """All devices of a table on one felt; `felt.unplug` takes the name of a reader, a port, or an expander.

    The names of the devices behind ports are "hub", that of the reader (PN532), and the port (Pepper C1).
    """

    def __init__(self, settings: TableSettings, clock: Clock) -> None:
        pi.install()
        self.felt = Felt(clock)
        self.hub: HubEmulator | None = None
        self._devices: list[SerialDevice] = []
        self._switches: list[Emulator] = []
        for reader in settings.readers:
            if isinstance(reader, Mfrc522Reader):
                self._attach(reader, clock)
            elif isinstance(reader, Pn532Reader):
                self._devices.append(Pn532Device(self.felt, Path(reader.port), reader.name))
        for port, antennas in antennas_of(settings).items():
            self._devices.append(PepperDevice(self.felt, port, antennas, name=port))
        if settings.hub:
            self.hub = HubEmulator(self.felt, Path(settings.hub.port), wiring_of(settings, settings.hub))
            self._devices.append(self.hub)
        if settings.panel:
            self._solder(settings.panel)

    @property
    def emulators(self) -> tuple[Emulator, ...]:
        """Everything that is stepped."""
        return (*self._switches, *self._devices)

    def start(self, clock: Clock) -> None:
        """Let the far side run by itself on the wall clock; a chip is worked by whoever reads it.

        Returns when everything is plugged in.
        """
        for device in self._devices:
            device.start(clock)
        for device in self._devices:
            while not device.path.exists():
                clock.sleep(TICK)

    def close(self) -> None:
        """Hang up."""
        for device in self._devices:
            device.stop()

    def _attach(self, reader: Mfrc522Reader, clock: Clock) -> None:
        felt, name = self.felt, reader.name
        chip = Mfrc522Model(lambda: felt.contents(name), clock)
        spidev.attach(reader.bus, reader.device, chip)
        self._switches.append(Switch(lambda: not felt.is_unplugged(name), chip.power))
        self._switches.append(Switch(lambda: felt.is_unreadable(name), chip.jam))

    def _solder(self, wired: Panel) -> None:
        """Keys and lamps of the felt to pins and expanders, each of which may lose its power."""
        felt = self.felt
        pins = pins_of(wired)
        gpio.reset()
        smbus2.reset()
        panel.connect(felt, pins, gpio)
        for name, expander in wired.expanders.items():
            chip = Mcp23017Model()
            smbus2.attach(expander.bus, expander.address, chip)
            panel.connect(felt, lines_of(wired, name), chip)
            self._switches.append(Switch(_plugged(felt, f"expander {name}"), chip.power))


def _plugged(felt: Felt, device: str) -> Callable[[], bool]:
    return lambda: not felt.is_unplugged(device)
