"""Action that goes back to a player whom it had passed (R17; rules.md B27, B30, T24-53B)."""

from __future__ import annotations

from controller.rules import action, betting
from controller.rules.cards import BOARD
from controller.rules.events import (
    Acted,
    ActedEarly,
    CardMoved,
    ClockCalled,
    ClockExpired,
    Declared,
    LeftToFloor,
    Ruled,
    StringBet,
)
from controller.rules.state import Phase, Table

CODE = "R17"
WORDS = (Acted, ActedEarly, Declared, LeftToFloor, StringBet, ClockCalled, ClockExpired)
_STREET_OF = {0: 0, 3: 1, 4: 2, 5: 3}


def fallen(table: Table, seat: int, why: str) -> tuple[int, ...]:
    """The numbers of the words that fall when the action goes back to the seat: its last one and all since.

    Nothing falls where it is the seat's turn. The street must be this one or the one before, the next card of
    which was then too early (B27); its cards are judged anew. No ruling may have followed, and no hand lie
    open. Who has not acted on this street is meant for the one before where the floor says why.
    """
    if betting.actor(action.loose_back(table)) == seat or not _plays(table, seat):
        return ()
    if not (table.seats[seat].acted or why):
        return ()
    first = _last_word(table, seat)
    since = [(n, event) for n, event in table.history if first and n >= first]
    if any(isinstance(event, Ruled) for _, event in since) or _street(table, first) < _street(table) - 1:
        return ()
    return tuple(n for n, event in since if isinstance(event, WORDS))


def _plays(table: Table, seat: int) -> bool:
    """Whether the seat still has a hand, and none was laid open or given up at showdown."""
    open_ = any(here.tabled or here.shown for here in table.seats.values()) or table.mucked
    return table.phase in (*betting.STREETS, Phase.SHOWDOWN) and seat in betting.live(table) and not open_


def _last_word(table: Table, seat: int) -> int:
    own = (n for n, event in reversed(table.history) if isinstance(event, Acted) and event.seat == seat)
    return next(own, 0)


def _street(table: Table, before: int = 0) -> int:
    """Which street it was at an event, counted from 0, or is now: by how many board cards had come."""
    moves = (e for n, e in table.history if isinstance(e, CardMoved) and (not before or n < before))
    board = {e.n for e in moves if e.to == BOARD}
    return max(street for cards, street in _STREET_OF.items() if cards <= len(board))
