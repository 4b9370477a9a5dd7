"""Rulings on a card too many or too few (rules.md 3.3 M8 to M10; R06, R38)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.betting import IN_HAND
from controller.rules.cards import BURN, seat_place
from controller.rules.dealing import HOLE_CARDS, at, in_flight
from controller.rules.events import Ruled
from controller.rules.incidents.count import cards_of
from controller.rules.ledger import piece
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.state import Do, Irregularity, Phase, Table, Task

CODES = frozenset({"R06", "R38"})
_DEAL = (Phase.DEALING, Phase.PREFLOP)


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why it does not fit what lies on the table."""
    if table.phase not in _DEAL:
        return Refused(say("refused.not_now", ask=ask.code))
    about = next(iter((*table.open, *table.mends)), None)
    seat = ask.seat or (about.seat if about else 0)
    if ask.code == "R38":
        wrong = _short_objection(table, seat)
        return wrong or (signed(table, ask, seat=seat),)
    ruling = signed(table, ask, seat=seat, n=_surplus(table, about, seat))
    return (ruling,) if piece(table, ruling.n) else Refused(say("refused.no_extra_card", seat=seat))


def _short_objection(table: Table, seat: int) -> Refused | None:
    """A card is dealt to a hand that lacks one and has not acted (T24-37, RR-MD-1e)."""
    here = table.seats.get(seat)
    if here is None or here.status not in IN_HAND or seat not in table.dealt:
        return Refused(say("refused.no_hand", seat=seat))
    if here.acted:
        return Refused(say("refused.acted_short", seat=seat))
    return None if cards_of(table, seat) < HOLE_CARDS else Refused(say("refused.not_short", seat=seat))


def _surplus(table: Table, about: Irregularity | None, seat: int) -> int:
    """The number of the card too many: what the stop is about, else the newest of the seat or of the air."""
    if about is not None and about.kind in ("M8", "M10") and about.n and seat == about.seat:
        return about.n
    hand = at(table, seat_place(seat)) if seat else ()
    if len(hand) > HOLE_CARDS:
        return hand[-1].n
    flying = [card for card in in_flight(table) if card.bound is None]
    return flying[-1].n if flying else 0


def ruled(table: Table, event: Ruled) -> Table:
    """The table with the missing card due next, or the surplus card to be moved to the burns (RR-HE-2)."""
    if event.code == "R38":
        task = Task(Do.DRAW, event.code, to=seat_place(event.seat))
    else:
        task = Task(Do.MOVE, event.code, n=event.n, to=BURN)
    return replace(table, todo=(*table.todo, task))
