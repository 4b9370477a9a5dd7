"""The bus over emulated chips: how long a full table takes, a pulled card in between, losses and wires."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drivers.emulated import gpio, pi, spidev
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.mfrc522 import Mfrc522Reader
from drivers.reports import CrossTalk, ReaderLost, ReaderUp, Report, TagGone, TagSeen
from drivers.spibus import SHOE_EVERY, Antenna, SpiBusDriver
from tests.drivers.spirig import BUS, SpiTable, deck

A, B, *_ = deck(2)


@pytest.fixture
def table() -> Iterator[SpiTable]:
    table = SpiTable()
    yield table
    table.close()


@pytest.fixture
def shoe() -> Iterator[SpiTable]:
    shoe = SpiTable("shoe")
    yield shoe
    shoe.close()


def kinds(reports: list[Report]) -> list[type[Report]]:
    return [type(report) for report in reports]


# --- a full table


def test_a_full_table_is_swept_in_a_quarter_of_a_second(table: SpiTable) -> None:
    table.deal()
    table.run(1.0)
    table.looks.clear()
    table.run(5.0)
    assert len(table.sweeps()) >= 20
    assert max(table.sweeps()) <= 0.25
    assert max(table.shoe_gaps()) <= SHOE_EVERY


def test_all_cards_of_a_full_table_are_reported_once_and_stay(table: SpiTable) -> None:
    assert kinds(table.run(1.0)) == [ReaderUp] * 13
    table.deal()
    seen = table.run(1.5)
    assert kinds(seen) == [TagSeen] * 35
    where = {(report.reader, report.uid) for report in seen if isinstance(report, TagSeen)}
    assert where == {(name, uid) for name, uids in table.lying.items() for uid in uids}
    assert table.run(5.0) == []
    assert {h.device for h in table.driver.health()} == {"MFRC522 version 0x92"}
    assert {(h.missed, h.errors) for h in table.driver.health()} == {(0, 0)}


def test_the_shoe_is_found_in_time_while_hands_are_dealt_and_mucked(table: SpiTable) -> None:
    table.run(0.5)
    for _ in range(2):
        table.deal()
        table.run(1.0)
        for here in table.lying.values():
            here.clear()
        table.run(1.5)
    assert max(table.shoe_gaps()) <= SHOE_EVERY


def pulled(table: SpiTable, pairs: int) -> list[str]:
    """Let pairs of cards be pulled, 80 ms apart and each for 80 ms, at many phases of a sweep."""
    uids = deck(35 + 2 * pairs)[35:]
    begin = table.clock.now() + 0.1
    for n in range(pairs):
        first = begin + 0.223 * n
        table.pull(uids[2 * n], first, first + 0.08)
        table.pull(uids[2 * n + 1], first + 0.08, first + 0.16)
    return uids


def at_shoe(reports: list[Report]) -> list[str]:
    return [report.uid for report in reports if isinstance(report, TagSeen) and report.reader == "shoe"]


def test_two_cards_pulled_80_ms_apart_are_both_seen_in_order(table: SpiTable) -> None:
    table.deal()
    table.run(1.5)
    uids = pulled(table, 16)
    assert at_shoe(table.run(4.5)) == uids


def test_they_are_on_ticks_of_20_ms_too(table: SpiTable) -> None:
    table.deal()
    table.run(1.5)
    uids = pulled(table, 16)
    reports: list[Report] = []
    Stepper(table.clock, (), (table.driver,), reports.append).advance(4.5)
    assert at_shoe(reports) == uids


def test_a_card_in_two_fields_stays_where_it_lies_and_both_antennas_are_told() -> None:
    pair = SpiTable("seat 1", "seat 2")
    pair.lying["seat 1"].add(A)
    assert TagSeen in kinds(pair.run(1.0))
    pair.lying["seat 2"].add(A)
    (talk,) = pair.run(5.0)
    assert isinstance(talk, CrossTalk)
    assert (talk.reader, talk.other) == ("seat 1", "seat 2")
    pair.close()


# --- a shoe alone


def test_a_card_is_reported_once_and_gone_once(shoe: SpiTable) -> None:
    assert kinds(shoe.run(0.5)) == [ReaderUp]
    shoe.lying["shoe"] = {A}
    laid = shoe.clock.now()
    (seen,) = shoe.run(1.0)
    assert isinstance(seen, TagSeen)
    assert (seen.reader, seen.uid) == ("shoe", A)
    assert 0 < seen.at - laid < 2 * SHOE_EVERY
    shoe.lying["shoe"] = set()
    lifted = shoe.clock.now()
    (gone,) = shoe.run(1.0)
    assert isinstance(gone, TagGone)
    assert gone.uid == A
    assert gone.at - lifted >= 0.5 - SHOE_EVERY


def test_two_cards_in_one_stroke_are_two_reports(shoe: SpiTable) -> None:
    shoe.run(0.1)
    shoe.lying["shoe"] = {A, B}
    assert set(at_shoe(shoe.run(0.1))) == {A, B}


def test_a_dead_chip_is_lost_once_and_comes_back_with_its_card(shoe: SpiTable) -> None:
    shoe.lying["shoe"] = {A}
    shoe.run(0.1)
    shoe.chips["shoe"].power(False)
    (lost,) = shoe.run(5.0)
    assert isinstance(lost, ReaderLost)
    assert lost.reason.startswith(f"shoe reader does not answer: /dev/spidev{BUS}.0 reads ")
    shoe.chips["shoe"].power(True)
    assert kinds(shoe.run(3.0)) == [ReaderUp]


def test_a_brown_out_between_two_looks_is_noticed(shoe: SpiTable) -> None:
    shoe.run(0.1)
    shoe.chips["shoe"].power(False)
    shoe.chips["shoe"].power(True)
    shoe.lying["shoe"] = {A}
    reports = shoe.run(1.0)
    assert kinds(reports) == [ReaderLost, ReaderUp, TagSeen]
    assert "lost its settings" in repr(reports[0])


def test_a_card_that_left_while_the_reader_was_lost_goes_when_it_is_back(shoe: SpiTable) -> None:
    shoe.lying["shoe"] = {A}
    shoe.run(0.1)
    shoe.chips["shoe"].power(False)
    shoe.run(0.5)
    shoe.lying["shoe"] = set()
    shoe.chips["shoe"].power(True)
    assert kinds(shoe.run(3.0)) == [ReaderUp, TagGone]


def test_chips_that_are_dead_from_the_start_cost_the_others_nothing(table: SpiTable) -> None:
    for name in ("seat 2", "seat 7", "muck"):
        table.chips[name].power(False)
    table.deal()
    reports = table.run(5.0)
    assert {report.reader for report in reports if isinstance(report, ReaderLost)} == {
        "seat 2",
        "seat 7",
        "muck",
    }
    assert sum(isinstance(report, TagSeen) for report in reports) == 35 - 14
    assert max(table.shoe_gaps()) <= SHOE_EVERY
    looks = table.looks_at("seat 1")
    assert (looks[-1].began - looks[3].began) / (len(looks) - 4) <= 0.25
    table.chips["seat 2"].power(True)
    assert kinds(table.run(3.0)) == [ReaderUp, TagSeen, TagSeen]


def test_a_missing_device_is_reported_with_what_to_do() -> None:
    pi.install()
    gpio.reset()
    clock = SimulatedClock()
    driver = SpiBusDriver([Antenna("seat 4", Mfrc522Reader(3, 1, clock=clock, reset_pin=25))], clock)
    (lost,) = driver.poll(0.0)
    assert isinstance(lost, ReaderLost)
    assert lost.reason.startswith(
        "seat 4 reader does not answer: /dev/spidev3.1 does not exist; switch SPI on"
    )
    assert driver.poll(0.1) == ()
    assert driver.names == ("seat 4",)


def test_a_device_that_vanishes_is_opened_again(shoe: SpiTable) -> None:
    shoe.run(0.1)
    spidev.detach(BUS, 0)
    (lost,) = shoe.run(3.0)
    assert isinstance(lost, ReaderLost)
    assert f"/dev/spidev{BUS}.0 failed" in lost.reason
    spidev.attach(BUS, 0, shoe.chips["shoe"])
    assert kinds(shoe.run(3.0)) == [ReaderUp]


def test_cards_that_cannot_be_told_apart_are_not_no_card(shoe: SpiTable) -> None:
    shoe.lying["shoe"] = {A}
    shoe.run(0.1)
    shoe.lying["shoe"] = {A, B}
    shoe.chips["shoe"].jam(True)
    (lost,) = shoe.run(2.0)
    assert isinstance(lost, ReaderLost)
    assert lost.reason == "two or more cards, unreadable"
    shoe.chips["shoe"].jam(False)
    assert kinds(shoe.run(2.0)) == [ReaderUp, TagSeen]


def test_no_uid_in_a_report_or_a_reason(shoe: SpiTable) -> None:
    shoe.lying["shoe"] = {A}
    reports = shoe.run(0.1)
    shoe.chips["shoe"].power(False)
    text = repr(reports + shoe.run(0.5)) + repr(shoe.driver.health())
    assert "ReaderLost" in text
    assert A not in text
