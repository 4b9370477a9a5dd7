"""How a key looks: its words, a card, or the sign for erasing, and that it is pressed or held."""

from __future__ import annotations

from display import cards, deeds, theme
from display.canvas import CROSS, ERASE, Box, Canvas
from display.deeds import Key
from display.fonts import Weight
from display.theme import Look

# Letters of the first word on a key, by the kind of key; the others have 38.
_SIZES = {"digit": 42, "quick": 28, "undo": 26, "floor": 26, "exposed": 26, "report": 28}


def draw_key(canvas: Canvas, key: Key, look: Look) -> None:
    """Draws a key as `look` says, which need not be its own."""
    box = key.box
    match key.deed:
        case deeds.Pick(card):
            canvas.panel(box, 10, look, 4 if look is theme.KEY_CHOSEN else 2)
            _card(canvas, box, card, on=key.on)
        case deeds.Erase():
            canvas.panel(box, 12, look)
            sign = Box(box.centerx - 22, box.centery - 15, 44, 30)
            canvas.polygon(ERASE, sign, look.text)
            canvas.polygon(CROSS, Box(sign.x + 18, sign.y + 6, 18, 18), look.fill)
        case _:
            canvas.panel(box, 14, look)
            _words(canvas, key, look)


def draw_press(canvas: Canvas, key: Key, progress: float) -> None:
    """Draws over a key that it is under the finger, and how much of its time has passed."""
    box = key.box
    canvas.outline(box, 14, theme.WHITE, 5)
    if progress:
        bar = Box(box.x + 8, box.bottom - 16, max(8, round((box.w - 16) * progress)), 10)
        canvas.rounded(bar, 5, theme.WHITE)


def _words(canvas: Canvas, key: Key, look: Look) -> None:
    box, room = key.box, key.w - 20
    large = _SIZES.get(key.name.split(" ", maxsplit=1)[0], 38)
    if not key.under:
        canvas.paragraph(
            key.label, box.inflate(-min(20, box.w // 8), -12), large, look.text, Weight.BOLD, "centre"
        )
        return
    if key.name == "undo":
        canvas.text(key.label, (box.centerx, box.y + 25), 22, look.text, room, Weight.BOLD, "centre")
        canvas.paragraph(key.under, Box(box.x + 10, box.y + 38, room, 38), 18, look.quiet, anchor="centre")
        return
    size = 22 if key.name.startswith("quick") else 30
    canvas.text(key.label, (box.centerx, box.y + box.h * 0.3), size, look.quiet, room, anchor="centre")
    under = 28 if size == 22 else 40
    canvas.text(key.under, (box.centerx, box.y + box.h * 0.69), under, look.text, room, Weight.BOLD, "centre")


def _card(canvas: Canvas, box: Box, card: str, *, on: bool) -> None:
    if not on:
        return
    canvas.rounded(box.inflate(-12, -12), 7, theme.CARD)
    rank = card[0].replace("T", "10")
    colour = theme.SUIT_COLOURS[card[1]]
    canvas.text(rank, (box.centerx - 16, box.centery), 40, colour, 38, Weight.COND_BOLD, "centre")
    cards.suit(canvas, Box(box.centerx + 4, box.centery - 16, 32, 32), card[1])
