"""Looks at an antenna: what is found, and what it costs on the bus and on the air."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.emulated.tags import Coupling
from drivers.iso14443a import Inventory
from tests.drivers.airtime import asked, bound
from tests.drivers.antennarig import antenna
from tests.drivers.tagsets import any_coupling, any_uids

FOUR = "0A1B2C3D"
A, B, C = "04A1B2C3D4E5F6", "04A1B2C3D4E576", "0533445566778A"
GUARD = 5e-3
SETS = [(FOUR,), (A,), (A, B), (A, C), (FOUR, A), (FOUR, A, B, C, "0402030405060708090A")]


@pytest.mark.parametrize("sliced", [False, True])
@pytest.mark.parametrize(("uids", "transfers"), [((), 8), ((A,), 28), ((A, B), 60), ((A, C), 60)])
def test_a_steady_look_is_cheap_on_the_bus(uids: tuple[str, ...], transfers: int, sliced: bool) -> None:
    with antenna(uids, sliced=sliced) as seat:
        seat.look()
        for _ in range(3):
            found, used, _ = seat.measured()
            assert found == Inventory(frozenset(uids))
            assert 0 < used <= transfers
            seat.clock.sleep(0.01)


@pytest.mark.parametrize("sliced", [False, True])
@pytest.mark.parametrize("uids", SETS)
def test_looks_are_as_fast_as_the_air_allows(uids: tuple[str, ...], sliced: bool) -> None:
    with antenna(sliced=sliced) as seat:
        seat.look()
        seat.uids = set(uids)
        seat.clock.sleep(0.01)
        _, _, first = seat.measured()
        guard = GUARD if sliced else 0.0
        # Of tags laid down together all but one may be asked again for their whole UID, once.
        assert first - guard <= 1.2 * (bound(uids) + sum(asked(uid) for uid in uids[1:]))
        for _ in range(3):
            seat.clock.sleep(0.01)
            found, _, steady = seat.measured()
            assert found.uids == set(uids)
            assert steady - guard <= 1.2 * bound(uids)


@pytest.mark.parametrize("uids", [(A,), (A, B), (FOUR, A)])
def test_no_tag_is_spoken_to_before_it_can_hear(uids: tuple[str, ...]) -> None:
    """However fast the bus: the guard times are kept."""
    with antenna(uids, call=0.0) as seat:
        seat.look()
        found, _, seconds = seat.measured()
        assert found.uids == set(uids)
        assert seconds >= bound(()) + sum(asked(uid) for uid in uids)


@pytest.mark.parametrize("uid", [FOUR, A])
def test_the_first_look_at_one_tag_is_within_the_bound(uid: str) -> None:
    with antenna() as seat:
        seat.look()
        seat.uids = {uid}
        found, _, seconds = seat.measured()
        assert found.uids == {uid}
        assert seconds <= 1.2 * bound((uid,))


@pytest.mark.parametrize(
    ("uids", "milliseconds"),
    [((), 0.21), ((FOUR,), 3.09), ((A,), 5.10), ((A, B), 10.8), ((A, C), 10.8)],
)
def test_the_bound_is_that_of_the_table(uids: tuple[str, ...], milliseconds: float) -> None:
    assert bound(uids) * 1e3 == pytest.approx(milliseconds, rel=0.02)


@pytest.mark.parametrize("sliced", [False, True])
def test_an_empty_look_never_takes_long(sliced: bool) -> None:
    with antenna(sliced=sliced) as seat:
        for n in range(300):
            seat.clock.sleep(0.02 * (n % 3))
            found, _, seconds = seat.measured()
            assert found == Inventory()
            assert seconds < 0.03


uid = st.one_of(
    st.integers(0, 7).map(lambda n: f"0A1B2C{n:02X}"),
    st.integers(0, 40).map(lambda n: f"04A1B2C3D4E5{n:02X}"),
    st.binary(min_size=6, max_size=6)
    .map(lambda octets: "04" + octets.hex().upper())
    .filter(lambda uid: uid[6:8] != "88"),
    st.integers(0, 15).map(lambda n: f"04A1B2C3D4E5F6A1B2{n:02X}"),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sets(uid, max_size=5), min_size=1, max_size=4), st.booleans())
def test_changing_sets_of_tags_are_found_exactly(looks: list[set[str]], sliced: bool) -> None:
    with antenna(sliced=sliced) as seat:
        for uids in looks:
            seat.uids = uids
            for _ in range(2):
                assert seat.look() == Inventory(frozenset(uids))


@pytest.mark.parametrize("seed", range(30))
def test_sets_of_any_tags_that_can_be_heard_are_found_whole(seed: int) -> None:
    rng = random.Random(seed)
    uids = any_uids(rng)
    strengths = {uid: Coupling(strength=rng.choice((1.0, 1.0, 2.5, 7.0))) for uid in uids}
    with antenna(uids, seed=seed, sliced=seed % 3 == 0, coupling=strengths.__getitem__) as seat:
        for _ in range(3):
            assert seat.look() == Inventory(frozenset(uids))


@pytest.mark.parametrize("seed", range(30))
def test_weak_and_noisy_tags_are_never_taken_for_others(seed: int) -> None:
    rng = random.Random(seed)
    uids = any_uids(rng)
    coupling = {uid: any_coupling(rng) for uid in uids}
    with antenna(uids, seed=seed, sliced=seed % 3 == 0, coupling=coupling.__getitem__) as seat:
        for _ in range(3):
            found = seat.look()
            assert found.uids <= set(uids)
            if all(tag.reach == 1 for tag in coupling.values()):
                assert found.uids == set(uids) or found.unresolved or found.fault


def test_a_tag_under_a_stronger_one_is_found_as_it_is_laid_down() -> None:
    strong = {A: Coupling(strength=4.0), C: Coupling()}
    with antenna([A], coupling=strong.__getitem__) as seat:
        assert seat.look().uids == {A}
        seat.uids = {A, C}
        assert seat.look().uids == {A, C}
        seat.uids = {C}
        assert seat.look().uids == {C}


def test_a_tag_that_comes_halted_out_of_a_neighbours_field_is_found_before_long() -> None:
    with antenna([A]) as board, antenna([C], device=1, clock=board.clock) as seat:
        board.chip.overlap(seat.chip)
        board.look()
        assert seat.look().uids == {C}
        board.uids |= seat.uids
        began = board.clock.now()
        assert board.look().uids == {A}, "it is halted, and wakes only for those who know it"
        seat.uids = set()
        assert seat.look().uids == set()
        while board.look().uids != {A, C}:
            assert board.clock.now() - began < 2.5


def test_when_a_tag_leaves_the_others_are_found_in_a_new_field() -> None:
    """Who was left halted and unknown would never be found again."""
    reach = {A: Coupling(), B: Coupling()}
    with antenna([A, B], coupling=lambda uid: reach[uid]) as board:
        assert board.look().uids == {A, B}
        reach[B] = Coupling(reach=0.0)
        assert board.look().uids == {A}
        reach[B] = Coupling()
        assert board.look().uids == {A, B}


def test_a_look_gives_way_after_each_tag_and_in_the_guard_time() -> None:
    with antenna([A, B, C], sliced=True) as seat:
        seat.look()
        seat.clock.sleep(0.01)
        waits = []
        look = seat.reader.look()
        with pytest.raises(StopIteration):
            while True:
                began = seat.clock.now()
                next(look)
                waits.append(seat.clock.now() - began)
        assert len(waits) >= 1 + 3
        assert max(waits) < 0.008


def test_a_look_may_be_left_alone_for_a_while_wherever_it_gives_way() -> None:
    with antenna([A, B, C], sliced=True) as seat:
        for _ in range(3):
            look = seat.reader.look()
            try:
                while True:
                    next(look)
                    seat.clock.sleep(0.015)
            except StopIteration as stop:
                assert stop.value == Inventory(frozenset({A, B, C}))


def test_a_sliced_field_is_off_between_looks_and_when_a_look_is_broken_off() -> None:
    with antenna([A], sliced=True) as seat:
        seat.look()
        assert not seat.field_is_on
        look = seat.reader.look()
        while not seat.field_is_on:
            next(look)
        look.close()
        assert not seat.field_is_on
        assert seat.look().uids == {A}


def test_an_always_on_field_stays_on() -> None:
    with antenna([A]) as board:
        for _ in range(3):
            board.look()
            assert board.field_is_on
