"""A ruling as it goes into the record."""

from __future__ import annotations

from controller.rules.events import Ruled
from controller.rules.requests import Rule


def signed(ask: Rule, *, seat: int = 0, pot: int = 0) -> Ruled:
    """The ruling that was asked for; `seat` and `pot` where the floor left open what the case says."""
    return Ruled(
        code=ask.code,
        who=ask.who,
        why=ask.why,
        seat=ask.seat or seat,
        pot=ask.pot or pot,
        amount=ask.amount,
        seats=ask.seats,
        amounts=ask.amounts,
        refund=ask.refund,
    )
