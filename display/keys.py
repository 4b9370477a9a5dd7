"""Which keys the dealer screen shows: pure, from a snapshot and what the dealer has keyed so far.

Places are in units of the design (1280x800). A key shows what it would send. Keys that would be refused are
shown switched off.
"""

from __future__ import annotations

from controller.views import DealerView
from display.acting import acting, left_keys, noting, pad, right_keys
from display.canvas import Box
from display.deeds import HOLD, LEFT, PICKED, Choose, Deed, Key, Send, Turn, make, placed, stacked
from display.desk import ASK_TO_SEE, CARD, FOUND, KEYBOARD, REPORT, TABLE, Desk
from display.picker import card_keys, letter_keys, naming, picked_keys
from display.reports import (
    REPORT_SHEETS,
    exposed_key,
    open_reports,
    report_key,
    report_keys,
    seat_counts,
    tapped,
)
from display.seatmap import map_keys, seat_keys, seating, table_key, table_keys
from display.sentences import Sentences
from display.theme import (
    KEY,
    KEY_ALL_IN,
    KEY_CALL,
    KEY_CHOSEN,
    KEY_FLOOR,
    KEY_GREY,
    KEY_QUIET,
    KEY_RAISE,
)

_BOTTOM = 706
_TALL = 82
_ABOUT_A_HAND = ("fold", "table", "muck", "show", "ask-to-see", "straddle", "post")


