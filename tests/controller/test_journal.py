from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.disk import LocalDisk
from controller.journal import (
    BEGINNING,
    Journal,
    JournalBroken,
    JournalFailed,
    boot_id,
    read,
    read_header,
    verify,
)
from tests.controller.sessions import FILE, HEADER, TURNS, begin, events_of, play, reopen, written
from tests.powerless import PowerlessDisk

# --- what is written is what is read


def test_turns_come_back_with_number_boot_and_times() -> None:
    disk = PowerlessDisk()
    play(begin(disk))
    lines = list(reopen(disk).lines())
    assert [line.n for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [list(line.events) for line in lines] == TURNS
    assert {(line.boot, line.wall) for line in lines} == {("b1", "21:15:00")}
    assert [line.mono for line in lines] == [0, 1, 2, 3, 4, 5]


def test_what_root_begins_belongs_to_the_owner_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_to: list[tuple[int, int]] = []
    monkeypatch.setattr("controller.disk.os.geteuid", lambda: 0)
    monkeypatch.setattr("controller.disk.os.fchown", lambda _, user, group: given_to.append((user, group)))
    Journal.create(tmp_path / "j", HEADER, boot="b1", mono=0.0, wall="").close()
    folder = tmp_path.stat()
    assert given_to == [(folder.st_uid, folder.st_gid)]


def test_each_line_is_json_with_the_fields_of_the_format() -> None:
    lines = [json.loads(line) for line in written().splitlines()]
    assert list(lines[0]) == ["n", "boot", "mono", "wall", "salt", "header", "prev", "hash"]
    assert list(lines[1]) == ["n", "boot", "mono", "wall", "salt", "events", "prev", "hash"]
    assert lines[0]["header"] == HEADER
    assert [line["prev"] for line in lines] == [BEGINNING, *(line["hash"] for line in lines[:-1])]


def test_the_header_comes_back_and_the_chain_goes_on_after_reopening() -> None:
    disk = PowerlessDisk()
    play(begin(disk), TURNS[:3])
    journal = reopen(disk)
    assert journal.header == HEADER == read_header(FILE, disk=disk)
    assert journal.append(TURNS[3], mono=0.0, wall="") == 4
    play(reopen(disk), TURNS[4:])
    assert events_of(disk) == TURNS
    assert [line.boot for line in read(FILE, disk=disk)] == ["b1", "b1", "b1", "b2", "b2", "b2"]
    assert verify(FILE, disk=disk).sound


def test_every_line_has_a_salt_of_its_own(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "j", HEADER, boot="b", mono=0, wall="")
    play(journal, [[], [], []])
    salts = {line.salt for line in journal.lines()}
    assert len(salts) == 3
    assert {len(bytes.fromhex(salt)) for salt in salts} == {8}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
json_events = st.dictionaries(st.text(max_size=8), json_values, max_size=4)


@given(st.lists(st.lists(json_events, max_size=3), max_size=6), st.dictionaries(st.text(), json_values))
@settings(max_examples=60, deadline=None)
def test_any_json_comes_back_as_it_was(turns: list[list[dict[str, Any]]], header: dict[str, Any]) -> None:
    disk = PowerlessDisk()
    play(Journal.create(FILE, header, boot="b", mono=0.0, wall="", disk=disk), turns)
    assert read_header(FILE, disk=disk) == header
    assert events_of(disk) == turns
    assert verify(FILE, disk=disk).events == sum(map(len, turns))


def test_what_is_no_json_is_refused_before_anything_is_written() -> None:
    disk = PowerlessDisk()
    journal = begin(disk)
    before = disk.files[FILE]
    with pytest.raises(TypeError):
        journal.append([{"type": "Acted", "seat": {1}}], mono=0.0, wall="")
    with pytest.raises(ValueError, match="JSON"):
        journal.append([{"type": "Acted", "amount": float("nan")}], mono=0.0, wall="")
    assert disk.files[FILE] == before
    assert journal.append([], mono=0.0, wall="") == 1


# --- recovery reads from the last hands


@pytest.mark.parametrize(("count", "first"), [(1, 5), (2, 1), (3, 1), (9, 1)])
def test_lines_from_the_last_hands(count: int, first: int) -> None:
    disk = PowerlessDisk()
    play(begin(disk))
    assert [line.n for line in reopen(disk).lines_from("HandStarted", count)] == list(range(first, 7))


def test_lines_from_is_not_misled_by_texts_and_nested_values() -> None:
    disk = PowerlessDisk()
    journal = begin(disk)
    start = [{"type": "HandStarted"}]
    note = [{"type": "Noted", "text": '"type":"HandStarted"', "of": {"type": "HandStarted"}}]
    play(journal, [start, note, note])
    assert [line.n for line in journal.lines_from("HandStarted", 1)] == [1, 2, 3]
    assert [line.n for line in journal.lines_from("Noted", 1)] == [3]


def test_lines_from_before_the_first_turn_is_empty() -> None:
    assert list(begin(PowerlessDisk()).lines_from("HandStarted", 2)) == []


# --- damage


def test_a_line_torn_at_any_byte_is_moved_away() -> None:
    whole = written()
    start = whole[:-1].rindex(b"\n") + 1
    for cut in range(start + 1, len(whole)):
        disk = PowerlessDisk({FILE: whole[:cut]})
        assert verify(FILE, disk=disk).torn == cut - start
        assert events_of(disk) == TURNS[:-1]
        journal = reopen(disk)
        moved = FILE.with_name("session.jsonl.damaged-1")
        assert journal.damage == (
            f"the last write to journal {FILE} was interrupted; its {cut - start} bytes are in {moved.name}"
        )
        assert disk.files == {FILE: whole[:start], moved: whole[start:cut]}
        assert journal.append(TURNS[-1], mono=5.0, wall="21:15:00") == 6
        assert events_of(disk) == TURNS


def test_a_second_torn_line_gets_a_file_of_its_own() -> None:
    whole = written()
    disk = PowerlessDisk({FILE: whole[:-9], FILE.with_name("session.jsonl.damaged-1"): b"older"})
    assert reopen(disk).damage.endswith("session.jsonl.damaged-2")
    assert disk.files[FILE.with_name("session.jsonl.damaged-1")] == b"older"


def test_a_sound_file_is_opened_without_a_word_and_without_a_write() -> None:
    disk = PowerlessDisk({FILE: written()})
    assert reopen(disk).damage == ""
    assert disk.log == []


@pytest.mark.parametrize("zeros", [1, 75, 4096])
def test_a_tail_of_zeros_is_moved_away(zeros: int) -> None:
    whole = written()
    start = whole[:-1].rindex(b"\n") + 1
    for kept in range(start, len(whole)):
        disk = PowerlessDisk({FILE: whole[:kept] + bytes(zeros)})
        assert verify(FILE, disk=disk).torn == kept - start + zeros
        assert reopen(disk).damage
        assert disk.files[FILE] == whole[:start]


def test_any_flipped_bit_is_found_in_its_line() -> None:
    whole = written()
    for at, bit in itertools.product(range(len(whole)), range(8)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << bit
        disk = PowerlessDisk({FILE: bytes(damaged)})
        line = whole.count(b"\n", 0, at) + 1
        with pytest.raises(JournalBroken) as broken:
            reopen(disk)
        assert broken.value.line == line
        assert disk.files == {FILE: bytes(damaged)}
        verdict = verify(FILE, disk=disk)
        assert verdict.fault.startswith(f"line {line}: ")
        assert verdict.lines == line - 1
        assert not verdict.sound


def test_the_lines_behind_a_bad_one_are_counted() -> None:
    whole = written().splitlines(keepends=True)
    whole[2] = whole[2].replace(b"seat 1", b"seat 3")
    verdict = verify(FILE, disk=PowerlessDisk({FILE: b"".join(whole)}))
    assert (verdict.lines, verdict.readable) == (2, 4)
    assert verdict.fault == "line 3: its text does not fit its check sum"


@pytest.mark.parametrize("lost", range(6))
def test_a_removed_line_is_found(lost: int) -> None:
    lines = written().splitlines(keepends=True)
    del lines[lost]
    with pytest.raises(JournalBroken) as broken:
        reopen(PowerlessDisk({FILE: b"".join(lines)}))
    assert broken.value.line == lost + 1


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(range(7), 2)))
def test_exchanged_lines_are_found(one: int, other: int) -> None:
    lines = written().splitlines(keepends=True)
    lines[one], lines[other] = lines[other], lines[one]
    with pytest.raises(JournalBroken) as broken:
        reopen(PowerlessDisk({FILE: b"".join(lines)}))
    assert broken.value.line == one + 1


