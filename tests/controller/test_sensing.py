"""The landing rules of design 3: what counts as landed, early, mucked or lost; time is passed in."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from controller.rules.cards import BOARD, BURN, MUCK, CardId, How, Place, seat_place
from controller.rules.dealing import at
from controller.rules.events import Acted, Conceded, FaceShown
from controller.sensing import (
    CardLeft,
    CardSeen,
    DeadlinePassed,
    ReaderState,
    Sensing,
    StrangeTag,
    Wait,
    Waits,
    sense,
)
from controller.tools.emulated import ROLES
from drivers.reports import ReaderLost, ReaderUp, TagGone, TagSeen
from tests.controller.rail import Rail, dealt
from tests.simulation.night import chips, deck_of, play, robot_of, table, table_of

SUBSETS = [
    roles
    for size in range(1, len(ROLES) + 1)
    for roles in combinations(ROLES, size)
    if "shoe" in roles or "seats" in roles
]


def cards_at(rail: Rail, place: Place) -> int:
    return len(at(rail.loop.table, place))


def folds(rail: Rail) -> list[tuple[int, str]]:
    return [(e.seat, e.said) for e in rail.history() if isinstance(e, Acted) and e.act == "fold"]


# --- the deal


def test_a_card_lands_where_the_deal_wants_it_as_soon_as_its_reader_sees_it() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    assert rail.prompt == ("deal", 1, "")
    rail.see("seat 1", 0)
    assert rail.prompt == ("deal", 2, "")
    assert [piece.how for piece in rail.loop.table.pieces] == [How.READ]


def test_several_cards_may_be_in_flight_and_land_in_any_order() -> None:
    rail = Rail()
    rail.ask("next")
    for n in (0, 1, 2):
        rail.see("shoe", n)
        rail.wait(0.4)
    for n in (2, 0, 1):
        rail.see(f"seat {n + 1}", n)
    assert rail.prompt == ("deal", 1, "")
    assert [str(piece.place) for piece in rail.loop.table.pieces] == ["seat 1", "seat 2", "seat 3"]


def test_a_card_at_a_wrong_seat_counts_only_after_it_has_rested() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    rail.see("seat 2", 0)
    rail.wait(0.39)
    assert rail.stopped == ""
    rail.wait(0.02)
    assert rail.stopped == "irregular.first_seat"


def test_a_card_pitched_over_a_neighbour_counts_where_it_came_to_rest() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    rail.wait(0.1)
    rail.see("seat 2", 0)
    rail.wait(0.2)
    rail.see("seat 1", 0)
    rail.wait(0.1)
    rail.gone("seat 2", 0)
    rail.wait(3.0)
    assert (rail.stopped, rail.prompt) == ("", ("deal", 2, ""))


def test_a_pitch_that_left_the_neighbour_before_it_had_rested_and_came_nowhere_is_overdue() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    rail.see("seat 2", 0)
    rail.wait(0.2)
    rail.gone("seat 2", 0)
    rail.wait(1.79)
    assert rail.prompt == ("deal", 1, "")
    rail.wait(0.02)
    assert rail.prompt == ("move", 1, "seat 1")


def test_next_confirms_a_card_that_no_reader_saw_land() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    rail.wait(2.1)
    assert rail.prompt == ("move", 1, "seat 1")
    assert rail.ask("next") is None
    assert rail.prompt == ("deal", 2, "")
    assert rail.loop.table.pieces[0].how is How.ENTERED


def test_an_overdue_card_that_is_read_after_all_ends_the_question() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    rail.wait(2.1)
    rail.see("seat 1", 0)
    assert rail.prompt == ("deal", 2, "")


def test_a_card_that_the_shoe_reader_missed_is_taken_where_it_lands() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("seat 1", 0)
    assert rail.prompt == ("deal", 2, "")


def test_a_card_that_leaves_the_shoe_with_nothing_due_and_is_read_nowhere_stops_the_table() -> None:
    rail = dealt()
    rail.see("shoe", 6)
    rail.wait(1.99)
    assert rail.stopped == ""
    rail.wait(0.02)
    assert rail.stopped == "unresolved.left_shoe"


def test_a_card_too_many_at_a_seat_stops_the_table() -> None:
    rail = dealt()
    rail.draw(6, "seat 2")
    rail.wait(0.1)
    assert rail.stopped == "irregular.count"


def test_a_card_of_a_seat_that_comes_back_to_the_shoe_stops_the_table() -> None:
    rail = dealt()
    rail.move(0, "seat 1", "shoe")
    rail.wait(0.5)
    assert rail.stopped == "unresolved.back_in_play"


# --- the board


def test_a_board_card_with_no_street_due_is_premature_only_after_a_second() -> None:
    rail = dealt()
    rail.see("shoe", 6)
    rail.wait(0.1)
    rail.see("board", 6)
    rail.wait(0.98)
    assert rail.stopped == ""
    rail.wait(0.03)
    assert rail.stopped == "irregular.flop_early"


def test_a_card_that_passes_over_the_board_while_being_pitched_is_no_board_card() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    rail.see("board", 0)
    rail.wait(0.9)
    rail.see("seat 1", 0)
    rail.wait(0.3)
    rail.gone("board", 0)
    rail.wait(2.0)
    assert (rail.stopped, rail.prompt) == ("", ("deal", 2, ""))


def test_faces_of_a_street_are_public_after_it_has_rested_and_not_before() -> None:
    rail = dealt()
    rail.say("call", "call", "check")
    rail.draw(6, "burn")
    for n in (7, 8, 9):
        rail.see("shoe", n)
        rail.see("board", n)
    rail.wait(0.99)
    assert rail.view.board == ()
    assert not [e for e in rail.history() if isinstance(e, FaceShown)]
    rail.wait(0.02)
    assert rail.view.board == tuple(rail.deck.face(card(rail, n)).text for n in (7, 8, 9))


def card(rail: Rail, n: int) -> CardId:
    found = rail.deck.card(rail.cards[n])
    assert found is not None
    return found


def test_a_street_that_was_taken_up_again_is_not_shown() -> None:
    rail = dealt()
    rail.say("call", "call", "check")
    rail.draw(6, "burn")
    for n in (7, 8, 9):
        rail.see("shoe", n)
        rail.see("board", n)
    rail.wait(0.5)
    rail.gone("board", 8)
    rail.wait(2.0)
    assert rail.view.board == ()


def test_a_burn_without_a_reader_is_inferred_from_the_next_board_card() -> None:
    rail = Rail(frozenset({"board", "seat 1", "seat 2", "seat 3"}))
    rail.ask("next")
    for n, seat in enumerate([1, 2, 3, 1, 2, 3]):
        rail.see(f"seat {seat}", n)
    rail.say("call", "call", "check")
    assert rail.prompt == ("burn", 0, "")
    for n in (7, 8, 9):
        rail.see("board", n)
    assert [piece.how for piece in at(rail.loop.table, BURN)] == [How.INFERRED]
    assert cards_at(rail, BOARD) == 3
    assert rail.stopped == ""


# --- the muck


def test_a_hand_on_the_muck_is_a_fold_after_it_has_rested() -> None:
    rail = dealt()
    rail.gone("seat 3", 2)
    rail.gone("seat 3", 5)
    rail.see("muck", 2)
    rail.wait(0.3)
    rail.see("muck", 5)
    rail.wait(0.69)
    assert folds(rail) == []
    rail.wait(0.02)
    assert folds(rail) == [(3, "muck")]
    assert cards_at(rail, MUCK) == 2
    assert rail.prompt == ("act", 1, "")


def test_a_hand_that_its_seat_still_sees_is_no_fold() -> None:
    rail = dealt()
    rail.see("muck", 2)
    rail.see("muck", 5)
    rail.wait(1.0)
    assert folds(rail) == []
    rail.gone("seat 3", 2)
    rail.wait(1.0)
    assert folds(rail) == []
    rail.gone("seat 3", 5)
    rail.wait(1.0)
    assert folds(rail) == [(3, "muck")]


def test_one_card_on_the_muck_records_nothing_and_is_asked_about_after_two_seconds() -> None:
    rail = dealt()
    rail.gone("seat 3", 2)
    rail.see("muck", 2)
    rail.wait(1.99)
    assert rail.health == []
    rail.wait(0.02)
    assert rail.health == ["health.muck_question"]
    assert rail.view.health[0].args == {"seat": 3}
    assert (folds(rail), cards_at(rail, seat_place(3)), rail.prompt) == ([], 2, ("act", 3, ""))
    rail.gone("muck", 2)
    rail.see("seat 3", 2)
    assert rail.health == []


def test_a_hand_that_only_touched_the_muck_records_nothing() -> None:
    rail = dealt()
    for n in (2, 5):
        rail.gone("seat 3", n)
        rail.see("muck", n)
    rail.wait(0.5)
    for n in (2, 5):
        rail.gone("muck", n)
    rail.wait(3.0)
    assert (folds(rail), rail.health) == ([], [])
    assert cards_at(rail, seat_place(3)) == 2


def test_cards_that_flicker_or_are_lifted_at_a_seat_are_no_fold() -> None:
    rail = dealt()
    for _ in range(3):
        for n in (2, 5):
            rail.gone("seat 3", n)
        rail.wait(5.0)
        for n in (2, 5):
            rail.see("seat 3", n)
        rail.wait(0.5)
    assert (folds(rail), rail.stopped, rail.prompt) == ([], "", ("act", 3, ""))


def muck(rail: Rail, seat: int, first: int, second: int) -> None:
    for n in (first, second):
        rail.gone(f"seat {seat}", n)
        rail.see("muck", n)
    rail.wait(1.0)


def test_a_fold_out_of_turn_is_recorded_and_the_turn_stays() -> None:
    rail = dealt()
    muck(rail, 2, 1, 4)
    assert folds(rail) == [(2, "muck")]
    assert rail.prompt == ("act", 3, "")
    assert rail.view.seats[2].status == "folded"


def test_a_fold_out_of_turn_leaves_the_rest_of_the_round_to_the_others() -> None:
    rail = dealt()
    muck(rail, 2, 1, 4)
    rail.say("call", "call")
    assert rail.prompt == ("burn", 0, "")
    assert rail.view.pot_total == 30


def test_the_hand_of_a_bettor_with_nothing_to_decide_stops_the_table() -> None:
    rail = dealt()
    rail.say("raise 40")
    muck(rail, 3, 2, 5)
    assert rail.stopped == "irregular.swept.known"
    assert rail.view.irregularity is not None
    assert rail.view.irregularity.sentence.args == {"seat": 3}
    assert folds(rail) == []


def test_the_hand_of_a_caller_stops_the_table() -> None:
    rail = dealt()
    rail.say("call", "call")
    muck(rail, 1, 0, 3)
    assert rail.stopped == "irregular.swept.known"


def test_the_hand_of_a_player_who_is_all_in_stops_the_table() -> None:
    rail = dealt()
    rail.say("all-in")
    muck(rail, 3, 2, 5)
    assert rail.stopped == "irregular.swept.known"
    assert rail.view.seats[3].status == "all-in"


def test_a_caller_before_a_raise_may_fold_to_it() -> None:
    rail = dealt()
    rail.say("call", "raise 40", "fold")
    muck(rail, 3, 2, 5)
    assert folds(rail) == [(2, "fold"), (3, "muck")]
    assert (rail.stopped, rail.view.phase) == ("", "paying")


def test_cards_of_a_player_who_said_fold_may_come_to_the_muck_at_any_time() -> None:
    rail = dealt()
    rail.say("fold")
    muck(rail, 3, 2, 5)
    assert rail.stopped == ""
    assert cards_at(rail, MUCK) == 2
    assert folds(rail) == [(3, "fold")]


def at_showdown() -> Rail:
    rail = dealt()
    rail.say("call", "call", "check")
    rail.street(6, 7, 8, 9)
    rail.say("check", "check", "check")
    rail.street(10, 11)
    rail.say("check", "check", "check")
    rail.street(12, 13)
    rail.say("check", "check", "check")
    assert rail.prompt == ("table", 1, "")
    return rail


def test_a_hand_on_the_muck_at_showdown_is_a_concession() -> None:
    rail = at_showdown()
    muck(rail, 2, 1, 4)
    assert [e for e in rail.history() if isinstance(e, Conceded)] == [Conceded(2, "muck")]
    assert rail.stopped == ""
    assert rail.view.seats[2].status == "folded"
    assert rail.view.seats[2].faces == ()


def test_a_tabled_hand_on_the_muck_at_showdown_stops_the_table() -> None:
    rail = at_showdown()
    assert rail.ask("next") is None
    assert rail.view.seats[1].faces != ()
    muck(rail, 1, 0, 3)
    assert rail.stopped == "irregular.tabled_in_muck"


# --- tags that should not be there


def test_an_unknown_tag_at_a_seat_is_a_remark_while_it_lies_there() -> None:
    rail = dealt()
    rail.report(TagSeen(rail.now, "seat 2", "04FFFFFFFFFFFF"))
    assert rail.health == ["health.unknown_tag"]
    assert rail.stopped == ""
    rail.report(TagGone(rail.now, "seat 2", "04FFFFFFFFFFFF"))
    assert rail.health == []


def test_an_unknown_tag_out_of_the_shoe_stops_the_hand() -> None:
    rail = dealt()
    rail.report(TagSeen(rail.now, "shoe", "04FFFFFFFFFFFF"))
    assert rail.stopped == "unresolved.unknown_tag"
    what = rail.view.irregularity
    assert what and (what.kind, what.rulings) == ("M16", ("R03",))


def test_an_unknown_tag_out_of_the_shoe_between_hands_is_a_remark() -> None:
    rail = Rail()
    rail.report(TagSeen(rail.now, "shoe", "04FFFFFFFFFFFF"))
    assert (rail.stopped, rail.health) == ("", ["health.unknown_tag"])


def test_a_card_that_two_readers_see_stays_where_it_was_and_is_a_remark_until_one_lets_go() -> None:
    rail = dealt()
    rail.see("seat 3", 1)
    rail.wait(2.0)
    assert rail.health == ["health.two_places"]
    assert rail.view.health[0].args == {"places": ("seat 2", "seat 3")}
    assert (rail.stopped, cards_at(rail, seat_place(2))) == ("", 2)
    rail.gone("seat 3", 1)
    assert rail.health == []


def test_a_card_that_two_readers_saw_and_one_keeps_has_gone_there() -> None:
    rail = dealt()
    rail.see("seat 3", 1)
    rail.wait(2.0)
    rail.gone("seat 2", 1)
    rail.wait(1.0)
    assert rail.stopped == "irregular.thrown"


# --- readers that are lost


def test_without_its_reader_a_seat_gets_its_card_by_the_order_of_the_deal() -> None:
    rail = Rail()
    rail.ask("next")
    rail.report(ReaderLost(rail.now, "seat 1", "seat 1 reader does not answer"))
    rail.see("shoe", 0)
    assert rail.prompt == ("deal", 2, "")
    assert rail.loop.table.pieces[0].how is How.INFERRED
    assert rail.health == ["health.reader_lost"]
    rail.report(ReaderUp(rail.now, "seat 1"))
    assert rail.health == []


def test_a_card_in_flight_to_a_reader_that_is_lost_has_arrived() -> None:
    rail = Rail()
    rail.ask("next")
    rail.see("shoe", 0)
    assert rail.prompt == ("deal", 1, "")
    rail.report(ReaderLost(rail.now, "seat 1", "seat 1 reader does not answer"))
    assert rail.prompt == ("deal", 2, "")


def test_a_dead_shoe_reader_costs_nothing_while_the_seats_are_read() -> None:
    rail = Rail()
    rail.ask("next")
    rail.report(ReaderLost(rail.now, "shoe", "shoe reader does not answer"))
    for n, seat in enumerate([1, 2, 3, 1, 2, 3]):
        rail.see(f"seat {seat}", n)
    assert rail.prompt == ("act", 3, "")


# --- pure steps


def test_sense_changes_nothing_that_it_was_given() -> None:
    rail = dealt()
    before, table = Sensing(frozenset({"shoe", "seat 1"})), rail.loop.table
    copy = replace(before)
    a = CardId("A", 1)
    for sighting in (
        CardSeen(1.0, "seat 1", a),
        CardLeft(1.0, "seat 1", a),
        StrangeTag(1.0, "shoe"),
        ReaderState(1.0, "shoe", "no answer"),
        DeadlinePassed(1.0, Wait("settle", "seat 1", a)),
    ):
        sense(before, table, sighting)
    assert before == copy


def test_a_deadline_of_something_that_is_over_does_nothing() -> None:
    rail = dealt()
    sensing, table = rail.loop.sensing, rail.loop.table
    gone = CardId("A", 1)
    for wait in (
        Wait("settle", "seat 1", gone),
        Wait("mucked", n=3),
        Wait("asked", n=3),
        Wait("overdue", n=99),
        Wait("shown", n=3),
    ):
        after, events = sense(sensing, table, DeadlinePassed(rail.now, wait))
        assert (after, events) == (sensing, ())


def test_the_waits_are_those_of_the_design() -> None:
    assert Waits() == Waits(settle=0.4, early=1.0, flight=2.0, mucked=0.7, asked=2.0, shown=1.0, away=20.0)


# --- every set of readers, on the wire


@pytest.mark.parametrize("readers", SUBSETS, ids=["+".join(roles) for roles in SUBSETS])
def test_every_set_of_readers_plays_to_the_payout(readers: tuple[str, ...], tmp_path: Path) -> None:
    deck = deck_of(2)
    with table(table_of(tmp_path, 3, readers), deck) as rig:
        robot = robot_of(rig, deck, 2, muck="muck" in readers)
        ended: list[int] = []
        kinds: Counter[str] = Counter()

        def over() -> bool:
            view = rig.dealer.dealer
            kinds[view.prompt.do] += 1
            kinds[view.irregularity.kind if view.irregularity else ""] += 1
            if view.phase == "idle" and view.hand and view.hand not in ended:
                ended.append(view.hand)
            return len(ended) == 2

        play(rig, robot, over, limit=120.0)
        assert chips(rig.dealer.dealer) == 3 * 1000
        assert kinds["push"]
        assert not kinds["unresolved"]
        unknown = "shoe" not in readers and "board" not in readers
        assert bool(kinds["name"]) is unknown
