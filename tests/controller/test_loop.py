"""The loop: requests, panel keys, and the order of journal and screens; time is passed in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.loop import Loop
from controller.rules.cards import SHOE
from controller.rules.events import Acted, CardMoved, PotPushed, Reported
from controller.sensing import Sensing
from controller.views import ClockView, Message
from drivers.reports import ReaderLost, ReaderUp, TagGone
from tests.controller.rail import DEALT, READERS, Rail, refusal

# --- a turn


def test_a_turn_is_journalled_before_lamps_and_screens_have_it() -> None:
    rail = Rail()
    rail.deal()
    rail.outside.order.clear()
    assert rail.ask("call", seat=3) is None
    assert rail.outside.order == ["journal", "lamps", "screens"]


def test_what_changes_nothing_is_neither_journalled_nor_published() -> None:
    rail = Rail()
    rail.deal()
    before, turns = len(rail.outside.views), len(rail.outside.turns)
    rail.see("seat 1", 0)
    assert refusal(rail.ask("raise", seat=3, amount=22)) == "refused.amount_unit"
    rail.report(ReaderUp(rail.now, "seat 1"))
    assert (len(rail.outside.views), len(rail.outside.turns)) == (before, turns)


def test_one_turn_carries_all_that_follows_from_a_report() -> None:
    rail = Rail(frozenset({"shoe"}))
    assert rail.ask("next") is None
    rail.see("shoe", 0)
    kinds = [event["type"] for event in rail.outside.turns[-1]]
    assert kinds == ["CardMoved", "CardMoved"]
    assert [event["how"] for event in rail.outside.turns[-1]] == ["read", "inferred"]


def test_a_failed_write_shows_a_sentence_on_both_screens_and_takes_nothing_more() -> None:
    rail = Rail()
    rail.deal()
    table = rail.loop.table
    rail.outside.broken = True
    refused = rail.ask("call", seat=3)
    assert refused == Message(
        "health.journal_failed", {"why": "journal j cannot be written: No space left on device"}
    )
    player, dealer = rail.outside.views[-1]
    assert player.notice == Message("notice.journal")
    assert player.paused
    assert dealer.prompt.do == "stop"
    assert dealer.prompt.detail == refused
    assert dealer.asks == ()
    assert rail.outside.lamps[-1].values["seat 3"] == "stop"
    assert rail.loop.table is table
    rail.outside.broken = False
    tried = rail.outside.order.count("refused") + rail.outside.order.count("journal")
    assert refusal(rail.ask("call", seat=3)) == "health.journal_failed"
    assert refusal(rail.ask("floor")) == "health.journal_failed"
    rail.see("shoe", 6)
    rail.press("next")
    rail.wait(5.0)
    assert rail.outside.order.count("refused") + rail.outside.order.count("journal") == tried
    assert rail.loop.table is table


def test_an_event_that_cannot_have_happened_stops_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rail = Rail()
    rail.deal()
    table = rail.loop.table
    monkeypatch.setattr("controller.loop.decide", lambda table, ask: (PotPushed(1, {1: 5}),))
    assert refusal(rail.ask("call", seat=3)) == "unresolved.journal"
    assert rail.view.prompt.do == "stop"
    assert rail.loop.table is table


# --- requests


def test_a_repeated_id_is_answered_and_not_applied() -> None:
    rail = Rail()
    rail.deal()
    on = rail.view.n
    assert rail.ask("call", on=on, id="a", seat=3) is None
    assert rail.ask("call", on=on, id="a", seat=3) is None
    assert [e.seat for e in rail.history() if isinstance(e, Acted)] == [3]
    assert refusal(rail.ask("raise", on=on, id="b", seat=3, amount=1)) == "refused.stale"
    assert refusal(rail.ask("call", id="b", seat=1)) == "refused.stale"


@pytest.mark.parametrize("on", [0, -1, 10_000])
def test_a_request_on_a_snapshot_that_never_was_is_stale(on: int) -> None:
    rail = Rail()
    rail.deal()
    assert refusal(rail.ask("call", on=on, seat=3)) == "refused.stale"


def test_a_request_is_stale_once_the_prompt_has_changed_and_fresh_while_it_stands() -> None:
    rail = Rail()
    rail.deal()
    old = rail.view.n
    rail.report(ReaderLost(rail.now, "board", "the board reader does not answer"))
    assert rail.view.n > old
    assert rail.ask("call", on=old, seat=3) is None
    assert refusal(rail.ask("call", on=old, seat=1)) == "refused.stale"


def test_a_request_is_stale_even_when_the_same_prompt_has_come_back() -> None:
    rail = Rail()
    rail.deal()
    old = rail.view.n
    assert rail.ask("call", seat=3) is None
    rail.wait(1.0)
    rail.press("undo", held=2.5)
    assert rail.view.prompt.seat == 3
    assert refusal(rail.ask("call", on=old, seat=3)) == "refused.stale"
    assert rail.ask("call", seat=3) is None


def test_what_nobody_may_ask_is_refused_with_a_sentence() -> None:
    rail = Rail()
    rail.deal()
    table = rail.loop.table
    asked = {
        "dance": "refused.not_supported",
        "next": "refused.not_now",
        "redeal": "refused.not_now",
        "table": "refused.not_now",
        "muck": "refused.not_now",
        "buy": "refused.hand_runs",
        "undo": "refused.nothing_to_undo",
    }
    assert {ask: refusal(rail.ask(ask, seat=3, amount=5)) for ask in asked} == asked
    assert refusal(rail.ask("name", place="attic", cards=("Ah",))) == "refused.unknown_card"
    assert refusal(rail.ask("name", place="board", cards=("1x",))) == "refused.unknown_card"
    assert refusal(rail.ask("call", seat=9)) == "refused.not_turn"
    assert rail.loop.table is table


# --- the panel


def test_a_key_right_after_a_new_prompt_is_ignored_and_its_lamp_flashes() -> None:
    rail = Rail()
    rail.press("next", held=0.05)
    assert rail.loop.table.hand == 0
    assert rail.outside.lamps[-1].values["key next"] == "flash"
    rail.wait(1.1)
    assert rail.outside.lamps[-1].values["key next"] == "on"
    rail.press("next")
    assert rail.loop.table.hand == 1


def test_a_flashing_lamp_does_not_make_the_prompt_new() -> None:
    rail = Rail()
    rail.press("next", held=0.0)
    rail.wait(0.35)
    rail.press("next", held=0.0)
    assert rail.loop.table.hand == 1


def test_the_floor_key_stops_the_table_and_the_undo_key_held_takes_it_back() -> None:
    rail = Rail()
    rail.deal()
    rail.press("floor")
    assert rail.view.irregularity is not None
    assert rail.view.irregularity.kind == "floor"
    assert rail.outside.views[-1][0].notice == Message("notice.wait")
    rail.wait(1.0)
    rail.press("undo", held=1.9)
    assert rail.view.irregularity is not None
    rail.press("undo", held=2.0)
    assert rail.view.irregularity is None
    assert rail.view.prompt.do == "act"


def test_undo_held_takes_back_the_newest_entry() -> None:
    rail = Rail()
    rail.deal()
    assert rail.ask("call", seat=3) is None
    assert rail.view.undo == Message("undo.act", {"seat": 3, "acted": "call"})
    rail.wait(1.0)
    rail.press("undo", held=2.0)
    assert (rail.view.prompt.do, rail.view.prompt.seat) == ("act", 3)
    assert rail.view.seats[3].stack == 500


def test_next_held_redeals_only_while_that_is_offered() -> None:
    rail = Rail()
    rail.deal()
    rail.wait(1.0)
    rail.press("next", held=2.5)
    assert rail.view.phase == "preflop"
    rail.see("shoe", 6)
    rail.wait(3.0)
    assert rail.stopped == "unresolved.left_shoe"
    assert rail.view.redeal
    rail.press("next", held=1.9)
    assert rail.view.redeal
    rail.press("next", held=2.0)
    assert rail.view.phase == "void"
    assert [seat.stack for seat in rail.view.seats.values()] == [500, 500, 500]
    assert rail.outside.views[-1][0].notice == Message("notice.redeal")


def test_a_key_that_the_loop_does_not_know_does_nothing() -> None:
    rail = Rail()
    rail.wait(1.0)
    shown = len(rail.outside.views)
    rail.press("coffee", held=3.0)
    rail.press("seat 2")
    assert len(rail.outside.views) == shown


def test_the_clock_key_asks_for_the_player_in_turn_and_the_floor_starts_it() -> None:
    rail = Rail()
    rail.deal()
    assert rail.outside.lamps[-1].values["key clock"] == "on"
    rail.wait(1.0)
    rail.press("clock")
    assert rail.view.clock is None
    assert rail.outside.lamps[-1].values["key clock"] == "off"
    assert rail.ask("ruling", code="R33", who="lee") is None
    assert rail.view.clock == ClockView(3, 30)


def test_the_exposed_key_is_about_the_newest_card_a_hole_card_or_the_burn() -> None:
    rail = Rail()
    assert rail.ask("next") is None
    rail.draw(0, "seat 1")
    rail.draw(1, "seat 2")
    rail.draw(2, "seat 3")
    rail.wait(1.0)
    rail.press("exposed")
    assert [what.seat for what in rail.view.irregularities] == [3]
    rail = Rail()
    rail.deal()
    rail.say("call", "call", "check")
    rail.draw(6, "burn")
    rail.wait(1.0)
    rail.press("exposed")
    assert any(isinstance(event, Reported) and event.what == "burn-exposed" for event in rail.history())


def test_after_a_restart_the_clock_begins_in_full() -> None:
    rail = Rail()
    rail.deal()
    assert rail.ask("clock", seat=3) is None
    assert rail.ask("ruling", code="R33", who="lee") is None
    rail.wait(20.0)
    loop = Loop(rail.loop.table, Sensing(READERS), rail.deck, rail.loop._out, rail.now)
    rail.loop = loop
    loop.start(rail.now, verify=True)
    assert rail.ask("next") is None
    assert rail.view.clock == ClockView(3, 30)
    rail.wait(1.0)
    assert rail.view.clock == ClockView(3, 29)


# --- deadlines


def test_two_cards_that_settle_at_the_same_moment_are_one_stop_and_no_fault() -> None:
    rail = Rail()
    rail.deal()
    rail.see("seat 1", 20)
    rail.see("seat 1", 21)
    rail.wait(1.0)
    assert rail.view.prompt.do == "stop"
    assert [what.seat for what in rail.view.irregularities] == [1]


def test_a_table_that_waits_for_the_dealer_has_no_deadline_in_the_past() -> None:
    rail = Rail()
    rail.deal()
    loop = Loop(rail.loop.table, Sensing(READERS), rail.deck, rail.loop._out, rail.now)
    loop.start(rail.now, verify=True)
    rail.loop = loop
    rail.wait(10.0)
    assert rail.view.prompt.do == "verify"
    due = loop.next_deadline()
    assert due is None or due > rail.now


def test_collected_cards_leave_the_table_when_no_reader_sees_them() -> None:
    rail = Rail()
    rail.deal()
    assert rail.ask("fold", seat=3) is None
    assert rail.ask("fold", seat=1) is None
    assert rail.ask("next") is None
    assert rail.view.prompt == replace(rail.view.prompt, do="collect", cards=6)
    for n, seat in enumerate(DEALT):
        rail.report(TagGone(rail.now, f"seat {seat}", rail.cards[n]))
    assert rail.view.prompt.do == "next"
    moves = [e for e in rail.history() if isinstance(e, CardMoved) and e.to == SHOE]
    assert len(moves) == 6
