"""Whose word counts (rules.md 7.5 D8 to D12, 3.1; EX-11, EX-13, EX-14, EX-86 to EX-92, EX-102)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import betting, substantial
from controller.rules.account import Debt
from controller.rules.cards import BOARD, BURN, MUCK, How, seat_place
from controller.rules.dealing import at
from controller.rules.events import Acted, ActedEarly, AfterStop, CardMoved, Event, Looked
from controller.rules.house import (
    HouseRules,
    OutOfTurn,
    RaiseMotions,
    Skipped,
    SubstantialAction,
    Undercall,
)
from controller.rules.prompts import next_step
from controller.rules.requests import Act, Ask, CallFloor, NoteLooked, PutOut, Rule, Say, TakeBack
from controller.rules.rulings import menu
from controller.rules.sentence import Sentence, say
from controller.rules.stakes import Game, Stakes
from controller.rules.state import Early, Phase, Status, Table
from controller.rules.table import apply, chips
from tests.controller.rules.chance import without_undone
from tests.controller.rules.hands import L6, Play, dealt, flop_bets, seated

ROBERT = HouseRules(
    bet_oot=OutOfTurn.RROP, bet_skipped=Skipped.THREE_BEHIND, bet_undercall=Undercall.RELIEF_IF_UNAWARE
)
MULTI = HouseRules(bet_raise_motions=RaiseMotions.MULTI_AFTER_DECLARATION)


def told(play: Play) -> Sentence | None:
    return play.table.told


def actor(play: Play) -> int:
    return betting.actor(play.table)


def acts(play: Play) -> dict[int, str]:
    return {n: seat.acted for n, seat in play.table.seats.items() if seat.acted}


def bets(play: Play) -> dict[int, int]:
    return {n: seat.street_in for n, seat in play.table.seats.items() if seat.street_in}


def early_raise(house: HouseRules | None = None) -> Play:
    """EX-87: on the flop S3 bets 30; S5 says "raise to 90" while S4 is to act."""
    start = dict.fromkeys(range(1, 7), 1010)
    play = dealt(seated(start, 6, house=house)).pass_to(Phase.FLOP)
    play.do("1 check", "2 check", "3 bet 30")
    assert actor(play) == 4
    return play.must(Say(5, "raise to 90"))


class TestOutOfTurn:
    """D11, S0-40, S3-36, T24-53A; 12.9."""

    def test_it_waits(self) -> None:
        """EX-87: S4 is still to act, no chips have moved, nothing of it is a bet."""
        play = early_raise()
        assert told(play) == say("told.early.chips", seat=5, actor=4)
        assert actor(play) == 4
        assert bets(play) == {3: 30}
        assert play.table.early[0].to == 90
        assert next_step(play.table).detail == told(play)

    @pytest.mark.parametrize("word", ["4 fold", "4 call"])
    def test_it_binds_where_the_action_did_not_change(self, word: str) -> None:
        """EX-87: fold and call are no change."""
        play = early_raise().do(word)
        assert told(play) == say("told.stands.raise", seat=5, to=90)
        assert (actor(play), bets(play)[5], play.table.early) == (6, 90, ())
        assert play.table.street.bet == 90

    def test_it_falls_where_it_changed(self) -> None:
        """EX-87: S4 raises to 70; S5 may fold, call 70, or raise to 110 or more."""
        play = early_raise().do("4 raise 70")
        assert told(play) == say("told.changed", seat=5)
        assert actor(play) == 5
        assert betting.options(play.table, 5) == betting.Options(call=70, raise_=(110, 1000), all_in=1000)

    def test_check_is_no_change(self) -> None:
        """T24-53A example 2."""
        play = flop_bets(live=3).must(Say(2, "check"))
        assert told(play) == say("told.early", seat=2, actor=1)
        play.do("1 check")
        assert (actor(play), told(play)) == (3, say("told.stands.check", seat=2, to=0))
        play = flop_bets(live=3).must(Say(2, "check")).do("1 bet 30")
        assert told(play) == say("told.changed", seat=2)
        assert betting.options(play.table, 2).raise_ == (60, 1000)

    def test_a_fold_binds_at_once(self) -> None:
        """EX-88, T24-58, 12.10."""
        play = flop_bets("1 check", "2 check", "3 bet 30", live=6)
        play.do("5 fold")
        assert told(play) == say("told.early.fold", seat=5, actor=4)
        assert play.table.seats[5].status is Status.FOLDED
        assert actor(play) == 4
        play.do("4 raise 70")
        assert actor(play) == 6

    def test_a_fold_with_nothing_to_call_is_allowed(self) -> None:
        """T24-58, S0-34."""
        play = flop_bets(live=3).do("1 fold")
        assert (play.table.seats[1].status, actor(play)) == (Status.FOLDED, 2)

    def test_several_wait_for_their_turns(self) -> None:
        house = HouseRules(bet_skipped=Skipped.THREE_BEHIND)
        play = dealt(seated(L6, 6, house=house)).do("3 raise 30").must(Say(5, "call"), Say(6, "call"))
        play.do("4 call")
        assert bets(play) == {1: 5, 2: 10, 3: 30, 4: 30, 5: 30, 6: 30}
        assert (actor(play), play.table.early) == (1, ())

    def test_who_has_acted_out_of_turn_may_only_fold_before_his_turn(self) -> None:
        play = early_raise()
        assert play.ask(Say(5, "raise 200")) == "refused.acted_early"
        play.do("5 fold")
        assert play.table.seats[5].status is Status.FOLDED
        assert [early.act for early in play.table.early] == ["fold"]

    def test_who_has_nothing_to_decide_is_refused(self) -> None:
        play = early_raise()
        for ask in (Act(3, "fold"), Say(3, "call"), PutOut(9, (100,)), Act(0, "call"), Say(99, "fold")):
            assert play.ask(ask) == "refused.not_turn"

    def test_a_hand_in_the_muck_takes_the_word_back_with_it(self) -> None:
        play = early_raise()
        moves = [CardMoved(p.n, p.card, MUCK, How.READ) for p in at(play.table, seat_place(5))]
        play.core.record(Acted(5, "muck", "fold", 0, 0), *moves)
        play.do("4 call")
        assert (actor(play), bets(play)) == (6, {3: 30, 4: 30})

    def test_a_raise_without_an_amount_is_asked_for_in_turn(self) -> None:
        play = flop_bets("1 bet 30", live=4).must(Say(3, "raise"))
        assert play.table.early == (Early(3, "raise", "raise", 0, 30),)
        play.do("2 call")
        assert told(play) == say("told.must_raise", seat=3, least=60)
        assert betting.options(play.table, 3) == betting.Options(raise_=(60, 1000), all_in=1000, fold=False)

    def test_a_short_call_out_of_turn_is_one_in_turn(self) -> None:
        """D9 and D11: S4 puts 20 out before S3 has acted, facing a raise to 80."""
        play = flop_bets("1 bet 20", "2 raise 80", live=5).must(PutOut(4, (20,)))
        assert bets(play) == {1: 20, 2: 80}
        play.do("3 fold")
        assert [what.kind for what in play.table.open] == ["D9"]
        assert bets(play) == {1: 20, 2: 80, 4: 20}

    def test_check_facing_a_bet_out_of_turn_is_passive_in_turn(self) -> None:
        play = flop_bets("1 bet 30", live=4).must(Say(3, "check")).do("2 fold")
        assert told(play) == say("told.passive", seat=3)
        assert betting.options(play.table, 3) == betting.Options(call=30)

    def test_a_raise_that_is_too_late_is_a_call(self) -> None:
        """Everybody else is all-in when the turn comes: nobody is left who could call more."""
        stacks = {1: 40, 2: 40, 3: 1000}
        play = flop_bets("1 bet 40", live=3, stacks=stacks).must(Say(3, "raise 100")).do("2 call")
        assert acts(play)[3] == "call"
        assert told(play) == say("told.stands.call", seat=3, to=40)

    def test_what_the_dealer_must_collect_is_told_before_what_stands(self) -> None:
        play = flop_bets("1 bet 30", live=4).must(Say(3, "call"), PutOut(2, (10,)))
        assert told(play) == say("told.short_call", call=30, seat=2, more=20)
        assert bets(play) == {1: 30, 2: 30, 3: 30}

    def test_it_is_taken_back_as_any_entry(self) -> None:
        play = early_raise()
        play.must(TakeBack())
        assert not play.table.early
        play.must(Say(5, "raise to 90")).do("4 call")
        play.must(TakeBack())
        assert (actor(play), [early.seat for early in play.table.early]) == (4, [5])


class TestOutOfTurnByTheHouse:
    """`bet.oot`."""

    def test_rrop_binds_unless_a_bet_or_raise_intervenes(self) -> None:
        play = early_raise(ROBERT).do("4 call")
        assert bets(play)[5] == 90
        play = early_raise(ROBERT).do("4 raise 70")
        assert betting.options(play.table, 5).raise_ == (110, 1000)

    @pytest.mark.parametrize(("words", "first"), [("check", "1 bet 30"), ("call", "2 raise 90")])
    def test_rrop_who_checked_or_called_may_not_raise_next(self, words: str, first: str) -> None:
        """RR-BET-10."""
        play = dealt(seated(dict.fromkeys(range(1, 5), 1010), 4, house=ROBERT)).pass_to(Phase.FLOP)
        if words == "call":
            play.do("1 bet 30")
        play.must(Say(3 if words == "call" else 2, words)).do(first)
        assert told(play) == say("told.changed.passive", seat=actor(play))
        may = betting.options(play.table, actor(play))
        assert (may.raise_, may.call) == (None, play.table.street.bet)

    def test_always_binding_raises_at_least_the_minimum(self) -> None:
        play = early_raise(HouseRules(bet_oot=OutOfTurn.ALWAYS_BINDING)).do("4 raise 70")
        assert bets(play)[5] == 110

    @pytest.mark.parametrize(("words", "act", "to"), [("call", "call", 80), ("check", "", 0)])
    def test_always_binding_of_the_rest(self, words: str, act: str, to: int) -> None:
        house = HouseRules(bet_oot=OutOfTurn.ALWAYS_BINDING)
        play = dealt(seated(dict.fromkeys(range(1, 5), 1010), 4, house=house)).pass_to(Phase.FLOP)
        before = ("1 bet 30", "2 raise 80") if words == "call" else ("1 check", "2 bet 80")
        play.do(before[0]).must(Say(3, words)).do(before[1])
        assert (acts(play).get(3, ""), bets(play).get(3, 0)) == (act, to)
        assert words == "call" or betting.options(play.table, 3) == betting.Options(call=80)

    def test_never_binding(self) -> None:
        play = early_raise(HouseRules(bet_oot=OutOfTurn.NEVER_BINDING)).do("4 call")
        assert (actor(play), told(play)) == (5, say("told.takes_back", seat=5))


def skipped(house: HouseRules | None = None) -> Play:
    """EX-89: S3 raises to 30, S4 is skipped, S5 calls and S6 folds."""
    play = dealt(seated(L6, 6, house=house)).do("3 raise 30").must(Say(5, "call"))
    return play.do("6 fold")


class TestSkipped:
    """D12, T24-53B."""

    def test_substantial_action_behind_stops_the_table(self) -> None:
        play = skipped()
        (what,) = play.table.open
        assert (what.kind, what.seat, what.rulings) == ("D12", 4, ("R15", "R20"))
        assert what.sentence == say("irregular.skipped", seat=4)
        before = play.stacks
        play.do("4 call")
        assert play.table.notes == (AfterStop(4, "act", "call", 0),)
        assert play.stacks == before

    @pytest.mark.parametrize(
        ("entries", "stops"),
        [
            ((Say(5, "call"),), False),
            ((Say(5, "call"), Say(6, "call")), True),
            ((Act(5, "fold"), Say(6, "call")), True),
            ((Act(5, "fold"), Act(6, "fold")), False),
            ((Act(5, "fold"), Act(6, "fold"), Act(1, "fold")), False),
            ((Act(5, "fold"), Act(6, "fold"), Say(1, "call")), True),
        ],
    )
    def test_what_is_substantial(self, entries: Sequence[Ask], stops: bool) -> None:
        """Two with chips, or three; folds alone skip nobody."""
        play = dealt(seated(L6, 6)).do("3 raise 30")
        for entry in entries:
            assert not play.table.open
            play.must(entry)
        assert bool(play.table.open) is stops

    def test_three_checks_behind(self) -> None:
        play = flop_bets(live=5).must(Say(2, "check"), Say(3, "check"))
        assert not play.table.open
        play.must(Say(4, "check"))
        assert play.table.open[0].seat == 1

    def test_under_three_behind_two_are_not_enough(self) -> None:
        """EX-89 under Robert's: S4 keeps all options."""
        play = skipped(ROBERT)
        assert play.table.open == ()
        assert betting.options(play.table, 4) == betting.Options(call=30, raise_=(50, 500), all_in=500)
        play.do("4 raise 80")
        assert told(play) == say("told.changed.passive", seat=5)
        play = skipped(ROBERT).must(Say(1, "call"))
        assert play.table.open[0].kind == "D12"

    def test_a_stop_is_taken_back_with_its_entry(self) -> None:
        play = skipped().must(TakeBack())
        assert (play.table.open, actor(play)) == ((), 4)

    def test_a_player_who_was_passed_counts_no_more(self) -> None:
        """S6 folds early, S4 and S5 act in their turns: then the fold is no action out of turn."""
        play = dealt(seated(L6, 6)).do("3 raise 30", "6 fold", "4 call", "5 call").must(Say(2, "call"))
        assert (play.table.open, actor(play)) == ((), 1)
        assert [early.seat for early in play.table.early] == [2]


