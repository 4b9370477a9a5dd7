"""The emulated chip on the air: frames and answers, collisions, coupling, and tags without a carrier."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.emulated.tags import Coupling
from drivers.iso14443a import crc_a
from tests.drivers.chipbench import (
    COLL,
    COM_IRQ,
    COMMAND,
    CONTROL,
    ERROR,
    FIFO,
    FOUR,
    FRAMING,
    LEVEL,
    MF_RX,
    MODE,
    OTHER,
    RX_MODE,
    SEVEN,
    STATUS_2,
    TX_ASK,
    TX_CONTROL,
    TX_MODE,
    Bench,
    Ticks,
)

TX, RX, IDLE, ERR, TIMER = 0x40, 0x20, 0x10, 0x02, 0x01
ANTICOLLISION = b"\x93\x20"


def test_a_tag_answers_when_its_bits_have_passed() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.say(b"\x26", 7, wait=0)
    assert bench.read(COM_IRQ, STATUS_2) == [0, 3]
    bench.clock.sleep(80e-6)
    assert bench.read(COM_IRQ, LEVEL, STATUS_2) == [TX, 0, 5]
    bench.clock.sleep(90e-6)
    assert bench.read(STATUS_2) == [6]
    bench.clock.sleep(210e-6)
    assert bench.read(COM_IRQ, ERROR, LEVEL, CONTROL, FIFO, FIFO) == [TX | RX, 0, 2, 0x10, 0x04, 0x00]


@pytest.mark.parametrize(
    ("address", "value"),
    [(TX_CONTROL, 0x80), (TX_ASK, 0x00), (TX_MODE, 0x10), (RX_MODE, 0x10), (MF_RX, 0x10)],
)
def test_no_answer_without_carrier_modulation_speed_or_parity(address: int, value: int) -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(MODE, 0x1D)
    bench.write(address, value)
    bench.say(b"\x52", 7)
    assert bench.read(COM_IRQ) == [TX | TIMER]


def test_a_frame_waits_for_the_field_when_asked_to() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(TX_CONTROL, 0x80)
    bench.say(b"\x52", 7)
    assert bench.read(COM_IRQ, STATUS_2, LEVEL) == [0, 2, 1]
    bench.write(TX_CONTROL, 0x83)
    bench.clock.sleep(0.002)
    assert bench.read(COM_IRQ, LEVEL) == [TX | RX, 2]


def test_a_receiver_that_is_off_hears_nothing() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(COMMAND, 0x2C)
    bench.say(b"\x52", 7)
    assert bench.read(COM_IRQ) == [TX | TIMER]


def test_an_empty_fifo_sends_nothing() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.say(b"")
    assert bench.read(COM_IRQ) == [0]


@pytest.mark.parametrize(("pause", "heard"), [(160e-6, True), (200e-6, False)])
def test_transmit_and_receive_are_two_commands(pause: float, heard: bool) -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(COMMAND, 0x00)
    bench.write(COM_IRQ, 0x7F)
    bench.write(FIFO, 0x26)
    bench.write(FRAMING, 7)
    bench.write(COMMAND, 0x04)
    bench.clock.sleep(pause)
    assert bench.read(COM_IRQ, COMMAND) == [TX | IDLE, 0x00]
    bench.write(COM_IRQ, 0x7F)
    bench.write(COMMAND, 0x08)
    bench.clock.sleep(0.002)
    assert bench.read(LEVEL) == [2 if heard else 0]
    assert bench.read(COMMAND, COM_IRQ) == ([0x00, RX | IDLE] if heard else [0x08, TIMER])


def test_switching_the_antenna_off_resets_the_tags() -> None:
    bench = Bench(FOUR)
    bench.ready()
    assert bench.ask(b"\x26", 7)
    bench.write(TX_CONTROL, 0x80)
    bench.write(TX_CONTROL, 0x83)
    assert bench.ask(b"\x26", 7) == b"\x04\x00"


def test_tags_are_silent_until_they_have_power() -> None:
    bench = Bench(FOUR, power_up=0.005)
    bench.ready()
    bench.clock.sleep(0.0005)
    assert bench.ask(b"\x26", 7) == b""
    bench.clock.sleep(0.001)
    assert bench.ask(b"\x26", 7) == b"\x04\x00"


def test_a_tag_that_leaves_while_it_speaks_is_cut_short() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.ask(b"\x26", 7)
    bench.say(ANTICOLLISION, wait=0.0005)
    bench.uids.clear()
    bench.clock.sleep(0.002)
    assert bench.read(COM_IRQ, LEVEL, CONTROL) == [TX | RX, 3, 0x10 | 4]
    assert bench.heard() == bytes.fromhex(FOUR)[:2] + bytes((bytes.fromhex(FOUR)[2] & 0x0F,))


@pytest.mark.parametrize(("keep", "third"), [(0x00, 0x00), (0x80, 0x2C)])
def test_a_collision_has_its_position_and_values_after_it_only_when_asked(keep: int, third: int) -> None:
    bench = Bench("0A1B2C3D", "0A0B2C3D")
    bench.ready()
    bench.write(COLL, keep)
    bench.ask(b"\x52", 7)
    bench.say(ANTICOLLISION)
    irq, error, level, coll, first, second, after = bench.read(COM_IRQ, ERROR, LEVEL, COLL, FIFO, FIFO, FIFO)
    assert (irq, error, level) == (TX | RX | ERR, 0x08, 5)
    assert coll == keep | 13
    assert (first, second & 0x0F, after) == (0x0A, 0x0B, third)


def test_the_collision_position_counts_the_alignment() -> None:
    bench = Bench("0A1B2C3D", "0A0B2C3D")
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.say(b"\x93\x32\x0a\x03", 0x20 | 2)
    assert bench.read(ERROR, COLL) == [0x08, 0x80 | 5]


def test_position_32_reads_as_zero() -> None:
    bench = Bench("0A1B2C3D", "0A1B2CBD")
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.say(ANTICOLLISION)
    assert bench.read(COLL) == [0x80]


class TurnsOne(random.Random):
    """Chance that strikes one bit: the one of this number, from 0."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.left = number

    def random(self) -> float:
        self.left -= 1
        return 0.0 if self.left == -1 else 1.0


