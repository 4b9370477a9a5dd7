"""The seat map between hands, and the requests about seats and posts that are offered."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from controller.placeview import places, seat_asks
from controller.rules.house import HouseRules, Straddle
from controller.rules.positions import Positions
from controller.rules.requests import Sit, SitIn, SitOut
from controller.rules.stakes import Form
from controller.rules.state import Opening
from controller.views import DebtView
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, SEATS, Play, dealt, seated


def test_the_map_is_of_every_seat() -> None:
    shown = places(seated({1: 500, 2: 500, 3: 0}, 1, away=(2,)))
    assert list(shown) == list(range(1, SEATS + 1))
    assert shown[1].asks == ("buy", "count", "away", "move", "leave", "button")
    assert shown[2].asks == ("buy", "count", "back", "move", "leave", "button")
    assert shown[3].asks == ("buy", "count", "move", "leave", "button")
    assert shown[9].asks == ("sit",)


def test_what_a_player_bought_and_owes_is_shown() -> None:
    play = Evening(seated(L6, last=Positions(5, 6, 1))).next().finish()
    play.must(Sit(8, "new", 300), SitOut(4)).hands(3).finish()
    shown = places(play.table)
    assert (shown[8].bought, shown[8].waiting, shown[8].owes) == (300, True, DebtView(10, 0))
    assert (shown[4].waiting, shown[4].owes) == (False, DebtView(10, 5))
    assert shown[1].owes is None
    assert not places(play.must(SitIn(8, posts=True)).table)[8].waiting


def test_there_is_no_map_while_a_hand_is_on_and_once_the_table_is_closed() -> None:
    assert places(Play(seated(L6, 6)).start().table) == {}
    assert places(replace(seated(L6, 6), opening=Opening.CLOSED)) == {}


def test_full_stacks_and_full_tables_take_no_more() -> None:
    house = HouseRules(buyin_max=500, table_max_seats=6)
    shown = places(seated(L6, 6, house=house))
    assert "buy" not in shown[1].asks
    assert "sit" not in shown[8].asks


def test_a_posted_minimum_is_no_reason_to_offer_nothing() -> None:
    assert "sit" in places(seated(L6, 6, unit=5, house=HouseRules(buyin_min=201)))[8].asks


def test_posts_and_straddles_are_offered_before_the_first_card() -> None:
    play = Play(seated(L6, 6, house=HouseRules(straddle_types=(Straddle.UTG,)))).start()
    assert seat_asks(play.table) == ["post", "straddle"]
    play.deal()
    assert seat_asks(play.table) == []


def test_in_a_tournament_players_go_and_come_while_cards_are_dealt() -> None:
    play = Play(seated(L6, 6, form=Form.TOURNAMENT)).must(SitOut(3)).start()
    assert seat_asks(play.table) == ["away", "back", "post"]


def test_stacks_are_counted_at_an_all_in() -> None:
    play = dealt(seated({1: 500, 3: 300}, 3)).do("3 all-in", "1 call")
    assert seat_asks(play.table) == ["count"]


@given(st.lists(st.integers(1, SEATS), unique=True), st.integers(0, 3))
def test_an_empty_table_has_a_map_too(seats: list[int], away: int) -> None:
    stacks = dict.fromkeys(seats, 500)
    shown = places(seated(stacks, away=tuple(seats[:away])))
    assert {n for n in shown if "sit" in shown[n].asks} == set(range(1, SEATS + 1)) - set(seats)
