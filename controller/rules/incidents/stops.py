"""How an irregularity is opened: it stops the table, or the dealer mends it alone (design 4; 12.7)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.sentence import Sentence, say
from controller.rules.state import Irregularity, Table
from controller.rules.substantial import misdeal_possible

DECK_FAULT = say("unresolved.deck_fault")
UNRESOLVED = "unresolved"
FLOOR = "floor"


def stopped(table: Table, what: Irregularity) -> Table:
    """The table with one more stop; the same kind for the same seat is told anew and keeps its place.

    A call of the floor stands behind whatever it is about, be that found before it or after.
    Whether a misdeal is possible is measured now, when attention is called (12.1).
    """
    possible = misdeal_possible(table) is True
    new = replace(what, since=table.events + 1, possible=possible)
    same = [old for old in table.open if _same(old, what)]
    if same:
        kept = replace(new, since=same[0].since, possible=same[0].possible)
        return replace(table, open=tuple(kept if old is same[0] else old for old in table.open))
    kept_mends = tuple(mend for mend in table.mends if not _same(mend, what))
    calls = tuple(old for old in table.open if old.kind == FLOOR)
    cases = tuple(old for old in table.open if old.kind != FLOOR)
    return replace(table, open=(*cases, new, *calls), mends=kept_mends)


def mending(table: Table, what: Irregularity) -> Table:
    """The table with one more thing that the dealer mends alone; play does not stop for it."""
    new = replace(what, since=table.events + 1, possible=misdeal_possible(table) is True)
    return replace(table, mends=(*(m for m in table.mends if not _same(m, what)), new))


def closed(table: Table, kind: str, seat: int = 0) -> Table:
    """The table without the stops and mends of a kind, of one seat where it is given."""
    gone = [w for w in (*table.open, *table.mends) if w.kind == kind and seat in (0, w.seat)]
    return replace(
        table,
        open=tuple(what for what in table.open if what not in gone),
        mends=tuple(what for what in table.mends if what not in gone),
    )


def unresolved(reason: Sentence) -> Irregularity:
    """A stop for which no rule is built in; a deck with a card twice is void (F1, T24-35E)."""
    return Irregularity(UNRESOLVED, reason, rulings=("R03",) if reason == DECK_FAULT else ())


def _same(one: Irregularity, other: Irregularity) -> bool:
    return (one.kind, one.seat) == (other.kind, other.seat)
