"""Who sits where and with what: taking and leaving seats, buying chips, sitting out (rules.md 2.4, 12.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from controller.rules.account import Debt, Settled
from controller.rules.betting import IN_HAND
from controller.rules.counting import MOST_CHIPS, counted, decide_count
from controller.rules.events import (
    Bought,
    CameBack,
    Counted,
    Event,
    ImpossibleEvent,
    Left,
    Sat,
    SeatMoved,
    SessionClosed,
    WentAway,
)
from controller.rules.house import MissedPolicy
from controller.rules.lineup import in_first_orbit
from controller.rules.missed import new_player
from controller.rules.moving import decide_move, moved
from controller.rules.requests import Buy, Count, Leave, MoveSeat, SeatingAsk, Sit, SitIn, SitOut
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting, Form
from controller.rules.state import BETWEEN_HANDS, Phase, Seat, Status, Table

SeatEvent: TypeAlias = Sat | Bought | Left | WentAway | CameBack | SeatMoved | Counted


def brought(table: Table, event: Event) -> int:
    """The chips that an event brings to the table, negative where it takes them away."""
    match event:
        case Bought(amount=amount) | Sat(amount=amount):
            return amount
        case Left(seat=seat):
            return -table.seats[seat].stack
        case SessionClosed():
            return -sum(seat.stack for seat in table.seats.values())
    return 0


def decide_seat(table: Table, ask: SeatingAsk) -> tuple[SeatEvent, ...] | Refused:
    """What follows from a request about a seat, or why not: between hands alone (S0-58, S2-04, S3-50).

    A stack is counted at an all-in too; in a tournament a player may be absent or back while cards are dealt.
    """
    if ask.seat not in table.seats:
        return Refused(say("refused.no_seat", seat=ask.seat, seats=table.setup.seats))
    empty = table.seats[ask.seat].status is Status.EMPTY
    if empty and not isinstance(ask, Sit):
        return Refused(say("refused.no_player", seat=ask.seat))
    if isinstance(ask, Count):
        return decide_count(table, ask)
    if table.phase not in BETWEEN_HANDS and not _while_dealing(table, ask):
        return Refused(say("refused.hand_runs"))
    if isinstance(ask, Leave | MoveSeat) and any(ask.seat in pot.seats for pot in table.impounded):
        return Refused(say("refused.pot_pending", seat=ask.seat))
    match ask:
        case Sit():
            return _decide_sit(table, ask)
        case Buy():
            return _decide_buy(table, ask)
        case Leave(seat=seat):
            return (Left(seat),)
        case SitOut(seat=seat):
            return _decide_away(table, seat)
        case SitIn():
            return _decide_back(table, ask)
        case MoveSeat():
            return decide_move(table, ask)


def _while_dealing(table: Table, ask: SeatingAsk) -> bool:
    """Whether it tells who is at his seat when the last card lands (T24-30)."""
    tournament = table.setup.form is Form.TOURNAMENT
    return tournament and table.phase is Phase.DEALING and isinstance(ask, SitOut | SitIn)


def _decide_sit(table: Table, ask: Sit) -> tuple[Sat] | Refused:
    """A free seat with a buy-in between the house's least and most (S0-59, S2-01, S3-51, C10, C13)."""
    taken = [n for n, seat in table.seats.items() if seat.status is not Status.EMPTY]
    house = table.setup.house
    if ask.seat in taken:
        return Refused(say("refused.seat_taken", seat=ask.seat))
    if len(taken) >= house.table_max_seats:
        return Refused(say("refused.table_full", most=house.table_max_seats))
    wrong = _wrong_amount(table, ask.amount, house.buyin_min or 0, house.buyin_max)
    return wrong or (Sat(ask.seat, ask.name, ask.amount),)


def _decide_buy(table: Table, ask: Buy) -> tuple[Bought] | Refused:
    """Chips up to the most that a player may have; who has none left buys in anew (S0-59, S2-04)."""
    house, stack = table.setup.house, table.seats[ask.seat].stack
    room = None if house.buyin_max is None else house.buyin_max - stack
    if room is not None and room <= 0:
        return Refused(say("refused.buyin_full", most=stack + room))
    least = 0 if stack else house.buyin_min or 0
    return _wrong_amount(table, ask.amount, least, room) or (Bought(ask.seat, ask.amount),)


def _wrong_amount(table: Table, amount: int, least: int, most: int | None) -> Refused | None:
    """Why so many chips cannot be brought, None where they can."""
    unit = table.stakes.unit
    least = least if table.setup.betting is Betting.CARDS_ONLY else max(least, unit)
    most = MOST_CHIPS if most is None else min(most, MOST_CHIPS)
    if amount < least:
        return Refused(say("refused.amount_low", least=least))
    if amount > most:
        return Refused(say("refused.amount_high", most=most))
    return Refused(say("refused.amount_unit", unit=unit)) if amount % unit else None


