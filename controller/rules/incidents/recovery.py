"""Which cards are a player's hand wherever they lie, and whether it may come back (rules.md 6.3, 12.2)."""

from __future__ import annotations

from controller.rules.betting import IN_HAND
from controller.rules.cards import BOARD, FLIGHT, MUCK, Where, seat_place
from controller.rules.dealing import HOLE_CARDS, at
from controller.rules.events import Acted, CardMoved, Conceded, Event, Retrieved, Ruled
from controller.rules.house import Retrieval
from controller.rules.state import Piece, Table


def hand(table: Table, seat: int) -> tuple[Piece, ...]:
    """The cards that were dealt to a seat and are its hand: before it, in the muck or thrown elsewhere.

    A card that lies before another player is his own unless he has more than a hand.
    """
    place, gone = seat_place(seat), away(table, seat)
    before = _not_replaced(table, at(table, place))
    if gone or len(before) != HOLE_CARDS:
        before = tuple(piece for piece in before if piece.bound == place)
    return (*before, *gone)


def away(table: Table, seat: int) -> tuple[Piece, ...]:
    """The cards of a seat's hand that lie elsewhere: with another player where he has cards of his own."""
    dealt = (p for p in table.pieces if p.bound == seat_place(seat) and p.place not in (p.bound, FLIGHT))
    return _not_replaced(table, tuple(p for p in dealt if not p.place.seat or _is_thrown(table, p)))


def thrown(table: Table, seat: int) -> tuple[Piece, ...]:
    """The cards of other players that lie with a seat, where its own two can be told from them (H7, H19)."""
    lying = _not_replaced(table, at(table, seat_place(seat)))
    strange = tuple(p for p in lying if p.bound is not None and p.bound.where is Where.SEAT)
    strange = tuple(p for p in strange if p.bound != p.place)
    return strange if len(lying) - len(strange) == HOLE_CARDS else ()


def known(table: Table, seat: int) -> bool:
    """Whether the hand can be told for certain: both cards were dealt to the seat and are there (6.3)."""
    cards = hand(table, seat)
    return len(cards) == HOLE_CARDS and all(piece.card is not None for piece in cards)


def recoverable(table: Table, seat: int) -> bool:
    """Whether the hand may come back: known, not killed by touching the muck, no board card since (12.2).

    What was tabled properly cannot be killed by the muck (T24-13C).
    """
    kills = table.setup.house.muck_retrieval is Retrieval.TOUCH_KILLS
    touched = any(piece.place == MUCK for piece in hand(table, seat))
    dead = kills and touched and not table.seats[seat].tabled
    return known(table, seat) and not dead and not board_since(table, seat)


def board_since(table: Table, seat: int) -> bool:
    """Whether a board card lies there that did not when the hand was released, killed or swept in.

    It is nothing to a hand that was tabled (T24-13C) or never was in the muck (H10).
    """
    own = {piece.n for piece in hand(table, seat)}
    lying: set[int] = set()
    then: frozenset[int] | None = None
    for _, event in table.history:
        gone = _is_gone(then is not None, event, seat, own)
        then = (frozenset(lying) if then is None else then) if gone else None
        if isinstance(event, CardMoved):
            lying = lying | {event.n} if event.to == BOARD else lying - {event.n}
    tabled = table.seats[seat].tabled
    return not tabled and then is not None and any(piece.n not in then for piece in at(table, BOARD))


def _is_gone(gone: bool, event: Event, seat: int, own: set[int]) -> bool:
    match event:
        case Acted(seat=of, act="fold") if of == seat:
            return True
        case Conceded(seat=of) if of == seat:
            return True
        case Ruled(code="R15" | "R23", seat=of) if of == seat:
            return True
        case CardMoved(n=n, to=to) if n in own and to == MUCK:
            return True
        case Retrieved(seat=of) | Ruled(code="R16", seat=of) if of == seat:
            return False
    return gone


def _not_replaced(table: Table, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The cards among these for which no other was dealt instead (S0-65, RR-IRR-7)."""
    replaced = {piece.replaces for piece in table.pieces}
    return tuple(piece for piece in pieces if piece.n not in replaced)


def _is_thrown(table: Table, piece: Piece) -> bool:
    holder = table.seats.get(piece.place.seat)
    return holder is None or holder.status not in IN_HAND or piece in thrown(table, piece.place.seat)
