"""What the dealer is told to do by hand after a ruling (rules.md 12.9, 12.10)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import ASIDE, BOARD, BURN, SHOE
from controller.rules.dealing import due, next_slot, stub
from controller.rules.ledger import piece
from controller.rules.sentence import Sentence, say
from controller.rules.state import Do, Table, Task
from controller.rules.todo import owner

EARLY = ("R08", "R11", "R12")


def sentence(table: Table, task: Task) -> Sentence:
    """The sentence for this task; it names no card."""
    match task.do:
        case Do.MOVE if task.to == SHOE:
            return _back(table, task)
        case Do.MOVE if task.to == ASIDE and task.code in EARLY:
            turn = betting.actor(table)
            return say("prompt.early.aside", seat=turn) if turn else say("prompt.early.aside.open")
        case Do.MOVE:
            found = piece(table, task.n)
            return say("prompt.move.card", place=str(found.place) if found else "", to=str(task.to))
        case Do.PICK:
            return say("prompt.pick", cards=len(task.among), to=str(task.to))
        case Do.DRAW:
            return say("prompt.deal.to", to=str(task.to))
        case Do.VERIFY:
            return say("prompt.verify.stub", cards=stub(table))
        case Do.SHUFFLE:
            return _shuffle(table, task)
        case Do.SHOW:
            return say("prompt.show.all", seat=owner(table, task.n))


def going_back(table: Table, task: Task) -> int:
    """How many cards go back into the stub with this one."""
    return sum(t.do is Do.MOVE and t.to == SHOE and t.after is task.after for t in table.todo)


def _back(table: Table, task: Task) -> Sentence:
    """An early card goes back: the whole procedure in one line where no burn comes (T24-RP5, RR-HE-8)."""
    then = _then(table, task)
    if task.code in EARLY and due(then) == BOARD:
        return say(f"prompt.early.back.{next_slot(then).street}")
    return say("prompt.move.back", cards=going_back(table, task))


def _shuffle(table: Table, task: Task) -> Sentence:
    to = due(_then(table, task))
    if to == BOARD:
        return say("prompt.shuffle", cards=stub(table))
    return say("prompt.shuffle.burn" if to == BURN else "prompt.shuffle.on", cards=stub(table))


def _then(table: Table, task: Task) -> Table:
    """The table once everything that belongs to this task is done."""
    mine = [t for t in table.todo if t.after is task.after]
    back = {t.n for t in mine if t.do is Do.MOVE and t.to == SHOE}
    return replace(
        table,
        pieces=tuple(p for p in table.pieces if p.n not in back),
        todo=tuple(t for t in table.todo if t.after is not task.after),
        extra_burns=table.extra_burns + sum(t.burns for t in mine),
    )
