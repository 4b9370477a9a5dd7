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
from drivers.reports import Report, TagGone, TagSeen
from drivers.serialport import SerialPort

UID = "E6614C311B"
WIRING = HubWiring(
    uid=UID,
    antennas={**{n: f"seat {n}" for n in range(1, 11)}, 11: "board", 12: "burn", 13: "muck"},
    keys={1: "next", 2: "floor"},
    lamps={n: f"seat {n}" for n in range(1, 11)} | {n + 10: f"button {n}" for n in range(1, 11)},
)

Far = TypeVar("Far", bound=SerialDevice)


def tag(number: int) -> str:
    """A 7-byte UID."""
    return f"04{number:012X}"


class HubRig(Generic[Far]):
    """What a test needs to move cards and see reports; `make` plugs the far side in."""

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
        self._stepper = Stepper(self.clock, [self.emulator], [self.driver], self.reports.append)

    def advance(self, seconds: float) -> list[Report]:
        """Let time pass; return what was reported meanwhile."""
        before = len(self.reports)
        self._stepper.advance(seconds)
        return self.reports[before:]

    def resting(self) -> dict[str, set[str]]:
        """What the reports so far say about each reader."""
        places: dict[str, set[str]] = {name: set() for name in self.driver.names}
        for report in self.reports:
            match report:
                case TagSeen(reader=reader, uid=uid):
                    assert uid not in places[reader], "a tag was reported twice"
                    places[reader].add(uid)
                case TagGone(reader=reader, uid=uid):
                    assert uid in places[reader], "a tag left that was not there"
                    places[reader].remove(uid)
        return places

    def lying(self) -> dict[str, set[str]]:
        """What really lies on each reader."""
        return {name: set(self.felt.contents(name)) for name in self.driver.names}


@contextmanager
def hub_rig(folder: Path, wiring: HubWiring = WIRING) -> Iterator[HubRig[HubEmulator]]:
    """A rig over the emulated hub, whose ports are given back."""
    rig = HubRig(folder, lambda felt, _clock, path: HubEmulator(felt, path, WIRING), wiring)
    try:
        yield rig
    finally:
        rig.driver.close()
        rig.emulator.stop()
