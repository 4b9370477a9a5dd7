"""What went wrong on the felt, found from where the cards lie or reported (rules.md 3 to 6).

Each family is a module with `KINDS`, `placed`, `rejudged` and, where eyes are needed, `REPORTS`, `decide` and
`reported`. A family opens a stop or something that the dealer mends alone; it never refuses what happened.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from controller.rules import todo
from controller.rules.cards import FLIGHT
from controller.rules.events import CardExposed, CardMoved, Event, ImpossibleEvent, Reported, Stopped
from controller.rules.incidents import board, deal, deck, exposed, hands, off_table, scrap, stray
from controller.rules.incidents.stops import UNRESOLVED, unresolved
from controller.rules.ledger import AFTER_THE_HAND, moved, piece
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, say
from controller.rules.state import Irregularity, Piece, Table

__all__ = ["decide_report", "placed", "rejudged", "reported", "sensed", "settled"]


class Family(Protocol):
    """Irregularities that belong together; `KINDS` are the ids of rules.md that it opens."""

    KINDS: frozenset[str]
    REPORTS: frozenset[str]

    def placed(self, before: Table, after: Table, was: Piece | None, now: Piece | None, /) -> Table:
        """`after`, or with what is wrong: `was` None left the shoe, `now` None went back."""

    def rejudged(self, table: Table, what: Irregularity, /) -> Irregularity:
        """The irregularity with kind, sentence and menu as cards and actions stand now."""

    def decide(self, table: Table, ask: Report | ReportExposed, /) -> tuple[Event, ...] | Refused:
        """The report as events, or why nothing of the kind can have happened."""

    def reported(self, table: Table, event: Reported | CardExposed, /) -> Table:
        """The table after the report."""

    def settled(self, table: Table, /) -> Table:
        """The table without what has been mended since, or the same table."""


FAMILIES: tuple[Family, ...] = (deck, exposed, scrap, off_table, hands, board, deal)


def placed(table: Table, event: CardMoved) -> Table:
    """The table after a card came to a place, with what is wrong about that."""
    was, after = piece(table, event.n), moved(table, event)
    now = piece(after, event.n)
    if doubled := deck.doubled(table, after, event):
        return doubled
    if table.phase in AFTER_THE_HAND or (was is not None and was.place == event.to):
        return after
    is_new = was is None or was.place == FLIGHT
    if is_new and now is not None and now.place == now.bound:
        after = todo.drawn(after, event.n, event.to)
    if todo.expects(table, event.n, event.to) or event.to == FLIGHT:
        return after
    if table.open:
        return _more(table, after, was, now) if is_new else after
    for family in FAMILIES:
        if (found := family.placed(table, after, was, now)) is not after:
            return found
    return stray.placed(after, was, now)


def _more(table: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:
    """The table after one more card while it was stopped: that may tell what a stop without a kind was."""
    if any(what.kind != UNRESOLVED for what in table.open):
        return rejudged(after)
    before, quiet = replace(table, open=()), replace(after, open=())
    for family in FAMILIES:
        found = family.placed(before, quiet, was, now)
        if found.open:
            return found
    return after


def rejudged(table: Table) -> Table:
    """The table with every stop judged anew, after more cards or actions that count now (12.1)."""
    return replace(table, open=tuple(_rejudged(table, what) for what in table.open))


def _rejudged(table: Table, what: Irregularity) -> Irregularity:
    family = next((family for family in FAMILIES if what.kind in family.KINDS), None)
    return family.rejudged(table, what) if family else what


def sensed(table: Table, event: Stopped) -> Irregularity:
    """What the readers stopped the table for, with the menu of its kind."""
    family = next((family for family in FAMILIES if event.kind in family.KINDS), None)
    if family is None:
        return unresolved(event.reason)
    return family.rejudged(table, Irregularity(event.kind, event.reason, event.seat, n=event.n))


def decide_report(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """A report as events, or why nothing of the kind can have happened."""
    if table.phase in AFTER_THE_HAND and not (_word(ask) in deck.REPORTS and deck.may_be_told(table)):
        return Refused(say("refused.not_now", ask=_word(ask)))
    ask = exposed.meant(table, ask) if isinstance(ask, ReportExposed) else ask
    family = _family_of(_word(ask))
    return family.decide(table, ask) if family else Refused(say("refused.not_supported", ask=_word(ask)))


def reported(table: Table, event: Reported | CardExposed) -> Table:
    """The table after a report; raises `ImpossibleEvent` for one that nobody takes."""
    word = event.what if isinstance(event, Reported) else "exposed"
    if (family := _family_of(word)) is None:
        raise ImpossibleEvent(f"there is no report {word}")
    return family.reported(table, event)


def settled(table: Table) -> Table:
    """The table without what the dealer has mended since, or the same table."""
    table = todo.settled(table)
    if table.phase in AFTER_THE_HAND:
        return table
    for family in FAMILIES:
        table = family.settled(table)
    return table


def _family_of(word: str) -> Family | None:
    return next((family for family in FAMILIES if word in family.REPORTS), None)


def _word(ask: Report | ReportExposed) -> str:
    return ask.what if isinstance(ask, Report) else "exposed"
