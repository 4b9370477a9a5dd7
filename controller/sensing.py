"""From what readers saw to events: the landing rules (design 3), pure, with time passed in.

`sense` takes one sighting or a deadline that passed; `follow` says what the table as it now stands makes of
readers that are missing, and which deadlines it sets. What no reader tells is inferred from the deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from controller import beginning, leaving, strangers, stubcheck
from controller.deckcheck import DeckCheck
from controller.mucking import at_muck, mucked, mucking
from controller.rules import clock, opening, todo
from controller.rules.cards import ASIDE, BOARD, BURN, MUCK, OFF_TABLE, SHOE, CardId, How, Place, Where
from controller.rules.dealing import at, current, due, in_flight, next_number
from controller.rules.events import (
    BoardShown,
    CardMoved,
    CardOverdue,
    Event,
    MinutePassed,
    Stopped,
)
from controller.rules.incidents.count import adrift
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.sentence import say
from controller.rules.showdown import board_to_show
from controller.rules.state import BETWEEN_HANDS, Do, Piece, Table
from controller.sightings import (
    CardLeft,
    CardSeen,
    DeadlinePassed,
    Outcome,
    ReaderState,
    ReadsWeakly,
    ReadTwice,
    Sensing,
    Sighting,
    StrangeTag,
    Wait,
    Waits,
)
from controller.timers import MINUTE, SECOND, clock_left, idle, timers, waiting

__all__ = [
    "CardLeft",
    "CardSeen",
    "DeadlinePassed",
    "Outcome",
    "ReadTwice",
    "ReaderState",
    "ReadsWeakly",
    "Sensing",
    "Sighting",
    "StrangeTag",
    "Wait",
    "Waits",
    "clock_left",
    "follow",
    "sense",
]


def sense(sensing: Sensing, table: Table, sighting: Sighting) -> Outcome:
    """What one sighting tells of the cards: the readers' new state, and events to journal."""
    sensing, events = _sensed(sensing, table, sighting)
    return sensing, tuple(strangers.told(table, events))


def _sensed(sensing: Sensing, table: Table, sighting: Sighting) -> Outcome:
    match sighting:
        case CardSeen():
            return _seen(_with_present(sensing, sighting), table, sighting)
        case CardLeft():
            return _left(_without_present(sensing, sighting), table, sighting)
        case StrangeTag():
            return strangers.strange(sensing, table, sighting)
        case ReaderState(reader=reader, lost=lost):
            others = {name: why for name, why in sensing.lost.items() if name != reader}
            return replace(sensing, lost={**others, reader: lost} if lost else others), ()
        case ReadsWeakly(reader=reader, weak=weak):
            return replace(sensing, weak=sensing.weak | {reader} if weak else sensing.weak - {reader}), ()
        case ReadTwice(reader=reader, other=other):
            return replace(sensing, close={**sensing.close, (reader, other): table.hand}), ()
        case DeadlinePassed(at=now, wait=wait):
            due = sensing.deadlines.get(wait, now)
            over = {w: t for w, t in sensing.deadlines.items() if w != wait}
            return _passed(replace(sensing, deadlines=over), table, wait, now, due)


def _with_present(sensing: Sensing, seen: CardSeen) -> Sensing:
    readers = {**sensing.present.get(seen.card, {}), seen.reader: seen.at}
    return replace(sensing, present={**sensing.present, seen.card: readers})


def _without_present(sensing: Sensing, left: CardLeft) -> Sensing:
    readers = {r: since for r, since in sensing.present.get(left.card, {}).items() if r != left.reader}
    present = {card: at for card, at in sensing.present.items() if card != left.card}
    return replace(sensing, present={**present, left.card: readers} if readers else present)


def _find(table: Table, card: CardId) -> Piece | None:
    return next((piece for piece in table.pieces if piece.card == card), None)


def _seen(sensing: Sensing, table: Table, seen: CardSeen) -> Outcome:
    piece, place = _find(table, seen.card), Place.parse(seen.reader)
    if place == SHOE and (those := stubcheck.wanted(table)):
        return stubcheck.passing(sensing, table, seen.card, those)
    if table.phase in BETWEEN_HANDS and place == SHOE:
        return beginning.drawn(sensing, table, seen.card)
    if opening.verifying(table) or table.phase in AFTER_THE_HAND:
        return sensing, ()
    if place == SHOE:
        return _seen_at_shoe(sensing, table, seen, piece)
    if piece is None:
        return _seen_undrawn(sensing, table, seen, place)
    if piece.place == place:
        return sensing, ()
    if piece.place.where is Where.FLIGHT and piece.bound == place:
        return sensing, (CardMoved(piece.n, seen.card, place, How.READ),)
    if piece.place.where is Where.SEAT and place == MUCK:
        return mucking(sensing, table, piece, seen.at), ()
    return _settling(sensing, seen), ()


