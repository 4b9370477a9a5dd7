"""Exact pictures of the screens: one wrong digit must be seen, so nothing is compared by likeness.

After a wanted change: `pytest tests/display --update-golden`, then look at every picture.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from display.app import AnyView, render
from display.bench import Bench
from display.desk import Desk
from display.sentences import Sentences
from tests.display.floorsamples import BENCHED, FLOOR, SIGN_INS
from tests.display.samples import DEALER, KEYED, PLAYER

_FOLDER = Path(__file__).parent / "golden"
_FAILED = Path(__file__).parent / "failed"
_WIDE, _DESK = (1280, 720), (1280, 800)
_SHOWN: dict[str, tuple[AnyView, Desk | None, Bench | None, tuple[int, int]]] = {
    **{f"player-{name}": (view, None, None, _WIDE) for name, view in PLAYER.items()},
    **{f"dealer-{name}": (view, None, None, _DESK) for name, view in DEALER.items()},
    **{f"dealer-{name}": (view, desk, None, _DESK) for name, (view, desk) in KEYED.items()},
    **{f"floor-{name}": (view, None, None, _DESK) for name, view in FLOOR.items()},
    **{f"floor-{name}": (view, None, None, _DESK) for name, view in SIGN_INS.items()},
    **{f"floor-{name}": (view, None, bench, _DESK) for name, (view, bench) in BENCHED.items()},
}


@pytest.mark.parametrize("name", _SHOWN)
def test_picture_is_the_golden_one(name: str, say: Sentences, update_golden: bool) -> None:
    view, desk, bench, size = _SHOWN[name]
    drawn = render(view, size, say, desk=desk, bench=bench)
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
