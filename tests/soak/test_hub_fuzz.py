"""A hundred thousand lines of the hub over a bad cable."""

from __future__ import annotations

import pytest

from tests.drivers.hubnoise import play, read_through_noise, resynced

pytestmark = pytest.mark.soak

LINES = 100_000


def test_nothing_is_accepted_that_was_never_sent() -> None:
    count = read_through_noise(seed=3, lines=LINES)
    assert not count.invented
    assert count.unread == 0
    assert count.hit > LINES * 0.03
    assert LINES - 2 * count.hit <= count.accepted <= LINES + count.hit


def test_every_gap_becomes_a_resync_and_no_card_is_lost_or_invented() -> None:
    cable = play(seed=3, lines=LINES)
    assert cable.resting == cable.lying()
    assert len(cable.gaps) > LINES * 0.02
    assert resynced(cable)
