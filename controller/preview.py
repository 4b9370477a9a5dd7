"""What a ruling would change, before it is applied: the same decision and the same events, on a copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from controller.feltview import pot_total, status_word
from controller.rules.cards import SHOE, Place
from controller.rules.decisions import decide
from controller.rules.events import ImpossibleEvent
from controller.rules.ledger import piece
from controller.rules.prompts import next_step
from controller.rules.requests import Rule
from controller.rules.sentence import Refused, say
from controller.rules.showdown import board_faces
from controller.rules.state import Do, Seat, Table, Task
from controller.rules.table import replay
from controller.views import ChangeView


def preview(table: Table, ruling: Rule) -> tuple[ChangeView, ...] | Refused:
    """All that the ruling would change, or why it is not open; the table stays as it is."""
    outcome = decide(table, ruling)
    if isinstance(outcome, Refused):
        return outcome
    try:
        return changes(table, replay(table, outcome))
    except ImpossibleEvent:
        return Refused(say("refused.not_now", ask=ruling.code))


def changes(before: Table, after: Table) -> tuple[ChangeView, ...]:
    """The difference of two tables in chips, seats, turn, button and cards, with what is left to be done."""
    return (*_of_table(before, after), *_of_seats(before, after), *_of_cards(before, after))


def _of_table(before: Table, after: Table) -> Iterator[ChangeView]:
    numbers = {
        "actor": (_actor(before), _actor(after)),
        "button": (before.button, after.button),
        "pot": (pot_total(before), pot_total(after)),
        "aside": (_impounded(before), _impounded(after)),
        "burn": (before.extra_burns, after.extra_burns + sum(task.burns for task in after.todo)),
        "clock": (before.clock.seconds if before.clock else 0, after.clock.seconds if after.clock else 0),
    }
    for what, (was, now) in numbers.items():
        yield from _changed(what, 0, str(was), str(now))
    yield from _changed("board", 0, _board(before), _board(after))


def _of_seats(before: Table, after: Table) -> Iterator[ChangeView]:
    for n in sorted({*before.seats, *after.seats}):
        was, now = before.seats.get(n, Seat()), after.seats.get(n, Seat())
        yield from _changed("stack", n, str(was.stack), str(now.stack))
        yield from _changed("bet", n, str(was.street_in), str(now.street_in))
        yield from _changed("status", n, status_word(was), status_word(now))
        yield from _changed("show", n, _ordered(was), _ordered(now))
        yield from _changed("bound", n, str(was.bound or ""), str(now.bound or ""))
        yield from _changed("penalty", n, str(was.penalty), str(now.penalty))
        yield from _changed("owes", n, _owed(was), _owed(now))
        yield from _changed("coming", n, str(before.coming.get(n, 0)), str(after.coming.get(n, 0)))


def _of_cards(before: Table, after: Table) -> Iterator[ChangeView]:
    """Cards that a ruling puts elsewhere itself, then what it leaves to be done, in its order."""
    for n in sorted({p.n for p in (*before.pieces, *after.pieces)}):
        was, now = piece(before, n), piece(after, n)
        yield from _moved(was.place if was else SHOE, now.place if now else SHOE)
    for task in _new(before.todo, after.todo):
        yield from _to_do(after, task)


def _new(before: Iterable[Task], after: Iterable[Task]) -> Iterator[Task]:
    """The tasks that were added; equal ones are counted."""
    left = Counter(before)
    for task in after:
        if left[task]:
            left[task] -= 1
        else:
            yield task


def _to_do(table: Table, task: Task) -> Iterator[ChangeView]:
    match task.do:
        case Do.MOVE if task.to is not None:
            yield from _moved(_place(table, task.n), task.to)
        case Do.PICK if task.to is not None and task.among:
            yield from _moved(_place(table, task.among[0]), task.to)
        case Do.DRAW if task.to is not None:
            yield from _moved(SHOE, task.to)
        case Do.VERIFY | Do.SHUFFLE:
            yield ChangeView("stub", 0, "", str(task.do))


def _place(table: Table, n: int) -> Place:
    found = piece(table, n)
    return found.place if found else SHOE


def _moved(was: Place, now: Place) -> Iterator[ChangeView]:
    yield from _changed("card", was.seat or now.seat, str(was), str(now))


def _changed(what: str, seat: int, before: str, after: str) -> Iterator[ChangeView]:
    if before != after:
        yield ChangeView(what, seat, before, after)


def _actor(table: Table) -> int:
    """Who is to act once nothing stops the table, 0 for nobody."""
    step = next_step(replace(table, open=(), todo=(), mends=()))
    return step.seat if step.do == "act" else 0


def _impounded(table: Table) -> int:
    return sum(pot.amount for pot in table.impounded)


def _board(table: Table) -> str:
    return " ".join(face.text for face in board_faces(table))


def _ordered(seat: Seat) -> str:
    return "ordered" if seat.ordered else ""


def _owed(seat: Seat) -> str:
    return f"{seat.owes.live}+{seat.owes.dead}"
