"""Composition: settings to drivers, journal, loop and sockets, and the service on the wall clock.

What the service is made of is made here, for the real table and, with other ports and clocks, for the
emulated one.
"""

from __future__ import annotations

import logging
import os
import pwd
import select
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue

from controller import reveals, session
from controller.access import People
from controller.buses import drivers_of, uses_pins
from controller.deckmap import DeckMap
from controller.disk import Disk, LocalDisk
from controller.journal import Journal, Line, boot_id, random_salt
from controller.loop import Loop
from controller.memory import Memory, Turn, remembered
from controller.outlets import Outlets, Watch, unwatched
from controller.publish import Publisher
from controller.rules.sentence import Sentence, say
from controller.rules.stakes import Betting, Form, Game
from controller.rules.state import Opening, Seat, Setup, Status
from controller.sensing import Sensing, Waits
from controller.session import SOFTWARE, Resumed, SessionError, Start
from controller.settings import TableSettings
from controller.systemd import Systemd
from controller.terms import house_of, levels_of, stakes_of
from controller.views import Lamps
from drivers import pins
from drivers.base import Clock, Driver
from drivers.clock import WallClock
from drivers.power import PowerDriver
from drivers.reports import Report
from drivers.worker import Worker

log = logging.getLogger(__name__)

IDLE_POLL = 0.05

_NOBODY_RULES = (
    "nobody can rule at this table, so that a stop has no way out but a redeal: table.yaml must name the"
    " screen floor and, under floor:, at least one person (tablectl pin NAME prints the line)"
)


def setup_of(settings: TableSettings, *decks: str) -> Setup:
    """What the journal's first line holds of the settings; the first deck is in the shoe."""
    return Setup(
        settings.name,
        settings.seats,
        stakes_of(settings),
        house_of(settings),
        decks[0],
        game=Game(settings.game),
        form=Form(settings.format),
        betting=Betting(settings.betting),
        levels=levels_of(settings),
        decks=decks,
    )


def start_of(settings: TableSettings) -> Start:
    """The table before its first hand: the players of the settings, the button at the last by default."""
    seats = {n: Seat() for n in range(1, settings.seats + 1)}
    for n, player in settings.players.items():
        seats[n] = Seat(player.name, Status.OUT, player.stack, bought=player.stack)
    return Start(seats, button=settings.button or max(settings.players, default=0))


def people_of(settings: TableSettings) -> People:
    """The floor people of the settings."""
    badges = {name: person.badge for name, person in settings.floor.items() if person.badge}
    return People({name: person.pin for name, person in settings.floor.items()}, badges)


def waits_of(settings: TableSettings) -> Waits:
    """The landing rules of the settings (design 3)."""
    board, muck = settings.landing.board, settings.landing.muck
    return Waits(
        early=board.premature_after, shown=board.publish_after, mucked=muck.rest, asked=muck.ask_after
    )


def readers_of(settings: TableSettings) -> frozenset[str]:
    """The names of the readers of cards that the table has; a badge is no card."""
    return frozenset(reader.name for reader in settings.readers if reader.role != "badge")


@dataclass(frozen=True, slots=True)
class Wall:
    """The two clocks of a computer: monotonic seconds, and the time of day that people read, as ISO text."""

    clock: Clock
    label: Callable[[], str]

    def when(self, line: Line, boot: str) -> float:
        """The time of a journalled turn on the monotonic clock of this boot.

        That of another boot is known by the time of day alone: now, where the clock was set back or the turn
        has none.
        """
        if line.boot == boot:
            return line.mono
        try:
            ago = datetime.fromisoformat(self.label()) - datetime.fromisoformat(line.wall)
        except (ValueError, TypeError):
            return self.clock.now()
        return self.clock.now() - max(ago.total_seconds(), 0.0)


def wall_label() -> str:
    """The time of day in UTC, as ISO text."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that is ready to run."""

    loop: Loop
    journal: Journal


def open_table(
    settings: TableSettings,
    deck: DeckMap,
    publisher: Publisher,
    lamps: Callable[[Lamps], None],
    wall: Wall,
    *,
    disk: Disk | None = None,
    start: Start | None = None,
    watch: Watch = unwatched,
    fresh: bool = False,
    boot: str = "",
    salt: Callable[[], str] = random_salt,
) -> Opened:
    """The loop over the journal of the last session, or of a new one where there is none to go on with.

    A new one, also when `fresh`, begins with the players of the settings, or as `start` says.

    Raises `SessionError`, `JournalBroken` and `JournalFailed`, each a sentence with the choice that is left.
    """
    disk = disk or LocalDisk()
    boot = boot or boot_id()
    now, label = wall.clock.now(), wall.label()
    back = None if fresh else _last(settings, disk, boot, salt)
    remarks: tuple[Sentence, ...] = ()
    held: Sentence | None = None
    if back is None:
        setup, start = setup_of(settings, *deck.decks), start or start_of(settings)
        path = session.next_path(settings.journal, label)
        head = session.header(setup, start, deck.version)
        journal = Journal.create(path, head, boot=boot, mono=now, wall=label, disk=disk, salt=salt)
        table, mid_hand, memory = start.table(setup), False, Memory()
    else:
        journal, table, mid_hand = back.journal, back.table, back.mid_hand
        memory = remembered(_turns(back, wall, boot))
        _check_deck(journal, deck)
        if back.software != SOFTWARE:
            # A hand that other software began is not gone on with silently (design 6).
            held = say("detail.other_software", software=back.software)
        if journal.damage:
            log.warning("%s", journal.damage)
            remarks = (say("health.journal_damaged", file=journal.path.name),)
    loop = Loop(
        table,
        Sensing(readers_of(settings), waits_of(settings)),
        deck,
        Outlets(
            journal,
            publisher,
            lamps,
            wall.label,
            watch,
            people_of(settings),
            _recorder(settings.journal / reveals.NAME, journal, wall, disk),
        ),
        now,
        memory,
    )
    loop.start(now, verify=mid_hand or bool(table.pieces), held=held if mid_hand else None, remarks=remarks)
    return Opened(loop, journal)


