"""Substantial action: when so much has happened that a misdeal is no longer possible (rules.md 3.1)."""

from __future__ import annotations

from controller.rules.house import SubstantialAction
from controller.rules.sentence import Sentence, say
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


def because(table: Table) -> Sentence | None:
    """Whether a misdeal is still possible, and why, in one sentence; None while no hand is on (3.1, 12.1).

    While the table is stopped what counts is how it was when attention was called: nothing counts since.
    """
    possible = misdeal_possible(table)
    if possible is None:
        return None
    if table.phase is Phase.DEALING:
        return say("detail.misdeal.dealing")
    if table.phase is not Phase.PREFLOP:
        return say("detail.misdeal.street")
    actions, paid = table.street.actions, table.street.paid
    if not actions:
        return say("detail.misdeal.untouched")
    if table.setup.house.misdeal_sa is SubstantialAction.ANY_VOLUNTARY:
        return say("detail.misdeal.no_chips") if possible else say("detail.misdeal.chips")
    word = "few" if possible else "late"
    return say(f"detail.misdeal.{word}", actions=actions, paid=paid)
