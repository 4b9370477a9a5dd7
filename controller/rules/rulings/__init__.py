"""The floor's rulings: what each code of rules.md 9.1 changes, and the menu that allows it.

Each family is a module with `CODES`, `decide` and `ruled`. A ruling closes the irregularity that it answers,
the first one that is open, and is never undone (design 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from controller.rules.events import Event, ImpossibleEvent, Ruled
from controller.rules.incidents.stops import FLOOR
from controller.rules.requests import Rule
from controller.rules.rulings import (
    bet,
    conduct,
    counts,
    deal,
    decks,
    hand,
    killed,
    pending,
    posts,
    pots,
    scraps,
    stub,
)
from controller.rules.rulings.deal import MISDEAL, voided
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, Irregularity, Table

__all__ = ["CATALOGUE", "MISDEAL", "decide_ruling", "left_open", "menu", "ruled", "voided"]


class Family(Protocol):
    """A module of rulings that belong together."""

    CODES: frozenset[str]

    def decide(self, table: Table, ask: Rule, /) -> tuple[Ruled, ...] | Refused:
        """The ruling as an event, or why it does not fit the table."""

    def ruled(self, table: Table, event: Ruled, /) -> Table:
        """The table after the ruling; what it answers is closed already."""


REVIEW = "R39"
AT_ANY_TIME = ("R33", "R34", "R37")
FAMILIES: tuple[Family, ...] = (bet, conduct, counts, deal, decks, hand, killed, posts, pots, scraps, stub)
CATALOGUE = tuple(sorted(code for family in FAMILIES for code in family.CODES))


def menu(table: Table) -> tuple[str, ...]:
    """The codes that the floor may choose from now, the house's first choice first (rules.md 9.2, 12.6).

    A call of the floor opens everything that is built after what belongs to the case (12.10); between hands
    the last hand can still be corrected (SD15, R32) and the button be placed (R35).
    """
    if table.open:
        first = table.open[0].rulings
        called = any(what.kind == FLOOR for what in table.open)
        return (*first, *(code for code in CATALOGUE if called and code not in first))
    if table.mends:
        return tuple(dict.fromkeys(code for mend in table.mends for code in mend.rulings))
    if table.phase not in BETWEEN_HANDS or not table.hand:
        return ()
    return ("R32", "R35", *(("R31",) if table.impounded else ()))


def decide_ruling(table: Table, ask: Rule) -> tuple[Event, ...] | Refused:
    """The ruling as an event, or why it is not open now.

    Against the menu the floor rules with a reason: it proposes, the floor disposes (rules.md 9). The clock, a
    penalty and a ruling on an earlier hand need no stop.
    """
    family = next((family for family in FAMILIES if ask.code in family.CODES), None)
    if family is None:
        return Refused(say("refused.ruling_unknown", code=ask.code))
    open_now = menu(table)
    if ask.code in AT_ANY_TIME or pending.concerns(table, ask):
        return family.decide(table, ask)
    if not open_now and not table.open:
        return Refused(say("refused.ruling_nothing", code=ask.code))
    if ask.code in open_now or (table.open and ask.why):
        return family.decide(table, ask)
    return Refused(say("refused.ruling_not_open", code=ask.code, codes=open_now))


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling; raises `ImpossibleEvent`.

    Once nothing stops the table, what was done since the stop is to be entered again (12.10).
    """
    family = next((family for family in FAMILIES if event.code in family.CODES), None)
    if family is None:
        raise ImpossibleEvent(f"there is no ruling {event.code}")
    after = decks.fouled(table, family.ruled(_answered(table, event), event))
    if event.code == "R01":
        after = stub.continued(table, after)
    return after if after.open else replace(after, notes=())


def left_open(stops: Sequence[Irregularity], answered: Sequence[Irregularity]) -> tuple[Irregularity, ...]:
    """The stops without those that a ruling answers, nor a call of the floor that led to it."""
    done = [(what.kind, what.seat) for what in answered]
    return tuple(what for what in stops if what.kind != FLOOR and (what.kind, what.seat) not in done)


def _answered(table: Table, event: Ruled) -> Table:
    """The table without the stop that the ruling answers.

    A review answers nothing (R39); what may be ruled at any time answers only what has it on its menu.
    """
    if not table.open or event.code == REVIEW:
        return table
    case = table.open[0]
    if case.kind != FLOOR and (event.last or (event.code in AT_ANY_TIME and event.code not in case.rulings)):
        return table
    return replace(table, open=left_open(table.open, (case,)))
