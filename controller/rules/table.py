"""The table as the sum of its events: `apply(table, event)`.

What the felt or the people did is never refused: it is applied, and opens an irregularity where no rule
provides for it (design 4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from controller.rules import (
    absence,
    action,
    betting,
    clock,
    early,
    incidents,
    notes,
    opening,
    posting,
    preflop,
    rake,
    rounds,
    rulings,
    runs,
    seating,
    showdown,
    showing,
    streets,
    todo,
    turn,
)
from controller.rules.cards import BOARD, CardId
from controller.rules.dealing import (
    FLOP_CARDS,
    at,
    twice,
)
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    AskedToSee,
    Attempted,
    BoardShown,
    Bought,
    CameBack,
    CardExposed,
    CardMoved,
    CardOverdue,
    CardsNamed,
    ClockCalled,
    ClockExpired,
    Conceded,
    Counted,
    Declared,
    Event,
    FaceShown,
    FloorCalled,
    FloorSigned,
    HandRevealed,
    HandStarted,
    HandVoided,
    ImpossibleEvent,
    Impounded,
    Left,
    LeftToFloor,
    Looked,
    OneShown,
    Posted,
    PotPushed,
    Reported,
    Retrieved,
    RoundConfirmed,
    Ruled,
    RunAgreed,
    RunDeclined,
    Sat,
    SeatMoved,
    Stopped,
    StopUnnoticed,
    Straddled,
    StringBet,
    StubPassed,
    StubShuffled,
    Tabled,
    Undone,
    WentAway,
)
from controller.rules.incidents import button, calls
from controller.rules.incidents.deal import dealer_declares
from controller.rules.incidents.stops import UNRESOLVED, stopped
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.pots import due_pots, halved
from controller.rules.rulings import backup, pending
from controller.rules.sentence import say
from controller.rules.stakes import Betting
from controller.rules.state import BETWEEN_HANDS, Phase, Piece, Pot, Table


def chips(table: Table) -> int:
    """Every chip that was brought: stacks, bets, pots also undecided, the house's, what a count missed."""
    seats = sum(seat.stack + seat.street_in + seat.put + seat.dead for seat in table.seats.values())
    house = table.rake + table.jackpot + table.account.rake + table.account.jackpot + table.account.time
    pots = sum(pot.amount for n, pot in enumerate(table.pots, 1) if n not in table.pushed)
    aside = sum(pot.amount for pot in table.impounded) + sum(table.coming.values())
    return seats + pots + aside + house + table.account.unaccounted


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
            return _undone(table, event.n, number)
        after = _advanced(_applied(turn.heard(table, event), event))
    except (LookupError, TypeError) as error:
        # It names a seat, a card or a pot that is not there.
        raise ImpossibleEvent(f"{type(event).__name__} does not fit hand {table.hand}") from error
    if isinstance(event, FloorSigned | Attempted):
        return table
    if isinstance(event, HandStarted):
        return replace(after, started=after)
    if chips(after) != chips(table) + seating.brought(table, event):
        raise ImpossibleEvent(
            f"{type(event).__name__} changes the chips from {chips(table)} to {chips(after)}"
        )
    history = (*table.history, (number, event))
    return replace(after, events=number, started=table.started or table, history=history)


def _undone(table: Table, n: int, number: int) -> Table:
    if table.started is None or n not in [k for k, _ in table.history]:
        raise ImpossibleEvent(f"event {n} is taken back, but it is not of this hand")
    return replace(_without(table, (n,)), events=number)


def _without(table: Table, fallen: Collection[int]) -> Table:
    """The table as it would be had these events not happened; cards stay where they went (design 4)."""
    start = table.started or table
    after, kept = start, tuple((k, event) for k, event in table.history if k not in fallen)
    for i, (k, event) in enumerate(kept):
        there = replace(after, events=k - 1, started=start, history=kept[:i])
        after = _advanced(_applied(turn.heard(there, event), event))
    return replace(after, started=start, history=kept)


