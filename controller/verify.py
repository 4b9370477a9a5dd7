"""After a restart in mid-hand: does what the readers see agree with the ledger? (design 6)"""

from __future__ import annotations

from controller.rules import betting
from controller.rules.cards import Where
from controller.rules.sentence import Sentence, say
from controller.rules.state import Piece, Table
from controller.sensing import Sensing


def differing(sensing: Sensing, table: Table) -> Sentence | None:
    """The first place where a card should lie and its reader does not see it, None when all agree.

    Only cards that a reader had seen are asked for, of hands still live and of the board: folded cards, the
    burns and the muck lie in piles that no reader can be trusted to read through (hardware.md 6).
    """
    missing = [piece for piece in table.pieces if _expected(sensing, table, piece)]
    if not missing:
        return None
    return say("detail.differs", what=str(missing[0].place), cards=len(missing))


def _expected(sensing: Sensing, table: Table, piece: Piece) -> bool:
    place = piece.place
    lies_open = place.where is Where.BOARD or (
        place.where is Where.SEAT and place.seat in betting.live(table)
    )
    if not lies_open or piece.card is None or not sensing.works(place):
        return False
    return str(place) not in sensing.present.get(piece.card, {})
