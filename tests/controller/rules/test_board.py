"""Board and burn cards gone wrong: any order of cards, reports, rulings and actions, and what is repaired."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.rules.betting import actor
from controller.rules.cards import ASIDE, BOARD, BURN, MUCK, SHOE, Place, seat_place
from controller.rules.dealing import at, due, stub
from controller.rules.house import (
    AfterActionOrder,
    BurnExposed,
    DeckVerify,
    FourCardFlop,
    HouseRules,
    NoBurnFlop,
    PrematureFlop,
    PrematureTurn,
    ReshuffleWhen,
    StubMixed,
)
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.requests import Act, CallFloor, Confirm, Report, Rule, TakeBack, Unnotice
from controller.rules.rulings import menu
from controller.rules.state import Do, Phase
from controller.rules.table import chips
from tests.controller.rules.hands import L6, Play, card, dealt, seated

HOUSES = st.builds(
    HouseRules,
    board_premature_flop=st.sampled_from(PrematureFlop),
    board_premature_turn=st.sampled_from(PrematureTurn),
    board_four_card_flop=st.sampled_from(FourCardFlop),
    board_no_burn_flop=st.sampled_from(NoBurnFlop),
    board_after_action_order=st.sampled_from(AfterActionOrder),
    board_reshuffle_when=st.sampled_from(ReshuffleWhen),
    board_reburn_after_full_reshuffle=st.booleans(),
    expose_burn=st.sampled_from(BurnExposed),
    stub_mixed=st.sampled_from(StubMixed),
    deck_verify=st.sampled_from(DeckVerify),
)
SMALL = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
REPORTS = (*("burn-exposed", "stub-exposed", "bottom-exposed", "dropped", "mixed", "face-down", "face-up"),)


class Felt:
    """A hand on which cards may go wrong: the shoe gives what came back first, as a dealer's hands would."""

    def __init__(self, house: HouseRules, picks: Sequence[int] = ()) -> None:
        self.play = dealt(seated(L6, 6, house=house))
        self._picks = iter(picks)

    def pick(self, choices: int) -> int:
        return next(self._picks, 0) % choices

    def move(self, n: int, to: Place) -> None:
        """A card that is out is moved; one that goes back lies on top of the stub."""
        moved = next(p for p in self.play.table.pieces if p.n == n)
        text = self.play.at(moved.place)[at(self.play.table, moved.place).index(moved)]
        if to == SHOE:
            self.play.shoe.insert(0, card(text))
        self.play.move(text, to)

    def by_hand(self) -> bool:
        """One thing that a ruling or a mend asks for; whether there was one."""
        step, table = self.play.step, self.play.table
        task = next((t for t in table.todo if t.do is Do.PICK), None)
        if step.do == "pick" and task is not None and task.to is not None:
            self.move(task.among[self.pick(len(task.among))], task.to)
            return True
        if step.do == "deal" and table.todo:
            self.play.draw(due(table) or ASIDE)
            return True
        if step.do == "move" and step.to == "stub":
            task = next(t for t in table.todo if t.do is Do.MOVE and t.to == SHOE)
            self.move(task.n, SHOE)
            return True
        if step.do in ("verify", "shuffle", "move"):
            self.play.must(Confirm())
            return True
        return False

    def forward(self) -> None:
        """One thing that the prompt asks for."""
        if self.by_hand():
            return
        match self.play.step.do:
            case "stop":
                self.rule()
            case "act":
                self.play.pass_by()
            case "deal" | "burn" | "flop" | "turn" | "river":
                self.play.draw(due(self.play.table) or BURN)
            case _:
                self.play.must(Confirm())

    def rule(self) -> None:
        """The floor rules from the menu; what this family does not know is played on."""
        codes = [code for code in menu(self.play.table) if code != "R40"] or ["R01"]
        first = self.pick(len(codes))
        rulings = (Rule(code, "lee", "clear") for code in codes[first:] + codes[:first])
        assert any(self.play.ask(ruling) == "" for ruling in rulings), (codes, self.play.table.open)

    def wrong(self) -> None:
        """Something that should not have happened."""
        table = self.play.table
        lying = [p for p in table.pieces if p.place in (BOARD, BURN)]
        match self.pick(6):
            case 0 | 1:
                self.play.draw((BOARD, BURN)[self.pick(2)])
            case 2:
                self.play.draw(MUCK)
            case 3:
                self.play.ask(Report(REPORTS[self.pick(len(REPORTS))]))
            case 4 if table.open:
                self.play.ask(Act(1 + self.pick(6), "check"))
                self.play.ask(Unnotice("lee"))
            case _ if lying:
                self.move(lying[self.pick(len(lying))].n, (BOARD, BURN, MUCK, ASIDE)[self.pick(4)])

    def check(self) -> None:
        table = self.play.table
        numbers = [p.n for p in table.pieces]
        assert len(set(numbers)) == len(numbers)
        assert stub(table) + len(numbers) == 52
        assert chips(table) == 3000
        assert self.play.step.do != "stop" or menu(table) or table.open[0].kind == "unresolved"

    def finish(self) -> None:
        for _ in range(250):
            if self.play.table.phase in AFTER_THE_HAND:
                return
            self.forward()
        raise AssertionError(f"the hand does not end: {self.play.step}")


