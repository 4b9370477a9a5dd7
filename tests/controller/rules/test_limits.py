"""The least and the most wager of each structure (rules.md 7.1 to 7.4, 10.6), and what opens the betting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from controller.rules import betting, limits
from controller.rules.betting import Options, options
from controller.rules.events import Bound
from controller.rules.house import CapHeadsUp, HouseRules, MinRaise, PostflopMin, ShortAllIn
from controller.rules.stakes import Form, Game, Stakes
from controller.rules.state import Phase, Status
from tests.controller.rules.hands import L6, Play, dealt, seated

TDA = HouseRules()
ROBERT = HouseRules(fl_cap_headsup=CapHeadsUp.UNLIMITED_IF_HU_BEFORE_CAP)
PREFLOP_LIMIT = Stakes(2, 5, small_bet=5, big_bet=10)
HALVES = Stakes(5, 10, small_bet=10, big_bet=20)  # 2.50 and 5 in a 5/10 game, counted in halves


def pot_limit(
    stacks: dict[int, int] | None = None, *, house: HouseRules = TDA, unit: int = 1, button: int = 6
) -> Play:
    start = seated(stacks or L6, button, house=house, unit=unit, game=Game.POT_LIMIT)
    return dealt(start)


def limit(
    stacks: dict[int, int] | None = None,
    *,
    house: HouseRules = TDA,
    stakes: Stakes = PREFLOP_LIMIT,
    form: Form = Form.CASH,
) -> Play:
    seats = stacks or L6
    start = seated(seats, max(seats), house=house, stakes=stakes, game=Game.FIXED_LIMIT, form=form)
    return dealt(start)


def changed(play: Play, **seats: Mapping[str, Any]) -> Play:
    """The same hand in which some seats are otherwise: `s3={"put": 5}`."""
    table = play.table
    others = {int(name[1:]): replace(table.seats[int(name[1:])], **what) for name, what in seats.items()}
    play.core.table = replace(table, seats={**table.seats, **others})
    return play


def may(play: Play, seat: int) -> Options:
    assert (play.step.do, play.step.seat) == ("act", seat)
    return options(play.table, seat)


class TestPotLimit:
    def test_before_the_flop(self) -> None:
        """EX-93, PL1: 35 for the first, 120 over that."""
        play = pot_limit()
        assert may(play, 3) == Options(call=10, raise_=(20, 35))
        assert play.say("3 raise 36") == "refused.amount_high"
        assert play.say("3 all-in") == "refused.amount_high"
        assert may(play.do("3 raise 35"), 4).raise_ == (60, 120)

    def test_folded_to_the_small_blind(self) -> None:
        """EX-93."""
        play = pot_limit().do("3 fold", "4 fold", "5 fold", "6 fold")
        assert may(play, 1) == Options(call=5, raise_=(20, 30))

    def test_a_dead_small_blind_counts(self) -> None:
        """EX-93, PL2, T24-54B."""
        play = changed(pot_limit(), s1={"street_in": 0, "stack": 500, "status": Status.OUT})
        assert may(play, 3).raise_ == (20, 35)

    def test_short_blinds_count_in_full(self) -> None:
        """PL2: 100/200, both blinds all-in for less: the first may make it 700."""
        stacks = {1: 40, 2: 150, 3: 9000, 4: 9000}
        play = dealt(seated(stacks, 4, blinds=(100, 200), game=Game.POT_LIMIT))
        assert may(play, 3).raise_ == (400, 700)

    def test_the_small_blind_as_a_big_blind_until_that_has_acted(self) -> None:
        """EX-93, PL3, RR-PL-4: 40 for the first; once the big blind has acted the chips are counted."""
        house = HouseRules(pl_sb_counts_as_bb=True)
        play = pot_limit(house=house)
        assert may(play, 3).raise_ == (20, 40)
        play.do("3 call", "4 call", "5 fold", "6 fold", "1 fold")
        assert may(play, 2) == Options(check=True, raise_=(20, 50))
        play.do("2 raise 40")
        assert may(play, 3).raise_ == (70, 40 + 40 + 5 + 10 + 40)

    def test_the_small_blind_counts_once_when_it_acts_itself(self) -> None:
        play = pot_limit(house=HouseRules(pl_sb_counts_as_bb=True))
        play.do("3 fold", "4 fold", "5 fold", "6 fold")
        assert may(play, 1).raise_ == (20, 30)

    @pytest.mark.parametrize(("unit", "most"), [(0, 35), (10, 40), (100, 110)])
    def test_the_pot_is_rounded_up(self, unit: int, most: int) -> None:
        """PL3: the pot of 25 with the call in it, in whole chips of the unit."""
        play = pot_limit(house=HouseRules(pl_round_up_unit=unit))
        assert may(play, 3).raise_ == (20, most)

    def test_after_the_flop(self) -> None:
        """EX-94, PL4: pot 90."""
        play = pot_limit(dict.fromkeys(range(1, 4), 1000), button=3)
        play.do("3 raise 30", "1 call", "2 call").street()
        assert may(play, 1).bet == (10, 90)
        play.do("1 bet 30")
        assert may(play, 2).raise_ == (60, 180)
        assert may(play.do("2 call"), 3).raise_ == (60, 210)

    @pytest.mark.parametrize(("counted", "most"), [(False, 35), (True, 35 + 6 * 2 + 7)])
    def test_dead_money_counts_before_the_flop_where_the_house_says_so(
        self, counted: bool, most: int
    ) -> None:
        """PL8: antes of 2 each and 7 that are dead."""
        play = pot_limit(house=HouseRules(pl_ante_in_preflop_pot=counted))
        changed(play, **{f"s{n}": {"put": 2} for n in L6})
        changed(play, s2={"dead": 7})
        assert may(play, 3).raise_ == (20, most)

    @pytest.mark.parametrize("counted", [False, True])
    def test_dead_money_counts_after_the_flop(self, counted: bool) -> None:
        """PL8, PL4."""
        play = pot_limit({1: 500, 2: 500, 3: 500}, button=3, house=HouseRules(pl_ante_in_preflop_pot=counted))
        play.do("3 call", "1 call", "2 check")
        changed(play, s2={"dead": 7})
        assert may(play.street(), 1).bet == (10, 37)

    def test_a_short_stack_is_bounded_by_itself(self) -> None:
        play = pot_limit({**L6, 3: 25, 4: 15})
        assert may(play, 3) == Options(call=10, raise_=(20, 25), all_in=25)
        assert may(play.do("3 fold"), 4) == Options(call=10, raise_=(15, 15), all_in=15)

    def test_the_most_is_a_whole_chip(self) -> None:
        """An all-in of 7 leaves 32 in the pot, the call 10: of chips of 5 the most is 40."""
        play = pot_limit({**L6, 3: 7}, unit=5).do("3 all-in")
        assert may(play, 4).raise_ == (20, 40)
        assert play.say("4 raise 42") == "refused.amount_high"

    def test_only_here_the_pot_is_counted(self) -> None:
        """PL5, T24-54A."""
        assert limits.counts_the_pot(pot_limit().table)
        assert not limits.counts_the_pot(limit().table)
        assert not limits.counts_the_pot(dealt(seated(L6, 6)).table)
        detail = pot_limit().step.detail
        assert detail is not None
        assert (detail.id, detail.args["most"]) == ("detail.pot_count", 35)


class TestFixedLimit:
    def test_cap(self) -> None:
        """EX-96, FL2, FL6, S1-20: the blind is the bet, 20 the third raise."""
        play = limit()
        assert may(play, 3) == Options(call=5, raise_=(10, 10))
        play.do("3 raise 10", "4 raise 15", "5 raise 20")
        assert may(play, 6) == Options(call=20)
        assert play.say("6 raise 25") == "refused.capped"
        play.do("6 call")
        assert may(play, 1) == Options(call=18)

    def test_cap_in_halves(self) -> None:
        """EX-96 with a unit of 0.50, S1-06: everything twice."""
        play = limit(stakes=HALVES).do("3 raise 20", "4 raise 30", "5 raise 40")
        assert may(play, 6) == Options(call=40)

    @pytest.mark.parametrize(("cap", "raises"), [(3, 3), (4, 4), (None, 20)])
    def test_caps_of_the_house(self, cap: int | None, raises: int) -> None:
        """`fl.raise_cap`."""
        play = limit(house=HouseRules(fl_raise_cap=cap))
        for number in range(raises):
            play.do(f"{play.step.seat} raise {10 + 5 * number}")
        assert (may(play, play.step.seat).raise_ is None) == (cap is not None)

    def test_sizes_of_the_streets(self) -> None:
        """FL1, FL5, S0-57, S1-08, S1-11, S1-12, S1-19, S3-49."""
        play = limit({1: 500, 2: 500, 3: 500}).pass_to(Phase.FLOP)
        assert may(play, 1) == Options(check=True, bet=(5, 5))
        for wrong in (4, 6, 10, 500):
            assert play.say(f"1 bet {wrong}") == "refused.amount_fixed"
        play.do("1 bet 5", "2 raise 10", "3 raise 15", "1 raise 20")
        assert may(play, 2) == Options(call=10)
        play.pass_to(Phase.TURN)
        assert may(play, 1).bet == (10, 10)
        play.do("1 bet 10")
        assert may(play, 2).raise_ == (20, 20)
        assert may(play.pass_to(Phase.RIVER), 1).bet == (10, 10)

    def test_two_players_in_the_pot_before_the_cap(self) -> None:
        """FL3, RR-BET-4: raises continue; where the cap holds for two as well (TDA) it holds."""
        heads_up = ("3 raise 10", "4 raise 15", "5 fold", "6 fold", "1 fold", "2 fold", "3 raise 20")
        for house, capped in ((TDA, True), (ROBERT, False)):
            play = limit(house=house).do(*heads_up)
            assert (may(play, 4).raise_ is None) == capped
        play.do("4 raise 25", "3 raise 30", "4 raise 35")
        assert may(play, 3).raise_ == (40, 40)

    def test_a_cap_stays_when_players_fold(self) -> None:
        """FL3: once capped, a later fold does not open it."""
        play = limit(house=ROBERT).do("3 raise 10", "4 raise 15", "5 raise 20", "6 fold", "1 fold", "2 fold")
        play.do("3 fold")
        assert may(play, 4) == Options(call=5)

    def test_players_who_are_all_in_count_for_nobody(self) -> None:
        """RR-BET-3: the cap is for three or more who are not all-in."""
        play = limit({1: 500, 2: 500, 3: 10}, house=ROBERT).do("3 all-in", "1 raise 15", "2 raise 20")
        assert may(play, 1).raise_ == (25, 25)

    @pytest.mark.parametrize(("form", "capped"), [(Form.CASH, True), (Form.TOURNAMENT, False)])
    def test_the_last_two_of_an_event(self, form: Form, capped: bool) -> None:
        """FL3, T24-48: the cap holds until the event is down to two players."""
        play = limit({1: 500, 2: 500}, form=form)
        for to in (10, 15, 20):
            play.do(f"{play.step.seat} raise {to}")
        assert (may(play, play.step.seat).raise_ is None) == capped

    def test_less_than_half_a_bet_is_completed(self) -> None:
        """EX-97, FL4, RR-BET-6: 14 over 10 on the turn."""
        play = self.over_an_all_in(14)
        assert may(play, 3) == Options(call=14, raise_=(20, 20))
        assert may(play.do("3 call"), 1) == Options(call=4)

    def test_completed(self) -> None:
        """The completion is a raise: it opens the betting to the first bettor."""
        play = self.over_an_all_in(14).do("3 raise 20")
        assert may(play, 1) == Options(call=10, raise_=(30, 30))

    def test_half_a_bet_is_a_whole_one(self) -> None:
        """EX-97, T24-47B."""
        play = self.over_an_all_in(15)
        assert may(play, 3) == Options(call=15, raise_=(25, 25))
        assert may(play.do("3 raise 25"), 1) == Options(call=15, raise_=(35, 35))
        assert may(self.over_an_all_in(15).do("3 call"), 1) == Options(call=5, raise_=(25, 25))

    @pytest.mark.parametrize(("chips", "least"), [(4, 10), (5, 15), (9, 19)])
    def test_an_opening_bet_for_less(self, chips: int, least: int) -> None:
        """RR-BET-6: half a bet or more is raised by a whole one, less is completed."""
        play = limit({1: chips + 5, 2: 500, 3: 500}).pass_to(Phase.TURN).do("1 all-in")
        assert may(play, 2).raise_ == (least, least)

    def test_short_all_ins_add_up(self) -> None:
        """RR-BET-6: 3 and 3 over a bet of 10 are a raise for the bettor, none for a caller of the first."""
        stacks = {1: 505, 2: 18, 3: 505, 4: 21}
        play = limit(stacks).pass_to(Phase.TURN).do("1 bet 10", "2 all-in", "3 call", "4 all-in")
        assert may(play, 1) == Options(call=6, raise_=(26, 26))
        assert may(play.do("1 call"), 3) == Options(call=3)

    def test_half_bets_count_for_the_cap(self) -> None:
        stacks = {1: 505, 2: 20, 3: 505, 4: 505}
        play = limit(stacks).pass_to(Phase.TURN).do("1 bet 10", "2 all-in", "3 raise 25", "4 raise 35")
        assert may(play, 1) == Options(call=25)

    def test_a_short_big_blind_counts_as_a_full_one(self) -> None:
        """NL7, RR-BL-1."""
        assert may(limit({**L6, 2: 3}), 3) == Options(call=5, raise_=(10, 10))

    def test_last_chips_short_of_the_size(self) -> None:
        play = limit({**L6, 3: 7, 4: 4})
        assert may(play, 3) == Options(call=5, raise_=(7, 7), all_in=7)
        assert may(play.do("3 fold"), 4) == Options(call=4, all_in=4)
        assert limit().say("3 all-in") == "refused.amount_high"

    def test_a_straddle_is_one_bet(self) -> None:
        play = limit()
        street = betting.straddled(play.table, 10, 10)
        play.core.table = replace(play.table, street=street)
        assert may(play, 3) == Options(call=10, raise_=(15, 15))
        play.do("3 raise 15", "4 raise 20")
        assert may(play, 5) == Options(call=20)

    @staticmethod
    def over_an_all_in(chips: int) -> Play:
        """The turn: seat 1 bets 10, seat 2 is all-in for so many."""
        play = limit({1: 505, 2: chips + 5, 3: 505})
        return play.pass_to(Phase.TURN).do("1 bet 10", "2 all-in")


def straddled(house: HouseRules, least: int, *, last: int = 0) -> Play:
    """Blinds of 5 and 10 and a straddle of 20 by seat 3, or by the button who comes last."""
    play = dealt(seated(L6, 6, house=house))
    seat = last or 3
    changed(play, **{f"s{seat}": {"street_in": 20, "stack": 480}})
    street = replace(betting.straddled(play.table, 20, least), after=2 if last else 3, last=last)
    play.core.table = replace(play.table, street=street, straddles={seat: 20})
    return play


class TestStraddles:
    @pytest.mark.parametrize(("by", "least"), [(20, 40), (10, 30)], ids=["TWICE_STRADDLE", "PLUS_BB"])
    def test_least_raise(self, by: int, least: int) -> None:
        """P5, RR-NL-2, WSOP-LA-11; EX-98."""
        play = straddled(TDA, by)
        assert may(play, 4) == Options(call=20, raise_=(least, 500), all_in=500)
        for seat in (4, 5, 6, 1, 2):
            play.do(f"{seat} call")
        assert may(play, 3).check

    def test_a_skipped_straddler_comes_last(self) -> None:
        """EX-99, SKIP_STRADDLER: UTG first, the button after the big blind."""
        play, order = straddled(TDA, 20, last=6), []
        while play.step.do == "act":
            order.append(play.step.seat)
            play.pass_by()
        assert order == [3, 4, 5, 1, 2, 6]

    def test_a_skipped_straddler_waits_for_every_raise_and_then_keeps_his_place(self) -> None:
        play = straddled(TDA, 20, last=6).do("3 call", "4 raise 60", "5 fold", "1 fold", "2 fold")
        play.do("3 call", "6 raise 120", "3 fold", "4 raise 300")
        assert may(play, 6).call == 180

    @pytest.mark.parametrize(
        ("house", "least"),
        [(TDA, 10), (HouseRules(straddle_postflop_min=PostflopMin.STRADDLE), 20)],
        ids=["BB", "STRADDLE"],
    )
    def test_least_bet_after_the_flop(self, house: HouseRules, least: int) -> None:
        """12.3: `straddle.postflop_min`; a short all-in is raised by that much (NL8)."""
        play = straddled(house, 20).pass_to(Phase.FLOP)
        assert may(play, 1).bet == (least, 480)
        changed(play, s1={"stack": 4})
        assert may(play.do("1 all-in"), 2).raise_ == (4 + least, 480)

    def test_pot_limit_counts_a_straddle(self) -> None:
        """PL1: 5, 10, 20 and the call of 20 on top of 20."""
        play = straddled(TDA, 20)
        setup = replace(play.table.setup, game=Game.POT_LIMIT)
        play.core.table = replace(play.table, setup=setup)
        assert may(play, 4).raise_ == (40, 75)


class TestReopening:
    """A bet of 40, an all-in to 60 that seat 1 faces."""

    @staticmethod
    def over(all_in: int, house: HouseRules) -> Options:
        stacks = {1: 500, 2: 500, 3: 10 + all_in}
        play = dealt(seated(stacks, 3, house=house)).do("3 call", "1 call", "2 check").street()
        return may(play.do("1 bet 40", "2 call", "3 all-in"), 1)

    @pytest.mark.parametrize(
        ("short", "all_in", "opened"),
        [
            (ShortAllIn.HALF, 59, False),
            (ShortAllIn.HALF, 60, True),
            (ShortAllIn.CUMULATIVE_FULL, 60, False),
            (ShortAllIn.CUMULATIVE_FULL, 80, True),
            (ShortAllIn.SINGLE_FULL_ONLY, 79, False),
            (ShortAllIn.SINGLE_FULL_ONLY, 80, True),
        ],
    )
    def test_how_much_opens(self, short: ShortAllIn, all_in: int, opened: bool) -> None:
        """`nl.short_allin` (rules.md 7.2, 9.3; S0-39, S3-35, S0-71, S3-63)."""
        found = self.over(all_in, HouseRules(nl_short_allin=short)).raise_
        least = all_in + (40 if all_in < 80 else all_in - 40)
        assert found == ((least, 490) if opened else None)


class TestLeastRaise:
    @pytest.mark.parametrize(
        ("rule", "least"), [(MinRaise.LAST_FULL_INCREMENT, 100), (MinRaise.OPENING_BET, 80)]
    )
    def test_measured_by(self, rule: MinRaise, least: int) -> None:
        """`bet.min_raise` (C4, S2-15, S0-38, S3-34): bet 20, raise to 60."""
        play = dealt(seated({1: 500, 2: 500, 3: 500}, 3, house=HouseRules(bet_min_raise=rule)))
        play.do("3 call", "1 call", "2 check").street().do("1 bet 20", "2 raise 60")
        assert may(play, 3).raise_ == (least, 490)

    def test_the_opening_bet_before_the_flop_is_the_blind(self) -> None:
        play = dealt(seated(L6, 6, house=HouseRules(bet_min_raise=MinRaise.OPENING_BET)))
        assert may(play.do("3 raise 30", "4 raise 80"), 5).raise_ == (90, 500)

    def test_an_opening_all_in_for_less_measures_nothing(self) -> None:
        """S2-15, NL8."""
        house = HouseRules(bet_min_raise=MinRaise.OPENING_BET)
        play = dealt(seated({1: 14, 2: 500, 3: 500}, 3, house=house))
        play.do("3 call", "1 call", "2 check").street().do("1 all-in", "2 raise 44")
        assert may(play, 3).raise_ == (54, 490)


class TestBound:
    def test_who_has_said_raise_raises(self) -> None:
        """D4: nothing else is taken until the raise is out."""
        play = changed(dealt(seated(L6, 6)), s3={"bound": Bound.RAISE})
        assert may(play, 3) == Options(raise_=(20, 500), all_in=500, fold=False)
        for word in ("fold", "call", "check"):
            assert play.say(f"3 {word}") == "refused.must_raise"
        assert play.do("3 raise 20").table.seats[3].bound is None

    def test_who_has_passed_may_not_raise(self) -> None:
        """D10, R20."""
        play = changed(dealt(seated(L6, 6)), s3={"bound": Bound.PASSIVE})
        assert may(play, 3) == Options(call=10)
        assert play.say("3 raise 20") == "refused.cannot_raise"
        assert play.do("3 call").table.seats[3].bound is None

    def test_a_raise_that_cannot_be_binds_nobody(self) -> None:
        play = changed(dealt(seated({**L6, 3: 10}, 6)), s3={"bound": Bound.RAISE})
        assert may(play, 3) == Options(call=10, all_in=10)

    def test_a_new_street_binds_nobody(self) -> None:
        play = dealt(seated({1: 500, 2: 500, 3: 500}, 3)).do("3 call", "1 call")
        changed(play, s1={"bound": Bound.PASSIVE}).do("2 check").street()
        assert may(play, 1).bet == (10, 490)


def test_dead_hands_have_folded() -> None:
    """6.2: no turn, no chips back, no part of the pot."""
    play = changed(dealt(seated({1: 500, 2: 500, 3: 500}, 3)).do("3 raise 30"), s1={"status": Status.DEAD})
    assert may(play, 2).call == 20
    assert betting.live(play.table) == (2, 3)
    play.do("2 fold").push()
    assert play.stacks == {1: 495, 2: 490, 3: 515}


def test_the_uncalled_part_is_beyond_antes_too() -> None:
    """T24-15B: antes of 4, seat 3 had 3 of them and no more; seat 2 gets back what nobody matched."""
    play = dealt(seated({1: 500, 2: 500, 3: 500}, 3))
    changed(play, s1={"put": 4}, s2={"put": 4}, s3={"put": 3, "status": Status.ALL_IN, "stack": 0})
    play.do("1 fold")
    assert dict(play.table.returned) == {2: 5}
    assert play.table.seats[2].put == 4 + 5
