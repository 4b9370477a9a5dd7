"""The emulated chip at its registers: the bus, flags, FIFO, timer, commands, power, and the IRQ pin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.iso14443a import crc_a
from tests.drivers.chipbench import (
    COLL,
    COM_I_EN,
    COM_IRQ,
    COMMAND,
    CONTROL,
    COUNTER,
    DEMOD,
    DIV_I_EN,
    DIV_IRQ,
    ERROR,
    FIFO,
    FOUR,
    FRAMING,
    LEVEL,
    MODE,
    STATUS_1,
    STATUS_2,
    T_MODE,
    TX_CONTROL,
    VERSION,
    WATER,
    Bench,
)

TX, RX, IDLE, HI, LO, ERR, TIMER = 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01


def test_registers_after_a_reset() -> None:
    bench = Bench()
    assert bench.read(COMMAND, COM_I_EN, COM_IRQ, STATUS_1, WATER, COLL, TX_CONTROL, VERSION) == [
        0x20,
        0x80,
        0x14,
        0x21,
        0x08,
        0xA0,
        0x80,
        0x92,
    ]
    bench.write(0x2D, 77)
    assert bench.read(0x2D) == [77]
    bench.write(COMMAND, 0x0F)
    assert bench.read(0x2D) == [0]


def test_a_frame_writes_one_register_and_reads_many() -> None:
    bench = Bench()
    bench.write(FIFO, 0x11, 0x22, 0x33)
    assert bench.read(LEVEL, FIFO, FIFO, FIFO, LEVEL) == [3, 0x11, 0x22, 0x33, 0]


@pytest.mark.parametrize("version", [0x88, 0x90, 0x91, 0xB2, 0x12])
def test_chips_and_clones_have_versions_that_cannot_be_written(version: int) -> None:
    bench = Bench(version=version)
    bench.write(VERSION, 0x00)
    assert bench.read(VERSION) == [version]


@pytest.mark.parametrize("address", [COM_IRQ, DIV_IRQ])
def test_irq_bits_are_set_and_cleared_by_bit_seven(address: int) -> None:
    bench = Bench()
    bench.write(address, 0x7F)
    assert bench.read(address) == [0]
    bench.write(address, 0x80 | 0x14)
    bench.write(address, 0x04)
    assert bench.read(address) == [0x10]


def test_the_fifo_overflows_and_is_flushed() -> None:
    bench = Bench()
    bench.write(COM_IRQ, 0x7F)
    bench.write(FIFO, *range(65))
    assert bench.read(LEVEL, ERROR, COM_IRQ) == [64, 0x10, HI | ERR]
    bench.write(LEVEL, 0x80)
    assert bench.read(LEVEL, ERROR) == [0, 0]


@given(st.integers(1, 31), st.integers(0, 64))
def test_alerts_follow_the_water_level(water: int, level: int) -> None:
    bench = Bench()
    bench.write(WATER, water)
    bench.write(COM_IRQ, 0x7F)
    bench.write(FIFO, *bytes(level))
    status, irq = bench.read(STATUS_1, COM_IRQ)
    assert status & 0x03 == (2 if 64 - level <= water else 0) | (1 if level <= water else 0)
    assert irq == (HI if 64 - level <= water else 0)
    bench.read(*[FIFO] * level)
    assert bench.read(COM_IRQ) == [irq | (LO if level > water else 0)]


def test_an_alert_is_kept_until_it_is_cleared() -> None:
    bench = Bench()
    bench.write(FIFO, *bytes(20))
    bench.write(COM_IRQ, 0x7F)
    bench.read(*[FIFO] * 12)
    bench.write(FIFO, *bytes(12))
    assert bench.read(COM_IRQ) == [LO]
    bench.write(COM_IRQ, LO)
    assert bench.read(COM_IRQ) == [0]


def test_start_send_reads_as_zero_and_needs_transceive() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(COMMAND, 0x00)
    bench.say(b"\x26", 7)
    assert bench.read(FRAMING, COM_IRQ) == [0x07, 0]


def test_silence_rings_the_timer_and_needs_a_new_command() -> None:
    bench = Bench()
    bench.ready()
    bench.say(b"\x52", 7)
    assert bench.read(COM_IRQ) == [TX | TIMER]
    bench.uids.add(FOUR)
    bench.say(b"\x52", 7)
    assert bench.read(COM_IRQ) == [0]
    bench.write(COMMAND, 0x0C)
    bench.say(b"\x52", 7)
    assert bench.read(COM_IRQ) == [TX | RX]


def test_a_completed_answer_needs_no_new_command() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.say(b"\x52", 7)
    bench.say(b"\x93\x20")
    assert bench.read(COM_IRQ, LEVEL) == [TX | RX, 5]


@pytest.mark.parametrize(("even", "ticks"), [(0, 21), (0x10, 22)])
def test_the_timer_counts_ticks_of_the_prescaler(even: int, ticks: int) -> None:
    bench = Bench()
    bench.write(COM_IRQ, 0x7F)
    bench.write(DEMOD, 0x4D & ~0x10 | even)
    bench.write(T_MODE + 1, 10)
    bench.write(T_MODE + 2, 1, 1)
    bench.write(T_MODE + 3, 4)
    tick = ticks / 13.56e6
    bench.write(CONTROL, 0x40)
    assert bench.read(STATUS_1)[0] & 0x08
    bench.clock.sleep(200.5 * tick)
    assert bench.read(COM_IRQ, COUNTER, COUNTER + 1) == [0, 0, 0x104 - 200]
    bench.clock.sleep(61 * tick)
    assert bench.read(COM_IRQ, COUNTER, COUNTER + 1) == [TIMER, 0, 0]
    assert not bench.read(STATUS_1)[0] & 0x08


def test_the_timer_can_be_stopped_and_started_again() -> None:
    bench = Bench()
    bench.write(COM_IRQ, 0x7F)
    bench.write(T_MODE + 3, 100)
    bench.write(CONTROL, 0x40)
    bench.clock.sleep(40.5 / 13.56e6)
    bench.write(CONTROL, 0x80)
    bench.clock.sleep(1)
    assert bench.read(COM_IRQ, COUNTER + 1) == [0, 60]


def test_a_timer_with_restart_rings_again() -> None:
    bench = Bench()
    bench.write(T_MODE, 0x10)
    bench.write(T_MODE + 3, 100)
    bench.write(CONTROL, 0x40)
    for _ in range(3):
        bench.write(COM_IRQ, 0x7F)
        bench.clock.sleep(1)
        assert bench.read(COM_IRQ) == [TIMER]


@given(st.binary(min_size=1, max_size=64), st.sampled_from([0, 1, 2, 3]))
def test_the_coprocessor_takes_the_fifo_and_gives_a_crc(octets: bytes, preset: int) -> None:
    bench = Bench()
    bench.write(MODE, 0x3C | preset)
    bench.write(DIV_IRQ, 0x7F)
    bench.write(FIFO, *octets[:10])
    bench.write(COMMAND, 0x03)
    for octet in octets[10:]:
        bench.write(FIFO, octet)
    irq, low, high, level = bench.read(DIV_IRQ, 0x22, 0x21, LEVEL)
    assert (irq, level) == (0x04, 0)
    assert high << 8 | low == crc_a(octets, (0x0000, 0x6363, 0xA671, 0xFFFF)[preset])


@pytest.mark.parametrize(("command", "irq"), [(0x00, 0), (0x0C, 0), (0x08, 0), (0x05, IDLE)])
def test_only_a_command_that_ends_by_itself_is_idle_again(command: int, irq: int) -> None:
    bench = Bench()
    bench.write(COM_IRQ, 0x7F)
    bench.write(COMMAND, command)
    assert bench.read(COM_IRQ, COMMAND) == [irq, command if not irq else 0]


def test_no_change_keeps_the_command() -> None:
    bench = Bench()
    bench.write(COMMAND, 0x0C)
    bench.write(COMMAND, 0x27)
    assert bench.read(COMMAND) == [0x2C]


def test_a_new_command_cancels_the_old_one_and_its_errors() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(FIFO, 0x26)
    bench.write(FRAMING, 0x87)
    bench.write(COMMAND, 0x00)
    bench.clock.sleep(0.0001)
    assert bench.read(COM_IRQ)[0] & (TX | RX) == 0
    bench.write(FIFO, *bytes(65))
    bench.write(COMMAND, 0x00)
    assert bench.read(ERROR) == [0]


def test_soft_power_down_keeps_the_registers_and_takes_its_time_to_wake() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.say(b"\x26", 7)
    bench.write(COMMAND, 0x10)
    assert bench.read(COMMAND, T_MODE) == [0x10, 0x80]
    bench.write(COMMAND, 0x00)
    assert bench.read(COMMAND) == [0x10]
    bench.clock.sleep(1024 / 13.56e6)
    assert bench.read(COMMAND) == [0x00]
    assert bench.ask(b"\x26", 7) == b"\x04\x00", "the tag lost its power and its state"


def test_a_chip_that_starts_up_reads_power_down_and_takes_no_writes() -> None:
    bench = Bench(start_up=0.002)
    bench.write(0x2D, 7)
    assert bench.read(COMMAND, 0x2D) == [0x30, 0]
    bench.clock.sleep(0.002)
    bench.write(0x2D, 7)
    assert bench.read(COMMAND, 0x2D) == [0x20, 7]
    bench.write(COMMAND, 0x0F)
    assert bench.read(COMMAND) == [0x30]


def test_a_chip_without_power_reads_zero_and_comes_back_reset() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.chip.power(False)
    assert bench.read(VERSION, COMMAND) == [0, 0]
    bench.write(0x2D, 5)
    bench.chip.power(True)
    assert bench.read(VERSION, 0x2D, TX_CONTROL) == [0x92, 0, 0x80]


def test_the_reset_pin_holds_the_chip_down() -> None:
    bench = Bench()
    bench.write(0x2D, 5)
    bench.chip.reset_pin(False)
    assert bench.read(VERSION) == [0]
    bench.chip.reset_pin(True)
    assert bench.read(VERSION, 0x2D) == [0x92, 0]


def test_the_cipher_can_be_ended_but_not_begun_by_a_write() -> None:
    bench = Bench()
    bench.write(STATUS_2, 0x88)
    assert bench.read(STATUS_2) == [0x80]


class Pin:
    """An input with a pull-up at the end of a wire."""

    def __init__(self) -> None:
        self.levels: list[int | None] = []

    def drive(self, level: int | None) -> None:
        self.levels.append(level)


def test_the_irq_pin_follows_the_enabled_flags() -> None:
    bench, pin = Bench(FOUR), Pin()
    bench.ready()
    bench.write(COM_IRQ, 0x7F)
    bench.write(COM_I_EN, 0x80 | RX)
    bench.write(DIV_I_EN, 0x80)
    bench.chip.wire_irq(pin.drive)
    bench.say(b"\x26", 7)
    bench.chip.step(bench.clock.now())
    assert pin.levels == [1, 0]
    assert bench.read(STATUS_1)[0] & 0x10
    bench.write(COM_IRQ, 0x7F)
    assert pin.levels == [1, 0, 1]
    assert not bench.read(STATUS_1)[0] & 0x10


def test_the_irq_pin_is_an_open_drain_and_not_inverted_when_asked() -> None:
    bench, pin = Bench(), Pin()
    bench.write(COM_IRQ, 0x7F)
    bench.chip.wire_irq(pin.drive)
    bench.write(COM_I_EN, 0x80 | TIMER)
    bench.write(COM_IRQ, 0x80 | TIMER)
    bench.write(COM_I_EN, TIMER)
    bench.write(DIV_I_EN, 0x80)
    assert pin.levels == [None, 0, None, 1]


def test_the_crc_flag_reaches_the_irq_pin() -> None:
    bench, pin = Bench(), Pin()
    bench.chip.wire_irq(pin.drive)
    bench.write(DIV_I_EN, 0x04)
    bench.write(COMMAND, 0x03)
    assert pin.levels == [None, 0]
