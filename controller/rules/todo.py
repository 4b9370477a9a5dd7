"""What a ruling left to be done by hand, one thing after another (rules.md 12.10)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.cards import ASIDE, BOARD, SHOE, CardId, How, Place
from controller.rules.dealing import current, next_burn, next_number, stub, swapped, waits
from controller.rules.events import CardMoved, Event, OneShown, StubPassed, StubShuffled
from controller.rules.house import DeckVerify
from controller.rules.ledger import piece
from controller.rules.sentence import Refused, say
from controller.rules.state import BETWEEN_HANDS, DeckCare, Do, Irregularity, Phase, Table, Task


def expects(table: Table, n: int, to: Place) -> bool:
    """Whether this card is asked to be moved there: by a ruling, or as something that the dealer mends."""
    if any(mend.n == n and mend.to == to for mend in table.mends):
        return True
    task = current(table)
    if task is None:
        return False
    if task.do is Do.PICK:
        return task.to == to and n in task.among
    return any(t.do is Do.MOVE and t.n == n and t.to == to and t.after == task.after for t in table.todo)


def reshuffle(table: Table, code: str, after: Phase | None, burns: int) -> tuple[Task, ...]:
    """The stub is verified as a set where the house wants it passed, then shuffled and cut (F11, T24-39D)."""
    passed = table.setup.house.deck_verify is DeckVerify.PASSAGE
    verify = (Task(Do.VERIFY, code, after=after),) if passed else ()
    return (*verify, Task(Do.SHUFFLE, code, after=after, burns=burns))


def queued(table: Table, *tasks: Task) -> Table:
    """The table with more to be done by hand: what is shuffled at the same time is shuffled once."""
    due = (task if waits(table, task) else replace(task, after=None) for task in table.todo)
    every = (*due, *tasks)
    todo = [task for task in every if task.do not in (Do.VERIFY, Do.SHUFFLE)]
    shuffles = [task for task in every if task.do is Do.SHUFFLE]
    for after in dict.fromkeys(task.after for task in shuffles):
        same = [task for task in shuffles if task.after is after]
        todo += reshuffle(table, same[-1].code, after, sum(task.burns for task in same))
    return replace(table, todo=tuple(todo))


def verifying(table: Table) -> bool:
    """Whether the stub, `dealing.stub` cards, is to pass the shoe antenna now as the set that it must be."""
    task = current(table)
    return task is not None and task.do is Do.VERIFY and not table.open


def settled(table: Table) -> Table:
    """The table without the moves that are made, or the same table; nothing is owed once the hand is over."""
    if table.phase in (*BETWEEN_HANDS, Phase.PAYING):
        # What one player saw is shown to all at the end of the hand, before the push (E23).
        shows = table.phase is Phase.PAYING and bool(table.pots) and table.unpaid is not None
        left = tuple(t for t in table.todo if t.do is Do.SHOW and shows and not _is_done(table, t))
        return replace(table, todo=left, mends=()) if left != table.todo or table.mends else table
    todo = tuple(task for task in table.todo if not _is_done(table, task))
    mends = tuple(mend for mend in table.mends if mend.to is None or not _lies(table, mend.n, mend.to))
    same = len(todo) == len(table.todo) and len(mends) == len(table.mends)
    return table if same else replace(table, todo=todo, mends=mends)


def drawn(table: Table, n: int, to: Place) -> Table:
    """The table after this card came out of the stub for the task that asked for one there.

    A river that is held (R12, EX-47) is turned up once the turn betting is over.
    """
    asked = (t for t in table.todo if t.do is Do.DRAW and t.to == to and not waits(table, t))
    if (task := next(asked, None)) is None:
        return table
    todo = tuple(t for t in table.todo if t is not task)
    held = task.code == "R12" and to == ASIDE
    river = (Task(Do.MOVE, task.code, n=n, to=BOARD, after=Phase.TURN),) if held else ()
    return replace(table, todo=(*todo, *river))


def finished(table: Table, event: StubPassed | StubShuffled) -> Table:
    """The table after the stub was verified, or shuffled and cut."""
    wanted = Do.VERIFY if isinstance(event, StubPassed) else Do.SHUFFLE
    task = current(table)
    if task is None or task.do is not wanted:
        raise LookupError("no stub is to be verified or shuffled")
    todo = tuple(t for t in table.todo if t is not task)
    after = replace(table, todo=todo, extra_burns=table.extra_burns + task.burns)
    on_draw = table.setup.house.deck_verify is DeckVerify.ON_DRAW
    return replace(after, care=DeckCare.COUNT) if on_draw and table.care is DeckCare.NOTHING else after


def decide_done(table: Table, task: Task) -> tuple[Event, ...] | Refused:
    """NEXT at a task: the dealer says that it is done."""
    match task.do:
        case Do.MOVE if task.to is not None:
            return (CardMoved(task.n, _card(table, task.n), task.to, How.ENTERED),)
        case Do.VERIFY:
            return (StubPassed(stub(table)),)
        case Do.SHUFFLE:
            return (StubShuffled(),)
        case Do.SHOW:
            seat = owner(table, task.n)
            same = [t for t in table.todo if t.do is Do.SHOW and not waits(table, t)]
            return tuple(OneShown(seat, t.n) for t in same if owner(table, t.n) == seat)
        case Do.DRAW if task.to is not None:
            return (CardMoved(next_number(table), None, task.to, How.ENTERED),)
    return Refused(say("refused.not_now", ask="next"))


def ready(table: Table, mend: Irregularity) -> bool:
    """Whether the dealer is to move the card now; an exposed one waits for its replacement (S0-65)."""
    if mend.to is None:
        return False
    if mend.n not in swapped(table):
        return True
    burn = next_burn(table)
    return burn is not None and burn.n == mend.n


def decide_mended(table: Table, mend: Irregularity) -> tuple[Event, ...] | Refused:
    """NEXT at something that the dealer mends by moving a card."""
    if mend.to is None:
        return Refused(say("refused.not_now", ask="next"))
    return (CardMoved(mend.n, _card(table, mend.n), mend.to, How.ENTERED),)


def _card(table: Table, n: int) -> CardId | None:
    found = piece(table, n)
    return found.card if found else None


def _is_done(table: Table, task: Task) -> bool:
    match task.do:
        case Do.MOVE if task.to is not None:
            return _lies(table, task.n, task.to)
        case Do.PICK if task.to is not None:
            lying = [found for n in task.among if (found := piece(table, n)) is not None]
            if task.to == SHOE:
                return len(lying) < len(task.among)
            return not lying or any(found.place == task.to for found in lying)
        case Do.SHOW:
            here = table.seats.get(owner(table, task.n))
            return here is None or here.tabled or task.n in here.shown
    return False


def shows(table: Table, task: Task, seat: int) -> bool:
    """Whether the task is to turn up what this seat showed to one player (R28)."""
    return task.do is Do.SHOW and owner(table, task.n) == seat


def owner(table: Table, n: int) -> int:
    """The seat whose hole card this is: before which it lies, or to which it was dealt; 0 for none."""
    found = piece(table, n)
    if found is None:
        return 0
    return found.place.seat or (found.bound.seat if found.bound else 0)


def _lies(table: Table, n: int, to: Place) -> bool:
    """Whether the card lies there; one that went back into the stub is not to be moved any more.

    A scrap that is still in the deck comes yet (E11).
    """
    found = piece(table, n)
    if found is None:
        return n not in (*table.boxed, *table.jokers)
    return found.place == to
