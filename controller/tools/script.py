"""A scenario file as typed values: table, decks and steps; errors name file, line and column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.marks import YamlError, read_yaml
from controller.tools.layout import Layout, read_layout
from controller.tools.reading import Reading
from controller.tools.steps import ScriptStep, read_step
from controller.tools.values import StepError

TOP_KEYS = ("name", "source", "table", "deck", "decks", "reshuffles", "steps")


@dataclass(frozen=True, slots=True)
class Script:
    """One scenario; `sources` are the ids of the rules that it proves.

    `decks` is one order of cards a hand, as they are written, first card out first; cards left out follow in
    any fixed order.
    """

    name: str
    sources: tuple[str, ...]
    table: Layout
    decks: tuple[tuple[str, ...], ...]
    reshuffles: tuple[tuple[str, ...], ...]
    steps: tuple[ScriptStep, ...]


def read_script(path: Path) -> Script:
    """The scenario in a file; raises `YamlError` where it is none."""
    read = Reading(read_yaml(path))
    top = read.mapping(read.document.value, ())
    read.keys(top, (), TOP_KEYS)
    name = _name(read, top)
    for key in ("table", "steps"):
        if key not in top:
            read.error((), f"a scenario needs {key}")
    script = Script(
        name=name,
        sources=sources_of(top.get("source")),
        table=read_layout(read, top.get("table", {})),
        decks=_decks(read, top),
        reshuffles=_orders(read, top, "reshuffles"),
        steps=_steps(read, top),
    )
    if read.wrong:
        raise YamlError(read.wrong)
    return script


def sources_of(source: object) -> tuple[str, ...]:
    """The ids of a `source:` line, which commas or semicolons separate."""
    words = str(source or "").replace(";", ",").split(",")
    return tuple(" ".join(word.split()) for word in words if word.strip())


def _name(read: Reading, top: Mapping[Any, Any]) -> str:
    name = top.get("name")
    if not isinstance(name, str | int):
        read.error((), "the scenario has no name")
    return str(name)


def _decks(read: Reading, top: Mapping[Any, Any]) -> tuple[tuple[str, ...], ...]:
    if "decks" not in top:
        return (read.cards(top.get("deck", ""), ("deck",)),)
    if "deck" in top:
        read.error(("decks",), "a scenario has a deck or decks, not both")
    return _orders(read, top, "decks")


def _orders(read: Reading, top: Mapping[Any, Any], key: str) -> tuple[tuple[str, ...], ...]:
    orders = read.items(top.get(key, ()), (key,))
    return tuple(read.cards(order, (key, i)) for i, order in enumerate(orders))


def _steps(read: Reading, top: Mapping[Any, Any]) -> tuple[ScriptStep, ...]:
    steps: list[ScriptStep] = []
    for i, step in enumerate(read.items(top.get("steps", ()), ("steps",))):
        try:
            steps.append(read_step(i + 1, step))
        except StepError as error:
            read.error(("steps", i), str(error))
    return tuple(steps)
