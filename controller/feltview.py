"""What lies on the felt as everybody may see it: seats, pots and boards."""

from __future__ import annotations

from collections.abc import Mapping

from controller.rules import betting
from controller.rules.cards import seat_place
from controller.rules.dealing import at, twice
from controller.rules.lineup import last_positions
from controller.rules.positions import names
from controller.rules.pots import layered, pot_number
from controller.rules.showdown import board_faces, boards, seen_faces
from controller.rules.state import Award, Phase, Seat, Status, Table
from controller.views import PotView, ResultView, SeatView


def boards_shown(table: Table) -> tuple[tuple[str, ...], ...]:
    """Both boards where it is run twice, else nothing."""
    if not twice(table):
        return ()
    return tuple(tuple(face.text for face in board_faces(table, number)) for number in boards(table))


def result(table: Table, award: Award) -> ResultView:
    """What a seat was pushed, with the pot as people count it."""
    pot = pot_number(table.pots, award.pot)
    return ResultView(pot, award.seat, award.amount, award.hand, table.pots[award.pot - 1].board)


def pot_total(table: Table) -> int:
    """Every chip in the middle, the bets of this street among them."""
    seats = sum(seat.put + seat.street_in + seat.dead for seat in table.seats.values())
    return seats + sum(pot.amount for n, pot in enumerate(table.pots, 1) if n not in table.pushed)


def pots_lying(table: Table) -> tuple[PotView, ...]:
    """The pots that were not pushed, without the bets of this street."""
    put = {n: seat.put for n, seat in table.seats.items()}
    dead = {n: seat.dead for n, seat in table.seats.items()}
    pots = table.pots or layered(put, betting.live(table), dead)
    return tuple(
        PotView(pot.amount, pot.seats, pot_number(pots, n), pot.board)
        for n, pot in enumerate(pots, 1)
        if n not in table.pushed
    )


def seats_seen(table: Table) -> Mapping[int, SeatView]:
    """Every seat, by number."""
    called = names(table.dealt, last_positions(table))
    return {k: _seat(table, k, seat, called.get(k, "")) for k, seat in sorted(table.seats.items())}


def _seat(table: Table, k: int, seat: Seat, position: str) -> SeatView:
    holds = seat.status in betting.IN_HAND or k in table.drawing
    held = at(table, seat_place(k)) if holds else ()
    posted = table.phase in (Phase.DEALING, Phase.PREFLOP) and seat.street_in and not seat.acted
    return SeatView(
        name=seat.name,
        stack=seat.stack,
        street_bet=seat.street_in,
        cards_held=len(held),
        faces=tuple(face.text for face in seen_faces(table, k)),
        status=status_word(seat),
        position=position,
        acted=seat.acted or ("post" if posted else ""),
    )


def status_word(seat: Seat) -> str:
    """The word of `SeatView.status`."""
    if seat.status is Status.MUCKED:
        return "folded"
    # A hand that was killed for it is dead above all (T24-30).
    return "absent" if seat.absent and seat.status is not Status.DEAD else str(seat.status)
