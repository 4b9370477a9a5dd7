"""`tablectl deck` at the emulated wire: a deck is checked, a card replaced, a deck listed and retired."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from controller.access import People, hashed
from controller.deckbook import Entry, What, entries
from controller.deckmap import DeckMap, DeckMapError
from controller.rules.cards import Face, deck_faces
from controller.settings import TableSettings
from controller.tools.decks import deck, errand
from controller.tools.decks.antenna import ReaderGone
from controller.tools.decks.errand import Unsigned, Unsuitable
from controller.tools.decks.mapchange import change, write
from controller.tools.decks.newtag import Known
from controller.tools.decks.passage import DeckPass
from controller.tools.decks.signing import two_names
from controller.tools.decks.terminal import NobodyThere, Terminal
from tests.controller.tools.decks.tableside import PEOPLE, Owner, Side, tablectl

KING = Face.parse("Kd")
NEW, FOREIGN = "04A20000000001", "04A30000000000"


def one_deck(name: str = "A", prefix: str = "04A1B2C3D4") -> DeckMap:
    faces = {face: f"{prefix}{at:04X}" for at, face in enumerate(deck_faces())}
    return DeckMap.enrolled(faces, name, random.Random(1), {prefix + "FF01": "joker"}, back="red")


def shuffled(decks: DeckMap, name: str = "A") -> list[str]:
    uids = [decks.uid(card) for card in sorted(decks.cards(name))]
    random.Random(7).shuffle(uids)
    return uids


class Passing:
    """Pulls card after card over the shoe reader, and does `then` when the last one has passed."""

    def __init__(self, side: Side, uids: Iterable[str], then: Callable[[], None] | None = None) -> None:
        self._side = side
        self._uids = iter(uids)
        self._then = then
        self._moment = 0

    def __call__(self, said: str) -> None:
        self._moment += 1
        if self._moment % 2:
            return
        if (uid := next(self._uids, None)) is not None:
            self._side.felt.pass_by(uid, "shoe", 0.15)
        elif self._then:
            self._then()
            self._then = None


# --- check


def test_a_whole_deck_ends_the_check_by_itself(side: Side) -> None:
    decks = one_deck()
    side.person = Passing(side, shuffled(decks))
    done = deck.passage(DeckPass("A", decks), side.antenna, side.terminal)
    assert done.sentences() == ("Deck A is complete: 52 of 52 cards passed.",)


def test_enter_ends_the_check_of_a_deck_from_which_a_card_is_missing(side: Side) -> None:
    decks = one_deck().joined(one_deck("B", "04A3000000"))
    lost = decks.uid(decks.card_of("A", KING))
    order = [uid if uid != lost else FOREIGN for uid in shuffled(decks)]
    side.person = Passing(side, [*order, "04A1B2C3D4FF01", NEW], lambda: side.type(""))
    done = deck.passage(DeckPass("A", decks), side.antenna, side.terminal)
    assert done.missing == {KING}
    assert [name for name, _ in done.foreign] == ["B"]
    assert (done.jokers, done.complete) == (1, False)


def test_a_joker_behind_the_last_card_is_still_seen(side: Side) -> None:
    decks = one_deck()
    side.person = Passing(side, [*shuffled(decks), "04A1B2C3D4FF01"])
    assert deck.passage(DeckPass("A", decks), side.antenna, side.terminal).jokers == 1


def test_where_nobody_can_press_enter_silence_ends_the_check(side: Side) -> None:
    decks = one_deck()
    side.hang_up()
    side.person = Passing(side, shuffled(decks)[:5])
    assert len(deck.passage(DeckPass("A", decks), side.antenna, side.terminal).order) == 5


def test_a_check_says_how_the_reader_is_and_ends_when_it_is_gone(side: Side) -> None:
    decks = one_deck()
    side.person = Passing(side, shuffled(decks)[:5], lambda: side.felt.unplug("shoe"))
    with pytest.raises(ReaderGone, match="does not answer"):
        deck.passage(DeckPass("A", decks), side.antenna, side.terminal)
    assert "does not answer" in side.said


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("left_out", [0, 1])
def test_the_result_is_printed_and_put_on_record_without_a_face(
    settings: TableSettings, capsys: pytest.CaptureFixture[str], left_out: int, as_json: bool
) -> None:
    decks = one_deck()
    check = DeckPass("A", decks)
    for uid in shuffled(decks)[left_out:]:
        check = check.passed(uid)
    assert deck.told(settings, check, as_json=as_json) == left_out
    printed = capsys.readouterr().out
    if as_json:
        assert json.loads(printed) == check.named()
    else:
        assert tuple(printed.splitlines()) == check.sentences()
    (entry,) = entries(settings.journal / "decks.jsonl")
    assert (entry.what, entry.deck, entry.version) == (What.CHECKED, "A", decks.version)
    assert entry.facts == check.counts()


# --- replace


def test_a_card_is_replaced_by_one_that_is_no_other(side: Side) -> None:
    decks = one_deck()
    wrong = [decks.uid(decks.card_of("A", Face.parse("2c"))), "04A1B2C3D4FF01"]
    side.person = Owner(side, {"king of diamonds": NEW}, instead={"king of diamonds": wrong})
    assert deck.laid_down(KING, Known(decks), side.antenna, side.terminal) == NEW
    assert [line for line in side.lines if line.startswith("Not taken")] == [
        "Not taken: that is the two of clubs of deck A.",
        "Not taken: that is a joker which is enrolled already.",
    ]


def test_a_card_under_another_is_not_taken_for_the_new_one(side: Side) -> None:
    def person(said: str) -> None:
        if said.startswith("Lay the new"):
            side.felt.place(NEW, "shoe")
            side.felt.place(FOREIGN, "shoe")
        elif said.startswith("More than one card"):
            side.felt.lift(FOREIGN)
            side.person = lambda said: None

    side.person = person
    assert deck.laid_down(KING, Known(one_deck()), side.antenna, side.terminal) == NEW


def signed(side: Side, *typed: str) -> tuple[str, str]:
    side.type(*typed)
    side.hang_up()
    return two_names(PEOPLE, side.terminal)


def test_two_different_floor_people_sign(side: Side) -> None:
    assert signed(side, "lee", "4321", "kim", "1111", "8765") == ("lee", "kim")
    assert "4321" not in side.said


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("lee", "4321", "lee"), "lee has signed already: another floor person must sign"),
        (("lee", "1", "2", "3"), "lee has not signed; nothing was changed"),
        (("bob", "4321", "4321", "4321"), "bob has not signed; nothing was changed"),
    ],
)
def test_who_does_not_sign_changes_nothing(side: Side, typed: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(Unsigned, match=sentence):
        signed(side, *typed)


def test_one_floor_person_alone_and_an_empty_room_are_no_two(side: Side) -> None:
    with pytest.raises(Unsuitable, match=r"table\.yaml names 1 under floor"):
        two_names(People({"lee": hashed("4321", bytes(16))}), side.terminal)
    with pytest.raises(NobodyThere, match="PIN of kim"):
        signed(side, "lee", "4321", "kim")


def test_a_pin_is_asked_for_unseen_where_there_is_a_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("controller.tools.decks.terminal.os.isatty", lambda _: True)

    def unseen(question: str) -> str:
        asked.append(question)
        return "4321"

    assert Terminal(0, ask_unseen=unseen).ask_secret("PIN of lee:") == "4321"
    assert asked == ["PIN of lee: "]


def test_a_change_is_on_record_before_the_map_has_it(settings: TableSettings) -> None:
    decks = one_deck()
    decks.save(settings.deck_map)
    after = decks.replaced("A", KING, NEW)
    entry = Entry(What.REPLACED, "A", decks.version, ("lee", "kim"))
    assert list(change(settings, decks, after, entry)) == []
    assert DeckMap.load(settings.deck_map) == after
    (found,) = entries(settings.journal / "decks.jsonl")
    assert (found.what, found.who, found.facts) == (What.REPLACED, ("lee", "kim"), {})
    settings.deck_map.unlink()
    settings.deck_map.mkdir()
    with pytest.raises(DeckMapError, match="cannot be written"):
        list(change(settings, after, after.replaced("A", KING, "04A20000000002"), entry))
    assert [e.what for e in entries(settings.journal / "decks.jsonl")][-2:] == [What.REPLACED, What.FAILED]


# --- list and retire


def test_the_decks_are_listed_with_the_day_and_the_name_of_their_enrolment(
    settings: TableSettings, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one_deck().joined(one_deck("B", "04A3000000")).replaced("B", KING, NEW).save(settings.deck_map)
    write(settings, Entry(What.ENROLLED, "A", "", ("pi",)))
    assert tablectl(config, "list", "--json") == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["deck"], first["back"], first["cards"], first["jokers"]) == ("A", "red", 52, 1)
    assert (first["by"], bool(first["enrolled"])) == ("pi", True)
    assert (second["deck"], second["revoked"], second["by"], second["enrolled"]) == ("B", 1, "", "")
    assert tablectl(config, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("A: red back, 52 cards, 1 joker, no cut card, no revoked card; enrolled 20")
    assert lines[0].endswith("by pi")
    assert (
        lines[1] == "B: red back, 52 cards, 1 joker, no cut card, 1 revoked card; enrolled nobody noted when"
    )


def test_the_decks_are_listed_even_where_their_book_is_damaged(
    settings: TableSettings, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one_deck().save(settings.deck_map)
    (settings.journal / "decks.jsonl").write_text("nothing\n")
    assert tablectl(config, "list") == 0
    printed = capsys.readouterr()
    assert "nobody noted when" in printed.out
    assert "the book of decks cannot be read" in printed.err


def test_a_retired_deck_is_a_stranger_and_its_map_is_kept(
    settings: TableSettings, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    former = one_deck().joined(one_deck("B", "04A3000000"))
    former.save(settings.deck_map)
    assert tablectl(config, "retire", "--deck", "B") == 0
    after = DeckMap.load(settings.deck_map)
    assert (after.decks, after.card(FOREIGN)) == (("A",), None)
    kept = settings.deck_map.with_name(f"deck-{former.version}.json")
    assert DeckMap.load(kept) == former
    assert str(kept) in capsys.readouterr().out
    assert [entry.what for entry in entries(settings.journal / "decks.jsonl")] == [What.RETIRED]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("retire", "--deck", "A"), "deck A is the only one"),
        (("retire", "--deck", "C"), "deck 'C' is not enrolled: there is A"),
        (("check", "--deck", "C"), "deck 'C' is not enrolled: there is A"),
        (("check", "--reader", "seat 4"), "the table has no reader 'seat 4': it has shoe"),
        (("replace", "--face", "Zz"), "a card is a rank of"),
    ],
)
def test_what_does_not_fit_the_table_is_a_sentence(
    settings: TableSettings,
    config: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    sentence: str,
) -> None:
    one_deck().save(settings.deck_map)
    assert tablectl(config, *words) == 2
    assert sentence in capsys.readouterr().err


def test_one_of_several_decks_must_be_named() -> None:
    both = one_deck().joined(one_deck("B", "04A3000000"))
    with pytest.raises(Unsuitable, match="the decks A, B are enrolled: name one with --deck"):
        errand.chosen_deck(both, None)
    assert errand.chosen_deck(both, "B") == "B"
    assert errand.chosen_deck(one_deck(), None) == "A"


@pytest.mark.parametrize(
    "words", [("list",), ("check",), ("retire", "--deck", "A"), ("replace", "--face", "Kd")]
)
def test_a_table_without_a_deck_map_is_a_sentence(
    config: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert tablectl(config, *words) == 3
    assert "the deck map cannot be read: No such file" in capsys.readouterr().err
