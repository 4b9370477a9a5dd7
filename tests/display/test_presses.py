"""How many presses lie between a stop and play going on: real screens, real sockets, the whole table.

For every kind of irregularity that some scenario shows the scenario is played up to there. Then the dealer
presses FLOOR, the floor signs in, the ruling that the house would give is chosen already, and a hold applies
it: at most four presses (users.md 3). What a ruling asks for besides (amounts, two persons) is outside.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame
import pytest

from controller.rules.state import Table
from controller.tools.emulated import FLOOR, emulated_deck, with_extras
from controller.tools.play import Play
from controller.tools.scenario import SEED, _settings, _start
from controller.tools.script import read_script
from controller.tools.wirestage import WireStage, temporary_folder
from controller.views import DealerView, FloorView, SignInView
from display import theme
from display.canvas import Canvas
from display.client import Client
from display.deeds import HOLD
from display.floorscreen import FloorScreen
from display.screens import DealerScreen, TouchScreen
from display.sentences import Sentences

_SCENARIOS = Path(__file__).parents[1] / "scenarios"
_CANVAS = Canvas.over(pygame.Surface((1280, 800)), theme.DEALER_SIZE)
_KIND = re.compile(r"irregularity: \{kind: ([A-Z]+[0-9]+)\b")
_MOST = 4


def _shown() -> Mapping[str, Path]:
    """A scenario for every kind that one expects."""
    found: dict[str, Path] = {}
    for path in sorted(_SCENARIOS.glob("*.yaml")):
        for kind in _KIND.findall(path.read_text(encoding="utf-8")):
            found.setdefault(kind, path)
    return dict(sorted(found.items(), key=lambda item: (item[0][0], int(re.sub(r"\D", "", item[0])))))


@dataclass
class Pressed:
    """What was pressed, in order; a PIN with its name is one press here, as a badge is."""

    presses: list[str] = field(default_factory=list)
    pin: int = 0


class Room:
    """A table that a scenario was played on, as far as `until` said, with the screens of its people."""

    def __init__(self, path: Path, say: Sentences, until: Callable[[Table], bool]) -> None:
        script, folder = read_script(path), temporary_folder()
        settings = _settings(script.table, folder)
        deck, extras = with_extras(emulated_deck(random.Random(SEED)), script.decks)
        self.stage = WireStage(settings, _start(script.table), deck, extras, folder)
        self.pressed = Pressed()
        play = Play(script, self.stage)
        for step in script.steps:
            play._step(step)
            if until(self.stage.table):
                break
        sockets = settings.sockets
        floor = Client[FloorView | SignInView](sockets / "floor.sock", FloorView, sign_in=SignInView)
        self.dealer = DealerScreen(Client(sockets / "dealer.sock", DealerView), say)
        self.floor = FloorScreen(floor, say)
        self.settle()

    def settle(self) -> None:
        for _ in range(4):
            self.stage._rig.pump()
            self.dealer.step(self._now)
            self.floor.step(self._now)

    def names(self, screen: TouchScreen) -> Sequence[str]:
        return [key.name for key in screen.live_keys() if key.on]

    def press(self, screen: TouchScreen, name: str) -> None:
        """A tap, or a hold for a key that takes one."""
        key = next(key for key in screen.live_keys() if key.name == name and key.on)
        pixel = _CANVAS.at(key.box.center)
        screen.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1), _CANVAS, self._now)
        if key.hold:
            self.stage.advance(HOLD + 0.1)
            self.settle()
        screen.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel, button=1), _CANVAS, self._now)
        self.settle()

    def sign_in(self) -> None:
        who, pin = next(iter(FLOOR.items()))
        for name in (f"who {who}", *(f"digit {digit}" for digit in pin), "sign in"):
            self.press(self.floor, name)
            self.pressed.pin += 1
        self.pressed.presses.append("sign in")

    def count(self, screen: TouchScreen, name: str) -> None:
        self.press(screen, name)
        self.pressed.presses.append(name)

    def close(self) -> None:
        self.dealer.client.close()
        self.floor.client.close()
        self.stage.close()

    @property
    def _now(self) -> float:
        return self.stage._rig.clock.now()


def _ask_is_open(view: FloorView) -> bool:
    return bool(view.choices) and not view.choices[0].needs


_ROWS: dict[str, str] = {}


@pytest.fixture(scope="module", autouse=True)
def table(request: pytest.FixtureRequest) -> Iterator[None]:
    """Prints what was counted, once all is."""
    yield
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print("\n\nkind  presses  what was pressed (keys of name and PIN in brackets)")
        for kind, row in _ROWS.items():
            print(f"{kind:5} {row}")


@pytest.mark.parametrize("kind", _shown())
def test_a_stop_is_ruled_in_four_presses(kind: str, say: Sentences) -> None:
    room = Room(_shown()[kind], say, lambda table: kind in _kinds(table))
    try:
        assert kind in _kinds(room.stage.table)
        _ROWS[kind] = _ruled(room)
    finally:
        room.close()


def _kinds(table: Table) -> set[str]:
    return {what.kind for what in (*table.open, *table.mends)}


def _ruled(room: Room) -> str:
    """Play goes on again; the row of the table."""
    if not room.stage.table.open:
        return "0        no stop"
    if "floor" in room.names(room.dealer):
        room.count(room.dealer, "floor")
    room.sign_in()
    view = room.floor.client.view
    assert isinstance(view, FloorView)
    if not _ask_is_open(view):
        needs = ", ".join(view.choices[0].needs) if view.choices else "a choice"
        return f"-        outside: the ruling needs {needs}"
    while room.stage.table.open:
        room.count(room.floor, "apply")
        assert len(room.pressed.presses) <= _MOST, room.pressed.presses
    presses = room.pressed.presses
    return f"{len(presses)}        {', '.join(presses)} ({room.pressed.pin})"


_DEAL = """
name: exposed
source: E2
table: {stacks: {1: 500, 2: 500, 3: 500, 4: 500, 5: 500, 6: 500}, button: 6, rules: tda}
deck: >-
  Jc Qd Ad 5c Td Ah 5d 2s 8d Kc 9s Kd 9h 5h 7h 6s 6c 4h Qc 2h Qh 2c 7s 7d 5s Ks Jh Js 6h 9d Jd Ac As 8h 8s 2d
  4s Qs 4c 3h Kh 7c Th 8c Tc 3d 4d 6d Ts 3c 9c 3s
steps:
  - deal: 9
"""


@pytest.mark.parametrize(
    ("keys", "seat"),
    [
        (("exposed",), 3),
        (("seat 5", "exposed"), 5),
        (("seat 2", "exposed dealer 2"), 2),
        (("report", "seat 3", "exposed dealer 1"), 3),
    ],
)
def test_an_exposed_card_is_reported_in_three_presses_and_the_newest_in_one(
    keys: tuple[str, ...], seat: int, tmp_path: Path, say: Sentences
) -> None:
    path = tmp_path / "exposed.yaml"
    path.write_text(_DEAL, encoding="utf-8")
    room = Room(path, say, lambda _: False)
    try:
        for key in keys:
            room.press(room.dealer, key)
        wrong = (*room.stage.table.open, *room.stage.table.mends)
        assert [(what.kind, what.seat) for what in wrong] == [("E2", seat)]
        assert len(keys) <= 3
    finally:
        room.close()