@SMALL
@given(HOUSES, st.lists(st.integers(0, 2**16), min_size=20, max_size=60), st.integers(2, 25))
def test_whatever_cards_do_there_is_a_next_step(house: HouseRules, picks: list[int], steps: int) -> None:
    felt = Felt(house, picks)
    for _ in range(steps):
        if felt.play.table.phase in AFTER_THE_HAND:
            break
        felt.wrong() if felt.pick(3) == 2 else felt.forward()
        felt.check()
    felt.finish()
    felt.check()
    assert felt.play.again() == felt.play.table


def _to(phase: Phase) -> Callable[[Felt], None]:
    """Everybody checks until one player has acted on the street."""

    def played(felt: Felt) -> None:
        while felt.play.table.phase is not phase or felt.play.step.do != "act":
            felt.forward()
        felt.play.pass_by()

    return played


def _closed(phase: Phase) -> Callable[[Felt], None]:
    """Everybody checks until the betting of the street is over."""

    def played(felt: Felt) -> None:
        _to(phase)(felt)
        while actor(felt.play.table):
            felt.play.pass_by()

    return played


def _fresh(felt: Felt) -> None:
    """The flop lies and nobody has acted."""
    while felt.play.table.phase is not Phase.FLOP:
        felt.forward()


# What came before, the cards that went wrong, the kind, and the burns that the whole hand then has.
ERRORS = [
    (_to(Phase.PREFLOP), [BURN, BOARD, BOARD, BOARD], "B1", 3),
    (_to(Phase.PREFLOP), [BOARD, BOARD, BOARD], "B1", 3),
    (_to(Phase.PREFLOP), [BURN, BOARD, BOARD, BOARD, BURN, BOARD], "B29", 3),
    (_to(Phase.FLOP), [BURN, BOARD], "B2", 3),
    (_to(Phase.FLOP), [BURN, BOARD, BURN, BOARD], "B29", 3),
    (_to(Phase.TURN), [BURN, BOARD], "B3", 3),
    (_fresh, [BOARD], "B5", 3),
    (_fresh, [BOARD, BOARD], "B6", 3),
    (_closed(Phase.PREFLOP), [BOARD, BOARD, BOARD], "B8", 3),
    (_closed(Phase.PREFLOP), [BURN, BURN], "B10", 3),
    (_closed(Phase.PREFLOP), [BURN, BURN, BOARD, BOARD, BOARD], "B11", 3),
    (_closed(Phase.FLOP), [BOARD], "B13", 3),
    (_closed(Phase.TURN), [BOARD], "B13", 3),
    (_closed(Phase.FLOP), [BURN, BURN], "B15", 3),
    (_closed(Phase.FLOP), [BURN, BURN, BOARD], "B15", 3),
    (_closed(Phase.TURN), [BURN, BURN, BOARD], "B15", 3),
]


@pytest.mark.parametrize(("before", "cards", "kind", "burns"), ERRORS)
@settings(max_examples=6, deadline=None)
@given(house=HOUSES, picks=st.lists(st.integers(0, 2**16), min_size=8, max_size=8))
def test_a_repaired_hand_has_five_board_cards_and_the_burns_of_the_rule(
    before: Callable[[Felt], None],
    cards: list[Place],
    kind: str,
    burns: int,
    house: HouseRules,
    picks: list[int],
) -> None:
    felt = Felt(house, picks)
    before(felt)
    for place in cards:
        felt.play.draw(place)
    assert felt.play.table.open[0].kind == kind
    house_burns_none = kind == "B8" and not house.board_reburn_after_full_reshuffle
    codes = []
    while felt.play.table.phase not in (*AFTER_THE_HAND, Phase.SHOWDOWN):
        if felt.play.step.do == "stop":
            codes = list(menu(felt.play.table))
        felt.forward()
    felt.check()
    assert codes
    assert len(at(felt.play.table, BOARD)) == 5
    redealt_unburned = house_burns_none and len(at(felt.play.table, BURN)) == burns - 1
    # A house that takes the burn of an early flop back burns anew; a held river has its burn among the three.
    assert redealt_unburned or len(at(felt.play.table, BURN)) == burns


@pytest.mark.parametrize(
    ("when", "at_once"), [(ReshuffleWhen.AFTER_BETTING, False), (ReshuffleWhen.IMMEDIATE, True)]
)
def test_an_early_card_is_public_only_after_the_ruling(when: ReshuffleWhen, at_once: bool) -> None:
    felt = Felt(HouseRules(board_reshuffle_when=when))
    _to(Phase.FLOP)(felt)
    felt.play.draw(BURN).draw(BOARD)
    early = felt.play.table.pieces[-1]
    assert early.card is not None
    assert early.card not in felt.play.table.faces
    felt.play.must(Rule("R08", "lee"))
    assert early.card not in felt.play.table.faces
    felt.by_hand()
    assert (early.card in felt.play.table.faces) is not at_once
    while felt.play.step.do != "turn":
        felt.forward()
    assert early.card not in felt.play.table.faces


