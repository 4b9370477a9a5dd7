from __future__ import annotations

import logging
import re
import string
from pathlib import Path

import pytest

from controller.loop import WORDS
from controller.projection import GAME
from controller.rules.state import Phase
from controller.views import Arg, Message
from display import text
from display.cards import RANKS, SUITS
from display.fonts import Weight
from display.sentences import Sentences, UnknownLanguage

# Every id that the table emits, with arguments as long as they get.
_EMITTED: dict[str, dict[str, Arg]] = {
    "prompt.deal": {"seat": 10},
    "prompt.burn": {},
    "prompt.flop": {},
    "prompt.turn": {},
    "prompt.river": {},
    "prompt.act": {"seat": 10, "name": "Maria-Magdalena van der Berg"},
    "prompt.name": {"place": "board"},
    "prompt.name.seat": {"seat": 10},
    "prompt.table": {"seats": (2, 4, 6, 8, 10)},
    "prompt.push": {"pot": 3, "seat": 10, "amount": 1234567},
    "prompt.push.split": {"pot": 2, "seats": (2, 4, 6, 8, 10), "amount": 1234567},
    "prompt.collect": {"cards": 52},
    "prompt.next": {},
    "prompt.stop": {},
    "prompt.wait": {},
    "prompt.idle": {},
    "prompt.move.unread": {"place": "seat 10"},
    "prompt.verify.felt": {},
    "detail.facing": {"to": 1234567, "call": 1234567},
    "detail.check": {},
    "detail.option": {},
    "detail.hand": {"hand": "straight flush"},
    "detail.shares": {"hand": "straight flush", "shares": ("2: 246914", "4: 246914", "10: 246913")},
    "detail.uncontested": {"seat": 10},
    "detail.differs": {"what": "seat 10", "cards": 2},
    "detail.next_when_done": {},
    "detail.other_software": {"software": "0.1.0"},
    "undo.act": {"seat": 10, "acted": "all-in"},
    "undo.table": {"seats": (2, 4, 6, 8, 10)},
    "undo.muck": {"seat": 10},
    "undo.name": {},
    "undo.floor": {},
    "refused.stale": {},
    "refused.not_turn": {"seat": 9, "actor": 10},
    "refused.no_hand": {"seat": 10},
    "refused.no_player": {"seat": 10},
    "refused.amount_low": {"least": 1234567},
    "refused.amount_high": {"most": 1234567},
    "refused.amount_unit": {"unit": 1000},
    "refused.cannot_check": {"call": 1234567},
    "refused.nothing_to_call": {},
    "refused.cannot_raise": {},
    "refused.cannot_bet": {},
    "refused.stopped": {},
    "refused.not_now": {"ask": "floor"},
    "refused.nothing_to_undo": {},
    "refused.cards_out": {"cards": 12, "place": "seat 10"},
    "refused.players": {},
    "refused.unknown_card": {},
    "refused.card_taken": {},
    "refused.card_count": {"cards": 5},
    "refused.request": {"what": "Request lacks the field 'ask'"},
    "refused.must_table": {"seat": 10},
    "refused.read_only": {},
    "refused.not_supported": {"ask": "straddle"},
    "unresolved.wrong_place": {"place": "seat 10", "expected": "seat 9"},
    "unresolved.extra": {"place": "seat 10"},
    "unresolved.board_early": {},
    "unresolved.burn_early": {},
    "unresolved.unknown_tag": {"reader": "seat 10"},
    "unresolved.deck_fault": {},
    "unresolved.back_in_play": {"place": "seat 10"},
    "unresolved.muck": {"seat": 10},
    "unresolved.journal": {},
    "unresolved.floor": {},
    "unresolved.left_shoe": {},
    "health.reader_lost": {"reader": "seat 10", "reason": "the hub does not answer"},
    "health.journal_failed": {"why": "no space left on device"},
    "health.journal_damaged": {"file": "2026-11-30.jsonl.damaged-1"},
    "health.unknown_tag": {"reader": "seat 10"},
    "health.two_places": {"places": ("seat 9", "seat 10")},
    "health.muck_question": {"seat": 10},
    "notice.wait": {},
    "notice.redeal": {},
    "notice.journal": {},
    "notice.back": {},
    "result.win": {"seat": 10, "amount": 1234567},
    "result.win.hand": {"seat": 10, "amount": 1234567, "hand": "four of a kind"},
    "result.split": {"seats": (2, 4, 6, 8, 10)},
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


def test_these_are_the_ids_that_the_controller_emits() -> None:
    kinds = "prompt|detail|undo|refused|unresolved|health|notice"
    controller = Path(__file__).parents[2] / "controller"
    sources = "".join(path.read_text(encoding="utf-8") for path in controller.rglob("*.py"))
    found = set(re.findall(rf'"((?:{kinds})\.[a-z_.]+)"', sources))
    found |= {f"prompt.{street}" for street in ("flop", "turn", "river")}
    assert found == {key for key in _EMITTED if not key.startswith("result")}


# Entries whose ids are put together: what stands behind the first part.
_BUILT = {
    "prompt": ("flop", "turn", "river", "act.unnamed"),
    "detail": ("shares.unnamed",),
    "rank": tuple(RANKS),
    "suit": tuple(SUITS),
    "place": ("seat", "board", "burn", "muck", "shoe"),
    "reader": ("seat", "board", "burn", "muck", "shoe"),
    "acted": WORDS,
    "ask": (*WORDS, "next", "table", "muck", "name", "buy", "undo", "redeal", "floor"),
    "game": (GAME,),
    "quick": ("half", "two_thirds"),
    "label.street": ("preflop", "flop", "turn", "river"),
    "label.position": ("SB", "BB"),
    "label.acted": (*WORDS, "post"),
    "label.status": ("folded", "dead", "away", "out", "absent"),
    "label.phase": ("posting", *(phase for phase in Phase)),
    "label": ("table_seat", "muck_seat", "table_hold", "muck_hold"),
}


def test_no_sentence_is_left_over(say: Sentences) -> None:
    root = Path(__file__).parents[2]
    sources = "".join(
        path.read_text(encoding="utf-8")
        for part in ("controller", "display")
        for path in root.glob(f"{part}/**/*.py")
    )
    built = {f"{first}.{last}" for first, lasts in _BUILT.items() for last in lasts}
    built |= {f"hand.{name.replace(' ', '_')}" for name in _HANDS}
    assert {key for key in say.ids if key not in built and f'"{key}"' not in sources} == set()


@pytest.mark.parametrize("key", _EMITTED)
def test_every_message_has_a_sentence_that_takes_its_arguments(key: str, say: Sentences) -> None:
    forms = say.ids[key]
    wanted = {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}
    assert wanted <= set(_EMITTED[key])
    assert say.say(Message(key, _EMITTED[key])) != key


@pytest.mark.parametrize("key", [key for key in _EMITTED if not key.startswith("undo")])
def test_every_sentence_fits_the_prompt_whole(key: str, say: Sentences) -> None:
    """Beside the misdeal mark, in the height that a health band leaves, in letters of a readable size."""
    sentence = say.say(Message(key, _EMITTED[key]))
    lines = text.fit_lines(sentence, 52, 824, 80, Weight.BOLD)
    assert " ".join(line.text for line in lines) == sentence
    assert all(line.size >= 24 for line in lines)


@pytest.mark.parametrize("key", [key for key in _EMITTED if key.startswith("undo")])
def test_every_undo_fits_its_key(key: str, say: Sentences) -> None:
    sentence = say.say(Message(key, _EMITTED[key]))
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
