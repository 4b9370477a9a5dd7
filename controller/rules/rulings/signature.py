"""A ruling as it goes into the record."""

from __future__ import annotations

from controller.rules.events import Ruled
from controller.rules.requests import Rule
from controller.rules.state import Irregularity, Table


def subject(table: Table, code: str) -> Irregularity | None:
    """What a ruling is about: the first stop, else what the dealer mends alone with this code on its menu."""
    mends = (what for what in table.mends if code in what.rulings)
    return table.open[0] if table.open else next(mends, None)


def about(table: Table, code: str) -> int:
    """The seat that a ruling is about which names none, 0 for nobody."""
    what = subject(table, code)
    return what.seat if what else 0


def signed(table: Table, ask: Rule, *, seat: int = 0, pot: int = 0, n: int = 0) -> Ruled:
    """The ruling that was asked for; `seat`, `pot` and `n` where the floor left open what the case says."""
    numbers = {piece.card: piece.n for piece in table.pieces if piece.card is not None}
    moves = {numbers[card]: to for card, to in zip(ask.cards, ask.places, strict=False) if card in numbers}
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
        n=numbers.get(ask.card, n) if ask.card else n,
        second=ask.second,
        moves=moves,
        stacks=ask.stacks,
        last=ask.last,
        penalty=ask.penalty,
    )