def _ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling; one that takes the action back undoes what was said since (R17)."""
    fallen = backup.fallen(table, event.seat, event.why) if event.code == backup.CODE else ()
    if not fallen:
        return rulings.ruled(table, event)
    before = _without(table, fallen)
    told = say("told.backed_up", seat=event.seat)
    return replace(before, open=rulings.left_open(before.open, table.open[:1]), notes=(), told=told)


def _applied(table: Table, event: Event) -> Table:
    match event:
        case HandStarted():
            return button.started(posting.started(table, event), event)
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
        case ClockCalled() | ClockExpired():
            return clock.noted(table, event)
        case RunAgreed() | RunDeclined():
            return runs.answered(table, event)
        case Tabled() | Conceded() | OneShown() | Retrieved() | AskedToSee():
            return showing.shown(table, event)
        case CardExposed() | Reported():
            return incidents.reported(table, event)
        case (
            Ruled() | AfterStop() | StopUnnoticed() | Impounded() | HandRevealed() | FloorCalled() | Stopped()
        ):
            return _floor_changed(table, event)
        case StubPassed():
            return todo.finished(incidents.deck.passed(table), event)
        case StubShuffled():
            return todo.finished(table, event)
        case CardMoved() | CardOverdue() | CardsNamed() | BoardShown() | FaceShown():
            return _cards_changed(table, event)
        case PotPushed() | HandVoided() | Undone():
            return _hand_changed(table, event)
        case FloorSigned() | Attempted():
            return table
    return opening.changed(table, event)


def _cards_changed(
    table: Table, event: CardMoved | CardOverdue | CardsNamed | BoardShown | FaceShown
) -> Table:
    match event:
        case CardMoved():
            return incidents.placed(table, event)
        case CardOverdue():
            return replace(table, pieces=tuple(_overdue(p, event.n) for p in table.pieces))
        case CardsNamed():
            return replace(table, pieces=tuple(_named(p, event.cards) for p in table.pieces))
        case BoardShown():
            return replace(table, shown=event.cards)
        case FaceShown():
            return replace(table, faces={**table.faces, event.card: event.face})


def _hand_changed(table: Table, event: PotPushed | HandVoided | Undone) -> Table:
    match event:
        case PotPushed():
            return showdown.pushed(table, event)
        case HandVoided():
            return _voided(table)
        case Undone():
            raise ImpossibleEvent(f"event {event.n} is taken back twice")


def _floor_changed(
    table: Table,
    event: Ruled | AfterStop | StopUnnoticed | Impounded | HandRevealed | FloorCalled | Stopped,
) -> Table:
    match event:
        case Ruled():
            return _ruled(table, event)
        case AfterStop():
            return replace(table, notes=(*table.notes, event))
        case StopUnnoticed():
            return notes.unnoticed(table)
        case Impounded():
            return pending.impounded(_paying(table) if table.phase is Phase.SHOWDOWN else table)
        case FloorCalled():
            return stopped(table, calls.opened(table))
        case Stopped() if table.phase in AFTER_THE_HAND or (table.open and event.kind == UNRESOLVED):
            # At the push no card matters any more, as in the ledger, and nothing could lift the stop.
            return table
        case Stopped():
            return stopped(table, incidents.sensed(table, event))
    return table


def _overdue(piece: Piece, n: int) -> Piece:
    return replace(piece, overdue=True) if piece.n == n else piece


def _named(piece: Piece, cards: Mapping[int, CardId]) -> Piece:
    return replace(piece, card=cards[piece.n]) if piece.n in cards else piece


def _voided(table: Table) -> Table:
    if table.phase is Phase.DRAWING:
        return replace(table, phase=Phase.IDLE, open=(), drawing=())
    return rulings.voided(table, rulings.MISDEAL if dealer_declares(table) else "")


def _advanced(table: Table) -> Table:
    while (after := _step(table)) is not table:
        table = after
    return clock.kept(table)


def _step(table: Table) -> Table:
    """One consequence of what has happened, or the same table; nothing follows while the table is stopped."""
    if table.open:
        return table
    if (mended := incidents.settled(table)) is not table:
        return mended
    if table.phase in (*BETWEEN_HANDS, Phase.DRAWING):
        return opening.button_moved(pending.arrived(opening.replaced(table)))
    if table.phase is Phase.PAYING:
        return table if showdown.next_pot(table) else _paid(table)
    if len(betting.live(table)) == 1:
        return _paying(table)
    if table.phase is Phase.DEALING:
        return preflop.begun_by_cards(table)
    if (short := streets.short_board(table)) is not table:
        return short
    if table.phase is Phase.SHOWDOWN:
        return _paying(table) if showdown.complete(table) else table
    if (acted := early.resolved(table)) is not table:
        return acted
    if (passed := absence.passed(table)) is not table:
        return passed
    if not table.street.closed:
        return action.closed(table) if betting.decided(table) else table
    return streets.next_street(runs.offered(table))


def _paying(table: Table) -> Table:
    # A hand that comes back before the push may have its turn again (R16): the bets as they lay.
    before = table
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
        unpaid=replace(before, events=0, started=None, history=()),
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
