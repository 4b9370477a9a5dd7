"""What everybody puts out, what missed blinds cost, and what crosses hands (rules.md 2.4, 7.6, 12.4)."""

import pytest

from controller.rules.house import (
    AnteOrder,
    ButtonMode,
    ButtonMove,
    HouseRules,
    MissedPolicy,
    MissedSmall,
    Straddle,
)
from controller.rules.positions import Positions
from controller.rules.requests import (
    Buy,
    Leave,
    NoteLooked,
    Post,
    PutStraddle,
    Redeal,
    Sit,
    SitIn,
    SitOut,
)
from controller.rules.stakes import Form, Stakes
from controller.rules.state import Status, Table
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, Play, dealt, seated

ANTES = Stakes(5, 10, ante=5)
BBA = Stakes(500, 1000, big_blind_ante=1000)


def pots(play: Play) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.seats) for pot in play.table.pots]


def put(table: Table) -> dict[int, int]:
    return {n: seat.put for n, seat in table.seats.items() if seat.put}


def away_while(passed: int, house: HouseRules | None = None, stakes: Stakes | None = None) -> Evening:
    """Six players, button 6; seat 4 sat out so many hands, after a hand that he played."""
    table = seated(L6, last=Positions(5, 6, 1), house=house, stakes=stakes)
    play = Evening(table).next().finish().must(SitOut(4)).hands(passed)
    return play.finish()


# Antes (P1 to P3).


def test_everybody_pays_an_ante_before_his_blind() -> None:
    play = Evening(seated(L6, 6, stakes=ANTES)).next()
    assert (put(play.table), play.bets()) == (dict.fromkeys(L6, 5), {1: 5, 2: 10})
    assert play.seat(2).stack == 485


def test_an_ante_is_not_reduced_when_few_play() -> None:
    play = Evening(seated({1: 100, 2: 100}, 1, stakes=ANTES)).next()
    assert put(play.table) == {1: 5, 2: 5}


def test_a_short_ante_wins_so_much_of_each_other_ante() -> None:
    """12.3: ante 5, seat 3 has 3, six players: main pot 18."""
    play = dealt(seated({**L6, 3: 3}, 6, stakes=ANTES)).do("4 fold", "5 fold", "6 call", "1 call", "2 check")
    play.check_down().show_all()
    assert pots(play) == [(18, (1, 2, 3, 6)), (40, (1, 2, 6))]


def test_the_ante_comes_first_from_a_short_stack() -> None:
    play = Evening(seated({**L6, 2: 8, 1: 4}, 6, stakes=ANTES)).next()
    assert (put(play.table)[2], put(play.table)[1], play.bets()) == (5, 4, {2: 3})
    assert play.seat(1).status is play.seat(2).status is Status.ALL_IN
    assert play.table.street.bet == 10


@pytest.mark.parametrize(
    ("order", "live", "dead"), [(AnteOrder.BB_FIRST, 1000, 500), (AnteOrder.ANTE_FIRST, 500, 1000)]
)
def test_a_big_blind_that_is_short_of_its_ante(order: AnteOrder, live: int, dead: int) -> None:
    """EX-100: who calls owes 1000 in either order."""
    stacks = {**dict.fromkeys(L6, 50_000), 2: 1500}
    play = Evening(seated(stacks, 6, stakes=BBA, house=HouseRules(bba_order=order))).next()
    assert (play.bets()[2], play.dead()) == (live, {2: dead})
    play.deal()
    assert play.step.seat == 3
    play.do("3 call")
    assert play.bets()[3] == 1000


def test_a_big_blind_ante_is_for_everybody() -> None:
    stacks = {**dict.fromkeys(L6, 50_000), 2: 1500, 3: 200}
    play = dealt(seated(stacks, 6, stakes=BBA)).do("3 all-in", "4 fold", "5 fold", "6 fold", "1 fold")
    play.check_down().show_all()
    assert pots(play)[0] == (200 * 3 + 500, (2, 3))


# Missed blinds (2.4, 12.4).


@pytest.mark.parametrize(
    ("passed", "owed"), [(1, (0, 0)), (2, (10, 0)), (3, (10, 5)), (4, (10, 5)), (12, (10, 5))]
)
def test_a_player_owes_at_most_one_big_and_one_small_blind(passed: int, owed: tuple[int, int]) -> None:
    assert away_while(passed).owed(4) == owed


def test_missed_blinds_are_posted_by_themselves_at_the_next_hand() -> None:
    """EX-10: 15 is 10 live and 5 dead; nothing to add for a call of 10, and the option to raise."""
    play = away_while(4).must(SitIn(4, posts=True)).next()
    assert play.where() == (6, 1, 2)
    assert (play.bets(), play.dead(), play.owed(4)) == ({1: 5, 2: 10, 4: 10}, {4: 5}, (0, 0))
    play.deal().do("3 raise 30")
    assert play.step.seat == 4
    play.do("4 call")
    assert play.seat(4).stack == 465


