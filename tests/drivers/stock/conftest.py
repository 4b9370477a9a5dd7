"""An antenna for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.drivers.stock.antenna import Antenna


@pytest.fixture
def antenna() -> Iterator[Antenna]:
    """No tags yet."""
    antenna = Antenna()
    yield antenna
    antenna.close()
