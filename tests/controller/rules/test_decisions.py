"""What the console may ask for (design 4): events, or a refusal that changes nothing."""

import pytest

from controller.rules.account import Debt
from controller.rules.cards import BOARD, BURN, FLIGHT, SHOE, CardId, How, seat_place
from controller.rules.decisions import decide, may_redeal, newest_entry
from controller.rules.events import (
    BoardShown,
    CardMoved,
    CardOverdue,
    HandStarted,
    Stopped,
)
from controller.rules.requests import (
    Act,
    Ask,
    CallFloor,
    Confirm,
    Muck,
    Name,
    Redeal,
    TableHand,
    TakeBack,
)
from controller.rules.sentence import Refused, say
from controller.rules.showdown import board_faces, seat_faces
from controller.rules.stakes import Stakes
from controller.rules.state import Phase
from tests.controller.rules.hands import Play, card, seated

ALL_ASKS: tuple[Ask, ...] = (
    Act(1, "call"),
    Confirm(),
    TableHand(1),
    Muck(1),
    Name(BOARD, (CardId("A", 1),)),
    CallFloor(),
    TakeBack(),
    Redeal(),
)


def heads_up(*, known: bool = True) -> Play:
    return Play(seated({1: 500, 2: 500}, 1)).start().deal(known=known)


def all_in(*, known: bool = False) -> Play:
    """Both all-in before the flop, hands not yet tabled; `known` whether readers know the hole cards."""
    return heads_up(known=known).do("1 all-in", "2 call")


def cards(text: str) -> tuple[CardId, ...]:
    return tuple(card(word) for word in text.split())


OPEN_AT_A_STOP = TakeBack | Redeal | Act | CallFloor


@pytest.mark.parametrize("ask", [ask for ask in ALL_ASKS if not isinstance(ask, OPEN_AT_A_STOP)])
def test_a_stopped_table_refuses_everything_but_undo_redeal_and_notes(ask: Ask) -> None:
    assert heads_up().do("1 call").draw(BOARD).ask(ask) == "refused.stopped"


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (Act(1, "call"), "refused.not_now"),
        (TableHand(1), "refused.no_hand"),
        (Muck(1), "refused.no_hand"),
        (Name(BOARD, ()), "refused.not_now"),
        (TakeBack(), "refused.nothing_to_undo"),
        (Redeal(), "refused.not_now"),
    ],
)
def test_between_hands(ask: Ask, why: str) -> None:
    play = Play(seated({1: 500, 2: 500}, 1))
    assert play.ask(ask) in (why, "refused.not_now")
    assert play.table is play.core.start


class TestStart:
    def test_carries_everything_that_crosses_hands(self) -> None:
        outcome = decide(seated({1: 500, 2: 7, 4: 300, 6: 0}, 4, away=(1,)), Confirm())
        assert outcome == (
            HandStarted(
                number=1,
                button=4,
                small=4,
                big=2,
                stacks={1: 500, 2: 7, 4: 300, 6: 0},
                names={1: "p1", 2: "p2", 4: "p4", 6: "p6"},
                away=(1, 6),
                posts={4: 5, 2: 7},
                owes={1: Debt(10, 0), 6: Debt(10, 0)},
                bought=dict.fromkeys((1, 2, 4, 6), 0),
                stakes=Stakes(5, 10),
                orbit=4,
            ),
        )

    def test_needs_two_players(self) -> None:
        play = Play(seated({1: 500, 2: 0, 3: 500}, 1, away=(3,)))
        assert play.ask(Confirm()) == "refused.players"

    def test_waits_for_the_last_card(self) -> None:
        play = heads_up().do("1 fold").push()
        for n in range(4, 0, -1):
            outcome = decide(play.table, Confirm())
            assert isinstance(outcome, Refused)
            assert (outcome.reason.id, outcome.reason.args["cards"]) == ("refused.cards_out", n)
            play.core.record(CardMoved(n, None, SHOE, How.READ))
        play.start()


class TestConfirm:
    """NEXT does what the prompt asks for and nothing else."""

    def test_is_no_answer_to_a_player_who_must_act(self) -> None:
        assert heads_up().ask(Confirm()) == "refused.not_now"

    def test_sets_a_lost_card_down_and_tables_nobody(self) -> None:
        """The run-out has begun without the hands: the lost burn is asked for before they are."""
        play = all_in(known=True)
        play.core.record(CardMoved(5, card("Td"), FLIGHT, How.READ), CardOverdue(5))
        assert play.step.do == "move"
        play.must(Confirm())
        assert (play.at(BURN), play.step.do) == (["Td"], "table")

    def test_sets_the_lost_card_down_that_the_prompt_means(self) -> None:
        play = Play(seated({1: 500, 2: 500, 3: 500}, 3)).start()
        for n, text in enumerate(("Jc", "Qd"), 1):
            play.core.record(CardMoved(n, card(text), FLIGHT, How.READ))
        play.core.record(CardOverdue(2))
        assert (play.step.do, play.step.seat) == ("move", 2)
        play.must(Confirm())
        assert (play.hole(1), play.hole(2)) == ([], ["Qd"])

    def test_names_no_card_and_does_not_pass_the_question(self) -> None:
        play = heads_up(known=False).check_down().must(TableHand(2))
        assert (play.step.do, play.step.seat) == ("name", 2)
        assert play.ask(Confirm()) == "refused.not_now"
        assert not play.table.seats[1].tabled

    def test_waits_at_a_showdown_where_nothing_is_asked(self) -> None:
        """The last street lies but has not been shown yet."""
        play = all_in(known=True).must(Confirm()).street().street().draw(BURN)
        play.core.record(CardMoved(play.number(), card("Kd"), BOARD, How.READ))
        assert play.step.do == "wait"
        assert play.ask(Confirm()) == "refused.not_now"
        play.core.record(BoardShown(5))
        assert play.step.do == "push"

    def test_deals_no_street_over_a_board_that_nobody_knows(self) -> None:
        play = heads_up().do("1 call", "2 check").must(Confirm(), Confirm()).do("2 check", "1 check")
        assert (play.step.do, play.step.to) == ("name", "board")
        assert play.ask(Confirm()) == "refused.not_now"


