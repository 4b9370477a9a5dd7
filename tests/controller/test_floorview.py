"""The floor's view: facts, menu, log and counts, and no face that was not shown; it always fits a frame."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from controller import publish
from controller.floorview import floor_view
from controller.memory import Memory
from controller.packets import MAX_TEXT
from controller.rules.account import Pending
from controller.rules.cards import RANKS, SUITS
from controller.rules.events import AfterStop
from controller.rules.sentence import say
from controller.rules.state import Irregularity, Seat, Status
from controller.views import FloorView, Message, PotView, to_json
from tests.controller.rail import Rail

DEEDS = ("draw", "say", "floor", "exposed", "ruling", "street", "reveal")
FACE = re.compile(rf"[{RANKS}][{SUITS}]")


def signed(rail: Rail) -> Rail:
    assert rail.floor_ask("sign-in", who="lee", pin="") is None
    return rail


def dealt() -> Rail:
    rail = signed(Rail())
    rail.deal()
    return rail


def extra() -> Rail:
    """A card too many lies at seat 2 after the deal."""
    rail = dealt()
    rail.draw(6, "seat 2")
    rail.wait(1.0)
    return rail


def texts(value: Any) -> Iterator[str]:
    """Every text that a frame holds, but for the names of its fields."""
    match value:
        case str():
            yield value
        case list():
            for inner in value:
                yield from texts(inner)
        case dict():
            for inner in value.values():
                yield from texts(inner)


def faces(view: FloorView) -> set[str]:
    return {word for text in texts(to_json(view)) for word in text.split() if FACE.fullmatch(word)}


# --- facts


def test_the_facts_say_what_where_and_since_when() -> None:
    rail = extra()
    rail.wait(7.0)
    assert rail.floor_ask("sign-in", who="lee", pin="") is None
    (fact,) = rail.floor.facts
    assert fact.stops
    assert (fact.seat, fact.place) == (2, "seat 2")
    assert fact.since >= 7
    assert fact.face == ""
    assert fact.sentence == rail.floor.prompt.detail
    assert rail.floor.held == {"seat 1": 2, "seat 2": 3, "seat 3": 2}


def test_what_players_did_since_the_stop_is_among_the_facts() -> None:
    rail = extra()
    assert rail.ask("call", seat=3) is None
    assert isinstance(rail.history()[-1], AfterStop)
    assert rail.floor.facts[0].acted == (Message("log.note", {"seat": 3, "acted": "call", "amount": 0}),)


def test_a_face_is_a_fact_only_where_everybody_has_seen_it() -> None:
    rail = dealt()
    rail.say("call", "call", "check")
    rail.street(6, 7, 8, 9)
    table = rail.loop.table
    for number, shown in ((8, True), (1, False)):
        what = Irregularity("X", say("unresolved.extra"), n=number)
        (fact,) = floor_view(replace(table, open=(what,)), rail.view, Memory(), 0.0).facts
        assert bool(fact.face) == shown
        assert (fact.place, fact.card) == (("board", 1) if shown else ("seat 1", 1))


def test_the_log_begins_with_the_newest() -> None:
    rail = dealt()
    rail.say("raise 40")
    assert rail.ask("floor") is None
    assert rail.floor.log[:2] == (
        Message("log.floor"),
        Message("log.acted", {"seat": 3, "acted": "raise", "amount": 40}),
    )


def test_the_board_of_the_hand_before_is_kept() -> None:
    rail = dealt()
    rail.say("call", "call", "check")
    rail.street(6, 7, 8, 9)
    board = rail.floor.board
    assert len(board) == 3
    rail.say("bet 20", "fold", "fold")
    assert rail.ask("next") is None
    for n in range(10):
        for reader in ("seat 1", "seat 2", "seat 3", "burn", "board"):
            rail.gone(reader, n)
    rail.wait(2.0)
    assert rail.floor.board == ()
    assert rail.floor.last_board == board
    assert rail.ask("next") is None
    assert rail.floor.hand == 2
    assert rail.floor.last_board == board


def test_pots_that_wait_for_a_decision_are_shown() -> None:
    rail = dealt()
    table = replace(rail.loop.table, impounded=(Pending(1, 2, 30, (1, 2)),))
    assert floor_view(table, rail.view, Memory(), 0.0).impounded == (PotView(30, (1, 2), 2),)


# --- secrecy and size


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(DEEDS), max_size=12))
def test_the_floor_never_sees_a_face_that_was_not_shown(done: list[str]) -> None:
    rail, n = dealt(), 6
    for what in done:
        match what:
            case "draw":
                rail.draw(n, f"seat {n % 3 + 1}")
                n += 1
            case "say" if rail.view.actor:
                rail.ask("call" if "call" in rail.view.asks else "check", seat=rail.view.actor)
            case "street" if n < 40:
                rail.street(n, n + 1)
                n += 2
            case "exposed":
                rail.ask("exposed", seat=1, to=1, by="player")
            case "reveal":
                rail.floor_ask("reveal", seat=2, text="seat 1 asks")
            case "floor":
                rail.ask("floor")
            case "ruling" if rail.floor.choices:
                rail.floor_ask("ruling", code=rail.floor.choices[0].code, seat=rail.floor.choices[0].seat)
        public = {face.text for face in rail.loop.table.faces.values()}
        assert faces(rail.floor) <= public | set(rail.floor.last_board)
        assert rail.loop.service.failed is None


def test_a_full_table_with_much_wrong_fits_a_frame() -> None:
    rail = dealt()
    rail.say("raise 40", "call")
    assert rail.ask("floor") is None
    table = rail.loop.table
    name = "é" * MAX_TEXT
    seats = {n: Seat(name, Status.LIVE, 10**9, street_in=10**6, put=10**6) for n in range(1, 11)}
    wrong = tuple(
        Irregularity(f"H{n}", say("unresolved.extra", place="seat 10"), n % 10 + 1, ("R01",), n=n % 6 + 1)
        for n in range(30)
    )
    note = AfterStop(3, "act", "raise", 10**9)
    crowded = replace(
        table,
        setup=replace(table.setup, seats=10),
        seats=seats,
        dealt=tuple(seats),
        open=(*table.open, *wrong),
        history=tuple((n, note) for n in range(500)),
    )
    rail.loop.table = crowded
    rail.ask("floor")
    view = rail.floor
    assert len(view.choices) > 10
    assert len(json.dumps({"view": to_json(replace(view, who=name))})) <= publish.MAX_FRAME
