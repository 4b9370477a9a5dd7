"""What a driver must and may override; everything is `poll(now) -> reports`, nothing owns a thread.

Errors are sentences for the person who must act, with the thing named: all derive from `DriverError`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Protocol

from drivers.health import Health
from drivers.reports import Report

# What was lost is tried again after these waits (s), the last one for ever.
BACK_OFF = (0.2, 0.4, 0.8, 1.6, 2.0)


def back_off(failures: int) -> float:
    """Seconds to wait when so many tries in a row have failed before this one."""
    return BACK_OFF[min(failures, len(BACK_OFF) - 1)]


class DriverError(Exception):
    """The base of everything that a driver raises on purpose."""


class TransportLost(DriverError):
    """The bus or port under a driver failed; it will be opened again."""


class BadWiring(DriverError):
    """The configuration names something that this machine or chip cannot be."""


class Clock(Protocol):
    """Where a driver takes the time from: the wall clock, or the stepper's."""

    def now(self) -> float:
        """Seconds, monotonic."""

    def sleep(self, seconds: float) -> None:
        """Let at least `seconds` pass."""


class Driver(ABC):
    """One owner of one bus or port: it may serve several readers, keys and lamps.

    Must override: `names`, `poll`, `close`. May override: `show`, for hardware with lamps, `health`, and
    `interval`: seconds from the end of one poll to the next.
    """

    interval: float = 0.02

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The readers behind this driver, by the names that reports carry."""

    @abstractmethod
    def poll(self, now: float) -> tuple[Report, ...]:
        """What was sensed since the last poll; never blocks longer than the driver's deadline.

        A failing bus is reported as `ReaderLost`, not raised; the next poll tries again.
        """

    @abstractmethod
    def close(self) -> None:
        """Give back the bus, and only what this driver took."""

    def show(self, lamps: Mapping[str, str]) -> None:  # noqa: B027
        """Take the wanted value of every lamp, by name; sent with the next poll. Default: no lamps."""

    def health(self) -> tuple[Health, ...]:
        """How each reader does, for `tablectl check` and the log. Default: nothing is known."""
        return ()


class SerialDriver(Driver):
    """A driver behind a serial port; on simulated time what it writes arrives before time moves.

    Must set: `where`, the path of its port, and `sent`, the bytes written since the start.
    """

    where: str
    sent: int = 0
