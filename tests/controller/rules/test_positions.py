"""Button and blinds (rules.md 2.3, 10.1)."""

import pytest

from controller.rules.cards import SHOE, How, seat_place
from controller.rules.events import CardMoved
from controller.rules.positions import (
    Positions,
    between,
    clockwise,
    first_positions,
    names,
    next_positions,
)
from controller.rules.requests import Confirm, Rule
from tests.controller.rules.hands import Play, dealt, seated


@pytest.mark.parametrize(
    ("seats", "after", "order"),
    [
        ((1, 2, 3), 2, (3, 1, 2)),
        ((1, 2, 3), 0, (1, 2, 3)),
        ((1, 5, 9), 6, (9, 1, 5)),
        ((4,), 4, (4,)),
        ((), 3, ()),
    ],
)
def test_seats_go_clockwise_from_the_left(seats: tuple[int, ...], after: int, order: tuple[int, ...]) -> None:
    assert clockwise(seats, after) == order


@pytest.mark.parametrize(
    ("button", "active", "expected"),
    [
        (6, (1, 2, 3, 4, 5, 6), Positions(6, 1, 2)),
        (6, (1, 2, 3, 4, 5), Positions(6, 1, 2)),
        (1, (1, 2), Positions(1, 1, 2)),
        (3, (2, 7), Positions(2, 2, 7)),
    ],
    ids=["EX-01", "EX-04 button at an empty seat", "EX-02 heads-up", "heads-up, button at an empty seat"],
)
def test_a_first_hand_has_its_button_given(button: int, active: tuple[int, ...], expected: Positions) -> None:
    assert first_positions(button, active) == expected


@pytest.mark.parametrize(
    ("last", "active", "hands"),
    [
        (Positions(1, 2, 3), (1, 2, 3, 4, 5, 6), [Positions(2, 3, 4), Positions(3, 4, 5)]),
        (
            Positions(1, 2, 3),
            (1, 2, 4, 5, 6),
            [Positions(2, 3, 4), Positions(3, 4, 5), Positions(4, 5, 6)],
        ),
        (Positions(1, 2, 3), (1, 3, 4, 5, 6), [Positions(2, 3, 4), Positions(3, 4, 5)]),
        (Positions(1, 2, 3), (1, 4, 5, 6), [Positions(2, 3, 4), Positions(3, 4, 5)]),
        (Positions(4, 5, 6), (1, 2, 3, 4, 5), [Positions(5, 6, 1)]),
        (Positions(1, 2, 3), (2, 3), [Positions(3, 3, 2), Positions(2, 2, 3)]),
        (Positions(1, 2, 3), (1, 3), [Positions(3, 3, 1)]),
        (Positions(1, 2, 3), (1, 2), [Positions(2, 2, 1)]),
        (Positions(1, 1, 2), (1, 2, 3), [Positions(1, 2, 3)]),
    ],
    ids=[
        "S0-09 one seat on",
        "EX-06 the big blind left",
        "EX-07 the small blind left",
        "12.4 both blinds left",
        "EX-05 dead small blind",
        "EX-08a the button busts",
        "EX-08b the small blind busts",
        "EX-08c the big blind busts",
        "12.4 a third player at the left of the big blind",
    ],
)
def test_the_big_blind_moves_on_and_the_rest_follows(
    last: Positions, active: tuple[int, ...], hands: list[Positions]
) -> None:
    for expected in hands:
        last = next_positions(last, active)
        assert last == expected


def test_a_dead_small_blind_is_not_posted() -> None:
    """EX-05: who busted as the big blind owes the small one; nobody else posts it."""
    play = dealt(seated({1: 500, 2: 500, 3: 500, 4: 500, 5: 500, 6: 0}, last=Positions(4, 5, 6)))
    table = play.table
    assert (table.button, table.small, table.big) == (5, 6, 1)
    assert {n: s.street_in for n, s in table.seats.items() if s.street_in} == {1: 10}
    assert table.dealt == (1, 2, 3, 4, 5)
    play.do("2 call", "3 fold", "4 fold", "5 fold", "1 check").street()
    assert play.step.seat == 1


