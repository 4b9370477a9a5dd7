"""A hand dealt from the wrong button (rules.md 2.3, 3.3 M12; T24-34A, RR-IRR-1)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.events import ButtonPlaced, HandStarted
from controller.rules.house import ButtonError, ButtonMode, WrongButton
from controller.rules.incidents.stops import closed, mending
from controller.rules.lineup import new_game, next_lineup
from controller.rules.sentence import say
from controller.rules.state import Irregularity, Table
from controller.rules.substantial import misdeal_possible

KIND = "M12"


def started(after: Table, event: HandStarted) -> Table:
    """The table after the start, with a note where the dealer put the button elsewhere than it belongs (M12).

    Nobody stops for it: the floor may have it so. With a moving button only eyes can know.
    """
    due = event.belongs
    if not due:
        return after
    what = Irregularity(KIND, say("irregular.button", seat=due, button=event.button), due)
    return mending(after, replace(what, rulings=menu(after)))


def belongs(table: Table, button: int) -> int:
    """Where the button belongs in a game that goes on, 0 where it is or the dealer did not set it."""
    by_hand = any(isinstance(event, ButtonPlaced) and not event.drawn for _, event in table.history)
    moving = table.setup.house.button_mode is ButtonMode.MOVING
    if not table.placed or not by_hand or moving or new_game(table):
        return 0
    due = next_lineup(replace(table, placed=False)).where.button
    return 0 if due == button else due


def menu(table: Table) -> tuple[str, ...]:
    """Corrected and dealt again before substantial action; later it stands, or is put right next hand."""
    house = table.setup.house
    if misdeal_possible(table):
        corrected = house.misdeal_button_wrong_pre_sa is WrongButton.CORRECT
        return ("R35", "R02") if corrected else ("R02", "R35")
    return ("R35",) if house.button_error_next_hand is ButtonError.RESTORE_ROTATION else ("R01",)


def due_button(table: Table) -> int:
    """The seat where the button of this hand belonged, 0 where it is at its place."""
    return next((mend.seat for mend in table.mends if mend.kind == KIND), 0)


def settled(table: Table) -> Table:
    """The table as it stands after substantial action: there is no backing up (T24-34A), or the next hand."""
    for mend in table.mends:
        if mend.kind == KIND and mend.rulings != (now := menu(table)):
            if now == ("R01",):
                return closed(table, KIND)
            mends = tuple(replace(m, rulings=now) if m is mend else m for m in table.mends)
            return replace(table, mends=mends)
    return table
