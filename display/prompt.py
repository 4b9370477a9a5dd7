"""The prompt of the dealer screen: one imperative sentence, why, and what is not well."""

from __future__ import annotations

from controller.views import DealerView, PromptView
from display import cards, theme
from display.canvas import ARROW_RIGHT, Box, Canvas
from display.fonts import Weight
from display.scene import Scene
from display.sentences import Sentences
from display.theme import Look

_PROMPT = Box(16, 70, 1248, 190)
_BAND = 44
_TO_DO = ("health.muck_question", "health.two_places", "health.unknown_tag")
# Steps whose picture is a card or more, and how many.
_PICTURED = {"burn": 1, "flop": 3, "turn": 1, "river": 1, "collect": 2, "verify": 2, "name": 1, "shuffle": 3}
# Streets on which a misdeal is still a question (rules.md 3.1).
_EARLY = ("dealing", "preflop")


def draw_prompt(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    """Draws the prompt and the band under it."""
    view = scene.view
    bands = _bands(scene, say)
    box = Box(_PROMPT)
    if bands:
        box.h -= _BAND + 6
        band = Box(box.x, box.bottom + 6, box.w, _BAND)
        look, words = bands[0]
        canvas.panel(band, 10, look)
        more = say.label("label.more", count=len(bands) - 1) if len(bands) > 1 else ""
        canvas.text(words, (band.x + 20, band.centery), 25, look.text, band.w - 110, Weight.SEMI_BOLD)
        canvas.text(more, (band.right - 20, band.centery), 25, look.text, 60, Weight.BOLD, "right")
    look = _prompt_look(view)
    canvas.panel(box, 20, look, 4)
    _sign(canvas, Box(box.x + 30, box.y, 124, box.h), view, look)
    headline, detail = _words(view, say)
    room = Box(box.x + 180, box.y + 10, box.w - 204, box.h - 20)
    if _asks_misdeal(view):
        room.w -= 240
        _misdeal(canvas, Box(box.right - 248, box.y + 12, 230, box.h - 24), view, say)
    refusal = scene.desk.refusal
    _lines(canvas, room, look, headline, say.say(refusal) if refusal else detail, refused=bool(refusal))


def _lines(canvas: Canvas, room: Box, look: Look, headline: str, detail: str, *, refused: bool) -> None:
    """The large line and, where there is one, the smaller line under it."""
    if not detail:
        canvas.paragraph(headline, room, 52, look.text, Weight.BOLD)
        return
    upper = Box(room.x, room.y, room.w, round(room.h * 0.6))
    lines = canvas.paragraph(headline, upper, 52, look.text, Weight.BOLD)
    # Two lines fill their room; one line leaves some under it, and the detail comes closer.
    closer = round(room.h * 0.08) if lines == 1 else 0
    lower = Box(room.x, upper.bottom - closer, room.w, room.h - upper.h)
    if refused:
        canvas.panel(lower.inflate(0, -2).move(-14, 0), 12, theme.REFUSAL)
        canvas.paragraph(detail, lower.inflate(-20, -8), 34, theme.REFUSAL.text, Weight.BOLD)
    else:
        canvas.paragraph(detail, lower, 36, look.quiet)


def _bands(scene: Scene, say: Sentences) -> list[tuple[Look, str]]:
    """What takes the band under the prompt, the gravest first."""
    found: list[tuple[Look, str]] = []
    if scene.stale:
        found.append((theme.REFUSAL, say.label("label.lost.dealer")))
    if scene.view.told is not None and scene.view.prompt.do == "stop":
        found.append((theme.HEALTH, say.say(scene.view.told)))
    irregularity = scene.view.irregularity
    if irregularity is not None and not irregularity.stops:
        found.append((theme.HEALTH, say.say(irregularity.sentence)))
    # What the dealer can do something about comes before what he can only know.
    health = sorted(scene.view.health, key=lambda message: message.id not in _TO_DO)
    return found + [(theme.HEALTH, say.say(message)) for message in health]


def _prompt_look(view: DealerView) -> Look:
    if view.prompt.do == "stop" or (view.irregularity is not None and view.irregularity.stops):
        return theme.PROMPT_STOP
    return theme.PROMPT_CALM if view.prompt.do == "wait" else theme.PROMPT


def _words(view: DealerView, say: Sentences) -> tuple[str, str]:
    """The headline and the line under it: while stopped, what happened and then what to do."""
    prompt = say.say(view.prompt.sentence)
    detail = say.say(view.prompt.detail) if view.prompt.detail else ""
    if view.irregularity is not None and view.irregularity.stops:
        happened = say.say(view.irregularity.sentence)
        # A sentence of this family says itself that the floor is to be called.
        told = happened == prompt or view.irregularity.sentence.id.startswith("irregular.")
        return happened, _way_out(view, say) or ("" if told else prompt)
    note = say.say(view.prompt.note) if view.prompt.note else ""
    return prompt, " ".join(filter(None, (detail, note)))


def _way_out(view: DealerView, say: Sentences) -> str:
    """What ends a stop here, empty where only the floor can."""
    # Taking back what somebody did after the stop leaves the stop as it is.
    undo = "undo" in view.asks and view.undo is not None and view.undo.id != "undo.note"
    match undo, view.redeal:
        case True, True:
            return say.label("label.out.both")
        case True, False:
            return say.label("label.out.undo")
        case False, True:
            return say.label("label.out.redeal")
    return ""


def _asks_misdeal(view: DealerView) -> bool:
    if view.misdeal_possible is None:
        return False
    return view.phase in _EARLY or _prompt_look(view) is theme.PROMPT_STOP


def _misdeal(canvas: Canvas, box: Box, view: DealerView, say: Sentences) -> None:
    """Whether the hand can still be a misdeal, and why (rules.md 3.1)."""
    look = theme.PILL
    canvas.panel(box, 16, look)
    words = say.label("label.misdeal.yes" if view.misdeal_possible else "label.misdeal.no")
    room = box.inflate(-24, -12)
    if view.misdeal_because is None:
        canvas.paragraph(words, room, 24, theme.PROMPT.text, Weight.BOLD, "centre")
        return
    upper = Box(room.x, room.y, room.w, room.h * 2 // 5)
    canvas.paragraph(words, upper, 24, theme.PROMPT.text, Weight.BOLD, "centre")
    lower = Box(room.x, upper.bottom, room.w, room.h - upper.h)
    canvas.paragraph(say.say(view.misdeal_because), lower, 24, look.quiet, anchor="centre")


def _sign(canvas: Canvas, box: Box, view: DealerView, look: Look) -> None:
    """The seat that the step is about, or a picture of the step."""
    centre, radius = box.center, min(62, box.h // 2 - 12)
    do, seat = view.prompt.do, view.prompt.seat
    if look is theme.PROMPT_STOP:
        canvas.disc(centre, radius, theme.WHITE)
        canvas.text("!", centre, radius * 1.4, look.fill, radius * 2, Weight.BOLD, "centre")
    elif do == "move":
        _moving(canvas, box, view.prompt)
    elif do == "pick":
        _fan(canvas, box, min(4, max(2, view.prompt.cards)))
    elif len(view.prompt.seats) > 1:
        _discs(canvas, box, view.prompt.seats)
    elif seat and do != "name":
        canvas.disc(centre, radius, theme.AMBER)
        canvas.text(str(seat), centre, radius * 1.26, theme.INK, radius * 1.7, Weight.BOLD, "centre")
    elif do in _PICTURED:
        _fan(canvas, box, _PICTURED[do])
    else:
        canvas.disc(centre, radius, look.edge)
        arrow = Box(centre[0] - radius * 0.3, centre[1] - radius * 0.45, radius * 0.8, radius * 0.9)
        canvas.polygon(ARROW_RIGHT, arrow, theme.INK)


def _fan(canvas: Canvas, box: Box, count: int) -> None:
    """Some cards face down, one over another."""
    centre, tall = box.center, min(62, box.h // 2 - 12) * 1.6
    step = min(30, 60 // max(1, count - 1))
    for i in range(count):
        left = centre[0] - tall * 0.36 + (i - (count - 1) / 2) * step
        cards.back(canvas, Box(left, centre[1] - tall / 2, tall * 0.72, tall))


def _moving(canvas: Canvas, box: Box, prompt: PromptView) -> None:
    """A card, an arrow, and where it goes: a seat, or other cards."""
    middle = box.centery
    cards.back(canvas, Box(box.x, middle - 32, 46, 64))
    canvas.polygon(ARROW_RIGHT, Box(box.x + 52, middle - 12, 18, 24), theme.AMBER)
    if prompt.seat and prompt.to.startswith("seat"):
        canvas.disc((box.x + 101, middle), 25, theme.AMBER)
        canvas.text(str(prompt.seat), (box.x + 101, middle), 32, theme.INK, 44, Weight.BOLD, "centre")
        return
    for shift in (0, 5, 10):
        cards.back(canvas, Box(box.x + 74 + shift, middle - 32 + shift // 2, 40, 58))


def _discs(canvas: Canvas, box: Box, seats: tuple[int, ...]) -> None:
    """Several seats in two columns, of as many as there is room for."""
    shown = seats[:6]
    rows = -(-len(shown) // 2)
    radius = min(30, box.h // (2 * rows) - 8)
    for i, seat in enumerate(shown):
        across, down = i % 2 - 0.5, i // 2 - (rows - 1) / 2
        centre = (box.centerx + across * (2 * radius + 6), box.centery + down * (2 * radius + 6))
        canvas.disc(centre, radius, theme.AMBER)
        canvas.text(str(seat), centre, radius * 1.26, theme.INK, radius * 1.7, Weight.BOLD, "centre")
