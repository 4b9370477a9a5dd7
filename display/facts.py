"""What the floor has to know within five seconds: what, which card, where, since when, and what it allows."""

from __future__ import annotations

from controller.views import FactView, FloorView, Message
from display import cards, theme
from display.canvas import Box, Canvas
from display.fonts import Weight
from display.scene import FloorScene
from display.sentences import Sentences
from display.signin import minutes

_MOST_ACTED = 2


def draw_facts(canvas: Canvas, box: Box, view: FloorView, scene: FloorScene, say: Sentences) -> None:
    """Draws one irregularity, the first unless another one was turned to, and the last hand's board."""
    look = theme.PANEL
    canvas.panel(box, 16, look)
    room = Box(box.x + 16, box.y + 14, box.w - 32, box.h - 28)
    if not view.facts:
        words = say.label("label.no_facts")
        canvas.paragraph(words, Box(room.x, room.y, room.w, 110), 27, look.quiet)
        _possible(canvas, Box(room.x, room.y + 130, room.w, 84), view, None, say)
        _last_board(canvas, room, view, say)
        return
    at = scene.bench.fact % len(view.facts)
    fact = view.facts[at]
    top = room.y
    if len(view.facts) > 1:
        words = say.label("label.fact", number=at + 1, of=len(view.facts))
        canvas.text(words, (room.x, top + 10), 20, theme.AMBER, room.w, Weight.BOLD)
        top += 26
    happened = Box(room.x, top, room.w, room.y + 112 - top)
    canvas.paragraph(say.say(fact.sentence), happened, 28, look.text, Weight.BOLD)
    _card(canvas, Box(room.x, room.y + 120, room.w, 64), fact, scene.age, say)
    _possible(canvas, Box(room.x, room.y + 190, room.w, 52), view, fact, say)
    _acted(canvas, Box(room.x, room.y + 244, room.w, 68), fact, say)
    _last_board(canvas, room, view, say)


def _card(canvas: Canvas, box: Box, fact: FactView, age: int, say: Sentences) -> None:
    """The card with its place; its face only where everybody has seen it."""
    left = box.x
    if fact.place:
        place = Box(box.x, box.y, 46, 64)
        if fact.face:
            cards.face(canvas, place, fact.face)
        else:
            cards.back(canvas, place)
        left += 60
    where = say.say(Message("label.where", {"place": fact.place})) if fact.place else ""
    if fact.place and fact.card:
        where = say.say(Message("label.where.card", {"place": fact.place, "card": fact.card}))
    if not where and fact.seat:
        where = say.label("label.seat", seat=fact.seat)
    canvas.text(where, (left, box.y + 17), 24, theme.PANEL.text, box.right - left)
    since = say.label("label.since", time=minutes(fact.since + age))
    canvas.text(since, (left, box.y + 48), 22, theme.PANEL.quiet, box.right - left)


def _possible(canvas: Canvas, box: Box, view: FloorView, fact: FactView | None, say: Sentences) -> None:
    """Whether a misdeal was possible when attention was called, and why (rules.md 3.1, 12.1)."""
    possible = fact.possible if fact else view.misdeal_possible
    if possible is None:
        return
    words = say.label("label.misdeal.yes" if possible else "label.misdeal.no")
    canvas.text(words, (box.x, box.y + 12), 22, theme.AMBER, box.w, Weight.BOLD)
    if view.misdeal_because is not None:
        because = say.say(view.misdeal_because)
        canvas.paragraph(because, Box(box.x, box.y + 26, box.w, box.h - 26), 19, theme.PANEL.quiet)


def _acted(canvas: Canvas, box: Box, fact: FactView, say: Sentences) -> None:
    """What was done since attention was called: the last of it where there is more."""
    words = " · ".join(say.say(message) for message in reversed(fact.acted[:_MOST_ACTED]))
    shown = say.label("label.acted_since", what=words) if words else say.label("label.acted_since.nothing")
    canvas.paragraph(shown, box, 20, theme.PANEL.text if words else theme.PANEL.quiet)


def _last_board(canvas: Canvas, room: Box, view: FloorView, say: Sentences) -> None:
    if not view.last_board:
        return
    words = say.label("label.last_board")
    canvas.paragraph(words, Box(room.x, room.bottom - 50, 84, 50), 19, theme.PANEL.quiet)
    for i, card in enumerate(view.last_board[:5]):
        cards.face(canvas, Box(room.x + 92 + i * 37, room.bottom - 48, 33, 46), card)
