"""Whose word counts: actions in turn and out of turn, declarations, string bets (rules.md 7.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from controller.rules import action, betting, early, preflop, words
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    BoardShown,
    Bound,
    CardMoved,
    CardOverdue,
    ClockCalled,
    ClockExpired,
    Declared,
    Event,
    FaceShown,
    ImpossibleEvent,
    LeftToFloor,
    Looked,
    MinutePassed,
    StringBet,
)
from controller.rules.house import RaiseMotions
from controller.rules.requests import Act, NoteLooked, PutOut, Say, WordAsk
from controller.rules.rounds import decide_fold
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.stakes import Betting
from controller.rules.state import Early, Phase, Status, Table

WordEvent: TypeAlias = Acted | Declared | ActedEarly | LeftToFloor | StringBet | Looked
_WORDS = (Acted, Declared, ActedEarly, LeftToFloor, StringBet)
# What nobody enters leaves the sentence of the last entry on the screen.
_UNENTERED = (CardMoved, CardOverdue, BoardShown, FaceShown, ClockCalled, ClockExpired, MinutePassed)


def decide_word(table: Table, ask: WordAsk | NoteLooked) -> tuple[WordEvent, ...] | Refused:
    """What an entered action amounts to, or why it cannot be."""
    table = preflop.begun_by_words(table)
    if isinstance(ask, NoteLooked):
        return _decide_looked(table, ask.seat)
    if table.setup.betting is Betting.CARDS_ONLY:
        return decide_fold(table, ask)
    if isinstance(ask, PutOut) and has_just_acted(table, ask.seat):
        return _decide_more_chips(table, ask)
    turn = betting.actor(table)
    if not turn:
        return Refused(say("refused.not_now", ask=ask.word if isinstance(ask, Act) else "say"))
    if ask.seat not in table.seats or not betting.pending(table, ask.seat):
        return Refused(say("refused.not_turn", seat=ask.seat, actor=turn))
    if ask.seat != turn:
        return _decide_early(table, ask, turn)
    outcome = _meaning(table, ask)
    return outcome if isinstance(outcome, Refused) else (outcome,)


def _meaning(table: Table, ask: WordAsk) -> words.Meaning | Refused:
    match ask:
        case Act():
            return betting.judge(table, ask.seat, ask.word, ask.amount)
        case Say():
            return words.of_words(table, ask.seat, ask.words)
        case PutOut():
            return words.of_chips(table, ask.seat, ask.chips)


def _decide_early(table: Table, ask: WordAsk, turn: int) -> tuple[Acted | ActedEarly] | Refused:
    """An action out of turn waits for its turn; a fold binds at once (D11; T24-53A, T24-58)."""
    outcome = _meaning(table, ask)
    if isinstance(outcome, Refused):
        return outcome
    if isinstance(outcome, Acted) and outcome.act == early.FOLD:
        return (replace(outcome, because=say("told.early.fold", seat=ask.seat, actor=turn)),)
    if early.waiting(table, ask.seat):
        return Refused(say("refused.acted_early", seat=ask.seat))
    match outcome:
        case Acted():
            return (ActedEarly(ask.seat, outcome.said, outcome.act, outcome.to),)
        case LeftToFloor():
            act = "call" if outcome.kind == "D9" else "raise"
            return (ActedEarly(ask.seat, outcome.said, act, outcome.to),)
        case Declared(bound=Bound.PASSIVE):
            return (ActedEarly(ask.seat, outcome.said, "check", table.seats[ask.seat].street_in),)
        case Declared():
            return (ActedEarly(ask.seat, outcome.said, "raise" if table.street.bet else "bet", 0),)


def has_just_acted(table: Table, seat: int) -> bool:
    """Whether the seat was the last to act on this street, has nothing to decide, and can put chips out."""
    here = table.seats.get(seat)
    if here is None or table.phase not in betting.STREETS or here.status is not Status.LIVE:
        return False
    return table.street.after == seat and here.acted != "" and not betting.pending(table, seat)


def _decide_more_chips(table: Table, ask: PutOut) -> tuple[Acted | StringBet] | Refused:
    """Chips after an action that was complete: a string bet, they go back (D8; T24-56, EX-102).

    A raise that was declared may grow where the house lets it be put out in several motions (RR-NL-6).
    """
    if (wrong := words.unfit(table, ask.seat, ask.chips)) is not None:
        return Refused(wrong)
    out, last = sum(ask.chips), _last_act(table)
    if last and last.seat == ask.seat and not last.said.startswith(words.CHIPS) and out == last.put:
        return Refused(say("refused.counted", seat=ask.seat, to=last.to))
    several = table.setup.house.bet_raise_motions is RaiseMotions.MULTI_AFTER_DECLARATION
    if several and table.street.declared == ask.seat == table.street.aggressor and not table.early:
        more = words.of_chips(action.declaring(table, ask.seat), ask.seat, ask.chips)
        if isinstance(more, Acted) and more.put:
            return (more,)
    return (StringBet(ask.seat, out),)


def _last_act(table: Table) -> Acted | None:
    entered = (event for _, event in reversed(table.history) if not isinstance(event, _UNENTERED))
    event = next(entered, None)
    return event if isinstance(event, Acted) else None


def _decide_looked(table: Table, seat: int) -> tuple[Looked] | Refused:
    here = table.seats.get(seat)
    if here is None or here.status not in betting.IN_HAND or seat not in table.dealt:
        return Refused(say("refused.no_hand", seat=seat))
    return Refused(say("refused.not_now", ask="looked")) if here.looked else (Looked(seat),)


def heard(table: Table, event: Event) -> Table:
    """The table with the sentence of what the rules make of this entry; the next entry takes its place."""
    if isinstance(event, _UNENTERED):
        return table
    if isinstance(event, _WORDS):
        table = preflop.begun_by_words(table)
    return replace(table, told=_sentence(table, event))


def _sentence(table: Table, event: Event) -> Sentence | None:
    match event:
        case Acted():
            return event.because
        case Declared():
            return action.promised(table, event)
        case ActedEarly():
            chips = event.act != "check"
            said = "told.early.chips" if chips else "told.early"
            return say(said, seat=event.seat, actor=betting.actor(table))
        case StringBet():
            return say("told.string", seat=event.seat, back=event.amount)
        case AfterStop():
            return say("told.after_stop", seat=event.seat)
    return None


def acted(table: Table, event: Acted) -> Table:
    """The table after an action; raises `ImpossibleEvent`."""
    seat = table.seats.get(event.seat)
    if seat is None or seat.status not in betting.IN_HAND or not 0 <= event.put <= seat.stack:
        raise ImpossibleEvent(f"seat {event.seat} cannot have put {event.put} in")
    turn = betting.actor(table)
    if event.put and event.seat != turn and has_just_acted(table, event.seat):
        return action.raised_on(table, event)
    after = action.taken(early.without(table, event.seat), event)
    if turn in (0, event.seat) or event.act != early.FOLD:
        return after
    return early.noted(after, Early(event.seat, event.said, early.FOLD, event.to, table.street.bet))


def noted(table: Table, event: Declared | ActedEarly | LeftToFloor | StringBet | Looked) -> Table:
    """The table after a word or motion that did not end a turn; raises `ImpossibleEvent`."""
    match event:
        case Declared():
            return action.declared(table, event)
        case ActedEarly():
            waits = Early(event.seat, event.said, event.act, event.to, table.street.bet)
            return early.noted(table, waits)
        case LeftToFloor():
            return action.left_to_floor(table, event)
        case StringBet():
            return table
        case Looked():
            return _looked(table, event.seat)


def _looked(table: Table, seat: int) -> Table:
    """Who owes blinds and looks before he pays has a dead hand, unless he has acted (EX-11, M6; 12.4)."""
    here = table.seats[seat]
    owes = bool(here.owes.live or here.owes.dead)
    before = table.phase in (Phase.DEALING, Phase.PREFLOP)
    if owes and before and not here.acted and here.status in betting.IN_HAND:
        return action.with_seat(
            early.without(table, seat), seat, replace(here, status=Status.DEAD, looked=True)
        )
    return action.with_seat(table, seat, replace(here, looked=True))
