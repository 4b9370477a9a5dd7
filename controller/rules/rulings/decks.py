"""Rulings on the deck: another one is used (rules.md 6.1; R37)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.events import Ruled
from controller.rules.house import MissingCard
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused
from controller.rules.state import DeckCare, Table

CODES = frozenset({"R37"})
FOULED = frozenset({"F1", "F2", "F3", "F7", "F8", "M16"})
MISSING = frozenset({"F5", "M17"})


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """Another deck is asked for at any time; while a hand is on it waits for its end (rules.md 12.5)."""
    return (signed(table, ask),)


def ruled(table: Table, event: Ruled) -> Table:  # noqa: ARG001
    """The table whose deck is replaced before the next deal."""
    return replace(table, care=DeckCare.REPLACE)


def fouled(before: Table, after: Table) -> Table:
    """The table after a ruling on a deck fault: its deck is replaced, whatever was ruled (6.1; 12.5).

    A missing card that changes nothing is put back, and the deck is verified (RR-IRR-10).
    """
    answered = {what.kind for what in before.open if what.kind not in {left.kind for left in after.open}}
    if answered & FOULED:
        return replace(after, care=DeckCare.REPLACE)
    if answered & MISSING:
        stands = after.setup.house.deck_missing_card is MissingCard.STANDS
        return replace(after, care=DeckCare.PASS if stands else DeckCare.REPLACE)
    return after
