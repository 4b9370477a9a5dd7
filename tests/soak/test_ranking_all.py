"""Every hand of five cards there is."""

from collections import Counter
from itertools import combinations

import pytest

from controller.rules.cards import deck_faces
from controller.rules.ranking import Rank, rank


@pytest.mark.soak
def test_all_hands_of_five_fall_into_nine_categories_and_7462_classes() -> None:
    hands: Counter[Rank] = Counter(map(rank, combinations(deck_faces(), 5)))
    categories: Counter[str] = Counter()
    for worth, count in hands.items():
        categories[worth.name] += count
    assert categories == {
        "high card": 1_302_540,
        "one pair": 1_098_240,
        "two pair": 123_552,
        "three of a kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full house": 3_744,
        "four of a kind": 624,
        "straight flush": 40,
    }
    assert len(hands) == 7_462