def _seen_at_shoe(sensing: Sensing, table: Table, seen: CardSeen, piece: Piece | None) -> Outcome:
    """A card is drawn, or one that is out goes back into the stub; while that is shuffled none is drawn."""
    if piece is None:
        if (task := current(table)) and task.do is Do.SHUFFLE:
            return sensing, ()
        return sensing, (CardMoved(next_number(table), seen.card, Place(Where.FLIGHT), How.READ),)
    if todo.expects(table, piece.n, SHOE):
        return sensing, (CardMoved(piece.n, seen.card, SHOE, How.READ),)
    return (sensing if piece.place.where is Where.FLIGHT else _settling(sensing, seen)), ()


def _settling(sensing: Sensing, seen: CardSeen) -> Sensing:
    wait = sensing.waits.early if seen.reader == str(BOARD) else sensing.waits.settle
    return sensing.armed(Wait("settle", seen.reader, seen.card), seen.at + wait)


def _seen_undrawn(sensing: Sensing, table: Table, seen: CardSeen, place: Place) -> Outcome:
    """A card that the shoe reader did not see, or one that stands for a card entered without its name."""
    blank = next((p for p in at(table, place) if p.card is None), None)
    if blank is not None:
        return sensing, (CardMoved(blank.n, seen.card, place, How.READ),)
    n, wanted = next_number(table), due(table)
    if wanted == place:
        return sensing, (CardMoved(n, seen.card, place, How.READ),)
    unseen_burn = not sensing.works(BURN) and not sensing.works(SHOE)
    if wanted == BURN and place == BOARD and unseen_burn:
        burn = CardMoved(n, None, BURN, How.INFERRED)
        return sensing, (burn, CardMoved(n + 1, seen.card, BOARD, How.READ))
    return _settling(sensing, seen), ()


def _left(sensing: Sensing, table: Table, left: CardLeft) -> Outcome:
    piece, place = _find(table, left.card), Place.parse(left.reader)
    elsewhere = sensing.present.get(left.card, {})
    if piece is None or piece.place != place or table.phase in AFTER_THE_HAND:
        return sensing, ()
    if not elsewhere:
        return leaving.lifted(sensing, place, left), ()
    # It was over two readers, and now only over the other one: it went there.
    reader = max(elsewhere, key=lambda name: elsewhere[name])
    return _seen(sensing, table, CardSeen(left.at, reader, left.card))


def _passed(sensing: Sensing, table: Table, wait: Wait, now: float, due: float) -> Outcome:
    match wait:
        case Wait("settle", reader, CardId() as card):
            return _settled(sensing, table, reader, card, now)
        case Wait("mucked", n=seat):
            return sensing, mucked(sensing, table, seat, now)
        case Wait("asked", n=seat):
            if at_muck(sensing, table, seat):
                remark = say("health.muck_question", seat=seat)
                return sensing.remarked(wait, remark), ()
        case Wait("begins"):
            return sensing, beginning.begun(sensing, table)
        case Wait("stranger", reader):
            return sensing, strangers.at_rest(sensing, table, reader)
        case Wait("moved", n=n):
            return sensing, leaving.laid_away(sensing, table, n)
        case Wait("away"):
            return leaving.unread(sensing, table, wait), ()
        case Wait("overdue", n=n):
            lost = next((p for p in in_flight(table) if p.n == n), None)
            if lost is not None and lost.bound is None:
                stops = lost in adrift(table) and not table.open
                return sensing, (Stopped(say("unresolved.left_shoe")),) if stops else ()
            return sensing, (CardOverdue(n),) if lost else ()
        case Wait("shown", n=cards):
            return _shown(sensing, table, cards)
        case Wait("minute"):
            return sensing.armed(wait, due + MINUTE), (MinutePassed(),)
        case Wait("clock", n=left) if left > 1:
            return sensing.armed(Wait("clock", n=left - 1), due + SECOND), ()
        case Wait("clock"):
            return sensing, clock.expired(table)
    return sensing, ()


