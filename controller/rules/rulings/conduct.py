"""Rulings that leave cards and chips alone: play goes on, the clock, a penalty, a review (rules.md 12.8)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting, clock
from controller.rules.events import Ruled
from controller.rules.incidents.stops import FLOOR, stopped
from controller.rules.lineup import present
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import Irregularity, Seat, Status, Table

CODES = frozenset({"R01", "R33", "R34", "R39"})
MOST_SECONDS = 600
MOST_HANDS = 100
HANDS, ROUNDS, OUT, LIFTED = PENALTIES = ("HANDS", "ROUNDS", "OUT", "LIFTED")
FOR_GOOD = -1


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why it is about nobody."""
    match ask.code:
        case "R33":
            return _decide_clock(table, ask)
        case "R34":
            return _penalty_objection(table, ask) or (signed(table, ask),)
    return (signed(table, ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family.

    A review leaves everything as it is, the stop too, until the floor has seen what it wanted (R39).
    """
    match event.code:
        case "R33":
            return clock.started(table, event.seat, event.amount or table.setup.house.clock_seconds)
        case "R34":
            return _penalised(table, event)
        case "R39" if not table.open:
            return stopped(table, Irregularity(FLOOR, say("unresolved.floor")))
    return table


def _decide_clock(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The clock runs for the player in turn, asked for or not, and while nothing else stops the table."""
    turn = betting.actor(table)
    if not 0 <= ask.amount <= MOST_SECONDS:
        return Refused(say("refused.amount_high", most=MOST_SECONDS))
    if not turn or ask.seat not in (0, turn):
        return Refused(say("refused.nothing_to_decide", seat=ask.seat))
    if any(what.kind != FLOOR for what in table.open):
        return Refused(say("refused.stopped"))
    return (signed(table, ask, seat=turn),)


def _penalty_objection(table: Table, ask: Rule) -> Refused | None:
    """A warning (no hands), hands or rounds, out for good, or what was given lifted again (T24-71)."""
    here = table.seats.get(ask.seat)
    if here is None or here.status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=ask.seat))
    if ask.penalty not in ("", *PENALTIES):
        return Refused(say("refused.penalty", penalty=ask.penalty, penalties=PENALTIES))
    if not 0 <= ask.amount <= MOST_HANDS:
        return Refused(say("refused.amount_high", most=MOST_HANDS))
    if ask.penalty == ROUNDS and not ask.amount:
        return Refused(say("refused.amount_low", least=1))
    if ask.penalty == LIFTED and not here.penalty:
        return Refused(say("refused.no_penalty", seat=ask.seat))
    return None


def _penalised(table: Table, event: Ruled) -> Table:
    """The penalty begins with the next hand (T24-68, T24-71B); this hand is played out."""
    here = table.seats[event.seat]
    after = replace(here, penalty=_hands(table, here, event))
    told = _told(after, event.seat) if after.penalty != here.penalty else table.told
    return replace(table, seats={**table.seats, event.seat: after}, told=told)


def _hands(table: Table, here: Seat, event: Ruled) -> int:
    """The hands to miss after the ruling; a round is a hand for everybody at the table (T24-71C)."""
    if event.penalty == OUT:
        return FOR_GOOD
    if event.penalty == LIFTED:
        return int(here.serving)
    if here.penalty < 0:
        return here.penalty
    players = len(table.dealt) or len(present(table))
    return here.penalty + event.amount * (players if event.penalty == ROUNDS else 1)


def _told(here: Seat, seat: int) -> Sentence:
    if here.penalty < 0:
        return say("told.penalty.out", seat=seat)
    return say("told.penalty", seat=seat, hands=here.penalty - here.serving)
