"""Who tables, in which order, and who is paid (rules.md 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import ASIDE, BOARD, MUCK, SHOE, CardId, Face, seat_place
from controller.rules.dealing import BOARD_CARDS, HOLE_CARDS, at, board, current, street_lying, twice
from controller.rules.events import ImpossibleEvent, PotPushed
from controller.rules.house import AllInTabling, AwardOrder, CalledHands, NoRiverBet, Retrieval
from controller.rules.positions import clockwise
from controller.rules.pots import layered, pot_number, split
from controller.rules.ranking import Rank, rank
from controller.rules.state import Award, Do, Phase, Piece, Pot, Seat, Status, Table


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
    """The seats that should table now: all at once when all-in, else the next in order (SD3, T24-17A).

    A hand that was asked for and one of which a card lies face up come before the order (SD2, SD9).
    """
    if table.phase is Phase.DRAWING:
        return _all_drawn(table)
    hidden = [n for n in betting.live(table) if not table.seats[n].tabled]
    if tabled_together(table) and table.phase is not Phase.PAYING:
        return tuple(hidden)
    if not at_showdown(table):
        return ()
    asked = [n for n, seat in sorted(table.seats.items()) if seat.ordered and may_be_seen(table, n)]
    if table.phase is Phase.PAYING or asked:
        return tuple(asked[:1])
    order = [n for n in show_order(table) if n in hidden]
    begun = [n for n in order if table.seats[n].shown]
    return tuple((begun or order)[:1])


def _all_drawn(table: Table) -> tuple[int, ...]:
    """The seats whose cards for the button are to lie face up, once everybody has one (S2-06)."""
    ready = all(at(table, seat_place(n)) and not table.seats[n].tabled for n in table.drawing)
    return table.drawing if ready else ()


def show_order(table: Table) -> tuple[int, ...]:
    """Live seats in the order in which they show (SD3, T24-17A, S0-42, S0-43).

    Clockwise from the last aggressor of the river; where nobody bet there from the left of the button (C12),
    or from the last aggressor before (`showdown.no_river_bet`). Who plays for a side pot shows before those
    who are all-in for less (RR-SD-7).
    """
    left = betting.live(table)
    first = table.street.aggressor or _earlier_aggressor(table)
    order = clockwise(left, first - 1 if first else table.button)
    pots = layered({n: seat.put for n, seat in table.seats.items()}, left)
    return tuple(sorted(order, key=lambda n: -sum(n in pot.seats for pot in pots)))


def _earlier_aggressor(table: Table) -> int:
    earlier = table.setup.house.showdown_no_river_bet is NoRiverBet.LAST_EARLIER_AGGRESSOR
    return table.aggressor if earlier else 0


def at_showdown(table: Table) -> bool:
    """Whether hands are compared and no pot was pushed yet: a hand may still be shown or come back."""
    if table.phase is Phase.PAYING:
        return table.unpaid is not None and table.unpaid.phase is Phase.SHOWDOWN
    return table.phase is Phase.SHOWDOWN


def may_muck(table: Table, seat: int) -> bool:
    """Whether the seat may give its hand up unseen (SD7, S0-44, S1-15).

    Never when tabled together (T24-16), nor after the hand was asked for (T24-18).
    """
    allowed = table.setup.house.showdown_called_hands is CalledHands.MAY_MUCK
    here = table.seats[seat]
    return (
        table.phase is Phase.SHOWDOWN
        and allowed
        and not tabled_together(table)
        and here.status in betting.IN_HAND
        and not here.tabled
        and not here.ordered
    )


def cards_of(table: Table, seat: int) -> tuple[Piece, ...]:
    """The cards of a seat: those before it, and of a hand that is out of play those in the muck too."""
    there = at(table, seat_place(seat))
    if table.seats[seat].status in (Status.MUCKED, Status.FOLDED, Status.DEAD):
        there += tuple(piece for piece in at(table, MUCK) if piece.bound == seat_place(seat))
    return there


def identifiable(table: Table, seat: int) -> bool:
    """Whether a hand thrown in at showdown can still be told for certain (SD13, T24-14; rules.md 6.3).

    Where the house has TOUCH_KILLS it cannot once a card of it lies in the muck (H6, S0-66).
    """
    cards = cards_of(table, seat)
    known = len(cards) == HOLE_CARDS and all(piece.card is not None for piece in cards)
    touched = any(piece.place == MUCK for piece in cards)
    kills = table.setup.house.muck_retrieval is Retrieval.TOUCH_KILLS
    return table.seats[seat].status is Status.MUCKED and known and not (touched and kills)


def may_be_seen(table: Table, seat: int) -> bool:
    """Whether the seat has a called hand that was not tabled and could be (SD9, SD10)."""
    here = table.seats[seat]
    called = here.status in betting.IN_HAND or identifiable(table, seat)
    return at_showdown(table) and called and not here.tabled


def winning(table: Table, seat: int) -> bool:
    """Whether the seat has a pot if no further hand is tabled (RR-SD-5)."""
    left = betting.live(table)
    pots = table.pots or layered({n: here.put for n, here in table.seats.items()}, left) or (Pot(0, left),)
    return any(seat in pot.seats and _leads(table, pot, seat) for pot in pots)


def _leads(table: Table, pot: Pot, seat: int) -> bool:
    """Whether nothing tabled beats the seat with the pot's board, or with either where it is not halved."""
    numbers = (pot.board,) if pot.board else boards(table)
    return len(pot.seats) == 1 or any(_unbeaten(table, pot, seat, number) for number in numbers)


