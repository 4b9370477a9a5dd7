"""Passing the deck or the stub over the shoe antenna (rules.md 2.1, 3.2, 11; F11, EX-66).

A deck is whole once all its cards have passed, a stub once it is the set that the table expects: the deck
without what is out. The last card ends the passage by itself; of a stub the dealer says when he has no more.
Cards that a ruling sends back into the stub may pass with it.
"""

from __future__ import annotations

from dataclasses import replace

from controller.deckcheck import UNKNOWN_TAG, DeckCheck, Wanted
from controller.rules import opening
from controller.rules.cards import SHOE, CardId, How
from controller.rules.dealing import current, deck_in_use, stub, waits
from controller.rules.events import CardMoved, DeckVerified, Event, Stopped, StubPassed
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import BETWEEN_HANDS, Do, Table, Task
from controller.sightings import Outcome, Sensing


def wanted(table: Table) -> Wanted | None:
    """The cards that are to pass the shoe antenna now, None for none."""
    deck, size = deck_in_use(table), table.setup.deck_size
    if opening.verifying(table):
        return Wanted(deck, size, size)
    if table.phase in BETWEEN_HANDS or not _verifies_next(table):
        return None
    back = {task.n for task in _back(table)}
    out = frozenset({*(p.card for p in table.pieces if p.card and p.n not in back), *table.missing})
    return Wanted(deck, size, stub(table) + len(back), out)


def _back(table: Table) -> list[Task]:
    """The cards that go back into the stub before it passes: they may pass with it."""
    return [t for t in table.todo if t.do is Do.MOVE and t.to == SHOE and not waits(table, t)]


def _verifies_next(table: Table) -> bool:
    """Whether the stub is to pass now, or as soon as cards have gone back into it."""
    now = (task for task in table.todo if not waits(table, task))
    return next((t.do for t in now if t.do is not Do.MOVE or t.to != SHOE), None) is Do.VERIFY


def awaits_deck(sensing: Sensing, table: Table) -> bool:
    """Whether cards have to pass the shoe antenna: the dealer's word is taken only where that is lost."""
    task = current(table)
    asked = opening.verifying(table) or (task is not None and task.do is Do.VERIFY)
    return asked and wanted(table) is not None and sensing.works(SHOE)


def may_end(sensing: Sensing, table: Table) -> bool:
    """Whether NEXT says something: what spoilt a deck is out, or the stub has no more cards."""
    return bool(sensing.check.spoilt) if opening.verifying(table) else bool(sensing.check.seen)


def passing(sensing: Sensing, table: Table, card: CardId, those: Wanted) -> Outcome:
    """One card passes the antenna; the last of them makes deck or stub whole."""
    check = sensing.check.passed(card, those)
    if not check.whole(those):
        return _spoilt(sensing, table, check)
    if opening.verifying(table):
        return replace(sensing, check=check), (DeckVerified(those.deck, those.cards),)
    numbers = {piece.n: piece.card for piece in table.pieces}
    back = [CardMoved(task.n, numbers.get(task.n), SHOE, How.INFERRED) for task in _back(table)]
    return replace(sensing, check=check), (*back, StubPassed(those.cards))


def strange(sensing: Sensing, table: Table) -> Outcome:
    """A tag that is no card passes with them."""
    return _spoilt(sensing, table, sensing.check.foreign(UNKNOWN_TAG))


def _spoilt(sensing: Sensing, table: Table, check: DeckCheck) -> Outcome:
    """A stub with something in it that is none of it stops the table, and passes again from the start."""
    if opening.verifying(table) or check.spoilt is None:
        return replace(sensing, check=check), ()
    return replace(sensing, check=DeckCheck()), _stopped(table, say("irregular.stub_wrong"))


def end(sensing: Sensing, table: Table, those: Wanted) -> Outcome | Refused:
    """The dealer pressed NEXT: what spoilt the deck is out, or the stub has no more cards (F11)."""
    check = sensing.check
    if not may_end(sensing, table):
        return Refused(say("refused.unverified", cards=those.cards))
    if opening.verifying(table):
        return replace(sensing, check=DeckCheck()), ()
    return sensing, _stopped(table, say("irregular.stub", passed=len(check.seen), cards=those.cards))


def _stopped(table: Table, why: Sentence) -> tuple[Event, ...]:
    return () if any(what.kind == "F11" for what in table.open) else (Stopped(why, "F11"),)
