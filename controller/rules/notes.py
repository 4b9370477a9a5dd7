"""What players did while the table had stopped: notes, until the floor says that they count (12.1, 12.10).

A ruling that lets play go on drops them: the actor is that of the moment of the stop.
"""

from __future__ import annotations

from dataclasses import replace

from controller.rules import action, betting, early, incidents, preflop, turn
from controller.rules.events import (
    Acted,
    ActedEarly,
    AfterStop,
    Declared,
    LeftToFloor,
    StringBet,
)
from controller.rules.requests import Act, PutOut, Say, WordAsk
from controller.rules.sentence import Refused, say
from controller.rules.state import Table
from controller.rules.streets import next_street


def decide_note(table: Table, ask: WordAsk) -> tuple[AfterStop] | Refused:
    """The note, or why the seat or the amount could not be legal (scenarios.md 2)."""
    outcome = turn.decide_word(resumed(table), ask)
    if isinstance(outcome, Refused):
        return outcome
    match ask:
        case Act():
            return (AfterStop(ask.seat, "act", ask.word, ask.amount),)
        case Say():
            return (AfterStop(ask.seat, "say", ask.words),)
        case PutOut():
            return (AfterStop(ask.seat, "chips", chips=ask.chips),)


def resumed(table: Table) -> Table:
    """The table as if it had not stopped: the notes count from where they were made.

    Where what was done stops it in its own right, that is all that is open, and later notes are left.
    """
    after = _onward(replace(preflop.begun_by_words(table), open=(), notes=()))
    for n, note in enumerate(table.notes):
        outcome = turn.decide_word(after, _asked(note))
        if after.open or isinstance(outcome, Refused):
            return replace(after, notes=table.notes[n:])
        for event in outcome:
            after = _onward(_applied(after, event))
    return after


def unnoticed(table: Table) -> Table:
    """The table after the floor found that nobody had noticed the stop: kinds and menus follow (12.1)."""
    after = resumed(table)
    return incidents.rejudged(replace(after, open=(*table.open, *after.open)))


def decide_unnoticed(table: Table) -> Refused | None:
    """Why there is no stop that could have gone unnoticed, None where there is one."""
    return None if table.open and table.notes else Refused(say("refused.not_now", ask="unnoticed"))


def _onward(table: Table) -> Table:
    """The table after what follows from an action by itself, as long as nothing stops it."""
    while not table.open:
        if (after := early.resolved(table)) is table:
            done = table.phase in betting.STREETS and not table.street.closed and betting.decided(table)
            after = action.closed(table) if done else table
        if after is table and table.street.closed and len(betting.live(table)) > 1:
            after = next_street(table)
        if after is table:
            return table
        table = after
    return table


def _asked(note: AfterStop) -> WordAsk:
    match note.way:
        case "act":
            return Act(note.seat, note.said, note.amount)
        case "say":
            return Say(note.seat, note.said)
    return PutOut(note.seat, note.chips)


def _applied(table: Table, event: object) -> Table:
    match event:
        case Acted():
            return turn.acted(turn.heard(table, event), event)
        case Declared() | ActedEarly() | LeftToFloor() | StringBet():
            return turn.noted(turn.heard(table, event), event)
    return table
