"""The dealer's screen (1280x800): what to do next, the keys for it, and the seats.

One imperative sentence is the largest thing on it. A stop turns the prompt red; what is not well, or a lost
connection, takes a band under it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.views import DealerView, SeatView
from display import cards, keys, theme
from display.canvas import ARROW_RIGHT, ARROW_UP, CROSS, ERASE, Box, Canvas
from display.desk import Desk
from display.fonts import Weight
from display.keys import Key
from display.player import result_sentences
from display.sentences import Sentences
from display.theme import Look

_STREETS = ("preflop", "flop", "turn", "river")
# The street that a board of so many cards has come to.
_STREET_OF_BOARD = {3: 1, 4: 2, 5: 3}
_PROMPT = Box(16, 70, 1248, 190)
_BAND = 44
_TO_DO = ("health.muck_question", "health.two_places", "health.unknown_tag")
# Steps whose picture is a card or more, and how many.
_PICTURED = {"burn": 1, "flop": 3, "turn": 1, "river": 1, "collect": 2, "verify": 2, "name": 1, "move": 1}


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the picture depends on: two equal scenes give the same picture.

    `pressed` is the name of the key under the finger and `progress` how much of its holding time has passed.
    """

    view: DealerView
    desk: Desk = field(default_factory=Desk)
    stale: bool = False
    pressed: str = ""
    progress: float = 0.0


