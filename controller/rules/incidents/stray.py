"""A card where no rule provides for it: the table stops, and whoever is there says what it is (design 4)."""

from __future__ import annotations

from controller.rules.cards import BOARD, BURN, MUCK, SHOE, Where
from controller.rules.dealing import at
from controller.rules.incidents.stops import stopped, unresolved
from controller.rules.sentence import Sentence, say
from controller.rules.state import Phase, Piece, Table


def placed(table: Table, was: Piece | None, now: Piece | None) -> Table:
    """The table, stopped where the card lies neither where it was wanted nor where it may go by itself."""
    wrong = _objection(table, was, now)
    return stopped(table, unresolved(wrong)) if wrong else table


def _objection(table: Table, was: Piece | None, now: Piece | None) -> Sentence | None:
    if now is None:
        return say("unresolved.back_in_play", place=str(SHOE))
    if table.phase is Phase.DRAWING and now.place.seat in table.drawing and len(at(table, now.place)) == 1:
        return None
    if was is None or was.place.where is Where.FLIGHT:
        return None if now.place == now.bound else _wrong_place(now)
    if was.place.where is Where.SEAT and now.place == MUCK:
        return say("unresolved.muck", seat=was.place.seat)
    return say("unresolved.back_in_play", place=str(now.place))


def _wrong_place(now: Piece) -> Sentence:
    if now.bound is not None:
        return say("unresolved.wrong_place", place=str(now.place), expected=str(now.bound))
    if now.place == BOARD:
        return say("unresolved.board_early")
    if now.place == BURN:
        return say("unresolved.burn_early")
    return say("unresolved.extra", place=str(now.place))
