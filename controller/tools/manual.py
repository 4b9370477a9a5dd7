"""Writes `docs/dealer.md` and `docs/floor.md`: one page for each thing that can go wrong at the table.

The words stand in `docs/incidents.yaml`, the sentences of the screen and the names of the rulings in the
catalogue of the screens, and the menus in the scenarios, which prove them.
`python -m controller.tools.manual` writes the documents; with `--check` it only says if they are current.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.marks import read_yaml
from controller.rules.rulings import CATALOGUE
from controller.views import Arg, Message
from display.sentences import Sentences

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "incidents.yaml"
SCENARIOS = ROOT / "tests" / "scenarios"
DEALER = ROOT / "docs" / "dealer.md"
FLOOR = ROOT / "docs" / "floor.md"

PROFILES = {"tda": "TDA", "robert": "Robert's"}
# A menu after a call of the floor holds the whole catalogue, which says nothing of the case.
_LONGEST_MENU = 6
# What the sentences speak of in the documents.
_SAMPLE: dict[str, Arg] = {
    "seat": 5,
    "owner": 6,
    "button": 4,
    "by": 3,
    "of": 5,
    "to": 40,
    "call": 80,
    "cards": 4,
    "passed": 3,
    "place": "seat 5",
    "reader": "board",
    "expected": "seat 6",
}

_MADE = """\
Generated from `docs/incidents.yaml`, the catalogue of the screens and the scenarios by
`python -m controller.tools.manual`; do not edit it by hand.
"""

_DEALER_HEAD = f"""\
# When something goes wrong: the dealer

{_MADE}
When in doubt press FLOOR. It stops everything, costs nothing and blames nobody.

* **EXPOSED** reports the newest hole card with one press. For another card press its seat first, then the
  card. A card that its owner showed has a key of its own there.
* **Report** holds everything else that no reader can see: a boxed card, a joker, a card off the table, a
  dropped stub, a card guard, a player who left.
* **FLOOR** calls the floor, also while the table has stopped.
* **Undo** takes your newest entry back: hold it for two seconds.
* A **red** screen means stop: cards and chips stay as they are. What players do meanwhile is entered for
  their seat and is only a note for the floor; it moves nothing.
* An **amber** line is yours to mend: do what it says and go on.
* After a ruling the screen asks for one thing after another: move, collect, pass the stub over the reader,
  shuffle, cut. Press NEXT after what no reader can see.
"""

_FLOOR_HEAD = f"""\
# When something goes wrong: the floor

{_MADE}
1. **Sign in**: your name and PIN, or your badge at the reader. Five wrong PINs lock a name for five minutes.
2. **Read** the left side: what happened, which card and where, since when, what was done since, whether a
   misdeal is possible and why, the last hand's board. A face is shown only where everybody has seen it.
3. **Choose** in the middle. What the house would rule is chosen already. *Other rulings* opens the whole
   catalogue.
4. **Check** the right side: everything that will change, before and after. Give a reason if it is not plain.
5. **Hold** *Hold to apply* for two seconds. A wrong ruling is corrected by another one.

* **Stop not noticed** (hold): play went on because nobody saw the stop. Then those actions count, and the
  menu follows.
* **Decision pending** (hold): the pot is kept aside and the next hand can start.
* **Reveal a hand**: a seat and a reason, then hold. It is shown to you once; who looked and why is on record.
* **Set cards and chips** (R40) takes a second person with a PIN of their own.
* The last hand stays open to a ruling until the next one starts.