def draw(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    """Draws the whole screen."""
    view = scene.view
    canvas.clear()
    _strip(canvas, scene, say)
    _prompt(canvas, scene, say)
    if keys.acting(view):
        _field(canvas, scene, say)
    elif keys.naming(view):
        _picked(canvas, scene, say)
    else:
        _table(canvas, view, say)
    canvas.line((0, 698), (1280, 698), theme.RULE)
    for key in keys.keys_of(view, scene.desk, say):
        _key(canvas, key, scene, say)


def _strip(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    view, look = scene.view, theme.BAR
    canvas.fill(Box(0, 0, 1280, 56), look.fill)
    canvas.line((0, 56), (1280, 56), look.edge)
    words = view.table
    if view.hand:
        words += " · " + say.label("label.hand", hand=view.hand)
    wide = canvas.text(words, (20, 28), 26, look.text, 330, Weight.BOLD)
    blinds = view.blinds
    words = say.label("label.blinds", small=blinds.small, big=blinds.big)
    if blinds.ante:
        words += " · " + say.label("label.ante", ante=blinds.ante)
    canvas.text(words, (44 + wide, 28), 24, look.quiet, 600 - wide)
    _streets(canvas, view, say)
    colour, words = (
        (theme.RED, say.label("label.lost")) if scene.stale else (theme.GREEN, say.label("label.online"))
    )
    canvas.disc((1254, 28), 9, colour)
    canvas.text(words, (1236, 28), 22, look.quiet, 180, anchor="right")


def _streets(canvas: Canvas, view: DealerView, say: Sentences) -> None:
    now = _STREETS.index(view.phase) if view.phase in _STREETS else -1
    reached = _STREET_OF_BOARD.get(len(view.board), -1)
    left = 660
    for i, street in enumerate(_STREETS):
        words = say.label(f"label.street.{street}")
        wide = min(120, round(canvas.width(words, 21, Weight.BOLD)) + 28)
        done = i < now or (now < 0 and i <= reached)
        look = theme.STREET_NOW if i == now else theme.STREET_PAST if done else theme.STREET_AHEAD
        box = Box(left, 11, wide, 35)
        canvas.panel(box, 10, look, 2)
        weight = Weight.BOLD if i == now else Weight.SEMI_BOLD
        canvas.text(words, box.center, 21, look.text, wide - 16, weight, "centre")
        left += wide + 8


def _prompt(canvas: Canvas, scene: Scene, say: Sentences) -> None:
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
    misdeal = _misdeal(view, say)
    if misdeal:
        room.w -= 220
        pill = Box(box.right - 224, box.centery - 26, 200, 52)
        canvas.panel(pill, 26, theme.PILL)
        canvas.text(misdeal, pill.center, 21, theme.PROMPT.text, 180, Weight.BOLD, "centre")
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
        return happened, _way_out(view, say) or (prompt if happened != prompt else "")
    return prompt, detail


def _way_out(view: DealerView, say: Sentences) -> str:
    """What ends a stop here, empty where only the floor can."""
    match "undo" in view.asks, view.redeal:
        case True, True:
            return say.label("label.out.both")
        case True, False:
            return say.label("label.out.undo")
        case False, True:
            return say.label("label.out.redeal")
    return ""


def _misdeal(view: DealerView, say: Sentences) -> str:
    if view.misdeal_possible is None or _prompt_look(view) is not theme.PROMPT_STOP:
        return ""
    return say.label("label.misdeal.yes" if view.misdeal_possible else "label.misdeal.no")


def _sign(canvas: Canvas, box: Box, view: DealerView, look: Look) -> None:
    """The seat that the step is about, or a picture of the step."""
    centre, radius = box.center, min(62, box.h // 2 - 12)
    do, seat = view.prompt.do, view.prompt.seat
    if look is theme.PROMPT_STOP:
        canvas.disc(centre, radius, theme.WHITE)
        canvas.text("!", centre, radius * 1.4, look.fill, radius * 2, Weight.BOLD, "centre")
    elif len(view.prompt.seats) > 1:
        _discs(canvas, box, view.prompt.seats)
    elif seat and do != "name":
        canvas.disc(centre, radius, theme.AMBER)
        canvas.text(str(seat), centre, radius * 1.26, theme.INK, radius * 1.7, Weight.BOLD, "centre")
    elif do in _PICTURED:
        count, tall = _PICTURED[do], radius * 1.6
        for i in range(count):
            shift = (i - (count - 1) / 2) * 30
            cards.back(canvas, Box(centre[0] - tall * 0.36 + shift, centre[1] - tall / 2, tall * 0.72, tall))
    else:
        canvas.disc(centre, radius, look.edge)
        arrow = Box(centre[0] - radius * 0.3, centre[1] - radius * 0.45, radius * 0.8, radius * 0.9)
        canvas.polygon(ARROW_RIGHT, arrow, theme.INK)


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


def _field(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    """The amount field, with the limit when what is keyed lies outside."""
    view, box = scene.view, keys.FIELD
    least, most = keys.amount_limits(view)
    if not least:
        canvas.panel(box, 14, theme.KEY_OFF)
        return
    amount = keys.amount_of(view, scene.desk)
    look, words = theme.FIELD, say.label("label.bet" if view.actions.bet_min else "label.raise")
    if amount < least:
        look, words = theme.FIELD_WRONG, say.label("label.least", least=least)
    elif most and amount > most:
        look, words = theme.FIELD_WRONG, say.label("label.most", most=most)
    canvas.panel(box, 14, look, 3 if look is theme.FIELD_WRONG else 2)
    canvas.text(words, (box.x + 22, box.centery), 28, look.quiet, 320)
    canvas.text(say.number(amount), (box.right - 26, box.centery), 58, look.text, 440, Weight.BOLD, "right")
    canvas.fill(Box(box.right - 18, box.y + 20, 4, 46), theme.AMBER)


def _picked(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    wanted, box = keys.wanted_cards(scene.view), keys.PICKED
    step = min(70, (box.w - 64) // wanted)
    for i in range(min(wanted, 7)):
        place = Box(box.x + 4 + i * step, box.y + 1, 60, 84)
        if i < len(scene.desk.cards):
            cards.face(canvas, place, scene.desk.cards[i])
        else:
            canvas.panel(place, 6, theme.KEY_OFF)
    left = box.x + 4 + min(wanted, 7) * step + 10
    words = say.label("label.name_count", count=wanted)
    canvas.paragraph(words, Box(left, box.y, max(40, box.right - left), box.h), 24, theme.PAGE.quiet)


def _table(canvas: Canvas, view: DealerView, say: Sentences) -> None:
    """Board, pots and results, where no keypad is needed."""
    box = Box(436, 276, 828, 404)
    canvas.panel(box, 16, theme.POT)
    lines = [words for _, words in result_sentences(view.results, say)]
    if not lines and len(view.pots) > 1:
        lines = [_pot_line(view, index, say) for index in range(len(view.pots))]
    if len(lines) > 5:
        lines = [*lines[:4], " · ".join(lines[4:])]
    top = box.y + 24 if lines else box.centery - 65
    for i in range(5):
        place = Box(box.x + 24 + i * 106, top, 94, 130)
        if i < len(view.board):
            cards.face(canvas, place, view.board[i])
        else:
            cards.slot(canvas, place)
    left, room = box.x + 570, 234
    canvas.text(say.label("label.pot"), (left, top + 22), 28, theme.POT.quiet, room)
    total = say.number(view.pot_total)
    canvas.text(total, (left, top + 76), 52, theme.POT.text, room, Weight.BOLD)
    for i, words in enumerate(lines):
        canvas.text(words, (box.x + 24, box.y + 196 + i * 44), 30, theme.POT.text, box.w - 48)


def _pot_line(view: DealerView, index: int, say: Sentences) -> str:
    word = say.label("label.pot.side", number=index) if index else say.label("label.pot.main")
    return f"{word}: {say.number(view.pots[index].amount)}"


def _key(canvas: Canvas, key: Key, scene: Scene, say: Sentences) -> None:
    look = theme.KEY_OFF if scene.stale else key.look
    box, pressed = key.box, scene.pressed == key.name
    match key.deed:
        case keys.Choose() if key.name.startswith("seat "):
            _seat(canvas, key, scene, say)
        case keys.Pick(card):
            canvas.panel(box, 10, look, 4 if look is theme.KEY_CHOSEN else 2)
            _card_key(canvas, box, card, on=key.on)
        case keys.Erase():
            canvas.panel(box, 12, look)
            sign = Box(box.centerx - 22, box.centery - 15, 44, 30)
            canvas.polygon(ERASE, sign, look.text)
            canvas.polygon(CROSS, Box(sign.x + 18, sign.y + 6, 18, 18), look.fill)
        case _:
            canvas.panel(box, 14, look)
            _key_words(canvas, key, look)
    if pressed:
        canvas.outline(box, 14, theme.WHITE, 5)
        if scene.progress:
            bar = Box(box.x + 8, box.bottom - 16, max(8, round((box.w - 16) * scene.progress)), 10)
            canvas.rounded(bar, 5, theme.WHITE)


def _key_words(canvas: Canvas, key: Key, look: Look) -> None:
    box, room = key.box, key.w - 20
    large = {"digit": 42, "quick": 28}.get(key.name.split(" ", maxsplit=1)[0], 38)
    if key.name in ("undo", "floor"):
        large = 26
    if not key.under:
        canvas.paragraph(key.label, box.inflate(-20, -12), large, look.text, Weight.BOLD, "centre")
        return
    if key.name == "undo":
        canvas.text(key.label, (box.centerx, box.y + 25), 22, look.text, room, Weight.BOLD, "centre")
        canvas.paragraph(key.under, Box(box.x + 10, box.y + 38, room, 38), 18, look.quiet, anchor="centre")
        return
    size = 22 if key.name.startswith("quick") else 30
    canvas.text(key.label, (box.centerx, box.y + box.h * 0.3), size, look.quiet, room, anchor="centre")
    under = 28 if size == 22 else 40
    canvas.text(key.under, (box.centerx, box.y + box.h * 0.69), under, look.text, room, Weight.BOLD, "centre")


def _card_key(canvas: Canvas, box: Box, card: str, *, on: bool) -> None:
    if not on:
        return
    canvas.rounded(box.inflate(-12, -12), 7, theme.CARD)
    rank = card[0].replace("T", "10")
    colour = theme.SUIT_COLOURS[card[1]]
    canvas.text(rank, (box.centerx - 16, box.centery), 40, colour, 38, Weight.COND_BOLD, "centre")
    cards.suit(canvas, Box(box.centerx + 4, box.centery - 16, 32, 32), card[1])


def _seat(canvas: Canvas, key: Key, scene: Scene, say: Sentences) -> None:
    """A seat chip: its number and, under it, the bet, a mark for the turn, or that it does not play."""
    view, box = scene.view, key.box
    number = int(key.label)
    seat = view.seats[number]
    acting = number in (view.actor, view.prompt.seat, *view.prompt.seats)
    gone = seat.status in ("folded", "dead", "away", "out", "absent", "empty")
    look = theme.DISC_ACTING if acting else theme.KEY_OFF if gone else theme.KEY
    chosen = scene.desk.seat == number
    canvas.panel(box, 12, theme.KEY_CHOSEN if chosen else look, 4 if chosen else 2)
    words = theme.KEY_CHOSEN if chosen else look
    canvas.text(key.label, (box.centerx, box.y + 28), 32, words.text, box.w - 10, Weight.BOLD, "centre")
    _seat_state(canvas, box, seat, words, say, acting=acting)
    if number == view.button:
        canvas.disc((box.right - 8, box.y + 8), 13, theme.WHITE, theme.INK, 2)
        words_d = say.label("label.position.BTN")
        canvas.text(words_d, (box.right - 8, box.y + 8), 16, theme.INK, 22, Weight.BOLD, "centre")


def _seat_state(
    canvas: Canvas, box: Box, seat: SeatView, look: Look, say: Sentences, *, acting: bool
) -> None:
    at = (box.centerx, box.y + 60)
    if seat.status == "all-in":
        colour = look.text if acting else theme.RED
        canvas.text(say.label("label.status.all-in"), at, 21, colour, box.w - 8, Weight.BOLD, "centre")
    elif acting:
        canvas.polygon(ARROW_UP, Box(box.centerx - 11, box.y + 51, 22, 16), look.text)
    elif seat.street_bet:
        amount = say.number(seat.street_bet)
        canvas.text(amount, at, 21, look.text, box.w - 8, Weight.BOLD, "centre")
    elif seat.status == "live":
        for i in range(min(2, seat.cards_held)):
            cards.back(canvas, Box(box.centerx - 14 + i * 14, box.y + 48, 14, 20))
    elif seat.status != "empty":
        canvas.fill(Box(box.centerx - 12, box.y + 58, 24, 3), look.text)


def waiting(canvas: Canvas, words: str) -> None:
    """The screen before the first snapshot."""
    canvas.clear()
    canvas.paragraph(words, Box(40, 300, 1200, 200), 52, theme.PAGE.text, Weight.BOLD, "centre")
