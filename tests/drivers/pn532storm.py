"""Bad lines and careless hands: what a PN532's frames and cards go through in long and in short runs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from drivers.pn532frame import ACK, GAP, NACK, Frame, FrameReader, Signal, frame
from drivers.reports import ReaderLost, Report, TagSeen
from tests.drivers.pn532rig import SEAT, Pn532Rig, pn532_rig

# Among them numbers that look like parts of a frame, or like a whole one.
CARDS = (
    *(f"04{number:012X}" for number in range(1, 9)),
    "11223344",
    "0000FF03",
    "0411223344556677889A",
    "0000FF03FDD54B00E000",
)
# Longer than a departure takes: 0.5 s, and some looks that failed.
SETTLED = 1.5


@dataclass(slots=True)
class Storm:
    """How many frames were sent through it, and how many came out."""

    sent: int = 0
    accepted: int = 0
    invented: int = 0


def damage(rng: random.Random, wire: bytes) -> tuple[bytes, bool]:
    """What becomes of one frame on the way, and whether the line is quiet after it."""
    at = rng.randrange(len(wire))
    noise = rng.randbytes(rng.randrange(1, 30))
    match rng.randrange(8):
        case 0:
            return wire[:at] + bytes((wire[at] ^ 1 << rng.randrange(8),)) + wire[at + 1 :], False
        case 1:
            return wire[:at] + rng.randbytes(1) + wire[at + 1 :], False
        case 2:
            return wire[:at], True
        case 3:
            return b"", False
        case 4:
            return noise + wire, False
        case 5:
            return wire + noise, False
        case 6:
            return wire * 2, False
        case _:
            return wire[:at] + noise + wire[at:], True


def frame_storm(seed: int, frames: int, rate: float = 0.2) -> Storm:
    """Feed random frames, some damaged, some glued to the next, in pieces of any size."""
    rng = random.Random(seed)
    reader, storm = FrameReader(), Storm()
    sent: set[Frame] = {Signal.ACK, Signal.NACK}
    now, glued = 0.0, b""
    while storm.sent < frames:
        body = bytes((0xD5, 0x4B)) + rng.randbytes(rng.randrange(40))
        sent.add(body)
        storm.sent += 1
        whole = frame(body) if rng.random() < 0.7 else rng.choice((ACK, NACK))
        quiet = rng.random() < 0.7
        if rng.random() < rate:
            whole, broken = damage(rng, whole)
            quiet = quiet or broken
        glued += whole
        if not quiet:
            continue
        cut = rng.randrange(len(glued) + 1)
        for piece in (glued[:cut], glued[cut:]):
            heard = reader.feed(now, piece)
            storm.accepted += len(heard)
            storm.invented += sum(said not in sent for said in heard)
            now += GAP / 3
        now, glued = now + GAP, b""
    return storm


class Hands:
    """Deals and folds at a seat while the plug is pulled and the line is bad."""

    def __init__(self, rig: Pn532Rig, seed: int) -> None:
        self.rig = rig
        self._rng = random.Random(seed)
        self._moved: dict[str, float] = {}

    def disturb(self) -> None:
        """Do one thing, or let it be."""
        rng, rig = self._rng, self.rig
        match rng.randrange(10):
            case 0 | 1 | 2:
                self._move(rng.choice(CARDS), here=len(rig.lying()) < 3)
            case 3 | 4 if rig.lying():
                self._move(rng.choice(sorted(rig.lying())), here=False)
            case 5:
                rig.felt.unplug(SEAT)
            case 6:
                rig.felt.unreadable(SEAT, rng.random() < 0.5)
            case 7 if rng.random() < 0.3:
                rig.device.brown_out()
            case _:
                rig.felt.plug(SEAT)
        rig.device.unreliable(rng.choice((0.0, 0.05, 0.3)))

    def settle(self) -> None:
        """Put everything right, and wait."""
        self.rig.device.unreliable(0.0)
        self.rig.felt.plug(SEAT)
        self.rig.felt.unreadable(SEAT, False)
        self.rig.advance(2.0 + 2 * SETTLED)

    def resting_for_long(self) -> set[str]:
        """Cards that are reported, and lie there since long before."""
        now = self.rig.clock.now()
        return {uid for uid in self.rig.resting & self.rig.lying() if now - self._moved[uid] > SETTLED}

    def check(self, reports: list[Report]) -> None:
        """No report may name a card that has not lain there of late."""
        for report in reports:
            match report:
                case TagSeen(at=at, uid=uid):
                    assert uid in self._moved, "a card was invented"
                    assert uid in self.rig.lying() or at - self._moved[uid] < SETTLED, "a ghost was seen"

    def _move(self, uid: str, *, here: bool) -> None:
        self._moved[uid] = self.rig.clock.now()
        self.rig.place(uid) if here else self.rig.felt.lift(uid)


def table_storm(folder: Path, seed: int, frames: int, *, tick: float = 0.005) -> tuple[int, int]:
    """Play until the reader has sent so many frames; the cards that came, and the losses of the reader."""
    rng = random.Random(seed)
    with pn532_rig(folder, tick=tick, seed=seed) as rig:
        hands = Hands(rig, seed)
        while rig.device.frames < frames:
            hands.disturb()
            before = hands.resting_for_long()
            hands.check(rig.advance(rng.uniform(0.1, 1.5)))
            assert before <= rig.resting, "a card was lost"
        hands.settle()
        assert rig.resting == rig.lying()
        kinds = [type(report) for report in rig.reports]
        return kinds.count(TagSeen), kinds.count(ReaderLost)
