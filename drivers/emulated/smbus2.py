"""The API of the `smbus2` package over emulated I2C devices; errors have the numbers and texts of the kernel.

`add_bus` makes /dev/i2c-B, `attach` puts a device on it, `jam` holds its data line down.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol

_BLOCK_MAX = 32


class I2cDevice(Protocol):
    """What answers at an address; raises OSError while it does not acknowledge."""

    def write(self, octets: bytes) -> None:
        """Take the bytes of one write; none of them is a mere call by address."""

    def read(self, count: int) -> bytes:
        """Give the bytes of one read."""


_buses: dict[int, dict[int, I2cDevice]] = {}
_jammed: set[int] = set()
_owned: set[tuple[int, int]] = set()


def add_bus(bus: int) -> None:
    """Make the device node of `bus`."""
    _buses.setdefault(bus, {})


def attach(bus: int, address: int, device: I2cDevice) -> None:
    """Put `device` on a bus, which is made where there is none."""
    _buses.setdefault(bus, {})[address] = device


def own(bus: int, address: int) -> None:
    """Let a driver of the kernel hold an address."""
    _owned.add((bus, address))


def jam(bus: int, on: bool = True) -> None:
    """Hold the data line of a bus down, or let it go."""
    (_jammed.add if on else _jammed.discard)(bus)


def reset() -> None:
    """Take all buses away."""
    _buses.clear()
    _jammed.clear()
    _owned.clear()


class SMBus:
    """A handle on one bus, by number or by the path of its node."""

    def __init__(self, bus: int | str | None = None, force: bool = False) -> None:
        self.fd: int | None = None
        self.force = force
        self._bus = -1
        if bus is not None:
            self.open(bus)

    def __enter__(self) -> SMBus:
        """The handle itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def open(self, bus: int | str) -> None:
        """Connect to a bus; raises FileNotFoundError when there is none."""
        path = f"/dev/i2c-{bus}" if isinstance(bus, int) else bus
        number = int(path.rpartition("-")[2])
        if number not in _buses:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        self._bus = number
        self.fd = number

    def close(self) -> None:
        """Let go of the bus; closing twice is allowed."""
        self.fd = None

    def write_quick(self, i2c_addr: int, force: bool | None = None) -> None:
        """Call by address only."""
        self._device(i2c_addr, force).write(b"")

    def read_byte(self, i2c_addr: int, force: bool | None = None) -> int:
        """Read one byte from wherever the device stands."""
        return self._device(i2c_addr, force).read(1)[0]

    def write_byte(self, i2c_addr: int, value: int, force: bool | None = None) -> None:
        """Write one byte: for most devices the register to stand at."""
        self._device(i2c_addr, force).write(bytes((value,)))

    def read_byte_data(self, i2c_addr: int, register: int, force: bool | None = None) -> int:
        """Read one register."""
        return self._exchange(i2c_addr, register, 1, force)[0]

    def write_byte_data(self, i2c_addr: int, register: int, value: int, force: bool | None = None) -> None:
        """Write one register."""
        self._device(i2c_addr, force).write(bytes((register, value)))

    def read_word_data(self, i2c_addr: int, register: int, force: bool | None = None) -> int:
        """Read two registers, the first one lowest."""
        return int.from_bytes(self._exchange(i2c_addr, register, 2, force), "little")

    def write_word_data(self, i2c_addr: int, register: int, value: int, force: bool | None = None) -> None:
        """Write two registers, the first one lowest."""
        self._device(i2c_addr, force).write(bytes((register, value & 0xFF, value >> 8)))

    def read_i2c_block_data(
        self, i2c_addr: int, register: int, length: int, force: bool | None = None
    ) -> list[int]:
        """Read up to 32 registers on end; raises ValueError for more."""
        if length > _BLOCK_MAX:
            raise ValueError(f"Desired block length over {_BLOCK_MAX} bytes")
        return list(self._exchange(i2c_addr, register, length, force))

    def write_i2c_block_data(
        self, i2c_addr: int, register: int, data: Sequence[int], force: bool | None = None
    ) -> None:
        """Write up to 32 registers on end; raises ValueError for more."""
        if len(data) > _BLOCK_MAX:
            raise ValueError(f"Data length cannot exceed {_BLOCK_MAX} bytes")
        self._device(i2c_addr, force).write(bytes((register, *data)))

    def _exchange(self, address: int, register: int, count: int, force: bool | None) -> bytes:
        device = self._device(address, force)
        device.write(bytes((register,)))
        return device.read(count)

    def _device(self, address: int, force: bool | None) -> I2cDevice:
        if self.fd is None:
            raise TypeError("argument must be an int, or have a fileno() method.")
        if (self._bus, address) in _owned and not (self.force if force is None else force):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        if self._bus in _jammed:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        device = _buses.get(self._bus, {}).get(address)
        if device is None:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return device
