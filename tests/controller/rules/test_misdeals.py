"""Hole cards gone wrong: where they lie, how many there are, from which button (rules.md 3.3, 12.6, 12.7)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.rules import betting, substantial
from controller.rules.cards import ASIDE, BURN, FLIGHT, MUCK, SHOE, How, Place, seat_place
from controller.rules.dealing import due, next_number
from controller.rules.events import CardMoved
from controller.rules.house import (
    ButtonError,
    ButtonMode,
    HouseRules,
    NoCut,
    OneExtra,
    OutOfSequence,
    SubstantialAction,
    WrongButton,
    WrongCount,
)
from controller.rules.incidents.deal import DECLARED
from controller.rules.positions import Positions
from controller.rules.requests import (
    Act,
    Ask,
    CallFloor,
    Confirm,
    NoteLooked,
    PlaceButton,
    Redeal,
    Report,
    ReportExposed,
    Rule,
    TakeBack,
    Unnotice,
)
from controller.rules.rulings import menu
from controller.rules.stakes import Stakes
from controller.rules.state import BETWEEN_HANDS, Phase, Status, Table
from controller.rules.table import chips
from tests.controller.rules.hands import L6, Play, card, dealt, seated

ROBERT = HouseRules(
    misdeal_sa=SubstantialAction.RROP2,
    misdeal_wrong_count=WrongCount.CORRECT_IN_SEQUENCE,
    misdeal_one_extra=OneExtra.RETURN_AS_BURN,
    misdeal_button_wrong_pre_sa=WrongButton.MISDEAL,
    button_error_next_hand=ButtonError.RESTORE_ROTATION,
    deal_out_of_sequence=OutOfSequence.MISDEAL,
    dealer_may_declare_misdeal=True,
)
SHARED = st.sampled_from((HouseRules(), ROBERT))


def rule(code: str, seat: int = 0) -> Rule:
    return Rule(code, "lee", seat=seat)


def begun(house: HouseRules | None = None) -> Play:
    return Play(seated(L6, 6, house=house)).start()


def at_seats(play: Play, *seats: int) -> Play:
    for seat in seats:
        play.draw(seat_place(seat))
    return play


def first(play: Play, cards: int) -> Play:
    """The first cards of the deal, each where it is due."""
    for _ in range(cards):
        to = due(play.table)
        assert to is not None
        play.draw(to)
    return play


def stops(play: Play) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(what.kind, what.seat, what.rulings) for what in play.table.open]


def mends(play: Play) -> list[tuple[str, int, str]]:
    return [(what.kind, what.seat, str(what.to or "")) for what in play.table.mends]


# --- M4, M5, E10: the wrong seat


@pytest.mark.parametrize("house", [HouseRules(), ROBERT])
def test_the_first_card_at_the_wrong_seat_stops_at_once(house: HouseRules) -> None:
    assert stops(at_seats(begun(house), 2)) == [("M4", 2, ("R02",))]


def test_the_first_card_is_the_first_one_that_plays() -> None:
    """A boxed card before it is a scrap, not the first card (RR-IRR-7)."""
    play = begun().must(Report("boxed")).draw(ASIDE)
    assert stops(at_seats(play, 2)) == [("M4", 2, ("R02",))]


def test_a_card_out_of_sequence_is_slid_on_by_the_dealer_alone() -> None:
    play = at_seats(begun(), 1, 2, 4)
    assert (stops(play), mends(play)) == ([], [("M5", 4, "seat 3")])
    assert (play.step.do, play.step.seat, play.step.to) == ("move", 4, "seat 3")
    play.move("Ad", seat_place(3))
    assert (mends(play), due(play.table)) == ([], seat_place(4))


def test_it_is_the_floors_where_the_house_wants_a_misdeal() -> None:
    assert stops(at_seats(begun(ROBERT), 1, 2, 4)) == [("M5", 4, ("R02",))]


@pytest.mark.parametrize("later", [seat_place(4), FLIGHT])
def test_not_once_a_later_card_is_out(later: Place) -> None:
    play = at_seats(begun(), 1, 2, 4).draw(later)
    assert stops(play) == [("M5", 4, ("R02",))]
    assert mends(play) == []


def test_not_once_its_holder_looked_or_it_was_seen() -> None:
    assert stops(at_seats(begun(), 1, 2, 4).must(NoteLooked(4))) == [("M5", 4, ("R02",))]
    assert stops(first(begun(), 2).must(NoteLooked(4)).draw(seat_place(4))) == [("M5", 4, ("R02",))]


def test_a_card_that_slid_to_a_neighbour_is_out_of_sequence_too() -> None:
    """users.md 75: one card here, three there."""
    play = first(begun(), 10).move("Kc", seat_place(3))
    assert mends(play) == [("M5", 3, "seat 4")]
    play.move("Kc", seat_place(4))
    assert (mends(play), stops(play)) == ([], [])


def test_a_card_slid_to_an_empty_seat_is_for_nobody() -> None:
    assert stops(first(begun(), 3).move("Ad", seat_place(8))) == [("M6", 8, ("R02",))]


def test_two_cards_of_one_stroke() -> None:
    play = first(begun(), 2)
    third, fourth = play.shoe[:2]
    del play.shoe[:2]
    stroke = [CardMoved(3, third, FLIGHT, How.READ), CardMoved(4, fourth, FLIGHT, How.READ)]
    play.core.record(*stroke, CardMoved(3, third, seat_place(3), How.READ))
    play.core.record(CardMoved(4, fourth, seat_place(3), How.READ))
    assert mends(play) == [("E10", 3, "seat 4")]
    play.draw(seat_place(5))
    assert stops(play) == [("M5", 3, ("R02",))]


def test_after_substantial_action_it_stands() -> None:
    """3.3 M4, M5: what the floor finds unnoticed is judged as it stands then (12.1)."""
    play = (
        at_seats(begun(), 2, 1, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6).do("3 raise 30", "4 call").must(Unnotice("lee"))
    )
    assert stops(play) == [("M4", 2, ("R01",))]
    assert play.must(rule("R01")).step.seat == 5


# --- M6: a seat without a right to cards


@pytest.mark.parametrize("house", [HouseRules(), ROBERT])
def test_a_card_for_nobody(house: HouseRules) -> None:
    assert stops(first(begun(house), 3).draw(seat_place(8))) == [("M6", 8, ("R02",))]
    assert stops(dealt(seated(L6, 6, house=house)).draw(seat_place(8))) == [("M6", 8, ("R02",))]


def test_found_late_its_cards_go_to_the_muck() -> None:
    play = at_seats(begun(), 1, 2, 3, 8, 4, 5, 6, 1, 2, 3, 8, 4, 5, 6).do("3 call", "4 call")
    play.must(Unnotice("lee"))
    assert stops(play) == [("M6", 8, ("R15",))]
    play.must(rule("R15"), Confirm(), Confirm())
    assert (play.at(MUCK), play.hole(8)) == (["5c", "9s"], [])
    assert (play.step.do, play.step.seat) == ("act", 5)


# --- M7 to M10, M18, H3: wrong numbers


@pytest.mark.parametrize("house", [HouseRules(), ROBERT])
def test_a_seat_that_was_left_out(house: HouseRules) -> None:
    """EX-29: a misdeal; later the seat has no hand and its blind stays."""
    play = at_seats(begun(house), 1, 2, 3, 5, 6, 1, 2, 3, 5, 6)
    assert stops(play) == [("M7", 4, ("R02",))]
    play.do("3 raise 30", "5 fold").must(Unnotice("lee"))
    assert stops(play) == [("M7", 4, ("R01",))]
    play.must(rule("R01"))
    assert play.table.seats[4].status is Status.OUT
    assert (play.step.do, play.step.seat) == ("act", 6)


def test_whoever_acts_ends_a_deal_that_is_not_complete() -> None:
    """EX-36: the action has happened, then the short hand stops the table."""
    play = at_seats(first(begun(), 10), 6).do("3 raise 30")
    assert stops(play) == [("M8", 5, ("R02",))]
    assert (play.table.seats[3].street_in, play.table.phase) == (30, Phase.PREFLOP)
    play.do("4 call").must(Unnotice("lee"))
    assert stops(play) == [("M8", 5, ("R15",))]
    play.must(rule("R15")).must(Confirm())
    assert (play.at(MUCK), play.hole(6)) == (["Td"], ["Ah", "9s"])
    assert (play.table.seats[5].status, play.step.seat) == (Status.DEAD, 6)


def test_no_action_ends_a_deal_whose_first_round_is_not_out() -> None:
    assert first(begun(), 5).say("3 raise 30") == "refused.not_now"


def test_cards_that_are_owed_without_a_stop_do_not_hinder_the_count() -> None:
    play = first(begun(), 11).do("3 raise 30")
    assert (stops(play), mends(play)) == ([], [("M9", 6, "")])
    assert (play.step.do, play.step.seat, menu(play.table)) == ("deal", 6, ("R38",))
    play.draw(seat_place(6))
    assert (mends(play), play.step.do, play.step.seat) == ([], "act", 4)


@pytest.mark.parametrize(("house", "codes"), [(HouseRules(), ("R38",)), (ROBERT, ("R38", "R15"))])
def test_the_buttons_card_is_the_floors_after_substantial_action(
    house: HouseRules, codes: tuple[str, ...]
) -> None:
    play = first(begun(house), 11).do("3 raise 30", "4 fold")
    assert (stops(play), menu(play.table), play.step.do) == ([], codes, "act")
    play.must(rule("R38"))
    assert (play.step.do, play.step.seat) == ("deal", 6)
    play.draw(seat_place(6))
    assert (mends(play), play.table.todo, play.step.seat) == ([], (), 5)


def test_no_street_is_dealt_while_the_buttons_card_is_owed() -> None:
    """The button is all-in with his ante and never acts."""
    table = seated({1: 500, 2: 500, 3: 8}, 3, stakes=Stakes(5, 10, ante=8))
    play = first(Play(table).start(), 5).do("1 call")
    assert (play.step.do, play.step.seat) == ("deal", 3)
    play.do("2 check")
    assert stops(play) == [("M9", 3, ("R38",))]
    play.must(rule("R38")).draw(seat_place(3))
    assert (due(play.table), len(play.hole(3))) == (BURN, 2)


def test_a_button_that_acts_with_one_card_has_a_dead_hand() -> None:
    play = first(begun(), 11).do("3 raise 30", "4 fold", "5 fold", "6 call")
    assert stops(play) == [("H3", 6, ("R15",))]
    assert floor(play).ask(rule("R38", 6)) == "refused.acted_short"
    play.must(rule("R15"))
    assert (play.table.seats[6].status, play.table.seats[6].street_in) == (Status.DEAD, 30)


def floor(play: Play) -> Play:
    return play.must(CallFloor())


def test_missing_cards_come_in_sequence_where_the_house_has_it() -> None:
    """RR-MD-1e."""
    play = first(begun(ROBERT), 10).do("3 raise 30")
    assert stops(play) == [("M8", 5, ("R38", "R02")), ("M8", 6, ("R38", "R02"))]
    play.must(rule("R38", 5), rule("R38", 6))
    assert (play.step.do, play.step.seat) == ("deal", 5)
    at_seats(play, 5, 6)
    assert (play.hole(5), play.hole(6)) == (["Td", "9s"], ["Ah", "Kd"])
    assert (play.step.do, play.step.seat, stops(play)) == ("act", 4, [])


def test_not_where_the_card_went_to_another_seat() -> None:
    play = at_seats(first(begun(ROBERT), 10), 6)
    assert stops(play) == [("M5", 6, ("R02",))]


def test_one_extra_card_is_the_burn_or_a_misdeal() -> None:
    play = dealt(seated(L6, 6)).draw(seat_place(1))
    assert stops(play) == [("M10", 1, ("R06", "R02"))]
    play.must(rule("R06"), Confirm())
    assert (play.at(BURN), play.hole(1), play.step.seat) == (["9h"], ["Jc", "5d"], 3)
    while play.step.do == "act":
        play.pass_by()
    assert (play.step.do, play.at(BURN)) == ("flop", ["9h"])


def test_the_dealer_makes_it_the_burn_where_the_house_has_it() -> None:
    play = dealt(seated(L6, 6, house=ROBERT)).draw(seat_place(1))
    assert (stops(play), mends(play)) == ([], [("M10", 1, "burn")])
    play.must(Confirm())
    assert (play.at(BURN), mends(play)) == (["9h"], [])


@pytest.mark.parametrize("house", [HouseRules(), ROBERT])
def test_an_extra_card_that_was_lifted_is_no_burn(house: HouseRules) -> None:
    play = dealt(seated(L6, 6, house=house)).must(NoteLooked(1)).draw(seat_place(1))
    assert stops(play) == [("M10", 1, ("R02",))]
    play = dealt(seated(L6, 6, house=ROBERT)).draw(seat_place(1)).must(NoteLooked(1))
    assert stops(play) == [("M10", 1, ("R02",))]


def test_whoever_acts_with_three_cards_has_a_wrong_number() -> None:
    play = dealt(seated({1: 500, 2: 500, 3: 500}, 2, house=ROBERT)).draw(seat_place(3))
    assert mends(play) == [("M10", 3, "burn")]
    play.do("2 call", "3 call")
    assert [(what.kind, what.rulings) for what in play.table.open] == [("H3", ("R15",))]


@pytest.mark.parametrize("house", [HouseRules(), ROBERT])
def test_two_hands_too_large_are_two_wrong_numbers(house: HouseRules) -> None:
    play = at_seats(dealt(seated(L6, 6, house=house)), 1, 2)
    assert stops(play)[0] == ("M8", 1, ("R02",))


@pytest.mark.parametrize("house", [HouseRules(), ROBERT])
def test_three_cards_each(house: HouseRules) -> None:
    play = at_seats(dealt(seated(L6, 6, house=house)), 1, 2, 3, 4, 5, 6)
    assert stops(play)[0] == ("M18", 0, ("R02",))


def test_a_third_card_after_substantial_action_kills_the_hand() -> None:
    """T24-38: it is not the burn."""
    play = dealt(seated(L6, 6)).do("3 call", "4 call").draw(seat_place(1))
    assert stops(play) == [("H3", 1, ("R15",))]
    play.must(rule("R15")).must(Confirm(), Confirm(), Confirm())
    assert (play.at(BURN), sorted(play.at(MUCK))) == ([], ["5d", "9h", "Jc"])
    assert play.table.seats[1].street_in == 5


def test_a_third_card_before_it_is_a_misdeal_however_many_acted() -> None:
    """EX-43."""
    play = dealt(seated(L6, 6)).do("3 raise 30").draw(seat_place(1))
    assert stops(play) == [("M8", 1, ("R02",))]
    assert play.must(rule("R02")).stacks == L6


def test_a_card_that_came_to_the_right_seat_in_the_end_ends_the_deal() -> None:
    """Where no card is due any more and the counts are wrong, the table stops by itself (6.3)."""
    play = at_seats(first(begun(ROBERT), 10), 6)
    play.must(CallFloor(), Rule("R01", "lee"))
    at_seats(play, 6)
    assert [what.kind for what in play.table.open] == ["M8", "M8"]
    assert play.table.phase is Phase.PREFLOP


# --- by report, where only the shoe is read


def test_a_short_hand_by_report() -> None:
    """EX-36: the deal was inferred; the cards since went one seat on."""
    play = begun()
    for _ in range(11):
        play.core.draw(play.shoe.pop(0), due(play.table) or MUCK, How.INFERRED)
    play.do("3 raise 30", "4 call")
    assert mends(play) == [("M9", 6, "")]
    play.must(CallFloor(), rule("R15", 5)).must(Confirm())
    assert (play.hole(5), play.hole(6), play.at(MUCK)) == ([], ["Ah", "9s"], ["Td"])
    assert (mends(play), play.step.seat) == ([], 6)


@pytest.mark.parametrize("code", ["R02", "R15", "R06", "R38"])
def test_the_floor_key_opens_them_all(code: str) -> None:
    play = floor(dealt(seated(L6, 6)))
    assert code in menu(play.table)


def test_a_ruling_that_fits_no_hand_is_refused() -> None:
    play = floor(dealt(seated(L6, 6)))
    assert play.ask(rule("R38", 1)) == "refused.not_short"
    assert play.ask(rule("R38", 8)) == "refused.no_hand"
    assert play.ask(rule("R06", 1)) == "refused.no_extra_card"
    play = floor(dealt(seated(L6, 6)).pass_to(Phase.FLOP))
    assert play.ask(rule("R38", 1)) == "refused.not_now"


# --- M12, R35: the button


def wrong_button(house: HouseRules | None = None) -> Play:
    """S5 should have the button; the dealer put it at S6."""
    return Play(seated(L6, last=Positions(4, 5, 6), house=house)).must(PlaceButton(6)).start().deal()


@pytest.mark.parametrize(("house", "codes"), [(HouseRules(), ("R35", "R02")), (ROBERT, ("R02", "R35"))])
def test_a_wrong_button_is_put_right_with_the_redeal(house: HouseRules, codes: tuple[str, ...]) -> None:
    play = wrong_button(house).do("3 raise 30")
    assert (mends(play), menu(play.table)) == ([("M12", 5, "")], codes)
    play.must(rule(codes[0]))
    assert (play.table.phase, play.stacks) == (Phase.VOID, L6)
    collect(play)
    assert (play.table.button, play.table.small, play.table.big) == (5, 6, 1)


def collect(play: Play) -> None:
    for piece in play.table.pieces:
        play.core.record(CardMoved(piece.n, piece.card, SHOE, How.READ))
    while play.step.do in ("verify", "next"):
        play.must(Confirm())


def test_later_it_stands_and_the_next_hand_moves_on() -> None:
    """T24-34A: no back-up."""
    assert mends(wrong_button().do("3 raise 30", "4 call")) == []


def test_or_the_next_hand_puts_it_right() -> None:
    """RR-IRR-1."""
    play = wrong_button(ROBERT).do("3 raise 30", "4 call")
    assert menu(play.table) == ("R35",)
    play.must(rule("R35", 2))
    assert (play.table.button, play.table.next_button, play.step.seat) == (6, 2, 5)
    play.do("5 fold", "6 fold", "1 fold", "2 fold").street().do("3 bet 50", "4 fold").push()
    assert (play.table.button, play.table.placed, play.table.next_button) == (2, True, 0)


def test_a_button_that_belongs_there_is_no_irregularity() -> None:
    assert mends(Play(seated(L6, last=Positions(4, 5, 6))).must(PlaceButton(5)).start()) == []
    assert mends(Play(seated(L6, 6)).must(PlaceButton(3)).start()) == []
    moving = HouseRules(button_mode=ButtonMode.MOVING)
    table = seated(L6, last=Positions(4, 5, 6), house=moving)
    assert mends(Play(table).must(PlaceButton(2)).start()) == []


def test_players_of_a_redeal_stay_the_same() -> None:
    """3.2 seats: nobody who came since is dealt in."""
    play = floor(dealt(seated(L6, 6))).must(rule("R35", 2))
    seats = {
        **play.table.seats,
        8: dataclasses.replace(play.table.seats[8], name="p8", status=Status.OUT, stack=500),
    }
    play.core.table = dataclasses.replace(play.table, seats=seats)
    collect(play)
    assert set(play.table.dealt) == set(L6)


# --- M14: the cut


@pytest.mark.parametrize(
    ("no_cut", "at_once", "after_a_look", "after_a_bet"),
    [
        (NoCut.MISDEAL_BEFORE_LOOKING, ("R02", "R01"), ("R01",), ("R01",)),
        (NoCut.MISDEAL_BEFORE_BETTING, ("R02", "R01"), ("R02", "R01"), ("R01",)),
        (NoCut.STANDS, ("R01",), ("R01",), ("R01",)),
    ],
)
def test_a_deck_that_was_not_cut(
    no_cut: NoCut, at_once: tuple[str, ...], after_a_look: tuple[str, ...], after_a_bet: tuple[str, ...]
) -> None:
    house = HouseRules(misdeal_no_cut=no_cut)
    assert menu(first(begun(house), 2).must(Report("uncut")).table) == at_once
    play = dealt(seated(L6, 6, house=house)).must(NoteLooked(3))
    assert menu(play.must(Report("uncut")).table) == after_a_look
    play.must(rule("R01")).do("3 call").must(Report("uncut"))
    assert menu(play.table) == after_a_bet


def test_the_same_report_twice_and_without_a_hand() -> None:
    play = first(begun(), 2).must(Report("uncut"))
    assert play.ask(Report("uncut")) == "refused.stopped"
    assert Play(seated(L6, 6)).ask(Report("uncut")) == "refused.not_now"


# --- dealer.may_declare_misdeal


def test_the_dealer_alone_declares_it_where_the_house_lets_him() -> None:
    play = at_seats(begun(ROBERT), 2).must(Redeal())
    assert (play.table.phase, play.table.redeal) == (Phase.VOID, "misdeal")
    play = at_seats(begun(ROBERT), 1).must(ReportExposed(1, 1), Redeal())
    assert play.table.phase is Phase.VOID


def test_nor_for_other_kinds_nor_once_somebody_acted() -> None:
    assert at_seats(begun(), 2).ask(Redeal()) == "refused.not_now"
    assert at_seats(begun(ROBERT), 1, 2, 4).ask(Redeal()) == "refused.not_now"
    assert dealt(seated(L6, 6, house=ROBERT)).draw(seat_place(8)).ask(Redeal()) == "refused.not_now"
    play = at_seats(begun(ROBERT), 2, *(1, 3, 4, 5, 6), *(1, 2, 3, 4, 5)).do("3 call")
    assert play.ask(Redeal()) == "refused.not_now"
    assert {"M1", "M2", "M3", "M4", "M6"} == DECLARED


# --- why a misdeal is possible, or not


@pytest.mark.parametrize(
    ("sa", "words", "said"),
    [
        (SubstantialAction.TDA36, (), "untouched"),
        (SubstantialAction.TDA36, ("3 raise 30",), "few"),
        (SubstantialAction.TDA36, ("3 fold", "4 fold"), "few"),
        (SubstantialAction.TDA36, ("3 fold", "4 fold", "5 fold"), "late"),
        (SubstantialAction.TDA36, ("3 raise 30", "4 fold"), "late"),
        (SubstantialAction.RROP2, ("3 fold",), "few"),
        (SubstantialAction.RROP2, ("3 fold", "4 fold"), "late"),
        (SubstantialAction.ANY_VOLUNTARY, ("3 fold", "4 fold"), "no_chips"),
        (SubstantialAction.ANY_VOLUNTARY, ("3 call",), "chips"),
    ],
)
def test_why_a_misdeal_is_possible(sa: SubstantialAction, words: Sequence[str], said: str) -> None:
    play = dealt(seated(L6, 6, house=HouseRules(misdeal_sa=sa))).do(*words)
    sentence = substantial.because(play.table)
    assert sentence is not None
    assert sentence.id == f"detail.misdeal.{said}"


def test_it_says_so_in_the_deal_and_on_later_streets_too() -> None:
    assert substantial.because(seated(L6, 6)) is None
    ids = [substantial.because(play.table) for play in (begun(), dealt(seated(L6, 6)).pass_to(Phase.FLOP))]
    assert [sentence.id for sentence in ids if sentence] == [
        "detail.misdeal.dealing",
        "detail.misdeal.street",
    ]


# --- what always holds

SMALL = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WORDS = ("fold", "check", "call", "raise")
CODES = ("R01", "R02", "R06", "R15", "R35", "R38")
SEATS = (1, 2, 3, 5, 6, 8)


class Deal:
    """A hand whose hole cards go anywhere and in any order, dealt by a list of numbers."""

    def __init__(self, house: HouseRules, picks: Sequence[int]) -> None:
        self.play = Play(seated({1: 40, 2: 100, 3: 7, 5: 200, 6: 60}, 6, house=house)).start()
        self._picks = iter(picks)

    @property
    def table(self) -> Table:
        return self.play.table

    def pick(self, choices: int) -> int:
        return next(self._picks, 0) % choices

    def run(self, steps: int) -> None:
        for _ in range(steps):
            if self.table.phase in BETWEEN_HANDS or not self.play.shoe:
                return
            self._one()
            assert chips(self.table) == 407
            self._check()

    def _one(self) -> None:
        match self.pick(8):
            case 0 | 1 | 2:
                self.play.draw(due(self.table) or seat_place(SEATS[self.pick(6)]))
            case 3:
                self.play.draw((FLIGHT, *map(seat_place, SEATS))[self.pick(7)])
            case 4 if self.table.pieces:
                piece = self.table.pieces[self.pick(len(self.table.pieces))]
                to = seat_place(SEATS[self.pick(6)])
                self.play.core.record(CardMoved(piece.n, piece.card, to, How.READ))
            case 5:
                seat = betting.actor(self.table) or SEATS[self.pick(6)]
                self.play.ask(Act(seat, WORDS[self.pick(4)], 20))
            case 6:
                self.play.ask(self._ask())
            case _:
                self.play.ask(Confirm())

    def _ask(self) -> Ask:
        codes = menu(self.table) or CODES
        ruling = Rule(codes[self.pick(min(2, len(codes)))], "lee", seat=(0, *SEATS)[self.pick(7)])
        seat = SEATS[self.pick(6)]
        asks: tuple[Ask, ...] = (
            ruling,
            rule(menu(self.table)[0]) if menu(self.table) else ruling,
            NoteLooked(seat),
            Unnotice("lee"),
            CallFloor(),
            Report("uncut"),
            TakeBack(),
        )
        return asks[self.pick(len(asks))]

    def _check(self) -> None:
        step, table = self.play.step, self.table
        numbers = [piece.n for piece in table.pieces]
        assert len(set(numbers)) == len(numbers)
        if table.open:
            assert menu(table) or self.play.ask(CallFloor()) == ""
            assert menu(self.table)
        elif step.do == "wait":
            stray = [p for p in table.pieces if p.place == FLIGHT and p.bound is None]
            unshown = len([p for p in table.pieces if p.place.where == "board"]) > table.shown
            assert stray or unshown, "nothing leads on"


@given(SHARED, st.lists(st.integers(0, 2**16), min_size=80, max_size=200))
@SMALL
def test_wherever_hole_cards_go_there_is_a_next_step(house: HouseRules, picks: list[int]) -> None:
    deal = Deal(house, picks)
    deal.run(60)
    assert deal.play.again() == deal.table


@given(SHARED, st.permutations([n for n in (1, 2, 3, 5, 6) for _ in range(2)]))
@SMALL
def test_a_deal_in_any_order_ends_in_play_or_on_the_floors_menu(house: HouseRules, seats: list[int]) -> None:
    play = Play(seated(dict.fromkeys((1, 2, 3, 5, 6), 100), 6, house=house)).start()
    at_seats(play, *seats)
    in_order = seats == [*play.table.dealt] * 2
    assert bool(stops(play) or mends(play)) is not in_order
    for _ in range(40):
        if not play.table.open:
            break
        play.must(rule(menu(play.table)[0]))
    assert not play.table.open
    assert chips(play.table) == 500
    assert next_number(play.table) == 11
    assert play.table.pieces[0].card == card("Jc")
