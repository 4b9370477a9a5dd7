"""The enrolment as a machine of its own: which tag is taken for which card, and which never."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.access import People, hashed
from controller.deckentries import CUT_CARD, JOKER
from controller.deckmap import DeckMap, DeckMapError
from controller.rules.cards import CardId, deck_faces
from controller.tools.decks.cardnames import IN_TURN, name
from controller.tools.decks.enrolment import Enrolment, Objection, Stage
from controller.tools.decks.newtag import Known

UIDS = tuple(f"04A1B2C3D4{at:04X}" for at in range(60))
BADGE = "04B0B0B0B0B0B0"

# A uid as a reader may give it: any length and any beginning.
uids = st.sampled_from([1, 4, 5, 7, 8, 10]).flatmap(
    lambda size: st.binary(min_size=size, max_size=size).map(lambda octets: octets.hex().upper())
)


def known() -> Known:
    faces = {face: f"04FFEEDDCC{at:04X}" for at, face in enumerate(deck_faces())}
    others = {"04FFEEDDCCFF01": JOKER, "04FFEEDDCCFF02": CUT_CARD}
    decks = DeckMap.enrolled(faces, "B", random.Random(1), others)
    decks = decks.replaced("B", IN_TURN[0], "04FFEEDDCCFF03")
    return Known(decks, People({"lee": hashed("4321", bytes(16))}, {"lee": BADGE}))


KNOWN = known()


def started(count: int = 0) -> Enrolment:
    enrolment = Enrolment("A", "red", KNOWN)
    for uid in UIDS[:count]:
        enrolment = taken(enrolment, uid)
    return enrolment


def taken(enrolment: Enrolment, uid: str) -> Enrolment:
    after = enrolment.take(uid)
    assert isinstance(after, Enrolment), after
    return after


def test_a_deck_is_fifty_two_cards_in_the_order_of_the_box() -> None:
    assert sorted(IN_TURN) == sorted(deck_faces())
    assert [name(face) for face in IN_TURN[:3]] == ["ace of spades", "two of spades", "three of spades"]
    assert started().ask("shoe") == "Lay the ace of spades on the shoe reader."
    assert started(51).face == IN_TURN[51]
    assert started(52).stage is Stage.CUT_CARDS


def test_what_was_laid_down_becomes_a_deck_with_numbers_drawn_at_random() -> None:
    done = taken(taken(started(52), UIDS[52]).enough(), UIDS[53])
    done = taken(done, UIDS[54]).enough()
    assert done.stage is Stage.DONE
    first, second = done.enrolled(), done.enrolled()
    assert first.decks == ("A", "B")
    for face, uid in zip(IN_TURN, UIDS, strict=False):
        card = first.card(uid)
        assert card is not None
        assert first.face(card) == face
    assert (first.kind(UIDS[52]), first.kind(UIDS[53])) == (CUT_CARD, JOKER)
    assert (first.back("A"), first.tagged("A", JOKER)) == ("red", 2)
    assert {first.card(uid) for uid in UIDS[:52]} == {CardId("A", n) for n in range(1, 53)}
    assert [first.card(uid) for uid in UIDS[:52]] != [second.card(uid) for uid in UIDS[:52]]
    assert first.version == KNOWN.decks.version  # type: ignore[union-attr]


def test_a_deck_that_is_the_first_of_the_table_has_a_version_of_its_own() -> None:
    done = Enrolment("A", "red", cards=UIDS[:52], stage=Stage.DONE)
    assert done.enrolled().version != done.enrolled().version
    with pytest.raises(DeckMapError, match="51 cards"):
        Enrolment("A", "red", cards=UIDS[:51]).enrolled()


@pytest.mark.parametrize(
    ("uid", "sentence"),
    [
        ("8804A1B2", "gives only a part"),
        ("04A1B2C3D4", "gives only a part"),
        ("08A1B2C3", "has another number each time"),
        (UIDS[3], "that is the four of spades, which you laid down before"),
        ("04FFEEDDCC0001", "that is the three of clubs of deck B"),
        ("04FFEEDDCCFF03", "that is the ace of spades of deck B"),
        ("04FFEEDDCC0033", "was replaced and its tag revoked"),
        ("04FFEEDDCCFF01", "that is a joker which is enrolled already"),
        ("04FFEEDDCCFF02", "that is a cut card which is enrolled already"),
        (BADGE, "that is the badge of lee"),
    ],
)
@pytest.mark.parametrize("count", [20, 52])
def test_a_tag_that_may_not_be_taken_is_refused_and_the_same_card_is_asked_for(
    uid: str, sentence: str, count: int
) -> None:
    before = started(count)
    objection = before.take(uid)
    assert isinstance(objection, Objection)
    assert sentence in objection.sentence
    assert uid not in objection.sentence
    assert before.ask("shoe") == started(count).ask("shoe")


@given(st.lists(st.one_of(uids, st.sampled_from(UIDS), st.just("b"), st.just("")), max_size=90))
def test_whatever_is_laid_down_no_tag_is_taken_twice_and_each_is_whole(steps: list[str]) -> None:
    enrolment = started(50)
    for step in steps:
        before = enrolment
        match step:
            case "b":
                enrolment = enrolment.taken_back()
            case "":
                enrolment = enrolment.enough()
            case uid:
                after = enrolment.take(uid)
                enrolment = after if isinstance(after, Enrolment) else before
        all_tags = (*enrolment.cards, *enrolment.cut_cards, *enrolment.jokers)
        assert len(all_tags) == len(set(all_tags))
        assert {len(uid) for uid in all_tags} <= {8, 14, 20}
        assert not [uid for uid in all_tags if len(uid) == 8 and uid[:2] in ("88", "08")]
        assert (enrolment.stage is Stage.CARDS) == (len(enrolment.cards) < 52)
        assert all(uid not in repr(enrolment) for uid in all_tags)


@pytest.mark.parametrize("count", [1, 51, 52])
def test_taking_back_undoes_the_last_card(count: int) -> None:
    assert started(count).taken_back() == started(count - 1)


def test_taking_back_goes_through_jokers_and_cut_cards_to_the_cards() -> None:
    with_cut_card = taken(started(52), UIDS[52])
    with_joker = taken(with_cut_card.enough(), UIDS[53])
    assert (with_joker.last, with_cut_card.last, started(52).last) == (JOKER, CUT_CARD, "king of clubs")
    back = with_joker.taken_back()
    assert (back.jokers, back.stage) == ((), Stage.JOKERS)
    assert back.taken_back() == started(52)
    assert started().taken_back() == started()
    assert started().last == ""


def test_enter_says_nothing_while_cards_are_missing() -> None:
    assert started(51).enough() == started(51)
    finished = started(52).enough().enough()
    assert finished.stage is Stage.DONE
    assert finished.enough() == finished
    assert isinstance(finished.take(UIDS[55]), Objection)
