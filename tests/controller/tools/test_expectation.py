"""What `expect` compares: a subset in mappings, exact rows of cards, hands as sets, null for nothing."""

from __future__ import annotations

from typing import Any

import pytest

from controller.tools.expectation import difference

STATE: dict[str, Any] = {
    "prompt": {"do": "act", "seat": 3},
    "irregularity": None,
    "irregularities": [],
    "phase": "flop",
    "actor": 3,
    "actions": {"fold": True, "check": False, "call": 80, "bet": None, "raise": [130, 500]},
    "board": "5h 7h 6s",
    "burns": "",
    "stub": 35,
    "hands": {5: "9s 9h", 6: "Ah ??"},
    "status": {1: "folded", 2: "live"},
    "street_bets": {3: 60},
    "pots": [{"amount": 75, "seats": [1, 2, 3]}],
    "winners": [[6, "flush"], [2, None]],
    "lamps": {"seat 3": "act"},
    "rulings": None,
    "substantial_action": None,
    "owed": {4: {"live": 10, "dead": 5}},
    "clock": {"seat": 5, "left": 25},
    "boards": ["5h 7h 6s 4h 2h", "5h 7h 6s Kd Kc"],
    "aside": "",
    "impounded": [],
    "penalties": {},
}


@pytest.mark.parametrize(
    "expected",
    [
        {"prompt": {"do": "act"}},
        {"prompt": "act"},
        {"prompt": {"seat": 3, "pot": None}},
        {"irregularity": None, "irregularities": (), "actor": 3},
        {"actions": {"call": 80, "raise": (130, 500), "bet": None, "check": None}},
        {"actions": {"fold": True, "check": False}},
        {"board": "5h 7h 6s", "burns": None},
        {"board": ("5h", "7h", "6s")},
        {"hands": {5: "9h 9s", 6: "?? Ah", 7: None}},
        {"status": {1: "folded", "2": "live"}},
        {"street_bets": {3: 60, 4: None, 5: 0}},
        {"pots": ({"amount": 75},)},
        {"winners": ((6, "flush"), (2, None))},
        {"winners": ((6, "flush"), (2,))},
        {"lamps": {"seat 3": "act"}},
        {"rulings": None, "aside": "", "impounded": {}},
        {"owed": {4: {"dead": 5}, 5: None}, "clock": {"seat": 5}, "substantial_action": None},
        {"boards": ("5h 7h 6s 4h 2h", "5h 7h 6s Kd Kc")},
    ],
)
def test_what_holds(expected: dict[str, Any]) -> None:
    assert difference(expected, STATE) == ""


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"prompt": {"do": "deal"}}, "expected prompt {do: deal}, got {do: act, seat: 3}"),
        ({"prompt": None}, "expected prompt null, got {do: act, seat: 3}"),
        ({"actor": None}, "expected actor null, got 3"),
        ({"actor": "3"}, "expected actor 3, got 3"),
        ({"actions": {"raise": None}}, "expected actions {raise: null}"),
        ({"actions": {"fold": 1}}, "expected actions {fold: 1}"),
        ({"actions": {"rasie": None}}, "there is nothing called rasie in actions to expect"),
        ({"board": "7h 5h 6s"}, "expected board 7h 5h 6s, got 5h 7h 6s"),
        ({"board": None}, "expected board null, got 5h 7h 6s"),
        ({"burns": "Td"}, "expected burns Td, got "),
        ({"hands": {5: "9s"}}, "expected hands {5: 9s}"),
        ({"pots": ()}, "expected pots []"),
        ({"pots": ({"amount": 75, "seats": (1, 2)},)}, "expected pots"),
        ({"winners": ((6,), (2,))}, "expected winners"),
        ({"lamps": {"seat 12": "act"}}, "expected lamps"),
        (
            {"irregularity": {"kind": "B1"}},
            "expected irregularity {kind: B1}, got null",
        ),
        ({"irregularities": ("M5",)}, "expected irregularities [M5], got []"),
        ({"phase": "posting"}, "expected phase posting, got flop"),
        ({"status": {1: "dead"}}, "expected status {1: dead}, got {1: folded, 2: live}"),
        ({"weather": "fine"}, "there is nothing called weather to expect"),
        ({"journal": None}, "there is nothing called journal to expect"),
        ({"substantial_action": False}, "expected substantial_action false, got null"),
        ({"impounded": ({"amount": 75},)}, "expected impounded [{amount: 75}], got []"),
        ({"owed": {4: {"live": 10, "dead": 0}}}, "expected owed {4: {live: 10, dead: 0}}"),
        ({"clock": {"seat": 5, "left": 24}}, "expected clock {seat: 5, left: 24}, got {seat: 5, left: 25}"),
        ({"rulings": ("R22", "R23")}, "expected rulings [R22, R23], got null"),
    ],
)
def test_what_does_not_hold_is_told(expected: dict[str, Any], said: str) -> None:
    assert said in difference(expected, STATE)
