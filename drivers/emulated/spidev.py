"""The API of the `spidev` package over emulated chips, and the one place that installs the emulated Pi.

`attach` puts a chip behind /dev/spidevB.D. Errors have the numbers and texts of the real package.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Protocol

from drivers.emulated import gpio

_BUFFER = 4096


class SpiChip(Protocol):
    """What hangs on a chip select."""

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        """Clock one frame: as many bytes back as were sent."""


_chips: dict[tuple[int, int], SpiChip] = {}


def attach(bus: int, device: int, chip: SpiChip) -> None:
    """Put `chip` behind /dev/spidev`bus`.`device`."""
    _chips[bus, device] = chip


def detach(bus: int, device: int) -> None:
    """Take the device node away; open handles fail from now on."""
    _chips.pop((bus, device), None)


def install() -> None:
    """Make `import spidev` and `import RPi.GPIO` mean the emulated ones, in this process."""
    package = ModuleType("RPi")
    package.GPIO = gpio  # type: ignore[attr-defined]
    sys.modules["spidev"] = sys.modules[__name__]
    sys.modules["RPi"] = package
    sys.modules["RPi.GPIO"] = gpio


class SpiDev:
    """A handle on one SPI device, closed at first as in the real package."""

    def __init__(self, bus: int | None = None, device: int | None = None) -> None:
        self.max_speed_hz = 500_000
        self.mode = 0
        self.bits_per_word = 8
        self.lsbfirst = False
        self.cshigh = False
        self.no_cs = False
        self._address: tuple[int, int] | None = None
        if bus is not None and device is not None:
            self.open(bus, device)

    def open(self, bus: int, device: int) -> None:
        """Connect to /dev/spidev`bus`.`device`; raises FileNotFoundError when there is none."""
        if (bus, device) not in _chips:
            raise _os_error(errno.ENOENT)
        self._address = (bus, device)

    def close(self) -> None:
        """Let go of the device; closing twice is allowed."""
        self._address = None

    def xfer2(self, values: Sequence[int], speed_hz: int = 0) -> list[int]:
        """Send `values` in one frame: the bytes that came back; raises OSError on a closed or lost device."""
        if self._address is None:
            raise _os_error(errno.EBADF)
        chip = _chips.get(self._address)
        if chip is None:
            raise _os_error(errno.ESHUTDOWN)
        if not values:
            raise TypeError("Empty argument list.")
        if len(values) > _BUFFER:
            raise OverflowError(f"Argument list size exceeds {_BUFFER} bytes.")
        return chip.transfer(values, speed_hz or self.max_speed_hz)

    def xfer(self, values: Sequence[int], speed_hz: int = 0) -> list[int]:
        """Send `values`; the same as `xfer2` in spidev 3.8 as it is built."""
        return self.xfer2(values, speed_hz)

    def writebytes(self, values: Sequence[int]) -> None:
        """Send `values` and drop what comes back."""
        self.xfer2(values)

    def readbytes(self, count: int) -> list[int]:
        """Read `count` bytes while sending zeros."""
        return self.xfer2([0] * count)


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
