"""The real spidev extension and the real rpi-lgpio under the stock package and under our reader."""

from __future__ import annotations

import pytest

from tests.native.conftest import Pi
from tests.native.programs import LOOKS, RESET

pytestmark = pytest.mark.native

NTAG, OTHER, FOUR = "04A1B2C3D4E5F6", "0533445566778A", "0A1B2C3D"
MESSAGES, SEGMENTS = "/dev/spidev0.0 message", "/dev/spidev0.0 segment"


def test_the_stock_package_cuts_a_seven_byte_uid(pi: Pi) -> None:
    pi.tags.add(NTAG)
    told = pi.run("stock")
    assert told["octets"][:4] == [0x88, *bytes.fromhex(NTAG[:6])]


def test_the_stock_package_waits_busily_for_an_empty_field(pi: Pi) -> None:
    assert pi.run("stock")["status"] != 0
    assert pi.kernel.calls[MESSAGES] > 4000


def test_our_reader_finds_all_tags_and_gives_its_pin_back(pi: Pi) -> None:
    pi.tags.update((NTAG, OTHER, FOUR))
    told = pi.run("inventory")
    assert told["uids"] == [sorted(pi.tags)] * LOOKS
    assert told["device"] == "MFRC522 version 0x92"
    assert pi.kernel.calls[MESSAGES] == pi.kernel.calls[SEGMENTS]
    assert set(pi.kernel.released) == {RESET}


def test_an_exchange_is_one_call_of_the_system_in_batches(pi: Pi) -> None:
    pi.tags.update((NTAG, OTHER))
    single = pi.run("inventory")
    frames = pi.kernel.calls[MESSAGES]
    pi.kernel.calls.clear()
    told = pi.run("batched")
    assert told == single
    assert pi.kernel.calls[SEGMENTS] == pytest.approx(frames, rel=0.2)
    assert pi.kernel.calls[MESSAGES] < frames / 2
