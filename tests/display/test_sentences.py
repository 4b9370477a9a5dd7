from __future__ import annotations

import ast
import logging
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.asking import WORDS
from controller.rules.events import Bound
from controller.rules.rulings import CATALOGUE
from controller.rules.stakes import Game
from controller.rules.state import Phase
from controller.views import Arg, Message
from display import text
from display.codes import RANKS, SUITS
from display.fonts import Weight
from display.sentences import Sentences, UnknownLanguage

_FAMILIES = "prompt|detail|undo|refused|unresolved|irregular|health|notice|told|ruling|log"
_ID = re.compile(rf"(?:{_FAMILIES})\.[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*")
_STARTS = tuple(_FAMILIES.split("|"))
_ROOT = Path(__file__).parents[2]
# Arguments as long as they get; every other one is an amount of chips.
_LONGEST: dict[str, Arg] = {
    "seat": 10,
    "actor": 9,
    "owner": 10,
    "button": 10,
    "actions": 9,
    "paid": 9,
    "hands": 10,
    "pots": 9,
    "passed": 51,
    "seconds": 300,
    "by": 9,
    "of": 10,
    "pot": 3,
    "board": 2,
    "cards": 52,
    "missing": 51,
    "minutes": 59,
    "card": 3,
    "seats": (2, 4, 6, 8, 10),
    "name": "Maria-Magdalena van der Berg",
    "place": "seat 10",
    "expected": "seat 9",
    "reader": "seat 10",
    "what": "seat 10",
    "reason": "the hub does not answer",
    "hand": "straight flush",
    "acted": "all-in",
    "ask": "floor",
    "bound": "passive",
    "street": "preflop",
    "places": ("seat 9", "seat 10"),
    "shares": ("2: 246914", "4: 246914", "10: 246913"),
    "posts": ("2: 15", "4: 10", "10: 15"),
    "file": "2026-11-30.jsonl.damaged-1",
    "why": "no space left on device",
    "software": "0.1.0",
    "deck": "A",
    "other": "B",
    "decks": ("A", "B"),
    "code": "R15",
    "codes": ("R15", "R20", "R17"),
    "refund": "HALF",
    "refunds": ("NONE", "UNCALLED", "ALL_FROM_POT"),
}
_HANDS = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


def _emitted() -> Iterator[tuple[re.Pattern[str], frozenset[str] | None]]:
    """Ids that the controller's sources emit, with the names of their arguments where those stand there too.

    An id that is put together stands for every id that it can become.
    """
    for path in (_ROOT / "controller").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = {
            id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") in ("say", "Message")
                and node.args
            ):
                yield from _of_call(node)
            elif isinstance(node, ast.Constant) and id(node) not in parts and _ID.fullmatch(str(node.value)):
                yield re.compile(re.escape(str(node.value))), None


def _of_call(call: ast.Call) -> Iterator[tuple[re.Pattern[str], frozenset[str] | None]]:
    named = [word.arg for word in call.keywords]
    if len(call.args) > 1:
        given = call.args[1]
        named = [getattr(key, "value", None) for key in given.keys] if isinstance(given, ast.Dict) else [None]
    names = None if None in named else frozenset(str(name) for name in named)
    said = call.args[0]
    for branch in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
        yield from _of_id(branch, names)


def _of_id(
    said: ast.expr, names: frozenset[str] | None
) -> Iterator[tuple[re.Pattern[str], frozenset[str] | None]]:
    match said:
        case ast.Constant(value=str(text)):
            yield re.compile(re.escape(text)), names
        case ast.JoinedStr(values=parts):
            texts = [str(part.value) if isinstance(part, ast.Constant) else None for part in parts]
            yield re.compile("".join(".*" if text is None else re.escape(text) for text in texts)), names


def _wanted(forms: tuple[str, ...]) -> set[str]:
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


_ENTRIES = {key: forms for key, forms in Sentences().ids.items() if _ID.fullmatch(key)}
_SENT = [
    (pattern, names)
    for pattern, names in _emitted()
    if pattern.pattern.startswith(tuple(_FAMILIES.split("|")))
]


def test_every_id_that_the_controller_emits_has_a_sentence() -> None:
    found = {pattern.pattern for pattern, _ in _SENT if not any(map(pattern.fullmatch, _ENTRIES))}
    assert found == set()


@pytest.mark.parametrize("key", _ENTRIES)
def test_every_sentence_is_emitted_with_the_arguments_that_it_takes(key: str) -> None:
    if key.endswith(_UNNAMED):
        return
    exact = [names for pattern, names in _SENT if pattern.pattern == re.escape(key)]
    built = [names for pattern, names in _SENT if pattern.fullmatch(key)]
    assert exact or built, "no source emits it"
    known = [names for names in exact if names is not None]
    assert all(_wanted(_ENTRIES[key]) <= names for names in known)
    assert known or None in exact or any(names is None or _wanted(_ENTRIES[key]) <= names for names in built)


