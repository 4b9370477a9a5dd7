"""Where the deal wants the next card (rules.md 2.2, 7.8), and where cards lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.rules.betting import STREETS, live
from controller.rules.cards import BOARD, BURN, FLIGHT, Place, Where, seat_place
from controller.rules.house import RunBurn, RunOrder
from controller.rules.state import Phase, Piece, Table

HOLE_CARDS = 2
FLOP_CARDS = 3
BOARD_CARDS = 5


@dataclass(frozen=True, slots=True)
class Slot:
    """What a board card is: of board 1 or 2, or 0 of both; of which street; after how many burns."""

    board: int
    street: Phase
    burns: int


ONE_BOARD = (
    *(Slot(0, Phase.FLOP, 1) for _ in range(FLOP_CARDS)),
    Slot(0, Phase.TURN, 2),
    Slot(0, Phase.RIVER, 3),
)


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
    if table.phase is Phase.DRAWING:
        return _draw_due(table)
    betting_done = table.phase in STREETS and table.street.closed and len(live(table)) > 1
    if betting_done and not _board_flying(table):
        return _street_due(table)
    return None


def _hole_due(table: Table) -> Place | None:
    """Two rounds, then one card for each that the dealer exposed (S0-65, RR-HE-1)."""
    dealt = sum(_goal(piece).where is Where.SEAT or piece.n in table.exposed for piece in table.pieces)
    seats = len(table.dealt)
    if dealt < seats * HOLE_CARDS:
        return seat_place(table.dealt[dealt % seats])
    replaced = [piece.bound for piece in table.pieces if piece.n in table.exposed]
    return replaced[dealt - seats * HOLE_CARDS] if dealt < seats * HOLE_CARDS + len(replaced) else None


def newest_hole_card(table: Table) -> tuple[int, int]:
    """The seat of the newest card and which of its cards that is, counted from 1; (0, 0) for no hole card."""
    newest = table.pieces[-1] if table.pieces else None
    if newest is None or newest.place.where is not Where.SEAT:
        return 0, 0
    return newest.place.seat, at(table, newest.place).index(newest) + 1


def next_burn(table: Table) -> Piece | None:
    """The exposed card that is to be the burn, once it is replaced (S0-65, S3-55); None for none."""
    if table.phase is not Phase.DEALING or due(table) is not None or in_flight(table):
        return None
    return next((p for p in table.pieces if p.n in table.exposed and p.place.where is Where.SEAT), None)


def _draw_due(table: Table) -> Place | None:
    """The first seat that has no card yet; in which order they are drawn is of no matter (S2-06)."""
    drawn = {_goal(piece).seat for piece in table.pieces}
    return next((seat_place(seat) for seat in table.drawing if seat not in drawn), None)


def _street_due(table: Table) -> Place | None:
    goals, plan = [_goal(piece) for piece in table.pieces], slots(table)
    board, burns = goals.count(BOARD), goals.count(BURN)
    if board >= len(plan):
        return None
    return BOARD if burns >= plan[board].burns + table.relief else BURN


def _board_flying(table: Table) -> bool:
    """Whether a street is out of the shoe and does not lie whole yet: the next one waits for it."""
    board = sum(_goal(piece) == BOARD for piece in table.pieces)
    return board != len(at(table, BOARD)) and _whole_street(slots(table), board)


def twice(table: Table) -> bool:
    """Whether the players agreed to run it twice (S0-71)."""
    return table.runs is not None and table.runs.on


def slots(table: Table) -> tuple[Slot, ...]:
    """What each card of the board is, in the order of the deal (rules.md 7.8; RIT-A).

    Under ONCE_PER_STREET the two boards share their burns, so both get a street before either gets the next,
    whatever `rit.order` says (EX-117).
    """
    if table.runs is None or not table.runs.on:
        return ONE_BOARD
    both, house = ONE_BOARD[: table.runs.shared], table.setup.house
    own = dict.fromkeys(slot.street for slot in ONE_BOARD[len(both) :])
    once = house.rit_burn is RunBurn.ONCE_PER_STREET
    if once or house.rit_order is RunOrder.STREET_BY_STREET:
        order = [(board, street) for street in own for board in (1, 2)]
    else:
        order = [(board, street) for board in (1, 2) for street in own]
    plan, burns = list(both), len({slot.street for slot in both})
    for board, street in order:
        burns += board == 1 or not once
        plan += [Slot(board, street, burns)] * (FLOP_CARDS if street is Phase.FLOP else 1)
    return tuple(plan)


def _whole_street(plan: Sequence[Slot], cards: int) -> bool:
    return cards > 0 and (cards >= len(plan) or plan[cards] != plan[cards - 1])


def next_slot(table: Table) -> Slot:
    """What the next card to come to rest on the board is; the last one where the board is full."""
    plan = slots(table)
    return plan[min(len(at(table, BOARD)), len(plan) - 1)]


def missing(table: Table) -> int:
    """How many cards the street that is due lacks on the board, 0 where the board is full."""
    rest = slots(table)[len(at(table, BOARD)) :]
    return rest.count(rest[0]) if rest else 0


def street_lying(table: Table) -> Phase | None:
    """The street that the last board card made whole, None while a street is incomplete or none lies."""
    plan, lying = slots(table), len(at(table, BOARD))
    return plan[lying - 1].street if lying <= len(plan) and _whole_street(plan, lying) else None


def second_board_due(table: Table) -> bool:
    """Whether it is run twice and cards of either board are still to come."""
    return twice(table) and len(at(table, BOARD)) < len(slots(table))


def board(table: Table, number: int = 1) -> tuple[Piece, ...]:
    """The cards of the board, or of board `number` where it is run twice, in the order of the deal."""
    lying = at(table, BOARD)
    if not twice(table):
        return lying
    return tuple(p for p, slot in zip(lying, slots(table), strict=False) if slot.board in (0, number))


def _goal(piece: Piece) -> Place:
    return piece.bound or piece.place if piece.place == FLIGHT else piece.place


def hole_cards_complete(table: Table) -> bool:
    """Whether every seat that is dealt in has its two cards, and no exposed card lies there any more."""
    if any(p.n in table.exposed and p.place.where is Where.SEAT for p in table.pieces):
        return False
    return all(len(at(table, seat_place(seat))) >= HOLE_CARDS for seat in table.dealt)