class TestName:
    """Cards that no reader knew are entered once they lie face up."""

    def test_a_tabled_hand(self) -> None:
        play = all_in().must(Confirm())
        assert (play.step.do, play.step.seat) == ("name", 1)
        assert play.ask(Name(seat_place(2), cards("Jc Ad"))) == "refused.not_now"
        play.must(Name(seat_place(1), cards("Qd 5c")))
        assert {f.text for f in seat_faces(play.table, 1)} == {"Qd", "5c"}
        play.must(Name(seat_place(2), cards("Ad Jc")))
        assert play.step.do == "burn"

    @pytest.mark.parametrize("text", ["", "Qd", "Qd Qd", "Qd 5c 7h"])
    def test_the_wrong_number_of_cards_is_refused(self, text: str) -> None:
        play = all_in().must(Confirm())
        assert play.ask(Name(seat_place(1), cards(text))) == "refused.card_count"

    def test_one_card_of_two_is_unknown(self) -> None:
        """What the reader knows may be said again."""
        play = Play(seated({1: 500, 2: 500}, 1)).start()
        for number, seat in enumerate((2, 1, 2, 1)):
            play.draw(seat_place(seat), known=number != 3)
        play.do("1 all-in", "2 call").must(Confirm())
        play.must(Name(seat_place(1), cards("Qd 5c")))
        assert play.step.do == "burn"

    def test_a_card_that_everybody_has_seen_is_refused(self) -> None:
        play = all_in().must(Confirm(), Name(seat_place(1), cards("Qd 5c")))
        assert play.ask(Name(seat_place(2), cards("Qd Ad"))) == "refused.card_taken"

    def test_a_card_that_is_somewhere_else_face_down_is_a_deck_fault(self) -> None:
        """F1: the table stops; the sentence names no card, no seat and no reader (design 5.3)."""
        play = Play(seated({1: 500, 2: 500, 3: 500}, 3)).start()
        for number, seat in enumerate((1, 2, 3, 1, 2, 3)):
            play.draw(seat_place(seat), known=number in (2, 5))
        play.do("3 fold", "1 all-in", "2 call").must(Confirm())
        entered = Name(seat_place(1), cards("Ad Kc"))
        assert decide(play.table, entered) == (Stopped(say("unresolved.deck_fault")),)
        play.must(entered)
        assert play.step.do == "stop" and may_redeal(play.table)
        # It may have been a slip of the finger, which must not cost the hand.
        play.must(TakeBack(), Name(seat_place(1), cards("Jc 5c")))
        assert play.step.do == "name"

    def test_a_name_taken_back_can_be_entered_again(self) -> None:
        """Also for the other card: a wrong name that was seen by all is no card on the table."""
        play = all_in().must(Confirm(), Name(seat_place(1), cards("Qd 5d")), TakeBack())
        play.must(Name(seat_place(1), cards("Qd 5c")), Name(seat_place(2), cards("5d Ad")))
        assert play.step.do == "burn"

    def test_the_board(self) -> None:
        play = heads_up().do("1 call", "2 check").must(Confirm(), Confirm())
        play.core.record(BoardShown(3))
        play.must(Name(BOARD, cards("Ah 5d 2s")))
        assert [f.text for f in board_faces(play.table)] == ["Ah", "5d", "2s"]
        assert play.table.phase is Phase.FLOP
        play.must(TakeBack())
        assert board_faces(play.table) == ()

    def test_nothing_is_named_once_the_hand_is_over(self) -> None:
        play = heads_up().do("1 call", "2 check").must(Confirm(), Confirm()).do("2 bet 50", "1 fold")
        named = Name(BOARD, cards("Ah 5d 2s"))
        assert play.ask(named) == "refused.not_now"
        assert play.push().ask(named) == "refused.not_now"

    def test_an_unknown_river_decides_after_it_is_named(self) -> None:
        play = all_in(known=True).must(Confirm()).street().street().draw(BURN).must(Confirm())
        play.core.record(BoardShown(5))
        assert (play.step.do, play.step.to) == ("name", "board")
        play.must(Name(BOARD, cards("Kd")))
        assert play.step.do == "push"


def test_the_newest_entry_is_the_one_that_undo_takes_back() -> None:
    play = all_in().must(Confirm(), Name(seat_place(1), cards("Qd 5c")), CallFloor())
    kinds = []
    while (entry := newest_entry(play.table)) is not None:
        kinds.append(type(entry[1]).__name__)
        play.must(TakeBack())
    assert kinds == ["FloorCalled", "CardsNamed", "Tabled", "Acted", "Acted"]


def test_redeal_is_open_only_over_the_cards() -> None:
    play = heads_up()
    assert play.ask(Redeal()) == "refused.not_now"
    assert play.must(CallFloor()).ask(Redeal()) == "refused.not_now"
    assert heads_up().move("Qd", SHOE).ask(Redeal()) == ""
