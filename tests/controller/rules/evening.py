"""Hands one after another, each folded to the last player, with what people ask between them."""

from __future__ import annotations

from controller.rules.cards import SHOE, How, Place
from controller.rules.events import CardMoved
from controller.rules.requests import Ask, Confirm
from controller.rules.state import BETWEEN_HANDS, Seat, Table
from tests.controller.rules.hands import DECK_A, Play, card

DECK = [card(text) for text in DECK_A.split()]


class Evening(Play):
    """A table that is dealt hand after hand from the same order of cards."""

    def __init__(self, start: Table) -> None:
        super().__init__(start, "")

    def must(self, *asks: Ask) -> Evening:
        super().must(*asks)
        return self

    def draw(self, to: Place, *, known: bool = True) -> Evening:
        super().draw(to, known=known)
        return self

    def lost(self) -> Evening:
        super().lost()
        return self

    def seat(self, n: int) -> Seat:
        return self.table.seats[n]

    def owed(self, n: int) -> tuple[int, int]:
        owes = self.seat(n).owes
        return owes.live, owes.dead

    def next(self, *asks: Ask) -> Evening:
        """What is asked before it, then the start of the next hand; the hand before it is finished first."""
        self.finish()
        self.must(*asks)
        self.shoe = list(DECK)
        while self.step.do == "verify":
            self.must(Confirm())
        self.start()
        return self

    def hands(self, count: int) -> Evening:
        for _ in range(count):
            self.next()
        return self

    def finish(self) -> Evening:
        """Cards dealt, everybody folds who can, the pot is pushed, the cards are collected."""
        self.deal()
        while self.step.do == "act":
            self.do(f"{self.step.seat} fold")
        if self.table.phase not in BETWEEN_HANDS:
            self.check_down().show_all().push()
        self.core.record(*(CardMoved(p.n, p.card, SHOE, How.READ) for p in self.table.pieces))
        return self

    def where(self) -> tuple[int, int, int]:
        return self.table.button, self.table.small, self.table.big

    def bets(self) -> dict[int, int]:
        return {n: seat.street_in for n, seat in self.table.seats.items() if seat.street_in}

    def dead(self) -> dict[int, int]:
        return {n: seat.dead for n, seat in self.table.seats.items() if seat.dead}
