from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count
from pathlib import Path

import pygame
import pytest

from controller.views import (
    Answer,
    ChangeView,
    ChoiceView,
    FloorView,
    Message,
    PreviewView,
    Request,
    RevealView,
    SignInView,
)
from display import theme
from display.bench import Bench
from display.canvas import Box, Canvas
from display.client import Client
from display.deeds import HOLD, Send
from display.floorkeys import floor_keys
from display.floorscreen import FloorScreen
from display.scene import FloorScene
from display.sentences import Sentences
from tests.display.faketable import FakeTable
from tests.display.floorsamples import BENCHED, FLOOR, SIGN_INS

_CANVAS = Canvas.over(pygame.Surface((640, 400)), theme.DEALER_SIZE)
_SCREEN = Box(0, 0, *theme.DEALER_SIZE)
_BET = ChoiceView("R21", Message("ruling.R21", {"seat": 6}), 6, needs=("amount",))
_PENALTY = ChoiceView("R34", Message("ruling.R34", {"seat": ""}), needs=("seat", "amount"))
_AWARD = ChoiceView("R31", Message("ruling.R31"), needs=("pot", "seats", "amounts"))
_STATE = ChoiceView("R40", Message("ruling.R40"), needs=("cards", "places", "stacks", "second", "second_pin"))
_POST = ChoiceView("R36", Message("ruling.R36", {"seat": ""}), needs=("seat", "amounts"))
_WARNING = ChoiceView("R34", Message("ruling.R34", {"seat": 3}), 3)
_CHANGE = (ChangeView("bet", 6, "18000", "30000"),)


class Floor:
    """The floor's screen at half size before a fake table, with a clock that the test moves."""

    def __init__(self, path: Path, say: Sentences) -> None:
        self.fake = FakeTable(path)
        ids = (f"f-{n}" for n in count(1))
        client = Client[FloorView | SignInView](path, FloorView, sign_in=SignInView)
        self.screen = FloorScreen(client, say, ids.__next__)
        self.now = 100.0
        self.screen.step(self.now)
        self.fake.accept()

    def show(self, view: FloorView | SignInView) -> None:
        self.fake.show(view)
        self.wait(0.1)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.screen.step(self.now)

    def tap(self, *names: str) -> None:
        for name in names:
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self.screen.event(
                    pygame.event.Event(kind, pos=self._pixel(name), button=1), _CANVAS, self.now
                )
            self.wait(0.05)

    def hold(self, name: str) -> None:
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self._pixel(name), button=1)
        self.screen.event(event, _CANVAS, self.now)
        self.wait(HOLD)

    def strike(self, code: int, seconds: float = 0.05) -> None:
        """Press a key of the keyboard for some time."""
        self.screen.event(pygame.event.Event(pygame.KEYDOWN, key=code), _CANVAS, self.now)
        self.wait(seconds)
        self.screen.event(pygame.event.Event(pygame.KEYUP, key=code), _CANVAS, self.now)
        self.wait(0.05)

    def drawn(self) -> FloorScene:
        scene = self.screen.scene()
        assert scene is not None
        return scene

    def names(self) -> set[str]:
        return {key.name for key in self.screen.live_keys() if key.on}

    def _pixel(self, name: str) -> tuple[int, int]:
        key = next(key for key in self.screen.live_keys() if key.name == name)
        return _CANVAS.at(key.box.center)


@pytest.fixture
def floor(tmp_path: Path, say: Sentences) -> Iterator[Floor]:
    floor = Floor(tmp_path / "floor.sock", say)
    yield floor
    floor.screen.client.close()
    floor.fake.close()


_ALL: dict[str, tuple[FloorView | SignInView, Bench]] = {
    **{name: (view, Bench().follow(None, view)) for name, view in FLOOR.items()},
    **{name: (view, Bench().follow(None, view)) for name, view in SIGN_INS.items()},
    **{f"keyed {name}": case for name, case in BENCHED.items()},
}


@pytest.mark.parametrize("name", _ALL)
def test_keys_are_large_enough_and_apart(name: str, say: Sentences) -> None:
    found = floor_keys(*_ALL[name], say)
    for key in found:
        assert min(key.w, key.h) >= theme.SMALLEST_TOUCH, key.name
        assert _SCREEN.contains(key.box), key.name
    for one, other in combinations(found, 2):
        assert not one.box.colliderect(other.box), (one.name, other.name)
    assert len({key.name for key in found}) == len(found)


