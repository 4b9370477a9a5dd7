"""Cards that fell off the table: by the dealer exposed ones, by the player his own (M13, E8, E9)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.betting import IN_HAND
from controller.rules.cards import BOARD, BURN, OFF_TABLE, How, Where, seat_place
from controller.rules.dealing import at, is_hole, next_number, owner
from controller.rules.events import CardExposed, CardMoved, Event, Reported
from controller.rules.house import OffTable
from controller.rules.incidents import exposed
from controller.rules.incidents.stops import mending, stopped
from controller.rules.ledger import moved, piece
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, say
from controller.rules.state import Irregularity, Piece, Table
from controller.rules.substantial import misdeal_possible

KINDS = frozenset({"M13", "E8", "E9"})
REPORTS = frozenset({"off-table"})


def placed(before: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:  # noqa: ARG001
    """A card that came to lie on the floor, or came back before its owner (12.10)."""
    if now is None:
        return after
    if now.place == OFF_TABLE:
        by_player = was is not None and was.place.where is Where.SEAT
        return _dropped(after, now) if by_player else _fallen(after, now)
    back = was is not None and was.place == OFF_TABLE and is_hole(now) and now.place == now.bound
    # A new value says that this move is in order, whatever other rules make of such a move.
    return replace(after) if back else after


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """The menu as cards and actions stand now; the kind stays (12.10)."""
    match what.kind:
        case "E9":
            return replace(what, rulings=("R01", "R15"))
        case "M13" if misdeal_possible(table):
            return replace(what, rulings=("R02", "R04"))
        case "E8" if not what.seat:
            return replace(what, rulings=("R07", "R08"))
    return replace(what, rulings=exposed.late_menu(table, what.seat))


def decide(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """A card on the floor: a player's own where he dropped it, else the dealer's newest one."""
    if table.phase not in exposed.IN_PLAY or isinstance(ask, ReportExposed):
        return Refused(say("refused.not_now", ask="off-table"))
    n = _number(table, ask)
    if n is None or (ask.by == "player" and not ask.seat):
        return Refused(say("refused.no_such_card", seat=ask.seat, card=ask.card))
    lies = piece(table, n)
    if lies is not None and lies.place == OFF_TABLE:
        return Refused(say("refused.off_table_before"))
    return (Reported("off-table", n, ask.seat, by=ask.by),)


def _number(table: Table, ask: Report) -> int | None:
    """The card that is meant, by its order of leaving the shoe; None where there is none.

    Without a seat it is the one on its way; a card that a reader saw where it lies did not fall, so that
    where the shoe has no reader it is the next one.
    """
    if ask.seat:
        there = at(table, seat_place(ask.seat))
        return there[max(ask.card, 1) - 1].n if max(ask.card, 1) <= len(there) else None
    newest = table.pieces[-1] if table.pieces else None
    lies = newest is not None and newest.place.where is not Where.FLIGHT and newest.how is How.READ
    return next_number(table) if newest is None or lies else newest.n


def reported(table: Table, event: Reported | CardExposed) -> Table:
    """The table after a card fell: the dealer's is exposed (RR-IRR-12), the player's plays (RR-IRR-14)."""
    lies = piece(table, event.n)
    if table.phase not in exposed.IN_PLAY or (lies is None and event.n != next_number(table)):
        return table
    if event.by == "player":
        return _dropped(table, lies) if lies is not None else table
    after = moved(table, CardMoved(event.n, lies.card if lies else None, OFF_TABLE, How.ENTERED))
    fell = piece(after, event.n)
    return _fallen(after, fell) if fell is not None else after


def _dropped(table: Table, card: Piece) -> Table:
    """His own card: it plays, or the floor kills a hand that nobody can identify (E9)."""
    seat = owner(card)
    if not seat or table.seats[seat].status not in IN_HAND:
        return table
    what = Irregularity("E9", say("irregular.dropped", seat=seat), seat, ("R01", "R15"), card.n)
    return stopped(table, what)


def _fallen(table: Table, card: Piece) -> Table:
    """The dealer's card: an exposed one that comes back, or a misdeal where the house says so (E8, M13)."""
    seat = owner(card)
    if seat and table.seats[seat].status in IN_HAND:
        misdeal = table.setup.house.deal_off_table is OffTable.MISDEAL and misdeal_possible(table) is True
        if not misdeal:
            return exposed.counted(table, card, "E8")
        what = Irregularity(
            "M13", say("irregular.off_table_misdeal", seat=seat), seat, ("R02", "R04"), card.n
        )
        return stopped(replace(table, seen=(*table.seen, card.n)), what)
    if seat:
        return table
    if card.bound in (BURN, BOARD):
        back = say("irregular.off_table_back", place=str(card.bound))
        return mending(table, Irregularity("E8", back, 0, (), card.n, to=card.bound))
    return stopped(table, Irregularity("E8", say("irregular.off_table_stub"), 0, ("R07", "R08"), card.n))


def settled(table: Table) -> Table:
    """A card that lies where it belongs is put right by its move alone."""
    return table
