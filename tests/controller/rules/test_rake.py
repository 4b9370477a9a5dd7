"""What the house takes of the pots (rules.md 7.9, EX-115, EX-116)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.house import HouseRules, RakeMode
from controller.rules.rake import Drop, dropped, of_hand, percentage
from controller.rules.requests import TakeBack
from controller.rules.stakes import Betting, Form, Stakes
from controller.rules.state import Phase, Pot, Setup
from controller.rules.table import chips
from tests.controller.rules.hands import L6, Play, dealt, seated

FIVE = HouseRules(rake_mode=RakeMode.POT, rake_percent=500, rake_cap=5)
CHOPS = replace(FIVE, rake_chop_exempt=True)
MAIN, SIDE = Pot(75, (1, 2, 3), by=(1, 2, 3)), Pot(70, (2, 3), by=(2, 3))


def setup(house: HouseRules) -> Setup:
    return Setup("test", 10, Stakes(5, 10), house)


def amounts(drop: Drop) -> tuple[list[int], int, int]:
    return [pot.amount for pot in drop.pots], drop.rake, drop.jackpot


@pytest.mark.parametrize(
    ("house", "pot", "rake"),
    [
        (FIVE, 137, 5),
        (FIVE, 60, 3),
        (replace(FIVE, rake_cap=None), 137, 6),
        (replace(FIVE, rake_cap=None, rake_step=5), 137, 5),
        (replace(FIVE, rake_cap=None, rake_step=5), 99, 0),
        (replace(FIVE, rake_percent=250), 79, 1),
        (replace(FIVE, rake_cap=0), 137, 0),
        (FIVE, 19, 0),
    ],
    ids=[
        "EX-116 capped",
        "EX-116",
        "no cap",
        "step 5",
        "less than a step",
        "2.5 %",
        "cap 0",
        "nothing whole",
    ],
)
def test_percentage_rounded_down_to_the_step_and_capped(house: HouseRules, pot: int, rake: int) -> None:
    assert percentage(house, pot) == rake


@pytest.mark.parametrize(
    ("house", "exempt", "flop", "expected"),
    [
        (replace(FIVE, rake_cap=None), (), True, ([68, 70], 7, 0)),
        (replace(FIVE, rake_cap=None, rake_percent=9000), (), True, ([0, 15], 130, 0)),
        (FIVE, (), False, ([75, 70], 0, 0)),
        (replace(FIVE, rake_no_flop_no_drop=False), (), False, ([70, 70], 5, 0)),
        (replace(FIVE, rake_jackpot=2), (), True, ([68, 70], 5, 2)),
        (replace(FIVE, rake_jackpot=2, rake_no_flop_no_drop=False), (), False, ([70, 70], 5, 0)),
        (replace(FIVE, rake_jackpot=140), (), True, ([70, 70], 5, 0)),
        (CHOPS, (1,), True, ([75, 67], 3, 0)),
        (replace(CHOPS, rake_jackpot=1), (1, 2), True, ([75, 70], 0, 0)),
        (FIVE, (1, 2), True, ([70, 70], 5, 0)),
        (replace(FIVE, rake_mode=RakeMode.NONE, rake_jackpot=1), (), True, ([75, 70], 0, 0)),
        (replace(FIVE, rake_mode=RakeMode.TIME, rake_jackpot=1), (), True, ([75, 70], 0, 0)),
    ],
    ids=[
        "of the total, from the main pot",
        "the side pot pays what the main pot cannot",
        "no flop no drop",
        "a room that rakes every pot",
        "jackpot after the rake",
        "no jackpot without a flop",
        "no jackpot that takes all",
        "a chopped main pot gives nothing",
        "nothing but chopped pots",
        "a house that rakes them like any other",
        "a room without a rake",
        "a room that charges time",
    ],
)
def test_drop(
    house: HouseRules, exempt: tuple[int, ...], flop: bool, expected: tuple[list[int], int, int]
) -> None:
    assert amounts(dropped(setup(house), (MAIN, SIDE), exempt, flop=flop)) == expected


def test_chips_that_are_no_money_are_not_raked() -> None:
    free = ([75, 70], 0, 0)
    for table in (
        replace(setup(FIVE), form=Form.TOURNAMENT),
        replace(setup(FIVE), betting=Betting.CARDS_ONLY),
    ):
        assert amounts(dropped(table, (MAIN, SIDE), (), flop=True)) == free


def test_nothing_is_dropped_of_a_hand_that_ends_before_the_flop() -> None:
    """EX-115: the blinds and the matched part of the raise go to S3 whole."""
    play = dealt(seated(L6, 6, house=FIVE)).do("3 raise 30", "4 fold", "5 fold", "6 fold", "1 fold", "2 fold")
    assert (play.step.amount, play.table.rake, play.step.note) == (25, 0, None)
    assert play.push().stacks == {**L6, 1: 495, 2: 490, 3: 515}


def test_the_same_pot_is_raked_once_the_flop_was_dealt() -> None:
    """EX-115: 5 % of 25 is 1.25."""
    play = dealt(seated(L6, 6, house=FIVE)).do("3 call", "4 fold", "5 fold", "6 fold", "1 fold", "2 check")
    play.street().do("2 check", "3 bet 20", "2 fold")
    assert (play.step.amount, play.table.rake) == (24, 1)
    assert play.step.note is not None
    assert play.step.note.args == {"rake": 1}
    assert play.push().stacks == {**L6, 1: 495, 2: 490, 3: 514}


def sixty(house: HouseRules) -> Play:
    """A flop with 60 in the pot, S1 and S3 left."""
    play = dealt(seated(L6, 6, house=house))
    return play.do("3 raise 25", "4 fold", "5 fold", "6 fold", "1 call", "2 fold").street()


def test_what_nobody_matched_is_not_raked() -> None:
    """EX-116: 60 and 40 that nobody called: 3."""
    play = sixty(FIVE).do("1 check", "3 bet 40", "1 fold")
    assert (play.table.returned, play.table.rake, play.step.amount) == ({3: 40}, 3, 57)


def test_the_drop_is_in_the_account_when_the_hand_is_over() -> None:
    play = sixty(replace(FIVE, rake_jackpot=2)).do("1 check", "3 bet 40", "1 fold")
    assert (of_hand(play.table), play.table.account.rake) == ((3, 2), 0)
    assert play.step.note is not None
    assert play.step.note.args == {"rake": 3, "jackpot": 2}
    play.push()
    assert (play.table.phase, play.table.rake, play.table.jackpot) == (Phase.IDLE, 0, 0)
    assert (play.table.account.rake, play.table.account.jackpot, of_hand(play.table)) == (3, 2, (3, 2))
    assert chips(play.table) == 3000


def test_taking_the_last_entry_back_gives_the_rake_back() -> None:
    play = sixty(FIVE).do("1 check", "3 bet 40", "1 fold")
    play.must(TakeBack())
    assert (play.table.rake, play.table.phase, of_hand(play.table)) == (0, Phase.FLOP, (0, 0))


CHOPPED = "2c 3c 2d 3d 7c Th Jh Qh 7d Kh 7h Ah"


@pytest.mark.parametrize(("exempt", "rake"), [(True, 0), (False, 5)])
def test_a_pot_that_its_only_players_share_may_go_without_rake(exempt: bool, rake: int) -> None:
    """7.9: both play the board, and nobody else has a chip in it."""
    house = replace(FIVE, rake_chop_exempt=exempt)
    play = dealt(seated({1: 50, 2: 50}, 1, house=house), CHOPPED).do("1 all-in", "2 call")
    play.check_down()
    assert (play.table.rake, play.step.amount) == (rake, 100 - rake)


def test_a_folded_blind_makes_a_shared_pot_pay() -> None:
    order = "2c 3c 4c 2d 3d 4d 7c Th Jh Qh 7d Kh 7h Ah"
    play = dealt(seated({1: 50, 2: 50, 3: 50}, 3, house=CHOPS), order).do("3 all-in", "1 fold", "2 call")
    play.check_down()
    assert (play.table.rake, play.step.amount) == (5, 100)


def test_a_shared_side_pot_goes_free_while_the_main_pot_pays() -> None:
    """S1 is all-in for 20 with the best hand; S2 and S3 share what only they put in."""
    order = "Ac 2c 2d As 3c 3d 7c Th Jh Qs 7d Kd 7h 8d"
    play = dealt(seated({1: 20, 2: 50, 3: 50}, 3, house=CHOPS), order).do("3 all-in", "1 all-in", "2 call")
    play.check_down()
    assert [(pot.amount, pot.seats) for pot in play.table.pots] == [(57, (1, 2, 3)), (60, (2, 3))]
    assert play.table.rake == 3


@given(
    st.lists(st.integers(0, 5000), min_size=1, max_size=4),
    st.integers(0, 10000),
    st.one_of(st.none(), st.integers(0, 60)),
    st.integers(1, 25),
    st.integers(0, 30),
    st.sets(st.integers(1, 4)),
)
def test_what_the_house_takes_is_missing_from_the_pots_and_no_more(
    pots: list[int], percent: int, cap: int | None, step: int, jackpot: int, exempt: set[int]
) -> None:
    house = replace(CHOPS, rake_percent=percent, rake_cap=cap, rake_step=step, rake_jackpot=jackpot)
    before = tuple(Pot(amount, (1, 2)) for amount in pots)
    drop = dropped(setup(house), before, exempt, flop=True)
    raked = sum(pot.amount for n, pot in enumerate(before, 1) if n not in exempt)
    assert sum(pot.amount for pot in drop.pots) + drop.rake + drop.jackpot == sum(pots)
    assert all(pot.amount >= 0 for pot in drop.pots)
    assert all(drop.pots[n - 1] == before[n - 1] for n in exempt if n <= len(pots))
    assert drop.rake <= raked * percent / 10000
    assert cap is None or drop.rake <= cap
