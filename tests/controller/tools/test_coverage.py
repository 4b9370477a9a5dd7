"""The table of rules and scenarios is whole, current, and has every rule of the matrix."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.tools.coverage import DOCUMENT, Row, document, lacking, main, proofs, rows
from controller.tools.detection import faults

ROOT = Path(__file__).parents[3]
RULES = ROOT.parent / "shared" / "rules.md"
rules_present = pytest.mark.skipif(not RULES.exists(), reason="shared/rules.md is not here")
# Sections of the matrix whose rows have no id of their own, and how many rows each has.
UNNUMBERED = {"2.1": 7, "2.2": 9, "2.3": 11, "2.4": 7, "2.5": 7, "7.2": 7, "7.7": 6, "7.8": 8, "7.9": 11}
LETTERED = {"7.1": "NL", "7.3": "FL", "7.4": "PL", "7.5": "D", "7.6": "P", "8": "SD"}


@pytest.fixture(scope="module")
def table() -> tuple[Row, ...]:
    return rows()


def test_every_rule_has_a_scenario(table: tuple[Row, ...]) -> None:
    assert list(lacking(table)) == []


def test_the_document_is_current(table: tuple[Row, ...]) -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(table, faults()), "run: make docs"


def test_no_id_comes_twice(table: tuple[Row, ...]) -> None:
    ids = [row.id for row in table]
    assert len(ids) == len(set(ids))


@rules_present
def test_every_rule_of_the_five_source_texts_has_a_row(table: tuple[Row, ...]) -> None:
    listed = set(re.findall(r"^\* (S[0-4]-[0-9]{2}) ", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    ids = {row.id for row in table if re.fullmatch(r"S[0-4]-[0-9]{2}", row.id)}
    assert ids - listed == {"S1-27"}
    assert listed - ids == set()


@rules_present
@pytest.mark.parametrize("section", LETTERED)
def test_every_lettered_row_of_a_section_has_a_row(section: str, table: tuple[Row, ...]) -> None:
    letters = LETTERED[section]
    text = RULES.read_text(encoding="utf-8")
    listed = {f"{letters}{n}" for n in re.findall(rf"^\| {letters}([0-9]+) \|", text, re.MULTILINE)}
    added = {f"{letters}{n}" for n in re.findall(rf"\*\*{letters}([0-9]+)\*\*", text)} if listed else set()
    assert listed | added <= {row.id for row in table}
    assert listed


@rules_present
@pytest.mark.parametrize("section", UNNUMBERED)
def test_every_other_row_of_a_section_has_a_row(section: str, table: tuple[Row, ...]) -> None:
    text = RULES.read_text(encoding="utf-8")
    part = text.partition(f"### {section} ")[2].partition("\n#")[0]
    lines = [line for line in part.splitlines() if re.match(r"\||\* |[0-9]+\. |Definition", line)]
    listed = len(lines) - 2 * ("|---" in part)
    assert (
        listed == UNNUMBERED[section] == sum(re.match(rf"{section}[- ]", row.id) is not None for row in table)
    )


@rules_present
def test_corrections_have_rows(table: tuple[Row, ...]) -> None:
    text = RULES.read_text(encoding="utf-8").partition("\n## 12. ")[2]
    listed = set(re.findall(r"\b(D2[4-9]|C1[7-9]|C2[0-9]|K[1-9])\b", text))
    assert listed <= {row.id for row in table}
    assert {"D24", "C17", "K1"} <= listed


def test_what_is_not_in_order_is_told() -> None:
    bare, idle, proved = (Row("a", k, "t", why, found) for k, why, found in (
        ("X1", "", ()), ("X2", "advice", ("one",)), ("X3", "", ("one", "two"))))  # fmt: skip
    assert list(lacking([bare, idle, proved])) == [
        "X1 (t) has no scenario",
        "X2 is told to be no rule, and one proves it",
    ]
    assert "| X3 | t | one, two |" in document([bare, idle, proved], [])


def test_a_source_line_proves_each_of_its_ids(tmp_path: Path) -> None:
    for name, source in (("a", "S0-01, T24-1; 2.3  normal"), ("b", "S0-01")):
        (tmp_path / f"{name}.yaml").write_text(f"name: x\nsource: {source}\n")
    found = proofs(sorted(tmp_path.glob("*.yaml")))
    assert found == {"S0-01": ("a", "b"), "T24-1": ("a",), "2.3 normal": ("a",)}


def test_check_says_what_is_not_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("controller.tools.coverage.faults", tuple)
    monkeypatch.setattr("controller.tools.coverage.DOCUMENT", tmp_path / "none.md")
    assert main(["--check"]) == 1
    assert "none.md is not current" in capsys.readouterr().err
    assert main([]) == 0
    assert main(["--check"]) == 0
