"""One SPI device: bytes out, bytes in, and its failures as sentences for the person who must act."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from drivers.base import BadWiring, DriverError, TransportLost

# struct spi_ioc_transfer of <linux/spi/spidev.h>: tx_buf, rx_buf, len, speed_hz, delay_usecs, bits_per_word,
# cs_change, tx_nbits, rx_nbits, word_delay_usecs, pad.
_TRANSFER = struct.Struct("=QQIIHBBBBBB")
_LONGEST_PAUSE = 0xFFFF
_REFUSED = frozenset((errno.EINVAL, errno.ENOTTY, errno.EOPNOTSUPP, errno.EMSGSIZE))


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


@dataclass(frozen=True, slots=True)
class Frame:
    """Bytes sent with chip select held, and the pause after them in whole microseconds, at most 65535."""

    octets: Sequence[int]
    pause: int = 0


class SpiWire:
    """An open SPI device; `transfer` and `batch` raise TransportLost when the system refuses."""

    def __init__(self, handle: SpiHandle, bus: int, device: int) -> None:
        self._handle = handle
        self._send = handle.xfer2
        self.node = node(bus, device)

    def transfer(self, octets: Sequence[int]) -> list[int]:
        """Send one frame: the bytes that came back, as many as were sent."""
        try:
            # The package writes the answer into a list that it is given, which here may be a constant.
            return self._send(bytes(octets))
        except OSError as error:
            raise TransportLost(f"{self.node} failed: {error.strerror}") from error

    def batch(self, frames: Sequence[Frame]) -> list[int]:
        """Send frames in one call of the system, chip select let go between them: the answer to the last.

        Raises BadWiring where the system knows no batches.
        """
        out = ctypes.create_string_buffer(b"".join(bytes(frame.octets) for frame in frames))
        back = ctypes.create_string_buffer(len(out))
        message = _message(frames, ctypes.addressof(out), ctypes.addressof(back))
        try:
            fcntl.ioctl(self._number(), _request(len(frames)), message)
        except OSError as error:
            if error.errno in _REFUSED:
                raise self._no_batches(error.strerror) from error
            raise TransportLost(f"{self.node} failed: {error.strerror}") from error
        end = sum(len(frame.octets) for frame in frames)
        return list(back.raw[end - len(frames[-1].octets) : end])

    def close(self) -> None:
        """Let go of the device."""
        self._handle.close()

    def _number(self) -> int:
        fileno = getattr(self._handle, "fileno", None)
        if fileno is None:
            raise self._no_batches("the handle has no file number")
        return int(fileno())

    def _no_batches(self, reason: str | None) -> BadWiring:
        return BadWiring(
            f"{self.node} takes no batches of frames ({reason}); set batched: false for this reader"
        )


def _message(frames: Sequence[Frame], out: int, back: int) -> bytes:
    """The transfers of one SPI_IOC_MESSAGE whose bytes lie one after the other at `out` and `back`."""
    packed = []
    for n, frame in enumerate(frames):
        length = len(frame.octets)
        between = int(n + 1 < len(frames))
        pause = min(frame.pause, _LONGEST_PAUSE)
        packed.append(_TRANSFER.pack(out, back, length, 0, pause, 0, between, 0, 0, 0, 0))
        out, back = out + length, back + length
    return b"".join(packed)


def _request(count: int) -> int:
    """SPI_IOC_MESSAGE(count): _IOW('k', 0, char[32 * count])."""
    return 1 << 30 | _TRANSFER.size * count << 16 | ord("k") << 8
