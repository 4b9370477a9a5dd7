"""Which keys the floor's screen shows: pure, from a snapshot and what was keyed so far.

Places are in units of the design (1280x800). A ruling takes a hold, as UNDO does: it is never undone.
"""

from __future__ import annotations

from controller.views import ChoiceView, FloorView, SignInView
from display.bench import OTHERS, REVEAL, Bench
from display.canvas import Box
from display.deeds import HOLD, Fill, Key, Send, Turn, gridded, make, placed
from display.editors import editor_keys, sheet_value
from display.ruling import (
    changes_of,
    choice_of,
    further_sheets,
    is_filled,
    is_of_either_hand,
    missing,
    sent,
    sheets_of,
)
from display.sentences import Sentences
from display.signin import sign_in_keys
from display.theme import (
    CHOICE,
    CHOICE_CHOSEN,
    KEY_CALL,
    KEY_FLOOR,
    KEY_QUIET,
    PANEL,
)

FACTS = Box(16, 88, 308, 393)
MENU = Box(340, 88, 560, 561)
CHANGES = Box(916, 88, 348, 561)
NOTE_FIELD = Box(932, 556, 316, 80)
SIGN_OUT = Box(700, 0, 312, 72)
_ASIDE = Box(16, 493, 308, 156)
_CANCEL = Box(656, 682, 244, 100)
_APPLY = Box(916, 682, 348, 100)
_CARD = Box(362, 138, 516, 92)
_CARDS = 5
_TILES = 27
# Rows of what changes that fit without pages, and on a page.
MOST_ROWS, A_PAGE = 8, 6
# Sheets that cover the menu and the facts, and those that cover what changes too.
WIDE_SHEETS = ("note", "chips", "second", "posts", "penalty", OTHERS, REVEAL)
FULL_SHEETS = ("card", "moves")


def floor_keys(view: FloorView | SignInView, bench: Bench, say: Sentences, age: int = 0) -> tuple[Key, ...]:
    """All keys that this snapshot and the floor's entries call for; `age` is that of the snapshot."""
    if isinstance(view, SignInView):
        return sign_in_keys(view, bench, say, age)
    always = (_sign_out(view, say), _cancel(bench, say), _apply(view, bench, say))
    if bench.sheet in FULL_SHEETS:
        return (*editor_keys(view, bench, say), *always)
    if bench.sheet == REVEAL:
        return (*editor_keys(view, bench, say), *always)
    right = (*need_keys(view, bench, say), _note(bench), *_pager(view, bench, say))
    if bench.sheet == OTHERS:
        return (*_other_rulings(view, bench, say), *right, *always)
    if bench.sheet in WIDE_SHEETS:
        return (*editor_keys(view, bench, say), *right, *always)
    left = (*_facts(view, bench), *_aside(view, say))
    middle = editor_keys(view, bench, say) if bench.sheet else _menu(view, bench, say)
    return (*left, *(() if bench.faces else middle), *right, *always)


def listed(view: FloorView, bench: Bench) -> tuple[int, ...]:
    """The rulings that are shown as cards, by their place in the menu; the chosen one is among them."""
    first = tuple(range(min(_CARDS, len(view.choices))))
    beyond = len(first) <= bench.choice < len(view.choices)
    return (*first[:-1], bench.choice) if beyond else first


def ruling_name(choice: ChoiceView, say: Sentences) -> str:
    """What a ruling is called."""
    return say.known(f"label.code.{choice.code}", choice.code)


