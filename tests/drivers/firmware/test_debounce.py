"""What has settled out of raw sweeps and key levels, in the firmware."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.hub_firmware.debounce import APPEAR, DEBOUNCE, LEAVE, LEAVE_WEAK, PATIENCE, RECOVERED, Key, Spot

A, B = "04A1B2C3D4E580", "04A1B2C3D4E680"
SWEEPS = st.lists(
    st.tuples(st.sets(st.sampled_from((A, B))), st.sampled_from(("", "", "unreadable", "dead")))
)


def _sweep(spot: Spot, *sweeps: set[str]) -> list[list[tuple[str, bool]]]:
    return [spot.sweep(uids, "") for uids in sweeps]


def test_a_card_comes_after_two_sweeps_and_leaves_after_three() -> None:
    spot = Spot(set(), "")
    assert _sweep(spot, {A}, {A}, {A}) == [[], [(A, True)], []]
    assert _sweep(spot, set(), set(), set(), set()) == [[], [], [(A, False)], []]
    assert _sweep(spot, {A}, set(), {A}, set()) == [[], [], [], []]


def test_reads_and_misses_of_cards_at_rest_are_counted_in_clear_sweeps() -> None:
    spot = Spot({A}, "")
    _sweep(spot, {A}, set(), {A, B}, {A, B}, {A, B})
    spot.sweep(set(), "dead")
    assert (spot.hits, spot.misses) == (5, 1)


def test_what_lies_there_at_the_start_lies_there() -> None:
    spot = Spot({A}, "")
    assert (spot.known, spot.in_doubt) == ({A}, False)


@pytest.mark.parametrize(("trouble", "sweeps"), [("dead", 1), ("unreadable", PATIENCE)])
def test_trouble_freezes_the_cards_and_a_clear_set_ends_it(trouble: str, sweeps: int) -> None:
    spot = Spot({A}, "")
    for _ in range(sweeps):
        assert spot.fault == ""
        assert spot.sweep(set(), trouble) == []
    assert (spot.fault, spot.known) == (trouble, {A})
    for _ in range(RECOVERED):
        assert spot.fault == trouble
        assert spot.sweep({B}, "") == []
    assert (spot.fault, spot.known, spot.in_doubt) == ("", {B}, False)


def test_one_unreadable_sweep_is_neither_a_fault_nor_a_miss() -> None:
    spot = Spot({A}, "")
    for _ in range(30):
        assert spot.sweep(set(), "unreadable") == []
        assert _sweep(spot, set(), {A}) == [[], []]
    assert spot.known == {A}
    assert spot.fault != "unreadable"


@given(SWEEPS)
def test_edges_alone_tell_what_is_known_while_there_is_no_fault(
    sweeps: Sequence[tuple[set[str], str]],
) -> None:
    spot = Spot(set(), "")
    told: set[str] = set()
    for uids, trouble in sweeps:
        before = spot.fault
        for uid, here in spot.sweep(uids, trouble):
            assert here != (uid in told)
            told ^= {uid}
        if before and not spot.fault:
            told = set(spot.known)
        assert told == spot.known


def test_an_antenna_is_weak_by_many_misses_and_well_again_by_none() -> None:
    spot = Spot({A}, "")
    sweeps = 0
    while spot.fault == "":
        _sweep(spot, {A}, set())
        sweeps += 1
    assert spot.fault == "weak"
    assert 5 <= sweeps <= 30
    missed_already = 1
    assert not any(_sweep(spot, *[set()] * (LEAVE_WEAK - 1 - missed_already)))
    while spot.fault == "weak":
        assert _sweep(spot, {A}) == [[]]
    assert _sweep(spot, *[set()] * LEAVE)[-1] == [(A, False)]


def test_a_rare_miss_is_not_weak_and_an_empty_antenna_is_not_weak() -> None:
    spot = Spot({A}, "")
    for _ in range(100):
        _sweep(spot, set(), *[{A}] * 9)
    assert spot.fault == ""
    for _ in range(30):
        _sweep(spot, {A}, set())
    assert spot.fault == "weak"
    _sweep(spot, *[set()] * (LEAVE_WEAK + 1))
    assert (spot.known, spot.fault) == (set(), "")


def test_a_card_laid_on_and_taken_off_again_and_again_is_not_weak() -> None:
    spot = Spot(set(), "")
    for _ in range(40):
        _sweep(spot, *[{A}] * APPEAR, *[set()] * LEAVE)
    assert spot.fault == ""


@given(st.lists(st.booleans(), max_size=60))
def test_a_key_changes_only_after_its_level_has_kept(levels: list[bool]) -> None:
    key = Key(0, False)
    told = False
    for tick, down in enumerate(levels):
        lasted = key.sample(5 * tick, down)
        if lasted >= 0:
            kept = levels[tick - DEBOUNCE // 5 : tick + 1]
            assert kept == [down] * len(kept)
            assert down != told
            told = down
        assert key.down == told


def test_a_key_says_how_long_it_was_down() -> None:
    key = Key(0, False)
    told = [key.sample(now, 100 <= now < 300) for now in range(0, 400, 5)]
    assert [lasted for lasted in told if lasted >= 0] == [115, 200]
