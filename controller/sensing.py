"""From what readers saw to events: the landing rules (design 3), pure, with time passed in.

`sense` takes one sighting or a deadline that passed; `follow` says what the table as it now stands makes of
readers that are missing, and which deadlines it sets. What no reader tells is inferred from the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from controller.deckcheck import UNKNOWN_TAG, DeckCheck
from controller.rules import betting, clock, opening, showdown
from controller.rules.cards import BOARD, BURN, MUCK, SHOE, CardId, How, Place, Where, seat_place
from controller.rules.dealing import at, due, in_flight, street_lying
from controller.rules.events import (
    Acted,
    BoardShown,
    CardMoved,
    CardOverdue,
    Conceded,
    DeckVerified,
    Event,
    MinutePassed,
    Stopped,
)
from controller.rules.ledger import AFTER_THE_HAND, next_number
from controller.rules.sentence import Sentence, say
from controller.rules.state import BETWEEN_HANDS, Opening, Piece, Table

# Floats do not add up exactly: a hair less, and a whole number of seconds reaches the timer.
HAIR = 1e-6
MINUTE = 60.0 - HAIR
SECOND = 1.0 - HAIR
FOLLOWED = ("overdue", "shown", "minute", "clock")


@dataclass(frozen=True, slots=True)
class Waits:
    """How long the table waits, in seconds (design 3): the settings of the landing rules.

    `settle` for a card resting where the deal did not want it, `early` for one on the board, `flight` for one
    that left the shoe, `mucked` for a whole hand on the muck and `asked` until the dealer is asked about it,
    `shown` for a street to rest before its faces are public, `twice` for a tag that two readers see.
    """

    settle: float = 0.4
    early: float = 1.0
    flight: float = 2.0
    mucked: float = 0.7
    asked: float = 2.0
    shown: float = 1.0
    twice: float = 1.5


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card of the deck came to rest over a reader; for the shoe it passed."""

    at: float
    reader: str
    card: CardId


@dataclass(frozen=True, slots=True)
class CardLeft:
    """A card is over a reader no more."""

    at: float
    reader: str
    card: CardId


@dataclass(frozen=True, slots=True)
class StrangeTag:
    """A tag that is no card of the deck lies over a reader, or (`gone`) has left it."""

    at: float
    reader: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class ReaderState:
    """A reader answers again (`lost` empty) or does not, with the reason."""

    at: float
    reader: str
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """What is being waited for: a kind of deadline and the card, seat or number that it is about.

    The "clock" of a player has as number the seconds that are left, this one included.
    """

    kind: str
    reader: str = ""
    card: CardId | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """A wait is over; timers are sightings like any other, so that the core reads no clock."""

    at: float
    wait: Wait


Sighting: TypeAlias = CardSeen | CardLeft | StrangeTag | ReaderState | DeadlinePassed


@dataclass(frozen=True, slots=True)
class Sensing:
    """What the readers say now: `present` is card to reader to since when, `lost` reader to reason.

    `deadlines` are the waits under way and when they end; `remarks` are sentences for the dealer about what
    is odd and decided nothing. `check` is what has passed of the deck that is being verified.
    """

    readers: frozenset[str]
    waits: Waits = field(default_factory=Waits)
    lost: Mapping[str, str] = field(default_factory=dict)
    present: Mapping[CardId, Mapping[str, float]] = field(default_factory=dict)
    deadlines: Mapping[Wait, float] = field(default_factory=dict)
    remarks: Mapping[Wait, Sentence] = field(default_factory=dict)
    check: DeckCheck = field(default_factory=DeckCheck)

    def works(self, place: Place) -> bool:
        """Whether a reader that answers covers the place."""
        return str(place) in self.readers and str(place) not in self.lost


Outcome: TypeAlias = tuple[Sensing, tuple[Event, ...]]


def sense(sensing: Sensing, table: Table, sighting: Sighting) -> Outcome:
    """What one sighting tells of the cards: the readers' new state, and events to journal."""
    match sighting:
        case CardSeen():
            return _seen(_with_present(sensing, sighting), table, sighting)
        case CardLeft():
            return _left(_without_present(sensing, sighting), table, sighting)
        case StrangeTag():
            return _strange(sensing, table, sighting)
        case ReaderState(reader=reader, lost=lost):
            others = {name: why for name, why in sensing.lost.items() if name != reader}
            return replace(sensing, lost={**others, reader: lost} if lost else others), ()
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


def _armed(sensing: Sensing, wait: Wait, when: float) -> Sensing:
    return replace(sensing, deadlines={**sensing.deadlines, wait: when})


def _find(table: Table, card: CardId) -> Piece | None:
    return next((piece for piece in table.pieces if piece.card == card), None)


