"""The floor on the whole stack: his socket, PIN and badge, a ruling, a look at a hand that is on record."""

from __future__ import annotations

import random
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.journal import read
from controller.rules.events import Ruled
from controller.settings import TableSettings
from controller.tools.emulated import floor_people
from controller.views import Answer, FloorView, Message, PlayerView, RevealView
from tests.simulation.night import Dealer, deck_of, shuffled, table, table_of

BADGE = "04B1C2D3E4F506"


def with_floor(folder: Path) -> TableSettings:
    """A table of three with a badge reader; lee has a badge."""
    plain = table_of(folder).model_dump(exclude_defaults=True, mode="json")
    readers = [*plain["readers"], {"role": "badge", "driver": "hub", "antenna": 14}]
    people = {name: dict(person) for name, person in floor_people().items()}
    people["lee"]["badge"] = BADGE
    for key in ("players", "hub"):
        plain[key] = table_of(folder).model_dump()[key]
    return TableSettings.model_validate({**plain, "readers": tuple(readers), "floor": people})


@pytest.fixture
def dealer(tmp_path: Path) -> Iterator[Dealer]:
    deck = deck_of(1)
    with table(with_floor(tmp_path), deck) as rig:
        dealer = Dealer(rig, shuffled(deck, random.Random(1)))
        dealer.start()
        dealer.deal()
        yield dealer


def ask(dealer: Dealer, what: str, **fields: object) -> Answer:
    console = dealer.rig.floor
    return console.answer(console.ask(what, **fields), dealer.rig.pump)


def floor(dealer: Dealer) -> FloorView:
    view = dealer.rig.floor.view
    assert isinstance(view, FloorView)
    return view


def test_the_floor_is_called_signs_in_rules_and_play_goes_on(dealer: Dealer) -> None:
    assert dealer.rig.floor.view is None
    dealer.rig.felt.press("floor", 0.1)
    dealer.wait(0.6)
    signing = dealer.rig.floor.sign_in
    assert signing is not None
    assert (signing.called, signing.names) == (True, ("kim", "lee"))
    assert ask(dealer, "sign-in", who="lee", pin="4321").refused is None
    dealer.rig.pump()
    assert (floor(dealer).who, floor(dealer).facts[0].kind) == ("lee", "floor")
    assert ask(dealer, "ruling", code="R01").refused is None
    assert dealer.word == "act"
    rulings = [event for _, event in dealer.rig.loop.table.history if isinstance(event, Ruled)]
    assert [ruling.who for ruling in rulings] == ["lee"]


def test_a_badge_signs_in_and_its_number_is_nowhere(dealer: Dealer) -> None:
    dealer.rig.felt.place(BADGE, "badge")
    dealer.wait(0.6)
    assert floor(dealer).who == "lee"
    assert dealer.word == "act"
    assert BADGE not in dealer.rig.journal.path.read_text()
    assert BADGE not in str(dealer.rig.floor.raw)


def test_a_card_on_the_badge_reader_is_nothing_to_the_table(dealer: Dealer) -> None:
    before = dealer.rig.loop.table
    dealer.rig.felt.place(dealer.shoe[0], "badge")
    dealer.wait(0.6)
    assert dealer.rig.loop.table is before
    assert dealer.rig.floor.sign_in is not None


def test_a_look_at_a_hand_is_on_record_in_a_private_file_before_it_is_shown(dealer: Dealer) -> None:
    assert ask(dealer, "sign-in", who="lee", pin="4321").refused is None
    dealer.rig.pump()
    answer = ask(dealer, "reveal", seat=2, text="seat 1 asks")
    assert answer.refused is None
    dealer.rig.pump()
    (shown,) = dealer.rig.floor.enclosed
    assert isinstance(shown, RevealView)
    assert (shown.re, shown.seat, len(shown.faces)) == (answer.re, 2, 2)
    path = dealer.rig.journal.path.with_name("reveals.jsonl")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (line,) = read(path)
    assert [(e["who"], e["reason"], e["hand"], e["seat"], e["cards"]) for e in line.events] == [
        ("lee", "seat 1 asks", 1, 2, list(shown.faces))
    ]
    player = dealer.rig.player.view
    assert isinstance(player, PlayerView)
    assert player.notice == Message("notice.checked")
    texts = (dealer.rig.journal.path.read_text(), str(dealer.rig.dealer.raw), str(dealer.rig.player.raw))
    assert not any(f'"{face}"' in text or f"'{face}'" in text for face in shown.faces for text in texts)


def test_after_a_restart_everybody_signs_in_anew(dealer: Dealer) -> None:
    assert ask(dealer, "sign-in", who="lee", pin="4321").refused is None
    dealer.rig.restart()
    dealer.wait(1.0)
    assert dealer.rig.floor.view is None
    assert dealer.rig.floor.sign_in is not None
