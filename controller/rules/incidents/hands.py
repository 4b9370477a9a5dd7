"""Hands released, killed, thrown and mixed (rules.md 6.2, 12.2, 12.10; H1 to H20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.rules import betting, showdown
from controller.rules.cards import MUCK, Where, seat_place
from controller.rules.dealing import HOLE_CARDS, at
from controller.rules.events import CardExposed, Event, Reported
from controller.rules.house import FaceDown, Recovered, Retrieval
from controller.rules.incidents.count import AT_THE_END
from controller.rules.incidents.recovery import away, known, recoverable, thrown
from controller.rules.incidents.stops import stopped
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.stakes import Form
from controller.rules.state import Do, Irregularity, Phase, Piece, Seat, Status, Table, Task

KINDS = frozenset(f"H{n}" for n in range(1, 21) if n != 3)
REPORTS = frozenset({"guard", "left"})
IN_PLAY = (Phase.DEALING, *betting.STREETS, Phase.SHOWDOWN)


def placed(before: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:
    """`after`, or with what is wrong about a card of a hand that went to the muck or to another player."""
    if was is None or now is None or before.phase not in IN_PLAY:
        return after
    match (was.place.where, now.place.where):
        case (Where.SEAT, Where.MUCK):
            return _swept(before, after, was.place.seat, now.n)
        case (Where.MUCK, Where.SEAT):
            return _back(after, now)
        case (Where.SEAT, Where.SEAT) if before.phase is not Phase.DEALING:
            return _across(after, was.place.seat, now)
    return after


def _swept(before: Table, table: Table, seat: int, n: int) -> Table:
    """A card of the seat lies in the muck: nothing where its hand is dead, else what that is (12.10)."""
    if table.seats[seat].status not in betting.IN_HAND:
        return _taken(table)
    if _beaten(before, seat) or _killed_by_touch(table, seat):
        return _given_up(table, seat)
    return stopped(table, _judged(table, kind_in_muck(table, seat), seat, n))


def _taken(table: Table) -> Table:
    """The table with a move that is in order: another value, so that no further family judges it."""
    return replace(table)


def _beaten(table: Table, seat: int) -> bool:
    """Whether the hand was tabled and loses every pot to hands that lie face up: it may go (RR-SD-4)."""
    tabled = table.phase is Phase.SHOWDOWN and table.seats[seat].tabled
    compared = all(showdown.hand_of(table, seat, number) is not None for number in showdown.boards(table))
    return tabled and compared and not showdown.winning(table, seat)


def _killed_by_touch(table: Table, seat: int) -> bool:
    """Whether the house has a hand dead that touched the muck at showdown (H6, S0-66, S3-56)."""
    kills = table.setup.house.muck_retrieval is Retrieval.TOUCH_KILLS
    return kills and showdown.may_muck(table, seat)


def _given_up(table: Table, seat: int) -> Table:
    here = replace(table.seats[seat], status=Status.MUCKED)
    return replace(table, seats={**table.seats, seat: here}, mucked=(*table.mucked, seat))


def kind_in_muck(table: Table, seat: int) -> str:
    """What it is that a live hand lies in the muck (12.10): released, swept in, or not to be mucked.

    H2 is a release with no bet to call (T24-58); H8 and H9 are hands of players with nothing to decide.
    """
    here = table.seats[seat]
    if here.tabled:
        return "H12"
    at_showdown = table.phase is Phase.SHOWDOWN
    if showdown.tabled_together(table) or (at_showdown and not showdown.may_muck(table, seat)):
        return "H17"
    if at_showdown:
        return "H6"
    if betting.pending(table, seat):
        return "H2" if released_free(table, seat) else "H6"
    return "H9" if here.guarded else "H8"


def released_free(table: Table, seat: int) -> bool:
    """Whether the seat is to act with no bet to call (H2, T24-58, RR-DH-1b)."""
    return betting.actor(table) == seat and betting.options(table, seat).check


def _back(table: Table, now: Piece) -> Table:
    """A card came out of the muck: before its owner, or into another hand (H6, H19)."""
    seat = now.place.seat
    status = table.seats[seat].status
    if now.bound != now.place:
        return stopped(table, _judged(table, "H19", seat, now.n)) if status in betting.IN_HAND else table
    first = table.setup.house.hand_recovered is Recovered.RESTORE_FIRST
    if status in betting.IN_HAND or (status is Status.MUCKED and first):
        # A hand thrown in at showdown comes back before its owner; it is live once he tables it (T24-14).
        return _taken(table)
    return stopped(table, _judged(table, "H6", seat, now.n)) if seat in table.dealt else table


def _across(table: Table, seat: int, now: Piece) -> Table:
    """A card went from one player to another (H7, H10, H19)."""
    alive = table.seats[seat].status in betting.IN_HAND
    holder = now.place.seat
    live = table.seats[holder].status in betting.IN_HAND
    if now.bound == now.place and len(at(table, now.place)) <= HOLE_CARDS:
        return _taken(table)
    match (alive, live):
        case (True, True):
            return stopped(table, _judged(table, "H7", seat, now.n))
        case (True, False):
            return stopped(table, _judged(table, "H10", seat, now.n))
        case (False, True):
            return stopped(table, _judged(table, "H19", holder, now.n))
    return _taken(table)


def _judged(table: Table, kind: str, seat: int, n: int = 0) -> Irregularity:
    place = next((piece.place for piece in table.pieces if piece.n == n), None)
    return Irregularity(kind, _sentence(table, kind, seat), seat, _menu(table, kind, seat), n, place)


def _menu(table: Table, kind: str, seat: int) -> tuple[str, ...]:
    """The rulings of 12.2 and 12.6, the house's first choice first."""
    back, house = recoverable(table, seat), table.setup.house
    match kind:
        case "H2" if back and house.hand_facedown_release_with_action_pending is FaceDown.RETRIEVABLE:
            return ("R16", "R15")
        case "H2" if back:
            return ("R15", "R16")
        case "H6" if back and table.phase is Phase.SHOWDOWN and table.seats[seat].status in _NOT_FOLDED:
            return _first_of(house.hand_recovered)
        case "H8" if back:
            return _first_of(house.hand_recovered)
        case "H9" if back:
            return ("R16", "R15")
        case "H10" | "H12" if known(table, seat):
            return ("R16",)
        case "H13" | "H17" if known(table, seat):
            return ("R27",)
        case "H14" | "H16":
            return ("R01", "R15")
        case "H19" if known(table, seat):
            return ("R01", "R15")
    return ("R15",)


