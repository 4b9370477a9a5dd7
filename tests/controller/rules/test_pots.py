"""Side pots and splits (rules.md 7.7, 10.7)."""

from collections.abc import Mapping

import pytest

from controller.rules.pots import due_pots, layered, split
from controller.rules.state import Pot


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
    ],
)
def test_layers(
    put: Mapping[int, int], live: tuple[int, ...], pots: list[tuple[int, tuple[int, ...]]]
) -> None:
    assert list(layered(put, live)) == [Pot(*pot) for pot in pots]


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
    live: tuple[int, ...], mucked: tuple[int, ...], pots: list[tuple[int, tuple[int, ...]]]
) -> None:
    """7.7, SD8: S3 is all-in for 40 and never plays for the side pot of S5 and S6."""
    assert list(due_pots({3: 40, 5: 120, 6: 120}, live, mucked)) == [Pot(*pot) for pot in pots]


def test_each_mucked_hand_keeps_what_no_later_one_reached() -> None:
    put = {3: 40, 5: 100, 6: 200, 7: 200}
    expected = (Pot(160, (3,)), Pot(180, (5,)), Pot(200, (6,)))
    assert due_pots(put, (3,), (7, 6, 5)) == expected


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
