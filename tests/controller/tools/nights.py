"""A short night at the emulated table, and copies of its journal, for the tests of what is told of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller import codec
from controller.deckmap import DeckMap
from controller.journal import Journal, read, read_header
from controller.rules.cards import CardId
from controller.rules.events import Acted, Event, HandStarted
from controller.rules.state import Table
from controller.session import replayed
from controller.tools.console import Console
from controller.tools.emulated import LEE, emulated_deck, emulated_settings, make_folders
from controller.tools.rig import Rig
from controller.tools.robot import FAST, Habits, Robot
from controller.views import DealerView

STACKS = dict.fromkeys(range(1, 6), 1000)
STAKES = {"small_blind": 5, "big_blind": 10, "unit": 5}


@dataclass(frozen=True, slots=True)
class Night:
    """What is left of a night: its journal, the deck map in use, and the table as it was at the end."""

    journal: Path
    deck_map: Path
    deck: DeckMap
    table: Table


def played(folder: Path) -> Night:
    """Four hands or more: a card at the wrong seat, then an entry and a call for the floor taken back."""
    rng = random.Random(11)
    settings = emulated_settings(folder, STACKS, seats=6, stakes=STAKES)
    make_folders(settings)
    deck = emulated_deck(rng)
    deck.save(settings.deck_map)
    rig = Rig(settings, deck)
    console = Console(settings.sockets / "dealer.sock", DealerView)
    clumsy = Robot(
        rig.felt, console, deck, rng, pace=FAST, rebuy=1000, habits=Habits(wrong_seat=1.0), floor=LEE
    )
    _play(rig, clumsy, lambda table: bool(table.open))
    steady = Robot(rig.felt, console, deck, rng, pace=FAST, rebuy=1000, floor=LEE)
    _play(rig, steady, lambda table: table.hand == 3 and _can_be_taken_back(table))
    for ask in ("undo", "floor", "undo"):
        answer = console.answer(console.ask(ask), lambda: _pumped(rig, console))
        assert answer.refused is None, answer.refused
    _play(rig, steady, lambda table: table.hand == 6)
    night = Night(rig.journal.path, settings.deck_map, deck, rig.loop.table)
    console.close()
    rig.close()
    return night


def _play(rig: Rig, robot: Robot, until: Callable[[Table], bool]) -> None:
    for _ in range(20_000):
        if until(rig.loop.table):
            return
        rig.advance(0.02)
        robot.step(rig.clock.now())
    raise AssertionError(f"the robot is stuck in hand {rig.loop.table.hand}")


def _can_be_taken_back(table: Table) -> bool:
    return any(isinstance(event, Acted) and event.said != "muck" for _, event in table.history)


def _pumped(rig: Rig, console: Console) -> None:
    rig.pump()
    console.poll(rig.clock.now())


def copied(
    source: Path,
    target: Path,
    *,
    walls: Sequence[str] = (),
    header: dict[str, Any] | None = None,
    boots: Sequence[str] = (),
    more: Sequence[Event] = (),
) -> Path:
    """A sound journal of the same turns; `walls` and `boots` in place of theirs, `more` as a last turn."""
    head = {**read_header(source), **(header or {})}
    journal = Journal.create(target, head, boot="b", mono=0.0, wall=walls[0] if walls else "0.000")
    for i, line in enumerate(read(source)):
        if boots and i < len(boots):
            journal.close()
            journal = Journal.open(target, boot=boots[i])
        journal.append(line.events, mono=line.mono, wall=walls[i] if walls else line.wall)
    if more:
        journal.append([codec.encode(event) for event in more], mono=1e6, wall="0.000")
    journal.close()
    return target


def starts(path: Path) -> list[int]:
    """The indices of the turns that begin a hand."""
    return [i for i, (_, events, _) in enumerate(replayed(path)) if isinstance(events[0], HandStarted)]


def hidden(night: Night, number: int) -> frozenset[str]:
    """The faces of the cards that lay on the table in hand `number` and were shown to nobody."""
    cards: set[CardId] = set()
    shown: set[CardId] = set()
    for _, _, table in replayed(night.journal):
        if table.hand == number:
            cards |= {piece.card for piece in table.pieces if piece.card}
            shown |= set(table.faces)
    return frozenset(night.deck.face(card).text for card in cards - shown)
