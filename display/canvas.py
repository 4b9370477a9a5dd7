"""Drawing in the units of the design on a surface of any size.

Each screen is designed once (1920x1080, 1280x800); a canvas scales its units to the window, centred with
margins of the background where the shape differs. Shapes are drawn several times larger, scaled down and
kept, so that a redraw only copies them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import pygame

from display import text as shaped
from display.fonts import Weight
from display.theme import BACKGROUND, WHITE, Colour, Look

Box: TypeAlias = pygame.Rect
Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = str

# A shape is drawn this many times larger than shown and scaled down, which smooths its edge.
_OVER = 4
# Large discs (the ends of the felt) are smooth enough at two, and a quarter of the work.
_OVER_LARGE = 2
_LARGE = 150

ARROW_RIGHT: tuple[Point, ...] = ((0, 0), (1, 0.5), (0, 1))
ARROW_UP: tuple[Point, ...] = ((0.5, 0), (1, 1), (0, 1))
CROSS: tuple[Point, ...] = (
    (0, 0.15),
    (0.15, 0),
    (0.5, 0.35),
    (0.85, 0),
    (1, 0.15),
    (0.65, 0.5),
    (1, 0.85),
    (0.85, 1),
    (0.5, 0.65),
    (0.15, 1),
    (0, 0.85),
    (0.35, 0.5),
)
ERASE: tuple[Point, ...] = ((0, 0.5), (0.3, 0), (1, 0), (1, 1), (0.3, 1))


@dataclass(frozen=True, slots=True)
class Canvas:
    """A surface and where the design lies on it: `scale` in pixels per unit, `left` and `top` in pixels."""

    surface: pygame.Surface
    scale: float
    left: int
    top: int

    @classmethod
    def over(cls, surface: pygame.Surface, design: tuple[int, int]) -> Canvas:
        """The canvas for a design of the given size, as large as the surface allows."""
        wide, tall = surface.get_size()
        scale = min(wide / design[0], tall / design[1])
        return cls(
            surface, scale, round((wide - design[0] * scale) / 2), round((tall - design[1] * scale) / 2)
        )

    def px(self, units: float) -> int:
        """A length of the design in pixels, at least one."""
        return max(1, round(units * self.scale))

    def at(self, point: Point) -> tuple[int, int]:
        """A point of the design in pixels."""
        return self.left + round(point[0] * self.scale), self.top + round(point[1] * self.scale)

    def units(self, pixel: tuple[int, int]) -> Point:
        """The point of the design under a pixel."""
        return (pixel[0] - self.left) / self.scale, (pixel[1] - self.top) / self.scale

    def rect(self, box: Box) -> pygame.Rect:
        """A box of the design in pixels; neighbours that touch in the design touch here."""
        left, top = self.at(box.topleft)
        right, bottom = self.at(box.bottomright)
        return pygame.Rect(left, top, max(1, right - left), max(1, bottom - top))

    def clear(self) -> None:
        """Fills the whole surface, margins included, with the background."""
        self.surface.fill(BACKGROUND)

    def fill(self, box: Box, colour: Colour) -> None:
        """A plain rectangle."""
        self.surface.fill(colour, self.rect(box))

    def line(self, start: Point, end: Point, colour: Colour, thick: float = 2) -> None:
        """An upright or level line."""
        pygame.draw.line(self.surface, colour, self.at(start), self.at(end), self.px(thick))

    def panel(self, box: Box, radius: float, look: Look, thick: float = 2) -> None:
        """A rounded rectangle with the fill and the edge of a look."""
        self.rounded(box, radius, look.fill, look.edge, thick)

    def rounded(
        self, box: Box, radius: float, fill: Colour, edge: Colour | None = None, thick: float = 0
    ) -> None:
        """A rounded rectangle; the radius is cut down to half the shorter side."""
        place = self.rect(box)
        corner = min(self.px(radius), place.w // 2, place.h // 2)
        border = self.px(thick) if edge else 0
        self.surface.blit(_rounded(place.size, corner, fill, edge or fill, border), place)

    def disc(
        self, centre: Point, radius: float, fill: Colour, edge: Colour | None = None, thick: float = 0
    ) -> None:
        """A filled circle."""
        spot = self.px(radius)
        x, y = self.at(centre)
        disc = _disc(spot, fill, edge or fill, self.px(thick) if edge else 0)
        self.surface.blit(disc, (x - spot, y - spot))

    def outline(self, box: Box, radius: float, colour: Colour, thick: float) -> None:
        """A rounded frame over what is drawn already."""
        place = self.rect(box)
        pygame.draw.rect(self.surface, colour, place, self.px(thick), border_radius=self.px(radius))

    def ring(self, box: Box, colour: Colour, thick: float) -> None:
        """The outline of a stadium."""
        place = self.rect(box)
        self.surface.blit(_ring(place.size, colour, self.px(thick)), place)

    def chip(self, centre: Point, radius: float, colour: Colour) -> None:
        """A chip with a striped rim."""
        spot = self.px(radius)
        x, y = self.at(centre)
        self.surface.blit(_chip(spot, colour), (x - spot, y - spot))

    def polygon(self, points: Sequence[Point], box: Box, fill: Colour) -> None:
        """A polygon given in the unit square, stretched over the box."""
        place = self.rect(box)
        self.surface.blit(_polygon(tuple(points), place.size, fill), place)

    def shadow(self, box: Box, radius: float, spread: float, strength: int) -> None:
        """A soft dark shape behind a box, to lift it off the ground."""
        place = self.rect(box)
        spread_px = self.px(spread)
        soft = _shadow(place.size, self.px(radius), spread_px, (0, 0, 0), strength)
        self.surface.blit(soft, (place.x - spread_px, place.y - spread_px + spread_px // 3))

    def glow(self, box: Box, radius: float, spread: float, colour: Colour) -> None:
        """A soft light around a box."""
        place = self.rect(box)
        spread_px = self.px(spread)
        light = _shadow(place.size, self.px(radius), spread_px, colour, 200)
        self.surface.blit(light, (place.x - spread_px, place.y - spread_px))

    def image(self, picture: pygame.Surface, box: Box) -> None:
        """A picture that was made for this box in pixels."""
        self.surface.blit(picture, self.rect(box))

    def text(
        self,
        words: str,
        at: Point,
        size: float,
        colour: Colour,
        room: float,
        weight: Weight = Weight.SEMI_BOLD,
        anchor: Anchor = "left",
    ) -> float:
        """One line no wider than `room`, with its capitals centred on the height of `at`.

        `anchor` is left, centre or right; returns the width drawn, in units.
        """
        line = shaped.fit(words, self.px(size), max(1, int(room * self.scale)), weight)
        self._line(line, at, colour, anchor)
        return shaped.width(line.text, line.size, line.weight) / self.scale

    def width(self, words: str, size: float, weight: Weight = Weight.SEMI_BOLD) -> float:
        """The width in units of a line at its full size."""
        return shaped.width(words, self.px(size), weight) / self.scale

    def paragraph(
        self,
        words: str,
        box: Box,
        size: float,
        colour: Colour,
        weight: Weight = Weight.SEMI_BOLD,
        anchor: Anchor = "left",
    ) -> int:
        """A text of one or more lines within the box, centred in its height; the number of lines."""
        place = self.rect(box)
        lines = shaped.fit_lines(words, self.px(size), place.w, place.h, weight)
        step = shaped.line_height(lines[0].size) / self.scale
        x = {"left": box.left, "centre": box.centerx, "right": box.right}[anchor]
        for i, line in enumerate(lines):
            self._line(line, (x, box.centery + (i - (len(lines) - 1) / 2) * step), colour, anchor)
        return len(lines)

    def _line(self, line: shaped.Line, at: Point, colour: Colour, anchor: Anchor) -> None:
        drawn = shaped.line_surface(line, colour)
        x, y = self.at(at)
        x -= {"left": 0, "centre": drawn.get_width() // 2, "right": drawn.get_width()}[anchor]
        capitals = round(line.size * shaped.CAP_HEIGHT)
        y -= shaped.font(line.weight, line.size).get_ascent() - capitals + capitals // 2
        self.surface.blit(drawn, (x, y))


@lru_cache(maxsize=256)
def _disc(radius: int, fill: Colour, edge: Colour, border: int) -> pygame.Surface:
    over = _OVER_LARGE if radius > _LARGE else _OVER
    large = pygame.Surface((radius * 2 * over, radius * 2 * over), pygame.SRCALPHA)
    large.fill((*edge, 0))
    centre = (radius * over, radius * over)
    pygame.draw.circle(large, edge, centre, radius * over)
    if border < radius:
        pygame.draw.circle(large, fill, centre, (radius - border) * over)
    return pygame.transform.smoothscale(large, (radius * 2, radius * 2))


@lru_cache(maxsize=256)
def _rounded(size: tuple[int, int], radius: int, fill: Colour, edge: Colour, border: int) -> pygame.Surface:
    # Only the corners need smoothing: they are quarters of a disc, the rest are plain rectangles.
    whole = pygame.Surface(size, pygame.SRCALPHA)
    wide, tall = size
    whole.fill(edge, (radius, 0, wide - 2 * radius, tall))
    whole.fill(edge, (0, radius, wide, tall - 2 * radius))
    inner = max(radius, border)
    whole.fill(fill, (inner, border, wide - 2 * inner, tall - 2 * border))
    whole.fill(fill, (border, inner, wide - 2 * border, tall - 2 * inner))
    if radius:
        corner = _disc(radius, fill, edge, border)
        for x, left in ((0, 0), (wide - radius, radius)):
            for y, top in ((0, 0), (tall - radius, radius)):
                whole.blit(corner, (x, y), (left, top, radius, radius))
    return whole


@lru_cache(maxsize=4)
def _ring(size: tuple[int, int], colour: Colour, thick: int) -> pygame.Surface:
    wide, tall = size[0] * _OVER_LARGE, size[1] * _OVER_LARGE
    large = pygame.Surface((wide, tall), pygame.SRCALPHA)
    large.fill((*colour, 0))
    pygame.draw.rect(large, colour, large.get_rect(), thick * _OVER_LARGE, border_radius=min(wide, tall) // 2)
    return pygame.transform.smoothscale(large, size)


@lru_cache(maxsize=8)
def _chip(radius: int, colour: Colour) -> pygame.Surface:
    middle = float(radius * _OVER)
    large = pygame.Surface((radius * 2 * _OVER, radius * 2 * _OVER), pygame.SRCALPHA)
    large.fill((*WHITE, 0))
    pygame.draw.circle(large, WHITE, (middle, middle), middle)
    pygame.draw.circle(large, colour, (middle, middle), middle * 0.93)
    for stripe in range(6):
        angles = [math.radians(stripe * 60 - 13 + 26 * step / 6) for step in range(7)]
        outer = [(middle + 0.93 * middle * math.cos(a), middle + 0.93 * middle * math.sin(a)) for a in angles]
        inner = [(middle + 0.68 * middle * math.cos(a), middle + 0.68 * middle * math.sin(a)) for a in angles]
        pygame.draw.polygon(large, WHITE, [*outer, *reversed(inner)])
    pygame.draw.circle(large, WHITE, (middle, middle), middle * 0.6, max(1, round(middle * 0.07)))
    return pygame.transform.smoothscale(large, (radius * 2, radius * 2))


@lru_cache(maxsize=256)
def _polygon(points: tuple[Point, ...], size: tuple[int, int], fill: Colour) -> pygame.Surface:
    wide, tall = size[0] * _OVER, size[1] * _OVER
    large = pygame.Surface((wide, tall), pygame.SRCALPHA)
    large.fill((*fill, 0))
    pygame.draw.polygon(large, fill, [(x * wide, y * tall) for x, y in points])
    return pygame.transform.smoothscale(large, size)


@lru_cache(maxsize=64)
def _shadow(size: tuple[int, int], radius: int, spread: int, colour: Colour, strength: int) -> pygame.Surface:
    # Blurred small and scaled up: a shadow has no detail that could be lost.
    shrink = max(1, spread // 4)
    full = (size[0] + 2 * spread, size[1] + 2 * spread)
    small = pygame.Surface((math.ceil(full[0] / shrink), math.ceil(full[1] / shrink)), pygame.SRCALPHA)
    small.fill((*colour, 0))
    inner = small.get_rect().inflate(-2 * spread // shrink, -2 * spread // shrink)
    pygame.draw.rect(small, (*colour, strength), inner, border_radius=radius // shrink)
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 2), full)


@lru_cache(maxsize=4)
def felt_ground(size: tuple[int, int], radius: int, middle: Colour, rim: Colour) -> pygame.Surface:
    """The felt in pixels: lighter in the middle, cut to a stadium of the given corner radius."""
    small = pygame.Surface((16, 9), pygame.SRCALPHA)
    for y in range(9):
        for x in range(16):
            far = min(1.0, math.hypot((x - 7.5) / 8.5, (y - 4) / 5.2)) ** 2
            small.set_at(
                (x, y), tuple(round(m * (1 - far) + r * far) for m, r in zip(middle, rim, strict=True))
            )
    ground = pygame.transform.smoothscale(small, size)
    ground.blit(
        _rounded(size, radius, (255, 255, 255), (255, 255, 255), 0), (0, 0), None, pygame.BLEND_RGBA_MULT
    )
    return ground
