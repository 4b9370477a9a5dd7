from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from controller.views import ActionsView, ClockView, DealerView, PromptView
from display import acting, theme
from display.canvas import Box
from display.deeds import Choose, Key, Send, Turn
from display.desk import FOUND, GUARD, KEYBOARD, LEFT_TABLE, LOOKED, REPORT, WORDS, Desk
from display.keys import keys_of
from display.sentences import Sentences
from tests.controller.test_bad_requests import ASKS
from tests.display.samples import DEALER, KEYED

_SCREEN = Box(0, 0, *theme.DEALER_SIZE)
_TABLE = replace(
    DEALER["push"],
    prompt=PromptView("table", DEALER["push"].prompt.sentence, seats=(2, 6)),
    asks=("table", "muck", "next", "floor"),
    redeal=True,
)
_VIEWS = {
    **DEALER,
    "everything": _TABLE,
    "name and more": replace(DEALER["name"], redeal=True, asks=("name", "next", "floor")),
    "act and redeal": replace(DEALER["act"], redeal=True),
}


def _key(view: DealerView, name: str, say: Sentences, desk: Desk | None = None) -> Key:
    return next(key for key in keys_of(view, desk or Desk(), say) if key.name == name)


def _names(view: DealerView, say: Sentences, desk: Desk | None = None) -> set[str]:
    return {key.name for key in keys_of(view, desk or Desk(), say) if key.on}


@pytest.mark.parametrize("name", _VIEWS)
@pytest.mark.parametrize("seat", [0, 2])
def test_keys_are_large_enough_and_apart(name: str, seat: int, say: Sentences) -> None:
    found = keys_of(_VIEWS[name], Desk(seat=seat), say)
    for key in found:
        assert min(key.w, key.h) >= theme.SMALLEST_TOUCH, key.name
        assert _SCREEN.contains(key.box), key.name
    for one, other in combinations(found, 2):
        assert not one.box.colliderect(other.box), (one.name, other.name)
    assert len({key.name for key in found}) == len(found)


@pytest.mark.parametrize("name", KEYED)
def test_keys_of_every_sheet_are_large_enough_and_apart(name: str, say: Sentences) -> None:
    view, desk = KEYED[name]
    found = keys_of(view, desk, say)
    for key in found:
        assert min(key.w, key.h) >= theme.SMALLEST_TOUCH, key.name
        assert _SCREEN.contains(key.box), key.name
    for one, other in combinations(found, 2):
        assert not one.box.colliderect(other.box), (one.name, other.name)
    assert len({key.name for key in found}) == len(found)


def test_what_was_put_out_is_sent_chip_for_chip(say: Sentences) -> None:
    view, desk = KEYED["words"]
    assert _key(view, "chips", say, desk).deed == Send("chips", 7, chips=(500, 100, 100))
    said = Desk(sheet=WORDS, amount=850)
    assert _key(view, "said amount", say, said).deed == Send("say", 7, text="850")
    assert _key(view, "said raise", say, said).deed == Send("say", 7, text="raise 850")
    assert _key(view, "said raise", say, Desk(sheet=WORDS)).deed == Send("say", 7, text="raise")


def test_an_action_out_of_turn_is_entered_for_its_seat(say: Sentences) -> None:
    view, desk = KEYED["early"]
    assert _key(view, "fold", say, desk).deed == Send("fold", 8)
    assert _key(view, "raise", say, replace(desk, amount=90000)).deed == Send("raise", 8, 90000)
    assert not _key(view, "check", say, desk).on


def test_the_seat_map_offers_what_the_table_takes(say: Sentences) -> None:
    view, desk = KEYED["seat"]
    assert _key(view, "buy", say, desk).deed == Send("buy", 2, 500)
    assert _key(view, "leave", say, desk).hold == 2
    assert "sit" not in _names(view, say, desk)
    sit = _key(view, "sit", say, KEYED["open-seat"][1])
    assert sit.deed == Send("sit", 9, 1000, text="Ana")
    assert _key(view, "back wait", say, Desk(seat=4)).deed == Send("back", 4, text="wait")
    assert _key(view, "place 9", say, KEYED["move-seat"][1]).deed == Send("move", 2, to=9)


def test_the_other_deck_of_the_table_is_named(say: Sentences) -> None:
    view, desk = KEYED["menu"]
    assert _key(view, "deck", say, desk).deed == Send("deck", text="B")
    assert "deck" not in _names(replace(view, decks=("A",)), say, desk)


