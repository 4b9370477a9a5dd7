"""Rulings that leave cards and chips alone (rules.md 9.1, 12.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.decisions import decide
from controller.rules.events import Ruled
from controller.rules.requests import CallFloor, Rule
from controller.rules.sentence import Refused
from controller.rules.state import Clock, Table
from controller.rules.table import replay
from tests.controller.rules.hands import dealt, seated


def called() -> Table:
    """Three players after the deal, seat 3 to act, and the floor is there."""
    table = dealt(seated({1: 500, 2: 500, 3: 500}, 3)).table
    events = decide(table, CallFloor())
    assert not isinstance(events, Refused)
    return replay(table, events)


def ruled(table: Table, ask: Rule) -> Table:
    events = decide(table, ask)
    assert not isinstance(events, Refused), events
    return replay(table, events)


def plain(table: Table) -> Table:
    """The table without its history."""
    return replace(table, history=(), events=0, open=(), started=None)


@pytest.mark.parametrize("ask", [Rule("R01", "lee"), Rule("R34", "lee", "talk of a live hand", seat=2)])
def test_play_goes_on_as_it_was(ask: Rule) -> None:
    table = called()
    after = ruled(table, ask)
    assert after.open == ()
    assert plain(after) == plain(table)
    *_, (_, last) = after.history
    assert last == Ruled(ask.code, "lee", ask.why, seat=ask.seat)


def test_a_review_leaves_the_table_stopped() -> None:
    reviewed = ruled(called(), Rule("R39", "lee"))
    assert [what.kind for what in reviewed.open] == ["floor"]
    assert ruled(reviewed, Rule("R01", "lee")).open == ()


@pytest.mark.parametrize(("seconds", "given"), [(0, 30), (10, 10)])
def test_the_clock_runs_for_whoever_has_to_act(seconds: int, given: int) -> None:
    table = called()
    turn = table.dealt[-1]
    assert ruled(table, Rule("R33", "lee", amount=seconds)).clock == Clock(turn, given)
    assert ruled(table, Rule("R33", "lee", seat=turn, amount=seconds)).clock == Clock(turn, given)


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (Rule("R33", "lee", seat=1), "refused.nothing_to_decide"),
        (Rule("R33", "lee", amount=-1), "refused.amount_high"),
        (Rule("R33", "lee", amount=10**30), "refused.amount_high"),
        (Rule("R34", "lee"), "refused.no_player"),
        (Rule("R34", "lee", seat=99), "refused.no_player"),
    ],
)
def test_a_ruling_about_nobody_is_refused(ask: Rule, reason: str) -> None:
    refused = decide(called(), ask)
    assert isinstance(refused, Refused)
    assert refused.reason.id == reason
