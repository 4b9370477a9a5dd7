"""The two manuals are those that the tables give, and no incident that somebody can meet is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.rules.rulings import CATALOGUE
from controller.tools import manual
from display.sentences import Sentences

SCENARIOS = Path(__file__).parents[2] / "scenarios"
KIND = re.compile(r"irregularity: \{?(?:kind: )?([A-Za-z]+[0-9]*)\b")
SAY = Sentences()


def test_the_documents_are_current() -> None:
    assert manual.main(["--check"]) == 0


def test_an_old_document_is_found_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(manual, "DEALER", tmp_path / "dealer.md")
    monkeypatch.setattr(manual, "FLOOR", tmp_path / "floor.md")
    assert manual.main(["--check"]) == 1
    assert capsys.readouterr().err.count("is not current; run: python -m controller.tools.manual") == 2
    assert manual.main([]) == 0
    assert manual.main(["--check"]) == 0
    manual.FLOOR.write_text(manual.FLOOR.read_text(encoding="utf-8") + "more", encoding="utf-8")
    assert manual.main(["--check"]) == 1


def test_every_incident_that_a_scenario_shows_has_one_page() -> None:
    shown = {k for path in SCENARIOS.rglob("*.yaml") for k in KIND.findall(path.read_text(encoding="utf-8"))}
    told = [kind for page in manual.pages() for kind in page.kinds]
    assert shown - {"null"} <= set(told)
    assert len(told) == len(set(told))


def test_every_page_says_what_to_do_and_what_not() -> None:
    for page in manual.pages():
        assert page.do, page.title
        assert page.never, page.title
        assert page.sources, page.title
        assert all(manual.said(sentence, SAY) for sentence in page.sentences)


def test_a_sentence_that_the_screens_lack_is_named() -> None:
    with pytest.raises(LookupError, match=r"no sentence 'irregular\.dance'"):
        manual.said("irregular.dance", SAY)


def test_every_ruling_has_a_name_and_a_meaning() -> None:
    text = manual.floor_document(manual.pages(), manual.Menus(), SAY)
    rows = dict(re.findall(r"^\| (R\d\d) \| (.*) \|$", text, re.M))
    assert tuple(rows) == CATALOGUE
    assert all(all(part.strip() for part in row.split("|")) for row in rows.values())


def test_menus_come_from_scenarios_that_play_by_a_profile_alone(tmp_path: Path) -> None:
    kept = (
        "name: kept\ntable: {rules: robert}\nsteps:\n  - expect: {irregularity: {kind: B2}, rulings: [R11]}\n"
    )
    other = kept.replace("kept", "other").replace("robert", "{profile: robert, misdeal.sa: TDA36}")
    for name, text in {"a": kept, "b": other, "c": "name: none\n"}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = manual.menus(tmp_path)
    assert found.of("B2", "robert") == {("R11",): "kept"}
    assert found.of("B2", "tda") == {}


def test_every_link_of_the_contents_has_its_page() -> None:
    text = manual.dealer_document(manual.pages(), SAY)
    anchors = {manual._anchor(title) for title in re.findall(r"^### (.+)$", text, re.M)}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) == anchors
