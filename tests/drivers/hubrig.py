"""A hub on simulated time: far side, pseudo-terminal, real serial port and driver in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from drivers.emulated.felt import Felt
from drivers.emulated.hub import HubEmulator
from drivers.emulated.plug import SerialDevice
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.hub import HubDriver, HubWiring
from drivers.reports import Report
from drivers.serialport import SerialPort
from tests.drivers.feltrig import FeltRig

UID = "E6614C311B"
WIRING = HubWiring(
    uid=UID,
    antennas={**{n: f"seat {n}" for n in range(1, 11)}, 11: "board", 12: "burn", 13: "muck"},
    keys={1: "next", 2: "floor"},
    lamps={n: f"seat {n}" for n in range(1, 11)} | {n + 10: f"button {n}" for n in range(1, 11)},
)

Far = TypeVar("Far", bound=SerialDevice)


class HubRig(FeltRig[HubDriver], Generic[Far]):
    """A hub; `make` plugs the far side in."""

    def __init__(
        self,
        folder: Path,
        make: Callable[[Felt, SimulatedClock, Path], Far],
        wiring: HubWiring = WIRING,
    ) -> None:
        self.path = folder / "table-hub"
        self.clock = SimulatedClock()
        self.felt = Felt(self.clock)
        self.emulator = make(self.felt, self.clock, self.path)
        self.driver = HubDriver(str(self.path), lambda: SerialPort(str(self.path)), wiring)
        self.reports: list[Report] = []
        self.stepper = Stepper(self.clock, [self.emulator], [self.driver], self.reports.append)


@contextmanager
def hub_rig(folder: Path, wiring: HubWiring = WIRING) -> Iterator[HubRig[HubEmulator]]:
    """A rig over the emulated hub, whose ports are given back."""
    rig = HubRig(folder, lambda felt, _clock, path: HubEmulator(felt, path, WIRING), wiring)
    try:
        yield rig
    finally:
        rig.driver.close()
        rig.emulator.stop()
