"""What players do while the table has stopped (rules.md 12.1, 12.10; scenarios.md 2)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from controller.rules import betting
from controller.rules.cards import BOARD, BURN, CardId, seat_place
from controller.rules.events import AfterStop, Stopped
from controller.rules.house import HouseRules
from controller.rules.requests import (
    Act,
    Ask,
    CallFloor,
    NoteLooked,
    PutOut,
    Rule,
    Say,
    TableHand,
    TakeBack,
    Unnotice,
)
from controller.rules.sentence import say
from controller.rules.state import Phase, Table
from controller.rules.table import chips
from tests.controller.rules.chance import PICKS, SHUFFLES, Chance, tables
from tests.controller.rules.hands import L6, Play, dealt, seated
from tests.controller.rules.test_properties import SMALL

REASON = say("unresolved.board_early")


def stopped(*words: str, house: HouseRules | None = None) -> Play:
    """Six players after the deal, seat 3 to act first; something has stopped the table."""
    play = dealt(seated(L6, 6, house=house)).do(*words)
    play.core.record(Stopped(REASON))
    return play


def bets(play: Play) -> dict[int, int]:
    return {n: seat.street_in for n, seat in play.table.seats.items() if seat.street_in}


def test_it_is_noted_and_moves_nothing() -> None:
    """12.10: no chips, no actor, no counter; the dealer is told so."""
    play = stopped()
    before = play.table
    play.do("3 call", "4 raise 30").must(Say(5, "call"), PutOut(6, (10, 20)))
    assert play.table.notes == (
        AfterStop(3, "act", "call"),
        AfterStop(4, "act", "raise", 30),
        AfterStop(5, "say", "call"),
        AfterStop(6, "chips", chips=(10, 20)),
    )
    assert play.table.seats == before.seats
    assert (play.table.street, play.table.open) == (before.street, before.open)
    assert (play.step.do, play.table.told) == ("stop", say("told.after_stop", seat=6))


def test_only_what_could_be_legal_is_noted() -> None:
    play = stopped()
    before = play.table
    assert play.say("3 raise 15") == "refused.amount_low"
    assert play.say("3 check") == "refused.cannot_check"
    assert play.ask(Act(9, "call")) == "refused.not_turn"
    assert play.ask(TableHand(3)) == "refused.stopped"
    assert play.table is before
    play.do("3 raise 60")
    assert play.say("4 raise 70") == "refused.amount_low"


def test_a_ruling_that_lets_play_go_on_drops_the_notes() -> None:
    """12.10: the prompt is the actor of the moment of the stop, and what stands is entered again."""
    play = stopped().do("3 call", "4 call").must(CallFloor(), Rule("R01", "lee"))
    assert (play.table.open, play.table.notes, play.step.seat) == ((), (), 3)
    assert bets(play) == {1: 5, 2: 10}
    play.do("3 fold")


def test_a_note_is_taken_back() -> None:
    play = stopped().do("3 call", "4 fold").must(TakeBack())
    assert play.table.notes == (AfterStop(3, "act", "call"),)


def test_a_stop_that_nobody_noticed_lets_them_count() -> None:
    """12.1: from where they were made; the table is stopped still."""
    play = stopped().do("3 call", "4 raise 30", "5 fold").must(Unnotice("lee"))
    assert bets(play) == {1: 5, 2: 10, 3: 10, 4: 30}
    assert (play.table.notes, play.table.open != (), betting.actor(play.table)) == ((), True, 6)
    assert (play.table.street.actions, play.table.street.paid) == (3, 2)
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"
    play.must(CallFloor(), Rule("R01", "lee"))
    assert play.step.seat == 6
    assert play.again() == play.table


def test_only_a_stop_with_notes_goes_unnoticed() -> None:
    assert stopped().ask(Unnotice("lee")) == "refused.not_now"
    assert dealt(seated(L6, 6)).ask(Unnotice("lee")) == "refused.not_now"


def test_notes_go_on_over_a_street() -> None:
    """The flop is dealt although the table had stopped: what is said then is of the flop."""
    play = dealt(seated(dict.fromkeys((1, 2), 500), 2))
    play.core.record(Stopped(REASON))
    play.do("2 call", "1 check").draw(BURN).draw(BOARD).draw(BOARD).draw(BOARD).do("1 bet 20", "2 call")
    assert play.table.phase is Phase.PREFLOP
    play.must(Unnotice("lee"))
    assert (play.table.phase, play.table.street.closed) == (Phase.FLOP, True)
    assert play.table.seats[1].put == play.table.seats[2].put == 30


def test_before_a_premature_card_the_betting_of_its_street_goes_on() -> None:
    """B2: the flop betting is not over though a turn card lies there."""
    play = dealt(seated(dict.fromkeys((1, 2, 3), 500), 3)).pass_to(Phase.FLOP).do("1 bet 20")
    play.draw(BOARD)
    assert play.table.open
    play.do("2 call")
    assert (play.table.phase, play.table.notes) == (Phase.FLOP, (AfterStop(2, "act", "call"),))
    play.must(Unnotice("lee"))
    assert (play.table.phase, bets(play)) == (Phase.FLOP, {1: 20, 2: 20})


def test_a_stop_of_their_own_is_open_too() -> None:
    """D9: what the rules leave to the floor waits behind the first stop; later notes wait with it."""
    play = stopped("3 raise 30", "4 raise 80")
    play.must(PutOut(5, (10,)))
    play.must(Unnotice("lee"))
    assert [what.kind for what in play.table.open] == ["unresolved", "D9"]
    assert play.table.seats[5].loose == 10
    play.must(Rule("R01", "lee", "seen"), Rule("R22", "lee"))
    assert (bets(play)[5], play.table.open) == (80, ())


def test_out_of_turn_after_the_stop_is_out_of_turn() -> None:
    play = stopped().must(Say(4, "call")).do("3 call").must(Unnotice("lee"))
    assert bets(play) == {1: 5, 2: 10, 3: 10, 4: 10}
    assert (play.table.early, betting.actor(play.table)) == ((), 5)


def test_the_deal_looks_over_to_the_players() -> None:
    """M8, M9: the first to act may have acted before anybody noticed that a card is short."""
    play = Play(seated(dict.fromkeys((1, 2, 3), 500), 3)).start()
    for n in (1, 2, 3, 1, 2):
        play.draw(seat_place(n))
    play.core.record(Stopped(REASON))
    assert play.table.phase is Phase.DEALING
    play.do("3 call", "1 call")
    assert len(play.table.notes) == 2
    play.must(Unnotice("lee"))
    assert (play.table.phase, bets(play)) == (Phase.PREFLOP, {1: 10, 2: 10, 3: 10})


def test_nobody_acts_in_the_middle_of_the_deal() -> None:
    play = Play(seated(L6, 6)).start().draw(seat_place(2))
    assert play.table.open
    assert play.say("3 call") == "refused.not_now"


def test_a_look_is_evidence_while_the_table_is_stopped() -> None:
    play = stopped().must(NoteLooked(4))
    assert play.table.seats[4].looked


@SMALL
@given(tables(most=5), SHUFFLES, PICKS, st.integers(0, 2**32))
def test_notes_lose_no_chip_and_replay(
    start: Table, order: Sequence[CardId], picks: list[int], seed: int
) -> None:
    """Whatever is entered after a stop: chips are kept, and the journal gives the same table."""
    chance, rng = Chance(start, order, picks), random.Random(seed)
    total = chips(chance.table)
    for _ in range(12):
        chance.natural()
        if chance.table.phase in betting.STREETS and rng.random() < 0.3:
            break
    chance.record(Stopped(REASON))
    for _ in range(8):
        before = chance.table
        if chance.ask(any_word(rng)):
            assert chance.table is before
        assert chips(chance.table) == total
    if chance.ask(Unnotice("lee")) == "":
        assert chips(chance.table) == total
    assert chance.play.again() == chance.table


def any_word(rng: random.Random) -> Ask:
    seat = rng.randint(1, 10)
    return rng.choice(
        (
            Act(seat, rng.choice(("fold", "check", "call", "all-in"))),
            Act(seat, rng.choice(("bet", "raise")), rng.randint(0, 60)),
            Say(seat, rng.choice(("call", "raise", "all in", "twenty"))),
            PutOut(seat, (rng.randint(1, 30),)),
        )
    )
