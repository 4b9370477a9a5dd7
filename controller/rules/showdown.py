"""Who tables, in which order, and who is paid (rules.md 8)."""

from __future__ import annotations

from collections.abc import Mapping

from controller.rules import betting
from controller.rules.cards import BOARD, CardId, Face, seat_place
from controller.rules.dealing import BOARD_CARDS, at
from controller.rules.house import AllInTabling, AwardOrder, CalledHands
from controller.rules.positions import clockwise
from controller.rules.pots import split
from controller.rules.ranking import Rank, rank
from controller.rules.state import Phase, Pot, Status, Table


def betting_over(table: Table) -> bool:
    """Whether several hands are left, one is all-in, and nobody can bet any more (SD4, T24-16)."""
    left = betting.live(table)
    all_in = any(table.seats[n].status is Status.ALL_IN for n in left)
    over = table.phase is Phase.SHOWDOWN or len(betting.can_bet(table)) <= 1
    return table.street.closed and len(left) > 1 and all_in and over


def tabled_together(table: Table) -> bool:
    """Whether every hand is to be tabled at once and none may be mucked (T24-16, SD4, H17)."""
    immediate = table.setup.house.showdown_allin_tabling is AllInTabling.IMMEDIATE
    return immediate and betting_over(table)


def to_table(table: Table) -> tuple[int, ...]:
    """The seats that should table now: all at once when all-in, else the next in order (SD3, T24-17A)."""
    hidden = [n for n in betting.live(table) if not table.seats[n].tabled]
    if tabled_together(table):
        return tuple(hidden)
    if table.phase is not Phase.SHOWDOWN or not hidden:
        return ()
    return (next(n for n in show_order(table) if n in hidden),)


def show_order(table: Table) -> tuple[int, ...]:
    """Live seats from the last street's last aggressor, else from the left of the button (S0-42, S0-43)."""
    order = clockwise(betting.live(table), table.button)
    first = table.street.aggressor
    if first not in order:
        return order
    return order[order.index(first) :] + order[: order.index(first)]


def may_muck(table: Table, seat: int) -> bool:
    """Whether the seat may give its hand up unseen (S0-44, S1-15; never when tabled together, T24-16)."""
    allowed = table.setup.house.showdown_called_hands is CalledHands.MAY_MUCK
    here = table.seats[seat]
    return (
        table.phase is Phase.SHOWDOWN
        and allowed
        and not tabled_together(table)
        and here.status in betting.IN_HAND
        and not here.tabled
    )


def unnamed_seat(table: Table) -> int:
    """The first tabled seat that has a card which nobody has named yet, 0 for none."""
    for seat in betting.live(table):
        if table.seats[seat].tabled and len(seat_faces(table, seat)) < len(at(table, seat_place(seat))):
            return seat
    return 0


def unnamed_board(table: Table) -> bool:
    """Whether a card lies on the board that no reader knew and the dealer has not named yet."""
    return any(piece.card is None for piece in at(table, BOARD))


def complete(table: Table) -> bool:
    """Whether the pots can be decided: one hand left, or a full board and every hand left readable."""
    left = betting.live(table)
    if len(left) == 1:
        return True
    hands = all(table.seats[n].tabled and len(seat_faces(table, n)) == 2 for n in left)
    return hands and len(board_faces(table)) == BOARD_CARDS


def seat_faces(table: Table, seat: int) -> tuple[Face, ...]:
    """The faces of a seat's cards that were shown."""
    return _faces(table, [piece.card for piece in at(table, seat_place(seat))])


def board_faces(table: Table) -> tuple[Face, ...]:
    """The faces of the board cards that were shown, in the order of the deal."""
    return _faces(table, [piece.card for piece in at(table, BOARD)])


def _faces(table: Table, cards: list[CardId | None]) -> tuple[Face, ...]:
    return tuple(table.faces[card] for card in cards if card is not None and card in table.faces)


def due_faces(table: Table) -> tuple[tuple[CardId, str], ...]:
    """Cards that lie face up for everybody and have no face yet, with the reason (design 5.1)."""
    board = [(piece.card, "board") for piece in at(table, BOARD)[: table.shown]]
    hands = [
        (piece.card, "tabled")
        for seat, here in sorted(table.seats.items())
        if here.tabled
        for piece in at(table, seat_place(seat))
    ]
    return tuple((card, why) for card, why in board + hands if card is not None and card not in table.faces)


def hand_of(table: Table, seat: int) -> Rank | None:
    """The best five cards of a tabled seat, None while they are not all known."""
    faces = seat_faces(table, seat) + board_faces(table)
    return rank(faces) if table.seats[seat].tabled and len(faces) == BOARD_CARDS + 2 else None


def next_pot(table: Table) -> int:
    """The number of the pot to push next (1 is the main pot), 0 when all are pushed (`pots.award_order`)."""
    numbers = range(1, len(table.pots) + 1)
    if table.setup.house.pots_award_order is AwardOrder.SIDE_FIRST:
        numbers = range(len(table.pots), 0, -1)
    return next((n for n in numbers if n not in table.pushed), 0)


def shares(table: Table, pot: Pot) -> Mapping[int, int]:
    """What each winner of a pot is due (SD1 cards speak; T24-20A odd chips)."""
    ranks = {seat: hand_of(table, seat) for seat in pot.seats}
    best = max((r for r in ranks.values() if r is not None), default=None)
    winners = [seat for seat in pot.seats if ranks[seat] == best] if len(pot.seats) > 1 else pot.seats
    return split(pot.amount, winners, table.button, table.setup.stakes.unit)
