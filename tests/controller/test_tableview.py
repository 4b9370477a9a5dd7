"""What may be asked of the table itself, and how level and clock are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.rules.events import ClockExpired, MinutePassed
from controller.rules.requests import CallClock, Rule
from controller.rules.stakes import Level, Stakes
from controller.rules.state import Table
from controller.sensing import Sensing, Wait
from controller.tableview import clock_view, level_view, table_asks
from controller.views import ClockView, LevelView
from tests.controller.rail import READERS, Rail
from tests.controller.rules.hands import L6, Play, dealt, seated

FIELDS: dict[str, dict[str, Any]] = {
    "button": {"seat": 1},
    "clock": {"seat": 3},
    "dealer": {"text": "kim"},
    "deck": {"text": "A"},
}


def started() -> Rail:
    rail = Rail()
    rail.deal()
    return rail


def opened() -> Rail:
    rail = Rail()
    assert rail.ask("open") is None
    return rail


def closed() -> Rail:
    rail = Rail()
    assert rail.ask("close") is None
    return rail


def drawing() -> Rail:
    rail = Rail()
    assert rail.ask("draw") is None
    return rail


@pytest.mark.parametrize(
    ("rail", "asks"),
    [
        (Rail, {"open", "close", "draw", "button", "dealer", "deck"}),
        (opened, {"close", "button", "dealer", "deck"}),
        (drawing, {"dealer"}),
        (started, {"dealer", "clock"}),
        (closed, set()),
    ],
)
def test_what_is_offered_is_taken_and_what_is_not_is_refused(rail: Any, asks: set[str]) -> None:
    assert set(rail().view.asks) & {"open", "close", "draw", *FIELDS} == asks
    for ask in ("open", "close", "draw", *FIELDS):
        assert (rail().ask(ask, **FIELDS.get(ask, {})) is None) is (ask in asks), ask


def test_nobody_has_the_button_at_an_empty_table() -> None:
    assert "button" not in table_asks(seated({}))


LEVELS = (
    Level(Stakes(5, 10), minutes=20, rest=5),
    Level(Stakes(10, 20), hands=8),
)


def tournament() -> Table:
    start = seated(L6, 6)
    return replace(start, setup=replace(start.setup, levels=LEVELS))


def test_a_cash_game_has_no_level() -> None:
    assert level_view(seated(L6, 6)) is None


def test_a_level_by_minutes_its_break_and_a_level_by_hands() -> None:
    play = Play(tournament()).start().deal()
    assert level_view(play.table) == LevelView(1, "minutes", 20, 10, 20)
    play.core.record(*[MinutePassed()] * 22)
    assert level_view(play.table) == LevelView(1, "minutes", 0, 10, 20)
    while play.step.do == "act":
        play.do(f"{play.step.seat} fold")
    play.push()
    assert level_view(play.table) == LevelView(1, "minutes", 5, 10, 20, resting=True)
    play.core.record(*[MinutePassed()] * 5)
    assert level_view(play.table) == LevelView(2, "hands", 8)


def test_the_clock_shows_what_its_timer_has_left() -> None:
    play = dealt(seated(L6, 6))
    sensing = Sensing(READERS)
    assert clock_view(sensing, play.table) is None
    play.must(CallClock(3))
    assert clock_view(sensing, play.table) is None
    play.must(Rule("R33", "lee"))
    assert clock_view(sensing, play.table) == ClockView(3, 30)
    timed = replace(sensing, deadlines={Wait("clock", n=7): 1.0})
    assert clock_view(timed, play.table) == ClockView(3, 7)
    play.core.record(ClockExpired(3))
    assert clock_view(timed, play.table) == ClockView(3, 0)
