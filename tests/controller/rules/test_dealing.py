"""The order of the deal (rules.md 2.2, 10.1) and where the deal wants the next card."""

import pytest

from controller.rules.cards import BOARD, BURN, FLIGHT, How, Place, seat_place
from controller.rules.dealing import at, due, in_flight, stub
from controller.rules.events import CardMoved
from controller.rules.positions import Positions
from controller.rules.requests import Confirm
from controller.rules.state import Phase, Table
from tests.controller.rules.hands import L6, Play, card, dealt, seated

TEN = dict.fromkeys(range(1, 11), 500)


def dealing_order(start: Table) -> list[int]:
    play, order = Play(start).start(), []
    while play.table.phase is Phase.DEALING:
        assert play.step.do == "deal"
        order.append(play.step.seat)
        play.draw(seat_place(play.step.seat))
    return order


@pytest.mark.parametrize(
    ("start", "order"),
    [
        (seated(L6, 6), [1, 2, 3, 4, 5, 6]),
        (seated({1: 500, 2: 500}, 1), [2, 1]),
        (seated(TEN, 10), list(range(1, 11))),
        (seated(dict.fromkeys(range(1, 6), 500), 6), [1, 2, 3, 4, 5]),
        (seated(dict.fromkeys(range(1, 6), 500), last=Positions(4, 5, 6)), [1, 2, 3, 4, 5]),
        (seated({2: 500, 5: 3, 9: 500}, 5), [9, 2, 5]),
    ],
    ids=["EX-01", "EX-02", "EX-03", "EX-04", "EX-05", "all-in on the button"],
)
def test_one_card_each_from_the_left_of_the_button_twice_round(start: Table, order: list[int]) -> None:
    assert dealing_order(start) == order * 2


def test_baseline_hand() -> None:
    """EX-01 from the first card to the last, with the hands that it names."""
    play = dealt(seated(L6, 6))
    hands = {n: " ".join(play.hole(n)) for n in L6}
    assert hands == {1: "Jc 5d", 2: "Qd 2s", 3: "Ad 8d", 4: "5c Kc", 5: "Td 9s", 6: "Ah Kd"}
    play.check_down()
    assert (play.at(BURN), play.at(BOARD)) == (["9h", "6c", "Qc"], ["5h", "7h", "6s", "4h", "2h"])
    play.show_all()
    assert play.step.seats == (6,)
    assert play.step.detail is not None and play.step.detail.args["hand"] == "flush"


def test_heads_up_hand() -> None:
    """EX-02: the button is dealt last and acts first before the flop, last from the flop on."""
    play = dealt(seated({1: 500, 2: 500}, 1))
    assert (play.hole(2), play.hole(1)) == (["Jc", "Ad"], ["Qd", "5c"])
    assert play.step.seat == 1
    play.do("1 call", "2 check").street()
    assert (play.at(BURN), play.at(BOARD), play.step.seat) == (["Td"], ["Ah", "5d", "2s"], 2)
    play.check_down().show_all()
    assert (play.at(BURN), play.at(BOARD)) == (["Td", "8d", "9s"], ["Ah", "5d", "2s", "Kc", "Kd"])
    assert play.step.seats == (2,)


def test_ten_handed_cards_used() -> None:
    """EX-03: 20 hole cards, three burns, five board cards; 24 stay in the shoe."""
    play = dealt(seated(TEN, 10)).check_down()
    assert (len(play.table.pieces), stub(play.table)) == (28, 24)
    assert [p.n for p in play.table.pieces if p.place == BURN] == [21, 25, 27]


def test_dead_button_hand() -> None:
    """EX-04: the deal starts at the left of the marker; S1 opens the flop, S5 is last."""
    play = dealt(seated(dict.fromkeys(range(1, 6), 500), 6))
    assert {n: " ".join(play.hole(n)) for n in range(1, 6)} == {
        1: "Jc Ah",
        2: "Qd 5d",
        3: "Ad 2s",
        4: "5c 8d",
        5: "Td Kc",
    }
    play.do("3 call", "4 call", "5 call", "1 call", "2 check").street()
    assert play.at(BURN) == ["9s"] and play.at(BOARD) == ["Kd", "9h", "5h"]
    order = []
    while play.step.do == "act":
        order.append(play.step.seat)
        play.do(f"{play.step.seat} check")
    assert order == [1, 2, 3, 4, 5]


def test_no_card_is_due_while_the_betting_is_open() -> None:
    """2.2 number 8 (T24-RP5)."""
    play = dealt(seated(L6, 6))
    while play.step.do == "act":
        assert due(play.table) is None
        play.do(f"{play.step.seat} {'check' if play.step.seat == 2 else 'call'}")
    assert due(play.table) == BURN


def test_cards_in_flight_count_as_arrived() -> None:
    """Several cards may be in the air at once, in the order in which they left the shoe."""
    play = Play(seated(L6, 6)).start()
    for text in ("Jc", "Qd", "Ad"):
        play.core.record(CardMoved(play.number(), card(text), FLIGHT, How.READ))
    assert due(play.table) == seat_place(4)
    assert [piece.bound for piece in in_flight(play.table)] == [seat_place(n) for n in (1, 2, 3)]
    play.core.record(CardMoved(2, card("Qd"), seat_place(2), How.READ))
    assert [piece.n for piece in in_flight(play.table)] == [1, 3]
    assert (play.step.do, play.step.seat) == ("deal", 1)


def test_a_flop_in_the_air_is_waited_for() -> None:
    play = dealt(seated({1: 500, 2: 500}, 1)).do("1 call", "2 check").draw(BURN)
    for text in ("Ah", "5d", "2s"):
        play.core.record(CardMoved(play.number(), card(text), FLIGHT, How.READ))
    assert due(play.table) is None and play.step.do == "flop"
    for _ in range(3):
        play.must(Confirm())
    assert play.table.phase is Phase.FLOP and not in_flight(play.table)


def test_next_enters_what_the_prompt_asks_for() -> None:
    """A table without readers: one press a hole card, one for the burn, one for the whole flop."""
    play = Play(seated({1: 500, 2: 500}, 1)).start()
    for seat in (2, 1, 2, 1):
        assert play.step.seat == seat
        play.must(Confirm())
    play.do("1 call", "2 check")
    for word, place, cards in (("burn", BURN, 1), ("flop", BOARD, 3)):
        assert play.step.do == word
        play.must(Confirm())
        assert len(at(play.table, place)) == cards
    assert play.table.phase is Phase.FLOP
    assert {piece.how for piece in play.table.pieces} == {How.ENTERED}


def test_no_card_is_due_once_the_hand_is_over() -> None:
    """Cards are collected one by one; the shoe is not asked for others meanwhile."""
    play = dealt(seated({1: 500, 2: 500}, 1)).check_down().show_all().push()
    for piece in play.table.pieces:
        assert due(play.table) is None
        play.core.record(CardMoved(piece.n, None, Place.parse("shoe"), How.READ))
    assert due(play.table) is None and stub(play.table) == 52
