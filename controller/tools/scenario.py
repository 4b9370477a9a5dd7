"""`tablectl scenario`: plays scenario files on a stage and says PASS or FAIL for each (scenarios.md)."""

from __future__ import annotations

import json
import logging
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.marks import YamlError
from controller.rules.lineup import MIN_PLAYERS
from controller.rules.positions import clockwise
from controller.rules.stakes import Betting
from controller.rules.state import Seat, Status
from controller.session import Start
from controller.settings import TableSettings
from controller.tools.corestage import CoreStage
from controller.tools.emulated import emulated_deck, emulated_settings, with_extras
from controller.tools.layout import Layout
from controller.tools.play import Play, Watch, unwatched
from controller.tools.script import Script, read_script
from controller.tools.stage import Stage
from controller.tools.values import MOST_SEATS
from controller.tools.wirestage import WireStage, temporary_folder

SEED = 1
ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scenario went: `failure` is empty when it passed; `state` is the last snapshot."""

    name: str
    failure: str
    state: Mapping[str, Any]

    @property
    def passed(self) -> bool:
        """Whether every step and every check held."""
        return not self.failure

    def line(self) -> str:
        """PASS or FAIL with the name, and why."""
        return f"FAIL {self.name}: {self.failure}" if self.failure else f"PASS {self.name}"

    def plain(self) -> dict[str, Any]:
        """The JSON object of section 4."""
        told = {"name": self.name, "passed": self.passed, "failure": self.failure or None}
        return {**told, **self.state}


def play_script(script: Script, *, core: bool, watch: Watch = unwatched) -> Verdict:
    """Play one scenario to its end or its first failure; `watch` is shown the table after each step."""
    folder = temporary_folder()
    settings = _settings(script.table, folder)
    deck, extras = with_extras(emulated_deck(random.Random(SEED)), script.decks)
    start = _start(script.table)
    stage: Stage = (
        CoreStage(settings, start, deck, extras) if core else WireStage(settings, start, deck, extras, folder)
    )
    try:
        play = Play(script, stage, watch)
        failure = play.run()
        record = stage.record()
        journal = {"events": record.events, "head": record.head}
        return Verdict(script.name, failure, {**play.state(), "journal": journal})
    finally:
        stage.close()
        if core:
            folder.rmdir()


def _settings(layout: Layout, folder: Path) -> TableSettings:
    return emulated_settings(
        folder,
        {seat: stack for seat, stack in layout.stacks.items() if stack},
        seats=MOST_SEATS,
        stakes=layout.stakes,
        readers=layout.readers,
        house=layout.house,
        more={
            "format": layout.form,
            "game": layout.game,
            "betting": layout.betting,
            "levels": layout.levels,
        },
    )


def _start(layout: Layout) -> Start:
    """The table before the first hand; with `previous` it comes from a hand, else the button is given."""
    seats = {n: Seat() for n in range(1, MOST_SEATS + 1)}
    for n, stack in layout.stacks.items():
        plays = (stack or layout.betting == Betting.CARDS_ONLY) and n not in layout.away
        here = Status.OUT if plays else Status.AWAY
        seats[n] = Seat(f"Player {n}", here, stack, bought=stack, absent=n in layout.absent)
    small, big = layout.previous
    if big:
        # The button of that hand lay one player before the small blind, heads-up at it.
        before = small if len(layout.stacks) == MIN_PLAYERS else clockwise(layout.stacks, small - 1)[-1]
        return Start(seats, before, small, big)
    return Start(seats, layout.button or max(layout.stacks))


def scenario_command(paths: Sequence[Path], *, core: bool, as_json: bool) -> int:
    """Play the files, and those in the folders.

    The exit code: 0 all passed, 1 some failed, 2 where a file is no scenario; the others are played.
    """
    # Readers that a scenario takes away are no news to whoever wrote it.
    logging.getLogger().addHandler(logging.NullHandler())
    scripts, wrong = _read(paths)
    for error in wrong:
        print(error, file=sys.stderr)
    if not scripts and not wrong:
        print(f"there is no scenario in {', '.join(map(str, paths))}", file=sys.stderr)
        return 2
    passed = 0
    for script in scripts:
        verdict = play_script(script, core=core)
        passed += verdict.passed
        print(json.dumps(verdict.plain()) if as_json else verdict.line())
    if not as_json:
        print(f"{passed} passed, {len(scripts) - passed} failed")
    return 2 if wrong else int(passed < len(scripts))


def _read(paths: Sequence[Path]) -> tuple[list[Script], list[YamlError]]:
    scripts: list[Script] = []
    wrong: list[YamlError] = []
    for path in _files(paths):
        try:
            scripts.append(read_script(path))
        except YamlError as error:
            wrong.append(error)
    return scripts, wrong


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*") if found.suffix in ENDINGS)
        else:
            yield path
