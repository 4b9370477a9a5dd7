"""Long runs on a bad line to Pepper C1 readers: nothing is accepted, and no card seen, that was not there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers.pepper import PepperAntenna
from tests.drivers.pepperrig import MUX, SINGLE, UNITS, pepper_rig
from tests.drivers.test_pepper_wire import deal_with_faults
from tests.drivers.test_pepperframe import stream_of_damaged_frames

pytestmark = pytest.mark.soak


def test_of_100_000_frames_nothing_is_accepted_that_was_never_sent() -> None:
    sent, accepted, damaged = stream_of_damaged_frames(random.Random(7), 100_000)
    assert set(accepted) <= set(sent)
    assert damaged > 9_000
    assert len(sent) - 2 * damaged <= len(accepted) < len(sent)


@pytest.mark.parametrize("antennas", [SINGLE, MUX, UNITS], ids=["C1", "MUX", "RS-485"])
@pytest.mark.parametrize("seed", range(100, 140))
def test_a_long_deal_with_faults_loses_nothing_and_invents_nothing(
    tmp_path: Path, antennas: Sequence[PepperAntenna], seed: int
) -> None:
    with pepper_rig(str(tmp_path / "pepper"), antennas, polls_by_itself=seed % 2 == 0) as rig:
        deal_with_faults(rig, random.Random(seed), 200.0)
        assert rig.resting() == rig.lying()
