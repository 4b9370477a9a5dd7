"""The whole table on emulated hardware and simulated time: everything above the wire is the shipped code."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from controller.buses import drivers_of
from controller.deckmap import DeckMap
from controller.disk import Disk
from controller.journal import Journal, random_salt
from controller.loop import Loop
from controller.outlets import Watch, unwatched
from controller.publish import Publisher
from controller.service import Opened, Wall, open_table, serve
from controller.session import Start
from controller.settings import TableSettings
from controller.tools.console import Console
from controller.tools.farside import TICK, FarSide
from controller.views import DealerView, FloorView, Lamps, PlayerView
from drivers.base import Driver
from drivers.emulated.felt import Felt
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.reports import Report


@dataclass(frozen=True, slots=True)
class Options:
    """What a test may set: the disk under the journal and its salts, whether consoles keep their frames,

    and who else is told of reports and lamps, with the time.
    """

    disk: Disk | None = None
    salt: Callable[[], str] = random_salt
    start: Start | None = None
    watch: Watch = unwatched
    recording: bool = False
    on_report: Callable[[float, Report], object] | None = None
    on_lamps: Callable[[float, Lamps], object] | None = None


class Rig:
    """A table that is stepped: `advance` lets time pass for the felt, the wires, the table and its sockets.

    The settings name the hub's terminal, the journal and the sockets.
    """

    def __init__(self, settings: TableSettings, deck: DeckMap, options: Options | None = None) -> None:
        self.settings = settings
        self.deck = deck
        self.options = options or Options()
        self.clock = SimulatedClock()
        self.far = FarSide(settings, self.clock)
        self._boots = 0
        self._opened: Opened
        self._stepper: Stepper
        self._drivers: tuple[Driver, ...] = ()
        self._publisher: Publisher
        self.dealer: Console
        self.player: Console
        self.floor: Console
        self._open(fresh=True)

    @property
    def felt(self) -> Felt:
        """The table top."""
        return self.far.felt

    @property
    def loop(self) -> Loop:
        """The running table."""
        return self._opened.loop

    @property
    def journal(self) -> Journal:
        """The journal of the session."""
        return self._opened.journal

    def advance(self, seconds: float) -> None:
        """Let time pass, tick by tick."""
        end = self.clock.now() + seconds
        while end - self.clock.now() > 1e-9:
            self._stepper.advance(min(TICK, end - self.clock.now()))
            self.loop.tick(self.clock.now())
            self.pump()

    def pump(self) -> None:
        """Let sockets and consoles exchange what there is, without time passing."""
        now = self.clock.now()
        serve(self._publisher, self.loop, now)
        while self.dealer.poll(now) | self.player.poll(now) | self.floor.poll(now):
            serve(self._publisher, self.loop, now)

    def restart(self, outage: float = 0.0) -> None:
        """Power off and on: the controller is dropped without a word and started on the same journal.

        The far side of the wires lives on for the seconds of the `outage`.
        """
        for driver in self._drivers:
            driver.close()
        self._publisher.close()
        self.dealer.close()
        self.player.close()
        self.floor.close()
        end = self.clock.now() + outage
        while self.clock.now() < end:
            self.clock.sleep(TICK)
            for emulator in self.far.emulators:
                emulator.step(self.clock.now())
        self._open(fresh=False)

    def close(self) -> None:
        """Take the table down."""
        for driver in self._drivers:
            driver.close()
        self.dealer.close()
        self.player.close()
        self.floor.close()
        self._publisher.close()
        self._opened.journal.close()
        self.far.close()

    def _time_of_day(self) -> str:
        """The time of the table as if it had begun with the epoch."""
        return datetime.fromtimestamp(self.clock.now(), UTC).isoformat(timespec="milliseconds")

    def _open(self, *, fresh: bool) -> None:
        self._boots += 1
        self._publisher = Publisher(self.settings.sockets, frozenset({os.getuid()}), self.settings.screens)
        self._drivers = drivers_of(self.settings, self.clock)
        self._opened = open_table(
            self.settings,
            self.deck,
            self._publisher,
            self._light,
            Wall(self.clock, self._time_of_day),
            disk=self.options.disk,
            start=self.options.start,
            watch=self.options.watch,
            fresh=fresh,
            salt=self.options.salt,
            boot=f"boot-{self._boots}",
        )
        self._stepper = Stepper(self.clock, self.far.emulators, self._drivers, self._report, TICK)
        recording = self.options.recording
        self.dealer = Console(
            self.settings.sockets / "dealer.sock", DealerView, name="dealer", recording=recording
        )
        self.player = Console(
            self.settings.sockets / "player.sock", PlayerView, name="player", recording=recording
        )
        self.floor = Console(
            self.settings.sockets / "floor.sock", FloorView, name="floor", recording=recording
        )
        self.pump()

    def _report(self, report: Report) -> None:
        if self.options.on_report:
            self.options.on_report(self.clock.now(), report)
        self.loop.report(report, self.clock.now())

    def _light(self, lamps: Lamps) -> None:
        if self.options.on_lamps:
            self.options.on_lamps(self.clock.now(), lamps)
        for driver in self._drivers:
            driver.show(lamps.values)
