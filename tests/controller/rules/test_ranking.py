"""Ranks of hands against S0-48 to S0-50, S4-22 and S4-23, and against the evaluator of pokerkit."""

import random
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Hand, StandardHighHand

from controller.rules.cards import Face, deck_faces
from controller.rules.ranking import Category, rank

DECK = tuple(deck_faces())
SUIT_ORDERS = [dict(zip("cdhs", order, strict=True)) for order in permutations("cdhs")]

# A deck cut down to few ranks or few suits makes the rare categories common.
NARROW_DECKS = (
    DECK,
    tuple(face for face in DECK if face.rank >= 12),
    tuple(face for face in DECK if face.rank <= 6 or face.rank == 14),
    tuple(face for face in DECK if face.suit in "hs" and face.rank >= 7),
    tuple(face for face in DECK if face.suit == "c"),
)


def faces(text: str) -> tuple[Face, ...]:
    return tuple(Face.parse(word) for word in text.split())


def oracle(hand: tuple[Face, ...]) -> Hand:
    return StandardHighHand.from_game("".join(face.text for face in hand))


def label(hand: tuple[Face, ...]) -> str:
    return str(oracle(hand).entry.label.value).lower()


@pytest.mark.parametrize(
    ("hand", "name", "ties"),
    [
        ("Ah Kd 9c 5s 2h", "high card", (14, 13, 9, 5, 2)),
        ("Ah Ad 9c 5s 2h", "one pair", (14, 9, 5, 2)),
        ("2h 2d Ac As 9h", "two pair", (14, 2, 9)),
        ("2h 2d 2c As 9h", "three of a kind", (2, 14, 9)),
        ("Th Jd Qc Ks Ah", "straight", (14,)),
        ("Ah 2d 3c 4s 5h", "straight", (5,)),
        ("Ah Kh 9h 5h 2h", "flush", (14, 13, 9, 5, 2)),
        ("2h 2d 2c As Ah", "full house", (2, 14)),
        ("2h 2d 2c 2s Ah", "four of a kind", (2, 14)),
        ("Th Jh Qh Kh Ah", "straight flush", (14,)),
        ("Ad 2d 3d 4d 5d", "straight flush", (5,)),
    ],
)
def test_five_cards_have_a_name_and_tie_breaks(hand: str, name: str, ties: tuple[int, ...]) -> None:
    worth = rank(faces(hand))
    assert (worth.name, worth.ties) == (name, ties)


@pytest.mark.parametrize(
    ("hand", "name", "ties"),
    [
        ("Kh Kd Qc Qs Jh Jd 2c", "two pair", (13, 12, 11)),
        ("Kh Kd Qc Qs 2h 2d Ac", "two pair", (13, 12, 14)),
        ("9h 9d 9c 4s 4h 4d 2c", "full house", (9, 4)),
        ("9h 9d 9c 4s 4h Kd Kc", "full house", (9, 13)),
        ("9h 9d 9c 9s 4h 4d 4c", "four of a kind", (9, 4)),
        ("9h 9d 9c 9s Ah Kd Kc", "four of a kind", (9, 14)),
        ("9h 9d 9c 8s 7h 6d 5c", "straight", (9,)),
        ("Ah 2d 3c 4s 5h 6d 9c", "straight", (6,)),
        ("Ah 2d 3c 4s 5h Kd Qc", "straight", (5,)),
        ("Ah Kh Jh 9h 7h 5h 2h", "flush", (14, 13, 11, 9, 7)),
        ("2h 4h 6h 8h Th 9c Jc", "flush", (10, 8, 6, 4, 2)),
        ("5h 6h 7h 8h 9h Tc Jc", "straight flush", (9,)),
        ("9h 9d 7h 6h 5h 4h 3h", "straight flush", (7,)),
        ("Ah 2h 3h 4h 5h 9c Kd", "straight flush", (5,)),
        ("8h 8d 8c As Kh 3d 2c", "three of a kind", (8, 14, 13)),
        ("8h 8d As Kh Qc 3d 2c", "one pair", (8, 14, 13, 12)),
    ],
)
def test_the_best_five_of_seven_count(hand: str, name: str, ties: tuple[int, ...]) -> None:
    worth = rank(faces(hand))
    assert (worth.name, worth.ties) == (name, ties)


@pytest.mark.parametrize("hand", ["Kh Ad 2c 3s 4h", "Qh Kd Ac 2s 3h", "Jh Qd Kc As 2h"])
def test_a_straight_does_not_go_round_the_ace(hand: str) -> None:
    assert rank(faces(hand)).name == "high card"


