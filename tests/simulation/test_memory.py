"""What the floor and the players read outlives a power cut: the last board, since when, the outcome."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.views import FloorView, PlayerView
from tests.simulation.night import Dealer, seated

OUTAGE = 40.0


def floor(dealer: Dealer) -> FloorView:
    """What the floor's screen shows after lee has signed in."""
    console = dealer.rig.floor
    assert console.answer(console.ask("sign-in", who="lee", pin="4321"), dealer.rig.pump).refused is None
    dealer.rig.pump()
    assert isinstance(console.view, FloorView)
    return console.view


def notice(dealer: Dealer) -> object:
    """What the players read."""
    assert isinstance(dealer.rig.player.view, PlayerView)
    return dealer.rig.player.view.notice


def in_the_next_hand(dealer: Dealer) -> None:
    dealer.start()
    dealer.follow()
    dealer.start()


def between_the_hands(dealer: Dealer) -> None:
    dealer.start()
    dealer.follow()


def on_the_flop(dealer: Dealer) -> None:
    in_the_next_hand(dealer)
    dealer.deal()
    dealer.say("call", "call", "check")
    dealer.street()


@pytest.mark.parametrize("played", [in_the_next_hand, between_the_hands, on_the_flop])
def test_the_board_of_the_hand_before_is_still_there(
    played: Callable[[Dealer], None], tmp_path: Path
) -> None:
    with seated(tmp_path) as dealer:
        played(dealer)
        board = floor(dealer).last_board
        assert len(board) == 5
        dealer.rig.restart(OUTAGE)
        dealer.wait(5.0)
        assert floor(dealer).last_board == board


def test_a_stop_is_as_old_as_it_is(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.draw("seat 1")
        dealer.rig.felt.press("floor", 0.1)
        dealer.wait(10.0)
        (before,) = floor(dealer).facts
        dealer.rig.restart(OUTAGE)
        (after,) = floor(dealer).facts
        assert before.since >= 9
        assert OUTAGE <= after.since - before.since <= OUTAGE + 2.0


def test_the_players_still_read_what_was_ruled(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.deal()
        dealer.rig.felt.press("floor", 0.1)
        dealer.wait(0.6)
        dealer.rule("R01")
        ruled = notice(dealer)
        assert ruled is not None
        dealer.rig.restart(OUTAGE)
        dealer.wait(5.0)
        assert notice(dealer) == ruled
