"""Any legal snapshot can be drawn, at any size, with anything keyed."""

from __future__ import annotations

import json
from typing import Any

import pygame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.views import (
    ActionsView,
    BlindsView,
    ChangeView,
    ChoiceView,
    DealerView,
    FactView,
    FloorView,
    IrregularityView,
    Message,
    PlayerView,
    PotView,
    PromptView,
    QuickBet,
    ResultView,
    SeatView,
    SignInView,
    from_json,
    to_json,
)
from display import bench as benches
from display import dealer, floor, theme
from display.app import render
from display.bench import Bench
from display.canvas import Canvas
from display.codes import RANKS, SUITS
from display.desk import GUARD, REPORT, Desk
from display.floorkeys import floor_keys
from display.keys import keys_of
from display.scene import FloorScene, Scene
from display.sentences import Sentences

_SAY = Sentences()
_PHASES = (
    "idle",
    "posting",
    "dealing",
    "preflop",
    "flop",
    "turn",
    "river",
    "showdown",
    "paying",
    "void",
    "verify",
)
_DO = (
    "move",
    "pick",
    "shuffle",
    "agree",
    "post",
    "deal",
    "burn",
    "flop",
    "act",
    "name",
    "table",
    "push",
    "collect",
    "verify",
    "confirm",
    "next",
    "stop",
    "wait",
)
_ASKS = (
    *("next", "table", "muck", "name", "buy", "floor", "undo", "redeal", "fold", "call", "exposed", "boxed"),
    *("joker", "dropped", "guard", "left", "missing", "ruling", "unnoticed", "pending", "reveal"),
)
_CARDS = st.one_of(
    st.sampled_from([rank + suit for rank in RANKS for suit in SUITS]), st.just("??"), st.text(max_size=3)
)
_CHIPS = st.one_of(st.integers(0, 3000), st.integers(0, 10**12))
_SEATS = st.integers(0, 10)
_WORDS = st.text(max_size=40)
_ARGS = st.one_of(
    _CHIPS,
    _WORDS,
    _CARDS,
    st.lists(st.integers(1, 10), max_size=10).map(tuple),
    st.lists(_WORDS, max_size=4).map(tuple),
)
_MESSAGES = st.builds(
    Message,
    st.one_of(st.sampled_from(sorted(_SAY.ids)), _WORDS),
    st.dictionaries(
        st.sampled_from(["seat", "amount", "name", "place", "cards", "seats", "hand", "pot", "count", "to"]),
        _ARGS,
    ),
)
_STATUS = st.sampled_from(["live", "folded", "all-in", "dead", "away", "out", "empty", "absent"])
_SEAT = st.builds(
    SeatView,
    name=_WORDS,
    stack=_CHIPS,
    street_bet=_CHIPS,
    cards_held=st.integers(0, 4),
    faces=st.lists(_CARDS, max_size=4).map(tuple),
    status=_STATUS,
    position=st.sampled_from(["", "BTN", "SB", "BB"]),
    acted=st.sampled_from(["", "fold", "check", "call", "bet", "raise", "all-in", "post"]),
)
_POTS = st.lists(st.builds(PotView, _CHIPS, st.lists(_SEATS, max_size=4).map(tuple)), max_size=10).map(tuple)
_RESULTS = st.lists(
    st.builds(ResultView, st.integers(0, 9), _SEATS, _CHIPS, st.sampled_from(["", "flush", "one pair"])),
    max_size=12,
).map(tuple)
_PUBLIC: dict[str, st.SearchStrategy[Any]] = {
    "v": st.just(1),
    "n": st.integers(0),
    "table": _WORDS,
    "game": st.sampled_from(["no-limit", "Half pot"]),
    "hand": st.integers(0, 10**6),
    "phase": st.sampled_from(_PHASES),
    "blinds": st.builds(BlindsView, _CHIPS, _CHIPS, _CHIPS),
    "button": _SEATS,
    "actor": _SEATS,
    "to_call": _CHIPS,
    "min_raise_to": _CHIPS,
    "board": st.lists(_CARDS, max_size=6).map(tuple),
    "pot_total": _CHIPS,
    "pots": _POTS,
    "seats": st.dictionaries(st.integers(1, 10), _SEAT, max_size=10),
    "paused": st.booleans(),
    "results": _RESULTS,
    "notice": st.none() | _MESSAGES,
}
_QUICK = st.builds(QuickBet, st.sampled_from(["quick.min", "x"]), _CHIPS)
_PROMPTS = st.builds(
    PromptView,
    st.sampled_from(_DO),
    _MESSAGES,
    st.none() | _MESSAGES,
    _SEATS,
    st.lists(_SEATS, max_size=6).map(tuple),
    st.integers(0, 9),
    _CHIPS,
    st.integers(0, 7),
    st.sampled_from(["", "seat 3", "board", "burn"]),
)
_DEALER: dict[str, st.SearchStrategy[Any]] = {
    "prompt": _PROMPTS,
    "actions": st.builds(
        ActionsView, st.booleans(), st.booleans(), _CHIPS, _CHIPS, _CHIPS, _CHIPS, _CHIPS, _CHIPS
    ),
    "quick_bets": st.lists(st.builds(QuickBet, st.sampled_from(["quick.min", "x"]), _CHIPS), max_size=6).map(
        tuple
    ),
    "irregularity": st.none() | st.builds(IrregularityView, _WORDS, _MESSAGES, st.booleans()),
    "misdeal_possible": st.none() | st.booleans(),
    "undo": st.none() | _MESSAGES,
    "redeal": st.booleans(),
    "asks": st.lists(st.sampled_from(_ASKS), unique=True).map(tuple),
    "health": st.lists(_MESSAGES, max_size=3).map(tuple),
    "told": st.none() | _MESSAGES,
    "misdeal_because": st.none() | _MESSAGES,
    "irregularities": st.lists(st.builds(IrregularityView, _WORDS, _MESSAGES, st.booleans()), max_size=6).map(
        tuple
    ),
}
_CHANGES = st.builds(
    ChangeView, st.sampled_from(["stack", "card", "x"]), _SEATS, _WORDS, _WORDS | st.just("7")
)
_NEEDS = st.sampled_from(
    [
        "seat",
        "amount",
        "refund",
        "pot",
        "seats",
        "amounts",
        "cards",
        "places",
        "stacks",
        "second",
        "text",
        "x",
    ]
)
_CHOICES = st.builds(
    ChoiceView,
    st.sampled_from(["R01", "R15", "X"]),
    _MESSAGES,
    _SEATS,
    st.sampled_from(["", "NONE"]),
    st.lists(_NEEDS, max_size=3, unique=True).map(tuple),
    st.lists(_CHANGES, max_size=20).map(tuple),
    _WORDS,
)
_FACTS = st.builds(
    FactView,
    _WORDS,
    _MESSAGES,
    st.booleans(),
    _SEATS,
    st.sampled_from(["", "seat 4", "board", "x"]),
    st.integers(0, 9),
    _CARDS,
    st.integers(0, 10**6),
    st.lists(_MESSAGES, max_size=6).map(tuple),
    st.booleans(),
)
_FLOOR: dict[str, st.SearchStrategy[Any]] = {
    "who": _WORDS,
    "facts": st.lists(_FACTS, max_size=3).map(tuple),
    "choices": st.lists(_CHOICES, max_size=60).map(tuple),
    "last_board": st.lists(_CARDS, max_size=6).map(tuple),
    "impounded": _POTS,
    "log": st.lists(_MESSAGES, max_size=5).map(tuple),
}
_SIGN_IN = st.builds(
    SignInView,
    st.just(1),
    st.integers(0),
    _WORDS,
    st.booleans(),
    st.lists(_WORDS, max_size=30, unique=True).map(tuple),
    st.dictionaries(_WORDS, st.integers(0, 300), max_size=3),
)
_SHEETS = st.sampled_from(
    [
        *("", benches.NOTE, benches.SEAT, benches.AMOUNT, benches.REFUND, benches.POT, benches.CHIPS),
        *(
            benches.POSTS,
            benches.PENALTY,
            benches.CARD,
            benches.MOVES,
            benches.SECOND,
            benches.OTHERS,
            benches.REVEAL,
        ),
    ]
)
_BENCHES = st.builds(
    Bench,
    who=_WORDS,
    pin=st.sampled_from(["", "4711", "123456789012"]),
    choice=st.integers(0, 70),
    fact=st.integers(0, 5),
    page=st.integers(0, 3),
    seat=_SEATS,
    amount=_CHIPS,
    refund=st.sampled_from(["", "NONE"]),
    pot=st.integers(0, 3),
    penalty=st.sampled_from(["", "ROUNDS", "OUT"]),
    last=st.booleans(),
    chips=st.lists(st.tuples(_SEATS, _CHIPS), max_size=10, unique_by=lambda pair: pair[0]).map(tuple),
    cards=st.lists(st.sampled_from(["Ah", "Kd"]), max_size=1).map(tuple),
    moves=st.lists(st.tuples(st.just("Ah"), st.sampled_from(["seat 3", "muck"])), max_size=3).map(tuple),
    second=_WORDS,
    text=_WORDS,
    sheet=_SHEETS,
    shown=_SEATS,
    faces=st.sampled_from([(), ("Ah", "Kd"), ("Ah",)]),
    refusal=st.none() | _MESSAGES,
    names=st.lists(_WORDS, max_size=12, unique=True).map(tuple),
)
_SIZES = st.sampled_from([(1920, 1080), (1280, 800), (800, 480), (320, 240), (480, 800)])
_DESKS = st.builds(
    Desk,
    amount=st.none() | _CHIPS,
    seat=_SEATS,
    cards=st.lists(st.sampled_from(["Ah", "Kd", "2c"]), max_size=3, unique=True).map(tuple),
    sheet=st.sampled_from(["", "", REPORT, GUARD]),
    refusal=st.none() | _MESSAGES,
)
_MANY = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@_MANY
@given(st.fixed_dictionaries(_PUBLIC), _SIZES, st.booleans())
def test_the_player_screen_draws_any_view(fields: dict[str, Any], size: tuple[int, int], stale: bool) -> None:
    view = from_json(PlayerView, json.loads(json.dumps(to_json(PlayerView(**fields)))))
    assert render(view, size, _SAY, stale=stale).get_size() == size


