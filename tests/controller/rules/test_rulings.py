"""The floor's rulings (rules.md 9.1, 9.2): when a code is open, and what it changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.cards import MUCK, SHOE, How, seat_place
from controller.rules.decisions import decide
from controller.rules.events import CardMoved, ImpossibleEvent, Ruled, Stopped
from controller.rules.house import (
    HouseRules,
    ProtectedKill,
)
from controller.rules.incidents.stops import DECK_FAULT
from controller.rules.requests import (
    Buy,
    CallFloor,
    Confirm,
    Leave,
    Muck,
    ReportExposed,
    Rule,
    TableHand,
    TakeBack,
)
from controller.rules.rulings import CATALOGUE, menu
from controller.rules.sentence import Refused
from controller.rules.state import Phase, Status
from controller.rules.table import apply, chips
from tests.controller.rules.hands import L6, Play, dealt, seated

REFUNDING = HouseRules(hand_protected_kill=ProtectedKill.REFUND_FROM_POT)


def floor(play: Play) -> Play:
    return play.must(CallFloor())


def rule(code: str, seat: int = 0, **more: object) -> Rule:
    return Rule(code, "lee", "because", seat, **more)  # type: ignore[arg-type]


def flop_with_pot_of_60(house: HouseRules | None = None) -> Play:
    """Three players with 20 each in the pot are on the flop; the button is seat 3."""
    start = seated(dict.fromkeys((1, 2, 3), 500), 3, blinds=(10, 20), house=house)
    return dealt(start).do("3 call", "1 call", "2 check").street()


# --- when a ruling is open


def test_nothing_is_ruled_while_nothing_is_open() -> None:
    play = dealt(seated(L6, 6))
    assert menu(play.table) == ()
    assert play.ask(rule("R15", 3)) == "refused.ruling_nothing"


def test_the_floor_key_opens_everything_that_is_built() -> None:
    """rules.md 12.10."""
    play = floor(dealt(seated(L6, 6)))
    assert sorted(menu(play.table)) == sorted(CATALOGUE)
    assert menu(play.table)[0] == "R01"
    assert {"R02", "R03", "R15", "R27", "R29", "R30", "R31", "R32", "R35"} <= set(CATALOGUE)


@pytest.mark.parametrize("code", ["R99", "", "r15"])
def test_an_unknown_code_is_refused(code: str) -> None:
    assert floor(dealt(seated(L6, 6))).ask(rule(code)) == "refused.ruling_unknown"


def test_a_code_that_is_not_on_the_menu_is_refused() -> None:
    play = Play(seated(L6, 6)).start().draw(seat_place(1)).must(ReportExposed(1, 1))
    assert play.ask(Rule("R15", "lee", seat=1)) == "refused.ruling_not_open"
    assert menu(play.table) == ("R02",)


def test_a_ruling_closes_what_it_answers_and_is_never_undone() -> None:
    """Design 4."""
    play = flop_with_pot_of_60().do("1 check")
    floor(play).must(rule("R15", 3))
    assert not play.table.open
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"
    ruling = play.core.events[-1]
    assert isinstance(ruling, Ruled)
    assert (ruling.who, ruling.why, ruling.seat) == ("lee", "because", 3)
    play.moves().do("2 check").must(TakeBack())
    assert play.step.seat == 2


def test_a_floor_call_is_taken_back_before_the_ruling() -> None:
    play = floor(flop_with_pot_of_60()).must(TakeBack())
    assert play.ask(rule("R15", 3)) == "refused.ruling_nothing"


def test_a_journal_with_an_unknown_ruling_is_not_this_table() -> None:
    with pytest.raises(ImpossibleEvent):
        apply(floor(flop_with_pot_of_60()).table, Ruled("R99", "lee"))


# --- R15, killed hands


def test_a_killed_hand_is_out_and_its_chips_stay() -> None:
    """H8, EX-89 R15: the turn goes on to the next."""
    play = floor(flop_with_pot_of_60()).must(rule("R15", 1, refund="NONE")).moves()
    assert play.table.seats[1].status is Status.DEAD
    assert (play.step.do, play.step.seat) == ("act", 2)
    play.do("2 bet 20", "3 fold").push()
    assert play.stacks == {1: 480, 2: 540, 3: 480}


def test_the_cards_of_a_killed_hand_go_to_the_muck_without_a_stop() -> None:
    play = floor(flop_with_pot_of_60()).must(rule("R15", 1))
    for _ in range(2):
        assert (play.step.do, play.step.to) == ("move", "muck")
        play.move(play.hole(1)[0], MUCK)
    assert play.step.do == "act"


def test_an_uncalled_bet_of_a_killed_hand_goes_back() -> None:
    """EX-71: S2 bets 40 and is swept in; 40 back, the bet is forgotten."""
    play = floor(flop_with_pot_of_60().do("1 check", "2 bet 40"))
    play.must(rule("R15", 2, refund="UNCALLED")).moves()
    assert play.stacks[2] == 480
    assert dict(play.table.returned) == {2: 40}
    assert (play.step.seat, play.table.street.bet) == (3, 0)
    play.do("3 check")
    assert play.step.do == "burn"


def test_the_last_hand_wins_when_the_bettor_is_killed() -> None:
    """EX-71: only S3 is left, pot 60."""
    play = flop_with_pot_of_60().do("1 fold", "2 bet 40")
    floor(play).must(rule("R15", 2, refund="UNCALLED"))
    assert (play.step.do, play.step.seat, play.step.amount) == ("push", 3, 60)


def test_a_called_bet_of_a_killed_hand_stays() -> None:
    """EX-71, EX-74, T24-65A: S3 had called first."""
    play = flop_with_pot_of_60().do("1 check", "2 bet 40", "3 call")
    floor(play).must(rule("R15", 2, refund="UNCALLED")).moves()
    assert (play.stacks[2], play.step.seat) == (440, 1)
    play.do("1 fold").push()
    assert play.stacks == {1: 480, 2: 440, 3: 580}


def test_only_the_part_of_a_raise_that_nobody_met_goes_back() -> None:
    """S1 bets 40, S2 makes it 100 and is killed: 60 back, S3 faces 40, and may raise by 40."""
    play = flop_with_pot_of_60().do("1 bet 40", "2 raise 100")
    floor(play).must(rule("R15", 2, refund="UNCALLED")).moves()
    assert (play.stacks[2], play.table.street.bet, play.step.seat) == (440, 40, 3)
    assert play.say("3 raise 79") == "refused.amount_low"
    play.do("3 raise 80")


def test_everything_comes_back_from_the_pot_where_the_house_has_it() -> None:
    """EX-72, MT 23.16.1233: S2 gets 60, the pot of 40 plays on."""
    play = flop_with_pot_of_60(REFUNDING).do("1 check", "2 bet 40")
    floor(play).must(rule("R15", 2, refund="ALL_FROM_POT")).moves()
    assert play.stacks[2] == 500
    play.do("3 check").street().do("1 bet 20", "3 fold").push()
    assert play.stacks == {1: 520, 2: 500, 3: 480}


@pytest.mark.parametrize(
    ("seat", "refund", "why"),
    [
        (2, "ALL_FROM_POT", "refused.refund_house"),
        (2, "HALF", "refused.refund"),
        (4, "", "refused.no_hand"),
        (11, "", "refused.no_hand"),
        (0, "", "refused.no_hand"),
    ],
)
def test_a_kill_that_cannot_be(seat: int, refund: str, why: str) -> None:
    play = floor(flop_with_pot_of_60())
    before = play.table
    assert play.ask(rule("R15", seat, refund=refund)) == why
    assert play.table is before


def test_no_hand_is_killed_at_the_push_or_between_hands() -> None:
    play = flop_with_pot_of_60().do("1 fold", "2 fold")
    assert floor(play).ask(rule("R15", 3)) == "refused.not_now"
    play.must(TakeBack()).push()
    assert floor(play).ask(rule("R15", 3)) == "refused.not_now"


def test_who_refuses_to_show_his_second_card_can_be_killed() -> None:
    """EX-114, H13: no award without both cards; the floor ends it."""
    play = flop_with_pot_of_60().check_down().must(TableHand(1), TableHand(2))
    floor(play).must(rule("R15", 3))
    assert play.step.do == "push"


# --- R27, R29, R30: hands that must be shown


def test_a_hand_that_is_ordered_up_may_not_be_mucked() -> None:
    """H13, R27."""
    play = flop_with_pot_of_60().check_down()
    floor(play).must(rule("R27", 2))
    assert play.step.seats == (2,)
    assert play.ask(Muck(2)) == "refused.must_table"


def test_an_order_is_lifted_by_the_floor() -> None:
    """SD10: a right that is abused is revoked."""
    play = flop_with_pot_of_60().check_down()
    floor(play).must(rule("R29", 2))
    floor(play).must(rule("R30", 2), Muck(2))


@pytest.mark.parametrize("code", ["R27", "R29"])
@pytest.mark.parametrize("seat", [2, 4, 12])
def test_no_hand_is_ordered_up_before_its_time(code: str, seat: int) -> None:
    wanted = "refused.no_player" if seat == 12 or seat == 4 else "refused.no_hand_to_show"
    assert floor(flop_with_pot_of_60()).ask(rule(code, seat)) == wanted


# --- R31, R32: pots


def at_the_push() -> Play:
    play = flop_with_pot_of_60().check_down().must(TableHand(1), TableHand(2), TableHand(3))
    assert (play.table.phase, play.step.seat) == (Phase.PAYING, 3)
    return play


def test_the_floor_gives_a_pot() -> None:
    """R31: the pot goes where the floor says, and the hand is over."""
    play = floor(at_the_push()).must(rule("R31", pot=1, seats=(1, 2), amounts=(35, 25)))
    assert play.stacks == {1: 515, 2: 505, 3: 480}
    assert play.table.phase is Phase.IDLE


def test_a_pot_that_was_pushed_wrongly_is_given_again() -> None:
    """SD15, SD19, T24-22: until the next hand starts; the award reads as it should have."""
    play = at_the_push().push()
    floor(play).must(rule("R32", pot=1, seats=(1,), amounts=(60,)))
    assert play.stacks == {1: 540, 2: 480, 3: 480}
    (award,) = play.table.awards
    assert (award.seat, award.amount, award.hand) == (1, 60, "two pair")
    assert play.step.do == "collect"
    assert play.again() == play.table


def test_the_last_hand_is_corrected_without_a_stop_too() -> None:
    play = at_the_push().push()
    assert menu(play.table) == ("R32", "R35")
    play.must(rule("R32", seats=(1, 3), amounts=(30, 30)))
    assert play.stacks == {1: 510, 2: 480, 3: 510}
    play.must(rule("R32", pot=1, seats=(3,), amounts=(60,)))
    assert play.stacks == {1: 480, 2: 480, 3: 540}


def test_once_the_next_hand_has_started_the_pot_stays() -> None:
    """SD15."""
    play = at_the_push().push()
    while play.table.pieces:
        collect(play)
    play.must(Confirm())
    assert floor(play).ask(rule("R32", pot=1, seats=(1,), amounts=(60,))) == "refused.reaward_late"


def collect(play: Play) -> None:
    play.core.record(CardMoved(play.table.pieces[-1].n, None, SHOE, How.READ))


@pytest.mark.parametrize(
    ("pot", "seats", "amounts", "why"),
    [
        (2, (1,), (60,), "refused.no_pot"),
        (0, (), (), "refused.division"),
        (1, (1,), (59,), "refused.division_sum"),
        (1, (1, 2), (60,), "refused.division"),
        (1, (1, 1), (30, 30), "refused.division"),
        (1, (1, 2), (70, -10), "refused.division"),
        (1, (1,), (10**30,), "refused.division_sum"),
        (1, (4,), (60,), "refused.not_dealt_in"),
        (1, (77,), (60,), "refused.not_dealt_in"),
    ],
)
def test_a_division_that_cannot_be(
    pot: int, seats: tuple[int, ...], amounts: tuple[int, ...], why: str
) -> None:
    before, after = floor(at_the_push()), floor(at_the_push().push())
    assert before.ask(rule("R31", pot=pot, seats=seats, amounts=amounts)) == why
    assert after.ask(rule("R32", pot=pot, seats=seats, amounts=amounts)) == why


def test_a_pot_is_not_given_before_it_is_made_nor_twice() -> None:
    assert floor(flop_with_pot_of_60()).ask(rule("R31", pot=1)) == "refused.not_now"
    play = dealt(seated({1: 60, 2: 60, 3: 25}, 3)).do("3 all-in", "1 all-in", "2 call").check_down()
    play.must(Confirm())
    pushed = play.table.pushed[0]
    assert floor(play).ask(rule("R31", pot=pushed, seats=(1,), amounts=(1,))) == "refused.no_pot"


def test_chips_that_are_gone_are_not_given_again() -> None:
    play = at_the_push().push().must(Leave(3))
    assert floor(play).ask(rule("R32", pot=1, seats=(1,), amounts=(60,))) == "refused.player_gone"
    assert chips(play.table) == 960


def test_chips_bought_since_do_not_hinder() -> None:
    play = at_the_push().push().must(Buy(1, 100))
    floor(play).must(rule("R32", pot=1, seats=(1,), amounts=(60,)))
    assert play.stacks[1] == 640


# --- M1, R02, R03


def test_the_first_card_exposed_is_a_misdeal() -> None:
    """EX-15: M1, menu R02; cards collected, chips back, the hand is dealt again from the same button."""
    play = Play(seated(L6, 6)).start().draw(seat_place(1)).must(ReportExposed(1, 1))
    assert play.step.to == "M1"
    play.must(rule("R02"))
    assert (play.table.phase, play.table.redeal) == (Phase.VOID, "misdeal")
    assert (play.step.do, play.step.cards) == ("collect", 1)
    assert play.stacks == L6
    collect(play)
    play.must(Confirm())
    assert (play.table.button, play.table.small, play.table.big) == (6, 1, 2)


def test_the_second_card_exposed_is_a_misdeal_whoever_gets_it() -> None:
    """EX-16: heads-up the button gets D2."""
    play = Play(seated({1: 500, 2: 500}, 1)).start().draw(seat_place(2)).draw(seat_place(1))
    play.must(ReportExposed(1, 1))
    assert (play.step.to, play.table.open[0].seat) == ("M1", 1)


def test_a_report_is_taken_back() -> None:
    play = Play(seated(L6, 6)).start().draw(seat_place(1)).must(ReportExposed(1, 1), TakeBack())
    assert play.step.do == "deal"


def test_a_misdeal_returns_the_one_bet_that_may_be_in() -> None:
    """EX-43: S3 raised to 30; 30 back, blinds as before."""
    play = dealt(seated(L6, 6)).do("3 raise 30")
    play.must(ReportExposed(1, 1), rule("R02"))
    assert play.stacks == L6


def test_after_substantial_action_there_is_no_misdeal() -> None:
    """M1, 3.4."""
    play = dealt(seated(L6, 6)).do("3 call", "4 call")
    assert floor(play).ask(rule("R02")) == "refused.misdeal_late"


def test_the_floor_may_find_a_misdeal_of_another_kind() -> None:
    floor(dealt(seated(L6, 6)).do("3 fold", "4 fold")).must(rule("R02"))


def test_the_misdeal_stays_one_though_the_floor_was_called_first() -> None:
    play = floor(Play(seated(L6, 6)).start().draw(seat_place(1))).must(ReportExposed(1, 1))
    assert [what.kind for what in play.table.open] == ["M1", "floor"]
    play.must(rule("R02"))
    assert play.table.open == ()


def test_a_fouled_deck_voids_the_hand() -> None:
    """EX-119, F1, T24-35E: exactly what each put in comes back, no rake."""
    play = flop_with_pot_of_60().do("1 bet 40", "2 call")
    play.core.record(Stopped(DECK_FAULT))
    assert menu(play.table) == ("R03",)
    play.must(rule("R03"))
    assert (play.table.phase, play.table.redeal, play.table.rake) == (Phase.VOID, "void", 0)
    assert play.stacks == {1: 500, 2: 500, 3: 500}


@pytest.mark.parametrize("words", [("1 fold", "2 fold"), ()])
def test_a_hand_is_void_until_its_pot_is_pushed(words: tuple[str, ...]) -> None:
    """F1: at showdown, pot not pushed, too; a claim ends with the push (T24-22)."""
    play = flop_with_pot_of_60().do(*words)
    if not words:
        play.check_down().show_all()
    assert play.table.phase is Phase.PAYING
    floor(play).must(rule("R03"))
    assert play.stacks == {1: 500, 2: 500, 3: 500}
    play = floor(at_the_push().push())
    assert play.ask(rule("R03")) == "refused.void_late"


def test_the_button_is_placed_between_hands_or_for_the_next_one() -> None:
    """R35; while a hand is on it stays where it is (T24-34A)."""
    play = floor(flop_with_pot_of_60()).must(rule("R35", 2))
    assert (play.table.button, play.table.next_button) == (3, 2)
    assert floor(play).ask(rule("R35")) == "refused.no_player"
    play = at_the_push().push().must(rule("R35", 1))
    assert (play.table.button, play.table.placed) == (1, True)
    assert play.ask(rule("R35", 9)) == "refused.no_player"


# --- what always holds


@given(
    st.sampled_from(sorted({*CATALOGUE, "R99"})),
    st.integers(-1, 12),
    st.integers(-1, 3),
    st.lists(st.integers(-1, 12), max_size=3).map(tuple),
    st.lists(st.integers(-10, 10**30), max_size=3).map(tuple),
    st.sampled_from(["", "NONE", "UNCALLED", "ALL_FROM_POT", "x"]),
    st.integers(0, 4),
)
def test_a_ruling_is_refused_or_keeps_the_chips(
    code: str,
    seat: int,
    pot: int,
    seats: tuple[int, ...],
    amounts: tuple[int, ...],
    refund: str,
    moment: int,
) -> None:
    play = floor(MOMENTS[moment]())
    total, before = chips(play.table), play.table
    outcome = decide(play.table, Rule(code, "lee", "", seat, pot, 0, seats, amounts, refund))
    assert play.table is before
    if not isinstance(outcome, Refused):
        play.core.record(*outcome)
        assert chips(play.table) == total
        assert play.again() == play.table
        assert play.step.do in ("act", "table", "burn", "push", "collect", "next", "stop", "move")


MOMENTS = (
    flop_with_pot_of_60,
    lambda: flop_with_pot_of_60().do("1 bet 40", "2 raise 100"),
    lambda: flop_with_pot_of_60().check_down(),
    at_the_push,
    lambda: at_the_push().push(),
)
