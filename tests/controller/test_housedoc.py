"""The document of the house book is the one that the options and profiles generate."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.book import keys
from controller.options import ENTRIES
from controller.tools import housedoc


def test_the_document_is_current() -> None:
    assert housedoc.main(["--check"]) == 0


def test_an_old_document_is_found_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(housedoc, "DOCUMENT", tmp_path / "house-rules.md")
    assert housedoc.main(["--check"]) == 1
    assert "is not current; run: python -m controller.tools.housedoc" in capsys.readouterr().err
    assert housedoc.main([]) == 0
    assert housedoc.main(["--check"]) == 0
    housedoc.DOCUMENT.write_text(housedoc.document().replace("TDA36", "TDA37"), encoding="utf-8")
    assert housedoc.main(["--check"]) == 1


def test_every_option_has_one_row_and_what_differs_is_bold() -> None:
    rows = re.findall(r"^\| `([a-z._0-9]+)` \| (.+) \|$", housedoc.document(), re.M)
    assert tuple(key for key, _ in rows) == keys()
    cells = {key: rest.split(" | ") for key, rest in rows}
    assert cells["misdeal.sa"][2:4] == ["**TDA36**", "**RROP2**"]
    assert cells["rabbit"][2:4] == ["OFF", "OFF"]
    assert all(len(row) == 5 for row in cells.values())


def test_every_source_has_its_legend() -> None:
    row_or_section = re.compile(r"[A-Z]{1,3}[0-9]+|S[0-4]-[0-9]+|rules\.md [0-9.]+")
    for key, entry in ENTRIES.items():
        for source in entry.source.split(", "):
            known = any(source.startswith(code) for code in housedoc.SOURCES)
            assert known or row_or_section.fullmatch(source), f"{key}: {source}"
    named = " ".join(entry.source for entry in ENTRIES.values())
    assert all(re.search(rf"\b{code}\b", named) for code in housedoc.SOURCES)