def test_a_position_beyond_32_is_not_valid() -> None:
    noise = {SEVEN: Coupling(noise=0.5), "04A1B2C3D4E680": Coupling()}
    # Bit 36 of the second answer; the first one has 16 bits. The tags differ in the next level only.
    bench = Bench(*noise, coupling=noise.__getitem__, rng=TurnsOne(16 + 36))
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.say(ANTICOLLISION)
    assert bench.read(ERROR, COLL) == [0x08, 0x80 | 0x20]


def test_jammed_tags_collide_without_a_position() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.chip.jam(True)
    bench.ask(b"\x52", 7)
    assert bench.read(ERROR, COLL) == [0x08, 0x80 | 0x20]


@pytest.mark.parametrize(("switch", "error"), [(False, 0x08), (True, 0x0A)])
def test_a_collision_may_raise_parity_too(switch: bool, error: int) -> None:
    bench = Bench(FOUR, OTHER, parity_with_collision=switch)
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.say(ANTICOLLISION)
    assert bench.read(ERROR) == [error]


def test_errors_of_the_receiver_are_gone_with_the_next_answer() -> None:
    bench = Bench(FOUR, OTHER)
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.say(ANTICOLLISION)
    assert bench.read(ERROR) == [0x08]
    bench.uids = {FOUR}
    bench.say(ANTICOLLISION)
    assert bench.read(ERROR, COLL) == [0, 0x80 | 0x20]


def test_the_chip_adds_and_checks_crcs() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.write(TX_MODE, 0x80)
    bench.write(RX_MODE, 0x80)
    a, b, c, d = bytes.fromhex(FOUR)
    assert bench.ask(bytes((0x93, 0x70, a, b, c, d, a ^ b ^ c ^ d))) == b"\x08"
    assert bench.read(ERROR, CONTROL) == [0, 0x10]
    assert bench.ask(b"\x30\x04") == b""
    assert bench.read(ERROR, CONTROL) == [0x04, 0x10 | 4], "a NAK of four bits has no CRC"


def test_writing_the_fifo_while_an_answer_comes_in_is_an_error() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.say(b"\x26", 7, wait=0.0002)
    bench.write(FIFO, 0x11)
    assert bench.read(ERROR) == [0x80]
    bench.clock.sleep(0.001)
    assert bench.read(LEVEL) == [2]


def coupled(**by_uid: Coupling) -> Bench:
    bench = Bench(*by_uid, coupling=by_uid.__getitem__, rng=random.Random(1))
    bench.ready()
    return bench


@pytest.mark.parametrize(("strength", "collides"), [(2.0, False), (1.9, True), (0.5, False)])
def test_a_tag_of_twice_the_strength_masks_the_other(strength: float, collides: bool) -> None:
    tags = {FOUR: Coupling(strength=strength), OTHER: Coupling()}
    bench = coupled(**tags)
    bench.ask(b"\x52", 7)
    answer = bench.ask(ANTICOLLISION)
    assert bench.read(ERROR) == [0x08 if collides else 0]
    if not collides:
        assert answer[:4].hex().upper() == (FOUR if strength > 1 else OTHER)


def test_a_masked_tag_is_heard_when_the_strong_one_is_halted() -> None:
    tags = {SEVEN: Coupling(strength=3.0), FOUR: Coupling()}
    bench = coupled(**tags)
    bench.select(SEVEN)
    bench.ask(b"\x50\x00")
    bench.write(TX_MODE, 0)
    assert bench.ask(b"\x26", 7) == b"\x04\x00"
    assert bench.ask(ANTICOLLISION)[:4].hex().upper() == FOUR


