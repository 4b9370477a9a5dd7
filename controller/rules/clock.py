"""The player clock (T24-29, D20): called by the dealer; its end is prompted and executes nothing."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting
from controller.rules.events import Acted, ClockExpired, ClockStarted, ImpossibleEvent
from controller.rules.requests import CallClock
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import Clock, Table


def decide_clock(table: Table, ask: CallClock) -> tuple[ClockStarted] | Refused:
    """The start of the clock for the player in turn, or why not (S3-58, T24-29, D20)."""
    turn = betting.actor(table)
    if not turn:
        return Refused(say("refused.not_now", ask="clock"))
    if ask.seat != turn:
        return Refused(say("refused.not_turn", seat=ask.seat, actor=turn))
    if runs(table):
        return Refused(say("refused.clock_runs", seat=turn))
    return (ClockStarted(turn, table.setup.house.clock_seconds),)


def runs(table: Table) -> bool:
    """Whether the clock of a player is running and has not run out."""
    return table.clock is not None and not table.clock.expired


def expired(table: Table) -> tuple[ClockExpired | Acted, ...]:
    """What the end of the running clock is: nothing where it was stopped meanwhile.

    Only where the house says so (`clock.kills`) does it act for the player: H5, a fold facing a bet, else a
    check.
    """
    if table.clock is None or table.clock.expired:
        return ()
    seat = table.clock.seat
    if not table.setup.house.clock_kills:
        return (ClockExpired(seat),)
    act = "check" if betting.options(table, seat).check else "fold"
    said = Acted(seat, "clock", act, 0, table.seats[seat].street_in, _time_up(table, seat))
    return ClockExpired(seat), said


def ran(table: Table, event: ClockStarted | ClockExpired) -> Table:
    """The table with the clock running or run out; raises `ImpossibleEvent`.

    Once an entry before it is taken back the clock may be nobody's any more: then nothing runs.
    """
    if event.seat not in table.seats:
        raise ImpossibleEvent(f"no clock can run for seat {event.seat}")
    match event:
        case ClockStarted(seat=seat, seconds=seconds) if seat == betting.actor(table):
            return replace(table, clock=Clock(seat, seconds))
        case ClockExpired(seat=seat) if table.clock is not None and table.clock.seat == seat:
            return replace(table, clock=replace(table.clock, expired=True), told=_time_up(table, seat))
    return table


def kept(table: Table) -> Table:
    """The table without a clock that nobody is timed by: he has acted, or play stands still."""
    if table.clock is None or (not table.open and betting.actor(table) == table.clock.seat):
        return table
    return replace(table, clock=None)


def _time_up(table: Table, seat: int) -> Sentence:
    """What the dealer may now call for (H5)."""
    return say("told.clock.check" if betting.options(table, seat).check else "told.clock.fold", seat=seat)
