"""What a ruling left to be done by hand: one thing after another, by readers or by the key NEXT."""

from __future__ import annotations

import pytest

from controller.rules.cards import ASIDE, BOARD, BURN, SHOE
from controller.rules.dealing import current, due, stub
from controller.rules.events import ImpossibleEvent, StubPassed, StubShuffled
from controller.rules.house import DeckVerify, HouseRules, PrematureTurn
from controller.rules.requests import Act, Confirm, Report, Rule
from controller.rules.state import Do, Phase
from controller.rules.todo import verifying
from tests.controller.rules.hands import L6, Play, dealt, seated


def flop(house: HouseRules | None = None) -> Play:
    """The flop lies and seat 1 has checked."""
    return dealt(seated(L6, 6, house=house or HouseRules())).pass_to(Phase.FLOP).do("1 check")


def early_turn(code: str, house: HouseRules | None = None) -> Play:
    """The turn came early, and the floor has ruled."""
    return flop(house).draw(BURN).draw(BOARD).must(Rule(code, "lee", "the house wants it so"))


def checked(play: Play) -> Play:
    while play.step.do == "act":
        play.pass_by()
    return play


def todo(play: Play) -> list[tuple[Do, str]]:
    return [(task.do, str(task.to) if task.to else "") for task in play.table.todo]


def test_an_early_card_waits_aside_until_the_betting_is_over() -> None:
    play = early_turn("R08")
    assert play.step.sentence.id == "prompt.early.aside"
    assert play.step.sentence.args == {"seat": 2}
    play.must(Confirm())
    assert play.at(ASIDE) == ["4h"]
    assert todo(play) == [(Do.MOVE, "shoe"), (Do.VERIFY, ""), (Do.SHUFFLE, "")]
    assert current(play.table) is None
    assert play.step.seat == 2


def test_the_stub_is_put_together_verified_and_shuffled_before_the_next_card() -> None:
    play = checked(early_turn("R08").must(Confirm()))
    assert (play.step.do, play.step.to, play.step.cards) == ("move", "stub", 1)
    assert play.step.sentence.id == "prompt.early.back.turn"
    assert due(play.table) is None
    play.must(Confirm())
    assert verifying(play.table)
    assert (play.step.do, play.step.cards, stub(play.table)) == ("verify", 35, 35)
    play.must(Confirm())
    assert play.step.do == "shuffle"
    assert not verifying(play.table)
    play.must(Confirm())
    assert play.table.todo == ()
    assert due(play.table) == BOARD


def test_a_house_that_verifies_on_draw_passes_no_stub() -> None:
    play = checked(early_turn("R08", HouseRules(deck_verify=DeckVerify.ON_DRAW)).must(Confirm())).must(
        Confirm()
    )
    assert play.step.do == "shuffle"


@pytest.mark.parametrize("event", [StubPassed(35), StubShuffled()])
def test_a_stub_that_nobody_asked_for_is_impossible(event: StubPassed | StubShuffled) -> None:
    with pytest.raises(ImpossibleEvent):
        flop().core.record(event)


def test_nothing_is_left_to_be_done_when_the_betting_ends_the_hand() -> None:
    play = early_turn("R08").must(Confirm(), Act(2, "bet", 20))
    play.do("3 fold", "4 fold", "5 fold", "6 fold", "1 fold")
    assert play.table.phase is Phase.PAYING
    assert play.table.todo == ()


def test_a_card_that_went_straight_back_need_not_lie_aside() -> None:
    play = early_turn("R08").move("4h", SHOE).must(Rule("R01", "lee", "it lies in the stub"))
    assert play.step.do == "act"
    assert todo(play) == [(Do.VERIFY, ""), (Do.SHUFFLE, "")]


def test_one_card_after_another_comes_for_a_river_that_is_held() -> None:
    house = HouseRules(board_premature_turn=PrematureTurn.HOLD_RIVER)
    play = checked(early_turn("R12", house).must(Confirm()))
    assert (due(play.table), play.step.to) == (BURN, "burn")
    play.draw(BURN)
    assert due(play.table) == ASIDE
    play.draw(ASIDE)
    held = play.table.pieces[-1].card
    assert held not in play.table.faces
    play.must(Confirm(), Confirm(), Confirm())
    assert play.step.do == "turn"
    checked(play.draw(BOARD)).must(Confirm())
    assert play.at(BOARD)[-1] == "2h"
    assert held in play.table.faces


def test_two_reshuffles_at_once_are_one() -> None:
    play = early_turn("R08").must(Confirm(), Report("dropped"), Rule("R09", "lee"))
    assert [do for do, _ in todo(play)] == [Do.MOVE, Do.VERIFY, Do.SHUFFLE]


def test_the_card_that_was_picked_is_for_the_readers_to_say() -> None:
    play = dealt(seated(L6, 6)).pass_to(Phase.FLOP).draw(BOARD).must(Rule("R10", "lee"))
    assert (play.step.do, play.step.cards, play.step.to) == ("pick", 4, "burn")
    assert play.ask(Confirm()) == "refused.not_now"
    play.move("7h", BURN)
    assert play.at(BOARD) == ["5h", "6s", "6c"]
    assert play.step.do == "act"


def test_the_tasks_are_the_same_after_a_restart() -> None:
    play = early_turn("R08").must(Confirm())
    assert play.again().todo == play.table.todo