# The end of what is said in place of a sentence whose name, hand or seat is empty.
_UNNAMED = ".unnamed"
_REPORTS = (
    *("boxed", "joker", "off-table", "burn-exposed", "stub-exposed", "bottom-exposed", "dropped", "mixed"),
    *("uncut", "back-seen", "missing", "guard", "left", "looked", "face-down", "face-up"),
)
_OF_A_SEAT = ("boxed", "joker", "back-seen", "off-table", "guard", "left", "looked")
_SHEETS = ("seat", "amount", "refund", "pot", "chips", "posts", "penalty", "card", "moves", "second", "note")
_OF_SEATS = ("stack", "bet", "status", "card", "show", "bound", "penalty", "owes", "coming")
# Entries whose ids are put together: what stands behind the first part.
_BUILT = {
    "rank": tuple(RANKS),
    "suit": tuple(SUITS),
    "place": (
        *("seat", "board", "burn", "muck", "shoe", "stub", "aside", "floor"),
        *("preflop", "flop", "turn", "river"),
    ),
    "result.win": ("hand", "cards.hand"),
    "reader": ("seat", "board", "burn", "muck", "shoe"),
    "acted": WORDS,
    "ask": (*WORDS, "next", "table", "muck", "name", "buy", "undo", "redeal", "floor"),
    "game": tuple(Game),
    "bound": tuple(Bound),
    "quick": ("times", "percent"),
    "label.street": ("preflop", "flop", "turn", "river"),
    "label.position": ("SB", "BB", "UTG", "UTG+1", "UTG+2", "MP", "LJ", "HJ", "CO"),
    "label.level": ("minutes", "hands"),
    "label.place": ("sit", "buy", "count", "away", "leave", "move", "button", "back.post", "back.wait"),
    "label.table": ("open", "draw", "close"),
    "label.account": ("player", "bought", "out", "net"),
    "label.acted": (*WORDS, "post"),
    "label.status": ("folded", "dead", "away", "out", "absent"),
    "label.phase": ("posting", *(phase for phase in Phase)),
    "label": ("table_seat", "muck_seat", "table_hold", "muck_hold"),
    "label.report": (*_REPORTS, *(f"{word}.seat" for word in _OF_A_SEAT)),
    "label.exposed": ("dealer", "player"),
    "label.need": _SHEETS,
    "label.part": ("live", "dead"),
    "label.penalty": ("warning", "hands", "rounds", "out", "lifted"),
    "label.refund": ("NONE", "UNCALLED", "ALL_FROM_POT"),
    "label.to": ("board", "burn", "muck", "aside", "shoe", "floor"),
    "label.change": ("pot", "button", "actor", "card", "burn", "board", "stub", "clock", "runs", "aside"),
    "label.value": ("verify", "shuffle", "ordered"),
    "label.code": CATALOGUE,
}


def test_no_sentence_is_left_over(say: Sentences) -> None:
    root = Path(__file__).parents[2]
    sources = "".join(
        path.read_text(encoding="utf-8")
        for part in ("controller", "display")
        for path in root.glob(f"{part}/**/*.py")
    )
    built = {f"{first}.{last}" for first, lasts in _BUILT.items() for last in lasts}
    built |= {f"label.change.{what}.seat" for what in _OF_SEATS}
    built |= {f"hand.{name.replace(' ', '_')}" for name in _HANDS}
    left = {key for key in say.ids if key not in built and f'"{key}"' not in sources}
    assert {key for key in left if key not in _ENTRIES} == set()


def _longest(key: str) -> dict[str, Arg]:
    return {name: _LONGEST.get(name, 1234567) for name in _wanted(_ENTRIES[key])}


@pytest.mark.parametrize("key", [key for key in _ENTRIES if not key.startswith("undo")])
def test_every_sentence_fits_the_prompt_whole(key: str, say: Sentences) -> None:
    """Beside the misdeal mark, in the height that a health band leaves, in letters of a readable size."""
    sentence = say.say(Message(key, _longest(key)))
    lines = text.fit_lines(sentence, 52, 824, 80, Weight.BOLD)
    assert " ".join(line.text for line in lines) == sentence
    assert all(line.size >= 24 for line in lines)


@pytest.mark.parametrize("key", [key for key in _ENTRIES if key.startswith(("irregular", "unresolved"))])
def test_every_stop_fits_the_facts_of_the_floor_whole(key: str, say: Sentences) -> None:
    sentence = say.say(Message(key, _longest(key)))
    lines = text.fit_lines(sentence, 28, 276, 112, Weight.BOLD)
    assert " ".join(line.text for line in lines) == sentence
    assert all(line.size >= 20 for line in lines)


@pytest.mark.parametrize("key", [key for key in _ENTRIES if key.startswith("ruling")])
def test_every_ruling_fits_its_card_whole(key: str, say: Sentences) -> None:
    sentence = say.say(Message(key, _longest(key)))
    lines = text.fit_lines(sentence, 22, 440, 48, Weight.SEMI_BOLD)
    assert " ".join(line.text for line in lines) == sentence
    assert all(line.size >= 18 for line in lines)


