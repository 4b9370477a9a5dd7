"""From the first byte of a tag on the hub's wire to the snapshot that a dealer's socket receives.

The service runs as it is shipped, with its threads, on the wall clock; only the hub is emulated. A card is
laid on a seat, and the time is taken where the hub writes its line, where the driver gives its report, where
the journal has the turn, and where the snapshot comes out of the socket. Right after each card as many bytes
as its turn took are written and synced beside the journal by nothing but the two system calls.
"""

from __future__ import annotations

import json
import os
import random
import socket
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from controller.buses import drivers_of
from controller.rules.events import CardMoved, Event
from controller.rules.state import Table
from controller.service import Service
from controller.session import newest
from controller.settings import TableSettings
from controller.systemd import Systemd
from controller.tools.emulated import emulated_deck, emulated_settings, make_folders
from controller.tools.farside import FarSide
from controller.views import Request, to_json
from drivers.base import Driver
from drivers.clock import WallClock
from drivers.emulated import plug
from drivers.reports import Report, TagSeen
from tests.bench.figures import Figure, percentile, text

HANDS = 10
SEATS = 10
# A memory disk syncs for nothing; on most systems this folder is never one.
FOLDER = "/var/tmp"
PATIENCE = 10.0
LARGEST = 1 << 16
SEED = 1


@dataclass(frozen=True, slots=True)
class Sample:
    """One card: seconds from each station to the next, and what the bare write and sync took."""

    driver: float
    turn: float
    publish: float
    bare: float
    size: int

    @property
    def whole(self) -> float:
        """From the wire to the socket."""
        return self.driver + self.turn + self.publish


class Stations:
    """When the card that is under way came past each station for the first time; 0.0 before it did."""

    def __init__(self) -> None:
        self.written = self.reported = self.durable = 0.0

    def begin(self) -> None:
        """Forget the card before."""
        self.written = self.reported = self.durable = 0.0

    def watch(self, events: Sequence[Event], before: Table, after: Table) -> None:
        """A turn is on the disk."""
        if any(isinstance(event, CardMoved) for event in events):
            self.durable = self.durable or time.monotonic()


class TimedPlug(plug.Plug):
    """The hub's plug; it notes when the line of a tag is written."""

    def __init__(self, path: Path, stations: Stations) -> None:
        super().__init__(path)
        self._stations = stations

    def write(self, sent: bytes) -> None:
        if any(line.startswith(b"T ") for line in sent.splitlines()):
            self._stations.written = self._stations.written or time.monotonic()
        super().write(sent)


class TimedDriver(Driver):
    """A driver; it notes when a tag was reported."""

    def __init__(self, driver: Driver, stations: Stations) -> None:
        self._driver = driver
        self._stations = stations

    @property
    def names(self) -> tuple[str, ...]:
        return self._driver.names

    def poll(self, now: float) -> tuple[Report, ...]:
        reports = self._driver.poll(now)
        if any(isinstance(report, TagSeen) for report in reports):
            self._stations.reported = self._stations.reported or time.monotonic()
        return reports

    def show(self, lamps: Mapping[str, str]) -> None:
        self._driver.show(lamps)

    def close(self) -> None:
        self._driver.close()


