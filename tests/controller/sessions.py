"""A small session on a powerless disk, for the tests of the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from controller.journal import Journal, read
from tests.powerless import PowerlessDisk

FILE = Path("/journal/session.jsonl")
HEADER = {"format": 1, "software": "0.1.0", "house": {"misdeal.sa": "TDA36"}, "deck_map": "k3"}
TURNS: list[list[dict[str, Any]]] = [
    [{"type": "HandStarted", "stacks": {"1": 500, "2": 485}}],
    [{"type": "CardMoved", "to": "seat 1"}, {"type": "CardMoved", "to": "seat 2"}],
    [{"type": "Acted", "seat": 1, "name": 'José "Pepe"\n'}],
    [],
    [{"type": "HandEnded"}, {"type": "HandStarted", "stacks": {"1": 510, "2": 475}}],
    [{"type": "Acted", "seat": 2}],
]


def begin(disk: PowerlessDisk, path: Path = FILE) -> Journal:
    return Journal.create(
        path, HEADER, boot="b1", mono=1.5, wall="21:14:03", disk=disk, salt=lambda: "5a" * 8
    )


def reopen(disk: PowerlessDisk) -> Journal:
    return Journal.open(FILE, boot="b2", disk=disk, salt=lambda: "a5" * 8)


def play(journal: Journal, turns: Sequence[Sequence[Mapping[str, Any]]] = TURNS) -> None:
    for second, events in enumerate(turns):
        journal.append(events, mono=float(second), wall="21:15:00")


def written(turns: Sequence[Sequence[Mapping[str, Any]]] = TURNS) -> bytes:
    disk = PowerlessDisk()
    play(begin(disk), turns)
    return disk.files[FILE]


def events_of(disk: PowerlessDisk) -> list[list[Any]]:
    return [list(line.events) for line in read(FILE, disk=disk)]
