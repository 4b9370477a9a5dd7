"""One I2C bus: registers of chips in and out, and its failures as sentences for the person who must act."""

from __future__ import annotations

import errno
import importlib
from collections.abc import Sequence
from typing import Any

from drivers.base import BadWiring, DriverError, TransportLost


class I2cBus:
    """/dev/i2c-`number`, shared by its chips; opened by the first exchange, and again after a failure.

    `chip` is what stands at the address, for sentences.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._handle: Any = None

    def read(self, chip: str, address: int, register: int, count: int) -> list[int]:
        """Read up to 32 registers on end; raises TransportLost or BadWiring."""
        try:
            octets: list[int] = self._open().read_i2c_block_data(address, register, count)
        except OSError as error:
            self.close()
            raise self._failed(chip, address, error) from error
        return octets

    def write(self, chip: str, address: int, register: int, octets: Sequence[int]) -> None:
        """Write up to 32 registers on end; raises TransportLost or BadWiring."""
        try:
            self._open().write_i2c_block_data(address, register, list(octets))
        except OSError as error:
            self.close()
            raise self._failed(chip, address, error) from error

    def close(self) -> None:
        """Let go of the bus; the next exchange opens it again."""
        if self._handle is not None:
            self._handle.close()
            self._handle = None

    def _open(self) -> Any:
        if self._handle is None:
            try:
                self._handle = importlib.import_module("smbus2").SMBus(self.number)
            except ImportError as error:
                raise BadWiring(
                    "the package smbus2 is needed for an expander; install this program with its extra [pi]"
                ) from error
            except OSError as error:
                raise _opening_failed(self.number, error) from error
        return self._handle

    def _failed(self, chip: str, address: int, error: OSError) -> DriverError:
        where = f"the {chip} at 0x{address:02X} on I2C bus {self.number}"
        match error.errno:
            case errno.EREMOTEIO | errno.ENXIO | errno.ENODEV:
                return TransportLost(
                    f"{where} does not answer; check its power, its address pins (A0 to A2)"
                    " and the wires SDA and SCL"
                )
            case errno.EBUSY:
                return BadWiring(
                    f"{where} is held by a driver of the kernel; take its overlay out of config.txt"
                )
            case errno.ETIMEDOUT | errno.EIO:
                return TransportLost(
                    f"{where} cannot be reached: I2C bus {self.number} is held down ({error.strerror});"
                    " check SDA and SCL for a short, or switch the power of its chips off and on"
                )
            case _:
                return TransportLost(f"{where} failed: {error.strerror}")


def _opening_failed(number: int, error: OSError) -> DriverError:
    path = f"/dev/i2c-{number}"
    match error.errno:
        case errno.ENOENT | errno.ENODEV:
            return BadWiring(
                f"{path} does not exist; switch I2C on (sudo raspi-config nonint do_i2c 0) or correct the bus"
            )
        case errno.EACCES | errno.EPERM:
            return BadWiring(f"{path} may not be opened; add the user of the service to the group i2c")
        case _:
            return TransportLost(f"{path} cannot be opened: {error.strerror}")