@_MANY
@given(st.fixed_dictionaries(_PUBLIC | _DEALER), _DESKS, _SIZES, st.booleans())
def test_the_dealer_screen_draws_any_view(
    fields: dict[str, Any], desk: Desk, size: tuple[int, int], stale: bool
) -> None:
    view = DealerView(**fields)
    pressed = keys_of(view, desk, _SAY)[-1].name
    surface = pygame.Surface(size)
    scene = Scene(view, desk, stale, pressed, 0.4)
    dealer.draw(Canvas.over(surface, theme.DEALER_SIZE), scene, _SAY)
    assert surface.get_at((0, size[1] - 1))[:3] in (theme.BACKGROUND, theme.RED)


@_MANY
@given(st.fixed_dictionaries(_PUBLIC | _DEALER), _DESKS)
def test_keys_never_overlap(fields: dict[str, Any], desk: Desk) -> None:
    found = keys_of(DealerView(**fields), desk, _SAY)
    assert all(min(key.w, key.h) >= theme.SMALLEST_TOUCH for key in found)
    for i, key in enumerate(found):
        assert key.box.collidelist([other.box for other in found[i + 1 :]]) == -1


@_MANY
@given(st.fixed_dictionaries(_PUBLIC | _DEALER | _FLOOR), _BENCHES, _SIZES, st.booleans())
def test_the_floor_screen_draws_any_view(
    fields: dict[str, Any], bench: Bench, size: tuple[int, int], stale: bool
) -> None:
    view = FloorView(**fields)
    _draws_floor(view, bench, size, stale=stale)


@_MANY
@given(_SIGN_IN, _BENCHES, _SIZES, st.booleans())
def test_the_sign_in_page_draws_any_view(
    view: SignInView, bench: Bench, size: tuple[int, int], stale: bool
) -> None:
    _draws_floor(view, bench.follow(None, view), size, stale=stale)


def _draws_floor(view: FloorView | SignInView, bench: Bench, size: tuple[int, int], *, stale: bool) -> None:
    found = floor_keys(view, bench, _SAY, 7)
    assert all(min(key.w, key.h) >= theme.SMALLEST_TOUCH for key in found)
    for i, key in enumerate(found):
        assert key.box.collidelist([other.box for other in found[i + 1 :]]) == -1
    surface = pygame.Surface(size)
    scene = FloorScene(view, bench, stale, found[-1].name, 0.4, 7)
    floor.draw(Canvas.over(surface, theme.DEALER_SIZE), scene, _SAY)
    assert surface.get_at((0, size[1] - 1))[:3] == theme.BACKGROUND
