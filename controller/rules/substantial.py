"""Substantial action: when so much has happened that a misdeal is no longer possible (rules.md 3.1)."""

from __future__ import annotations

from controller.rules.house import SubstantialAction
from controller.rules.state import Phase, Table


def happened(table: Table) -> bool:
    """Whether there was substantial action on this street (T24-36, RR-MD-2, UK-G).

    Only actions in turn count, posts do not; a new street and a redeal begin again.
    """
    actions, paid = table.street.actions, table.street.paid
    match table.setup.house.misdeal_sa:
        case SubstantialAction.TDA36:
            return (actions >= 2 and paid >= 1) or actions >= 3
        case SubstantialAction.RROP2:
            return actions >= 2
        case SubstantialAction.ANY_VOLUNTARY:
            return paid >= 1


def misdeal_possible(table: Table) -> bool | None:
    """Whether the hand could still be a misdeal, None while no hand is on (T24-36)."""
    if table.phase in (Phase.IDLE, Phase.VOID, Phase.DRAWING):
        return None
    return table.phase in (Phase.DEALING, Phase.PREFLOP) and not happened(table)
