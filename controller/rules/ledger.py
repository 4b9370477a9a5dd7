"""The card ledger: every card in exactly one place, and what is wrong with a move nobody asked for."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.cards import BOARD, BURN, FLIGHT, MUCK, SHOE, Place, Where
from controller.rules.dealing import at, due
from controller.rules.events import CardMoved
from controller.rules.sentence import Sentence, say
from controller.rules.state import Irregularity, Phase, Piece, Status, Table

AFTER_THE_HAND = (Phase.IDLE, Phase.VOID, Phase.PAYING)
# The one stop that an entry makes: a card was named that lies elsewhere, perhaps by a slip of the finger.
DECK_FAULT = say("unresolved.deck_fault")


def next_number(table: Table) -> int:
    """The number that the next card to leave the shoe will have."""
    return table.pieces[-1].n + 1 if table.pieces else 1


def piece(table: Table, n: int) -> Piece | None:
    """The card that left the shoe as number `n`, None if it is not out."""
    return next((p for p in table.pieces if p.n == n), None)


def moved(table: Table, event: CardMoved) -> Table:
    """The table after a card came to a place; a move without a rule opens an irregularity."""
    before, twice = piece(table, event.n), _is_elsewhere(table, event)
    wrong = None if table.open else _objection(table, before, event.to)
    if twice:
        wrong = wrong or _deck_fault(table)
        event = replace(event, card=None)
    if event.to == SHOE:
        pieces = tuple(p for p in table.pieces if p.n != event.n)
    elif before is None:
        pieces = (*table.pieces, Piece(event.n, event.card, event.to, event.how, due(table)))
    else:
        card = event.card or before.card
        now = replace(before, card=card, place=event.to, how=event.how, overdue=False)
        pieces = tuple(now if p.n == event.n else p for p in table.pieces)
    opened = (unresolved(wrong),) if wrong else table.open
    return replace(table, pieces=pieces, open=opened)


def _is_elsewhere(table: Table, event: CardMoved) -> bool:
    return event.card is not None and any(p.card == event.card and p.n != event.n for p in table.pieces)


def _deck_fault(table: Table) -> Sentence | None:
    """A card in two places at once (F1): whichever it was before was named wrongly, or the deck has two."""
    return None if table.open or table.phase in AFTER_THE_HAND else DECK_FAULT


def unresolved(reason: Sentence) -> Irregularity:
    """A stop for which no rule is built in; a deck that has a card twice is void (F1, T24-35E, RR-IRR-4)."""
    return Irregularity("unresolved", reason, rulings=("R03",) if reason == DECK_FAULT else ())


def _objection(table: Table, before: Piece | None, to: Place) -> Sentence | None:
    if table.phase in AFTER_THE_HAND or (before is not None and before.place == to):
        return None
    if table.phase is Phase.DRAWING and to.seat in table.drawing and not at(table, to):
        return None
    if before is None or before.place == FLIGHT:
        bound = due(table) if before is None else before.bound
        return None if to in (FLIGHT, bound) else _wrong_place(to, bound)
    if before.place.where is Where.SEAT and to == MUCK:
        owner = table.seats[before.place.seat]
        gone = owner.status in (Status.FOLDED, Status.MUCKED, Status.DEAD)
        return None if gone else say("unresolved.muck", seat=before.place.seat)
    if before.n in table.exposed and to == BURN:
        return None
    if before.place == MUCK and to == before.bound and table.seats[to.seat].status is Status.MUCKED:
        # A hand thrown in at showdown comes back before its owner (T24-14).
        return None
    return say("unresolved.back_in_play", place=str(to))


def _wrong_place(to: Place, bound: Place | None) -> Sentence:
    if bound is not None:
        return say("unresolved.wrong_place", place=str(to), expected=str(bound))
    if to == BOARD:
        return say("unresolved.board_early")
    if to == BURN:
        return say("unresolved.burn_early")
    return say("unresolved.extra", place=str(to))
