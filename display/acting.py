"""The keys while a player is to act: actions, amounts, and what was said or put out word for word."""

from __future__ import annotations

from controller.views import DealerView
from display.deeds import (
    ASIDE,
    PAD,
    QUICK,
    Chip,
    Choose,
    Clear,
    Digit,
    Erase,
    Key,
    Propose,
    Send,
    Turn,
    gridded,
    make,
    placed,
)
from display.desk import WORDS, Desk
from display.reports import report_key
from display.sentences import Sentences
from display.theme import KEY, KEY_ALL_IN, KEY_CALL, KEY_GREY, KEY_QUIET, KEY_RAISE

_MOST_QUICK = 8
_WORDS = ("fold", "check", "call", "bet", "raise", "all-in")


def acting(view: DealerView) -> bool:
    """Whether the table waits for a player's action."""
    return view.prompt.do == "act"


def noting(view: DealerView) -> bool:
    """Whether the table has stopped and takes what players do as notes for the floor (rules.md 12.10)."""
    return view.prompt.do == "stop" and bool({*_WORDS} & set(view.asks))


def amount_of(view: DealerView, desk: Desk) -> int:
    """The amount in the field: what was keyed, else the least bet or raise."""
    if desk.amount is not None or desk.sheet == WORDS:
        return desk.amount or 0
    return view.actions.raise_min or view.actions.bet_min


def amount_limits(view: DealerView) -> tuple[int, int]:
    """The least and the most that a bet or raise may be, 0 and 0 where neither is allowed."""
    actions = view.actions
    if actions.raise_min:
        return actions.raise_min, actions.raise_max
    return actions.bet_min, actions.bet_max


def left_keys(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """The keys of the left column: for the actor, for a seat out of turn, or for words and chips."""
    if desk.sheet == WORDS:
        return _words(view, desk, say)
    if desk.seat and desk.seat != view.actor:
        return _out_of_turn(view, desk, say)
    return _actions(view, desk, say)


def right_keys(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """The keys right of them: shortcuts, keypad, and the keys beside the amount field."""
    column = _chips(desk, say) if desk.sheet == WORDS else _quick(view, say)
    return (*column, *pad(), *_aside(view, desk, say))


def pad() -> tuple[Key, ...]:
    """The keypad."""
    wide = (PAD.w - 20) // 3
    found: list[Key] = []
    for i, text in enumerate(("7", "8", "9", "4", "5", "6", "1", "2", "3", "00", "0")):
        key = make(f"digit {text}", text, Digit(text), KEY)
        found.append(placed(key, PAD.x + i % 3 * (wide + 10), PAD.y + i // 3 * 80, wide, 72))
    erase = make("erase", "", Erase(), KEY_GREY)
    return (*found, placed(erase, PAD.x + 2 * (wide + 10), PAD.y + 240, wide, 72))


def _actions(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    actions, seat = view.actions, view.prompt.seat or view.actor
    amount = amount_of(view, desk)
    already = view.seats[seat].street_bet if seat in view.seats else 0
    if actions.check or not actions.call:
        second = make("check", say.label("label.check"), Send("check", seat), KEY_CALL, on=actions.check)
    else:
        call = Send("call", seat, already + actions.call)
        second = make("call", say.label("label.call"), call, KEY_CALL, say.number(actions.call))
    ask = "bet" if actions.bet_min else "raise"
    open_ = bool(actions.bet_min or actions.raise_min)
    shown = say.number(amount) if open_ else ""
    all_in = say.number(actions.all_in) if actions.all_in else ""
    return (
        make("fold", say.label("label.fold"), Send("fold", seat), KEY_GREY, on=actions.fold),
        second,
        make(ask, say.label(f"label.{ask}"), Send(ask, seat, amount), KEY_RAISE, shown, on=open_),
        make(
            "all-in",
            say.label("label.all-in"),
            Send("all-in", seat, actions.all_in),
            KEY_ALL_IN,
            all_in,
            on=bool(actions.all_in),
        ),
    )


def _out_of_turn(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """What a seat did before its turn; the table says whether it stands (T24-53A)."""
    seat, amount = desk.seat, amount_of(view, desk)
    faced = any(other.street_bet for other in view.seats.values())
    ask, whose = "raise" if faced else "bet", say.label("label.seat", seat=seat)
    return (
        make("fold", say.label("label.fold"), Send("fold", seat), KEY_GREY, whose),
        make("check", say.label("label.check"), Send("check", seat), KEY_CALL, whose, on=not faced),
        make("call", say.label("label.call"), Send("call", seat), KEY_CALL, whose, on=faced),
        make(ask, say.label(f"label.{ask}"), Send(ask, seat, amount), KEY_RAISE, say.number(amount)),
        make("all-in", say.label("label.all-in"), Send("all-in", seat), KEY_ALL_IN, whose),
        make("back", say.label("label.back"), Choose(0), KEY_QUIET),
    )


def _words(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    """What was put out or said, for the table to say what it amounts to (rules.md 7.5)."""
    seat, amount = desk.seat or view.actor, desk.amount or 0
    chips = (*desk.chips, amount) if amount else desk.chips
    spoken = say.number(amount) if amount else ""
    raised = Send("say", seat, text=f"raise {amount}" if amount else "raise")
    return (
        make(
            "chips",
            say.label("label.chips_silent"),
            Send("chips", seat, chips=chips),
            KEY_CALL,
            say.number(sum(chips)) if chips else "",
            on=bool(chips),
        ),
        make(
            "said amount",
            say.label("label.said_amount"),
            Send("say", seat, text=str(amount)),
            KEY_RAISE,
            spoken,
            on=bool(amount) and not desk.chips,
        ),
        make("said raise", say.label("label.said_raise"), raised, KEY_RAISE, spoken, on=not desk.chips),
        make("back", say.label("label.back"), Turn(""), KEY_QUIET),
    )


def _chips(desk: Desk, say: Sentences) -> tuple[Key, ...]:
    keys = (
        make("chip", say.label("label.chip_more"), Chip(), KEY_QUIET, on=bool(desk.amount)),
        make("clear", say.label("label.name_clear"), Clear(), KEY_GREY, on=bool(desk.chips or desk.amount)),
    )
    return tuple(placed(key, QUICK.x, QUICK.y + i * 160, QUICK.w, 152) for i, key in enumerate(keys))


def _quick(view: DealerView, say: Sentences) -> tuple[Key, ...]:
    bets = view.quick_bets[:_MOST_QUICK]
    columns = 1 if len(bets) <= 4 else 2
    wide = (QUICK.w - 8 * (columns - 1)) // columns
    found: list[Key] = []
    for i, bet in enumerate(bets):
        words, amount = say.label(bet.label, n=bet.n), say.number(bet.amount)
        key = make(f"quick {i}", words, Propose(bet.amount), KEY_QUIET, amount)
        x, y = QUICK.x + i % columns * (wide + 8), QUICK.y + i // columns * 80
        found.append(placed(key, x, y, wide, 72))
    return tuple(found)


def _aside(view: DealerView, desk: Desk, say: Sentences) -> tuple[Key, ...]:
    words = make("words", say.label("label.words"), Turn("" if desk.sheet == WORDS else WORDS), KEY_QUIET)
    clock = make(
        "clock",
        say.label("label.clock"),
        Send("clock", view.actor),
        KEY_QUIET,
        say.number(view.clock.left) if view.clock else "",
        on="clock" in view.asks,
    )
    return gridded((words, clock, report_key(view, say)), ASIDE, 3, 1)
