"""A bad cable between a hub and its driver: lines of all kinds, and what happens to some of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from drivers.hub import HubDriver, HubWiring
from drivers.hub_firmware.protocol import Hub
from drivers.hubline import LineReader, message, seal
from drivers.reports import Report, TagGone, TagSeen

WIRING = HubWiring(
    "E6614C311B", {number: f"seat {number}" for number in range(1, 5)}, {1: "next"}, {1: "seat 1"}
)
POLL = 0.02


def body(rng: random.Random, seq: int) -> str:
    """Some line of a hub, without its checksum."""
    uids = [f"{rng.getrandbits(56):014X}" for _ in range(rng.randrange(4))]
    return rng.choice(
        [
            f"T {seq} {rng.randrange(1, 17)} {rng.choice('+-')} {rng.getrandbits(56):014X}",
            f"S {seq} {rng.randrange(1, 17)} {' '.join(uids)}".rstrip(),
            f"B {seq} {rng.randrange(1, 9)} {rng.randrange(2)} {rng.randrange(5000)}",
            f"K {seq} 3 {rng.randrange(10**6)} rx=0 err=0",
        ]
    )


def damaged(rng: random.Random, line: bytes) -> bytes:
    """What arrives of a line that is hit: a turned bit, a part missing, noise, nothing, or two of it."""
    match rng.randrange(6):
        case 0:
            bit = rng.randrange(len(line) * 8)
            return bytes(b ^ (1 << bit % 8) if i == bit // 8 else b for i, b in enumerate(line))
        case 1:
            return line[: rng.randrange(len(line))]
        case 2:
            return rng.randbytes(rng.randrange(1, 60)) + line
        case 3:
            start = rng.randrange(len(line))
            return line[:start] + rng.randbytes(rng.randrange(1, 20)) + line[start + 5 :]
        case 4:
            return b""
        case _:
            return line + line


@dataclass(slots=True)
class Count:
    """What became of many lines: `invented` were accepted without having been sent."""

    hit: int = 0
    accepted: int = 0
    rejected: int = 0
    invented: set[str] = field(default_factory=set)
    unread: int = 0


def read_through_noise(seed: int, lines: int, rate: float = 0.04) -> Count:
    """Send so many lines, hit with probability `rate`."""
    rng = random.Random(seed)
    reader = LineReader(mid_line=False)
    sent: set[str] = set()
    count = Count()
    for seq in range(lines):
        text = body(rng, seq % 0x10000)
        sent.add(text)
        line = seal(text)
        if rng.random() < rate:
            count.hit += 1
            line = damaged(rng, line)
        for accepted in reader.feed(line):
            count.accepted += 1
            count.unread += message(accepted) is None
            if accepted not in sent:
                count.invented.add(accepted)
    count.rejected = reader.rejected
    return count


class BadCable:
    """A hub's firmware and the driver with noise between them, in both directions; it is also the port."""

    def __init__(self, seed: int, rate: float = 0.04) -> None:
        self.rng = random.Random(seed)
        self.rate = rate
        self.now = 0.0
        self.lines = 0
        self.resting: dict[str, set[str]] = {name: set() for name in WIRING.antennas.values()}
        self.gaps: list[float] = []
        self.snaps: list[float] = []
        self.reports: list[Report] = []
        self._lying: dict[int, set[str]] = {number: set() for number in WIRING.antennas}
        self._been: set[tuple[str, str]] = set()
        self._arriving = b"\n"
        self.driver = HubDriver("/dev/table-hub", lambda: self, WIRING)
        self._boots = 0
        self.boot()

    def boot(self) -> None:
        """Start the hub, or start it anew."""
        self._boots += 1
        self._hub = Hub(WIRING.uid, self._boots, 4, 1, 1)
        for number, uids in self._lying.items():
            self._hub.swept(self._ms(), number, uids)
        self._hub.start(self._ms())

    def read(self) -> bytes:
        arriving, self._arriving = self._arriving, b""
        return arriving

    def write(self, line: bytes) -> None:
        if b" SNAP*" in line:
            self.snaps.append(self.now)
        self._hub.hear(self._ms(), self._through(line))

    def close(self) -> None:
        self._arriving = b""

    def lying(self) -> dict[str, set[str]]:
        """What really lies where."""
        return {WIRING.antennas[number]: uids for number, uids in self._lying.items()}

    def move(self) -> None:
        """Move one of ten cards somewhere else, or take it away."""
        uid = f"04{self.rng.randrange(10):012X}"
        for uids in self._lying.values():
            uids.discard(uid)
        if self.rng.random() < 0.8:
            number = self.rng.randrange(1, 5)
            self._lying[number].add(uid)
            self._been.add((WIRING.antennas[number], uid))

    def step(self) -> None:
        """Let one poll pass."""
        self.now += POLL
        for number, uids in self._lying.items():
            self._hub.swept(self._ms(), number, uids)
        self._hub.tick(self._ms())
        for line in self._hub.lines():
            self.lines += 1
            self._arriving += self._through(line)
        before = self.driver.gaps
        self._take(self.driver.poll(self.now))
        if self.driver.gaps > before:
            self.gaps.append(self.now)

    def _ms(self) -> int:
        return round(self.now * 1000)

    def _through(self, line: bytes) -> bytes:
        return damaged(self.rng, line) if self.rng.random() < self.rate else line

    def _take(self, reports: tuple[Report, ...]) -> None:
        for report in reports:
            match report:
                case TagSeen(reader=reader, uid=uid):
                    assert (reader, uid) in self._been, "a card was seen where it never lay"
                    assert uid not in self.resting[reader], "a card was reported twice"
                    self.resting[reader].add(uid)
                case TagGone(reader=reader, uid=uid):
                    self.resting[reader].remove(uid)
                case _:
                    self.reports.append(report)


def play(seed: int, lines: int) -> BadCable:
    """Move cards over a bad cable until so many lines were sent, with a reboot now and then; then be calm."""
    cable = BadCable(seed)
    while cable.lines < lines:
        if cable.rng.random() < 0.05:
            cable.move()
        if cable.rng.random() < 0.0005:
            cable.boot()
        cable.step()
    cable.rate = 0.0
    calm = cable.now + 6.0
    while cable.now < calm:
        cable.step()
    return cable


def resynced(cable: BadCable, within: float = 0.7) -> bool:
    """Whether every gap was followed by a SNAP soon, as the commands before it allow."""
    return all(any(gap <= snap <= gap + within for snap in cable.snaps) for gap in cable.gaps)