class TestStringBet:
    """D8, S0-36, T24-56."""

    def test_chips_after_the_call_go_back(self) -> None:
        """EX-102."""
        play = flop_bets("1 bet 30", live=4).must(PutOut(2, (30,)), PutOut(2, (60,)))
        assert told(play) == say("told.string", seat=2, back=60)
        assert (bets(play), actor(play)) == ({1: 30, 2: 30}, 3)

    def test_also_where_the_call_closed_the_betting(self) -> None:
        play = flop_bets("1 bet 30", live=2).must(PutOut(2, (30,)), PutOut(2, (60,)))
        assert told(play) == say("told.string", seat=2, back=60)
        assert play.stacks[2] == 970

    def test_not_once_somebody_has_acted(self) -> None:
        play = flop_bets("1 bet 30", "2 call", "3 call", live=4)
        assert play.ask(PutOut(2, (60,))) == "refused.not_turn"

    def test_chips_that_pay_what_was_said_are_none(self) -> None:
        play = flop_bets(live=3).must(Say(1, "bet 40"))
        assert play.ask(PutOut(1, (25, 15))) == "refused.counted"
        assert play.ask(PutOut(1, (100,))) == ""
        assert told(play) == say("told.string", seat=1, back=100)

    def test_wrong_chips_are_refused(self) -> None:
        play = flop_bets("1 bet 30", live=4).must(PutOut(2, (30,)))
        for wrong in ((), (0,), (-5,), (10**30,)):
            assert play.ask(PutOut(2, wrong)).startswith("refused.")
        assert told(play) is None

    def test_a_declared_raise_may_come_in_several_motions(self) -> None:
        """D4, RR-NL-6: 30 and then 60 after "raise" is a raise to 90; with ONE it is the minimum."""
        start = dict.fromkeys(range(1, 5), 1010)
        play = dealt(seated(start, 4, house=MULTI)).pass_to(Phase.FLOP).do("1 bet 30")
        play.must(Say(2, "raise"), PutOut(2, (30,)))
        assert (bets(play), actor(play), told(play)) == (
            {1: 30, 2: 30},
            2,
            say("told.must_raise", seat=2, least=60),
        )
        play.must(PutOut(2, (60,)))
        assert (bets(play)[2], actor(play), play.table.street.last_raise) == (90, 3, 60)
        play.must(PutOut(2, (100,)))
        assert (bets(play)[2], play.table.street.bet, play.table.street.last_raise) == (190, 190, 160)
        assert (play.table.street.wagers, play.table.street.actions) == (2, 2)
        play.do("3 fold")
        assert play.ask(PutOut(2, (100,))) == "refused.not_turn"

    def test_in_one_motion_it_is_the_least_raise(self) -> None:
        play = flop_bets("1 bet 30", live=4).must(Say(2, "raise"), PutOut(2, (30,)))
        assert (bets(play)[2], told(play)) == (60, say("told.raise.small", seat=2, to=60))
        play.must(PutOut(2, (60,)))
        assert told(play) == say("told.string", seat=2, back=60)

    def test_a_silent_raise_never_comes_in_several(self) -> None:
        start = dict.fromkeys(range(1, 5), 1010)
        play = dealt(seated(start, 4, house=MULTI)).pass_to(Phase.FLOP).do("1 bet 30")
        play.must(PutOut(2, (60, 30)), PutOut(2, (100,)))
        assert bets(play)[2] == 90

    def test_in_pot_limit_it_stops_at_the_pot(self) -> None:
        play = dealt(seated(L6, 6, house=MULTI, game=Game.POT_LIMIT))
        play.must(Say(3, "raise"), PutOut(3, (25,)), PutOut(3, (25,)))
        assert (bets(play)[3], told(play)) == (35, say("told.pot.back", seat=3, to=35, back=15))
        play.must(PutOut(3, (25,)))
        assert (bets(play)[3], told(play)) == (35, say("told.string", seat=3, back=25))


