"""`decide(table, ask)`: what follows from a request of the console, or why the rules forbid it (design 4)."""

from __future__ import annotations

from controller.rules import betting, showdown
from controller.rules.cards import BOARD, How, Place, Where
from controller.rules.dealing import FLOP_CARDS, at, due, in_flight
from controller.rules.events import (
    Acted,
    Bought,
    CardMoved,
    CardsNamed,
    Conceded,
    Event,
    FloorCalled,
    HandStarted,
    HandVoided,
    PotPushed,
    Stopped,
    Tabled,
    Undone,
)
from controller.rules.ledger import AFTER_THE_HAND, next_number
from controller.rules.positions import Positions, first_positions, next_positions
from controller.rules.requests import (
    Act,
    Ask,
    Buy,
    CallFloor,
    Confirm,
    Muck,
    Name,
    Redeal,
    TableHand,
    TakeBack,
)
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, Phase, Piece, Status, Table

MIN_PLAYERS = 2
# The one stop that an entry makes: a card was named that lies elsewhere, perhaps by a slip of the finger.
DECK_FAULT = say("unresolved.deck_fault")


def decide(table: Table, ask: Ask) -> tuple[Event, ...] | Refused:
    """What follows from a request: events to journal and apply, or the reason why not."""
    match ask:
        case CallFloor():
            return Refused(say("refused.stopped")) if table.open else (FloorCalled(),)
        case TakeBack():
            entry = newest_entry(table)
            return (Undone(entry[0]),) if entry else Refused(say("refused.nothing_to_undo"))
        case Redeal():
            return (HandVoided(),) if may_redeal(table) else Refused(say("refused.not_now", ask="redeal"))
    if table.open:
        return Refused(say("refused.stopped"))
    match ask:
        case Act():
            return _decide_act(table, ask)
        case Confirm():
            return _decide_confirm(table)
        case TableHand():
            return _decide_table(table, ask.seat)
        case Muck():
            return _decide_muck(table, ask.seat)
        case Name():
            return _decide_name(table, ask)
        case Buy():
            return _decide_buy(table, ask)


def newest_entry(table: Table) -> tuple[int, Event] | None:
    """The dealer's entry that UNDO would take back, None once a push or the end of the hand followed it."""
    for n, event in reversed(table.history):
        match event:
            case PotPushed() | HandVoided():
                return None
            case Acted(said="muck") | Conceded(said="muck"):
                continue
            case Stopped(reason=reason) if reason != DECK_FAULT:
                continue
            case Acted() | Tabled() | Conceded() | FloorCalled() | CardsNamed() | Stopped():
                return n, event
    return None


def may_redeal(table: Table) -> bool:
    """Whether "return all chips, redeal" is open: the table stopped over the cards, and no pot was pushed."""
    return any(what.kind == "unresolved" for what in table.open) and table.phase not in AFTER_THE_HAND


def _decide_act(table: Table, ask: Act) -> tuple[Event, ...] | Refused:
    turn = betting.actor(table)
    if not turn:
        return Refused(say("refused.not_now", ask=ask.word))
    if ask.seat != turn:
        return Refused(say("refused.not_turn", seat=ask.seat, actor=turn))
    acted = betting.judge(table, ask.seat, ask.word, ask.amount)
    return acted if isinstance(acted, Refused) else (acted,)


def _decide_confirm(table: Table) -> tuple[Event, ...] | Refused:
    if table.phase in BETWEEN_HANDS:
        return _decide_start(table)
    if table.phase is Phase.PAYING:
        pot = showdown.next_pot(table)
        return (PotPushed(pot, showdown.shares(table, table.pots[pot - 1])),)
    if overdue := [move for p in in_flight(table) if p.overdue for move in _set_down(p)]:
        return (overdue[0],)
    if betting.actor(table) or _asked_for(table) is not None:
        return Refused(say("refused.not_now", ask="next"))
    if seats := showdown.to_table(table):
        return (Tabled(seats),)
    if flying := [move for p in in_flight(table) for move in _set_down(p)]:
        return (flying[0],)
    if (to := due(table)) is not None:
        n, cards = next_number(table), _cards_of_step(table, to)
        return tuple(CardMoved(n + i, None, to, How.ENTERED) for i in range(cards))
    return Refused(say("refused.not_now", ask="next"))


def _set_down(piece: Piece) -> tuple[CardMoved, ...]:
    """The landing of a card in flight where the deal wanted it, nothing for one that it did not want."""
    return (CardMoved(piece.n, piece.card, piece.bound, How.ENTERED),) if piece.bound is not None else ()