class Screen:
    """A dealer's screen that notes when its newest snapshot arrived."""

    def __init__(self, folder: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(str(folder / "dealer.sock"))
        self.view: dict[str, Any] = {}
        self.arrived = 0.0

    def next_view(self) -> None:
        """Wait for the next snapshot; raises `TimeoutError`."""
        while True:
            packet = self._socket.recv(LARGEST)
            arrived = time.monotonic()
            frame = json.loads(packet)
            if "view" in frame:
                self.view, self.arrived = frame["view"], arrived
                return

    def ask(self, ask: str, seat: int = 0) -> None:
        """Send a request about the newest snapshot, and wait for the one after it."""
        request = Request(f"r{self.view['n']}", self.view["n"], ask, seat)
        self._socket.send(json.dumps(to_json(request)).encode())
        self.next_view()

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Night:
    """A running table, and somebody who deals hands that everybody folds."""

    def __init__(self, folder: Path) -> None:
        self._deck = emulated_deck(random.Random(SEED))
        self._settings = _settings(folder)
        make_folders(self._settings)
        self._stations = Stations()
        clock = WallClock()
        with patch.object(plug, "Plug", lambda path: TimedPlug(path, self._stations)):
            self._far = FarSide(self._settings, clock)
        drivers = tuple(TimedDriver(d, self._stations) for d in drivers_of(self._settings, clock))
        self._service = Service(self._settings, self._deck, drivers, self._stations.watch)
        self._table = threading.Thread(target=lambda: self._service.run(Systemd()), name="table")
        self._screen = Screen(self._settings.sockets)
        self._bare = os.open(self._settings.journal / "bare", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def samples(self) -> list[Sample]:
        """Deal the hands; one sample a card."""
        self._far.start(WallClock())
        self._table.start()
        try:
            self._screen.next_view()
            return [sample for _ in range(HANDS) for sample in self._hand()]
        finally:
            self._service.stop()
            self._table.join()
            self._far.close()
            self._screen.close()
            os.close(self._bare)

    def _hand(self) -> list[Sample]:
        self._until("next")
        self._screen.ask("next")
        uids = [self._deck.uid(card) for card in sorted(self._deck.cards(self._deck.decks[0]))]
        found = []
        while self._screen.view["prompt"]["do"] == "deal":
            found.append(self._deal(uids.pop()))
        while self._screen.view["prompt"]["do"] == "act":
            self._screen.ask("fold", self._screen.view["prompt"]["seat"])
        self._screen.ask("next")
        for seat in range(1, SEATS + 1):
            for uid in self._far.felt.contents(f"seat {seat}"):
                self._far.felt.lift(uid)
        return found

    def _until(self, do: str) -> None:
        while self._screen.view["prompt"]["do"] != do or self._screen.view["health"]:
            self._screen.next_view()

    def _deal(self, uid: str) -> Sample:
        seat = self._screen.view["prompt"]["seat"]
        before = self._held(seat)
        journal = newest(self._settings.journal)
        assert journal is not None, "the table has no journal"
        long = journal.stat().st_size
        self._stations.begin()
        self._far.felt.place(uid, f"seat {seat}")
        while self._held(seat) == before:
            self._screen.next_view()
        size = journal.stat().st_size - long
        at = self._stations
        return Sample(
            driver=at.reported - at.written,
            turn=at.durable - at.reported,
            publish=self._screen.arrived - at.durable,
            bare=self._write(size),
            size=size,
        )

    def _held(self, seat: int) -> int:
        held: int = self._screen.view["seats"][str(seat)]["cards_held"]
        return held

    def _write(self, size: int) -> float:
        content = os.urandom(size)
        began = time.monotonic()
        os.write(self._bare, content)
        os.fdatasync(self._bare)
        return time.monotonic() - began


def _settings(folder: Path) -> TableSettings:
    stacks = dict.fromkeys(range(1, SEATS + 1), 1000)
    stakes = {"small_blind": 5, "big_blind": 10, "unit": 5}
    readers = ("seats", "board", "burn", "muck")
    return emulated_settings(folder, stacks, seats=SEATS, stakes=stakes, readers=readers)


def measure() -> str:
    """Deal the hands and say what each part of the way took."""
    with tempfile.TemporaryDirectory(prefix="table-", dir=FOLDER) as name:
        found = Night(Path(name)).samples()
        kind = _file_system(Path(name))
    size = round(sum(sample.size for sample in found) / len(found))
    note = (
        f"{len(found)} cards; beside each a bare write and fdatasync of as many bytes ({size} on average)"
        f" on the same {kind}"
    )
    figures = [line for part in (0.5, 0.99) for line in _figures(found, part)]
    return text("Wire byte to durable and published snapshot", note, figures)


def _figures(found: Sequence[Sample], part: float) -> list[Figure]:
    bare = percentile([sample.bare for sample in found], part)
    ways = {
        "wire to socket": [sample.whole for sample in found],
        "  wire to report": [sample.driver for sample in found],
        "  report to journal": [sample.turn for sample in found],
        "  journal to socket": [sample.publish for sample in found],
        "  report to socket": [sample.turn + sample.publish for sample in found],
    }
    return [
        Figure(f"p{part * 100:.0f} {what}", percentile(way, part) * 1e3, "ms", "bare", bare * 1e3)
        for what, way in ways.items()
    ]


def _file_system(folder: Path) -> str:
    """The kind of file system that a folder is on, such as ext4."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    there = [(len(at), kind) for _, at, kind, *_ in mounts if folder.is_relative_to(at)]
    return max(there)[1]