_NOT_FOLDED = (*betting.IN_HAND, Status.MUCKED)


def _first_of(house: Recovered) -> tuple[str, ...]:
    return ("R16", "R15") if house is Recovered.RESTORE_FIRST else ("R15", "R16")


def _sentence(table: Table, kind: str, seat: int) -> Sentence:
    """What stopped the table; whether both cards can be told is said, never which they are (6.3)."""
    told = "known" if known(table, seat) else "lost"
    match kind:
        case "H7":
            return say("irregular.thrown", seat=seat)
        case "H10":
            return say("irregular.strayed", seat=seat)
        case "H12":
            return say("irregular.tabled_in_muck", seat=seat)
        case "H14":
            return say("irregular.left", seat=seat)
        case "H17":
            return say("irregular.must_table", seat=seat)
        case "H19":
            return say(f"irregular.fouled.{told}", seat=seat)
        case "H2" | "H6":
            return say(f"irregular.released.{told}", seat=seat)
    return say(f"irregular.swept.{told}", seat=seat)


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """The irregularity as it stands now: with a card guard H8 is H9, and a board card ends R16 (12.2)."""
    if what.seat not in table.seats:
        return what
    kind = what.kind
    if kind in ("H8", "H9"):
        kind = "H9" if table.seats[what.seat].guarded else "H8"
    new = _judged(table, kind, what.seat, what.n)
    return replace(what, kind=kind, sentence=new.sentence, rulings=new.rulings)


