"""What was put out before the deal, and exceptions to what was assumed (rules.md 2.4, 7.6, 12.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import betting
from controller.rules.account import Debt
from controller.rules.cards import seat_place
from controller.rules.dealing import at, holes_passed
from controller.rules.events import HandStarted, ImpossibleEvent, Posted, Straddled
from controller.rules.house import MissedPolicy
from controller.rules.lineup import blocked, last_positions
from controller.rules.positions import clockwise
from controller.rules.requests import Post, PostingAsk
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting, Form
from controller.rules.state import BETWEEN_HANDS, DeckCare, Opening, Phase, Seat, Status, Table
from controller.rules.straddles import decide_straddle, straddled


def started(table: Table, event: HandStarted) -> Table:
    """The table with the blinds put out; raises `ImpossibleEvent`."""
    if table.phase not in BETWEEN_HANDS:
        raise ImpossibleEvent(f"hand {event.number} started while hand {table.hand} was on")
    chips = table.setup.betting is Betting.FULL
    seats = {n: _seated(event, n, chips=chips) for n in range(1, table.setup.seats + 1)}
    after = Table(
        setup=table.setup,
        seats=seats,
        stakes=event.stakes or table.setup.stakes,
        phase=Phase.DEALING,
        hand=event.number,
        button=event.button,
        small=event.small,
        big=event.big,
        dealt=_dealing_order(seats, event.button),
        time=event.time,
        account=event.account,
        dealer=event.dealer,
        deck=event.deck,
        opening=Opening.OPEN if event.opened else Opening.NONE,
        orbit=event.orbit,
        impounded=event.impounded,
        last=event.last,
        care=DeckCare.COUNT if event.uncounted else DeckCare.NOTHING,
    )
    return replace(after, street=betting.opened(after, event.big, after.stakes.big_blind))


def _dealing_order(seats: Mapping[int, Seat], button: int) -> tuple[int, ...]:
    return clockwise([n for n, seat in seats.items() if seat.status in betting.IN_HAND], button)


def _seated(event: HandStarted, n: int, *, chips: bool) -> Seat:
    """A seat as the hand begins; `chips` says whether they are followed."""
    if n not in event.stacks:
        return Seat()
    live, ante, dead = event.posts.get(n, 0), event.antes.get(n, 0), event.dead.get(n, 0)
    stack = event.stacks[n] - live - ante - dead
    if min(live, ante, dead, stack) < 0:
        raise ImpossibleEvent(f"seat {n} cannot have posted {live}, {ante} and {dead}")
    is_out = n in event.away or not (event.stacks[n] or not chips)
    there = n in event.waiting or n in event.promised
    playing = Status.LIVE if stack or not chips else Status.ALL_IN
    return Seat(
        name=event.names[n],
        status=(Status.OUT if there else Status.AWAY) if is_out else playing,
        stack=stack,
        street_in=live,
        put=ante,
        dead=dead,
        absent=n in event.absent,
        waiting=n in event.waiting,
        promised=n in event.promised,
        owes=event.owes.get(n, Debt()),
        bought=event.bought.get(n, 0),
        fresh=n in event.fresh,
        gained=event.gained.get(n, 0),
        made=event.made.get(n, Debt()),
        penalty=event.penalties.get(n, 0),
        serving=n in event.serving,
    )


def decide_post(table: Table, ask: PostingAsk) -> tuple[Straddled | Posted, ...] | Refused:
    """A straddle or a post before the deal, or why not."""
    if ask.seat not in table.seats or table.seats[ask.seat].status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=ask.seat))
    if table.setup.betting is Betting.CARDS_ONLY:
        return Refused(say("refused.no_chips_kept"))
    if not isinstance(ask, Post):
        return decide_straddle(table, ask)
    if table.phase in BETWEEN_HANDS:
        return _decide_promise(table, ask)
    if table.phase is not Phase.DEALING or table.pieces:
        return Refused(say("refused.post_late"))
    return _decide_exception(table, ask)


def _decide_promise(table: Table, ask: Post) -> tuple[Posted] | Refused:
    """What a player will post at the next hand (12.4); in a tournament nothing is made up."""
    here, house = table.seats[ask.seat], table.setup.house
    if table.setup.form is Form.TOURNAMENT:
        return Refused(say("refused.nothing_owed", seat=ask.seat))
    if house.blinds_missed_policy is MissedPolicy.WAIT_BB:
        return Refused(say("refused.must_wait", seat=ask.seat))
    if ask.live + ask.dead <= 0:
        return Refused(say("refused.amount_low", least=table.stakes.unit))
    return _wrong_amounts(table, ask, here.stack) or (Posted(ask.seat, ask.live, ask.dead),)


def _decide_exception(table: Table, ask: Post) -> tuple[Posted] | Refused:
    """A post in place of the assumed one, or of a player who comes in with it before the first card."""
    here = table.seats[ask.seat]
    if ask.seat in table.straddles:
        return Refused(say("refused.straddled", seat=ask.seat))
    if ask.seat not in table.dealt:
        if not here.stack:
            return Refused(say("refused.busted", seat=ask.seat))
        if ask.live + ask.dead <= 0:
            return Refused(say("refused.amount_low", least=table.stakes.unit))
        if blocked(table, last_positions(table), ask.seat):
            return Refused(say("refused.button_first", seat=ask.seat))
    return _wrong_amounts(table, ask, _chips(here)) or (Posted(ask.seat, ask.live, ask.dead),)


def post_objection(table: Table, ask: Post) -> Refused | None:
    """Why the floor cannot put a post right so, None where it can (R36; M6, M19; 12.4).

    Once cards are out: until the player has acted, and no later than before the flop. Who owed and was dealt
    to in his turn comes in with his post.
    """
    if table.phase in BETWEEN_HANDS or not table.pieces:
        outcome = decide_post(table, ask)
        return outcome if isinstance(outcome, Refused) else None
    here = table.seats.get(ask.seat)
    if here is None or here.status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=ask.seat))
    if table.setup.betting is Betting.CARDS_ONLY:
        return Refused(say("refused.no_chips_kept"))
    if table.phase not in (Phase.DEALING, Phase.PREFLOP) or table.street.closed:
        return Refused(say("refused.post_late"))
    if ask.seat in table.straddles:
        return Refused(say("refused.straddled", seat=ask.seat))
    playing = here.status in betting.IN_HAND and not here.acted
    if not (playing if ask.seat in table.dealt else _joins(table, ask.seat)):
        return Refused(say("refused.post_acted", seat=ask.seat))
    return _wrong_amounts(table, ask, _chips(here))


def _joins(table: Table, seat: int) -> bool:
    """Whether the card at a seat that owed is the one that it would have had, had it been dealt in (M6)."""
    here = table.seats[seat]
    if table.phase is not Phase.DEALING or not here.stack or blocked(table, last_positions(table), seat):
        return False
    order = _dealing_order({**table.seats, seat: replace(here, status=Status.LIVE)}, table.button)
    passed = holes_passed(table)
    return passed <= len(order) and order[passed - 1] == seat and len(at(table, seat_place(seat))) == 1


def _wrong_amounts(table: Table, ask: Post, most: int) -> Refused | None:
    """Why so many chips are no post: at most a big blind live, a small blind and the antes dead (12.4)."""
    stakes = table.stakes
    dead = stakes.small_blind + stakes.ante + stakes.big_blind_ante
    for amount, limit in ((ask.live, stakes.big_blind), (ask.dead, dead), (ask.live + ask.dead, most)):
        if amount < 0:
            return Refused(say("refused.amount_low", least=0))
        if amount > limit:
            return Refused(say("refused.amount_high", most=limit))
    whole = ask.live + ask.dead == most
    odd = ask.live % stakes.unit or ask.dead % stakes.unit
    return Refused(say("refused.amount_unit", unit=stakes.unit)) if odd and not whole else None


def _chips(here: Seat) -> int:
    """What a seat can post from: its stack and what it has posted, its ante aside."""
    return here.stack + here.street_in + here.dead


def posted(table: Table, event: Straddled | Posted) -> Table:
    """The table after a straddle or a post; raises `ImpossibleEvent`."""
    if isinstance(event, Straddled):
        return straddled(table, event)
    here = table.seats.get(event.seat)
    if here is None or here.status is Status.EMPTY:
        raise ImpossibleEvent(f"nobody can have posted at seat {event.seat}")
    if table.phase in BETWEEN_HANDS:
        now = replace(here, status=Status.OUT, owes=Debt(event.live, event.dead), promised=True)
        return _with(table, event.seat, replace(now, waiting=False, gained=0))
    on = table.phase is Phase.DEALING or (table.phase is Phase.PREFLOP and not here.acted)
    if not on or event.live + event.dead > _chips(here):
        raise ImpossibleEvent(f"seat {event.seat} cannot have posted {event.live} and {event.dead}")
    if event.seat not in table.dealt:
        return _come_in(table, event, here)
    return _with(table, event.seat, _put(table, event, here))


def _with(table: Table, n: int, seat: Seat) -> Table:
    return replace(table, seats={**table.seats, n: seat})


def _come_in(table: Table, event: Posted, here: Seat) -> Table:
    """Who was away or waited is dealt in with his post; he pays the ante that everybody pays."""
    ante = min(table.stakes.ante, here.stack - event.live - event.dead)
    there = replace(here, stack=here.stack - ante, put=ante, waiting=False, gained=0, fresh=False)
    seats = {**table.seats, event.seat: _put(table, event, there)}
    return replace(table, seats=seats, dealt=_dealing_order(seats, table.button))


def _put(table: Table, event: Posted, here: Seat) -> Seat:
    """The seat with its post; chips that lack of what was due stay owed, unless the stack has no more."""
    stack = _chips(here) - event.live - event.dead
    due = Debt(here.owes.live + here.street_in, here.owes.dead + here.dead)
    owes = Debt(max(0, due.live - event.live), max(0, due.dead - event.dead)) if stack else Debt()
    blind = event.seat in (table.small, table.big)
    return replace(
        here,
        status=Status.LIVE if stack else Status.ALL_IN,
        stack=stack,
        street_in=event.live,
        dead=event.dead,
        owes=owes,
        promised=owes != Debt(),
        made=Debt() if blind else Debt(event.live, event.dead),
    )


def paid_back(seats: Mapping[int, Seat]) -> Mapping[int, Seat]:
    """The seats of a hand whose chips went back to their owners: what was made up is owed again (3.2)."""
    return {
        n: replace(
            seat,
            stack=seat.stack + seat.street_in + seat.put + seat.dead,
            street_in=0,
            put=0,
            dead=0,
            loose=0,
            owes=_owed_again(seat),
            promised=seat.promised or seat.made != Debt(),
            made=Debt(),
        )
        for n, seat in seats.items()
    }


def _owed_again(seat: Seat) -> Debt:
    return Debt(seat.owes.live + seat.made.live, seat.owes.dead + seat.made.dead)
