"""The emulated bus: the API and the errors of spidev, and wires that are cut, held or disturbed."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator

import pytest

from drivers.emulated import pi, spidev
from drivers.emulated.leads import Lead
from drivers.spi import SpiWire
from tests.drivers.chipbench import VERSION, Bench

ASK_VERSION = (0x80 | VERSION << 1, 0)


@pytest.fixture
def bench() -> Iterator[Bench]:
    """One chip at bus 0, device 0, whose transfers take time."""
    pi.install()
    bench = Bench(transfer_cost=20e-6)
    spidev.attach(0, 0, bench.chip)
    yield bench
    spidev.detach(0, 0)


def test_the_package_that_is_imported_is_the_emulated_one(bench: Bench) -> None:
    assert importlib.import_module("spidev").SpiDev is spidev.SpiDev


def test_spidev_errors_are_those_of_the_real_package(bench: Bench) -> None:
    handle = spidev.SpiDev()
    with pytest.raises(FileNotFoundError, match="No such file or directory"):
        handle.open(0, 1)
    with pytest.raises(OSError, match="Bad file descriptor"):
        handle.xfer2([0, 0])
    handle.open(0, 0)
    with pytest.raises(TypeError, match="Empty argument list"):
        handle.xfer2([])
    with pytest.raises(OverflowError, match="4096"):
        handle.xfer2([0] * 4097)
    spidev.detach(0, 0)
    with pytest.raises(OSError, match="transport endpoint shutdown"):
        handle.xfer2([0, 0])


def test_a_transfer_costs_its_bits_and_the_call(bench: Bench) -> None:
    handle = spidev.SpiDev(0, 0)
    handle.max_speed_hz = 1_000_000
    handle.xfer2(ASK_VERSION)
    assert bench.clock.now() == pytest.approx(36e-6)


def test_every_way_to_send_reaches_the_chip(bench: Bench) -> None:
    with spidev.SpiDev(0, 0) as handle:
        handle.writebytes([0x2D << 1, 5])
        assert handle.xfer([0x80 | 0x2D << 1, 0]) == [0, 5]
        handle.writebytes2(bytes((0x2D << 1, 6)))
        assert handle.xfer2([0x80 | 0x2D << 1, 0], 500_000, 0, 8) == [0, 6]
        assert handle.xfer3([0x80 | 0x2D << 1, 0]) == (0, 6)
        assert handle.readbytes(2) == [0, 0]
    with pytest.raises(OSError, match="Bad file descriptor"):
        handle.xfer2(ASK_VERSION)


def test_a_list_is_overwritten_with_the_answer_and_other_sequences_are_not(bench: Bench) -> None:
    with spidev.SpiDev(0, 0) as handle:
        given = list(ASK_VERSION)
        assert handle.xfer2(given) is given
        assert given == [0, 0x92]
        assert list(handle.xfer2(ASK_VERSION)) == [0, 0x92]
    assert ASK_VERSION == (0x80 | VERSION << 1, 0)


def test_what_is_sent_again_and_again_is_not_overwritten(bench: Bench) -> None:
    with spidev.SpiDev(0, 0) as handle:
        wire, frame = SpiWire(handle, 0, 0), [0x80 | VERSION << 1, 0]
        assert [wire.transfer(frame) for _ in range(2)] == [[0, 0x92]] * 2


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_no_chip_and_a_cut_wire_read_the_same(bench: Bench, level: int) -> None:
    nobody, cut = Lead(None), Lead(bench.chip)
    nobody.stuck = cut.stuck = level
    for lead in (nobody, cut):
        assert lead.transfer(ASK_VERSION, 1_000_000) == [level, level]
    cut.stuck = None
    assert cut.transfer(ASK_VERSION, 1_000_000) == [0, 0x92]


def test_a_lead_that_ends_nowhere_reads_zero() -> None:
    assert Lead(None).transfer(ASK_VERSION, 1_000_000) == [0, 0]


def test_a_board_that_holds_miso_takes_bits_away(bench: Bench) -> None:
    lead = Lead(bench.chip)
    lead.held_low = 0x10
    assert lead.transfer(ASK_VERSION, 1_000_000) == [0, 0x82]


def test_disturbed_wires_turn_bits_both_ways(bench: Bench) -> None:
    lead = Lead(bench.chip, random.Random(3))
    lead.flips = 0.01
    wrong = 0
    for number in range(200):
        bench.write(0x2D, 0)
        lead.transfer([0x2D << 1, number], 1_000_000)
        arrived = bench.read(0x2D) == [number]
        read = lead.transfer([0x80 | 0x2D << 1, 0], 1_000_000)[1] == bench.read(0x2D)[0]
        wrong += not arrived or not read
    assert 10 < wrong < 150
    lead.flips = 0.0
    assert lead.transfer(ASK_VERSION, 1_000_000) == [0, 0x92]
