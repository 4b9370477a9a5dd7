"""A bad line to a PN532 for long: a hundred thousand frames, alone and under the hands of a dealer."""

from pathlib import Path

import pytest

from tests.drivers.pn532storm import frame_storm, table_storm

pytestmark = pytest.mark.soak
FRAMES = 100_000


@pytest.mark.parametrize("seed", range(5))
def test_no_frame_is_ever_made_up(seed: int) -> None:
    storm = frame_storm(seed, FRAMES)
    assert storm.invented == 0
    assert storm.accepted > storm.sent // 2


@pytest.mark.parametrize(("seed", "tick"), [(10, 0.005), (11, 0.02)])
def test_no_card_is_ever_lost_or_made_up(tmp_path: Path, seed: int, tick: float) -> None:
    cards, losses = table_storm(tmp_path, seed, FRAMES, tick=tick)
    assert cards > 50
    assert losses > 50
