"""Who is dealt in next, and where button and blinds go for it (rules.md 2.2, 2.3, 2.4, 12.4)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from controller.rules.account import Debt
from controller.rules.events import ButtonPlaced
from controller.rules.house import ButtonMode, ButtonMove
from controller.rules.positions import (
    Positions,
    between,
    clockwise,
    first_positions,
    heads_up,
    next_positions,
    placed_positions,
)
from controller.rules.stakes import Betting, Form
from controller.rules.state import Phase, Seat, Status, Table

MIN_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Lineup:
    """The next hand: its positions, and the seats that are dealt in, ascending."""

    where: Positions
    dealt: tuple[int, ...]


def next_lineup(table: Table) -> Lineup:
    """Positions and players of the next hand; fewer than two players are no hand.

    A hand dealt again has the same button, blinds and players (T24-35C), unless the house moves on then
    (S0-64, C2), or the same players and the button that was put right (M12). In a new game everybody is in.
    """
    here = present(table)
    if len(here) < MIN_PLAYERS:
        return Lineup(last_positions(table), here)
    again = tuple(n for n in here if n in table.dealt)
    if repeats(table) and len(again) >= MIN_PLAYERS and table.big in again:
        return Lineup(_same(table, again), again)
    if new_game(table):
        return Lineup(first_positions(table.button or max(here), here), here)
    if table.again and table.placed and len(again) >= MIN_PLAYERS:
        return Lineup(first_positions(table.button, again), again)
    return _moved_on(table, here)


def repeats(table: Table) -> bool:
    """Whether the hand is dealt again with the same button (`misdeal.button`, `void.button`)."""
    house = table.setup.house
    button = house.misdeal_button if table.redeal == "misdeal" else house.void_button
    return table.again and not table.placed and button is ButtonMove.STAY


def last_positions(table: Table) -> Positions:
    """Button and blinds of the hand before."""
    return Positions(table.button, table.small, table.big)


def present(table: Table) -> tuple[int, ...]:
    """Seats whose players can be dealt in at all: with chips where they are followed, and not sitting out.

    In a tournament nobody sits out: an absent player is dealt in (T24-30).
    """
    return tuple(n for n, seat in sorted(table.seats.items()) if _present(table, seat))


def _present(table: Table, seat: Seat) -> bool:
    if seat.status is Status.EMPTY or not (seat.stack or table.setup.betting is Betting.CARDS_ONLY):
        return False
    if table.setup.form is Form.TOURNAMENT:
        return seat.penalty >= 0
    return seat.status is not Status.AWAY and not misses(table, seat)


def misses(table: Table, seat: Seat) -> bool:
    """Whether the player misses the next hand for a penalty (R34).

    In a tournament he is dealt in and his hand killed. A hand dealt again is the same hand (T24-35C).
    """
    again = table.phase is Phase.VOID
    return seat.serving if again and seat.penalty >= 0 else penalty_left(table, seat) != 0


def penalty_left(table: Table, seat: Seat) -> int:
    """How many hands the player misses from the next one on, -1 for all of them (R34)."""
    if table.phase is Phase.VOID or seat.penalty < 0:
        return seat.penalty
    return seat.penalty - seat.serving


def regulars(table: Table) -> tuple[int, ...]:
    """Those present who were in the hand before; before the first hand who was there as the table was set up.

    Whoever sat down, moved or came back since then enters the game (rules.md 2.4).
    """
    here = present(table)
    if table.hand:
        return tuple(n for n in here if n in table.dealt and not table.seats[n].waiting)
    return tuple(n for n in here if not (table.seats[n].fresh or table.seats[n].waiting))


def new_game(table: Table) -> bool:
    """Whether the next hand is the first of a game: nobody has posted, or the button was drawn (S2-06)."""
    return not table.big or any(isinstance(e, ButtonPlaced) and e.drawn for _, e in table.history)


def in_first_orbit(table: Table) -> bool:
    """Whether the button has not gone round once yet: who sits down now owes nothing (RR-BL)."""
    return new_game(table) or table.orbit > 0


def blocked(table: Table, where: Positions, seat: int) -> bool:
    """Whether a player cannot enter at this seat in this hand (T24-8A, T24-10A, RR-BL; 12.4).

    Tournament: not between button and small blind. Cash: not on the button and not between it and the big
    blind, but the small blind may buy the button (`blinds.buy_button`).
    """
    if seat == where.big:
        return False
    if between(where.button, seat, where.small):
        return True
    if table.setup.form is Form.TOURNAMENT:
        return False
    if seat == where.small:
        return not (table.setup.house.blinds_buy_button and table.seats[seat].promised)
    return seat == where.button or between(where.small, seat, where.big)


def _same(table: Table, again: tuple[int, ...]) -> Positions:
    where = last_positions(table)
    if len(again) > MIN_PLAYERS:
        return where
    other = next(n for n in again if n != where.big)
    return Positions(other, other, where.big)


def _moved_on(table: Table, here: tuple[int, ...]) -> Lineup:
    old = regulars(table)
    if len(old) < MIN_PLAYERS:
        return _begun_anew(table, here)
    where = _where(table, old, here)
    entering = {n for n in here if n not in old and _may_enter(table, where, n)}
    dealt = tuple(sorted({*old, *entering, where.big}))
    return Lineup(_of_two(table, dealt) if len(dealt) == MIN_PLAYERS else where, dealt)


def _begun_anew(table: Table, here: tuple[int, ...]) -> Lineup:
    """With one player left nobody is asked to wait for a blind; the big blind moves on to the next."""
    if len(here) == MIN_PLAYERS:
        return Lineup(_of_two(table, here), here)
    order = clockwise(here, table.big)
    placed = placed_positions(table.button, here, here)
    return Lineup(placed if table.placed else Positions(order[-2], order[-1], order[0]), here)


def _where(table: Table, old: Collection[int], here: Collection[int]) -> Positions:
    """The positions, before it is known whether they are those of two players."""
    last = last_positions(table)
    if table.placed:
        return placed_positions(table.button, old, here)
    if table.setup.house.button_mode is ButtonMode.MOVING:
        return placed_positions(clockwise(old, last.button)[0], old, here)
    return next_positions(last, here)


def _of_two(table: Table, dealt: tuple[int, ...]) -> Positions:
    return first_positions(table.button, dealt) if table.placed else heads_up(last_positions(table), dealt)


def _may_enter(table: Table, where: Positions, seat: int) -> bool:
    here = table.seats[seat]
    owing = here.owes != Debt() and not here.promised
    return not here.waiting and not owing and not blocked(table, where, seat)
