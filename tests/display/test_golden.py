"""Exact pictures of both screens: one wrong digit must be seen, so nothing is compared by likeness.

After a wanted change: `pytest tests/display --update-golden`, then look at every picture.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from controller.views import PlayerView
from display.app import render
from display.desk import Desk
from display.sentences import Sentences
from tests.display.samples import DEALER, KEYED, PLAYER

_FOLDER = Path(__file__).parent / "golden"
_FAILED = Path(__file__).parent / "failed"
_SHOWN: dict[str, tuple[PlayerView, Desk, tuple[int, int]]] = {
    **{f"player-{name}": (view, Desk(), (1280, 720)) for name, view in PLAYER.items()},
    **{f"dealer-{name}": (view, Desk(), (1280, 800)) for name, view in DEALER.items()},
    **{f"dealer-{name}": (view, desk, (1280, 800)) for name, (view, desk) in KEYED.items()},
}


@pytest.mark.parametrize("name", _SHOWN)
def test_picture_is_the_golden_one(name: str, say: Sentences, update_golden: bool) -> None:
    view, desk, size = _SHOWN[name]
    drawn = render(view, size, say, desk=desk)
    golden = _FOLDER / f"{name}.png"
    if update_golden:
        pygame.image.save(drawn, golden)
    expected = pygame.image.load(golden)
    if pygame.image.tobytes(drawn, "RGB") != pygame.image.tobytes(expected, "RGB"):
        _FAILED.mkdir(exist_ok=True)
        pygame.image.save(drawn, _FAILED / f"{name}-drawn.png")
        drawn.blit(expected, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        pygame.image.save(drawn, _FAILED / f"{name}-difference.png")
        pytest.fail(f"{name} differs from its golden picture; see the two pictures in {_FAILED}")


def test_stale_pictures_say_so(say: Sentences) -> None:
    for view, size in ((PLAYER["act"], (1280, 720)), (DEALER["act"], (1280, 800))):
        fresh, stale = render(view, size, say), render(view, size, say, stale=True)
        assert pygame.image.tobytes(fresh, "RGB") != pygame.image.tobytes(stale, "RGB")


def test_a_pause_shows_nothing_of_its_reason(say: Sentences) -> None:
    """Two hands that were stopped at different seats look alike but for what lies on the table."""
    first = replace(PLAYER["paused"], actor=7)
    second = replace(PLAYER["paused"], actor=2, to_call=5, min_raise_to=7)
    size = (1280, 720)
    assert pygame.image.tobytes(render(first, size, say), "RGB") == pygame.image.tobytes(
        render(second, size, say), "RGB"
    )
