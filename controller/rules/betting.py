"""Betting: whose turn it is, what he may do, and what an action comes to (rules.md 7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from controller.rules import limits
from controller.rules.events import Acted, Bound
from controller.rules.positions import clockwise
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting, Game
from controller.rules.state import Phase, Seat, Status, Street, Table

STREETS = (Phase.PREFLOP, Phase.FLOP, Phase.TURN, Phase.RIVER)
IN_HAND = (Status.LIVE, Status.ALL_IN)


@dataclass(frozen=True, slots=True)
class Options:
    """What the actor may do: `call` is chips to add, `bet` and `raise_` are (least, most) street totals.

    `all_in` is the street total of the whole stack, 0 where it may not be put in. `fold` is false only for a
    player who has said that he raises.
    """

    check: bool = False
    call: int = 0
    bet: tuple[int, int] | None = None
    raise_: tuple[int, int] | None = None
    all_in: int = 0
    fold: bool = True


def live(table: Table) -> tuple[int, ...]:
    """Seats that still have a hand, ascending."""
    return tuple(n for n, seat in sorted(table.seats.items()) if seat.status in IN_HAND)


def can_bet(table: Table) -> tuple[int, ...]:
    """Seats that have a hand and chips behind."""
    return tuple(n for n, seat in sorted(table.seats.items()) if seat.status is Status.LIVE)


def pending(table: Table, seat: int) -> bool:
    """Whether the seat still has a decision on this street; equal chips and all have acted ends it (C19).

    Where only cards are followed every hand may still be folded until the round is confirmed (design 1).
    """
    here = table.seats[seat]
    if table.phase not in STREETS or table.street.closed or here.status is not Status.LIVE:
        return False
    if table.setup.betting is Betting.CARDS_ONLY:
        return True
    others = [table.seats[n] for n in live(table) if n != seat]
    if not any(other.status is Status.LIVE for other in others):
        return any(other.street_in > here.street_in for other in others)
    return here.acted == "" or here.street_in < table.street.bet


def actor(table: Table) -> int:
    """The seat whose turn it is, 0 for nobody, as always where only cards are followed (rules.md 2.5)."""
    if table.setup.betting is Betting.CARDS_ONLY:
        return 0
    waiting = [seat for seat in clockwise(table.dealt, table.street.after) if pending(table, seat)]
    if len(waiting) > 1 and waiting[0] == table.street.last and not table.seats[waiting[0]].acted:
        # A straddler whom the order skips has his first turn after all others (S0-62).
        return waiting[1]
    return waiting[0] if waiting else 0


def decided(table: Table) -> bool:
    """Whether nobody has a decision left on this street."""
    return not any(pending(table, seat) for seat in table.dealt)


def may_raise(table: Table, seat: int) -> bool:
    """Whether a bet or raise is open to a seat that may have acted before (rules.md 7.2; T24-47, FL6)."""
    here = table.seats[seat]
    if table.street.capped or here.bound is Bound.PASSIVE or all(n == seat for n in can_bet(table)):
        return False
    return here.acted == "" or limits.reopened(table, seat)


def options(table: Table, seat: int) -> Options:
    """What the rules allow the seat now (NL1, NL2, NL7, NL8, PL1, FL1 to FL6); meant for the actor."""
    here, street = table.seats[seat], table.street
    owed = street.bet - here.street_in
    check = owed <= 0
    call = 0 if check else min(owed, here.stack)
    span = limits.span(table, seat) if may_raise(table, seat) else None
    whole = here.street_in + here.stack
    most = span[1] if span else here.street_in + call
    bet, raise_ = (None, span) if street.bet else (span, None)
    all_in = whole if here.stack and most == whole else 0
    if span and here.bound is Bound.RAISE:
        return Options(bet=bet, raise_=raise_, all_in=all_in, fold=False)
    return Options(check=check, call=call, bet=bet, raise_=raise_, all_in=all_in)


def judge(table: Table, seat: int, said: str, amount: int) -> Acted | Refused:
    """What the entered word comes to, or why it cannot be; `amount` is the street total of a bet or raise."""
    may, here = options(table, seat), table.seats[seat]
    if not may.fold and said in ("fold", "check", "call"):
        return Refused(say("refused.must_raise"))
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
    unit = table.stakes.unit
    if span is None:
        return Refused(say("refused.capped" if table.street.capped else no))
    if table.setup.game is Game.FIXED_LIMIT and amount != span[0]:
        return Refused(say("refused.amount_fixed", amount=span[0]))
    if amount < span[0]:
        return Refused(say("refused.amount_low", least=span[0]))
    if amount > span[1]:
        return Refused(say("refused.amount_high", most=span[1]))
    if amount % unit and amount != span[1]:
        return Refused(say("refused.amount_unit", unit=unit))
    return Acted(seat, said, said, amount - here.street_in, amount)


def _all_in(here: Seat, seat: int, may: Options) -> Acted | Refused:
    span = may.bet or may.raise_
    if not may.all_in:
        return Refused(say("refused.amount_high", most=span[1]) if span else say("refused.cannot_raise"))
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
        street = limits.raised(table, event.seat, to)
    if in_turn:
        street = replace(street, after=event.seat)
    seat = replace(
        here,
        status=status,
        stack=here.stack - event.put,
        street_in=here.street_in + event.put,
        acted="all-in" if status is Status.ALL_IN else event.act,
        raises_seen=street.raises,
        bound=None,
    )
    return replace(table, seats={**table.seats, event.seat: seat}, street=street)


def opened(table: Table, after: int, bet: int) -> Street:
    """A fresh street: the first to act is left of `after`, the amount to match is `bet` (NL1, NL7, NL8).

    In fixed limit the big blind is the first bet (FL2).
    """
    least = table.stakes.big_blind if bet else limits.least_bet(table)
    first = int(table.setup.game is Game.FIXED_LIMIT and bet > 0)
    return Street(bet=bet, last_raise=least, after=after, base=bet, raises=first)


def straddled(table: Table, bet: int, least: int) -> Street:
    """The street after a straddle to `bet` over which the least raise is by `least` (P5, RR-NL-2).

    In fixed limit it counts as one bet of the cap.
    """
    street = replace(table.street, bet=bet, base=bet, last_raise=least)
    return limits.counted(table, street) if table.setup.game is Game.FIXED_LIMIT else street


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
