"""A hand that the floor looks at, with a reason; the faces are not the table's to know (design 5.4)."""

from __future__ import annotations

from controller.rules.cards import FLIGHT, seat_place
from controller.rules.dealing import at
from controller.rules.events import HandRevealed
from controller.rules.requests import Reveal
from controller.rules.sentence import Refused, say
from controller.rules.state import Piece, Table


def hand_of(table: Table, seat: int) -> tuple[Piece, ...]:
    """The cards at a seat, or those that were dealt to it where none is left there: mucked, aside."""
    place = seat_place(seat)
    return at(table, place) or tuple(p for p in table.pieces if p.bound == place and p.place != FLIGHT)


def decide_reveal(table: Table, ask: Reveal) -> tuple[HandRevealed] | Refused:
    """The look at a hand, or why there is none or no reason for it."""
    if not ask.why.strip():
        return Refused(say("refused.reveal_reason"))
    if not hand_of(table, ask.seat):
        return Refused(say("refused.nothing_to_reveal", seat=ask.seat))
    return (HandRevealed(ask.seat, ask.who, ask.why),)
