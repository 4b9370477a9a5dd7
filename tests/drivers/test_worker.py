"""The thread around a driver: it waits for events, never for a time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from queue import SimpleQueue

import pytest

from drivers.base import Driver, TransportLost
from drivers.clock import WallClock
from drivers.health import Health
from drivers.reports import KeyDown, ReaderLost, ReaderUp, Report
from drivers.worker import Worker

WAIT = 30.0


class _Scripted(Driver):
    """Does one thing a poll: reports, or raises; then nothing more."""

    interval = 0.001

    def __init__(self, *script: tuple[Report, ...] | Exception) -> None:
        self._script = list(script)
        self.shown: list[Mapping[str, str]] = []
        self.lit = threading.Event()
        self.polled = threading.Semaphore(0)
        self.closed_by: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return ("shoe", "seat 4")

    def poll(self, now: float) -> tuple[Report, ...]:
        self.polled.release()
        match self._script.pop(0) if self._script else ():
            case Exception() as fault:
                raise fault
            case reports:
                return reports

    def show(self, lamps: Mapping[str, str]) -> None:
        self.shown.append(lamps)
        self.lit.set()

    def close(self) -> None:
        self.closed_by = threading.current_thread().name


@contextmanager
def _running(driver: Driver) -> Iterator[tuple[Worker, SimpleQueue[Report], threading.Semaphore]]:
    reports: SimpleQueue[Report] = SimpleQueue()
    woken = threading.Semaphore(0)
    worker = Worker(driver, reports, woken.release, back_off=(0.001,))
    worker.start()
    try:
        yield worker, reports, woken
    finally:
        worker.stop()


def test_reports_arrive_in_order_and_wake_the_loop_once_a_poll() -> None:
    first, second = (ReaderUp(1.0, "shoe"), KeyDown(1.0, "next")), (KeyDown(2.0, "floor"),)
    with _running(_Scripted(first, (), second)) as (_, reports, woken):
        assert woken.acquire(timeout=WAIT)
        assert woken.acquire(timeout=WAIT)
        assert [reports.get(timeout=WAIT) for _ in range(3)] == [*first, *second]
        assert reports.empty()


def test_a_driver_that_raises_loses_its_readers_once_and_gets_back_those_that_were_up() -> None:
    driver = _Scripted(
        (ReaderUp(1.0, "shoe"), ReaderUp(1.0, "seat 4")),
        (ReaderLost(2.0, "seat 4", "off"),),
        TransportLost("the shoe reader does not answer"),
        TransportLost("the shoe reader does not answer"),
        (KeyDown(3.0, "next"),),
    )
    with _running(driver) as (_, reports, _woken):
        got = [reports.get(timeout=WAIT) for _ in range(7)]
    lost = [r for r in got[3:5] if isinstance(r, ReaderLost)]
    assert [(r.reader, r.reason) for r in lost] == [
        ("shoe", "the shoe reader does not answer"),
        ("seat 4", "the shoe reader does not answer"),
    ]
    assert got[5] == ReaderUp(got[5].at, "shoe")
    assert got[6] == KeyDown(3.0, "next")


def test_a_fault_in_a_driver_names_its_place_but_not_its_text() -> None:
    with _running(_Scripted(KeyError("04A1B2C3D4E580"))) as (_, reports, _woken):
        lost = reports.get(timeout=WAIT)
    assert isinstance(lost, ReaderLost)
    assert lost.reason.startswith("the driver failed (KeyError in test_worker.py, line ")
    assert "04A1" not in lost.reason


def test_lamps_are_shown_in_the_thread_and_only_the_newest_counts() -> None:
    driver = _Scripted()
    worker = Worker(driver, SimpleQueue(), lambda: None)
    worker.show({"seat 4": "deal"})
    worker.show({"seat 4": "act"})
    worker.start()
    assert driver.lit.wait(WAIT)
    worker.stop()
    assert driver.shown == [{"seat 4": "act"}]


def test_stopping_ends_the_thread_and_closes_the_driver() -> None:
    driver = _Scripted()
    with _running(driver):
        assert driver.polled.acquire(timeout=WAIT)
    assert driver.closed_by == threading.current_thread().name
    assert not any(thread.name.startswith("reader shoe") for thread in threading.enumerate())


def test_a_worker_that_never_started_can_be_stopped() -> None:
    driver = _Scripted()
    Worker(driver, SimpleQueue(), lambda: None).stop()
    assert driver.closed_by is not None


def test_progress_moves_with_every_poll() -> None:
    driver = _Scripted()
    with _running(driver) as (worker, _, _woken):
        before = worker.progress
        assert all(driver.polled.acquire(timeout=WAIT) for _ in range(5))
        assert worker.progress > before


def test_the_wall_clock_never_goes_back() -> None:
    clock = WallClock()
    before = clock.now()
    clock.sleep(0.0)
    assert clock.now() >= before


class _Told(_Scripted):
    """A driver that knows how its reader does."""

    def health(self) -> tuple[Health, ...]:
        return (Health("seat 4", "MFRC522 version 0x92", 0.0005, seen=990, missed=10, errors=2),)


def test_the_log_says_how_each_reader_did(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    driver = _Told()
    with _running(driver):
        assert driver.polled.acquire(timeout=WAIT)
    assert caplog.messages == [
        "seat 4: MFRC522 version 0x92, answers in 0.5 ms, missed a card at rest in 10 of 1000 sweeps (1.0%),"
        " 2 damaged answers"
    ]
