"""Writes `docs/rules-coverage.md`: each rule with the scenarios that prove it.

The rules are those of `docs/rules-rows.yaml`; a scenario proves the ids of its `source:` line.
`python -m controller.tools.coverage` writes the document; with `--check` it only says what is not in order.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.marks import read_yaml
from controller.tools.detection import Fault, faults
from controller.tools.detection import rows as detected
from controller.tools.script import sources_of

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "rules-coverage.md"
ROWS = ROOT / "docs" / "rules-rows.yaml"
SCENARIOS = ROOT / "tests" / "scenarios"

_HEAD = """\
# Which scenario proves which rule

Generated from `docs/rules-rows.yaml` and the `source:` lines of `tests/scenarios/` by
`python -m controller.tools.coverage`; do not edit it by hand.

S0 to S4 are the five source texts that the table was written from; NL, FL, PL, D, P, SD, C and K are rows
of the rule matrix, and "2.3 normal" is a row of its section 2.3 that has no id. Each scenario passes on the
whole stack and on the core alone: `tablectl scenario tests/scenarios`, with `--core` for the second.
"""


_FOUND = """\
## Which readers find which fault

Played from `docs/detection.yaml`: `seen` by the reader at the place of the fault, `inferred` from the others,
`report` where only somebody who saw it can say so. A tag that no deck of the table holds (F2) and one that is
read at two places (F10) are seen by the reader where they lie, a deck that is not whole when it is loaded
(F11) by the reader of the shoe.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: `idle` says why it is none that a table could follow or break; `proofs` are scenarios."""

    chapter: str
    id: str
    title: str
    idle: str
    proofs: tuple[str, ...]


def rows(rules: Path = ROWS, scenarios: Path = SCENARIOS) -> tuple[Row, ...]:
    """Every rule with the names of the scenario files that prove it.

    Raises `YamlError`.
    """
    book: Any = read_yaml(rules).value
    idle, proved = book["not-rules"], proofs(sorted(scenarios.rglob("*.yaml")))
    return tuple(
        Row(chapter, str(key), title, idle.get(key, ""), proved.get(str(key), ()))
        for chapter, titles in book["rules"].items()
        for key, title in titles.items()
    )


def proofs(files: Iterable[Path]) -> Mapping[str, tuple[str, ...]]:
    """Rule id to the names of the files whose `source:` names it."""
    found: dict[str, tuple[str, ...]] = {}
    for file in files:
        script: Any = read_yaml(file).value
        for source in sources_of(script.get("source")):
            found[source] = (*found.get(source, ()), file.stem)
    return found


def document(table: Sequence[Row], found: Sequence[Fault]) -> str:
    """The whole text of `docs/rules-coverage.md`: the rules, and who finds which fault."""
    chapters = dict.fromkeys(row.chapter for row in table)
    rules = (_chapter(name, [r for r in table if r.chapter == name]) for name in chapters)
    return "\n".join([_HEAD, *rules, _FOUND, *detected(found), ""])


def lacking(table: Sequence[Row]) -> Iterator[str]:
    """What is not in order about the rows, one sentence each."""
    for row in table:
        if not row.proofs and not row.idle:
            yield f"{row.id} ({row.title}) has no scenario"
        if row.proofs and row.idle:
            yield f"{row.id} is told to be no rule, and {row.proofs[0]} proves it"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the document, or compare it with `--check`; exit code 1 when something is not in order."""
    parser = argparse.ArgumentParser(prog="python -m controller.tools.coverage", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if it is not in order")
    table, found = rows(), faults()
    wrong = list(lacking(table))
    if not parser.parse_args(arguments).check:
        DOCUMENT.write_text(document(table, found), encoding="utf-8")
    elif not DOCUMENT.is_file() or DOCUMENT.read_text(encoding="utf-8") != document(table, found):
        wrong.append(f"{DOCUMENT} is not current; run: python -m controller.tools.coverage")
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return int(bool(wrong))


def _chapter(name: str, table: Sequence[Row]) -> str:
    lines = [f"| {row.id} | {row.title} | {_proof(row)} |" for row in table]
    return "\n".join([f"## {name}\n", "| rule | what it says | scenarios |", "|---|---|---|", *lines, ""])


def _proof(row: Row) -> str:
    return f"no rule: {row.idle}" if row.idle else ", ".join(row.proofs)


if __name__ == "__main__":
    raise SystemExit(main())
