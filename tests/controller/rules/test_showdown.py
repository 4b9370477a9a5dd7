"""Showdown (rules.md 8, 10.7, 10.8): who tables, in which order, who may muck, who is paid."""

import pytest

from controller.rules.cards import BURN
from controller.rules.house import AllInTabling, AwardOrder, CalledHands, HouseRules, NoRiverBet
from controller.rules.requests import Confirm, Muck, TableHand
from controller.rules.showdown import may_muck, show_order, to_table
from controller.rules.state import Phase, Table
from tests.controller.rules.hands import L6, Play, dealt, seated

LATER = HouseRules(showdown_allin_tabling=AllInTabling.AT_SHOWDOWN)
# Seat 3 has aces, seat 1 kings, seat 2 queens, and the board helps nobody.
ACES_KINGS_QUEENS = "Kc Qc Ac Kd Qd Ad 2c 7h 8s 3d 3c 4c 4d 9s"


def river(*words: str, seats: int = 6) -> Play:
    """Everybody limps and checks to the river; then these words."""
    start = seated(dict.fromkeys(range(1, seats + 1), 500), seats)
    return dealt(start).pass_to(Phase.RIVER).do(*words)


def three(stacks: dict[int, int], house: HouseRules) -> Table:
    return seated(stacks, 3, house=house)


def test_the_last_aggressor_shows_first() -> None:
    """EX-108, SD3, S0-42."""
    play = river(
        "1 check", "2 check", "3 bet 20", "4 fold", "5 raise 60", "6 fold", "1 fold", "2 fold", "3 call"
    )
    assert show_order(play.table) == (5, 3)
    assert play.step.seats == (5,)
    play.must(TableHand(5))
    assert play.step.seats == (3,)
    assert may_muck(play.table, 3) and not may_muck(play.table, 5)


def test_a_checked_river_is_shown_from_the_left_of_the_button() -> None:
    """EX-109, S0-43."""
    play = dealt(seated(L6, 6)).do("3 fold", "4 call", "5 fold", "6 call", "1 fold", "2 check").check_down()
    assert show_order(play.table) == (2, 4, 6)


def test_a_bet_before_the_river_gives_no_order() -> None:
    """`showdown.no_river_bet` FIRST_LEFT (rules.md 12.3)."""
    play = dealt(seated(L6, 6)).do("3 raise 30").check_down()
    assert show_order(play.table)[0] == 1


EARLIER = HouseRules(showdown_no_river_bet=NoRiverBet.LAST_EARLIER_AGGRESSOR)


@pytest.mark.parametrize(
    ("flop", "first"),
    [(("1 check", "2 bet 20", "3 raise 60", "1 call", "2 call"), 3), (("1 check", "2 check", "3 check"), 1)],
)
def test_who_bet_last_on_an_earlier_street_shows_first_where_the_house_has_it(
    flop: tuple[str, ...], first: int
) -> None:
    """`showdown.no_river_bet` LAST_EARLIER_AGGRESSOR (rules.md 12.3); without any bet from the left."""
    play = dealt(three(dict.fromkeys((1, 2, 3), 500), EARLIER)).do("3 call", "1 call", "2 check").street()
    play.do(*flop).check_down()
    assert show_order(play.table)[0] == first


def test_a_bet_on_the_river_comes_before_an_earlier_one() -> None:
    play = dealt(three(dict.fromkeys((1, 2, 3), 500), EARLIER)).do("3 raise 30", "1 call", "2 call")
    play.pass_to(Phase.RIVER).do("1 check", "2 bet 40", "3 call", "1 call")
    assert show_order(play.table) == (2, 3, 1)


def test_the_order_goes_on_from_an_aggressor_who_gave_up() -> None:
    """SD3: clockwise from the last aggressor, also when he has thrown his hand in."""
    play = river(
        "1 bet 20", "2 call", "3 call", "4 raise 60", "5 fold", "6 call", "1 call", "2 call", "3 fold"
    )
    assert show_order(play.table) == (4, 6, 1, 2)
    play.must(Muck(4))
    assert play.step.seats == (6,)


