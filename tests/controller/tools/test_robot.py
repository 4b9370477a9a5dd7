"""The robot dealer at tables of every kind: hands end, chips add up, and each prompt is answered."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.rules.state import BETWEEN_HANDS, Table
from controller.rules.table import chips
from controller.tools.console import Console
from controller.tools.emulated import emulated_deck, emulated_settings, make_folders
from controller.tools.farside import TICK
from controller.tools.rig import Rig
from controller.tools.robot import FAST, Habits, Robot
from controller.views import DealerView

STACK = 400
HANDS = 4
STUCK = 200.0
STAKES = {"small_blind": 5, "big_blind": 10, "unit": 5}
CALLERS = Habits(fold=0.05, all_in=0.4, run_twice=1.0)


def played(
    folder: Path, *, house: Mapping[str, object], habits: Habits, more: Mapping[str, Any]
) -> tuple[Rig, set[str]]:
    """A table after some hands, and the prompts that the robot saw."""
    stacks = dict.fromkeys(range(1, 5), STACK)
    settings = emulated_settings(folder, stacks, seats=4, stakes=STAKES, house=house, more=more)
    make_folders(settings)
    deck = emulated_deck(random.Random(1))
    rig = Rig(settings, deck)
    console = Console(settings.sockets / "dealer.sock", DealerView, name="robot")
    robot = Robot(rig.felt, console, deck, random.Random(3), pace=FAST, rebuy=STACK, habits=habits)
    prompts: set[str] = set()
    while not over(rig.loop.table) and rig.clock.now() < STUCK * HANDS:
        rig.advance(TICK)
        robot.step(rig.clock.now())
        rig.pump()
        prompts.add(rig.dealer.dealer.prompt.do)
    console.close()
    rig.close()
    return rig, prompts


def over(table: Table) -> bool:
    return table.hand >= HANDS and table.phase in BETWEEN_HANDS


@pytest.mark.parametrize(
    ("house", "habits", "more", "prompt"),
    [
        ({}, Habits(), {"game": "pot-limit"}, "act"),
        ({}, Habits(), {"game": "fixed-limit"}, "act"),
        ({}, Habits(), {"betting": "cards-only"}, "confirm"),
        ({"rit.enabled": "ON"}, CALLERS, {}, "agree"),
        ({"rit.enabled": "ON"}, Habits(fold=0.05, all_in=0.4, run_twice=0.0), {}, "agree"),
        ({"ui.quick_bets": "NONE"}, Habits(bet=1.0, raise_=0.5), {}, "act"),
    ],
    ids=["pot-limit", "fixed-limit", "cards-only", "run twice", "not run twice", "no shortcuts"],
)
def test_hands_are_played_to_their_end(
    house: Mapping[str, object], habits: Habits, more: Mapping[str, Any], prompt: str, tmp_path: Path
) -> None:
    rig, prompts = played(tmp_path, house=house, habits=habits, more=more)
    table = rig.loop.table
    assert over(table)
    assert prompt in prompts
    assert "stop" not in prompts
    assert chips(table) == sum(seat.bought for seat in table.seats.values())
