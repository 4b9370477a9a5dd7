"""The banner of the players' screen: whose turn it is, what was won, or why the table waits."""

from __future__ import annotations

from collections.abc import Mapping

from controller.views import Message, PlayerView, ResultView, SeatView
from display import theme
from display.canvas import Box, Canvas
from display.fonts import Weight
from display.sentences import Sentences
from display.theme import Look

BANNER = Box(0, 948, 1920, 132)
_STREETS = ("preflop", "flop", "turn", "river")


def draw_banner(canvas: Canvas, view: PlayerView, say: Sentences, *, stale: bool) -> None:
    """Draws the banner; `stale` tells that the snapshot may be out of date."""
    if stale:
        _banner_words(canvas, theme.BANNER_LOST, say.label("label.lost.player"))
    elif view.paused:
        _banner_words(canvas, theme.BANNER_WAIT, say.say(view.notice or Message("notice.wait")))
    elif view.actor in view.seats:
        _banner_act(canvas, view, view.seats[view.actor], say)
    elif view.results:
        _banner_results(canvas, view, say)
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
    if view.clock is None:
        _streets(canvas, view, say, look)
        return
    left = say.number(view.clock.left)
    canvas.text(say.label("label.clock"), (1725, middle - 34), 30, look.quiet, 350, anchor="centre")
    canvas.text(left, (1725, middle + 22), 64, look.text, 350, Weight.BOLD, "centre")


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


def _banner_results(canvas: Canvas, view: PlayerView, say: Sentences) -> None:
    look, sentences = theme.BANNER_RESULT, result_sentences(view.results, say)
    if taken := view.rake + view.jackpot:
        sentences.append((0, say.label("label.rake", rake=taken)))
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
        # Without chips there is only who won.
        key = "result.win" if amount else "result.win.cards"
        if hand:
            found.append((seat, say.label(f"{key}.hand", seat=seat, amount=amount, hand=hand)))
        else:
            found.append((seat, say.label(key, seat=seat, amount=amount)))
    return found