def test_a_weak_tag_takes_part_as_often_as_it_reaches() -> None:
    tags = {FOUR: Coupling(reach=0.25)}
    bench = coupled(**tags)
    answers = 0
    for _ in range(400):
        bench.write(TX_CONTROL, 0x80)
        bench.write(TX_CONTROL, 0x83)
        answers += bool(bench.ask(b"\x26", 7))
    assert 60 < answers < 140


@given(st.integers(0, 2**32), st.sampled_from([0.002, 0.02, 0.2]))
def test_a_turned_bit_is_a_parity_error_where_a_whole_byte_no_longer_fits(seed: int, noise: float) -> None:
    noisy = {FOUR: Coupling()}
    bench = Bench(FOUR, coupling=lambda uid: noisy[uid], rng=random.Random(seed))
    bench.ready()
    sent = bench.ask(b"\x52", 7) and bench.ask(ANTICOLLISION)
    noisy[FOUR] = Coupling(noise=noise)
    bench.write(COMMAND, 0x0C)
    bench.say(ANTICOLLISION)
    (error,) = bench.read(ERROR)
    turned = [(a ^ b).bit_count() for a, b in zip(sent, bench.heard(), strict=True)]
    assert error == (0x02 if any(count % 2 for count in turned) else 0)


def test_the_byte_that_the_reader_began_has_no_parity_to_check() -> None:
    noisy = {FOUR: Coupling()}
    bench = Bench(FOUR, coupling=lambda uid: noisy[uid], rng=random.Random(2))
    bench.ready()
    bench.ask(b"\x52", 7)
    noisy[FOUR] = Coupling(noise=1.0)
    bench.say(b"\x93\x67\x0a\x1b\x2c\x3d\x00", 0x70 | 7)
    assert bench.read(ERROR, LEVEL) == [0, 1]


def test_the_chance_of_a_seed_is_always_the_same() -> None:
    def heard() -> list[bytes]:
        bench = Bench(FOUR, SEVEN, coupling=lambda _: Coupling(1.0, 0.7, 0.05), rng=random.Random(9))
        bench.ready()
        return [bench.ask(b"\x52", 7) for _ in range(40)]

    assert heard() == heard()


def test_neighbouring_fields_power_one_tag_together() -> None:
    clock = Ticks()
    here, there = Bench(FOUR, clock=clock), Bench(clock=clock)
    here.chip.overlap(there.chip)
    here.ready()
    there.ready()
    here.select(FOUR)
    here.ask(b"\x50\x00")
    there.uids.add(FOUR)
    assert there.ask(b"\x26", 7) == b"", "it was halted by the neighbour"
    here.uids.clear()
    assert there.ask(b"\x52", 7) == b"\x04\x00"
    here.uids.add(FOUR)
    there.write(TX_CONTROL, 0x80)
    here.write(TX_CONTROL, 0x80)
    there.write(TX_CONTROL, 0x83)
    assert there.ask(b"\x26", 7) == b"\x04\x00", "without either field it forgot that"


def test_read_only_parts_of_the_collision_register_stay() -> None:
    bench = Bench(FOUR, OTHER)
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.say(ANTICOLLISION)
    before = bench.read(COLL)[0]
    bench.write(COLL, 0x00)
    assert bench.read(COLL) == [before & 0x3F]


def test_receiving_scraps_can_be_switched_off() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(RX_MODE, 0x08)
    bench.ask(b"\x52", 7)
    whole = bytes.fromhex(FOUR) + bytes((0,))
    bench.say(b"\x93\x66" + whole[:4] + bytes((whole[4] & 0x3F,)), 0x60 | 6)
    assert bench.read(COM_IRQ, LEVEL) == [TX, 0]


def test_the_acknowledge_of_a_select_has_a_crc() -> None:
    bench = Bench(SEVEN)
    bench.ready()
    bench.ask(b"\x52", 7)
    bench.write(TX_MODE, 0x80)
    level = b"\x88" + bytes.fromhex(SEVEN)[:3]
    a, b, c, d = level
    sak = bench.ask(b"\x93\x70" + level + bytes((a ^ b ^ c ^ d,)))
    assert sak == b"\x04" + crc_a(b"\x04").to_bytes(2, "little")


def test_a_tag_that_has_just_spoken_hears_nothing() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.say(b"\x26", 7, wait=0.000346)
    assert bench.heard() == b"\x04\x00"
    bench.say(ANTICOLLISION)
    assert bench.heard() == b""
    bench.write(COMMAND, 0x0C)
    bench.say(ANTICOLLISION)
    assert bench.heard()[:4] == bytes.fromhex(FOUR), "it did not hear that and is still ready"


def test_a_bad_clone_wants_a_command_for_each_frame_and_the_fifo_on_its_own() -> None:
    bench = Bench(FOUR, version=0x12, clone=True)
    bench.ready()
    bench.say(b"\x52", 7)
    assert bench.read(LEVEL, FIFO, FIFO, LEVEL) == [2, 0, 0, 2]
    assert bench.heard() == b"\x04\x00"
    bench.say(ANTICOLLISION)
    assert bench.read(COM_IRQ) == [0]
    assert bench.ask(ANTICOLLISION)[:4] == bytes.fromhex(FOUR)
