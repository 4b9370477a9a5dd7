"""Whatever happens on the felt, the table goes on, keeps every chip and card, and tells no hidden face."""

from __future__ import annotations

import random
import tempfile
from enum import EnumMeta
from pathlib import Path
from typing import get_type_hints

import pytest

from controller.book import keys
from controller.deckmap import DeckMap
from controller.rules.cards import CardId
from controller.rules.events import FaceShown
from controller.rules.house import HouseRules
from controller.rules.state import Seat, Status
from controller.session import Start
from controller.tools.emulated import emulated_deck, emulated_settings
from tests.simulation.history import History, RecordingStage

STACKS = {1: 500, 2: 300, 3: 800, 5: 60, 6: 500}
STAKES = {"small_blind": 5, "big_blind": 10, "unit": 5}
PROFILES = ("tda", "robert")
CHANGED = 0.4
STEPS = 150
LONG_STEPS = 1000
REPLAYED_EVERY = 25


def night(deck: DeckMap, seed: int, steps: int) -> RecordingStage:
    """A night of `steps` steps, checked after each."""
    with tempfile.TemporaryDirectory() as folder:
        settings = emulated_settings(Path(folder), STACKS, seats=6, stakes=STAKES, house=house_of(seed))
        stage = RecordingStage(settings, seated(), deck, {})
        history = History(stage, deck, seed)
        for n in range(steps):
            history.step()
            if n % REPLAYED_EVERY == 0:
                history.check_replay()
        history.check_replay()
        return stage


def house_of(seed: int) -> dict[str, object]:
    """A profile: the first two seeds as it stands, all others with some of its options set otherwise."""
    house: dict[str, object] = {"profile": PROFILES[seed % 2]}
    rng = random.Random(seed)
    kinds = get_type_hints(HouseRules)
    for key in keys() if seed > 1 else ():
        kind = kinds[key.replace(".", "_", 1)]
        choices = ("ON", "OFF") if kind is bool else tuple(kind) if isinstance(kind, EnumMeta) else ()
        if choices and rng.random() < CHANGED:
            house[key] = str(rng.choice(choices))
    return house


def seated() -> Start:
    """The players at their seats, before the first hand."""
    seats = {n: Seat() for n in range(1, 7)}
    seats |= {n: Seat(f"Player {n}", Status.OUT, stack, bought=stack) for n, stack in STACKS.items()}
    return Start(seats, 6)


def disguised(deck: DeckMap, stage: RecordingStage, seed: int) -> DeckMap:
    """The deck with other faces on all cards that nobody was shown."""
    shown = {event.card for event in stage.events if isinstance(event, FaceShown)}
    hidden: list[CardId] = sorted(deck.cards(deck.decks[0]) - shown)
    faces = [deck.face(card) for card in hidden]
    random.Random(seed).shuffle(faces)
    return deck.with_faces(dict(zip(hidden, faces, strict=True)))


@pytest.mark.parametrize("seed", range(4))
def test_any_history_goes_on_and_tells_no_face(seed: int) -> None:
    check(seed, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_any_long_history_goes_on_and_tells_no_face(seed: int) -> None:
    """50 nights of 1,000 steps, each played with two decks: 100,000 steps."""
    check(seed, LONG_STEPS)


def check(seed: int, steps: int) -> None:
    """Play a night twice with decks that differ in hidden faces alone: nothing that leaves it differs."""
    deck = emulated_deck(random.Random(seed))
    first = night(deck, seed, steps)
    second = night(disguised(deck, first, seed), seed, steps)
    assert len(first.frames) == len(second.frames)
    for one, other in zip(first.frames, second.frames, strict=True):
        assert one == other
