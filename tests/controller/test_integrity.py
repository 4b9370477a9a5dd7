"""The alarms that need hidden faces: a card twice and a deck in its factory order (design 5.3)."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.deckmap import DeckMap
from controller.integrity import RUN, Orders, alarms, in_factory_order
from controller.rules.cards import FLIGHT, CardId, Face, How, deck_faces
from controller.rules.events import CardMoved, Stopped
from controller.rules.incidents.stops import DECK_FAULT
from controller.rules.state import Phase, Table
from controller.rules.table import apply
from controller.tools.emulated import emulated_deck
from tests.controller.rules.hands import Play, seated

FACES = tuple(deck_faces())
USUAL = [*(Face(r, s) for s in "sd" for r in (14, *range(2, 14))),
         *(Face(r, s) for s in "ch" for r in (*range(13, 1, -1), 14))]  # fmt: skip
SORTED = [Face(r, s) for s in "cdhs" for r in range(2, 15)]


def deck_with_a_second(face: Face) -> tuple[DeckMap, CardId]:
    return emulated_deck(random.Random(1)).with_spare("A", face, "04A20000000001")


def started() -> Table:
    return Play(seated({1: 500, 2: 500, 3: 500}, 3)).start().table


def drawn(table: Table, *cards: CardId) -> Table:
    for card in cards:
        n = max((piece.n for piece in table.pieces), default=0) + 1
        table = apply(table, CardMoved(n, card, FLIGHT, How.READ))
    return table


@given(face=st.sampled_from(FACES))
@settings(max_examples=20)
def test_two_tags_of_one_face_are_an_alarm_once_both_are_out(face: Face) -> None:
    deck, second = deck_with_a_second(face)
    table = drawn(started(), second)
    assert alarms(deck, table) == ()
    table = drawn(table, deck.card_of("A", face))
    assert alarms(deck, table) == (Stopped(DECK_FAULT, "F1"),)
    assert alarms(deck, apply(table, Stopped(DECK_FAULT, "F1"))) == ()


@given(seed=st.integers(0, 10**6))
def test_the_fifty_two_are_no_alarm_in_any_shuffled_order(seed: int) -> None:
    faces = list(FACES)
    random.Random(seed).shuffle(faces)
    assert not in_factory_order(faces)


@given(start=st.integers(0, 51), order=st.sampled_from([USUAL, USUAL[::-1], SORTED, SORTED[::-1]]))
def test_a_new_deck_is_known_wherever_it_is_cut(start: int, order: list[Face]) -> None:
    turned = [*order[start:], *order[:start]]
    assert in_factory_order(turned[: RUN + 2])
    assert not in_factory_order(turned[: RUN - 1])


@given(gap=st.integers(1, RUN - 1))
def test_a_card_that_nobody_knows_breaks_the_run(gap: int) -> None:
    faces: list[Face | None] = [*SORTED[:12]]
    faces[gap] = None
    assert in_factory_order(faces) is (12 - gap - 1 >= RUN)


def test_a_new_deck_stops_the_deal_without_a_seat_or_a_card() -> None:
    deck = emulated_deck(random.Random(1))
    cards = [deck.card_of("A", face) for face in SORTED[:RUN]]
    table = drawn(started(), *cards[:-1])
    assert alarms(deck, table) == ()
    table = drawn(table, cards[-1])
    assert alarms(deck, table) == (Stopped(DECK_FAULT, "M14"),)
    stopped = apply(table, Stopped(DECK_FAULT, "M14"))
    assert alarms(deck, stopped) == ()
    assert (stopped.open[0].kind, stopped.open[0].seat, stopped.open[0].n) == ("M14", 0, 0)


def test_between_hands_nothing_is_compared() -> None:
    deck, second = deck_with_a_second(FACES[0])
    table = drawn(started(), deck.card_of("A", FACES[0]), second)
    assert alarms(deck, table)
    for phase in (Phase.IDLE, Phase.VOID, Phase.PAYING):
        assert alarms(deck, replace(table, phase=phase)) == ()


@given(order=st.permutations([CardId("A", n) for n in range(1, 53)]), cut=st.integers(0, 20))
@settings(max_examples=30)
def test_a_deal_that_repeats_a_part_of_the_last_one_is_noticed(order: list[CardId], cut: int) -> None:
    orders = Orders(now=(), last=tuple(order[:30]))
    again = tuple(order[cut : cut + RUN])
    assert replace(orders, now=again).repeats is (cut + RUN <= 30)
    assert not replace(orders, now=again[::-1]).repeats
    assert not replace(orders, now=(*again[:4], None, *again[4:])).repeats


def test_the_last_order_is_that_of_the_deal_before() -> None:
    cards = [CardId("A", n) for n in range(1, 12)]
    table = drawn(started(), *cards)
    orders = Orders().followed(table)
    assert (orders.now, orders.last) == (tuple(cards), ())
    collecting = replace(drawn(started(), *cards[:3]), phase=Phase.IDLE)
    assert orders.followed(collecting) == orders
    cleared = orders.followed(started())
    assert (cleared.now, cleared.last) == ((), tuple(cards))
    assert cleared.followed(started()) == cleared
    assert "Card" not in repr(orders)


def test_kings_and_aces_of_all_suits_are_no_factory_order() -> None:
    words = "Kc As Kd Ad 2c Kh Ks Ah 2d 2h"
    assert not in_factory_order([Face.parse(word) for word in words.split()])