@pytest.mark.parametrize("hand", ["Kh Ah 2h 3h 4h", "Qh Kh Ah 2h 3h", "Jh Qh Kh Ah 2h"])
def test_a_straight_flush_does_not_go_round_the_ace(hand: str) -> None:
    assert rank(faces(hand)).name == "flush"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2h 3h 4h 5h 6h", "Ah 2h 3h 4h 5h"),
        ("3h 3d 3c 3s 2h", "2h 2d 2c 2s Ah"),
        ("3h 3d 3c 3s Ah", "3h 3d 3c 3s Kh"),
        ("3h 3d 3c 2s 2h", "2h 2d 2c As Ah"),
        ("3h 3d 3c As Ah", "3h 3d 3c Ks Kh"),
        ("Ah 7h 5h 4h 3h", "Ad 7d 5d 4d 2d"),
        ("3h 3d 3c As 5h", "3h 3d 3c As 4h"),
        ("Ah Ad 3c 3s 2h", "Kh Kd Qc Qs Ah"),
        ("Ah Ad 4c 4s 2h", "Ah Ad 3c 3s Kh"),
        ("Ah Ad 3c 3s 5h", "Ah Ad 3c 3s 4h"),
        ("3h 3d Ac 7s 5h", "3h 3d Ac 7s 4h"),
        ("Ah Kd Qc Js 9h", "Ah Kd Qc Js 8h"),
        ("2h 3d 4c 5s 7h 9d Jc", "2h 3d 4c 5s 7h 9d Tc"),
    ],
)
def test_hands_of_one_category_are_told_apart(better: str, worse: str) -> None:
    assert rank(faces(worse)) < rank(faces(better))


def test_categories_go_from_high_card_to_straight_flush() -> None:
    lowest_first = [
        "7h 5d 4c 3s 2h",
        "2h 2d 5c 4s 3h",
        "3h 3d 2c 2s 4h",
        "2h 2d 2c 4s 3h",
        "Ah 2d 3c 4s 5h",
        "7h 5h 4h 3h 2h",
        "2h 2d 2c 3s 3h",
        "2h 2d 2c 2s 3h",
        "Ah 2h 3h 4h 5h",
    ]
    ranks = [rank(faces(hand)) for hand in lowest_first]
    assert ranks == sorted(ranks)
    assert [worth.category for worth in ranks] == list(Category)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True), st.sampled_from(SUIT_ORDERS))
def test_suits_never_break_a_tie(hand: list[Face], order: dict[str, str]) -> None:
    other = [Face(face.rank, order[face.suit]) for face in hand]
    assert rank(hand) == rank(other)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True), st.randoms())
def test_the_order_of_the_cards_does_not_matter(hand: list[Face], shuffler: random.Random) -> None:
    other = hand.copy()
    shuffler.shuffle(other)
    assert rank(hand) == rank(other)


@given(st.sampled_from(NARROW_DECKS), st.data())
def test_two_hands_on_one_board_compare_as_in_pokerkit(deck: tuple[Face, ...], data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(deck), min_size=9, max_size=9, unique=True))
    ours = (*cards[:2], *cards[4:])
    theirs = (*cards[2:4], *cards[4:])
    assert rank(ours).name == label(ours)
    assert (rank(ours) < rank(theirs)) == (oracle(ours) < oracle(theirs))
    assert (rank(ours) == rank(theirs)) == (oracle(ours) == oracle(theirs))


def test_a_sample_of_five_cards_is_named_and_ordered_as_in_pokerkit() -> None:
    drawn = random.Random(20240607)
    sample = [tuple(drawn.sample(deck, 5)) for deck in NARROW_DECKS for _ in range(300)]
    names = [rank(hand).name for hand in sample]
    assert names == [label(hand) for hand in sample]
    assert len(set(names)) == len(Category)
    by_us = sorted(sample, key=rank)
    assert all(not oracle(higher) < oracle(lower) for lower, higher in pairwise(by_us))
    assert len({rank(hand) for hand in sample}) == len({oracle(hand).entry.index for hand in sample})


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("Ah Kd 9c 5s", "not from 4"),
        ("Ah Kd 9c 5s 2h 3h 4h 6h", "not from 8"),
        ("Ah Kd 9c 5s Ah", "twice among the 5 cards"),
    ],
)
def test_what_is_no_hand_is_refused_without_naming_a_card(hand: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refused:
        rank(faces(hand))
    assert not any(word in str(refused.value) for word in hand.split())


def test_a_rank_prints_its_name_and_no_card() -> None:
    assert repr(rank(faces("2h 2d 2c As Ah"))) == "Rank(full house)"
    assert f"{rank(faces('Ah Kd 9c 5s 2h'))}" == "Rank(high card)"
