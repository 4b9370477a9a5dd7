"""Selected tags on the emulated chip: authentication, blocks of a Classic, pages of an NTAG, and refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.emulated.memory import memory_of
from drivers.iso14443a import crc_a
from tests.drivers.chipbench import (
    COM_IRQ,
    COMMAND,
    ERROR,
    FIFO,
    FOUR,
    LEVEL,
    OTHER,
    SEVEN,
    STATUS_2,
    TX_MODE,
    Bench,
)

TX, IDLE, LO, TIMER, WR_ERR, ERR = 0x40, 0x10, 0x04, 0x01, 0x80, 0x02
KEY = b"\xff" * 6
ACK, CLASSIC_NAK, NTAG_NAK = b"\x0a", b"\x04", b"\x00"


def selected(uid: str) -> Bench:
    bench = Bench(uid)
    bench.ready()
    bench.select(uid)
    return bench


def authenticate(bench: Bench, block: int, key: bytes = KEY, uid: str = FOUR, letter: int = 0x60) -> bool:
    """Run MFAuthent: whether the cipher is on."""
    bench.write(COM_IRQ, 0x7F)
    bench.write(LEVEL, 0x80)
    bench.write(FIFO, letter, block, *key, *bytes.fromhex(uid)[:4])
    bench.write(COMMAND, 0x0E)
    bench.clock.sleep(0.01)
    return bool(bench.read(STATUS_2)[0] & 0x08)


def data(answer: bytes) -> bytes:
    """The data of an answer whose CRC is right."""
    assert crc_a(answer[:-2]).to_bytes(2, "little") == answer[-2:]
    return answer[:-2]


@pytest.mark.parametrize("letter", [0x60, 0x61])
def test_the_right_key_ends_the_command_and_switches_the_cipher_on(letter: int) -> None:
    bench = selected(FOUR)
    assert authenticate(bench, 8, letter=letter)
    assert bench.read(COM_IRQ, COMMAND, LEVEL, ERROR) == [TX | IDLE | LO, 0, 0, 0]


@pytest.mark.parametrize(
    ("block", "key", "uid"), [(8, bytes(6), FOUR), (8, KEY, OTHER), (64, KEY, FOUR)], ids=str
)
def test_a_failed_authentication_only_rings_the_timer(block: int, key: bytes, uid: str) -> None:
    bench = selected(FOUR)
    assert not authenticate(bench, block, key, uid)
    assert bench.read(COM_IRQ, COMMAND) == [TX | LO | TIMER, 0x0E]
    assert bench.ask(b"\x30\x08") == b"", "the tag fell back"


def test_authentication_takes_three_passes_on_the_air() -> None:
    bench = selected(FOUR)
    authenticate(bench, 8)
    bench = selected(FOUR)
    bench.write(COM_IRQ, 0x7F)
    bench.write(LEVEL, 0x80)
    bench.write(FIFO, 0x60, 8, *KEY, *bytes.fromhex(FOUR))
    bench.write(COMMAND, 0x0E)
    bench.clock.sleep(0.0017)
    assert bench.read(STATUS_2)[0] & 0x08 == 0
    bench.clock.sleep(0.0004)
    assert bench.read(STATUS_2)[0] & 0x08 == 0x08


def test_the_fifo_cannot_be_written_while_the_command_runs() -> None:
    bench = selected(FOUR)
    authenticate(bench, 8, bytes(6))
    bench.write(FIFO, 1)
    assert bench.read(ERROR, LEVEL, COM_IRQ) == [WR_ERR, 0, TX | LO | TIMER | ERR]


def test_nothing_is_sent_before_there_are_twelve_bytes() -> None:
    bench = selected(FOUR)
    assert not authenticate(bench, 8, KEY, uid="0A1B2C")
    assert bench.read(COM_IRQ, LEVEL) == [0, 11]


def test_an_ntag_knows_no_authentication() -> None:
    bench = selected(SEVEN)
    assert not authenticate(bench, 8, uid=SEVEN)


def test_blocks_are_read_and_written_in_the_sector_that_was_opened() -> None:
    bench = selected(FOUR)
    assert bench.ask(b"\x30\x08") == CLASSIC_NAK
    bench.write(TX_MODE, 0)
    bench.select(FOUR)
    assert authenticate(bench, 11)
    assert data(bench.ask(b"\x30\x08")) == bytes(16)
    assert bench.ask(b"\xa0\x08") == ACK
    assert bench.ask(bytes(range(16))) == ACK
    assert data(bench.ask(b"\x30\x08")) == bytes(range(16))
    assert data(bench.ask(b"\x30\x0b")) == bytes(6) + bytes.fromhex("FF078069") + KEY, "key A is hidden"
    assert bench.ask(b"\x30\x0c") == CLASSIC_NAK
    assert bench.ask(b"\x30\x08") == b""


def test_another_sector_is_opened_through_the_cipher() -> None:
    bench = selected(FOUR)
    assert authenticate(bench, 0)
    assert authenticate(bench, 4)
    assert data(bench.ask(b"\x30\x04")) == bytes(16)


def test_what_was_written_survives_the_loss_of_power() -> None:
    bench = selected(FOUR)
    authenticate(bench, 8)
    assert bench.ask(b"\xa0\x08") == ACK
    assert bench.ask(b"\x01" * 16) == ACK
    bench.chip.power(False)
    bench.chip.power(True)
    bench.ready()
    bench.select(FOUR)
    assert authenticate(bench, 8)
    assert data(bench.ask(b"\x30\x08")) == b"\x01" * 16


def test_a_written_trailer_changes_the_keys() -> None:
    bench = selected(FOUR)
    authenticate(bench, 8)
    secret = bytes(range(6))
    bench.ask(b"\xa0\x0b")
    assert bench.ask(secret + bytes.fromhex("FF078069") + KEY) == ACK
    bench.write(STATUS_2, 0)
    bench.write(TX_MODE, 0)
    bench.ask(b"\x52", 7)
    bench.select(FOUR)
    assert not authenticate(bench, 8, KEY)
    bench.write(TX_MODE, 0)
    bench.select(FOUR)
    assert authenticate(bench, 8, secret)


@pytest.mark.parametrize("frame", [b"\x26", b"\x52"])
def test_a_stuck_cipher_makes_the_chip_deaf(frame: bytes) -> None:
    bench = selected(FOUR)
    authenticate(bench, 8)
    bench.uids = {OTHER}
    bench.write(TX_MODE, 0)
    assert bench.ask(frame, 7) == b""
    bench.write(STATUS_2, 0)
    assert bench.ask(frame, 7) == b"\x04\x00"


def test_a_tag_without_its_cipher_hears_garbage_and_falls_back() -> None:
    bench = selected(FOUR)
    authenticate(bench, 8)
    bench.write(STATUS_2, 0)
    assert bench.ask(b"\x30\x08") == b""
    bench.write(TX_MODE, 0)
    assert bench.ask(b"\x26", 7) == b"\x04\x00"


def test_pages_of_an_ntag_are_read_and_written() -> None:
    bench = selected(SEVEN)
    octets = bytes.fromhex(SEVEN)
    first = data(bench.ask(b"\x30\x00"))
    assert first[:3] + first[4:8] == octets
    assert bench.ask(b"\xa2\x04abcd") == ACK
    assert bench.ask(b"\xa0\x05") == ACK
    assert bench.ask(b"efgh" + bytes(12)) == ACK
    assert data(bench.ask(b"\x30\x04")) == b"abcdefgh" + bytes(8)
    assert data(bench.ask(b"\x30\x2b")) == bytes(8) + first[:8], "reading goes on from the first page"
    assert data(bench.ask(b"\x60")) == bytes.fromhex("0004040201000F03")


@pytest.mark.parametrize("command", [b"\x30\x2d", b"\xa2\x03abcd", b"\xa2\x2dabcd", b"\xa0\x03", b"\x77\x00"])
def test_an_ntag_refuses_with_four_bits_and_falls_back(command: bytes) -> None:
    bench = selected(SEVEN)
    assert bench.ask(command) == NTAG_NAK
    assert bench.read(0x0C)[0] & 0x07 == 4
    assert bench.ask(b"\x30\x00") == b""


def test_a_command_with_a_wrong_crc_is_dropped() -> None:
    bench = selected(SEVEN)
    bench.write(TX_MODE, 0)
    assert bench.ask(b"\x30\x00\x00\x00") == b""


@given(st.integers(4, 7), st.lists(st.binary(max_size=20), max_size=5))
def test_no_command_breaks_a_memory(length: int, commands: list[bytes]) -> None:
    memory = memory_of(bytes(length))
    for command in commands:
        answer = memory.hear(command)
        assert isinstance(answer, bytes) or 0 <= answer <= 0x0F
