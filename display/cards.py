"""Card faces and backs, drawn as polygons because the font has no suits."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from display.canvas import Box, Canvas, Point
from display.codes import is_card
from display.fonts import Weight
from display.theme import CARD, CARD_BACK, SLOT, SUIT_COLOURS, WHITE, Colour

_UNKNOWN: Colour = (70, 76, 86)


def face(canvas: Canvas, box: Box, code: str) -> None:
    """An open card; a code that names no card is shown as one that nobody could read."""
    canvas.shadow(box, box.w / 11, box.w / 12, 150)
    canvas.rounded(box, max(4, box.w / 11), CARD)
    if not is_card(code):
        canvas.text("?", box.center, box.h * 0.5, _UNKNOWN, box.w, Weight.BOLD, "centre")
        return
    rank = code[0].replace("T", "10")
    colour = SUIT_COLOURS[code[1]]
    size = box.h * 0.46
    weight = Weight.COND_BOLD if rank == "10" else Weight.BOLD
    corner = (box.x + box.w * 0.085, box.y + box.h * 0.085 + size * 0.357)
    canvas.text(rank, corner, size, colour, box.w * 0.8, weight)
    wide = box.w * 0.6
    place = Box(box.right - wide - box.w * 0.07, box.bottom - wide - box.w * 0.08, wide, wide)
    suit(canvas, place, code[1])


def suit(canvas: Canvas, box: Box, letter: str) -> None:
    """One suit sign in its colour."""
    canvas.image(_suit(letter, canvas.rect(box).w, SUIT_COLOURS[letter]), box)


def back(canvas: Canvas, box: Box) -> None:
    """A card face down."""
    canvas.image(_back(canvas.rect(box).size), box)


def slot(canvas: Canvas, box: Box) -> None:
    """The place of a board card that is not out yet."""
    canvas.panel(box, max(4, box.w / 11), SLOT)


@lru_cache(maxsize=64)
def _suit(letter: str, size: int, colour: Colour) -> pygame.Surface:
    over = size * 6
    large = pygame.Surface((over, over), pygame.SRCALPHA)
    large.fill((*colour, 0))

    def shape(points: list[Point]) -> None:
        pygame.draw.polygon(large, colour, [(x * over, y * over) for x, y in points])

    match letter:
        case "h":
            shape(_heart(0.46, 1.0, 1))
        case "d":
            shape(_diamond())
        case "s":
            shape(_heart(0.43, 0.98, -1))
            shape([(0.5, 0.5), (0.57, 0.82), (0.68, 0.97), (0.32, 0.97), (0.43, 0.82)])
        case _:
            for x, y in ((0.5, 0.25), (0.26, 0.6), (0.74, 0.6)):
                pygame.draw.circle(large, colour, (x * over, y * over), 0.225 * over)
            pygame.draw.circle(large, colour, (0.5 * over, 0.52 * over), 0.12 * over)
            shape([(0.5, 0.3), (0.57, 0.78), (0.68, 0.97), (0.32, 0.97), (0.43, 0.78)])
    return pygame.transform.smoothscale(large, (size, size))


def _heart(middle: float, scale: float, up: int) -> list[Point]:
    points: list[Point] = []
    for degree in range(0, 360, 3):
        t = math.radians(degree)
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((0.5 + x / 34 * scale, middle - up * y / 34 * scale))
    return points


def _diamond() -> list[Point]:
    corners: list[Point] = [(0.5, 0.02), (0.89, 0.5), (0.5, 0.98), (0.11, 0.5), (0.5, 0.02)]
    pulls: list[Point] = [(0.66, 0.29), (0.66, 0.71), (0.34, 0.71), (0.34, 0.29)]
    points: list[Point] = []
    for start, pull, end in zip(corners[:-1], pulls, corners[1:], strict=True):
        for step in range(14):
            t = step / 14
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append((a * start[0] + b * pull[0] + c * end[0], a * start[1] + b * pull[1] + c * end[1]))
    return points


@lru_cache(maxsize=16)
def _back(size: tuple[int, int]) -> pygame.Surface:
    whole = pygame.Surface(size, pygame.SRCALPHA)
    rim = min(max(2, size[0] // 14), (min(size) - 1) // 2)
    pygame.draw.rect(whole, CARD, whole.get_rect(), border_radius=max(2, size[0] // 9))
    inner = whole.get_rect().inflate(-2 * rim, -2 * rim)
    pygame.draw.rect(whole, CARD_BACK, inner, border_radius=max(1, size[0] // 14))
    lines = pygame.Surface(inner.size, pygame.SRCALPHA)
    step = max(4, inner.w // 4)
    for x in range(-inner.h, inner.w + inner.h, step):
        pygame.draw.line(lines, (*WHITE, 70), (x, 0), (x + inner.h, inner.h))
        pygame.draw.line(lines, (*WHITE, 70), (x + inner.h, 0), (x, inner.h))
    whole.blit(lines, inner)
    return whole
