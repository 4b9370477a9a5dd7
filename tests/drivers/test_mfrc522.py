"""The reader on the emulated chip: sets of tags, counts of transfers, losses, and what the driver reports."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.base import BadWiring, TransportLost
from drivers.emulated import gpio, spidev
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.iso14443a import Inventory
from drivers.mfrc522 import Mfrc522Driver, Mfrc522Reader
from drivers.reports import ReaderLost, ReaderUp, Report, TagGone, TagSeen
from drivers.spi import opening_failed

A, B, C = "04A1B2C3D4E5F6", "04A1B2C3D4E576", "0533445566778A"
PIN = 25


class Ticks:
    """Simulated time."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Counted:
    """A chip whose transfers are counted."""

    def __init__(self, chip: Mfrc522Model) -> None:
        self.chip = chip
        self.transfers = 0

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        self.transfers += 1
        return self.chip.transfer(mosi, speed_hz)


class Shoe:
    """A shoe antenna with its chip, reader and driver; `poll` every 20 ms."""

    def __init__(self) -> None:
        spidev.install()
        gpio.cleanup()
        self.uids: set[str] = set()
        self.clock = Ticks()
        self.chip = Mfrc522Model(lambda: self.uids, self.clock, transfer_cost=20e-6)
        self.wire = Counted(self.chip)
        spidev.attach(0, 0, self.wire)
        gpio.listen(PIN, self.chip.reset_pin)
        self.reader = Mfrc522Reader(0, 0, clock=self.clock, reset_pin=PIN)
        self.driver = Mfrc522Driver(self.reader, "shoe")

    def poll(self, times: int = 1) -> list[Report]:
        reports: list[Report] = []
        for _ in range(times):
            self.clock.sleep(0.02)
            reports += self.driver.poll(self.clock.now())
        return reports

    def unplug(self) -> None:
        spidev.detach(0, 0)
        gpio.listen(PIN, None)


@pytest.fixture
def shoe() -> Iterator[Shoe]:
    shoe = Shoe()
    yield shoe
    shoe.unplug()
    gpio.cleanup()


uid = st.one_of(
    st.integers(0, 7).map(lambda n: f"0A1B2C{n:02X}"),
    st.integers(0, 40).map(lambda n: f"04A1B2C3D4E5{n:02X}"),
    st.binary(min_size=6, max_size=6).map(lambda octets: "04" + octets.hex().upper()),
    st.integers(0, 15).map(lambda n: f"04A1B2C3D4E5F6A1B2{n:02X}"),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sets(uid, max_size=5), min_size=1, max_size=4))
def test_changing_sets_of_tags_are_found_exactly(sweeps: list[set[str]]) -> None:
    shoe = Shoe()
    for uids in sweeps:
        shoe.uids = uids
        assert shoe.reader.inventory() == Inventory(frozenset(uids))
        assert shoe.reader.inventory() == Inventory(frozenset(uids))
    shoe.unplug()


@pytest.mark.parametrize(
    ("uids", "transfers", "seconds"),
    [((), 8, 0.0007), ((A,), 28, 1.3 * 0.0051), ((A, B), 60, 1.3 * 0.0108), ((A, C), 60, 1.3 * 0.0108)],
)
def test_an_inventory_is_cheap_on_the_bus(
    shoe: Shoe, uids: tuple[str, ...], transfers: int, seconds: float
) -> None:
    shoe.reader.inventory()
    shoe.uids = set(uids)
    for _ in range(3):
        shoe.wire.transfers, began = 0, shoe.clock.now()
        assert shoe.reader.inventory().uids == set(uids)
        assert 0 < shoe.wire.transfers <= transfers
        assert shoe.clock.now() - began <= seconds


def test_a_card_is_reported_once_and_gone_once(shoe: Shoe) -> None:
    assert shoe.poll() == [ReaderUp(0.02, "shoe")]
    shoe.uids = {A}
    due = shoe.clock.now() + 0.02
    assert shoe.poll() == [TagSeen(due, "shoe", A)]
    assert shoe.poll(50) == []
    shoe.uids = set()
    left = shoe.clock.now()
    (gone,) = shoe.poll(50)
    assert isinstance(gone, TagGone)
    assert gone.uid == A
    assert gone.at - left >= 0.5 - 0.03


def test_two_cards_in_one_stroke_are_two_reports(shoe: Shoe) -> None:
    shoe.poll()
    shoe.uids = {A, B}
    reports = shoe.poll()
    assert {report.uid for report in reports if isinstance(report, TagSeen)} == {A, B}


def test_a_dead_chip_is_lost_once_and_comes_back_with_its_card(shoe: Shoe) -> None:
    shoe.uids = {A}
    shoe.poll()
    shoe.chip.power(False)
    (lost,) = shoe.poll(100)
    assert isinstance(lost, ReaderLost)
    assert lost.reason.startswith("shoe reader does not answer: the chip at /dev/spidev0.0 ")
    shoe.chip.power(True)
    (up,) = shoe.poll(50)
    assert isinstance(up, ReaderUp)


def test_a_brown_out_between_two_polls_is_noticed(shoe: Shoe) -> None:
    shoe.poll()
    shoe.chip.power(False)
    shoe.chip.power(True)
    shoe.uids = {A}
    reports = shoe.poll(50)
    assert [type(report) for report in reports] == [ReaderLost, ReaderUp, TagSeen]
    assert "lost its settings" in repr(reports[0])


