"""A stack that is counted: the difference to the ledger is kept as unaccounted (design 4, rules.md 12.3)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting, showdown
from controller.rules.events import Acted, Counted
from controller.rules.requests import Count
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, Seat, Status, Table

# More chips than any table has ever held: an amount beyond is a slip of the finger.
MOST_CHIPS = 1_000_000_000


def decide_count(table: Table, ask: Count) -> tuple[Counted] | Refused:
    """A stack between hands, or at an all-in before the push: then of an all-in player his last bet."""
    unit = table.stakes.unit
    if table.phase not in BETWEEN_HANDS and not showdown.betting_over(table):
        return Refused(say("refused.not_counted"))
    if ask.amount < 0:
        return Refused(say("refused.amount_low", least=0))
    if ask.amount > MOST_CHIPS:
        return Refused(say("refused.amount_high", most=MOST_CHIPS))
    if ask.amount % unit:
        return Refused(say("refused.amount_unit", unit=unit))
    return (Counted(ask.seat, ask.amount, _in_the_ledger(table, ask.seat)),)


def _in_the_ledger(table: Table, seat: int) -> int:
    here = table.seats[seat]
    if table.phase in BETWEEN_HANDS or here.status is not Status.ALL_IN:
        return here.stack
    bets = [e.to for _, e in table.history if isinstance(e, Acted) and e.seat == seat and e.put]
    return min(bets[-1] if bets else here.put, here.put)


def counted(table: Table, event: Counted) -> Table:
    """The table after the count.

    Chips that a bet lacked go back to whoever had matched them; chips that it had too many were matched by
    nobody and stay their owner's (D18).
    """
    short, here = event.was - event.amount, table.seats[event.seat]
    between_hands = table.phase in BETWEEN_HANDS
    if not between_hands and here.status is Status.ALL_IN and 0 < short <= here.put:
        smaller = _corrected(table, event.seat, replace(here, put=here.put - short), short)
        return betting.collected(smaller)
    if short > here.stack:
        # An entry before this one was taken back and the chips are elsewhere: nothing is left to correct.
        return table
    now = replace(here, stack=here.stack - short)
    found = between_hands and now.stack and not here.stack and here.status is Status.AWAY
    return _corrected(table, event.seat, replace(now, status=Status.OUT) if found else now, short)


def _corrected(table: Table, n: int, seat: Seat, short: int) -> Table:
    account = replace(table.account, unaccounted=table.account.unaccounted + short)
    return replace(table, seats={**table.seats, n: seat}, account=account)