def test_a_name_and_a_pin_sign_in(floor: Floor) -> None:
    floor.show(SIGN_INS["sign-in"])
    floor.tap("who M. Lee", "digit 4", "digit 7", "digit 1")
    assert "sign in" not in floor.names()
    floor.tap("digit 2", "digit 1", "erase", "sign in")
    assert floor.fake.request() == Request("f-1", 41, "sign-in", who="M. Lee", pin="4712")


def test_the_only_name_need_not_be_chosen(floor: Floor) -> None:
    floor.show(replace(SIGN_INS["sign-in"], names=("M. Lee",)))
    floor.tap("digit 4", "digit 7", "digit 1", "digit 2", "sign in")
    assert floor.fake.request().who == "M. Lee"


def test_a_wrong_pin_is_said_and_keyed_again(floor: Floor) -> None:
    floor.show(SIGN_INS["sign-in"])
    floor.tap("who M. Lee", "digit 1", "digit 1", "digit 1", "digit 1", "sign in")
    reason = Message("refused.not_signed", {"name": "M. Lee"})
    floor.fake.answer(Answer("f-1", reason))
    floor.wait(0.1)
    assert (floor.drawn().bench.refusal, floor.drawn().bench.pin) == (reason, "")
    assert "sign in" not in floor.names()


def test_a_locked_name_counts_down_and_takes_no_pin(floor: Floor) -> None:
    floor.show(SIGN_INS["sign-in"])
    locked = next(key for key in floor.screen.live_keys() if key.name == "who A. Korhonen")
    assert (locked.on, locked.under) == (False, "Locked 4:32")
    floor.wait(12)
    assert next(k for k in floor.screen.live_keys() if k.name == "who A. Korhonen").under == "Locked 4:20"
    floor.wait(261)
    assert "who A. Korhonen" in floor.names()


def test_no_pin_is_in_a_log_or_a_traceback(floor: Floor) -> None:
    floor.show(SIGN_INS["sign-in"])
    floor.tap("who M. Lee", "digit 4", "digit 7", "digit 1", "digit 1")
    assert "4711" not in repr((floor.drawn(), floor.screen.live_keys()))


