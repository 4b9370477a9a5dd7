"""Rulings on posts and on the whole state: a correction, and the table set right (R36, R40)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import How, Place, Where
from controller.rules.counting import MOST_CHIPS
from controller.rules.events import CardMoved, Posted, Ruled
from controller.rules.ledger import moved, piece
from controller.rules.posting import post_objection, posted
from controller.rules.requests import Post, Rule
from controller.rules.rulings.signature import about, signed
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting
from controller.rules.state import BETWEEN_HANDS, Seat, Status, Table

CODES = frozenset({"R36", "R40"})


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling, or why it does not fit what lies on the table."""
    if ask.code == "R36":
        ask = replace(ask, seat=ask.seat or about(table, ask.code))
        if len(ask.amounts) != 2:
            return Refused(say("refused.live_and_dead"))
        return post_objection(table, Post(ask.seat, *ask.amounts)) or (signed(table, ask),)
    wrong = _persons_objection(ask) or _moves_objection(table, ask) or _stacks_objection(table, ask)
    return wrong or (signed(table, ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family; raises `ImpossibleEvent`."""
    if event.code == "R36":
        live, dead = event.amounts
        return posted(table, Posted(event.seat, live, dead))
    for n, to in event.moves.items():
        found = piece(table, n)
        table = moved(table, CardMoved(n, found.card if found else None, to, How.ENTERED))
    for seat, stack in event.stacks.items():
        table = _stacked(table, seat, stack)
    return table


def _persons_objection(ask: Rule) -> Refused | None:
    """The state is set by two people who have both signed (R40)."""
    if not ask.second:
        return Refused(say("refused.second_missing"))
    return Refused(say("refused.second_same", name=ask.who)) if ask.second == ask.who else None


def _moves_objection(table: Table, ask: Rule) -> Refused | None:
    """Cards that are out go where cards can lie; a card in the air has no place yet."""
    if not ask.cards and not ask.stacks:
        return Refused(say("refused.state_empty"))
    out = {there.card for there in table.pieces}
    once = len(set(ask.cards)) == len(ask.cards) == len(ask.places)
    if not once or not set(ask.cards) <= out:
        return Refused(say("refused.state_cards"))
    wrong = next((place for place in ask.places if not _is_place(table, place)), None)
    return Refused(say("refused.state_place", place=str(wrong))) if wrong else None


def _is_place(table: Table, place: Place) -> bool:
    if place.where is not Where.SEAT:
        return place.where is not Where.FLIGHT and not place.seat
    here = table.seats.get(place.seat)
    return here is not None and here.status is not Status.EMPTY


def _stacks_objection(table: Table, ask: Rule) -> Refused | None:
    """Chips behind as they were counted; who has a hand has some chips, behind or in the middle (D26)."""
    unit = table.stakes.unit
    if ask.stacks and table.setup.betting is Betting.CARDS_ONLY:
        return Refused(say("refused.no_chips_kept"))
    for seat, stack in ask.stacks.items():
        here = table.seats.get(seat)
        if here is None or here.status is Status.EMPTY:
            return Refused(say("refused.no_player", seat=seat))
        playing = here.status in betting.IN_HAND and table.phase not in BETWEEN_HANDS
        least = unit if playing and not here.street_in + here.put + here.dead else 0
        if stack < least:
            return Refused(say("refused.amount_low", least=least))
        if stack > MOST_CHIPS:
            return Refused(say("refused.amount_high", most=MOST_CHIPS))
        if stack % unit:
            return Refused(say("refused.amount_unit", unit=unit))
    return None


def _stacked(table: Table, seat: int, stack: int) -> Table:
    """The seat with so many chips behind; the difference to the ledger is kept as unaccounted (design 4)."""
    here = table.seats[seat]
    account = replace(table.account, unaccounted=table.account.unaccounted + here.stack - stack)
    now = replace(here, stack=stack, status=_status(table, here, stack))
    return replace(table, seats={**table.seats, seat: now}, account=account)


def _status(table: Table, here: Seat, stack: int) -> Status:
    if table.phase in BETWEEN_HANDS:
        found = here.status is Status.AWAY and stack and not here.stack
        return Status.OUT if found else here.status
    if here.status not in betting.IN_HAND or table.setup.betting is Betting.CARDS_ONLY:
        return here.status
    return Status.LIVE if stack else Status.ALL_IN
