"""Hole cards that were seen in the deal: replaced and made the burn, or a misdeal (rules.md 3.3, 4.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.cards import ASIDE, BOARD, BURN, MUCK, How, Place, seat_place
from controller.rules.dealing import at, due, next_burn
from controller.rules.decisions import decide
from controller.rules.events import CardExposed, CardMoved, Reported
from controller.rules.house import FaceUp, FirstCards, HouseRules, Replacement, SecondExposed
from controller.rules.prompts import next_step
from controller.rules.requests import (
    CallFloor,
    Confirm,
    NoteLooked,
    ReportExposed,
    Rule,
    TakeBack,
    Unnotice,
)
from controller.rules.sentence import Refused
from controller.rules.state import Phase, Table
from controller.rules.substantial import happened
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
    assert reported(play, 3, 2) == "refused.exposed_before"
    assert reported(play, 5) == ""
    assert [(what.kind, what.seat) for what in play.table.open] == [("M2", 3), ("M2", 5)]


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
        (lambda: started(0), ReportExposed(0, 0)),
        (lambda: Play(seated(L6, 6)), ReportExposed(1, 1)),
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


@given(cards=st.integers(3, 12))
def test_where_the_house_replaces_at_once_the_next_card_takes_its_place(cards: int) -> None:
    play = started(cards, HouseRules(deal_replacement=Replacement.IMMEDIATE))
    newest = play.table.pieces[-1]
    assert reported(play, newest.place.seat, 2 if cards > 6 else 1) == ""
    assert due(play.table) == newest.place
    while due(play.table):
        pitched(play)
    play.core.ask(Confirm())
    assert play.table.phase is Phase.PREFLOP
    assert [piece.n for piece in at(play.table, BURN)] == [newest.n]
    assert play.table.pieces[cards].replaces == newest.n


def owed(seat: int = 6) -> Play:
    """Seat 6 has its second card exposed, and the replacement is still owed."""
    play = started(12)
    assert reported(play, seat, 2) == ""
    return play


def test_actions_before_the_replacement_count() -> None:
    play = owed()
    play.do("3 call", "4 call")
    assert happened(play.table)
    assert (next_step(play.table).do, next_step(play.table).seat) == ("deal", 6)
    pitched(play)
    step = next_step(play.table)
    assert (step.do, step.to) == ("move", "burn")
    assert play.core.ask(Confirm()) is None
    assert (next_step(play.table).do, next_step(play.table).seat) == ("act", 5)
    assert due(play.pass_to(Phase.PREFLOP).do("5 fold", "6 call", "1 call", "2 check").table) == BOARD


def test_with_no_reader_the_replacement_is_told_by_next() -> None:
    play = owed().do("3 call")
    assert (play.ask(Confirm()), play.ask(Confirm())) == ("", "")
    assert (next_step(play.table).do, next_step(play.table).seat) == ("act", 4)


def test_a_hand_that_is_folded_needs_no_replacement() -> None:
    play = owed().do("3 call", "6 fold")
    assert (next_step(play.table).do, next_step(play.table).seat) == ("act", 4)
    assert play.table.mends == ()
    assert due(play.do("4 fold", "5 fold", "1 fold", "2 check").table) == BURN


@pytest.mark.parametrize(("second", "to"), [(SecondExposed.BURN2, BURN), (SecondExposed.SCRAP, ASIDE)])
def test_a_replacement_exposed_after_substantial_action(second: SecondExposed, to: Place) -> None:
    play = started(12, HouseRules(expose_second_post_sa=second))
    reported(play, 6, 2)
    pitched(play.do("3 call", "4 call"))
    assert reported(play, 6, 3) == ""
    assert [(what.kind, what.rulings) for what in play.table.open] == [("E5", ("R04",))]
    assert play.ask(Rule("R02", "lee", why="no")) == "refused.misdeal_late"
    play.must(Rule("R04", "lee"), Confirm())
    assert [piece.n for piece in at(play.table, to)] == [13]
    pitched(play)
    play.must(Confirm())
    assert [piece.n for piece in at(play.table, seat_place(6))] == [6, 14]
    assert due(play.do("5 fold", "6 call", "1 call", "2 check").table) == BOARD


def test_after_substantial_action_a_card_is_replaced_until_its_owner_acts() -> None:
    play = started(12).do("3 call", "4 call")
    assert (reported(play, 1), reported(play, 3, 2)) == ("", "")
    assert [(w.kind, w.seat, w.rulings) for w in play.table.open] == [
        ("E1", 1, ("R04",)),
        ("E3", 3, ("R01",)),
    ]
    play.must(Rule("R04", "lee"), Rule("R01", "lee"))
    assert due(play.table) == seat_place(1)
    pitched(play)
    play.must(Confirm())
    assert ([p.n for p in at(play.table, BURN)], play.table.seen) == ([1], (9,))


def test_who_has_looked_keeps_the_card() -> None:
    play = started(12).do("3 call", "4 call").must(NoteLooked(5))
    assert reported(play, 5) == ""
    assert [(w.kind, w.rulings) for w in play.table.open] == [("E2", ("R01",))]


def test_after_the_flop_a_card_plays() -> None:
    play = started(12).pass_to(Phase.FLOP)
    assert reported(play, 1) == ""
    assert play.table.open[0].rulings == ("R01",)
    assert play.ask(Rule("R04", "lee", why="late")) == "refused.replace_late"


def test_before_substantial_action_the_dealer_mends_it_alone() -> None:
    play = started(12).do("3 call")
    assert reported(play, 5) == ""
    assert (play.table.open, [w.kind for w in play.table.mends]) == ((), ["E2"])
    assert (play.table.phase, due(play.table)) == (Phase.PREFLOP, seat_place(5))


def test_the_menu_follows_what_counts_since_an_unnoticed_stop() -> None:
    play = started(1)
    reported(play, 1)
    for n in range(2, 13):
        play.draw(seat_place((n - 1) % 6 + 1))
    play.do("3 call", "4 call")
    assert (play.table.open[0].kind, play.table.open[0].rulings) == ("M1", ("R02",))
    play.must(Unnotice("lee"))
    assert (play.table.open[0].kind, play.table.open[0].rulings) == ("M1", ("R04",))


def test_the_floor_replaces_the_first_card_against_its_menu() -> None:
    play = started(1)
    reported(play, 1)
    assert play.ask(Rule("R04", "lee")) == "refused.ruling_not_open"
    play.must(Rule("R04", "lee", why="nobody minds"))
    while due(play.table):
        pitched(play)
    play.must(Confirm())
    assert [piece.n for piece in at(play.table, BURN)] == [1]


def test_a_player_who_turned_a_card_that_he_was_knocked_out_of_gets_another_by_the_floor() -> None:
    play = started(5)
    assert reported(play, 5, by="player") == ""
    play.must(CallFloor(), Rule("R04", "lee", seat=5))
    assert (play.table.exposed, [w.kind for w in play.table.mends]) == ((5,), ["E2"])


@pytest.mark.parametrize(("value", "menu"), [(FaceUp.PENALTY, ("R01",)), (FaceUp.DEAD, ("R15", "R01"))])
def test_a_hand_face_up_with_action_pending(value: FaceUp, menu: tuple[str, ...]) -> None:
    play = started(12, HouseRules(hand_faceup_with_action_pending=value))
    assert reported(play, 5, by="player") == ""
    assert [(w.kind, w.seat, w.rulings) for w in play.table.open] == [("E22", 5, menu)]


def test_with_nothing_left_to_decide_a_hand_may_lie_face_up() -> None:
    play = started(12).do("3 all-in", "4 call", "5 fold", "6 fold", "1 fold", "2 fold")
    assert reported(play, 4, by="player") == ""
    assert play.table.open == ()


def test_a_folded_card_that_the_dealer_exposes_changes_nothing() -> None:
    play = started(12).do("3 fold")
    play.move("Ad", MUCK).move("8d", MUCK)
    before = play.table
    assert reported(play, 3, 2) == ""
    after = play.table
    assert (after.open, after.mends, after.pieces, after.exposed) == ((), (), before.pieces, ())


def burned() -> Play:
    play = started(12).do("3 call", "4 fold", "5 fold", "6 fold", "1 call", "2 check")
    return play.draw(BURN)


@pytest.mark.parametrize(
    ("play", "word"),
    [
        (lambda: started(5), "exposed"),
        (burned, "burn-exposed"),
        (lambda: started(12).pass_to(Phase.FLOP), "stub-exposed"),
    ],
)
def test_the_key_without_a_choice_means_the_newest_card(play: Callable[[], Play], word: str) -> None:
    outcome = decide(play().table, ReportExposed(0, 0))
    assert not isinstance(outcome, Refused)
    event = outcome[0]
    assert (event.what if isinstance(event, Reported) else "exposed") == word
    assert word != "exposed" or event == CardExposed(5, "dealer")
