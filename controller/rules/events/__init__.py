"""Every fact that can be journalled, in the past tense; the table is what these facts add up to.

Events carry no undealt order and no hidden face: a face enters only by `FaceShown` (design 4).
"""

from __future__ import annotations

from typing import TypeAlias

from controller.rules.events.betting import (
    Acted,
    ActedEarly,
    Bound,
    ClockCalled,
    ClockExpired,
    Declared,
    LeftToFloor,
    Looked,
    RoundConfirmed,
    StringBet,
)
from controller.rules.events.cards import (
    BoardShown,
    CardExposed,
    CardMoved,
    CardOverdue,
    CardsNamed,
    FaceShown,
    Reported,
    StubPassed,
    StubShuffled,
)
from controller.rules.events.floor import (
    AfterStop,
    Attempted,
    FloorCalled,
    FloorSigned,
    HandRevealed,
    Impounded,
    Ruled,
    Stopped,
    StopUnnoticed,
)
from controller.rules.events.hand import (
    AskedToSee,
    Conceded,
    HandStarted,
    HandVoided,
    ImpossibleEvent,
    OneShown,
    Posted,
    PotPushed,
    Retrieved,
    RunAgreed,
    RunDeclined,
    Straddled,
    Tabled,
    Undone,
)
from controller.rules.events.session import (
    Bought,
    ButtonPlaced,
    CameBack,
    Counted,
    DealerChanged,
    DeckChanged,
    DeckVerified,
    DrawBegun,
    Left,
    MinutePassed,
    Sat,
    SeatMoved,
    SessionClosed,
    SessionOpened,
    TimeCharged,
    WentAway,
)

__all__ = [
    "Acted",
    "ActedEarly",
    "AfterStop",
    "AskedToSee",
    "Attempted",
    "BoardShown",
    "Bought",
    "Bound",
    "ButtonPlaced",
    "CameBack",
    "CardExposed",
    "CardMoved",
    "CardOverdue",
    "CardsNamed",
    "ClockCalled",
    "ClockExpired",
    "Conceded",
    "Counted",
    "DealerChanged",
    "DeckChanged",
    "DeckVerified",
    "Declared",
    "DrawBegun",
    "Event",
    "FaceShown",
    "FloorCalled",
    "FloorSigned",
    "HandRevealed",
    "HandStarted",
    "HandVoided",
    "ImpossibleEvent",
    "Impounded",
    "Left",
    "LeftToFloor",
    "Looked",
    "MinutePassed",
    "OneShown",
    "Posted",
    "PotPushed",
    "Reported",
    "Retrieved",
    "RoundConfirmed",
    "Ruled",
    "RunAgreed",
    "RunDeclined",
    "Sat",
    "SeatMoved",
    "SessionClosed",
    "SessionOpened",
    "StopUnnoticed",
    "Stopped",
    "Straddled",
    "StringBet",
    "StubPassed",
    "StubShuffled",
    "Tabled",
    "TimeCharged",
    "Undone",
    "WentAway",
]

Event: TypeAlias = (
    HandStarted
    | Sat
    | Bought
    | Left
    | WentAway
    | CameBack
    | SeatMoved
    | Counted
    | ButtonPlaced
    | DrawBegun
    | SessionOpened
    | DeckVerified
    | SessionClosed
    | DealerChanged
    | DeckChanged
    | MinutePassed
    | TimeCharged
    | Straddled
    | Posted
    | CardMoved
    | CardOverdue
    | CardsNamed
    | Acted
    | Declared
    | ActedEarly
    | LeftToFloor
    | StringBet
    | RoundConfirmed
    | ClockCalled
    | ClockExpired
    | Looked
    | RunAgreed
    | RunDeclined
    | CardExposed
    | OneShown
    | Retrieved
    | AskedToSee
    | Ruled
    | BoardShown
    | FaceShown
    | Tabled
    | Conceded
    | PotPushed
    | FloorCalled
    | Stopped
    | Reported
    | StubPassed
    | StubShuffled
    | AfterStop
    | StopUnnoticed
    | Impounded
    | FloorSigned
    | Attempted
    | HandRevealed
    | HandVoided
    | Undone
)