def _seen(sensing: Sensing, table: Table, seen: CardSeen) -> Outcome:
    if table.opening is Opening.VERIFYING:
        return _verifying(sensing, table, seen)
    if table.phase in AFTER_THE_HAND:
        return sensing, ()
    piece, place = _find(table, seen.card), Place.parse(seen.reader)
    if place == SHOE:
        if piece is None:
            return sensing, (CardMoved(next_number(table), seen.card, Place(Where.FLIGHT), How.READ),)
        return (sensing if piece.place.where is Where.FLIGHT else _settling(sensing, seen)), ()
    if piece is None:
        return _seen_undrawn(sensing, table, seen, place)
    if piece.place == place:
        return sensing, ()
    if piece.place.where is Where.FLIGHT and piece.bound == place:
        return sensing, (CardMoved(piece.n, seen.card, place, How.READ),)
    if piece.place.where is Where.SEAT and place == MUCK:
        return _mucking(sensing, piece.place.seat, seen.at), ()
    return _settling(sensing, seen), ()


def _verifying(sensing: Sensing, table: Table, seen: CardSeen) -> Outcome:
    """A card of the deck that is being verified passes the shoe antenna (rules.md 2.1)."""
    if seen.reader != str(SHOE):
        return sensing, ()
    deck, size = opening.deck_in_use(table), table.setup.deck_size
    check = sensing.check.passed(seen.card, deck)
    return replace(sensing, check=check), (DeckVerified(deck, size),) if check.whole(size) else ()


def awaits_deck(sensing: Sensing, table: Table) -> bool:
    """Whether the deck has to pass the shoe antenna: the dealer's word is taken only where that is lost."""
    return table.opening is Opening.VERIFYING and sensing.works(SHOE)


def _settling(sensing: Sensing, seen: CardSeen) -> Sensing:
    wait = sensing.waits.early if seen.reader == str(BOARD) else sensing.waits.settle
    return _armed(sensing, Wait("settle", seen.reader, seen.card), seen.at + wait)


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


def _mucking(sensing: Sensing, seat: int, now: float) -> Sensing:
    sensing = _armed(sensing, Wait("mucked", n=seat), now + sensing.waits.mucked)
    asked = Wait("asked", n=seat)
    return sensing if asked in sensing.deadlines else _armed(sensing, asked, now + sensing.waits.asked)


def _left(sensing: Sensing, table: Table, left: CardLeft) -> Outcome:
    piece, place = _find(table, left.card), Place.parse(left.reader)
    elsewhere = sensing.present.get(left.card, {})
    if piece is None or piece.place != place or not elsewhere or table.phase in AFTER_THE_HAND:
        return sensing, ()
    # It was over two readers, and now only over the other one: it went there.
    reader = max(elsewhere, key=lambda name: elsewhere[name])
    return _seen(sensing, table, CardSeen(left.at, reader, left.card))


def _strange(sensing: Sensing, table: Table, tag: StrangeTag) -> Outcome:
    wait = Wait("strange", tag.reader)
    if tag.gone:
        remarks = {w: s for w, s in sensing.remarks.items() if w != wait}
        return replace(sensing, remarks=remarks), ()
    in_hand = table.phase not in AFTER_THE_HAND
    if tag.reader == str(SHOE) and in_hand:
        return sensing, (Stopped(say("unresolved.unknown_tag", reader=tag.reader)),)
    if tag.reader == str(SHOE) and table.opening is Opening.VERIFYING:
        sensing = replace(sensing, check=sensing.check.foreign(UNKNOWN_TAG))
    remark = say("health.unknown_tag", reader=tag.reader)
    return replace(sensing, remarks={**sensing.remarks, wait: remark}), ()


def _passed(sensing: Sensing, table: Table, wait: Wait, now: float, due: float) -> Outcome:
    match wait:
        case Wait("settle", reader, CardId() as card):
            return _settled(sensing, table, reader, card, now)
        case Wait("mucked", n=seat):
            return sensing, _mucked(sensing, table, seat, now)
        case Wait("asked", n=seat):
            if _at_muck(sensing, table, seat):
                remark = say("health.muck_question", seat=seat)
                return replace(sensing, remarks={**sensing.remarks, wait: remark}), ()
        case Wait("overdue", n=n):
            lost = next((p for p in in_flight(table) if p.n == n), None)
            if lost is not None and lost.bound is None:
                return sensing, () if table.open else (Stopped(say("unresolved.left_shoe")),)
            return sensing, (CardOverdue(n),) if lost else ()
        case Wait("shown", n=cards):
            return _shown(sensing, table, cards)
        case Wait("minute"):
            return _armed(sensing, wait, due + MINUTE), (MinutePassed(),)
        case Wait("clock", n=left) if left > 1:
            return _armed(sensing, Wait("clock", n=left - 1), due + SECOND), ()
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
        return replace(sensing, remarks={**sensing.remarks, Wait("twice", card=card): remark}), ()
    if place == SHOE:
        return sensing, (Stopped(say("unresolved.back_in_play", place=reader)),)
    n = piece.n if piece is not None else next_number(table)
    return sensing, (CardMoved(n, card, place, How.READ),)


def _at_muck(sensing: Sensing, table: Table, seat: int) -> tuple[Piece, ...]:
    muck = str(MUCK)
    return tuple(p for p in at(table, seat_place(seat)) if p.card and muck in sensing.present.get(p.card, {}))


