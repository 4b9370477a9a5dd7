"""The reference firmware on emulated chips, against the real driver: what moves on the felt is reported."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from drivers.hub import LIGHTS
from drivers.hub_firmware.antenna import Antenna, Wire
from drivers.hub_firmware.loop import Board, Loop
from drivers.hubline import LineReader
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, TagGone, TagSeen
from tests.drivers.feltrig import tag
from tests.drivers.firmware.picorig import PicoDevice, pico_rig
from tests.drivers.hubrig import UID, HubRig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[HubRig[PicoDevice]]:
    with pico_rig(tmp_path) as made:
        yield made


def test_every_reader_comes_up_and_cards_are_seen_and_gone_once(rig: HubRig[PicoDevice]) -> None:
    assert [type(r) for r in rig.advance(2.0)] == [ReaderUp] * len(rig.driver.names)
    rig.felt.place(tag(1), "seat 3")
    rig.felt.place(tag(2), "seat 3")
    assert [type(r) for r in rig.advance(1.0)] == [TagSeen, TagSeen]
    rig.felt.place(tag(1), "muck")
    assert [(type(r), getattr(r, "reader", "")) for r in rig.advance(3.0)] == [
        (TagSeen, "muck"),
        (TagGone, "seat 3"),
    ]
    assert (rig.driver.rejected, rig.driver.gaps) == (0, 0)


def test_a_muck_too_large_for_one_line_is_read_whole(rig: HubRig[PicoDevice]) -> None:
    for number in range(30):
        rig.felt.place(tag(number), "muck")
    rig.advance(4.0)
    assert rig.resting() == rig.lying()
    assert len(rig.resting()["muck"]) == 30


def test_unplugged_and_rebooted_in_mid_deal_nothing_is_lost_or_invented(rig: HubRig[PicoDevice]) -> None:
    rng = random.Random(5)
    rig.advance(2.0)
    for turn in range(4):
        for _ in range(3):
            rig.felt.place(tag(rng.randrange(20)), rng.choice(rig.driver.names))
            rig.advance(rng.uniform(0.0, 0.4))
        known = rig.resting()
        if turn % 2:
            rig.emulator.reboot()
            rig.advance(4.0)
        else:
            rig.felt.unplug("hub")
            away = rig.advance(rng.uniform(0.1, 3.0))
            assert not any(isinstance(report, TagGone | TagSeen) for report in away)
            assert rig.resting() == known
            rig.felt.plug("hub")
            rig.advance(5.0)
        assert rig.resting() == rig.lying()


def test_lamps_shine_and_blink_in_their_colours(rig: HubRig[PicoDevice]) -> None:
    rig.advance(1.0)
    rig.driver.show({"seat 5": "deal", "seat 6": "stop", "button 2": "on"})
    rig.advance(0.5)
    colours: dict[str, set[int]] = {"seat 5": set(), "seat 6": set(), "seat 7": set(), "button 2": set()}
    for _ in range(50):
        rig.advance(0.02)
        for lamp, seen in colours.items():
            seen.add(rig.emulator.board.colours[lamp])
    assert colours == {
        "seat 5": {int(LIGHTS["deal"], 16)},
        "seat 6": {int(LIGHTS["stop"][:6], 16), 0},
        "seat 7": {0},
        "button 2": {int(LIGHTS["on"], 16)},
    }


def test_cards_too_close_and_a_lead_pulled_freeze_one_reader_alone(rig: HubRig[PicoDevice]) -> None:
    rig.felt.place(tag(1), "seat 4")
    rig.felt.place(tag(2), "seat 5")
    rig.advance(2.0)
    rig.felt.unreadable("seat 4")
    rig.felt.unplug("seat 5")
    lost = {(r.reader, r.reason) for r in rig.advance(3.0) if isinstance(r, ReaderLost)}
    assert lost == {
        ("seat 4", "two or more cards, unreadable"),
        ("seat 5", "the antenna does not answer the hub"),
    }
    rig.felt.unreadable("seat 4", on=False)
    rig.felt.plug("seat 5")
    assert {(type(r), getattr(r, "reader", "")) for r in rig.advance(3.0)} == {
        (ReaderUp, "seat 4"),
        (ReaderUp, "seat 5"),
    }
    assert rig.resting() == rig.lying()


def test_a_key_is_felt_while_the_muck_is_counted(rig: HubRig[PicoDevice]) -> None:
    for number in range(12):
        rig.felt.place(tag(number), "muck")
    rig.advance(3.0)
    for _ in range(6):
        rig.felt.press("next", seconds=0.08)
        down, up = rig.advance(0.5)
        assert isinstance(down, KeyDown)
        assert isinstance(up, KeyUp)
        assert up.held == pytest.approx(0.08, abs=0.04)


class _Still(Antenna):
    """One card for ever."""

    def begin(self) -> None:
        self.uids = {tag(1)}

    def more(self) -> bool:
        return False


class _Choked(Board):
    """A host that reads only while it is `open`."""

    def __init__(self) -> None:
        self.antennas = [_Still(Wire())]
        self.keys = self.lamps = 0
        self.is_open = True
        self.sent = b""

    def is_down(self, key: int) -> bool:
        raise AssertionError("there is no key")

    def shine(self, colours: list[int]) -> None:
        pass

    def read(self) -> bytes:
        return b""

    def write(self, octets: bytes) -> int:
        # Seven bytes at a time: a line is always cut in the middle.
        taken = octets[:7] if self.is_open else b""
        self.sent += taken
        return len(taken)


def _seqs(bodies: tuple[str, ...]) -> list[int]:
    return [int(body.split(" ")[1]) for body in bodies]


def test_a_host_that_does_not_read_gets_whole_fresh_lines_and_a_gap_afterwards() -> None:
    board = _Choked()
    loop = Loop(board, UID, 1, 0)
    for now in range(20_000):
        board.is_open = now < 3000 or now >= 13_000
        loop.step(now)
    reader = LineReader(mid_line=False)
    bodies = reader.feed(board.sent)
    numbers = _seqs(bodies)
    gaps = [(first, then) for first, then in pairwise(numbers) if then != first + 1]
    assert len(gaps) == 1
    # Nothing that waited for more than a second is told.
    told = [int(body.split(" ")[3]) for body in bodies if body.startswith("K")]
    assert [uptime for uptime in told if 3100 < uptime < 11_900] == []
    assert max(told) >= 19_500
    assert reader.rejected <= 1


def test_lamps_of_before_the_reboot_are_lit_again(rig: HubRig[PicoDevice]) -> None:
    rig.driver.show({"seat 5": "deal"})
    rig.advance(2.0)
    rig.emulator.reboot()
    rig.advance(3.0)
    assert rig.emulator.board.colours["seat 5"] == int(LIGHTS["deal"], 16)
    assert not any(isinstance(report, ReaderLost) for report in rig.reports)
