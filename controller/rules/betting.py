"""No-limit betting: whose turn it is, what he may do, and what an action comes to (rules.md 7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from controller.rules.events import Acted
from controller.rules.house import ShortAllIn
from controller.rules.positions import clockwise
from controller.rules.sentence import Refused, say
from controller.rules.state import Phase, Seat, Status, Street, Table

STREETS = (Phase.PREFLOP, Phase.FLOP, Phase.TURN, Phase.RIVER)
IN_HAND = (Status.LIVE, Status.ALL_IN)


@dataclass(frozen=True, slots=True)
class Options:
    """What the actor may do: `call` is chips to add, `bet` and `raise_` are (least, most) street totals."""

    check: bool = False
    call: int = 0
    bet: tuple[int, int] | None = None
    raise_: tuple[int, int] | None = None
    all_in: int = 0


def live(table: Table) -> tuple[int, ...]:
    """Seats that still have a hand, ascending."""
    return tuple(n for n, seat in sorted(table.seats.items()) if seat.status in IN_HAND)


def can_bet(table: Table) -> tuple[int, ...]:
    """Seats that have a hand and chips behind."""
    return tuple(n for n, seat in sorted(table.seats.items()) if seat.status is Status.LIVE)


def pending(table: Table, seat: int) -> bool:
    """Whether the seat still has a decision on this street; equal chips and all have acted ends it (C19)."""
    here = table.seats[seat]
    if table.phase not in STREETS or table.street.closed or here.status is not Status.LIVE:
        return False
    others = [table.seats[n] for n in live(table) if n != seat]
    if not any(other.status is Status.LIVE for other in others):
        return any(other.street_in > here.street_in for other in others)
    return here.acted == "" or here.street_in < table.street.bet


def actor(table: Table) -> int:
    """The seat whose turn it is, 0 for nobody (rules.md 2.5)."""
    for seat in clockwise(table.dealt, table.street.after):
        if pending(table, seat):
            return seat
    return 0


def may_raise(table: Table, seat: int) -> bool:
    """Whether the betting is open to a seat that may have acted before (rules.md 7.2; T24-47A, RR-NL-5)."""
    here = table.seats[seat]
    if all(n == seat for n in can_bet(table)):
        return False
    if here.acted == "":
        return True
    match table.setup.house.nl_short_allin:
        case ShortAllIn.CUMULATIVE_FULL:
            return table.street.bet - here.street_in >= table.street.last_raise
        case ShortAllIn.SINGLE_FULL_ONLY:
            return table.street.raises > here.raises_seen


def options(table: Table, seat: int) -> Options:
    """What the rules allow the seat now (NL1, NL2, NL7, NL8); meant for the actor."""
    here, street = table.seats[seat], table.street
    owed = street.bet - here.street_in
    most = here.street_in + here.stack
    unit = table.setup.stakes.unit
    check = owed <= 0
    call = 0 if check else min(owed, here.stack)
    if not may_raise(table, seat) or most <= street.bet:
        return Options(check=check, call=call, all_in=most if 0 < call == here.stack else 0)
    if street.bet == 0:
        return Options(check=check, bet=(min(table.setup.stakes.big_blind, most), most), all_in=most)
    # A short all-in may have left the amount to match between two chips: the least raise is a whole chip.
    least = -(-(street.bet + street.last_raise) // unit) * unit
    return Options(check=check, call=call, raise_=(min(least, most), most), all_in=most)


def judge(table: Table, seat: int, said: str, amount: int) -> Acted | Refused:
    """What the entered word comes to, or why it cannot be; `amount` is the street total of a bet or raise."""
    may, here = options(table, seat), table.seats[seat]
    match said:
        case "fold":
            return Acted(seat, said, "fold", 0, here.street_in)
        case "check":
            if not may.check:
                return Refused(say("refused.cannot_check", call=may.call))
            return Acted(seat, said, "check", 0, here.street_in)
        case "call":
            if may.check:
                return Refused(say("refused.nothing_to_call"))
            return Acted(seat, said, "call", may.call, here.street_in + may.call)
        case "bet":
            return _wager(table, here, seat, said, amount, may.bet, "refused.cannot_bet")
        case "raise":
            return _wager(table, here, seat, said, amount, may.raise_, "refused.cannot_raise")
        case "all-in":
            return _all_in(here, seat, may)
    return Refused(say("refused.request", what=said))


def _wager(
    table: Table, here: Seat, seat: int, said: str, amount: int, span: tuple[int, int] | None, no: str
) -> Acted | Refused:
    unit = table.setup.stakes.unit
    if span is None:
        return Refused(say(no))
    if amount < span[0]:
        return Refused(say("refused.amount_low", least=span[0]))
    if amount > span[1]:
        return Refused(say("refused.amount_high", most=span[1]))
    if amount % unit and amount != span[1]:
        return Refused(say("refused.amount_unit", unit=unit))
    return Acted(seat, said, said, amount - here.street_in, amount)


def _all_in(here: Seat, seat: int, may: Options) -> Acted | Refused:
    if not may.all_in:
        return Refused(say("refused.cannot_raise"))
    act = "raise" if may.raise_ else "bet" if may.bet else "call"
    return Acted(seat, "all-in", act, here.stack, may.all_in)


def acted(table: Table, event: Acted) -> Table:
    """The table after the action; a fold out of turn leaves the turn where it was (T24-53A)."""
    here, street = table.seats[event.seat], table.street
    in_turn = event.seat == actor(table)
    status = here.status
    if event.act == "fold":
        status = Status.FOLDED
    elif event.put == here.stack and event.put:
        status = Status.ALL_IN
    if (to := here.street_in + event.put) > street.bet:
        street = _raised(street, event.seat, to)
    if in_turn:
        street = replace(street, after=event.seat)
    seat = replace(
        here,
        status=status,
        stack=here.stack - event.put,
        street_in=here.street_in + event.put,
        acted="all-in" if status is Status.ALL_IN else event.act,
        raises_seen=street.raises,
    )
    return replace(table, seats={**table.seats, event.seat: seat}, street=street)


def _raised(street: Street, seat: int, to: int) -> Street:
    by = to - street.bet
    full = by >= street.last_raise
    return replace(
        street,
        bet=to,
        last_raise=by if full else street.last_raise,
        raises=street.raises + full,
        aggressor=seat,
    )


def opened(table: Table, after: int, bet: int) -> Street:
    """A fresh street: the first to act is left of `after`, the amount to match is `bet` (NL1, NL7)."""
    return Street(bet=bet, last_raise=table.setup.stakes.big_blind, after=after)


def collected(table: Table) -> Table:
    """The bets of the street in the pot, what nobody matched back with its owner (T24-15B logic)."""
    seats = {n: replace(seat, put=seat.put + seat.street_in, street_in=0) for n, seat in table.seats.items()}
    returned: Mapping[int, int] = table.returned
    first, second = (*sorted((seat.put for seat in seats.values()), reverse=True), 0, 0)[:2]
    top = next(n for n, seat in seats.items() if seat.put == first)
    if first > second and _may_have_back(table, top):
        back = first - second
        seats[top] = replace(
            seats[top], put=second, stack=seats[top].stack + back, status=_solvent(seats[top].status)
        )
        returned = {**returned, top: returned.get(top, 0) + back}
    return replace(table, seats=seats, returned=returned, street=replace(table.street, closed=True))


def _may_have_back(table: Table, seat: int) -> bool:
    """Whether the seat takes unmatched chips back; a folded hand leaves them to whoever could have called."""
    return table.seats[seat].status in IN_HAND or not can_bet(table)


def _solvent(status: Status) -> Status:
    return Status.LIVE if status is Status.ALL_IN else status
