"""Side pots, dead money, halves and splits (rules.md 7.7, 7.8, 10.7, 12.3)."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.pots import due_pots, halved, layered, pot_number, split
from controller.rules.state import Pot

Row = tuple[int, tuple[int, ...]]


def rows(pots: tuple[Pot, ...]) -> list[Row]:
    return [(pot.amount, pot.seats) for pot in pots]


@pytest.mark.parametrize(
    ("put", "live", "pots"),
    [
        ({1: 25, 2: 60, 3: 60}, (1, 2, 3), [(75, (1, 2, 3)), (70, (2, 3))]),
        (
            {1: 50, 2: 100, 3: 200, 4: 200},
            (1, 2, 3, 4),
            [(200, (1, 2, 3, 4)), (150, (2, 3, 4)), (200, (3, 4))],
        ),
        ({1: 40, 2: 25, 3: 90, 4: 90}, (1, 3, 4), [(145, (1, 3, 4)), (100, (3, 4))]),
        ({1: 60, 2: 60, 3: 60}, (1, 2), [(180, (1, 2))]),
        ({1: 40, 2: 70, 3: 100, 4: 100}, (3, 4), [(310, (3, 4))]),
        ({1: 5, 2: 10, 3: 7}, (1,), [(22, (1,))]),
        ({1: 5, 2: 10, 3: 0}, (3,), [(15, (3,))]),
        ({1: 0, 2: 0}, (1, 2), []),
        (
            {1: 5, 2: 5, 3: 3, 4: 5, 5: 5, 6: 5},
            (1, 2, 3, 4, 5, 6),
            [(18, (1, 2, 3, 4, 5, 6)), (10, (1, 2, 4, 5, 6))],
        ),
    ],
    ids=[
        "EX-103",
        "EX-104",
        "EX-105",
        "folded chips in the main pot",
        "layers of the same seats are one pot",
        "a lone winner takes all",
        "a winner with nothing in",
        "nothing collected yet",
        "a short ante (rules.md 12.3)",
    ],
)
def test_layers(put: Mapping[int, int], live: tuple[int, ...], pots: list[Row]) -> None:
    assert rows(layered(put, live)) == pots


@pytest.mark.parametrize(
    ("put", "live", "dead", "pots"),
    [
        ({1: 25, 2: 60, 3: 60}, (1, 2, 3), {2: 10}, [(85, (1, 2, 3)), (70, (2, 3))]),
        ({1: 25, 2: 60, 3: 60}, (2, 3), {1: 5}, [(150, (2, 3))]),
        ({1: 0, 2: 60, 3: 60}, (1, 2, 3), {1: 40}, [(40, (1, 2, 3)), (120, (2, 3))]),
        ({1: 0, 2: 0}, (1, 2), {1: 5}, [(5, (1, 2))]),
    ],
    ids=["with the main pot", "of a folded seat", "all that an all-in player put out", "alone"],
)
def test_dead_money_is_in_the_main_pot_and_counts_for_nobody(
    put: Mapping[int, int], live: tuple[int, ...], dead: Mapping[int, int], pots: list[Row]
) -> None:
    """12.3: every live player is eligible for all of it, whatever he put in himself."""
    assert rows(layered(put, live, dead)) == pots
    assert rows(due_pots(put, live, (), dead)) == pots


def test_a_pot_knows_whose_chips_are_in_it() -> None:
    pots = layered({1: 25, 2: 60, 3: 60, 4: 30, 5: 0}, (1, 2, 3), {5: 5})
    assert [(pot.amount, pot.by) for pot in pots] == [(105, (1, 2, 3, 4, 5)), (75, (2, 3, 4))]


@pytest.mark.parametrize(
    ("live", "mucked", "pots"),
    [
        ((3, 5), (6,), [(120, (3, 5)), (160, (5,))]),
        ((3,), (5, 6), [(120, (3,)), (160, (6,))]),
        ((3,), (6, 5), [(120, (3,)), (160, (5,))]),
        ((5,), (6, 3), [(280, (5,))]),
    ],
    ids=["one left in the side pot", "both gave up, S6 last", "both gave up, S5 last", "one left in all"],
)
def test_a_side_pot_is_of_the_last_who_played_for_it(
    live: tuple[int, ...], mucked: tuple[int, ...], pots: list[Row]
) -> None:
    """7.7, SD8: S3 is all-in for 40 and never plays for the side pot of S5 and S6."""
    assert rows(due_pots({3: 40, 5: 120, 6: 120}, live, mucked)) == pots


def test_each_mucked_hand_keeps_what_no_later_one_reached() -> None:
    put = {3: 40, 5: 100, 6: 200, 7: 200}
    assert rows(due_pots(put, (3,), (7, 6, 5))) == [(160, (3,)), (180, (5,)), (200, (6,))]


@pytest.mark.parametrize(
    ("amount", "winners", "button", "unit", "shares"),
    [
        (100, (2, 4, 5), 6, 1, {2: 34, 4: 33, 5: 33}),
        (101, (2, 4, 5), 6, 1, {2: 34, 4: 34, 5: 33}),
        (75, (1, 4), 2, 1, {4: 38, 1: 37}),
        (71, (4, 5), 2, 1, {4: 36, 5: 35}),
        (75, (1, 4), 2, 5, {4: 40, 1: 35}),
        (77, (1, 4), 2, 5, {4: 42, 1: 35}),
        (80, (3,), 3, 1, {3: 80}),
        (5, (3, 6), 6, 1, {3: 3, 6: 2}),
    ],
    ids=["EX-106", "EX-106", "EX-107 main", "EX-107 side", "chips of 5", "dust", "one", "button is last"],
)
def test_odd_chips_go_left_of_the_button(
    amount: int, winners: tuple[int, ...], button: int, unit: int, shares: Mapping[int, int]
) -> None:
    got = split(amount, winners, button, unit)
    assert (dict(got), list(got)) == (shares, list(shares))


@pytest.mark.parametrize(
    ("amount", "unit", "halves"),
    [(301, 1, [151, 150]), (300, 1, [150, 150]), (305, 5, [155, 150]), (302, 5, [152, 150]), (1, 1, [1, 0])],
    ids=["EX-117", "even", "chips of 5", "dust", "one chip"],
)
def test_the_odd_chip_of_a_half_is_of_board_one(amount: int, unit: int, halves: list[int]) -> None:
    got = halved([Pot(amount, (1, 2), by=(1, 2))], unit)
    assert [pot.amount for pot in got] == halves
    assert [(pot.board, pot.by) for pot in got] == [(1, (1, 2)), (2, (1, 2))]


def test_halves_are_one_pot_by_name_and_what_one_seat_has_won_stays_whole() -> None:
    pots = halved([Pot(75, (1, 2, 3)), Pot(70, (2, 3)), Pot(20, (3,))], 1)
    assert [(pot.amount, pot.board) for pot in pots] == [(38, 1), (37, 2), (35, 1), (35, 2), (20, 0)]
    assert [pot_number(pots, n) for n in range(1, 6)] == [1, 1, 2, 2, 3]


CHIPS = st.dictionaries(st.integers(1, 10), st.integers(0, 60), min_size=2)


@given(CHIPS, st.data())
def test_every_chip_is_in_one_pot_and_nobody_plays_for_what_he_did_not_match(
    put: dict[int, int], data: st.DataObject
) -> None:
    live = data.draw(st.sets(st.sampled_from(sorted(put)), min_size=1))
    dead = data.draw(st.dictionaries(st.sampled_from(sorted(put)), st.integers(0, 20)))
    pots = layered(put, live, dead)
    assert sum(pot.amount for pot in pots) == sum(put.values()) + sum(dead.values())
    assert {seat for pot in pots for seat in pot.by} == {n for n in put if put[n] or dead.get(n, 0)}
    assert all(set(a.seats) > set(b.seats) for a, b in pairwise(pots))
    for seat in live:
        mine = sum(pot.amount for pot in pots if seat in pot.seats)
        matched = sum(min(chips, put[seat]) for chips in put.values()) + sum(dead.values())
        assert mine == matched or put[seat] == max(put[n] for n in live)


@given(CHIPS, st.data())
def test_seats_that_change_places_change_pots(put: dict[int, int], data: st.DataObject) -> None:
    live = data.draw(st.sets(st.sampled_from(sorted(put)), min_size=1))
    order = data.draw(st.permutations(range(1, 11)))
    moved = {n: order[n - 1] for n in range(1, 11)}
    there = layered({moved[n]: chips for n, chips in put.items()}, {moved[n] for n in live})
    here = layered(put, live)
    assert rows(there) == [(pot.amount, tuple(sorted(moved[n] for n in pot.seats))) for pot in here]


@given(st.integers(0, 500), st.sampled_from([1, 5, 25]))
def test_halves_add_up(amount: int, unit: int) -> None:
    first, second = halved([Pot(amount, (1, 2))], unit)
    assert first.amount + second.amount == amount
    assert second.amount % unit == 0
    assert 0 <= first.amount - second.amount < 2 * unit
