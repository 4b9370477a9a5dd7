"""Blind levels of a tournament: by minutes of table time or by hands, with breaks (S2-09, rules.md 12.4).

A hand keeps the level of its start, whatever the clock says meanwhile (T24-23); the clock moves on to the
next level between hands alone.
"""

from __future__ import annotations

from dataclasses import replace

from controller.rules.account import TableTime
from controller.rules.stakes import Level, Stakes
from controller.rules.state import Setup


def level_at(setup: Setup, time: TableTime) -> Level | None:
    """The level of that time, None where the table has none or has not begun; the last one goes on."""
    if not setup.levels or not time.level:
        return None
    return setup.levels[min(time.level, len(setup.levels)) - 1]


def stakes_at(setup: Setup, time: TableTime) -> Stakes:
    """What a hand that starts at that time is played for."""
    level = level_at(setup, time)
    return level.stakes if level else setup.stakes


def next_level(setup: Setup, time: TableTime) -> Level | None:
    """The level after that of the time, None after the last."""
    return setup.levels[time.level] if 0 < time.level < len(setup.levels) else None


def begun(setup: Setup, time: TableTime) -> TableTime:
    """The time as a hand may start: the first level begins, a level that is over gives way to the next."""
    if setup.levels and not time.level:
        return replace(time, level=1, level_minutes=0, level_hands=0)
    while (after := _followed(setup, time)) != time:
        time = after
    return time


def hand_counted(time: TableTime) -> TableTime:
    """The time with one more hand of its level."""
    return replace(time, level_hands=time.level_hands + 1)


def minute_passed(setup: Setup, time: TableTime, *, playing: bool) -> TableTime:
    """One minute later; no level counts before the first hand, and a break waits for the end of a hand."""
    time = replace(time, minutes=time.minutes + 1)
    if level_at(setup, time) is None:
        return time
    time = time if playing else begun(setup, time)
    if time.resting < 0:
        time = replace(time, level_minutes=time.level_minutes + 1)
    elif not playing:
        time = replace(time, resting=time.resting + 1)
    return time if playing else begun(setup, time)


def rest_left(setup: Setup, time: TableTime) -> int:
    """Minutes until the break is over, 0 while there is none."""
    time = begun(setup, time)
    level = level_at(setup, time)
    return level.rest - time.resting if level and time.resting >= 0 else 0


def left(setup: Setup, time: TableTime) -> int:
    """Minutes or hands that are left of the level, whichever it is counted in."""
    level = level_at(setup, time)
    if level is None:
        return 0
    return max(0, level.hands - time.level_hands if level.hands else level.minutes - time.level_minutes)


def _followed(setup: Setup, time: TableTime) -> TableTime:
    """The break after a level that is over, or the next level; minutes that ran over count for it."""
    level = level_at(setup, time)
    if level is None or next_level(setup, time) is None or not _over(level, time):
        return time
    if level.rest and time.resting < level.rest:
        return replace(time, resting=max(time.resting, 0))
    over = 0 if level.rest or level.hands else time.level_minutes - level.minutes
    return replace(time, level=time.level + 1, level_minutes=over, level_hands=0, resting=-1)


def _over(level: Level, time: TableTime) -> bool:
    if level.hands:
        return time.level_hands >= level.hands
    return 0 < level.minutes <= time.level_minutes
