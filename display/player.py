"""The players' screen (1920x1080): the table from above with the dealer at the bottom.

Seat 1 sits on the dealer's left and the others follow clockwise. Nothing of a stop is told but that the
floor was called (design 5.4); a hidden card cannot be drawn, because the view has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.views import Message, PlayerView, ResultView, SeatView
from display import cards, theme
from display.canvas import Box, Canvas, Point, felt_ground
from display.fonts import Weight
from display.sentences import Sentences
from display.theme import Look

BANNER = Box(0, 948, 1920, 132)
_FELT = Box(296, 254, 1328, 542)
_POD_W, _POD_H = 324, 126
_MIDDLE = 960
_STREETS = ("preflop", "flop", "turn", "river")
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
    _pot(canvas, view, say)
    _board(canvas, view)
    _pots(canvas, view, say)
    winners = {result.seat for result in view.results}
    for number, spot in places.items():
        _pod(canvas, view, number, spot, say, won=number in winners)
    for number, spot in places.items():
        _on_felt(canvas, view, number, spot, say)
    _dealer_place(canvas, view, say)
    _banner(canvas, view, say, stale=stale)


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
    canvas.text(words, (_MIDDLE + 20, 36), 34, theme.BAR_BLINDS.text, 620, Weight.BOLD, "centre")
    hand = say.label("label.hand", hand=view.hand) if view.hand else ""
    canvas.text(hand, (1888, 36), 30, look.quiet, 400, anchor="right")


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
    _pod_words(canvas, box, seat, look, say)
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


def _pod_words(canvas: Canvas, box: Box, seat: SeatView, look: Look, say: Sentences) -> None:
    backs = 0 if seat.faces or seat.status in _WAITING else min(seat.cards_held, 2)
    canvas.text(seat.name, (box.x + 86, box.y + 36), 29, look.quiet, box.w - 104 - (68 if backs else 0))
    position = say.known(f"label.position.{seat.position}", "") if seat.position != "BTN" else ""
    all_in = seat.status == "all-in" and not seat.stack
    stack = say.label("label.status.all-in") if all_in else say.number(seat.stack)
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
    for i in range(5):
        box = Box(553 + i * 166, 446, 150, 208)
        if i < len(view.board):
            cards.face(canvas, box, view.board[i])
        else:
            cards.slot(canvas, box)


def _pots(canvas: Canvas, view: PlayerView, say: Sentences) -> None:
    """The pots one by one, once there is more than one; what does not fit is summed up in the last."""
    if len(view.pots) < 2:
        return
    entries = [
        (say.label("label.pot.side", number=i) if i else say.label("label.pot.main"), pot.amount)
        for i, pot in enumerate(view.pots)
    ]
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


def _dealer_place(canvas: Canvas, view: PlayerView, say: Sentences) -> None:
    """The dealer's place, or a notice to all that leaves the banner to the player who is to act."""
    if view.notice is not None and view.actor and not view.paused:
        box, look, words = Box(772, 832, 376, 68), theme.PILL_NOTICE, say.say(view.notice)
    else:
        box, look, words = Box(860, 838, 200, 56), theme.PILL, say.label("label.dealer")
    canvas.panel(box, 28, look)
    canvas.paragraph(words, box.inflate(-36, -8), 25, look.text, anchor="centre")


def _banner(canvas: Canvas, view: PlayerView, say: Sentences, *, stale: bool) -> None:
    if stale:
        _banner_words(canvas, theme.BANNER_LOST, say.label("label.lost.player"))
    elif view.paused:
        _banner_words(canvas, theme.BANNER_WAIT, say.say(view.notice or Message("notice.wait")))
    elif view.actor in view.seats:
        _banner_act(canvas, view, view.seats[view.actor], say)
    elif view.results:
        _banner_results(canvas, view.results, say)
    elif view.notice is not None:
        _banner_words(canvas, theme.BANNER_WAIT, say.say(view.notice))
    else:
        words = _pause_words(view, say)
        canvas.fill(BANNER, theme.BANNER_QUIET.fill)
        canvas.paragraph(words, Box(48, 958, 1400, 112), 52, theme.BANNER_QUIET.text, Weight.BOLD)
        _streets(canvas, view, say, theme.BANNER_QUIET)


def _pause_words(view: PlayerView, say: Sentences) -> str:
    """What goes on while nobody is to act."""
    if view.phase not in _STREETS:
        return say.known(f"label.phase.{view.phase}", view.phase)
    all_in = any(seat.status == "all-in" for seat in view.seats.values())
    return say.label("label.status.all-in" if all_in else "label.phase.dealing")


