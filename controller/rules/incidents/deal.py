"""Hole cards that went wrong: to the wrong seat, too many, too few (rules.md 3.3; M4 to M10, M12, E10)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.betting import IN_HAND
from controller.rules.cards import FLIGHT, Where
from controller.rules.dealing import holes_passed
from controller.rules.events import CardExposed, CardMoved, Event, Reported
from controller.rules.house import NoCut, OutOfSequence
from controller.rules.incidents import button, count
from controller.rules.incidents.stops import closed, mending, stopped
from controller.rules.ledger import piece
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import Irregularity, Phase, Piece, Table
from controller.rules.substantial import misdeal_possible

KINDS = frozenset({"M4", "M5", "M6", "M7", "M8", "M9", "M10", "M12", "M14", "M18", "M19", "M20", "E10", "H3"})
REPORTS = frozenset({"uncut"})
DECLARED = frozenset({"M1", "M2", "M3", "M4", "M6"})
_COUNTS = frozenset({"M7", "M8", "M9", "M10", "M18", "H3"})


def placed(before: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:  # noqa: ARG001
    """`after`, or with what is wrong about a card that came to a seat (T24-35A2 to A5, RR-MD-1d to 1i)."""
    if now is None or now.place.where is not Where.SEAT or after.phase is Phase.DRAWING:
        return after
    if was is not None and was.place != FLIGHT:
        between = was.place.where is Where.SEAT and after.phase is Phase.DEALING
        return _slid(after, was, now) if between else after
    if now.place == now.bound:
        return after
    if not _entitled(after, now.place.seat):
        return stopped(after, _judged(after, "M6", now))
    if now.bound is None or now.bound.where is not Where.SEAT:
        return count.extra(after, now)
    if holes_passed(after) == 1:
        return stopped(after, _judged(after, "M4", now))
    return _out_of_sequence(after, now)


def _entitled(table: Table, seat: int) -> bool:
    """Whether a card may come to the seat at all: in the deal to all dealt in, later to those in the hand."""
    there = seat in table.dealt
    return there and (table.phase is Phase.DEALING or table.seats[seat].status in IN_HAND)


def _slid(table: Table, was: Piece, now: Piece) -> Table:
    """A hole card slid from one seat to another while the cards are dealt: put right, or out of sequence."""
    if now.place == now.bound:
        return closed(table, "M5", was.place.seat)
    if not _entitled(table, now.place.seat):
        return stopped(table, _judged(table, "M6", now))
    return _out_of_sequence(closed(table, "M5", was.place.seat), now)


def _out_of_sequence(table: Table, card: Piece) -> Table:
    """The dealer slides it on where nobody lifted it and no later card is out; else the floor (12.6, 12.7).

    Two cards that left the shoe in one stroke are E10; the later one belongs to the next seat.
    """
    if (earlier := next((m for m in table.mends if m.kind in count.OUT_OF_SEQUENCE), None)) is not None:
        return _too_late(table, earlier)
    what = _judged(table, "E10" if _one_stroke(table, card) else "M5", card)
    if _lies_untouched(table, what):
        return mending(table, replace(what, to=card.bound, sentence=_slide(what, card)))
    return stopped(table, _judged(table, "M5", card))


def _too_late(table: Table, mend: Irregularity) -> Table:
    """The table stopped over a card that was to be slid on: it was lifted, or a later card is out."""
    card, without = piece(table, mend.n), closed(table, mend.kind, mend.seat)
    return without if card is None else stopped(without, _judged(table, "M5", card))


def _lies_untouched(table: Table, what: Irregularity) -> bool:
    tracked = table.setup.house.deal_out_of_sequence is OutOfSequence.CORRECT_IF_TRACKED
    last = bool(table.pieces) and table.pieces[-1].n == what.n
    return tracked and last and what.n not in table.exposed and not table.seats[what.seat].looked


def _one_stroke(table: Table, card: Piece) -> bool:
    """Whether it left the shoe before the card before it had landed, and came to the same seat (E10)."""
    last, landed = piece(table, card.n - 1), False
    if last is None or count.goal(last) != card.place:
        return False
    for _, event in reversed(table.history):
        if isinstance(event, CardMoved) and event.n == card.n and event.to == FLIGHT:
            return landed or last.place == FLIGHT
        landed = landed or (isinstance(event, CardMoved) and event.n == last.n and event.to == card.place)
    return False


def _slide(what: Irregularity, card: Piece) -> Sentence:
    owner = card.bound.seat if card.bound else 0
    which = "double_feed" if what.kind == "E10" else "slide"
    return say(f"irregular.{which}", seat=what.seat, owner=owner)


def _judged(table: Table, kind: str, card: Piece) -> Irregularity:
    """What a card at the wrong seat is: who got whose card, and the menu of now."""
    seat, owner = card.place.seat, card.bound.seat if card.bound else 0
    match kind:
        case "M4":
            sentence = say("irregular.first_seat", seat=seat, owner=owner)
        case "M6":
            sentence = say("irregular.no_hand_there", seat=seat)
        case _:
            sentence = say("irregular.sequence", seat=seat, owner=owner)
    return Irregularity(kind, sentence, seat, _menu(table, kind), card.n, card.place)


def _menu(table: Table, kind: str) -> tuple[str, ...]:
    """The rulings of a card at the wrong seat: later it stands, or kills what has no right to it (3.3)."""
    if misdeal_possible(table):
        return ("R02",)
    return ("R15",) if kind == "M6" else ("R01",)


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """The irregularity with kind, sentence and menu as cards and actions stand now (12.1, 12.10)."""
    if what.kind in _COUNTS:
        return count.rejudged(table, what)
    possible = what.possible and misdeal_possible(table) is True
    match what.kind:
        case "M5" if (known := _by_count(table, what)) is not None:
            return replace(known, since=what.since, possible=possible)
        case "M14":
            return replace(what, rulings=_uncut_menu(table), possible=possible)
        case "M4" | "M5" | "M6":
            return replace(what, rulings=_menu(table, what.kind), possible=possible)
    return what


def _by_count(table: Table, what: Irregularity) -> Irregularity | None:
    """What cards out of sequence came to, once the deal is over: a seat dealt out, or a wrong number."""
    wrong = count.wrong_counts(table)
    skipped = [seat for seat, cards in wrong.items() if not cards]
    if len(wrong) == 1 and skipped:
        return count.rejudged(table, replace(what, kind="M7", seat=skipped[0]))
    if table.phase is Phase.DEALING:
        return None
    out = [m.seat for m in table.mends if m.kind == "M7"]
    if out:
        return count.rejudged(table, replace(what, kind="M7", seat=out[0]))
    short = [seat for seat, cards in wrong.items() if cards]
    return count.rejudged(table, replace(what, kind="M8", seat=short[0])) if short else None


def decide(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """A deck that was not shuffled or not cut, while its cards are in play (M14)."""
    if isinstance(ask, ReportExposed) or misdeal_possible(table) is None:
        return Refused(say("refused.not_now", ask="uncut"))
    if any(what.kind == "M14" for what in table.open):
        return Refused(say("refused.stopped"))
    return (Reported("uncut", by=ask.by),)


def reported(table: Table, event: Reported | CardExposed) -> Table:  # noqa: ARG001
    """The table stopped over a deck that was not shuffled or not cut (M14; T24-1, UK-G)."""
    return stopped(table, Irregularity("M14", say("irregular.uncut"), rulings=_uncut_menu(table)))


def _uncut_menu(table: Table) -> tuple[str, ...]:
    """A misdeal in time, as the house has it: before anybody looked or before betting; later it stands."""
    looked = any(seat.looked for seat in table.seats.values())
    acted = bool(table.street.actions or table.early)
    match table.setup.house.misdeal_no_cut:
        case NoCut.MISDEAL_BEFORE_LOOKING:
            in_time = not (looked or acted)
        case NoCut.MISDEAL_BEFORE_BETTING:
            in_time = not acted
        case NoCut.STANDS:
            in_time = False
    return ("R02", "R01") if in_time and misdeal_possible(table) else ("R01",)


def settled(table: Table) -> Table:
    """The table without what was mended since; what can no longer be mended by the dealer alone stops it."""
    for mend in table.mends:
        if mend.kind in count.OUT_OF_SEQUENCE and not _lies_untouched(table, mend):
            return _too_late(table, mend)
    if (counted := count.settled(table)) is not table:
        return counted
    return button.settled(table)


def dealer_declares(table: Table) -> bool:
    """Whether the dealer alone may declare the misdeal that stopped the table (12.7).

    `dealer.may_declare_misdeal`: M1 to M4 and M6 while the deal is running and nobody has acted.
    """
    running = table.phase is Phase.DEALING and not table.notes
    declared = any(what.kind in DECLARED for what in table.open)
    return table.setup.house.dealer_may_declare_misdeal and running and declared
