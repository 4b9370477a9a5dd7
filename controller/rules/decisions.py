"""`decide(table, ask)`: what follows from a request of the console, or why the rules forbid it (design 4)."""

from __future__ import annotations

from controller.rules import betting, opening, showdown, todo
from controller.rules.cards import BOARD, SHOE, How, Place, Where
from controller.rules.clock import decide_clock
from controller.rules.dealing import at, current, due, in_flight, missing, next_number, owed_first
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    AskedToSee,
    Bought,
    ButtonPlaced,
    CameBack,
    CardExposed,
    CardMoved,
    CardsNamed,
    ClockCalled,
    Conceded,
    Counted,
    DealerChanged,
    DeckChanged,
    DeckVerified,
    Declared,
    DrawBegun,
    Event,
    FloorCalled,
    HandVoided,
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
    SessionClosed,
    SessionOpened,
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
from controller.rules.incidents import decide_report
from controller.rules.incidents.deal import dealer_declares
from controller.rules.incidents.stops import DECK_FAULT, FLOOR, UNRESOLVED
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.looking import decide_reveal
from controller.rules.notes import decide_note, decide_unnoticed
from controller.rules.posting import decide_post
from controller.rules.requests import (
    Act,
    Agree,
    Ask,
    AskToSee,
    Buy,
    CallClock,
    CallFloor,
    ChangeDealer,
    ChangeDeck,
    CloseSession,
    Confirm,
    Count,
    Decline,
    DrawButton,
    FloorAsk,
    Impound,
    Leave,
    MoveSeat,
    Muck,
    Name,
    NoteLooked,
    OpenSession,
    PlaceButton,
    PlayingAsk,
    Post,
    PutOut,
    PutStraddle,
    Redeal,
    Report,
    ReportExposed,
    Reveal,
    RoundComplete,
    Rule,
    Say,
    ShowCard,
    Sit,
    SitIn,
    SitOut,
    TableHand,
    TakeBack,
    Unnotice,
)
from controller.rules.rounds import decide_round, open_round
from controller.rules.rulings import decide_ruling
from controller.rules.rulings.pending import decide_impound
from controller.rules.runs import asked, decide_run
from controller.rules.seating import decide_seat
from controller.rules.sentence import Refused, say
from controller.rules.showing import decide_show
from controller.rules.starting import decide_start
from controller.rules.state import BETWEEN_HANDS, Opening, Phase, Piece, Table
from controller.rules.todo import ready
from controller.rules.turn import decide_word

HAND_ENTRIES = (
    *(Acted, Tabled, Conceded, CardsNamed, Stopped, Declared, ActedEarly, StringBet, Looked),
    LeftToFloor,
    *(RoundConfirmed, ClockCalled, RunAgreed, RunDeclined, OneShown, Retrieved, AskedToSee, CardExposed),
    *(Reported, AfterStop),
)
ENTRIES = (
    *HAND_ENTRIES,
    *(Straddled, Posted, Sat, Bought, Left, WentAway, CameBack, SeatMoved, Counted, ButtonPlaced),
    *(DrawBegun, SessionOpened, DealerChanged, DeckChanged, FloorCalled),
)


def decide(table: Table, ask: Ask) -> tuple[Event, ...] | Refused:
    """What follows from a request: events to journal and apply, or the reason why not."""
    match ask:
        case CallFloor():
            called = any(what.kind == FLOOR for what in table.open)
            return Refused(say("refused.stopped")) if called else (FloorCalled(),)
        case TakeBack():
            entry = newest_entry(table)
            return (Undone(entry[0]),) if entry else Refused(say("refused.nothing_to_undo"))
        case Redeal():
            return (HandVoided(),) if may_redeal(table) else Refused(say("refused.not_now", ask="redeal"))
        case ReportExposed() | Report():
            return decide_report(table, ask)
        case Rule() | Unnotice() | Impound() | Reveal():
            return _decide_floor(table, ask)
        case Act() | Say() | PutOut() if table.open:
            return decide_note(table, ask)
        case NoteLooked() if table.open and table.opening is not Opening.CLOSED:
            return decide_word(table, ask)
    if table.open:
        return Refused(say("refused.stopped"))
    return _decide_playing(table, ask)


def _decide_floor(table: Table, ask: FloorAsk) -> tuple[Event, ...] | Refused:
    match ask:
        case Rule():
            return decide_ruling(table, ask)
        case Unnotice(who=who):
            return decide_unnoticed(table) or (StopUnnoticed(who),)
        case Reveal():
            return decide_reveal(table, ask)
        case Impound(who=who):
            return decide_impound(table, who)


