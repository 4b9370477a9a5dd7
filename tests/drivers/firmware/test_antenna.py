"""The firmware's inventory on the emulated chip: what lies there, never what does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.emulated.stepper import SimulatedClock
from drivers.emulated.tags import Coupling
from drivers.hub_firmware.antenna import SILENCES, Antenna, crc_a
from drivers.iso14443a import crc_a as crc_of_the_host
from tests.drivers.firmware.picorig import FRAME_COST, ChipWire


class Desk:
    """One chip with cards over it."""

    def __init__(
        self,
        uids: Collection[str],
        coupling: Coupling | None = None,
        seed: int = 0,
        frame_cost: float = FRAME_COST,
    ) -> None:
        self.uids = set(uids)
        self.couplings: dict[str, Coupling] = {}
        self.clock = SimulatedClock()
        self.chip = Mfrc522Model(
            lambda: sorted(self.uids),
            self.clock,
            transfer_cost=frame_cost,
            coupling=lambda uid: self.couplings.get(uid, coupling or Coupling()),
            rng=random.Random(seed),
        )
        self.antenna = Antenna(ChipWire(self.chip, self.clock))

    def tap(self, through: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
        """Let all frames go through this; return how they went before."""
        wire = self.antenna._wire
        before = wire.transfer
        vars(wire)["transfer"] = through
        return before

    def look(self) -> tuple[set[str], str]:
        self.antenna.begin()
        while self.antenna.more():
            pass
        return self.antenna.uids, self.antenna.trouble


def _fifo_read(count: int) -> bytes:
    return bytes((0x09 << 1 | 0x80,)) * count + b"\0"


def _octets(count: int) -> st.SearchStrategy[str]:
    # Few different bytes, so that many cards begin alike; 88 is what no number may begin with.
    return st.lists(st.sampled_from((0x04, 0x05, 0x84, 0xFF, 0x00)), min_size=count, max_size=count).map(
        lambda octets: bytes(octets).hex().upper()
    )


NUMBERS = st.sampled_from((4, 7, 10)).flatmap(_octets)


@settings(max_examples=60)
@given(st.sets(NUMBERS, max_size=6))
def test_all_cards_are_found_again_and_again(uids: set[str]) -> None:
    desk = Desk(uids)
    for _ in range(2):
        assert desk.look() == (uids, "")


@settings(max_examples=60)
@given(st.sets(NUMBERS, max_size=4), st.integers(0, 1000), st.sampled_from((0.002, 0.02)))
def test_bit_errors_and_weak_cards_invent_no_number(uids: set[str], seed: int, noise: float) -> None:
    desk = Desk(uids, Coupling(reach=0.9, noise=noise), seed)
    for _ in range(3):
        found, trouble = desk.look()
        assert found <= uids
        assert trouble in ("", "unreadable")


def test_a_card_that_masks_another_does_not_hide_it() -> None:
    near, far = "04A1B2C3D4E580", "04A1B2C3D4E680"
    desk = Desk({near, far})
    desk.couplings = {near: Coupling(strength=4.0)}
    assert desk.look() == ({near, far}, "")


def test_a_card_that_answers_but_never_checks_is_unreadable_not_absent() -> None:
    desk = Desk({"04A1B2C3D4E580"}, Coupling(noise=0.2))
    troubles = [desk.look() for _ in range(20)]
    assert (set(), "unreadable") in troubles
    assert all(found == set() for found, _ in troubles)


@pytest.mark.parametrize(
    ("uid", "acknowledge"),
    [
        pytest.param("A1B2C3D4", b"\x08\x00\x00", id="a checksum that does not fit"),
        pytest.param("04A1B2C3D4E580", b"\x00" + crc_a(b"\x00"), id="the number ends after a cascade tag"),
    ],
)
def test_no_number_without_the_acknowledge_that_belongs_to_it(uid: str, acknowledge: bytes) -> None:
    desk = Desk({uid})
    whole = desk.tap(lambda sent: b"\0" + acknowledge if sent == _fifo_read(3) else whole(sent))
    assert desk.look() == (set(), "unreadable")


def test_no_number_without_its_check_byte() -> None:
    desk = Desk({"A1B2C3D4"})
    select = bytes.fromhex("9370A1B2C3D4")
    select += bytes((0xA1 ^ 0xB2 ^ 0xC3 ^ 0xD4,))

    def misread(sent: bytes) -> bytes:
        # The card is even selected by the number that was misheard.
        if sent[:3] == b"\x12\x93\x70":
            return whole(b"\x12" + select + crc_a(select))
        received = whole(sent)
        return (
            received[:1] + bytes((received[1] ^ 0x10,)) + received[2:] if sent == _fifo_read(5) else received
        )

    whole = desk.tap(misread)
    assert desk.look() == (set(), "unreadable")


@pytest.mark.parametrize("place", range(1, 33))
def test_a_collision_that_is_none_is_tried_both_ways(place: int) -> None:
    desk = Desk({"A1B2C3D4"})
    asked_all = False

    def disturbed(sent: bytes) -> bytes:
        nonlocal asked_all
        if sent[:1] == b"\x12":
            asked_all = sent == b"\x12\x93\x20"
        received = whole(sent)
        if asked_all and sent[:1] == b"\x88" and received[1] & 0x20:
            return bytes((received[0], received[1], received[2] | 0x08, received[3]))
        return b"\0" + bytes((place & 0x1F,)) if asked_all and sent == b"\x9c\0" else received

    whole = desk.tap(disturbed)
    assert desk.look() == ({"A1B2C3D4"}, "")


@pytest.mark.parametrize("frame_us", [1, 5, 9, 13, 17, 21, 25])
def test_a_fast_bus_gives_the_cards_their_rest(frame_us: int) -> None:
    desk = Desk({"04A1B2C3D4E580", "A1B2C3D4"}, frame_cost=frame_us / 1e6)
    requests = 0

    def counted(sent: bytes) -> bytes:
        nonlocal requests
        requests += sent == b"\x1a\x87"
        return whole(sent)

    whole = desk.tap(counted)
    assert desk.look() == (desk.uids, "")
    assert requests == len(desk.uids) + SILENCES, "a card was asked twice"


@pytest.mark.parametrize("missed", [0, 1])
def test_a_card_that_misses_one_request_is_found(missed: int) -> None:
    desk = Desk({"04A1B2C3D4E580", "A1B2C3D4"})
    asked = -1

    def deaf_once(sent: bytes) -> bytes:
        nonlocal asked
        asked += sent == b"\x1a\x87"
        deaf = asked == missed and sent == b"\x1a\x87"
        desk.couplings = dict.fromkeys(desk.uids, Coupling(reach=0.0)) if deaf else {}
        return whole(sent)

    whole = desk.tap(deaf_once)
    assert desk.look() == (desk.uids, "")


def test_collisions_without_a_place_are_unreadable() -> None:
    desk = Desk({"04A1B2C3D4E580", "04A1B2C3D4E680"})
    desk.chip.jam(True)
    assert desk.look() == (set(), "unreadable")
    desk.chip.jam(False)
    assert desk.look() == (desk.uids, "")


def test_a_chip_that_is_away_is_dead_and_works_again_after_it_had_no_power() -> None:
    desk = Desk({"04A1B2C3D4E580"})
    assert desk.look() == (desk.uids, "")
    desk.chip.power(False)
    assert desk.look() == (set(), "dead")
    desk.chip.power(True)
    assert desk.look() == (desk.uids, "")


@pytest.mark.parametrize("stuck", [0x00, 0xFF])
def test_a_bus_without_a_chip_is_dead_in_bounded_time(stuck: int) -> None:
    desk = Desk(())
    desk.tap(lambda sent: bytes((stuck,)) * len(sent))
    assert desk.look() == (set(), "dead")
    assert desk.clock.now() == 0.0


def test_a_chip_that_never_finishes_is_dead_in_bounded_time_not_empty() -> None:
    desk = Desk({"04A1B2C3D4E580"})

    def without_interrupts(sent: bytes) -> bytes:
        received = whole(sent)
        return received[:1] + b"\0" + received[2:] if sent[:1] == b"\x88" else received

    whole = desk.tap(without_interrupts)
    assert desk.look() == (set(), "dead")
    assert desk.clock.now() < 0.05
    desk.tap(whole)
    assert desk.look() == (desk.uids, "")


def test_the_field_is_off_between_two_looks() -> None:
    desk = Desk({"04A1B2C3D4E580"})
    desk.look()
    (control,) = desk.antenna._read(0x14)
    assert control & 0x03 == 0


@given(st.binary(max_size=9))
def test_the_checksum_is_the_one_of_the_standard(octets: bytes) -> None:
    assert int.from_bytes(crc_a(octets), "little") == crc_of_the_host(octets)


def test_a_weak_card_is_found_sooner_or_later() -> None:
    uid = "04A1B2C3D4E580"
    desk = Desk({uid})
    desk.couplings = {uid: replace(Coupling(), reach=0.8)}
    assert any(desk.look()[0] == {uid} for _ in range(20))
