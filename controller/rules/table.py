"""The table as the sum of its events: `apply(table, event)`.

What the felt or the people did is never refused: it is applied, and opens an irregularity where no rule
provides for it (design 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from controller.rules import betting, showdown
from controller.rules.cards import BOARD, CardId
from controller.rules.dealing import at, hole_cards_complete, street_of
from controller.rules.events import (
    Acted,
    BoardShown,
    Bought,
    CardMoved,
    CardOverdue,
    CardsNamed,
    Conceded,
    Event,
    FaceShown,
    FloorCalled,
    HandStarted,
    HandVoided,
    PotPushed,
    Stopped,
    Tabled,
    Undone,
)
from controller.rules.ledger import AFTER_THE_HAND, moved
from controller.rules.positions import clockwise
from controller.rules.pots import due_pots
from controller.rules.sentence import say
from controller.rules.state import BETWEEN_HANDS, Award, Irregularity, Phase, Piece, Seat, Status, Table


class ImpossibleEvent(ValueError):
    """A journalled event that cannot have happened at this table: the journal is not this table's."""


def chips(table: Table) -> int:
    """Every chip on the table: stacks, bets and pots."""
    seats = sum(seat.stack + seat.street_in + seat.put for seat in table.seats.values())
    return seats + sum(pot.amount for n, pot in enumerate(table.pots, 1) if n not in table.pushed)


def replay(table: Table, events: Iterable[Event]) -> Table:
    """The table after all of the events."""
    for event in events:
        table = apply(table, event)
    return table


def apply(table: Table, event: Event) -> Table:
    """The table after one event.

    Raises `ImpossibleEvent` for an event that this table cannot have seen.
    """
    number = table.events + 1
    try:
        if isinstance(event, Undone):
            return _without(table, event.n, number)
        after = _advanced(_applied(table, event))
    except (LookupError, TypeError) as error:
        # It names a seat, a card or a pot that is not there.
        raise ImpossibleEvent(f"{type(event).__name__} does not fit hand {table.hand}") from error
    if isinstance(event, HandStarted):
        return replace(after, started=after)
    bought = event.amount if isinstance(event, Bought) else 0
    if chips(after) != chips(table) + bought:
        raise ImpossibleEvent(
            f"{type(event).__name__} changes the chips from {chips(table)} to {chips(after)}"
        )
    history = (*table.history, (number, event))
    return replace(after, events=number, started=table.started or table, history=history)


def _without(table: Table, n: int, number: int) -> Table:
    if table.started is None or n not in [k for k, _ in table.history]:
        raise ImpossibleEvent(f"event {n} is taken back, but it is not of this hand")
    kept = tuple((k, event) for k, event in table.history if k != n)
    after = table.started
    for _, event in kept:
        after = _advanced(_applied(after, event))
    return replace(after, events=number, started=table.started, history=kept)


def _applied(table: Table, event: Event) -> Table:
    match event:
        case HandStarted():
            return _hand_started(table, event)
        case Bought():
            return _bought(table, event)
        case CardMoved():
            return moved(table, event)
        case CardOverdue():
            return replace(table, pieces=tuple(_overdue(p, event.n) for p in table.pieces))
        case CardsNamed():
            return replace(table, pieces=tuple(_named(p, event.cards) for p in table.pieces))
        case Acted():
            return betting.acted(table, _possible(table, event))
        case BoardShown():
            return replace(table, shown=event.cards)
        case FaceShown():
            return replace(table, faces={**table.faces, event.card: event.face})
        case Tabled():
            return _with_seats(table, {n: replace(table.seats[n], tabled=True) for n in event.seats})
        case Conceded():
            return _conceded(table, event.seat)
        case PotPushed():
            return _pushed(table, event)
        case FloorCalled():
            return _stopped(table, Irregularity("floor", say("unresolved.floor")))
        case Stopped():
            # At the push no card matters any more, as in the ledger, and nothing could lift the stop.
            over = table.phase in AFTER_THE_HAND
            return table if over else _stopped(table, Irregularity("unresolved", event.reason))
        case HandVoided():
            return _voided(table)
    raise ImpossibleEvent(f"{type(event).__name__} is no event of this table")


def _overdue(piece: Piece, n: int) -> Piece:
    return replace(piece, overdue=True) if piece.n == n else piece


def _named(piece: Piece, cards: Mapping[int, CardId]) -> Piece:
    return replace(piece, card=cards[piece.n]) if piece.n in cards else piece


def _possible(table: Table, event: Acted) -> Acted:
    seat = table.seats.get(event.seat)
    if seat is None or seat.status not in betting.IN_HAND or not 0 <= event.put <= seat.stack:
        raise ImpossibleEvent(f"seat {event.seat} cannot have put {event.put} in")
    return event


