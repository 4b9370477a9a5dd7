"""The demonstration through the whole emulated wire: chips conserved, the same seed the same night."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pygame
import pytest

from controller.__main__ import main
from controller.tools.demo import has_display

STACK = 1000
GOLDEN = Path(__file__).parent / "golden"


def night(capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    assert main(["demo", "--headless", "--speed", "max", "--json", *more]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_same_seed_gives_the_same_hands_and_another_seed_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = night(capsys, "--hands", "4", "--seed", "7")
    assert first == night(capsys, "--hands", "4", "--seed", "7")
    assert first != night(capsys, "--hands", "4", "--seed", "8")


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_every_hand_conserves_the_chips(capsys: pytest.CaptureFixture[str], seats: int) -> None:
    *hands, total = night(capsys, "--hands", "5", "--seats", str(seats))
    assert total["hands"] == len(hands) == 5
    assert total["chips_in"] == total["chips_out"]
    bought_in = STACK * seats
    for hand in hands:
        on_table = sum(hand["stacks"].values())
        assert on_table >= bought_in
        assert (on_table - bought_in) % STACK == 0
        bought_in = on_table
        assert hand["pots"] == []
        assert sum(hand["paid"].values()) > 0
        assert set(hand["shown"]) <= {seat for seat, status in hand["status"].items() if status != "folded"}


@pytest.mark.soak
def test_two_hundred_hands(capsys: pytest.CaptureFixture[str]) -> None:
    *hands, total = night(capsys, "--hands", "200", "--seed", "1")
    assert (len(hands), total["chips_in"]) == (200, total["chips_out"])
    assert all(hand["irregularity"] is None for hand in hands)


def test_the_story_is_told_and_the_pictures_are_the_golden_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], update_golden: bool
) -> None:
    """What `make run` does without a display: five hands, and exact pictures by screens of their own."""
    folder = tmp_path / "demo"
    assert main(["demo", "--headless", "--pictures", str(folder)]) == 0
    told = capsys.readouterr().out
    assert told.count("Button seat") == 5
    assert told.splitlines()[-1] == "5 hands, 6000 chips in, 6000 chips out"
    names = {f"hand-00{n}-{view}.png" for n in range(1, 6) for view in ("dealer", "player")}
    assert {path.name for path in folder.iterdir()} == names
    for name in sorted(names):
        if update_golden:
            shutil.copy(folder / name, GOLDEN / name)
        drawn, expected = (pygame.image.load(place / name) for place in (folder, GOLDEN))
        same = pygame.image.tobytes(drawn, "RGB") == pygame.image.tobytes(expected, "RGB")
        assert same, f"{name} differs from its golden picture"


@pytest.mark.parametrize("wrong", [("--hands", "0"), ("--seats", "11"), ("--speed", "fast"), ("--seed", "x")])
def test_a_wrong_word_is_a_usage_error(wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", *wrong])
    assert ended.value.code == 2
    assert wrong[0] in capsys.readouterr().err


def test_a_display_is_found_by_the_environment() -> None:
    assert has_display({"DISPLAY": ":0"}.get)
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"}.get)
    assert not has_display({"DISPLAY": ""}.get)
