"""Exceptions to what was assumed to be posted, and posts promised between hands (rules.md 2.4, 12.4)."""

from __future__ import annotations

import pytest

from controller.rules.account import Debt
from controller.rules.events import ImpossibleEvent, Posted
from controller.rules.house import HouseRules, Straddle
from controller.rules.positions import Positions
from controller.rules.requests import Post, PutStraddle, Sit, SitIn, SitOut, TakeBack
from controller.rules.stakes import Betting, Form, Stakes
from controller.rules.state import Status
from controller.rules.table import apply, chips
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, Play, dealt, seated


def owing() -> Evening:
    """Seat 4 owes both blinds; the next hand has button 6, blinds 1 and 2."""
    table = seated(L6, last=Positions(5, 6, 1))
    return Evening(table).next().finish().must(SitOut(4)).hands(4).finish()


def test_who_did_not_post_owes() -> None:
    play = owing().must(SitIn(4, posts=True)).next().must(Post(4, 0, 0))
    assert (play.bets(), play.dead(), play.owed(4), play.seat(4).promised) == (
        {1: 5, 2: 10},
        {},
        (10, 5),
        True,
    )
    assert 4 in play.table.dealt


def test_a_post_that_is_entered_twice_is_what_was_entered_last() -> None:
    play = owing().must(SitIn(4, posts=True)).next().must(Post(4, 0, 0), Post(4, 10, 0))
    assert (play.bets()[4], play.owed(4)) == (10, (0, 5))
    play.must(Post(4, 10, 5))
    assert (play.bets()[4], play.dead(), play.owed(4)) == (10, {4: 5}, (0, 0))


def test_who_was_away_comes_in_with_his_post_before_the_first_card() -> None:
    play = owing().next()
    assert list(play.table.dealt) == [1, 2, 3, 5, 6]
    play.must(Post(4, 10, 5))
    assert list(play.table.dealt) == [1, 2, 3, 4, 5, 6]
    assert (play.bets(), play.dead()) == ({1: 5, 2: 10, 4: 10}, {4: 5})
    assert (play.seat(4).status, play.owed(4), play.stacks[4]) == (Status.LIVE, (0, 0), 485)
    play.deal().do("3 fold")
    assert play.step.seat == 4


def test_who_comes_in_late_pays_the_ante_too() -> None:
    table = seated(L6, last=Positions(5, 6, 1), away=(4,), stakes=Stakes(5, 10, ante=5))
    play = Evening(table).next().must(Post(4, 10, 0))
    assert (play.seat(4).put, play.stacks[4]) == (5, 485)


def test_a_blind_that_was_not_posted_is_owed() -> None:
    play = Evening(seated(L6, last=Positions(5, 6, 1))).next().must(Post(1, 0, 0))
    assert (play.bets(), play.owed(1)) == ({2: 10}, (5, 0))
    play.next()
    assert (play.where(), play.bets()) == ((1, 2, 3), {1: 5, 2: 5, 3: 10})


def test_a_big_blind_that_is_short_by_mistake_still_asks_for_a_whole_call() -> None:
    play = Evening(seated(L6, 6)).next().must(Post(2, 5, 0))
    assert play.owed(2) == (5, 0)
    play.deal().do("3 call")
    assert play.bets()[3] == 10


