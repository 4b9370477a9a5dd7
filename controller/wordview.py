"""What the dealer may enter of words and chips now, and of what only eyes see (rules.md 7.5)."""

from __future__ import annotations

from controller.rules.betting import actor
from controller.rules.requests import NoteLooked
from controller.rules.sentence import Refused
from controller.rules.state import Table
from controller.rules.turn import decide_word, has_just_acted


def word_asks(table: Table) -> list[str]:
    """The values of `Request.ask` for words, chips and looks that would be taken now, for some seat."""
    asks = ["say", "chips"] if actor(table) else []
    if not asks and any(has_just_acted(table, seat) for seat in table.seats):
        asks = ["chips"]
    return [*asks, *look_asks(table)]


def look_asks(table: Table) -> list[str]:
    """Whether somebody may still be seen to look at his cards, which counts after a stop too (12.2)."""
    unseen = (not isinstance(decide_word(table, NoteLooked(seat)), Refused) for seat in table.dealt)
    return ["looked"] if any(unseen) else []