def _unbeaten(table: Table, pot: Pot, seat: int, number: int) -> bool:
    mine = hand_of(table, seat, number)
    others = [hand for n in pot.seats if n != seat and (hand := hand_of(table, n, number)) is not None]
    return mine is not None and all(mine >= hand for hand in others)


def unnamed_seat(table: Table) -> int:
    """The first tabled seat that has a card which nobody has named yet, 0 for none."""
    for seat in table.drawing if table.phase is Phase.DRAWING else betting.live(table):
        if table.seats[seat].tabled and len(seat_faces(table, seat)) < len(at(table, seat_place(seat))):
            return seat
    return 0


def unnamed_board(table: Table) -> bool:
    """Whether a card lies on the board that no reader knew and the dealer has not named yet."""
    return any(piece.card is None for piece in at(table, BOARD))


def complete(table: Table) -> bool:
    """Whether the pots can be decided: one hand left, or every board full and every hand left readable."""
    left = betting.live(table)
    if len(left) == 1:
        return True
    hands = all(table.seats[n].tabled and len(seat_faces(table, n)) == 2 for n in left)
    return hands and all(len(board_faces(table, number)) == BOARD_CARDS for number in boards(table))


def seat_faces(table: Table, seat: int) -> tuple[Face, ...]:
    """The faces of a seat's cards that were shown."""
    return _faces(table, [piece.card for piece in cards_of(table, seat)])


def seen_faces(table: Table, seat: int) -> tuple[Face, ...]:
    """The faces of a seat's cards that lie face up now."""
    return _faces(table, [piece.card for piece in face_up(table, seat)])


def face_up(table: Table, seat: int) -> tuple[Piece, ...]:
    """The cards of a seat that lie face up: all of a tabled hand, else those that it showed one by one."""
    here = table.seats[seat]
    return tuple(piece for piece in cards_of(table, seat) if here.tabled or piece.n in here.shown)


def boards(table: Table) -> tuple[int, ...]:
    """The numbers of the boards: two where it is run twice."""
    return (1, 2) if twice(table) else (1,)


def board_faces(table: Table, number: int = 1) -> tuple[Face, ...]:
    """The faces of the cards of one board that were shown, in the order of the deal."""
    return _faces(table, [piece.card for piece in board(table, number)])


def _faces(table: Table, cards: list[CardId | None]) -> tuple[Face, ...]:
    return tuple(table.faces[card] for card in cards if card is not None and card in table.faces)


def due_faces(table: Table) -> tuple[tuple[CardId, str], ...]:
    """Cards that lie face up for everybody and have no face yet, with the reason (design 5.1)."""
    laid = "button draw" if table.phase is Phase.DRAWING else "tabled"
    lying = [(piece.card, "board") for piece in at(table, BOARD)[: table.shown] if not piece.down]
    hands = [
        (piece.card, laid if here.tabled else "shown")
        for seat, here in sorted(table.seats.items())
        for piece in face_up(table, seat)
    ]
    early = [(piece.card, "ruling") for piece in early_aside(table)]
    seen = lying + hands + early
    return tuple((card, why) for card, why in seen if card is not None and card not in table.faces)


