"""The floor's requests: signed or refused, each attempt on record, the table unchanged; time is passed in."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import access, floordesk
from controller.access import WRONG_PINS, Desk, People
from controller.rules.events import HandRevealed, Ruled
from controller.views import Message, PreviewView, Request, RevealView
from drivers.reports import TagGone, TagSeen
from tests.controller.rail import Rail, refusal

CHEAP = {name: access._scrypt(pin, 2, 1, 1, bytes(16)) for name, pin in (("lee", "4321"), ("kim", "8765"))}
BADGE = "04A1B2C3D4E5F6"


def room(**badges: str) -> Rail:
    return Rail(people=People(CHEAP, badges))


def stopped() -> Rail:
    """A dealt hand in which the dealer called the floor."""
    rail = room()
    rail.deal()
    assert rail.ask("floor") is None
    return rail


def signed() -> Rail:
    rail = stopped()
    assert rail.floor_ask("sign-in", who="lee", pin="4321") is None
    return rail


def record(rail: Rail, kind: str = "Attempted") -> list[tuple[Any, ...]]:
    """What the journal holds of a kind of event, without its type."""
    events = [event for turn in rail.outside.turns for event in turn if event["type"] == kind]
    return [tuple(value for key, value in event.items() if key != "type") for event in events]


# --- signing in


def test_before_somebody_signs_in_the_floor_screen_gets_names_and_no_view() -> None:
    rail = stopped()
    assert rail.outside.floors == []
    assert (rail.outside.sign_ins[-1].names, rail.outside.sign_ins[-1].called) == (("kim", "lee"), True)
    assert refusal(rail.floor_ask("call", seat=3)) == "refused.not_signed"


def test_who_signs_in_is_on_record_and_gets_the_view_until_he_signs_out() -> None:
    rail = signed()
    assert record(rail, "FloorSigned") == [("lee",)]
    assert rail.floor.facts[0].kind == "floor"
    assert rail.floor_ask("sign-out") is None
    seen = len(rail.outside.floors)
    assert rail.ask("undo") is None
    assert len(rail.outside.floors) == seen
    assert refusal(rail.floor_ask("ruling", code="R01")) == "refused.not_signed"


def test_who_asks_nothing_for_three_minutes_is_signed_out() -> None:
    rail = signed()
    rail.wait(floordesk.IDLE - 1)
    assert refusal(rail.floor_ask("ruling", code="R99")) is not None
    rail.wait(floordesk.IDLE - 1)
    assert rail.outside.desk.who == "lee"
    rail.wait(1)
    assert rail.outside.desk.who == ""
    assert refusal(rail.floor_ask("ruling", code="R01")) == "refused.not_signed"
    assert record(rail, "Ruled") == []


def test_a_badge_too_is_signed_out_after_three_minutes() -> None:
    rail = room(lee=BADGE)
    rail.report(TagSeen(rail.now, "badge", BADGE))
    assert rail.outside.desk.who == "lee"
    rail.wait(floordesk.IDLE)
    assert rail.outside.desk.who == ""
    assert rail.loop.next_deadline() is None


def test_only_the_floor_screen_signs_in() -> None:
    rail = stopped()
    assert refusal(rail.ask("sign-in", who="lee", pin="4321")) == "refused.not_here"
    assert record(rail, "FloorSigned") == []


def test_a_signed_in_connection_rules_without_a_pin_and_by_its_own_name() -> None:
    rail = signed()
    assert rail.floor_ask("ruling", code="R01") is None
    assert [event.who for event in rail.history() if isinstance(event, Ruled)] == ["lee"]


def test_another_name_on_a_signed_in_connection_needs_its_pin() -> None:
    rail = signed()
    assert refusal(rail.floor_ask("ruling", code="R01", who="kim")) == "refused.not_signed"
    assert rail.floor_ask("ruling", code="R01", who="kim", pin="8765") is None


def test_the_floor_may_ask_what_the_dealer_may() -> None:
    rail = signed()
    assert rail.floor_ask("undo") is None
    assert rail.floor_ask("call", seat=3) is None


# --- wrong PINs


def test_five_wrong_pins_lock_the_name_for_five_minutes_and_are_on_record() -> None:
    rail = stopped()
    table = rail.loop.table
    for _ in range(WRONG_PINS):
        assert refusal(rail.floor_ask("sign-in", who="lee", pin="0000")) == "refused.not_signed"
    assert record(rail) == [("lee", "sign-in", "not_signed")] * 5 + [("lee", "sign-in", "locked")]
    assert rail.outside.sign_ins[-1].waits == {"lee": 300}
    locked = rail.floor_ask("sign-in", who="lee", pin="4321")
    assert locked == Message("refused.locked", {"name": "lee", "seconds": 300})
    assert refusal(rail.ask("ruling", code="R01", who="lee", pin="4321")) == "refused.locked"
    assert rail.floor_ask("sign-in", who="kim", pin="8765") is None
    rail.wait(299.0)
    assert refusal(rail.floor_ask("sign-in", who="lee", pin="4321")) == "refused.locked"
    rail.wait(1.0)
    assert rail.outside.sign_ins[-1].waits == {}
    assert rail.floor_ask("sign-in", who="lee", pin="4321") is None
    assert len(record(rail)) == 6
    assert rail.loop.table is table


def test_wrong_pins_on_both_sockets_count_together() -> None:
    rail = stopped()
    for _ in range(3):
        rail.floor_ask("sign-in", who="lee", pin="0000")
    for _ in range(2):
        rail.ask("ruling", code="R01", who="lee", pin="0000")
    assert refusal(rail.ask("ruling", code="R01", who="lee", pin="4321")) == "refused.locked"
    assert record(rail)[-2:] == [("lee", "R01", "not_signed"), ("lee", "R01", "locked")]


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["lee", "kim", "", "x", "\ud800", "é" * 90]), st.text()), min_size=30)
)
def test_a_flood_of_attempts_does_not_fill_the_journal(tries: list[tuple[str, str]]) -> None:
    rail = stopped()
    table, turns = rail.loop.table, len(rail.outside.turns)
    for who, pin in tries:
        rail.floor_ask("ruling", code="R01" + pin, who=who, pin=pin, text=who)
    kept = rail.outside.turns[turns:]
    assert len(kept) <= 3 * WRONG_PINS
    assert {who for who, *_ in record(rail)} <= {"lee", "kim", ""}
    assert rail.loop.table is table


def test_a_signed_in_floor_rules_while_somebody_locks_his_name() -> None:
    rail = signed()
    for _ in range(WRONG_PINS):
        rail.ask("ruling", code="R01", who="lee", pin="0000")
    assert rail.floor_ask("ruling", code="R01") is None


# --- refused and on record


@pytest.mark.parametrize(
    ("ask", "fields", "what", "reason"),
    [
        ("ruling", {"code": "R99"}, "ruling", "ruling_unknown"),
        ("ruling", {"code": "R32"}, "R32", "reaward_late"),
        ("ruling", {"code": "R15", "seat": 9}, "R15", "no_hand"),
        ("ruling", {"code": "R21", "amount": 3}, "R21", "cannot_correct"),
        ("ruling", {"code": "R31", "seats": (1,), "amounts": (5,)}, "R31", "not_now"),
        ("unnoticed", {}, "unnoticed", "not_now"),
        ("reveal", {"seat": 2}, "reveal", "reveal_reason"),
        ("reveal", {"seat": 9, "text": "seat 1 asks"}, "reveal", "nothing_to_reveal"),
        ("ruling", {"code": "R01", "on": 1}, "R01", "stale"),
    ],
)
def test_what_the_floor_may_not_is_refused_and_on_record(
    ask: str, fields: dict[str, Any], what: str, reason: str
) -> None:
    rail = signed()
    table = rail.loop.table
    assert refusal(rail.floor_ask(ask, **fields)) == f"refused.{reason}"
    assert record(rail) == [("lee", what, reason)]
    assert rail.loop.table is table


def test_the_same_ruling_twice_is_refused_and_on_record() -> None:
    rail = signed()
    on = rail.view.n
    assert rail.floor_ask("ruling", on=on, code="R01") is None
    table = rail.loop.table
    assert refusal(rail.floor_ask("ruling", on=on, code="R01")) == "refused.stale"
    assert refusal(rail.floor_ask("ruling", code="R01")) == "refused.ruling_nothing"
    assert record(rail) == [("lee", "R01", "stale"), ("lee", "R01", "ruling_nothing")]
    assert rail.loop.table is table


def test_the_second_person_of_a_ruling_is_another_one_with_a_pin_of_his_own() -> None:
    rail = signed()
    asked: dict[str, Any] = {"code": "R40", "text": "counted", "second": "kim"}
    assert refusal(rail.floor_ask("ruling", **asked, second_pin="0000")) == "refused.not_signed"
    asked["second"] = "lee"
    assert refusal(rail.floor_ask("ruling", **asked, second_pin="4321")) == "refused.second_same"
    assert record(rail) == [("kim", "R40", "not_signed"), ("lee", "R40", "second_same")]


# --- badges


def test_a_badge_signs_in_the_floor_screen() -> None:
    rail = room(lee=BADGE)
    rail.deal()
    rail.report(TagSeen(rail.now, "badge", BADGE))
    assert rail.outside.desk.who == "lee"
    assert record(rail, "FloorSigned") == [("lee",)]
    assert rail.floor.hand == 1
    rail.report(TagGone(rail.now, "badge", BADGE))
    assert rail.outside.desk.who == "lee"


def test_other_tags_at_the_badge_reader_sign_in_nobody_and_do_not_fill_the_journal() -> None:
    rail = room(lee=BADGE)
    rail.deal()
    table = rail.loop.table
    for n in range(20):
        rail.report(TagSeen(rail.now, "badge", rail.cards[n]), TagGone(rail.now, "badge", rail.cards[n]))
    assert rail.outside.desk.who == ""
    assert record(rail) == [("", "badge", "not_signed")] * 5 + [("", "badge", "locked")]
    assert rail.loop.table is table
    assert BADGE not in str(rail.outside.turns)


# --- reveals


def test_a_look_at_a_hand_goes_to_the_record_and_to_who_asked_and_players_are_told() -> None:
    rail = signed()
    rail.outside.order.clear()
    assert rail.floor_ask("reveal", seat=2, text="seat 1 asks") is None
    faces = tuple(rail.deck.face(rail.deck.card(rail.cards[n])).text for n in (1, 4))  # type: ignore[arg-type]
    assert rail.outside.order[:2] == ["reveal", "journal"]
    assert rail.enclosed() == [RevealView(f"f{rail._asked}", 2, faces)]
    (entry,) = rail.outside.reveals
    assert (entry["who"], entry["reason"], entry["seat"], entry["cards"]) == (
        "lee",
        "seat 1 asks",
        2,
        [*faces],
    )
    assert rail.history()[-1] == HandRevealed(2, "lee", "seat 1 asks")
    assert not any(face in str((rail.outside.turns, rail.outside.views, rail.floor)) for face in faces)
    assert rail.outside.views[-1][0].notice == Message("notice.wait")
    assert rail.floor_ask("ruling", code="R01") is None
    rail.say("call")
    assert rail.outside.views[-1][0].notice == Message("notice.checked")


def test_a_look_that_cannot_be_put_on_record_shows_nothing() -> None:
    rail = signed()
    table, rail.outside.unwritable = rail.loop.table, True
    assert refusal(rail.floor_ask("reveal", seat=2, text="seat 1 asks")) == "refused.reveal_failed"
    assert rail.enclosed() == []
    assert rail.loop.table is table
    assert record(rail) == [("lee", "reveal", "reveal_failed")]


def test_a_look_that_is_not_in_the_journal_shows_nothing() -> None:
    rail = signed()
    rail.outside.broken = True
    assert refusal(rail.floor_ask("reveal", seat=2, text="seat 1 asks")) == "health.journal_failed"
    assert rail.enclosed() == []


def test_the_dealers_screen_never_gets_the_faces() -> None:
    rail = signed()
    desk = Desk()
    request = Request("d1", rail.view.n, "reveal", seat=2, text="seat 1 asks", who="lee", pin="4321")
    assert rail.loop.request(request, rail.now, desk).refused is None
    assert desk.enclosed == []
    assert len(rail.outside.reveals) == 1


def test_a_repeated_request_shows_the_faces_once() -> None:
    rail = signed()
    request = Request("f-1", rail.view.n, "reveal", seat=2, text="seat 1 asks")
    for _ in range(2):
        assert rail.loop.request(request, rail.now, rail.outside.desk).refused is None
    assert len(rail.enclosed()) == 1
    assert rail.loop.request(request, rail.now, Desk("floor")).refused is None
    assert rail.enclosed() == []


# --- previews


def test_a_preview_says_what_a_ruling_would_change_and_changes_nothing() -> None:
    rail = signed()
    table, turns = rail.loop.table, len(rail.outside.turns)
    assert rail.floor_ask("preview", code="R15", seat=2, refund="NONE") is None
    (shown,) = rail.enclosed()
    assert isinstance(shown, PreviewView)
    assert ("status", 2, "live", "dead") in [
        (c.what, c.seat, c.before, c.after) for c in shown.choice.changes
    ]
    assert refusal(rail.floor_ask("preview", code="R15", seat=9)) == "refused.no_hand"
    assert rail.enclosed() == []
    assert (rail.loop.table, len(rail.outside.turns)) == (table, turns)
