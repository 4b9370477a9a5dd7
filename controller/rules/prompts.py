"""The next thing that the dealer should do: derived from the table, never stored (design 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.rules import betting, showdown
from controller.rules.cards import BOARD, Place, Where, seat_place
from controller.rules.dealing import FLOP_CARDS, at, due, in_flight
from controller.rules.decisions import MIN_PLAYERS, ready_seats
from controller.rules.sentence import Sentence, say
from controller.rules.state import BETWEEN_HANDS, Phase, Table


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `do` is a word of design 4 (deal, burn, flop, act, table, push, ...).

    `seat`, `seats`, `pot`, `amount`, `cards` and `to` are filled where the word has them.
    """

    do: str
    sentence: Sentence
    detail: Sentence | None = field(default=None)
    seat: int = 0
    seats: tuple[int, ...] = ()
    pot: int = 0
    amount: int = 0
    cards: int = 0
    to: str = ""


def next_step(table: Table) -> Step:
    """Exactly one step; it tells nothing of a card that was not shown, and no winner before the hands are."""
    if table.open:
        what = table.open[0]
        return Step("stop", say("prompt.stop"), what.sentence, to=what.kind)
    if table.phase in BETWEEN_HANDS:
        return _between_hands(table)
    if table.phase is Phase.PAYING:
        return _push(table)
    if overdue := next((p for p in in_flight(table) if p.overdue and p.bound is not None), None):
        return _set_down_again(overdue.bound)
    if turn := betting.actor(table):
        return _act(table, turn)
    if showdown.unnamed_board(table):
        return Step("name", say("prompt.name", place="board"), cards=_blank(table, BOARD), to="board")
    if seat := showdown.unnamed_seat(table):
        place = seat_place(seat)
        cards = _blank(table, place)
        return Step("name", say("prompt.name.seat", seat=seat), seat=seat, cards=cards, to=str(place))
    if seats := showdown.to_table(table):
        return Step("table", say("prompt.table", seats=seats), seat=seats[0], seats=seats)
    return _deal(table)


def _between_hands(table: Table) -> Step:
    if table.pieces:
        return Step("collect", say("prompt.collect", cards=len(table.pieces)), cards=len(table.pieces))
    if len(ready_seats(table)) < MIN_PLAYERS:
        return Step("wait", say("prompt.idle"))
    return Step("next", say("prompt.next"))


def _push(table: Table) -> Step:
    number = showdown.next_pot(table)
    shares = showdown.shares(table, table.pots[number - 1])
    seat, amount = next(iter(shares.items()))
    seats = tuple(shares)
    called = number if len(table.pots) > 1 else 0
    if len(seats) > 1:
        sentence = say("prompt.push.split", pot=called, seats=seats, amount=sum(shares.values()))
    else:
        sentence = say("prompt.push", pot=called, seat=seat, amount=amount)
    detail = _paid_for(table, shares)
    return Step("push", sentence, detail, seat=seat, seats=seats, pot=number, amount=amount)


def _paid_for(table: Table, shares: Mapping[int, int]) -> Sentence:
    """Why a pot goes where it goes; of a split pot also each share, for one of them may hold an odd chip."""
    seat = next(iter(shares))
    hand = showdown.hand_of(table, seat)
    if len(shares) > 1:
        parts = tuple(f"{winner}: {amount}" for winner, amount in shares.items())
        return say("detail.shares", hand=hand.name if hand else "", shares=parts)
    return say("detail.hand", hand=hand.name) if hand else say("detail.uncontested", seat=seat)


def _act(table: Table, seat: int) -> Step:
    here, may = table.seats[seat], betting.options(table, seat)
    if may.call:
        detail = say("detail.facing", to=table.street.bet, call=may.call)
    elif table.street.bet:
        detail = say("detail.option")
    else:
        detail = say("detail.check")
    return Step("act", say("prompt.act", seat=seat, name=here.name), detail, seat=seat)


def _set_down_again(bound: Place | None) -> Step:
    return Step(
        "move",
        say("prompt.move.unread", place=str(bound)),
        seat=bound.seat if bound else 0,
        to=str(bound),
    )


def _blank(table: Table, place: Place) -> int:
    return sum(piece.card is None for piece in at(table, place))


def _deal(table: Table) -> Step:
    flying = in_flight(table)
    to = flying[0].bound if flying else due(table)
    if to is None:
        return Step("wait", say("prompt.wait"))
    match to.where:
        case Where.SEAT:
            return Step("deal", say("prompt.deal", seat=to.seat), seat=to.seat)
        case Where.BOARD:
            lying = len(at(table, BOARD))
            street = "flop" if lying < FLOP_CARDS else "turn" if lying == FLOP_CARDS else "river"
            return Step(street, say(f"prompt.{street}"))
    return Step("burn", say("prompt.burn"))
