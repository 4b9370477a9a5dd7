"""Shaped text: script runs, one font per weight, size and script, and lines made to fit their room.

SDL_ttf shapes Devanagari rightly only when the script is set, and Latin rightly only when it is not
(display.md 1.3); so a text is split into runs and every run is drawn by a font of its own script.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import pygame

from display.fonts import Weight, cut_fonts
from display.theme import Colour

# Cap height of Noto Sans in parts of the em: capitals and digits are centred, not the line box.
CAP_HEIGHT = 0.714
_LINE = 1.22
_SMALLEST = 8
_LONGEST = 240
# A line shrinks to this part of its size before the condensed cut is tried.
_SHRINK = 0.8


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text with the size (pixels) and weight at which it fits."""

    text: str
    size: int
    weight: Weight


def script_of(char: str) -> str | None:
    """The ISO 15924 script of a letter or mark, or None for what joins the run before it."""
    code = ord(char)
    if 0x0900 <= code <= 0x097F or 0xA8E0 <= code <= 0xA8FF or code in (0x200C, 0x200D, 0x25CC):
        return "Deva"
    return "Latn" if unicodedata.category(char)[0] in "LM" else None


@lru_cache(maxsize=2048)
def runs(text: str) -> tuple[tuple[str, str], ...]:
    """The text in NFC as (script, piece) runs; control characters become spaces, since SDL refuses them."""
    found: list[tuple[str, str]] = []
    script: str | None = None
    piece = ""
    for char in unicodedata.normalize("NFC", text[:_LONGEST]):
        of = script_of(char)
        shown = char if of or unicodedata.category(char)[0] != "C" else " "
        if of is None or script is None or of == script:
            piece += shown
            script = script or of
        else:
            found.append((script, piece))
            script, piece = of, shown
    return (*found, (script or "Latn", piece))


@cache
def _files() -> dict[Weight, Path]:
    return cut_fonts()


@cache
def font(weight: Weight, size: int, script: str = "Latn") -> pygame.font.Font:
    """The font of one weight, size in pixels and script.

    Raises `FontsMissing`.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    made = pygame.font.Font(_files()[weight], size)
    made.set_script(script)
    return made


@lru_cache(maxsize=8192)
def width(text: str, size: int, weight: Weight) -> int:
    """The width of one line in pixels."""
    return sum(font(weight, size, script).size(piece)[0] for script, piece in runs(text))


@lru_cache(maxsize=1024)
def line_surface(line: Line, colour: Colour) -> pygame.Surface:
    """The line drawn on a transparent ground; the surface is shared and must not be changed."""
    parts = [
        font(line.weight, line.size, script).render(piece, True, colour) for script, piece in runs(line.text)
    ]
    if len(parts) == 1:
        return parts[0]
    size = (sum(part.get_width() for part in parts), max(part.get_height() for part in parts))
    whole = pygame.Surface(size, pygame.SRCALPHA)
    left = 0
    for part in parts:
        whole.blit(part, (left, 0))
        left += part.get_width()
    return whole


@lru_cache(maxsize=4096)
def fit(text: str, size: int, room: int, weight: Weight) -> Line:
    """One line no wider than `room` pixels: smaller, then condensed, then cut with an ellipsis."""
    size = max(size, _SMALLEST)
    plain = _largest(text, size, max(_SMALLEST, round(size * _SHRINK)), room, weight)
    if plain:
        return Line(text, plain, weight)
    narrow = _largest(text, size, _SMALLEST, room, weight.condensed)
    if narrow:
        return Line(text, narrow, weight.condensed)
    short = text[:_LONGEST]
    while short and width(short + "…", _SMALLEST, weight.condensed) > room:
        short = short[:-1]
    shown = short + "…" if width("…", _SMALLEST, weight.condensed) <= room else ""
    return Line(shown, _SMALLEST, weight.condensed)


def _largest(text: str, size: int, least: int, room: int, weight: Weight) -> int:
    wide = width(text, size, weight)
    if wide <= room:
        return size
    # Widths grow nearly evenly with the size: start just above the answer and step down.
    start = min(size, max(least, size * room // wide + 1))
    return next((px for px in range(start, least - 1, -1) if width(text, px, weight) <= room), 0)


@lru_cache(maxsize=512)
def fit_lines(text: str, size: int, room: int, height: int, weight: Weight) -> tuple[Line, ...]:
    """The text in as many lines as its height allows, at the largest size up to `size` that fits.

    One line is preferred while it needs no smaller size than 80 % of `size`.
    """
    single = fit(text, size, room, weight)
    if single.weight is weight:
        return (single,)
    for px in range(size, _SMALLEST - 1, -1):
        # Opening a font costs more than drawing with it: sizes that cannot do are passed over by estimate.
        guess = len(_wrap(text, size, room * size // px, weight))
        if line_height(px) * guess > height:
            continue
        lines = _wrap(text, px, room, weight)
        tall = line_height(px) * len(lines)
        if tall <= height and all(width(line, px, weight) <= room for line in lines):
            return tuple(Line(line, px, weight) for line in lines)
    return (single,)


def line_height(size: int) -> int:
    """The distance from one line to the next in pixels."""
    return round(size * _LINE)


def _wrap(text: str, size: int, room: int, weight: Weight) -> list[str]:
    lines: list[str] = []
    for word in text[:_LONGEST].split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
