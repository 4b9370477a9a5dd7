"""Straddles: who, how much, and what they make of the betting (rules.md 2.5, P4 to P9; EX-98, EX-99)."""

from __future__ import annotations

import pytest

from controller.rules.events import ImpossibleEvent, Straddled
from controller.rules.house import HouseRules, Straddle, StraddleMinRaise, StraddleOrder
from controller.rules.positions import Positions
from controller.rules.requests import PutStraddle, Sit, SitIn, TakeBack
from controller.rules.stakes import Game, Stakes
from controller.rules.state import Status
from controller.rules.table import apply, chips
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, Play, seated

ALL = tuple(Straddle)


def house(
    *types: Straddle,
    order: StraddleOrder = StraddleOrder.LEFT_OF_STRADDLER,
    least: StraddleMinRaise = StraddleMinRaise.TWICE_STRADDLE,
    count: int = 1,
) -> HouseRules:
    return HouseRules(
        straddle_types=types,
        straddle_order=order,
        straddle_min_raise=least,
        straddle_max_count=count,
    )


def one_two(rules: HouseRules, stacks: dict[int, int] | None = None) -> Play:
    return Play(seated(stacks or L6, 6, blinds=(1, 2), house=rules)).start()


def turns(play: Play) -> list[int]:
    """Who acts before the flop, everybody calling."""
    order = []
    play.deal()
    while play.step.do == "act":
        order.append(play.step.seat)
        play.pass_by()
    return order


@pytest.mark.parametrize(
    ("least", "raise_to"), [(StraddleMinRaise.TWICE_STRADDLE, 8), (StraddleMinRaise.STRADDLE_PLUS_BB, 6)]
)
@pytest.mark.parametrize("order", StraddleOrder)
def test_under_the_gun(least: StraddleMinRaise, raise_to: int, order: StraddleOrder) -> None:
    """EX-98: whoever straddles has the option, whatever the order is."""
    play = one_two(house(Straddle.UTG, least=least, order=order)).must(PutStraddle(3, 4))
    assert turns(play) == [4, 5, 6, 1, 2, 3]
    play = one_two(house(Straddle.UTG, least=least, order=order)).must(PutStraddle(3, 4))
    play.deal()
    assert play.say(f"4 raise {raise_to - 1}") == "refused.amount_low"
    play.do(f"4 raise {raise_to}")


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (StraddleOrder.LEFT_OF_STRADDLER, [1, 2, 3, 4, 5, 6]),
        (StraddleOrder.SKIP_STRADDLER, [3, 4, 5, 1, 2, 6]),
    ],
)
@pytest.mark.parametrize("kind", [Straddle.BUTTON, Straddle.MISSISSIPPI])
def test_on_the_button(order: StraddleOrder, expected: list[int], kind: Straddle) -> None:
    """EX-99."""
    play = one_two(house(kind, order=order)).must(PutStraddle(6, 4))
    assert turns(play) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (StraddleOrder.LEFT_OF_STRADDLER, [5, 6, 1, 2, 3, 4]),
        (StraddleOrder.SKIP_STRADDLER, [3, 5, 6, 1, 2, 4]),
    ],
)
def test_from_any_seat_but_the_blinds(order: StraddleOrder, expected: list[int]) -> None:
    play = one_two(house(Straddle.MISSISSIPPI, order=order)).must(PutStraddle(4, 10))
    assert turns(play) == expected


def test_the_straddler_raises_his_own_option() -> None:
    play = one_two(house(Straddle.UTG)).must(PutStraddle(3, 4))
    play.deal().do("4 call", "5 fold", "6 fold", "1 fold", "2 fold", "3 raise 12")
    assert play.step.seat == 4


def test_the_button_goes_before_another_straddle() -> None:
    """P6: both want to; in either order of asking."""
    play = one_two(house(*ALL)).must(PutStraddle(3, 4), PutStraddle(6, 4))
    assert (play.table.straddles, play.table.seats[3].stack, play.table.street.bet) == ({6: 4}, 500, 4)
    assert play.ask(PutStraddle(3, 4)) == "refused.straddled"
    play.must(TakeBack(), TakeBack())
    assert play.table.straddles == {3: 4}
    assert turns(play) == [4, 5, 6, 1, 2, 3]


def test_a_second_straddle_doubles() -> None:
    """P8, `straddle.max_count`."""
    play = one_two(house(Straddle.UTG, count=2)).must(PutStraddle(3, 4))
    assert play.ask(PutStraddle(5, 8)) == "refused.no_straddle"
    assert play.ask(PutStraddle(4, 7)) == "refused.amount_low"
    play.must(PutStraddle(4, 8))
    assert play.ask(PutStraddle(5, 16)) == "refused.no_straddle"
    assert turns(play) == [5, 6, 1, 2, 3, 4]


