"""Tags that are no card of the deck in use: jokers, other decks, unknown tags, cut cards (F2, F4; 6.1).

The same tag at two readers is the reader's fault and none of the deck's (F10).
"""

from __future__ import annotations

from collections.abc import Iterator

from controller import stubcheck
from controller.rules.cards import SHOE, Place
from controller.rules.dealing import deck_in_use, due, in_flight
from controller.rules.events import CardMoved, Event, Reported, Stopped
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.sentence import say
from controller.rules.state import Phase, Table
from controller.sightings import CUT_CARD, Outcome, Sensing, StrangeTag, Wait


def strange(sensing: Sensing, table: Table, tag: StrangeTag) -> Outcome:
    """A tag that is no card: a remark while it lies there, a stop where a card of the deal was due."""
    wait, at_shoe = Wait("strange", tag.reader), tag.reader == str(SHOE)
    if tag.gone:
        return sensing.unremarked(wait), ()
    if tag.kind == CUT_CARD:
        return sensing.remarked(wait, say("health.cut_card", reader=tag.reader)), ()
    in_hand = table.phase not in AFTER_THE_HAND
    remarked = sensing.remarked(wait, say("health.unknown_tag", reader=tag.reader))
    if at_shoe and stubcheck.wanted(table):
        return stubcheck.strange(remarked, table)
    if at_shoe and in_hand:
        return sensing, (_unknown(table, tag.reader),)
    if in_hand and not sensing.works(SHOE):
        return remarked.armed(Wait("stranger", tag.reader), tag.at + sensing.waits.settle), ()
    return remarked, ()


def at_rest(sensing: Sensing, table: Table, reader: str) -> tuple[Event, ...]:
    """Where no shoe reader tells: an unknown tag rests where the next card of the deal is due."""
    waited_for = {due(table), *(piece.bound for piece in in_flight(table))}
    still = Wait("strange", reader) in sensing.remarks and table.phase not in AFTER_THE_HAND
    stops = still and Place.parse(reader) in waited_for and not table.open
    return (_unknown(table, reader),) if stops else ()


def told(table: Table, events: tuple[Event, ...]) -> Iterator[Event]:
    """The events, and after each card that came out what it is, where it is none of the deck."""
    known = {piece.n for piece in table.pieces if piece.card}
    for event in events:
        yield event
        if isinstance(event, CardMoved) and event.card is not None and event.n not in known:
            known.add(event.n)
            if event.card.is_joker and table.phase is not Phase.DRAWING:
                yield Reported("joker", event.n)
            elif event.card.deck != deck_in_use(table):
                yield Stopped(say("irregular.foreign", place=str(SHOE)), _kind(table), n=event.n)


def _unknown(table: Table, reader: str) -> Stopped:
    """A tag that nobody enrolled came out with the cards (F2, F10)."""
    return Stopped(say("unresolved.unknown_tag", reader=reader), _kind(table))


def _kind(table: Table) -> str:
    """In the draw for the button there is no hand to rule on."""
    return "unresolved" if table.phase is Phase.DRAWING else "F2"