def _decide_playing(table: Table, ask: PlayingAsk) -> tuple[Event, ...] | Refused:
    if table.opening is Opening.CLOSED:
        return Refused(say("refused.closed"))
    match ask:
        case Act() | Say() | PutOut() | NoteLooked():
            return decide_word(table, ask)
        case RoundComplete():
            return decide_round(table)
        case CallClock():
            return decide_clock(table, ask)
        case Confirm():
            return _decide_confirm(table)
        case TableHand(seat=seat) if (task := current(table)) and todo.shows(table, task, seat):
            return todo.decide_done(table, task)
        case TableHand() | Muck() | ShowCard() | AskToSee():
            return decide_show(table, ask)
        case Name():
            return _decide_name(table, ask)
        case PutStraddle() | Post():
            return decide_post(table, ask)
        case Sit() | Buy() | Leave() | SitOut() | SitIn() | MoveSeat() | Count():
            return decide_seat(table, ask)
        case Agree() | Decline():
            return decide_run(table, ask)
        case PlaceButton() | DrawButton() | OpenSession() | CloseSession() | ChangeDealer() | ChangeDeck():
            return opening.decide_opening(table, ask)


def newest_entry(table: Table) -> tuple[int, Event] | None:
    """The dealer's entry that UNDO would take back, None once a push or the end of the hand followed it.

    A hand that ended without a push is over once its cards are collected.
    """
    collected = False
    for n, event in reversed(table.history):
        match event:
            case CardMoved(to=place):
                collected = collected or (place == SHOE and table.phase in BETWEEN_HANDS)
            case PotPushed() | HandVoided() | Ruled() | DeckVerified() | SessionClosed():
                return None
            case StopUnnoticed() | Impounded() | StubPassed() | StubShuffled():
                return None
            case ButtonPlaced(drawn=True):
                return None
            case Acted(said="muck") | Conceded(said="muck"):
                continue
            case Stopped(reason=reason, kind=kind) if (reason, kind) != (DECK_FAULT, UNRESOLVED):
                continue
            case _ if isinstance(event, ENTRIES):
                return None if collected and isinstance(event, HAND_ENTRIES) else (n, event)
    return None


def may_redeal(table: Table) -> bool:
    """Whether "return all chips, redeal" is open: the table stopped over the cards, and no pot was pushed.

    Where the house lets the dealer declare a misdeal it is one (12.7).
    """
    unresolved = any(what.kind == "unresolved" for what in table.open)
    return dealer_declares(table) or (unresolved and table.phase not in AFTER_THE_HAND)


def _decide_confirm(table: Table) -> tuple[Event, ...] | Refused:
    if table.phase in BETWEEN_HANDS:
        return _decide_next(table)
    if task := current(table):
        return todo.decide_done(table, task)
    if table.phase is Phase.PAYING:
        if seats := showdown.to_table(table):
            return (Tabled(seats),)
        pot = showdown.next_pot(table)
        return (PotPushed(pot, showdown.shares(table, table.pots[pot - 1])),)
    if mend := next((what for what in table.mends if ready(table, what)), None):
        return todo.decide_mended(table, mend)
    if overdue := [move for p in in_flight(table) if p.overdue for move in _set_down(p)]:
        return (overdue[0],)
    if not owed_first(table) and (first := _decide_players(table)) is not None:
        return first
    if flying := [move for p in in_flight(table) for move in _set_down(p)]:
        return (flying[0],)
    if (to := due(table)) is not None:
        n, cards = next_number(table), _cards_of_step(table, to)
        return tuple(CardMoved(n + i, None, to, How.ENTERED) for i in range(cards))
    return Refused(say("refused.not_now", ask="next"))


def _decide_players(table: Table) -> tuple[Event, ...] | Refused | None:
    """NEXT before the next card: the board turned up, the round, running it twice, an action, hands."""
    if showdown.board_down(table) and not betting.actor(table):
        return (Reported("face-up"),)
    if open_round(table):
        return decide_round(table)
    if asked(table):
        return (RunDeclined(0),)
    if betting.actor(table) or _asked_for(table) is not None:
        return Refused(say("refused.not_now", ask="next"))
    seats = showdown.to_table(table)
    return (Tabled(seats),) if seats else None


def _decide_next(table: Table) -> tuple[Event, ...] | Refused:
    """Between hands: the deck was counted by hand, the button is drawn for, or the next hand starts.

    A time charge that is due is collected before the hand (S0-60).
    """
    if opening.verifying(table):
        return (opening.checked_by_hand(table),)
    if opening.draw_is_due(table):
        return opening.decide_opening(table, DrawButton())
    charge = opening.time_charge(table)
    if charge is None:
        return decide_start(table)
    start = decide_start(opening.changed(table, charge))
    return start if isinstance(start, Refused) else (charge, *start)


def _set_down(piece: Piece) -> tuple[CardMoved, ...]:
    """The landing of a card in flight where the deal wanted it, nothing for one that it did not want."""
    return (CardMoved(piece.n, piece.card, piece.bound, How.ENTERED),) if piece.bound is not None else ()


def _cards_of_step(table: Table, to: Place) -> int:
    """How many cards the prompt asks for at once: what is missing of a flop, else one."""
    return missing(table) if to == BOARD else 1


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


def _asked_for(table: Table) -> Place | None:
    if table.phase in AFTER_THE_HAND:
        return None
    if showdown.unnamed_board(table):
        return BOARD
    if seat := showdown.unnamed_seat(table):
        return Place(Where.SEAT, seat)
    return None
