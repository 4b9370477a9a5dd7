"""Opening and closing the table: deck, button draw, dealers, and its minutes (rules.md 2.1, 2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from controller.rules import levels
from controller.rules.account import Settled
from controller.rules.betting import STREETS
from controller.rules.cards import BOARD
from controller.rules.dealing import BOARD_CARDS, at, deck_in_use
from controller.rules.events import (
    ButtonPlaced,
    DealerChanged,
    DeckChanged,
    DeckVerified,
    DrawBegun,
    ImpossibleEvent,
    MinutePassed,
    SessionClosed,
    SessionOpened,
    TimeCharged,
)
from controller.rules.house import DeckVerify, RakeMode
from controller.rules.lineup import MIN_PLAYERS, next_lineup, present
from controller.rules.requests import (
    ChangeDealer,
    ChangeDeck,
    CloseSession,
    DrawButton,
    OpeningAsk,
    OpenSession,
    PlaceButton,
)
from controller.rules.sentence import Refused, say
from controller.rules.showdown import seat_faces
from controller.rules.state import BETWEEN_HANDS, DeckCare, Opening, Phase, Seat, Status, Street, Table

OpeningEvent: TypeAlias = (
    ButtonPlaced
    | DrawBegun
    | SessionOpened
    | DeckVerified
    | SessionClosed
    | DealerChanged
    | DeckChanged
    | MinutePassed
    | TimeCharged
)


def decks_of(table: Table) -> tuple[str, ...]:
    """The decks that the table has."""
    return table.setup.decks or (table.setup.deck,)


def verifying(table: Table) -> bool:
    """Whether the whole deck has to be verified before it is dealt from: at the opening of the table, for a
    hand that is dealt again, and after a deck fault (rules.md 2.1, 3.2, 6.1; F11, MD 36.05.03.27C).
    """
    if table.opening is Opening.VERIFYING:
        return True
    if table.phase not in BETWEEN_HANDS or table.pieces:
        return False
    counted = table.care is DeckCare.COUNT and table.phase is Phase.IDLE
    return counted or table.care in (DeckCare.PASS, DeckCare.FRESH)


def replaced(table: Table) -> Table:
    """The table after a fouled deck was collected: the next of its decks is used, or a fresh one (R37).

    The same table where none is due.
    """
    if table.care is not DeckCare.REPLACE or table.phase not in BETWEEN_HANDS or table.pieces:
        return table
    decks, here = decks_of(table), deck_in_use(table)
    after = decks[(decks.index(here) + 1) % len(decks)] if len(decks) > 1 and here in decks else table.deck
    passage = table.setup.house.deck_verify is DeckVerify.PASSAGE
    return replace(table, deck=after, care=DeckCare.FRESH if passage else DeckCare.NOTHING)


def decide_opening(table: Table, ask: OpeningAsk) -> tuple[OpeningEvent, ...] | Refused:
    """What follows from a request about the table itself, or why not."""
    if isinstance(ask, ChangeDealer):
        return _decide_dealer(table, ask)
    if table.phase not in BETWEEN_HANDS:
        return Refused(say("refused.hand_runs"))
    if isinstance(ask, PlaceButton):
        return _decide_button(table, ask)
    if table.pieces:
        place = table.pieces[0].place
        return Refused(say("refused.cards_out", cards=len(table.pieces), place=str(place)))
    match ask:
        case OpenSession():
            opened = table.opening is not Opening.NONE
            return Refused(say("refused.opened")) if opened else (SessionOpened(),)
        case CloseSession() if table.impounded:
            return Refused(say("refused.pots_pending", pots=len(table.impounded)))
        case CloseSession():
            return (SessionClosed(),)
        case DrawButton():
            return _decide_draw(table)
        case ChangeDeck(deck=deck):
            known = decks_of(table)
            if deck not in known:
                return Refused(say("refused.deck", deck=deck, decks=known))
            return (DeckChanged(deck),)


def _decide_button(table: Table, ask: PlaceButton) -> tuple[ButtonPlaced] | Refused:
    """The button belongs to a player (S2-05)."""
    if ask.seat not in table.seats or table.seats[ask.seat].status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=ask.seat))
    return (ButtonPlaced(ask.seat),)


def _decide_draw(table: Table) -> tuple[DrawBegun] | Refused:
    """One card each to everybody who can be dealt in (S2-06); the deck is verified first."""
    if verifying(table):
        return Refused(say("refused.unverified", cards=table.setup.deck_size))
    here = present(table)
    return (DrawBegun(here),) if len(here) >= MIN_PLAYERS else Refused(say("refused.players"))


def _decide_dealer(table: Table, ask: ChangeDealer) -> tuple[DealerChanged] | Refused:
    """Dealers change at any time but in the middle of a flop."""
    if _flop_begun(table):
        return Refused(say("refused.street_begun"))
    return (DealerChanged(ask.name),)


def draw_is_due(table: Table) -> bool:
    """Whether the first hand of an opened table waits for its button (S2-06, `newgame.button`)."""
    fresh = table.opening is Opening.OPEN and not table.hand and not table.placed
    return fresh and not table.pieces and len(present(table)) >= MIN_PLAYERS


def checked_by_hand(table: Table) -> DeckVerified:
    """The deck as the dealer counted it himself, where no reader could: `cards` is 0."""
    return DeckVerified(deck_in_use(table), 0)


def drawn(table: Table) -> tuple[ButtonPlaced, ...]:
    """Where the button goes once every drawn card is seen: the highest, by rank then suit (S2-06, RR-TIE-1).

    Suits rank c, d, h, s.
    """
    if table.phase is not Phase.DRAWING or table.open:
        return ()
    shown = {seat: seat_faces(table, seat) for seat in table.drawing}
    if not all(shown.values()):
        return ()
    return (ButtonPlaced(max(table.drawing, key=lambda seat: max(shown[seat])), drawn=True),)


def counts_minutes(table: Table) -> bool:
    """Whether table time is kept: for levels and breaks (S2-09) or a time charge (S0-60), from hand 1 on."""
    timed = any(level.minutes or level.rest for level in table.setup.levels)
    running = table.hand > 0 and table.opening is not Opening.CLOSED
    return running and (timed or table.setup.house.rake_mode is RakeMode.TIME)


def time_charge(table: Table) -> TimeCharged | None:
    """The time charge that is due before the next hand (S0-60, rules.md 7.9): of each player dealt in.

    A stack that is shorter pays what it has. None where nothing is due.
    """
    house = table.setup.house
    if house.rake_mode is not RakeMode.TIME or _periods(table) <= table.time.charged:
        return None
    amounts = {n: min(table.seats[n].stack, house.rake_time_charge) for n in next_lineup(table).dealt}
    return TimeCharged(amounts) if any(amounts.values()) else None


def _periods(table: Table) -> int:
    return table.time.minutes // table.setup.house.rake_time_minutes


def changed(table: Table, event: OpeningEvent) -> Table:
    """The table after a change of the session; raises `ImpossibleEvent`."""
    match event:
        case MinutePassed():
            return _minute_passed(table)
        case DealerChanged(name=name):
            return _dealer_changed(table, name)
        case ButtonPlaced():
            return _button_placed(table, event)
    if table.phase not in BETWEEN_HANDS:
        raise ImpossibleEvent(f"{type(event).__name__} cannot have happened in hand {table.hand}")
    match event:
        case DrawBegun(seats=seats):
            return _draw_begun(table, seats)
        case SessionOpened():
            return replace(table, opening=_unverified(table))
        case DeckVerified():
            opening = Opening.OPEN if table.opening is Opening.VERIFYING else table.opening
            return replace(table, opening=opening, care=DeckCare.NOTHING)
        case SessionClosed():
            return _closed(table)
        case DeckChanged(deck=deck):
            again = table.opening is not Opening.NONE
            return replace(table, deck=deck, opening=_unverified(table) if again else Opening.NONE)
        case TimeCharged(amounts=amounts):
            return _charged(table, amounts)


def _unverified(table: Table) -> Opening:
    """A deck that comes to the table is verified before it is dealt from (rules.md 2.1, `deck.verify`)."""
    passage = table.setup.house.deck_verify is DeckVerify.PASSAGE
    return Opening.VERIFYING if passage else Opening.OPEN


def _closed(table: Table) -> Table:
    """Every stack is cashed out."""
    players = {n: seat for n, seat in sorted(table.seats.items()) if seat.status is not Status.EMPTY}
    out = tuple(Settled(n, seat.name, seat.bought, seat.stack) for n, seat in players.items())
    account = replace(table.account, left=(*table.account.left, *out))
    return replace(table, seats=dict.fromkeys(table.seats, Seat()), account=account, opening=Opening.CLOSED)


def _dealer_changed(table: Table, name: str) -> Table:
    """The new dealer burns once more before his first street, if the house has it (`burn.dealer_relief`)."""
    table = replace(table, dealer=name)
    streets_to_come = table.phase is Phase.DEALING or table.phase in STREETS
    if not table.setup.house.burn_dealer_relief or not streets_to_come or _board(table) == BOARD_CARDS:
        return table
    return replace(table, extra_burns=table.extra_burns + 1, told=say("told.relief"))


def _board(table: Table) -> int:
    return len(at(table, BOARD))


def _flop_begun(table: Table) -> bool:
    """Whether some of the three cards of a flop lie there: no burn may come between them."""
    return table.phase in STREETS and table.street.closed and _board(table) in (1, 2)


def _draw_begun(table: Table, seats: tuple[int, ...]) -> Table:
    """Nothing of the last hand is left; its faces above all, for those cards are in the shoe again."""
    if not set(seats) <= set(table.seats) or len(set(seats)) < MIN_PLAYERS or table.pieces:
        raise ImpossibleEvent(f"seats {seats} cannot have drawn for the button")
    return replace(
        table,
        seats={n: _waiting(seat) for n, seat in table.seats.items()},
        phase=Phase.DRAWING,
        drawing=seats,
        faces={},
        street=Street(),
        shown=0,
        returned={},
        mucked=(),
        pots=(),
        pushed=(),
        awards=(),
        runs=None,
        unpaid=None,
    )


def _waiting(seat: Seat) -> Seat:
    """A seat that has nothing of a hand any more."""
    return replace(
        seat,
        status=seat.status if seat.status in (Status.EMPTY, Status.AWAY) else Status.OUT,
        acted="",
        raises_seen=0,
        tabled=False,
        bound=None,
        shown=(),
        ordered=False,
        looked=False,
        loose=0,
    )


def _button_placed(table: Table, event: ButtonPlaced) -> Table:
    seat = table.seats.get(event.seat)
    if seat is None or seat.status is Status.EMPTY or table.phase not in (*BETWEEN_HANDS, Phase.DRAWING):
        raise ImpossibleEvent(f"the button cannot have come to seat {event.seat}")
    phase = Phase.IDLE if table.phase is Phase.DRAWING else table.phase
    return replace(table, button=event.seat, placed=True, phase=phase)


def button_moved(table: Table) -> Table:
    """The table with the button where the floor moved it during the hand that is over now (R35)."""
    if not table.next_button:
        return table
    return _button_placed(replace(table, next_button=0), ButtonPlaced(table.next_button))


def _minute_passed(table: Table) -> Table:
    playing = table.phase not in BETWEEN_HANDS
    return replace(table, time=levels.minute_passed(table.setup, table.time, playing=playing))


def _charged(table: Table, amounts: Mapping[int, int]) -> Table:
    """The charge of this period; periods in which no hand was begun are not charged."""
    if any(not 0 <= amount <= table.seats[n].stack for n, amount in amounts.items()):
        raise ImpossibleEvent("a time charge cannot have been more than a stack")
    paid = {n: replace(table.seats[n], stack=table.seats[n].stack - amount) for n, amount in amounts.items()}
    account = replace(table.account, time=table.account.time + sum(amounts.values()))
    time = replace(table.time, charged=_periods(table))
    return replace(table, seats={**table.seats, **paid}, account=account, time=time)
