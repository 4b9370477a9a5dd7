"""The card ledger: every card that left the shoe in exactly one place (design 4)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.cards import ASIDE, BOARD, SHOE
from controller.rules.dealing import due, next_hole
from controller.rules.events import CardMoved
from controller.rules.state import Phase, Piece, Table

AFTER_THE_HAND = (Phase.IDLE, Phase.VOID, Phase.PAYING)


def piece(table: Table, n: int) -> Piece | None:
    """The card that left the shoe as number `n`, None if it is not out."""
    return next((p for p in table.pieces if p.n == n), None)


def moved(table: Table, event: CardMoved) -> Table:
    """The table after a card came to a place; one that lies elsewhere already is a card without a name."""
    card = None if is_elsewhere(table, event) else event.card
    table = _off_the_board(table, event)
    if event.to == SHOE:
        return replace(_forgotten(table, event.n), pieces=tuple(p for p in table.pieces if p.n != event.n))
    if (before := piece(table, event.n)) is None:
        bound = due(table)
        replaces = next_hole(table)[1] if bound is not None and bound == next_hole(table)[0] else 0
        new = Piece(event.n, card, event.to, event.how, bound, replaces=replaces)
        return replace(table, pieces=(*table.pieces, new))
    now = replace(before, card=card or before.card, place=event.to, how=event.how, overdue=False, down=False)
    if (before.place, event.to) == (ASIDE, BOARD):
        # A river that was held comes after the turn, whichever left the shoe first (EX-47).
        return replace(table, pieces=(*(p for p in table.pieces if p.n != event.n), now))
    return replace(table, pieces=tuple(now if p.n == event.n else p for p in table.pieces))


def is_elsewhere(table: Table, event: CardMoved) -> bool:
    """Whether the card has a place under another number: it was named wrongly, or is there twice."""
    return event.card is not None and any(p.card == event.card and p.n != event.n for p in table.pieces)


def _off_the_board(table: Table, event: CardMoved) -> Table:
    """The table that counts a card no more among the board cards that everybody has seen."""
    board = [p.n for p in table.pieces if p.place == BOARD]
    leaves = event.n in board and event.to != BOARD and table.phase not in AFTER_THE_HAND
    seen = leaves and board.index(event.n) < table.shown
    return replace(table, shown=table.shown - 1) if seen else table


def _forgotten(table: Table, n: int) -> Table:
    """The table without what was noted of a card that goes back to the shoe: its number is given again.

    In the middle of a hand nobody knows any more where it lies: its face is shown anew when it comes again.
    """
    gone = piece(table, n)
    lost = gone.card if gone and table.phase not in AFTER_THE_HAND else None
    return replace(
        table,
        faces={card: face for card, face in table.faces.items() if card != lost},
        exposed=tuple(k for k in table.exposed if k != n),
        seen=tuple(k for k in table.seen if k != n),
        boxed=tuple(k for k in table.boxed if k != n),
        jokers=tuple(k for k in table.jokers if k != n),
    )
