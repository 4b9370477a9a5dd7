from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from controller.views import Answer, DealerView, Message, PlayerView, Request
from display import app, theme
from display.__main__ import main
from display.canvas import Canvas
from display.client import Client
from display.deeds import HOLD
from display.scene import Scene
from display.screens import DealerScreen, PlayerScreen
from display.sentences import Sentences
from tests.display.faketable import FakeTable
from tests.display.samples import DEALER, PLAYER

_CANVAS = Canvas.over(pygame.Surface((640, 400)), theme.DEALER_SIZE)


class Table:
    """A dealer screen at half size before a fake table, with a clock that the test moves."""

    def __init__(self, path: Path, say: Sentences, view: DealerView) -> None:
        self.fake = FakeTable(path)
        self.screen = DealerScreen(Client(path, DealerView), say, iter(["a-1", "a-2", "a-3"]).__next__)
        self.now = 100.0
        self.screen.step(self.now)
        self.fake.accept()
        self.show(view)

    def show(self, view: DealerView) -> None:
        self.fake.show(view)
        self.wait(0.1)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.screen.step(self.now)

    def down(self, name: str) -> None:
        self._finger(pygame.MOUSEBUTTONDOWN, name)

    def up(self, name: str) -> None:
        self._finger(pygame.MOUSEBUTTONUP, name)

    def tap(self, *names: str) -> None:
        for name in names:
            self.down(name)
            self.up(name)

    def move(self, name: str) -> None:
        event = pygame.event.Event(pygame.MOUSEMOTION, pos=self._pixel(name), rel=(0, 0), buttons=(1, 0, 0))
        self.screen.event(event, _CANVAS, self.now)

    def drawn(self) -> Scene:
        scene = self.screen.scene()
        assert scene is not None
        return scene

    def _finger(self, kind: int, name: str) -> None:
        event = pygame.event.Event(kind, pos=self._pixel(name), button=1)
        self.screen.event(event, _CANVAS, self.now)

    def _pixel(self, name: str) -> tuple[int, int]:
        key = next(key for key in self.screen.live_keys() if key.name == name)
        return _CANVAS.at(key.box.center)


@pytest.fixture
def table(tmp_path: Path, say: Sentences) -> Iterator[Table]:
    table = Table(tmp_path / "dealer.sock", say, DEALER["act"])
    yield table
    table.screen.client.close()
    table.fake.close()


def test_a_tap_sends_the_request_for_the_snapshot_it_was_made_on(table: Table) -> None:
    table.tap("call")
    assert table.fake.request() == Request("a-1", 41, "call", 7, 18000)


def test_an_amount_is_keyed_and_sent(table: Table) -> None:
    table.tap("digit 4", "digit 5", "digit 00", "digit 0", "digit 7", "erase", "raise")
    assert table.fake.request() == Request("a-1", 41, "raise", 7, 45000)


def test_a_quick_bet_fills_the_field(table: Table) -> None:
    table.tap("quick 1", "raise")
    assert table.fake.request() == Request("a-1", 41, "raise", 7, 36000)


def test_sliding_off_a_key_sends_nothing(table: Table) -> None:
    table.down("fold")
    table.up("call")
    assert table.fake.silent()


def test_a_tap_on_undo_sends_nothing_and_a_hold_sends_it(table: Table) -> None:
    table.tap("undo")
    table.wait(HOLD)
    assert table.fake.silent()
    table.down("undo")
    table.wait(HOLD / 2)
    assert table.drawn().progress == pytest.approx(0.5, abs=0.02)
    table.wait(HOLD / 2)
    assert table.fake.request() == Request("a-1", 41, "undo")
    table.up("undo")
    assert table.fake.silent()


def test_a_finger_that_slides_off_ends_the_hold(table: Table) -> None:
    table.down("undo")
    table.move("floor")
    table.wait(HOLD)
    assert table.fake.silent()


def test_a_refusal_is_shown_for_some_seconds(table: Table) -> None:
    reason = Message("refused.amount_low", {"least": 60})
    table.fake.answer(Answer("a-1", reason))
    table.wait(0.1)
    assert table.drawn().desk.refusal == reason
    table.wait(10)
    assert table.drawn().desk.refusal is None


