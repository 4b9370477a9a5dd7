"""Which key of the screen a key of a keyboard presses: the same keys, worked without touching the glass."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from display.deeds import Key

_NAMED = {
    pygame.K_RETURN: ("sign in", "apply", "named"),
    pygame.K_KP_ENTER: ("sign in", "apply", "named"),
    pygame.K_ESCAPE: ("back", "cancel"),
    pygame.K_BACKSPACE: ("erase",),
    pygame.K_SPACE: ("space",),
}


def key_for(keys: Sequence[Key], code: int) -> Key | None:
    """The live key that a key of the keyboard stands for: a digit, a letter, or one of a few by name.

    Where no digits are keyed a digit chooses the ruling of that number.
    """
    live = {key.name: key for key in keys if key.on}
    return next((live[name] for name in _names(code) if name in live), None)


def _names(code: int) -> tuple[str, ...]:
    if code in _NAMED:
        return _NAMED[code]
    word = pygame.key.name(code).strip("[]")
    if len(word) != 1:
        return ()
    return (f"digit {word}", f"letter {word.upper()}", f"choice {word}")
