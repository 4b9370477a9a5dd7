"""The key FLOOR: what belongs to the case first, then the whole catalogue (rules.md 9.2, 12.3, 12.10)."""

from __future__ import annotations

from controller.rules import betting
from controller.rules.incidents.stops import FLOOR
from controller.rules.sentence import say
from controller.rules.state import BETWEEN_HANDS, Irregularity, Phase, Table

# Out of turn the action goes back to the right player, and binds or falls when its turn comes (T24-53).
OUT_OF_TURN = ("R17", "R18", "R19", "R34")
NOTHING = "R01"


def opened(table: Table) -> Irregularity:
    """The stop that a call of the floor makes; a call that turns out to be nothing is R01."""
    timed = table.clock.seat if table.clock is not None and table.clock.expired else 0
    return Irregularity(FLOOR, say("unresolved.floor"), timed, _menu(table))


def _menu(table: Table) -> tuple[str, ...]:
    if table.clock is not None and table.clock.expired:
        return _time_up(table, table.clock.seat)
    if table.early:
        return OUT_OF_TURN
    if table.phase is Phase.PAYING:
        return (NOTHING, "R31", "R34")
    if table.phase in BETWEEN_HANDS:
        return between_hands(table)
    return _betting(table) if betting.actor(table) else (NOTHING,)


def between_hands(table: Table) -> tuple[str, ...]:
    """What may be corrected until the next hand starts: the push, the button, pots left undecided (SD15)."""
    if not table.hand:
        return (NOTHING,)
    return (NOTHING, "R32", "R35", *(("R31",) if table.impounded else ()))


def _time_up(table: Table, seat: int) -> tuple[str, ...]:
    """Facing a bet the hand is dead once the time is up, else it is a check (H5, T24-29)."""
    return ("R24", NOTHING) if betting.options(table, seat).check else ("R15", NOTHING)


def _betting(table: Table) -> tuple[str, ...]:
    """Talk, a contested motion, a wrong amount, a call that was not made (D24 to D28, K1 to K5)."""
    bet = ("R21", "R41") if table.street.wagers else ()
    return (NOTHING, "R17", "R20", "R24", *bet, "R33", "R34", "R39")
