from __future__ import annotations

import pytest

from display import theme
from display.theme import Colour, Look

_LOOKS = {name: look for name, look in vars(theme).items() if isinstance(look, Look)}


def _luminance(colour: Colour) -> float:
    parts = [c / 255 for c in colour]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_and_white_is_21() -> None:
    assert _contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize("name", _LOOKS)
def test_text_stands_out_from_its_ground(name: str) -> None:
    look = _LOOKS[name]
    assert _contrast(look.text, look.fill) >= 4.5
    assert _contrast(look.quiet, look.fill) >= 4.5


@pytest.mark.parametrize("suit", theme.SUIT_COLOURS)
def test_suits_stand_out_from_the_card(suit: str) -> None:
    assert _contrast(theme.SUIT_COLOURS[suit], theme.CARD) >= 4.5
