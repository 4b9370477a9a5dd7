"""Rulings on bets and turns: back up, bind, release, correct, call, fold, reconsider (rules.md 9.2, 12.3).

A seat that the ruling does not name is the one that the stop is about, or else the one to act.
"""

from __future__ import annotations

from dataclasses import replace

from controller.rules import action, betting, early
from controller.rules.events import Acted, Bound, ImpossibleEvent, Ruled
from controller.rules.house import AcceptedAction
from controller.rules.requests import Rule
from controller.rules.rulings import backup
from controller.rules.rulings.signature import about, signed, subject
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import Table

CODES = frozenset({"R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R41"})
_RELIEF = "D9"


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling with its seat, or why it does not fit what lies on the table."""
    ruling = signed(table, ask, seat=_seat_of(table, ask))
    wrong = _objection(table, ruling)
    return Refused(wrong) if wrong else (ruling,)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family; raises `ImpossibleEvent`."""
    seat = event.seat
    match event.code:
        case "R17":
            waiting = tuple(replace(waits, stands=False) for waits in table.early)
            return replace(_bound(table, seat, None), early=waiting)
        case "R18":
            stands = tuple(replace(w, stands=w.stands or w.seat == seat) for w in table.early)
            return replace(table, early=stands)
        case "R19":
            return replace(early.without(table, seat), told=say("told.takes_back", seat=seat))
        case "R20":
            return replace(_bound(table, seat, Bound.PASSIVE), told=say("told.passive", seat=seat))
        case "R21":
            told = say("told.corrected", seat=seat, to=event.amount)
            return replace(action.corrected(table, seat, event.amount), told=told)
        case "R41":
            return _reconsidered(table, seat)
    return _settled(table, event)


def _seat_of(table: Table, ask: Rule) -> int:
    """The seat that a ruling without one is about."""
    if stopped := about(table, ask.code):
        return stopped
    match ask.code:
        case "R18" | "R19":
            waiting = [waits.seat for waits in table.early if waits.act != early.FOLD]
            return waiting[0] if len(waiting) == 1 else 0
        case "R21":
            return table.street.aggressor
        case "R41":
            return table.street.after
    return betting.actor(table)


def _objection(table: Table, ruling: Ruled) -> Sentence | None:
    seat, here = ruling.seat, table.seats.get(ruling.seat)
    match ruling.code:
        case "R18" | "R19" if here is None or early.waiting(table, seat) is None:
            return say("refused.not_early", seat=seat)
        case "R18" | "R19":
            return None
        case "R20" if here is None or not betting.pending(table, seat):
            return say("refused.nothing_to_decide", seat=seat)
        case "R20":
            return None
        case "R21":
            return _amount_objection(table, ruling)
        case "R17" if backup.fallen(table, seat, ruling.why):
            return None
        case "R41" if _may_withdraw(table, ruling):
            return None
        case "R41":
            return say("refused.cannot_withdraw", seat=seat)
    free = action.loose_back(table)
    turn = betting.actor(free)
    if not turn:
        return say("refused.not_now", ask=ruling.code)
    if seat != turn:
        return say("refused.not_turn", seat=seat, actor=turn)
    return _settling_objection(free, table, ruling)


def _settling_objection(free: Table, table: Table, ruling: Ruled) -> Sentence | None:
    """Why the floor cannot settle the actor's words or chips so; `free` has his loose chips back."""
    may, loose = betting.options(free, ruling.seat), table.seats[ruling.seat].loose
    whole = free.seats[ruling.seat].street_in + may.call
    match ruling.code:
        case "R22" if may.check:
            return say("refused.nothing_to_call")
        case "R22" if ruling.amount not in (0, whole):
            return say("refused.amount_call", to=whole)
        case "R23" if not loose and _kind(table, ruling.code) != _RELIEF:
            return say("refused.nothing_to_forfeit", seat=ruling.seat)
        case "R23" if not 0 <= ruling.amount <= loose:
            return say("refused.amount_high", most=loose)
        case "R25" if not (may.bet or may.raise_):
            return say("refused.cannot_raise")
        case "R26" if not may.all_in:
            return say("refused.cannot_raise")
    return None


