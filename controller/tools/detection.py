"""Which readers find which fault by themselves: played on the core from `docs/detection.yaml`.

A fault is seen where the reader at its place shows it, inferred where the others do, and otherwise it needs
somebody who reports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.marks import read_yaml
from controller.rules.state import Table
from controller.tools.emulated import ROLES
from controller.tools.layout import read_layout
from controller.tools.reading import Reading
from controller.tools.scenario import play_script
from controller.tools.script import Script
from controller.tools.steps import read_step

FAULTS = Path(__file__).resolve().parents[2] / "docs" / "detection.yaml"
SEEN, INFERRED, REPORT = "seen", "inferred", "report"
SUBSETS: Mapping[str, tuple[str, ...]] = {
    "all": ROLES,
    **{f"no {role}": tuple(other for other in ROLES if other != role) for role in ROLES},
    "shoe alone": ("shoe",),
    "seats alone": ("seats",),
    "none": (),
}
# What has been played before a fault of a later street.
BEFORE: Mapping[str, tuple[object, ...]] = {
    "called": ("deal", {"call": 3}, *({"fold": n} for n in (4, 5, 6)), {"call": 1}, {"check": 2}),
    "flop": ("street",),
    "checked": ({"check": 1}, {"check": 2}, {"check": 3}),
    "turn": ("street",),
}
STAGES: Mapping[str, tuple[str, ...]] = {
    "called": ("called",),
    "flop": ("called", "flop"),
    "checked": ("called", "flop", "checked"),
    "turn": ("called", "flop", "checked", "turn"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault that readers can know, and by subset of readers how it comes to be known."""

    kind: str
    what: str
    known: Mapping[str, str]


def faults(path: Path = FAULTS) -> tuple[Fault, ...]:
    """Every fault with what each subset of readers makes of it."""
    read = Reading(read_yaml(path))
    document: Any = read.document.value
    found = [
        Fault(told["kind"], told["what"], dict(_known(read, document, told["kind"], told)))
        for told in document["faults"]
    ]
    return (*found, *(Fault(kind, what, {}) for kind, what in document["reported"].items()))


def _known(read: Reading, document: Any, kind: str, told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, readers in SUBSETS.items():
        script = _script(read, document, told, readers)
        open_at: list[str] = []

        def watch(table: Table, kinds: list[str] = open_at) -> None:
            kinds += [what.kind for what in (*table.open, *table.mends)]

        play_script(script, core=True, watch=watch)
        how = SEEN if told["at"] in readers else INFERRED
        yield name, how if kind in open_at else REPORT


def _script(read: Reading, document: Any, told: Mapping[str, Any], readers: Sequence[str]) -> Script:
    table = {**document["table"], "readers": tuple(readers)}
    stage = next((STAGES[name] for name in STAGES if told.get(name)), ())
    steps = [*(step for name in stage for step in BEFORE[name]), *told["steps"]]
    return Script(
        name=str(told["what"]),
        sources=(),
        table=read_layout(read, table),
        decks=(read.cards(told.get("deck", document["deck"]), ("deck",)),),
        reshuffles=(),
        steps=tuple(read_step(n, step) for n, step in enumerate(steps, 1)),
    )


def rows(table: Sequence[Fault]) -> Iterator[str]:
    """The lines of the document's table."""
    yield f"| kind | what happens | {' | '.join(SUBSETS)} |"
    yield "|---|---|" + "---|" * len(SUBSETS)
    for fault in table:
        cells = [fault.known.get(name, REPORT) for name in SUBSETS]
        yield f"| {fault.kind} | {fault.what} | {' | '.join(cells)} |"