def test_a_board_card_that_lies_face_down_has_no_face() -> None:
    felt = Felt(HouseRules())
    _closed(Phase.PREFLOP)(felt)
    felt.play.draw(BURN).draw(BOARD).must(Report("face-down")).draw(BOARD).draw(BOARD).must(
        Report("face-down")
    )
    assert not felt.play.table.faces
    felt.play.must(Report("face-up"))
    assert len(felt.play.table.faces) == 3


@pytest.mark.parametrize("what", ["burn-exposed", "face-down", "face-up"])
def test_a_report_of_a_card_that_does_not_lie_there_is_refused(what: str) -> None:
    assert Felt(HouseRules()).play.ask(Report(what)).startswith("refused.no_")


@pytest.mark.parametrize("code", ["R07", "R10", "R11", "R12"])
def test_a_ruling_that_is_about_no_card_is_refused(code: str) -> None:
    felt = Felt(HouseRules())
    _to(Phase.FLOP)(felt)
    felt.play.must(Report("stub-exposed"))
    assert felt.play.ask(Rule(code, "lee", "why not")) == "refused.ruling_unfit"


@pytest.mark.parametrize(("code", "wanted"), [("R13", 0), ("R14", 2)])
def test_the_floor_sets_the_burns_before_the_next_street(code: str, wanted: int) -> None:
    felt = Felt(HouseRules())
    _closed(Phase.FLOP)(felt)
    felt.play.must(Report("stub-exposed"), Rule(code, "lee", "a burn was miscounted"))
    before = len(at(felt.play.table, BURN))
    while len(at(felt.play.table, BOARD)) == 3:
        felt.forward()
    assert len(at(felt.play.table, BURN)) == before + wanted


def test_a_card_dealt_before_the_stub_is_shuffled_is_early_too() -> None:
    felt = Felt(HouseRules())
    _to(Phase.FLOP)(felt)
    felt.play.draw(BURN).draw(BOARD).must(Rule("R08", "lee"))
    felt.by_hand()
    while actor(felt.play.table):
        felt.play.pass_by()
    felt.play.draw(BOARD)
    assert felt.play.table.open[0].kind == "B2"
    felt.play.must(Rule("R08", "lee"))
    assert sum(task.do is Do.SHUFFLE for task in felt.play.table.todo) == 1
    felt.finish()
    assert len(at(felt.play.table, BURN)) == 3


def test_an_undone_action_makes_the_card_that_followed_early() -> None:
    felt = Felt(HouseRules())
    _closed(Phase.FLOP)(felt)
    felt.play.draw(BURN).draw(BOARD)
    felt.play.must(TakeBack())
    assert felt.play.table.open[0].kind == "B2"


def test_two_cards_as_the_turn_that_nobody_could_tell_apart_are_picked_from() -> None:
    felt = Felt(HouseRules())
    _closed(Phase.FLOP)(felt)
    felt.play.draw(BURN).draw(BOARD, known=False).draw(BOARD, known=False)
    assert (felt.play.table.open[0].kind, menu(felt.play.table)) == ("B17", ("R10",))
    felt.play.must(Rule("R10", "lee"))
    assert (felt.play.step.do, felt.play.step.cards) == ("pick", 2)


def test_the_floor_may_name_the_card_that_was_picked() -> None:
    felt = Felt(HouseRules())
    _fresh(felt)
    felt.play.draw(BOARD).must(Rule("R10", "lee", card=card("7h")))
    assert (felt.play.step.do, felt.play.step.to) == ("move", "burn")
    felt.by_hand()
    assert (felt.play.at(BOARD), felt.play.at(BURN)) == (["5h", "6s", "6c"], ["9h", "7h"])


def test_a_run_out_is_put_right_until_the_pot_is_pushed() -> None:
    """The floor was called when the river lay there already (RR-HE-6, EX-61)."""
    play = dealt(seated({1: 500, 2: 500}, 1)).do("1 all-in", "2 call").must(Confirm()).street()
    play.must(CallFloor()).draw(BOARD).draw(BURN).draw(BOARD).must(Rule("R07", "lee"))
    while play.step.do == "move":
        play.must(Confirm())
    assert (play.at(BOARD), play.at(BURN)) == (["Ah", "5d", "2s", "Kc"], ["Td", "8d", "9s"])
    assert play.step.do == "river"


def test_a_hole_card_that_lies_with_the_burns_is_slid_to_its_seat() -> None:
    play = Play(seated(L6, 6)).start().draw(seat_place(1)).draw(BURN)
    assert (play.table.open, [mend.kind for mend in play.table.mends]) == ((), ["B4"])
    assert (play.step.do, play.step.to) == ("move", "seat 2")
    play.must(Confirm()).deal()
    assert [len(play.hole(seat)) for seat in range(1, 7)] == [2] * 6
