"""The muck reader: folds, hands that should not be there, cards sorted by passage (rules.md 12.10)."""

from __future__ import annotations

import dataclasses

from controller.rules.cards import MUCK, seat_place
from controller.rules.dealing import at
from controller.rules.events import Acted, AfterStop
from controller.rules.house import FaceDown, HouseRules
from tests.controller.rail import Rail


def dealt(house: HouseRules | None = None) -> Rail:
    rail = Rail()
    if house is not None:
        setup = dataclasses.replace(rail.loop.table.setup, house=house)
        rail.loop.table = dataclasses.replace(rail.loop.table, setup=setup)
    rail.deal()
    return rail


def muck(rail: Rail, *cards: int, seat: int = 0) -> None:
    """Cards of the seat come to the muck and rest there."""
    for n in cards:
        rail.gone(f"seat {seat}", n)
        rail.see("muck", n)
    rail.wait(1.0)


def rule(rail: Rail, code: str, seat: int = 0) -> None:
    assert rail.ask("ruling", code=code, seat=seat, who="lee", pin="1", text="") is None


def status(rail: Rail, seat: int) -> str:
    return rail.loop.table.seats[seat].status


def in_muck(rail: Rail) -> int:
    return len(at(rail.loop.table, MUCK))


def test_a_fold_while_the_table_stands_is_a_note() -> None:
    """12.1: it moves no actor until the floor says that the stop was not noticed."""
    rail = dealt()
    rail.ask("floor")
    muck(rail, 2, 5, seat=3)
    assert status(rail, 3) == "live"
    notes = [event for event in rail.history() if isinstance(event, AfterStop)]
    assert notes == [AfterStop(3, "act", "fold")]
    assert rail.ask("unnoticed", who="lee", pin="1") is None
    assert status(rail, 3) == "folded"


def test_a_note_that_did_not_count_is_seen_again_once_play_goes_on() -> None:
    """Nobody says that it counts: the cards lie in the muck all the same, and that stops the table."""
    rail = dealt()
    rail.ask("floor")
    muck(rail, 2, 5, seat=3)
    rule(rail, "R01")
    assert rail.stopped == "irregular.released.known"


def test_a_swept_in_hand_that_is_restored_is_followed_back() -> None:
    rail = dealt()
    rail.say("raise 40")
    muck(rail, 2, 5, seat=3)
    assert (rail.stopped, in_muck(rail)) == ("irregular.swept.known", 2)
    rule(rail, "R16")
    assert rail.prompt == ("move", 3, "seat 3")
    for n in (2, 5):
        rail.move(n, "muck", "seat 3")
    rail.wait(1.0)
    assert (rail.prompt, in_muck(rail)) == (("act", 1, ""), 0)


def test_killed_cards_are_followed_to_the_muck_one_by_one() -> None:
    rail = dealt()
    rail.say("raise 40")
    rail.ask("floor")
    rule(rail, "R15", 3)
    assert rail.prompt[0] == "move"
    muck(rail, 2, seat=3)
    assert (in_muck(rail), rail.prompt[0], rail.health) == (1, "move", [])
    muck(rail, 5, seat=3)
    assert (in_muck(rail), rail.prompt, rail.stopped) == (2, ("act", 1, ""), "")


def fouled() -> Rail:
    """Seat 3 has folded, and its cards slid into the hand of seat 2."""
    rail = dealt()
    rail.say("fold")
    for n in (2, 5):
        rail.move(n, "seat 3", "seat 2")
    rail.wait(1.0)
    assert rail.stopped == "irregular.fouled.known"
    rule(rail, "R01")
    return rail


def test_mixed_cards_are_sorted_by_passage() -> None:
    """6.3, H19, users.md 77: each card is held over the muck reader; the screen names a place, no face."""
    rail = fouled()
    assert rail.prompt == ("move", 0, "muck")
    for n, to in ((1, "seat 2"), (2, "muck"), (4, "seat 2"), (5, "muck")):
        rail.gone("seat 2", n)
        rail.see("muck", n)
        assert [(m.id, m.args) for m in rail.view.health] == [("health.sort", {"to": to})]
        rail.wait(1.0)
        if to != "muck":
            rail.gone("muck", n)
            rail.see("seat 2", n)
        assert rail.health == []
    assert (in_muck(rail), len(at(rail.loop.table, seat_place(2)))) == (2, 2)
    assert (rail.stopped, rail.prompt) == ("", ("act", 1, ""))


def test_a_live_hand_is_not_folded_while_its_cards_are_sorted() -> None:
    rail = fouled()
    muck(rail, 1, 4, seat=2)
    assert status(rail, 2) == "live"
    assert in_muck(rail) == 0


def test_where_the_house_retrieves_a_release_with_no_bet_is_no_fold() -> None:
    """H2, C5, `hand.facedown_release_with_action_pending`."""
    house = HouseRules(hand_facedown_release_with_action_pending=FaceDown.RETRIEVABLE)
    for book, stopped, folds in ((HouseRules(), "", 1), (house, "irregular.released.known", 0)):
        rail = dealt(book)
        rail.say("call", "call", "check")
        rail.street(6, 7, 8, 9)
        muck(rail, 0, 3, seat=1)
        assert rail.stopped == stopped
        assert len([e for e in rail.history() if isinstance(e, Acted) and e.act == "fold"]) == folds
