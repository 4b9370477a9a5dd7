"""Table time and the player clock: the core reads no clock (design 3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.events import ClockExpired
from controller.rules.house import HouseRules, RakeMode
from controller.views import ClockView
from tests.controller.rail import DEALT, Rail, dealt


def by_time(rail: Rail, charge: int = 5) -> Rail:
    house = HouseRules(rake_mode=RakeMode.TIME, rake_time_charge=charge, rake_time_minutes=30)
    rail.loop.table = replace(rail.loop.table, setup=replace(rail.loop.table.setup, house=house))
    return rail


def minutes(rail: Rail) -> int:
    return rail.loop.table.time.minutes


def test_a_minute_of_table_time_passes_every_minute_from_the_first_hand_on() -> None:
    rail = by_time(Rail())
    rail.wait(300.0)
    assert minutes(rail) == 0
    rail.deal()
    began = rail.now
    rail.wait(600.0)
    assert minutes(rail) == 10
    assert rail.loop.next_deadline() == pytest.approx(began + 660, abs=10)


def test_minutes_pass_between_hands_too_and_stop_when_the_table_closes() -> None:
    rail = by_time(Rail())
    rail.deal()
    rail.say("fold", "fold")
    assert rail.ask("next") is None
    for n, seat in enumerate(DEALT):
        rail.gone(f"seat {seat}", n)
    rail.wait(120.0)
    assert minutes(rail) == 2
    assert rail.ask("close") is None
    rail.wait(600.0)
    assert minutes(rail) == 2
    assert rail.loop.next_deadline() is None


def test_a_table_without_time_keeps_none() -> None:
    rail = dealt()
    rail.wait(600.0)
    assert minutes(rail) == 0
    assert rail.loop.next_deadline() is None


def clocked(rail: Rail, seat: int) -> bool:
    """The clock is asked for on the seat, and the floor starts it."""
    asked = rail.ask("clock", seat=seat)
    return asked is None and rail.ask("ruling", code="R33", who="lee", pin="4321") is None


def test_the_clock_is_shown_second_by_second_and_its_end_is_told() -> None:
    rail = dealt()
    assert clocked(rail, 3)
    assert rail.view.clock == ClockView(3, 30)
    rail.wait(5.0)
    assert rail.view.clock == ClockView(3, 25)
    assert rail.outside.views[-1][0].clock == ClockView(3, 25)
    rail.wait(24.9)
    assert rail.view.clock == ClockView(3, 1)
    rail.wait(0.2)
    assert rail.view.clock == ClockView(3, 0)
    assert rail.history()[-1] == ClockExpired(3)
    assert rail.prompt == ("act", 3, "")
    assert rail.ask("call", seat=3) is None
    assert rail.view.clock is None


def test_an_action_in_the_instant_of_zero_stands() -> None:
    rail = dealt()
    assert clocked(rail, 3)
    rail.wait(1.0)
    on = rail.view.n
    rail.wait(40.0)
    assert rail.ask("call", on=on, seat=3) is None


def test_the_clock_of_a_player_who_acted_never_rings() -> None:
    rail = dealt()
    assert clocked(rail, 3)
    rail.wait(20.0)
    rail.say("call")
    rail.wait(60.0)
    assert not any(isinstance(e, ClockExpired) for e in rail.history())


def test_a_second_clock_begins_in_full() -> None:
    rail = dealt()
    assert clocked(rail, 3)
    rail.wait(20.0)
    rail.say("call")
    assert clocked(rail, 1)
    assert rail.view.clock == ClockView(1, 30)
