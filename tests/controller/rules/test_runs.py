"""Running it twice (rules.md 7.8, EX-117, EX-118)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.cards import BOARD, BURN, FLIGHT, CardId
from controller.rules.dealing import due
from controller.rules.house import (
    AllInTabling,
    AwardOrder,
    HouseRules,
    RakeMode,
    RunBurn,
    RunOrder,
    RunPlayers,
)
from controller.rules.requests import Agree, Confirm, Decline, TakeBack
from controller.rules.showdown import board_faces
from controller.rules.stakes import Form
from controller.rules.state import Phase, Table
from controller.rules.table import chips
from tests.controller.rules.chance import PICKS, SHUFFLES, Chance, tables
from tests.controller.rules.hands import Play, dealt, seated

ON = HouseRules(rit_enabled=True)
ONCE = RunBurn.ONCE_PER_STREET
BY_STREET = RunOrder.STREET_BY_STREET
TOGETHER = (RunBurn.EACH_BOARD, RunOrder.BOARD1_COMPLETE_THEN_BOARD2)


def heads_up(house: HouseRules = ON) -> Play:
    """EX-117: S1 and S2 all-in on the flop Ah 5d 2s."""
    play = dealt(seated({1: 150, 2: 150}, 1, house=house)).do("1 call", "2 check").street()
    return play.do("2 all-in", "1 call")


def three(house: HouseRules = ON) -> Play:
    """S1 all-in for 40, S2 and S3 for 100, before the flop."""
    play = dealt(seated({1: 40, 2: 100, 3: 100}, 3, house=house))
    return play.do("3 all-in", "1 call", "2 call")


def run_out(play: Play) -> list[str]:
    """Deal what is asked for until the hand is shown and paid; the prompts that wanted cards."""
    prompts: list[str] = []
    while play.table.phase is not Phase.PAYING:
        step = play.step
        if step.do == "table":
            play.must(Confirm())
            continue
        prompts.append(f"{step.do}{step.board or ''}")
        play.draw(BURN if step.do == "burn" else BOARD)
        while play.step == step and due(play.table) == BOARD:
            play.draw(BOARD)
    return prompts


def shown(play: Play) -> list[str]:
    return [" ".join(face.text for face in board_faces(play.table, n)) for n in (1, 2)]


# --- when it is asked


def test_every_live_player_is_asked_before_anything_else() -> None:
    """12.10: with IMMEDIATE tabling too, the question comes before the hands are tabled."""
    play = heads_up()
    assert (play.step.do, play.step.seats, due(play.table)) == ("agree", (1, 2), BURN)
    play.must(Agree((2,)))
    assert (play.step.do, play.step.seats) == ("agree", (1,))
    play.must(Agree((1,)))
    assert (play.step.do, play.step.seats) == ("table", (1, 2))


@pytest.mark.parametrize(
    "house",
    [HouseRules(), replace(ON, rit_players=RunPlayers.TWO_ONLY)],
    ids=["OFF", "two players only"],
)
def test_it_is_not_asked_where_the_house_has_it_not(house: HouseRules) -> None:
    assert three(house).step.do == "table"


def test_two_players_are_asked_where_only_two_may() -> None:
    assert heads_up(replace(ON, rit_players=RunPlayers.TWO_ONLY)).step.do == "agree"


def test_no_hand_of_a_tournament_is_run_twice() -> None:
    start = seated({1: 150, 2: 150}, 1, house=ON)
    start = replace(start, setup=replace(start.setup, form=Form.TOURNAMENT))
    play = dealt(start).do("1 call", "2 check").street().do("2 all-in", "1 call")
    assert play.step.do == "table"


def test_it_is_not_asked_while_two_players_can_bet() -> None:
    play = dealt(seated({1: 40, 2: 100, 3: 100}, 3, house=ON)).do("3 raise 40", "1 call", "2 call")
    assert play.step.do == "burn"
    play.street().do("2 all-in", "3 call")
    assert (play.step.do, play.step.seats) == ("agree", (1, 2, 3))


def test_it_is_not_asked_once_the_river_is_dealt() -> None:
    """EX-118."""
    play = dealt(seated({1: 150, 2: 150}, 1, house=ON)).do("1 call", "2 check")
    play.pass_to(Phase.RIVER).do("2 all-in", "1 call")
    assert play.table.phase is Phase.SHOWDOWN
    assert play.ask(Agree((1, 2))) == "refused.not_now"


def test_it_is_not_asked_where_everybody_has_chips_behind() -> None:
    play = dealt(seated({1: 150, 2: 150}, 1, house=ON)).do("1 call", "2 check")
    assert (play.step.do, play.table.runs) == ("burn", None)


# --- who agrees


def test_one_player_declines() -> None:
    """EX-118: one board, and nobody is asked again."""
    play = heads_up().must(Agree((2,)), Decline(1))
    assert play.step.do == "table"
    assert play.ask(Agree((1, 2))) == "refused.not_now"
    assert run_out(play) == ["burn", "turn", "burn", "river"]
    assert shown(play)[0] == "Ah 5d 2s Kc Kd"
    assert [pot.amount for pot in play.table.pots] == [300]


def test_going_on_without_an_answer_is_one_board() -> None:
    play = heads_up().must(Confirm())
    assert (play.step.do, play.ask(Decline(1))) == ("table", "refused.not_now")


def test_the_next_card_ends_the_question() -> None:
    play = heads_up().must(Agree((1,)))
    play.draw(BURN)
    assert (play.step.do, play.ask(Agree((2,)))) == ("table", "refused.not_now")
    assert run_out(play) == ["turn", "burn", "river"]


def test_who_has_no_hand_has_no_say() -> None:
    play = dealt(seated({1: 150, 2: 150, 3: 150}, 3, house=ON)).do("3 fold", "1 all-in", "2 call")
    assert play.step.seats == (1, 2)
    assert play.ask(Agree((1, 2, 3))) == "refused.no_hand"
    assert play.ask(Decline(3)) == "refused.no_hand"
    assert play.ask(Agree((7,))) == "refused.no_hand"
    assert play.ask(Agree(())) == "refused.who_agrees"
    assert play.step.seats == (1, 2)


def test_an_answer_can_be_taken_back() -> None:
    play = heads_up().must(Agree((1,)), Agree((2,)), TakeBack())
    assert (play.step.do, play.step.seats) == ("agree", (2,))
    play.must(Decline(2), TakeBack())
    assert (play.step.do, play.step.seats) == ("agree", (2,))


# --- how it is dealt


@pytest.mark.parametrize(
    ("burn", "order", "prompts", "burns", "boards"),
    [
        (
            *TOGETHER,
            ["burn", "turn1", "burn", "river1", "burn", "turn2", "burn", "river2"],
            "Td 8d 9s 9h 7h",
            ["Ah 5d 2s Kc Kd", "Ah 5d 2s 5h 6s"],
        ),
        (
            RunBurn.EACH_BOARD,
            BY_STREET,
            ["burn", "turn1", "burn", "turn2", "burn", "river1", "burn", "river2"],
            "Td 8d 9s 9h 7h",
            ["Ah 5d 2s Kc 5h", "Ah 5d 2s Kd 6s"],
        ),
        (
            ONCE,
            BY_STREET,
            ["burn", "turn1", "turn2", "burn", "river1", "river2"],
            "Td 8d Kd",
            ["Ah 5d 2s Kc 9h", "Ah 5d 2s 9s 5h"],
        ),
        (
            ONCE,
            RunOrder.BOARD1_COMPLETE_THEN_BOARD2,
            ["burn", "turn1", "turn2", "burn", "river1", "river2"],
            "Td 8d Kd",
            ["Ah 5d 2s Kc 9h", "Ah 5d 2s 9s 5h"],
        ),
    ],
    ids=["each board, one after the other", "each board, by street", "once", "once, whatever the order"],
)
def test_burns_and_order_from_the_flop(
    burn: RunBurn, order: RunOrder, prompts: list[str], burns: str, boards: list[str]
) -> None:
    """EX-117."""
    play = heads_up(replace(ON, rit_burn=burn, rit_order=order)).must(Agree((1, 2)))
    assert run_out(play) == prompts
    assert (" ".join(play.at(BURN)), shown(play)) == (burns, boards)


@pytest.mark.parametrize(
    ("burn", "order", "prompts"),
    [
        (
            *TOGETHER,
            "burn flop1 burn turn1 burn river1 burn flop2 burn turn2 burn river2",
        ),
        (
            RunBurn.EACH_BOARD,
            BY_STREET,
            "burn flop1 burn flop2 burn turn1 burn turn2 burn river1 burn river2",
        ),
        (ONCE, BY_STREET, "burn flop1 flop2 burn turn1 turn2 burn river1 river2"),
    ],
    ids=["one after the other", "by street", "once"],
)
def test_two_flops_where_all_are_in_before_the_flop(burn: RunBurn, order: RunOrder, prompts: str) -> None:
    play = three(replace(ON, rit_burn=burn, rit_order=order)).must(Agree((1, 2, 3)))
    assert run_out(play) == prompts.split()
    assert len(play.at(BOARD)) == 10
    assert not set(shown(play)[0].split()) & set(shown(play)[1].split())


def test_one_river_each_from_the_turn() -> None:
    play = dealt(seated({1: 150, 2: 150}, 1, house=ON)).do("1 call", "2 check")
    play.pass_to(Phase.TURN).do("2 all-in", "1 call").must(Agree((1, 2)))
    assert run_out(play) == ["burn", "river1", "burn", "river2"]
    assert [board.rsplit(" ", 1)[0] for board in shown(play)] == ["Ah 5d 2s Kc", "Ah 5d 2s Kc"]


def test_the_second_flop_lies_before_the_next_burn() -> None:
    """Five cards of board 1 lie, the next flop is in the air: nothing more is due."""
    play = three().must(Agree((1, 2, 3)), Confirm())
    while len(play.at(BOARD)) < 5 or due(play.table) == BURN:
        play.draw(BURN if play.step.do == "burn" else BOARD)
    for _ in range(3):
        play.draw(FLIGHT)
    assert due(play.table) is None
    for text in play.at(FLIGHT):
        play.move(text, BOARD)
    assert (due(play.table), play.step.do, len(play.at(BOARD))) == (BURN, "burn", 8)


# --- who wins


def test_each_half_is_won_on_its_board() -> None:
    """EX-117 with 300: S2 has aces and kings on board 1, S1 three fives on board 2."""
    play = heads_up().must(Agree((1, 2)))
    run_out(play)
    assert [(pot.amount, pot.board) for pot in play.table.pots] == [(150, 1), (150, 2)]
    first = play.step
    assert (first.seats, first.amount, first.board, first.detail) == ((2,), 150, 1, first.detail)
    assert first.detail is not None
    assert first.detail.args["hand"] == "two pair"
    play.push()
    awards = [(a.seat, a.amount, a.hand) for a in play.table.awards]
    assert awards == [(2, 150, "two pair"), (1, 150, "three of a kind")]
    assert play.stacks == {1: 150, 2: 150}


@pytest.mark.parametrize(
    ("order", "pots"),
    [
        (AwardOrder.SIDE_FIRST, [(2, 1), (2, 2), (1, 1), (1, 2)]),
        (AwardOrder.MAIN_FIRST, [(1, 1), (1, 2), (2, 1), (2, 2)]),
    ],
)
def test_board_one_before_board_two_within_each_pot(order: AwardOrder, pots: list[tuple[int, int]]) -> None:
    play = three(replace(ON, pots_award_order=order)).must(Agree((1, 2, 3)))
    run_out(play)
    assert [pot.amount for pot in play.table.pots] == [60, 60, 60, 60]
    found = []
    while play.table.phase is Phase.PAYING:
        found.append(((play.step.pot + 1) // 2, play.step.board))
        play.must(Confirm())
    assert found == pots


def test_one_player_wins_both_halves() -> None:
    order = "Ac 2c As 7d Td Ah 5d 2s 8d Kc 9s Kd 9h 5h 7h 6s"
    play = dealt(seated({1: 150, 2: 150}, 1, house=ON), order).do("1 call", "2 check").street()
    play.do("2 all-in", "1 call").must(Agree((1, 2)))
    run_out(play)
    assert play.push().stacks == {1: 0, 2: 300}


def test_the_rake_comes_off_before_the_pot_is_halved() -> None:
    house = replace(ON, rake_mode=RakeMode.POT, rake_percent=500, rake_cap=5)
    play = heads_up(house).must(Agree((1, 2)))
    run_out(play)
    assert ([pot.amount for pot in play.table.pots], play.table.rake) == ([148, 147], 5)


def test_no_chop_where_each_player_wins_one_board() -> None:
    """7.9 exempts equal hands, not a pot that two boards shared out."""
    house = replace(ON, rake_mode=RakeMode.POT, rake_percent=500, rake_cap=5, rake_chop_exempt=True)
    play = heads_up(house).must(Agree((1, 2)))
    run_out(play)
    assert play.table.rake == 5


def test_hands_are_shown_in_order_after_both_boards_and_losers_may_muck() -> None:
    play = heads_up(replace(ON, showdown_allin_tabling=AllInTabling.AT_SHOWDOWN)).must(Agree((1, 2)))
    for _ in range(8):
        assert play.step.do != "table"
        play.draw(BURN if play.step.do == "burn" else BOARD)
    assert (play.table.phase, play.step.do, play.step.seats) == (Phase.SHOWDOWN, "table", (2,))
    play.show_all()
    assert play.push().stacks == {1: 150, 2: 150}


# --- whatever happens

HOUSES = st.builds(
    HouseRules,
    showdown_allin_tabling=st.sampled_from(AllInTabling),
    pots_award_order=st.sampled_from(AwardOrder),
    rit_enabled=st.just(True),
    rit_burn=st.sampled_from(RunBurn),
    rit_order=st.sampled_from(RunOrder),
    rake_mode=st.sampled_from((RakeMode.NONE, RakeMode.POT)),
    rake_percent=st.integers(0, 1000),
    rake_cap=st.one_of(st.none(), st.integers(0, 20)),
    rake_step=st.integers(1, 5),
    rake_chop_exempt=st.booleans(),
    rake_no_flop_no_drop=st.booleans(),
    rake_jackpot=st.integers(0, 3),
)


class Runner(Chance):
    """Players by chance who often want to run it twice."""

    def natural(self) -> None:
        step = self.play.step
        if step.do != "agree":
            super().natural()
            return
        match self.pick(4):
            case 0:
                self.must(Decline(step.seats[0]))
            case 1:
                self.must(Agree(step.seats[:1]))
            case _:
                self.must(Agree(step.seats))

    def wild(self) -> None:
        if self.play.step.do == "agree" and self.pick(3) == 0:
            self.ask((Agree((1, 2)), Decline(3), Confirm(), TakeBack())[self.pick(4)])
        else:
            super().wild()


def with_house(start: Table, house: HouseRules) -> Table:
    return replace(start, setup=replace(start.setup, house=house))


@settings(max_examples=60, deadline=None)
@given(tables(), HOUSES, SHUFFLES, PICKS)
def test_no_chip_is_lost_to_rake_or_halves(
    start: Table, house: HouseRules, order: tuple[CardId, ...], picks: list[int]
) -> None:
    game = Runner(with_house(start, house), order, picks)
    for _ in range(60):
        game.wild()
    game.finish()
    assert chips(game.table) == chips(start)
    assert game.play.again() == game.table


@settings(max_examples=60, deadline=None)
@given(tables(), HOUSES, SHUFFLES, PICKS)
def test_the_order_in_which_pots_are_pushed_changes_nothing(
    start: Table, house: HouseRules, order: tuple[CardId, ...], picks: list[int]
) -> None:
    ends = []
    for award in AwardOrder:
        rules = replace(house, pots_award_order=award)
        game = Runner(with_house(start, rules), order, picks)
        game.must(Confirm())
        game.finish()
        ends.append((game.play.stacks, game.table.account))
    assert ends[0] == ends[1]


@settings(max_examples=60, deadline=None)
@given(tables(), HOUSES, SHUFFLES, PICKS, st.integers(1, 9))
def test_seats_that_move_round_the_table_take_their_results_along(
    start: Table, house: HouseRules, order: tuple[CardId, ...], picks: list[int], by: int
) -> None:
    def round_to(seat: int) -> int:
        return (seat - 1 + by) % 10 + 1

    here = with_house(start, house)
    there = replace(
        here,
        seats={round_to(n): seat for n, seat in here.seats.items()},
        button=round_to(here.button),
    )
    ends = []
    for table in (here, there):
        game = Runner(table, order, picks)
        game.must(Confirm())
        game.finish()
        ends.append(game.play.stacks)
    assert ends[1] == {round_to(n): stack for n, stack in ends[0].items()}
