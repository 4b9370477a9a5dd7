"""The floor's screen (1280x800): what happened, the rulings that are open, and all that one would change.

Its purple bar is that of no other screen, so that nobody takes it for play (display.md 4.4).
"""

from __future__ import annotations

from controller.views import FloorView, SignInView
from display import cards, theme
from display.bench import COUNTED, OTHERS, REVEAL, Bench
from display.canvas import ARROW_RIGHT, Box, Canvas
from display.changes import draw_changes
from display.deeds import Key
from display.editors import (
    AMOUNT_FIELD,
    CHIPS_FIELD,
    MOVES_FIELD,
    SECOND_FIELD,
    TEXT_FIELD,
    TITLE,
    WIDE,
    sheet_value,
)
from display.facts import draw_facts
from display.floorkeys import CHANGES, FACTS, FULL_SHEETS, MENU, WIDE_SHEETS, floor_keys
from display.fonts import Weight
from display.keyface import draw_key, draw_press
from display.ruling import choice_of
from display.scene import FloorScene
from display.sentences import Sentences
from display.signin import PIN_FIELD

_BAR = Box(0, 0, 1280, 72)
_PILL = Box(1024, 14, 240, 44)
_LOG = 3


def draw(canvas: Canvas, scene: FloorScene, say: Sentences) -> None:
    """Draws the whole screen."""
    view, bench = scene.view, scene.bench
    canvas.clear()
    _bar(canvas, scene, say)
    if isinstance(view, SignInView):
        _field(canvas, PIN_FIELD, say.label("label.pin"), "●" * len(bench.pin))
    else:
        _panels(canvas, view, scene, say)
        canvas.line((0, 664), (1280, 664), theme.RULE)
        _log(canvas, view, scene, say)
    for key in floor_keys(view, bench, say, scene.age):
        _key(canvas, key, scene, say)
    if isinstance(view, SignInView):
        _refusal(canvas, scene, Box(16, 682, 620, 100), say)


def _bar(canvas: Canvas, scene: FloorScene, say: Sentences) -> None:
    view, look = scene.view, theme.FLOOR_BAR
    canvas.fill(_BAR, look.fill)
    canvas.line((0, 72), (1280, 72), look.edge)
    signed = isinstance(view, FloorView)
    title = say.label("label.floor_ruling" if signed else "label.floor_sign_in")
    wide = canvas.text(title, (20, 36), 36, look.text, 400, Weight.BOLD)
    words = view.table
    if isinstance(view, FloorView) and view.hand:
        words += " · " + say.label("label.hand", hand=view.hand)
    canvas.text(words, (44 + wide, 37), 27, look.quiet, (680 if signed else 980) - wide - 44)
    if scene.stale:
        pill, words = theme.REFUSAL, say.label("label.lost")
    elif isinstance(view, SignInView):
        pill = theme.PAUSED if view.called else theme.GOING_ON
        words = say.label("label.floor_called" if view.called else "label.not_called")
    else:
        pill = theme.PAUSED if view.paused else theme.GOING_ON
        words = say.label("label.paused" if view.paused else "label.play_on")
    canvas.panel(_PILL, 22, pill)
    if pill is theme.PAUSED:
        for left in (20, 32):
            canvas.fill(Box(_PILL.x + left, _PILL.y + 12, 7, 20), pill.text)
    room = Box(_PILL.x + 48, _PILL.y, _PILL.w - 60, _PILL.h)
    canvas.text(words, room.center, 24, pill.text, room.w, Weight.BOLD, "centre")


def _panels(canvas: Canvas, view: FloorView, scene: FloorScene, say: Sentences) -> None:
    sheet = scene.bench.sheet
    if sheet in FULL_SHEETS:
        _sheet(canvas, scene, say)
        return
    if sheet == REVEAL:
        canvas.panel(CHANGES, 16, theme.PANEL)
        words = say.label("label.revealed_once")
        canvas.paragraph(words, CHANGES.inflate(-50, -200), 28, theme.PANEL.text, anchor="centre")
    else:
        draw_changes(canvas, CHANGES, view, scene.bench, say)
    if sheet == OTHERS:
        return
    if sheet in WIDE_SHEETS:
        canvas.panel(WIDE, 16, theme.PANEL)
        _sheet(canvas, scene, say)
        return
    draw_facts(canvas, FACTS, view, scene, say)
    canvas.panel(MENU, 16, theme.PANEL)
    if scene.bench.faces:
        _revealed(canvas, scene.bench, say)
    elif sheet:
        _sheet(canvas, scene, say)
    else:
        _menu_head(canvas, view, scene.bench, say)