def test_who_made_up_his_blind_may_raise_on_his_first_turn() -> None:
    play = away_while(4).must(SitIn(4, posts=True)).next()
    play.deal().do("3 call")
    assert (play.step.seat, play.say("4 raise 30")) == (4, "")


def test_who_waits_owes_nothing_but_the_big_blind_when_it_comes() -> None:
    play = away_while(4).must(SitIn(4, posts=False))
    for _ in range(2):
        play.next()
        assert 4 not in play.table.dealt
    play.next()
    assert (play.where(), play.bets(), play.dead()) == ((2, 3, 4), {3: 5, 4: 10}, {})
    assert play.owed(4) == (0, 0)


def test_nothing_is_made_up_between_the_button_and_the_big_blind() -> None:
    """12.4: he waits until the button has passed."""
    play = away_while(2).must(SitIn(4, posts=True))
    for where in ((3, 5, 6), (5, 6, 1)):
        play.next()
        assert play.where()[1:] == where[1:]
    assert play.bets() == {6: 5, 1: 10, 4: 10}


@pytest.mark.parametrize(
    ("how", "bets", "dead"),
    [(MissedSmall.DEAD, {1: 5, 2: 10}, {5: 5}), (MissedSmall.LIVE, {1: 5, 2: 10, 5: 5}, {})],
)
def test_only_the_small_blind_was_missed(
    how: MissedSmall, bets: dict[int, int], dead: dict[int, int]
) -> None:
    """Seat 5 has had the big blind, then sits out the hand of his small blind."""
    table = seated(L6, last=Positions(2, 3, 4), house=HouseRules(blinds_missed_sb_only=how))
    play = Evening(table).next()
    assert play.where() == (3, 4, 5)
    play.finish().next(SitOut(5))
    assert (play.where(), play.bets()) == ((4, 5, 6), {6: 10})
    play.finish().must(SitIn(5, posts=True)).hands(2)
    assert 5 not in play.table.dealt or play.where() == (6, 1, 2)
    assert (play.bets(), play.dead()) == (bets, dead)


def test_a_missed_ante_is_added_dead() -> None:
    play = away_while(4, stakes=ANTES)
    assert play.owed(4) == (10, 10)
    play.next(SitIn(4, posts=True))
    assert (play.bets()[4], play.dead(), put(play.table)[4]) == (10, {4: 10}, 5)


def test_a_house_that_has_only_the_big_blind_made_up() -> None:
    play = away_while(4, HouseRules(blinds_missed_policy=MissedPolicy.POST_BB_ONLY))
    assert play.owed(4) == (10, 0)
    assert play.next(SitIn(4, posts=True)).dead() == {}


def test_a_house_that_has_everybody_wait_for_the_big_blind() -> None:
    play = away_while(4, HouseRules(blinds_missed_policy=MissedPolicy.WAIT_BB))
    assert play.ask(SitIn(4, posts=True)) == "refused.must_wait"
    assert play.ask(Post(4, 10, 5)) == "refused.must_wait"
    assert 4 not in play.next(SitIn(4, posts=False)).table.dealt


def test_the_button_can_be_bought_where_the_house_has_it() -> None:
    """The small blind's seat comes in with both blinds, and has the button next."""
    table = seated(L6, last=Positions(2, 3, 4), house=HouseRules(blinds_buy_button=True))
    play = Evening(table).next().finish().must(Leave(5), Sit(5, "new", 500))
    play.next(SitIn(5, posts=True))
    assert (play.where(), play.bets(), play.dead()) == ((4, 5, 6), {5: 10, 6: 10}, {5: 5})
    assert play.next().where() == (5, 6, 1)


def test_a_busted_player_who_buys_again_owes_what_he_missed() -> None:
    play = Evening(seated({**L6, 4: 0}, last=Positions(1, 2, 3))).next().finish()
    assert play.owed(4) == (10, 0)
    play.must(Buy(4, 300))
    assert 4 not in play.hands(2).table.dealt
    play.finish().next(SitIn(4, posts=True))
    assert (play.bets()[4], play.dead()) == (10, {4: 5})


def test_a_busted_player_who_buys_at_once_owes_nothing() -> None:
    play = Evening(seated({**L6, 4: 0}, 6)).must(Buy(4, 300)).next()
    assert 4 in play.table.dealt


def test_a_short_stack_makes_up_what_it_can() -> None:
    table = seated({**L6, 4: 12}, last=Positions(5, 6, 1))
    play = Evening(table).next().finish().must(SitOut(4)).hands(5).finish()
    play.next(SitIn(4, posts=True))
    assert (play.bets()[4], play.dead(), play.seat(4).status) == (10, {4: 2}, Status.ALL_IN)
    assert play.owed(4) == (0, 0)


