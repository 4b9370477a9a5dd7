"""Whole hands at tables of other hardware than the hub: the wires are emulated, all above is shipped."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.rules.cards import How
from controller.rules.state import BETWEEN_HANDS
from controller.rules.table import chips
from controller.tools.console import Console
from controller.tools.emulated import emulated_deck, emulated_settings, make_folders
from controller.tools.farside import TICK
from controller.tools.rig import Rig
from controller.tools.robot import FAST, Robot
from controller.views import DealerView

SEATS = 3
STACK = 400
HANDS = 2
STUCK = 200.0
STAKES = {"small_blind": 5, "big_blind": 10, "unit": 5}


def chip(role: str, bus: int, device: int, pin: int, **more: object) -> dict[str, object]:
    return {"role": role, "driver": "mfrc522", "bus": bus, "device": device, "reset_pin": pin, **more}


def on_spi(folder: Path) -> Mapping[str, Any]:
    """Seven chips on two buses, and keys and lamps on pins."""
    readers = [
        chip("shoe", 0, 0, 25),
        chip("board", 0, 1, 24),
        chip("muck", 0, 2, 23, field="on"),
        chip("burn", 0, 3, 22),
        *(chip("seat", 1, n, 4 + n, seat=n + 1) for n in range(SEATS)),
    ]
    panel = {"keys": {"next": {"pin": 12}}, "lamps": {"key next": {"pin": 13}}}
    return {"readers": tuple(readers), "hub": None, "panel": panel}


def on_ports(folder: Path) -> Mapping[str, Any]:
    """A PN532 at each seat, a C1 MUX under board, burn and muck, keys and lamps on an expander."""
    mux: dict[str, object] = {"driver": "pepper", "port": str(folder / "mux")}
    readers = [
        chip("shoe", 0, 0, 25),
        *(
            {"role": "seat", "seat": n, "driver": "pn532", "port": str(folder / f"seat-{n}")}
            for n in range(1, SEATS + 1)
        ),
        *({"role": role, **mux, "antenna": n} for n, role in enumerate(("board", "burn", "muck"), 1)),
    ]
    panel = {
        "expanders": {"left": {"address": 0x20}},
        "keys": {"next": {"expander": "left", "line": "A0"}},
        "lamps": {"key next": {"expander": "left", "line": "B0"}},
    }
    return {"readers": tuple(readers), "hub": None, "panel": panel}


def on_units(folder: Path) -> Mapping[str, Any]:
    """Pepper C1 readers with addresses on one RS-485 line."""
    line: dict[str, object] = {"driver": "pepper", "port": str(folder / "line")}
    places: list[dict[str, object]] = [{"role": "seat", "seat": n} for n in range(1, SEATS + 1)]
    places += [{"role": "board"}, {"role": "muck"}]
    at_the_line = [{**place, **line, "unit": n} for n, place in enumerate(places, 1)]
    readers = [chip("shoe", 0, 0, 25), *at_the_line]
    return {"readers": tuple(readers), "hub": None, "panel": None}


Hardware = Callable[[Path], Mapping[str, Any]]
ALL: Sequence[Hardware] = (on_spi, on_ports, on_units)


class Night:
    """A table with its robot dealer."""

    def __init__(self, folder: Path, hardware: Hardware) -> None:
        stacks = dict.fromkeys(range(1, SEATS + 1), STACK)
        settings = emulated_settings(folder, stacks, seats=SEATS, stakes=STAKES, more=hardware(folder))
        make_folders(settings)
        deck = emulated_deck(random.Random(1))
        self.rig = Rig(settings, deck)
        self.console = Console(settings.sockets / "dealer.sock", DealerView, name="robot")
        self.robot = Robot(self.rig.felt, self.console, deck, random.Random(3), pace=FAST, rebuy=STACK)
        self.prompts: set[str] = set()

    def until(self, done: Callable[[], bool]) -> None:
        """Let the robot deal until something is so; fails when that takes longer than any hand."""
        give_up = self.rig.clock.now() + STUCK
        while not done():
            assert self.rig.clock.now() < give_up, self.prompt
            self.rig.advance(TICK)
            self.robot.step(self.rig.clock.now())
            self.rig.pump()
            self.prompts.add(self.prompt)

    @property
    def prompt(self) -> str:
        """What the dealer should do now."""
        return self.rig.dealer.dealer.prompt.do

    def is_over(self, hands: int) -> bool:
        """Whether so many hands have been played."""
        table = self.rig.loop.table
        return table.hand >= hands and table.phase in BETWEEN_HANDS

    def check(self) -> None:
        """No card was lost or invented, and no chip."""
        table = self.rig.loop.table
        assert "stop" not in self.prompts
        assert chips(table) == sum(seat.bought for seat in table.seats.values())
        cards = [piece.card for piece in table.pieces if piece.card]
        assert len(cards) == len(set(cards))


@contextmanager
def night(folder: Path, hardware: Hardware) -> Iterator[Night]:
    evening = Night(folder, hardware)
    try:
        yield evening
    finally:
        evening.console.close()
        evening.rig.close()


@pytest.mark.parametrize("hardware", ALL, ids=lambda hardware: hardware.__name__)
def test_hands_are_played_to_their_end(tmp_path: Path, hardware: Hardware) -> None:
    with night(tmp_path, hardware) as evening:
        evening.until(lambda: evening.is_over(HANDS))
        evening.check()
        assert evening.rig.dealer.dealer.health == ()


@pytest.mark.parametrize("hardware", ALL, ids=lambda hardware: hardware.__name__)
def test_a_reader_unplugged_in_mid_deal_and_back_loses_no_card(tmp_path: Path, hardware: Hardware) -> None:
    with night(tmp_path, hardware) as evening:
        felt, rig = evening.rig.felt, evening.rig
        evening.until(lambda: len(rig.loop.table.pieces) >= SEATS)
        felt.unplug("seat 2")
        evening.until(lambda: bool(rig.dealer.dealer.health) and evening.prompt != "deal")
        told = rig.dealer.dealer.health
        assert [(m.id, m.args["reader"]) for m in told] == [("health.reader_lost", "seat 2")]
        felt.plug("seat 2")
        evening.until(lambda: not rig.dealer.dealer.health)
        at_seat = [piece for piece in rig.loop.table.pieces if str(piece.place) == "seat 2"]
        assert at_seat
        assert all(piece.card is not None for piece in at_seat)
        assert How.READ in {piece.how for piece in at_seat}
        evening.until(lambda: evening.is_over(1))
        evening.check()


@pytest.mark.parametrize("hardware", [on_spi, on_ports], ids=lambda hardware: hardware.__name__)
def test_the_dealer_plays_by_key_and_lamp(tmp_path: Path, hardware: Hardware) -> None:
    with night(tmp_path, hardware) as evening:
        rig = evening.rig
        rig.advance(1.0)
        assert (evening.prompt, rig.felt.lamp("key next")) == ("next", "on")
        rig.felt.press("next", 0.1)
        rig.advance(0.5)
        assert rig.loop.table.hand == 1
        assert evening.prompt != "next"