def test_the_button_takes_the_place_of_the_last_of_two() -> None:
    play = one_two(house(*ALL, count=2)).must(PutStraddle(3, 4), PutStraddle(4, 8), PutStraddle(6, 8))
    assert (play.table.straddles, play.table.seats[4].stack) == ({3: 4, 6: 8}, 500)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (PutStraddle(3, 3), "refused.amount_low"),
        (PutStraddle(3, 0), "refused.amount_low"),
        (PutStraddle(3, -4), "refused.amount_low"),
        (PutStraddle(3, 501), "refused.amount_high"),
        (PutStraddle(3, 10**30), "refused.amount_high"),
        (PutStraddle(1, 4), "refused.no_straddle"),
        (PutStraddle(2, 4), "refused.no_straddle"),
        (PutStraddle(7, 4), "refused.no_hand"),
        (PutStraddle(9, 4), "refused.no_player"),
        (PutStraddle(99, 4), "refused.no_player"),
    ],
    ids=lambda value: str(value),
)
def test_straddles_that_cannot_be(ask: PutStraddle, why: str) -> None:
    play = Play(seated({**L6, 7: 500}, 6, blinds=(1, 2), house=house(*ALL), away=(7,))).start()
    before = play.table
    assert play.ask(ask) == why
    assert play.table == before


@pytest.mark.parametrize(
    ("types", "seat"), [((), 3), ((Straddle.BUTTON,), 3), ((Straddle.UTG,), 6), ((Straddle.UTG,), 4)]
)
def test_only_the_house_s_kinds_are_taken(types: tuple[Straddle, ...], seat: int) -> None:
    assert one_two(house(*types)).ask(PutStraddle(seat, 4)) == "refused.no_straddle"


def test_whole_units() -> None:
    play = Play(seated(L6, 6, blinds=(5, 10), unit=5, house=house(*ALL))).start()
    assert play.ask(PutStraddle(3, 23)) == "refused.amount_unit"


def test_after_the_first_card_it_is_too_late() -> None:
    """P9, M19."""
    play = one_two(house(*ALL))
    play.deal()
    assert play.ask(PutStraddle(3, 4)) == "refused.straddle_late"


def test_before_the_hand_it_is_too_early() -> None:
    assert Play(seated(L6, 6, house=house(*ALL))).ask(PutStraddle(3, 20)) == "refused.straddle_late"


def test_two_players_do_not_straddle() -> None:
    assert one_two(house(*ALL), {1: 500, 2: 500}).ask(PutStraddle(1, 4)) == "refused.no_straddle"


def test_three_players_have_one_seat_to_straddle_from() -> None:
    play = Play(seated({1: 500, 2: 500, 3: 500}, 3, blinds=(1, 2), house=house(Straddle.UTG))).start()
    play.must(PutStraddle(3, 4))
    assert turns(play) == [1, 2, 3]


def test_in_fixed_limit_it_is_one_bet_and_never_on_the_button() -> None:
    """P6, WSOP-LA-11."""
    stakes = Stakes(5, 10, small_bet=10, big_bet=20)
    play = Play(seated(L6, 6, stakes=stakes, game=Game.FIXED_LIMIT, house=house(*ALL))).start()
    assert play.ask(PutStraddle(6, 20)) == "refused.no_straddle"
    assert play.ask(PutStraddle(3, 30)) == "refused.amount_fixed"
    play.must(PutStraddle(3, 20)).deal()
    play.do("4 raise 30")


def test_all_in_for_the_straddle() -> None:
    play = one_two(house(*ALL), {**L6, 3: 4}).must(PutStraddle(3, 4))
    assert play.table.seats[3].status is Status.ALL_IN
    assert turns(play) == [4, 5, 6, 1, 2]


def test_one_live_blind_under_a_straddle_owes_the_difference() -> None:
    """12.3."""
    rules = house(Straddle.UTG)
    play = Evening(seated(L6, last=Positions(5, 6, 1), house=rules)).next().finish()
    play.must(Sit(8, "new", 500), SitIn(8, posts=True)).next().must(PutStraddle(4, 20))
    assert play.bets() == {2: 5, 3: 10, 8: 10, 4: 20}
    play.deal().do("5 fold", "6 fold")
    assert play.step.seat == 8
    play.do("8 call")
    assert play.stacks[8] == 480


def test_who_posted_and_straddled_and_gives_way_keeps_his_post() -> None:
    play = Evening(seated(L6, last=Positions(5, 6, 1), house=house(*ALL))).next().finish()
    play.must(Sit(8, "new", 500), SitIn(8, posts=True)).next()
    play.must(PutStraddle(8, 20), PutStraddle(1, 20))
    assert play.bets() == {2: 5, 3: 10, 8: 10, 1: 20}
    assert chips(play.table) == 3500


@pytest.mark.parametrize("event", [Straddled(7, 4), Straddled(99, 4), Straddled(3, 501), Straddled(3, -1)])
def test_impossible_straddles(event: Straddled) -> None:
    with pytest.raises(ImpossibleEvent):
        apply(one_two(house(*ALL)).table, event)
