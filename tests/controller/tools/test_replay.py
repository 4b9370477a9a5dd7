"""The commands `verify` and `replay`: what they print, what they refuse, and their exit codes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.codec import FORMAT
from controller.rules.events import Tabled
from controller.session import replayed
from controller.tools.replay import replay_command, verify_command
from controller.tools.story import hand_stories
from tests.controller.tools.nights import Night, copied, starts

BEGAN = datetime(2026, 3, 1, 22, 50, tzinfo=UTC)


@pytest.fixture
def tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer nine hours ahead of the journal's labels."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def evening(night: Night, tmp_path: Path) -> Path:
    """The night with a turn each five seconds from 22:50 UTC."""
    count = sum(1 for _ in replayed(night.journal))
    walls = [(BEGAN + timedelta(seconds=5 * i)).isoformat(timespec="milliseconds") for i in range(count)]
    return copied(night.journal, tmp_path / "evening.jsonl", walls=walls)


def replay(path: Path, at: str | None = None, hand: int | None = None, as_json: bool = False) -> int:
    return replay_command(path, at=at, hand=hand, as_json=as_json, reveal=None)


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"Hand (\d+)[.,]", text)]


def one_sentence(text: str) -> bool:
    return bool(text.strip()) and text.count("\n") == 1 and "Traceback" not in text


def test_the_whole_night_is_told(night: Night, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(night.journal) == 0
    printed = capsys.readouterr().out
    assert numbers(printed) == [1, 2, 3, 4, 5, 6]
    for story in hand_stories(night.journal):
        assert "\n".join(story.lines) in printed


def test_one_hand_is_told(night: Night, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(night.journal, hand=3) == 0
    assert numbers(capsys.readouterr().out) == [3]


def test_json_holds_the_same_story(night: Night, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(night.journal, hand=2, as_json=True) == 0
    document = json.loads(capsys.readouterr().out)
    (second,) = (story for story in hand_stories(night.journal) if story.number == 2)
    assert document["fault"] == ""
    assert document["hands"] == [
        {"number": 2, "started": second.started, "ended": second.ended, "lines": list(second.lines)}
    ]


@pytest.mark.usefixtures("tokyo")
def test_a_time_of_day_finds_the_hand_that_ran_then(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, last = (BEGAN + timedelta(seconds=5 * starts(evening)[i]) for i in (3, 4))
    middle = first + (last - first) / 2 + timedelta(hours=9)
    assert replay(evening, at=f"{middle:%H:%M:%S}") == 0
    printed = capsys.readouterr().out
    assert numbers(printed) == [4]
    assert f"{first + timedelta(hours=9):%H:%M:%S}  Hand 4." in printed
    assert printed.startswith("--- 2026-03-02\n")


@pytest.mark.usefixtures("tokyo")
def test_a_minute_finds_every_hand_of_it(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(evening, at="07:50") == 0
    in_minute = [n for n, turn in enumerate(starts(evening), 1) if turn * 5 < 60]
    assert numbers(capsys.readouterr().out) == in_minute == [1, 2]


@pytest.mark.usefixtures("tokyo")
@pytest.mark.parametrize("at", ["21:14", "22:50", "07:49:59"])
def test_a_time_at_which_nothing_ran_says_when_the_table_was_played(
    evening: Path, capsys: pytest.CaptureFixture[str], at: str
) -> None:
    assert replay(evening, at=at) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    *_, (last, _, _) = replayed(evening)
    end = datetime.fromisoformat(last.wall) + timedelta(hours=9)
    assert f"hands 1 to 6, from 07:50:00 to {end:%H:%M:%S}, and no hand at {at}" in printed.err


@pytest.mark.parametrize("at", ["", "quarter past", "25:00", "21:14:99", "2114"])
def test_what_is_no_time_is_refused(night: Night, capsys: pytest.CaptureFixture[str], at: str) -> None:
    assert replay(night.journal, at=at) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert repr(at) in printed.err


def test_a_hand_that_was_not_played_is_refused(night: Night, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(night.journal, hand=40) == 2
    assert "holds hands 1 to 6, not hand 40" in capsys.readouterr().err


def test_labels_that_are_no_time_of_day_are_named(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walls = ["late" for _ in replayed(night.journal)]
    undated = copied(night.journal, tmp_path / "undated.jsonl", walls=walls)
    assert replay(undated, at="21:14") == 2
    assert "ask for a hand by its number" in capsys.readouterr().err


def test_a_sound_journal_is_sound(night: Night, capsys: pytest.CaptureFixture[str]) -> None:
    turns = list(replayed(night.journal))
    events = sum(len(events) for _, events, _ in turns)
    assert verify_command(night.journal, False) == 0
    assert capsys.readouterr().out == f"{night.journal}: {len(turns)} entries, {events} events, sound\n"
    assert verify_command(night.journal, True) == 0
    assert json.loads(capsys.readouterr().out) == {
        "journal": str(night.journal),
        "sound": True,
        "entries": len(turns),
        "events": events,
        "readable": 0,
        "fault": "",
    }


def damaged(night: Night, folder: Path) -> tuple[Path, int]:
    """A copy with one changed digit in the middle of hand 4, and the number of that line."""
    lines = night.journal.read_bytes().split(b"\n")
    at = starts(night.journal)[3] + 20
    lines[at] = re.sub(rb'"mono":(\d)', lambda m: b'"mono":%d' % ((int(m[1]) + 1) % 10), lines[at])
    path = folder / "damaged.jsonl"
    path.write_bytes(b"\n".join(lines))
    return path, at + 1


def test_a_changed_digit_is_found(night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, line = damaged(night, tmp_path)
    assert verify_command(path, False) == 1
    printed = capsys.readouterr().out
    later = len(night.journal.read_bytes().splitlines()) - line
    assert f": {line - 2} entries" in printed
    assert f"not sound from line {line}: its text does not fit its check sum" in printed
    assert f"{later} later lines are whole" in printed
    assert verify_command(path, True) == 1
    assert json.loads(capsys.readouterr().out)["sound"] is False


def test_a_damaged_night_is_told_up_to_the_damage(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, line = damaged(night, tmp_path)
    assert replay(path) == 3
    printed = capsys.readouterr()
    assert numbers(printed.out) == [1, 2, 3, 4]
    assert one_sentence(printed.err)
    assert f"damaged in line {line}" in printed.err
    assert replay(path, hand=6) == 3
    assert f"damaged in line {line}" in capsys.readouterr().err


def test_an_interrupted_last_write_is_told_apart(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(night.journal.read_bytes()[:-30])
    assert verify_command(path, False) == 1
    assert "a write of " in capsys.readouterr().out
    assert replay(path) == 0
    assert numbers(capsys.readouterr().out)[:5] == [1, 2, 3, 4, 5]


def test_what_cannot_have_happened_does_not_verify(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(night.journal, tmp_path / "odd.jsonl", more=[Tabled((77,))])
    assert verify_command(path, False) == 1
    assert "does not replay" in capsys.readouterr().out
    assert replay(path) == 3
    printed = capsys.readouterr()
    assert numbers(printed.out) == [1, 2, 3, 4, 5, 6]
    assert one_sentence(printed.err)


def test_another_format_is_refused(night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = copied(night.journal, tmp_path / "other.jsonl", header={"format": FORMAT + 1})
    assert verify_command(path, False) == 3
    assert replay(path) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count(f"format {FORMAT + 1}") == 2


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\0" * 500, b'{"n":0}\n{"n":1}\n', b"\xff\xfe\n"])
def test_a_file_that_is_no_journal_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert verify_command(path, False) == replay(path) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count(f"{path} is no journal") == printed.err.count("\n") == 2
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path / "missing.jsonl", tmp_path):
        assert verify_command(path, False) == replay(path) == 3
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count(str(path)) == printed.err.count("\n") == 2
