"""Rulings that leave cards and chips alone: play goes on, the clock, a penalty, a review (rules.md 12.8)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting, clock
from controller.rules.events import ClockStarted, Ruled
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.state import Irregularity, Status, Table

CODES = frozenset({"R01", "R33", "R34", "R39"})
MOST_SECONDS = 600
FLOOR = Irregularity("floor", say("unresolved.floor"))


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why it is about nobody."""
    match ask.code:
        case "R33" if not 0 <= ask.amount <= MOST_SECONDS:
            return Refused(say("refused.amount_high", most=MOST_SECONDS))
        case "R33":
            turn = betting.actor(table)
            return (signed(ask, seat=turn),) if ask.seat in (0, turn) and turn else _not_to_act(ask)
        case "R34" if _nobody_sits(table, ask.seat):
            return Refused(say("refused.no_player", seat=ask.seat))
    return (signed(ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family; a penalty is on record and played out by the floor (R34).

    A review leaves everything as it is, the stop too, until the floor has seen what it wanted (R39).
    """
    match event.code:
        case "R33":
            return clock.ran(table, ClockStarted(event.seat, event.amount or table.setup.house.clock_seconds))
        case "R39":
            return replace(table, open=(FLOOR, *table.open))
    return table


def _not_to_act(ask: Rule) -> Refused:
    return Refused(say("refused.nothing_to_decide", seat=ask.seat))


def _nobody_sits(table: Table, seat: int) -> bool:
    return seat not in table.seats or table.seats[seat].status is Status.EMPTY
