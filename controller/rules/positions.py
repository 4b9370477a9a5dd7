"""Seats in order, and where the button and the blinds go (rules.md 2.3)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


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
    big = order[0]
    if len(order) == 2:
        return Positions(order[1], order[1], big)
    return Positions(last.small, last.big, big)
