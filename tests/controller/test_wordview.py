"""Which words, chips and looks the dealer's console offers (rules.md 7.5; design 3)."""

from controller.projection import Service, project
from controller.rules.requests import CallFloor, PutOut, Say
from controller.rules.state import Phase
from controller.sensing import Sensing
from controller.views import DealerView, Message
from controller.wordview import word_asks
from tests.controller.rail import READERS
from tests.controller.rules.hands import L6, Play, dealt, flop_bets, seated


def dealer(play: Play) -> DealerView:
    return project(play.table, Sensing(READERS), Service(), 1).dealer


def test_words_and_chips_while_somebody_is_to_act() -> None:
    assert word_asks(dealt(seated(L6, 6)).table) == ["say", "chips", "looked"]
    assert set(dealer(dealt(seated(L6, 6))).asks) >= {"say", "chips", "looked", "fold", "call", "raise"}


def test_chips_alone_after_the_last_action_of_a_street() -> None:
    """Chips of a second motion may still come, and go back (T24-56)."""
    play = flop_bets("1 bet 30", live=2).must(PutOut(2, (30,)))
    assert word_asks(play.table) == ["chips", "looked"]
    play.street()
    assert word_asks(play.table)[:2] == ["say", "chips"]


def test_looks_alone_while_cards_are_dealt() -> None:
    play = Play(seated(L6, 6)).start()
    assert word_asks(play.table) == ["looked"]
    assert word_asks(seated(L6, 6)) == []


def test_words_are_taken_as_notes_while_the_table_stands_still() -> None:
    """12.10: what players do after a stop is noted, and nothing else of the game goes on."""
    asks = dealer(dealt(seated(L6, 6)).must(CallFloor())).asks
    assert {"say", "chips", "fold", "call", "raise", "looked"} <= set(asks)
    assert not {"next", "table", "sit", "clock"} & set(asks)


def test_after_raise_was_said_only_a_raise_is_open() -> None:
    view = dealer(dealt(seated(L6, 6)).must(Say(3, "raise")))
    assert {"raise", "all-in", "say"} <= set(view.asks)
    assert not {"fold", "check", "call"} & set(view.asks)
    assert (view.actions.fold, view.actions.raise_min, view.actions.raise_max) == (False, 20, 500)
    assert view.told == Message("told.must_raise", {"seat": 3, "least": 20})
    assert view.prompt.detail == view.told


def test_the_dealer_sees_whether_a_misdeal_is_possible() -> None:
    """T24-36, rules.md 3.1."""
    play = dealt(seated(L6, 6))
    assert dealer(play).misdeal_possible is True
    assert dealer(play.do("3 call", "4 fold")).misdeal_possible is False
    assert project(seated(L6, 6), Sensing(READERS), Service(), 1).dealer.misdeal_possible is None


def test_what_was_told_goes_with_the_street() -> None:
    play = flop_bets("1 bet 30", live=2).must(PutOut(2, (100,)))
    assert dealer(play).told == Message("told.call.back", {"back": 70})
    play.street()
    assert play.table.phase is Phase.TURN
    assert dealer(play).told is None
