"""`tablectl demo`: the table plays by itself on emulated hardware, dealt by the robot.

Where there is a display, in windows and in real time: driver threads on the wall clock, screens in processes
of their own. Without one, on simulated time, with the story of each hand and a picture of each screen.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.buses import drivers_of
from controller.deckmap import DeckMap
from controller.outlets import unwatched
from controller.projection import project
from controller.rules.events import Event
from controller.rules.state import BETWEEN_HANDS, Table
from controller.rules.table import chips
from controller.service import Service
from controller.settings import TableSettings
from controller.systemd import Systemd
from controller.tools.console import Console
from controller.tools.emulated import LEE, emulated_deck, emulated_settings, make_folders
from controller.tools.farside import TICK, FarSide
from controller.tools.rig import Options, Rig
from controller.tools.robot import FAST, Pace, Robot
from controller.tools.snapshot import snapshot
from controller.tools.story import tell
from controller.views import DealerView
from drivers.clock import WallClock

STACK = 1000
STAKES = {"small_blind": 5, "big_blind": 10, "unit": 5}
STUCK = 300.0
CANNOT_RUN = 3
SIZES = {"player": "1920x1080", "dealer": "1280x800"}
ROBOT_TICK = 0.01


class DemoFailed(Exception):
    """The demonstration cannot go on; the text says what did not happen."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be demonstrated: `speed` is real or max; PNGs go to the folder `pictures`, None for none."""

    hands: int
    seed: int
    seats: int
    speed: str
    headless: bool
    as_json: bool
    pictures: Path | None


def demo_command(order: Order) -> int:
    """Play the hands; exit code 0, or 3 with a sentence where the table cannot be run."""
    with tempfile.TemporaryDirectory(prefix="table-") as name:
        folder = Path(name)
        rng = random.Random(order.seed)
        stacks = dict.fromkeys(range(1, order.seats + 1), STACK)
        settings = emulated_settings(folder, stacks, seats=order.seats, stakes=STAKES)
        make_folders(settings)
        deck = emulated_deck(rng)
        play = _RealTime if order.speed == "real" else _Stepped
        try:
            return play(order, settings, deck, rng).run()
        except DemoFailed as failed:
            print(failed, file=sys.stderr)
        except OSError as error:
            print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return CANNOT_RUN


class _Stepped:
    """The demonstration on simulated time: the same seed gives the same hands, byte for byte."""

    def __init__(self, order: Order, settings: TableSettings, deck: DeckMap, rng: random.Random) -> None:
        self._order = order
        self._deck = deck
        self._settings = settings
        watch = unwatched if order.as_json else _narrate
        self._rig = Rig(settings, deck, Options(watch=watch))
        self._console = Console(settings.sockets / "dealer.sock", DealerView, name="robot")
        self._robot = Robot(self._rig.felt, self._console, deck, rng, pace=FAST, rebuy=STACK, floor=LEE)
        self._chips_in = chips(self._rig.loop.table)

    def run(self) -> int:
        for _ in range(self._order.hands):
            self._chips_in += self._play_hand()
            if self._order.as_json:
                print(json.dumps(self._summary()))
        self._console.close()
        self._rig.close()
        total = chips(self._rig.loop.table)
        if self._order.as_json:
            closing = {"hands": self._order.hands, "chips_in": self._chips_in, "chips_out": total}
            print(json.dumps(closing))
        else:
            print(f"{self._order.hands} hands, {self._chips_in} chips in, {total} chips out")
        return 0 if total == self._chips_in else 1

    def _play_hand(self) -> int:
        """From one hand's end to the next one's; the chips bought before it."""
        hand, before = self._rig.loop.table.hand, chips(self._rig.loop.table)
        pictured = False
        deadline = self._rig.clock.now() + STUCK
        while not self._over(hand):
            if self._rig.clock.now() > deadline:
                raise DemoFailed(f"hand {hand + 1} did not end within {STUCK:g} seconds of table time")
            self._rig.advance(TICK)
            self._robot.step(self._rig.clock.now())
            self._rig.pump()
            if not pictured and self._rig.dealer.dealer.prompt.do == "push":
                pictured = True
                self._take_pictures()
        return chips(self._rig.loop.table) - before

    def _over(self, hand: int) -> bool:
        table = self._rig.loop.table
        return table.hand > hand and table.phase in BETWEEN_HANDS and not table.again

    def _take_pictures(self) -> None:
        if self._order.pictures is None:
            return
        self._order.pictures.mkdir(parents=True, exist_ok=True)
        for view in SIZES:
            png = self._order.pictures / f"hand-{self._rig.loop.table.hand:03d}-{view}.png"
            command = _screen(self._settings, view, "--png", str(png))
            painter = subprocess.Popen(command, env=_headless(), stdout=subprocess.DEVNULL)
            while painter.poll() is None:
                self._rig.pump()
                time.sleep(0.002)
            if painter.returncode:
                raise DemoFailed(f"the {view} screen could not be drawn")

    def _summary(self) -> dict[str, Any]:
        loop = self._rig.loop
        shown = project(loop.table, loop.sensing, loop.service, self._rig.dealer.dealer.n)
        seats = shown.player.seats
        return {
            "hand": loop.table.hand,
            "seats": {k: seat.name for k, seat in seats.items()},
            "shown": {k: " ".join(seat.faces) for k, seat in seats.items() if seat.faces},
            **snapshot(loop.table, shown, self._deck),
        }


