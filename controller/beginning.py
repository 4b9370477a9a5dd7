"""Cards that are dealt before NEXT was pressed (users.md 83).

Where the house has it so the hand begins with its first card (`hand.start_event`); elsewhere the dealer is
told, and what lies there when he presses NEXT is dealt.
"""

from __future__ import annotations

from controller.rules.cards import CardId, How, Place, Where
from controller.rules.dealing import due
from controller.rules.decisions import decide
from controller.rules.events import CardMoved, Event, HandStarted
from controller.rules.house import StartEvent
from controller.rules.requests import Confirm
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, Table
from controller.rules.table import replay
from controller.sightings import Outcome, Sensing, Wait


def drawn(sensing: Sensing, table: Table, card: CardId) -> Outcome:
    """A card leaves the shoe between two hands: no reader may tell that it comes to rest."""
    start, place = _start(table)
    if place is not None and not sensing.works(place):
        return sensing, (*start, CardMoved(1, card, Place(Where.FLIGHT), How.READ))
    if place is not None or table.pieces or isinstance(decide(table, Confirm()), Refused):
        return sensing, ()
    return sensing.remarked(Wait("early", n=table.hand), say("health.before_next")), ()


def begun(sensing: Sensing, table: Table) -> tuple[Event, ...]:
    """The start of the hand whose first card lies at its seat, nothing where none does.

    What is to be done before a hand (a time charge, a draw for the button) waits for the dealer's NEXT.
    """
    start, place = _start(table)
    return start if place in _at_seats(sensing) else ()


def since(sensing: Sensing) -> float:
    """Since when a card has lain at a seat, in monotonic seconds."""
    return min(
        when
        for readers in sensing.present.values()
        for reader, when in readers.items()
        if Place.parse(reader).where is Where.SEAT
    )


def _start(table: Table) -> tuple[tuple[Event, ...], Place | None]:
    """What begins the next hand with its first card, and where that is due; None where NEXT has to."""
    first_card = table.setup.house.hand_start_event is StartEvent.FIRST_CARD
    if not first_card or table.phase not in BETWEEN_HANDS or table.pieces:
        return (), None
    start = decide(table, Confirm())
    if isinstance(start, Refused) or not isinstance(start[0], HandStarted):
        return (), None
    return start, due(replay(table, start))


def _at_seats(sensing: Sensing) -> frozenset[Place]:
    places = (Place.parse(reader) for readers in sensing.present.values() for reader in readers)
    return frozenset(place for place in places if place.where is Where.SEAT and sensing.works(place))
