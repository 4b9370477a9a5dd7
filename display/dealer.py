"""The dealer's screen (1280x800): what to do next, the keys for it, and the seats.

One imperative sentence is the largest thing on it. A stop turns the prompt red; what is not well, or a lost
connection, takes a band under it.
"""

from __future__ import annotations

from controller.views import AccountView, DealerView, SeatView
from display import acting, cards, deeds, keys, picker, theme
from display.banner import result_sentences
from display.canvas import ARROW_UP, Box, Canvas
from display.deeds import Key
from display.desk import KEYBOARD, WORDS
from display.fonts import Weight
from display.keyface import draw_key, draw_press
from display.player import CARDS_ONLY, level_words, pot_words
from display.prompt import draw_prompt
from display.scene import Scene
from display.seatmap import seating
from display.sentences import Sentences
from display.theme import Look

_STREETS = ("preflop", "flop", "turn", "river")
# The street that a board of so many cards has come to.
_STREET_OF_BOARD = {3: 1, 4: 2, 5: 3}


def draw(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    """Draws the whole screen."""
    view = scene.view
    canvas.clear()
    _strip(canvas, scene, say)
    draw_prompt(canvas, scene, say)
    desk = scene.desk
    if desk.sheet == KEYBOARD:
        _name(canvas, scene, say)
    elif keys.reporting(view, desk):
        pass
    elif keys.picking(view, desk):
        _picked(canvas, scene, say)
    elif acting.acting(view):
        _field(canvas, scene, say)
    elif acting.noting(view) and desk.seat:
        _chips(canvas, scene, say)
    elif not seating(view):
        _table(canvas, view, say)
    elif desk.seat and not desk.sheet:
        _chips(canvas, scene, say)
    elif view.account is not None:
        _account(canvas, view.account, say)
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
    if blinds.big_blind_ante:
        words += " · " + say.label("label.big_blind_ante", ante=blinds.big_blind_ante)
    if level := level_words(view, say):
        words += " · " + level
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


def _field(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    """The amount field, with the limit when what is keyed lies outside."""
    view, box = scene.view, deeds.FIELD
    least, most = acting.amount_limits(view)
    if scene.desk.sheet == WORDS:
        _chips(canvas, scene, say)
        return
    if not least:
        canvas.panel(box, 14, theme.KEY_OFF)
        return
    amount = acting.amount_of(view, scene.desk)
    look, words = theme.FIELD, say.label("label.bet" if view.actions.bet_min else "label.raise")
    if amount < least:
        look, words = theme.FIELD_WRONG, say.label("label.least", least=least)
    elif most and amount > most:
        look, words = theme.FIELD_WRONG, say.label("label.most", most=most)
    canvas.panel(box, 14, look, 3 if look is theme.FIELD_WRONG else 2)
    _amount(canvas, words, say.number(amount), look)


def _amount(canvas: Canvas, words: str, amount: str, look: Look) -> None:
    box = deeds.FIELD
    canvas.text(words, (box.x + 22, box.centery), 28, look.quiet, 200)
    canvas.text(amount, (box.right - 26, box.centery), 58, look.text, 300, Weight.BOLD, "right")
    canvas.fill(Box(box.right - 18, box.y + 20, 4, 46), theme.AMBER)


def _chips(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    """The field for words, chips and a seat's money: what is keyed, before it the chips put down."""
    desk = scene.desk
    canvas.panel(deeds.FIELD, 14, theme.FIELD, 2)
    whose = say.label("label.seat", seat=desk.seat or scene.view.actor)
    words = " + ".join(map(say.number, desk.chips)) or whose
    _amount(canvas, words, say.number(desk.amount or 0), theme.FIELD)


def _name(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    """The name that is being typed."""
    box = deeds.PICKED
    canvas.panel(box, 12, theme.FIELD, 2)
    text = scene.desk.text or say.label("label.place.name")
    colour = theme.FIELD.text if scene.desk.text else theme.FIELD.quiet
    canvas.text(text, (box.x + 16, box.centery), 30, colour, box.w - 32, Weight.BOLD)


def _account(canvas: Canvas, account: AccountView, say: Sentences) -> None:
    """The closing account: each player, then the house, then what does not add up."""
    box = deeds.BOARD
    canvas.panel(box, 16, theme.POT)
    rows = [
        (
            f"{line.seat}  {line.name}",
            *map(say.number, (line.bought, line.out, line.out - line.bought)),
        )
        for line in account.players
    ]
    heads = tuple(say.label(f"label.account.{word}") for word in ("player", "bought", "out", "net"))
    shown = [heads, *rows[-9:]]
    for i, row in enumerate(shown):
        y, colour = box.y + 26 + i * 30, theme.POT.quiet if i == 0 else theme.POT.text
        canvas.text(row[0], (box.x + 24, y), 24, colour, 300)
        for column, text in enumerate(row[1:]):
            canvas.text(text, (box.x + 460 + column * 170, y), 24, colour, 150, anchor="right")
    house = say.label(
        "label.account.house",
        rake=account.rake + account.jackpot,
        time=account.time,
        unaccounted=account.unaccounted,
        difference=account.difference,
    )
    canvas.paragraph(house, Box(box.x + 24, box.bottom - 76, box.w - 48, 64), 24, theme.POT.text)


def _picked(canvas: Canvas, scene: Scene, say: Sentences) -> None:
    wanted, box = picker.wanted_cards(scene.view, scene.desk), deeds.PICKED
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
    """Board, pots and results, where no keypad is needed; or the several things that are wrong."""
    box = deeds.BOARD
    canvas.panel(box, 16, theme.POT)
    wrong = view.irregularities if len(view.irregularities) > 1 else ()
    lines = [] if wrong else _lines(view, say)
    top = box.y + 24 if lines or wrong else box.centery - 65
    for i in range(5):
        place = Box(box.x + 24 + i * 106, top, 94, 130)
        if i < len(view.board):
            cards.face(canvas, place, view.board[i])
        else:
            cards.slot(canvas, place)
    left, room = box.x + 570, 234
    if view.betting != CARDS_ONLY:
        canvas.text(say.label("label.pot"), (left, top + 22), 28, theme.POT.quiet, room)
        total = say.number(view.pot_total)
        canvas.text(total, (left, top + 76), 52, theme.POT.text, room, Weight.BOLD)
    for i, words in enumerate(lines):
        canvas.text(words, (box.x + 24, box.y + 196 + i * 44), 30, theme.POT.text, box.w - 48)
    for i, what in enumerate(wrong[:4]):
        y = box.y + 196 + i * 50
        canvas.disc((box.x + 40, y), 17, theme.RED if what.stops else theme.AMBER)
        canvas.text(str(i + 1), (box.x + 40, y), 22, theme.INK, 30, Weight.BOLD, "centre")
        canvas.text(say.say(what.sentence), (box.x + 72, y), 28, theme.POT.text, box.w - 96)


def _lines(view: DealerView, say: Sentences) -> list[str]:
    lines = [words for _, words in result_sentences(view.results, say)]
    if not lines and len(view.pots) > 1:
        lines = [f"{pot_words(pot, say)}: {say.number(pot.amount)}" for pot in view.pots]
    if taken := view.rake + view.jackpot:
        lines.append(say.label("label.rake", rake=taken))
    return lines if len(lines) <= 5 else [*lines[:4], " · ".join(lines[4:])]


def _key(canvas: Canvas, key: Key, scene: Scene, say: Sentences) -> None:
    look = theme.KEY_OFF if scene.stale else key.look
    if key.name.startswith("seat "):
        _seat(canvas, key, scene, say)
    elif key.name.startswith("place "):
        _place(canvas, key, scene, say)
    else:
        draw_key(canvas, key, look)
    if scene.pressed == key.name:
        draw_press(canvas, key, scene.progress)


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


def _place(canvas: Canvas, key: Key, scene: Scene, say: Sentences) -> None:
    """A seat of the map between hands: who sits there, with what, and whether he is dealt in."""
    view, box, number = scene.view, key.box, int(key.label)
    seat, place = view.seats[number], view.places[number]
    empty = seat.status == "empty"
    look = key.look if not empty or key.look is theme.KEY_CHOSEN else theme.KEY_OFF
    canvas.panel(box, 14, look, 4 if key.look is theme.KEY_CHOSEN else 2)
    canvas.text(key.label, (box.x + 18, box.y + 34), 36, look.text, 60, Weight.BOLD)
    if number == view.button:
        canvas.disc((box.right - 26, box.y + 32), 16, theme.WHITE, theme.INK, 2)
        letter = say.label("label.position.BTN")
        canvas.text(letter, (box.right - 26, box.y + 32), 19, theme.INK, 26, Weight.BOLD, "centre")
    if empty:
        words = say.label("label.status.empty")
        canvas.text(words, (box.centerx, box.centery + 20), 24, look.text, box.w - 20, anchor="centre")
        return
    canvas.text(seat.name, (box.x + 18, box.y + 84), 24, look.quiet, box.w - 32)
    canvas.text(say.number(seat.stack), (box.x + 18, box.y + 124), 34, look.text, box.w - 32, Weight.BOLD)
    if place.owes is not None:
        words = say.label("label.place.owes", amount=place.owes.live + place.owes.dead)
    elif place.waiting:
        words = say.label("label.place.waits")
    else:
        words = say.label(f"label.status.{seat.status}") if seat.status in ("away", "absent") else ""
    canvas.text(words, (box.x + 18, box.y + 166), 22, theme.AMBER, box.w - 32)


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