def test_a_doubled_line_is_found() -> None:
    lines = written().splitlines(keepends=True)
    with pytest.raises(JournalBroken, match=r"line 8: it does not follow the line before it"):
        reopen(PowerlessDisk({FILE: b"".join([*lines, lines[-1]])}))


@pytest.mark.parametrize("text", [b"", b"\n", bytes(512), b"{}\n", b"not a journal at all"])
def test_a_file_without_a_first_line_is_broken_in_line_1(text: bytes) -> None:
    disk = PowerlessDisk({FILE: text})
    with pytest.raises(JournalBroken) as broken:
        reopen(disk)
    assert broken.value.line == 1
    assert str(broken.value).endswith("settle the hand by hand, and begin a new session")
    with pytest.raises(JournalBroken):
        list(read(FILE, disk=disk))
    with pytest.raises(JournalBroken):
        read_header(FILE, disk=disk)
    assert verify(FILE, disk=disk).fault.startswith("line 1: ")
    assert disk.files == {FILE: text}


def test_reading_gives_the_good_turns_before_it_names_the_bad_line() -> None:
    lines = written().splitlines(keepends=True)
    lines[4] = b"x" + lines[4]
    turns = read(FILE, disk=PowerlessDisk({FILE: b"".join(lines)}))
    assert [next(turns).n for _ in range(3)] == [1, 2, 3]
    with pytest.raises(JournalBroken, match="line 5"):
        next(turns)


