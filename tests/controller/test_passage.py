"""The deck passes the shoe antenna before the deal, and the button is drawn for (rules.md 2.1, S2-06)."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.deckcheck import DeckCheck, Wanted
from controller.rules.cards import CardId
from controller.rules.events import ButtonPlaced, DeckVerified
from controller.rules.sentence import say
from controller.rules.state import Opening
from controller.sensing import (
    CardSeen,
    sense,
)
from controller.views import Message
from drivers.reports import ReaderLost, TagGone, TagSeen
from tests.controller.rail import Rail, refusal


def opened() -> Rail:
    rail = Rail()
    assert rail.ask("open") is None
    return rail


def how_far(rail: Rail) -> Opening:
    return rail.loop.table.opening


def pass_by(rail: Rail, *numbers: int) -> None:
    """Cards pass over the shoe antenna one after another, as quickly as they are read and gone."""
    for n in numbers:
        rail.see("shoe", n)
        rail.gone("shoe", n)


def missing(rail: Rail) -> object:
    detail = rail.view.prompt.detail
    return detail.args["missing"] if detail and detail.id == "detail.deck.missing" else detail


def test_the_deck_is_verified_once_when_every_card_has_passed() -> None:
    rail = opened()
    assert (rail.view.prompt.do, rail.view.prompt.cards, missing(rail)) == ("verify", 52, 52)
    pass_by(rail, *range(51))
    assert (rail.view.prompt.do, missing(rail)) == ("verify", 1)
    pass_by(rail, 51, 3, 51)
    assert [e for e in rail.history() if isinstance(e, DeckVerified)] == [DeckVerified("A", 52)]
    assert how_far(rail) is Opening.OPEN
    assert rail.loop.sensing.check == DeckCheck()


def test_a_card_that_passes_twice_counts_once() -> None:
    rail = opened()
    pass_by(rail, 1, 1, 2, 1)
    assert missing(rail) == 50


@settings(max_examples=20)
@given(st.permutations(range(52)), st.integers(1, 52))
def test_the_order_of_the_deck_is_in_no_state_and_in_no_journal(order: list[int], seen: int) -> None:
    first, second = opened(), opened()
    pass_by(first, *order[:seen])
    pass_by(second, *sorted(order[:seen]))
    assert (first.loop.sensing, first.loop.table) == (second.loop.sensing, second.loop.table)
    pass_by(first, *order[seen:])
    pass_by(second, *reversed(order[seen:]))
    assert how_far(first) is Opening.OPEN
    assert (first.loop.sensing, first.loop.table) == (second.loop.sensing, second.loop.table)
    assert json.dumps(first.outside.turns) == json.dumps(second.outside.turns)
    assert first.outside.views == second.outside.views


def test_cards_elsewhere_than_over_the_shoe_do_not_count() -> None:
    rail = opened()
    rail.see("seat 1", 0)
    rail.see("muck", 1)
    assert missing(rail) == 52


def test_a_foreign_tag_spoils_the_passage_until_the_dealer_has_taken_it_out() -> None:
    rail = opened()
    assert "next" not in rail.view.asks
    rail.report(TagSeen(rail.now, "shoe", "04AA"), TagGone(rail.now, "shoe", "04AA"))
    pass_by(rail, *range(52))
    pass_by(rail, *range(52))
    assert how_far(rail) is Opening.VERIFYING
    assert rail.view.prompt.detail == Message("detail.deck.unknown")
    assert "next" in rail.view.asks
    assert rail.ask("next") is None
    assert missing(rail) == 52
    pass_by(rail, *range(51))
    assert missing(rail) == 1
    pass_by(rail, 51)
    assert how_far(rail) is Opening.OPEN


def test_a_card_of_another_deck_spoils_the_passage() -> None:
    rail = opened()
    table, other = rail.loop.table, CardId("B", 7)
    check = sense(rail.loop.sensing, table, CardSeen(rail.now, "shoe", other))[0].check
    assert check.sentence(Wanted("A", 52, 52)) == say("detail.deck.other", deck="A", other="B")


def test_next_does_not_verify_a_deck_that_the_shoe_reader_can_see() -> None:
    rail = opened()
    assert refusal(rail.ask("next")) == "refused.unverified"
    assert "next" not in rail.view.asks
    rail.report(ReaderLost(rail.now, "shoe", "the shoe reader does not answer"))
    assert rail.view.prompt.detail == Message("detail.deck.by_hand", {"cards": 52})
    assert "next" in rail.view.asks
    assert rail.ask("next") is None
    assert [e for e in rail.history() if isinstance(e, DeckVerified)] == [DeckVerified("A", 0)]


def test_taking_the_opening_back_forgets_what_had_passed() -> None:
    rail = opened()
    pass_by(rail, *range(30))
    assert rail.ask("undo") is None
    assert rail.ask("open") is None
    assert missing(rail) == 52


def test_a_draw_is_dealt_turned_up_and_decided_without_a_further_key() -> None:
    rail = Rail()
    assert rail.ask("draw") is None
    for n, seat in enumerate((1, 2, 3)):
        assert rail.prompt == ("deal", seat, "")
        rail.draw(n, f"seat {seat}")
    player = rail.outside.views[-1][0]
    assert player.phase == "drawing"
    assert [seat.cards_held for seat in player.seats.values()] == [1, 1, 1]
    assert not any(seat.faces for seat in player.seats.values())
    assert rail.ask("next") is None
    faces = {k: rail.deck.face(sorted(rail.deck.cards("A"))[k - 1]) for k in (1, 2, 3)}
    player = rail.outside.views[-1][0]
    assert {k: seat.faces for k, seat in player.seats.items()} == {k: (f.text,) for k, f in faces.items()}
    best = max(faces, key=lambda k: faces[k])
    assert rail.history()[-1] == ButtonPlaced(best, drawn=True)
    assert (player.button, rail.prompt[0]) == (best, "collect")
    assert rail.outside.lamps[-1].values[f"button {best}"] == "on"


def test_a_drawn_card_that_came_to_the_neighbour_is_no_stop() -> None:
    rail = Rail()
    assert rail.ask("draw") is None
    rail.draw(0, "seat 2")
    rail.wait(1.0)
    assert (rail.stopped, rail.prompt) == ("", ("deal", 1, ""))
    rail.draw(1, "seat 1")
    assert rail.prompt == ("deal", 3, "")
