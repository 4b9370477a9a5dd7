"""What all tests share: golden pictures can be written anew, and no generated example is timed."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A slow machine is no failure; speed is measured by the bench.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden pictures anew")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))