def _settled(sensing: Sensing, table: Table, reader: str, card: CardId, now: float) -> Outcome:
    here, place, piece = sensing.present.get(card, {}), Place.parse(reader), _find(table, card)
    if reader not in here or table.phase in AFTER_THE_HAND or (piece is not None and piece.place == place):
        return sensing, ()
    if now < here[reader] + sensing.waits.settle:
        return _settling(sensing, CardSeen(here[reader], reader, card)), ()
    if piece is not None and str(piece.place) in here:
        remark = say("health.two_places", places=tuple(sorted(here)))
        return sensing.remarked(Wait("twice", card=card), remark), ()
    if place == SHOE:
        back = todo.expects(table, piece.n, SHOE) if piece is not None else False
        if piece is not None and back:
            return sensing, (CardMoved(piece.n, card, SHOE, How.READ),)
        return sensing, (Stopped(say("unresolved.back_in_play", place=reader)),)
    n = piece.n if piece is not None else next_number(table)
    return sensing, (*_unread(sensing, table, n, place), CardMoved(n, card, place, How.READ))


def _unread(sensing: Sensing, table: Table, n: int, place: Place) -> tuple[CardMoved, ...]:
    """What left the shoe before an unwanted board card or burn, and lies at the other where no reader is."""
    other = {BOARD: BURN, BURN: BOARD}.get(place)
    if other is None or sensing.works(other):
        return ()
    return tuple(CardMoved(p.n, p.card, other, How.INFERRED) for p in in_flight(table) if p.n < n)


def _shown(sensing: Sensing, table: Table, cards: int) -> Outcome:
    if board_to_show(table) != cards:
        return sensing, ()
    covered = [
        piece
        for piece in at(table, BOARD)
        if piece.how is How.READ and piece.card and str(BOARD) not in sensing.present.get(piece.card, {})
    ]
    if covered and sensing.works(BOARD):
        return sensing, ()
    return sensing, (BoardShown(cards),)


def follow(sensing: Sensing, table: Table, now: float) -> Outcome:
    """What the table as it stands makes of missing readers, and the waits that it needs.

    The loop calls it after each turn until no event follows.
    """
    if placed := opening.drawn(table):
        return sensing, placed
    if stubcheck.wanted(table) is None:
        sensing = replace(sensing, check=DeckCheck())
    if table.phase in BETWEEN_HANDS:
        waits = timers(sensing, table, now)
        if beginning.begun(sensing, table):
            waits[Wait("begins")] = beginning.since(sensing) + sensing.waits.early
        return replace(sensing, deadlines=waits, remarks=idle(sensing, table)), _cleared(sensing, table)
    if inferred := tuple(_inferred(sensing, table)):
        return sensing, inferred
    if blind := _blind_draw(sensing, table):
        return sensing, blind
    return waiting(sensing, table, now), ()


def _inferred(sensing: Sensing, table: Table) -> Iterator[CardMoved]:
    """Cards in flight to where no reader answers lie there, one that is asked for elsewhere excepted."""
    for piece in in_flight(table):
        elsewhere = leaving.asked_away(table, piece.n) not in (None, piece.bound)
        if piece.bound is not None and not sensing.works(piece.bound) and not elsewhere:
            yield CardMoved(piece.n, piece.card, piece.bound, How.INFERRED)


def _cleared(sensing: Sensing, table: Table) -> tuple[Event, ...]:
    """Cards of the last hand that no reader sees any more: collected.

    Where there is no antenna, beside the shoe and off the table, they are once all the others are.
    """
    gone = [p for p in table.pieces if not _is_seen(sensing, p)]
    if len(gone) < len(table.pieces):
        gone = [p for p in gone if p.place not in (ASIDE, OFF_TABLE)]
    return tuple(
        CardMoved(p.n, p.card, SHOE, How.READ if sensing.works(p.place) else How.INFERRED) for p in gone
    )


def _is_seen(sensing: Sensing, card: Piece) -> bool:
    here = sensing.present.get(card.card, {}) if card.card is not None else {}
    return any(sensing.works(Place.parse(reader)) for reader in here)


def _blind_draw(sensing: Sensing, table: Table) -> tuple[Event, ...]:
    """A card that left the shoe with nothing due, where no reader could tell where it went."""
    lost = adrift(table)
    elsewhere = any(sensing.works(Place.parse(r)) for r in sensing.readers if r != str(SHOE))
    return (Stopped(say("unresolved.left_shoe")),) if lost and not elsewhere and not table.open else ()