def test_who_plays_for_a_side_pot_shows_before_the_all_in() -> None:
    """RR-SD-7, SD6: seat 3 sits first and is all-in for the main pot alone."""
    play = dealt(seated({**L6, 3: 100}, 6, house=LATER)).do("3 all-in", "4 fold", "5 call", "6 call")
    play.do("1 fold", "2 fold").street().do("5 all-in", "6 call").check_down()
    assert show_order(play.table) == (5, 6, 3)
    play.must(Muck(5), TableHand(6), Muck(3))
    assert play.table.phase is Phase.PAYING


def test_spontaneous_tabling_is_fine() -> None:
    """SD3, T24-17A."""
    play = river(seats=3).check_down().must(TableHand(3))
    assert to_table(play.table) == (1,)


@pytest.mark.parametrize(("seat", "why"), [(3, "refused.no_hand"), (9, "refused.no_hand")])
def test_only_a_hidden_live_hand_is_tabled(seat: int, why: str) -> None:
    play = river(seats=3).check_down().must(TableHand(3))
    assert play.ask(TableHand(seat)) == why
    assert play.ask(Muck(9)) == "refused.no_hand"


def test_no_hand_is_tabled_or_mucked_before_its_time() -> None:
    play = river(seats=3)
    assert play.ask(TableHand(1)) == "refused.not_now"
    assert play.ask(Muck(1)) == "refused.not_now"


def test_all_in_hands_are_tabled_at_once_when_betting_is_over() -> None:
    """EX-110, SD4, SD5, T24-16."""
    play = dealt(seated({**L6, 3: 100}, 6)).do("3 all-in", "4 fold", "5 call", "6 call", "1 fold", "2 fold")
    assert play.step.do == "burn"
    play.street().do("5 all-in", "6 call")
    assert play.step.seats == (3, 5, 6)
    assert play.ask(Muck(6)) == "refused.must_table"
    play.must(Confirm())
    assert play.step.do == "burn"
    play.check_down()
    assert play.table.phase is Phase.PAYING


def test_side_pot_players_table_too_when_the_river_betting_is_done() -> None:
    """T24-16, SD4, H17: chips behind make no difference once no street is left to bet on."""
    play = dealt(seated({1: 40, 2: 500, 3: 500}, 3)).do("3 call", "1 all-in", "2 call", "3 call").check_down()
    assert play.step.seats == (1, 2, 3)
    assert [play.ask(Muck(seat)) for seat in (1, 2, 3)] == ["refused.must_table"] * 3


def test_all_in_hands_wait_for_the_showdown_where_the_house_has_it() -> None:
    """SD6, RR-SD-7: the board is run out, then hands are shown in order and losers may muck."""
    play = dealt(three({1: 40, 2: 40, 3: 500}, LATER), ACES_KINGS_QUEENS).do("3 call", "1 all-in")
    play.do("2 all-in", "3 call")
    assert play.step.do == "burn"
    assert play.ask(TableHand(1)) == "refused.not_now"
    play.street().street().street()
    assert (play.table.phase, play.step.seats) == (Phase.SHOWDOWN, (1,))
    play.must(TableHand(1))
    assert may_muck(play.table, 2)
    play.must(Muck(2), TableHand(3)).push()
    assert play.stacks == {1: 0, 2: 0, 3: 580}


def test_called_hands_must_be_tabled_where_the_house_has_it() -> None:
    """`showdown.called_hands` MUST_TABLE (SD7, S0-44)."""
    house = HouseRules(showdown_called_hands=CalledHands.MUST_TABLE)
    play = dealt(three({1: 500, 2: 500, 3: 500}, house)).check_down().must(TableHand(1))
    assert play.ask(Muck(2)) == "refused.must_table"
    assert not may_muck(play.table, 2)


def test_the_last_hand_need_not_show() -> None:
    """EX-113, SD8: S6 holds, the others muck; no face of anybody is public."""
    play = dealt(seated(L6, 6)).do("3 fold", "4 call", "5 fold", "6 call", "1 fold", "2 check").check_down()
    play.must(Muck(2), Muck(4))
    assert (play.step.do, play.step.seat) == ("push", 6)
    assert play.step.detail is not None and play.step.detail.id == "detail.uncontested"
    play.push()
    assert len(play.table.faces) == 5
    assert play.table.awards[0].hand == ""


