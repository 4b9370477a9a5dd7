"""docs/faults.md has a row for each fault, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|")
ROWS = [m.groups() for m in map(ROW.fullmatch, (ROOT / "docs/faults.md").read_text().splitlines()) if m]
FAULTS = 54


def test_every_fault_has_a_row() -> None:
    assert [int(number) for number, *_ in ROWS] == list(range(1, FAULTS + 1))


@pytest.mark.parametrize(("number", "shown_by"), [(row[0], row[3]) for row in ROWS])
def test_what_shows_it_is_there(number: str, shown_by: str) -> None:
    named = re.findall(r"`([^`]+)`", shown_by)
    assert named
    for one in named:
        file, _, test = one.partition("::")
        assert (ROOT / file).is_file(), one
        if test:
            functions = {
                node.name
                for node in ast.walk(ast.parse((ROOT / file).read_text()))
                if isinstance(node, ast.FunctionDef)
            }
            assert test in functions, one
