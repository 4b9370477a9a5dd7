"""The table as the sum of its events: `apply(table, event)`.

What the felt or the people did is never refused: it is applied, and opens an irregularity where no rule
provides for it (design 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from controller.rules import (
    action,
    betting,
    clock,
    early,
    opening,
    posting,
    rake,
    rounds,
    rulings,
    runs,
    seating,
    showdown,
    showing,
    turn,
)
from controller.rules.cards import BOARD, CardId
from controller.rules.dealing import (
    FLOP_CARDS,
    at,
    hole_cards_complete,
    second_board_due,
    street_lying,
    twice,
)
from controller.rules.events import (
    Acted,
    ActedEarly,
    AskedToSee,
    BoardShown,
    Bought,
    CameBack,
    CardExposed,
    CardMoved,
    CardOverdue,
    CardsNamed,
    ClockExpired,
    ClockStarted,
    Conceded,
    Counted,
    Declared,
    Event,
    FaceShown,
    FloorCalled,
    HandStarted,
    HandVoided,
    ImpossibleEvent,
    Left,
    LeftToFloor,
    Looked,
    OneShown,
    Posted,
    PotPushed,
    Retrieved,
    RoundConfirmed,
    Ruled,
    RunAgreed,
    RunDeclined,
    Sat,
    SeatMoved,
    Stopped,
    Straddled,
    StringBet,
    Tabled,
    Undone,
    WentAway,
)
from controller.rules.ledger import AFTER_THE_HAND, moved, unresolved
from controller.rules.pots import due_pots, halved
from controller.rules.sentence import say
from controller.rules.stakes import Betting
from controller.rules.state import BETWEEN_HANDS, Irregularity, Phase, Piece, Pot, Table


def chips(table: Table) -> int:
    """Every chip that was brought: stacks, bets, pots, what the house took, what a count missed."""
    seats = sum(seat.stack + seat.street_in + seat.put + seat.dead for seat in table.seats.values())
    house = table.rake + table.jackpot + table.account.rake + table.account.jackpot + table.account.time
    pots = sum(pot.amount for n, pot in enumerate(table.pots, 1) if n not in table.pushed)
    return seats + pots + house + table.account.unaccounted


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
        after = _advanced(_applied(turn.heard(table, event), event))
    except (LookupError, TypeError) as error:
        # It names a seat, a card or a pot that is not there.
        raise ImpossibleEvent(f"{type(event).__name__} does not fit hand {table.hand}") from error
    if isinstance(event, HandStarted):
        return replace(after, started=after)
    if chips(after) != chips(table) + seating.brought(table, event):
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
        after = _advanced(_applied(turn.heard(after, event), event))
    return replace(after, events=number, started=table.started, history=kept)


def _applied(table: Table, event: Event) -> Table:
    match event:
        case HandStarted():
            return posting.started(table, event)
        case Sat() | Bought() | Left() | WentAway() | CameBack() | SeatMoved() | Counted():
            return seating.changed(table, event)
        case Straddled() | Posted():
            return posting.posted(table, event)
        case Acted():
            return turn.acted(table, event)
        case Declared() | ActedEarly() | LeftToFloor() | StringBet() | Looked():
            return turn.noted(table, event)
        case RoundConfirmed():
            return rounds.confirmed(table)
        case ClockStarted() | ClockExpired():
            return clock.ran(table, event)
        case RunAgreed() | RunDeclined():
            return runs.answered(table, event)
        case Tabled() | Conceded() | OneShown() | Retrieved() | AskedToSee():
            return showing.shown(table, event)
        case CardExposed() | Ruled():
            return rulings.ruled(table, event)
        case CardMoved() | CardOverdue() | CardsNamed() | BoardShown() | FaceShown():
            return _cards_changed(table, event)
        case PotPushed() | FloorCalled() | Stopped() | HandVoided() | Undone():
            return _hand_changed(table, event)
    return opening.changed(table, event)


def _cards_changed(
    table: Table, event: CardMoved | CardOverdue | CardsNamed | BoardShown | FaceShown
) -> Table:
    match event:
        case CardMoved():
            return moved(table, event)
        case CardOverdue():
            return replace(table, pieces=tuple(_overdue(p, event.n) for p in table.pieces))
        case CardsNamed():
            return replace(table, pieces=tuple(_named(p, event.cards) for p in table.pieces))
        case BoardShown():
            return replace(table, shown=event.cards)
        case FaceShown():
            return replace(table, faces={**table.faces, event.card: event.face})


def _hand_changed(table: Table, event: PotPushed | FloorCalled | Stopped | HandVoided | Undone) -> Table:
    match event:
        case PotPushed():
            return showdown.pushed(table, event)
        case FloorCalled():
            return _stopped(table, Irregularity("floor", say("unresolved.floor")))
        case Stopped():
            # At the push no card matters any more, as in the ledger, and nothing could lift the stop.
            over = table.phase in AFTER_THE_HAND
            return table if over else _stopped(table, unresolved(event.reason))
        case HandVoided():
            return _voided(table)
        case Undone():
            raise ImpossibleEvent(f"event {event.n} is taken back twice")


def _overdue(piece: Piece, n: int) -> Piece:
    return replace(piece, overdue=True) if piece.n == n else piece


def _named(piece: Piece, cards: Mapping[int, CardId]) -> Piece:
    return replace(piece, card=cards[piece.n]) if piece.n in cards else piece


def _stopped(table: Table, what: Irregularity) -> Table:
    return table if table.open else replace(table, open=(what,))


def _voided(table: Table) -> Table:
    if table.phase is Phase.DRAWING:
        return replace(table, phase=Phase.IDLE, open=(), drawing=())
    return rulings.voided(table)


def _advanced(table: Table) -> Table:
    while (after := _step(table)) is not table:
        table = after
    return clock.kept(table)


def _step(table: Table) -> Table:
    """One consequence of what has happened, or the same table; nothing follows while the table is stopped."""
    if table.open or table.phase in (*BETWEEN_HANDS, Phase.DRAWING):
        return table
    if table.phase is Phase.PAYING:
        return table if showdown.next_pot(table) else _paid(table)
    if len(betting.live(table)) == 1:
        return _paying(table)
    if table.phase is Phase.DEALING:
        complete = hole_cards_complete(table)
        return replace(seating.absent_killed(table), phase=Phase.PREFLOP) if complete else table
    if table.phase is Phase.SHOWDOWN:
        return _paying(table) if showdown.complete(table) else table
    if (acted := early.resolved(table)) is not table:
        return acted
    if not table.street.closed:
        return action.closed(table) if betting.decided(table) else table
    return _next_street(runs.offered(table))


def _next_street(table: Table) -> Table:
    if table.phase is Phase.RIVER and not second_board_due(table):
        return replace(table, phase=Phase.SHOWDOWN)
    street = street_lying(table)
    if street is None or street is table.phase:
        return table
    seats = {n: replace(seat, acted="", raises_seen=0, bound=None) for n, seat in table.seats.items()}
    return replace(
        table,
        phase=street,
        seats=seats,
        street=betting.opened(table, table.button, 0),
        told=None,
        aggressor=table.street.aggressor or table.aggressor,
    )


def _paying(table: Table) -> Table:
    if not table.street.closed:
        table = betting.collected(table)
    drop = _dropped(table)
    pots = halved(drop.pots, table.stakes.unit) if twice(table) else drop.pots
    # A short main pot may go to the house whole.
    empty = tuple(n for n, pot in enumerate(pots, 1) if not pot.amount) if any(p.amount for p in pots) else ()
    return replace(
        table,
        phase=Phase.PAYING,
        seats={n: replace(seat, put=0, dead=0) for n, seat in table.seats.items()},
        pots=pots,
        pushed=empty,
        rake=drop.rake,
        jackpot=drop.jackpot,
        unpaid=replace(table, events=0, started=None, history=()),
        early=(),
    )


def _dropped(table: Table) -> rake.Drop:
    left = betting.live(table)
    put = {n: seat.put for n, seat in table.seats.items()}
    dead = {n: seat.dead for n, seat in table.seats.items()}
    # Where only cards are followed there are no chips, and yet a winner.
    cards_only = table.setup.betting is Betting.CARDS_ONLY
    pots = (Pot(0, left),) if cards_only else due_pots(put, left, table.mucked, dead)
    flop = len(at(table, BOARD)) >= FLOP_CARDS
    return rake.dropped(table.setup, pots, showdown.chopped(table, pots), flop=flop)


def _paid(table: Table) -> Table:
    """The table after the last push; what the house took of the hand is in its account."""
    before = table.account
    account = replace(before, rake=before.rake + table.rake, jackpot=before.jackpot + table.jackpot)
    return replace(table, phase=Phase.IDLE, account=account, rake=0, jackpot=0)
