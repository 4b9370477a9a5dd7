"""What UNDO would take back, as a sentence for its key (design 4)."""

from __future__ import annotations

from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    AskedToSee,
    Bought,
    ButtonPlaced,
    CameBack,
    CardExposed,
    CardsNamed,
    ClockCalled,
    Conceded,
    Counted,
    DealerChanged,
    DeckChanged,
    Declared,
    DrawBegun,
    Event,
    FloorCalled,
    Left,
    LeftToFloor,
    Looked,
    OneShown,
    Posted,
    Reported,
    Retrieved,
    RoundConfirmed,
    RunAgreed,
    RunDeclined,
    Sat,
    SeatMoved,
    SessionOpened,
    Stopped,
    Straddled,
    StringBet,
    Tabled,
    WentAway,
)
from controller.views import Message


def taken_back(event: Event) -> Message | None:
    """The sentence of the entry, None for an event that is no entry."""
    match event:
        case Acted(seat=seat, act=act) | ActedEarly(seat=seat, act=act):
            return Message("undo.act", {"seat": seat, "acted": act})
        case Declared(seat=seat, bound=bound):
            return Message("undo.declared", {"seat": seat, "bound": str(bound)})
        case Tabled(seats=seats):
            return Message("undo.table", {"seats": seats})
        case Conceded(seat=seat):
            return Message("undo.muck", {"seat": seat})
        case CardsNamed() | Stopped():
            return Message("undo.name")
        case FloorCalled():
            return Message("undo.floor")
    return _of_a_seat(event) or _of_the_table(event)


_SEATS: dict[type[Event], str] = {
    LeftToFloor: "undo.left_to_floor",
    StringBet: "undo.string",
    Looked: "undo.looked",
    AfterStop: "undo.note",
    ClockCalled: "undo.clock",
    RunDeclined: "undo.declined",
    OneShown: "undo.shown",
    Retrieved: "undo.retrieved",
    Straddled: "undo.straddle",
    Posted: "undo.post",
    Sat: "undo.sit",
    Bought: "undo.buy",
    Left: "undo.leave",
    WentAway: "undo.away",
    CameBack: "undo.back",
    SeatMoved: "undo.move",
    Counted: "undo.count",
    ButtonPlaced: "undo.button",
}


def _of_a_seat(event: Event) -> Message | None:
    key = _SEATS.get(type(event))
    return Message(key, {"seat": getattr(event, "seat", 0)}) if key else None


def _of_the_table(event: Event) -> Message | None:
    match event:
        case RoundConfirmed():
            return Message("undo.round")
        case RunAgreed(seats=seats):
            return Message("undo.agreed", {"seats": seats})
        case AskedToSee(of=of):
            return Message("undo.asked", {"seat": of})
        case CardExposed():
            return Message("undo.exposed")
        case Reported():
            return Message("undo.report")
        case DrawBegun():
            return Message("undo.draw")
        case SessionOpened():
            return Message("undo.open")
        case DealerChanged():
            return Message("undo.dealer")
        case DeckChanged():
            return Message("undo.deck")
    return None