@pytest.mark.parametrize("key", [key for key in _ENTRIES if key.startswith("undo")])
def test_every_undo_fits_its_key(key: str, say: Sentences) -> None:
    sentence = say.say(Message(key, _longest(key)))
    lines = text.fit_lines(sentence, 18, 189, 38, Weight.SEMI_BOLD)
    assert " ".join(line.text for line in lines) == sentence


@pytest.mark.parametrize("name", _HANDS)
def test_every_hand_has_its_name(name: str, say: Sentences) -> None:
    assert f"hand.{name.replace(' ', '_')}" in say.ids
    assert say.hand_name(name) == name


def test_every_character_is_in_the_font(say: Sentences) -> None:
    from fontTools.ttLib import TTFont

    from display.fonts import cut_fonts

    with TTFont(cut_fonts()[Weight.BOLD]) as font:
        known = set(font.getBestCmap())
    used = {ord(char) for forms in say.ids.values() for form in forms for char in form}
    assert used <= known


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (Message("prompt.act", {"seat": 7, "name": "J. dela Cruz"}), "Action on seat 7 — J. dela Cruz"),
        (Message("prompt.act", {"seat": 7, "name": ""}), "Action on seat 7"),
        (Message("detail.facing", {"to": 60, "call": 60}), "Facing a bet of 60. 60 to call."),
        (Message("prompt.collect", {"cards": 1}), "Collect 1 card."),
        (Message("prompt.collect", {"cards": 9}), "Collect 9 cards."),
        (Message("prompt.table", {"seats": (3,)}), "Seat 3: show or muck."),
        (Message("prompt.table", {"seats": (3, 5)}), "Seats 3 and 5: show or muck."),
        (
            Message("prompt.push", {"pot": 1, "seat": 4, "amount": 96250}),
            "Push the main pot: 96,250 to seat 4.",
        ),
        (Message("prompt.push", {"pot": 2, "seat": 4, "amount": 90}), "Push side pot 1: 90 to seat 4."),
        (Message("prompt.push", {"pot": 0, "seat": 4, "amount": 90}), "Push the pot: 90 to seat 4."),
        (
            Message("unresolved.wrong_place", {"place": "seat 4", "expected": "seat 3"}),
            "Stop. A card went to seat 4, seat 3 was due.",
        ),
        (Message("unresolved.extra", {"place": "board"}), "Stop. One card too many at the board."),
        (Message("prompt.name", {"place": "Ah"}), "Name the card at ace of hearts."),
        (Message("undo.act", {"seat": 3, "acted": "raise"}), "Take back: seat 3 raise."),
        (Message("undo.table", {"seats": (3,)}), "Take back: seat 3 shown."),
        (Message("undo.table", {"seats": (3, 5)}), "Take back: seats 3 and 5 shown."),
        (Message("refused.not_now", {"ask": "buy"}), "Not now: buy chips."),
        (
            Message("detail.shares", {"hand": "straight", "shares": ("6: 1141", "1: 1140")}),
            "Straight — seat 6: 1,141, seat 1: 1,140.",
        ),
        (Message("detail.shares", {"hand": "", "shares": ("6: 141", "1: 140")}), "Seat 6: 141, seat 1: 140."),
        (
            Message("detail.differs", {"what": "board", "cards": 1}),
            "Not read: 1 card at the board. Put it back, or NEXT.",
        ),
        (
            Message("detail.differs", {"what": "seat 4", "cards": 2}),
            "Not read: 2 cards at seat 4. Put them back, or NEXT.",
        ),
        (Message("result.win.hand", {"seat": 3, "amount": 120, "hand": "flush"}), "Seat 3 wins 120, flush"),
    ],
)
def test_sentences(message: Message, sentence: str, say: Sentences) -> None:
    assert say.say(message) == sentence


def test_a_name_is_never_taken_for_a_card_or_a_place(say: Sentences) -> None:
    assert say.say(Message("prompt.act", {"seat": 7, "name": "Ah"})) == "Action on seat 7 — Ah"


def test_an_unknown_message_shows_its_id_and_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    say = Sentences()
    with caplog.at_level(logging.WARNING):
        assert [say.say(Message("prompt.dance", {"seat": 3})) for _ in range(2)] == ["prompt.dance"] * 2
    assert [record.message for record in caplog.records] == [
        "the en catalogue has no sentence for prompt.dance"
    ]


def test_a_missing_argument_leaves_a_gap_and_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    say = Sentences()
    with caplog.at_level(logging.WARNING):
        assert [say.say(Message("prompt.deal")) for _ in range(2)] == ["Deal to seat …."] * 2
    assert len(caplog.records) == 1


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownLanguage, match=r"'xx', only for: en"):
        Sentences("xx")
