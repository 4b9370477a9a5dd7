"""Hole cards that were seen in the deal: replaced and made the burn, or a misdeal (rules.md 3.3, 4.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.cards import BURN, How, seat_place
from controller.rules.dealing import at, due, next_burn
from controller.rules.decisions import decide
from controller.rules.events import CardMoved
from controller.rules.house import FirstCards, HouseRules, Replacement
from controller.rules.prompts import next_step
from controller.rules.requests import Act, Confirm, ReportExposed, TakeBack
from controller.rules.sentence import Refused
from controller.rules.state import Phase, Table
from controller.rules.table import replay
from tests.controller.rules.hands import L6, Play, seated


def started(cards: int, house: HouseRules | None = None) -> Play:
    play = Play(seated(L6, 6, house=house))
    play.core.ask(Confirm())
    for _ in range(cards):
        pitched(play)
    return play


def pitched(play: Play) -> None:
    to = due(play.table)
    assert to is not None
    play.core.draw(play.shoe.pop(0), to)


def acted(play: Play) -> Play:
    play.core.ask(Act(3, "call"))
    return play


def reported(play: Play, seat: int, card: int = 1, by: str = "dealer") -> str:
    refused = play.core.ask(ReportExposed(seat, card, by))
    return refused.reason.id if refused else ""


@given(cards=st.integers(3, 12))
def test_one_card_is_replaced_by_the_top_card_and_is_the_burn(cards: int) -> None:
    play = started(cards)
    newest = play.table.pieces[-1]
    seat, card = newest.place.seat, 2 if cards > 6 else 1
    assert reported(play, seat, card) == ""
    for _ in range(12 - cards):
        pitched(play)
    assert (play.table.phase, due(play.table)) == (Phase.DEALING, seat_place(seat))
    pitched(play)
    step = next_step(play.table)
    assert (step.do, step.seat, step.to) == ("move", seat, "burn")
    assert play.core.ask(Confirm()) is None
    assert play.table.phase is Phase.PREFLOP
    assert [piece.n for piece in at(play.table, BURN)] == [newest.n]
    assert len(at(play.table, seat_place(seat))) == 2
    assert play.table.pieces[-1].n == 13
    assert play.table.open == ()


def test_the_exposed_card_may_go_to_the_burns_before_it_is_replaced() -> None:
    play = started(5)
    reported(play, 5)
    newest = play.table.pieces[-1]
    play.core.record(CardMoved(newest.n, newest.card, BURN, How.READ))
    assert play.table.open == ()
    while due(play.table):
        pitched(play)
    assert play.table.phase is Phase.PREFLOP
    assert next_burn(play.table) is None


def test_a_second_card_is_a_misdeal() -> None:
    play = started(9)
    assert (reported(play, 4), reported(play, 3, 2)) == ("", "")
    assert [(what.kind, what.rulings) for what in play.table.open] == [("M2", ("R02",))]
    assert reported(play, 5) == "refused.not_supported"


def test_what_a_player_exposed_plays() -> None:
    play = started(9)
    before = play.table
    assert reported(play, 4, by="player") == ""
    assert (play.table.exposed, play.table.open, play.table.pieces) == ((), (), before.pieces)
    assert reported(play, 3, 2) == ""
    assert play.table.exposed == (9,)


def test_a_report_is_taken_back() -> None:
    play = started(5)
    reported(play, 5)
    assert play.core.ask(TakeBack()) is None
    assert play.table.exposed == ()


@pytest.mark.parametrize("rules", [FirstCards.FIRST_TWO, FirstCards.FIRST_ONE, FirstCards.OFF])
def test_which_of_the_first_cards_make_a_misdeal_is_the_houses(rules: FirstCards) -> None:
    misdeals = {FirstCards.FIRST_TWO: (True, True), FirstCards.FIRST_ONE: (True, False)}
    house = HouseRules(misdeal_first_cards=rules)
    for n, stops in enumerate(misdeals.get(rules, (False, False)), 1):
        play = started(n, house)
        assert reported(play, n) == ""
        assert bool(play.table.open) is stops
        assert play.table.exposed == (() if stops else (n,))


@pytest.mark.parametrize(
    ("at_work", "ask"),
    [
        (lambda: started(5), ReportExposed(6, 1)),
        (lambda: started(5), ReportExposed(5, 2)),
        (lambda: acted(started(12)), ReportExposed(5, 1)),
        (lambda: started(5, HouseRules(deal_replacement=Replacement.IMMEDIATE)), ReportExposed(5, 1)),
    ],
)
def test_a_report_out_of_place_is_refused(at_work: Callable[[], Play], ask: ReportExposed) -> None:
    table: Table = at_work().table
    assert isinstance(decide(table, ask), Refused)


def test_the_journal_gives_the_same_table() -> None:
    play = started(5)
    reported(play, 5)
    while due(play.table):
        pitched(play)
    play.core.ask(Confirm())
    assert replay(play.core.start, play.core.events) == play.table
