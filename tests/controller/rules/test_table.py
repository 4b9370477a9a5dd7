"""The table as the sum of its events: what each changes, undo, and what cannot have happened."""

import pytest

from controller.rules.cards import BOARD, BURN, FLIGHT, MUCK, SHOE, How, Place
from controller.rules.events import (
    Acted,
    CardMoved,
    CardOverdue,
    Conceded,
    Event,
    FloorCalled,
    HandStarted,
    HandVoided,
    ImpossibleEvent,
    PotPushed,
    Stopped,
    Undone,
)
from controller.rules.requests import CallFloor, Confirm, Muck, Redeal, TableHand, TakeBack
from controller.rules.sentence import say
from controller.rules.state import Phase, Status
from controller.rules.table import apply, chips
from tests.controller.rules.hands import L6, Play, card, dealt, seated


def heads_up() -> Play:
    return dealt(seated({1: 500, 2: 500}, 1))


def objection(play: Play) -> str:
    return play.table.open[0].sentence.id if play.table.open else ""


def test_a_hand_replays_to_the_same_table() -> None:
    play = heads_up().do("1 raise 30", "2 call").street().must(CallFloor(), TakeBack())
    play.check_down().show_all().push()
    assert play.again() == play.table
    assert chips(play.table) == 1000


STRANGER = HandStarted(1, 1, 1, 2, {1: 5, 2: 500}, {1: "a", 2: "b"}, (), {1: 6, 2: 10})


@pytest.mark.parametrize(
    "event",
    [
        Acted(3, "call", "call", 10, 10),
        Acted(1, "call", "call", 496, 501),
        Acted(1, "call", "call", -1, 4),
        PotPushed(1, {1: 15}),
        Undone(99),
        STRANGER,
    ],
)
def test_an_event_of_another_table_is_impossible(event: Event) -> None:
    play = heads_up()
    with pytest.raises(ImpossibleEvent):
        apply(play.table, event)


def test_nobody_posts_more_than_he_has() -> None:
    with pytest.raises(ImpossibleEvent, match="posted 6"):
        apply(seated({1: 5, 2: 500}, 1), STRANGER)


def test_a_pot_is_pushed_once() -> None:
    play = heads_up().do("1 fold")
    first = PotPushed(1, {2: 10})
    with pytest.raises(ImpossibleEvent):
        apply(play.table, PotPushed(2, {2: 10}))
    with pytest.raises(ImpossibleEvent):
        apply(apply(play.table, first), first)


def test_chips_that_appear_are_found_at_once() -> None:
    play = heads_up().do("1 fold")
    with pytest.raises(ImpossibleEvent, match="PotPushed changes the chips from 1000 to 1005"):
        apply(play.table, PotPushed(1, {2: 15}))


def test_a_void_hand_returns_every_chip_of_every_street() -> None:
    """EX-119: contributions of this and of earlier streets go back, uncalled ones already have."""
    play = dealt(seated({**L6, 1: 90}, 6)).do(
        "3 raise 60", "4 fold", "5 fold", "6 call", "1 all-in", "2 fold"
    )
    play.do("3 call", "6 call").street().do("3 bet 100", "6 raise 300").move("5d", SHOE).must(Redeal())
    assert play.stacks == {**L6, 1: 90}
    assert {seat.put + seat.street_in for seat in play.table.seats.values()} == {0}
    assert play.table.again


def test_a_stop_at_the_push_waits_for_nobody() -> None:
    """Nothing could lift it: the hand is decided and its cards are about to be collected."""
    play = heads_up().do("1 fold")
    play.core.record(Stopped(say("unresolved.left_shoe")))
    assert play.step.do == "push"
    play.push()
    assert play.table.phase is Phase.IDLE


def test_a_lost_card_is_marked_until_it_lies_somewhere() -> None:
    play = Play(seated(L6, 6)).start()
    play.core.record(CardMoved(1, card("Jc"), FLIGHT, How.READ), CardOverdue(1))
    assert play.table.pieces[0].overdue
    play.core.record(CardMoved(1, None, Place.parse("seat 1"), How.READ))
    assert not play.table.pieces[0].overdue


