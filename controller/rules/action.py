"""What one action changes, and how a bet is put right later on the same street (rules.md 3.1, 7.5; NL6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import BOARD
from controller.rules.dealing import at
from controller.rules.events import Acted, Bound, Declared, ImpossibleEvent, LeftToFloor
from controller.rules.house import Undercall
from controller.rules.incidents.stops import stopped
from controller.rules.positions import clockwise
from controller.rules.sentence import Sentence, say
from controller.rules.state import Irregularity, Phase, Seat, Status, Street, Table

_BOARD_OF = {Phase.PREFLOP: 0, Phase.FLOP: 3, Phase.TURN: 4, Phase.RIVER: 5, Phase.SHOWDOWN: 5}


def with_seat(table: Table, seat: int, here: Seat) -> Table:
    """The table with one seat changed."""
    return replace(table, seats={**table.seats, seat: here})


def taken(table: Table, event: Acted) -> Table:
    """The table after an action; one in turn counts for substantial action (T24-36)."""
    before = table.street
    declared = event.seat if table.seats[event.seat].bound is Bound.RAISE else 0
    in_turn = event.seat == betting.actor(table)
    after = betting.acted(table, event)
    street = after.street
    if in_turn:
        actions, paid = street.actions + 1, street.paid + (event.put > 0)
        street = replace(street, actions=actions, paid=paid, moved=event.put, declared=declared)
    if street.bet > before.bet:
        street = replace(street, wagers=street.wagers + 1, prior=replace(before, prior=None))
    return replace(after, street=street)


def declaring(table: Table, seat: int) -> Table:
    """The table as it was before the seat's raise, with his chips out and the raise declared (RR-NL-6)."""
    before = _before_the_raise(table, seat)
    return with_seat(before, seat, replace(before.seats[seat], bound=Bound.RAISE))


def raised_on(table: Table, event: Acted) -> Table:
    """The table after more chips of a raise that was declared, by the seat that has just raised (RR-NL-6)."""
    reopened = _before_the_raise(table, event.seat)
    after = betting.acted(reopened, event)
    return replace(after, street=_counted_as(after.street, table.street))


def declared(table: Table, event: Declared) -> Table:
    """The table with a player bound, and the chips of a raise that is not whole yet in front of him."""
    here = _put(table, event.seat, event.put)
    # Until the raise is whole it is no action, even where the chips reach the bet already.
    acted = "" if event.put else here.acted
    return with_seat(table, event.seat, replace(here, bound=event.bound, acted=acted))


def promised(table: Table, event: Declared) -> Sentence:
    """What the player has still to do, as a sentence for the dealer."""
    if event.bound is Bound.PASSIVE:
        return say("told.passive", seat=event.seat)
    may = betting.options(table, event.seat)
    least, _ = may.raise_ or may.bet or (0, 0)
    return say("told.must_raise", seat=event.seat, least=least)


def left_to_floor(table: Table, event: LeftToFloor) -> Table:
    """The table stopped, the chips in front of the player until the floor has ruled (T24-51, RR-NL-8)."""
    here = replace(_put(table, event.seat, event.put), loose=event.put)
    call = min(table.street.bet, here.street_in + here.stack)
    if event.kind == "D9":
        sentence = say("irregular.undercall", seat=event.seat, call=call, to=event.to)
        menu = _undercall_menu(table)
    else:
        sentence = say("irregular.unclear", seat=event.seat, to=event.to)
        menu = ("R24", "R25")
    what = Irregularity(event.kind, sentence, event.seat, menu)
    return stopped(with_seat(table, event.seat, here), what)


def loose_back(table: Table) -> Table:
    """The table with the chips that the floor had yet to settle back in the stack that they came from."""
    back = {
        n: replace(here, stack=here.stack + here.loose, street_in=here.street_in - here.loose, loose=0)
        for n, here in table.seats.items()
        if here.loose
    }
    return replace(table, seats={**table.seats, **back})


def closed(table: Table) -> Table:
    """The street's bets in the pot; what each seat had in front is kept for a correction (NL6)."""
    bets = {n: here.street_in for n, here in table.seats.items() if here.street_in}
    after = betting.collected(table)
    back = {n: chips - table.returned.get(n, 0) for n, chips in after.returned.items()}
    uncalled = {n: chips for n, chips in back.items() if chips}
    return replace(after, street=replace(after.street, bets=bets, uncalled=uncalled))


def in_time(table: Table) -> bool:
    """Whether neither the next card nor a hand lies there since the betting of the street (NL6)."""
    shown = any(here.tabled or here.shown for here in table.seats.values())
    return len(at(table, BOARD)) == _BOARD_OF.get(table.phase, -1) and not shown and not table.mucked


def correctable(table: Table, seat: int) -> Table | None:
    """The table before the seat's bet or raise, None where it can no longer be corrected (NL6, T24-52A).

    It must be the last bet of the street, and somebody must be left who meets it.
    """
    street = table.street
    met = [n for n in betting.live(table) if n != seat and _before_him(table, n) == street.bet]
    if street.prior is None or street.aggressor != seat or not in_time(table):
        return None
    if seat not in betting.live(table) or (street.closed and not met):
        return None
    return _before_the_raise(_uncollected(table), seat, back=True)