class TestShortCall:
    """D9: left to the floor the chips lie in front; the menu follows `bet.undercall`."""

    def test_the_table_stops_with_the_chips_in_front(self) -> None:
        play = flop_bets("1 bet 20", "2 raise 80", live=4).must(PutOut(3, (20,)))
        (what,) = play.table.open
        assert (what.kind, what.seat, what.rulings) == ("D9", 3, ("R22", "R23"))
        assert what.sentence == say("irregular.undercall", seat=3, call=80, to=20)
        assert (bets(play), play.stacks[3]) == ({1: 20, 2: 80, 3: 20}, 980)
        play.must(TakeBack())
        assert (actor(play), play.stacks[3]) == (3, 1000)

    @pytest.mark.parametrize(("behind", "menu"), [(False, ("R41", "R22")), (True, ("R22", "R23"))])
    def test_with_relief_it_matters_who_acted_behind(self, behind: bool, menu: tuple[str, ...]) -> None:
        """RR-NL-8, 12.3."""
        play = dealt(seated(L6, 6, house=ROBERT)).do("3 raise 30")
        if behind:
            play.must(Say(5, "call"))
        play.must(PutOut(4, (10,)))
        assert play.table.open[0].rulings == menu


class TestSubstantialAction:
    """3.1, T24-36, RR-MD-2."""

    @pytest.mark.parametrize(
        ("words", "tda", "rrop", "voluntary"),
        [
            ((), False, False, False),
            (("3 fold",), False, False, False),
            (("3 fold", "4 fold"), False, True, False),
            (("3 call",), False, False, True),
            (("3 raise 30",), False, False, True),
            (("3 call", "4 fold"), True, True, True),
            (("3 fold", "4 call"), True, True, True),
            (("3 raise 30", "4 fold"), True, True, True),
            (("3 call", "4 call"), True, True, True),
            (("3 fold", "4 fold", "5 fold"), True, True, False),
            (("3 fold", "4 fold", "5 call"), True, True, True),
            (("3 call", "4 raise 30"), True, True, True),
        ],
    )
    def test_before_the_flop(self, words: tuple[str, ...], tda: bool, rrop: bool, voluntary: bool) -> None:
        """EX-13: posted blinds count for nothing."""
        for rule, expected in zip(SubstantialAction, (tda, rrop, voluntary), strict=True):
            play = dealt(seated(L6, 6, house=HouseRules(misdeal_sa=rule))).do(*words)
            assert substantial.happened(play.table) is expected
            assert substantial.misdeal_possible(play.table) is not expected

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            (("1 check",), False),
            (("1 check", "2 check"), False),
            (("1 check", "2 check", "3 check"), True),
            (("1 check", "2 bet 10"), True),
            (("1 bet 10", "2 fold"), True),
        ],
    )
    def test_each_street_begins_again(self, words: tuple[str, ...], expected: bool) -> None:
        play = flop_bets(*words, live=4)
        assert substantial.happened(play.table) is expected
        assert substantial.misdeal_possible(play.table) is False

    def test_no_hand_no_misdeal(self) -> None:
        assert substantial.misdeal_possible(seated(L6, 6)) is None
        assert substantial.misdeal_possible(Play(seated(L6, 6)).start().table) is True

    def test_what_is_out_of_turn_does_not_count_before_its_turn(self) -> None:
        """EX-14: S5 calls before S4 has acted."""
        play = dealt(seated(L6, 6)).do("3 call").must(Say(5, "call"))
        assert not substantial.happened(play.table)
        play.do("4 fold")
        assert play.table.street.actions == 3


