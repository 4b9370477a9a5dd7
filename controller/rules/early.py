"""Actions out of turn: they wait, then bind or fall when the turn comes (rules.md D11, D12; T24-53)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import action, betting
from controller.rules.events import Acted, Bound, Declared, LeftToFloor
from controller.rules.house import OutOfTurn, Skipped
from controller.rules.incidents.stops import stopped
from controller.rules.positions import clockwise
from controller.rules.sentence import say
from controller.rules.state import Early, Irregularity, Table
from controller.rules.words import CHIPS

FOLD = "fold"
_WITH_CHIPS = ("call", "bet", "raise")


def waiting(table: Table, seat: int) -> Early | None:
    """The seat's action out of turn that waits for its turn, None where there is none."""
    return next((early for early in table.early if early.seat == seat and early.act != FOLD), None)


def without(table: Table, seat: int) -> Table:
    """The table without what the seat did out of turn."""
    return replace(table, early=tuple(early for early in table.early if early.seat != seat))


def noted(table: Table, early: Early) -> Table:
    """The table with one more action out of turn, stopped where it has skipped a player by now (T24-53B)."""
    table = replace(table, early=(*table.early, early))
    skipped = betting.actor(table)
    if not skipped or any(early.stands for early in table.early) or not _skips(table):
        return table
    what = Irregularity("D12", say("irregular.skipped", seat=skipped), skipped, ("R15", "R20"))
    stands = tuple(replace(early, stands=True) for early in table.early)
    return stopped(replace(table, early=stands), what)


def resolved(table: Table) -> Table:
    """The table after the action out of turn whose turn has come; the same table where there is none."""
    if not table.early:
        return table
    turn = betting.actor(table)
    order = clockwise(table.dealt, table.street.after)
    passed = order[: order.index(turn)] if turn else order
    left = tuple(e for e in table.early if e.seat not in passed or betting.pending(table, e.seat))
    if left != table.early:
        return replace(table, early=left)
    early = waiting(table, turn)
    return _due(without(table, turn), early) if early else table


def _skips(table: Table) -> bool:
    """Whether there was substantial action out of turn to the left of the actor (T24-53B, T24-36).

    Folds alone skip nobody: each binds by itself and leaves the actor all he had.
    """
    acts = [early.act for early in table.early]
    many = len(acts) >= 3 and any(act != FOLD for act in acts)
    match table.setup.house.bet_skipped:
        case Skipped.SA_TO_LEFT:
            return many or (len(acts) >= 2 and any(act in _WITH_CHIPS for act in acts))
        case Skipped.THREE_BEHIND:
            return many


def _due(table: Table, early: Early) -> Table:
    """It binds where the action to him did not change: check, call and fold are no change (T24-53A)."""
    changed = table.street.bet != early.faced
    rule = table.setup.house.bet_oot
    if early.stands or rule is OutOfTurn.ALWAYS_BINDING:
        return _binding(table, early)
    if changed or rule is OutOfTurn.NEVER_BINDING:
        return _released(table, early, changed=changed)
    return _binding(table, early)


def _released(table: Table, early: Early, *, changed: bool) -> Table:
    """All options are his again; who checked or called may not raise next where RR-BET-10 holds."""
    seat, rule = early.seat, table.setup.house.bet_oot
    if changed and rule is OutOfTurn.RROP and early.act in ("check", "call"):
        bound = replace(table.seats[seat], bound=Bound.PASSIVE)
        return replace(action.with_seat(table, seat, bound), told=say("told.changed.passive", seat=seat))
    return replace(table, told=say("told.changed" if changed else "told.takes_back", seat=seat))


def _binding(table: Table, early: Early) -> Table:
    outcome = _standing(table, early)
    match outcome:
        case Acted():
            said = table.told or say(f"told.stands.{outcome.act}", seat=early.seat, to=outcome.to)
            return replace(action.taken(table, outcome), told=said)
        case LeftToFloor():
            return action.left_to_floor(table, outcome)
        case Declared():
            said = table.told or action.promised(table, outcome)
            return replace(action.declared(table, outcome), told=said)


def _standing(table: Table, early: Early) -> Acted | Declared | LeftToFloor:
    """What the action comes to in turn: what it was, as far as that is still open."""
    seat, here = early.seat, table.seats[early.seat]
    may, front = betting.options(table, seat), here.street_in
    whole, span = front + here.stack, may.bet or may.raise_
    put = early.to - front if early.said.startswith(CHIPS) else 0
    if early.act in ("bet", "raise") and span:
        if early.to and early.to < span[0] and table.street.bet == early.faced:
            return LeftToFloor(seat, early.said, "NL4", put, early.to)
        if not early.to and span[0] < span[1]:
            return Declared(seat, early.said, Bound.RAISE)
        to = min(max(early.to, span[0]), span[1])
        return Acted(seat, early.said, "bet" if may.bet else "raise", to - front, to)
    if early.act == "call" and early.to < min(early.faced, whole):
        return LeftToFloor(seat, early.said, "D9", put, early.to)
    if may.check:
        return Acted(seat, early.said, "check", 0, front)
    if early.act == "check":
        return Declared(seat, early.said, Bound.PASSIVE)
    return Acted(seat, early.said, "call", may.call, front + may.call)
