"""The properties of the core and the comparison with pokerkit, for long: thousands of tables."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.rules.cards import CardId
from controller.rules.stakes import Game
from controller.rules.state import Table
from controller.rules.table import chips
from tests.controller.rules.chance import SHUFFLES, tables
from tests.controller.rules.test_pokerkit import comparable, play_both
from tests.controller.rules.test_properties import check_run, play_legal, play_wild

pytestmark = pytest.mark.soak

LONG = settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
MANY_PICKS = st.lists(st.integers(0, 2**20), min_size=150, max_size=400)


@LONG
@given(tables(most=10), SHUFFLES, MANY_PICKS)
def test_whatever_happens_the_table_is_sound(start: Table, order: Sequence[CardId], picks: list[int]) -> None:
    play_wild(start, order, picks)


@LONG
@given(tables(most=10), SHUFFLES, MANY_PICKS, st.booleans())
def test_legal_hands_never_stop(
    start: Table, order: Sequence[CardId], picks: list[int], readers: bool
) -> None:
    chance = play_legal(start, order, picks, hands=10, readers=readers)
    assert not chance.table.again
    check_run(chance, chips(start))


@LONG
@given(comparable(*Game), SHUFFLES, MANY_PICKS)
def test_pokerkit_pays_the_same(start: Table, order: Sequence[CardId], picks: list[int]) -> None:
    play_both(start, order, picks)
