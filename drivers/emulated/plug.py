"""The far side of a serial cable: a pseudo-terminal behind a stable path, and a device that lives on it.

Closing the terminal is what pulling the cable looks like. A device is stepped on simulated time, or runs in
a thread of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import termios
import threading
import time
import tty
from abc import ABC, abstractmethod
from pathlib import Path

from drivers.base import Clock

# The port's buffer holds 4095 bytes; a port that nobody reads loses what comes after this much.
UNREAD = 3000
DELIVERY_DEADLINE = 10.0


class Plug:
    """A pseudo-terminal behind a stable path; closing it is what pulling the cable looks like."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None
        self._expected = 0

    @property
    def is_in(self) -> bool:
        """Whether the cable is plugged in."""
        return self._ends is not None

    def insert(self) -> None:
        """Make a new terminal, and let the path lead to it."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = master, slave
        self._expected = 0
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        fresh.symlink_to(os.ttyname(slave))
        fresh.replace(self.path)

    def pull(self) -> None:
        """Hang up, with all that was on the way."""
        if self._ends is not None:
            self.path.unlink(missing_ok=True)
            for end in self._ends:
                os.close(end)
            self._ends = None

    def write(self, sent: bytes) -> None:
        """Send to the host; lost when the host has not read for long."""
        if self._ends is None:
            return
        master, slave = self._ends
        unread = _waiting(slave)
        if unread + len(sent) <= UNREAD:
            self._expected = unread + os.write(master, sent)

    def read(self) -> bytes:
        """What the host has sent."""
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                return os.read(self._ends[0], 4096)
        return b""

    def delivered(self) -> None:
        """Wait until all that was written can be read at the other end; only while nobody reads there."""
        if self._ends is not None and self._expected:
            _await(self._ends[1], self._expected)
            self._expected = 0

    def arrived(self, count: int) -> None:
        """Wait until `count` bytes of the host can be read here."""
        if self._ends is not None:
            _await(self._ends[0], count)


def _waiting(end: int) -> int:
    (count,) = struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, b"\0\0\0\0"))
    return int(count)


def _await(end: int, count: int) -> None:
    poll = select.poll()
    poll.register(end, select.POLLIN)
    # One deadline for all of it: when a part has arrived, poll returns at once for ever.
    give_up = time.monotonic() + DELIVERY_DEADLINE
    while _waiting(end) < count:
        poll.poll(DELIVERY_DEADLINE * 1000)
        if time.monotonic() >= give_up and _waiting(end) < count:
            raise TimeoutError(f"the pseudo-terminal did not deliver {count} bytes")


class SerialDevice(ABC):
    """A device at the end of a serial cable; `path` leads to a new terminal each time it is plugged in.

    Must override: `work`. Stepped by `step(now)` on simulated time, or by a thread of its own between `start`
    and `stop`; a device holds `lock` while it works, and so does whoever changes it from outside.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name
        self.plug = Plug(path)
        self.lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @abstractmethod
    def work(self, now: float) -> None:
        """Do what is due at `now`: follow the plug, read, answer."""

    def step(self, now: float) -> None:
        """Do what is due, and wait until the host's end of the wire has it: for simulated time only."""
        with self.lock:
            self.work(now)
        self.plug.delivered()

    def collect(self, count: int) -> None:
        """Wait until `count` bytes that the host has just written are on this end."""
        self.plug.arrived(count)

    def start(self, clock: Clock, interval: float = 0.01) -> None:
        """Run in a thread, every `interval` seconds of the wall clock."""

        def run() -> None:
            while not self._stop.wait(interval):
                with self.lock:
                    self.work(clock.now())

        self._stop.clear()
        self._thread = threading.Thread(target=run, name=f"emulated {self.name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread, if there is one, and hang up."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.plug.pull()
