"""Where the deal wants the next card (rules.md 2.2), and where cards lie."""

from __future__ import annotations

from controller.rules.betting import STREETS, live
from controller.rules.cards import BOARD, BURN, FLIGHT, Place, Where, seat_place
from controller.rules.state import Phase, Piece, Table

HOLE_CARDS = 2
FLOP_CARDS = 3
BOARD_CARDS = 5


def at(table: Table, place: Place) -> tuple[Piece, ...]:
    """The cards lying at a place, in the order in which they left the shoe."""
    where, seat = place.where, place.seat
    return tuple(p for p in table.pieces if p.place.where is where and p.place.seat == seat)


def in_flight(table: Table) -> tuple[Piece, ...]:
    """The cards that left the shoe and have come to rest nowhere yet."""
    return at(table, FLIGHT)


def stub(table: Table) -> int:
    """How many cards the shoe still holds."""
    return table.setup.deck_size - len(table.pieces)


def due(table: Table) -> Place | None:
    """Where the next card out of the shoe belongs, counting those in flight as arrived; None for nowhere."""
    if table.phase is Phase.DEALING:
        return _hole_due(table)
    betting_done = table.phase in STREETS and table.street.closed and len(live(table)) > 1
    if betting_done and not _board_flying(table):
        return _street_due(table)
    return None


def _hole_due(table: Table) -> Place | None:
    dealt = sum(_goal(piece).where is Where.SEAT for piece in table.pieces)
    seats = len(table.dealt)
    return seat_place(table.dealt[dealt % seats]) if dealt < seats * HOLE_CARDS else None


def _street_due(table: Table) -> Place | None:
    goals = [_goal(piece) for piece in table.pieces]
    board, burns = goals.count(BOARD), goals.count(BURN)
    if board == BOARD_CARDS:
        return None
    street = 0 if board < FLOP_CARDS else board - FLOP_CARDS + 1
    return BOARD if burns > street else BURN


def _board_flying(table: Table) -> bool:
    board = sum(_goal(piece) == BOARD for piece in table.pieces)
    return board >= FLOP_CARDS and board != len(at(table, BOARD))


def _goal(piece: Piece) -> Place:
    return piece.bound or piece.place if piece.place == FLIGHT else piece.place


def hole_cards_complete(table: Table) -> bool:
    """Whether every seat that is dealt in has its two cards."""
    return all(len(at(table, seat_place(seat))) >= HOLE_CARDS for seat in table.dealt)


def street_of(cards: int) -> Phase | None:
    """The street that a board of so many cards makes, None while a street is incomplete."""
    return {3: Phase.FLOP, 4: Phase.TURN, 5: Phase.RIVER}.get(cards)
