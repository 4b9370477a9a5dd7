"""Thousands of random sets of tags on one antenna: 3 looks at each. About one minute."""

from __future__ import annotations

import random

import pytest

from drivers.base import DriverError
from drivers.emulated.tags import Coupling
from drivers.iso14443a import Inventory
from tests.drivers.antennarig import antenna
from tests.drivers.tagsets import any_coupling, any_uids

pytestmark = pytest.mark.soak
SETS = 3_000
LOOKS = 3


def test_sets_that_can_be_heard_are_found_whole_in_every_look() -> None:
    for seed in range(SETS):
        rng = random.Random(seed)
        uids = any_uids(rng)
        coupling = {uid: Coupling(strength=rng.choice((1.0, 1.0, 2.5, 7.0))) for uid in uids}
        with antenna(uids, seed=seed, sliced=seed % 3 == 0, coupling=coupling.__getitem__) as seat:
            for look in range(LOOKS):
                assert seat.look() == Inventory(frozenset(uids)), f"set {seed}, look {look}"


def test_changing_sets_are_found_whole_in_every_look() -> None:
    for seed in range(SETS):
        rng = random.Random(seed)
        coupling: dict[str, Coupling] = {}
        with antenna(seed=seed, sliced=seed % 3 == 0, coupling=coupling.__getitem__) as seat:
            for look in range(LOOKS):
                stay = [uid for uid in sorted(seat.uids) if rng.random() < 0.6]
                come = [uid for uid in any_uids(rng, 3) if uid not in seat.uids]
                coupling |= {uid: Coupling(strength=rng.choice((1.0, 1.0, 2.5, 7.0))) for uid in come}
                seat.uids = {*stay, *come}
                assert seat.look() == Inventory(frozenset(seat.uids)), f"set {seed}, look {look}"


def test_no_look_at_weak_and_noisy_tags_finds_one_that_is_not_there() -> None:
    """With tags that always take part, none is missing without a word."""
    for seed in range(SETS):
        rng = random.Random(seed)
        uids = any_uids(rng)
        coupling = {uid: any_coupling(rng) for uid in uids}
        steady = all(tag.reach == 1 for tag in coupling.values())
        with antenna(uids, seed=seed, sliced=seed % 3 == 0, coupling=coupling.__getitem__) as seat:
            for look in range(LOOKS):
                found = seat.look()
                assert found.uids <= set(uids), f"set {seed}, look {look}"
                if steady:
                    unclear = found.unresolved or found.fault is not None
                    assert unclear or found.uids == set(uids), f"set {seed}, look {look}"


def test_no_look_through_bad_wires_finds_a_tag_that_is_not_there() -> None:
    looks = lost = 0
    for seed in range(SETS // 3):
        rng = random.Random(seed)
        uids = any_uids(rng)
        with antenna(uids, seed=seed, sliced=seed % 3 == 0) as seat:
            seat.lead.flips = rng.choice((1e-5, 1e-4, 1e-3))
            for look in range(LOOKS):
                looks += 1
                try:
                    assert seat.look().uids <= set(uids), f"set {seed}, look {look}"
                except DriverError:
                    lost += 1
    assert 0 < lost < looks
