"""What the service is made of, and the service itself on the wall clock with real threads."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from controller import service
from controller.__main__ import main
from controller.access import hashed
from controller.buses import drivers_of
from controller.hardware import HubReader
from controller.journal import JournalBroken
from controller.rules.stakes import Betting, Form, Game
from controller.rules.state import Seat, Status
from controller.sensing import Waits
from controller.service import (
    Service,
    people_of,
    readers_of,
    setup_of,
    start_of,
    waits_of,
)
from controller.settings import FloorPerson, Level
from controller.systemd import Systemd
from controller.tools.farside import FarSide
from controller.views import Message
from drivers import pins
from drivers.clock import WallClock
from drivers.hub import HubDriver
from drivers.spibus import SpiBusDriver
from tests.simulation.night import deck_of, seated, table, table_of

# --- from settings to parts


def test_the_readers_drivers_and_waits_of_the_settings(tmp_path: Path) -> None:
    settings = table_of(tmp_path, 3)
    clock = WallClock()
    far = FarSide(settings, clock)
    try:
        drivers = drivers_of(settings, clock)
        names = {name for driver in drivers for name in driver.names}
        assert [type(driver) for driver in drivers] == [SpiBusDriver, HubDriver]
        assert (
            names == readers_of(settings) == {"shoe", "board", "burn", "muck", "seat 1", "seat 2", "seat 3"}
        )
        assert waits_of(settings) == Waits()
        for driver in drivers:
            driver.close()
    finally:
        far.close()


def test_the_landing_times_of_the_settings_reach_the_rules(tmp_path: Path) -> None:
    settings = table_of(tmp_path, 3)
    landing = settings.landing
    changed = landing.model_copy(
        update={
            "board": landing.board.model_copy(update={"publish_after": 3.0, "premature_after": 2.0}),
            "muck": landing.muck.model_copy(update={"rest": 0.9, "ask_after": 4.0}),
        }
    )
    waits = waits_of(settings.model_copy(update={"landing": changed}))
    assert waits == replace(Waits(), shown=3.0, early=2.0, mucked=0.9, asked=4.0)


def test_the_table_before_its_first_hand_has_the_players_of_the_settings(tmp_path: Path) -> None:
    settings = table_of(tmp_path, 5, players=(2, 4))
    start = start_of(settings)
    assert start.button == 4
    assert {n: seat.status for n, seat in start.seats.items() if seat != Seat()} == {
        2: Status.OUT,
        4: Status.OUT,
    }
    setup = setup_of(settings, "A")
    assert (setup.name, setup.seats, setup.stakes.big_blind, setup.deck) == ("Table 1", 5, 10, "A")
    assert start.table(setup).hand == 0


def test_the_set_up_says_what_is_played_and_how(tmp_path: Path) -> None:
    settings = table_of(tmp_path, 5, players=(2, 4))
    setup = setup_of(settings, "A")
    assert (setup.game, setup.form, setup.betting, setup.levels) == (
        Game.NO_LIMIT,
        Form.CASH,
        Betting.FULL,
        (),
    )
    level = Level(small_blind=5, big_blind=10, minutes=20)
    changed = {"game": "fixed-limit", "format": "tournament", "betting": "cards-only", "levels": (level,)}
    other = settings.model_copy(update=changed)
    setup = setup_of(other, "A")
    assert (setup.game, setup.form, setup.betting) == (Game.FIXED_LIMIT, Form.TOURNAMENT, Betting.CARDS_ONLY)
    assert [(level.minutes, level.stakes.big_bet) for level in setup.levels] == [(20, 20)]


def test_the_button_of_the_settings_is_that_of_the_first_hand(tmp_path: Path) -> None:
    settings = table_of(tmp_path, 5, players=(2, 4))
    assert start_of(settings.model_copy(update={"button": 2})).button == 2


def test_the_floor_people_of_the_settings_sign_in(tmp_path: Path) -> None:
    settings = table_of(tmp_path)
    lee = FloorPerson(pin=hashed("4321", bytes(16)))
    people = people_of(settings.model_copy(update={"floor": {"lee": lee}}))
    assert people.signed("lee", "4321")
    assert not people.signed("lee", "8765")
    nobody = settings.model_copy(update={"floor": {}})
    assert not people_of(nobody).signed("lee", "4321")


def test_a_badge_of_the_settings_is_that_of_its_wearer_and_its_reader_reads_no_cards(tmp_path: Path) -> None:
    settings = table_of(tmp_path)
    lee = FloorPerson(pin=hashed("4321", bytes(16)), badge="04A1B2C3D4E5F6")
    kim = FloorPerson(pin=hashed("8765", bytes(16)))
    badge = HubReader(role="badge", driver="hub", antenna=14)
    given = {"floor": {"lee": lee, "kim": kim}, "readers": (*settings.readers, badge)}
    settings = settings.model_copy(update=given)
    assert people_of(settings).wearer("04A1B2C3D4E5F6") == "lee"
    assert people_of(settings).wearer("") == ""
    assert "badge" not in readers_of(settings)
    assert "badge" in settings.antennas.values()


# --- opening a table


def test_a_hand_that_other_software_began_waits_for_the_dealer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.deal()
        before = dealer.view.prompt
        monkeypatch.setattr(service, "SOFTWARE", "9.9.9")
        dealer.rig.restart(1.0)
        dealer.wait(10.0)
        assert dealer.word == "verify"
        assert dealer.view.prompt.detail is not None
        assert dealer.view.prompt.detail.id == "detail.other_software"
        assert dealer.ask("next") is None
        assert dealer.view.prompt == before


def test_a_fresh_session_leaves_the_last_one_alone(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        first = dealer.rig.journal.path
    content = first.read_bytes()
    with table(table_of(tmp_path), deck_of(1)) as rig:
        assert rig.journal.path != first
        assert rig.loop.table.hand == 0
    assert first.read_bytes() == content


# --- the service


@dataclass(slots=True)
class Manager(Systemd):
    """A service manager that remembers what it was told."""

    told: list[str] = field(default_factory=list)
    is_ready: threading.Event = field(default_factory=threading.Event)

    @property
    def interval(self) -> float | None:
        return 0.01

    def ready(self) -> None:
        self.told.append("ready")
        self.is_ready.set()

    def alive(self) -> None:
        self.told.append("alive")

    def stopping(self) -> None:
        self.told.append("stopping")


def test_the_service_runs_until_it_is_stopped_and_gives_everything_back(tmp_path: Path) -> None:
    settings, clock, manager = table_of(tmp_path), WallClock(), Manager()
    far = FarSide(settings, clock)
    far.start(clock)
    try:
        running = Service(settings, deck_of(1), drivers_of(settings, clock))
        thread = threading.Thread(target=running.run, args=(manager,))
        thread.start()
        assert manager.is_ready.wait(30.0)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as screen:
            screen.settimeout(30.0)
            screen.connect(str(settings.sockets / "dealer.sock"))
            assert b'"prompt"' in screen.recv(1 << 16)
        running.stop()
        thread.join(30.0)
        assert not thread.is_alive()
    finally:
        far.close()
    assert (manager.told[0], manager.told[-1]) == ("ready", "stopping")
    assert list(settings.sockets.iterdir()) == []
    assert [one.name for one in threading.enumerate() if one.name.startswith("reader ")] == []


def test_a_table_starts_without_its_readers_and_gets_them_when_they_come(tmp_path: Path) -> None:
    settings, clock, manager = table_of(tmp_path), WallClock(), Manager()
    far = FarSide(settings, clock)
    running = Service(settings, deck_of(1), drivers_of(settings, clock))
    thread = threading.Thread(target=running.run, args=(manager,))
    thread.start()
    try:
        assert manager.is_ready.wait(30.0)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as screen:
            screen.settimeout(30.0)
            screen.connect(str(settings.sockets / "dealer.sock"))
            await_view(screen, lambda health: {"seat 1", "seat 2", "board"} <= lost(health))
            far.start(clock)
            await_view(screen, lambda health: not lost(health))
    finally:
        running.stop()
        thread.join(30.0)
        far.close()
    assert not thread.is_alive()


def await_view(screen: socket.socket, done: Callable[[list[dict[str, Any]]], bool]) -> None:
    """Read snapshots until their health line is so; raises TimeoutError."""
    while not done(json.loads(screen.recv(1 << 16)).get("view", {}).get("health", [])):
        pass


def lost(health: list[dict[str, Any]]) -> set[str]:
    return {told["args"]["reader"] for told in health if told["id"] == "health.reader_lost"}


def test_a_table_refuses_pins_that_the_original_package_cannot_drive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tmp_path / "site" / "RPi" / "GPIO" / "__init__.py"
    module.parent.mkdir(parents=True)
    module.write_text("from RPi._GPIO import *\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *sys.path])
    monkeypatch.setattr(pins, "this_machine", lambda: pins.Machine("Raspberry Pi 5 Model B", "6.12.47", "py"))
    config = Path(__file__).parents[2] / "config" / "table.yaml"
    assert main(["run", "--config", str(config)]) == 3
    told = capsys.readouterr().err
    assert told.startswith(
        f"the package RPi.GPIO ({module}) cannot reach the pins of a Raspberry Pi 5 Model B; "
    )
    assert told.endswith(
        "type: sudo py -m pip uninstall -y RPi.GPIO rpi-lgpio && sudo py -m pip install rpi-lgpio\n"
    )


def test_a_service_that_cannot_open_its_journal_says_so_and_gives_everything_back(tmp_path: Path) -> None:
    settings, clock, manager = table_of(tmp_path), WallClock(), Manager()
    far = FarSide(settings, clock)
    with seated(tmp_path) as dealer:
        dealer.start()
        path = dealer.rig.journal.path
    path.write_bytes(path.read_bytes().replace(b'"n":1', b'"n":7', 1))
    try:
        running = Service(settings, deck_of(1), drivers_of(settings, clock))
        with pytest.raises(JournalBroken, match="begin a new session"):
            running.run(manager)
    finally:
        far.close()
    assert manager.told == ["stopping"]
    assert list(settings.sockets.iterdir()) == []


def test_a_damaged_start_is_told_on_the_screen(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        path = dealer.rig.journal.path
    path.write_bytes(path.read_bytes()[:-5])
    with table(table_of(tmp_path), deck_of(1)) as rig:
        rig.journal.path.unlink()
        rig.restart()
        assert rig.dealer.dealer.health == (Message("health.journal_damaged", {"file": path.name}),)


@pytest.mark.parametrize(
    ("change", "warned"),
    [({}, False), ({"floor": {}}, True), ({"screens": ("player", "dealer")}, True)],
    ids=["floor", "no people", "no screen"],
)
def test_a_table_at_which_nobody_can_rule_says_so_at_its_start(
    change: dict[str, object], warned: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = table_of(tmp_path).model_copy(update=change)
    running = Service(settings, deck_of(1), ())
    running.stop()
    running.run(Manager())
    assert ("nobody can rule at this table" in caplog.text) is warned
