"""Any reports on any cards at any time, and any rulings on them: nothing breaks, and there is a next step."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.cards import (
    ASIDE,
    BOARD,
    BURN,
    FLIGHT,
    MUCK,
    OFF_TABLE,
    SHOE,
    How,
    Place,
    Where,
    seat_place,
)
from controller.rules.dealing import due, next_number, street_lying
from controller.rules.decisions import may_redeal
from controller.rules.events import BoardShown, CardMoved, Reported
from controller.rules.house import (
    FaceUp,
    FirstCards,
    HouseRules,
    JokerOnBoard,
    NonstandardCard,
    OffTable,
    Replacement,
    SecondExposed,
)
from controller.rules.prompts import next_step
from controller.rules.requests import (
    Act,
    Ask,
    CallFloor,
    Confirm,
    Name,
    NoteLooked,
    Redeal,
    Report,
    ReportExposed,
    Rule,
    TakeBack,
    Unnotice,
)
from controller.rules.rulings import menu
from controller.rules.state import BETWEEN_HANDS, Phase
from controller.rules.table import chips, replay
from tests.controller.rules.chance import DECK
from tests.controller.rules.hands import L6, Play, seated

HOUSES = st.builds(
    HouseRules,
    misdeal_first_cards=st.sampled_from(FirstCards),
    misdeal_boxed_threshold=st.sampled_from((1, 2, 5)),
    misdeal_nonstandard_pre_sa=st.sampled_from(NonstandardCard),
    deal_off_table=st.sampled_from(OffTable),
    deal_replacement=st.sampled_from(Replacement),
    expose_second_post_sa=st.sampled_from(SecondExposed),
    deck_joker_on_board=st.sampled_from(JokerOnBoard),
    hand_faceup_with_action_pending=st.sampled_from(FaceUp),
)
WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
MOST = 300


class Careless(Play):
    """A table whose cards are seen, boxed, dropped and mislaid, as numbers from a seed have it."""

    def __init__(self, house: HouseRules, seed: int) -> None:
        super().__init__(seated(L6, 6, house=house), "")
        self._chance = random.Random(seed)
        self.shoe = list(DECK)
        self.start()

    def anything(self) -> None:
        """What the prompt asks for, more often than not; else a report, a ruling, or a card astray."""
        deed = self._chance.randrange(16)
        if deed < 8:
            self.natural()
        elif deed < 12:
            self.ask(self._report())
        elif deed == 12:
            self.ask(self._ruling(why="so ruled"))
        elif deed == 13:
            self.ask(self._word())
        elif deed == 14:
            self._astray()
        else:
            self.core.record(Reported("joker", self._chance.randrange(next_number(self.table) + 1)))

    def natural(self) -> None:
        """One thing that leads on from here."""
        step = self.step
        if step.do == "stop":
            self._answered()
        elif step.do == "act":
            self.ask(Act(step.seat, self._chance.choice(("check", "call", "fold"))))
        elif step.do == "collect":
            self._lifted()
        elif step.do == "name":
            self.must(Name(Place.parse(step.to), tuple(self.shoe.pop() for _ in range(step.cards))))
        elif step.do in ("deal", "burn", "flop", "turn", "river") and self._chance.randrange(4):
            self._drawn()
        elif step.do == "wait":
            self._waited()
        else:
            self.ask(Confirm())
        lying = sum(p.place == BOARD for p in self.table.pieces)
        if street_lying(self.table) and lying > self.table.shown and not self.table.open:
            self.core.record(BoardShown(lying))

    def _answered(self) -> None:
        """A stop ends by a ruling of the menu, by taking back what led to it, or with the hand."""
        codes = menu(self.table)
        if codes and self.ask(self._ruling(*codes)) == "":
            return
        for way in (
            Redeal() if may_redeal(self.table) else TakeBack(),
            CallFloor(),
            Rule("R03", "lee", why="-"),
        ):
            if self.ask(way) == "":
                return

    def _ruling(self, *codes: str, why: str = "") -> Ask:
        if self.table.notes and not self._chance.randrange(4):
            return Unnotice("lee")
        return Rule(self._chance.choice(codes or ("R01", "R02", "R04", "R05", "R15")), "lee", why=why)

    def _report(self) -> Ask:
        seat, card = self._chance.randrange(8), self._chance.randrange(4)
        by = self._chance.choice(("dealer", "dealer", "player"))
        what = self._chance.choice(("exposed", "exposed", "boxed", "joker", "off-table"))
        if what == "exposed":
            return ReportExposed(seat, card, by)
        return Report(what, self._chance.choice((0, seat)), card, by=by)

    def _word(self) -> Ask:
        seat = self._chance.randrange(7)
        if not self._chance.randrange(3):
            return NoteLooked(seat)
        return Act(seat, self._chance.choice(WORDS), self._chance.randrange(60))

    def _drawn(self) -> None:
        to = due(self.table)
        if to is not None:
            self._new(self._chance.choice((to, to, to, FLIGHT)))

    def _new(self, to: Place) -> None:
        self.core.record(CardMoved(next_number(self.table), self.shoe.pop(), to, How.READ))

    def _lifted(self) -> None:
        card = self.table.pieces[-1]
        self.core.record(CardMoved(card.n, None, SHOE, How.READ))
        if card.card is not None:
            self.shoe.insert(0, card.card)

    def _waited(self) -> None:
        flying = [p for p in self.table.pieces if p.place.where is Where.FLIGHT]
        if flying:
            self.core.record(CardMoved(flying[0].n, flying[0].card, MUCK, How.READ))

    def _astray(self) -> None:
        places = (OFF_TABLE, ASIDE, BURN, MUCK, BOARD, *map(seat_place, range(1, 7)))
        to = self._chance.choice(places)
        if self.table.phase in BETWEEN_HANDS:
            return
        if not self.table.pieces or not self._chance.randrange(3):
            self._new(to)
        else:
            card = self._chance.choice(self.table.pieces)
            self.core.record(CardMoved(card.n, card.card, to, How.READ))

    def over(self) -> bool:
        return self.table.phase in BETWEEN_HANDS and not self.table.pieces and not self.table.open


@settings(max_examples=60, deadline=None)
@given(house=HOUSES, seed=st.integers(0, 2**32), deeds=st.integers(5, 60))
def test_any_reports_at_any_time_leave_a_table_that_goes_on(house: HouseRules, seed: int, deeds: int) -> None:
    play = Careless(house, seed)
    whole = chips(play.table)
    for _ in range(deeds):
        play.anything()
        assert next_step(play.table).do
        assert chips(play.table) == whole
        numbers = [piece.n for piece in play.table.pieces]
        assert len(numbers) == len(set(numbers))
    assert replay(play.core.start, play.core.events) == play.table
    for _ in range(MOST):
        if play.over() or play.table.phase is Phase.PAYING:
            return
        play.natural()
    raise AssertionError(f"the hand does not end: {play.step}, {play.table.open}, {play.table.todo}")
