"""The API of the `spidev` package over emulated chips.

`attach` puts a chip behind /dev/spidevB.D. Errors have the numbers and texts of the real package.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence

from drivers.emulated.leads import SpiChip

_BUFFER = 4096
_chips: dict[tuple[int, int], SpiChip] = {}


def attach(bus: int, device: int, chip: SpiChip) -> None:
    """Put `chip` behind /dev/spidev`bus`.`device`."""
    _chips[bus, device] = chip


def detach(bus: int, device: int) -> None:
    """Take the device node away; open handles fail from now on."""
    _chips.pop((bus, device), None)


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

    def __enter__(self) -> SpiDev:
        """The handle itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the device."""
        self.close()

    def xfer2(
        self,
        values: Sequence[int],
        speed_hz: int = 0,
        delay_usec: int = 0,  # noqa: ARG002 - the argument of the real package
        bits_per_word: int = 0,  # noqa: ARG002 - the argument of the real package
    ) -> list[int]:
        """Send `values` in one frame: the bytes that came back; raises OSError on a closed or lost device.

        As in the real package a list is overwritten with them, and returned.
        """
        if self._address is None:
            raise _os_error(errno.EBADF)
        chip = _chips.get(self._address)
        if chip is None:
            raise _os_error(errno.ESHUTDOWN)
        if not values:
            raise TypeError("Empty argument list.")
        if len(values) > _BUFFER:
            raise OverflowError(f"Argument list size exceeds {_BUFFER} bytes.")
        answer = chip.transfer(values, speed_hz or self.max_speed_hz)
        if isinstance(values, list):
            values[:] = answer
            return values
        return answer

    def xfer(
        self, values: Sequence[int], speed_hz: int = 0, delay_usec: int = 0, bits_per_word: int = 0
    ) -> list[int]:
        """Send `values`; the same as `xfer2` in spidev 3.8 as it is built."""
        return self.xfer2(values, speed_hz, delay_usec, bits_per_word)

    def xfer3(
        self, values: Sequence[int], speed_hz: int = 0, delay_usec: int = 0, bits_per_word: int = 0
    ) -> tuple[int, ...]:
        """Send `values`: the bytes that came back, as a tuple."""
        return tuple(self.xfer2(values, speed_hz, delay_usec, bits_per_word))

    def writebytes(self, values: Sequence[int]) -> None:
        """Send `values` and drop what comes back."""
        self.xfer2(values)

    def writebytes2(self, values: Sequence[int]) -> None:
        """Send `values`, also from a buffer, and drop what comes back."""
        self.xfer2(list(values))

    def readbytes(self, count: int) -> list[int]:
        """Read `count` bytes while sending zeros."""
        return self.xfer2([0] * count)


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
