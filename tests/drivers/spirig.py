"""A whole table on one emulated SPI bus and simulated time: the shoe, ten seats, board and muck."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass, field
from itertools import pairwise

from drivers.emulated import gpio, pi, spidev
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.emulated.stepper import SimulatedClock
from drivers.iso14443a import Inventory
from drivers.mfrc522 import Mfrc522Reader
from drivers.presence import SHOE, PresenceRule
from drivers.reports import Report
from drivers.spibus import SHOE_EVERY, Antenna, SpiBusDriver

SHOE_NAME = "shoe"
SEATS = tuple(f"seat {n}" for n in range(1, 11))
TABLE = (SHOE_NAME, *SEATS, "board", "muck")
_FIRST_PIN = 12
BUS = 1


def deck(cards: int) -> list[str]:
    """UIDs of so many NTAGs, always the same ones."""
    rng = random.Random(5)
    return [f"04{rng.randbytes(6).hex().upper()}" for _ in range(cards)]


@dataclass(slots=True)
class Look:
    """One look at one antenna: when it began and ended (s)."""

    name: str
    began: float
    ended: float


@dataclass(slots=True)
class Watched:
    """A reader whose looks are written down when they end; all else is its own."""

    name: str
    reader: Mfrc522Reader
    clock: SimulatedClock
    looks: list[Look] = field(repr=False)

    @property
    def node(self) -> str:
        return self.reader.node

    @property
    def sliced(self) -> bool:
        return self.reader.sliced

    @property
    def device(self) -> str:
        return self.reader.device

    @property
    def round_trip(self) -> float | None:
        return self.reader.round_trip

    @property
    def errors(self) -> int:
        return self.reader.errors

    def look(self) -> Generator[None, None, Inventory]:
        began = self.clock.now()
        found = yield from self.reader.look()
        self.looks.append(Look(self.name, began, self.clock.now()))
        return found

    def close(self) -> None:
        self.reader.close()


class SpiTable:
    """The antennas of `names` and the cards on them; every field but the shoe's is sliced.

    `transfer_cost` is the time of one SPI call in seconds.
    """

    def __init__(self, *names: str, transfer_cost: float = 20e-6) -> None:
        pi.install()
        gpio.reset()
        self.clock = SimulatedClock()
        self.lying: dict[str, set[str]] = {name: set() for name in names or TABLE}
        self.passing: list[tuple[float, float, str]] = []
        self.looks: list[Look] = []
        self.chips = {
            name: Mfrc522Model(self._field_of(name), self.clock, transfer_cost=transfer_cost)
            for name in self.lying
        }
        self.driver = SpiBusDriver(
            [self._antenna(number, name, chip) for number, (name, chip) in enumerate(self.chips.items())],
            self.clock,
        )

    def _antenna(self, number: int, name: str, chip: Mfrc522Model) -> Antenna:
        pin = _FIRST_PIN + number
        spidev.attach(BUS, number, chip)
        gpio.listen(pin, chip.reset_pin)
        reader = Mfrc522Reader(BUS, number, clock=self.clock, reset_pin=pin, sliced=name != SHOE_NAME)
        watched = Watched(name, reader, self.clock, self.looks)
        if name == SHOE_NAME:
            return Antenna(name, watched, SHOE, SHOE_EVERY)
        return Antenna(name, watched, PresenceRule())

    def _field_of(self, name: str) -> Callable[[], Collection[str]]:
        def in_field() -> Collection[str]:
            now = self.clock.now()
            pulled = {uid for came, left, uid in self.passing if came <= now < left}
            return self.lying[name] | pulled if name == SHOE_NAME else self.lying[name]

        return in_field

    def pull(self, uid: str, came: float, left: float) -> None:
        """Let a card be over the shoe's antenna from `came` to `left` (s)."""
        self.passing.append((came, left, uid))

    def deal(self) -> None:
        """Two cards to each seat, five on the board, ten on the muck."""
        cards = iter(deck(52))
        for name, here in self.lying.items():
            count = {SHOE_NAME: 0, "board": 5, "muck": 10}.get(name, 2)
            here.update(next(cards) for _ in range(count))

    def run(self, seconds: float) -> list[Report]:
        """Poll as the worker does, with its pauses."""
        reports: list[Report] = []
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            reports += self.driver.poll(self.clock.now())
            self.clock.sleep(self.driver.interval)
        return reports

    def looks_at(self, name: str) -> list[Look]:
        """The looks at one antenna, in order."""
        return [look for look in self.looks if look.name == name]

    def sweeps(self) -> list[float]:
        """Seconds of every whole sweep: from the look at the first seat to the end of the last one's."""
        first, *_, last = [name for name in self.lying if name != SHOE_NAME]
        ends = self.looks_at(last)
        return [
            next(end.ended for end in ends if end.began > look.began) - look.began
            for look in self.looks_at(first)
            if look.began < ends[-1].began
        ]

    def shoe_gaps(self) -> list[float]:
        """Seconds from the begin of each look at the shoe to the begin of the next."""
        return [after.began - before.began for before, after in pairwise(self.looks_at(SHOE_NAME))]

    def close(self) -> None:
        self.driver.close()
        for number in range(len(self.lying)):
            spidev.detach(BUS, number)
            gpio.listen(_FIRST_PIN + number, None)
        gpio.reset()
