"""The reference firmware on emulated reader chips: a board of the table's felt, its power and its plug."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from drivers.emulated.felt import Felt
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.emulated.plug import Plug, SerialDevice
from drivers.emulated.stepper import SimulatedClock
from drivers.hub import HubWiring
from drivers.hub_firmware.antenna import Antenna, Wire
from drivers.hub_firmware.loop import Board, Loop
from tests.drivers.hubrig import WIRING, HubRig

# An interpreter on a microcontroller takes about this long for one frame on the bus.
FRAME_COST = 60e-6
TICK = 0.02


class ChipWire(Wire):
    """SPI frames to an emulated chip; sleeping moves the clock."""

    def __init__(self, chip: Mfrc522Model, clock: SimulatedClock) -> None:
        self._chip = chip
        self._clock = clock

    def transfer(self, sent: bytes) -> bytes:
        """One frame."""
        return bytes(self._chip.transfer(list(sent), 4_000_000))

    def sleep_us(self, us: int) -> None:
        """Move the clock."""
        self._clock.sleep(us / 1e6)


class FeltBoard(Board):
    """The pins of a hub that is built into the felt."""

    def __init__(self, felt: Felt, clock: SimulatedClock, plug: Plug, wiring: HubWiring) -> None:
        self._felt = felt
        self._plug = plug
        self._keys = wiring.keys
        self._lamps = wiring.lamps
        self.keys = len(wiring.keys)
        self.lamps = len(wiring.lamps)
        self.colours: dict[str, int] = {}
        self.chips = {
            name: Mfrc522Model(self._field(name), clock, transfer_cost=FRAME_COST)
            for _, name in sorted(wiring.antennas.items())
        }
        self.antennas = [Antenna(ChipWire(chip, clock)) for chip in self.chips.values()]

    def _field(self, name: str) -> Callable[[], tuple[str, ...]]:
        return lambda: self._felt.contents(name)

    def is_down(self, key: int) -> bool:
        return self._felt.is_down(self._keys[key])

    def shine(self, colours: list[int]) -> None:
        self.colours = {self._lamps[number]: colour for number, colour in enumerate(colours, 1)}

    def read(self) -> bytes:
        return self._plug.read()

    def write(self, octets: bytes) -> int:
        self._plug.write(octets)
        return len(octets)


class PicoDevice(SerialDevice):
    """A microcontroller with the reference firmware; without its plug it has no power."""

    def __init__(self, felt: Felt, clock: SimulatedClock, path: Path, wiring: HubWiring = WIRING) -> None:
        super().__init__(path, "hub")
        self._felt = felt
        self._clock = clock
        self._wiring = wiring
        self._boots = 0
        self._loop: Loop | None = None
        self._unplugged: set[str] = set()
        self.board = FeltBoard(felt, clock, self.plug, wiring)

    def reboot(self) -> None:
        """Press its reset button."""
        self._loop = None

    def work(self, now: float) -> None:
        """Run for one tick."""
        if self._felt.is_unplugged(self.name):
            self.plug.pull()
            self._loop = None
            return
        if not self.plug.is_in:
            self.plug.insert()
        self._follow_leads()
        if self._loop is None:
            self._boots += 1
            self._loop = Loop(self.board, self._wiring.uid, self._boots, self._ms())
        while self._clock.now() < now + TICK:
            self._loop.step(self._ms())

    def _ms(self) -> int:
        return int(self._clock.now() * 1000)

    def _follow_leads(self) -> None:
        for name, chip in self.board.chips.items():
            chip.jam(self._felt.is_unreadable(name))
            without = self._felt.is_unplugged(name)
            if without != (name in self._unplugged):
                chip.power(not without)
                (self._unplugged.add if without else self._unplugged.discard)(name)


@contextmanager
def pico_rig(folder: Path) -> Iterator[HubRig[PicoDevice]]:
    """A rig over the reference firmware."""
    rig = HubRig(folder, PicoDevice)
    try:
        yield rig
    finally:
        rig.driver.close()
        rig.emulator.stop()
