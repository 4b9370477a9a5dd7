"""What the owner's check of a deck makes of the tags that pass: a machine of its own."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from controller.deckmap import DeckMap
from controller.rules.cards import Face, deck_faces
from controller.tools.decks.cardnames import IN_TURN, name
from controller.tools.decks.passage import DeckPass

ACE, KING = Face.parse("As"), Face.parse("Kd")
SPARE, CUT, JOKER, UNKNOWN = "04A20000000001", "04A20000000002", "04A20000000003", "04A20000000004"


def enrolled(deck: str, prefix: str) -> DeckMap:
    faces = {face: f"{prefix}{at:04X}" for at, face in enumerate(deck_faces())}
    return DeckMap.enrolled(faces, deck, random.Random(1))


def decks() -> DeckMap:
    faces = {face: f"04A1B2C3D4{at:04X}" for at, face in enumerate(deck_faces())}
    own = DeckMap.enrolled(faces, "A", random.Random(1), {CUT: "cut card", JOKER: "joker"})
    both = own.joined(enrolled("B", "04FFEEDDCC")).replaced("A", KING, "04A20000000009")
    return both.with_spare("A", ACE, SPARE)[0]


DECKS = decks()
OWN = {DECKS.face(card): DECKS.uid(card) for card in DECKS.cards("A")}
FOREIGN = DECKS.uid(DECKS.card_of("B", KING))
REVOKED = f"04A1B2C3D4{list(deck_faces()).index(KING):04X}"


def passed(*uids: str) -> DeckPass:
    check = DeckPass("A", DECKS)
    for uid in uids:
        check = check.passed(uid)
    return check


@given(st.permutations(sorted(OWN.values())), st.integers(0, 52), st.randoms())
def test_what_has_not_passed_is_missing_however_often_the_rest_passes(
    order: list[str], count: int, rng: random.Random
) -> None:
    there = order[:count]
    check = passed(*there, *rng.choices(there or [UNKNOWN], k=5 if there else 0))
    assert {OWN[face] for face in check.missing} == set(order[count:])
    assert check.complete == (count == 52)
    assert check.counts()["missing"] == 52 - count


def test_a_complete_deck_is_told_in_a_line() -> None:
    order = list(OWN.values())
    random.Random(5).shuffle(order)
    assert passed(*order).sentences() == ("Deck A is complete: 52 of 52 cards passed.",)


def test_what_is_missing_and_what_does_not_belong_is_named() -> None:
    order = [uid for face, uid in OWN.items() if face not in (ACE, KING)]
    random.Random(5).shuffle(order)
    check = passed(*order, FOREIGN, SPARE, REVOKED, UNKNOWN)
    assert not check.complete
    assert check.sentences() == (
        "Deck A is NOT complete: 50 of 52 cards passed.",
        "Missing: ace of spades, king of diamonds.",
        "There twice, or as a spare: ace of spades.",
        "Not of it: king of diamonds of deck B.",
        "Not of it: 1 revoked card.",
        "Not of it: 1 unknown tag.",
    )
    named = check.named()
    assert (named["missing"], named["twice"]) == (["Kd", "As"], ["As"])
    assert named["foreign"] == [{"deck": "B", "face": "Kd"}]


def test_a_stranger_spoils_a_deck_of_fifty_two_but_jokers_and_cut_cards_are_only_told() -> None:
    order = list(OWN.values())
    random.Random(5).shuffle(order)
    for stranger in (FOREIGN, SPARE, REVOKED, UNKNOWN):
        assert not passed(*order, stranger).complete
    check = passed(*order, JOKER, CUT)
    assert check.complete
    assert check.sentences()[1:] == ("With it: 1 joker and 1 cut card.",)


def test_a_deck_that_nobody_shuffled_is_warned_of() -> None:
    in_turn = [OWN[face] for face in IN_TURN]
    check = passed(*in_turn)
    assert check.complete
    assert check.sentences()[-1].startswith("Warning: the cards lie in the order of a new deck")
    cut = passed(*in_turn[20:], *in_turn[:20])
    assert cut.unshuffled
    assert not passed(*in_turn[:8]).unshuffled


def test_the_counts_name_no_card_and_no_text_shows_a_tag() -> None:
    check = passed(*OWN.values(), FOREIGN, UNKNOWN, REVOKED)
    told = [repr(check), *check.sentences(), str(check.named()), str(check.counts())]
    for uid in (*OWN.values(), FOREIGN, UNKNOWN, REVOKED):
        assert all(uid not in text for text in told)
    for face in deck_faces():
        assert name(face) not in str(check.counts())
        assert face.text not in repr(check)
