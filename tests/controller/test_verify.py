"""What a restart finds different between the ledger and the readers (design 6)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.sentence import say
from controller.sensing import Sensing
from controller.verify import differing
from tests.controller.rail import Rail


def on_the_flop() -> Rail:
    rail = Rail()
    rail.deal()
    rail.say("fold", "call", "check")
    rail.street(6, 7, 8, 9)
    return rail


def without(sensing: Sensing, rail: Rail, *numbers: int) -> Sensing:
    gone = {rail.deck.card(rail.cards[n]) for n in numbers}
    return replace(sensing, present={c: at for c, at in sensing.present.items() if c not in gone})


def test_cards_where_the_ledger_has_them_agree() -> None:
    rail = on_the_flop()
    assert differing(rail.loop.sensing, rail.loop.table) is None


def test_the_first_place_that_lacks_a_card_is_named_with_the_number_of_cards() -> None:
    rail = on_the_flop()
    sensing = without(rail.loop.sensing, rail, 1, 8, 9)
    assert differing(sensing, rail.loop.table) == say("detail.differs", what="seat 2", cards=3)
    sensing = without(rail.loop.sensing, rail, 8)
    assert differing(sensing, rail.loop.table) == say("detail.differs", what="board", cards=1)


def test_a_card_at_another_place_is_missing_where_it_should_lie() -> None:
    rail = on_the_flop()
    card = rail.deck.card(rail.cards[0])
    assert card is not None
    sensing = rail.loop.sensing
    sensing = replace(sensing, present={**sensing.present, card: {"seat 2": 1.0}})
    assert differing(sensing, rail.loop.table) == say("detail.differs", what="seat 1", cards=1)


def test_folded_cards_and_burns_are_not_asked_for() -> None:
    rail = on_the_flop()
    sensing = without(rail.loop.sensing, rail, 2, 5, 6)
    assert differing(sensing, rail.loop.table) is None


def test_places_without_a_reader_that_answers_are_not_asked_for() -> None:
    rail = on_the_flop()
    nothing = replace(rail.loop.sensing, present={})
    assert differing(nothing, rail.loop.table) is not None
    lost = dict.fromkeys(rail.loop.sensing.readers, "no answer")
    assert differing(replace(nothing, lost=lost), rail.loop.table) is None
    assert differing(replace(nothing, readers=frozenset({"shoe"})), rail.loop.table) is None
