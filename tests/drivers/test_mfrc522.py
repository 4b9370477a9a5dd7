"""A reader being opened and closed: what it takes, what it gives back, and what a person must mend."""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Iterator

import pytest

from drivers.base import BadWiring, TransportLost
from drivers.emulated import gpio
from drivers.mfrc522 import Mfrc522Reader
from drivers.spi import opening_failed
from tests.drivers.antennarig import PIN, Antenna, antenna
from tests.drivers.chipbench import Ticks

A = "04A1B2C3D4E5F6"


@pytest.fixture
def shoe() -> Iterator[Antenna]:
    with antenna([A]) as shoe:
        yield shoe


def test_closing_gives_back_the_own_pin_only(shoe: Antenna) -> None:
    shoe.look()
    gpio.setup(5, gpio.OUT, initial=gpio.HIGH)
    shoe.reader.close()
    assert gpio.input(5) == gpio.HIGH
    with pytest.raises(RuntimeError):
        gpio.input(PIN)


def test_a_closed_reader_opens_again(shoe: Antenna) -> None:
    for _ in range(3):
        assert shoe.look().uids == {A}
        shoe.reader.close()


def test_a_chip_that_is_lost_is_held_in_its_reset(shoe: Antenna) -> None:
    shoe.look()
    shoe.lead.stuck = 0x00
    with pytest.raises(TransportLost):
        shoe.look()
    assert gpio.input(PIN) == gpio.LOW


def test_opening_again_adds_no_log_handlers(shoe: Antenna) -> None:
    for _ in range(3):
        shoe.look()
        shoe.reader.close()
    assert logging.getLogger("mfrc522Logger").handlers == []


def test_board_numbering_is_refused(shoe: Antenna) -> None:
    gpio.setmode(gpio.BOARD)
    with pytest.raises(BadWiring, match="BCM is needed"):
        shoe.look()


def test_a_reset_pin_that_another_owns_is_named(shoe: Antenna, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> None:
        raise RuntimeError("'GPIO busy'")

    monkeypatch.setattr(gpio, "setup", busy)
    with pytest.raises(BadWiring, match=r"GPIO25 of /dev/spidev0\.0 cannot be taken: 'GPIO busy'"):
        shoe.look()


def test_a_missing_package_is_named(shoe: Antenna, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mfrc522", None)
    with pytest.raises(BadWiring, match="the packages mfrc522 and spidev are needed"):
        shoe.look()


def test_a_missing_device_is_named_with_what_to_do(shoe: Antenna) -> None:
    elsewhere = Mfrc522Reader(3, 1, clock=shoe.clock, reset_pin=PIN)
    with pytest.raises(BadWiring, match=r"/dev/spidev3\.1 does not exist; switch SPI on"):
        elsewhere.inventory()


@pytest.mark.parametrize("speed", [0, 10_000_001])
def test_a_speed_that_the_chip_cannot_take_is_refused(speed: int) -> None:
    with pytest.raises(BadWiring, match=str(speed)):
        Mfrc522Reader(0, 0, clock=Ticks(), reset_pin=PIN, speed_hz=speed)


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (errno.ENOENT, BadWiring, "does not exist"),
        (errno.EACCES, BadWiring, "group spi"),
        (errno.EBUSY, TransportLost, "busy"),
    ],
)
def test_failures_to_open_say_what_to_do(number: int, kind: type[Exception], words: str) -> None:
    error = opening_failed(0, 1, OSError(number, os.strerror(number)))
    assert type(error) is kind
    assert "/dev/spidev0.1" in str(error)
    assert words in str(error)


def test_no_uid_in_a_repr_or_a_reason(shoe: Antenna) -> None:
    found = shoe.look()
    shoe.chip.power(False)
    with pytest.raises(TransportLost) as lost:
        shoe.look()
    assert found.uids == {A}
    assert A not in repr(found) + repr(shoe.reader) + repr(lost.value)