def test_the_clock_key_counts_down(say: Sentences) -> None:
    view = replace(DEALER["act"], clock=ClockView(7, 25))
    assert _key(view, "clock", say).under == "25"


def test_a_name_is_typed_letter_by_letter() -> None:
    desk = Desk(sheet=KEYBOARD)
    for letter in ("A", "N", "A", " ", "B"):
        desk = desk.lettered(letter)
    assert desk.text == "Ana B"
    assert desk.erased().text == "Ana "


def test_running_it_twice_takes_all_or_none(say: Sentences) -> None:
    view = DEALER["agree"]
    assert _key(view, "agree", say).deed == Send("agree", seats=(1, 3))
    assert _key(view, "decline", say).deed == Send("decline", 1)


def test_each_action_shows_the_amount_that_it_sends(say: Sentences) -> None:
    view = DEALER["act"]
    assert _key(view, "fold", say).deed == Send("fold", 7)
    assert _key(view, "call", say).deed == Send("call", 7, 18000)
    assert _key(view, "call", say).under == "18,000"
    raised = _key(view, "raise", say, Desk(amount=45000))
    assert (raised.deed, raised.under) == (Send("raise", 7, 45000), "45,000")
    assert _key(view, "all-in", say).deed == Send("all-in", 7, 210400)


def test_a_call_is_sent_as_the_total_of_the_street(say: Sentences) -> None:
    view = DEALER["act"]
    seats = {**view.seats, 7: replace(view.seats[7], street_bet=6000)}
    key = _key(replace(view, seats=seats, actions=replace(view.actions, call=12000)), "call", say)
    assert (key.deed, key.under) == (Send("call", 7, 18000), "12,000")


def test_without_a_bet_the_keys_are_check_and_bet(say: Sentences) -> None:
    actions = ActionsView(fold=True, check=True, bet_min=1000, bet_max=9000, all_in=9000)
    view = replace(DEALER["act"], actions=actions)
    assert _key(view, "check", say).deed == Send("check", 7)
    assert _key(view, "bet", say).deed == Send("bet", 7, 1000)


def test_an_action_that_is_not_allowed_cannot_be_pressed(say: Sentences) -> None:
    view = replace(DEALER["act"], actions=ActionsView(fold=True, call=18000))
    assert {"fold", "call"} <= _names(view, say)
    assert not {"raise", "bet", "all-in"} & _names(view, say)


def test_a_prompt_shows_the_keys_that_it_asks_for(say: Sentences) -> None:
    assert _names(DEALER["push"], say) == {"next", "floor"}
    assert _names(DEALER["stop"], say) == {"redeal"}
    assert _names(DEALER["deal"], say) == {"floor"}
    assert {"table", "muck", "next", "redeal"} <= _names(_TABLE, say)


def test_the_floor_is_called_only_where_something_stopped_the_table(say: Sentences) -> None:
    assert _key(DEALER["deal"], "floor", say).label == "Call floor"
    assert _key(DEALER["verify"], "floor", say).label == "Call floor"
    assert "floor" not in _names(DEALER["verify"], say)
    assert _key(DEALER["stop"], "floor", say).label == "Floor called"


def test_undo_and_redeal_take_a_hold(say: Sentences) -> None:
    assert _key(DEALER["act"], "undo", say).hold == 2
    assert _key(DEALER["stop"], "redeal", say).hold == 2
    assert "undo" not in _names(DEALER["deal"], say)


def test_a_seat_that_is_not_asked_about_takes_a_hold(say: Sentences) -> None:
    asked = _key(_TABLE, "table", say, Desk(seat=6))
    assert (asked.hold, asked.deed) == (0, Send("table", 6))
    other = _key(_TABLE, "table", say, Desk(seat=8))
    assert (other.hold, other.deed) == (2, Send("table", 8))


def test_cards_are_named_for_their_place(say: Sentences) -> None:
    view = DEALER["name"]
    assert not _key(view, "name", say, Desk(cards=("Ah",))).on
    sent = _key(view, "name", say, Desk(cards=("Ah", "Kd")))
    assert sent.on
    assert sent.deed == Send("name", 8, cards=("Ah", "Kd"), place="seat 8")


def test_cards_that_lie_open_cannot_be_named_again(say: Sentences) -> None:
    assert not _key(DEALER["name"], "card Qs", say).on
    assert sum(key.name.startswith("card ") for key in keys_of(DEALER["name"], Desk(), say)) == 52


