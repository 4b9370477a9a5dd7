"""Deck faults and what becomes of the deck (rules.md 6.1, 3.2; F1 to F11, M16, M17, R37)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.cards import BURN, FLIGHT, SHOE, CardId, How
from controller.rules.dealing import deck_in_use, stub
from controller.rules.events import CardMoved, DeckVerified, HandVoided, Reported, Ruled, Stopped
from controller.rules.house import DeckVerify, ForeignCard, HouseRules, MissingCard
from controller.rules.incidents import rejudged
from controller.rules.incidents.stops import DECK_FAULT
from controller.rules.opening import verifying
from controller.rules.requests import Confirm, Report, Rule
from controller.rules.sentence import say
from controller.rules.state import BETWEEN_HANDS, DeckCare, Phase, Table
from tests.controller.rules.hands import L6, Play, card, dealt, seated

ACTED = ("3 call", "4 call", "5 call")


def open_now(play: Play) -> tuple[str, tuple[str, ...]]:
    what = play.table.open[0]
    return what.kind, what.rulings


def collected(play: Play) -> Play:
    for piece in play.table.pieces:
        play.core.record(CardMoved(piece.n, piece.card, SHOE, How.READ))
    return play


def played(house: HouseRules | None = None, *words: str) -> Play:
    return dealt(seated(L6, 6, house=house)).do(*words)


VOID_IN_STUB = HouseRules(deck_foreign_in_stub=ForeignCard.VOID)
STANDS_IN_PLAY = HouseRules(deck_foreign_in_play=ForeignCard.STANDS)


@pytest.mark.parametrize(
    ("ask", "house", "words", "kind", "menu"),
    [
        (Report("back", known=card("Td")), HouseRules(), (), "M16", ("R03",)),
        (Report("back", known=card("Td")), HouseRules(), ACTED, "F2", ("R03",)),
        (Report("back", seat=5, card=2), STANDS_IN_PLAY, ACTED, "F2", ("R01", "R03")),
        (Report("back", known=card("2c")), HouseRules(), (), "F3", ("R01",)),
        (Report("back"), VOID_IN_STUB, ACTED, "F3", ("R03", "R01")),
        (Report("missing", known=card("3d")), HouseRules(), (), "M17", ("R02",)),
        (Report("missing", known=card("3d")), HouseRules(), ACTED, "F5", ("R01",)),
        (Report("missing"), HouseRules(deck_missing_card=MissingCard.STANDS), (), "M17", ("R01",)),
        (Report("missing"), HouseRules(deck_missing_card=MissingCard.VOID), ACTED, "F5", ("R03",)),
    ],
)
def test_what_is_reported_of_the_deck_has_the_kind_of_its_moment_and_the_menu_of_the_house(
    ask: Report, house: HouseRules, words: tuple[str, ...], kind: str, menu: tuple[str, ...]
) -> None:
    assert open_now(played(house, *words).must(ask)) == (kind, menu)


def test_the_kind_stays_and_the_menu_follows_once_the_floor_finds_the_stop_unnoticed() -> None:
    play = played().must(Report("missing", known=card("3d")))
    late = replace(play.table, street=replace(play.table.street, actions=3, paid=3))

    assert [(w.kind, w.rulings) for w in rejudged(late).open] == [("M17", ("R01",))]


def test_a_card_that_is_out_is_not_missing_and_no_card_is_no_card_of_another_back() -> None:
    play = played()
    assert play.ask(Report("missing", known=card("Td"))) == "refused.card_taken"
    assert play.ask(Report("back", seat=5, card=3)) == "refused.no_such_card"
    assert not play.table.open


def test_the_odd_card_of_the_stub_is_a_fault_in_play_where_it_comes_to_rest() -> None:
    play = played(None, *ACTED, "6 call", "1 call", "2 check").must(Report("back", known=card("9h")))
    play.must(Rule("R01", "lee"))
    assert (play.table.open, play.table.care) == ((), DeckCare.REPLACE)
    play.draw(BURN)
    assert open_now(play) == ("F2", ("R03",))
    assert play.table.open[0].place == BURN


def test_jokers_cards_of_another_deck_and_spare_cards_are_none_of_the_stub() -> None:
    play = played()
    assert stub(play.table) == 40
    for n, stranger in enumerate((CardId("", 1), CardId("B", 7), CardId("A", 53)), 13):
        play.core.record(CardMoved(n, stranger, FLIGHT, How.READ))
        assert stub(play.table) == 40
    missing = played().must(Report("missing", known=card("3d")))
    assert stub(missing.table) == 39


# --- the deck before the next deal


def voided(code: str, house: HouseRules | None = None, decks: tuple[str, ...] = ()) -> Play:
    start = seated(L6, 6, house=house)
    play = dealt(replace(start, setup=replace(start.setup, decks=decks)))
    play.core.record(Stopped(DECK_FAULT, "F1"))
    play.must(Rule(code, "lee", "why"))
    assert play.table.phase is Phase.VOID
    return play


def test_a_misdeal_is_dealt_again_once_all_fifty_two_are_verified() -> None:
    play = played()
    play.core.record(Stopped(say("unresolved.left_shoe")), HandVoided())
    assert (play.table.care, verifying(play.table), play.step.do) == (DeckCare.PASS, False, "collect")
    collected(play)
    assert (verifying(play.table), play.step.do, play.step.cards) == (True, "verify", 52)
    play.core.record(DeckVerified("A", 52))
    assert (verifying(play.table), play.step.do, play.table.hand) == (False, "next", 1)
    assert play.must(Confirm()).table.hand == 2


@pytest.mark.parametrize(("decks", "then"), [((), "A"), (("A",), "A"), (("A", "B"), "B"), (("B", "A"), "B")])
def test_after_a_void_hand_another_deck_is_used_and_verified(decks: tuple[str, ...], then: str) -> None:
    play = collected(voided("R03", decks=decks))
    assert (deck_in_use(play.table), play.table.care, play.step.do) == (then, DeckCare.FRESH, "verify")
    assert play.step.sentence == say("prompt.verify.fresh", cards=52, deck=then)
    play.must(Confirm())
    assert (play.core.events[-1], play.table.care) == (DeckVerified(then, 0), DeckCare.NOTHING)


def test_where_each_card_is_checked_on_the_draw_no_deck_passes() -> None:
    play = collected(voided("R03", HouseRules(deck_verify=DeckVerify.ON_DRAW), ("A", "B")))
    assert (deck_in_use(play.table), play.table.care, play.step.do) == ("B", DeckCare.NOTHING, "next")


def test_another_deck_asked_for_in_a_hand_waits_for_its_end() -> None:
    play = played().must(Rule("R37", "lee", "torn"))
    assert (play.table.care, play.table.open, play.step.do) == (DeckCare.REPLACE, (), "act")
    play.do("3 fold", "4 fold", "5 fold", "6 fold", "1 fold").push()
    assert (play.table.phase, play.step.do) == (Phase.IDLE, "collect")
    collected(play)
    assert (play.table.care, play.step.do) == (DeckCare.FRESH, "verify")


def test_another_deck_answers_no_stop_that_does_not_have_it_on_its_menu() -> None:
    play = played()
    play.core.record(Stopped(DECK_FAULT, "F1"))
    play.must(Rule("R37", "lee", "why"))
    assert open_now(play) == ("F1", ("R03",))
    play.must(Rule("R03", "lee"))
    assert play.table.care is DeckCare.REPLACE


@pytest.mark.parametrize(
    ("house", "care"),
    [(HouseRules(), DeckCare.REPLACE), (HouseRules(deck_missing_card=MissingCard.STANDS), DeckCare.PASS)],
)
def test_a_missing_card_that_stands_is_put_back_and_the_deck_verified(
    house: HouseRules, care: DeckCare
) -> None:
    play = played(house, *ACTED).must(Report("missing", known=card("3d")), Rule("R01", "lee"))
    assert (play.table.care, play.table.open) == (care, ())


def test_a_new_hand_knows_nothing_of_the_deck_before() -> None:
    play = collected(voided("R03")).must(Confirm(), Confirm())
    fresh: Table = play.table
    assert (fresh.care, fresh.odd, fresh.missing) == (DeckCare.NOTHING, (), ())
    assert fresh.phase not in BETWEEN_HANDS


def test_the_reports_are_as_they_were_told() -> None:
    play = played(None, *ACTED).must(Report("back", known=card("2c"), by="player"))
    assert play.core.events[-1] == Reported("back", card=card("2c"), by="player")
    assert not [event for event in play.core.events if isinstance(event, Ruled)]
