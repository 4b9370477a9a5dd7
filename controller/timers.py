"""The waits that the table as it stands needs, and the remarks that still hold (design 3; T24-29)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller import leaving
from controller.mucking import at_muck, is_sorted
from controller.rules import betting, opening
from controller.rules.dealing import in_flight
from controller.rules.sentence import Sentence
from controller.rules.showdown import board_to_show
from controller.rules.state import Table
from controller.sightings import Sensing, Wait

# Floats do not add up exactly: a hair less, and a whole number of seconds reaches the timer.
HAIR = 1e-6
MINUTE = 60.0 - HAIR
SECOND = 1.0 - HAIR
FOLLOWED = ("overdue", "shown", "minute", "clock", "moved")


def waiting(sensing: Sensing, table: Table, now: float) -> Sensing:
    """The waits and remarks of a table with a hand in play."""
    deadlines = {w: t for w, t in sensing.deadlines.items() if w.kind not in FOLLOWED}
    deadlines |= timers(sensing, table, now)
    for piece in in_flight(table):
        if not piece.overdue:
            wait = Wait("overdue", n=piece.n)
            deadlines[wait] = sensing.deadlines.get(wait, now + sensing.waits.flight)
    for wait, seconds in leaving.going(sensing, table).items():
        deadlines[wait] = sensing.deadlines.get(wait, now + seconds)
    if lying := board_to_show(table):
        wait = Wait("shown", n=lying)
        deadlines[wait] = sensing.deadlines.get(wait, now + sensing.waits.shown)
    return replace(sensing, deadlines=deadlines, remarks=standing(sensing, table))


def timers(sensing: Sensing, table: Table, now: float) -> dict[Wait, float]:
    """Table time and the player clock: what runs goes on, what ought to run and does not begins now.

    After a restart the minute under way and the clock begin anew.
    """
    wanted: dict[Wait, float] = {}
    if opening.counts_minutes(table):
        wanted[Wait("minute")] = MINUTE
    if table.clock is not None and not table.clock.expired:
        wanted[Wait("clock", n=clock_left(sensing, table))] = SECOND
    return {wait: sensing.deadlines.get(wait, now + seconds) for wait, seconds in wanted.items()}


def clock_left(sensing: Sensing, table: Table) -> int:
    """The seconds that the player clock has left, 0 where none runs."""
    if table.clock is None or table.clock.expired:
        return 0
    return next((wait.n for wait in sensing.deadlines if wait.kind == "clock"), table.clock.seconds)


def idle(sensing: Sensing, table: Table) -> Mapping[Wait, Sentence]:
    """The remarks that stand between hands: strange tags, and a card that was dealt before the hand began."""
    return {
        w: s
        for w, s in sensing.remarks.items()
        if w.kind == "strange" or (w.kind == "early" and w.n == table.hand)
    }


def standing(sensing: Sensing, table: Table) -> Mapping[Wait, Sentence]:
    """The remarks that still hold: the hand is in play, the tag is still seen twice."""
    return {
        w: s
        for w, s in sensing.remarks.items()
        if w.kind == "strange"
        or (w.kind == "asked" and w.n in betting.live(table) and at_muck(sensing, table, w.n))
        or (w.kind == "away" and leaving.still(sensing, table, w))
        or (w.kind == "order" and w.n == table.hand)
        or (w.kind == "sort" and not is_sorted(sensing, table, w))
        or (w.kind == "twice" and w.card is not None and len(sensing.present.get(w.card, {})) > 1)
    }
