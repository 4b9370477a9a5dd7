"""A whole evening on the whole stack: open, verify, draw, play, change deck and dealer, close, account."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.deckmap import DeckMap
from controller.rules.cards import deck_faces
from controller.rules.events import DeckVerified
from controller.rules.state import Opening
from controller.settings import House
from controller.tools.account import account_command
from controller.views import Message
from tests.simulation.night import Dealer, deck_of, health, shuffled, table, table_of


def second_deck() -> DeckMap:
    """Another deck of 52, with tags of its own."""
    faces = list(deck_faces())
    tags = {face: f"04B2{n:08X}80" for n, face in enumerate(faces)}
    return DeckMap.enrolled(tags, deck="B", rng=random.Random(9))


@contextmanager
def evening(folder: Path, house: Mapping[str, object] | None = None, seats: int = 3) -> Iterator[Dealer]:
    """A dealer with three players and two decks, by a house book with some options set otherwise."""
    deck, settings = deck_of(1).joined(second_deck()), table_of(folder, seats, players=(1, 2, 3))
    if house:
        settings = settings.model_copy(update={"house": House.model_validate(house)})
    with table(settings, deck) as rig:
        rig.advance(0.6)
        yield Dealer(rig, shuffled(deck, random.Random(5)))


def pass_over_the_shoe(dealer: Dealer, tags: list[str]) -> None:
    for tag in tags:
        dealer.place(tag, "shoe")
        dealer.wait(0.06)
        dealer.rig.felt.lift(tag)
    dealer.wait(1.0)


def open_up(dealer: Dealer) -> None:
    assert dealer.ask("open") is None
    pass_over_the_shoe(dealer, list(dealer.shoe))


def draw_for_the_button(dealer: Dealer) -> int:
    assert dealer.ask("next") is None
    while dealer.word == "deal":
        dealer.draw(f"seat {dealer.view.prompt.seat}")
    assert dealer.ask("next") is None
    dealer.collect()
    return dealer.view.button


def a_hand(dealer: Dealer) -> None:
    dealer.start()
    dealer.deal()
    dealer.say("raise 30")
    while dealer.word == "act":
        dealer.say("fold")
    dealer.follow()


def how_far(dealer: Dealer) -> Opening:
    return dealer.rig.loop.table.opening


def journal(dealer: Dealer) -> Path:
    return dealer.rig.journal.path


def test_an_evening_from_opening_to_the_account(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with evening(tmp_path) as dealer:
        assert (dealer.word, "open" in dealer.view.asks) == ("next", True)
        open_up(dealer)
        assert dealer.view.prompt.sentence == Message("prompt.draw")
        button = draw_for_the_button(dealer)
        a_hand(dealer)
        assert dealer.ask("dealer", text="kim") is None
        a_hand(dealer)
        assert dealer.ask("buy", seat=button, amount=100) is None
        stacks = {k: seat.stack for k, seat in dealer.view.seats.items()}
        assert account_command(journal(dealer), as_json=True) == 0
        running = json.loads(capsys.readouterr().out)
        assert dealer.ask("close") is None
        account = dealer.view.account
        assert dealer.view.prompt.sentence == Message("prompt.closed")
        assert dealer.ask("next") == Message("refused.closed")
        path = journal(dealer)
    assert account is not None
    assert {line.seat: line.out for line in account.players} == stacks
    assert sum(line.bought for line in account.players) == 3 * 1000 + 100
    assert account.difference == 0
    assert [running["closed"], running["difference"]] == [False, 0]
    assert {p["seat"]: p["stack"] for p in running["players"]} == stacks
    assert account_command(path, as_json=True) == 0
    closed = json.loads(capsys.readouterr().out)
    assert (closed["closed"], closed["hands"], closed["difference"]) == (True, 2, 0)
    assert {p["seat"]: p["out"] for p in closed["players"]} == stacks


def test_the_deck_passes_in_any_order_and_one_missing_card_keeps_the_table_shut(tmp_path: Path) -> None:
    with evening(tmp_path) as dealer:
        assert dealer.ask("open") is None
        tags = sorted(dealer.shoe)
        pass_over_the_shoe(dealer, tags[1:])
        assert dealer.view.prompt.detail == Message("detail.deck.missing", {"missing": 1, "cards": 52})
        assert dealer.ask("next") == Message("refused.unverified", {"cards": 52})
        pass_over_the_shoe(dealer, tags[:1])
        assert how_far(dealer) is Opening.OPEN


def test_a_foreign_tag_and_a_card_of_the_other_deck_keep_the_table_shut(tmp_path: Path) -> None:
    with evening(tmp_path) as dealer:
        assert dealer.ask("open") is None
        tags = list(dealer.shoe)
        pass_over_the_shoe(dealer, [*tags[:20], "04FFFFFFFFFF80", *tags[20:]])
        assert dealer.view.prompt.detail == Message("detail.deck.unknown")
        assert dealer.ask("next") is None
        pass_over_the_shoe(dealer, [*tags[:20], "04B20000000080", *tags[20:]])
        assert dealer.view.prompt.detail == Message("detail.deck.other", {"deck": "A", "other": "B"})
        assert how_far(dealer) is Opening.VERIFYING
        assert dealer.ask("next") is None
        pass_over_the_shoe(dealer, tags)
        assert how_far(dealer) is Opening.OPEN
        assert health(dealer.rig) == []


def test_another_deck_is_verified_before_it_is_dealt_from(tmp_path: Path) -> None:
    with evening(tmp_path) as dealer:
        open_up(dealer)
        assert dealer.ask("button", seat=2) is None
        a_hand(dealer)
        assert dealer.ask("deck", text="C") == Message("refused.deck", {"deck": "C", "decks": ("A", "B")})
        assert dealer.ask("deck", text="B") is None
        assert dealer.view.deck == "B"
        pass_over_the_shoe(dealer, list(dealer.shoe))
        assert dealer.word == "verify"
        assert dealer.ask("next") is None
        other = [dealer.rig.deck.uid(card) for card in dealer.rig.deck.cards("B")]
        pass_over_the_shoe(dealer, other)
        verified = [e for _, e in dealer.rig.loop.table.history if isinstance(e, DeckVerified)]
        assert verified == [DeckVerified("B", 52)]
        dealer.shoe.extendleft(other)
        a_hand(dealer)
        assert (dealer.view.hand, dealer.view.deck) == (2, "B")


def test_a_restart_while_the_deck_is_verified_begins_the_passage_anew(tmp_path: Path) -> None:
    with evening(tmp_path) as dealer:
        assert dealer.ask("open") is None
        tags = list(dealer.shoe)
        pass_over_the_shoe(dealer, tags[:40])
        dealer.rig.restart(2.0)
        dealer.wait(1.0)
        assert dealer.view.prompt.detail == Message("detail.deck.missing", {"missing": 52, "cards": 52})
        pass_over_the_shoe(dealer, tags)
        assert how_far(dealer) is Opening.OPEN


def test_an_opened_table_stays_open_through_a_restart(tmp_path: Path) -> None:
    with evening(tmp_path) as dealer:
        open_up(dealer)
        button = draw_for_the_button(dealer)
        for _ in range(3):
            a_hand(dealer)
        dealer.start()
        before = dealer.rig.loop.table
        dealer.rig.restart(2.0)
        dealer.wait(5.0)
        after = dealer.rig.loop.table
        assert (after.opening, after.hand) == (Opening.OPEN, 4)
        assert (after.account, after.time, after.seats) == (before.account, before.time, before.seats)
        assert button


def test_a_restart_in_the_draw_goes_on_with_the_draw(tmp_path: Path) -> None:
    with evening(tmp_path) as dealer:
        open_up(dealer)
        assert dealer.ask("next") is None
        dealer.draw("seat 1")
        dealer.rig.restart(2.0)
        dealer.wait(5.0)
        assert (dealer.word, dealer.view.prompt.seat) == ("deal", 2)
        dealer.draw("seat 2")
        dealer.draw("seat 3")
        assert dealer.ask("next") is None
        assert dealer.word == "collect"


def test_after_a_closed_session_the_next_start_begins_another(tmp_path: Path) -> None:
    with evening(tmp_path) as dealer:
        a_hand(dealer)
        assert dealer.ask("close") is None
        first = journal(dealer)
        dealer.rig.restart(2.0)
        dealer.wait(1.0)
        assert journal(dealer) != first
        assert dealer.view.hand == 0
        assert [seat.stack for seat in dealer.view.seats.values()] == [1000, 1000, 1000]
        a_hand(dealer)


def test_a_new_dealer_burns_once_more_where_the_house_has_it(tmp_path: Path) -> None:
    with evening(tmp_path, {"burn.dealer_relief": "ON"}) as dealer:
        dealer.start()
        dealer.deal()
        assert dealer.ask("dealer", text="") is None
        dealer.say("call", "call", "check")
        dealer.draw("burn")
        assert dealer.word == "burn"
        dealer.draw("burn")
        assert dealer.word == "flop"
        dealer.follow()
        assert not dealer.rig.loop.table.pieces


def test_a_restart_after_a_time_charge_comes_back_to_the_same_stacks(tmp_path: Path) -> None:
    by_time = {"rake.mode": "TIME", "rake.time_charge": 5, "rake.time_minutes": 1}
    with evening(tmp_path, by_time, seats=4) as dealer:
        a_hand(dealer)
        assert dealer.ask("sit", seat=4, text="Zoe", amount=5000) is None
        for _ in range(4):
            dealer.wait(61.0)
            a_hand(dealer)
        assert dealer.view.seats[4].stack < 5000
        before = dealer.rig.loop.table
        dealer.rig.restart(2.0)
        dealer.wait(5.0)
        after = dealer.rig.loop.table
        assert before.account.time
        assert (after.account, after.time, after.seats) == (before.account, before.time, before.seats)
        assert dealer.ask("close") is None
        assert dealer.view.account
        assert (dealer.view.account.time, dealer.view.account.difference) == (before.account.time, 0)