def _narrate(events: Sequence[Event], before: Table, after: Table) -> None:
    """One turn of the table, told on standard output; a line of stacks ends the hand."""
    for sentence in tell(events, before, after):
        print(sentence)
    if after.phase in BETWEEN_HANDS and before.phase not in BETWEEN_HANDS:
        print(f"  stacks: {', '.join(f'{k}: {seat.stack}' for k, seat in after.seats.items())}\n", flush=True)


class _RealTime:
    """The demonstration on the wall clock: threads for buses, hub and robot, processes for screens."""

    def __init__(self, order: Order, settings: TableSettings, deck: DeckMap, rng: random.Random) -> None:
        self._order = order
        self._settings = settings
        self._deck = deck
        self._rng = rng
        self._clock = WallClock()
        self._far = FarSide(settings, self._clock)
        self._service = Service(settings, deck, drivers_of(settings, self._clock), _narrate)

    def run(self) -> int:
        table = threading.Thread(target=self._serve, name="table")
        self._far.start(self._clock)
        table.start()
        screens: list[subprocess.Popen[bytes]] = []
        try:
            console = self._connected(table)
            if not self._order.headless:
                screens = [
                    subprocess.Popen(_screen(self._settings, view), stdout=subprocess.DEVNULL)
                    for view in SIZES
                ]
            self._deal(console, screens)
            console.close()
        except KeyboardInterrupt:
            pass
        finally:
            for screen in screens:
                screen.terminate()
            self._service.stop()
            table.join()
            self._far.close()
        return 0

    def _serve(self) -> None:
        self._service.run(Systemd())

    def _connected(self, table: threading.Thread) -> Console:
        path = self._settings.sockets / "dealer.sock"
        while table.is_alive() and not path.exists():
            time.sleep(ROBOT_TICK)
        if not table.is_alive():
            raise DemoFailed("the table did not start")
        return Console(path, DealerView, name="robot")

    def _deal(self, console: Console, screens: Sequence[subprocess.Popen[bytes]]) -> None:
        robot = Robot(self._far.felt, console, self._deck, self._rng, pace=Pace(), rebuy=STACK, floor=LEE)
        while all(screen.poll() is None for screen in screens):
            robot.step(self._clock.now())
            view = console.view
            if view is not None and view.hand >= self._order.hands and view.phase == "idle":
                return
            time.sleep(ROBOT_TICK)


def _screen(settings: TableSettings, view: str, *more: str) -> list[str]:
    socket = str(settings.sockets / f"{view}.sock")
    return [sys.executable, "-m", "display", "--view", view, "--socket", socket, "--size", SIZES[view], *more]


def _headless() -> dict[str, str]:
    return {**os.environ, "SDL_VIDEODRIVER": "dummy"}


def has_display(environ: Callable[[str], str | None] = os.environ.get) -> bool:
    """Whether windows can be opened here."""
    return bool(environ("DISPLAY") or environ("WAYLAND_DISPLAY"))
