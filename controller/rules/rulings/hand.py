"""Rulings on hands that must be shown: tabled, asked for, shown to all (rules.md 8, 12.2)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting, showdown
from controller.rules.cards import MUCK, seat_place
from controller.rules.events import Ruled
from controller.rules.incidents.recovery import hand
from controller.rules.requests import Rule
from controller.rules.rulings.signature import about, signed, subject
from controller.rules.sentence import Refused, say
from controller.rules.state import Do, Phase, Piece, Status, Table, Task

CODES = frozenset({"R27", "R28", "R29", "R30"})


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why there is no hand to show."""
    ask = replace(ask, seat=ask.seat or _asked_for(table) or about(table, ask.code), last=False)
    wrong = _open_objection(table, ask) if ask.code == "R28" else _show_objection(table, ask)
    what = subject(table, ask.code)
    return wrong or (signed(table, ask, n=what.n if what and what.kind == "E23" else 0),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family."""
    match event.code:
        case "R28":
            return _opened(table, event)
        case "R30":
            return _ordered(table, event.seat, ordered=False)
    return _brought_back(_ordered(table, event.seat, ordered=True), event.seat)


def _asked_for(table: Table) -> int:
    """The seat whose hand somebody asked to see, 0 for none."""
    return next((what.seat for what in table.open if what.kind == "SD9"), 0)


def _show_objection(table: Table, ask: Rule) -> Refused | None:
    here = table.seats.get(ask.seat)
    if here is None or here.status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=ask.seat))
    together = ask.seat in betting.live(table) and showdown.tabled_together(table) and not here.tabled
    if ask.code == "R30" or together or showdown.may_be_seen(table, ask.seat):
        return None
    return Refused(say("refused.no_hand_to_show", seat=ask.seat))


def _ordered(table: Table, seat: int, *, ordered: bool) -> Table:
    """The table with the hand ordered up (R27, R29), or free again of such an order (R30)."""
    return replace(table, seats={**table.seats, seat: replace(table.seats[seat], ordered=ordered)})


def _brought_back(table: Table, seat: int) -> Table:
    """The table with the cards of a live hand that must be tabled out of the muck again (H17, T24-16)."""
    if table.seats[seat].status not in betting.IN_HAND:
        return table
    lying = [piece for piece in hand(table, seat) if piece.place == MUCK]
    moves = tuple(Task(Do.MOVE, "R27", piece.n, seat_place(seat)) for piece in lying)
    return replace(table, todo=(*table.todo, *moves))


# R28, show one, show all (E21, E23, SD11).


def _open_objection(table: Table, ask: Rule) -> Refused | None:
    if not table.setup.house.showdown_show_one_show_all and not ask.why:
        return Refused(say("refused.show_all_off"))
    if table.phase not in (*betting.STREETS, Phase.SHOWDOWN, Phase.PAYING):
        return Refused(say("refused.not_now", ask=ask.code))
    if not _hidden(table, ask.seat):
        return Refused(say("refused.no_hand_to_show", seat=ask.seat))
    return None


def _hidden(table: Table, seat: int) -> tuple[Piece, ...]:
    here = table.seats.get(seat)
    if here is None or here.tabled:
        return ()
    return tuple(piece for piece in showdown.cards_of(table, seat) if piece.n not in here.shown)


def _opened(table: Table, event: Ruled) -> Table:
    """The table with the cards to be turned up for all: `seats` are those who saw them."""
    pieces = [piece for piece in _hidden(table, event.seat) if event.n in (0, piece.n)]
    after = _when(table, event.seats)
    tasks = tuple(Task(Do.SHOW, "R28", piece.n, after=after) for piece in pieces)
    return replace(table, todo=(*table.todo, *tasks))


def _when(table: Table, viewers: tuple[int, ...]) -> Phase | None:
    """At once where a viewer can still act on this street or nobody is named, else at the end (E23, 12.2).

    At the end of this street where one can act on a later one, at the end of the hand where none can.
    """
    if not viewers or any(betting.pending(table, seat) for seat in viewers):
        return None
    more = table.phase in (Phase.PREFLOP, Phase.FLOP, Phase.TURN) and len(betting.can_bet(table)) > 1
    later = more and any(seat in betting.can_bet(table) for seat in viewers)
    return table.phase if later else Phase.PAYING
