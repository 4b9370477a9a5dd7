"""The players' screen (1920x1080): the table from above with the dealer at the bottom.

Seat 1 sits on the dealer's left and the others follow clockwise. Nothing of a stop is told but that the
floor was called (design 5.4); a hidden card cannot be drawn, because the view has none.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.views import PlayerView, PotView, SeatView
from display import cards, theme
from display.banner import draw_banner
from display.canvas import Box, Canvas, Point, felt_ground
from display.fonts import Weight
from display.sentences import Sentences
from display.theme import Look

_FELT = Box(296, 254, 1328, 542)
_POD_W, _POD_H = 324, 126
_MIDDLE = 960
CARDS_ONLY = "cards-only"
_WAITING = {"folded", "dead", "away", "out", "absent"}
_TAGS = {
    "fold": theme.TAG_FOLDED,
    "raise": theme.TAG_RAISE,
    "bet": theme.TAG_BET,
    "call": theme.TAG_CALL,
    "check": theme.TAG_CALL,
    "post": theme.TAG_FOLDED,
    "all-in": theme.TAG_ALL_IN,
}
# How many pods stand at the bottom, at each side and at the top, by the number of seats.
_ROWS = {
    2: (0, 1, 0),
    3: (0, 1, 1),
    4: (0, 1, 2),
    5: (2, 1, 1),
    6: (2, 1, 2),
    7: (2, 2, 1),
    8: (2, 2, 2),
    9: (2, 2, 3),
    10: (2, 2, 4),
}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a seat is drawn: the middle of its pod, of its bet and of the dealer button, and of its cards."""

    pod: Point
    bet: Point
    button: Point
    faces: Point


def spots(count: int) -> tuple[Spot, ...]:
    """The spots of a table with `count` seats, clockwise from the dealer's left."""
    bottom, side, top = _ROWS[min(10, max(2, count))]
    heights = [700, 396] if side == 2 else [548]
    left_half = [Spot((596, 854), (640, 752), (806, 758), (521, 728))] if bottom else []
    right_half = [Spot((1324, 854), (1280, 752), (1114, 758), (1399, 728))] if bottom else []
    left = [Spot((182, y), (450, _inward(y)), (392, y - 78), (440, y)) for y in heights]
    right = [Spot((1738, y), (1470, _inward(y)), (1528, y - 78), (1480, y)) for y in reversed(heights)]
    first = _MIDDLE - 364 * (top - 1) / 2
    across = [
        Spot((x, 162), (_toward_middle(x), 306), (_toward_middle(x) - 140, 282), (x, 288))
        for x in (first + 364 * i for i in range(top))
    ]
    return (*left_half, *left, *across, *right, *right_half)


def draw(canvas: Canvas, view: PlayerView, say: Sentences, *, stale: bool = False) -> None:
    """Draws a whole snapshot; `stale` tells that it may be out of date."""
    canvas.clear()
    _top_bar(canvas, view, say)
    _felt(canvas)
    seats = sorted(view.seats)[:10]
    places = dict(zip(seats, spots(len(seats)), strict=False))
    if view.betting != CARDS_ONLY:
        _pot(canvas, view, say)
    _board(canvas, view)
    _pots(canvas, view, say)
    winners = {result.seat for result in view.results}
    for number, spot in places.items():
        _pod(canvas, view, number, spot, say, won=number in winners)
    for number, spot in places.items():
        _on_felt(canvas, view, number, spot, say)
    _dealer_place(canvas, view, say)
    draw_banner(canvas, view, say, stale=stale)


def _inward(y: float) -> float:
    return y + (548 - y) * 0.45


def _toward_middle(x: float) -> float:
    return x + (_MIDDLE - x) * 0.12


def _top_bar(canvas: Canvas, view: PlayerView, say: Sentences) -> None:
    look = theme.BAR
    canvas.fill(Box(0, 0, 1920, 72), look.fill)
    canvas.line((0, 72), (1920, 72), look.edge)
    wide = canvas.text(view.table, (32, 36), 34, look.text, 320, Weight.BOLD)
    game = say.known(f"game.{view.game}", view.game)
    canvas.text(game, (60 + wide, 36), 30, look.quiet, 600 - wide)
    blinds = view.blinds
    words = say.label("label.blinds", small=blinds.small, big=blinds.big)
    if blinds.ante:
        words += "  ·  " + say.label("label.ante", ante=blinds.ante)
    if blinds.big_blind_ante:
        words += "  ·  " + say.label("label.big_blind_ante", ante=blinds.big_blind_ante)
    canvas.text(words, (_MIDDLE + 20, 36), 34, theme.BAR_BLINDS.text, 620, Weight.BOLD, "centre")
    hand = say.label("label.hand", hand=view.hand) if view.hand else ""
    taken = canvas.text(hand, (1888, 36), 30, look.quiet, 240, anchor="right")
    canvas.text(level_words(view, say), (1860 - taken, 36), 30, look.text, 560 - taken, anchor="right")


