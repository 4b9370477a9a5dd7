"""`tablectl enroll` at the emulated wire: a person at the terminal, tags on its reader, files on disk."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from controller.access import hashed
from controller.deckbook import What, entries
from controller.deckmap import DeckMap, DeckMapError
from controller.settings import FloorPerson, TableSettings
from controller.tools.decks import progress
from controller.tools.decks.antenna import ReaderGone
from controller.tools.decks.cardnames import IN_TURN, name
from controller.tools.decks.enroll import Order, Sitting
from controller.tools.decks.enrolment import Enrolment
from controller.tools.decks.errand import Unsuitable
from controller.tools.decks.progress import ProgressLost
from controller.tools.decks.terminal import NobodyThere
from controller.tools.emulated import emulated_settings, make_folders
from tests.controller.tools.decks.tableside import NAMES, Owner, Side, at_table, tags

CUT, JOKER_1, JOKER_2 = "04C0C0C0C00001", "04C0C0C0C00002", "04C0C0C0C00003"
RED = Order(Path("table.yaml"), back="red")


def enrol(settings: TableSettings, side: Side, order: Order = RED) -> int:
    return Sitting.opened(settings, order, side.terminal).enrol(side.antenna)


def enrolled(settings: TableSettings, prefix: str, order: Order) -> DeckMap:
    """The deck map after one more deck with tags of this prefix."""
    with at_table(settings) as side:
        side.person = Owner(side, tags(prefix))
        assert enrol(settings, side, order) == 0
    return DeckMap.load(settings.deck_map)


def before(settings: TableSettings, *prefixes: str) -> DeckMap:
    """A deck map with decks A, B, ... that were enrolled some other day."""
    decks = None
    for name_of, prefix in zip("AB", prefixes, strict=False):
        faces = {face: tags(prefix)[name(face)] for face in IN_TURN}
        deck = DeckMap.enrolled(faces, name_of, back="red")
        decks = decks.joined(deck) if decks else deck
    assert decks is not None
    decks.save(settings.deck_map)
    return decks


def test_a_deck_is_enrolled_card_by_card(settings: TableSettings, side: Side) -> None:
    side.person = Owner(side, tags(), more=[CUT, "", JOKER_1, JOKER_2])
    assert enrol(settings, side) == 0
    decks = DeckMap.load(settings.deck_map)
    for face in IN_TURN:
        assert decks.uid(decks.card_of("A", face)) == tags()[name(face)]
    assert (decks.kind(CUT), decks.kind(JOKER_1), len(decks.jokers)) == ("cut card", "joker", 2)
    assert decks.back("A") == "red"
    assert stat.S_IMODE(settings.deck_map.stat().st_mode) == 0o600
    assert side.lines[-2:] == [
        "Deck A is enrolled: 52 cards, 1 cut card and 2 jokers, red back.",
        "Now pass it over the shoe reader: tablectl deck check --deck A",
    ]
    assert not progress.path_of(settings.deck_map).exists()


def test_no_tag_is_ever_on_the_screen_or_on_record(settings: TableSettings, side: Side) -> None:
    wrong = {"nine of hearts": [tags()["ace of spades"], "08A1B2C3"]}
    side.person = Owner(side, tags(), more=[CUT], instead=wrong)
    enrol(settings, side)
    book = (settings.journal / "decks.jsonl").read_text()
    for uid in (*tags().values(), CUT, "08A1B2C3"):
        assert uid not in side.said
        assert uid not in book
    assert not [card for card in NAMES if card in book]


def test_the_enrolment_is_on_record_without_a_face(settings: TableSettings, side: Side) -> None:
    side.person = Owner(side, tags(), more=["", JOKER_1])
    enrol(settings, side)
    (entry,) = entries(settings.journal / "decks.jsonl")
    assert (entry.what, entry.deck, entry.version) == (
        What.ENROLLED,
        "A",
        DeckMap.load(settings.deck_map).version,
    )
    assert entry.facts == {"back": "red", "cards": 52, "cut_cards": 0, "jokers": 1}


def test_a_wrong_tag_is_refused_with_a_sentence_and_the_same_card_is_asked_for_again(
    settings: TableSettings, side: Side
) -> None:
    wrong = {"two of hearts": [tags()["four of spades"], "08A1B2C3", "04BADBADBAD0BA"]}
    people = {"lee": FloorPerson(pin=hashed("4321", bytes(16)), badge="04BADBADBAD0BA")}
    side.person = Owner(side, tags(), instead=wrong)
    assert enrol(settings.model_copy(update={"floor": people}), side) == 0
    refused = [line for line in side.lines if line.startswith("Not taken")]
    assert [line.split(":")[1].split(",")[0] for line in refused] == [
        " that is the four of spades",
        " this tag has another number each time it is read",
        " that is the badge of lee.",
    ]
    assert side.lines.count("Lay the two of hearts on the shoe reader.") == 4
    decks = DeckMap.load(settings.deck_map)
    assert decks.uid(decks.card_of("A", IN_TURN[14])) == tags()["two of hearts"]


def test_two_cards_at_once_are_not_taken(settings: TableSettings, side: Side) -> None:
    both = (tags()["ace of spades"], "04A9A9A9A9A9A9")
    owner = Owner(side, tags())
    owner.lying = both[0]

    def person(said: str) -> None:
        if said.startswith("Lay the ace"):
            for uid in both:
                side.felt.place(uid, "shoe")
        if said.startswith("More than one"):
            side.felt.lift(both[1])
            side.person = owner

    side.person = person
    assert enrol(settings, side) == 0
    decks = DeckMap.load(settings.deck_map)
    assert decks.uid(decks.card_of("A", IN_TURN[0])) == both[0]
    assert decks.card(both[1]) is None


def interrupted(settings: TableSettings, count: int = 19, deck: str = "A") -> Path:
    """What an enrolment leaves that was stopped after so many cards."""
    so_far = Enrolment(deck, "red", cards=tuple(tags().values())[:count])
    path = progress.path_of(settings.deck_map)
    progress.keep(path, so_far, replaces=False)
    return path


def test_ctrl_c_loses_nothing(settings: TableSettings, side: Side) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    side.person = Owner(side, tags(), until="seven of hearts", then=interrupt)
    with pytest.raises(KeyboardInterrupt):
        enrol(settings, side)
    path = progress.path_of(settings.deck_map)
    stopped = path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not settings.deck_map.exists()
    assert interrupted(settings).read_text() == stopped


def test_an_interrupted_enrolment_goes_on_at_the_card_where_it_stopped(settings: TableSettings) -> None:
    kept = interrupted(settings)
    with at_table(settings) as side:
        side.type("")
        side.person = Owner(side, tags())
        assert enrol(settings, side, Order(Path("table.yaml"))) == 0
        assert "An enrolment of deck A was interrupted after 19 of 52 cards." in side.lines
        assert next(line for line in side.lines if line.startswith("Lay")).startswith(
            "Lay the seven of hearts"
        )
        decks = DeckMap.load(settings.deck_map)
        assert {decks.uid(card) for card in decks.cards("A")} == set(tags().values())
        assert not kept.exists()


def test_an_interrupted_enrolment_may_be_begun_anew(settings: TableSettings) -> None:
    interrupted(settings)
    with at_table(settings) as side:
        side.type("n")
        side.person = Owner(side, tags("04777777AA"))
        assert enrol(settings, side) == 0
        decks = DeckMap.load(settings.deck_map)
        assert {decks.uid(card) for card in decks.cards("A")} == set(tags("04777777AA").values())


def test_what_has_an_owner_since_then_is_asked_for_again(settings: TableSettings) -> None:
    interrupted(settings)
    stolen = FloorPerson(pin=hashed("4321", bytes(16)), badge=tags()["five of spades"])
    with at_table(settings) as side:
        side.type("")
        side.person = Owner(side, {**tags(), "five of spades": "04A1B2C3D4FFFF"})
        assert enrol(settings.model_copy(update={"floor": {"lee": stolen}}), side) == 0
        assert next(line for line in side.lines if line.startswith("Lay")).startswith(
            "Lay the five of spades"
        )


def test_a_power_cut_after_the_last_step_leaves_nothing_to_go_on_with(
    settings: TableSettings, side: Side
) -> None:
    before(settings, "04A1B2C3D4")
    interrupted(settings, 52)
    side.person = Owner(side, tags("04777777AA"))
    assert enrol(settings, side) == 0
    assert "interrupted" not in side.said
    assert DeckMap.load(settings.deck_map).decks == ("A", "B")


@pytest.mark.parametrize(
    ("content", "mode", "sentence"),
    [
        ("{", 0o600, "remove it, and begin again"),
        ('{"format": 9}', 0o600, "remove it, and begin again"),
        ("{}", 0o644, "other users may open the file"),
    ],
)
def test_progress_that_cannot_be_used_is_a_sentence(
    settings: TableSettings, side: Side, content: str, mode: int, sentence: str
) -> None:
    path = progress.path_of(settings.deck_map)
    path.write_text(content)
    path.chmod(mode)
    with pytest.raises(ProgressLost, match=sentence):
        enrol(settings, side)


def test_b_takes_the_last_card_back(settings: TableSettings, side: Side) -> None:
    owner = Owner(side, tags(), instead={"two of spades": ["04A1B2C3D4EEEE"]})

    def person(said: str) -> None:
        if said.startswith("Lay the three of spades"):
            side.type("B")
            side.person = owner

    def first(said: str) -> None:
        owner(said)
        if side.lines[-1].startswith("Lay the two"):
            side.person = person

    side.person = first
    assert enrol(settings, side) == 0
    assert side.lines.count("The two of spades is taken back.") == 1
    decks = DeckMap.load(settings.deck_map)
    assert decks.uid(decks.card_of("A", IN_TURN[1])) == tags()["two of spades"]
    assert decks.card("04A1B2C3D4EEEE") is None


def test_another_line_says_nothing(settings: TableSettings, side: Side) -> None:
    side.type("b", "what?")
    side.person = Owner(side, tags())
    assert enrol(settings, side) == 0
    assert "Nothing was laid down yet." in side.lines
    assert "'what?' says nothing here: b takes the last card back." in side.lines


def test_where_nobody_can_press_enter_the_last_card_ends_it(settings: TableSettings, side: Side) -> None:
    side.hang_up()
    side.person = Owner(side, tags(), more=[CUT])
    assert enrol(settings, side) == 0
    assert DeckMap.load(settings.deck_map).tagged("A", "cut card") == 0


def test_a_reader_that_is_lost_for_good_ends_it_and_what_was_taken_is_kept(
    settings: TableSettings, side: Side
) -> None:
    side.person = Owner(side, tags(), until="six of spades", then=lambda: side.felt.unplug("shoe"))
    with pytest.raises(ReaderGone, match="does not answer"):
        enrol(settings, side)
    assert "does not answer" in side.lines[-1]
    kept = progress.kept(progress.path_of(settings.deck_map))
    assert kept is not None
    assert len(kept.cards) == 5


def test_a_reader_whose_plug_is_put_back_goes_on(settings: TableSettings, side: Side) -> None:
    def person(said: str) -> None:
        if "does not answer" in said:
            side.felt.plug("shoe")
            side.felt.lift(owner.lying)
            owner.lying = tags()["six of spades"]
            side.felt.place(owner.lying, "shoe")
            side.person = owner

    def pulled() -> None:
        side.felt.unplug("shoe")
        side.person = person

    owner = Owner(side, tags(), until="six of spades", then=pulled)
    side.person = owner
    assert enrol(settings, side) == 0


def test_a_reader_that_never_answers_ends_it_at_once(settings: TableSettings, side: Side) -> None:
    side.felt.unplug("shoe")
    with pytest.raises(ReaderGone, match="does not answer"):
        enrol(settings, side)
    assert side.now() < 2.0


def test_the_cards_may_be_laid_on_an_antenna_of_the_hub(tmp_path: Path) -> None:
    stakes = {"small_blind": 5, "big_blind": 10, "unit": 5}
    settings = emulated_settings(tmp_path, {1: 500}, seats=2, stakes=stakes, readers=("shoe", "seats"))
    make_folders(settings)
    with at_table(settings, "seat 2") as side:
        side.person = Owner(side, tags())
        assert enrol(settings, side) == 0
    decks = DeckMap.load(settings.deck_map)
    assert set(map(decks.uid, decks.cards("A"))) == set(tags().values())


def test_a_second_deck_joins_the_first_with_the_next_letter(settings: TableSettings) -> None:
    first = before(settings, "04A1B2C3D4")
    both = enrolled(settings, "04777777AA", Order(Path("table.yaml"), back="blue"))
    assert (both.decks, both.back("A"), both.back("B")) == (("A", "B"), "red", "blue")
    assert both.version == first.version
    assert {both.card(uid) for uid in tags().values()} == first.cards("A")


def test_a_card_of_another_deck_is_refused_with_deck_and_name(settings: TableSettings) -> None:
    before(settings, "04777777AA")
    foreign = tags("04777777AA")["king of hearts"]
    with at_table(settings) as side:
        side.person = Owner(side, tags(), instead={"two of clubs": [foreign]})
        assert enrol(settings, side) == 0
        assert "Not taken: that is the king of hearts of deck A." in side.lines


def test_a_deck_is_enrolled_anew_in_place_of_the_old_one(settings: TableSettings) -> None:
    former = before(settings, "04A1B2C3D4")
    again = Order(Path("table.yaml"), deck="A", back="green", replaces=True)
    after = enrolled(settings, "04A1B2C3D4", again)
    assert (after.decks, after.back("A")) == (("A",), "green")
    assert after.version != former.version
    kept = settings.deck_map.with_name(f"deck-{former.version}.json")
    assert DeckMap.load(kept) == former
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_the_other_decks_stay_when_one_is_enrolled_anew(settings: TableSettings) -> None:
    former = before(settings, "04A1B2C3D4", "04777777AA")
    again = Order(Path("table.yaml"), deck="B", back="blue", replaces=True)
    after = enrolled(settings, "04777777AA", again)
    assert after.decks == ("A", "B")
    assert {after.card(uid) for uid in tags().values()} == former.cards("A")
    assert after.version != former.version


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (Order(Path("t"), deck="A", back="red"), "deck A is enrolled: --replace-deck enrols it anew"),
        (Order(Path("t"), deck="C", back="red", replaces=True), "deck C is not enrolled"),
        (Order(Path("t"), deck="no 3", back="red"), "'no 3' cannot be the name of a deck"),
        (Order(Path("t"), back="#ff0000"), "'#ff0000' is no colour"),
    ],
)
def test_an_order_that_cannot_be_is_a_sentence(
    settings: TableSettings, side: Side, order: Order, sentence: str
) -> None:
    before(settings, "04A1B2C3D4")
    with pytest.raises(Unsuitable, match=sentence):
        enrol(settings, side, order)


def test_the_back_is_asked_for_where_nobody_said_it(settings: TableSettings, side: Side) -> None:
    side.type("blue")
    side.person = Owner(side, tags())
    assert enrol(settings, side, Order(Path("table.yaml"))) == 0
    assert DeckMap.load(settings.deck_map).back("A") == "blue"


def test_without_anybody_to_say_the_back_nothing_begins(settings: TableSettings, side: Side) -> None:
    side.hang_up()
    with pytest.raises(NobodyThere, match="What colour is the back"):
        enrol(settings, side, Order(Path("table.yaml")))


def test_where_the_map_cannot_be_written_the_book_says_so_and_the_cards_are_kept(
    settings: TableSettings, side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: DeckMap, path: Path) -> None:
        raise DeckMapError(f"{path}: the deck map cannot be written: No space left on device")

    monkeypatch.setattr(DeckMap, "save", full)
    side.person = Owner(side, tags())
    with pytest.raises(DeckMapError, match="No space left"):
        enrol(settings, side)
    assert [entry.what for entry in entries(settings.journal / "decks.jsonl")] == [What.ENROLLED, What.FAILED]
    kept = progress.kept(progress.path_of(settings.deck_map))
    assert kept is not None
    assert len(kept.cards) == 52


def test_each_card_is_kept_before_the_next_is_asked_for(settings: TableSettings, side: Side) -> None:
    kept: list[int] = []
    owner = Owner(side, tags(), until="six of spades", then=lambda: side.felt.unplug("shoe"))

    def person(said: str) -> None:
        if said.startswith("Lay the"):
            so_far = progress.kept(progress.path_of(settings.deck_map))
            kept.append(len(so_far.cards) if so_far else 0)
            assert f"Lay the {NAMES[kept[-1]]} on" in said
        owner(said)

    side.person = person
    with pytest.raises(ReaderGone):
        enrol(settings, side)
    assert sorted(set(kept)) == [0, 1, 2, 3, 4, 5]
