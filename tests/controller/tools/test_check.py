"""`tablectl check` and `tablectl pin`, from the command line."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from controller.__main__ import main
from controller.access import People
from controller.book import PROFILES, book, keys, shown, values
from controller.tools.check import rows_of

TABLE = """\
name: Table 1
seats: 2
stakes: {small_blind: 5, big_blind: 10}
readers:
  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25}
journal: journal
sockets: sockets
deck_map: deck.json
"""


def file(folder: Path, more: str = "") -> str:
    path = folder / "table.yaml"
    path.write_text(TABLE + more, encoding="utf-8")
    return str(path)


def test_settings_that_are_right_are_ok(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--file-only", "--config", file(tmp_path)]) == 0
    assert capsys.readouterr().out == "ok\n"
    assert main(["check", "--file-only", "--config", file(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "wrong": []}


@pytest.mark.parametrize("house", [[], ["--house"]])
def test_all_that_is_wrong_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], house: list[str]
) -> None:
    path = file(tmp_path, "button: 1\nhouse: {misdeal.ss: TDA36}\n")
    sentences = [
        f"{path}:9:9: button: nobody sits at seat 1",
        f"{path}:10:21: house.misdeal.ss: the house book has no option 'misdeal.ss',"
        " did you mean 'misdeal.sa'?",
    ]
    assert main(["check", *house, "--config", path]) == 1
    assert capsys.readouterr().out.splitlines() == sentences
    assert main(["check", *house, "--config", path, "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"ok": False, "wrong": sentences}


def test_a_file_that_is_not_there_cannot_be_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.yaml"
    assert main(["check", "--config", str(path)]) == 3
    assert capsys.readouterr() == ("", f"{path}: cannot be read: No such file or directory\n")


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_is_printed_whole(profile: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--house", "--profile", profile]) == 0
    head, gap, *lines = capsys.readouterr().out.splitlines()
    assert (head, gap) == (f"house book: profile {profile}, as shipped", "")
    assert tuple(line.split()[0] for line in lines) == keys()
    assert not any(line.startswith("*") for line in lines)


def test_the_book_in_force_marks_what_differs_from_its_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, "house: {profile: robert, misdeal.sa: TDA36, buyin.max: 1000, bet.half_rule: ON}\n")
    assert main(["check", "--house", "--config", path]) == 0
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head == "house book: profile robert, 2 options set otherwise, marked *"
    marked = [re.split(r"  +", line)[1:4] for line in lines if line.startswith("*")]
    assert marked == [
        ["misdeal.sa", "TDA36 (robert: RROP2)", "T24-36, RR-MD-2, UK-G"],
        ["buyin.max", "1000 (robert: NONE)", "S0-59, S2-01, C13"],
    ]
    assert any(line.endswith("when it is too late for a misdeal") for line in lines)


def test_a_program_reads_the_book_in_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, "format: tournament\nhouse: {profile: robert, rake.percent: 0}\n")
    assert main(["check", "--house", "--config", path, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["profile"] == "robert"
    assert [row["key"] for row in told["options"]] == list(keys())
    assert [row for row in told["options"] if row["differs"]] == [
        {
            "key": "rit.enabled",
            "value": "OFF",
            "profile": "ON",
            "source": "rules.md 12.10, S0-71, RIT-A",
            "decides": "whether a hand may be run twice",
            "differs": True,
        }
    ]


def test_the_rows_hold_the_values_of_the_book() -> None:
    rules = book("tda", {"clock.seconds": 45})
    rows = rows_of("tda", rules)
    assert {row.key: row.value for row in rows} == {k: shown(k, v) for k, v in values(rules).items()}
    assert [row.key for row in rows if row.differs] == ["clock.seconds"]


@pytest.mark.parametrize(
    "words",
    [["--profile", "tda"], ["--house", "--profile", "tda", "--config", "x"], ["--house", "--profile", "x"]],
)
def test_words_that_do_not_go_together_are_refused(words: list[str]) -> None:
    try:
        code = main(["check", *words])
    except SystemExit as stop:
        assert stop.code == 2
    else:
        assert code == 2


# --- pin


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pin_becomes_a_line_that_signs_its_owner_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("4321\nrest\n"))
    assert main(["pin", "lee"]) == 0
    line = capsys.readouterr().out
    assert "4321" not in line.partition("$1$")[0]
    path = file(tmp_path, f"floor:\n{line}")
    assert main(["check", "--file-only", "--config", path]) == 0
    name, _, kept = line.strip().partition(': {pin: "')
    assert People({name: kept.removesuffix('"}')}).signed("lee", "4321")


@pytest.mark.parametrize("typed", [["4321", "4321"], ["4321", "4312"]])
def test_a_pin_is_asked_twice_at_a_terminal(
    typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    answers = iter(typed)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))
    same = typed[0] == typed[1]
    assert main(["pin", "lee"]) == (0 if same else 2)
    assert capsys.readouterr().err == ("" if same else "the two PINs differ\n")


@pytest.mark.parametrize("pin_given", ["", "12", "12345678901234", "4a21"])
def test_what_is_no_pin_is_refused(
    pin_given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{pin_given}\n"))
    assert main(["pin", "lee"]) == 2
    assert capsys.readouterr() == ("", "a PIN is 4 to 12 digits\n")


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "controller", "check", "--house", "--config", file(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as told:
        assert told.stdout is not None
        assert told.stderr is not None
        told.stdout.close()
        assert told.stderr.read() == b""
        assert told.wait() == 0