def _banner_words(canvas: Canvas, look: Look, words: str) -> None:
    canvas.fill(BANNER, look.fill)
    canvas.line((0, BANNER.top), (1920, BANNER.top), look.edge, 4)
    canvas.paragraph(words, Box(48, 956, 1824, 116), 64, look.text, Weight.BOLD, "centre")


def _banner_act(canvas: Canvas, view: PlayerView, seat: SeatView, say: Sentences) -> None:
    look, middle = theme.BANNER_ACT, BANNER.centery
    canvas.fill(BANNER, look.fill)
    canvas.disc((92, middle), 46, look.text)
    canvas.text(str(view.actor), (92, middle), 56, look.fill, 80, Weight.BOLD, "centre")
    words = say.label("label.action_on", seat=view.actor)
    if seat.name:
        canvas.text(seat.name, (164, middle - 24), 52, look.text, 540, Weight.BOLD)
        canvas.text(words, (164, middle + 34), 34, look.quiet, 540)
    else:
        canvas.text(words, (164, middle), 52, look.text, 540, Weight.BOLD)
    opened = any(other.street_bet for other in view.seats.values())
    values = [(say.label("label.to_call"), view.to_call)]
    if view.min_raise_to:
        values.append((say.label("label.min_raise" if opened else "label.min_bet"), view.min_raise_to))
    for i, (word, amount) in enumerate(values):
        x = 930 + i * 400
        canvas.line((x - 200, 970), (x - 200, 1058), look.edge)
        canvas.text(word, (x, middle - 34), 30, look.quiet, 380, anchor="centre")
        canvas.text(say.number(amount), (x, middle + 22), 64, look.text, 380, Weight.BOLD, "centre")
    canvas.line((1530, 970), (1530, 1058), look.edge)
    _streets(canvas, view, say, look)


def _streets(canvas: Canvas, view: PlayerView, say: Sentences, look: Look) -> None:
    """The street by its name and by shape: full for past, a thick ring for now, thin for ahead."""
    if view.phase not in _STREETS:
        return
    now, middle = _STREETS.index(view.phase), BANNER.centery
    canvas.text(
        say.label(f"label.street.{view.phase}"), (1725, middle - 34), 30, look.quiet, 350, anchor="centre"
    )
    for i in range(4):
        centre = (1644 + i * 54, middle + 22)
        if i < now:
            canvas.disc(centre, 18, look.text)
        elif i == now:
            canvas.disc(centre, 21, look.fill, look.text, 7)
        else:
            canvas.disc(centre, 18, look.fill, look.edge, 3)


def _banner_results(canvas: Canvas, results: tuple[ResultView, ...], say: Sentences) -> None:
    look, sentences = theme.BANNER_RESULT, result_sentences(results, say)
    canvas.fill(BANNER, look.fill)
    canvas.line((0, BANNER.top), (1920, BANNER.top), look.edge, 4)
    if len(sentences) > 4:
        words = " · ".join(words for _, words in sentences)
        canvas.paragraph(words, Box(48, 956, 1824, 116), 44, look.text, Weight.BOLD, "centre")
        return
    wide = 1824 // len(sentences)
    size = 56 if len(sentences) == 1 else 42
    for i, (seat, words) in enumerate(sentences):
        left = 48 + i * wide
        if seat:
            canvas.disc((left + 46, BANNER.centery), 46, look.text)
            canvas.text(str(seat), (left + 46, BANNER.centery), 56, look.fill, 80, Weight.BOLD, "centre")
        indent = 116 if seat else 0
        room = Box(left + indent, 956, wide - indent - 24, 116)
        canvas.paragraph(words, room, size, look.text, Weight.BOLD)


def result_sentences(results: tuple[ResultView, ...], say: Sentences) -> list[tuple[int, str]]:
    """What is said of the results, with the seat of each sentence; 0 for what is said of several seats."""
    found: list[tuple[int, str]] = []
    for pot in sorted({result.pot for result in results}):
        seats = tuple(sorted({result.seat for result in results if result.pot == pot}))
        if len(seats) > 1:
            found.append((0, say.label("result.split", seats=seats)))
    totals: Mapping[int, int] = {
        seat: sum(result.amount for result in results if result.seat == seat)
        for seat in dict.fromkeys(result.seat for result in results)
    }
    for seat, amount in totals.items():
        hand = next((result.hand for result in results if result.seat == seat and result.hand), "")
        key = "result.win.hand" if hand else "result.win"
        args = {"hand": hand} if hand else {}
        found.append((seat, say.label(key, seat=seat, amount=amount, **args)))
    return found
