"""Main and side pots, and how a pot is split (rules.md 7.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from controller.rules.positions import clockwise
from controller.rules.state import Pot


def layered(put: Mapping[int, int], live: Collection[int]) -> tuple[Pot, ...]:
    """The pots of what each seat put in, main pot first (S0-52, S4-25).

    A layer ends where a live seat's chips end; folded chips stay in the layers that they reached. Layers
    that the same seats play for are one pot.
    """
    tops = sorted({put[seat] for seat in live if put[seat]})
    if not tops:
        # Blinds that folded out of turn went to a player who has put nothing in yet.
        return (Pot(dead, tuple(sorted(live))),) if (dead := sum(put.values())) else ()
    tops[-1] = max(put.values())
    pots: list[Pot] = []
    floor = 0
    for top in tops:
        amount = sum(max(0, min(chips, top) - floor) for chips in put.values())
        seats = tuple(sorted(seat for seat in live if put[seat] > floor))
        if pots and pots[-1].seats == seats:
            pots[-1] = Pot(pots[-1].amount + amount, seats)
        else:
            pots.append(Pot(amount, seats))
        floor = top
    return tuple(pots)


def due_pots(put: Mapping[int, int], live: Collection[int], mucked: Sequence[int]) -> tuple[Pot, ...]:
    """The pots to push, main pot first: those of the live seats and what only mucked ones reached (SD8).

    A layer that no live seat reached is the last one's of `mucked` who did: he had it before he gave up the
    rest (rules.md 7.7), so his muck does not hand it to a seat that cannot win it.
    """
    holders, top = list(live), max(put[seat] for seat in live)
    for seat in reversed(mucked):
        if put[seat] > top:
            holders.append(seat)
            top = put[seat]
    pots = layered(put, holders)
    return tuple(Pot(pot.amount, _entitled(pot, live, holders)) for pot in pots)


def _entitled(pot: Pot, live: Collection[int], holders: Sequence[int]) -> tuple[int, ...]:
    playing = tuple(seat for seat in pot.seats if seat in live)
    return playing or (next(seat for seat in holders if seat in pot.seats),)


def split(amount: int, winners: Collection[int], button: int, unit: int) -> Mapping[int, int]:
    """Shares of a pot: equal, odd chips one each from the left of the button (T24-20A, RR-TIE-4, S4-24).

    `unit` is the smallest chip; what is smaller than a chip goes with the first share.
    """
    chips, dust = divmod(amount, unit)
    each, odd = divmod(chips, len(winners))
    order = clockwise(winners, button)
    shares = {seat: (each + (i < odd)) * unit for i, seat in enumerate(order)}
    shares[order[0]] += dust
    return shares
