"""The thread around one driver on the wall clock: polls, hands over reports, backs off, reports loss."""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue

from drivers.base import BACK_OFF, Clock, Driver, DriverError
from drivers.clock import WallClock
from drivers.reports import ReaderLost, ReaderUp, Report

log = logging.getLogger(__name__)

# How often the log says how each reader does, in seconds.
TOLD_EVERY = 600.0


class Worker:
    """Polls `driver` every `driver.interval` seconds; reports go to `reports`, then `wake` is called.

    A driver that raises costs its readers, not the table: they are reported lost with a sentence, and the
    driver is tried again after the waits of `back_off` (s). `progress`: end of the last poll, for a watchdog.
    """

    def __init__(
        self,
        driver: Driver,
        reports: SimpleQueue[Report],
        wake: Callable[[], object],
        clock: Clock | None = None,
        back_off: Sequence[float] = BACK_OFF,
    ) -> None:
        self._driver = driver
        self._reports = reports
        self._wake = wake
        self._clock = clock or WallClock()
        self._back_off = tuple(back_off)
        self._stop = threading.Event()
        self._lamps: Mapping[str, str] | None = None
        self._up: set[str] = set()
        self._failures = 0
        self.progress = self._clock.now()
        name = ", ".join(driver.names)
        self._thread = threading.Thread(target=self._run, name=f"reader {name}", daemon=True)

    def start(self) -> None:
        """Begin polling."""
        self._thread.start()

    def show(self, lamps: Mapping[str, str]) -> None:
        """Take the wanted value of every lamp; only the newest value counts."""
        self._lamps = dict(lamps)

    def stop(self) -> None:
        """End the thread after the poll that runs, and close the driver."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
            self._tell_health()
        self._driver.close()

    def _run(self) -> None:
        told = self._clock.now()
        while not self._stop.is_set():
            if self._clock.now() - told >= TOLD_EVERY:
                told = self._clock.now()
                self._tell_health()
            fresh = self._poll(self._clock.now())
            for report in fresh:
                self._reports.put(report)
            if fresh:
                self._wake()
            self.progress = self._clock.now()
            self._stop.wait(self._pause())

    def _tell_health(self) -> None:
        for health in self._driver.health():
            log.info("%s", health)

    def _pause(self) -> float:
        if not self._failures:
            return self._driver.interval
        return self._back_off[min(self._failures, len(self._back_off)) - 1]

    def _poll(self, now: float) -> tuple[Report, ...]:
        try:
            lamps, self._lamps = self._lamps, None
            if lamps is not None:
                self._driver.show(lamps)
            sensed = self._driver.poll(now)
        except Exception as fault:  # noqa: BLE001 - a fault in one driver must not end the table
            return self._fail(now, _sentence(fault))
        recovered = tuple(ReaderUp(now, name) for name in sorted(self._up)) if self._failures else ()
        self._failures = 0
        for report in sensed:
            match report:
                case ReaderUp(reader=name):
                    self._up.add(name)
                case ReaderLost(reader=name):
                    self._up.discard(name)
        return recovered + sensed

    def _fail(self, now: float, sentence: str) -> tuple[Report, ...]:
        self._failures += 1
        if self._failures > 1:
            return ()
        return tuple(ReaderLost(now, name, sentence) for name in self._driver.names)


def _sentence(fault: Exception) -> str:
    """A driver's own words; of any other error only where it arose, for its text might name a tag."""
    if isinstance(fault, DriverError):
        return str(fault)
    place = traceback.extract_tb(fault.__traceback__)[-1]
    return f"the driver failed ({type(fault).__name__} in {Path(place.filename).name}, line {place.lineno})"
