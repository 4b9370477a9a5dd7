"""How one street follows another once its cards lie there, and goes back (rules.md 2.2, 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import BOARD, Where
from controller.rules.dealing import (
    BOARD_CARDS,
    FLOP_CARDS,
    at,
    current,
    second_board_due,
    slots,
    street_lying,
)
from controller.rules.state import Phase, Piece, Seat, Status, Street, Table

CARDS_OF: Mapping[Phase, int] = {
    Phase.DEALING: 0,
    Phase.PREFLOP: 0,
    Phase.FLOP: FLOP_CARDS,
    Phase.TURN: FLOP_CARDS + 1,
    Phase.RIVER: BOARD_CARDS,
    Phase.SHOWDOWN: BOARD_CARDS,
}


def next_street(table: Table) -> Table:
    """The table with the betting of the street that lies there open, or the same table.

    Nothing follows while a ruling left something to be done by hand: the board is not what it will be.
    """
    undecided = table.phase in betting.STREETS and not table.street.closed
    if current(table) is not None or undecided or table.phase is Phase.SHOWDOWN:
        return table
    if table.phase is Phase.RIVER and not second_board_due(table):
        # A board that lost a card, or never had it, is made whole before hands are shown (B7).
        whole = len(at(table, BOARD)) >= BOARD_CARDS
        return replace(table, phase=Phase.SHOWDOWN) if whole else table
    street = street_lying(table)
    if street is None or street is table.phase:
        return table
    seats = {n: replace(seat, acted="", raises_seen=0, bound=None) for n, seat in table.seats.items()}
    return replace(
        table,
        phase=street,
        seats=seats,
        street=betting.opened(table, table.button, 0),
        told=None,
        aggressor=table.street.aggressor or table.aggressor,
    )


def short_board(table: Table) -> Table:
    """The table that asks for the card which its board lacks at showdown, or the same table (B7)."""
    lacks = len(at(table, BOARD)) < BOARD_CARDS and not second_board_due(table)
    if table.phase is not Phase.SHOWDOWN or not lacks or current(table) or len(betting.live(table)) <= 1:
        return table
    return replace(table, phase=Phase.RIVER)


def betting_open(table: Table) -> bool:
    """Whether the cards of the next street may not come yet: cards are dealt, or somebody has a decision."""
    if table.phase is Phase.DEALING:
        return True
    undecided = table.phase in betting.STREETS and not table.street.closed
    return undecided and len(betting.live(table)) > 1 and not betting.decided(table)


def acted_on(table: Table, street: Phase) -> bool:
    """Whether somebody acted on this street, and be it a check (39-B, RR-HE-6)."""
    return table.phase is street and bool(table.street.actions or table.early or _spoken(table))


def _spoken(table: Table) -> bool:
    return any(seat.acted for seat in table.seats.values())


def early_cards(table: Table) -> tuple[Piece, ...]:
    """The board cards that lie there before the betting was over: they never play (RR-HE-7, RR-HE-8)."""
    return at(table, BOARD)[CARDS_OF[table.phase] :] if betting_open(table) else ()


def burns_before(table: Table, burns: int) -> Table:
    """The table that wants so many burns before the next board card, whatever lies there (T24-38)."""
    plan, lying = slots(table), len(at(table, BOARD)) - len(early_cards(table))
    if lying >= len(plan):
        return table
    there = sum(p.place.where is Where.BURN for p in table.pieces)
    return replace(table, extra_burns=there + burns - plan[lying].burns)


def taken_back(table: Table, cards: int) -> Table:
    """The table before the streets of which these cards of the board are not whole any more.

    What was bet on such a street goes back (12.5 B30); a fold stands (T24-53A).
    """
    if table.phase not in CARDS_OF or CARDS_OF[table.phase] <= cards:
        return table
    phase = max((street for street in betting.STREETS if CARDS_OF[street] <= cards), key=CARDS_OF.__getitem__)
    bets = table.phase in betting.STREETS and not table.street.closed
    seats = {n: _with_chips_back(seat) for n, seat in table.seats.items()} if bets else table.seats
    street = Street(after=table.street.after, closed=True)
    return replace(table, phase=phase, seats=seats, street=street, early=(), clock=None, told=None)


def _with_chips_back(seat: Seat) -> Seat:
    status = Status.LIVE if seat.status is Status.ALL_IN and seat.street_in else seat.status
    return replace(seat, stack=seat.stack + seat.street_in, street_in=0, status=status, acted="", loose=0)
