"""Simulated time: the same drivers and emulators, called in fixed order, with nothing left on the wire.

A pseudo-terminal is a kernel object with a delay of its own; time moves only after every byte written has
arrived, so one script gives one sequence of reports.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from pathlib import Path
from typing import Protocol

from drivers.base import Driver, SerialDriver
from drivers.emulated.plug import SerialDevice
from drivers.reports import Report

# A fifth of a second in floating point is a little more than 200,000 microseconds.
_ROUNDING = 1e-3


class SimulatedClock:
    """A clock that moves when told; kept in whole microseconds so that steps add up exactly."""

    def __init__(self, start: float = 0.0) -> None:
        self._us = round(start * 1e6)

    def now(self) -> float:
        """Seconds since the clock's own zero."""
        return self._us / 1e6

    def sleep(self, seconds: float) -> None:
        """Move on by `seconds`, at once; by the next whole microsecond, for a sleep is never too short."""
        self._us += ceil(seconds * 1e6 - _ROUNDING)

    def move_to(self, us: int) -> None:
        """Move on to `us` microseconds; a clock that is already later stays."""
        self._us = max(self._us, us)


class Emulator(Protocol):
    """The far side of a wire, driven by steps."""

    def step(self, now: float) -> None:
        """Do what is due at `now`."""


class Switch:
    """Passes a state of the felt on to an emulator: at the first step, and when it changes.

    So `Switch(lambda: not felt.is_unplugged("shoe"), chip.power)`.
    """

    def __init__(self, state: Callable[[], bool], turn: Callable[[bool], object]) -> None:
        self._state = state
        self._turn = turn
        self._last: bool | None = None

    def step(self, now: float) -> None:  # noqa: ARG002 - the step of an emulator; a switch has no time
        """Turn when the state is another one."""
        state = self._state()
        if state != self._last:
            self._last = state
            self._turn(state)


class Stepper:
    """Moves `clock` in ticks; each tick steps all emulators, then polls the drivers into `sink`.

    The drivers of serial ports come last. Each is linked to the device at its path: what the driver writes
    has arrived before the next call.
    """

    def __init__(
        self,
        clock: SimulatedClock,
        emulators: Sequence[Emulator],
        drivers: Sequence[Driver],
        sink: Callable[[Report], object],
        tick: float = 0.02,
    ) -> None:
        self._clock = clock
        self._emulators = tuple(emulators)
        devices = {emulator.path: emulator for emulator in emulators if isinstance(emulator, SerialDevice)}
        self._plain = tuple(driver for driver in drivers if not isinstance(driver, SerialDriver))
        self._linked = tuple(
            (driver, devices.get(Path(driver.where)))
            for driver in drivers
            if isinstance(driver, SerialDriver)
        )
        self._sink = sink
        self._tick_us = round(tick * 1e6)
        self._next_us = round(clock.now() * 1e6)

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass, tick by tick; a rest shorter than a tick is kept for the next call."""
        end = round((self._clock.now() + seconds) * 1e6)
        while self._next_us <= end:
            self._clock.move_to(self._next_us)
            self._tick()
            # Ticks that slow buses have used up are left out: made up for, they would only take more time.
            missed = (round(self._clock.now() * 1e6) - self._next_us) // self._tick_us
            self._next_us += self._tick_us * max(1, missed)
        self._clock.move_to(end)

    def _tick(self) -> None:
        now = self._clock.now()
        for emulator in self._emulators:
            emulator.step(now)
        for driver in self._plain:
            for report in driver.poll(now):
                self._sink(report)
        for driver, far_side in self._linked:
            before = driver.sent
            for report in driver.poll(now):
                self._sink(report)
            if far_side is not None and driver.sent != before:
                far_side.collect(driver.sent - before)
