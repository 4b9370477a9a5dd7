"""Lamps of one colour: every value can be told from the others, and none depends on when it was looked at."""

from __future__ import annotations

from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import lamps
from drivers.base import BadWiring
from drivers.hub import LIGHTS

SEAT = ("stop", "deal", "act", "all-in", "off")
KEY = ("on", "flash", "off")


def seen(value: str) -> list[bool]:
    """Four seconds of a lamp, looked at every 20 ms."""
    return [lamps.is_lit(value, n * 0.02 + 0.001) for n in range(200)]


def changes(value: str) -> int:
    """How often the lamp goes on or off in four seconds."""
    return len(list(groupby(seen(value)))) - 1


def test_a_lamp_can_show_whatever_a_hub_can() -> None:
    assert lamps.PATTERNS.keys() == LIGHTS.keys()


def test_off_is_dark_and_what_only_says_so_is_steady() -> None:
    assert not any(seen("off"))
    assert all(seen("on"))
    assert all(seen("deal"))


@pytest.mark.parametrize("value", ["stop", "act", "flash"])
def test_what_blinks_on_a_hub_blinks_here_in_the_same_time(value: str) -> None:
    period = int(LIGHTS[value].partition("blink=")[2]) / 1000
    lit = [lamps.is_lit(value, n * period / 10 + period / 20) for n in range(20)]
    assert lit == [True] * 5 + [False] * 5 + [True] * 5 + [False] * 5


def test_what_a_seat_shows_differs_without_colour() -> None:
    for one, other in combinations(SEAT, 2):
        shares = abs(sum(seen(one)) - sum(seen(other)))
        rates = max(changes(one), changes(other)) >= 2 * max(1, min(changes(one), changes(other)))
        assert shares >= 40 or rates, f"{one} looks like {other}"


def test_what_a_key_shows_differs_too() -> None:
    assert len({tuple(seen(value)) for value in KEY}) == len(KEY)


def test_all_in_is_nearly_dark() -> None:
    assert 0 < sum(seen("all-in")) <= 20


@given(st.sampled_from(sorted(LIGHTS)), st.integers(0, 10**6))
def test_the_state_follows_from_the_time_alone(value: str, periods: int) -> None:
    pattern = lamps.PATTERNS[value]
    middle = pattern.lit / 2
    if 0 < pattern.lit < pattern.period:
        assert pattern.is_lit(periods * pattern.period + middle)
        assert not pattern.is_lit(periods * pattern.period + (pattern.lit + pattern.period) / 2)
    else:
        assert pattern.is_lit(periods * pattern.period + middle) == (value != "off")


def test_an_unknown_value_is_refused_with_those_that_are_known() -> None:
    lamps.check({"seat 1": "act", "key next": "flash"})
    with pytest.raises(
        BadWiring, match="lamp seat 2 cannot show 'purple'; it can show stop, deal, act, all-in"
    ):
        lamps.check({"seat 1": "act", "seat 2": "purple"})