def test_in_a_tournament_nothing_is_owed() -> None:
    play = Evening(seated(L6, 6, form=Form.TOURNAMENT)).must(SitOut(4)).hands(8)
    assert (play.owed(4), 4 in play.table.dealt) == ((0, 0), True)


def test_an_away_player_whom_the_first_blinds_skip_owes_them() -> None:
    """RR-BL: who drew for the button is in the game."""
    play = Evening(seated(L6, 6, away=(1,))).next()
    assert (play.where(), play.owed(1)) == ((6, 2, 3), (10, 5))


# New players (2.4).


def running(house: HouseRules | None = None) -> Evening:
    """A game that has been going for long: six players, and seat 8 is free."""
    return Evening(seated(L6, last=Positions(5, 6, 1), house=house)).next().finish()


def test_a_new_player_waits_or_posts_one_live_blind() -> None:
    play = running().must(Sit(8, "new", 500))
    assert (play.owed(8), play.seat(8).waiting) == ((10, 0), True)
    play.next()
    assert 8 not in play.table.dealt
    play.finish().next(SitIn(8, posts=True))
    assert (play.where(), play.bets(), play.dead()) == ((2, 3, 4), {3: 5, 4: 10, 8: 10}, {})


def test_a_new_player_waits_for_the_big_blind() -> None:
    play = running().must(Sit(8, "new", 500)).hands(5)
    assert (play.where(), play.bets()) == ((5, 6, 8), {6: 5, 8: 10})


def test_a_house_that_asks_nothing_of_a_new_player() -> None:
    play = running(HouseRules(newplayer_post_required=False)).next(Sit(8, "new", 500))
    assert (8 in play.table.dealt, play.bets()) == (True, {2: 5, 3: 10})


def test_in_the_first_orbit_a_new_player_owes_nothing() -> None:
    """RR-BL: until the button has gone round once."""
    play = Evening(seated(L6, 6)).hands(4).finish()
    play.next(Sit(8, "early", 500))
    assert (8 in play.table.dealt, play.owed(8)) == (True, (0, 0))
    play.hands(3).finish().must(Sit(9, "late", 500))
    assert play.owed(9) == (10, 0)


def test_who_drew_for_the_button_owes_what_he_misses_in_the_first_orbit() -> None:
    play = Evening(seated(L6, 6)).next().finish().must(SitOut(4)).hands(4)
    assert play.owed(4) == (10, 5)


# Exceptions and straddles of a hand that is dealt again.


def test_who_was_dealt_in_without_posting_and_looked_has_a_dead_hand() -> None:
    """EX-11 (a)."""
    play = away_while(4)
    play.must(SitIn(4, posts=True)).next().must(Post(4, 0, 0))
    assert (play.owed(4), play.bets(), play.dead()) == ((10, 5), {1: 5, 2: 10}, {})
    play.deal().must(NoteLooked(4))
    assert play.seat(4).status is Status.DEAD


def test_who_was_dealt_in_without_posting_and_acted_posts_at_the_next_hand() -> None:
    """EX-11 (b)."""
    play = away_while(4)
    play.must(SitIn(4, posts=True)).next().must(Post(4, 0, 0))
    play.deal().do("3 fold", "4 call").must(NoteLooked(4))
    assert play.seat(4).status is Status.LIVE
    play.next()
    assert (play.where(), play.bets(), play.dead()) == ((1, 2, 3), {2: 5, 3: 10, 4: 10}, {4: 5})


@pytest.mark.parametrize("void", ButtonMove)
def test_what_was_made_up_is_made_up_again_when_the_hand_is_dealt_again(void: ButtonMove) -> None:
    play = away_while(4, HouseRules(void_button=void)).must(SitIn(4, posts=True)).next()
    before = play.stacks[4]
    play.lost().must(Redeal())
    assert (play.stacks[4], play.owed(4)) == (before + 15, (10, 5))
    play.next()
    assert (play.bets()[4], play.dead(), play.owed(4)) == (10, {4: 5}, (0, 0))
    assert 4 in play.table.dealt


def test_straddles_stay_when_the_hand_is_dealt_again() -> None:
    house = HouseRules(straddle_types=(Straddle.UTG,))
    play = Evening(seated(L6, 6, house=house)).next().must(PutStraddle(3, 20))
    play.lost().must(Redeal()).next()
    assert (play.bets(), play.table.straddles) == ({1: 5, 2: 10, 3: 20}, {3: 20})


def test_a_second_big_blind_is_posted_again() -> None:
    play = Evening(seated(L6, last=Positions(6, 1, 2), house=HouseRules(button_mode=ButtonMode.MOVING)))
    play.next().finish().next(Leave(2))
    assert play.bets() == {4: 10, 5: 10}
    play.lost().must(Redeal()).next()
    assert play.bets() == {4: 10, 5: 10}
