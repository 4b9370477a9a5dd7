"""The deck map: complete and consistent or refused, private on disk, and silent about what it knows."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.deckentries import CUT_CARD, JOKER, REVOKED
from controller.deckmap import DeckMap, DeckMapError
from controller.rules.cards import CardId, Face, deck_faces

FACES = tuple(deck_faces())


def tags_of(prefix: str = "04A1B2C3D4") -> dict[Face, str]:
    return {face: f"{prefix}{at:04X}" for at, face in enumerate(FACES)}


def deck(seed: int = 1, name: str = "A", prefix: str = "04A1B2C3D4") -> DeckMap:
    others = {prefix + "FF01": "joker", prefix + "FF02": "cut card"}
    return DeckMap.enrolled(tags_of(prefix), name, random.Random(seed), others, back="red")


def written(path: Path, change: Callable[[Any], object]) -> Path:
    """The file of a good map, changed by `change` and still private."""
    deck().save(path)
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))
    return path


@given(seed=st.integers())
def test_every_tag_leads_to_its_face_and_the_numbers_are_one_to_fifty_two(seed: int) -> None:
    enrolled = deck(seed)
    for face, uid in tags_of().items():
        card = enrolled.card(uid)
        assert card is not None
        assert enrolled.face(card) == face
        assert enrolled.uid(card) == uid
        assert enrolled.card_of("A", face) == card
    assert enrolled.cards("A") == {CardId("A", number) for number in range(1, 53)}


def test_the_numbers_are_drawn_anew_at_every_enrolment() -> None:
    first, second = DeckMap.enrolled(tags_of()), DeckMap.enrolled(tags_of())
    assert [first.card_of("A", face) for face in FACES] != [second.card_of("A", face) for face in FACES]
    assert first.version != second.version


def test_other_tags_have_a_kind_and_a_joker_is_a_card_without_a_face() -> None:
    enrolled = deck()
    assert enrolled.kind("04A1B2C3D4FF01") == "joker"
    assert enrolled.kind("04A1B2C3D4FF02") == "cut card"
    assert enrolled.card("04A1B2C3D4FF01") == CardId("", 1) == enrolled.jokers[0]
    assert enrolled.uid(CardId("", 1)) == "04A1B2C3D4FF01"
    with pytest.raises(DeckMapError, match="is not enrolled"):
        enrolled.face(CardId("", 1))
    assert enrolled.card("04A1B2C3D4FF02") is None
    assert enrolled.kind("04A1B2C3D40000") is None
    assert enrolled.card("04000000000000") is None


def test_a_saved_map_is_private_and_loads_as_the_same(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    both = deck().joined(deck(2, "B", "04FFEEDDCC"))
    both.save(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert DeckMap.load(path) == both
    assert both.decks == ("A", "B")
    assert both.version == deck().version != deck(2).version
    assert [entry.name for entry in tmp_path.iterdir()] == ["deck.json"]


def test_the_order_in_the_file_is_that_of_the_random_numbers(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    deck().save(path)
    assert [row["number"] for row in json.loads(path.read_text())["cards"]] == list(range(1, 53))


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.json"
    deck(1).save(path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("controller.strongbox.os.fsync", full)
    with pytest.raises(DeckMapError, match=r"deck\.json: the deck map cannot be written: No space left"):
        deck(2).save(path)
    assert DeckMap.load(path) == deck(1)
    assert [entry.name for entry in tmp_path.iterdir()] == ["deck.json"]


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o644, 0o620])
def test_a_file_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "deck.json"
    deck().save(path)
    path.chmod(mode)
    with pytest.raises(DeckMapError, match=rf"mode 0{mode:o}\); run: chmod 600 .*deck\.json"):
        DeckMap.load(path)


def test_the_administrator_writes_the_map_for_the_owner_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_to: list[tuple[int, int]] = []
    monkeypatch.setattr("controller.disk.os.geteuid", lambda: 0)
    monkeypatch.setattr("controller.disk.os.fchown", lambda _, user, group: given_to.append((user, group)))
    deck().save(tmp_path / "deck.json")
    assert given_to == [(tmp_path.stat().st_uid, tmp_path.stat().st_gid)]


def test_a_missing_file_and_a_folder_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(DeckMapError, match="cannot be read: No such file"):
        DeckMap.load(tmp_path / "none.json")
    with pytest.raises(DeckMapError, match="cannot be read: Is a directory"):
        DeckMap.load(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_not_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deck.json"
    path.touch(0o600)
    path.write_bytes(content)
    with pytest.raises(DeckMapError, match=r"deck\.json: the file is not JSON"):
        DeckMap.load(path)


def copy(name: str, of: int, to: int) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        value["cards"][to - 1][name] = value["cards"][of - 1][name]

    return change


def put(name: str, at: int, content: object, rows: str = "cards") -> Callable[[Any], None]:
    def change(value: Any) -> None:
        value[rows][at - 1][name] = content

    return change


FAULTS: list[tuple[Callable[[Any], object], str]] = [
    (copy("uid", 3, 17), "card entry 17 repeats the tag of card entry 3"),
    (copy("number", 3, 17), "card entry 17 repeats the number of card entry 3"),
    (copy("face", 3, 17), "card entry 17 repeats the face of card entry 3"),
    (put("uid", 2, "04A1B2C3D4FF01"), "tag entry 1 repeats the tag of card entry 2"),
    (put("uid", 2, "04A1B2C3D4FF01", "tags"), "tag entry 2 repeats the tag of tag entry 1"),
    (lambda value: value["cards"].pop(), "deck 'A' has 51 cards, not 52"),
    (put("deck", 5, "B"), 'card entry 5: "deck" must be one of "decks"'),
    (lambda value: value["cards"].clear(), "deck 'A' has 0 cards, not 52"),
    (lambda value: [value[rows].clear() for rows in ("decks", "cards", "tags")], "no deck is enrolled"),
    (put("number", 9, 0), 'card entry 9: "number" must be 1 to 52'),
    (put("number", 9, 53), "deck 'A' has 51 cards, not 52"),
    (put("number", 9, 100), 'card entry 9: "number" must be 1 to 52, of a spare card to 99'),
    (put("number", 9, True), 'card entry 9: "number" must be a whole number'),
    (put("number", 9, "9"), 'card entry 9: "number" must be a whole number'),
    (put("face", 9, "Zx"), "card entry 9: a card is a rank of"),
    (put("face", 9, 7), 'card entry 9: "deck", "face" and "uid" must be strings'),
    (put("deck", 1, "", "decks"), 'deck entry 1: "deck" must be 1 to 8 letters or digits'),
    (put("back", 1, "#f00", "decks"), 'deck entry 1: "back" must be a colour in at most 16 letters'),
    (lambda value: value["decks"].append(value["decks"][0]), "deck entry 2 repeats deck 'A'"),
    (lambda value: value["decks"].append("B"), 'deck entry 2 must have the fields "back" and "deck"'),
    (put("uid", 9, "04a1b2c3"), 'card entry 9: "uid" must be 4, 7 or 10 bytes'),
    (put("uid", 9, "04A1B2C3D4"), 'card entry 9: "uid" must be 4, 7 or 10 bytes'),
    (put("uid", 9, "04A1B2C3\n"), 'card entry 9: "uid" must be 4, 7 or 10 bytes'),
    (put("uid", 9, "8804A1B2"), "card entry 9: the UID was cut short"),
    (put("note", 9, "x"), "card entry 9 must have the fields"),
    (lambda value: value["cards"].__setitem__(8, []), "card entry 9 must have the fields"),
    (put("kind", 2, "coaster", "tags"), 'tag entry 2: "kind" must be joker, cut card or revoked card'),
    (put("kind", 2, None, "tags"), 'tag entry 2: "deck", "kind" and "uid" must be strings'),
    (put("deck", 2, "B", "tags"), 'tag entry 2: "deck" must be an enrolled deck, or empty'),
    (put("more", 2, "x", "tags"), "tag entry 2 must have the fields"),
    (lambda value: value.update(version="new"), '"version" must be 16 digits'),
    (lambda value: value.update(version=3), '"version" must be a string'),
    (lambda value: value.update(format=1), '"format" must be 2'),
    (lambda value: value.update(cards={}), '"decks", "cards" and "tags" must be lists'),
    (lambda value: value.pop("tags"), "the file must have the fields"),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS)
def test_a_fault_is_a_sentence_with_file_and_entry_but_no_face_and_no_tag(
    tmp_path: Path, change: Callable[[Any], object], sentence: str
) -> None:
    path = written(tmp_path / "deck.json", change)
    with pytest.raises(DeckMapError) as raised:
        DeckMap.load(path)
    text = str(raised.value)
    assert text.startswith(f"{path}: {sentence}")
    assert_silent(text.removeprefix(str(path)).replace("for example Ah", ""))


def test_a_field_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    deck().save(path)
    path.write_text(path.read_text().replace('"number": 9,', '"number": 9, "number": 9,'))
    with pytest.raises(DeckMapError, match="an entry has the same field twice"):
        DeckMap.load(path)


def assert_silent(text: str) -> None:
    assert not re.search(r"\b(10|[2-9TJQKA])[cdhs]\b", text)
    assert not re.search("Zx|rank=|suit=|a1b2c3", text, re.I)


def test_nothing_that_prints_the_map_shows_a_face_or_a_tag() -> None:
    enrolled = deck()
    for text in (repr(enrolled), str(enrolled), f"{enrolled}", repr([enrolled])):
        assert_silent(text)
    contents = enrolled._contents
    for text in (repr(contents), repr(contents.entries), repr(contents.tags)):
        assert_silent(text)


def test_what_is_not_enrolled_is_a_sentence() -> None:
    enrolled = deck()
    for ask in (lambda: enrolled.face(CardId("B", 1)), lambda: enrolled.uid(CardId("B", 1))):
        with pytest.raises(DeckMapError, match="a card of deck 'B' is not enrolled"):
            ask()
    for question in (lambda: enrolled.cards("B"), lambda: enrolled.card_of("B", FACES[0])):
        with pytest.raises(DeckMapError, match="deck 'B' is not enrolled"):
            question()


@given(seed=st.integers())
def test_exchanged_faces_change_nothing_else(seed: int) -> None:
    before = deck()
    some = random.Random(seed).sample(sorted(before.cards("A")), 10)
    faces = {card: before.face(other) for card, other in zip(some, some[1:] + some[:1], strict=True)}
    after = before.with_faces(faces)
    assert after.version == before.version
    for uid in tags_of().values():
        card = before.card(uid)
        assert card is not None
        assert after.card(uid) == card
        assert after.face(card) == faces.get(card, before.face(card))


def test_faces_that_are_no_permutation_are_refused() -> None:
    enrolled = deck()
    with pytest.raises(DeckMapError, match="repeats the face"):
        enrolled.with_faces({CardId("A", 1): enrolled.face(CardId("A", 2))})
    with pytest.raises(DeckMapError, match="deck 'B' is not enrolled"):
        enrolled.with_faces({CardId("B", 1): FACES[0]})


def test_fresh_tags_lead_to_the_same_cards() -> None:
    before = deck()
    old = [*tags_of().values(), "04A1B2C3D4FF01"]
    fresh = {uid: f"08{at:06X}" for at, uid in enumerate(old)}
    after = before.renewed(fresh)
    assert after.version == before.version
    for uid in tags_of().values():
        card = before.card(uid)
        assert card is not None
        assert after.card(fresh[uid]) == card
        assert after.card(uid) is None
        assert after.face(card) == before.face(card)
    assert after.kind(fresh["04A1B2C3D4FF01"]) == "joker"
    assert after.kind("04A1B2C3D4FF02") == "cut card"


def test_a_fresh_tag_must_be_new_and_replace_an_enrolled_one() -> None:
    with pytest.raises(DeckMapError, match="repeats the tag"):
        deck().renewed({"04A1B2C3D40000": "04A1B2C3D40001"})
    with pytest.raises(DeckMapError, match="is not enrolled"):
        deck().renewed({"04999999999999": "04999999999998"})


def test_two_decks_may_not_share_a_tag() -> None:
    with pytest.raises(DeckMapError, match="repeats the tag"):
        deck().joined(deck(2, "B"))


def test_a_spare_card_has_a_face_of_its_deck_and_is_none_of_the_fifty_two(tmp_path: Path) -> None:
    before = deck()
    after, spare = before.with_spare("A", FACES[3], "04A20000000001")
    again, second = after.with_spare("A", FACES[3], "04A20000000002")
    assert (spare, second) == (CardId("A", 53), CardId("A", 54))
    assert again.face(second) == again.face(spare) == FACES[3]
    assert again.card_of("A", FACES[3]) == before.card_of("A", FACES[3])
    assert again.cards("A") == before.cards("A")
    assert again.card("04A20000000001") == spare
    again.save(tmp_path / "deck.json")
    assert DeckMap.load(tmp_path / "deck.json") == again


def test_a_spare_card_needs_a_deck_and_a_tag_of_its_own() -> None:
    with pytest.raises(DeckMapError, match="deck 'B' is not enrolled"):
        deck().with_spare("B", FACES[0], "04A20000000001")
    taken = "04A1B2C3D40000"
    with pytest.raises(DeckMapError, match="repeats the tag"):
        deck().with_spare("A", FACES[0], taken)
    with pytest.raises(DeckMapError, match="repeats the tag"):
        deck().with_joker(taken)


def test_another_joker_is_the_last_one() -> None:
    after, joker = deck().with_joker("04A20000000003")
    assert (joker, after.jokers) == (CardId("", 2), (CardId("", 1), CardId("", 2)))
    assert after.card("04A20000000003") == joker


def test_what_goes_with_a_deck_is_counted_and_its_back_has_a_colour() -> None:
    both = deck().joined(DeckMap.enrolled(tags_of("04FFEEDDCC"), "B"))
    assert (both.back("A"), both.back("B")) == ("red", "")
    assert (both.tagged("A", JOKER), both.tagged("A", CUT_CARD), both.tagged("A", REVOKED)) == (1, 1, 0)
    assert both.tagged("B", JOKER) == 0
    with pytest.raises(DeckMapError, match="deck 'C' is not enrolled"):
        both.back("C")


def test_a_deck_leaves_the_map_with_all_that_goes_with_it() -> None:
    first = deck()
    both = deck(2, "B", "04FFEEDDCC").joined(first)
    left = both.without("B")
    assert left._contents == first._contents._replace(version=left.version)
    assert left.version not in (first.version, both.version)
    with pytest.raises(DeckMapError, match="no deck is enrolled"):
        first.without("A")
    with pytest.raises(DeckMapError, match="deck 'B' is not enrolled"):
        first.without("B")


@given(at=st.integers(0, 51))
def test_a_replaced_card_keeps_its_number_and_the_old_tag_is_no_stranger(at: int) -> None:
    before, fresh = deck(), "04A20000000004"
    face, old = FACES[at], tags_of()[FACES[at]]
    after = before.replaced("A", face, fresh)
    assert after.version == before.version
    assert after.card(fresh) == before.card(old) == after.card_of("A", face)
    assert after.face(after.card_of("A", face)) == face
    assert (after.card(old), after.kind(old)) == (None, REVOKED)
    assert after.tagged("A", REVOKED) == 1
    for other in set(tags_of().values()) - {old}:
        assert after.card(other) == before.card(other)


def test_a_card_is_replaced_only_by_one_with_a_new_tag() -> None:
    once = deck().replaced("A", FACES[0], "04A20000000004")
    revoked = tags_of()[FACES[0]]
    for taken in ("04A20000000004", revoked, tags_of()[FACES[1]], "04A1B2C3D4FF01"):
        with pytest.raises(DeckMapError, match="repeats the tag"):
            once.replaced("A", FACES[0], taken)
    with pytest.raises(DeckMapError, match="deck 'B' is not enrolled"):
        once.replaced("B", FACES[0], "04A20000000005")


def test_an_incomplete_deck_is_not_enrolled() -> None:
    uids = tags_of()
    del uids[FACES[7]]
    with pytest.raises(DeckMapError, match="deck 'A' has 51 cards, not 52"):
        DeckMap.enrolled(uids)
