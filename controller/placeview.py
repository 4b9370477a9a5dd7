"""The seats between hands, and what the dealer may ask about seats and about posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from controller.rules.account import Debt
from controller.rules.opening import decide_opening
from controller.rules.posting import decide_post
from controller.rules.requests import (
    Buy,
    Count,
    Leave,
    MoveSeat,
    PlaceButton,
    Post,
    PostingAsk,
    PutStraddle,
    SeatingAsk,
    Sit,
    SitIn,
    SitOut,
)
from controller.rules.seating import decide_seat
from controller.rules.sentence import Refused
from controller.rules.state import BETWEEN_HANDS, Opening, Table
from controller.views import DebtView, PlaceView


def places(table: Table) -> Mapping[int, PlaceView]:
    """The seat map, empty while a hand is on and once the table is closed."""
    if table.phase not in BETWEEN_HANDS or table.opening is Opening.CLOSED:
        return {}
    return {n: _place(table, n) for n in sorted(table.seats)}


def seat_asks(table: Table) -> list[str]:
    """The values of `Request.ask` about seats and posts that would be taken now, for some seat.

    Between hands a post is promised by `back`.
    """
    asks = [*(ask for n in table.seats for ask in _asks(table, n)), *_post_asks(table)]
    return list(dict.fromkeys(asks))


def _place(table: Table, n: int) -> PlaceView:
    seat = table.seats[n]
    owes = DebtView(seat.owes.live, seat.owes.dead) if seat.owes != Debt() else None
    asks = list(_asks(table, n))
    if not isinstance(decide_opening(table, PlaceButton(n)), Refused):
        asks.append("button")
    return PlaceView(seat.bought, seat.waiting, owes, tuple(asks))


def _asks(table: Table, n: int) -> Iterator[str]:
    house, stack = table.setup.house, table.seats[n].stack
    unit = table.stakes.unit
    # The least amount that is right, on whole chips.
    least = max(-(-(house.buyin_min or 0) // unit) * unit, unit)
    wanted: list[tuple[str, SeatingAsk]] = [
        ("count", Count(n, stack // unit * unit)),
        ("away", SitOut(n)),
        ("back", SitIn(n, posts=False)),
    ]
    # Asked for each seat at every turn: what no hand allows (S0-58) need not be tried while one runs.
    if table.phase in BETWEEN_HANDS:
        wanted = [
            ("sit", Sit(n, "", least)),
            ("buy", Buy(n, unit if stack else least)),
            *wanted,
            *(("move", MoveSeat(n, to)) for to in table.seats if to != n),
            ("leave", Leave(n)),
        ]
    yield from dict.fromkeys(word for word, ask in wanted if _taken(table, ask))


def _post_asks(table: Table) -> Iterator[str]:
    if any(_taken(table, Post(n, seat.street_in, seat.dead)) for n, seat in table.seats.items()):
        yield "post"
    if any(_taken(table, PutStraddle(n, 2 * table.street.bet)) for n in table.dealt):
        yield "straddle"


def _taken(table: Table, ask: SeatingAsk | PostingAsk) -> bool:
    decided = decide_post(table, ask) if isinstance(ask, Post | PutStraddle) else decide_seat(table, ask)
    return not isinstance(decided, Refused)
