"""The player clock (T24-29, D20): asked for by the dealer, started by the floor; its end executes nothing."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting
from controller.rules.events import Acted, ClockCalled, ClockExpired, ImpossibleEvent
from controller.rules.incidents.stops import closed, mending
from controller.rules.requests import CallClock
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import Clock, Irregularity, Table

# The clock was asked for, the time is up: neither stops the table.
CALLED, TIME_UP = "D20", "H5"


def decide_clock(table: Table, ask: CallClock) -> tuple[ClockCalled] | Refused:
    """The clock is asked for on the player in turn, or why not (S3-58, T24-29, D20; 12.3)."""
    turn = betting.actor(table)
    if not turn:
        return Refused(say("refused.not_now", ask="clock"))
    if ask.seat != turn:
        return Refused(say("refused.not_turn", seat=ask.seat, actor=turn))
    if runs(table) or any(mend.kind == CALLED for mend in table.mends):
        return Refused(say("refused.clock_runs", seat=turn))
    return (ClockCalled(turn),)


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


def noted(table: Table, event: ClockCalled | ClockExpired) -> Table:
    """The table with the clock asked for or run out; raises `ImpossibleEvent`.

    Once an entry before it is taken back the clock may be nobody's any more: then nothing happens.
    """
    seat = event.seat
    if seat not in table.seats:
        raise ImpossibleEvent(f"no clock can run for seat {seat}")
    match event:
        case ClockCalled() if seat == betting.actor(table):
            return mending(table, Irregularity(CALLED, say("irregular.clock", seat=seat), seat, ("R33",)))
        case ClockExpired() if table.clock is not None and table.clock.seat == seat:
            return _ran_out(table, table.clock)
    return table


def started(table: Table, seat: int, seconds: int) -> Table:
    """The table with the clock running for whoever is to act (R33)."""
    return replace(closed(closed(table, CALLED), TIME_UP), clock=Clock(seat, seconds))


def kept(table: Table) -> Table:
    """The table without a clock that nobody is timed by: he has acted, or play stands still."""
    turn = betting.actor(table)
    for what in table.mends:
        if what.kind in (CALLED, TIME_UP) and what.seat != turn:
            table = closed(table, what.kind, what.seat)
    if table.clock is None or (not table.open and turn == table.clock.seat):
        return table
    return replace(table, clock=None)


def _ran_out(table: Table, clock: Clock) -> Table:
    """Facing a bet the floor may kill the hand now (H5); until he does, an action still counts (T24-29)."""
    seat = clock.seat
    after = replace(table, clock=replace(clock, expired=True), told=_time_up(table, seat))
    if table.setup.house.clock_kills or betting.options(table, seat).check:
        return after
    return mending(after, Irregularity(TIME_UP, say("irregular.time_up", seat=seat), seat, ("R15",)))


def _time_up(table: Table, seat: int) -> Sentence:
    """What the dealer may now call for (H5)."""
    return say("told.clock.check" if betting.options(table, seat).check else "told.clock.fold", seat=seat)
