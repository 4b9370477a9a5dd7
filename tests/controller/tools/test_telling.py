"""Each event as the story tells it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from controller.rules.account import Debt, TableTime
from controller.rules.cards import CardId, How, seat_place
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    AskedToSee,
    Attempted,
    Bought,
    Bound,
    ButtonPlaced,
    CameBack,
    CardExposed,
    CardMoved,
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
    FloorCalled,
    FloorSigned,
    HandRevealed,
    HandStarted,
    Impounded,
    Left,
    LeftToFloor,
    Looked,
    MinutePassed,
    OneShown,
    Posted,
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
from controller.rules.sentence import say
from controller.rules.stakes import Form, Stakes
from controller.rules.state import Seat, Setup, Status, Table
from controller.rules.table import replay
from controller.tools.telling import RULINGS, Entry, entry, told

RULES = Path(__file__).parents[4] / "shared" / "rules.md"


def table(form: Form = Form.CASH) -> Table:
    """Seats 1 to 3 in mid-hand, seat 1 to act; the blinds are 5 and 10."""
    setup = Setup("Table 1", 3, Stakes(5, 10, 5), form=form)
    seats = {n: Seat(name, Status.OUT, 1000, bought=1000) for n, name in enumerate(("Ana", "Ben", "Cho"), 1)}
    stacks, names = dict.fromkeys(seats, 1000), {n: seat.name for n, seat in seats.items()}
    begun = HandStarted(4, 1, 2, 3, stacks, names, (), {2: 5, 3: 10}, bought=stacks)
    cards = [CardMoved(n, CardId("A", n), seat_place((n % 3) + 1), How.READ) for n in range(1, 7)]
    return replay(Table(setup, seats, setup.stakes), (begun, *cards))


SENTENCES: list[tuple[Event, str]] = [
    (Reported("boxed", seat=3), "Reported of seat 3: boxed."),
    (AfterStop(3, "act", "raise", 60), "After the stop seat 3: raise 60."),
    (AfterStop(3, "chips", chips=(100, 25)), "After the stop seat 3: puts out 100, 25."),
    (StubPassed(35), "The stub is whole: 35 cards."),
    (StubShuffled(), "The stub is shuffled and cut."),
    (Impounded("lee"), "lee keeps the pots aside, the decision is pending."),
    (StopUnnoticed("lee"), "lee finds that the stop was not noticed: what was done since counts."),
    (HandRevealed(3, "lee", "a dispute"), "lee looks at the hand of seat 3. Reason: a dispute."),
    (FloorSigned("lee"), "lee signs in."),
    (Attempted("lee", "ruling R15", "no_hand"), "Refused to lee: ruling R15 (no_hand)."),
    (Acted(1, "850", "call", 600, 600), 'Seat 1 calls 600 on "850".'),
    (Acted(1, "all-in", "raise", 1000, 1000), "Seat 1 raises to 1000, all-in."),
    (Acted(3, "fold", "fold", 0, 10), "Seat 3 folds, out of turn."),
    (ActedEarly(3, "raise to 90", "raise", 90), "Seat 3 raises to 90 before the turn."),
    (ActedEarly(2, "call", "call", 10), "Seat 2 calls 5 before the turn."),
    (LeftToFloor(1, "5", "D9", 5, 5), 'Seat 1 says or puts out "5", which the floor decides.'),
    (Declared(1, "raise", Bound.RAISE), 'Seat 1 says "raise" and must raise.'),
    (Declared(1, "check", Bound.PASSIVE), 'Seat 1 says "check" and may no longer raise.'),
    (StringBet(1, 60), "Seat 1 puts 60 more out, which go back."),
    (Straddled(1, 20), "Seat 1 straddles 20."),
    (Posted(1, 10, 5), "Seat 1 posts 10 and 5 dead."),
    (Posted(1, 10, 0), "Seat 1 posts 10."),
    (Looked(2), "Seat 2 has looked at the cards."),
    (Sat(2, "Dee", 500), "Seat 2 Dee sits down with 500."),
    (Bought(2, 100), "Seat 2 buys 100."),
    (Left(2), "Seat 2 leaves with 995."),
    (WentAway(2), "Seat 2 sits out."),
    (CameBack(2, posts=True), "Seat 2 is back and posts."),
    (CameBack(2, posts=False), "Seat 2 is back and waits for the big blind."),
    (SeatMoved(2, 3), "Seat 2 moves to seat 3."),
    (Counted(2, 985, 995), "Seat 2 is counted: 985, the ledger had 995."),
    (Tabled((1, 2)), "Seats 1 and 2 table both cards."),
    (Conceded(2, "dealer"), "Seat 2 gives up the hand unseen."),
    (OneShown(2, 1), "Seat 2 shows one card."),
    (Retrieved(2), "The hand of seat 2 comes back."),
    (AskedToSee(1, 2, granted=True), "Seat 1 asks to see the hand of seat 2, it is shown."),
    (AskedToSee(1, 2, granted=False), "Seat 1 asks to see the hand of seat 2, the floor decides."),
    (RunAgreed((1, 2)), "Seats 1 and 2 agree to run it twice."),
    (RunDeclined(2), "Seat 2 declines to run it twice."),
    (CardsNamed({}), "The dealer names the cards that no reader knew."),
    (RoundConfirmed(), "The betting round is complete."),
    (ClockCalled(1), "The clock is called on seat 1."),
    (ClockExpired(1), "The clock of seat 1 runs out."),
    (CardExposed(1, "dealer"), "A card at seat 2 was exposed by the dealer."),
    (CardExposed(40, "player"), "A card at the table was exposed by the player."),
    (ButtonPlaced(2), "The button is set at seat 2."),
    (ButtonPlaced(2, drawn=True), "The draw gives seat 2 the button."),
    (DrawBegun((1, 2, 3)), "A draw for the button: seats 1, 2 and 3."),
    (SessionOpened(), "The table opens."),
    (SessionClosed(), "The table closes."),
    (DealerChanged("Eve"), "Dealer Eve sits down."),
    (DealerChanged(""), "Another dealer sits down."),
    (DeckChanged("B"), "Deck B goes into the shoe."),
    (DeckVerified("B", 52), "Deck B is whole: 52 cards."),
    (TimeCharged({1: 5, 2: 3}), "Time charge: seat 1 5, seat 2 3."),
    (Ruled("R15", "lee", seat=2), "lee rules R15, the hand is dead (seat 2)."),
    (
        Ruled("R32", "kim", "a misread hand", pot=2, seats=(1, 2), amounts=(30, 20)),
        "kim rules R32, the pot is awarded anew (side pot 1, seat 1 30, seat 2 20). Reason: a misread hand.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_one_sentence(event: Event, sentence: str) -> None:
    here = table()
    assert told(event, here, here) == (sentence,)


def test_every_entry_has_its_sentence() -> None:
    shown = {type(event) for event, _ in SENTENCES}
    assert set(get_args(Entry)) - shown == {FloorCalled, Stopped}


@pytest.mark.parametrize("event", [MinutePassed(), FloorCalled(), Stopped(say("unresolved.floor"))])
def test_what_is_told_otherwise_is_not_told_twice(event: Event) -> None:
    assert told(event, table(), table()) == ()


def test_what_was_taken_back_is_told() -> None:
    here = table()
    call = Acted(1, "call", "call", 10, 10)
    after = replay(here, (call,))
    assert told(Undone(after.events), after, here) == ("Taken back: seat 1 calls 10.",)


def test_a_player_who_is_away_in_a_tournament_is_absent() -> None:
    assert entry(WentAway(2), table(Form.TOURNAMENT)) == "Seat 2 is absent"


def test_a_hand_begins_with_all_that_crosses_into_it() -> None:
    before = replace(table(), again=True)
    begun = HandStarted(
        number=5,
        button=1,
        small=2,
        big=3,
        stacks={1: 1000, 2: 990, 3: 400},
        names={1: "Ana", 2: "Ben", 3: "Cho"},
        away=(1,),
        posts={2: 10, 3: 20},
        antes={2: 2, 3: 2},
        dead={3: 10},
        absent=(3,),
        owes={1: Debt(20, 10)},
        stakes=Stakes(10, 20, 5, ante=2),
        time=TableTime(level=2),
    )
    assert told(begun, before, before) == (
        "Hand 5, hand 4 dealt again. Button seat 1. Level 2."
        " Blinds 10 / 20: seat 2 posts 10, seat 3 posts 20.",
        "Antes: seat 2 2, seat 3 2.",
        "Dead chips: seat 3 10.",
        "Stacks: seat 1 Ana 1000, seat 2 Ben 990, seat 3 Cho 400.",
        "Not dealt in: seat 1.",
        "Dealt in and not there: seat 3.",
    )


@pytest.mark.skipif(not RULES.exists(), reason="shared/rules.md is not here")
def test_every_ruling_has_its_words() -> None:
    catalogue = RULES.read_text(encoding="utf-8").partition("### 9.1 ")[2].partition("### 9.2 ")[0]
    assert set(RULINGS) - set(re.findall(r"\b(R[0-9]{2}) ", catalogue)) == {"R41"}
    assert set(re.findall(r"\b(R[0-9]{2}) ", catalogue)) <= set(RULINGS)