def level_words(view: PlayerView, say: Sentences) -> str:
    """The level of a tournament and how much of it is left, empty in a cash game."""
    level = view.level
    if level is None:
        return ""
    if level.resting:
        return say.label("label.level.break", left=level.left)
    words = say.label(f"label.level.{level.by}", level=level.number, left=level.left)
    if not level.next_big:
        return words
    return words + "  ·  " + say.label("label.next_blinds", small=level.next_small, big=level.next_big)


def _felt(canvas: Canvas) -> None:
    rail, gold, ground = _FELT.inflate(48, 48), _FELT.inflate(14, 14), _FELT.inflate(8, 8)
    canvas.shadow(rail, rail.h / 2, 30, 170)
    canvas.rounded(rail, rail.h / 2, theme.RAIL, theme.RAIL_EDGE, 3)
    canvas.rounded(gold, gold.h / 2, theme.GOLD)
    place = canvas.rect(ground)
    canvas.image(felt_ground(place.size, min(place.size) // 2, theme.FELT, theme.FELT_EDGE), ground)
    canvas.ring(_FELT.inflate(-74, -74), theme.FELT_LINE, 2)


def _pod(canvas: Canvas, view: PlayerView, number: int, spot: Spot, say: Sentences, *, won: bool) -> None:
    seat = view.seats[number]
    box = Box(0, 0, _POD_W, _POD_H)
    box.center = round(spot.pod[0]), round(spot.pod[1])
    acting = number == view.actor and not view.paused
    look, disc = _looks(seat, acting=acting, won=won)
    if acting:
        canvas.glow(box, 24, 22, theme.AMBER)
    else:
        canvas.shadow(box, 18, 12, 130)
    canvas.panel(box, 18, look, 5 if acting or won else 2)
    if seat.status == "empty":
        canvas.disc((box.x + 44, box.centery), 28, disc.fill)
        canvas.text(str(number), (box.x + 44, box.centery), 32, disc.text, 48, Weight.BOLD, "centre")
        words = say.label("label.status.empty")
        canvas.text(words, (box.x + 86, box.centery), 28, look.text, box.w - 104)
        return
    canvas.disc((box.x + 44, box.y + 42), 28, disc.fill)
    canvas.text(str(number), (box.x + 44, box.y + 42), 32, disc.text, 48, Weight.BOLD, "centre")
    _pod_words(canvas, box, seat, look, say, chips=view.betting != CARDS_ONLY)
    _pod_tag(canvas, box, seat, say)


def _looks(seat: SeatView, *, acting: bool, won: bool) -> tuple[Look, Look]:
    if acting:
        return theme.POD_ACTING, theme.DISC_ACTING
    if won:
        return theme.POD_WINNER, theme.DISC_WINNER
    match seat.status:
        case "empty":
            return theme.POD_EMPTY, theme.DISC_FOLDED
        case status if status in _WAITING:
            return theme.POD_FOLDED, theme.DISC_FOLDED
        case "all-in":
            return theme.POD_ALL_IN, theme.DISC
    return theme.POD, theme.DISC


def _pod_words(canvas: Canvas, box: Box, seat: SeatView, look: Look, say: Sentences, *, chips: bool) -> None:
    backs = 0 if seat.faces or seat.status in _WAITING else min(seat.cards_held, 2)
    canvas.text(seat.name, (box.x + 86, box.y + 36), 29, look.quiet, box.w - 104 - (68 if backs else 0))
    position = say.known(f"label.position.{seat.position}", "") if seat.position != "BTN" else ""
    all_in = seat.status == "all-in" and not seat.stack
    stack = say.label("label.status.all-in") if all_in else say.number(seat.stack) if chips else ""
    room = box.w - 104 - (60 if position else 0)
    canvas.text(stack, (box.x + 86, box.y + 84), 42 if all_in else 46, look.text, room, Weight.BOLD)
    for i in range(backs):
        cards.back(canvas, Box(box.right - 76 + i * 26, box.y + 13, 34, 46))
    if position:
        chip = theme.POSITION_FOLDED if seat.status in _WAITING else theme.POSITION
        place = Box(box.right - 68, box.bottom - 48, 54, 34)
        canvas.panel(place, 9, chip, 0)
        canvas.text(position, place.center, 22, chip.text, 48, Weight.BOLD, "centre")


def _pod_tag(canvas: Canvas, box: Box, seat: SeatView, say: Sentences) -> None:
    """What the seat last did, or why it does not play, on the rim of its pod."""
    if seat.faces:
        return
    if seat.status in _WAITING:
        words, look = say.label(f"label.status.{seat.status}"), theme.TAG_FOLDED
    elif seat.acted in _TAGS:
        words, look = say.label(f"label.acted.{seat.acted}"), _TAGS[seat.acted]
    else:
        return
    wide = round(min(190.0, max(100.0, canvas.width(words, 26, Weight.BOLD) + 36)))
    place = Box(0, 0, wide, 40)
    place.midtop = box.centerx + 12, box.bottom - 15
    canvas.panel(place, 13, look, 3)
    canvas.text(words, place.center, 26, look.text, wide - 22, Weight.BOLD, "centre")


def _on_felt(canvas: Canvas, view: PlayerView, number: int, spot: Spot, say: Sentences) -> None:
    """What lies before a seat: shown cards or the bet, and the dealer button."""
    seat = view.seats[number]
    faces = seat.faces[:2]
    for i, code in enumerate(faces):
        box = Box(0, 0, 78, 108)
        box.center = round(spot.faces[0] + (i - (len(faces) - 1) / 2) * 84), round(spot.faces[1])
        cards.face(canvas, box, code)
    if seat.street_bet and not faces:
        words = say.number(seat.street_bet)
        wide = round(min(260.0, canvas.width(words, 31, Weight.BOLD) + 66))
        box = Box(0, 0, wide, 46)
        box.center = round(spot.bet[0]), round(spot.bet[1])
        canvas.panel(box, 23, theme.BET, 0)
        canvas.chip((box.x + 23, box.centery), 19, theme.CHIP)
        canvas.text(words, (box.x + 50, box.centery), 31, theme.BET.text, wide - 60, Weight.BOLD)
    if number == view.button:
        canvas.shadow(Box(round(spot.button[0]) - 27, round(spot.button[1]) - 27, 54, 54), 27, 8, 150)
        canvas.disc(spot.button, 27, theme.WHITE, theme.INK, 3)
        canvas.text(say.label("label.position.BTN"), spot.button, 31, theme.INK, 44, Weight.BOLD, "centre")


def _pot(canvas: Canvas, view: PlayerView, say: Sentences) -> None:
    box = Box(745, 349, 430, 86)
    look = theme.POT
    canvas.panel(box, 43, look)
    word, amount = say.label("label.pot"), say.number(view.pot_total)
    wide = canvas.width(word, 34)
    left = box.centerx - (wide + 18 + min(canvas.width(amount, 60, Weight.BOLD), 300)) / 2
    canvas.text(word, (left, box.centery + 2), 34, look.quiet, 120)
    canvas.text(amount, (left + wide + 18, box.centery + 2), 60, look.text, 300, Weight.BOLD)


def _board(canvas: Canvas, view: PlayerView) -> None:
    if view.boards:
        _two_boards(canvas, view.boards)
        return
    for i in range(5):
        box = Box(553 + i * 166, 446, 150, 208)
        if i < len(view.board):
            cards.face(canvas, box, view.board[i])
        else:
            cards.slot(canvas, box)


def _two_boards(canvas: Canvas, boards: tuple[tuple[str, ...], ...]) -> None:
    """Both boards where it is run twice, one above the other."""
    for row, board in enumerate(boards):
        for i in range(5):
            box = Box(752 + i * 86, 444 + row * 108, 74, 102)
            if i < len(board):
                cards.face(canvas, box, board[i])
            else:
                cards.slot(canvas, box)


def _pots(canvas: Canvas, view: PlayerView, say: Sentences) -> None:
    """The pots one by one, once there is more than one; what does not fit is summed up in the last."""
    if len(view.pots) < 2:
        return
    entries = [(pot_words(pot, say), pot.amount) for pot in view.pots]
    if len(entries) > 3:
        rest = sum(amount for _, amount in entries[2:])
        entries = [*entries[:2], (say.label("label.pot.more", count=len(entries) - 2), rest)]
    most = (690 - 16 * (len(entries) - 1)) // len(entries)
    wides = [
        round(min(most, canvas.width(word, 25) + canvas.width(say.number(n), 30, Weight.BOLD) + 58))
        for word, n in entries
    ]
    left = _MIDDLE - (sum(wides) + 16 * (len(entries) - 1)) // 2
    look = theme.SIDE_POT
    for (word, amount), wide in zip(entries, wides, strict=True):
        box = Box(left, 674, wide, 52)
        canvas.panel(box, 26, look)
        # The amount takes what it needs, the word what is left.
        half = round((wide - 56) * 0.6)
        taken = canvas.text(
            say.number(amount), (box.right - 22, box.centery), 30, look.text, half, Weight.BOLD, "right"
        )
        canvas.text(word, (box.x + 22, box.centery), 25, look.quiet, wide - 56 - taken)
        left += wide + 16


def pot_words(pot: PotView, say: Sentences) -> str:
    """What a pot is called, and the board that its half is won on where it is run twice."""
    side = pot.number - 1
    words = say.label("label.pot.side", number=side) if side else say.label("label.pot.main")
    return words if not pot.board else words + " · " + say.label("label.board", board=pot.board)


def _dealer_place(canvas: Canvas, view: PlayerView, say: Sentences) -> None:
    """The dealer's place, or a notice to all that leaves the banner to the player who is to act."""
    if view.notice is not None and view.actor and not view.paused:
        box, look, words = Box(772, 832, 376, 68), theme.PILL_NOTICE, say.say(view.notice)
    else:
        box, look, words = Box(860, 838, 200, 56), theme.PILL, say.label("label.dealer")
    canvas.panel(box, 28, look)
    canvas.paragraph(words, box.inflate(-36, -8), 25, look.text, anchor="centre")
