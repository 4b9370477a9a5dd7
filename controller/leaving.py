"""Cards that their reader sees no more: laid where no antenna is, back in the stub, or lifted (rules.md 6.3).

A missing read is never a foul: the card stays where the ledger has it until a reader sees it elsewhere, the
dealer says where it is, or it was asked for at a place that has no antenna and stayed away.
"""

from __future__ import annotations

from controller.rules.cards import ASIDE, BOARD, FLIGHT, OFF_TABLE, SHOE, CardId, How, Place, Where
from controller.rules.events import CardMoved
from controller.rules.ledger import piece
from controller.rules.sentence import say
from controller.rules.state import Piece, Table
from controller.rules.todo import expects
from controller.sightings import CardLeft, Sensing, Wait

WITHOUT_ANTENNA = (SHOE, ASIDE, OFF_TABLE)


def asked_away(table: Table, n: int) -> Place | None:
    """The place without an antenna where the card is to be laid, None for none."""
    return next((to for to in WITHOUT_ANTENNA if expects(table, n, to)), None)


def lifted(sensing: Sensing, there: Place, left: CardLeft) -> Sensing:
    """A card of board or seat left its reader and came to no other."""
    if there != BOARD and there.where is not Where.SEAT:
        return sensing
    return sensing.armed(Wait("away", left.reader, left.card), left.at + sensing.waits.away)


def unread(sensing: Sensing, table: Table, wait: Wait) -> Sensing:
    """A remark on a card that its reader has not seen for long."""
    return (
        sensing.remarked(wait, say("health.not_read", place=wait.reader))
        if still(sensing, table, wait)
        else sensing
    )


def still(sensing: Sensing, table: Table, wait: Wait) -> bool:
    """Whether the card of a wait is seen nowhere, and the ledger has it where it was."""
    place = next((str(p.place) for p in table.pieces if p.card == wait.card), "")
    return wait.card not in sensing.present and place == wait.reader


def going(sensing: Sensing, table: Table) -> dict[Wait, float]:
    """The waits, in seconds, for cards that are asked for where no antenna is and have left their reader."""
    waits: dict[Wait, float] = {}
    for card in table.pieces:
        if _gone(sensing, card) and asked_away(table, card.n) is not None:
            flying = card.place == FLIGHT
            waits[Wait("moved", n=card.n)] = sensing.waits.flight if flying else sensing.waits.settle
    return waits


def laid_away(sensing: Sensing, table: Table, n: int) -> tuple[CardMoved, ...]:
    """The card is where it was asked for, if it is still seen nowhere."""
    card, to = piece(table, n), asked_away(table, n)
    if card is None or to is None or not _gone(sensing, card):
        return ()
    return (CardMoved(n, card.card, to, How.INFERRED),)


def _gone(sensing: Sensing, card: Piece) -> bool:
    """Whether a reader would see the card where it was, and none does."""
    return _is_read(sensing, card.place) and card.card is not None and not _seen(sensing, card.card)


def _is_read(sensing: Sensing, place: Place) -> bool:
    return place == FLIGHT or sensing.works(place)


def _seen(sensing: Sensing, card: CardId) -> bool:
    return any(sensing.works(Place.parse(reader)) for reader in sensing.present.get(card, {}))