def _menu(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    chosen = choice_of(view, bench)
    found: list[Key] = []
    for i, at in enumerate(listed(view, bench)):
        choice = view.choices[at]
        look = CHOICE_CHOSEN if choice is chosen else CHOICE
        words = say.say(choice.sentence)
        key = make(f"choice {i + 1}", ruling_name(choice, say), Fill("choice", at), look, words)
        found.append(placed(key, _CARD.x, _CARD.y + i * 102, _CARD.w, _CARD.h))
    return tuple(found)


def _other_rulings(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    first = bench.page * _TILES
    tiles = [
        make(
            f"ruling {at}",
            ruling_name(choice, say),
            Fill("choice", at),
            CHOICE_CHOSEN if at == bench.choice else CHOICE,
            choice.code,
        )
        for at, choice in enumerate(view.choices)
    ][first : first + _TILES]
    if len(view.choices) > _TILES:
        pages = -(-len(view.choices) // _TILES)
        more = say.label("label.page", page=bench.page + 1, pages=pages)
        tiles.append(make("page", more, Fill("page", (bench.page + 1) % pages), KEY_QUIET))
    return gridded(tiles, Box(16, 88, 884, 561), 4, 7)


def _facts(view: FloorView, bench: Bench) -> tuple[Key, ...]:
    if not view.facts:
        return ()
    several = len(view.facts)
    key = make("facts", "", Fill("fact", (bench.fact + 1) % several), PANEL, on=several > 1)
    return (placed(key, FACTS.x, FACTS.y, FACTS.w, FACTS.h),)


def _aside(view: FloorView, say: Sentences) -> tuple[Key, ...]:
    asks = view.asks
    others = Turn(OTHERS) if len(view.choices) > _CARDS else Send("floor")
    keys = (
        make("others", say.label("label.others"), others, KEY_QUIET, on=_has_others(view)),
        make(
            "unnoticed",
            say.label("label.unnoticed"),
            Send("unnoticed"),
            KEY_QUIET,
            hold=HOLD,
            on="unnoticed" in asks,
        ),
        make(
            "pending", say.label("label.pending"), Send("pending"), KEY_QUIET, hold=HOLD, on="pending" in asks
        ),
        make("reveal", say.label("label.reveal"), Turn(REVEAL), KEY_QUIET, on="reveal" in asks),
    )
    return gridded(keys, _ASIDE, 2, 2)


def _has_others(view: FloorView) -> bool:
    return len(view.choices) > _CARDS or "floor" in view.asks


def need_keys(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    """What the chosen ruling needs, one key each that turns to its sheet."""
    choice = choice_of(view, bench)
    if choice is None:
        return ()
    found: list[Key] = []
    for sheet in (s for s in (*sheets_of(choice), *further_sheets(choice)) if s != "note"):
        filled = is_filled(sheet, choice, bench)
        look = CHOICE_CHOSEN if bench.sheet == sheet else KEY_QUIET
        value = sheet_value(sheet, bench, say) if filled else say.label("label.to_fill")
        found.append(make(f"need {sheet}", say.label(f"label.need.{sheet}"), Turn(sheet), look, value))
    if is_of_either_hand(view, choice):
        value = say.label("label.hand.last" if bench.last else "label.hand.this")
        deed = Fill("last", 0 if bench.last else 1)
        found.append(make("need hand", say.label("label.need.hand"), deed, KEY_QUIET, value))
    return tuple(
        placed(key, CHANGES.x + 16, CHANGES.y + 56 + i * 82, CHANGES.w - 32, 74)
        for i, key in enumerate(found)
    )


def _note(bench: Bench) -> Key:
    key = make("note", bench.text, Turn("note"), KEY_QUIET)
    return placed(key, NOTE_FIELD.x, NOTE_FIELD.y, NOTE_FIELD.w, NOTE_FIELD.h)


def change_pages(view: FloorView, bench: Bench) -> int:
    """How many pages what changes takes."""
    choice = choice_of(view, bench)
    changes = (changes_of(choice, bench) or ()) if choice else ()
    return -(-len(changes) // A_PAGE) if len(changes) > MOST_ROWS else 1


def _pager(view: FloorView, bench: Bench, say: Sentences) -> tuple[Key, ...]:
    pages = change_pages(view, bench)
    if pages < 2 or bench.sheet == OTHERS:
        return ()
    page = bench.page % pages
    words = say.label("label.page", page=page + 1, pages=pages)
    key = make("changes", words, Fill("page", (page + 1) % pages), KEY_QUIET)
    return (placed(key, CHANGES.x + 16, 440, CHANGES.w - 32, 74),)


def _sign_out(view: FloorView, say: Sentences) -> Key:
    key = make("sign out", view.who, Send("sign-out"), KEY_FLOOR, say.label("label.sign_out"))
    return placed(key, SIGN_OUT.x, SIGN_OUT.y, SIGN_OUT.w, SIGN_OUT.h)


def _cancel(bench: Bench, say: Sentences) -> Key:
    if bench.faces:
        key = make("back", say.label("label.dismiss"), Fill("faces", 0), KEY_QUIET)
    elif bench.sheet:
        key = make("back", say.label("label.back"), Turn(""), KEY_QUIET)
    else:
        key = make("cancel", say.label("label.cancel"), Fill("cancel", 0), KEY_QUIET)
    return placed(key, _CANCEL.x, _CANCEL.y, _CANCEL.w, _CANCEL.h)


def _apply(view: FloorView, bench: Bench, say: Sentences) -> Key:
    choice = choice_of(view, bench)
    if bench.sheet == REVEAL:
        on = bool(bench.seat and bench.text.strip())
        deed = Send("reveal", bench.seat, text=bench.text.strip())
        key = make("apply", say.label("label.reveal_now"), deed, KEY_CALL, hold=HOLD, on=on)
    elif choice is None or "ruling" not in view.asks:
        key = make("apply", say.label("label.apply"), Send("ruling"), KEY_CALL, hold=HOLD, on=False)
    elif lacking := missing(choice, bench):
        words = say.label("label.still", what=say.label(f"label.need.{lacking[0]}"))
        key = make("apply", words, Send("ruling"), KEY_CALL, hold=HOLD, on=False)
    else:
        known = changes_of(choice, bench) is not None and not bench.faces
        key = make("apply", say.label("label.apply"), sent(choice, bench), KEY_CALL, hold=HOLD, on=known)
    return placed(key, _APPLY.x, _APPLY.y, _APPLY.w, _APPLY.h)
