"""Main and side pots, and how a pot is split (rules.md 7.7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from controller.rules.positions import clockwise
from controller.rules.state import Pot

NONE: Mapping[int, int] = {}


def layered(put: Mapping[int, int], live: Collection[int], dead: Mapping[int, int] = NONE) -> tuple[Pot, ...]:
    """The pots of what each seat put in, main pot first (S0-52, S1-26, S4-25).

    A layer ends where a live seat's chips end; folded chips stay in the layers that they reached. Layers
    that the same seats play for are one pot. `dead` are chips that count for nobody's level: they are in the
    main pot, whole, and every live seat plays for them (rules.md 12.3).
    """
    tops = sorted({put[seat] for seat in live if put[seat]})
    if not tops:
        # Blinds that folded out of turn went to a player who has put nothing in yet.
        return _merged([_bottom(live, put, dead)])
    tops[-1] = max(put.values())
    pots, floor = [_bottom(live, dead)], 0
    for top in tops:
        amount = sum(max(0, min(chips, top) - floor) for chips in put.values())
        seats = (seat for seat in live if put[seat] > floor)
        pots.append(Pot(amount, _ascending(seats), by=_ascending(n for n in put if put[n] > floor)))
        floor = top
    return _merged(pots)


def _bottom(live: Collection[int], *chips: Mapping[int, int]) -> Pot:
    """The chips that nobody has to match, whoever put them in."""
    by = {seat for given in chips for seat in given if given[seat]}
    return Pot(sum(sum(given.values()) for given in chips), _ascending(live), by=_ascending(by))


def _merged(layers: Sequence[Pot]) -> tuple[Pot, ...]:
    pots: list[Pot] = []
    for layer in layers:
        if not layer.amount:
            continue
        if pots and pots[-1].seats == layer.seats:
            below = pots.pop()
            by = _ascending({*below.by, *layer.by})
            layer = replace(layer, amount=below.amount + layer.amount, by=by)
        pots.append(layer)
    return tuple(pots)


def _ascending(seats: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))


def due_pots(
    put: Mapping[int, int],
    live: Collection[int],
    mucked: Sequence[int],
    dead: Mapping[int, int] = NONE,
) -> tuple[Pot, ...]:
    """The pots to push, main pot first: those of the live seats and what only mucked ones reached (SD8).

    A layer that no live seat reached is the last one's of `mucked` who did: he had it before he gave up the
    rest (rules.md 7.7), so his muck does not hand it to a seat that cannot win it.
    """
    holders, top = list(live), max(put[seat] for seat in live)
    for seat in reversed(mucked):
        if put[seat] > top:
            holders.append(seat)
            top = put[seat]
    pots = layered(put, holders, dead)
    return tuple(replace(pot, seats=_entitled(pot, live, holders)) for pot in pots)


def _entitled(pot: Pot, live: Collection[int], holders: Sequence[int]) -> tuple[int, ...]:
    playing = tuple(seat for seat in pot.seats if seat in live)
    return playing or (next(seat for seat in holders if seat in pot.seats),)


def halved(pots: Sequence[Pot], unit: int) -> tuple[Pot, ...]:
    """The pots where it is run twice: one half for each board, an odd chip with board 1 (rules.md 7.8).

    A pot that one seat has won without a showdown stays whole.
    """
    halves: list[Pot] = []
    for pot in pots:
        if len(pot.seats) == 1:
            halves.append(pot)
            continue
        second = pot.amount // unit // 2 * unit
        halves += [replace(pot, amount=pot.amount - second, board=1), replace(pot, amount=second, board=2)]
    return tuple(halves)


def pot_number(pots: Sequence[Pot], n: int) -> int:
    """What people call pot number `n` of the row: 1 is the main pot, and both halves of a pot are one."""
    return sum(pot.board != 2 for pot in pots[:n])


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
