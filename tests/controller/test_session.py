"""The files of sessions: their order is their number, and what they give when the table comes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.codec import encode
from controller.journal import Journal, read, read_header
from controller.rules.events import PotPushed
from controller.rules.state import Phase
from controller.session import SOFTWARE, SessionError, newest, next_path, replayed, resume
from tests.simulation.night import deck_of, play, robot_of, table, table_of


@pytest.mark.parametrize(
    "labels",
    [
        ("2026-11-30T20:00:00", "2026-12-01T20:00:00"),
        ("2026-11-30T20:00:00", "2026-11-30T20:00:00"),
        ("2026-11-30T20:00:00", "1970-01-01T00:00:00"),
        ("12.340", "3.200", "0.000"),
    ],
)
def test_a_new_session_is_the_newest_by_name(tmp_path: Path, labels: tuple[str, ...]) -> None:
    """A clock that was set back must not hide the last session (users.md 58)."""
    assert newest(tmp_path) is None
    for label in labels:
        path = next_path(tmp_path, label)
        assert not path.exists()
        path.touch()
        assert newest(tmp_path) == path


def test_other_files_are_no_sessions(tmp_path: Path) -> None:
    path = next_path(tmp_path, "2026-11-30T20:00:00")
    for name in (f"{path.name}.damaged-1", f"{path.name}.new", "reveals.jsonl"):
        (tmp_path / name).touch()
    path.touch()
    assert newest(tmp_path) == path


# --- coming back


def night(folder: Path, hands: int) -> Path:
    """The journal of some robot hands that ended in the middle of one."""
    deck = deck_of(6)
    with table(table_of(folder, 4), deck) as rig:
        robot = robot_of(rig, deck, 6)
        play(rig, robot, lambda: rig.loop.table.hand > hands and rig.loop.table.phase is Phase.FLOP)
        return rig.journal.path


def test_the_last_two_hands_give_the_table_that_the_whole_journal_gives(tmp_path: Path) -> None:
    path = night(tmp_path, 4)
    *_, (_, _, whole) = replayed(path)
    back = resume(path, boot="b")
    back.journal.close()
    assert back.table == whole
    assert back.mid_hand
    assert back.software == SOFTWARE


def rewritten(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """The same session, journalled anew with another first line."""
    head, lines = dict(read_header(path)), list(read(path))
    change(head)
    path.unlink()
    journal = Journal.create(path, head, boot="b", mono=0.0, wall="")
    for line in lines:
        journal.append(line.events, mono=line.mono, wall=line.wall)
    journal.close()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda head: head.update(format=99), "has format 99 and this version reads 3: begin a new session"),
        (lambda head: head.pop("format"), "has format None"),
        (lambda head: head["setup"].update(seats="four"), "line 1: Setup.seats must be int"),
        (lambda head: head["setup"].pop("stakes"), "line 1: Setup lacks the field 'stakes'"),
        (lambda head: head.update(start=[]), "line 1: Start must be an object"),
    ],
)
def test_a_first_line_that_cannot_be_used_is_a_sentence(
    change: Callable[[dict[str, Any]], object], sentence: str, tmp_path: Path
) -> None:
    path = night(tmp_path, 0)
    rewritten(path, change)
    with pytest.raises(SessionError, match=sentence) as refused:
        resume(path, boot="b")
    assert str(path) in str(refused.value)


def test_an_event_that_is_impossible_at_this_table_is_a_sentence_with_its_number(tmp_path: Path) -> None:
    path = night(tmp_path, 0)
    journal = Journal.open(path, boot="b")
    n = journal.append([encode(PotPushed(1, {1: 5}))], mono=0.0, wall="")
    journal.close()
    with pytest.raises(SessionError, match=rf"entry {n}: there is no pot 1 to push"):
        resume(path, boot="b")


def test_an_entry_that_is_no_event_is_a_sentence_with_its_number(tmp_path: Path) -> None:
    path = night(tmp_path, 0)
    journal = Journal.open(path, boot="b")
    n = journal.append([{"type": "Sneezed"}], mono=0.0, wall="")
    journal.close()
    with pytest.raises(SessionError, match=rf"entry {n}: an entry is no event that this version knows"):
        list(replayed(path))