def test_errors_and_reprs_say_nothing_of_the_events() -> None:
    disk = PowerlessDisk()
    journal = begin(disk)
    journal.append([{"type": "Revealed", "face": "Qd"}], mono=0.0, wall="")
    assert "Qd" not in repr(list(journal.lines()))
    assert journal.head not in repr((list(journal.lines()), verify(FILE, disk=disk)))
    text = disk.files[FILE].replace(b"Qd", b"Kd")
    with pytest.raises(JournalBroken) as broken:
        reopen(PowerlessDisk({FILE: text}))
    assert "Qd" not in str(broken.value)
    assert "Kd" not in str(broken.value)


# --- the real file system


def test_the_file_is_for_its_owner_only_and_begins_once(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    Journal.create(path, HEADER, boot=boot_id(), mono=0.0, wall="").close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["session.jsonl"]
    with pytest.raises(JournalFailed, match="cannot be begun: there is a file of that name"):
        Journal.create(path, HEADER, boot=boot_id(), mono=0.0, wall="")


def test_a_torn_line_on_the_real_disk(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    journal = Journal.create(path, HEADER, boot="b1", mono=0.0, wall="")
    play(journal)
    journal.close()
    os.truncate(path, path.stat().st_size - 40)
    journal = Journal.open(path, boot="b2")
    assert journal.damage
    play(journal, TURNS[-1:])
    assert [list(line.events) for line in read(path)] == TURNS
    assert (tmp_path / "session.jsonl.damaged-1").exists()


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    for look in (lambda: Journal.open(path, boot="b"), lambda: verify(path), lambda: read_header(path)):
        with pytest.raises(JournalFailed, match=r"none\.jsonl cannot be \w+: No such file"):
            look()


def _open_elsewhere(path: Path, answer: Any) -> None:
    try:
        Journal.open(path, boot="b2")
    except JournalFailed as error:
        answer.put(str(error))
    else:
        answer.put("opened")


def test_only_one_process_writes_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    journal = Journal.create(path, HEADER, boot="b1", mono=0.0, wall="")
    assert list(journal.lines()) == []
    context = multiprocessing.get_context("spawn")
    answer: Any = context.Queue()
    other = context.Process(target=_open_elsewhere, args=(path, answer))
    other.start()
    assert answer.get(timeout=60) == f"journal {path} is in use by another process; stop that one"
    other.join()


def test_the_local_disk_gives_names_away_and_back(tmp_path: Path) -> None:
    disk = LocalDisk()
    disk.create(tmp_path / "a").close()
    disk.rename(tmp_path / "a", tmp_path / "b")
    assert (disk.exists(tmp_path / "a"), disk.exists(tmp_path / "b")) == (False, True)
    disk.remove(tmp_path / "b")
    assert not disk.exists(tmp_path / "b")
