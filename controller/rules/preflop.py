"""How the betting before the flop begins: with the last card of the deal, or with a word before it."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import seating
from controller.rules.dealing import HOLE_CARDS, hole_cards_complete, holes_passed
from controller.rules.incidents import count
from controller.rules.state import Phase, Table


def begun_by_cards(table: Table) -> Table:
    """The table with the betting open once the hole cards lie, or the same table (rules.md 2.2).

    It opens too where no card is due any more and a hand has a wrong number: that stops it at once (M8).
    """
    if hole_cards_complete(table):
        return replace(seating.absent_killed(table), phase=Phase.PREFLOP)
    return count.over(seating.absent_killed(table)) if count.exhausted(table) else table


def begun_by_words(table: Table) -> Table:
    """The table with the betting open where somebody acts before the last card, or the same table.

    A debt that does not stop the table does not stop the count either (rules.md 11, 12.1; E2, M9, EX-22).
    Otherwise the deal is over with the action, where a single seat may have been passed over (M7, M8): before
    that it is a key pressed by mistake.
    """
    seats = len(table.dealt)
    enough = max(seats + 1, (seats - 1) * HOLE_CARDS)
    begun = table.phase is Phase.DEALING and holes_passed(table) >= enough
    return count.over(seating.absent_killed(table)) if begun else table