def test_cards_speak_and_a_tied_pot_is_split() -> None:
    """SD1, S0-47: both play the board; the odd chip goes left of the button."""
    order = "2c 3c 2d 2h 3d 3h 7c Ah Kh Qh 7d Jh 7h Th"
    play = dealt(seated({1: 500, 2: 500, 3: 500}, 3), order)
    play.do("3 raise 21", "1 raise 45", "2 call", "3 fold").check_down().show_all()
    assert (play.step.seats, play.step.sentence.id) == ((1, 2), "prompt.push.split")
    assert play.push().stacks == {1: 511, 2: 510, 3: 479}


@pytest.mark.parametrize(
    ("order", "pots"),
    [(AwardOrder.SIDE_FIRST, [2, 1]), (AwardOrder.MAIN_FIRST, [1, 2])],
)
def test_side_pots_are_pushed_in_the_order_of_the_house(order: AwardOrder, pots: list[int]) -> None:
    """EX-103: A 25 with the best hand, B and C 60; the money is the same in either order."""
    house = HouseRules(pots_award_order=order)
    play = dealt(three({1: 60, 2: 60, 3: 25}, house), ACES_KINGS_QUEENS)
    play.do("3 all-in", "1 all-in", "2 call").check_down()
    pushed = []
    while play.step.do == "push":
        pushed.append((play.step.pot, play.step.seats))
        play.must(Confirm())
    assert [pot for pot, _ in pushed] == pots
    assert dict(pushed) == {1: (3,), 2: (1,)}
    assert play.stacks == {1: 70, 2: 0, 3: 75}


def test_four_way_all_in() -> None:
    """EX-104: 50, 100, 200, 200; P2 best, then P3."""
    order = "2c Ac Kc 7d 3h Ad Kd 7s 4c 9h 9s 8c 5c Jc 6d Qh"
    play = dealt(seated({1: 50, 2: 100, 3: 200, 4: 200}, 4), order)
    play.do("3 all-in", "4 all-in", "1 all-in", "2 all-in").check_down()
    assert [(pot.amount, pot.seats) for pot in play.table.pots] == [
        (200, (1, 2, 3, 4)),
        (150, (2, 3, 4)),
        (200, (3, 4)),
    ]
    assert play.push().stacks == {1: 0, 2: 350, 3: 200, 4: 0}


def test_folded_chips_and_the_uncalled_top() -> None:
    """EX-105: 145 and 100 in the pots, 10 back before any push."""
    play = dealt(seated({1: 40, 2: 500, 3: 500, 4: 90}, 4, blinds=(5, 25)))
    play.do("3 raise 100", "4 all-in", "1 all-in", "2 fold")
    assert dict(play.table.returned) == {3: 10}
    play.check_down()
    assert [(pot.amount, pot.seats) for pot in play.table.pots] == [(145, (1, 3, 4)), (100, (3, 4))]


def side_pot() -> Play:
    """S3 is all-in for 40; S1 and S2 play on for a side pot of 160, with kings and queens against aces."""
    start = three({1: 500, 2: 500, 3: 40}, LATER)
    return dealt(start, ACES_KINGS_QUEENS).do("3 all-in", "1 raise 120", "2 call").check_down()


def test_a_side_pot_left_by_a_muck_goes_to_the_other_unseen() -> None:
    """7.7: the last of the side pot has it without showing, and still plays for the main pot."""
    play = side_pot().must(Muck(2), TableHand(1), TableHand(3)).push()
    assert play.stacks == {1: 540, 2: 380, 3: 120}


def test_a_side_pot_is_not_lost_with_the_main_pot() -> None:
    """7.7, SD8: when the last of the side pot gives up the main pot too, the side pot is still his."""
    play = side_pot().must(Muck(1), Muck(2))
    assert [(pot.amount, pot.seats) for pot in play.table.pots] == [(120, (3,)), (160, (2,))]
    assert (play.step.pot, play.step.seats) == (2, (2,))
    assert play.push().stacks == {1: 380, 2: 540, 3: 120}


def test_the_board_is_run_out_with_normal_burns() -> None:
    """2.2 number 9."""
    play = dealt(seated({1: 500, 2: 500}, 1)).do("1 all-in", "2 call")
    assert play.step.do == "table"
    play.must(Confirm())
    words = []
    while play.table.phase is not Phase.PAYING:
        words.append(play.step.do)
        play.street() if play.step.do == "burn" else play.must(Confirm())
    assert words == ["burn"] * 3
    assert len(play.at(BURN)) == 3
