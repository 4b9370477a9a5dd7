"""Pepper C1 readers on simulated time: emulator, cable, real port and driver in one; and damage to frames."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from drivers.emulated.felt import Felt
from drivers.emulated.pepper import PepperDevice
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.pepper import PepperAntenna, PepperDriver
from drivers.port import open_port
from drivers.reports import ReaderLost, ReaderUp, Report, TagGone, TagSeen
from tests.drivers.feltrig import FeltRig

MUX = tuple(PepperAntenna("board" if n == 8 else f"seat {n}", antenna=n) for n in range(1, 9))
UNITS = tuple(PepperAntenna(f"seat {number}", unit=number) for number in (1, 5, 254))
SINGLE = (PepperAntenna("shoe"),)
SLOWEST_LOOK = 2.0


def damage(rng: random.Random, frame: bytes) -> bytes:
    """One bit flipped, cut short, lost, with noise before it, or with a piece of something else inside."""
    start = rng.randrange(len(frame))
    match rng.randrange(5):
        case 0:
            flipped = frame[start] ^ 1 << rng.randrange(8)
            return frame[:start] + bytes([flipped]) + frame[start + 1 :]
        case 1:
            return frame[:start]
        case 2:
            return b""
        case 3:
            return rng.randbytes(rng.randrange(1, 60)) + frame
        case _:
            return frame[:start] + rng.randbytes(rng.randrange(1, 20)) + frame[start + 3 :]


class PepperRig(FeltRig[PepperDriver]):
    """Pepper C1 readers behind one port."""

    def __init__(
        self,
        where: str,
        antennas: Sequence[PepperAntenna],
        there: Sequence[PepperAntenna],
        polls_by_itself: bool,
    ) -> None:
        self.clock = SimulatedClock()
        self.felt = Felt(self.clock)
        self.device = PepperDevice(self.felt, where, there, polls_by_itself=polls_by_itself)
        self.driver = PepperDriver(where, open_port, antennas)
        self.reports: list[Report] = []
        self.stepper = Stepper(self.clock, [self.device], [self.driver], self._take)
        self._moved: dict[tuple[str, str], float] = {}
        self._up: set[str] = set()

    def move(self, uid: str, reader: str | None) -> None:
        """Lay a card on a reader, or take it off the felt."""
        for name in self.driver.names:
            if name == reader or uid in self.felt.contents(name):
                self._moved[name, uid] = self.clock.now()
        if reader is None:
            self.felt.lift(uid)
        else:
            self.felt.place(uid, reader)

    def _take(self, report: Report) -> None:
        """Refuse what the felt contradicts, and did at least as long as a look may take."""
        if isinstance(report, ReaderUp | ReaderLost):
            (self._up.add if isinstance(report, ReaderUp) else self._up.discard)(report.reader)
        # Of a lost reader the last that was seen may still be settled, by what another one sees.
        if isinstance(report, TagSeen | TagGone) and report.reader in self._up:
            lies = report.uid in self.felt.contents(report.reader)
            settled = self.clock.now() - self._moved.get((report.reader, report.uid), 0.0) > SLOWEST_LOOK
            assert lies is isinstance(report, TagSeen) or not settled, f"{report} is not so"
        self.reports.append(report)


@contextmanager
def pepper_rig(
    where: str,
    antennas: Sequence[PepperAntenna],
    *,
    there: Sequence[PepperAntenna] = (),
    polls_by_itself: bool = False,
) -> Iterator[PepperRig]:
    """A rig whose ports are given back; `there` when other readers are on the line than are configured."""
    rig = PepperRig(where, antennas, there or antennas, polls_by_itself)
    try:
        yield rig
    finally:
        rig.driver.close()
        rig.device.stop()
