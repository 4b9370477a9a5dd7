"""What the views say of the table itself: its level, the player clock, and what may be asked of it."""

from __future__ import annotations

from controller.rules import levels
from controller.rules.betting import actor
from controller.rules.clock import decide_clock
from controller.rules.dealing import deck_in_use
from controller.rules.opening import decide_opening
from controller.rules.requests import (
    CallClock,
    ChangeDealer,
    ChangeDeck,
    CloseSession,
    DrawButton,
    OpeningAsk,
    OpenSession,
    PlaceButton,
)
from controller.rules.sentence import Refused
from controller.rules.state import BETWEEN_HANDS, Table
from controller.sensing import Sensing, clock_left
from controller.views import ClockView, LevelView


def table_asks(table: Table) -> list[str]:
    """The values of `Request.ask` about the table itself, and the clock, that would be taken now."""
    asks: list[tuple[str, OpeningAsk]] = [
        ("open", OpenSession()),
        ("close", CloseSession()),
        ("draw", DrawButton()),
        ("dealer", ChangeDealer("")),
        ("deck", ChangeDeck(deck_in_use(table))),
        *(("button", PlaceButton(seat)) for seat in table.seats),
    ]
    taken = [word for word, ask in asks if not isinstance(decide_opening(table, ask), Refused)]
    if not isinstance(decide_clock(table, CallClock(actor(table))), Refused):
        taken.append("clock")
    return list(dict.fromkeys(taken))


def level_view(table: Table) -> LevelView | None:
    """The level of a tournament as players count it, None where there are no levels (S2-09)."""
    level = levels.level_at(table.setup, table.time)
    if level is None:
        return None
    rest = levels.rest_left(table.setup, table.time) if table.phase in BETWEEN_HANDS else 0
    after = levels.next_level(table.setup, table.time)
    return LevelView(
        number=table.time.level,
        by="hands" if level.hands else "minutes",
        left=rest or levels.left(table.setup, table.time),
        next_small=after.stakes.small_blind if after else 0,
        next_big=after.stakes.big_blind if after else 0,
        resting=rest > 0,
    )


def clock_view(sensing: Sensing, table: Table) -> ClockView | None:
    """The player clock with the seconds that it has left now."""
    return ClockView(table.clock.seat, clock_left(sensing, table)) if table.clock is not None else None