def _menu_head(canvas: Canvas, view: FloorView, bench: Bench, say: Sentences) -> None:
    look, choice = theme.PANEL, choice_of(view, bench)
    left = MENU.x + 22
    if choice is None:
        words = say.label("label.nothing_to_rule")
        canvas.paragraph(words, MENU.inflate(-60, -60), 30, look.quiet, anchor="centre")
        return
    wide = canvas.text(say.label("label.ruling"), (left, TITLE), 25, look.quiet, 200)
    source = " · ".join(filter(None, (choice.code, choice.source)))
    canvas.text(source, (MENU.right - 22, TITLE), 20, look.quiet, MENU.w - 70 - wide, anchor="right")


def _sheet(canvas: Canvas, scene: FloorScene, say: Sentences) -> None:
    """Above the keys of a sheet: what is asked, and what is keyed so far."""
    view, bench = scene.view, scene.bench
    assert isinstance(view, FloorView)
    title = "" if bench.sheet == REVEAL else say.label(f"label.need.{bench.sheet}")
    match bench.sheet:
        case "note" | "reveal":
            if bench.sheet == "note":
                canvas.text(title, (WIDE.x + 22, TITLE + 20), 28, theme.PANEL.text, 800, Weight.BOLD)
            _written(canvas, TEXT_FIELD, bench.text or say.label("label.reason"), known=bool(bench.text))
            return
        case "card" | "moves":
            title = say.label("label.pick_move") if bench.sheet == "moves" else title
            words = sheet_value(bench.sheet, bench, say) or title
            canvas.paragraph(words, MOVES_FIELD, 28, theme.PAGE.text, Weight.BOLD)
            return
        case "second":
            _field(canvas, SECOND_FIELD, say.label("label.pin"), "●" * len(bench.pin))
        case "amount":
            _field(canvas, AMOUNT_FIELD, "", say.number(bench.amount))
        case "chips":
            whose = say.label("label.seat", seat=bench.seat) if bench.seat else ""
            _field(canvas, CHIPS_FIELD, whose, say.number(dict(bench.chips).get(bench.seat, 0)))
        case "posts":
            part, amount = ("dead", bench.dead) if bench.second_part else ("live", bench.amount)
            _field(canvas, CHIPS_FIELD, say.label(f"label.part.{part}"), say.number(amount))
        case "penalty" if bench.penalty in COUNTED:
            _field(canvas, CHIPS_FIELD, "", say.number(bench.amount))
    left = WIDE.x if bench.sheet in WIDE_SHEETS else MENU.x
    canvas.text(title, (left + 22, TITLE), 25, theme.PANEL.quiet, 500)


def _field(canvas: Canvas, box: Box, words: str, value: str) -> None:
    """A field with what is keyed; a PIN is dots, drawn since the font has no round ones."""
    look = theme.FIELD
    canvas.panel(box, 14, look)
    canvas.text(words, (box.x + 22, box.centery), 28, look.quiet, 160)
    if value.startswith("●"):
        for i in range(len(value)):
            canvas.disc((box.right - 34 - i * 26, box.centery), 9, look.text)
    else:
        canvas.text(value, (box.right - 26, box.centery), 48, look.text, box.w - 150, Weight.BOLD, "right")


def _written(canvas: Canvas, box: Box, words: str, *, known: bool) -> None:
    look = theme.FIELD
    canvas.panel(box, 14, look)
    room = Box(box.x + 20, box.y, box.w - 40, box.h)
    canvas.paragraph(words, room, 28, look.text if known else look.quiet, Weight.SEMI_BOLD)


def _revealed(canvas: Canvas, bench: Bench, say: Sentences) -> None:
    words = say.label("label.revealed", seat=bench.shown)
    canvas.text(words, (MENU.centerx, MENU.y + 90), 34, theme.PANEL.text, 500, Weight.BOLD, "centre")
    wide = 190
    left = MENU.centerx - (len(bench.faces) * (wide + 20) - 20) // 2
    for i, card in enumerate(bench.faces[:2]):
        cards.face(canvas, Box(left + i * (wide + 20), MENU.y + 150, wide, 264), card)
    room = Box(MENU.x + 30, MENU.y + 440, MENU.w - 60, 90)
    canvas.paragraph(say.label("label.revealed_once"), room, 26, theme.PANEL.quiet, anchor="centre")


def _log(canvas: Canvas, view: FloorView, scene: FloorScene, say: Sentences) -> None:
    """The last things that happened, the newest lowest; a refusal takes their place."""
    if _refusal(canvas, scene, Box(16, 682, 620, 100), say):
        return
    canvas.text(say.label("label.last_actions"), (20, 686), 22, theme.PAGE.quiet, 600)
    newest = list(reversed(view.log[:_LOG]))
    for i, message in enumerate(newest):
        colour = theme.PAGE.text if i == len(newest) - 1 else theme.PAGE.quiet
        canvas.text(say.say(message), (20, 718 + i * 29), 22, colour, 616)


