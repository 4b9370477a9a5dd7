"""Players who are away from the table with a live hand, when their turn comes (rules.md 12.2; H14, H20)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import action, betting, early
from controller.rules.events import Acted
from controller.rules.sentence import say
from controller.rules.state import Table


def passed(table: Table) -> Table:
    """The table after the turn of a player who is away, or the same table (H20, T24-31).

    His hand was kept until now: it is folded where he faces a bet, and checked where he does not.
    """
    seat = betting.actor(table)
    if not seat or not table.seats[seat].gone:
        return table
    may = betting.options(table, seat)
    if not may.fold:
        return table
    act = "check" if may.check else "fold"
    because = say("told.away.check" if may.check else "told.away.fold", seat=seat)
    said = Acted(seat, "away", act, 0, table.seats[seat].street_in, because)
    return replace(action.taken(early.without(table, seat), said), told=because)