def decide(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """A card guard on a hand, or a player who is away from the table with a live hand, or is back."""
    what = ask.what if isinstance(ask, Report) else "exposed"
    if ask.seat not in betting.live(table):
        return Refused(say("refused.no_hand", seat=ask.seat))
    if what == "guard" and table.seats[ask.seat].guarded:
        return Refused(say("refused.guarded", seat=ask.seat))
    return (Reported(what, seat=ask.seat, by=ask.by),)


def reported(table: Table, event: Reported | CardExposed) -> Table:
    """The table after the report (H9, H14, H20); who was reported away and is back is reported again."""
    if isinstance(event, CardExposed):
        return table
    here = table.seats[event.seat]
    if event.what == "guard":
        after = _with_seat(table, event.seat, replace(here, guarded=True))
        own = tuple(rejudged(after, what) if what.kind == "H8" else what for what in after.open)
        return replace(after, open=own)
    after = _with_seat(table, event.seat, replace(here, gone=not here.gone))
    if here.gone or table.setup.form is Form.CASH:
        # In a cash game the hand is kept until his turn comes (H20).
        return replace(after, open=tuple(w for w in after.open if (w.kind, w.seat) != ("H14", event.seat)))
    return stopped(after, _judged(after, "H14", event.seat))


def _with_seat(table: Table, seat: int, here: Seat) -> Table:
    return replace(table, seats={**table.seats, seat: here})


def settled(table: Table) -> Table:
    """The table with what still lies wrong about live hands: one that is not before its owner, or is mixed.

    It may have come there while the table stood still, or a fold was taken back.
    """
    left = betting.live(table)
    if table.phase not in IN_PLAY or len(left) == 1:
        return table
    asked = [task.n for task in table.todo if task.do is Do.MOVE]
    for seat in left:
        cards = len(at(table, seat_place(seat)))
        lying = [piece for piece in away(table, seat) if piece.n not in asked]
        if cards < HOLE_CARDS and (after := _missed(table, seat, lying)) is not table:
            return after
        owners = [p for p in thrown(table, seat) if p.n not in asked and _is_dead(table, p)]
        if owners:
            moves = tuple(Task(Do.MOVE, "H19", piece.n, MUCK) for piece in owners)
            return replace(table, todo=(*table.todo, *moves))
    return table


def _missed(table: Table, seat: int, lying: Sequence[Piece]) -> Table:
    """What it is that a live hand is not whole before its owner (H7, H8, H10); nothing while it is dealt."""
    swept = next((piece for piece in lying if piece.place == MUCK), None)
    if swept is not None:
        return _swept(table, table, seat, swept.n)
    if table.phase is Phase.DEALING or any(mend.kind in AT_THE_END for mend in table.mends):
        # A deal that ended with wrong numbers is found by its counts (M7, M8, M18).
        return table
    elsewhere = next((piece for piece in lying if piece.place.seat), None)
    if elsewhere is not None:
        live = elsewhere.place.seat in betting.live(table)
        return stopped(table, _judged(table, "H7" if live else "H10", seat, elsewhere.n))
    if table.phase is Phase.SHOWDOWN and not any(task.to == seat_place(seat) for task in table.todo):
        # Nobody has a part of the pot without both cards (H13, T24-13A).
        return stopped(table, _judged(table, "H10", seat, lying[0].n if lying else 0))
    return table


def _is_dead(table: Table, piece: Piece) -> bool:
    owner = table.seats[piece.bound.seat] if piece.bound else Seat()
    return owner.status not in betting.IN_HAND and owner.status is not Status.EMPTY