def test_the_house_ruling_is_chosen_and_takes_a_hold(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.tap("apply")
    assert floor.fake.silent()
    floor.hold("apply")
    assert floor.fake.request() == Request("f-1", 41, "ruling", 5, code="R04")


def test_another_ruling_of_the_menu_is_one_press_more(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.tap("choice 2")
    floor.hold("apply")
    assert floor.fake.request().code == "R01"


def test_a_keyboard_works_the_same_keys(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.strike(pygame.K_2)
    floor.strike(pygame.K_RETURN)
    assert floor.fake.silent()
    floor.strike(pygame.K_RETURN, HOLD)
    assert floor.fake.request().code == "R01"
    floor.strike(pygame.K_ESCAPE)
    assert floor.drawn().bench.choice == 0


def test_a_keyboard_signs_in_and_writes(floor: Floor) -> None:
    floor.show(replace(SIGN_INS["sign-in"], names=("M. Lee",)))
    for code in (pygame.K_4, pygame.K_KP7, pygame.K_1, pygame.K_9, pygame.K_BACKSPACE, pygame.K_1):
        floor.strike(code)
    floor.strike(pygame.K_RETURN)
    assert floor.fake.request().pin == "4711"
    floor.show(FLOOR["e2"])
    floor.tap("note")
    for code in (pygame.K_s, pygame.K_SPACE, pygame.K_5):
        floor.strike(code)
    assert floor.drawn().bench.text == "S 5"


def test_a_reason_goes_with_the_ruling(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.tap("note", "letter C", "letter A", "letter M", "space", "letter 3", "back")
    floor.hold("apply")
    assert floor.fake.request().text == "Cam 3"


def test_what_a_ruling_needs_is_asked_for_and_previewed_before_it_applies(floor: Floor) -> None:
    floor.show(replace(FLOOR["e2"], choices=(_BET,)))
    assert "apply" not in floor.names()
    floor.tap("need amount", "digit 3", "back")
    first = floor.fake.request()
    assert (first.ask, first.amount) == ("preview", 3)
    floor.fake.answer(Answer(first.id, Message("refused.amount_low", {"least": 6000})))
    floor.wait(0.1)
    assert "apply" not in floor.names()
    floor.tap("need amount", "digit 00", "digit 00", "back")
    for amount in (300, 30000):
        asked = floor.fake.request()
        assert (asked.ask, asked.amount) == ("preview", amount)
    floor.fake.preview(PreviewView(asked.id, replace(_BET, needs=(), changes=_CHANGE)))
    floor.wait(0.1)
    assert floor.drawn().bench.changes == _CHANGE
    floor.hold("apply")
    ruled = floor.fake.request()
    assert replace(ruled, id="", ask="preview") == replace(asked, id="")


def test_a_preview_of_other_values_does_not_count(floor: Floor) -> None:
    floor.show(replace(FLOOR["e2"], choices=(_BET,)))
    floor.tap("need amount", "digit 3")
    asked = floor.fake.request()
    floor.fake.preview(PreviewView(asked.id, replace(_BET, needs=(), changes=_CHANGE)))
    floor.wait(0.1)
    assert "apply" in floor.names()
    floor.tap("digit 4")
    assert "apply" not in floor.names()


def test_a_seat_leads_on_to_the_next_thing_needed(floor: Floor) -> None:
    floor.show(replace(FLOOR["e2"], choices=(FLOOR["e2"].choices[0], _PENALTY)))
    floor.tap("choice 2")
    assert floor.drawn().bench.sheet == "seat"
    floor.tap("seat 8")
    assert floor.drawn().bench.sheet == "amount"
    floor.tap("digit 2", "back")
    asked = floor.fake.request()
    assert (asked.code, asked.seat, asked.amount) == ("R34", 8, 2)


def test_a_pot_is_shared_by_seats_and_chips(floor: Floor) -> None:
    floor.show(replace(FLOOR["e2"], choices=(_AWARD,)))
    floor.tap("need pot", "pot 2", "seat 2", "digit 5", "digit 00", "seat 6", "digit 7", "digit 0", "back")
    requests = [floor.fake.request() for _ in range(4)]
    assert (requests[-1].pot, requests[-1].seats, requests[-1].amounts) == (2, (2, 6), (500, 70))


def test_a_post_has_a_live_and_a_dead_part(floor: Floor) -> None:
    floor.show(replace(FLOOR["e2"], choices=(_POST,)))
    floor.tap("need seat", "seat 4", "digit 1", "digit 0", "part dead", "digit 5", "back")
    asked = [floor.fake.request() for _ in range(3)][-1]
    assert (asked.seat, asked.amount, asked.seats, asked.amounts) == (4, 0, (), (10, 5))


def test_a_penalty_is_a_warning_unless_hands_are_keyed(floor: Floor) -> None:
    floor.show(replace(FLOOR["e2"], choices=(_WARNING,)))
    floor.hold("apply")
    warned = floor.fake.request()
    assert (warned.seat, warned.penalty, warned.amount) == (3, "", 0)
    floor.tap("need penalty", "penalty ROUNDS")
    assert "apply" not in floor.names()
    floor.tap("digit 2", "back")
    asked = floor.fake.request()
    assert (asked.ask, asked.penalty, asked.amount) == ("preview", "ROUNDS", 2)
    assert "apply" not in floor.names()
    floor.fake.preview(PreviewView(asked.id, replace(_WARNING, changes=_CHANGE)))
    floor.wait(0.1)
    floor.hold("apply")
    assert floor.fake.request().penalty == "ROUNDS"


def test_an_award_can_be_corrected_on_the_hand_before(floor: Floor) -> None:
    again = ChoiceView("R32", Message("ruling.R32"), needs=("pot", "seats", "amounts"))
    floor.show(replace(FLOOR["e2"], choices=(again,)))
    floor.tap("need hand", "need pot", "pot 1", "seat 2", "digit 9", "back")
    asked = floor.fake.request()
    assert (asked.hand, asked.pot, asked.seats, asked.amounts) == ("last", 1, (2,), (9,))
    between = replace(FLOOR["e2"], phase="idle", choices=(again,))
    assert "need hand" not in {key.name for key in floor_keys(between, Bench(), Sentences())}


def test_cards_and_chips_are_set_by_two_people(floor: Floor) -> None:
    floor.show(SIGN_INS["sign-in"])
    floor.show(replace(FLOOR["called"], choices=(_STATE,)))
    floor.tap(
        "need moves", "card Ah", "place seat 4", "card Td", "place muck", "card Td", "place burn", "back"
    )
    floor.tap("need chips", "seat 2", "digit 9", "back")
    assert "apply" not in floor.names()
    floor.tap("need second")
    assert "second M. Lee" not in floor.names()
    floor.tap("second A. Korhonen", "digit 4", "digit 7", "digit 1", "digit 1", "back")
    asked = floor.fake.request()
    floor.fake.preview(PreviewView(asked.id, replace(_STATE, needs=(), changes=_CHANGE)))
    floor.wait(0.1)
    floor.hold("apply")
    ruled = floor.fake.request()
    assert (ruled.cards, ruled.places) == (("Ah", "Td"), ("seat 4", "burn"))
    assert (ruled.stacks, ruled.second, ruled.second_pin) == ({2: 9}, "A. Korhonen", "4711")


def test_other_rulings_open_the_catalogue(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.tap("others")
    assert floor.fake.request() == Request("f-1", 41, "floor")
    floor.show(FLOOR["called"])
    floor.tap("others", "page", "ruling 40")
    assert floor.drawn().bench.choice == 40
    assert [key.deed for key in floor.screen.live_keys() if key.name == "choice 5"] == [
        key.deed
        for key in floor_keys(FLOOR["called"], floor.drawn().bench, Sentences())
        if key.name == "choice 5"
    ]


@pytest.mark.parametrize(("name", "ask"), [("unnoticed", "unnoticed"), ("pending", "pending")])
def test_what_changes_the_stop_takes_a_hold(floor: Floor, name: str, ask: str) -> None:
    floor.show(replace(FLOOR["e2"], asks=("ruling", "unnoticed", "pending")))
    floor.tap(name)
    assert floor.fake.silent()
    floor.hold(name)
    assert floor.fake.request().ask == ask


def test_a_hand_is_revealed_for_a_reason_and_put_away(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.tap("reveal", "seat 6")
    assert "apply" not in floor.names()
    floor.tap("letter F")
    floor.hold("apply")
    assert floor.fake.request() == Request("f-1", 41, "reveal", 6, text="F")
    floor.fake.answer(Answer("f-1"))
    floor.fake.reveal(RevealView("f-1", 6, ("9h", "8h")))
    floor.wait(0.1)
    assert (floor.drawn().bench.shown, floor.drawn().bench.faces) == (6, ("9h", "8h"))
    assert "apply" not in floor.names()
    floor.show(replace(FLOOR["e2"], n=42, hand=128))
    assert floor.drawn().bench.faces == ("9h", "8h")
    floor.tap("back")
    assert floor.drawn().bench.faces == ()


def test_signing_out_takes_everything_away(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.tap("note", "letter C", "back", "sign out")
    assert floor.fake.request() == Request("f-1", 41, "sign-out")
    floor.show(SIGN_INS["sign-in"])
    scene = floor.drawn()
    assert isinstance(scene.view, SignInView)
    assert (scene.bench.text, scene.bench.faces) == ("", ())


def test_entries_go_with_their_case_and_stay_while_it_stays(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.tap("choice 2", "note", "letter C", "back")
    floor.show(replace(FLOOR["e2"], n=42, pot_total=1))
    assert (floor.drawn().bench.choice, floor.drawn().bench.text) == (1, "C")
    floor.show(FLOOR["b2"])
    assert (floor.drawn().bench.choice, floor.drawn().bench.text) == (0, "")


def test_a_change_under_the_finger_ends_the_hold(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=floor._pixel("apply"), button=1)
    floor.screen.event(event, _CANVAS, floor.now)
    floor.wait(HOLD / 2)
    floor.show(FLOOR["b2"])
    floor.wait(HOLD)
    assert floor.fake.silent()


def test_nothing_can_be_applied_where_nothing_waits(say: Sentences) -> None:
    keys = {key.name: key for key in floor_keys(FLOOR["play"], Bench(), say)}
    assert not keys["apply"].on
    assert keys["others"].deed == Send("floor")


def test_the_keys_are_dead_while_the_connection_is_lost(floor: Floor) -> None:
    floor.show(FLOOR["e2"])
    floor.fake.hang_up()
    floor.wait(0.1)
    assert floor.screen.live_keys() == ()
    assert floor.drawn().stale
