"""A pitch on the wire: one card every 0.8 s, and what is wrong is called before the next card lands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulation.night import Dealer, seated

PITCH = 0.8
FLIGHT = 0.3


def pitched(dealer: Dealer, to: str) -> None:
    """One card leaves the shoe and lands; what is left of its 0.8 s passes."""
    uid = dealer.shoe.popleft()
    dealer.rig.felt.pass_by(uid, "shoe")
    dealer.wait(FLIGHT)
    dealer.place(uid, to)
    dealer.wait(PITCH - FLIGHT)


def called(dealer: Dealer) -> bool:
    """Whether the dealer is told that something is wrong: the table stopped, or a card is to be moved."""
    return dealer.word in ("stop", "move")


@pytest.mark.parametrize("wrong", range(6))
def test_a_card_at_the_wrong_seat_is_called_before_the_next_card_lands(tmp_path: Path, wrong: int) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        for n in range(wrong):
            pitched(dealer, f"seat {n % 3 + 1}")
            assert not called(dealer)
        pitched(dealer, f"seat {(wrong + 1) % 3 + 1}")
        dealer.rig.felt.pass_by(dealer.shoe.popleft(), "shoe")
        dealer.wait(FLIGHT - 0.05)
        assert called(dealer)


def test_a_deal_at_that_pitch_with_every_card_over_the_neighbour_is_a_clean_one(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        for n in range(6):
            uid = dealer.shoe.popleft()
            dealer.rig.felt.pass_by(uid, "shoe")
            dealer.wait(0.1)
            dealer.rig.felt.pass_by(uid, f"seat {(n + 1) % 3 + 1}")
            dealer.wait(0.2)
            dealer.place(uid, f"seat {n % 3 + 1}")
            dealer.wait(PITCH - FLIGHT)
            assert not called(dealer)
        dealer.wait(1.0)
        assert dealer.word == "act"
