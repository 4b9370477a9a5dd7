"""Every event survives the journal, and whatever is no event is refused with the field named."""

from __future__ import annotations

import json
import typing
from dataclasses import MISSING, fields

import pytest

from controller.codec import CodecError, decode, decode_setup, encode
from controller.rules.account import Account, Debt, Settled, TableTime
from controller.rules.cards import BOARD, CardId, Face, How, seat_place
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    AskedToSee,
    Attempted,
    BoardShown,
    Bought,
    Bound,
    ButtonPlaced,
    CameBack,
    CardExposed,
    CardMoved,
    CardOverdue,
    CardsNamed,
    ClockCalled,
    ClockExpired,
    Conceded,
    Counted,
    DealerChanged,
    DeckChanged,
    DeckVerified,
    Declared,
    DrawBegun,
    Event,
    FaceShown,
    FloorCalled,
    FloorSigned,
    HandRevealed,
    HandStarted,
    HandVoided,
    Impounded,
    Left,
    LeftToFloor,
    Looked,
    MinutePassed,
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
    TimeCharged,
    Undone,
    WentAway,
)
from controller.rules.house import HouseRules
from controller.rules.sentence import say
from controller.rules.stakes import Stakes
from controller.rules.state import Setup
from controller.views import to_json

CARD = CardId("A", 17)
EVENTS: list[Event] = [
    Reported("boxed", n=3, seat=2, by="dealer"),
    Reported("missing", card=CardId("A", 7)),
    StubPassed(35),
    StubShuffled(),
    AfterStop(4, "chips", chips=(100, 25)),
    StopUnnoticed("lee"),
    Impounded("lee"),
    FloorSigned("lee"),
    Attempted("lee", "ruling", "not_signed"),
    HandRevealed(4, "lee", "a dispute"),
    HandStarted(
        3,
        1,
        2,
        3,
        {1: 100, 2: 0},
        {1: "Ana", 2: "José"},
        (2,),
        {1: 5},
        owes={2: Debt(10, 5)},
        stakes=Stakes(5, 10, ante=1),
        time=TableTime(12, 2),
        account=Account(rake=3, left=(Settled(4, "Bea", 100, 90),)),
    ),
    Sat(4, "Bea", 500),
    Bought(2, 500),
    Left(4),
    WentAway(2),
    CameBack(2, posts=True),
    SeatMoved(2, 5),
    Counted(5, 480, 500),
    ButtonPlaced(2, drawn=True),
    DrawBegun((1, 2)),
    SessionOpened(),
    DeckVerified("A", 52),
    SessionClosed(),
    DealerChanged("Mia"),
    DeckChanged("B"),
    MinutePassed(),
    TimeCharged({1: 5}),
    Straddled(3, 20),
    Posted(4, 10, 5),
    Declared(3, "raise", Bound.RAISE),
    ActedEarly(4, "raise 90", "raise", 90),
    LeftToFloor(3, "chips 20", "D9", 20, 20),
    StringBet(3, 60),
    RoundConfirmed(),
    ClockCalled(3),
    ClockExpired(3),
    Looked(4),
    RunAgreed((2, 5)),
    RunDeclined(5),
    CardExposed(1, "dealer"),
    OneShown(6, 12),
    Retrieved(6),
    AskedToSee(4, 3, granted=True),
    Ruled("R22", "lee", "short call", 3),
    CardMoved(1, CARD, seat_place(4), How.READ),
    CardMoved(2, None, BOARD, How.ENTERED),
    CardOverdue(7),
    CardsNamed({3: CARD}),
    Acted(2, "all-in", "raise", 40, 60),
    BoardShown(3),
    FaceShown(CARD, Face(14, "h"), "board"),
    Tabled((1, 2)),
    Conceded(3, "muck"),
    PotPushed(1, {1: 30, 2: 31}),
    FloorCalled(),
    Stopped(say("unresolved.wrong_place", place="seat 2", seats=(1, 2), places=("a", "b"))),
    HandVoided(),
    Undone(12),
]


def test_the_examples_are_all_kinds_of_events() -> None:
    assert {type(event) for event in EVENTS} == set(typing.get_args(Event))


@pytest.mark.parametrize("event", EVENTS, ids=[type(event).__name__ for event in EVENTS])
def test_an_event_survives_the_journal(event: Event) -> None:
    assert decode(json.loads(json.dumps(encode(event)))) == event


@pytest.mark.parametrize("event", EVENTS, ids=[type(event).__name__ for event in EVENTS])
def test_an_event_with_a_field_too_many_or_too_few_is_refused(event: Event) -> None:
    kind = type(event).__name__
    with pytest.raises(CodecError, match=f"{kind} has no field 'more'"):
        decode({**encode(event), "more": 1})
    for required in [f.name for f in fields(event) if f.default is MISSING and f.default_factory is MISSING]:
        less = {name: value for name, value in encode(event).items() if name != required}
        with pytest.raises(CodecError, match=f"{kind} lacks the field '{required}'"):
            decode(less)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({}, "no event that this version knows"),
        ({"type": "Sneezed"}, "no event that this version knows"),
        ({"type": "Undone", "n": "12"}, "Undone.n must be int"),
        ({"type": "Undone", "n": True}, "Undone.n must be int"),
        ({"type": "Bought", "seat": 1, "amount": 1.5}, "Bought.amount must be int"),
        (
            {"type": "CardMoved", "n": 1, "card": None, "to": {"where": "attic"}, "how": "read"},
            "must be one of",
        ),
        ({"type": "Tabled", "seats": 3}, "Tabled.seats must be a list"),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(value: dict[str, object], sentence: str) -> None:
    with pytest.raises(CodecError, match=sentence):
        decode(value)


def test_a_setup_survives_the_first_line() -> None:
    setup = Setup("Table 1", 6, Stakes(5, 10, 5), HouseRules())
    assert decode_setup(json.loads(json.dumps(to_json(setup)))) == setup
    with pytest.raises(CodecError, match="Setup must be an object"):
        decode_setup(None)
