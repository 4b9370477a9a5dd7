"""A preview is what applying the ruling does: compared with what the screens show before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.choices import choices, filled
from controller.preview import preview
from controller.rules.requests import Rule
from controller.rules.rulings import CATALOGUE
from controller.rules.sentence import Refused
from controller.views import ChangeView, ChoiceView, DealerView
from tests.controller.rail import Rail


def preflop() -> Rail:
    rail = Rail()
    rail.deal()
    return rail


def raised() -> Rail:
    rail = preflop()
    rail.say("raise 40", "call")
    return rail


def flop() -> Rail:
    rail = preflop()
    rail.say("call", "call", "check")
    rail.street(6, 7, 8, 9)
    rail.say("bet 20")
    return rail


def paying() -> Rail:
    rail = preflop()
    rail.say("fold", "fold")
    return rail


def second_exposed() -> Rail:
    """The first two cards off the deck were seen: a misdeal (M1)."""
    rail = Rail()
    assert rail.ask("next") is None
    rail.draw(0, "seat 1")
    assert rail.ask("exposed", seat=1, to=1, by="dealer") is None
    return rail


MOMENTS = (preflop, raised, flop, paying)


def seen(view: DealerView) -> Iterator[tuple[str, int, str]]:
    """What a screen shows of all that a preview names and a view has."""
    yield "button", 0, str(view.button)
    yield "pot", 0, str(view.pot_total)
    yield "board", 0, " ".join(view.board)
    for n, seat in view.seats.items():
        yield "stack", n, str(seat.stack)
        yield "bet", n, str(seat.street_bet)
        yield "status", n, seat.status


def difference(before: DealerView, after: DealerView) -> set[ChangeView]:
    was = {(what, seat): value for what, seat, value in seen(before)}
    now = {(what, seat): value for what, seat, value in seen(after)}
    return {ChangeView(*key, value, now[key]) for key, value in was.items() if value != now[key]}


SHOWN = ("button", "pot", "board", "stack", "bet", "status")


@pytest.mark.parametrize("moment", MOMENTS)
@settings(max_examples=60, deadline=None)
@given(
    code=st.sampled_from(CATALOGUE),
    seat=st.integers(0, 4),
    amount=st.sampled_from([0, 5, 20, 40, 60, 100]),
    refund=st.sampled_from(["", "NONE", "UNCALLED"]),
)
def test_what_was_previewed_is_what_the_screens_show_after_the_ruling(
    moment: Callable[[], Rail], code: str, seat: int, amount: int, refund: str
) -> None:
    rail = moment()
    assert rail.ask("floor") is None
    table, before = rail.loop.table, rail.view
    foreseen = preview(table, Rule(code, "lee", seat=seat, amount=amount, refund=refund))
    assert rail.loop.table is table
    refused = rail.ask("ruling", code=code, seat=seat, amount=amount, refund=refund, who="lee")
    assert isinstance(foreseen, Refused) == (refused is not None)
    if not isinstance(foreseen, Refused):
        told = {change for change in foreseen if change.what in SHOWN}
        assert told == difference(before, rail.view)
        turn = [change.after for change in foreseen if change.what == "actor"]
        if turn and rail.view.prompt.do == "act":
            assert turn == [str(rail.view.actor)]
        assert len(set(foreseen)) == len(foreseen) or any(c.what == "card" for c in foreseen)


def test_a_misdeal_gives_every_bet_back() -> None:
    rail = second_exposed()
    found = preview(rail.loop.table, Rule("R02", "lee"))
    assert not isinstance(found, Refused)
    assert {(c.what, c.seat, c.before, c.after) for c in found} >= {
        ("stack", 1, "495", "500"),
        ("bet", 1, "5", "0"),
        ("pot", 0, "15", "0"),
    }


def test_the_menu_says_what_each_ruling_changes_the_default_first() -> None:
    rail = second_exposed()
    menu = choices(rail.loop.table)
    assert menu[0].code == "R02"
    assert menu[0].changes == preview(rail.loop.table, Rule("R02", ""))


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_the_menu_offers_is_open_or_says_what_it_needs(moment: Callable[[], Rail]) -> None:
    rail = moment()
    assert rail.ask("floor") is None
    table = rail.loop.table
    menu = choices(table)
    assert {choice.code for choice in menu} <= set(CATALOGUE)
    assert len({(choice.code, choice.refund) for choice in menu}) == len(menu)
    for choice in menu:
        ruling = Rule(choice.code, "lee", seat=choice.seat, refund=choice.refund)
        if choice.needs:
            assert choice.changes == ()
        else:
            again = filled(table, ruling)
            assert isinstance(again, ChoiceView)
            assert again.changes == choice.changes


def test_what_only_lacks_an_amount_or_a_seat_says_so() -> None:
    rail = raised()
    assert rail.ask("floor") is None
    needs = {choice.code: choice.needs for choice in choices(rail.loop.table)}
    assert needs["R21"] == ("amount",)
    assert needs["R34"] == ("seat",)
    assert needs["R15"] == ("seat",)
    assert "R31" not in needs
    rail = paying()
    assert rail.ask("floor") is None
    needs = {choice.code: choice.needs for choice in choices(rail.loop.table)}
    assert needs["R31"] == ("seats", "amounts")
    assert needs["R40"] == ("cards", "places", "stacks", "second", "second_pin")


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_choice_that_needs_nothing_is_taken(moment: Callable[[], Rail]) -> None:
    first = moment()
    assert first.ask("floor") is None
    for choice in choices(first.loop.table):
        rail = moment()
        assert rail.ask("floor") is None
        asked: dict[str, Any] = {"code": choice.code, "seat": choice.seat, "refund": choice.refund}
        assert choice.needs or rail.ask("ruling", who="lee", **asked) is None
