"""Tags that are no card of the deck, and cards that their reader sees no more (rules.md 6.1, 6.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.cards import ASIDE, SHOE, CardId, Face, How, Place, seat_place
from controller.rules.dealing import at
from controller.rules.events import CardMoved, Reported, Stopped
from controller.rules.sentence import say
from controller.rules.state import Do, Irregularity, Phase, Task
from controller.sensing import CardSeen, StrangeTag, sense
from drivers.reports import TagGone, TagSeen
from tests.controller.rail import READERS, Rail

UNKNOWN, JOKER, CUT = "04FFFFFFFFFFFF", "04A2000000000A", "04A2000000000C"


def dealt(readers: frozenset[str] = READERS) -> Rail:
    rail = Rail(readers)
    rail.deal()
    return rail


def kind(rail: Rail) -> tuple[str, tuple[str, ...]]:
    what = rail.view.irregularity
    return (what.kind, what.rulings) if what else ("", ())


def with_tags(rail: Rail) -> Rail:
    """The rail with an enrolled joker and a spare queen of hearts."""
    deck, _ = rail.deck.with_joker(JOKER)
    deck, _ = deck.with_spare("A", Face.parse("Qh"), UNKNOWN)
    rail.loop._deck = rail.deck = deck
    return rail


# --- strangers


def test_a_card_of_the_other_deck_out_of_the_shoe_is_a_deck_fault_before_action() -> None:
    rail = Rail()
    rail.ask("next")
    _, events = sense(rail.loop.sensing, rail.loop.table, CardSeen(rail.now, "shoe", CardId("B", 7)))
    fault = Stopped(say("irregular.foreign", place="shoe"), "F2", n=1)
    assert events == (CardMoved(1, CardId("B", 7), Place.parse("flight"), How.READ), fault)


def test_a_card_of_the_other_deck_in_the_draw_for_the_button_has_no_hand_to_rule_on() -> None:
    table = replace(Rail().loop.table, phase=Phase.DRAWING, drawing=(1, 2))
    _, events = sense(Rail().loop.sensing, table, CardSeen(0.0, "shoe", CardId("B", 7)))
    assert [event.kind for event in events if isinstance(event, Stopped)] == ["unresolved"]


def test_an_enrolled_joker_is_reported_as_it_leaves_the_shoe_and_once() -> None:
    rail = with_tags(Rail())
    rail.ask("next")
    rail.report(TagSeen(rail.now, "shoe", JOKER))
    rail.wait(0.2)
    rail.report(TagGone(rail.now, "shoe", JOKER), TagSeen(rail.now, "seat 1", JOKER))
    rail.wait(1.0)
    assert [e for e in rail.history() if isinstance(e, Reported)] == [Reported("joker", 1)]
    assert rail.stopped


def test_two_tags_of_one_face_stop_the_hand_and_name_no_seat() -> None:
    rail = with_tags(Rail())
    rail.ask("next")
    queen = rail.deck.uid(rail.deck.card_of("A", Face.parse("Qh")))
    rail.report(TagSeen(rail.now, "shoe", queen))
    rail.wait(0.2)
    rail.report(TagGone(rail.now, "shoe", queen), TagSeen(rail.now, "seat 1", queen))
    rail.wait(0.5)
    assert rail.stopped == ""
    rail.report(TagSeen(rail.now, "shoe", UNKNOWN))
    what = rail.view.irregularity
    assert what and (what.kind, what.seat, what.sentence.args) == ("F1", 0, {})


def test_a_cut_card_is_a_remark_wherever_it_lies() -> None:
    rail = dealt()
    for reader in ("shoe", "muck"):
        tag = StrangeTag(rail.now, reader, kind="cut card")
        sensing, events = sense(rail.loop.sensing, rail.loop.table, tag)
        assert (events, [s.id for s in sensing.remarks.values()]) == ((), ["health.cut_card"])


WITHOUT_SHOE = READERS - {"shoe"}


def test_without_a_shoe_reader_an_unknown_tag_stops_the_deal_where_a_card_was_due() -> None:
    rail = Rail(WITHOUT_SHOE)
    rail.ask("next")
    rail.report(TagSeen(rail.now, "seat 1", UNKNOWN))
    rail.wait(0.3)
    assert rail.stopped == ""
    rail.wait(0.2)
    assert kind(rail) == ("M16", ("R03",))


@pytest.mark.parametrize("reader", ["seat 2", "muck"])
def test_without_a_shoe_reader_an_unknown_tag_elsewhere_is_a_remark(reader: str) -> None:
    rail = Rail(WITHOUT_SHOE)
    rail.ask("next")
    rail.report(TagSeen(rail.now, reader, UNKNOWN))
    rail.wait(3.0)
    assert (rail.stopped, rail.health) == ("", ["health.unknown_tag"])


def test_an_unknown_tag_that_passed_over_a_seat_where_a_card_was_due_is_nothing() -> None:
    rail = Rail(WITHOUT_SHOE)
    rail.ask("next")
    rail.report(TagSeen(rail.now, "seat 1", UNKNOWN))
    rail.wait(0.2)
    rail.report(TagGone(rail.now, "seat 1", UNKNOWN))
    rail.wait(3.0)
    assert (rail.stopped, rail.health) == ("", [])


# --- cards that are seen no more


def test_a_card_that_is_lifted_for_long_is_a_remark_and_no_foul() -> None:
    rail = dealt()
    rail.gone("seat 2", 1)
    rail.wait(19.0)
    assert rail.health == []
    rail.wait(2.0)
    assert (rail.stopped, rail.health, len(at(rail.loop.table, seat_place(2)))) == (
        "",
        ["health.not_read"],
        2,
    )
    rail.see("seat 2", 1)
    rail.wait(0.1)
    assert rail.health == []


def mending(rail: Rail, to: Place) -> Rail:
    what = Irregularity("E11", say("irregular.boxed", seat=2), 2, n=2, to=to)
    rail.loop.table = replace(rail.loop.table, mends=(what,))
    rail.loop.tick(rail.now)
    return rail


def test_a_card_that_is_asked_aside_lies_there_once_it_stayed_away() -> None:
    rail = mending(dealt(), ASIDE)
    rail.gone("seat 2", 1)
    rail.wait(0.3)
    assert [p.place for p in rail.loop.table.pieces if p.n == 2] == [seat_place(2)]
    rail.wait(0.2)
    assert [(p.place, p.how) for p in rail.loop.table.pieces if p.n == 2] == [(ASIDE, How.INFERRED)]


def test_a_card_that_is_asked_aside_and_only_lifted_stays_where_it_was() -> None:
    rail = mending(dealt(), ASIDE)
    rail.gone("seat 2", 1)
    rail.wait(0.3)
    rail.see("seat 2", 1)
    rail.wait(3.0)
    assert [p.place for p in rail.loop.table.pieces if p.n == 2] == [seat_place(2)]


def test_a_card_that_was_away_before_it_was_asked_for_lies_there() -> None:
    rail = dealt()
    rail.gone("seat 2", 1)
    rail.wait(5.0)
    mending(rail, ASIDE)
    rail.see("seat 3", 5)
    rail.wait(0.5)
    assert [p.place for p in rail.loop.table.pieces if p.n == 2] == [ASIDE]


def test_a_card_that_goes_back_into_the_stub_is_seen_by_the_shoe() -> None:
    rail = dealt()
    rail.loop.table = replace(rail.loop.table, todo=(Task(Do.MOVE, "R08", n=2, to=SHOE),))
    rail.see("shoe", 1)
    assert (rail.stopped, [p.n for p in rail.loop.table.pieces]) == ("", [1, 3, 4, 5, 6])