def _mucked(sensing: Sensing, table: Table, seat: int, now: float) -> tuple[Event, ...]:
    """A whole hand that rested on the muck: a fold, a concession, or a hand that should not be there."""
    hand, there = at(table, seat_place(seat)), _at_muck(sensing, table, seat)
    rested = [sensing.present[p.card][str(MUCK)] for p in there if p.card]
    at_seat = any(str(seat_place(seat)) in sensing.present[p.card] for p in there if p.card)
    if len(there) < len(hand) or at_seat or any(now - t < sensing.waits.mucked - 1e-6 for t in rested):
        return ()
    moves = tuple(CardMoved(p.n, p.card, MUCK, How.READ) for p in there)
    if table.open or not moves:
        return moves
    if betting.pending(table, seat):
        return (Acted(seat, "muck", "fold", 0, table.seats[seat].street_in), *moves)
    if showdown.may_muck(table, seat):
        return (Conceded(seat, "muck"), *moves)
    return moves


def _shown(sensing: Sensing, table: Table, cards: int) -> Outcome:
    lying = at(table, BOARD)
    if len(lying) != cards or table.open:
        return sensing, ()
    covered = [
        piece
        for piece in lying
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
    if table.opening is not Opening.VERIFYING:
        sensing = replace(sensing, check=DeckCheck())
    if table.phase in BETWEEN_HANDS:
        timers = _timers(sensing, table, now)
        return replace(sensing, deadlines=timers, remarks=_strange_only(sensing)), _cleared(sensing, table)
    inferred = tuple(
        CardMoved(p.n, p.card, p.bound, How.INFERRED)
        for p in in_flight(table)
        if p.bound is not None and not sensing.works(p.bound)
    )
    if inferred:
        return sensing, inferred
    if blind := _blind_draw(sensing, table):
        return sensing, blind
    return _waiting(sensing, table, now), ()


def _cleared(sensing: Sensing, table: Table) -> tuple[Event, ...]:
    """Cards of the last hand that no reader sees any more: collected."""
    return tuple(
        CardMoved(p.n, p.card, SHOE, How.READ if sensing.works(p.place) else How.INFERRED)
        for p in table.pieces
        if p.card is None or not any(sensing.works(Place.parse(r)) for r in sensing.present.get(p.card, {}))
    )


def _blind_draw(sensing: Sensing, table: Table) -> tuple[Event, ...]:
    """A card that left the shoe with nothing due, where no reader could tell where it went."""
    lost = [p for p in in_flight(table) if p.bound is None]
    elsewhere = any(sensing.works(Place.parse(r)) for r in sensing.readers if r != str(SHOE))
    return (Stopped(say("unresolved.left_shoe")),) if lost and not elsewhere and not table.open else ()


def _waiting(sensing: Sensing, table: Table, now: float) -> Sensing:
    deadlines = {w: t for w, t in sensing.deadlines.items() if w.kind not in FOLLOWED}
    deadlines |= _timers(sensing, table, now)
    for piece in in_flight(table):
        if not piece.overdue:
            wait = Wait("overdue", n=piece.n)
            deadlines[wait] = sensing.deadlines.get(wait, now + sensing.waits.flight)
    lying = len(at(table, BOARD))
    if lying > table.shown and street_lying(table) and not table.open:
        wait = Wait("shown", n=lying)
        deadlines[wait] = sensing.deadlines.get(wait, now + sensing.waits.shown)
    return replace(sensing, deadlines=deadlines, remarks=_standing(sensing, table))


def _timers(sensing: Sensing, table: Table, now: float) -> dict[Wait, float]:
    """Table time and the player clock: what runs goes on, what ought to run and does not begins now.

    After a restart the minute under way and the clock begin anew.
    """
    wanted: dict[Wait, float] = {}
    if opening.counts_minutes(table):
        wanted[Wait("minute")] = MINUTE
    if table.clock is not None and not table.clock.expired:
        wanted[Wait("clock", n=clock_left(sensing, table))] = SECOND
    return {wait: sensing.deadlines.get(wait, now + seconds) for wait, seconds in wanted.items()}


def clock_left(sensing: Sensing, table: Table) -> int:
    """The seconds that the player clock has left, 0 where none runs."""
    if table.clock is None or table.clock.expired:
        return 0
    return next((wait.n for wait in sensing.deadlines if wait.kind == "clock"), table.clock.seconds)


def _strange_only(sensing: Sensing) -> Mapping[Wait, Sentence]:
    return {w: s for w, s in sensing.remarks.items() if w.kind == "strange"}


def _standing(sensing: Sensing, table: Table) -> Mapping[Wait, Sentence]:
    """The remarks that still hold: the hand is in play, the tag is still seen twice."""
    return {
        w: s
        for w, s in sensing.remarks.items()
        if w.kind == "strange"
        or (w.kind == "asked" and w.n in betting.live(table) and _at_muck(sensing, table, w.n))
        or (w.kind == "twice" and w.card is not None and len(sensing.present.get(w.card, {})) > 1)
    }
