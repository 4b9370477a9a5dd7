"""The far side of a Pepper C1 driver's port, spoken for by the test: answers as it should, or wrongly."""

from __future__ import annotations

from drivers.base import TransportLost
from drivers.pepper import PepperAntenna, PepperDriver
from drivers.pepperframe import Command, FrameReader, acknowledge, refuse
from drivers.reports import Report

WHERE = "/dev/serial/by-path/table"
TICK = 0.01


class ScriptedPort:
    """A port whose far side is the test."""

    def __init__(self) -> None:
        self.arriving = b""
        self.asked: list[bytes] = []
        self.is_open = True
        self.fault = ""
        self._frames = FrameReader()

    def read(self) -> bytes:
        if self.fault:
            raise TransportLost(self.fault)
        received, self.arriving = self.arriving, b""
        return received

    def write(self, line: bytes) -> None:
        self.asked += self._frames.feed(line, 0.0)

    def close(self) -> None:
        self.is_open = False


class Line:
    """A driver on its port, and what lies at each antenna of each unit."""

    def __init__(self, *antennas: PepperAntenna) -> None:
        self.ports: list[ScriptedPort] = []
        self.tick = TICK
        self.found: list[str] = []
        self.refuse = ""
        self.now = 0.0
        self.lying: dict[tuple[int | None, int | None], list[str]] = {}
        self.kinds: dict[str, int] = {}
        self.silent: set[int | None] = set()
        self.refused: dict[Command, int] = {}
        self.antenna: int | None = None
        self.addressed = antennas[0].unit is not None
        self.driver = PepperDriver(WHERE, self._open, antennas)

    def _open(self, where: str) -> ScriptedPort:
        assert where == WHERE
        if self.refuse:
            raise TransportLost(self.refuse)
        self.ports.append(ScriptedPort())
        return self.ports[-1]

    @property
    def port(self) -> ScriptedPort:
        return self.ports[-1]

    def poll(self, arriving: bytes = b"") -> list[Report]:
        """Let a moment pass, at whose end `arriving` is there."""
        self.now = round(self.now + self.tick, 6)
        if self.ports:
            self.port.arriving += arriving
        return list(self.driver.poll(self.now))

    def run(self, seconds: float) -> list[Report]:
        """Let time pass with readers that answer as they should."""
        reports: list[Report] = []
        end = self.now + seconds
        while self.now < end:
            reports += self.poll(b"".join(self.answers()))
        return reports

    def answers(self) -> list[bytes]:
        if not self.ports or not self.port.is_open:
            return []
        asked, self.port.asked = self.port.asked, []
        return [self.answer(payload) for payload in asked]

    def answer(self, payload: bytes) -> bytes:
        unit = payload[0] if self.addressed else None
        command, *arguments = payload[1:] if self.addressed else payload
        if unit in self.silent:
            return b""
        if command in self.refused:
            return refuse(command, self.refused[Command(command)], unit)
        match command:
            case Command.SET_ACTIVE_ANTENNA:
                self.antenna = arguments[0]
                return acknowledge(command, b"", unit)
            case Command.GET_TAG_COUNT:
                self.found = list(self.lying.get((unit, self.antenna), []))[:5]
                return acknowledge(command, bytes([len(self.found)]), unit)
            case Command.GET_UID:
                uid = self.found[arguments[0]]
                kind = self.kinds.get(uid, 1)
                return acknowledge(command, bytes([kind, 0]) + bytes.fromhex(uid), unit)
            case Command.GET_VERSION:
                return acknowledge(command, b"2.60\0", unit)
            case _:
                return acknowledge(command, b"", unit)

    def asked(self) -> Command | None:
        """The command under way, of a reader without address."""
        return Command(self.port.asked[-1][0]) if self.ports and self.port.asked else None

    def until(self, command: Command) -> None:
        """Answer as one should until `command` has been asked."""
        for _ in range(50):
            if self.asked() is command:
                return
            self.poll(b"".join(self.answers()))
        raise AssertionError(f"{command.name} was never asked")
