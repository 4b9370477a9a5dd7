"""`tablectl deck history`: the book of decks, and the sessions in which they were played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.deckbook import Entry, What
from controller.deckmap import DeckMap
from controller.rules.cards import deck_faces
from controller.settings import TableSettings
from controller.tools.decks import history
from controller.tools.decks.mapchange import write
from tests.controller.tools.decks.tableside import tablectl
from tests.controller.tools.nights import Night
from tests.simulation.night import Dealer, deck_of, table, table_of


def happened(version: str) -> tuple[Entry, ...]:
    return (
        Entry(What.ENROLLED, "A", version, ("pi",), {"back": "red", "cards": 52, "jokers": 2}),
        Entry(What.CHECKED, "A", version, ("pi",), {"complete": True, "missing": 0, "unshuffled": True}),
        Entry(What.CHECKED, "A", version, ("pi",), {"complete": False, "missing": 1, "foreign": 2}),
        Entry(What.REPLACED, "A", version, ("lee", "kim")),
        Entry(What.RETIRED, "A", version, ("pi",)),
        Entry(What.FAILED, "A", version, ("pi",)),
    )


def test_it_tells_what_happened_and_where_the_decks_were_played(
    settings: TableSettings, config: Path, night: Night, capsys: pytest.CaptureFixture[str]
) -> None:
    version = night.deck.version
    for entry in happened(version):
        write(settings, entry)
    (settings.journal / night.journal.name).write_bytes(night.journal.read_bytes())
    assert tablectl(config, "history") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ", 1)[1] for line in lines[:6]] == [
        f"deck A enrolled by pi: red back, 52 cards, no cut card, 2 jokers; deck map {version}",
        "deck A checked by pi: complete, in the order of a new deck",
        "deck A checked by pi: NOT complete (1 missing, 2 foreign)",
        "a card of deck A replaced, signed by lee and kim",
        f"deck A retired by pi; deck map {version}",
        "the deck map could not be written: the line before, on deck A, did not happen",
    ]
    assert lines[6:] == [
        f"Sessions with deck map {version}:",
        f"  {night.journal.name}: deck A from hand 1 on",
    ]


def test_a_program_reads_it_as_json(
    settings: TableSettings, config: Path, night: Night, capsys: pytest.CaptureFixture[str]
) -> None:
    for entry in happened(night.deck.version):
        write(settings, entry)
    (settings.journal / night.journal.name).write_bytes(night.journal.read_bytes())
    assert tablectl(config, "history", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [entry["what"] for entry in told["book"]] == [str(entry.what) for entry in happened("")]
    (session,) = told["sessions"]
    assert (session["version"], session["decks"]) == (night.deck.version, [[1, "A"]])


def test_a_change_of_deck_within_a_session_is_told_with_its_hand(tmp_path: Path) -> None:
    first = deck_of(1)
    faces = {face: f"04B1B2C3D4{at:04X}" for at, face in enumerate(deck_faces())}
    both = first.joined(DeckMap.enrolled(faces, "B"))
    with table(table_of(tmp_path, 3), both) as rig:
        for deck in ("A", "B"):
            dealer = Dealer(rig, sorted(both.uid(card) for card in both.cards(deck)))
            if deck == "B":
                assert dealer.ask("deck", text="B") is None
            dealer.start()
            dealer.deal()
            dealer.fold()
            dealer.fold()
            dealer.follow()
        told = history.played(rig.journal.path)
    assert told == history.Played(rig.journal.path.name, both.version, ((1, "A"), (2, "B")))


def test_a_damaged_session_is_told_up_to_the_damage(night: Night, tmp_path: Path) -> None:
    path = tmp_path / night.journal.name
    lines = night.journal.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]) + b"{}\n" + b"".join(lines[len(lines) // 2 :]))
    told = history.played(path)
    assert (told.version, told.decks) == (night.deck.version, ((1, "A"),))
    assert "line" in told.fault
    path.write_text("nothing\n")
    assert history.played(path).fault


def test_a_table_at_which_nothing_happened_yet_has_no_history(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tablectl(config, "history") == 0
    assert capsys.readouterr().out == "nothing is on record yet\n"