def _with_seats(table: Table, changed: Mapping[int, Seat]) -> Table:
    return replace(table, seats={**table.seats, **changed})


def _stopped(table: Table, what: Irregularity) -> Table:
    return table if table.open else replace(table, open=(what,))


def _hand_started(table: Table, event: HandStarted) -> Table:
    if table.phase not in BETWEEN_HANDS:
        raise ImpossibleEvent(f"hand {event.number} started while hand {table.hand} was on")
    seats = {n: _seated(event, n) for n in range(1, table.setup.seats + 1)}
    dealt = clockwise([n for n, seat in seats.items() if seat.status in betting.IN_HAND], event.button)
    return Table(
        setup=table.setup,
        seats=seats,
        phase=Phase.DEALING,
        hand=event.number,
        button=event.button,
        small=event.small,
        big=event.big,
        dealt=dealt,
        street=betting.opened(table, event.big, table.setup.stakes.big_blind),
    )


def _seated(event: HandStarted, n: int) -> Seat:
    if n not in event.stacks:
        return Seat()
    stack, post = event.stacks[n], event.posts.get(n, 0)
    if n in event.away or not stack:
        return Seat(event.names[n], Status.AWAY, stack)
    if not 0 <= post <= stack:
        raise ImpossibleEvent(f"seat {n} cannot have posted {post}")
    return Seat(event.names[n], Status.LIVE if stack > post else Status.ALL_IN, stack - post, post)


def _bought(table: Table, event: Bought) -> Table:
    seat = table.seats.get(event.seat)
    if seat is None or seat.status is Status.EMPTY or event.amount <= 0:
        raise ImpossibleEvent(f"seat {event.seat} cannot have bought {event.amount}")
    status = seat.status if seat.stack else Status.OUT
    return _with_seats(table, {event.seat: replace(seat, stack=seat.stack + event.amount, status=status)})


def _pushed(table: Table, event: PotPushed) -> Table:
    if table.phase is not Phase.PAYING or not 1 <= event.pot <= len(table.pots) or event.pot in table.pushed:
        raise ImpossibleEvent(f"there is no pot {event.pot} to push")
    seats = {n: replace(table.seats[n], stack=table.seats[n].stack + won) for n, won in event.shares.items()}
    hands = {n: showdown.hand_of(table, n) for n in event.shares}
    awards = tuple(
        Award(event.pot, n, won, hand.name if (hand := hands[n]) else "") for n, won in event.shares.items()
    )
    return replace(
        _with_seats(table, seats), pushed=(*table.pushed, event.pot), awards=(*table.awards, *awards)
    )


def _conceded(table: Table, seat: int) -> Table:
    given_up = replace(table.seats[seat], status=Status.MUCKED)
    return replace(_with_seats(table, {seat: given_up}), mucked=(*table.mucked, seat))


def _voided(table: Table) -> Table:
    seats = {
        n: replace(seat, stack=seat.stack + seat.street_in + seat.put, street_in=0, put=0)
        for n, seat in table.seats.items()
    }
    return replace(table, seats=seats, phase=Phase.VOID, open=(), again=True, pots=(), returned={})


def _advanced(table: Table) -> Table:
    while (after := _step(table)) is not table:
        table = after
    return table


def _step(table: Table) -> Table:
    """One consequence of what has happened, or the same table; nothing follows while the table is stopped."""
    if table.open or table.phase in BETWEEN_HANDS:
        return table
    if table.phase is Phase.PAYING:
        return replace(table, phase=Phase.IDLE) if showdown.next_pot(table) == 0 else table
    if len(betting.live(table)) == 1:
        return _paying(table)
    if table.phase is Phase.DEALING:
        return replace(table, phase=Phase.PREFLOP) if hole_cards_complete(table) else table
    if table.phase is Phase.SHOWDOWN:
        return _paying(table) if showdown.complete(table) else table
    if not table.street.closed:
        return table if betting.actor(table) else betting.collected(table)
    return _next_street(table)


def _next_street(table: Table) -> Table:
    if table.phase is Phase.RIVER:
        return replace(table, phase=Phase.SHOWDOWN)
    street = street_of(len(at(table, BOARD)))
    if street is None or street is table.phase:
        return table
    seats = {n: replace(seat, acted="", raises_seen=0) for n, seat in table.seats.items()}
    return replace(table, phase=street, seats=seats, street=betting.opened(table, table.button, 0))


def _paying(table: Table) -> Table:
    if not table.street.closed:
        table = betting.collected(table)
    put = {n: seat.put for n, seat in table.seats.items()}
    pots = due_pots(put, betting.live(table), table.mucked)
    seats = {n: replace(seat, put=0) for n, seat in table.seats.items()}
    return replace(table, phase=Phase.PAYING, seats=seats, pots=pots)
