"""The book of decks: a chained record that names no card, and is written before anything changes."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from controller import deckbook, reveals
from controller import record as chained
from controller.deckbook import DeckbookFailed, Entry, What, entries, record, standing
from controller.journal import verify
from controller.reveals import RevealFailed
from controller.tools.replay import verify_command
from tests.powerless import PowerlessDisk

HELD = Path("/journal/decks.jsonl")
VERSION = "0123456789abcdef"
ENROLLED = Entry(What.ENROLLED, "A", VERSION, ("pi",), {"back": "red", "cards": 52})
REPLACED = Entry(What.REPLACED, "A", VERSION, ("lee", "kim"))


def put(path: Path, entry: Entry, disk: PowerlessDisk) -> str:
    return record(path, entry, mono=1.0, wall="2026-10-07T21:14:03+00:00", disk=disk)


def test_entries_come_back_as_they_were_written_with_their_time() -> None:
    disk = PowerlessDisk()
    for entry in (ENROLLED, REPLACED):
        assert put(HELD, entry, disk) == ""
    found = entries(HELD, disk=disk)
    assert [(e.what, e.deck, e.version, e.who, e.facts) for e in found] == [
        (e.what, e.deck, e.version, e.who, e.facts) for e in (ENROLLED, REPLACED)
    ]
    assert {entry.wall for entry in found} == {"2026-10-07T21:14:03+00:00"}
    assert entries(Path("/journal/none.jsonl"), disk=disk) == ()


def test_an_entry_is_safe_when_record_returns() -> None:
    disk = PowerlessDisk()
    put(HELD, ENROLLED, disk)
    put(HELD, REPLACED, disk)
    survivors = list(disk.survivors())
    assert survivors
    for left in survivors:
        assert verify(HELD, disk=left).sound
        assert [entry.what for entry in entries(HELD, disk=left)] == [What.ENROLLED, What.REPLACED]


def test_every_failing_step_of_the_disk_is_a_sentence() -> None:
    whole = PowerlessDisk()
    put(HELD, ENROLLED, whole)
    for operation in range(1, len(whole.log) + 1):
        disk = PowerlessDisk(errors={operation: OSError(errno.EIO, "Input/output error")})
        with pytest.raises(DeckbookFailed, match=r"so nothing is done: .*Input/output error"):
            put(HELD, ENROLLED, disk)


def test_what_could_not_be_written_into_the_map_is_taken_back() -> None:
    failed = Entry(What.FAILED, "A", VERSION, ("pi",))
    assert standing((ENROLLED, REPLACED, failed)) == (ENROLLED,)
    assert standing((ENROLLED, failed, ENROLLED)) == (ENROLLED,)


def test_a_damaged_book_takes_no_entry_and_is_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / deckbook.NAME
    record(path, ENROLLED, mono=1.0, wall="w")
    record(path, REPLACED, mono=1.0, wall="w")
    assert verify_command(path, as_json=False) == 0
    assert capsys.readouterr().out == f"{path}: 2 entries, 2 events, sound\n"
    path.write_text(path.read_text().replace('"red"', '"tan"'))
    broken = path.read_bytes()
    assert verify_command(path, as_json=False) == 1
    with pytest.raises(DeckbookFailed, match="damaged in line 2, so nothing is done"):
        record(path, REPLACED, mono=1.0, wall="w")
    with pytest.raises(DeckbookFailed, match=r"cannot be read: .* line 2"):
        entries(path)
    assert path.read_bytes() == broken


def test_a_record_of_another_kind_takes_no_deck_and_a_book_of_decks_no_reveal(tmp_path: Path) -> None:
    other, book = tmp_path / reveals.NAME, tmp_path / deckbook.NAME
    reveals.record(other, {"type": "Revealed"}, mono=1.0, wall="w")
    record(book, ENROLLED, mono=1.0, wall="w")
    with pytest.raises(DeckbookFailed, match="keeps no decks, so nothing is done"):
        record(other, ENROLLED, mono=1.0, wall="w")
    with pytest.raises(DeckbookFailed, match="keeps no decks"):
        entries(other)
    with pytest.raises(RevealFailed, match="keeps no reveals, so no card is named"):
        reveals.record(book, {"type": "Revealed"}, mono=1.0, wall="w")


def test_an_entry_of_other_software_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / deckbook.NAME
    record(path, ENROLLED, mono=1.0, wall="w")
    chained.put(path, deckbook.FORMAT, {"type": "DeckSold"}, mono=1.0, wall="w")
    with pytest.raises(DeckbookFailed, match="written by other software"):
        entries(path)
