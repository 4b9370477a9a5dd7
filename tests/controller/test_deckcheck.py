"""The check of deck and stub: a set and a count, whatever the order (design 4; F11)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.deckcheck import UNKNOWN_TAG, DeckCheck, Wanted
from controller.rules.cards import NO_DECK, CardId
from controller.rules.sentence import say

DECK = [CardId("A", n) for n in range(1, 53)]
OUT = frozenset(DECK[:17])
STUB = Wanted("A", 52, 35, OUT)
WHOLE = Wanted("A", 52, 52)


def passed(cards: list[CardId], wanted: Wanted) -> DeckCheck:
    check = DeckCheck()
    for card in cards:
        check = check.passed(card, wanted)
    return check


@given(order=st.permutations(DECK[17:]), cards=st.integers(0, 35))
def test_two_orders_of_the_same_cards_are_the_same_check(order: list[CardId], cards: int) -> None:
    some = order[:cards]
    check = passed(some, STUB)
    assert check == passed(sorted(some), STUB) == passed([*some, *some], STUB)
    assert check.whole(STUB) is (cards == 35)
    assert check.sentence(STUB) == say("detail.deck.missing", missing=35 - cards, cards=35)


@given(order=st.permutations(DECK), foreign=st.integers(0, 51))
def test_a_card_that_does_not_belong_spoils_the_passage_wherever_it_comes(
    order: list[CardId], foreign: int
) -> None:
    strangers = {
        CardId("B", 7): say("detail.deck.other", deck="A", other="B"),
        CardId(NO_DECK, 1): say("detail.deck.joker"),
        CardId("A", 53): UNKNOWN_TAG,
    }
    for stranger, sentence in strangers.items():
        check = passed([*order[:foreign], stranger, *order[foreign:]], WHOLE)
        assert (check.whole(WHOLE), check.sentence(WHOLE)) == (False, sentence)


@given(card=st.sampled_from(sorted(OUT)))
def test_a_card_that_is_out_is_none_of_the_stub(card: CardId) -> None:
    check = passed([card, *DECK[17:]], STUB)
    assert (check.whole(STUB), check.sentence(STUB)) == (False, say("detail.deck.out"))


def test_a_check_prints_no_card() -> None:
    assert "Card" not in repr(passed(DECK, WHOLE))
    assert "Card" not in repr(STUB)