def test_the_deal_passes_busted_players_and_those_who_sit_out() -> None:
    play = dealt(seated({1: 500, 2: 0, 3: 500, 4: 500, 5: 500}, 5, away=(4,)))
    assert play.table.dealt == (1, 3, 5)
    assert (play.table.small, play.table.big) == (1, 3)


def test_a_busted_button_is_dead_in_the_next_hand() -> None:
    """T24-32: S2 busts as the small blind; the button stands in front of him, S1 acts last again."""
    play = dealt(
        seated({1: 500, 2: 100, 3: 500, 4: 500}, 1), "2c Ad Kc Qs 2d As Kd Qh 3h 9h 9s 8c 3d 7c 3c 6d"
    )
    play.do("4 fold", "1 fold", "2 all-in", "3 call").check_down().push()
    assert play.stacks[2] == 0
    for piece in play.table.pieces[::-1]:
        play.core.record(CardMoved(piece.n, None, SHOE, How.READ))
    play.start()
    assert (play.table.button, play.table.small, play.table.big) == (2, 3, 4)
    assert play.table.dealt == (3, 4, 1)


def test_a_void_hand_keeps_button_and_blinds() -> None:
    """3.2: redealt with the same button and the same posts."""
    play = Play(seated({1: 500, 2: 500, 3: 8}, 1)).start()
    play.draw(seat_place(3)).must(Rule("R02", "lee"))
    assert play.stacks == {1: 500, 2: 500, 3: 8}
    assert play.ask(Confirm()) == "refused.cards_out"
    play.core.record(CardMoved(1, None, SHOE, How.READ))
    play.must(Confirm()).start()
    assert (play.table.hand, play.table.button, play.table.small, play.table.big) == (2, 1, 2, 3)
    assert {n: s.street_in for n, s in play.table.seats.items() if s.street_in} == {2: 5, 3: 8}


@pytest.mark.parametrize(
    ("first", "seat", "last", "passes"),
    [
        (1, 2, 3, True),
        (1, 3, 3, False),
        (1, 1, 3, False),
        (1, 4, 3, False),
        (9, 10, 2, True),
        (9, 1, 2, True),
        (9, 5, 2, False),
        (4, 5, 4, False),
    ],
)
def test_which_seats_lie_between(first: int, seat: int, last: int, *, passes: bool) -> None:
    assert between(first, seat, last) is passes


@pytest.mark.parametrize(
    ("players", "called"),
    [
        (2, "BB BTN"),
        (3, "SB BB BTN"),
        (4, "SB BB UTG BTN"),
        (5, "SB BB UTG CO BTN"),
        (6, "SB BB UTG HJ CO BTN"),
        (7, "SB BB UTG LJ HJ CO BTN"),
        (8, "SB BB UTG MP LJ HJ CO BTN"),
        (9, "SB BB UTG UTG+1 MP LJ HJ CO BTN"),
        (10, "SB BB UTG UTG+1 UTG+2 MP LJ HJ CO BTN"),
    ],
)
def test_what_the_seats_are_called(players: int, called: str) -> None:
    """S0-11, S3-10; heads-up S0-12, S3-11."""
    seats = tuple(range(1, players + 1))
    named = names(seats, first_positions(players, seats))
    assert [named[seat] for seat in seats] == called.split()


@pytest.mark.parametrize(
    ("dealt", "where", "called"),
    [
        ((1, 2, 3, 4, 5), Positions(6, 1, 2), "SB BB UTG HJ CO"),
        ((1, 2, 3, 4, 5), Positions(5, 6, 1), "BB UTG HJ CO BTN"),
        ((4, 5, 6, 1), Positions(2, 3, 4), "BB UTG HJ CO"),
    ],
    ids=["EX-04 dead button", "EX-05 dead small blind", "both dead"],
)
def test_a_dead_position_is_nobody_s_name(dealt: tuple[int, ...], where: Positions, called: str) -> None:
    named = names(dealt, where)
    assert [named[seat] for seat in dealt] == called.split()
