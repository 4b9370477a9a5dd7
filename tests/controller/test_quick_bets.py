"""The shortcuts beside the keypad (S4-18, C16): what the house offers, and that every one is taken."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given

from controller.projection import Service, project
from controller.rules.cards import CardId
from controller.rules.decisions import decide
from controller.rules.events import Acted
from controller.rules.house import HouseRules
from controller.rules.requests import Act
from controller.rules.stakes import Game, Stakes
from controller.rules.state import Table
from controller.sensing import Sensing
from controller.views import QuickBet
from tests.controller.rules.chance import PICKS, SHUFFLES, Chance, tables
from tests.controller.rules.hands import Play, dealt, seated
from tests.controller.rules.test_properties import SMALL

THREE = {1: 1000, 2: 1000, 3: 1000}
STAKES = Stakes(5, 10, small_bet=10, big_bet=20)


def offered(table: Table) -> tuple[QuickBet, ...]:
    return project(table, Sensing(frozenset()), Service(), 1).dealer.quick_bets


def hand(game: Game = Game.NO_LIMIT, house: HouseRules | None = None) -> Play:
    return dealt(seated(THREE, 3, stakes=STAKES, game=game, house=house))


def amounts(play: Play) -> dict[str, int]:
    """What each shortcut sends, by its name."""
    return {f"{bet.label} {bet.n}" if bet.n else bet.label: bet.amount for bet in offered(play.table)}


def test_a_raise_is_a_multiple_of_the_bet_or_a_part_of_the_pot() -> None:
    """5, 10 and 30 lie there and the call is 25: a part of 70 goes on top of the 30."""
    assert amounts(hand().do("3 raise 30")) == {
        "quick.min": 50,
        "quick.times 2": 60,
        "quick.times 3": 90,
        "quick.percent 33": 30 + 70 * 33 // 100,
        "quick.percent 50": 30 + 35,
        "quick.percent 100": 100,
    }


def test_a_bet_is_a_part_of_the_pot() -> None:
    play = hand().do("3 raise 30", "1 call", "2 call").street()
    assert amounts(play) == {
        "quick.min": 10,
        "quick.percent 33": 29,
        "quick.percent 50": 45,
        "quick.percent 100": 90,
    }


def test_the_whole_pot_is_the_most_of_pot_limit() -> None:
    """PL1, PL2: what is more comes to the same and is offered once."""
    house = HouseRules(ui_quick_bets=("x9", "100%", "200%"))
    assert amounts(hand(Game.POT_LIMIT, house)) == {"quick.min": 20, "quick.times 9": 35}
    house = HouseRules(ui_quick_bets=("100%",))
    assert amounts(hand(Game.POT_LIMIT, house)) == {"quick.min": 20, "quick.percent 100": 35}


def test_fixed_limit_has_one() -> None:
    """FL5."""
    assert amounts(hand(Game.FIXED_LIMIT)) == {"quick.min": 20}
    capped = hand(Game.FIXED_LIMIT).do("3 raise 20", "1 raise 30", "2 raise 40")
    assert amounts(capped) == {}


@pytest.mark.parametrize("offers", [(), ("x2",)])
def test_without_a_choice_of_the_house_the_least_is_left(offers: tuple[str, ...]) -> None:
    """Twice the blind is the least raise."""
    assert amounts(hand(house=HouseRules(ui_quick_bets=offers))) == {"quick.min": 20}


@SMALL
@given(tables(), SHUFFLES, PICKS)
def test_every_amount_that_is_offered_is_taken(
    start: Table, order: Sequence[CardId], picks: list[int]
) -> None:
    chance = Chance(start, order, picks)
    for _ in picks[:40]:
        if chance.over() and chance.play.step.do != "next":
            return
        step = chance.play.step
        for bet in offered(chance.table):
            word = "raise" if chance.table.street.bet else "bet"
            (happened,) = took(chance.table, Act(step.seat, word, bet.amount))
            assert isinstance(happened, Acted)
            assert happened.to == bet.amount
        chance.natural()


def took(table: Table, ask: Act) -> tuple[object, ...]:
    outcome = decide(table, ask)
    assert isinstance(outcome, tuple), outcome
    return outcome
