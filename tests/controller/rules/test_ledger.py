"""Every card in exactly one place, and what stops the table (design 4)."""

from collections.abc import Callable

import pytest

from controller.rules.cards import BOARD, BURN, FLIGHT, MUCK, SHOE, How, Place, seat_place
from controller.rules.dealing import at, next_number, stub
from controller.rules.events import CardMoved, Conceded, FloorCalled
from controller.rules.ledger import piece
from controller.rules.requests import Redeal, TakeBack
from controller.rules.state import Phase
from tests.controller.rules.hands import L6, Play, card, dealt, seated


def heads_up() -> Play:
    return dealt(seated({1: 500, 2: 500}, 1))


def closed() -> Play:
    return heads_up().do("1 call", "2 check")


def objection(play: Play) -> str:
    return play.table.open[0].sentence.id if play.table.open else ""


@pytest.mark.parametrize(
    ("play", "to", "stop"),
    [
        (lambda: Play(seated(L6, 6)).start(), seat_place(1), ""),
        (lambda: Play(seated(L6, 6)).start(), FLIGHT, ""),
        (lambda: Play(seated(L6, 6)).start(), seat_place(2), "irregular.first_seat"),
        (lambda: Play(seated(L6, 6)).start(), MUCK, "irregular.stub_mucked"),
        (lambda: Play(seated(L6, 6)).start(), BOARD, "irregular.flop_early"),
        (heads_up, BOARD, "irregular.flop_early"),
        (heads_up, BURN, ""),
        (heads_up, seat_place(1), "irregular.count"),
        (closed, BURN, ""),
        (closed, BOARD, "irregular.no_burn.flop"),
        (lambda: closed().street(), BURN, ""),
        (lambda: closed().draw(BURN), BURN, "irregular.two_burns.flop"),
        (lambda: closed().draw(BURN), BOARD, ""),
    ],
)
def test_the_next_card_has_one_place(play: Callable[[], Play], to: Place, stop: str) -> None:
    hand = play()
    n, held = hand.number(), stub(hand.table)
    hand.draw(to)
    assert objection(hand) == stop
    assert stub(hand.table) == held - 1
    moved = piece(hand.table, n)
    assert moved is not None and moved.place == to


@pytest.mark.parametrize(
    ("text", "to", "stop"),
    [
        ("Qd", seat_place(2), "irregular.thrown"),
        ("Qd", BOARD, "irregular.used_card"),
        ("Qd", SHOE, "unresolved.back_in_play"),
        ("Qd", MUCK, "irregular.released.known"),
        ("Qd", seat_place(1), ""),
        ("Td", MUCK, ""),
        ("Ah", seat_place(1), "irregular.board_swept"),
    ],
    ids=["other hand", "board", "shoe", "live hand to the muck", "where it lies", "burn", "board to a hand"],
)
def test_a_card_stays_where_it_came(text: str, to: Place, stop: str) -> None:
    hand = closed().street().move(text, to)
    assert objection(hand) == stop


def test_a_folded_hand_goes_to_the_muck() -> None:
    hand = dealt(seated(L6, 6)).do("3 fold").move("Ad", MUCK).move("8d", MUCK)
    assert (objection(hand), hand.hole(3), hand.at(MUCK)) == ("", [], ["Ad", "8d"])
    assert objection(hand.move("8d", seat_place(3))) == "irregular.released.known"


def test_a_mucked_hand_goes_to_the_muck() -> None:
    hand = heads_up().check_down()
    hand.core.record(Conceded(2, "muck"))
    assert objection(hand.move("Jc", MUCK).move("Ad", MUCK)) == ""


@pytest.mark.parametrize(
    ("to", "stop"), [(seat_place(1), ""), (seat_place(6), "irregular.first_seat"), (BURN, "")]
)
def test_a_card_in_flight_lands_where_it_was_bound(to: Place, stop: str) -> None:
    hand = Play(seated(L6, 6)).start()
    hand.core.record(CardMoved(1, card("Jc"), FLIGHT, How.READ), CardMoved(1, card("Jc"), to, How.READ))
    assert objection(hand) == stop


def test_a_card_that_left_the_shoe_for_nothing_may_go_nowhere() -> None:
    hand = heads_up()
    hand.core.record(CardMoved(5, card("Td"), FLIGHT, How.READ))
    assert objection(hand) == ""
    hand.do("1 call", "2 check")
    hand.core.record(CardMoved(5, card("Td"), BURN, How.READ))
    assert (objection(hand), hand.table.mends) == ("", ())


def test_what_follows_a_stop_is_recorded_and_the_first_sentence_stays() -> None:
    hand = heads_up().draw(BOARD).draw(MUCK).move("Qd", BURN)
    assert objection(hand) == "irregular.flop_early"
    assert (hand.at(BOARD), hand.at(MUCK), hand.at(BURN)) == (["Td"], ["Ah"], ["Qd"])
    assert hand.table.faces == {}


def test_a_stop_over_the_cards_ends_in_a_redeal() -> None:
    hand = heads_up().do("1 raise 60").move("Qd", SHOE)
    hand.must(Redeal())
    assert (hand.table.phase, hand.stacks, hand.table.open) == (Phase.VOID, {1: 500, 2: 500}, ())
    assert hand.step.do == "collect"


def test_cards_that_were_moved_while_the_floor_talked_are_judged_afterwards() -> None:
    hand = heads_up()
    hand.core.record(FloorCalled())
    hand.draw(BOARD)
    assert hand.ask(Redeal()) == "refused.not_now"
    hand.must(TakeBack())
    assert objection(hand) == "irregular.flop_early"


def test_a_known_card_stays_known() -> None:
    """A move without a name takes no name away; a reader may name what was entered blank."""
    hand = dealt(seated({1: 500, 2: 500}, 1), "Jc Qd Ad 5c").do("1 fold")
    hand.core.record(CardMoved(2, None, MUCK, How.ENTERED))
    assert hand.at(MUCK) == ["Qd"]
    blank = dealt(seated({1: 500, 2: 500}, 1)).do("1 fold")
    blank.core.record(CardMoved(5, None, FLIGHT, How.READ), CardMoved(5, card("Td"), MUCK, How.READ))
    assert blank.at(MUCK) == ["Td"]


def test_after_the_hand_cards_come_and_go_freely() -> None:
    hand = heads_up().check_down().show_all().push()
    assert hand.table.phase is Phase.IDLE
    hand.move("Qd", MUCK).move("Ah", seat_place(2)).draw(BOARD)
    assert objection(hand) == ""
    for n in [p.n for p in hand.table.pieces]:
        hand.core.record(CardMoved(n, None, SHOE, How.READ))
    assert (stub(hand.table), next_number(hand.table), at(hand.table, BOARD)) == (52, 1, ())


def test_a_card_in_two_places_is_a_deck_fault() -> None:
    """F1: the second is kept as a card that nobody knows."""
    hand = closed()
    hand.core.record(CardMoved(5, card("Qd"), BURN, How.READ))
    assert (objection(hand), hand.at(BURN), hand.hole(1)) == ("unresolved.deck_fault", ["??"], ["Qd", "5c"])
    after = heads_up().do("1 fold")
    after.core.record(CardMoved(5, card("Qd"), BURN, How.READ))
    assert (objection(after), after.at(BURN)) == ("", ["??"])