def corrected(table: Table, seat: int, to: int) -> Table:
    """The table with the seat's bet made `to` for whoever has met it; nothing is reopened (NL6, T24-52).

    Raises `ImpossibleEvent`.
    """
    before, table = correctable(table, seat), _uncollected(table)
    if before is None:
        raise ImpossibleEvent(f"the bet of seat {seat} cannot be made {to} any more")
    act = "raise" if before.street.bet else "bet"
    after = betting.acted(before, Acted(seat, act, act, to, to))
    seats: dict[int, Seat] = {}
    for n in betting.live(table):
        if n != seat and table.seats[n].street_in == table.street.bet:
            seats[n] = _meeting(after.seats[n], to, after.street.raises)
    street = _counted_as(after.street, table.street)
    return replace(after, seats={**after.seats, **seats}, street=street)


def withdrawn(table: Table, seat: int) -> Table:
    """The table with the last call taken back: the caller may call again or fold (R41; rules.md 12.3 D25)."""
    table = _uncollected(table)
    here, street = table.seats[seat], table.street
    stack, front = here.stack + street.moved, here.street_in - street.moved
    back = replace(here, stack=stack, street_in=front, status=Status.LIVE, acted="", bound=Bound.PASSIVE)
    *_, right, _ = clockwise(table.dealt, seat)
    actions, paid = street.actions - 1, street.paid - (street.moved > 0)
    before = replace(street, actions=actions, paid=paid, after=right, moved=0)
    return replace(with_seat(table, seat, back), street=before)


def decides_again(table: Table, seat: int) -> Table:
    """The table with a hand that came back to act on this street (R16); at once where nobody acted since."""
    table = _uncollected(table)
    here = replace(table.seats[seat], acted="", bound=None)
    street = table.street
    if street.after == seat:
        *_, right, _ = clockwise(table.dealt, seat)
        street = replace(street, after=right, actions=max(street.actions - 1, 0), moved=0)
    return replace(with_seat(table, seat, here), street=street)


def _put(table: Table, seat: int, put: int) -> Seat:
    here = table.seats[seat]
    if not 0 <= put <= here.stack:
        raise ImpossibleEvent(f"seat {seat} cannot have put {put} out")
    return replace(here, stack=here.stack - put, street_in=here.street_in + put)


def _undercall_menu(table: Table) -> tuple[str, ...]:
    """Call in full, or lose the chips and fold; with relief the chips back while nobody acted behind."""
    if table.setup.house.bet_undercall is Undercall.RELIEF_IF_UNAWARE and not table.early:
        return ("R41", "R22")
    return ("R22", "R23")


def _before_the_raise(table: Table, seat: int, *, back: bool = False) -> Table:
    """The table before the last bet or raise, by this seat; his chips still in front, or `back`."""
    here, prior = table.seats[seat], table.street.prior
    if prior is None:
        raise ImpossibleEvent(f"seat {seat} has not raised on this street")
    chips = here.street_in if back else 0
    before = replace(here, stack=here.stack + chips, street_in=here.street_in - chips, status=Status.LIVE)
    return replace(with_seat(table, seat, replace(before, acted="")), street=prior)


def _counted_as(street: Street, before: Street) -> Street:
    """The street with the turn and the counts of `before`: putting a bet right is no action."""
    return replace(
        street,
        after=before.after,
        actions=before.actions,
        paid=before.paid,
        wagers=before.wagers,
        moved=before.moved,
        declared=before.declared,
        prior=before.prior,
    )


def _before_him(table: Table, seat: int) -> int:
    """What lies or lay in front of the seat on this street."""
    bets: Mapping[int, int] = table.street.bets
    return bets.get(seat, 0) if table.street.closed else table.seats[seat].street_in


def _uncollected(table: Table) -> Table:
    """The table with the bets of a closed street in front of the players again."""
    if not table.street.closed:
        return table
    seats, returned = dict(table.seats), dict(table.returned)
    for n, bet in table.street.bets.items():
        here, back = seats[n], table.street.uncalled.get(n, 0)
        stack = here.stack - back
        status = Status.ALL_IN if here.status is Status.LIVE and not stack else here.status
        seats[n] = replace(here, stack=stack, street_in=bet, put=here.put - bet + back, status=status)
        returned[n] = returned.get(n, 0) - back
    return replace(
        table,
        seats=seats,
        returned={n: chips for n, chips in returned.items() if chips},
        phase=Phase.RIVER if table.phase is Phase.SHOWDOWN else table.phase,
        street=replace(table.street, closed=False, bets={}, uncalled={}),
    )


def _meeting(here: Seat, to: int, raises: int) -> Seat:
    whole = here.street_in + here.stack
    meets = min(to, whole)
    status = Status.ALL_IN if meets == whole else Status.LIVE
    return replace(here, street_in=meets, stack=whole - meets, status=status, raises_seen=raises)
