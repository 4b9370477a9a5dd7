"""No window is opened by these tests: SDL draws into memory."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pytest

from display.sentences import Sentences


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden pictures anew")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    # The option is unknown when this folder was not named on the command line.
    return bool(request.config.getoption("--update-golden", default=False))


@pytest.fixture(scope="session")
def say() -> Sentences:
    return Sentences()
