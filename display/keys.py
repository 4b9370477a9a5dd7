"""The keys of the dealer screen: where they lie, what they show and what they do.

Pure: a snapshot and what the dealer has keyed so far give the keys, in units of the design (1280x800). A
key shows what it would send. Keys that would be refused are shown switched off.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from controller.views import DealerView
from display.canvas import Box
from display.cards import RANKS, SUITS
from display.desk import Desk
from display.sentences import Sentences
from display.theme import (
    KEY,
    KEY_ALL_IN,
    KEY_CALL,
    KEY_CHOSEN,
    KEY_FLOOR,
    KEY_GREY,
    KEY_OFF,
    KEY_QUIET,
    KEY_RAISE,
    Look,
)

HOLD = 2.0

LEFT = Box(16, 276, 404, 404)
FIELD = Box(436, 276, 828, 84)
PICKED = Box(16, 604, 330, 86)
_QUICK = Box(436, 372, 236, 312)
_PAD = Box(686, 372, 578, 312)
_PICKER = Box(19, 276, 1242, 314)
_BOTTOM = 706
_TALL = 82


@dataclass(frozen=True, slots=True)
class Send:
    """Sends a request to the table."""

    ask: str
    seat: int = 0
    amount: int = 0
    cards: tuple[str, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class Digit:
    """Types into the amount field."""

    text: str


@dataclass(frozen=True, slots=True)
class Erase:
    """Takes the last digit back."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Puts an amount into the field."""

    amount: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Turns to a seat, 0 for none."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pick:
    """Adds a card to those being named, or takes it out."""

    card: str
    wanted: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Takes all picked cards out."""


Deed: TypeAlias = Send | Digit | Erase | Propose | Choose | Pick | Clear


@dataclass(frozen=True, slots=True)
class Key:
    """One key: `name` is unique on the screen, `under` its second line, `hold` seconds to hold or 0."""

    name: str
    x: int
    y: int
    w: int
    h: int
    label: str
    deed: Deed
    look: Look = KEY
    under: str = ""
    hold: float = 0.0
    on: bool = True

    @property
    def box(self) -> Box:
        """Its place and hit box."""
        return Box(self.x, self.y, self.w, self.h)


def keys_of(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """All keys that this snapshot and the dealer's entries call for."""
    bottom = (*_seats(view, desk), _undo(view, say), _floor(view, say))
    if naming(view):
        return (*_picker(view, desk), *_picked(view, desk, say), *bottom)
    if acting(view):
        return (*_left(view, desk, say), *_quick(view, say), *_pad(), *bottom)
    return (*_left(view, desk, say), *bottom)


def acting(view: DealerView) -> bool:
    """Whether the table waits for a player's action."""
    return view.prompt.do == "act"


def naming(view: DealerView) -> bool:
    """Whether the table asks which cards were shown."""
    return view.prompt.do == "name" and "name" in view.asks


def amount_of(view: DealerView, desk: Desk) -> int:
    """The street total in the amount field: what was keyed, else the least bet or raise."""
    return desk.amount if desk.amount is not None else (view.actions.raise_min or view.actions.bet_min)


def amount_limits(view: DealerView) -> tuple[int, int]:
    """The least and the most that a bet or raise may be, 0 and 0 where neither is allowed."""
    actions = view.actions
    if actions.raise_min:
        return actions.raise_min, actions.raise_max
    return actions.bet_min, actions.bet_max


def wanted_cards(view: DealerView) -> int:
    """How many cards are to be named."""
    return max(1, view.prompt.cards)


