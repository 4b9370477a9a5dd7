"""From start to the first prompt on a dealer's screen: with a new journal, and with one of 100,000 events."""

from __future__ import annotations

import os
import random
import tempfile
import time
from pathlib import Path
from statistics import median

from controller import codec, session
from controller.disk import LocalDisk, OpenFile
from controller.journal import Journal
from controller.publish import Publisher
from controller.rules.cards import SHOE, How
from controller.rules.events import CardMoved
from controller.rules.requests import Confirm
from controller.rules.state import Phase
from controller.service import Wall, open_table, serve, setup_of, start_of, wall_label
from controller.settings import TableSettings
from controller.tools.console import Console
from controller.tools.emulated import emulated_settings, make_folders
from controller.views import DealerView, Lamps
from drivers.clock import WallClock
from tests.bench.figures import Figure, text
from tests.controller.rules.hands import MAP, Play

EVENTS = 100_000
TIMES = 5
FOLDER = "/var/tmp"
SEED = 1
STACK = 100_000


class Unsynced:
    """A new file that does not wait for the disk: 100,000 events are not made one sync at a time."""

    def __init__(self, file: OpenFile) -> None:
        self._file = file
        self.read, self.write = file.read, file.write
        self.truncate, self.close = file.truncate, file.close

    def fdatasync(self) -> None:
        """Leave it to the system."""


class QuickDisk(LocalDisk):
    """The local disk, with new files unsynced."""

    def create(self, path: Path) -> OpenFile:
        return Unsynced(super().create(path))


def measure() -> str:
    """Start several times with either journal, in turns."""
    with tempfile.TemporaryDirectory(prefix="table-", dir=FOLDER) as name:
        long = _settings(Path(name) / "long")
        events = _make_journal(long)
        spent: dict[str, list[float]] = {"new": [], "long": []}
        for number in range(TIMES):
            spent["new"].append(_started(_settings(Path(name) / f"new {number}")))
            spent["long"].append(_started(long))
    note = f"open the table, check and replay the journal, first snapshot on the socket; median of {TIMES}"
    figure = Figure(
        f"{events:,} events",
        median(spent["long"]) * 1e3,
        "ms",
        "new journal",
        median(spent["new"]) * 1e3,
    )
    return text("Start to first prompt", note, [figure])


def _settings(folder: Path) -> TableSettings:
    stacks = dict.fromkeys(range(1, 7), STACK)
    stakes = {"small_blind": 5, "big_blind": 10, "unit": 5}
    settings = emulated_settings(folder, stacks, seats=6, stakes=stakes)
    make_folders(settings)
    return settings


def _started(settings: TableSettings) -> float:
    """Seconds until a dealer's screen has its first prompt."""
    clock = WallClock()
    began = clock.now()
    publisher = Publisher(settings.sockets, frozenset({os.getuid()}))
    opened = open_table(settings, MAP, publisher, _unlit, Wall(clock, wall_label))
    console = Console(settings.sockets / "dealer.sock", DealerView)
    while console.view is None:
        serve(publisher, opened.loop, clock.now())
        console.poll(clock.now())
    spent = clock.now() - began
    assert console.dealer.prompt.do == "next", "the journal ends between two hands"
    console.close()
    publisher.close()
    opened.journal.close()
    return spent


def _unlit(lamps: Lamps) -> None:
    """No lamps are wired here."""


def _make_journal(settings: TableSettings) -> int:
    """A night of whole hands, checked down, in turns as the table would write them; how many events."""
    setup, start = setup_of(settings, MAP.decks[0]), start_of(settings)
    path = session.next_path(settings.journal, wall_label())
    head = session.header(setup, start, MAP.version)
    journal = Journal.create(path, head, boot="bench", mono=0.0, wall=wall_label(), disk=QuickDisk())
    rng, play = random.Random(SEED), Play(start.table(setup), "")
    written = 0
    while written < EVENTS:
        _hand(play, rng)
        for event in play.core.events:
            journal.append([codec.encode(event)], mono=time.monotonic(), wall=wall_label())
        written += len(play.core.events)
        play.core.events.clear()
    journal.close()
    return written


def _hand(play: Play, rng: random.Random) -> None:
    play.shoe = sorted(MAP.cards(MAP.decks[0]))
    rng.shuffle(play.shoe)
    play.must(Confirm()).deal().check_down().show_all().push()
    assert play.table.phase is Phase.IDLE, "the hand is over"
    for piece in play.table.pieces:
        play.core.record(CardMoved(piece.n, piece.card, SHOE, How.READ))
