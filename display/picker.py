"""The keys for naming cards and players: a picker of 52 cards, and letters."""

from __future__ import annotations

from controller.views import DealerView
from display.codes import RANKS, SUITS
from display.deeds import PICKED, PICKER, Clear, Erase, Key, Letter, Pick, Send, Turn, make, placed
from display.desk import CARD, FOUND, Desk
from display.sentences import Sentences
from display.theme import KEY, KEY_CHOSEN, KEY_GREY, KEY_QUIET, KEY_RAISE

_ROWS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")


def naming(view: DealerView) -> bool:
    """Whether the table asks which cards were shown."""
    return view.prompt.do == "name" and "name" in view.asks


def wanted_cards(view: DealerView, desk: Desk) -> int:
    """How many cards are to be named."""
    return 1 if desk.sheet in (CARD, FOUND) else max(1, view.prompt.cards)


def card_keys(view: DealerView, desk: Desk) -> tuple[Key, ...]:
    """One key for each card that was not shown yet."""
    seen = {*view.board, *(card for seat in view.seats.values() for card in seat.faces)}
    wanted = wanted_cards(view, desk)
    found: list[Key] = []
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            card = rank + suit
            look = KEY_CHOSEN if card in desk.cards else KEY
            key = make(f"card {card}", card, Pick(card, wanted), look, on=card not in seen)
            found.append(placed(key, PICKER.x + column * 96, PICKER.y + row * 80, 90, 74))
    return tuple(found)


def picked_keys(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """Clear, and send what is picked."""
    full = len(desk.cards) == wanted_cards(view, desk)
    clear = make("clear", say.label("label.name_clear"), Clear(), KEY_GREY, on=bool(desk.cards))
    name = make("name", say.label("label.name_send"), _named(view, desk), KEY_RAISE, on=full)
    return (
        placed(clear, 912, PICKED.y, 150, PICKED.h),
        placed(name, 1070, PICKED.y, 191, PICKED.h),
    )


def _named(view: DealerView, desk: Desk) -> Send:
    if desk.sheet == FOUND:
        return Send("missing", cards=desk.cards)
    if desk.sheet == CARD:
        return Send("show", desk.seat, cards=desk.cards)
    prompt = view.prompt
    place = prompt.to or (f"seat {prompt.seat}" if prompt.seat else "board")
    return Send("name", prompt.seat, cards=desk.cards, place=place)


def letter_keys(desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """Letters for a player's name, or for the dealer's where no seat is chosen."""
    done = Turn("") if desk.seat else Send("dealer", text=desk.text)
    ends = (
        make("space", say.label("label.space"), Letter(" "), KEY),
        make("erase", "", Erase(), KEY_GREY),
        make("back", say.label("label.back"), Turn(""), KEY_QUIET),
        make("named", say.label("label.name_send"), done, KEY_RAISE, on=bool(desk.text) or not desk.seat),
    )
    left = PICKED.right + 8
    wide = (PICKER.right - left) // len(ends)
    below = (placed(key, left + i * wide, PICKED.y, wide - 8, PICKED.h) for i, key in enumerate(ends))
    return (*letters(PICKER.x, PICKER.y, 115), *below)


def letters(x: int, y: int, pitch: int) -> tuple[Key, ...]:
    """The keyboard without its last row, a key every `pitch` units and every 80 down."""
    found: list[Key] = []
    for row, signs in enumerate(_ROWS):
        for column, sign in enumerate(signs):
            key = make(f"letter {sign}", sign, Letter(sign), KEY)
            found.append(
                placed(key, x + row * pitch * 26 // 100 + column * pitch, y + row * 80, pitch - 8, 74)
            )
    return tuple(found)
