"""A chip that fails, one that is not what it should be, and the ways to speak to it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from drivers.base import TransportLost
from drivers.emulated import spidev
from drivers.emulated.leads import SpiChip
from drivers.iso14443a import Inventory
from tests.drivers.antennarig import Antenna, antenna
from tests.drivers.chipbench import COMMAND, FIFO, FRAMING, STATUS_2, TX_CONTROL, VERSION, Ticks

A, B = "04A1B2C3D4E5F6", "0533445566778A"
FOUND = Inventory(frozenset({A, B}))


def lost(seat: Antenna) -> str:
    """The sentence with which the next look fails."""
    with pytest.raises(TransportLost) as caught:
        seat.look()
    return str(caught.value)


@pytest.mark.parametrize("stuck", [0x00, 0xFF])
@pytest.mark.parametrize("looks", [0, 1, 3])
def test_a_bus_that_reads_one_value_is_lost_and_never_empty(stuck: int, looks: int) -> None:
    with antenna([A, B]) as seat:
        for _ in range(looks):
            seat.look()
        seat.lead.stuck = stuck
        for _ in range(3):
            assert lost(seat).startswith(f"/dev/spidev0.0 reads 0x{stuck:02X} only: nothing answers there")
        seat.lead.stuck = None
        assert seat.look() == FOUND


@pytest.mark.parametrize("looks", [0, 1])
def test_another_board_on_miso_is_named_by_what_is_read(looks: int) -> None:
    with antenna([A, B]) as seat:
        for _ in range(looks):
            seat.look()
        seat.lead.held_low = 0x10
        assert "/dev/spidev0.0 reads version 0x82" in lost(seat)
        assert "hold MISO" in lost(seat)


def test_a_line_that_loses_bits_is_found_by_its_patterns() -> None:
    with antenna([A, B]) as seat:
        seat.lead.held_low = 0x04
        assert "/dev/spidev0.0 does not keep what is written" in lost(seat)


def test_a_chip_that_stays_in_its_reset_is_given_up_soon() -> None:
    with antenna([A, B], start_up=5.0) as seat:
        began = seat.clock.now()
        assert "(version 0x92) does not stay out of its reset" in lost(seat)
        assert seat.clock.now() - began < 0.04


def test_a_chip_that_starts_slowly_is_waited_for() -> None:
    with antenna([A, B], start_up=0.015) as seat:
        assert seat.look() == FOUND


def test_a_chip_without_its_settings_is_set_up_again() -> None:
    with antenna([A, B]) as seat:
        seat.look()
        seat.chip.power(False)
        seat.chip.power(True)
        assert "/dev/spidev0.0 lost its settings" in lost(seat)
        assert seat.look() == FOUND


def test_a_field_that_went_off_is_noticed_and_comes_on_again() -> None:
    with antenna([A, B]) as seat:
        seat.look()
        seat.chip.transfer([TX_CONTROL << 1, 0x80], 4_000_000)
        assert "the field of the chip at /dev/spidev0.0 is off" in lost(seat)
        assert seat.look() == FOUND


class Overlay:
    """Wires on which some bits of one register read as set."""

    def __init__(self, chip: SpiChip, address: int, bits: int) -> None:
        self.chip = chip
        self.asked = address << 1 | 0x80
        self.bits = bits

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        miso = self.chip.transfer(mosi, speed_hz)
        if mosi[0] & 0x80:
            for n, octet in enumerate(mosi[:-1]):
                miso[n + 1] |= self.bits if octet == self.asked else 0
        return miso


def test_a_chip_that_is_deaf_behind_its_crypto_unit_is_opened_anew() -> None:
    with antenna([A, B]) as seat:
        seat.look()
        seat.wire.chip = Overlay(seat.lead, STATUS_2, 0x08)
        assert "the chip at /dev/spidev0.0 went deaf" in lost(seat)
        seat.wire.chip = seat.lead
        assert seat.look() == FOUND


def test_a_chip_that_went_deaf_unseen_is_set_up_again_before_long() -> None:
    rx_mode, crc_check = 0x13, 0x80
    with antenna([A, B]) as seat:
        seat.look()
        seat.chip.transfer([rx_mode << 1, crc_check], 4_000_000)
        began = seat.clock.now()
        while seat.look() != FOUND:
            assert seat.clock.now() - began < 2.5


def test_a_device_that_vanishes_is_lost_with_the_words_of_the_system() -> None:
    with antenna([A, B]) as seat:
        seat.look()
        spidev.detach(0, 0)
        assert lost(seat).startswith("/dev/spidev0.0 failed: ")


class Log:
    """A chip whose frames are kept."""

    def __init__(self, chip: SpiChip) -> None:
        self.chip = chip
        self.frames: list[list[int]] = []

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        self.frames.append(list(mosi))
        return self.chip.transfer(mosi, speed_hz)


@pytest.mark.parametrize(("version", "asked"), [(0x88, False), (0xB2, False), (0x12, False), (0x92, True)])
def test_a_clone_gets_each_command_and_its_fifo_is_read_apart(version: int, asked: bool) -> None:
    with antenna([A, B], version=version, conservative=asked) as seat:
        seat.look()
        log = Log(seat.lead)
        seat.wire.chip = log
        assert seat.look() == FOUND
        commands = [frame[1] for frame in log.frames if frame[0] == COMMAND << 1]
        starts = [frame for frame in log.frames if frame[0] == FRAMING << 1]
        assert commands == [0x00, 0x0C] * len(starts)
        reads = [{octet >> 1 & 0x3F for octet in frame[:-1]} for frame in log.frames if frame[0] & 0x80]
        assert {FIFO} in reads
        assert all(read == {FIFO} or FIFO not in read for read in reads)


def test_a_sound_chip_is_not_treated_as_a_clone() -> None:
    with antenna([A, B]) as seat:
        seat.look()
        log = Log(seat.lead)
        seat.wire.chip = log
        assert seat.look() == FOUND
        starts = [frame for frame in log.frames if frame[0] == FRAMING << 1]
        assert sum(frame == [COMMAND << 1, 0x0C] for frame in log.frames) < len(starts) / 2


class Hasty(Ticks):
    """Waits that are too short by a tenth: the chip is slower than it should be."""

    def sleep(self, seconds: float) -> None:
        super().sleep(0.9 * seconds)


@pytest.mark.parametrize("uids", [(A,), (A, B)])
def test_a_chip_that_is_slower_than_reckoned_is_read_all_the_same(uids: tuple[str, ...]) -> None:
    with antenna(uids, clock=Hasty()) as seat:
        seat.look()
        for _ in range(5):
            assert seat.look() == Inventory(frozenset(uids))


def test_what_the_chip_says_is_known_after_it_answered() -> None:
    with antenna([A], version=0x91) as seat:
        assert (seat.reader.device, seat.reader.round_trip, seat.reader.errors) == ("", None, 0)
        seat.look()
        assert seat.reader.device == "MFRC522 version 0x91"
        assert seat.reader.round_trip is not None
        assert 0 < seat.reader.round_trip < 1e-3
        assert seat.reader.errors == 0


def test_answers_that_do_not_check_are_counted() -> None:
    with antenna([A]) as seat:
        seat.look()
        before = seat.reader.errors
        seat.chip.jam(True)
        seat.look()
        assert seat.reader.errors > before


def test_the_version_is_in_every_answer_that_ends_an_exchange() -> None:
    with antenna([A]) as seat:
        seat.look()
        log = Log(seat.lead)
        seat.wire.chip = log
        seat.look()
        starts = [n for n, frame in enumerate(log.frames) if frame[0] == FRAMING << 1]
        assert starts
        assert all(VERSION << 1 | 0x80 in log.frames[n + 1] for n in starts)