def board_to_show(table: Table) -> int:
    """How many board cards lie face up for everybody, some of them not seen before; 0 for none (design 5.1).

    A whole street that lies still: not while the table is stopped, nor while a ruling moves cards of it.
    """
    lying = at(table, BOARD)
    whole = street_lying(table) is not None and not any(piece.down for piece in lying)
    quiet = not table.open and current(table) is None
    return len(lying) if whole and quiet and len(lying) > table.shown else 0


def board_down(table: Table) -> bool:
    """Whether a whole street lies there and cards of it are still to be turned up."""
    return street_lying(table) is not None and any(piece.down for piece in at(table, BOARD))


def early_aside(table: Table) -> tuple[Piece, ...]:
    """Early cards that lie aside face up until they go back: the floor has ruled, all may see them (B1)."""
    back = {task.n for task in table.todo if task.do is Do.MOVE and task.to == SHOE}
    return tuple(piece for piece in at(table, ASIDE) if piece.n in back)


def hand_of(table: Table, seat: int, number: int = 1) -> Rank | None:
    """The best five cards of a tabled seat with one board, None while they are not all known."""
    faces = seat_faces(table, seat) + board_faces(table, number)
    return rank(faces) if table.seats[seat].tabled and len(faces) == BOARD_CARDS + 2 else None


def next_pot(table: Table) -> int:
    """The place in `pots` of the one to push next, 0 when all are pushed (`pots.award_order`; C7).

    Of the halves of a pot that of board 1 comes first.
    """
    way = -1 if table.setup.house.pots_award_order is AwardOrder.SIDE_FIRST else 1
    left = [n for n in range(1, len(table.pots) + 1) if n not in table.pushed]
    return min(left, key=lambda n: (way * pot_number(table.pots, n), n), default=0)


def winners(table: Table, pot: Pot) -> tuple[int, ...]:
    """The seats that win a pot, or the half of it that belongs to its board (SD1 cards speak; S0-46)."""
    if len(pot.seats) == 1:
        return pot.seats
    ranks = {seat: hand_of(table, seat, pot.board or 1) for seat in pot.seats}
    best = max((r for r in ranks.values() if r is not None), default=None)
    return tuple(seat for seat in pot.seats if ranks[seat] == best)


def shares(table: Table, pot: Pot) -> Mapping[int, int]:
    """What each winner of a pot is due (T24-20A odd chips, T24-21 each pot by itself)."""
    return split(pot.amount, winners(table, pot), table.button, table.stakes.unit)


def chopped(table: Table, pots: Sequence[Pot]) -> tuple[int, ...]:
    """The numbers of the whole pots that equal hands share and nobody else has chips in (QLD 28(4)(c))."""
    return tuple(
        n
        for n, pot in enumerate(pots, 1)
        if len(pot.by) > 1
        and all(winners(table, replace(pot, board=number)) == pot.by for number in boards(table))
    )


def pushed(table: Table, event: PotPushed) -> Table:
    """The table after a pot went to its winners; no hand comes back now.

    Raises `ImpossibleEvent` where there is no such pot to push.
    """
    if table.phase is not Phase.PAYING or not 1 <= event.pot <= len(table.pots) or event.pot in table.pushed:
        raise ImpossibleEvent(f"there is no pot {event.pot} to push")
    return replace(
        table,
        seats={**table.seats, **paid(table, event.shares)},
        pushed=(*table.pushed, event.pot),
        awards=(*table.awards, *awarded(table, event.pot, event.shares)),
        unpaid=None,
    )


def paid(table: Table, shares: Mapping[int, int]) -> Mapping[int, Seat]:
    """The seats of `shares` with so many chips more, or fewer where it is negative."""
    return {n: replace(table.seats[n], stack=table.seats[n].stack + won) for n, won in shares.items()}


def awarded(table: Table, pot: int, shares: Mapping[int, int]) -> tuple[Award, ...]:
    """What each seat is paid of a pot, and the hand that it tabled."""
    number = table.pots[pot - 1].board or 1
    hands = {n: showed.name if (showed := hand_of(table, n, number)) else "" for n in shares}
    return tuple(Award(pot, n, won, hands[n]) for n, won in shares.items())
