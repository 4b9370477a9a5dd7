"""No window is opened by these tests: SDL draws into memory."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pytest

from display.sentences import Sentences


@pytest.fixture(scope="session")
def say() -> Sentences:
    return Sentences()
