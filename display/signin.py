"""The page on which the floor signs in: who, and a PIN."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.views import SignInView
from display.bench import Bench
from display.canvas import Box
from display.deeds import Clear, Digit, Erase, Fill, Key, Send, gridded, make, placed
from display.sentences import Sentences
from display.theme import CHOICE_CHOSEN, KEY, KEY_CALL, KEY_GREY, KEY_QUIET

NAMES = Box(16, 100, 620, 566)
PIN_FIELD = Box(660, 100, 604, 84)
_PAD = Box(660, 196, 604, 470)
_DONE = Box(660, 682, 604, 100)
_MOST = 10


def sign_in_keys(view: SignInView, bench: Bench, say: Sentences, age: int) -> tuple[Key, ...]:
    """The names, the keypad, and the key that signs in; a locked name takes no PIN until its time is up."""
    waits = waits_left(view.waits, age)
    free = bool(bench.who) and bench.who not in waits
    ready = free and len(bench.pin) > 3
    send = Send("sign-in", who=bench.who, pin=bench.pin)
    done = make("sign in", say.label("label.sign_in"), send, KEY_CALL, on=ready)
    return (
        *name_keys(view.names, waits, bench, say, "who", NAMES),
        *pin_pad(say, _PAD),
        placed(done, _DONE.x, _DONE.y, _DONE.w, _DONE.h),
    )


def waits_left(waits: Mapping[str, int], age: int) -> Mapping[str, int]:
    """The seconds for which each locked name still takes no PIN."""
    return {name: seconds - age for name, seconds in waits.items() if seconds > age}


def name_keys(
    names: Sequence[str], waits: Mapping[str, int], bench: Bench, say: Sentences, part: str, room: Box
) -> tuple[Key, ...]:
    """One key for each person, the time left under a locked name; ten to a page."""
    chosen = bench.second if part == "second" else bench.who
    paged = len(names) > _MOST
    page = bench.page if paged else 0
    shown = names[page * (_MOST - 1) :][: _MOST - 1] if paged else names
    found = [
        make(
            f"{part} {name}",
            name,
            Fill(part, name),
            CHOICE_CHOSEN if name == chosen else KEY_QUIET,
            say.label("label.locked", left=minutes(waits[name])) if name in waits else "",
            on=name not in waits,
        )
        for name in shown
    ]
    if paged:
        pages = -(-len(names) // (_MOST - 1))
        words = say.label("label.page", page=page + 1, pages=pages)
        found.append(make("page", words, Fill("page", (page + 1) % pages), KEY_QUIET))
    return gridded(found, room, 2, 5, 12)


def pin_pad(say: Sentences, room: Box) -> tuple[Key, ...]:
    """Ten digits, all away, one away."""
    clear = make("clear", say.label("label.name_clear"), Clear(), KEY_GREY)
    erase = make("erase", "", Erase(), KEY_GREY)
    digits = [make(f"digit {text}", text, Digit(text), KEY) for text in "7894561230"]
    return gridded((*digits[:9], clear, digits[9], erase), room, 3, 4, 10)


def minutes(seconds: int) -> str:
    """Seconds as minutes and seconds: 4:32."""
    return f"{seconds // 60}:{seconds % 60:02}"
