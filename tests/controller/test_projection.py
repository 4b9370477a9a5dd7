"""From the table to the views and lamps: what each screen is told, and what the lamps show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from controller.projection import Service, project, shown_step
from controller.rules.sentence import say
from controller.views import DealerView, Message, PlayerView, QuickBet
from drivers.reports import CrossTalk, PowerWeak, ReaderLost, ReaderUp, ReaderWeak
from tests.controller.rail import READERS, Rail


def dealt() -> Rail:
    rail = Rail()
    rail.deal()
    return rail


def called() -> Rail:
    """The floor is called while seat 3 is to act."""
    rail = dealt()
    assert rail.ask("floor") is None
    return rail


def lamps(rail: Rail) -> dict[str, str]:
    return dict(rail.outside.lamps[-1].values)


def seat_lamps(rail: Rail) -> list[str]:
    return [lamps(rail)[f"seat {n}"] for n in (1, 2, 3)]


# --- the player view


def test_the_player_screen_gets_a_player_view_and_nothing_of_the_dealer() -> None:
    rail = dealt()
    player, dealer = rail.outside.views[-1]
    assert type(player) is PlayerView
    assert type(dealer) is DealerView
    assert {name: getattr(dealer, name) for name in PlayerView.__slots__} == {
        name: getattr(player, name) for name in PlayerView.__slots__
    }


def test_the_player_view_of_a_dealt_hand() -> None:
    view, _ = dealt().outside.views[-1]
    assert (view.phase, view.hand, view.button, view.actor) == ("preflop", 1, 3, 3)
    assert (view.to_call, view.min_raise_to, view.pot_total, view.pots) == (10, 20, 15, ())
    assert [seat.position for seat in view.seats.values()] == ["SB", "BB", "BTN"]
    assert [seat.cards_held for seat in view.seats.values()] == [2, 2, 2]
    assert [seat.faces for seat in view.seats.values()] == [(), (), ()]
    assert [seat.acted for seat in view.seats.values()] == ["post", "post", ""]


def test_the_pot_counts_bets_of_the_street_and_the_pots_do_not() -> None:
    rail = dealt()
    rail.say("call", "call", "check")
    rail.street(6, 7, 8, 9)
    rail.say("bet 20")
    view = rail.view
    assert view.pot_total == 50
    assert [(pot.amount, pot.seats) for pot in view.pots] == [(30, (1, 2, 3))]
    assert view.seats[1].street_bet == 20


def test_during_a_stop_players_read_to_wait_and_nothing_of_the_reason() -> None:
    rail = dealt()
    rail.draw(6, "seat 2")
    rail.wait(1.0)
    player, dealer = rail.outside.views[-1]
    assert dealer.irregularity is not None
    assert player.paused
    assert player.notice == Message("notice.wait")
    assert "unresolved" not in str(player)


def test_only_tabled_hands_show_faces() -> None:
    rail = dealt()
    rail.say("all-in", "all-in", "fold")
    assert rail.prompt == ("table", 1, "")
    assert [seat.faces for seat in rail.view.seats.values()] == [(), (), ()]
    assert rail.ask("next") is None
    assert [len(seat.faces) for seat in rail.view.seats.values()] == [2, 0, 2]


# --- the dealer view


_TABLE = ("button", "close", "dealer", "deck", "draw", "open")
_ACTING = ("chips", "clock", "dealer", "floor", "looked", "reveal", "say")
_SEEN = (
    *("back-seen", "bottom-exposed", "boxed", "dropped", "exposed", "guard", "joker", "left", "missing"),
    *("mixed", "off-table", "stub-exposed", "uncut"),
)
_FITTING: Mapping[str, Mapping[str, Any]] = {
    "raise": {"amount": 20},
    "say": {"text": "raise 30"},
    "chips": {"chips": (10,)},
    "exposed": {"seat": 1, "to": 1},
    "missing": {"cards": ("2c",)},
    "boxed": {"to": 1},
    "joker": {"to": 1},
    "back-seen": {"to": 1},
    "off-table": {"to": 1},
    "ruling": {"code": "R01", "who": "lee"},
    "unnoticed": {"who": "lee"},
    "reveal": {"text": "seat 1 asks", "who": "lee"},
    "buy": {"amount": 50},
    "count": {"amount": 480},
    "deck": {"text": "A"},
    "dealer": {"text": "Mia"},
}


def test_what_may_be_asked_follows_the_prompt() -> None:
    rail = Rail()
    seats = {"away", "buy", "count", "leave"}
    assert set(rail.view.asks) == {*seats, *_TABLE, "floor", "next"}
    rail.deal()
    assert set(rail.view.asks) == {*_ACTING, *_SEEN, "fold", "call", "raise", "all-in"}
    rail.say("call")
    assert "undo" in rail.view.asks
    rail.say("call")
    assert set(rail.view.asks) == {*_ACTING, *_SEEN, "undo", "fold", "check", "raise", "all-in"}
    assert rail.ask("floor") is None
    words = {"fold", "check", "raise", "all-in", "say", "chips", "looked"}
    assert set(rail.view.asks) == {*words, *_SEEN, "ruling", "reveal", "undo"}
    assert rail.ask("check", seat=2) is None
    assert "unnoticed" in rail.view.asks


@pytest.mark.parametrize("begin", [Rail, dealt, called])
def test_everything_that_is_offered_is_taken(begin: Callable[[], Rail]) -> None:
    for ask in begin().view.asks:
        assert begin().ask(ask, **{"seat": 3, **_FITTING.get(ask, {})}) is None, ask


def test_quick_bets_are_legal_and_multiples_of_the_unit() -> None:
    rail = dealt()
    assert rail.view.quick_bets == (
        QuickBet("quick.min", 20),
        QuickBet("quick.times", 30, 3),
        QuickBet("quick.percent", 35, 100),
    )
    rail.say("raise 480")
    assert {quick.amount for quick in rail.view.quick_bets} <= {500}


def test_a_prompt_that_no_reader_can_confirm_says_to_press_next() -> None:
    rail = Rail(READERS - {"shoe", "burn", "board"})
    rail.deal()
    rail.say("call", "call", "check")
    assert rail.view.prompt.do == "burn"
    assert rail.view.prompt.detail == Message("detail.next_when_done")


@pytest.mark.parametrize(
    ("service", "do", "notice"),
    [
        (Service(failed=say("health.journal_failed", why="x")), "stop", "notice.journal"),
        (Service(verifying=True), "verify", "notice.back"),
    ],
)
def test_the_service_itself_comes_before_the_table(service: Service, do: str, notice: str) -> None:
    rail = dealt()
    assert shown_step(rail.loop.table, service).do == do
    shown = project(rail.loop.table, rail.loop.sensing, service, 7)
    assert shown.player.notice == Message(notice)
    assert (shown.player.n, shown.dealer.prompt.do) == (7, do)
    assert shown.dealer.undo is None
    assert not shown.dealer.redeal


def test_remarks_lost_readers_and_odd_tags_are_health() -> None:
    rail = dealt()
    sensing = replace(rail.loop.sensing, lost={"muck": "no answer", "board": "no answer"})
    service = Service(remarks=(say("health.journal_damaged", file="f"),))
    shown = project(rail.loop.table, sensing, service, 1)
    assert [(m.id, m.args.get("reader")) for m in shown.dealer.health] == [
        ("health.journal_damaged", None),
        ("health.reader_lost", "board"),
        ("health.reader_lost", "muck"),
    ]


def test_a_weak_reader_is_told_until_it_reads_well_and_a_lost_one_is_lost_only() -> None:
    rail = dealt()
    rail.report(ReaderWeak(rail.now, "seat 2", True), ReaderWeak(rail.now, "board", True))
    board, seat = (Message("health.reader_weak", {"reader": name}) for name in ("board", "seat 2"))
    assert list(rail.view.health) == [board, seat]
    rail.report(ReaderLost(rail.now, "board", "no answer"))
    assert rail.health == ["health.reader_lost", "health.reader_weak"]
    rail.report(ReaderUp(rail.now, "board"), ReaderWeak(rail.now, "seat 2", False))
    assert list(rail.view.health) == [board]
    rail.report(ReaderWeak(rail.now, "board", False))
    assert rail.health == []


def test_antennas_that_read_one_card_are_told_for_the_rest_of_the_hand() -> None:
    rail = dealt()
    rail.report(CrossTalk(rail.now, "seat 1", "seat 2"), CrossTalk(rail.now, "seat 1", "seat 2"))
    told = Message("health.cross_talk", {"reader": "seat 1", "other": "seat 2"})
    assert rail.view.health == (told,)
    for _ in range(2):
        rail.ask("fold")
    assert rail.view.health == (told,)
    following = replace(rail.loop.table, hand=rail.loop.table.hand + 1)
    assert project(following, rail.loop.sensing, Service(), 1).dealer.health == ()


def test_a_weak_supply_is_told_while_it_is_weak() -> None:
    rail = dealt()
    rail.report(PowerWeak(rail.now, True))
    assert rail.health == ["health.power_weak"]
    rail.report(PowerWeak(rail.now, False))
    assert rail.health == []


# --- lamps


def test_the_lamp_of_the_seat_that_gets_the_card_then_of_the_one_to_act() -> None:
    rail = Rail()
    assert seat_lamps(rail) == ["off", "off", "off"]
    rail.ask("next")
    assert seat_lamps(rail) == ["deal", "off", "off"]
    rail = dealt()
    assert seat_lamps(rail) == ["off", "off", "act"]
    rail.say("all-in")
    assert seat_lamps(rail) == ["act", "off", "all-in"]


def test_a_stop_is_stronger_than_every_other_lamp() -> None:
    rail = dealt()
    rail.say("all-in")
    rail.ask("floor")
    assert seat_lamps(rail) == ["stop", "stop", "stop"]


def test_the_button_lamp_is_at_one_seat_and_off_before_the_first_hand() -> None:
    rail = Rail()
    assert [lamps(rail)[f"button {n}"] for n in (1, 2, 3)] == ["off", "off", "off"]
    rail.ask("next")
    assert [lamps(rail)[f"button {n}"] for n in (1, 2, 3)] == ["off", "off", "on"]


def test_key_lamps_are_on_while_the_key_may_be_pressed() -> None:
    rail = Rail()
    assert (lamps(rail)["key next"], lamps(rail)["key undo"], lamps(rail)["key floor"]) == ("on", "off", "on")
    rail.deal()
    assert (lamps(rail)["key next"], lamps(rail)["key undo"]) == ("off", "off")
    rail.say("call")
    assert lamps(rail)["key undo"] == "on"
