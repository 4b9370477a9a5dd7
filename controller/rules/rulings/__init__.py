"""The floor's rulings: what each code of rules.md 9.1 changes, and the menu that allows it.

Each family is a module with `CODES`, `decide` and `ruled`. A ruling closes the irregularity that it answers,
the first one that is open, and is never undone (design 4).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from controller.rules.events import CardExposed, Event, ImpossibleEvent, Ruled
from controller.rules.requests import ReportExposed, Rule
from controller.rules.rulings import bet, conduct, deal, hand
from controller.rules.rulings.deal import voided
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, Table

__all__ = ["decide_ruling", "menu", "ruled", "voided"]


class Family(Protocol):
    """A module of rulings that belong together."""

    CODES: frozenset[str]

    def decide(self, table: Table, ask: Rule, /) -> tuple[Ruled, ...] | Refused:
        """The ruling as an event, or why it does not fit the table."""

    def ruled(self, table: Table, event: Ruled, /) -> Table:
        """The table after the ruling; what it answers is closed already."""


FAMILIES: tuple[Family, ...] = (bet, conduct, deal, hand)
CATALOGUE = tuple(sorted(code for family in FAMILIES for code in family.CODES))


def menu(table: Table) -> tuple[str, ...]:
    """The codes that the floor may choose from now, the house's first choice first (rules.md 9.2, 12.6).

    A call of the floor opens everything that is built (12.10); between hands the last hand can still be
    corrected (SD15, R32) and the button be placed (R35).
    """
    if table.open:
        return CATALOGUE if table.open[0].kind == "floor" else table.open[0].rulings
    return ("R32", "R35") if table.phase in BETWEEN_HANDS and table.hand else ()


def decide_ruling(table: Table, ask: Rule | ReportExposed) -> tuple[Event, ...] | Refused:
    """The ruling or report as an event, or why it is not open now."""
    if isinstance(ask, ReportExposed):
        return deal.decide_exposed(table, ask)
    for family in FAMILIES:
        if ask.code in family.CODES:
            open_now = menu(table)
            if ask.code in open_now:
                return family.decide(table, ask)
            if not open_now:
                return Refused(say("refused.ruling_nothing", code=ask.code))
            return Refused(say("refused.ruling_not_open", code=ask.code, codes=open_now))
    return Refused(say("refused.ruling_unknown", code=ask.code))


def ruled(table: Table, event: CardExposed | Ruled) -> Table:
    """The table after a ruling or a report; raises `ImpossibleEvent`."""
    if isinstance(event, CardExposed):
        return deal.exposed(table, event)
    for family in FAMILIES:
        if event.code in family.CODES:
            return family.ruled(replace(table, open=table.open[1:]), event)
    raise ImpossibleEvent(f"there is no ruling {event.code}")
