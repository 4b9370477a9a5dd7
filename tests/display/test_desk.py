from __future__ import annotations

from dataclasses import replace

from controller.views import Message
from display.desk import REFUSAL_SECONDS, Desk
from tests.display.samples import DEALER

_ACT = DEALER["act"]


def test_digits_make_an_amount() -> None:
    assert Desk().typed("4").typed("5").typed("00").amount == 4500
    assert Desk().typed("4").typed("5").erased().amount == 4
    assert Desk(amount=30000).typed("0").amount == 300000


def test_an_amount_stops_growing() -> None:
    desk = Desk(amount=9_999_999_999)
    assert desk.typed("9") == desk


def test_erasing_a_proposed_amount_clears_it() -> None:
    assert Desk().erased().amount == 0


def test_picked_cards_come_and_go() -> None:
    desk = Desk().picked("Ah", 2).picked("Kd", 2)
    assert desk.cards == ("Ah", "Kd")
    assert desk.picked("Ah", 2).cards == ("Kd",)
    assert desk.picked("2c", 2).cards == ("Kd", "2c")
    assert desk.cleared().cards == ()


def test_entries_stay_while_the_step_stays() -> None:
    desk = Desk(amount=45000, seat=2)
    assert desk.follow(_ACT, replace(_ACT, n=42, health=(Message("health.hub"),))) == desk


def test_entries_go_with_their_step_but_a_refusal_is_still_read() -> None:
    desk = Desk(amount=45000, seat=2, cards=("Ah",)).refused(Message("refused.stale"), 10.0)
    assert desk.follow(_ACT, replace(_ACT, actor=8)) == Desk(refusal=desk.refusal, until=desk.until)
    assert desk.follow(None, _ACT).amount is None


def test_a_refusal_is_shown_for_some_seconds() -> None:
    desk = Desk().refused(Message("refused.stale"), 10.0)
    assert desk.at(10.0 + REFUSAL_SECONDS / 2).refusal == Message("refused.stale")
    assert desk.at(10.0 + REFUSAL_SECONDS).refusal is None
