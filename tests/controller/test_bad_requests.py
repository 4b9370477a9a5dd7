"""Whatever a console asks, the table takes it or says why not: no traceback, no chip lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.asking import WORDS
from controller.rules.rulings import CATALOGUE
from controller.rules.table import chips
from controller.views import Message
from display.sentences import Sentences
from tests.controller.rail import Rail

HUGE = 10**30
CHIPS = 1500
ASKS = (
    *WORDS,
    *("say", "chips", "round", "clock", "looked", "next", "table", "muck", "show", "ask-to-see", "name"),
    *("agree", "decline", "straddle", "post", "sit", "buy", "leave", "away", "back", "move", "count"),
    *("button", "draw", "open", "close", "dealer", "deck", "exposed", "undo", "redeal", "floor", "ruling"),
    *("boxed", "joker", "off-table", "back-seen", "missing", "burn-exposed", "stub-exposed"),
    *(
        "bottom-exposed",
        "dropped",
        "mixed",
        "uncut",
        "guard",
        "left",
        "face-down",
        "face-up",
        "unnoticed",
        "pending",
        "reveal",
        "preview",
    ),
    *("sign-in", "sign-out"),
)
NONSENSE = ("", "dance", "FOLD", "raise 40")
AMOUNTS = st.sampled_from([-HUGE, -5, -1, 0, 1, 3, 5, 10, 20, 495, 500, 501, 100_000, HUGE])
SEATS = st.sampled_from([-1, 0, 1, 2, 3, 4, 11, HUGE])
TEXTS = st.sampled_from(
    ["", " ", "post", "wait", "raise", "raise 1e9", "-5", "5.5", "five", "all in", "٣", "a" * 500]
)
CARDS = st.lists(st.sampled_from(["Ah", "2c", "XX", "", "10h"]), max_size=3).map(tuple)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "seat": SEATS,
        "amount": AMOUNTS,
        "dead": AMOUNTS,
        "to": SEATS,
        "text": TEXTS,
        "chips": st.lists(AMOUNTS, max_size=3).map(tuple),
        "cards": CARDS,
        "place": st.sampled_from(["", "board", "seat 2", "seat -1", "seat 99", "attic", "seat x"]),
        "seats": st.lists(SEATS, max_size=3).map(tuple),
        "amounts": st.lists(AMOUNTS, max_size=3).map(tuple),
        "by": st.sampled_from(["", "dealer", "player", "ghost"]),
        "code": st.sampled_from(["", *CATALOGUE, "R99"]),
        "who": st.sampled_from(["", "lee", "nobody"]),
        "refund": st.sampled_from(["", "NONE", "HALF"]),
        "pot": SEATS,
        "penalty": TEXTS,
        "second": st.sampled_from(["", "lee", "kim"]),
        "places": st.lists(st.sampled_from(["muck", "seat 1", "shoe", "attic"]), max_size=3).map(tuple),
        "stacks": st.dictionaries(SEATS, AMOUNTS, max_size=2),
        "hand": st.sampled_from(["", "last", "first"]),
    },
)


def idle() -> Rail:
    return Rail()


def posting() -> Rail:
    rail = Rail()
    assert rail.ask("next") is None
    return rail


def preflop() -> Rail:
    rail = Rail()
    rail.deal()
    return rail


def flop() -> Rail:
    rail = preflop()
    rail.say("call", "call", "check")
    rail.street(6, 7, 8, 9)
    return rail


def showdown() -> Rail:
    rail = flop()
    rail.say("check", "check", "check")
    for cards in ((10, 11), (12, 13)):
        rail.street(*cards)
        rail.say("check", "check", "check")
    return rail


def paying() -> Rail:
    rail = preflop()
    rail.say("fold", "fold")
    return rail


def stopped() -> Rail:
    rail = preflop()
    assert rail.ask("floor") is None
    return rail


PANEL = ("next", "floor", "undo", "exposed", "clock", "seat 2", "seat 9")
MOMENTS = (idle, posting, preflop, flop, showdown, paying, stopped)


def brought(rail: Rail) -> int:
    """Chips that came to the table since it was set up."""
    return chips(rail.loop.table) - CHIPS


@pytest.mark.parametrize("screen", ["dealer", "floor"])
@pytest.mark.parametrize("moment", MOMENTS)
@settings(max_examples=60, deadline=None)
@given(asked=st.lists(st.tuples(st.sampled_from((*ASKS, *NONSENSE)), FIELDS), min_size=1, max_size=6))
def test_a_request_is_taken_or_refused_with_a_sentence(
    moment: Callable[[], Rail], screen: str, asked: list[tuple[str, dict[str, Any]]]
) -> None:
    rail, say = moment(), Sentences()
    put = rail.ask if screen == "dealer" else rail.floor_ask
    for ask, fields in asked:
        if screen == "floor":
            rail.outside.desk.who = "lee"
        before, money = rail.loop.table, brought(rail)
        refused = put(ask, **fields)
        after = rail.loop.table
        assert rail.loop.service.failed is None
        if refused is None:
            assert brought(rail) == money or ask in ("buy", "sit", "leave", "undo", "close")
            assert min((seat.stack for seat in after.seats.values()), default=0) >= 0
        else:
            assert after is before
            assert _told(say, refused)


def _told(say: Sentences, refused: Message) -> bool:
    sentence = say.say(refused)
    return sentence != refused.id and "…" not in sentence


@pytest.mark.parametrize("seed", range(8))
def test_angry_keys_never_stop_the_table_for_good(seed: int) -> None:
    """Every panel key, pressed and held at random in the middle of hands."""
    rng, rail = random.Random(seed), preflop()
    for _ in range(120):
        rail.wait(rng.choice((0.05, 0.4, 1.0)))
        rail.press(
            rng.choice(("next", "floor", "undo", "exposed", "clock", "seat 2", "seat 9")),
            rng.choice((0.1, 2.2)),
        )
        assert rail.loop.service.failed is None
        assert chips(rail.loop.table) == CHIPS
        assert rail.view.asks
