"""Seats between hands: sitting down, buying, sitting out, moving, counting, leaving (rules.md 2.4, 12.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.account import Settled
from controller.rules.counting import MOST_CHIPS
from controller.rules.events import (
    Bought,
    Counted,
    Event,
    ImpossibleEvent,
    Left,
    Sat,
    SeatMoved,
)
from controller.rules.house import HouseRules
from controller.rules.moving import hands_gained
from controller.rules.positions import Positions
from controller.rules.requests import Ask, Buy, Count, Leave, MoveSeat, Sit, SitIn, SitOut, TakeBack
from controller.rules.stakes import Betting, Form
from controller.rules.state import Opening, Phase, Status, Table
from controller.rules.table import apply, chips
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, SEATS, Play, dealt, seated

POSTED = HouseRules(buyin_min=200, buyin_max=1000)
LONG_GAME = Positions(5, 6, 1)


def going(house: HouseRules | None = None, form: Form = Form.CASH) -> Evening:
    """A game of six that has been going for long: the next hand has button 1, blinds 2 and 3."""
    table = seated(L6, last=LONG_GAME, house=house, form=form)
    return Evening(table).next().finish()


# Taking a seat and buying chips (S0-59).


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (Sit(7, "x", 199), "refused.amount_low"),
        (Sit(7, "x", 0), "refused.amount_low"),
        (Sit(7, "x", -500), "refused.amount_low"),
        (Sit(7, "x", 1001), "refused.amount_high"),
        (Sit(7, "x", 10**30), "refused.amount_high"),
        (Sit(3, "x", 500), "refused.seat_taken"),
        (Sit(0, "x", 500), "refused.no_seat"),
        (Sit(SEATS + 1, "x", 500), "refused.no_seat"),
        (Sit(-1, "x", 500), "refused.no_seat"),
        (Buy(3, 501), "refused.amount_high"),
        (Buy(3, 0), "refused.amount_low"),
        (Buy(3, -5), "refused.amount_low"),
        (Buy(3, 10**30), "refused.amount_high"),
        (Buy(7, 500), "refused.no_player"),
        (Buy(4, 199), "refused.amount_low"),
        (Buy(5, 1), "refused.buyin_full"),
        (Leave(7), "refused.no_player"),
        (SitOut(7), "refused.no_player"),
        (SitOut(4), "refused.away"),
        (SitIn(7, posts=True), "refused.no_player"),
        (SitIn(3, posts=True), "refused.there"),
        (SitIn(4, posts=True), "refused.busted"),
        (MoveSeat(7, 8), "refused.no_player"),
        (MoveSeat(3, 1), "refused.seat_taken"),
        (MoveSeat(3, 3), "refused.seat_taken"),
        (MoveSeat(3, 0), "refused.no_seat"),
        (MoveSeat(3, 10**30), "refused.no_seat"),
        (Count(7, 100), "refused.no_player"),
        (Count(3, -1), "refused.amount_low"),
        (Count(3, 10**30), "refused.amount_high"),
    ],
    ids=lambda value: str(value),
)
def test_what_is_refused_between_hands(ask: Ask, why: str) -> None:
    table = seated({1: 500, 2: 500, 3: 500, 4: 0, 5: 1000}, 1, house=POSTED)
    play = Play(table)
    assert play.ask(ask) == why
    assert play.table == table


@pytest.mark.parametrize("ask", [Sit(7, "x", 503), Buy(3, 8), Count(3, 501)])
def test_chips_come_in_whole_units(ask: Ask) -> None:
    assert Play(seated({1: 500, 2: 500, 3: 500}, 1, unit=5)).ask(ask) == "refused.amount_unit"


def test_without_posted_limits_any_sensible_amount_is_taken() -> None:
    play = Play(seated({1: 500, 2: 500}, 1)).must(Sit(3, "x", 1), Buy(1, MOST_CHIPS - 500))
    assert play.ask(Sit(4, "y", MOST_CHIPS + 1)) == "refused.amount_high"


def test_a_table_takes_so_many_players() -> None:
    """`table.max_seats`, C10."""
    play = Play(seated({1: 500, 2: 500, 3: 500}, 1, house=HouseRules(table_max_seats=4)))
    play.must(Sit(7, "x", 500))
    assert play.ask(Sit(8, "y", 500)) == "refused.table_full"
    assert play.must(Leave(1)).ask(Sit(8, "y", 500)) == ""


@pytest.mark.parametrize(
    "ask",
    [
        Sit(7, "x", 500),
        Buy(3, 100),
        Leave(3),
        SitOut(3),
        SitIn(3, posts=True),
        MoveSeat(3, 7),
        Count(3, 490),
        Leave(6),
    ],
    ids=lambda value: str(value),
)
def test_no_chips_and_no_seats_change_while_a_hand_is_on(ask: Ask) -> None:
    """S0-58, S2-04, S3-50."""
    for play in (
        Play(seated(L6, 6)).start(),
        dealt(seated(L6, 6)),
        dealt(seated(L6, 6)).do(*(f"{n} fold" for n in (3, 4, 5, 6, 1))),
    ):
        before = play.table
        assert play.ask(ask) == ("refused.not_counted" if isinstance(ask, Count) else "refused.hand_runs")
        assert play.table == before


def test_a_closed_table_takes_nobody() -> None:
    play = Play(replace(seated(L6, 6), opening=Opening.CLOSED))
    assert play.ask(Sit(7, "x", 500)) == "refused.closed"


def test_what_a_player_bought_and_took_with_him_is_kept() -> None:
    play = Evening(seated({1: 500, 2: 500}, 1)).must(Sit(3, "Ann", 300), Buy(3, 200)).next().finish()
    stack = play.stacks[3]
    play.must(Leave(3))
    assert play.table.account.left == (Settled(3, "Ann", 500, stack),)
    assert play.seat(3).status is Status.EMPTY


def test_without_chips_a_player_sits_down_with_nothing() -> None:
    play = Play(seated({1: 0, 2: 0}, 1, betting=Betting.CARDS_ONLY)).must(Sit(3, "x", 0))
    assert play.table.seats[3].status is Status.OUT
    assert play.ask(SitIn(3, posts=False)) == "refused.there"


# Sitting out and coming back.


def test_who_sits_out_is_not_dealt_in() -> None:
    play = going().must(SitOut(3)).next()
    assert (3 in play.table.dealt, play.seat(3).status) == (False, Status.AWAY)


def test_a_player_changes_his_mind_about_posting() -> None:
    play = going().must(SitOut(3)).next().finish()
    play.must(SitIn(3, posts=True))
    assert (play.seat(3).promised, play.seat(3).waiting) == (True, False)
    play.must(SitIn(3, posts=False))
    assert (play.seat(3).promised, play.seat(3).waiting) == (False, True)


def test_in_a_tournament_who_goes_is_absent() -> None:
    play = going(form=Form.TOURNAMENT).must(SitOut(5))
    assert (play.seat(5).absent, play.ask(SitOut(5))) == (True, "refused.away")
    play.must(SitIn(5, posts=False))
    assert (play.seat(5).absent, play.ask(SitIn(5, posts=False))) == (False, "refused.there")


def test_an_absent_hand_is_dead_when_the_last_card_lands() -> None:
    """EX-12, T24-30: blinds stay, action goes on, the cards of the board do not change."""
    play = Evening(seated(L6, 6, form=Form.TOURNAMENT)).must(SitOut(2)).next()
    play.must(SitOut(5)).deal()
    assert (play.seat(5).status, play.seat(2).status) == (Status.DEAD, Status.DEAD)
    assert (play.bets(), play.step.seat, len(play.at(play.table.pieces[4].place))) == ({1: 5, 2: 10}, 3, 2)
    play.do("3 call", "4 call", "6 fold", "1 call").street()
    assert play.table.phase is Phase.FLOP
    assert sum(seat.put for seat in play.table.seats.values()) == 40


def test_who_is_back_at_his_chair_before_the_last_card_plays() -> None:
    play = Evening(seated(L6, 6, form=Form.TOURNAMENT)).must(SitOut(5)).next()
    play.must(SitIn(5, posts=False)).deal()
    assert play.seat(5).status is Status.LIVE


def test_where_nobody_is_there_the_last_hand_dealt_to_has_the_blinds() -> None:
    play = Evening(seated({1: 500, 2: 500, 3: 500}, 3, form=Form.TOURNAMENT))
    play.must(SitOut(1), SitOut(2), SitOut(3)).next().deal()
    assert play.step.do == "push"
    assert play.step.seats == (3,)


def test_in_a_cash_game_nobody_goes_while_cards_are_dealt() -> None:
    play = Play(seated(L6, 6)).start()
    assert play.ask(SitOut(3)) == "refused.hand_runs"


# Moving (12.4).


@pytest.mark.parametrize(
    ("seat", "to", "gained"), [(3, 7, 3), (3, 9, 3), (6, 7, 0), (6, 8, 0), (5, 7, 1), (2, 8, 0), (2, 10, 0)]
)
def test_the_hands_gained_by_a_move(seat: int, to: int, gained: int) -> None:
    """The big blind was at seat 2 and comes to 3 next."""
    assert hands_gained(seated(L6, last=Positions(6, 1, 2)), seat, to) == gained


def test_hands_gained_are_waited() -> None:
    play = going().must(MoveSeat(4, 7))
    assert (play.seat(7).gained, play.owed(7)) == (2, (10, 0))
    for _ in range(2):
        assert 7 not in play.next().table.dealt
    play.next()
    assert (play.where(), play.bets(), play.owed(7)) == ((3, 5, 6), {5: 5, 6: 10}, (0, 0))
    assert 7 in play.table.dealt


def test_the_big_blind_ends_the_wait() -> None:
    play = going().must(MoveSeat(3, 7)).hands(3)
    assert 7 not in play.table.dealt
    assert play.next().bets() == {6: 5, 7: 10}


def test_or_posted_for() -> None:
    play = going().must(MoveSeat(3, 7)).next(SitIn(7, posts=True))
    assert (play.where(), play.bets()) == ((1, 2, 4), {2: 5, 4: 10, 7: 10})


def test_a_move_that_keeps_the_position_costs_nothing() -> None:
    play = going().next(MoveSeat(6, 8))
    assert (8 in play.table.dealt, play.bets()) == (True, {2: 5, 3: 10})


def test_in_a_new_game_a_move_costs_nothing() -> None:
    """RR-BL."""
    play = Evening(seated(L6, 6)).next().finish().next(MoveSeat(4, 9))
    assert (9 in play.table.dealt, play.owed(9)) == (True, (0, 0))


def test_a_move_in_a_tournament_costs_nothing() -> None:
    play = going(form=Form.TOURNAMENT).next(MoveSeat(4, 9))
    assert 9 in play.table.dealt


def test_a_move_away_from_the_table_is_charged_on_return() -> None:
    play = going().must(SitOut(3), MoveSeat(3, 7)).next().finish()
    assert (play.seat(7).status, play.owed(7)) == (Status.AWAY, (10, 0))
    play.next(SitIn(7, posts=True))
    assert play.bets()[7] == 10


def test_name_chips_and_debts_go_with_the_player() -> None:
    play = going().must(SitOut(4)).hands(4).finish()
    owed = play.owed(4)
    play.must(MoveSeat(4, 9))
    assert (play.seat(9).name, play.stacks[9], play.owed(9), play.seat(4).name) == ("p4", 500, owed, "")


# Counting (design 4).


def test_a_count_between_hands_is_kept_as_unaccounted() -> None:
    play = Evening(seated(L6, 6)).must(Count(3, 485), Count(4, 510))
    assert (play.stacks[3], play.stacks[4], play.table.account.unaccounted) == (485, 510, 5)
    assert chips(play.table) == 3000


def test_a_stack_that_is_counted_as_nothing_is_not_dealt_in() -> None:
    play = Evening(seated(L6, 6)).next(Count(3, 0))
    assert 3 not in play.table.dealt
    play.finish().must(Count(3, 40)).next()
    assert play.bets()[3] + play.seat(3).stack == 40


def test_an_all_in_that_was_short_gives_back_what_it_lacked() -> None:
    play = dealt(seated({1: 500, 3: 300}, 3)).do("3 all-in", "1 call").must(Count(3, 285))
    assert (play.table.account.unaccounted, play.stacks[1], play.table.returned) == (15, 215, {1: 15})
    assert [pot.amount for pot in play.check_down().show_all().table.pots] == [570]


def test_a_short_all_in_of_several_makes_a_side_pot() -> None:
    play = dealt(seated({1: 300, 2: 300, 3: 300}, 3)).do("3 all-in", "1 call", "2 call").must(Count(3, 285))
    play.check_down().show_all()
    assert [pot.amount for pot in play.table.pots] == [855, 30]


def test_chips_that_an_all_in_had_too_many_stay_its_owners() -> None:
    """D18."""
    play = dealt(seated({1: 500, 3: 300}, 3)).do("3 all-in", "1 call").must(Count(3, 310))
    assert (play.stacks[3], play.table.account.unaccounted, chips(play.table)) == (10, -10, 800)


def test_the_last_bet_of_an_all_in_is_what_is_counted() -> None:
    play = dealt(seated({1: 500, 2: 500, 3: 300}, 3)).do("3 raise 40", "1 fold", "2 call").street()
    play.do("2 check", "3 all-in", "2 call").must(Count(3, 250))
    assert (play.table.account.unaccounted, play.table.seats[3].put, play.stacks[2]) == (10, 290, 210)


def test_chips_behind_are_counted_at_an_all_in_too() -> None:
    play = dealt(seated({1: 500, 2: 500, 3: 300}, 3)).do("3 all-in", "1 fold", "2 call").must(Count(2, 195))
    assert (play.stacks[2], play.table.account.unaccounted) == (195, 5)


def test_nothing_is_counted_while_there_is_betting() -> None:
    play = dealt(seated({1: 500, 2: 500, 3: 300}, 3)).do("3 all-in")
    assert play.ask(Count(3, 300)) == "refused.not_counted"


def test_a_count_can_be_taken_back() -> None:
    play = dealt(seated({1: 500, 3: 300}, 3)).do("3 all-in", "1 call")
    before = play.table
    play.must(Count(3, 285), TakeBack())
    assert replace(play.table, events=0) == replace(before, events=0)


# Events that no table can have seen.


@pytest.mark.parametrize(
    "event",
    [
        Sat(3, "x", 500),
        Sat(7, "x", -1),
        Sat(99, "x", 500),
        Bought(7, 100),
        Bought(3, 0),
        Left(7),
        SeatMoved(3, 4),
        SeatMoved(3, 99),
        Counted(99, 1, 1),
    ],
    ids=lambda value: str(value),
)
def test_impossible_events(event: Event) -> None:
    with pytest.raises(ImpossibleEvent):
        apply(seated(L6, 6), event)


@pytest.mark.parametrize(
    "ask",
    [Sit(7, "x", 500), Buy(3, 100), Leave(3), SitOut(3), MoveSeat(3, 8), Count(3, 90)],
    ids=lambda value: str(value),
)
def test_each_change_can_be_taken_back(ask: Ask) -> None:
    play = going()
    before = play.table
    play.must(ask, TakeBack())
    assert unnumbered(play.table) == unnumbered(before)


def unnumbered(table: Table) -> Table:
    return replace(table, events=0)