Below, the first ruling of a menu is the house's own. TDA and Robert's are the two profiles; a house that has
an option otherwise has its menu otherwise.
"""


@dataclass(frozen=True, slots=True)
class Page:
    """What a person can meet: its words for the dealer and for the floor, and its ids of rules.md."""

    chapter: str
    title: str
    kinds: tuple[str, ...]
    sentences: tuple[str, ...]
    seen: str
    do: tuple[str, ...]
    never: tuple[str, ...]
    floor: str
    sources: str


@dataclass(frozen=True, slots=True)
class Menus:
    """Menus of rulings as scenarios expect them, by kind and profile, each with a scenario that shows it."""

    found: Mapping[tuple[str, str], Mapping[tuple[str, ...], str]] = field(default_factory=dict)

    def of(self, kind: str, profile: str) -> Mapping[tuple[str, ...], str]:
        """The menus of a kind under a profile."""
        return self.found.get((kind, profile), {})


def pages(file: Path = PAGES) -> tuple[Page, ...]:
    """Every page of the file; raises `YamlError` and `KeyError`."""
    chapters: Any = read_yaml(file).value
    return tuple(Page(chapter=c["chapter"], **page) for c in chapters for page in c["pages"])


def menus(folder: Path = SCENARIOS) -> Menus:
    """The menus of the scenarios that play by a profile as it stands; raises `YamlError`."""
    found: dict[tuple[str, str], dict[tuple[str, ...], str]] = {}
    for path in sorted(folder.rglob("*.yaml")):
        if "rulings:" not in path.read_text(encoding="utf-8"):
            continue
        scenario: Any = read_yaml(path).value
        profile = scenario["table"].get("rules", "tda")
        if not isinstance(profile, str) or profile not in PROFILES:
            continue
        for kind, menu in _expected(scenario["steps"]):
            found.setdefault((kind, profile), {}).setdefault(menu, scenario["name"])
    return Menus(found)


def _expected(steps: Sequence[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for step in steps:
        expected = step.get("expect") if isinstance(step, Mapping) else None
        what = expected.get("irregularity") if expected else None
        kind = what.get("kind") if isinstance(what, Mapping) else what
        menu = expected.get("rulings") if expected else None
        codes = tuple(menu.split()) if isinstance(menu, str) else tuple(menu or ())
        if kind and codes and len(codes) <= _LONGEST_MENU:
            yield str(kind), codes


def dealer_document(told: Sequence[Page], say: Sentences) -> str:
    """The text of docs/dealer.md."""
    return "\n".join([_DEALER_HEAD, *_contents(told), *_chapters(told, lambda page: _for_dealer(page, say))])


def floor_document(told: Sequence[Page], shown: Menus, say: Sentences) -> str:
    """The text of docs/floor.md."""
    body = _chapters(told, lambda page: _for_floor(page, shown, say))
    return "\n".join([_FLOOR_HEAD, *_contents(told), *body, *_catalogue(say)])


def _contents(told: Sequence[Page]) -> Iterator[str]:
    for chapter in dict.fromkeys(page.chapter for page in told):
        links = (f"[{p.title}](#{_anchor(p.title)})" for p in told if p.chapter == chapter)
        yield f"* **{chapter}**: {' · '.join(links)}"
    yield ""


def _chapters(told: Sequence[Page], page_of: Callable[[Page], Iterator[str]]) -> Iterator[str]:
    chapter = ""
    for page in told:
        if page.chapter != chapter:
            chapter = page.chapter
            yield f"## {chapter}\n"
        yield from page_of(page)


def _for_dealer(page: Page, say: Sentences) -> Iterator[str]:
    yield f"### {page.title}\n"
    yield f"{page.seen}\n"
    for sentence in page.sentences:
        yield f"> {said(sentence, say)}\n"
    yield from (f"{number}. {step}" for number, step in enumerate(page.do, 1))
    yield ""
    yield from (f"* **{step}**" for step in page.never)
    yield ""


def _for_floor(page: Page, shown: Menus, say: Sentences) -> Iterator[str]:
    yield f"### {page.title}\n"
    yield f"{page.floor}\n"
    rows = [row for kind in page.kinds for row in _rows(kind, shown, say)]
    if rows:
        yield "| kind | house | rulings, the house's own first | shown by |"
        yield "|---|---|---|---|"
        yield from rows
        yield ""
    yield f"{', '.join(page.kinds)}; {page.sources}\n"


def _rows(kind: str, shown: Menus, say: Sentences) -> Iterator[str]:
    for profile, house in PROFILES.items():
        for menu, scenario in shown.of(kind, profile).items():
            codes = " · ".join(f"{code} {say.label(f'label.code.{code}')}" for code in menu)
            yield f"| {kind} | {house} | {codes} | {scenario} |"


def _catalogue(say: Sentences) -> Iterator[str]:
    yield "## Rulings\n"
    yield "| code | ruling | what it does |"
    yield "|---|---|---|"
    for code in CATALOGUE:
        yield f"| {code} | {say.label(f'label.code.{code}')} | {_meaning(code, say)} |"
    yield ""


def _meaning(code: str, say: Sentences) -> str:
    """What a ruling does, for no seat; one with more ways has one sentence each."""
    keys = [key for key in say.ids if key == f"ruling.{code}" or key.startswith(f"ruling.{code}.")]
    ways = [key for key in keys if not key.endswith(".unnamed")]
    return " ".join(say.say(Message(key, {**_SAMPLE, "seat": ""})) for key in ways)


def said(sentence: str, say: Sentences) -> str:
    """A sentence of the screen with what it may speak of; raises `LookupError` for one that there is not."""
    if sentence not in say.ids:
        raise LookupError(f"{PAGES.name}: the screens have no sentence {sentence!r}")
    return say.say(Message(sentence, _SAMPLE))


def _anchor(title: str) -> str:
    kept = "".join(c for c in title.lower() if c.isalnum() or c in " -")
    return kept.replace(" ", "-")


def main(argv: list[str] | None = None) -> int:
    """Write the documents, or with `--check` compare; returns 1 when a file is not current."""
    parser = argparse.ArgumentParser(prog="manual", description="Writes docs/dealer.md and docs/floor.md.")
    parser.add_argument("--check", action="store_true", help="say only whether the documents are current")
    check = parser.parse_args(argv).check
    told, say = pages(), Sentences()
    texts = {DEALER: dealer_document(told, say), FLOOR: floor_document(told, menus(), say)}
    code = 0
    for path, text in texts.items():
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path} is not current; run: python -m controller.tools.manual", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
