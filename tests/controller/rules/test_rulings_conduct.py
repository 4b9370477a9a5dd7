"""Rulings that leave cards and chips alone, and penalties (rules.md 9.1, 12.8; T24-67 to T24-71)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.betting import actor
from controller.rules.cards import SHOE, How
from controller.rules.decisions import decide
from controller.rules.events import CardMoved, Ruled, Stopped
from controller.rules.requests import CallFloor, Confirm, Rule, TakeBack
from controller.rules.rulings import menu
from controller.rules.sentence import Refused, say
from controller.rules.stakes import Form
from controller.rules.state import Clock, Phase, Status, Table
from controller.rules.table import replay
from tests.controller.rules.evening import DECK, Evening
from tests.controller.rules.hands import Play, dealt, seated

FOUR = dict.fromkeys((1, 2, 3, 4), 500)


def called() -> Table:
    """Three players after the deal, seat 3 to act, and the floor is there."""
    table = dealt(seated({1: 500, 2: 500, 3: 500}, 3)).table
    events = decide(table, CallFloor())
    assert not isinstance(events, Refused)
    return replay(table, events)


def ruled(table: Table, ask: Rule) -> Table:
    events = decide(table, ask)
    assert not isinstance(events, Refused), events
    return replay(table, events)


def plain(table: Table) -> Table:
    """The table without its history."""
    return replace(table, history=(), events=0, open=(), started=None)


@pytest.mark.parametrize("ask", [Rule("R01", "lee"), Rule("R34", "lee", "talk of a live hand", seat=2)])
def test_play_goes_on_as_it_was(ask: Rule) -> None:
    """A call that turns out to be nothing, and a warning (K1 to K5, S0-69, S0-70)."""
    table = called()
    after = ruled(table, ask)
    assert after.open == ()
    assert plain(after) == plain(table)
    *_, (_, last) = after.history
    assert last == Ruled(ask.code, "lee", ask.why, seat=ask.seat)


def test_a_review_leaves_the_table_stopped() -> None:
    """R39: whatever had stopped it stays as it was, with its menu."""
    reviewed = ruled(called(), Rule("R39", "lee"))
    assert [what.kind for what in reviewed.open] == ["floor"]
    assert ruled(reviewed, Rule("R01", "lee")).open == ()
    play = dealt(seated({1: 500, 2: 500, 3: 500}, 3))
    play.core.record(Stopped(say("unresolved.board_early")))
    play.must(CallFloor(), Rule("R39", "lee"))
    assert [what.kind for what in play.table.open] == ["unresolved", "floor"]


@pytest.mark.parametrize(("seconds", "given"), [(0, 30), (10, 10)])
def test_the_clock_runs_for_whoever_has_to_act(seconds: int, given: int) -> None:
    table = called()
    turn = table.dealt[-1]
    assert ruled(table, Rule("R33", "lee", amount=seconds)).clock == Clock(turn, given)
    assert ruled(table, Rule("R33", "lee", seat=turn, amount=seconds)).clock == Clock(turn, given)


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (Rule("R33", "lee", seat=1), "refused.nothing_to_decide"),
        (Rule("R33", "lee", amount=-1), "refused.amount_high"),
        (Rule("R33", "lee", amount=10**30), "refused.amount_high"),
        (Rule("R34", "lee"), "refused.no_player"),
        (Rule("R34", "lee", seat=99), "refused.no_player"),
        (Rule("R34", "lee", seat=2, amount=-1), "refused.amount_high"),
        (Rule("R34", "lee", seat=2, amount=10**30), "refused.amount_high"),
        (Rule("R34", "lee", seat=2, penalty="ROUNDS"), "refused.amount_low"),
        (Rule("R34", "lee", seat=2, penalty="LIFTED"), "refused.no_penalty"),
        (Rule("R34", "lee", seat=2, penalty="FOREVER"), "refused.penalty"),
    ],
)
def test_a_ruling_about_nobody_is_refused(ask: Rule, reason: str) -> None:
    refused = decide(called(), ask)
    assert isinstance(refused, Refused)
    assert refused.reason.id == reason


# --- what belongs to a call of the floor


def test_out_of_turn_the_action_goes_back_first() -> None:
    """12.3: bind or fall is worked out when the turn comes; the menu of 9.2 is there."""
    play = dealt(seated(FOUR, 4)).do("4 call").must(CallFloor())
    assert menu(play.table)[:4] == ("R17", "R18", "R19", "R34")
    play.must(Rule("R17", "lee"))
    assert (play.table.open, actor(play.table)) == ((), 3)


def test_a_call_in_the_betting_starts_with_nothing_wrong() -> None:
    """D24 to D28, K1 to K5: R34 is never a default."""
    play = dealt(seated(FOUR, 4)).must(CallFloor())
    assert menu(play.table)[:4] == ("R01", "R17", "R20", "R24")
    play = dealt(seated(FOUR, 4)).do("3 raise 40").must(CallFloor())
    assert menu(play.table)[4:6] == ("R21", "R41")


def test_a_call_between_hands_is_about_the_push() -> None:
    play = Evening(seated(FOUR, 4)).next().finish().must(CallFloor())
    assert menu(play.table)[:3] == ("R01", "R32", "R35")
    assert menu(Play(seated(FOUR, 4)).must(CallFloor()).table)[0] == "R01"


def test_a_penalty_answers_a_call_but_no_other_stop() -> None:
    play = dealt(seated(FOUR, 4))
    play.core.record(Stopped(say("unresolved.board_early")))
    play.must(Rule("R34", "lee", seat=3, amount=1))
    assert [what.kind for what in play.table.open] == ["unresolved"]


# --- penalties


def penalty(amount: int = 1, *, form: Form = Form.CASH, kind: str = "", seat: int = 4) -> Evening:
    """A penalty given in the first hand of four players; the hand is played out."""
    play = Evening(seated(FOUR, 4, form=form)).next()
    play.deal().must(Rule("R34", "lee", seat=seat, amount=amount, penalty=kind))
    return play


def served(play: Evening, seat: int = 4) -> tuple[int, bool]:
    return play.seat(seat).penalty, play.seat(seat).serving


def test_it_begins_with_the_next_hand() -> None:
    """T24-68, T24-71B: R34 needs no stop, and this hand is played out."""
    play = penalty()
    assert (play.seat(4).status, play.table.open, served(play)) == (Status.LIVE, (), (1, False))
    assert play.table.told == say("told.penalty", seat=4, hands=1)
    assert play.do("3 call", "4 call").table.seats[4].street_in == 10


def test_in_a_cash_game_the_player_sits_out() -> None:
    play = penalty().next()
    assert (4 in play.table.dealt, play.seat(4).status, served(play)) == (False, Status.OUT, (1, True))
    play.next()
    assert (4 in play.table.dealt, served(play)) == (True, (0, False))


def test_in_a_cash_game_he_owes_the_blinds_that_he_misses() -> None:
    """S0-17: button 4, then 1: the big blind would be seat 3."""
    play = penalty(2, seat=3).next()
    assert play.where() == (1, 2, 4)
    assert (play.owed(3), play.seat(3).promised) == ((10, 0), True)


def test_in_a_tournament_the_cards_are_dealt_and_killed() -> None:
    """T24-71C: he posts, and his hand is dead once the last card lies there."""
    play = penalty(form=Form.TOURNAMENT, seat=3).next()
    assert 3 in play.table.dealt
    assert play.bets()[3] == 10
    play.deal()
    assert (play.seat(3).status, len(play.hole(3)), play.seat(3).stack) == (Status.DEAD, 2, 490)
    play.next()
    assert play.deal().table.seats[3].status is Status.LIVE


def test_penalties_add_up_and_are_lifted() -> None:
    play = penalty(2)
    play.must(Rule("R34", "lee", seat=4, amount=1))
    assert served(play) == (3, False)
    play.next().must(Rule("R34", "lee", seat=4, penalty="LIFTED"))
    assert served(play) == (1, True)
    assert 4 in play.next().table.dealt
    assert served(play) == (0, False)


def test_a_round_is_a_hand_for_everybody_at_the_table() -> None:
    assert served(penalty(2, kind="ROUNDS")) == (8, False)


@pytest.mark.parametrize("form", Form)
def test_a_disqualified_player_is_not_dealt_in_any_more(form: Form) -> None:
    play = penalty(0, form=form, kind="OUT")
    assert play.table.told == say("told.penalty.out", seat=4)
    for _ in range(3):
        assert 4 not in play.next().table.dealt
    play.must(Rule("R34", "lee", seat=4, amount=5))
    assert served(play) == (-1, True)


def test_a_misdeal_and_its_redeal_are_one_hand() -> None:
    """3.2, T24-35C: killed in both, and the next hand is his again."""
    play = penalty(form=Form.TOURNAMENT).next()
    play.deal().must(CallFloor(), Rule("R02", "lee"))
    assert served(play) == (1, True)
    collected(play)
    assert (play.table.hand, served(play)) == (3, (1, True))
    assert play.deal().table.seats[4].status is Status.DEAD
    assert served(play.next()) == (0, False)


def test_a_penalty_given_in_a_misdeal_begins_after_the_redeal() -> None:
    play = penalty(form=Form.TOURNAMENT)
    play.must(CallFloor(), Rule("R02", "lee"))
    collected(play)
    assert play.deal().table.seats[4].status is Status.LIVE
    assert served(play.next()) == (1, True)


def collected(play: Evening) -> None:
    """The cards go back, the deck is verified, the hand starts again."""
    play.core.record(*(CardMoved(p.n, p.card, SHOE, How.READ) for p in play.table.pieces))
    play.shoe = list(DECK)
    while play.table.phase is Phase.VOID:
        play.must(Confirm())


def test_no_penalty_is_taken_back() -> None:
    play = penalty()
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"
    assert play.again() == play.table
