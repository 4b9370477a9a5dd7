"""Exactly one next step, at every point of a hand (design 4, rules.md 12.9)."""

from collections.abc import Callable

import pytest

from controller.rules.cards import BOARD, BURN, FLIGHT, SHOE, How, seat_place
from controller.rules.events import BoardShown, CardMoved, CardOverdue
from controller.rules.prompts import Step
from controller.rules.requests import CallFloor, Confirm, TableHand
from tests.controller.rules.hands import L6, Play, card, dealt, seated


def idle() -> Play:
    return Play(seated({1: 500, 2: 500}, 1))


def heads_up(*, known: bool = True) -> Play:
    return idle().start().deal(known=known)


def closed() -> Play:
    return heads_up().do("1 call", "2 check")


def over() -> Play:
    return heads_up().do("1 fold")


def collected() -> Play:
    play = over().push()
    for piece in play.table.pieces:
        play.core.record(CardMoved(piece.n, None, SHOE, How.READ))
    return play


def lost(play: Play, n: int, text: str) -> Play:
    play.core.record(CardMoved(n, card(text), FLIGHT, How.READ), CardOverdue(n))
    return play


@pytest.mark.parametrize(
    ("play", "do", "sentence", "args"),
    [
        (lambda: Play(seated({1: 500, 2: 0}, 1)), "wait", "prompt.idle", {}),
        (idle, "next", "prompt.next", {}),
        (lambda: idle().start(), "deal", "prompt.deal", {"seat": 2}),
        (lambda: lost(idle().start(), 1, "Jc"), "move", "prompt.move.unread", {"place": "seat 2"}),
        (heads_up, "act", "prompt.act", {"seat": 1, "name": "p1"}),
        (closed, "burn", "prompt.burn", {}),
        (lambda: closed().draw(BURN), "flop", "prompt.flop", {}),
        (lambda: closed().draw(BURN).draw(BOARD), "flop", "prompt.flop", {}),
        (lambda: closed().street().do("2 check", "1 check").draw(BURN), "turn", "prompt.turn", {}),
        (lambda: lost(closed(), 5, "Td"), "move", "prompt.move.unread", {"place": "burn"}),
        (lambda: heads_up().check_down(), "table", "prompt.table", {"seats": (2,)}),
        (lambda: heads_up().do("1 all-in", "2 call"), "table", "prompt.table", {"seats": (1, 2)}),
        (
            lambda: heads_up(known=False).check_down().must(TableHand(2)),
            "name",
            "prompt.name.seat",
            {"seat": 2},
        ),
        (
            lambda: closed().must(Confirm(), Confirm()).do("2 check", "1 check"),
            "name",
            "prompt.name",
            {"place": "board"},
        ),
        (over, "push", "prompt.push", {"pot": 0, "seat": 2, "amount": 10}),
        (lambda: over().push(), "collect", "prompt.collect", {"cards": 4}),
        (collected, "next", "prompt.next", {}),
        (lambda: heads_up().must(CallFloor()), "stop", "prompt.stop", {}),
        (lambda: heads_up().draw(BOARD), "stop", "prompt.stop", {}),
    ],
)
def test_one_step_at_a_time(
    play: Callable[[], Play], do: str, sentence: str, args: dict[str, object]
) -> None:
    step = play().step
    assert (step.do, step.sentence.id, dict(step.sentence.args)) == (do, sentence, args)


@pytest.mark.parametrize(
    ("words", "detail", "args"),
    [
        ((), "detail.facing", {"to": 10, "call": 10}),
        (("3 fold", "4 fold", "5 fold", "6 fold"), "detail.facing", {"to": 10, "call": 5}),
        (("3 raise 30", "4 fold", "5 fold", "6 fold", "1 fold"), "detail.facing", {"to": 30, "call": 20}),
        (("3 call", "4 fold", "5 fold", "6 fold", "1 fold"), "detail.option", {}),
    ],
)
def test_what_the_actor_faces(words: tuple[str, ...], detail: str, args: dict[str, int]) -> None:
    step = dealt(seated(L6, 6)).do(*words).step
    assert step.detail is not None
    assert (step.detail.id, dict(step.detail.args)) == (detail, args)


def test_nothing_to_call_after_the_flop() -> None:
    step = closed().street().step
    assert step.detail is not None and step.detail.id == "detail.check"


@pytest.mark.parametrize(
    ("play", "kind", "sentence"),
    [
        (lambda: heads_up().must(CallFloor()), "floor", "unresolved.floor"),
        (lambda: heads_up().draw(BOARD), "B1", "irregular.flop_early"),
        (lambda: idle().start().draw(seat_place(1)), "M4", "irregular.first_seat"),
    ],
)
def test_a_stop_says_why(play: Callable[[], Play], kind: str, sentence: str) -> None:
    step = play().step
    assert step.detail is not None
    assert (step.to, step.detail.id) == (kind, sentence)


def test_the_river_is_waited_for_until_it_was_shown() -> None:
    """Who wins is no prompt before the cards that decide it lie there for everybody."""
    play = heads_up().do("1 all-in", "2 call").must(Confirm()).street().street().draw(BURN)
    play.core.record(CardMoved(play.number(), card("Kd"), BOARD, How.READ))
    assert play.step == Step("wait", play.step.sentence)
    play.core.record(BoardShown(5))
    assert (play.step.do, play.step.seats) == ("push", (2,))


def test_a_split_pot_names_all_winners_and_the_whole_pot() -> None:
    order = "2c 3c 2d 3d 7c Ah Kh Qh 7d Jh 7h Th"
    step = dealt(seated({1: 500, 2: 500}, 1), order).check_down().show_all().step
    assert dict(step.sentence.args) == {"pot": 0, "seats": (2, 1), "amount": 20}
    assert step.detail is not None and dict(step.detail.args) == {
        "hand": "straight flush",
        "shares": ("2: 10", "1: 10"),
    }


def test_one_pot_of_several_is_called_by_its_number() -> None:
    order = "Kc Qc Ac Kd Qd Ad 2c 7h 8s 3d 3c 4c 4d 9s"
    play = dealt(seated({1: 60, 2: 60, 3: 25}, 3), order).do("3 all-in", "1 all-in", "2 call").check_down()
    for pot, seat, amount in ((2, 1, 70), (1, 3, 75)):
        assert (play.step.pot, dict(play.step.sentence.args)) == (
            pot,
            {"pot": pot, "seat": seat, "amount": amount},
        )
        play.must(Confirm())


@pytest.mark.parametrize(("known", "cards"), [((), 2), ((2,), 1)])
def test_how_many_cards_are_to_be_named(known: tuple[int, ...], cards: int) -> None:
    play = idle().start()
    for number, seat in enumerate((2, 1, 2, 1)):
        play.draw(seat_place(seat), known=number in known)
    assert play.check_down().must(TableHand(2)).step.cards == cards