def test_a_card_that_left_while_the_reader_was_lost_goes_when_it_is_back(shoe: Shoe) -> None:
    shoe.uids = {A}
    shoe.poll()
    shoe.chip.power(False)
    shoe.poll(10)
    shoe.uids = set()
    shoe.chip.power(True)
    reports = shoe.poll(100)
    assert [type(report) for report in reports] == [ReaderUp, TagGone]


def test_a_chip_that_is_dead_from_the_start(shoe: Shoe) -> None:
    shoe.chip.power(False)
    (lost,) = shoe.poll(10)
    assert isinstance(lost, ReaderLost)
    assert "reads version 0x00" in lost.reason
    shoe.chip.power(True)
    assert [type(report) for report in shoe.poll(50)] == [ReaderUp]


def test_a_missing_device_is_reported_with_what_to_do() -> None:
    spidev.install()
    gpio.cleanup()
    driver = Mfrc522Driver(Mfrc522Reader(3, 1, clock=Ticks(), reset_pin=PIN), "seat 4")
    (lost,) = driver.poll(0.0)
    assert isinstance(lost, ReaderLost)
    assert lost.reason.startswith(
        "seat 4 reader does not answer: /dev/spidev3.1 does not exist; switch SPI on"
    )
    assert driver.poll(0.1) == ()
    assert driver.names == ("seat 4",)


def test_a_device_that_vanishes_is_opened_again(shoe: Shoe) -> None:
    shoe.poll()
    spidev.detach(0, 0)
    (lost,) = shoe.poll(60)
    assert isinstance(lost, ReaderLost)
    assert "/dev/spidev0.0 failed" in lost.reason
    spidev.attach(0, 0, shoe.wire)
    assert [type(report) for report in shoe.poll(50)] == [ReaderUp]


def test_cards_that_cannot_be_told_apart_are_not_no_card(shoe: Shoe) -> None:
    shoe.uids = {A}
    shoe.poll()
    shoe.uids = {A, B}
    shoe.chip.jam(True)
    (lost,) = shoe.poll(100)
    assert isinstance(lost, ReaderLost)
    assert lost.reason == "two or more cards, unreadable"
    shoe.chip.jam(False)
    reports = shoe.poll(100)
    assert [type(report) for report in reports] == [ReaderUp, TagSeen]


class Scripted:
    """A reader that finds what it is told."""

    def __init__(self, found: Callable[[], Inventory]) -> None:
        self.inventory = found
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_one_unclear_sweep_is_no_loss_and_no_departure() -> None:
    sweeps = iter(
        [Inventory(frozenset({A})), *[Inventory(unresolved=True)] * 2, *[Inventory(frozenset({A}))] * 5]
    )
    reader = Scripted(lambda: next(sweeps))
    driver = Mfrc522Driver(reader, "shoe")
    assert driver.poll(0.0) == (ReaderUp(0.0, "shoe"), TagSeen(0.0, "shoe", A))
    assert [driver.poll(float(n)) for n in range(1, 8)] == [()] * 7
    driver.close()
    assert reader.closed


def test_a_weak_card_is_said_to_be_weak() -> None:
    driver = Mfrc522Driver(Scripted(lambda: Inventory(fault="a card answers, but its number ...")), "shoe")
    reports = [report for n in range(10) for report in driver.poll(float(n))]
    assert reports == [ReaderLost(2.0, "shoe", "a card answers, but its number ...")]


def test_closing_gives_back_the_own_pin_only(shoe: Shoe) -> None:
    shoe.poll()
    gpio.setup(5, gpio.OUT, initial=gpio.HIGH)
    shoe.driver.close()
    assert gpio.input(5) == gpio.HIGH
    with pytest.raises(RuntimeError):
        gpio.input(PIN)


def test_opening_again_adds_no_log_handlers(shoe: Shoe) -> None:
    for _ in range(3):
        shoe.reader.inventory()
        shoe.reader.close()
    assert logging.getLogger("mfrc522Logger").handlers == []


def test_board_numbering_is_refused(shoe: Shoe) -> None:
    gpio.setmode(gpio.BOARD)
    with pytest.raises(BadWiring, match="BCM is needed"):
        shoe.reader.inventory()


@pytest.mark.parametrize("speed", [0, 10_000_001])
def test_a_speed_that_the_chip_cannot_take_is_refused(speed: int) -> None:
    with pytest.raises(BadWiring, match=str(speed)):
        Mfrc522Reader(0, 0, clock=Ticks(), reset_pin=PIN, speed_hz=speed)


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [(2, BadWiring, "does not exist"), (13, BadWiring, "group spi"), (16, TransportLost, "busy")],
)
def test_failures_to_open_say_what_to_do(number: int, kind: type[Exception], words: str) -> None:
    error = opening_failed(0, 1, OSError(number, "Device or resource busy"))
    assert type(error) is kind
    assert "/dev/spidev0.1" in str(error)
    assert words in str(error)


def test_no_uid_in_a_repr_or_a_reason(shoe: Shoe) -> None:
    shoe.uids = {A}
    reports = shoe.poll()
    text = repr(reports) + repr(shoe.reader.inventory())
    shoe.chip.power(False)
    text += repr(shoe.poll(5))
    assert A not in text
    assert "ReaderLost" in text
