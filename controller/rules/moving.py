"""A change of seats: the relative position is kept, or the hands gained are waited or posted for (12.4)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.account import Debt
from controller.rules.events import ImpossibleEvent, SeatMoved
from controller.rules.lineup import in_first_orbit, last_positions, present
from controller.rules.missed import new_player
from controller.rules.positions import clockwise
from controller.rules.requests import MoveSeat
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Betting, Form
from controller.rules.state import Seat, Status, Table


def decide_move(table: Table, ask: MoveSeat) -> tuple[SeatMoved] | Refused:
    """A player moves to an empty seat of the table."""
    if ask.to not in table.seats:
        return Refused(say("refused.no_seat", seat=ask.to, seats=table.setup.seats))
    if table.seats[ask.to].status is not Status.EMPTY:
        return Refused(say("refused.seat_taken", seat=ask.to))
    return (SeatMoved(ask.seat, ask.to),)


def moved(table: Table, event: SeatMoved) -> Table:
    """The table after the move; he enters the game at his new seat.

    In a new game, in a tournament and where nothing is gained it costs nothing (RR-BL).
    """
    here, there = table.seats[event.seat], table.seats.get(event.to)
    if there is None or there.status is not Status.EMPTY:
        raise ImpossibleEvent(f"seat {event.seat} cannot have moved to seat {event.to}")
    gained = 0 if _is_free(table, here) else hands_gained(table, event.seat, event.to)
    now = _charged(table, here, gained) if gained else replace(here, gained=0)
    dealt = tuple(n for n in table.dealt if n not in (event.seat, event.to))
    return replace(table, seats={**table.seats, event.seat: Seat(), event.to: now}, dealt=dealt)


def hands_gained(table: Table, seat: int, to: int) -> int:
    """How many hands later the big blind comes to the new seat than to the old one, 0 where no later."""
    others = [n for n in present(table) if n != seat]
    after = last_positions(table).big
    old, new = (clockwise({*others, n}, after).index(n) for n in (seat, to))
    return max(0, new - old)


def _is_free(table: Table, here: Seat) -> bool:
    untracked = table.setup.form is Form.TOURNAMENT or table.setup.betting is Betting.CARDS_ONLY
    return untracked or here.fresh or in_first_orbit(table)


def _charged(table: Table, here: Seat, gained: int) -> Seat:
    owes = Debt(max(here.owes.live, new_player(table.stakes).live), here.owes.dead)
    away = here.status is Status.AWAY
    return replace(here, owes=owes, gained=gained, waiting=not away, promised=False)
