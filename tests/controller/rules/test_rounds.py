"""Cards-only betting (design 1): rounds that the dealer confirms, folds, and a winner without chips."""

from __future__ import annotations

import pytest

from controller.rules import betting
from controller.rules.cards import MUCK
from controller.rules.events import Acted, CardMoved, ImpossibleEvent, RoundConfirmed
from controller.rules.requests import Act, Confirm, Muck, RoundComplete, TableHand, TakeBack
from controller.rules.stakes import Betting
from controller.rules.state import Phase, Status
from controller.rules.table import apply, chips
from tests.controller.rules.hands import L6, Play, dealt, seated

STREETS = ("preflop", "flop", "turn", "river")


def cards_only(stacks: dict[int, int] | None = None, button: int = 6) -> Play:
    return dealt(seated(stacks or dict.fromkeys(L6, 0), button, betting=Betting.CARDS_ONLY))


def mucked(play: Play, seat: int) -> Play:
    """The muck reader saw the hand of a seat."""
    play.core.record(Acted(seat, "muck", "fold", 0, 0))
    for piece in [p for p in play.table.pieces if p.place.seat == seat]:
        play.core.record(CardMoved(piece.n, piece.card, MUCK, piece.how))
    return play


def to_showdown(play: Play) -> Play:
    while play.table.phase is not Phase.SHOWDOWN:
        play.must(RoundComplete())
        if play.step.do == "burn":
            play.street()
    return play


def test_every_street_waits_for_the_dealer() -> None:
    play = cards_only()
    for street in STREETS:
        step = play.step
        assert (step.do, step.to, betting.actor(play.table)) == ("confirm", street, 0)
        assert play.table.phase == street
        play.must(RoundComplete())
        if street != "river":
            play.street()
    assert play.table.phase is Phase.SHOWDOWN


def test_next_confirms_the_round() -> None:
    play = cards_only().must(Confirm())
    assert isinstance(play.core.events[-1], RoundConfirmed)
    assert play.step.do == "burn"


def test_nobody_posts_and_no_chip_moves() -> None:
    play = cards_only(L6)
    assert {seat.street_in for seat in play.table.seats.values()} == {0}
    to_showdown(play).show_all().push()
    assert play.stacks == L6
    assert chips(play.table) == sum(L6.values())


def test_the_muck_folds_anybody_while_the_round_is_open() -> None:
    play = cards_only()
    for seat in (5, 2):
        assert betting.pending(play.table, seat)
        assert not mucked(play, seat).table.open
        assert play.table.seats[seat].status is Status.FOLDED
    assert play.step.do == "confirm"
    play.must(RoundComplete())
    assert not betting.pending(play.table, 3)


def test_the_dealer_enters_a_fold_that_no_reader_sees() -> None:
    play = cards_only().must(Act(4, "fold"))
    assert betting.live(play.table) == (1, 2, 3, 5, 6)
    assert play.ask(Act(4, "fold")) == "refused.no_hand"
    assert play.ask(Act(9, "fold")) == "refused.no_hand"
    play.must(TakeBack())
    assert betting.live(play.table) == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("word", ["check", "call", "bet", "raise", "all-in", "juggle"])
def test_other_words_are_not_followed(word: str) -> None:
    play = cards_only(L6)
    assert play.ask(Act(3, word, 20)) == "refused.not_now"


def test_the_last_player_wins_without_showing() -> None:
    play = cards_only()
    for seat in (1, 2, 3, 4):
        mucked(play, seat)
    play.must(Confirm()).street()
    mucked(play, 6)
    assert (play.table.phase, play.step.do, play.step.seats) == (Phase.PAYING, "push", (5,))
    assert (play.step.sentence.id, play.step.amount) == ("prompt.award", 0)
    play.push()
    assert [(award.seat, award.amount, award.hand) for award in play.table.awards] == [(5, 0, "")]
    assert play.table.phase is Phase.IDLE


def test_showdown_goes_from_the_left_of_the_button() -> None:
    """S0-43: no aggressor is known."""
    play = cards_only(button=4)
    mucked(play, 5)
    to_showdown(play)
    order = []
    while play.table.phase is Phase.SHOWDOWN:
        order.append(play.step.seat)
        play.must(TableHand(play.step.seat) if len(order) > 1 else Muck(play.step.seat))
    assert order == [6, 1, 2, 3, 4]
    assert len(play.step.seats) == 1


def test_hands_that_tie_share_the_pot() -> None:
    order = "2c 2d 2h 2s 3c 3d 7c Ah Kh Qh 7d Jh 7s Th"
    play = dealt(seated({1: 0, 2: 0, 3: 0}, 3, betting=Betting.CARDS_ONLY), order)
    to_showdown(play).show_all()
    assert play.step.seats == (1, 2, 3)
    assert (play.step.sentence.id, play.step.sentence.args) == ("prompt.award", {"seats": (1, 2, 3)})
    play.push()
    assert {award.seat for award in play.table.awards} == {1, 2, 3}


def test_a_confirmation_is_taken_back() -> None:
    play = cards_only()
    before = play.table
    play.must(RoundComplete(), TakeBack())
    assert play.table.street == before.street
    assert play.step.do == "confirm"


def test_a_round_is_confirmed_once_and_only_here() -> None:
    play = cards_only().must(RoundComplete())
    assert play.ask(RoundComplete()) == "refused.not_now"
    full = dealt(seated(L6, 6))
    assert full.ask(RoundComplete()) == "refused.not_now"
    with pytest.raises(ImpossibleEvent):
        apply(full.table, RoundConfirmed())
    with pytest.raises(ImpossibleEvent):
        apply(play.table, RoundConfirmed())


def test_hand_after_hand_the_button_moves() -> None:
    play = cards_only()
    for seat in (1, 2, 3, 4, 5):
        mucked(play, seat)
    play.push()
    assert [play.table.button, play.table.big] == [6, 2]
    for piece in play.table.pieces[::-1]:
        play.core.record(CardMoved(piece.n, None, type(MUCK).parse("shoe"), piece.how))
    play.must(Confirm())
    assert [play.table.button, play.table.big] == [1, 3]
    assert play.again() == play.table
