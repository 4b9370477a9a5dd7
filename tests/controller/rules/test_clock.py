"""The player clock (T24-29, D20, H5): who asks for it, who starts it, and what its end comes to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.betting import actor
from controller.rules.clock import expired
from controller.rules.decisions import decide
from controller.rules.events import Acted, ClockCalled, ClockExpired, ImpossibleEvent, Stopped
from controller.rules.house import HouseRules
from controller.rules.requests import CallClock, CallFloor, Confirm, Rule, TakeBack
from controller.rules.rulings import menu
from controller.rules.sentence import Refused, say
from controller.rules.state import Clock, Phase, Status
from controller.rules.table import apply
from tests.controller.rules.hands import L6, Play, dealt, seated


def timed(house: HouseRules | None = None) -> Play:
    """Six players, button 6: seat 3 faces the big blind and has the clock on him."""
    return clocked(dealt(seated(L6, 6, house=house)), 3)


def clocked(play: Play, seat: int, seconds: int = 0) -> Play:
    """The clock is asked for on the seat, and the floor starts it."""
    return play.must(CallClock(seat), Rule("R33", "lee", seat=seat, amount=seconds))


def ring(play: Play) -> Play:
    play.core.record(*expired(play.table))
    return play


def test_the_clock_gives_the_seconds_of_the_house() -> None:
    assert timed().table.clock == Clock(3, 30)
    assert timed(HouseRules(clock_seconds=60)).table.clock == Clock(3, 60)


def test_the_key_is_a_request_and_the_floor_starts_the_clock() -> None:
    """12.3: nothing runs and nothing stops; R33 is the whole menu (9.2)."""
    play = dealt(seated(L6, 6)).must(CallClock(3))
    (what,) = play.table.mends
    assert (what.kind, what.seat, menu(play.table)) == ("D20", 3, ("R33",))
    assert (play.table.clock, play.table.open, play.step.do) == (None, (), "act")
    assert play.ask(CallClock(3)) == "refused.clock_runs"
    play.must(Rule("R33", "lee", amount=10))
    assert (play.table.clock, play.table.mends) == (Clock(3, 10), ())


def test_a_request_is_taken_back_and_ends_with_the_turn() -> None:
    play = dealt(seated(L6, 6)).must(CallClock(3), TakeBack())
    assert play.table.mends == ()
    play.must(CallClock(3)).do("3 call")
    assert (play.table.mends, play.table.clock) == ((), None)


def test_the_floor_starts_the_clock_unasked_but_not_while_the_table_is_stopped() -> None:
    play = dealt(seated(L6, 6)).must(Rule("R33", "lee"))
    assert play.table.clock == Clock(3, 30)
    play.core.record(Stopped(say("unresolved.board_early")))
    assert play.ask(Rule("R33", "lee")) == "refused.stopped"


def test_only_the_player_in_turn_is_timed() -> None:
    play = dealt(seated(L6, 6))
    refused = decide(play.table, CallClock(4))
    assert refused == Refused(say("refused.not_turn", seat=4, actor=3))
    assert play.ask(CallClock(0)) == "refused.not_turn"
    assert play.table.clock is None


def test_nobody_is_timed_between_hands_or_while_cards_are_dealt() -> None:
    play = Play(seated(L6, 6))
    assert play.ask(CallClock(3)) == "refused.not_now"
    assert play.start().ask(CallClock(3)) == "refused.not_now"


def test_a_clock_that_runs_is_not_called_again() -> None:
    assert timed().ask(CallClock(3)) == "refused.clock_runs"


@pytest.mark.parametrize("word", ["fold", "call", "raise 40", "all-in"])
def test_whatever_the_player_does_ends_his_clock(word: str) -> None:
    play = timed().do(f"3 {word}")
    assert play.table.clock is None


def test_the_clock_is_over_when_the_street_closes() -> None:
    play = dealt(seated(dict.fromkeys((1, 2), 500), 2)).do("2 call")
    clocked(play, 1).do("1 check")
    assert play.table.street.closed
    assert play.table.clock is None


def test_a_stop_ends_the_clock_and_taking_it_back_lets_the_clock_run() -> None:
    play = timed().must(CallFloor())
    assert play.table.clock is None
    assert play.must(TakeBack()).table.clock == Clock(3, 30)


def test_its_end_is_told_and_executes_nothing() -> None:
    play = timed()
    before = play.table
    ring(play)
    assert play.core.events[-1] == ClockExpired(3)
    assert play.table.clock == Clock(3, 30, expired=True)
    assert play.table.told == say("told.clock.fold", seat=3)
    assert (play.step.do, play.step.seat) == ("act", 3)
    assert play.table.seats == before.seats
    assert play.do("3 raise 40").table.seats[3].street_in == 40


def test_who_faces_nothing_is_told_to_check() -> None:
    play = dealt(seated(L6, 6)).pass_to(Phase.FLOP)
    ring(clocked(play, 1))
    assert (play.table.told, play.table.mends) == (say("told.clock.check", seat=1), ())
    assert play.table.told == say("told.clock.check", seat=1)


def test_a_clock_that_has_run_out_does_not_run_out_again_and_may_be_called_anew() -> None:
    play = ring(timed())
    assert expired(play.table) == ()
    assert clocked(play, 3).table.clock == Clock(3, 30)
    assert play.table.mends == ()


KILLS = HouseRules(clock_kills=True)


def test_where_the_house_kills_the_hand_facing_a_bet_is_folded() -> None:
    play = ring(timed(KILLS))
    assert play.core.events[-1] == Acted(3, "clock", "fold", 0, 0, say("told.clock.fold", seat=3))
    assert play.step.seat == 4


def test_where_the_house_kills_a_player_who_faces_nothing_checks() -> None:
    play = dealt(seated(L6, 6, house=KILLS)).pass_to(Phase.FLOP)
    ring(clocked(play, 1))
    assert play.table.seats[1].acted == "check"
    assert play.step.seat == 2


def test_a_kill_is_an_entry_that_can_be_taken_back_for_the_tie_goes_to_the_player() -> None:
    play = ring(timed(KILLS)).must(TakeBack()).do("3 call")
    assert play.table.seats[3].acted == "call"


def test_a_clock_that_the_floor_started_is_not_taken_back() -> None:
    """Design 4: a ruling is corrected by another."""
    play = ring(timed())
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"


def test_facing_a_bet_the_floor_may_kill_the_hand_when_the_time_is_up() -> None:
    """H5, RR-DH-1f, 12.6: nothing stops, an action in the same instant stands."""
    play = ring(timed())
    (what,) = play.table.mends
    assert (what.kind, what.seat, menu(play.table)) == ("H5", 3, ("R15",))


def test_the_floor_kills_the_hand_whose_time_is_up() -> None:
    play = ring(timed()).must(Rule("R15", "lee"))
    assert play.table.seats[3].status is Status.DEAD
    assert (play.table.mends, play.table.clock, actor(play.table)) == ((), None, 4)
    assert ring(timed()).do("3 call").table.mends == ()


def test_the_floor_called_on_a_clock_that_ran_out_has_its_menu() -> None:
    """H5: dead facing a bet, else a check."""
    play = ring(timed()).must(CallFloor())
    assert menu(play.table)[0] == "R15"
    play.must(Rule("R15", "lee"))
    assert play.table.seats[3].status is Status.DEAD
    play = ring(clocked(dealt(seated(L6, 6)).pass_to(Phase.FLOP), 1)).must(CallFloor())
    assert menu(play.table)[0] == "R24"
    play.must(Rule("R24", "lee"))
    assert play.table.seats[1].acted == "check"


def test_undoing_the_act_brings_back_the_clock_that_ran_before_it() -> None:
    assert timed().do("3 call").must(TakeBack()).table.clock == Clock(3, 30)


def test_a_clock_that_lost_its_player_runs_for_nobody() -> None:
    play = dealt(seated(L6, 6))
    assert apply(play.table, ClockCalled(5)).mends == ()
    assert apply(play.table, ClockExpired(3)).clock is None
    with pytest.raises(ImpossibleEvent):
        apply(play.table, ClockCalled(11))


def test_the_clock_ends_with_the_hand() -> None:
    play = clocked(dealt(seated(dict.fromkeys((1, 2), 500), 2)), 2).do("2 fold")
    assert play.table.clock is None
    play.must(Confirm())
    assert play.table.phase is Phase.IDLE


def test_the_events_replay_to_the_same_table() -> None:
    play = ring(timed(KILLS))
    assert replace(play.again(), events=0) == replace(play.table, events=0)