@pytest.mark.parametrize(
    ("prompt", "place"),
    [
        (PromptView("name", DEALER["name"].prompt.sentence), "board"),
        (PromptView("name", DEALER["name"].prompt.sentence, seat=3), "seat 3"),
        (PromptView("name", DEALER["name"].prompt.sentence, to="burn"), "burn"),
    ],
)
def test_the_place_to_name_follows_the_prompt(prompt: PromptView, place: str, say: Sentences) -> None:
    key = _key(replace(DEALER["name"], prompt=prompt), "name", say, Desk(cards=("Ah",)))
    assert isinstance(key.deed, Send)
    assert key.deed.place == place


def test_the_proposed_amount_is_the_least(say: Sentences) -> None:
    assert acting.amount_of(DEALER["act"], Desk()) == 30000
    assert acting.amount_of(DEALER["act"], Desk(amount=0)) == 0
    assert acting.amount_limits(DEALER["act"]) == (30000, 210400)


def test_the_newest_card_is_reported_with_one_key(say: Sentences) -> None:
    assert _key(DEALER["exposed"], "exposed", say).deed == Send("exposed")
    assert not _key(DEALER["act"], "exposed", say).on


def test_another_card_is_reported_by_its_seat(say: Sentences) -> None:
    view = DEALER["exposed"]
    assert _key(view, "exposed", say, Desk(seat=4)).deed == Send("exposed", 4, to=1)
    two = replace(view, seats={**view.seats, 4: replace(view.seats[4], cards_held=2)})
    assert _key(two, "exposed", say, Desk(seat=4)).deed == Choose(4, REPORT)
    assert _key(two, "exposed dealer 2", say, Desk(seat=4)).deed == Send("exposed", 4, to=2, by="dealer")
    assert _key(two, "exposed player 1", say, Desk(seat=4)).deed == Send("exposed", 4, to=1, by="player")


def test_only_reports_that_would_be_taken_are_offered(say: Sentences) -> None:
    view = replace(DEALER["exposed"], asks=("floor", "boxed", "dropped"))
    names = _names(view, say, Desk(sheet=REPORT))
    assert {"report boxed", "report dropped", "back"} <= names
    assert not {"report joker", "report guard"} & names
    assert "report" not in _names(replace(view, asks=("floor",)), say)


def test_a_report_that_needs_a_seat_takes_it_from_the_seats(say: Sentences) -> None:
    view = DEALER["exposed"]
    assert _key(view, "report guard", say, Desk(sheet=REPORT)).deed == Turn(GUARD)
    assert _key(view, "seat 4", say, Desk(sheet=GUARD)).deed == Send("guard", 4)
    assert _key(view, "seat 4", say, Desk(sheet=LEFT_TABLE)).deed == Send("left", 4)
    assert _key(view, "seat 4", say, Desk(sheet=LOOKED)).deed == Send("looked", 4)
    assert _key(view, "seat 4", say, Desk(sheet=REPORT)).deed == Choose(4, REPORT)
    assert "seat 5" not in _names(view, say, Desk(sheet=GUARD))


def test_whatever_the_table_takes_has_a_key_on_a_screen() -> None:
    """A round without chips ends by NEXT, which says the same."""
    modules = Path(theme.__file__).parent.glob("*.py")
    words = set(re.findall(r'"([a-z-]+)"', "".join(path.read_text(encoding="utf-8") for path in modules)))
    assert set(ASKS) - words == {"round"}


def test_a_card_that_was_found_is_named(say: Sentences) -> None:
    key = _key(DEALER["to-stub"], "name", say, Desk(sheet=FOUND, cards=("2c",)))
    assert key.deed == Send("missing", cards=("2c",))


def test_reports_are_open_while_a_player_acts(say: Sentences) -> None:
    view = replace(DEALER["act"], asks=(*DEALER["act"].asks, "exposed", "dropped"))
    assert _key(view, "report", say).on
    assert _key(view, "seat 7", say, Desk(sheet=REPORT)).deed == Choose(7, REPORT)


def test_after_a_stop_actions_are_noted_for_their_seat(say: Sentences) -> None:
    view, desk = KEYED["noted"]
    assert _key(view, "raise", say, desk).deed == Send("raise", 8, 36000)
    assert _key(view, "fold", say, desk).deed == Send("fold", 8)
    assert "fold" not in _names(view, say)
    assert _key(view, "seat 8", say).on


def test_the_floor_can_be_called_while_the_table_is_stopped(say: Sentences) -> None:
    key = _key(DEALER["several"], "floor", say)
    assert (key.on, key.label) == (True, "Call floor")
