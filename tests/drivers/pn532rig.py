"""A PN532 on simulated time: emulator, pseudo-terminal, real serial port and driver in one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from drivers.emulated.felt import Felt
from drivers.emulated.pn532 import Pn532Device
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.emulated.tags import Coupling
from drivers.pn532 import Pn532Driver
from drivers.port import open_port
from drivers.presence import PresenceRule
from drivers.reports import Report, TagGone, TagSeen

SEAT = "seat 4"


class Pn532Rig:
    """What a test needs to move cards and see reports."""

    def __init__(
        self,
        folder: Path,
        *,
        tick: float = 0.005,
        rule: PresenceRule | None = None,
        coupling: Callable[[str], Coupling] | None = None,
        seed: int = 0,
    ) -> None:
        path = folder / "seat-4"
        self.clock = SimulatedClock()
        self.felt = Felt(self.clock)
        self.device = Pn532Device(self.felt, path, SEAT, coupling=coupling, rng=random.Random(seed))
        self.driver = Pn532Driver(str(path), open_port, SEAT, presence=rule)
        self.reports: list[Report] = []
        self.resting: set[str] = set()
        self._stepper = Stepper(self.clock, [self.device], [self.driver], self._take, tick)

    def advance(self, seconds: float) -> list[Report]:
        """Let time pass; return what was reported meanwhile."""
        before = len(self.reports)
        self._stepper.advance(seconds)
        return self.reports[before:]

    def place(self, *uids: str) -> None:
        """Lay cards on the seat."""
        for uid in uids:
            self.felt.place(uid, SEAT)

    def lying(self) -> set[str]:
        """What really lies on the seat."""
        return set(self.felt.contents(SEAT))

    def _take(self, report: Report) -> None:
        self.reports.append(report)
        match report:
            case TagSeen(uid=uid):
                assert uid not in self.resting, "a card was reported twice"
                self.resting.add(uid)
            case TagGone(uid=uid):
                assert uid in self.resting, "a card left that was not there"
                self.resting.remove(uid)


@contextmanager
def pn532_rig(
    folder: Path,
    *,
    tick: float = 0.005,
    rule: PresenceRule | None = None,
    coupling: Callable[[str], Coupling] | None = None,
    seed: int = 0,
) -> Iterator[Pn532Rig]:
    """A rig whose ports are given back."""
    rig = Pn532Rig(folder, tick=tick, rule=rule, coupling=coupling, seed=seed)
    try:
        yield rig
    finally:
        rig.driver.close()
        rig.device.stop()