def _refusal(canvas: Canvas, scene: FloorScene, box: Box, say: Sentences) -> bool:
    refusal = scene.bench.refusal
    if refusal is None:
        return False
    canvas.panel(box, 14, theme.REFUSAL)
    canvas.paragraph(say.say(refusal), box.inflate(-40, -16), 30, theme.REFUSAL.text, Weight.BOLD)
    return True


def _key(canvas: Canvas, key: Key, scene: FloorScene, say: Sentences) -> None:
    look = theme.KEY_OFF if scene.stale else key.look
    kind = key.name.split(" ", maxsplit=1)[0]
    box = key.box
    match kind:
        case "choice" | "ruling":
            _choice(canvas, key, look)
        case "facts":
            pass
        case "need":
            canvas.panel(box, 12, look)
            canvas.text(key.label, (box.x + 16, box.y + 20), 20, look.quiet, box.w - 32)
            canvas.text(key.under, (box.x + 16, box.y + 51), 26, look.text, box.w - 32, Weight.BOLD)
        case "note":
            _written(canvas, box, key.label or say.label("label.reason"), known=bool(key.label))
        case "sign":
            _sign_key(canvas, key, look)
        case "apply":
            _apply(canvas, key, look)
        case "who" | "second" | "seat" | "part" if key.under:
            canvas.panel(box, 14, look)
            canvas.text(
                key.label, (box.centerx, box.y + box.h * 0.36), 30, look.text, box.w - 20, anchor="centre"
            )
            canvas.text(
                key.under, (box.centerx, box.y + box.h * 0.72), 22, look.quiet, box.w - 20, anchor="centre"
            )
        case "others" | "unnoticed" | "pending" | "reveal" | "page" | "changes" | "place":
            canvas.panel(box, 12, look)
            canvas.paragraph(key.label, box.inflate(-16, -10), 21, look.text, Weight.BOLD, "centre")
        case "back" | "cancel":
            canvas.panel(box, 16, look)
            canvas.paragraph(key.label, box.inflate(-24, -16), 30, look.text, Weight.BOLD, "centre")
        case _:
            draw_key(canvas, key, look)
    if scene.pressed == key.name:
        draw_press(canvas, key, scene.progress)


def _choice(canvas: Canvas, key: Key, look: theme.Look) -> None:
    """A ruling as a radio card: what it is called and what it means here."""
    box, chosen = key.box, look is theme.CHOICE_CHOSEN
    canvas.panel(box, 13, look, 3 if chosen else 2)
    if key.name.startswith("ruling"):
        canvas.text(key.under, (box.x + 12, box.y + 14), 15, look.quiet, 60)
        room = Box(box.x + 12, box.y + 22, box.w - 20, box.h - 25)
        canvas.paragraph(key.label, room, 20, look.text, Weight.BOLD)
        return
    centre = (box.x + 32, box.centery)
    canvas.disc(centre, 15, theme.PANEL.fill, look.edge, 3)
    if chosen:
        canvas.disc(centre, 8, theme.WHITE)
    canvas.text(key.label, (box.x + 62, box.y + 23), 26, look.text, box.w - 80, Weight.BOLD)
    room = Box(box.x + 62, box.y + 37, box.w - 76, box.h - 44)
    canvas.paragraph(key.under, room, 22, look.quiet)


def _sign_key(canvas: Canvas, key: Key, look: theme.Look) -> None:
    if key.name != "sign out":
        draw_key(canvas, key, look)
        return
    box = key.box.inflate(-8, -12)
    canvas.panel(box, 12, look)
    name = Box(box.x + 14, box.y + 4, box.w - 140, box.h - 8)
    canvas.paragraph(key.label, name, 24, look.text, Weight.BOLD)
    canvas.text(key.under, (box.right - 40, box.centery), 20, look.quiet, 80, anchor="right")
    canvas.polygon(ARROW_RIGHT, Box(box.right - 26, box.centery - 8, 12, 16), look.text)


def _apply(canvas: Canvas, key: Key, look: theme.Look) -> None:
    box = key.box
    canvas.panel(box, 16, look, 3)
    room = Box(box.x + 24, box.y + 10, box.w - 48, box.h - 20)
    if key.on:
        centre = (box.x + 50, box.centery)
        canvas.disc(centre, 26, look.fill, theme.WHITE, 4)
        canvas.polygon(_TICK, Box(centre[0] - 13, centre[1] - 10, 26, 20), theme.WHITE)
        room = Box(box.x + 90, box.y + 10, box.w - 108, box.h - 20)
    canvas.paragraph(key.label, room, 32, look.text, Weight.BOLD, "left" if key.on else "centre")


_TICK = ((0, 0.55), (0.14, 0.4), (0.36, 0.65), (0.86, 0), (1, 0.14), (0.37, 1))