class TestUndo:
    """`Undone` gives the table that never had the entry; cards stay where they are (design 4)."""

    def test_an_action_is_taken_back(self) -> None:
        play = heads_up()
        before = play.table
        play.do("1 raise 40").must(TakeBack())
        assert (play.table.seats, play.table.street) == (before.seats, before.street)
        assert play.step.seat == 1

    def test_entries_are_taken_back_one_by_one_to_the_deal(self) -> None:
        play = heads_up().do("1 call", "2 raise 30", "1 call").must(TakeBack(), TakeBack(), TakeBack())
        assert play.ask(TakeBack()) == "refused.nothing_to_undo"
        assert play.step.seat == 1 and play.table.street.bet == 10

    def test_the_action_that_closed_a_street(self) -> None:
        play = heads_up().do("1 call", "2 check").must(TakeBack())
        assert (play.step.do, play.step.seat, objection(play)) == ("act", 2, "")

    def test_a_burn_already_dealt_is_then_early(self) -> None:
        play = heads_up().do("1 call", "2 check").draw(BURN).must(TakeBack())
        assert (objection(play), [mend.kind for mend in play.table.mends]) == ("", ["B4"])
        assert (play.step.do, play.step.seat, play.at(BURN)) == ("act", 2, ["Td"])

    def test_a_card_in_the_air_is_then_judged_when_it_lands(self) -> None:
        play = heads_up().do("1 call", "2 check")
        play.core.record(CardMoved(5, card("Td"), FLIGHT, How.READ))
        play.must(TakeBack())
        assert (play.step.do, objection(play)) == ("act", "")
        play.core.record(CardMoved(5, card("Td"), BOARD, How.READ))
        assert objection(play) == "irregular.flop_early"

    def test_a_whole_street_already_dealt(self) -> None:
        play = heads_up().do("1 call", "2 check").street().must(TakeBack())
        assert objection(play) == "irregular.flop_early"
        assert play.table.phase is Phase.PREFLOP

    def test_the_action_that_ended_the_hand(self) -> None:
        play = heads_up().do("1 fold").must(TakeBack())
        assert (play.table.phase, play.step.seat, play.table.pots) == (Phase.PREFLOP, 1, ())

    def test_not_after_a_push(self) -> None:
        assert heads_up().do("1 fold").must(Confirm()).ask(TakeBack()) == "refused.nothing_to_undo"

    def test_not_after_a_void(self) -> None:
        play = heads_up().do("1 call").move("Qd", SHOE).must(Redeal())
        assert play.ask(TakeBack()) == "refused.nothing_to_undo"

    def test_tabling_and_mucking(self) -> None:
        play = heads_up().check_down().must(TableHand(2), TakeBack())
        assert not play.table.seats[2].tabled
        play.must(Muck(2), TakeBack())
        assert (play.table.seats[2].status, play.table.mucked) == (Status.LIVE, ())

    def test_what_the_muck_reader_saw_is_no_entry(self) -> None:
        """The fold at the muck stays; the newest word that the dealer entered goes."""
        play = dealt(seated(L6, 6)).do("3 raise 30")
        play.core.record(Acted(5, "muck", "fold", 0, 0))
        play.must(TakeBack())
        assert play.table.seats[5].status is Status.FOLDED
        assert (play.step.seat, play.table.street.bet) == (3, 10)

    def test_a_fold_at_the_muck_stays_a_fold_without_the_bet_before_it(self) -> None:
        """S3 bet 50, was raised, and threw his hand in; with both words taken back nobody faces 50."""
        play = dealt(seated({1: 500, 2: 500, 3: 500}, 3)).pass_to(Phase.FLOP)
        play.do("1 bet 50", "2 raise 150")
        play.core.record(Acted(1, "muck", "fold", 0, 50))
        play.must(TakeBack(), TakeBack())
        assert (play.table.street.bet, play.table.street.aggressor) == (0, 0)
        assert play.table.seats[1].status is Status.FOLDED
        assert play.step.seat == 2

    def test_a_concession_at_the_muck_stays(self) -> None:
        play = dealt(seated({1: 500, 2: 500, 3: 500}, 3)).check_down()
        play.core.record(Conceded(1, "muck"))
        play.must(TakeBack())
        assert play.table.phase is Phase.RIVER
        assert play.table.seats[1].status is Status.MUCKED
        assert play.step.seat == 3

    def test_the_floor_key(self) -> None:
        play = heads_up().must(CallFloor())
        assert (play.step.do, play.step.to) == ("stop", "floor")
        assert play.ask(CallFloor()) == "refused.stopped"
        play.must(TakeBack())
        assert play.step.do == "act"

    def test_the_floor_key_between_hands(self) -> None:
        """Before the first hand, after a hand, and after a void one."""
        play = Play(seated({1: 500, 2: 500}, 1)).must(CallFloor(), TakeBack())
        assert play.step.do == "next"
        play.start().deal().do("1 fold").push().must(CallFloor(), TakeBack())
        assert play.table.phase is Phase.IDLE and play.step.do == "collect"
        void = heads_up().move("Qd", SHOE).must(Redeal(), CallFloor(), TakeBack())
        assert void.table.phase is Phase.VOID
        assert (void.again(), play.again()) == (void.table, play.table)

    def test_the_floor_key_while_pots_are_pushed(self) -> None:
        play = heads_up().do("1 fold").must(CallFloor())
        assert play.ask(Confirm()) == "refused.stopped"
        play.must(TakeBack()).push()


def test_cards_at_the_muck_while_stopped_are_judged_when_play_goes_on() -> None:
    """An action after the stop is a note (12.10): the hand in the muck is then found there, unfolded."""
    play = heads_up().must(CallFloor()).move("Qd", MUCK).move("5c", MUCK).must(TakeBack())
    assert objection(play) == "irregular.released.known"


def test_a_hand_of_the_next_number_forgets_the_last_one() -> None:
    play = heads_up().do("1 fold").push()
    for piece in play.table.pieces:
        play.core.record(CardMoved(piece.n, None, SHOE, How.READ))
    table = play.start().table
    assert (table.hand, table.button, table.big) == (2, 2, 1)
    assert (table.faces, table.awards, table.returned, table.history, table.events) == ({}, (), {}, (), 0)


def test_events_that_stop_do_not_stop_twice() -> None:
    play = heads_up()
    play.core.record(FloorCalled(), Stopped(say("unresolved.foreign_tag", reader="shoe")))
    assert objection(play) == "unresolved.floor"
    assert apply(play.table, HandVoided()).open == ()