def _left(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    if desk.seat:
        keys = _for_seat(view, desk.seat, say)
    elif acting(view):
        keys = (*_actions(view, desk, say), *_redeal(view, say))
    else:
        keys = (*_steps(view, say), *_redeal(view, say))
    return _stacked(keys, LEFT)


def _actions(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    actions, seat = view.actions, view.prompt.seat or view.actor
    amount = amount_of(view, desk)
    already = view.seats[seat].street_bet if seat in view.seats else 0
    if actions.check or not actions.call:
        second = _key("check", say.label("label.check"), Send("check", seat), KEY_CALL, on=actions.check)
    else:
        call = Send("call", seat, already + actions.call)
        second = _key("call", say.label("label.call"), call, KEY_CALL, say.number(actions.call))
    ask = "bet" if actions.bet_min else "raise"
    open_ = bool(actions.bet_min or actions.raise_min)
    shown = say.number(amount) if open_ else ""
    all_in = say.number(actions.all_in) if actions.all_in else ""
    return (
        _key("fold", say.label("label.fold"), Send("fold", seat), KEY_GREY, on=actions.fold),
        second,
        _key(ask, say.label(f"label.{ask}"), Send(ask, seat, amount), KEY_RAISE, shown, on=open_),
        _key(
            "all-in",
            say.label("label.all-in"),
            Send("all-in", seat, actions.all_in),
            KEY_ALL_IN,
            all_in,
            on=bool(actions.all_in),
        ),
    )


def _steps(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    found: list[Key] = []
    seat = view.prompt.seat or next(iter(view.prompt.seats), 0)
    if view.prompt.do == "table" and seat:
        for ask, look in (("table", KEY_RAISE), ("muck", KEY_GREY)):
            if ask in view.asks:
                found.append(_key(ask, say.label(f"label.{ask}_seat", seat=seat), Send(ask, seat), look))
    if "next" in view.asks:
        found.append(_key("next", say.label("label.next"), Send("next"), KEY_RAISE))
    return tuple(found)


def _redeal(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    if not view.redeal:
        return ()
    return (_key("redeal", say.label("label.redeal"), Send("redeal"), KEY_ALL_IN, hold=HOLD),)


def _for_seat(view: DealerView, seat: int, say: Sentences) -> tuple[Key, ...]:
    # A press is enough for a seat that the table asks about; another one takes a hold (design 5.1).
    asked = view.prompt.do == "table" and seat in (view.prompt.seat, *view.prompt.seats)
    words, hold = ("seat", 0.0) if asked else ("hold", HOLD)
    found = [
        _key(ask, say.label(f"label.{ask}_{words}", seat=seat), Send(ask, seat), look, hold=hold)
        for ask, look in (("table", KEY_RAISE), ("muck", KEY_GREY))
        if ask in view.asks
    ]
    return (*found, _key("back", say.label("label.back"), Choose(0), KEY_QUIET))


def _quick(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    keys = [
        _key(f"quick {i}", say.label(bet.label), Propose(bet.amount), KEY_QUIET, say.number(bet.amount))
        for i, bet in enumerate(view.quick_bets[:4])
    ]
    return tuple(_placed(key, _QUICK.x, _QUICK.y + i * 80, _QUICK.w, 72) for i, key in enumerate(keys))


def _pad() -> tuple[Key, ...]:
    wide = (_PAD.w - 20) // 3
    found: list[Key] = []
    for i, text in enumerate(("7", "8", "9", "4", "5", "6", "1", "2", "3", "00", "0")):
        key = _key(f"digit {text}", text, Digit(text), KEY)
        found.append(_placed(key, _PAD.x + i % 3 * (wide + 10), _PAD.y + i // 3 * 80, wide, 72))
    erase = _key("erase", "", Erase(), KEY_GREY)
    return (*found, _placed(erase, _PAD.x + 2 * (wide + 10), _PAD.y + 240, wide, 72))


def _picker(view: DealerView, desk: Desk) -> tuple[Key, ...]:
    seen = {*view.board, *(card for seat in view.seats.values() for card in seat.faces)}
    wanted = wanted_cards(view)
    found: list[Key] = []
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            card = rank + suit
            look = KEY_CHOSEN if card in desk.cards else KEY
            key = _key(f"card {card}", card, Pick(card, wanted), look, on=card not in seen)
            found.append(_placed(key, _PICKER.x + column * 96, _PICKER.y + row * 80, 90, 74))
    return tuple(found)


def _picked(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    prompt = view.prompt
    place = prompt.to or (f"seat {prompt.seat}" if prompt.seat else "board")
    send = Send("name", prompt.seat, cards=desk.cards, place=place)
    full = len(desk.cards) == wanted_cards(view)
    others = (*_steps(view, say), *_redeal(view, say))
    room = Box(PICKED.right + 8, PICKED.y, 904 - PICKED.right, PICKED.h)
    wide = room.w // max(1, len(others))
    clear = _key("clear", say.label("label.name_clear"), Clear(), KEY_GREY, on=bool(desk.cards))
    name = _key("name", say.label("label.name_send"), send, KEY_RAISE, on=full)
    return (
        *(_placed(key, room.x + i * wide, room.y, wide - 8, room.h) for i, key in enumerate(others)),
        _placed(clear, 912, PICKED.y, 150, PICKED.h),
        _placed(name, 1070, PICKED.y, 191, PICKED.h),
    )


def _seats(view: DealerView, desk: Desk) -> tuple[Key, ...]:
    choosable = ("table" in view.asks or "muck" in view.asks) and not naming(view)
    found: list[Key] = []
    for i, number in enumerate(sorted(view.seats)[:10]):
        turn = Choose(0 if desk.seat == number else number)
        on = choosable and view.seats[number].cards_held > 0
        key = _key(f"seat {number}", str(number), turn, KEY_CHOSEN if desk.seat == number else KEY, on=on)
        found.append(_placed(key, 16 + i * 82, _BOTTOM, 74, _TALL))
    return tuple(found)


def _undo(view: DealerView, say: Sentences) -> Key:
    under = say.say(view.undo) if view.undo else ""
    on = view.undo is not None
    key = _key("undo", say.label("label.undo"), Send("undo"), KEY_QUIET, under, hold=HOLD, on=on)
    return _placed(key, 838, _BOTTOM, 209, _TALL)


def _floor(view: DealerView, say: Sentences) -> Key:
    on = "floor" in view.asks
    words = say.label("label.floor_called" if view.irregularity else "label.floor")
    return _placed(_key("floor", words, Send("floor"), KEY_FLOOR, on=on), 1055, _BOTTOM, 209, _TALL)


def _stacked(keys: tuple[Key, ...], room: Box) -> tuple[Key, ...]:
    """Up to four keys one below the other, the fewer the taller; more in two columns."""
    columns = 1 if len(keys) <= 4 else 2
    wide = (room.w - 12 * (columns - 1)) // columns
    rows = min(4, max(2, -(-len(keys) // columns)))
    tall = (room.h - 12 * (rows - 1)) // rows
    return tuple(
        _placed(key, room.x + i % columns * (wide + 12), room.y + i // columns * (tall + 12), wide, tall)
        for i, key in enumerate(keys)
    )


def _key(
    name: str, label: str, deed: Deed, look: Look, under: str = "", *, hold: float = 0.0, on: bool = True
) -> Key:
    return Key(name, 0, 0, 0, 0, label, deed, look if on else KEY_OFF, under, hold, on)


def _placed(key: Key, x: int, y: int, w: int, h: int) -> Key:
    return replace(key, x=x, y=y, w=w, h=h)