class TestLooked:
    def owing(self) -> Play:
        """S4 is dealt in and owes his blinds."""
        play = dealt(seated(L6, 6))
        owing = replace(play.table.seats[4], owes=Debt(10, 5))
        play.core.table = replace(play.table, seats={**play.table.seats, 4: owing})
        return play

    def test_who_owes_and_looks_before_he_pays_has_a_dead_hand(self) -> None:
        """EX-11 (a), M6, 12.4."""
        play = self.owing().must(NoteLooked(4))
        assert play.table.seats[4].status is Status.DEAD
        play.do("3 call")
        assert actor(play) == 5

    def test_who_has_acted_keeps_it(self) -> None:
        """EX-11 (b)."""
        play = self.owing().do("3 call", "4 call").must(NoteLooked(4))
        assert play.table.seats[4].status is Status.LIVE

    def test_who_owes_nothing_may_look(self) -> None:
        play = dealt(seated(L6, 6)).must(NoteLooked(4))
        assert (play.table.seats[4].looked, play.table.seats[4].status) == (True, Status.LIVE)
        assert play.ask(NoteLooked(4)) == "refused.not_now"
        assert play.ask(NoteLooked(9)) == "refused.no_hand"
        play.do("3 fold")
        assert play.ask(NoteLooked(3)) == "refused.no_hand"
        play.must(TakeBack(), TakeBack())
        assert not play.table.seats[4].looked

    def test_a_look_is_told_of_a_seat_that_is_there(self) -> None:
        with pytest.raises(ValueError, match="Looked"):
            apply(dealt(seated(L6, 6)).table, Looked(11))


