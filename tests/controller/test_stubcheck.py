"""A reshuffled stub passes the shoe antenna as a set, before shuffle and cut (F11, EX-66; design 4)."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.deckcheck import DeckCheck
from controller.rules.cards import SHOE
from controller.rules.dealing import current
from controller.rules.events import Stopped, StubPassed, StubShuffled
from controller.rules.state import Do, Task
from drivers.reports import ReaderLost, TagSeen
from tests.controller.rail import Rail, refusal

OUT, STUB = range(6), range(6, 52)
VERIFY = (Task(Do.VERIFY, "R08"), Task(Do.SHUFFLE, "R08"))


def due(*first: Task) -> Rail:
    """A table on which a ruling wants the stub verified and shuffled, with all six hole cards out."""
    rail = Rail()
    rail.deal()
    rail.loop.table = replace(rail.loop.table, todo=(*first, *VERIFY))
    rail.loop.start(rail.now, verify=False)
    return rail


def pass_by(rail: Rail, *numbers: int) -> None:
    for n in numbers:
        rail.see("shoe", n)
        rail.gone("shoe", n)


def events(rail: Rail) -> list[str]:
    kinds = (StubPassed, StubShuffled, Stopped)
    return [type(event).__name__ for event in rail.history() if isinstance(event, kinds)]


def shown(rail: Rail) -> tuple[str, int, object]:
    detail = rail.view.prompt.detail
    return rail.view.prompt.do, rail.view.prompt.cards, detail.args.get("missing") if detail else None


def test_the_last_card_makes_the_stub_whole_and_the_dealer_shuffles() -> None:
    rail = due()
    assert shown(rail) == ("verify", 46, 46)
    pass_by(rail, *STUB[:-1])
    assert shown(rail) == ("verify", 46, 1)
    pass_by(rail, STUB[-1])
    assert (rail.view.prompt.do, rail.loop.sensing.check) == ("shuffle", DeckCheck())
    assert [e for e in rail.history() if isinstance(e, StubPassed)] == [StubPassed(46)]
    pass_by(rail, *STUB)
    assert rail.ask("next") is None
    assert (rail.stopped, events(rail), len(rail.loop.table.pieces)) == (
        "",
        ["StubPassed", "StubShuffled"],
        6,
    )


@settings(max_examples=20, deadline=None)
@given(st.permutations(STUB), st.integers(1, 46))
def test_two_orders_of_the_stub_are_one_state_and_one_journal(order: list[int], seen: int) -> None:
    first, second = due(), due()
    pass_by(first, *order[:seen])
    pass_by(second, *sorted(order[:seen]))
    assert (first.loop.sensing, first.loop.table) == (second.loop.sensing, second.loop.table)
    pass_by(first, *order[seen:])
    pass_by(second, *reversed(order[seen:]))
    assert json.dumps(first.outside.turns) == json.dumps(second.outside.turns)
    assert first.outside.views == second.outside.views
    assert events(first) == ["StubPassed"]


def test_a_stub_that_is_short_stops_the_table_until_the_card_is_found() -> None:
    rail = due()
    assert (refusal(rail.ask("next")), "next" in rail.view.asks) == ("refused.unverified", False)
    pass_by(rail, *STUB[:-1])
    assert "next" in rail.view.asks
    assert rail.ask("next") is None
    what = rail.view.irregularity
    assert what and (what.kind, what.sentence.args) == ("F11", {"passed": 45, "cards": 46})
    assert refusal(rail.ask("next")) == "refused.stopped"
    pass_by(rail, STUB[-1])
    assert (rail.stopped, rail.view.prompt.do) == ("", "shuffle")


def test_a_card_that_is_out_or_no_card_spoils_the_passage_and_all_pass_again() -> None:
    for spoil in ("seat", "tag"):
        rail = due()
        pass_by(rail, *STUB[:20])
        if spoil == "seat":
            pass_by(rail, OUT[0])
        else:
            rail.report(TagSeen(rail.now, "shoe", "04FFFFFFFFFFFF"))
        assert rail.stopped == "irregular.stub_wrong"
        pass_by(rail, *STUB[20:])
        assert rail.stopped == "irregular.stub_wrong"
        pass_by(rail, *STUB)
        assert (rail.stopped, events(rail)) == ("", ["Stopped", "StubPassed"])


def test_where_the_shoe_reader_is_lost_the_dealer_counts_the_stub() -> None:
    rail = due()
    rail.report(ReaderLost(rail.now, "shoe", "the shoe reader does not answer"))
    assert rail.view.prompt.detail and rail.view.prompt.detail.id == "detail.deck.by_hand"
    assert rail.ask("next") is None
    assert events(rail) == ["StubPassed"]


def test_a_card_that_a_ruling_sends_back_may_pass_with_the_stub() -> None:
    rail = due(Task(Do.MOVE, "R08", n=2, to=SHOE))
    assert rail.view.prompt.do == "move"
    pass_by(rail, *STUB[:30], 1, *STUB[30:])
    assert [e for e in rail.history() if isinstance(e, StubPassed)] == [StubPassed(47)]
    task = current(rail.loop.table)
    assert task and task.do is Do.SHUFFLE
