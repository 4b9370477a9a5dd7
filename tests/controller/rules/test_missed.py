"""What blinds that pass a player cost him to come back (rules.md 2.4, 12.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.account import Debt
from controller.rules.house import HouseRules, MissedPolicy, MissedSmall
from controller.rules.missed import grown, new_player, passed
from controller.rules.positions import Positions
from controller.rules.stakes import Stakes

STAKES = Stakes(5, 10)


@pytest.mark.parametrize(
    ("last", "now", "seat", "expected"),
    [
        (Positions(1, 2, 3), Positions(2, 3, 5), 4, (False, True)),
        (Positions(2, 3, 5), Positions(3, 5, 6), 4, (True, False)),
        (Positions(1, 2, 3), Positions(2, 3, 4), 3, (True, False)),
        (Positions(1, 2, 3), Positions(2, 3, 4), 5, (False, False)),
        (Positions(1, 2, 3), Positions(2, 3, 4), 1, (False, False)),
        (Positions(1, 1, 3), Positions(3, 3, 1), 2, (True, False)),
        (Positions(3, 3, 1), Positions(1, 1, 3), 2, (False, True)),
        (Positions(0, 0, 0), Positions(6, 2, 3), 1, (True, True)),
        (Positions(0, 0, 0), Positions(6, 1, 3), 2, (False, True)),
        (Positions(0, 0, 0), Positions(6, 1, 2), 4, (False, False)),
        (Positions(9, 10, 1), Positions(10, 1, 3), 2, (False, True)),
    ],
    ids=str,
)
def test_which_blinds_pass_a_seat(
    last: Positions, now: Positions, seat: int, expected: tuple[bool, bool]
) -> None:
    assert passed(last, now, seat) == expected


@pytest.mark.parametrize("policy", MissedPolicy)
@pytest.mark.parametrize("alone", MissedSmall)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12), st.sampled_from((0, 3, 5)))
def test_never_more_than_one_big_and_one_small_blind_and_one_ante(
    policy: MissedPolicy, alone: MissedSmall, blinds: list[tuple[bool, bool]], ante: int
) -> None:
    stakes = Stakes(5, 10, ante=ante)
    house = HouseRules(blinds_missed_policy=policy, blinds_missed_sb_only=alone)
    owed = Debt()
    for small, big in blinds:
        owed = grown(owed, small=small, big=big, stakes=stakes, house=house)
    missed_small, missed_big = (any(column) for column in zip(*blinds, strict=True))
    if policy is MissedPolicy.POST_BB_ONLY:
        assert owed == Debt(10 * missed_big, 0)
    elif missed_small and not missed_big and alone is MissedSmall.LIVE:
        assert owed == Debt(5, ante)
    else:
        assert owed == Debt(10 * missed_big, 5 * missed_small + ante)


def test_a_new_player_posts_one_live_big_blind() -> None:
    assert new_player(STAKES) == Debt(10, 0)
