"""Cards shown and hands asked for at showdown (rules.md 8: SD7 to SD13)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from controller.rules import betting, showdown
from controller.rules.cards import BOARD, MUCK, CardId, How, seat_place
from controller.rules.dealing import HOLE_CARDS, at
from controller.rules.events import (
    AskedToSee,
    CardsNamed,
    Conceded,
    ImpossibleEvent,
    OneShown,
    Retrieved,
    Stopped,
    Tabled,
)
from controller.rules.house import AskToSee as Asking
from controller.rules.incidents.stops import DECK_FAULT
from controller.rules.requests import AskToSee, Muck, ShowAsk, ShowCard, TableHand
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting
from controller.rules.state import Irregularity, Phase, Piece, Seat, Status, Table

ShowEvent: TypeAlias = Tabled | Conceded | OneShown | Retrieved | AskedToSee
Shown: TypeAlias = tuple[ShowEvent | CardsNamed | Stopped, ...]
CALLED = ("call", "all-in")


def decide_show(table: Table, ask: ShowAsk) -> Shown | Refused:
    """What follows when a player shows, throws in or asks for a hand, or why not."""
    match ask:
        case TableHand():
            return _decide_table(table, ask.seat)
        case Muck():
            return _decide_muck(table, ask.seat)
        case ShowCard():
            return _decide_card(table, ask)
        case AskToSee():
            return _decide_asking(table, ask)


def must_table(table: Table) -> bool:
    """Whether hands are to be tabled now (SD3, SD4)."""
    return table.phase is Phase.SHOWDOWN or showdown.tabled_together(table)


def may_show(table: Table) -> bool:
    """Whether cards may be laid face up for all: also by who wins unseen, until the push (SD11)."""
    return must_table(table) or (table.phase is Phase.PAYING and table.unpaid is not None)


def _hidden(table: Table, seat: int) -> bool:
    return seat in betting.live(table) and not table.seats[seat].tabled


def _decide_table(table: Table, seat: int) -> Shown | Refused:
    if seat in table.seats and table.seats[seat].status is Status.MUCKED:
        return _decide_retrieval(table, seat)
    if not may_show(table):
        return Refused(say("refused.not_now", seat=seat, ask="table"))
    return (Tabled((seat,)),) if _hidden(table, seat) else Refused(say("refused.no_hand", seat=seat))


def _decide_retrieval(table: Table, seat: int) -> Shown | Refused:
    """A hand thrown in at showdown is tabled after all (SD13, EX-73, T24-14).

    A hand that somebody asked to see, and that stays dead, is turned up without coming back (RR-SD-5).
    """
    if not showdown.at_showdown(table):
        return Refused(say("refused.pushed", seat=seat))
    if table.seats[seat].tabled:
        return Refused(say("refused.no_hand", seat=seat))
    if not showdown.identifiable(table, seat):
        return Refused(say("refused.not_identified", seat=seat))
    tabled = Tabled((seat,))
    return (tabled,) if table.seats[seat].ordered else (Retrieved(seat), tabled)


def _decide_muck(table: Table, seat: int) -> Shown | Refused:
    if seat not in betting.live(table):
        return Refused(say("refused.no_hand", seat=seat))
    if showdown.may_muck(table, seat):
        return (Conceded(seat, "dealer"),)
    if table.seats[seat].tabled:
        return Refused(say("refused.tabled", seat=seat))
    must = must_table(table)
    return Refused(say("refused.must_table", seat=seat) if must else say("refused.not_now", ask="muck"))


def _decide_card(table: Table, ask: ShowCard) -> Shown | Refused:
    """One card face up is no tabled hand (SD2, H13, EX-114, T24-13A); the second one makes it one."""
    if not may_show(table):
        return Refused(say("refused.not_now", ask="show"))
    if not _hidden(table, ask.seat):
        return Refused(say("refused.no_hand", seat=ask.seat))
    piece = _held(table, ask.seat, ask.card)
    if (piece is not None and piece.n in table.seats[ask.seat].shown) or _lies_open(table, ask.card):
        return Refused(say("refused.card_taken"))
    if piece is None:
        # As when cards are named: it must be a slip, or the deck is fouled; the answer tells nothing more.
        return (Stopped(DECK_FAULT),)
    naming = (CardsNamed({piece.n: ask.card}),) if piece.card is None else ()
    both = len(table.seats[ask.seat].shown) + 1 == HOLE_CARDS
    return (*naming, OneShown(ask.seat, piece.n), *((Tabled((ask.seat,)),) if both else ()))


def _held(table: Table, seat: int, card: CardId) -> Piece | None:
    """The card of the seat that this is: the one known as such, else one that no reader knew."""
    cards = at(table, seat_place(seat))
    known = next((piece for piece in cards if piece.card == card), None)
    if known is not None or any(piece.card == card for piece in table.pieces):
        return known
    return next((piece for piece in cards if piece.card is None), None)


def _lies_open(table: Table, card: CardId) -> bool:
    """Whether the card lies face up elsewhere; one whose showing was taken back is not open any more."""
    lying = [piece for seat in table.seats for piece in showdown.face_up(table, seat)]
    return any(piece.card == card for piece in (*lying, *at(table, BOARD)[: table.shown]))


def _decide_asking(table: Table, ask: AskToSee) -> Shown | Refused:
    """Who may ask to see which hand (SD9, SD10, EX-111; `showdown.ask_to_see`)."""
    house = table.setup.house.showdown_ask_to_see
    if house is Asking.OFF:
        return Refused(say("refused.asking_off"))
    if not showdown.at_showdown(table):
        return Refused(say("refused.not_now", ask="ask-to-see"))
    if ask.of not in table.seats or ask.by == ask.of or not showdown.may_be_seen(table, ask.of):
        return Refused(say("refused.no_hand_to_show", seat=ask.of))
    if table.seats[ask.of].ordered or showdown.tabled_together(table):
        return Refused(say("refused.must_table", seat=ask.of))
    if house is Asking.TDA:
        return _asked_for_tda(table, ask)
    if ask.by not in table.dealt:
        return Refused(say("refused.not_dealt_in", seat=ask.by))
    return _granted(table, ask, live=showdown.winning(table, ask.by))


def _asked_for_tda(table: Table, ask: AskToSee) -> Shown | Refused:
    """A river caller with cards has a right to the last aggressor's hand; else it is the floor's (T24-18)."""
    if ask.by not in betting.live(table):
        return Refused(say("refused.no_cards", seat=ask.by))
    called = table.seats[ask.by].acted in CALLED
    if called and ask.of == table.street.aggressor:
        return _granted(table, ask, live=True)
    return (AskedToSee(ask.by, ask.of, granted=False),)


def _granted(table: Table, ask: AskToSee, *, live: bool) -> Shown:
    """The hand must be shown; one thrown in comes back where it is `live` again (RR-SD-5, T24-14)."""
    back = live and table.seats[ask.of].status is Status.MUCKED
    return (AskedToSee(ask.by, ask.of, granted=True), *((Retrieved(ask.of),) if back else ()))


def shown(table: Table, event: ShowEvent) -> Table:
    """The table after a card or hand was shown, thrown in or asked for; raises `ImpossibleEvent`."""
    match event:
        case Tabled():
            return _with(table, {n: replace(table.seats[n], tabled=True) for n in event.seats})
        case Conceded():
            here = replace(table.seats[event.seat], status=Status.MUCKED)
            return replace(_with(table, {event.seat: here}), mucked=(*table.mucked, event.seat))
        case OneShown():
            here = table.seats[event.seat]
            return _with(table, {event.seat: replace(here, shown=(*here.shown, event.n))})
        case Retrieved():
            return _retrieved(table, event.seat)
        case AskedToSee(granted=True):
            return _with(table, {event.of: replace(table.seats[event.of], ordered=True)})
        case AskedToSee():
            asked = say("irregular.asked_to_see", by=event.by, of=event.of)
            what = Irregularity("SD9", asked, seat=event.of, rulings=("R29", "R30"))
            return replace(table, open=(*table.open, what))


def _with(table: Table, seats: dict[int, Seat]) -> Table:
    return replace(table, seats={**table.seats, **seats})


def _retrieved(table: Table, seat: int) -> Table:
    """The hand is live again and lies before its owner; pots that were made are unmade (T24-14)."""
    if table.seats[seat].status is not Status.MUCKED or not showdown.at_showdown(table):
        raise ImpossibleEvent(f"seat {seat} has no hand that could have come back")
    table = reopened(table)
    here = table.seats[seat]
    all_in = not here.stack and table.setup.betting is Betting.FULL
    status = Status.ALL_IN if all_in else Status.LIVE
    pieces = tuple(
        replace(piece, place=seat_place(seat), how=How.ENTERED)
        if piece.place == MUCK and piece.bound == seat_place(seat)
        else piece
        for piece in table.pieces
    )
    mucked = tuple(n for n in table.mucked if n != seat)
    return replace(_with(table, {seat: replace(here, status=status)}), pieces=pieces, mucked=mucked)


def reopened(table: Table) -> Table:
    """The table as it was before its pots were made, with what was shown and moved since.

    The table itself while no pot was made.
    """
    before = table.unpaid
    if table.phase is not Phase.PAYING or before is None:
        return table
    seats = {
        n: replace(table.seats[n], stack=seat.stack, street_in=seat.street_in, put=seat.put, dead=seat.dead)
        for n, seat in before.seats.items()
    }
    return replace(
        before,
        seats=seats,
        pieces=table.pieces,
        faces=table.faces,
        shown=table.shown,
        mucked=table.mucked,
        open=table.open,
    )
