"""Who is dealt in next, and where button and blinds go (rules.md 2.2, 2.3, 2.4, 12.4)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.events import ButtonPlaced
from controller.rules.house import ButtonMode, ButtonMove, HouseRules
from controller.rules.lineup import next_lineup, regulars
from controller.rules.positions import Positions, between, clockwise
from controller.rules.requests import Buy, Leave, PlaceButton, Redeal, Sit, SitIn, SitOut
from controller.rules.stakes import Betting, Form
from controller.rules.state import Phase, Status
from controller.rules.table import apply
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, SEATS, seated
from tests.controller.rules.test_properties import SMALL

MOVING = HouseRules(button_mode=ButtonMode.MOVING)


def stacks(*seats: int) -> dict[int, int]:
    return dict.fromkeys(seats, 500)


def evening(*seats: int, last: tuple[int, int, int], form: Form = Form.CASH) -> Evening:
    return Evening(seated(stacks(*seats), last=Positions(*last), form=form))


def test_in_a_new_game_everybody_is_dealt_in_whoever_sat_down_last() -> None:
    play = Evening(seated(L6, 6)).must(Sit(8, "late", 500))
    assert next_lineup(play.table).dealt == (1, 2, 3, 4, 5, 6, 8)


def test_a_table_without_a_button_begins_at_its_last_player() -> None:
    play = Evening(seated({})).must(Sit(2, "a", 500), Sit(5, "b", 500), Sit(7, "c", 500)).next()
    assert play.where() == (7, 2, 5)


@pytest.mark.parametrize("players", [(), (4,)])
def test_one_player_has_nobody_to_play_with(players: tuple[int, ...]) -> None:
    play = Evening(seated(stacks(*players), 4))
    assert play.step.do == "wait"
    assert len(next_lineup(play.table).dealt) == len(players)


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ((3,), [(2, 3, 4), (3, 4, 5), (4, 5, 6)]),
        ((2,), [(2, 3, 4), (3, 4, 5)]),
        ((2, 3), [(2, 3, 4), (3, 4, 5), (4, 5, 6)]),
        ((1,), [(2, 3, 4)]),
    ],
    ids=["EX-06 the big blind", "EX-07 the small blind", "12.4 both blinds", "the button"],
)
def test_blinds_that_leave_are_dead_and_the_big_blind_goes_on(
    gone: tuple[int, ...], expected: list[tuple[int, int, int]]
) -> None:
    play = evening(1, 2, 3, 4, 5, 6, last=(6, 1, 2)).next()
    assert play.where() == (1, 2, 3)
    play.finish().must(*(Leave(n) for n in gone))
    for where in expected:
        play.next()
        assert play.where() == where
        assert set(play.bets()) == {n for n in where[1:] if n not in gone}


@pytest.mark.parametrize(
    ("bust", "expected"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))], ids=["EX-08a", "EX-08b", "EX-08c"]
)
def test_from_three_players_to_two(bust: int, expected: tuple[int, int, int]) -> None:
    play = evening(1, 2, 3, last=(3, 1, 2)).next()
    assert play.where() == (1, 2, 3)
    play.finish().next(Leave(bust))
    assert play.where() == expected


def test_a_third_player_next_to_the_big_blind_has_it_at_once() -> None:
    play = evening(1, 3, last=(3, 3, 1)).next()
    assert play.where() == (1, 1, 3)
    play.finish().next(Sit(4, "new", 500))
    assert (play.where(), play.bets()) == ((1, 3, 4), {3: 5, 4: 10})


@pytest.mark.parametrize("form", Form)
def test_a_third_player_whom_the_big_blind_would_skip_waits_for_it(form: Form) -> None:
    play = evening(1, 3, last=(3, 3, 1), form=form).next()
    play.finish().must(Sit(2, "new", 500))
    if form is Form.CASH:
        play.must(SitIn(2, posts=True))
    play.next()
    assert (play.where(), play.table.dealt) == ((3, 3, 1), (1, 3))
    assert play.seat(2).status is Status.OUT
    play.next()
    assert (play.where(), play.bets()) == ((3, 1, 2), {1: 5, 2: 10})


def test_two_players_who_join_two() -> None:
    play = evening(1, 3, last=(3, 3, 1)).next()
    play.finish().next(Sit(2, "a", 500), Sit(4, "b", 500), SitIn(2, posts=True))
    assert (play.where(), set(play.table.dealt)) == ((1, 3, 4), {1, 3, 4})
    play.next()
    assert (play.where(), set(play.table.dealt)) == ((3, 4, 1), {1, 2, 3, 4})
    assert play.bets() == {4: 5, 1: 10, 2: 10}


def test_with_one_player_left_nobody_waits() -> None:
    play = evening(1, 2, 3, last=(3, 1, 2)).next()
    play.finish().must(Leave(1), Leave(2), Sit(5, "a", 500), Sit(6, "b", 500)).next()
    assert set(play.table.dealt) == {3, 5, 6}


@pytest.mark.parametrize(
    ("form", "seat", "dealt_in"),
    [
        (Form.TOURNAMENT, 2, False),
        (Form.TOURNAMENT, 3, True),
        (Form.TOURNAMENT, 1, True),
        (Form.TOURNAMENT, 5, True),
        (Form.CASH, 2, False),
        (Form.CASH, 3, False),
        (Form.CASH, 1, False),
        (Form.CASH, 5, True),
    ],
    ids=lambda value: str(value),
)
def test_where_a_new_player_is_dealt_in(form: Form, seat: int, dealt_in: bool) -> None:
    """T24-8A: anywhere but between button and small blind; cash: not from the button to the big blind."""
    players = [n for n in (1, 3, 4, 6, 7, 8) if n != seat]
    play = evening(*players, last=(8, 1, 3), form=form)
    play.must(Sit(seat, "new", 500))
    if form is Form.CASH:
        play.must(SitIn(seat, posts=True))
    play.next()
    assert play.where() == (1, 3, 4)
    assert (seat in play.table.dealt) is dealt_in


def test_a_new_player_takes_the_blind_of_his_seat_in_a_tournament() -> None:
    play = evening(1, 2, 4, 5, last=(1, 2, 3), form=Form.TOURNAMENT)
    play.next(Sit(3, "new", 500))
    assert (play.where(), play.bets()) == ((2, 3, 4), {3: 5, 4: 10})


def test_a_new_player_in_a_cash_game_waits_until_the_button_has_passed() -> None:
    """12.4: at the dead small blind he waits, then the button stands at his seat, then he comes in."""
    play = evening(1, 2, 4, 5, 6, last=(1, 2, 3))
    play.must(Sit(3, "new", 500), SitIn(3, posts=True))
    for where, dealt_in in (((2, 3, 4), False), ((3, 4, 5), False), ((4, 5, 6), True)):
        play.next()
        assert (play.where(), 3 in play.table.dealt) == (where, dealt_in)
    assert play.bets() == {5: 5, 6: 10, 3: 10}


def test_the_moving_button_goes_to_the_next_player_and_there_may_be_two_big_blinds() -> None:
    """RR-BL-2a: whoever has not had the big blind yet has it where the small blind stands."""
    play = Evening(seated(L6, last=Positions(6, 1, 2), house=MOVING)).next()
    assert (play.where(), play.bets()) == ((1, 2, 3), {2: 5, 3: 10})
    play.finish().next(Leave(2))
    assert (play.where(), play.bets()) == ((3, 4, 5), {4: 10, 5: 10})
    play.next()
    assert (play.where(), play.bets()) == ((4, 5, 6), {5: 5, 6: 10})
    play.finish().next(Leave(6))
    assert (play.where(), play.bets()) == ((5, 1, 3), {1: 10, 3: 10})


def test_the_moving_button_passes_a_button_that_left() -> None:
    play = Evening(seated(L6, last=Positions(6, 1, 2), house=MOVING)).next().finish()
    play.next(Leave(1))
    assert (play.where(), play.bets()) == ((2, 3, 4), {3: 5, 4: 10})


def test_the_moving_button_of_two_players() -> None:
    play = Evening(seated(stacks(1, 2, 3), last=Positions(3, 1, 2), house=MOVING)).next()
    assert play.where() == (1, 2, 3)
    play.finish().next(Leave(1))
    assert (play.where(), play.bets()) == ((3, 3, 2), {3: 5, 2: 10})
    play.next()
    assert play.where() == (2, 2, 3)


def test_the_moving_button_and_a_third_player() -> None:
    play = Evening(seated(stacks(1, 3), last=Positions(3, 3, 1), house=MOVING)).next()
    play.finish().next(Sit(4, "new", 500))
    assert (play.where(), set(play.table.dealt)) == ((3, 3, 1), {1, 3})
    play.next()
    assert (play.where(), set(play.table.dealt)) == ((1, 3, 4), {1, 3, 4})


def test_a_button_that_was_set_by_hand_has_the_blinds_at_its_left() -> None:
    """EX-42, RR-IRR-1: afterwards it moves on from there."""
    play = evening(1, 2, 3, 4, 5, 6, last=(4, 5, 6))
    play.next(PlaceButton(6))
    assert (play.where(), play.bets()) == ((6, 1, 2), {1: 5, 2: 10})
    play.next()
    assert play.where() == (1, 2, 3)


@pytest.mark.parametrize("button", [1, 3])
def test_a_button_that_was_set_by_hand_between_two_players(button: int) -> None:
    play = evening(1, 3, last=(3, 3, 1)).next(PlaceButton(button))
    assert play.where() == (button, button, 4 - button)


def test_the_button_that_was_drawn_begins_a_new_game() -> None:
    play = evening(1, 2, 4, last=(4, 1, 2)).next().finish()
    play.must(Sit(3, "new", 500))
    drawn = apply(play.table, ButtonPlaced(3, drawn=True))
    assert next_lineup(drawn).dealt == (1, 2, 3, 4)
    assert next_lineup(drawn).where == Positions(3, 4, 1)


@pytest.mark.parametrize("void", ButtonMove)
def test_a_hand_that_is_dealt_again(void: ButtonMove) -> None:
    """T24-35C, EX-120: same button, same blinds, no new players; or the house moves on."""
    house = HouseRules(void_button=void)
    play = Evening(seated(L6, last=Positions(5, 6, 1), house=house)).next()
    play.lost().must(Redeal(), Sit(9, "late", 500)).next()
    stays = void is ButtonMove.STAY
    assert play.where() == ((6, 1, 2) if stays else (1, 2, 3))
    assert play.table.dealt == ((1, 2, 3, 4, 5, 6) if stays else (2, 3, 4, 5, 6, 1))


def test_who_came_back_before_a_blind_passed_him_is_dealt_in() -> None:
    play = evening(1, 2, 3, 4, 5, 6, last=(5, 6, 1)).next()
    play.finish().next(SitOut(5))
    assert 5 not in play.table.dealt
    play.finish().next(SitIn(5, posts=False))
    assert 5 in play.table.dealt


def test_in_a_tournament_who_is_away_is_dealt_in() -> None:
    play = Evening(seated(L6, 6, away=(2,), form=Form.TOURNAMENT)).next()
    assert 2 in play.table.dealt
    assert play.seat(2).absent


def test_without_chips_whoever_is_there_is_dealt_in() -> None:
    table = seated({1: 0, 2: 0, 3: 0}, 3, betting=Betting.CARDS_ONLY)
    play = Evening(table).next()
    assert (play.table.dealt, play.bets()) == ((1, 2, 3), {})
    assert {play.seat(n).status for n in (1, 2, 3)} == {Status.LIVE}
    assert play.table.phase is Phase.DEALING


def test_a_seat_that_changed_hands_is_no_regulars() -> None:
    play = evening(1, 2, 3, 4, 5, last=(4, 5, 1)).next().finish()
    play.must(Leave(4), Sit(4, "other", 500), Buy(2, 100))
    assert regulars(play.table) == (1, 2, 3, 5)


def joined(play: Evening, chance: random.Random) -> None:
    """A few people come, go, sit out and return."""
    for _ in range(chance.randrange(4)):
        n = chance.randint(1, SEATS)
        asks = (Sit(n, "x", 500), Leave(n), SitOut(n), SitIn(n, posts=True), SitIn(n, posts=False))
        play.ask(chance.choice(asks))


@SMALL
@given(st.integers(0, 2**32), st.sampled_from(ButtonMode), st.sampled_from(Form))
def test_positions_of_any_evening(seed: int, mode: ButtonMode, form: Form) -> None:
    """Whoever has the big blind is dealt in, two have button and big blind, more have three positions."""
    chance = random.Random(seed)
    house = HouseRules(button_mode=mode)
    seats = chance.sample(range(1, SEATS + 1), chance.randint(2, SEATS))
    play = Evening(seated(stacks(*seats), chance.choice(seats), house=house, form=form)).next()
    for _ in range(8):
        last = play.where()
        joined(play.finish(), chance)
        play.must(
            *(Sit(n, "y", 500) for n in range(1, SEATS + 1) if play.step.do == "wait" and empty(play, n))
        )
        play.next()
        button, small, big = play.where()
        dealt = play.table.dealt
        assert big in dealt
        if len(dealt) == 2:
            assert (button, small) == (dealt[-1], dealt[-1])
            assert big != last[2]
        else:
            assert len({button, small, big}) == 3
            assert not any(between(small, n, big) for n in dealt)
        assert play.table.dealt == clockwise(dealt, button)


def empty(play: Evening, n: int) -> bool:
    return play.seat(n).status is Status.EMPTY


def rotated(n: int, by: int) -> int:
    return (n - 1 + by) % SEATS + 1


@SMALL
@given(st.integers(0, 2**32), st.integers(1, SEATS - 1), st.sampled_from(ButtonMode), st.sampled_from(Form))
def test_turning_the_table_turns_everything(seed: int, by: int, mode: ButtonMode, form: Form) -> None:
    """Seats have no meaning but their order."""
    chance = random.Random(seed)
    seats = chance.sample(range(1, SEATS + 1), chance.randint(3, 7))
    button = chance.choice(seats)
    house = HouseRules(button_mode=mode)
    here = Evening(seated(stacks(*seats), button, house=house, form=form))
    turned = [rotated(n, by) for n in seats]
    there = Evening(seated(stacks(*turned), rotated(button, by), house=house, form=form))
    for _ in range(6):
        n, posts, what = chance.randint(1, SEATS), chance.random() < 0.5, chance.randrange(4)
        for play, seat in ((here, n), (there, rotated(n, by))):
            asks = (Sit(seat, "x", 500), Leave(seat), SitOut(seat), SitIn(seat, posts=posts))
            play.finish().ask(asks[what])
            if play.step.do == "next":
                play.next()
        assert tuple(rotated(seat, by) for seat in here.where()) == there.where()
        assert {rotated(seat, by): bet for seat, bet in here.bets().items()} == there.bets()
        assert {rotated(seat, by): bet for seat, bet in here.dead().items()} == there.dead()
        assert [rotated(seat, by) for seat in here.table.dealt] == list(there.table.dealt)


@SMALL
@given(st.integers(2, SEATS), st.integers(0, 2**32))
def test_everybody_has_each_blind_once_in_a_round(players: int, seed: int) -> None:
    """S0-09, S1-05: while nobody comes or goes."""
    chance = random.Random(seed)
    seats = chance.sample(range(1, SEATS + 1), players)
    play = Evening(seated(stacks(*seats), chance.choice(seats)))
    rounds = [play.next().where() for _ in range(players)]
    for place in zip(*rounds, strict=True):
        assert sorted(place) == sorted(seats)