def _amount_objection(table: Table, ruling: Ruled) -> Sentence | None:
    """A bet is corrected on its own street, to an amount that it could have been (NL6, T24-52)."""
    before = action.correctable(table, ruling.seat)
    if before is None:
        return say("refused.cannot_correct", seat=ruling.seat)
    may, unit = betting.options(before, ruling.seat), table.stakes.unit
    least, most = may.raise_ or may.bet or (0, 0)
    if ruling.amount < least:
        return say("refused.amount_low", least=least)
    if ruling.amount > most:
        return say("refused.amount_high", most=most)
    return say("refused.amount_unit", unit=unit) if ruling.amount % unit and ruling.amount != most else None


def _kind(table: Table, code: str) -> str:
    what = subject(table, code)
    return what.kind if what else ""


def _may_withdraw(table: Table, ruling: Ruled) -> bool:
    """Whether an undercall, or a call on a grossly wrong amount, may be taken back (RR-NL-8, T24-49, D25).

    A call of the house's accepted action stands, unless the floor has a reason: the house's own screen or
    dealer showed a wrong amount (D25). One that somebody acted behind stands.
    """
    what, seat = subject(table, ruling.code), ruling.seat
    if what and what.kind == _RELIEF:
        return seat == what.seat
    gross = table.setup.house.bet_accepted_action is AcceptedAction.GROSS_ERROR_RELIEF
    relief = gross or bool(ruling.why)
    street, here = table.street, table.seats.get(seat)
    called = here is not None and here.status in betting.IN_HAND and here.street_in <= street.bet
    last = street.after == seat and street.moved > 0 and street.aggressor != seat
    return relief and called and last and action.in_time(table) and not table.early


def _bound(table: Table, seat: int, bound: Bound | None) -> Table:
    return action.with_seat(table, seat, replace(table.seats[seat], bound=bound))


def _reconsidered(table: Table, seat: int) -> Table:
    """The chips back and all options his, or after a call that was withdrawn to call again or fold (R41)."""
    free = action.loose_back(table)
    if betting.actor(free) == seat:
        return replace(free, told=say("told.takes_back", seat=seat))
    return replace(action.withdrawn(table, seat), told=say("told.passive", seat=seat))


def _settled(table: Table, event: Ruled) -> Table:
    """What the actor said or put out is what the floor makes of it (R22 to R26)."""
    seat, loose = event.seat, table.seats[event.seat].loose
    free = action.loose_back(table)
    may, here = betting.options(free, seat), free.seats[seat]
    match event.code:
        case "R22" | "R24":
            put = may.call
            done = Acted(seat, event.code, "check" if may.check else "call", put, here.street_in + put)
        case "R23":
            lost = event.amount or loose
            done = Acted(seat, event.code, early.FOLD, lost, here.street_in + lost)
        case "R25" | "R26":
            least, _ = may.raise_ or may.bet or (0, 0)
            to = least if event.code == "R25" else may.all_in
            act = "raise" if may.raise_ else "bet" if may.bet else "call"
            done = Acted(seat, event.code, act, to - here.street_in, to)
        case _:
            raise ImpossibleEvent(f"{event.code} is no ruling on a bet")
    return replace(action.taken(free, done), told=_told(done, loose))


def _told(done: Acted, loose: int) -> Sentence | None:
    """What chips must still move: more of the player's, or some of them back."""
    more = done.put - loose
    match done.act:
        case early.FOLD if more < 0:
            return say("told.forfeits", seat=done.seat, back=-more)
        case early.FOLD | "check" if not more:
            return None
        case "bet" | "raise":
            return say("told.makes_it", seat=done.seat, to=done.to)
    if more > 0:
        return say("told.short_call", call=done.to, seat=done.seat, more=more)
    return say(f"told.ruled.{done.act}", back=-more) if more else None
