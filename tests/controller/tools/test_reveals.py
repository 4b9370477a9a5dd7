"""Naming hidden cards: only for a reason, only with the right deck map, and on record first."""

from __future__ import annotations

import errno
import os
import pwd
import random
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal import read, verify
from controller.reveals import RevealFailed
from controller.tools.emulated import emulated_deck
from controller.tools.replay import replay_command, verify_command
from controller.tools.reveals import RevealOrder, record
from tests.controller.tools.nights import Night, hidden
from tests.powerless import PowerlessDisk

ROOT = Path(__file__).parents[3]
SESSION = Path("/journal/session-1.jsonl")
HELD = Path("/journal/reveals.jsonl")


@pytest.fixture
def order(night: Night, tmp_path: Path) -> RevealOrder:
    return RevealOrder(night.deck_map, "seat 3 asks to see", tmp_path / "reveals.jsonl")


def reveal(night: Night, order: RevealOrder, hand: int | None = 4) -> int:
    return replay_command(night.journal, at=None, hand=hand, as_json=False, reveal=order)


def test_hidden_cards_are_named_and_the_reveal_is_on_record(
    night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reveal(night, order) == 0
    printed = capsys.readouterr().out
    assert printed.count("(hidden).") > 1
    assert all(face in printed for face in hidden(night, 4))
    (line,) = read(order.reveals)
    assert list(line.events) == [
        {
            "type": "Revealed",
            "who": pwd.getpwuid(os.getuid()).pw_name,
            "reason": "seat 3 asks to see",
            "session": str(night.journal),
            "hands": [4],
        }
    ]
    assert stat.S_IMODE(order.reveals.stat().st_mode) == 0o600


def test_the_record_names_no_card(night: Night, order: RevealOrder) -> None:
    assert reveal(night, order, hand=None) == 0
    text = order.reveals.read_text()
    assert not [face for number in range(1, 7) for face in hidden(night, number) if f" {face}" in text]


def test_reveals_are_chained_one_after_the_other(
    night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str]
) -> None:
    for hand in (2, 4):
        assert reveal(night, order, hand) == 0
    assert [event["hands"] for line in read(order.reveals) for event in line.events] == [[2], [4]]
    capsys.readouterr()
    assert verify_command(order.reveals, False) == 0
    assert capsys.readouterr().out == f"{order.reveals}: 2 entries, 2 events, sound\n"
    order.reveals.write_text(order.reveals.read_text().replace('"hands":[2]', '"hands":[3]'))
    assert verify_command(order.reveals, False) == 1


def test_a_record_of_reveals_is_no_story(
    night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str]
) -> None:
    reveal(night, order)
    capsys.readouterr()
    assert replay_command(order.reveals, at=None, hand=None, as_json=False, reveal=None) == 3
    assert capsys.readouterr().out == ""


def refused(night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str], code: int) -> str:
    """What is said in place of the story; nothing at all is printed of the hand."""
    assert reveal(night, order) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.mark.parametrize("reason", ["", "  ", "\n\t"])
def test_without_a_reason_nothing_is_named(
    night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str], reason: str
) -> None:
    assert "say why" in refused(night, replace(order, reason=reason), capsys, 2)
    assert not order.reveals.exists()


def test_another_deck_map_names_nothing(
    night: Night, order: RevealOrder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.json"
    emulated_deck(random.Random(99)).save(other)
    said = refused(night, replace(order, deck_map=other), capsys, 3)
    assert "name the deck map of that session" in said
    assert not order.reveals.exists()


@pytest.mark.parametrize("content", [None, "{", '{"format": 1}'])
def test_a_deck_map_that_cannot_be_used_names_nothing(
    night: Night,
    order: RevealOrder,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    content: str | None,
) -> None:
    path = tmp_path / "deck.json"
    if content is not None:
        path.write_text(content)
        path.chmod(0o600)
    assert str(path) in refused(night, replace(order, deck_map=path), capsys, 3)
    assert not order.reveals.exists()


def test_where_no_record_can_be_kept_nothing_is_named(
    night: Night, order: RevealOrder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = replace(order, reveals=tmp_path / "missing" / "reveals.jsonl")
    assert "no card is named" in refused(night, nowhere, capsys, 3)


def test_a_damaged_record_is_left_alone_and_nothing_is_named(
    night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str]
) -> None:
    for hand in (2, 4):
        reveal(night, order, hand)
    capsys.readouterr()
    broken = order.reveals.read_bytes().replace(b'"hands":[2]', b'"hands":[3]')
    order.reveals.write_bytes(broken)
    assert "damaged in line 2" in refused(night, order, capsys, 3)
    assert order.reveals.read_bytes() == broken


def test_the_journal_itself_is_no_record_of_reveals(
    night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str]
) -> None:
    before = night.journal.read_bytes()
    assert "keeps no reveals" in refused(night, replace(order, reveals=night.journal), capsys, 3)
    assert night.journal.read_bytes() == before


def test_a_record_that_another_process_writes_names_nothing(
    night: Night, order: RevealOrder, capsys: pytest.CaptureFixture[str]
) -> None:
    reveal(night, order)
    capsys.readouterr()
    holding = (
        "import sys; from pathlib import Path; from controller.journal import Journal\n"
        "file = Journal.open(Path(sys.argv[1]), boot='b'); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", holding, str(order.reveals)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        assert "in use by another process" in refused(night, order, capsys, 3)
        other.communicate()
    assert reveal(night, order) == 0


def test_a_hand_that_is_not_there_leaves_no_record(night: Night, order: RevealOrder) -> None:
    assert reveal(night, order, hand=40) == 2
    assert not order.reveals.exists()


def test_the_reveal_is_safe_when_record_returns(order: RevealOrder) -> None:
    disk = PowerlessDisk()
    for hand in (1, 2):
        assert record(replace(order, reveals=HELD), SESSION, [hand], disk=disk) == ""
    survivors = list(disk.survivors())
    assert survivors
    for left in survivors:
        assert verify(HELD, disk=left).sound
        assert [event["hands"] for line in read(HELD, disk=left) for event in line.events] == [[1], [2]]


def test_every_failing_step_of_the_disk_is_a_reveal_that_failed(order: RevealOrder) -> None:
    whole = PowerlessDisk()
    record(replace(order, reveals=HELD), SESSION, [1], disk=whole)
    assert whole.log.count("fdatasync") == 2
    for operation in range(1, len(whole.log) + 1):
        disk = PowerlessDisk(errors={operation: OSError(errno.EIO, "Input/output error")})
        with pytest.raises(RevealFailed, match=r"no card is named: .*Input/output error"):
            record(replace(order, reveals=HELD), SESSION, [1], disk=disk)


def test_an_interrupted_record_is_mended_and_said(order: RevealOrder) -> None:
    disk = PowerlessDisk()
    record(replace(order, reveals=HELD), SESSION, [1], disk=disk)
    torn = PowerlessDisk({HELD: disk.files[HELD] + b'{"n":2,"boot'})
    mended = record(replace(order, reveals=HELD), SESSION, [2], disk=torn)
    assert "was interrupted" in mended
    assert [event["hands"] for line in read(HELD, disk=torn) for event in line.events] == [[1], [2]]


def test_a_user_without_a_name_is_told_by_his_number(
    order: RevealOrder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 987_654)
    record(order, SESSION, [1])
    (line,) = read(order.reveals)
    assert line.events[0]["who"] == "uid 987654"
