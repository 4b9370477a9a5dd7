"""Hands killed and hands restored: R15 and R16 (rules.md 6.2, 12.2; T24-65, T24-14, RR-IRR-2)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import action, betting
from controller.rules.cards import MUCK, Place, seat_place
from controller.rules.dealing import at
from controller.rules.events import Ruled
from controller.rules.house import ProtectedKill
from controller.rules.incidents.count import adrift, by_report, is_reported
from controller.rules.incidents.recovery import away, board_since, hand, known, recoverable
from controller.rules.requests import Rule
from controller.rules.rulings.signature import about, signed, subject
from controller.rules.sentence import Refused, say
from controller.rules.showing import reopened
from controller.rules.stakes import Betting
from controller.rules.state import Do, Phase, Piece, Seat, Status, Street, Table, Task

CODES = frozenset({"R15", "R16"})
REFUNDS = ("NONE", "UNCALLED", "ALL_FROM_POT")
SWEPT = ("H8", "H9", "H11", "H19")
IN_PLAY = (Phase.DEALING, *betting.STREETS, Phase.SHOWDOWN)


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why the hand cannot be killed or come back."""
    ask = replace(ask, seat=ask.seat or about(table, ask.code), last=False)
    if ask.code == "R16":
        return _restore_objection(table, ask) or (signed(table, ask),)
    ask = replace(ask, refund=ask.refund or _refund(table, ask))
    return _kill_objection(table, ask) or (signed(table, ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family."""
    return _killed(table, event) if event.code == "R15" else _restored(table, event.seat)


def _with_seat(table: Table, seat: int, here: Seat) -> Table:
    return replace(table, seats={**table.seats, seat: here})


def _moving(table: Table, code: str, pieces: tuple[Piece, ...], to: Place) -> Table:
    """The table with these cards still to be laid at a place, each once."""
    numbers = {piece.n for piece in pieces}
    kept = tuple(task for task in table.todo if task.do is not Do.MOVE or task.n not in numbers)
    moves = tuple(Task(Do.MOVE, code, piece.n, to) for piece in pieces if piece.place != to)
    return replace(table, todo=(*kept, *moves))


# R15.


def _refund(table: Table, ask: Rule) -> str:
    """What goes back where the floor says nothing: by the kind of the case (12.2)."""
    what = subject(table, ask.code)
    if what is None or what.kind not in SWEPT or what.seat != ask.seat:
        return "NONE"
    from_pot = table.setup.house.hand_protected_kill is ProtectedKill.REFUND_FROM_POT
    return "ALL_FROM_POT" if what.kind == "H9" and from_pot else "UNCALLED"


def _kill_objection(table: Table, ask: Rule) -> Refused | None:
    if table.phase not in IN_PLAY:
        return Refused(say("refused.not_now", ask=ask.code))
    left, here = betting.live(table), table.seats.get(ask.seat)
    if here is None or (ask.seat not in left and not _has_dead_cards(table, ask)):
        return Refused(say("refused.no_hand", seat=ask.seat))
    if left == (ask.seat,):
        return Refused(say("refused.last_hand", seat=ask.seat))
    if ask.refund not in REFUNDS:
        return Refused(say("refused.refund", refund=ask.refund, refunds=REFUNDS))
    if ask.refund == "ALL_FROM_POT":
        return _pot_objection(table, ask, here)
    return None


def _has_dead_cards(table: Table, ask: Rule) -> bool:
    """Whether cards lie before a player who has no hand (M6), or he wanted a dead hand back (H6)."""
    lying = bool(at(table, seat_place(ask.seat))) or is_reported(table, ask.seat)
    return lying or about(table, ask.code) == ask.seat


def _pot_objection(table: Table, ask: Rule, here: Seat) -> Refused | None:
    """Only a protected hand is paid out of the pot, where the house has it (H9, MT 23.16.1233)."""
    if table.setup.house.hand_protected_kill is not ProtectedKill.REFUND_FROM_POT:
        return Refused(say("refused.refund_house"))
    return None if here.guarded or ask.why else Refused(say("refused.not_guarded", seat=ask.seat))


def _killed(table: Table, event: Ruled) -> Table:
    """The hand is dead and its cards go to the muck; its chips stay, or what the refund says goes back."""
    here, seat = table.seats[event.seat], event.seat
    table = by_report(table, seat)
    # Cards of his that lie with another player go back to the muck once he is dead (H7).
    gone = tuple(piece for piece in away(table, seat) if piece.place.seat)
    table = _moving(table, event.code, (*at(table, seat_place(seat)), *gone, *adrift(table)), MUCK)
    if here.status in betting.IN_HAND:
        return _paid_out(table, event, here)
    return table


def _paid_out(table: Table, event: Ruled, here: Seat) -> Table:
    """The dead hand with what nobody called back, or all that he put in (H8, T24-65A, MT 23.16.1233)."""
    back = {"UNCALLED": _uncalled(table, event.seat), "ALL_FROM_POT": here.street_in}.get(event.refund, 0)
    earlier = here.put + here.dead if event.refund == "ALL_FROM_POT" else 0
    dead = replace(
        here,
        status=Status.DEAD,
        stack=here.stack + back + earlier,
        street_in=here.street_in - back,
        put=here.put - min(earlier, here.put),
        dead=here.dead - max(earlier - here.put, 0),
        ordered=False,
        loose=0,
    )
    returned = table.returned
    if back + earlier:
        returned = {**returned, event.seat: returned.get(event.seat, 0) + back + earlier}
    return replace(
        _with_seat(table, event.seat, dead),
        returned=returned,
        street=_street_without(table, event.seat, back),
        early=tuple(early for early in table.early if early.seat != event.seat),
    )


def _uncalled(table: Table, seat: int) -> int:
    return max(table.seats[seat].street_in - _level_of_others(table, seat), 0)


def _level_of_others(table: Table, seat: int) -> int:
    """The bet that stands without this seat's chips: the blinds hold before the flop, be they short (NL7)."""
    posts = (table.stakes.big_blind, *table.straddles.values()) if table.phase is Phase.PREFLOP else ()
    return max((*posts, *(other.street_in for n, other in table.seats.items() if n != seat)))


def _street_without(table: Table, seat: int, back: int) -> Street:
    """The street as it was before the seat's bet or raise, where all that nobody called went back."""
    street, level = table.street, _level_of_others(table, seat)
    prior = street.prior if street.aggressor == seat else None
    if street.closed or not back or prior is None or level >= street.bet:
        return street
    return replace(
        prior,
        bet=max(prior.bet, level),
        after=street.after,
        actions=street.actions,
        paid=street.paid,
    )


# R16.


def _restore_objection(table: Table, ask: Rule) -> Refused | None:
    """Why the hand stays dead: it cannot be told, or a board card was dealt since (12.2; 6.3)."""
    here = table.seats.get(ask.seat)
    paying = table.phase is Phase.PAYING and table.unpaid is not None
    if table.phase not in IN_PLAY and not paying:
        return Refused(say("refused.not_now", ask=ask.code))
    if here is None or ask.seat not in table.dealt:
        return Refused(say("refused.no_hand", seat=ask.seat))
    if not known(table, ask.seat):
        return Refused(say("refused.not_identified", seat=ask.seat))
    if board_since(table, ask.seat) or _shown_since(reopened(table), here):
        return Refused(say("refused.restore_late", seat=ask.seat))
    if not recoverable(table, ask.seat):
        return Refused(say("refused.touch_kills", seat=ask.seat))
    nothing = here.status in betting.IN_HAND and not _dislodged(table, ask.seat)
    if nothing and about(table, ask.code) != ask.seat:
        return Refused(say("refused.has_hand", seat=ask.seat))
    return None


def _shown_since(table: Table, here: Seat) -> bool:
    """Whether a hand that gave up its turn would come back after hands were shown."""
    acts = here.status in (Status.FOLDED, Status.DEAD)
    return acts and table.phase is Phase.SHOWDOWN and not action.in_time(table)


def _dislodged(table: Table, seat: int) -> tuple[Piece, ...]:
    return tuple(piece for piece in hand(table, seat) if piece.place != seat_place(seat))


def _restored(table: Table, seat: int) -> Table:
    """The hand is live again and its cards go back before its owner; a folded one has its turn again."""
    table = reopened(table)
    table = _moving(table, "R16", hand(table, seat), seat_place(seat))
    match table.seats[seat].status:
        case Status.MUCKED:
            mucked = tuple(n for n in table.mucked if n != seat)
            return replace(_with_seat(table, seat, _revived(table, seat)), mucked=mucked)
        case Status.FOLDED | Status.DEAD if table.phase in (*betting.STREETS, Phase.SHOWDOWN):
            return action.decides_again(_with_seat(table, seat, _revived(table, seat)), seat)
        case Status.FOLDED | Status.DEAD:
            return _with_seat(table, seat, _revived(table, seat))
    return table


def _revived(table: Table, seat: int) -> Seat:
    here = table.seats[seat]
    chips = here.stack or table.setup.betting is Betting.CARDS_ONLY
    return replace(here, status=Status.LIVE if chips else Status.ALL_IN)
