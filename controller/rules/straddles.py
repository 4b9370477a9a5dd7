"""Straddles: voluntary blinds before the first card (S0-61, S0-62; rules.md 2.5, P4 to P9)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting
from controller.rules.events import ImpossibleEvent, Straddled
from controller.rules.house import Straddle, StraddleMinRaise, StraddleOrder
from controller.rules.lineup import MIN_PLAYERS
from controller.rules.positions import clockwise
from controller.rules.requests import PutStraddle
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Game
from controller.rules.state import Phase, Status, Street, Table


def decide_straddle(table: Table, ask: PutStraddle) -> tuple[Straddled, ...] | Refused:
    """A straddle before the first card, or why not (P9).

    The button's goes before another that lies there, which is taken back (P6, WSOP-LA-11).
    """
    if table.phase is not Phase.DEALING or table.pieces:
        return Refused(say("refused.straddle_late"))
    if ask.seat not in table.dealt or table.seats[ask.seat].status is not Status.LIVE:
        return Refused(say("refused.no_hand", seat=ask.seat))
    if not _may_straddle(table, ask.seat):
        return Refused(say("refused.no_straddle", seat=ask.seat))
    back: tuple[Straddled, ...] = ()
    if len(table.straddles) >= table.setup.house.straddle_max_count:
        last = _highest(table)
        if ask.seat != table.button:
            return Refused(say("refused.straddled", seat=last))
        back = (Straddled(last, table.seats[last].made.live),)
        table = straddled(table, back[0])
    wrong = _wrong_amount(table, ask)
    return wrong or (*back, Straddled(ask.seat, ask.amount))


def _may_straddle(table: Table, seat: int) -> bool:
    """Whether the house takes a straddle from this seat (`straddle.types`, P4, P6, P7); none heads-up."""
    types, on_the_button = table.setup.house.straddle_types, seat == table.button
    taken = seat in (table.small, table.big, *table.straddles)
    limit = on_the_button and table.setup.game is Game.FIXED_LIMIT
    if len(table.dealt) == MIN_PLAYERS or taken or limit:
        return False
    if Straddle.MISSISSIPPI in types or (Straddle.BUTTON in types and on_the_button):
        return True
    return Straddle.UTG in types and seat == _next_under_the_gun(table)


def _next_under_the_gun(table: Table) -> int:
    """UTG, and after a straddle from there the next seat, which may double it (`straddle.max_count`, P8)."""
    order = clockwise(table.dealt, table.big)
    chain = _chain(table)
    more = len(table.straddles) < table.setup.house.straddle_max_count
    return order[len(chain)] if more else order[0]


def _chain(table: Table) -> tuple[int, ...]:
    """The straddlers who sit one beside the other from UTG on."""
    chain: list[int] = []
    for seat in clockwise(table.dealt, table.big):
        if seat not in table.straddles:
            break
        chain.append(seat)
    return tuple(chain)


def _highest(table: Table) -> int:
    return max(table.straddles, key=lambda seat: table.straddles[seat])


def _wrong_amount(table: Table, ask: PutStraddle) -> Refused | None:
    """At least twice what is there; in fixed limit exactly that (S0-61, P4)."""
    least, unit = 2 * table.street.bet, table.stakes.unit
    here = table.seats[ask.seat]
    most = here.stack + here.street_in
    if ask.amount < least:
        return Refused(say("refused.amount_low", least=least))
    if ask.amount > most:
        return Refused(say("refused.amount_high", most=most))
    if table.setup.game is Game.FIXED_LIMIT and ask.amount > least:
        return Refused(say("refused.amount_fixed", amount=least))
    return Refused(say("refused.amount_unit", unit=unit)) if ask.amount % unit else None


def straddled(table: Table, event: Straddled) -> Table:
    """The table with the straddle; one of no more than the big blind is a straddle taken back.

    Raises `ImpossibleEvent`.
    """
    here = table.seats.get(event.seat)
    if here is None or event.seat not in table.dealt or not 0 <= event.amount <= here.stack + here.street_in:
        raise ImpossibleEvent(f"seat {event.seat} cannot have straddled to {event.amount}")
    stack = here.stack + here.street_in - event.amount
    status = Status.LIVE if stack else Status.ALL_IN
    seat = replace(here, stack=stack, street_in=event.amount, status=status)
    others = {n: amount for n, amount in table.straddles.items() if n != event.seat}
    now = others if event.amount <= table.stakes.big_blind else {**others, event.seat: event.amount}
    after = replace(table, seats={**table.seats, event.seat: seat}, straddles=now)
    return replace(after, street=_street(after))


def _street(table: Table) -> Street:
    """The betting as the straddles leave it: the bet, the least raise over it (P5), and who acts first (2.5).

    Under SKIP_STRADDLER a straddler who does not sit next to the blinds only has his turn last.
    """
    house = table.setup.house
    table = replace(table, street=betting.opened(table, table.big, table.stakes.big_blind))
    for amount in sorted(table.straddles.values()):
        twice = house.straddle_min_raise is StraddleMinRaise.TWICE_STRADDLE
        least = amount if twice else table.stakes.big_blind
        table = replace(table, street=betting.straddled(table, amount, least))
    if not table.straddles:
        return table.street
    last = _highest(table)
    if house.straddle_order is StraddleOrder.SKIP_STRADDLER and last not in _chain(table):
        return replace(table.street, last=last)
    return replace(table.street, after=last)
