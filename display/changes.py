"""Everything that the chosen ruling would change: now, an arrow, then."""

from __future__ import annotations

from controller.views import ChangeView, FloorView
from display import theme
from display.bench import OTHERS, Bench
from display.canvas import ARROW_RIGHT, Box, Canvas
from display.editors import place_name
from display.floorkeys import A_PAGE, NOTE_FIELD, change_pages, need_keys
from display.fonts import Weight
from display.ruling import changes_of, choice_of
from display.sentences import Sentences

_LARGE = 4
# Changes that are about seats, and those about places.
_OF_SEATS = ("actor", "button")
_OF_PLACES = ("card",)


def draw_changes(canvas: Canvas, box: Box, view: FloorView, bench: Bench, say: Sentences) -> None:
    """Draws the panel; many changes are small rows on pages."""
    look = theme.PANEL
    canvas.panel(box, 16, look)
    title = say.label("label.changes")
    canvas.text(title, (box.x + 20, box.y + 28), 28, look.text, box.w - 40, Weight.BOLD)
    canvas.text(say.label("label.note"), (box.x + 20, NOTE_FIELD.y - 18), 21, look.quiet, box.w - 40)
    choice = choice_of(view, bench)
    if choice is None:
        return
    top = box.y + 56 + 82 * len(need_keys(view, bench, say))
    room = Box(box.x + 16, top, box.w - 32, NOTE_FIELD.y - 34 - top)
    changes = changes_of(choice, bench)
    if not changes:
        words = say.label("label.changes.after" if changes is None else "label.changes.none")
        canvas.paragraph(words, Box(room.x + 4, room.y, room.w - 8, min(60, room.h)), 22, look.quiet)
        return
    pages = change_pages(view, bench)
    page = bench.page % pages if bench.sheet != OTHERS else 0
    shown = changes[page * A_PAGE :][:A_PAGE] if pages > 1 else changes
    if len(shown) <= _LARGE and len(shown) * 90 <= room.h:
        for i, change in enumerate(shown):
            _large(canvas, Box(room.x, room.y + i * 90, room.w, 82), change, say)
        return
    pitch = min(46, room.h // max(1, len(shown)))
    for i, change in enumerate(shown):
        _small(canvas, Box(room.x, room.y + i * pitch, room.w, pitch - 4), change, say)


def change_name(change: ChangeView, say: Sentences) -> str:
    """What changes: "Seat 3 stack", "Pot"."""
    key = f"label.change.{change.what}"
    return say.label(f"{key}.seat", seat=change.seat) if change.seat else say.known(key, change.what)


def change_value(what: str, text: str, say: Sentences) -> str:
    """One side of a change: chips as numbers, seats and places by name, a status as it is called."""
    if text.isdecimal():
        number = int(text)
        if what not in _OF_SEATS:
            return say.number(number)
        return say.label("label.seat", seat=number) if number else say.label("label.nobody")
    if what in _OF_PLACES:
        return place_name(text, say)
    return say.known(f"label.{'status' if what == 'status' else 'value'}.{text}", text)


def _large(canvas: Canvas, box: Box, change: ChangeView, say: Sentences) -> None:
    look = theme.CHANGE
    canvas.panel(box, 12, look)
    canvas.text(change_name(change, say), (box.x + 16, box.y + 23), 22, look.quiet, box.w - 32)
    before, after = (change_value(change.what, side, say) for side in (change.before, change.after))
    canvas.text(before, (box.x + 16, box.y + 57), 26, look.quiet, 116)
    _arrow(canvas, box.x + 142, box.y + 57)
    canvas.text(after, (box.right - 14, box.y + 57), 29, look.text, 130, Weight.BOLD, "right")


def _small(canvas: Canvas, box: Box, change: ChangeView, say: Sentences) -> None:
    look = theme.CHANGE
    canvas.panel(box, 8, look)
    before, after = (change_value(change.what, side, say) for side in (change.before, change.after))
    canvas.text(change_name(change, say), (box.x + 10, box.centery), 18, look.quiet, 112)
    canvas.text(before, (box.x + 206, box.centery), 20, look.quiet, 76, anchor="right")
    _arrow(canvas, box.x + 210, box.centery)
    canvas.text(after, (box.right - 8, box.centery), 21, look.text, 72, Weight.BOLD, "right")


def _arrow(canvas: Canvas, x: int, y: int) -> None:
    colour = theme.CHANGE.quiet
    canvas.fill(Box(x, y - 1, 12, 3), colour)
    canvas.polygon(ARROW_RIGHT, Box(x + 11, y - 7, 10, 15), colour)