def test_an_all_in_post_leaves_nothing_owed() -> None:
    table = seated({**L6, 4: 12}, last=Positions(5, 6, 1))
    play = Evening(table).next().finish().must(SitOut(4)).hands(4).finish()
    play.must(SitIn(4, posts=True)).next().must(Post(4, 7, 5))
    assert (play.seat(4).status, play.owed(4)) == (Status.ALL_IN, (0, 0))


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (Post(9, 10, 0), "refused.no_player"),
        (Post(10**30, 10, 0), "refused.no_player"),
        (Post(3, -1, 0), "refused.amount_low"),
        (Post(3, 0, -1), "refused.amount_low"),
        (Post(3, 11, 0), "refused.amount_high"),
        (Post(3, 10**30, 0), "refused.amount_high"),
        (Post(3, 10, 6), "refused.amount_high"),
        (Post(5, 10, 5), "refused.amount_high"),
        (Post(4, 0, 0), "refused.amount_low"),
        (Post(8, 10, 0), "refused.busted"),
        (Post(7, 10, 0), "refused.button_first"),
    ],
    ids=lambda value: str(value),
)
def test_posts_that_cannot_be(ask: Post, why: str) -> None:
    stacks = {**L6, 5: 12, 7: 500, 8: 0}
    play = Play(seated(stacks, last=Positions(5, 6, 8), away=(4, 7))).start()
    before = play.table
    assert (before.button, before.small, before.big) == (6, 8, 1)
    assert play.ask(ask) == why
    assert play.table == before


def test_posts_come_in_whole_units() -> None:
    play = Play(seated(L6, 6, blinds=(10, 20), unit=5)).start()
    assert play.ask(Post(3, 12, 0)) == "refused.amount_unit"


def test_after_the_first_card_no_post_is_entered() -> None:
    play = Play(seated(L6, 6)).start()
    play.deal()
    assert play.ask(Post(3, 10, 0)) == "refused.post_late"


def test_without_chips_nobody_posts() -> None:
    play = Play(seated(dict.fromkeys(L6, 0), 6, betting=Betting.CARDS_ONLY)).start()
    assert play.ask(Post(3, 10, 0)) == play.ask(PutStraddle(3, 20)) == "refused.no_chips_kept"


def test_a_straddler_posts_nothing_else() -> None:
    play = Play(seated(L6, 6, house=HouseRules(straddle_types=(Straddle.UTG,)))).start()
    assert play.must(PutStraddle(3, 20)).ask(Post(3, 10, 0)) == "refused.straddled"


# Between hands.


def test_a_promised_post_is_posted_at_the_next_hand() -> None:
    play = owing().must(Post(4, 10, 5)).next()
    assert (play.bets(), play.dead()) == ({1: 5, 2: 10, 4: 10}, {4: 5})


def test_a_new_player_promises_his_post() -> None:
    play = owing().must(Sit(8, "new", 500), Post(8, 10, 0)).hands(2)
    assert play.table.dealt == (2, 3, 5, 6, 8, 1)
    assert play.bets() == {2: 5, 3: 10, 8: 10}


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (Post(4, 0, 0), "refused.amount_low"),
        (Post(4, 10, 6), "refused.amount_high"),
        (Post(4, -10, 0), "refused.amount_low"),
        (Post(9, 10, 5), "refused.no_player"),
    ],
)
def test_promises_that_cannot_be(ask: Post, why: str) -> None:
    assert owing().ask(ask) == why


def test_in_a_tournament_nothing_is_promised() -> None:
    assert Play(seated(L6, 6, form=Form.TOURNAMENT)).ask(Post(3, 10, 0)) == "refused.nothing_owed"


def test_each_post_can_be_taken_back() -> None:
    play = owing().must(SitIn(4, posts=True)).next()
    bets, total = play.bets(), chips(play.table)
    play.must(Post(4, 0, 0), TakeBack())
    assert (play.bets(), chips(play.table)) == (bets, total)


@pytest.mark.parametrize("event", [Posted(9, 10, 0), Posted(99, 10, 0), Posted(3, 501, 0)])
def test_impossible_posts(event: Posted) -> None:
    with pytest.raises(ImpossibleEvent):
        apply(Play(seated(L6, 6)).start().table, event)


def test_no_post_is_possible_once_its_player_has_acted() -> None:
    with pytest.raises(ImpossibleEvent):
        apply(dealt(seated(L6, 6)).do("3 call").table, Posted(3, 10, 0))


def test_a_seat_keeps_what_it_owes_through_hands_that_it_is_not_in() -> None:
    play = owing()
    assert play.hands(3).seat(4).owes == Debt(10, 5)
