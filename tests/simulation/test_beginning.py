"""A dealer who forgets NEXT: what he dealt is dealt, or begins the hand by itself (users.md 83)."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.settings import House, TableSettings
from controller.tools.emulated import ROLES
from tests.simulation.night import Dealer, deck_of, health, shuffled, table, table_of

FIRST_CARD = {"hand.start_event": "FIRST_CARD"}
EARLY = ["health.before_next"]
# Where the cards of two rounds go, with the button at seat 3.
DEAL = (1, 2, 3, 1, 2, 3)


def settings_of(
    folder: Path, house: Mapping[str, object] | None = None, readers: Collection[str] = ROLES
) -> TableSettings:
    plain = table_of(folder, readers=readers)
    return plain.model_copy(update={"house": House.model_validate(house or {})})


@contextmanager
def seated(settings: TableSettings) -> Iterator[Dealer]:
    deck = deck_of(1)
    with table(settings, deck) as rig:
        rig.advance(0.6)
        yield Dealer(rig, shuffled(deck, random.Random(1)))


def dealt(dealer: Dealer) -> list[str]:
    """The places of the cards that are out, in the order of the deal."""
    return [str(piece.place) for piece in sorted(dealer.rig.loop.table.pieces, key=lambda piece: piece.n)]


@pytest.mark.parametrize("early", range(1, len(DEAL)))
def test_what_was_dealt_before_next_is_dealt(early: int, tmp_path: Path) -> None:
    with seated(settings_of(tmp_path)) as dealer:
        for seat in DEAL[:early]:
            dealer.draw(f"seat {seat}")
        assert (dealer.word, dealt(dealer), health(dealer.rig)) == ("next", [], EARLY)
        dealer.start()
        assert dealt(dealer) == [f"seat {seat}" for seat in DEAL[:early]]
        assert dealer.view.prompt.seat == DEAL[early]
        assert health(dealer.rig) == []
        dealer.deal()
        assert dealt(dealer) == [f"seat {seat}" for seat in DEAL]
        assert (dealer.word, dealer.rig.loop.table.open) == ("act", ())


def test_a_card_that_was_dealt_to_a_wrong_seat_before_next_is_found(tmp_path: Path) -> None:
    with seated(settings_of(tmp_path)) as dealer:
        dealer.draw("seat 2")
        dealer.start()
        dealer.wait(1.0)
        assert [what.kind for what in dealer.rig.loop.table.open] == ["M4"]


def test_a_card_on_the_board_before_next_is_found(tmp_path: Path) -> None:
    with seated(settings_of(tmp_path)) as dealer:
        dealer.draw("board")
        dealer.start()
        dealer.wait(1.5)
        assert dealer.rig.loop.table.open


@pytest.mark.parametrize("pitch", [0.4, 0.8])
def test_where_the_house_has_it_so_the_first_card_begins_the_hand(pitch: float, tmp_path: Path) -> None:
    with seated(settings_of(tmp_path, FIRST_CARD)) as dealer:
        for seat in DEAL:
            dealer.draw(f"seat {seat}", pitch)
        dealer.wait(1.0)
        assert dealt(dealer) == [f"seat {seat}" for seat in DEAL]
        assert (dealer.word, dealer.rig.loop.table.open, health(dealer.rig)) == ("act", (), [])


def test_a_card_that_slides_over_the_first_seat_begins_nothing(tmp_path: Path) -> None:
    with seated(settings_of(tmp_path, FIRST_CARD)) as dealer:
        dealer.rig.felt.place(dealer.shoe[0], "seat 1")
        dealer.wait(0.3)
        dealer.rig.felt.lift(dealer.shoe[0])
        dealer.wait(2.0)
        assert (dealer.word, dealer.rig.loop.table.hand) == ("next", 0)


def test_a_card_at_another_seat_begins_nothing(tmp_path: Path) -> None:
    with seated(settings_of(tmp_path, FIRST_CARD)) as dealer:
        dealer.draw("seat 3", 2.0)
        assert (dealer.word, dealer.rig.loop.table.hand) == ("next", 0)


def test_with_the_shoe_reader_alone_the_first_card_that_leaves_it_begins_the_hand(tmp_path: Path) -> None:
    with seated(settings_of(tmp_path, FIRST_CARD, readers=("shoe",))) as dealer:
        for seat in DEAL:
            dealer.draw(f"seat {seat}")
        dealer.wait(1.0)
        assert dealt(dealer) == [f"seat {seat}" for seat in DEAL]


def test_with_the_shoe_reader_alone_the_dealer_is_told_to_press_next(tmp_path: Path) -> None:
    with seated(settings_of(tmp_path, readers=("shoe",))) as dealer:
        dealer.draw("seat 1")
        assert health(dealer.rig) == EARLY


def test_a_time_charge_waits_for_next(tmp_path: Path) -> None:
    charged = {**FIRST_CARD, "rake.mode": "TIME", "rake.time_charge": 6, "rake.time_minutes": 1}
    with seated(settings_of(tmp_path, charged)) as dealer:
        dealer.start()
        dealer.wait(61.0)
        dealer.follow()
        dealer.draw("seat 2", 2.0)
        assert (dealer.word, dealer.rig.loop.table.hand, health(dealer.rig)) == ("next", 1, EARLY)
        dealer.start()
        assert dealt(dealer) == ["seat 2"]
