"""Blind levels by minutes and by hands, with breaks (S2-09, T24-23, rules.md 12.4)."""

from __future__ import annotations

import pytest

from controller.rules import levels
from controller.rules.account import TableTime
from controller.rules.stakes import Level, Stakes
from controller.rules.state import Setup

LOW, MIDDLE, HIGH = Stakes(5, 10), Stakes(10, 20), Stakes(20, 40)


def setup(*given: Level) -> Setup:
    return Setup("test", 9, LOW, levels=given)


BY_MINUTES = setup(Level(LOW, minutes=10), Level(MIDDLE, minutes=5, rest=3), Level(HIGH, minutes=10))
BY_HANDS = setup(Level(LOW, hands=2, rest=2), Level(MIDDLE, hands=1), Level(HIGH, hands=1))
MIXED = setup(Level(LOW, hands=2), Level(MIDDLE, minutes=20))


def wait(table: Setup, time: TableTime, minutes: int, *, playing: bool = False) -> TableTime:
    for _ in range(minutes):
        time = levels.minute_passed(table, time, playing=playing)
    return time


def hand(table: Setup, time: TableTime) -> TableTime:
    """A hand starts; none may start in a break."""
    assert not levels.rest_left(table, time)
    return levels.hand_counted(levels.begun(table, time))


def test_without_levels_there_is_one_set_of_stakes() -> None:
    table = setup()
    time = wait(table, levels.begun(table, TableTime()), 500)
    assert (time.minutes, time.level, levels.stakes_at(table, time)) == (500, 0, LOW)
    assert (levels.level_at(table, time), levels.next_level(table, time), levels.left(table, time)) == (
        None,
        None,
        0,
    )


def test_no_level_runs_before_the_first_hand() -> None:
    time = hand(BY_MINUTES, wait(BY_MINUTES, TableTime(), 30))
    assert (time.level, time.level_minutes, levels.stakes_at(BY_MINUTES, time)) == (1, 0, LOW)


def test_the_next_level_begins_when_its_minutes_are_over() -> None:
    time = hand(BY_MINUTES, TableTime())
    time = wait(BY_MINUTES, time, 9)
    assert (time.level, levels.left(BY_MINUTES, time), levels.next_level(BY_MINUTES, time)) == (
        1,
        1,
        BY_MINUTES.levels[1],
    )
    time = wait(BY_MINUTES, time, 1)
    assert (time.level, time.level_minutes, levels.stakes_at(BY_MINUTES, time)) == (2, 0, MIDDLE)


def test_a_hand_keeps_its_level_and_the_clock_goes_on() -> None:
    """T24-23: three minutes of the second level have passed when the next hand starts."""
    time = wait(BY_MINUTES, hand(BY_MINUTES, TableTime()), 13, playing=True)
    assert (time.level, levels.left(BY_MINUTES, time)) == (1, 0)
    time = hand(BY_MINUTES, time)
    assert (time.level, time.level_minutes, time.level_hands) == (2, 3, 1)


def test_a_break_waits_for_the_end_of_the_hand() -> None:
    time = TableTime(level=2, level_minutes=4)
    time = wait(BY_MINUTES, time, 4, playing=True)
    assert time.level == 2
    assert levels.rest_left(BY_MINUTES, time) == 3
    time = wait(BY_MINUTES, time, 2)
    assert (time.level, time.resting, levels.rest_left(BY_MINUTES, time)) == (2, 2, 1)
    time = wait(BY_MINUTES, time, 1)
    assert (time.level, time.level_minutes, time.resting) == (3, 0, -1)


def test_levels_by_hands() -> None:
    time = hand(BY_HANDS, hand(BY_HANDS, TableTime()))
    assert (time.level, time.level_hands, levels.rest_left(BY_HANDS, time)) == (1, 2, 2)
    time = hand(BY_HANDS, wait(BY_HANDS, time, 2))
    assert (time.level, time.level_hands) == (2, 1)
    time = hand(BY_HANDS, time)
    assert (time.level, levels.stakes_at(BY_HANDS, time)) == (3, HIGH)


@pytest.mark.parametrize("hands", [1, 5, 50])
def test_the_last_level_goes_on(hands: int) -> None:
    time = TableTime(level=3)
    for _ in range(hands):
        time = hand(BY_HANDS, time)
    assert (time.level, levels.stakes_at(BY_HANDS, time), levels.next_level(BY_HANDS, time)) == (
        3,
        HIGH,
        None,
    )


def test_levels_by_hands_and_then_by_minutes() -> None:
    time = hand(MIXED, wait(MIXED, hand(MIXED, TableTime()), 90, playing=True))
    assert time.level == 1
    assert hand(MIXED, time).level == 2


def test_a_long_absence_passes_several_levels() -> None:
    time = wait(BY_MINUTES, hand(BY_MINUTES, TableTime()), 100, playing=True)
    assert levels.begun(BY_MINUTES, time).level == 2
    assert hand(BY_MINUTES, wait(BY_MINUTES, time, 3)).level == 3