def _decide_away(table: Table, seat: int) -> tuple[WentAway] | Refused:
    here = table.seats[seat]
    if here.absent or here.status is Status.AWAY:
        return Refused(say("refused.away", seat=seat))
    return (WentAway(seat),)


def _decide_back(table: Table, ask: SitIn) -> tuple[CameBack] | Refused:
    """Who sat out, and who waits and would rather post, or the other way round."""
    here, house = table.seats[ask.seat], table.setup.house
    if table.setup.form is Form.TOURNAMENT:
        return (CameBack(ask.seat, ask.posts),) if here.absent else _there(ask.seat)
    if here.status is not Status.AWAY and not (here.waiting or here.promised):
        return _there(ask.seat)
    if not here.stack and table.setup.betting is Betting.FULL:
        return Refused(say("refused.busted", seat=ask.seat))
    if ask.posts and here.owes != Debt() and house.blinds_missed_policy is MissedPolicy.WAIT_BB:
        return Refused(say("refused.must_wait", seat=ask.seat))
    return (CameBack(ask.seat, ask.posts),)


def _there(seat: int) -> Refused:
    return Refused(say("refused.there", seat=seat))


def changed(table: Table, event: SeatEvent) -> Table:
    """The table after a change at a seat; raises `ImpossibleEvent`."""
    here = table.seats.get(event.seat)
    if here is None or (here.status is Status.EMPTY) is not isinstance(event, Sat):
        raise ImpossibleEvent(f"seat {event.seat} cannot have changed so")
    match event:
        case Sat():
            return _with(table, {event.seat: _sat(table, event)})
        case Bought():
            return _with(table, {event.seat: _bought(here, event.amount)})
        case Left(seat=seat):
            return _left(table, seat, here)
        case WentAway():
            return _with(table, {event.seat: _gone(table, here)})
        case CameBack():
            return _with(table, {event.seat: _back(here, posts=event.posts)})
        case SeatMoved():
            return moved(table, event)
        case Counted():
            return counted(table, event)


def _with(table: Table, seats: Mapping[int, Seat]) -> Table:
    return replace(table, seats={**table.seats, **seats})


def _sat(table: Table, event: Sat) -> Seat:
    """A new player in a cash game waits for the big blind unless he posts; in a first orbit he owes nothing.

    In a tournament nobody waits but between button and small blind (RR-BL, T24-8A; 12.4).
    """
    if event.amount < 0:
        raise ImpossibleEvent(f"seat {event.seat} cannot have sat down with {event.amount}")
    free = table.setup.form is Form.TOURNAMENT or table.setup.betting is Betting.CARDS_ONLY
    free = free or in_first_orbit(table) or not table.setup.house.newplayer_post_required
    return Seat(
        event.name,
        Status.OUT,
        event.amount,
        owes=Debt() if free else new_player(table.stakes),
        waiting=not free,
        bought=event.amount,
        fresh=True,
    )


def _bought(here: Seat, amount: int) -> Seat:
    """A player who had lost all his chips is back with them; what he missed he still owes (12.4)."""
    if amount <= 0:
        raise ImpossibleEvent(f"nobody can have bought {amount}")
    now = replace(here, stack=here.stack + amount, bought=here.bought + amount)
    return now if here.stack else replace(now, status=Status.OUT, waiting=here.owes != Debt())


def _left(table: Table, seat: int, here: Seat) -> Table:
    settled = Settled(seat, here.name, here.bought, here.stack)
    account = replace(table.account, left=(*table.account.left, settled))
    dealt = tuple(n for n in table.dealt if n != seat)
    return replace(_with(table, {seat: Seat()}), account=account, dealt=dealt)


def _gone(table: Table, here: Seat) -> Seat:
    if table.setup.form is Form.TOURNAMENT:
        return replace(here, absent=True)
    return replace(here, status=Status.AWAY, waiting=False, promised=False)


def _back(here: Seat, *, posts: bool) -> Seat:
    if here.absent:
        return replace(here, absent=False)
    owing = here.owes != Debt()
    return replace(
        here,
        status=Status.OUT,
        promised=owing and posts,
        waiting=owing and not posts,
        gained=0 if posts else here.gained,
    )


def absent_killed(table: Table) -> Table:
    """The table with the hands of absent players dead, as the last card of the deal lands (T24-30, M20).

    So are those of players who miss the hand for a penalty (T24-71C). Where nobody at all is there, the last
    to be dealt to keeps his hand and has the blinds.
    """
    live = [n for n in table.dealt if table.seats[n].status in IN_HAND]
    absent = [n for n in live if table.seats[n].absent or table.seats[n].serving]
    if len(absent) == len(live):
        absent = absent[:-1]
    return _with(table, {n: replace(table.seats[n], status=Status.DEAD) for n in absent})
