"""The `mfrc522` package 0.0.7, unmodified, beside our reader: what it costs, misses and makes up.

It names SPI addresses and pins well, and our reader opens the chip with it. Its reading of tags is below.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from drivers.base import TransportLost
from drivers.emulated import gpio
from tests.drivers.chipbench import COLL, ERROR, STATUS_2
from tests.drivers.stock.antenna import Antenna

# The package writes ~ where it means not, which is why it never sees its own timer; Python 3.12 says so.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")

FOUR, OTHER_FOUR = "0A1B2C3D", "021B2C3D"
NTAG, SAME_START, OTHER_START = "04A1B2C3D4E580", "04A1B2C3D4E680", "04A0B2C3D4E680"
# The first level of an NTAG with its check byte: what the package takes for the UID.
CUT = bytes.fromhex("8804A1B29F")
LAMP = 5


@pytest.fixture(autouse=True)
def quiet() -> Iterator[logging.Logger]:
    """The log that all chips of the package share, emptied again."""
    logger = logging.getLogger("mfrc522Logger")
    yield logger
    logger.handlers.clear()


def simple() -> Any:
    return importlib.import_module("mfrc522").SimpleMFRC522()


def number(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


def four_with_check() -> bytes:
    a, b, c, d = bytes.fromhex(FOUR)
    return bytes((a, b, c, d, a ^ b ^ c ^ d))


def test_an_empty_poll_costs_two_thousand_transfers(antenna: Antenna) -> None:
    cost, package = antenna.cost(simple)
    assert cost == 10
    began = antenna.clock.now()
    cost, result = antenna.cost(package.READER.MFRC522_Request, 0x26)
    assert (cost, result[0]) == (2013, package.READER.MI_ERR)
    assert antenna.clock.now() - began == pytest.approx(0.0725, rel=0.01)
    assert antenna.cost(package.read_id_no_block) == (2013, None)
    assert antenna.cost(package.read_no_block) == (2013, (None, None))
    transfers, seconds, found = antenna.steady()
    assert transfers <= 8
    assert seconds < 0.03
    assert not found.uids


def test_a_four_byte_tag_is_read_in_three_steps(antenna: Antenna) -> None:
    antenna.uids = {FOUR}
    chip = simple().READER
    assert antenna.cost(chip.MFRC522_Request, 0x26) == (28, (chip.MI_OK, 16))
    assert antenna.cost(chip.MFRC522_Anticoll) == (42, (chip.MI_OK, list(four_with_check())))
    assert antenna.cost(chip.MFRC522_SelectTag, list(four_with_check())) == (73, 0x08)


@pytest.mark.parametrize(("uid", "taken_for"), [(FOUR, number(four_with_check())), (NTAG, number(CUT))])
def test_a_resting_tag_is_seen_by_every_second_poll(antenna: Antenna, uid: str, taken_for: int) -> None:
    antenna.uids = {uid}
    package = simple()
    polls = [antenna.cost(package.read_id_no_block) for _ in range(8)]
    assert polls == [(70, taken_for), (2013, None)] * 4
    assert [antenna.found().uids for _ in range(8)] == [{uid}] * 8


def test_a_seven_byte_uid_is_cut_and_the_tag_left_half_selected(antenna: Antenna) -> None:
    antenna.uids = {NTAG}
    chip = simple().READER
    assert antenna.cost(chip.MFRC522_Request, 0x26) == (28, (chip.MI_OK, 16))
    assert antenna.cost(chip.MFRC522_Anticoll) == (42, (chip.MI_OK, list(CUT)))
    assert antenna.cost(chip.MFRC522_SelectTag, list(CUT)) == (73, 0x04)
    assert antenna.found().uids == {NTAG}


def test_text_is_written_to_and_read_from_a_classic(antenna: Antenna) -> None:
    antenna.uids = {FOUR}
    package = simple()
    assert package.write_no_block("queen of hearts")[0] == number(four_with_check())
    assert package.read_no_block() == (None, None), "the tag fell back when the cipher was switched off"
    cost, (uid, text) = antenna.cost(package.read_no_block)
    assert (uid, text) == (number(four_with_check()), "queen of hearts".ljust(48))
    # 469, and as many polls as the three passes of the authentication take on the air.
    assert cost == 521
    assert package.read_id_no_block() is None


def test_all_blocks_of_a_classic_are_dumped(antenna: Antenna, caplog: pytest.LogCaptureFixture) -> None:
    antenna.uids = {FOUR}
    chip = simple().READER
    chip.MFRC522_Request(0x26)
    _, octets = chip.MFRC522_Anticoll()
    chip.MFRC522_SelectTag(octets)
    with caplog.at_level(logging.DEBUG, "mfrc522Logger"):
        chip.MFRC522_DumpClassic1K([0xFF] * 6, octets)
    assert sum(record.message.startswith("Sector ") for record in caplog.records) == 64
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert antenna.peek(STATUS_2) & 0x08


def test_an_ntag_costs_a_second_timeout_and_gives_no_text(
    antenna: Antenna, caplog: pytest.LogCaptureFixture
) -> None:
    antenna.uids = {NTAG}
    package = simple()
    assert antenna.cost(package.read_no_block) == (2167, (number(CUT), ""))
    assert "AUTH ERROR!!" in caplog.messages


@pytest.mark.parametrize(
    ("uids", "steps", "coll"),
    [
        ({FOUR, OTHER_FOUR}, [28, 35], 0x84),
        ({NTAG, OTHER_START}, [28, 35], 0x91),
        ({FOUR, NTAG}, [24], 0x87),
    ],
    ids=["same answer to request", "first bytes differ", "four and seven bytes"],
)
def test_two_stacked_tags_are_never_read(
    antenna: Antenna, uids: set[str], steps: list[int], coll: int
) -> None:
    antenna.uids = uids
    package = simple()
    chip = package.READER
    costs = [antenna.cost(step, *args) for step, args in _steps(chip)[: len(steps)]]
    assert [cost for cost, _ in costs] == steps
    assert [status for _, (status, *_) in costs] == [chip.MI_OK] * (len(steps) - 1) + [chip.MI_ERR]
    assert (antenna.peek(ERROR), antenna.peek(COLL)) == (0x08, coll)
    assert [package.read_id_no_block() for _ in range(8)] == [None] * 8
    assert antenna.found().uids == uids


def _steps(chip: Any) -> list[tuple[Any, tuple[int, ...]]]:
    return [(chip.MFRC522_Request, (0x26,)), (chip.MFRC522_Anticoll, ())]


def test_two_ntags_of_one_roll_are_one_tag_that_is_not_there(antenna: Antenna) -> None:
    antenna.uids = {NTAG, SAME_START}
    package = simple()
    polls = [antenna.cost(package.read_id_no_block) for _ in range(4)]
    assert polls == [(70, number(CUT)), (2013, None)] * 2
    assert antenna.peek(ERROR) == 0
    assert antenna.found().uids == {NTAG, SAME_START}


@pytest.mark.parametrize(("mode", "pin"), [(gpio.BCM, 15), (gpio.BOARD, 25)])
def test_its_own_reset_pin_is_the_serial_port_s_in_bcm_numbers(antenna: Antenna, mode: int, pin: int) -> None:
    gpio.setmode(mode)
    simple()
    assert [number for number in range(28) if gpio.level(number)] == [pin]


def test_ours_drives_the_pin_that_it_was_given_and_no_other(antenna: Antenna) -> None:
    antenna.found()
    assert [number for number in range(28) if gpio.level(number) is not None] == [25]


def test_every_chip_that_is_opened_logs_once_more(antenna: Antenna, quiet: logging.Logger) -> None:
    for count in range(1, 4):
        simple()
        assert len(quiet.handlers) == count
    quiet.handlers.clear()
    for _ in range(3):
        antenna.found()
        antenna.ours.close()
    assert not quiet.handlers


def test_closing_a_chip_takes_every_lamp_and_the_numbering(antenna: Antenna) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(LAMP, gpio.OUT, initial=gpio.HIGH)
    antenna.found()
    antenna.ours.close()
    assert gpio.level(LAMP)
    simple().READER.Close_MFRC522()
    assert gpio.level(LAMP) is None
    assert gpio.getmode() is None


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_dead_chip_looks_like_no_card(antenna: Antenna, level: int) -> None:
    antenna.uids = {FOUR}
    antenna.lead.stuck = level
    package = simple()
    assert [package.read_id_no_block() for _ in range(3)] == [None] * 3
    with pytest.raises(TransportLost, match=f"0x{level:02X}"):
        antenna.found()


def test_waiting_for_a_tag_cannot_be_given_up(antenna: Antenna) -> None:
    package = simple()
    polls = iter([set(), set(), {FOUR}])
    ask = package.read_id_no_block

    def lay_and_ask() -> int | None:
        antenna.uids = next(polls)
        found: int | None = ask()
        return found

    package.read_id_no_block = lay_and_ask
    assert antenna.cost(package.read_id) == (2 * 2013 + 70, number(four_with_check()))