def keys_of(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """All keys that this snapshot and the dealer's entries call for."""
    bottom = (*_seats(view, desk), *_corner(view, desk, say))
    if desk.sheet == KEYBOARD:
        return (*letter_keys(desk, say), *bottom)
    if reporting(view, desk):
        return (*report_keys(view, desk, say), *bottom)
    if picking(view, desk):
        others = (*_steps(view, say), *_redeal(view, say)) if naming(view) else (_turned_back(say),)
        return (*card_keys(view, desk), *_beside(others), *picked_keys(view, desk, say), *bottom)
    if acting(view) or (noting(view) and desk.seat):
        left = (*left_keys(view, desk, say), *_redeal(view, say))
        return (*stacked(left, LEFT), *right_keys(view, desk, say), *bottom)
    if seating(view):
        return (*_between_hands(view, desk, say), *bottom)
    return (*stacked(_left(view, desk, say), LEFT), *bottom)


def picking(view: DealerView, desk: Desk) -> bool:
    """Whether cards are being picked."""
    return naming(view) or desk.sheet in (CARD, FOUND)


def reporting(view: DealerView, desk: Desk) -> bool:
    """Whether the sheet of reports is turned to, also by a seat about which nothing else can be entered."""
    if desk.sheet in REPORT_SHEETS:
        return True
    plain = not (acting(view) or noting(view) or naming(view) or seating(view) or desk.sheet)
    return plain and bool(desk.seat) and not _other_keys(view, desk.seat) and bool(open_reports(view))


def _between_hands(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    if desk.seat and not desk.sheet:
        return (*stacked(seat_keys(view, desk, say), LEFT), *pad())
    if desk.sheet == TABLE:
        left = table_keys(view, say)
    elif desk.seat:
        left = (_turned_back(say),)
    else:
        left = (*_steps(view, say), *_redeal(view, say), table_key(say))
    tiles = () if view.account else map_keys(view, desk)
    return (*stacked(left, LEFT), *tiles)


def _turned_back(say: Sentences) -> Key:
    return make("back", say.label("label.back"), Turn(""), KEY_QUIET)


def _left(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    if desk.seat:
        return _for_seat(view, desk.seat, say)
    if view.prompt.do == "agree":
        return _agreement(view, say)
    report = (report_key(view, say),) if open_reports(view) else ()
    return (*_steps(view, say), *_redeal(view, say), *report)


def _other_keys(view: DealerView, seat: int) -> bool:
    """Whether something beside a report can be entered for a seat."""
    held = view.seats[seat].cards_held > 0 if seat in view.seats else False
    posting = bool({"straddle", "post"} & set(view.asks))
    return posting or (held and bool({*_ABOUT_A_HAND} & set(view.asks)))


def _steps(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    found: list[Key] = []
    seat = view.prompt.seat or next(iter(view.prompt.seats), 0)
    if view.prompt.do == "table" and seat:
        for ask, look in (("table", KEY_RAISE), ("muck", KEY_GREY)):
            if ask in view.asks:
                found.append(make(ask, say.label(f"label.{ask}_seat", seat=seat), Send(ask, seat), look))
    if "next" in view.asks:
        found.append(make("next", say.label("label.next"), Send("next"), KEY_RAISE))
    return tuple(found)


def _agreement(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    """Run it twice: all of them, or one board (S0-71)."""
    seats = view.prompt.seats
    return (
        make("agree", say.label("label.run.twice"), Send("agree", seats=seats), KEY_RAISE),
        make("decline", say.label("label.run.once"), Send("decline", seats[0] if seats else 0), KEY_GREY),
    )


def _redeal(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    if not view.redeal:
        return ()
    return (make("redeal", say.label("label.redeal"), Send("redeal"), KEY_ALL_IN, hold=HOLD),)


def _for_seat(view: DealerView, seat: int, say: Sentences) -> tuple[Key, ...]:
    # A press is enough for a seat that the table asks about; another one takes a hold (design 5.1).
    asked = view.prompt.do == "table" and seat in (view.prompt.seat, *view.prompt.seats)
    words, hold = ("seat", 0.0) if asked else ("hold", HOLD)
    found = [
        make(ask, say.label(f"label.{ask}_{words}", seat=seat), Send(ask, seat), look, hold=hold)
        for ask, look in (("table", KEY_RAISE), ("muck", KEY_GREY))
        if ask in view.asks
    ]
    if view.prompt.do == "confirm" and "fold" in view.asks:
        found.append(make("fold", say.label("label.fold_seat", seat=seat), Send("fold", seat), KEY_GREY))
    twice = 2 * view.blinds.big
    more: dict[str, tuple[str, Deed, str]] = {
        "show": (say.label("label.one_card"), Turn(CARD), ""),
        "ask-to-see": (say.label("label.ask_to_see"), Turn(ASK_TO_SEE), ""),
        "straddle": (say.label("label.straddle"), Send("straddle", seat, twice), say.number(twice)),
        "post": (say.label("label.posts_nothing"), Send("post", seat), ""),
    }
    found += [
        make(ask, words, deed, KEY_CALL, under)
        for ask, (words, deed, under) in more.items()
        if ask in view.asks
    ]
    if open_reports(view):
        found.append(make("report", say.label("label.report"), Choose(seat, REPORT), KEY_QUIET))
    return (*found, make("back", say.label("label.back"), Choose(0), KEY_QUIET))


def _beside(others: tuple[Key, ...]) -> tuple[Key, ...]:
    room = Box(PICKED.right + 8, PICKED.y, 904 - PICKED.right, PICKED.h)
    wide = room.w // max(1, len(others))
    return tuple(placed(key, room.x + i * wide, room.y, wide - 8, room.h) for i, key in enumerate(others))


def _seats(view: DealerView, desk: Desk) -> tuple[Key, ...]:
    found: list[Key] = []
    for i, number in enumerate(sorted(view.seats)[:10]):
        look = KEY_CHOSEN if desk.seat == number else KEY
        on = _choosable(view, desk, number)
        key = make(f"seat {number}", str(number), _tapped(desk, number), look, on=on)
        found.append(placed(key, 16 + i * 77, _BOTTOM, 72, _TALL))
    return tuple(found)


def _tapped(desk: Desk, number: int) -> Send | Choose:
    if deed := tapped(desk, number):
        return deed
    if desk.sheet == ASK_TO_SEE and desk.seat and number != desk.seat:
        return Send("ask-to-see", desk.seat, to=number)
    return Choose(0 if desk.seat == number else number)


def _choosable(view: DealerView, desk: Desk, number: int) -> bool:
    """Whether something can be entered for the seat now."""
    if seating(view):
        return bool(view.places[number].asks) if number in view.places else False
    seat = view.seats[number]
    if desk.sheet in REPORT_SHEETS:
        return seat_counts(view, desk, number)
    if acting(view) or noting(view):
        return seat.status == "live" and number != view.actor
    in_hand = seat.cards_held > 0 or (seat.status in ("live", "all-in", "folded") and "table" in view.asks)
    posting = seat.status not in ("empty", "away") and bool({"straddle", "post"} & set(view.asks))
    about_a_hand = any(ask in view.asks for ask in _ABOUT_A_HAND) and (in_hand or posting)
    return not naming(view) and (about_a_hand or seat_counts(view, desk, number))


def _corner(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """UNDO, EXPOSED and FLOOR, always in the same place."""
    under = say.say(view.undo) if view.undo else ""
    undo = make(
        "undo",
        say.label("label.undo"),
        Send("undo"),
        KEY_QUIET,
        under,
        hold=HOLD,
        on=view.undo is not None,
    )
    on = "floor" in view.asks
    called = view.irregularity is not None and view.irregularity.stops and not on
    words = say.label("label.floor_called" if called else "label.floor")
    floor = make("floor", words, Send("floor"), KEY_FLOOR, on=on)
    return (
        placed(undo, 791, _BOTTOM, 205, _TALL),
        placed(exposed_key(view, desk, say), 1002, _BOTTOM, 130, _TALL),
        placed(floor, 1138, _BOTTOM, 126, _TALL),
    )
