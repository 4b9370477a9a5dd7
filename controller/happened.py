"""What happened, as one line each for the floor: seats, words and amounts, never a hidden face."""

from __future__ import annotations

from controller.rules.cards import FLIGHT, SHOE
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    BoardShown,
    CardExposed,
    CardMoved,
    ClockCalled,
    Conceded,
    Declared,
    Event,
    FloorCalled,
    HandRevealed,
    HandStarted,
    HandVoided,
    Impounded,
    LeftToFloor,
    PotPushed,
    Reported,
    RoundConfirmed,
    Ruled,
    Stopped,
    StopUnnoticed,
    StringBet,
    StubPassed,
    StubShuffled,
    Tabled,
)
from controller.views import Message

ACTIONS = (Acted, Declared, ActedEarly, LeftToFloor, StringBet, AfterStop, RoundConfirmed)


def logged(event: Event) -> Message | None:
    """The line of an event, None for one that says nothing to the floor."""
    return _action(event) or _cards(event) or _floor(event) or _hand(event)


def _action(event: Event) -> Message | None:
    match event:
        case Acted(seat=seat, act=act, to=to):
            return Message("log.acted", {"seat": seat, "acted": act, "amount": to})
        case ActedEarly(seat=seat, act=act, to=to):
            return Message("log.early", {"seat": seat, "acted": act, "amount": to})
        case Declared(seat=seat, bound=bound):
            return Message("log.declared", {"seat": seat, "bound": str(bound)})
        case LeftToFloor(seat=seat):
            return Message("log.unclear", {"seat": seat})
        case StringBet(seat=seat):
            return Message("log.string", {"seat": seat})
        case AfterStop(seat=seat, way="act", said=said, amount=amount):
            return Message("log.note", {"seat": seat, "acted": said, "amount": amount})
        case AfterStop(seat=seat):
            return Message("log.note.unclear", {"seat": seat})
        case RoundConfirmed():
            return Message("log.round")
        case ClockCalled(seat=seat):
            return Message("log.clock", {"seat": seat})
    return None


def _cards(event: Event) -> Message | None:
    match event:
        case CardMoved(to=to) if to == FLIGHT:
            return None
        case CardMoved(to=to) if to == SHOE:
            return Message("log.card.back")
        case CardMoved(to=to):
            return Message("log.card", {"place": str(to)})
        case CardExposed():
            return Message("log.exposed")
        case Reported(what=what, seat=seat):
            return _reported(what, seat)
        case BoardShown(cards=cards):
            return Message("log.board", {"cards": cards})
        case StubPassed(cards=cards):
            return Message("log.stub", {"cards": cards})
        case StubShuffled():
            return Message("log.shuffled")
    return None


def _reported(what: str, seat: int) -> Message:
    return (
        Message("log.reported", {"ask": what, "seat": seat}) if seat else Message("log.report", {"ask": what})
    )


def _floor(event: Event) -> Message | None:
    match event:
        case FloorCalled():
            return Message("log.floor")
        case Stopped(reason=reason):
            return Message(reason.id, reason.args)
        case Ruled(code=code, who=who, seat=0):
            return Message("log.ruled.table", {"code": code, "name": who})
        case Ruled(code=code, who=who, seat=seat):
            return Message("log.ruled", {"code": code, "name": who, "seat": seat})
        case StopUnnoticed(who=who):
            return Message("log.unnoticed", {"name": who})
        case Impounded(who=who):
            return Message("log.impounded", {"name": who})
        case HandRevealed(seat=seat, who=who):
            return Message("log.revealed", {"seat": seat, "name": who})
    return None


def _hand(event: Event) -> Message | None:
    match event:
        case HandStarted(number=number):
            return Message("log.hand", {"hand_number": str(number)})
        case Tabled(seats=seats):
            return Message("log.tabled", {"seats": seats})
        case Conceded(seat=seat):
            return Message("log.mucked", {"seat": seat})
        case PotPushed(pot=pot, shares=shares):
            return Message("log.pushed", {"pot": pot, "seats": tuple(sorted(shares))})
        case HandVoided():
            return Message("log.voided")
    return None