def test_cards_are_named(table: Table) -> None:
    table.show(DEALER["name"])
    table.tap("card Ah", "card Kd", "name")
    assert table.fake.request() == Request("a-1", 41, "name", 8, 0, ("Ah", "Kd"), "seat 8")


def test_the_keys_are_dead_while_the_connection_is_lost(table: Table) -> None:
    table.down("fold")
    table.fake.hang_up()
    table.wait(0.1)
    assert table.screen.live_keys() == ()
    assert table.drawn().stale
    assert table.drawn().view == DEALER["act"]


def test_a_key_that_changed_under_the_finger_sends_nothing(table: Table) -> None:
    pixel = table._pixel("fold")
    table.down("fold")
    table.show(replace(DEALER["act"], n=42, actor=8, prompt=replace(DEALER["act"].prompt, seat=8)))
    table.screen.event(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel, button=1), _CANVAS, table.now)
    assert table.fake.silent()


def test_an_equal_scene_is_not_drawn_again(table: Table) -> None:
    before = table.drawn()
    table.wait(1)
    assert table.drawn() == before
    table.tap("digit 4")
    assert table.drawn() != before


def test_the_loop_draws_says_ready_and_ends_on_sigterm(tmp_path: Path, say: Sentences) -> None:
    fake = FakeTable(tmp_path / "player.sock")
    screen = PlayerScreen(Client(tmp_path / "player.sock", PlayerView), say)
    surface = app.open_window("table-player", (640, 360), fullscreen=False)
    app.run(screen, surface, say, lambda: os.kill(os.getpid(), signal.SIGTERM))
    drawn = surface.get_at((5, 5))[:3]
    pygame.display.quit()
    screen.client.close()
    fake.close()
    assert drawn == theme.BACKGROUND


def test_a_picture_is_written_without_a_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, png = tmp_path / "player.sock", tmp_path / "player.png"
    script = (
        "import pathlib, sys; from tests.display.faketable import FakeTable; "
        "from tests.display.samples import PLAYER; "
        "table = FakeTable(pathlib.Path(sys.argv[1])); print('up', flush=True); "
        "table.accept(); table.show(PLAYER['act']); input()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    code = main(["--view", "player", "--socket", str(path), "--size", "640x360", "--png", str(png)])
    process.communicate("\n")
    assert (code, capsys.readouterr().out) == (0, "READY\n")
    assert pygame.image.load(png).get_size() == (640, 360)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--view", "player"],
        ["--view", "kitchen", "--socket", "x"],
        ["--view", "player", "--socket", "x", "--size", "big"],
    ],
)
def test_wrong_usage_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: table-display" in capsys.readouterr().err


def test_an_unknown_language_ends_with_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--view", "player", "--socket", "x", "--language", "xx"]) == 3
    assert "no catalogue for the language 'xx'" in capsys.readouterr().err


def test_a_driver_that_cannot_open_a_window_ends_with_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nothing")
    assert main(["--view", "player", "--socket", "x"]) == 3
    error = capsys.readouterr().err
    assert error.startswith("table-display: no window could be opened (nothing: ")
    assert error.count("\n") == 1


def test_drivers_are_tried_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    tried: list[str] = []

    def refuse() -> None:
        tried.append(os.environ["SDL_VIDEODRIVER"])
        raise pygame.error("not here")

    monkeypatch.setattr(pygame.display, "init", refuse)
    with pytest.raises(app.CannotShow, match="wayland: not here; x11: not here; kmsdrm: not here"):
        app.open_window("table-player", (640, 360), fullscreen=False)
    assert tried == ["wayland", "x11", "kmsdrm"]
    assert "SDL_VIDEODRIVER" not in os.environ


def test_without_a_snapshot_there_is_no_picture(tmp_path: Path) -> None:
    client = Client(tmp_path / "none.sock", PlayerView)
    with pytest.raises(app.CannotShow, match="no snapshot came within 0 s: no connection to"):
        app.first_view(client, patience=0.0)


def test_any_view_can_be_rendered_without_a_window() -> None:
    assert app.render(PLAYER["idle"], (960, 540)).get_size() == (960, 540)
