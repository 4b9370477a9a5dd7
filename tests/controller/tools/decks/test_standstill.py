"""Work on the decks waits until the table stands still; a session goes on with a card that was replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.settings import TableSettings
from controller.tools.decks.standstill import InPlay, between_hands, closed, stopped
from tests.simulation.night import Dealer, seated, table_of

NEW = "04A90000000001"


@pytest.fixture
def settings(tmp_path: Path) -> TableSettings:
    return table_of(tmp_path, 3)


def left(folder: Path, *, hand: bool, close: bool = False) -> None:
    """A session that was stopped between hands, or in the middle of one, or was closed."""
    with seated(folder) as dealer:
        dealer.start()
        dealer.deal()
        if not hand:
            dealer.fold()
            dealer.fold()
            dealer.follow()
        if close:
            assert dealer.ask("close") is None


def test_while_the_table_runs_nothing_is_done(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        for wait in (stopped, between_hands, closed):
            with pytest.raises(InPlay, match="the table is running and owns the readers"):
                wait(dealer.rig.settings)
    stopped(dealer.rig.settings)


def test_a_table_that_never_ran_stands_still(settings: TableSettings) -> None:
    between_hands(settings)
    closed(settings)


def test_in_the_middle_of_a_hand_nothing_is_done(tmp_path: Path, settings: TableSettings) -> None:
    left(tmp_path, hand=True)
    stopped(settings)
    with pytest.raises(InPlay, match="hand 1 is not over"):
        between_hands(settings)
    with pytest.raises(InPlay, match=r"the session is not closed \(hand 1 was its last\)"):
        closed(settings)


def test_between_hands_a_card_may_be_replaced_but_no_deck_leaves_the_map(
    tmp_path: Path, settings: TableSettings
) -> None:
    left(tmp_path, hand=False)
    between_hands(settings)
    with pytest.raises(InPlay, match="close the session"):
        closed(settings)


def test_after_a_closed_session_decks_may_go(tmp_path: Path, settings: TableSettings) -> None:
    left(tmp_path, hand=False, close=True)
    closed(settings)


def test_a_journal_that_cannot_be_gone_on_with_holds_nothing_up(
    tmp_path: Path, settings: TableSettings
) -> None:
    left(tmp_path, hand=True)
    (journal,) = settings.journal.glob("session-*.jsonl")
    journal.write_text("nothing\n")
    closed(settings)


def replaced(dealer: Dealer, uid: str) -> None:
    """The table is stopped, the card with this tag replaced, and the table started again."""
    deck = dealer.rig.deck
    card = deck.card(uid)
    assert card is not None
    dealer.rig.deck = deck.replaced(card.deck, deck.face(card), NEW)
    dealer.rig.restart(1.0)
    dealer.wait(4.0)


def test_a_session_goes_on_with_a_replaced_card(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.deal()
        dealer.fold()
        dealer.fold()
        dealer.follow()
        old, dealer.shoe[0] = dealer.shoe[0], NEW
        replaced(dealer, old)
        dealer.start()
        seat = dealer.view.prompt.seat
        dealer.draw(f"seat {seat}")
        assert dealer.view.irregularity is None
        assert dealer.view.seats[seat].cards_held == 1


def test_the_old_card_is_a_stranger_that_stops_the_deal(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.deal()
        dealer.fold()
        dealer.fold()
        dealer.follow()
        replaced(dealer, dealer.shoe[0])
        dealer.start()
        dealer.draw(f"seat {dealer.view.prompt.seat}")
        stop = dealer.view.irregularity
        assert stop is not None
        assert stop.kind == "M16"
