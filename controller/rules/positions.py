"""Seats in order, where the button and the blinds go, and what the seats are called (rules.md 2.3, 2.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

EARLY_NAMES = ("UTG", "UTG+1", "UTG+2")
LATE_NAMES = ("MP", "LJ", "HJ", "CO")


@dataclass(frozen=True, slots=True)
class Positions:
    """Button, small and big blind; button and small blind may stand at a seat that is not dealt in."""

    button: int
    small: int
    big: int


def clockwise(seats: Collection[int], after: int) -> tuple[int, ...]:
    """`seats` in clockwise order, starting with the first to the left of seat `after`."""
    ordered = sorted(seats)
    return tuple(s for s in ordered if s > after) + tuple(s for s in ordered if s <= after)


def between(first: int, seat: int, last: int) -> bool:
    """Whether one passes `seat` going clockwise from `first` to `last`, the ends not counted."""
    if first == last or seat in (first, last):
        return False
    return clockwise({seat, last}, first)[0] == seat


def first_positions(button: int, active: Collection[int]) -> Positions:
    """Positions of a first hand whose button is given (S0-10; heads-up S0-12, RR-BL-3)."""
    order = clockwise(active, button)
    if len(order) == 2:
        return Positions(order[1], order[1], order[0])
    return Positions(button, order[0], order[1])


def next_positions(last: Positions, active: Collection[int]) -> Positions:
    """Positions of the next hand with a dead button (T24-32, RR-BL-2b).

    The big blind goes to the next active player; the small blind is where the big blind was, the button
    where the small blind was, whether or not anybody sits there. Heads-up the button is the small blind and
    nobody posts the big blind twice in a row (T24-34B).
    """
    order = clockwise(active, last.big)
    if len(order) == 2:
        return heads_up(last, order)
    return Positions(last.small, last.big, order[0])


def placed_positions(button: int, playing: Collection[int], here: Collection[int]) -> Positions:
    """Positions of a hand whose button is given, as always where it moves to the next player (RR-BL-2a).

    The small blind is that of a player in the game, the big blind may reach whoever waits for it.
    """
    small = clockwise(playing, button)[0]
    return Positions(button, small, clockwise(here, small)[0])


def heads_up(last: Positions, active: Collection[int]) -> Positions:
    """Positions of two players: the big blind moves on, the other has the button (T24-34B, RR-BL-3)."""
    big, button = clockwise(active, last.big)
    return Positions(button, button, big)


def names(dealt: Sequence[int], where: Positions) -> Mapping[int, str]:
    """What each seat that is dealt in is called, by seat (S0-11, S3-10).

    `dealt` is in dealing order. The first to act is UTG; with fewer players the early names fall away first.
    Heads-up the small blind is BTN.
    """
    named = {where.small: "SB", where.big: "BB", where.button: "BTN"}
    order = clockwise(dealt, where.big)
    others = [seat for seat in order if seat not in named]
    late = min(len(LATE_NAMES), max(0, len(others) - 1))
    called = (*EARLY_NAMES[: len(others) - late], *LATE_NAMES[len(LATE_NAMES) - late :])
    named.update(zip(others, called, strict=False))
    return {seat: named.get(seat, "") for seat in order}
