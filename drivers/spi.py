"""One SPI device: bytes out, bytes in, and its failures as sentences for the person who must act."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Protocol

from drivers.base import BadWiring, DriverError, TransportLost


class SpiHandle(Protocol):
    """What a handle of the `spidev` package must offer."""

    def xfer2(self, values: Sequence[int], /) -> list[int]:
        """Send one frame with chip select held: as many bytes back."""

    def close(self) -> None:
        """Let go of the device."""


def node(bus: int, device: int) -> str:
    """The device file of a bus and chip select."""
    return f"/dev/spidev{bus}.{device}"


def opening_failed(bus: int, device: int, error: OSError) -> DriverError:
    """The sentence for an `error` while opening: BadWiring for a person to mend, or TransportLost."""
    path = node(bus, device)
    match error.errno:
        case errno.ENOENT | errno.ENODEV:
            return BadWiring(
                f"{path} does not exist; switch SPI on (dtparam=spi=on in config.txt), look for a display "
                "overlay that took it, or correct bus and device"
            )
        case errno.EACCES | errno.EPERM:
            return BadWiring(f"{path} may not be opened; add the user of the service to the group spi")
        case _:
            return TransportLost(f"{path} cannot be opened: {error.strerror}")


class SpiWire:
    """An open SPI device; `transfer` raises TransportLost when the system refuses."""

    def __init__(self, handle: SpiHandle, bus: int, device: int) -> None:
        self._handle = handle
        self._send = handle.xfer2
        self.node = node(bus, device)

    def transfer(self, octets: Sequence[int]) -> list[int]:
        """Send one frame: the bytes that came back, as many as were sent."""
        try:
            return self._send(octets)
        except OSError as error:
            raise TransportLost(f"{self.node} failed: {error.strerror}") from error

    def close(self) -> None:
        """Let go of the device."""
        self._handle.close()