class TestTold:
    """What the rules made of the last entry (12.9)."""

    def test_it_is_the_detail_of_the_next_prompt_until_the_next_entry(self) -> None:
        play = flop_bets("1 bet 30", live=4).must(PutOut(2, (100,)))
        step = next_step(play.table)
        assert (step.do, step.seat, step.detail) == ("act", 3, say("told.call.back", back=70))
        play.do("3 call")
        assert next_step(play.table).detail == say("detail.facing", to=30, call=30)

    def test_it_stays_while_cards_move_and_ends_with_the_street(self) -> None:
        play = flop_bets("1 bet 30", live=2).must(PutOut(2, (100,)))
        play.draw(BURN)
        assert told(play) == say("told.call.back", back=70)
        play.draw(BOARD)
        assert (play.table.phase, told(play)) == (Phase.TURN, None)

    def test_the_floor_clears_it(self) -> None:
        play = flop_bets("1 bet 30", live=4).must(PutOut(2, (100,)), CallFloor())
        assert told(play) is None


WORDS = st.sampled_from(
    [
        "fold",
        "check",
        "call",
        "raise",
        "bet",
        "pot",
        "all in",
        "raise 60",
        "bet 40",
        "eight-fifty",
        "fifty",
        "15",
    ]
)
MOTIONS = st.lists(st.sampled_from([1, 5, 10, 25, 100]), min_size=1, max_size=4).map(tuple)
LOOK, CALL = NoteLooked(0), CallFloor()
# Who does it, counted from the actor; what; and a number for what is chosen of the floor's menu.
ENTRIES = st.tuples(
    st.sampled_from([0, 0, 0, 0, 1, 2, 3, -1]),
    st.one_of(WORDS, WORDS, MOTIONS, st.sampled_from([LOOK, TakeBack(), CALL, CALL])),
    st.integers(0, 400),
)
HOUSES = st.builds(
    HouseRules,
    bet_oot=st.sampled_from(OutOfTurn),
    bet_skipped=st.sampled_from(Skipped),
    bet_undercall=st.sampled_from(Undercall),
    bet_raise_motions=st.sampled_from(RaiseMotions),
    bet_half_rule=st.booleans(),
)
GAMES = st.sampled_from(
    [
        (Game.NO_LIMIT, None),
        (Game.POT_LIMIT, None),
        (Game.FIXED_LIMIT, Stakes(5, 10, small_bet=10, big_bet=20)),
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    HOUSES,
    GAMES,
    st.lists(st.integers(12, 600), min_size=3, max_size=6),
    st.lists(ENTRIES, min_size=10, max_size=50),
)
def test_no_word_motion_or_ruling_loses_a_chip_or_a_turn(
    house: HouseRules,
    game: tuple[Game, Stakes | None],
    stacks: list[int],
    entries: list[tuple[int, Any, int]],
) -> None:
    """In turn or out of it, taken or refused: chips stay, a refusal changes nothing, and it replays.

    Nobody has chips in front that he has not got, and while nothing is open somebody or something is due.
    """
    start = seated(dict(enumerate(stacks, 1)), 3, house=house, game=game[0], stakes=game[1])
    play = dealt(start)
    total = chips(play.table)
    for entry in entries:
        # The floor may also be called between the last action and the next card.
        while entry[1] is not CALL and not play.table.open and play.step.do == "burn":
            play.street()
        if play.step.do not in ("act", "stop", "burn"):
            break
        before = play.table
        if play.ask(_ask(play, *entry)):
            assert play.table is before
        assert chips(play.table) == total
        assert all(seat.stack >= 0 <= seat.street_in for seat in play.table.seats.values())
        _settled_or_due(play.table)
    assert play.again() == play.table
    again = Play(start)
    again.core.record(*without_undone(play.core.events))
    assert _state(again.table) == _state(play.table)


def _ask(play: Play, who: int, what: Any, n: int) -> Ask:
    """What the numbers stand for at this table: a ruling or a step back while it stands still."""
    order = play.table.dealt
    seat = order[(order.index(actor(play) or order[0]) + who) % len(order)]
    if codes := menu(play.table):
        about, amount = (seat if n % 3 else 0), n * 7 % 400
        return Rule(codes[n % len(codes)], "lee", seat=about, amount=amount) if n % 7 else TakeBack()
    match what:
        case str():
            return Say(seat, what)
        case tuple():
            return PutOut(seat, what)
    return NoteLooked(seat) if what is LOOK else what


def _settled_or_due(table: Table) -> None:
    """Early actions wait for a turn that comes, loose chips for the floor; the actor may do something."""
    turn = betting.actor(table)
    if table.open:
        return
    assert not any(seat.loose for seat in table.seats.values())
    assert turn not in {early.seat for early in table.early}
    if turn:
        may = betting.options(table, turn)
        assert may.fold or may.bet or may.raise_
    else:
        assert table.early == ()


def _state(table: Table) -> tuple[object, ...]:
    """What two tables have in common that differ only by an entry that was taken back, and by its number."""
    stops = tuple(replace(what, since=0) for what in table.open)
    return table.seats, table.street, table.early, stops, table.phase, table.told


def test_the_events_of_early_words_are_facts() -> None:
    """What was said stays word for word in the record (T24-40)."""
    play = early_raise()
    happened: list[Event] = [event for event in play.core.events if isinstance(event, ActedEarly)]
    assert happened == [ActedEarly(5, "raise to 90", "raise", 90)]
