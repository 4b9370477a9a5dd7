"""Running it twice: whether it is asked, and who agrees (rules.md 7.8; S0-71, S3-63, RIT-A)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting, showdown
from controller.rules.cards import BOARD
from controller.rules.dealing import FLOP_CARDS, at
from controller.rules.events import ImpossibleEvent, RunAgreed, RunDeclined
from controller.rules.house import RunPlayers
from controller.rules.requests import Agree, RunAsk
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Form
from controller.rules.state import Phase, Runs, Table

BOARD_BEFORE = {Phase.PREFLOP: 0, Phase.FLOP: FLOP_CARDS, Phase.TURN: FLOP_CARDS + 1}


def offered(table: Table) -> Table:
    """The table with the question open, where betting is over for good and the river is not dealt yet.

    In cash games alone (S0-71), and under TWO_ONLY between two players alone (RIT-A).
    """
    house, left = table.setup.house, len(betting.live(table))
    may = house.rit_enabled and table.setup.form is Form.CASH and table.runs is None
    enough = left == 2 or house.rit_players is RunPlayers.ANY
    lying = BOARD_BEFORE.get(table.phase)
    if not may or not enough or lying != len(at(table, BOARD)) or not showdown.betting_over(table):
        return table
    return replace(table, runs=Runs(shared=lying, out=len(table.pieces)))


def asked(table: Table) -> tuple[int, ...]:
    """The live seats that have not answered yet; none once one declined or the next card has come."""
    runs = table.runs
    over = runs is None or runs.on or runs.declined or len(table.pieces) != runs.out
    if runs is None or over or table.phase not in BOARD_BEFORE or not table.street.closed:
        return ()
    return tuple(seat for seat in betting.live(table) if seat not in runs.agreed)


def decide_run(table: Table, ask: RunAsk) -> tuple[RunAgreed | RunDeclined] | Refused:
    """The players' answer, or why it is not asked (EX-118)."""
    if not asked(table):
        return Refused(say("refused.not_now", ask="agree" if isinstance(ask, Agree) else "decline"))
    seats = ask.seats if isinstance(ask, Agree) else (ask.seat,)
    if strange := [seat for seat in seats if seat not in betting.live(table)]:
        return Refused(say("refused.no_hand", seat=strange[0]))
    if not isinstance(ask, Agree):
        return (RunDeclined(ask.seat),)
    if not seats:
        return Refused(say("refused.who_agrees"))
    return (RunAgreed(tuple(sorted(set(seats)))),)


def answered(table: Table, event: RunAgreed | RunDeclined) -> Table:
    """The table after an answer: it is on when every live player has agreed (S0-71).

    Raises `ImpossibleEvent`.
    """
    if table.runs is None:
        raise ImpossibleEvent(f"nobody was asked to run hand {table.hand} twice")
    if isinstance(event, RunDeclined):
        return replace(table, runs=replace(table.runs, declined=True))
    agreed = tuple(sorted({*table.runs.agreed, *event.seats}))
    everybody = set(betting.live(table)) <= set(agreed)
    return replace(table, runs=replace(table.runs, agreed=agreed, on=everybody))
