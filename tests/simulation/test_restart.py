"""The table comes back in mid-hand: it verifies the felt, then asks what it had asked before (design 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.rules.state import Phase
from controller.session import SessionError
from controller.views import Message
from tests.simulation.night import Dealer, chips, deck_of, prompt, seated

WITHIN = 5.0
OUTAGE = 2.0


def deal(dealer: Dealer) -> None:
    dealer.start()
    dealer.deal()


def on_the_flop(dealer: Dealer) -> None:
    deal(dealer)
    dealer.fold()
    dealer.say("call", "check")
    dealer.street()
    dealer.say("check")


def half_dealt(dealer: Dealer) -> None:
    dealer.start()
    for seat in (1, 2, 3, 1):
        dealer.draw(f"seat {seat}")


def in_showdown(dealer: Dealer) -> None:
    deal(dealer)
    dealer.say("call", "call", "check")
    for _ in range(3):
        dealer.street()
        dealer.say("check", "check", "check")


def paying(dealer: Dealer) -> None:
    deal(dealer)
    dealer.say("fold", "fold")


@pytest.mark.parametrize("script", [half_dealt, deal, on_the_flop, in_showdown, paying])
def test_cards_that_agree_end_the_verification_by_themselves(script: object, tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        assert callable(script)
        script(dealer)
        before, board = dealer.view.prompt, dealer.view.board
        table = dealer.rig.loop.table
        dealer.rig.restart(OUTAGE)
        assert dealer.view.phase == "verify"
        assert dealer.rig.player.view is not None
        assert dealer.rig.player.view.notice == Message("notice.back")
        dealer.wait(WITHIN)
        assert dealer.view.prompt == before
        assert dealer.view.board == board
        assert dealer.view.irregularity is None
        assert dealer.rig.loop.table == table
        dealer.follow()
        assert chips(dealer.view) == 3000


def test_the_felt_is_not_judged_before_the_readers_have_told(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        on_the_flop(dealer)
        dealer.rig.felt.unplug("hub")
        dealer.rig.restart(OUTAGE)
        dealer.wait(1.0)
        dealer.rig.felt.plug("hub")
        dealer.wait(WITHIN)
        assert prompt(dealer.rig) == ("act", 2, "")


def test_a_card_that_is_missing_is_named_by_its_place_and_ends_it_when_put_back(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        on_the_flop(dealer)
        before = dealer.view.prompt
        card = dealer.hands[2][0]
        dealer.rig.felt.lift(card)
        dealer.rig.restart(OUTAGE)
        dealer.wait(10.0)
        assert dealer.word == "verify"
        assert dealer.view.prompt.detail == Message("detail.differs", {"what": "seat 2", "cards": 1})
        assert dealer.view.asks == ("next",)
        for ask in ("call", "floor", "undo", "redeal"):
            assert dealer.ask(ask, seat=2) == Message("refused.not_now", {"ask": ask})
        dealer.place(card, "seat 2")
        dealer.wait(1.0)
        assert dealer.view.prompt == before


def test_a_card_that_is_missing_is_taken_as_the_ledger_has_it_by_next(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        on_the_flop(dealer)
        before, table = dealer.view.prompt, dealer.rig.loop.table
        dealer.rig.felt.lift(dealer.hands[2][0])
        dealer.rig.restart(OUTAGE)
        dealer.wait(WITHIN)
        assert dealer.ask("next") is None
        assert dealer.view.prompt == before
        assert dealer.rig.loop.table == table


def test_cards_that_changed_places_in_the_dark_are_named_and_stop_the_table_after_next(
    tmp_path: Path,
) -> None:
    with seated(tmp_path) as dealer:
        on_the_flop(dealer)
        dealer.place(dealer.hands[1][0], "seat 2")
        dealer.place(dealer.hands[2][0], "seat 1")
        dealer.rig.restart(OUTAGE)
        dealer.wait(WITHIN)
        assert dealer.view.prompt.detail == Message("detail.differs", {"what": "seat 1", "cards": 2})
        assert dealer.ask("next") is None
        dealer.wait(2.0)
        assert dealer.view.irregularity is not None
        assert dealer.view.irregularity.sentence.id == "irregular.thrown"


def test_a_pitch_that_ended_in_the_dark_is_taken_up(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        half_dealt(dealer)
        dealer.place(dealer.shoe.popleft(), "seat 2")
        dealer.rig.restart(OUTAGE)
        dealer.wait(WITHIN)
        assert prompt(dealer.rig) == ("deal", 3, "")


def test_a_hand_thrown_away_in_the_dark_is_a_fold_after_next(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        deal(dealer)
        for uid in dealer.hands[3]:
            dealer.place(uid, "muck")
        dealer.rig.restart(OUTAGE)
        dealer.wait(WITHIN)
        assert dealer.view.prompt.detail == Message("detail.differs", {"what": "seat 3", "cards": 2})
        assert dealer.ask("next") is None
        dealer.wait(2.0)
        assert prompt(dealer.rig) == ("act", 1, "")
        assert dealer.view.seats[3].status == "folded"


def test_between_hands_cards_that_still_lie_are_asked_for_again(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        paying(dealer)
        assert dealer.ask("next") is None
        before = dealer.view.prompt
        assert before.do == "collect"
        dealer.rig.restart(OUTAGE)
        dealer.wait(WITHIN)
        assert dealer.view.prompt == before
        dealer.collect()
        assert dealer.word == "next"


def test_between_hands_cards_that_were_collected_in_the_dark_are_gone(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        paying(dealer)
        assert dealer.ask("next") is None
        for uid in [uid for hand in dealer.hands.values() for uid in hand]:
            dealer.rig.felt.lift(uid)
        dealer.rig.restart(OUTAGE)
        dealer.wait(WITHIN)
        assert dealer.word == "next"


def test_a_clean_table_comes_back_without_verifying(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        paying(dealer)
        dealer.follow()
        dealer.rig.restart(OUTAGE)
        assert dealer.word == "next"
        assert dealer.rig.loop.table.phase is Phase.IDLE
        dealer.start()
        assert dealer.view.hand == 2


def test_a_table_that_restarts_twice_while_it_verifies_is_the_same_table(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        on_the_flop(dealer)
        before, table = dealer.view.prompt, dealer.rig.loop.table
        for _ in range(3):
            dealer.rig.restart(OUTAGE)
            dealer.wait(0.1)
        dealer.wait(WITHIN)
        assert dealer.view.prompt == before
        assert dealer.rig.loop.table == table


def test_a_stop_is_still_a_stop_after_a_restart(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        deal(dealer)
        dealer.draw("seat 2")
        dealer.wait(1.0)
        before = dealer.view.irregularity
        assert before is not None
        dealer.rig.restart(OUTAGE)
        dealer.wait(WITHIN)
        assert dealer.view.irregularity == before
        dealer.rule(before.rulings[0])
        assert dealer.view.phase == "void"


def test_a_session_is_not_gone_on_with_under_another_deck_map(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        deal(dealer)
        deck = dealer.rig.deck
        dealer.rig.deck = deck_of(2)
        with pytest.raises(SessionError, match="was written with another deck map: put that one back"):
            dealer.rig.restart(OUTAGE)
        dealer.rig.deck = deck