def _last(settings: TableSettings, disk: Disk, boot: str, salt: Callable[[], str]) -> Resumed | None:
    """The session to go on with, None where there is none: after a closed one there is another evening."""
    path = session.newest(settings.journal)
    if path is None:
        return None
    back = session.resume(path, boot=boot, disk=disk, salt=salt)
    if back.table.opening is not Opening.CLOSED:
        return back
    back.journal.close()
    return None


def _turns(back: Resumed, wall: Wall, boot: str) -> Iterator[Turn]:
    before = back.opening
    for line, events, after in back.turns:
        yield Turn(wall.when(line, boot), events, before, after)
        before = after


def _recorder(
    path: Path, journal: Journal, wall: Wall, disk: Disk
) -> Callable[[Mapping[str, object], float], None]:
    """What puts a look at hidden cards on record, beside the journals and with the session's name."""

    def put(entry: Mapping[str, object], now: float) -> None:
        named = {**entry, "session": str(journal.path)}
        if damage := reveals.record(path, named, mono=now, wall=wall.label(), disk=disk):
            log.warning("%s", damage)

    return put


def _check_deck(journal: Journal, deck: DeckMap) -> None:
    """Card numbers mean nothing with another deck map than the one they were drawn for."""
    if journal.header.get("deck_map") != deck.version:
        raise SessionError(
            f"journal {journal.path} was written with another deck map: put that one back, or begin a new"
            " session"
        )


def serve(publisher: Publisher, loop: Loop, now: float) -> None:
    """Take what the screens ask, answer it, and send what is pending; never waits."""
    for client, asked in publisher.receive():
        if isinstance(asked, str):
            log.warning("%s", asked)
        else:
            publisher.answer(client, loop.request(asked, now, client.desk))
    publisher.tick(now)


class Service:
    """The table on the wall clock: one thread a bus, and this one for the table and the sockets."""

    def __init__(
        self,
        settings: TableSettings,
        deck: DeckMap,
        drivers: tuple[Driver, ...],
        watch: Watch = unwatched,
    ) -> None:
        self._reports: SimpleQueue[Report] = SimpleQueue()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._clock = WallClock()
        self._workers = [Worker(driver, self._reports, self._ring, self._clock) for driver in drivers]
        users = frozenset({os.getuid()} | screen_users())
        self._publisher = Publisher(settings.sockets, users, settings.screens)
        self._settings = settings
        self._deck = deck
        self._watch = watch
        self._stopping = False

    def stop(self) -> None:
        """End `run` after the turn under way; may be called from any thread or a signal."""
        self._stopping = True
        self._ring()

    def run(self, manager: Systemd, *, fresh: bool = False) -> None:
        """Open the table and keep it until `stop`.

        Raises as `open_table` does.
        """
        wall = Wall(self._clock, wall_label)
        if not self._settings.floor or "floor" not in self._settings.screens:
            log.warning("%s", _NOBODY_RULES)
        try:
            opened = open_table(
                self._settings,
                self._deck,
                self._publisher,
                self._light,
                wall,
                watch=self._watch,
                fresh=fresh,
            )
            for worker in self._workers:
                worker.start()
            manager.ready()
            self._keep(opened.loop, manager)
            opened.journal.close()
        finally:
            manager.stopping()
            for worker in self._workers:
                worker.stop()
            self._publisher.close()
            os.close(self._bell)

    def _keep(self, loop: Loop, manager: Systemd) -> None:
        poll = select.poll()
        for fd in (self._bell, self._publisher.fileno()):
            poll.register(fd, select.POLLIN)
        alive_at = 0.0
        while not self._stopping:
            now = self._clock.now()
            due = loop.next_deadline()
            wait = IDLE_POLL if due is None else min(IDLE_POLL, max(0.0, due - now))
            poll.poll(wait * 1000)
            self._take_reports(loop)
            now = self._clock.now()
            serve(self._publisher, loop, now)
            loop.tick(now)
            if manager.interval and now >= alive_at and self._progressing(now, manager.interval):
                alive_at = now + manager.interval
                manager.alive()

    def _take_reports(self, loop: Loop) -> None:
        with suppress(BlockingIOError):
            os.eventfd_read(self._bell)
        with suppress(Empty):
            while True:
                loop.report(self._reports.get_nowait(), self._clock.now())

    def _progressing(self, now: float, limit: float) -> bool:
        return all(now - worker.progress < limit for worker in self._workers)

    def _light(self, lamps: Lamps) -> None:
        for worker in self._workers:
            worker.show(lamps.values)

    def _ring(self) -> None:
        os.eventfd_write(self._bell, 1)


def screen_users() -> frozenset[int]:
    """The uid of the user that the screens run as, where the installer made one."""
    try:
        return frozenset({pwd.getpwnam("table-display").pw_uid})
    except KeyError:
        return frozenset()


def run_table(settings: TableSettings, *, fresh: bool = False) -> None:
    """Run the table of the settings until a signal ends it.

    Raises `DeckMapError`, `PublishError`, BadWiring for pins that this computer cannot drive as it is
    installed, and as `open_table` does.
    """
    if uses_pins(settings):
        pins.refuse_original()
    deck = DeckMap.load(settings.deck_map)
    service = Service(settings, deck, (*drivers_of(settings, WallClock()), PowerDriver()))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: service.stop())
    log.info("table %s, software %s", settings.name, SOFTWARE)
    service.run(Systemd(), fresh=fresh)
