"""kill -9 in mid-hand: a real process with real threads and a real disk comes back where it was."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from controller.journal import read, verify
from controller.session import newest
from controller.tools.console import Console
from controller.views import DealerView
from tests.simulation.night import deck_of, shuffled
from tests.simulation.standalone import DECK

# Generous: a slow machine may take its time, and a test that passes waits for nothing.
LIMIT = 60.0


class Process:
    """The table in its process, and a console at its socket."""

    def __init__(self, folder: Path, lying: Mapping[str, list[str]]) -> None:
        command = [sys.executable, "-m", "tests.simulation.standalone", str(folder)]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
        self._tell(json.dumps(lying))
        self.lying = {reader: list(tags) for reader, tags in lying.items()}
        self.console = self._connected(folder / "sockets" / "dealer.sock")

    @property
    def view(self) -> DealerView:
        return self.console.dealer

    def pitch(self, tag: str, reader: str) -> None:
        self.lying.setdefault(reader, []).append(tag)
        self._tell(json.dumps([tag, "shoe", reader]))

    def move(self, tag: str, reader: str) -> None:
        for tags in self.lying.values():
            if tag in tags:
                tags.remove(tag)
        self.lying.setdefault(reader, []).append(tag)
        self._tell(json.dumps([tag, reader]))

    def ask(self, ask: str, **fields: object) -> None:
        answer = self.console.answer(self.console.ask(ask, **fields), self._pump, tries=int(LIMIT * 100))
        assert answer.refused is None, f"{ask} was refused: {answer.refused}"

    def until(self, holds: Callable[[DealerView], object]) -> None:
        """Wait for a snapshot."""
        end = time.monotonic() + LIMIT
        while not (self.console.view and holds(self.view)):
            assert time.monotonic() < end, f"waited in vain, the prompt is {self.view.prompt}"
            self._pump()

    def kill(self) -> None:
        """SIGKILL, then hang up."""
        self._child.kill()
        self._child.wait(LIMIT)
        assert self._child.stdin is not None
        self._child.stdin.close()
        self.console.close()

    def _pump(self) -> None:
        if not self.console.poll(0.0):
            time.sleep(0.01)

    def _tell(self, line: str) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(line + "\n")
        self._child.stdin.flush()

    def _connected(self, path: Path) -> Console:
        end = time.monotonic() + LIMIT
        while True:
            assert self._child.poll() is None, "the table ended by itself"
            try:
                return Console(path, DealerView)
            except (FileNotFoundError, ConnectionRefusedError):
                assert time.monotonic() < end, "the table opened no socket"
                time.sleep(0.02)


@contextmanager
def started(folder: Path, lying: Mapping[str, list[str]]) -> Iterator[Process]:
    process = Process(folder, lying)
    try:
        yield process
    finally:
        process.kill()


def wants_a_card(seat: int) -> Callable[[DealerView], bool]:
    return lambda view: (view.prompt.do, view.prompt.seat) == ("deal", seat)


def kept(folder: Path) -> int:
    path = newest(folder / "journal")
    assert path is not None
    assert verify(path).sound
    return sum(len(line.events) for line in read(path))


def test_a_table_that_was_killed_in_mid_hand_comes_back_to_the_same_prompt(tmp_path: Path) -> None:
    shoe = iter(shuffled(deck_of(DECK), random.Random(DECK)))
    with started(tmp_path, {}) as process:
        process.until(lambda view: view.prompt.do == "next")
        process.ask("next")
        for seat in (1, 2, 3, 1, 2):
            process.until(wants_a_card(seat))
            process.pitch(next(shoe), f"seat {seat}")
        process.until(lambda view: view.prompt.seat == 3)
        before, lying = process.view, process.lying
    events = kept(tmp_path)
    with started(tmp_path, lying) as process:
        process.until(lambda view: view.phase != "verify")
        assert process.view.prompt == before.prompt
        assert process.view.seats == before.seats
        process.until(lambda view: not view.health)
        process.pitch(next(shoe), "seat 3")
        process.until(lambda view: view.prompt.do == "act")
        process.ask("raise", seat=3, amount=30)
        process.until(lambda view: view.actor == 1)
        for tag in list(process.lying["seat 1"]):
            process.move(tag, "muck")
        process.until(lambda view: view.actor == 2)
        before, lying = process.view, process.lying
    assert kept(tmp_path) > events
    with started(tmp_path, lying) as process:
        process.until(lambda view: view.phase != "verify")
        assert process.view.prompt == before.prompt
        assert process.view.pot_total == 45
        assert process.view.seats[1].status == "folded"
        process.ask("fold", seat=2)
        process.until(lambda view: view.prompt.do == "push")
        process.ask("next")
        process.until(lambda view: view.seats[3].stack == 1015)
    assert kept(tmp_path) > events