def _cards_of_step(table: Table, to: Place) -> int:
    """How many cards the prompt asks for at once: what is missing of a flop, else one."""
    lying = len(at(table, BOARD))
    return FLOP_CARDS - lying if to == BOARD and lying < FLOP_CARDS else 1


def _decide_start(table: Table) -> tuple[Event, ...] | Refused:
    if table.pieces:
        place = table.pieces[0].place
        return Refused(say("refused.cards_out", cards=len(table.pieces), place=str(place)))
    ready = ready_seats(table)
    if len(ready) < MIN_PLAYERS:
        return Refused(say("refused.players"))
    return (started(table, next_hand_positions(table, ready)),)


def ready_seats(table: Table) -> tuple[int, ...]:
    """Seats that will be dealt in next: a player with chips who does not sit out."""
    return tuple(
        n
        for n, seat in sorted(table.seats.items())
        if seat.stack and seat.status not in (Status.EMPTY, Status.AWAY)
    )


def next_hand_positions(table: Table, ready: tuple[int, ...]) -> Positions:
    """Button and blinds of the next hand: the same after a void hand, else moved on (rules.md 2.3, 3.2)."""
    if table.again:
        return Positions(table.button, table.small, table.big)
    if table.big:
        return next_positions(Positions(table.button, table.small, table.big), ready)
    return first_positions(table.button, ready)


def started(table: Table, where: Positions) -> HandStarted:
    """The start of the next hand with its blinds posted, short where a stack is (rules.md 2.3, RR-BL-1)."""
    players = {n: seat for n, seat in sorted(table.seats.items()) if seat.status is not Status.EMPTY}
    ready = ready_seats(table)
    stakes = table.setup.stakes
    blinds = {where.small: stakes.small_blind, where.big: stakes.big_blind}
    return HandStarted(
        number=table.hand + 1,
        button=where.button,
        small=where.small,
        big=where.big,
        stacks={n: seat.stack for n, seat in players.items()},
        names={n: seat.name for n, seat in players.items()},
        away=tuple(n for n in players if n not in ready),
        posts={n: min(blind, table.seats[n].stack) for n, blind in blinds.items() if n in ready},
    )


def _decide_table(table: Table, seat: int) -> tuple[Event, ...] | Refused:
    legal = table.phase is Phase.SHOWDOWN or showdown.tabled_together(table)
    if seat not in betting.live(table) or table.seats[seat].tabled or not legal:
        return Refused(say("refused.no_hand" if legal else "refused.not_now", seat=seat, ask="table"))
    return (Tabled((seat,)),)


def _decide_muck(table: Table, seat: int) -> tuple[Event, ...] | Refused:
    if seat not in betting.live(table):
        return Refused(say("refused.no_hand", seat=seat))
    if showdown.may_muck(table, seat):
        return (Conceded(seat, "dealer"),)
    must = table.phase is Phase.SHOWDOWN or showdown.tabled_together(table)
    return Refused(say("refused.must_table", seat=seat) if must else say("refused.not_now", ask="muck"))


def _decide_name(table: Table, ask: Name) -> tuple[Event, ...] | Refused:
    place = ask.place
    blank = [piece for piece in at(table, place) if piece.card is None]
    asked = _asked_for(table)
    if asked is None or place != asked:
        return Refused(say("refused.not_now", ask="name"))
    known = {piece.card for piece in at(table, place)}
    new = [card for card in dict.fromkeys(ask.cards) if card not in known]
    if len(new) != len(blank):
        return Refused(say("refused.card_count", cards=len(blank)))
    # A face stays shown when its naming is taken back: only a card that still has a place is taken.
    taken = [piece.card for piece in table.pieces if piece.card in new]
    if any(card in table.faces for card in taken):
        return Refused(say("refused.card_taken"))
    if taken:
        return (Stopped(DECK_FAULT),)
    return (CardsNamed({piece.n: card for piece, card in zip(blank, new, strict=True)}),)


def _decide_buy(table: Table, ask: Buy) -> tuple[Event, ...] | Refused:
    """Chips are bought between hands only (S0-58, S0-59)."""
    unit = table.setup.stakes.unit
    if table.phase not in BETWEEN_HANDS:
        return Refused(say("refused.not_now", ask="buy"))
    if ask.seat not in table.seats or table.seats[ask.seat].status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=ask.seat))
    if ask.amount <= 0:
        return Refused(say("refused.amount_low", least=unit))
    if ask.amount % unit:
        return Refused(say("refused.amount_unit", unit=unit))
    return (Bought(ask.seat, ask.amount),)


def _asked_for(table: Table) -> Place | None:
    if table.phase in AFTER_THE_HAND:
        return None
    if showdown.unnamed_board(table):
        return BOARD
    if seat := showdown.unnamed_seat(table):
        return Place(Where.SEAT, seat)
    return None
