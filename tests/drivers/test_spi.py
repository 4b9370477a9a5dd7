"""Frames to an SPI device one by one and in batches, and the sentences for a system that refuses."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import struct
from collections.abc import Iterator

import pytest

from drivers.base import BadWiring, TransportLost
from drivers.emulated import spidev
from drivers.emulated.leads import SpiChip
from drivers.iso14443a import Inventory
from drivers.spi import Frame, SpiWire
from tests.drivers.antennarig import Antenna, antenna

A, B = "04A1B2C3D4E5F6", "0533445566778A"
NUMBER = 7


class Kernel:
    """SPI_IOC_MESSAGE as Linux does it, before one chip; pauses pass on the clock of `seat`."""

    def __init__(self, chip: SpiChip, seat: Antenna | None = None) -> None:
        self.chip = chip
        self.seat = seat
        self.requests: list[int] = []
        self.transfers: list[tuple[int, ...]] = []

    def ioctl(self, number: int, request: int, message: bytes) -> int:
        assert number == NUMBER
        self.requests.append(request)
        size = request >> 16 & 0x3FFF
        assert len(message) == size
        for transfer in struct.iter_unpack("=QQIIHBBBBBB", message):
            out, back, length, _, pause, *_ = transfer
            self.transfers.append(transfer[2:])
            miso = self.chip.transfer(ctypes.string_at(out, length), 4_000_000)
            ctypes.memmove(back, bytes(miso), length)
            if self.seat:
                self.seat.clock.sleep(pause * 1e-6)
        return 0


class Echo:
    """A chip that answers each frame with its bytes turned over."""

    def transfer(self, mosi: object, speed_hz: int) -> list[int]:
        assert isinstance(mosi, bytes)
        return [octet ^ 0xFF for octet in mosi]


class Handle:
    def xfer2(self, values: object, /) -> list[int]:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    def close(self) -> None:
        pass

    def fileno(self) -> int:
        return NUMBER


def test_a_batch_is_one_message_with_chip_select_let_go_between(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(Echo())
    monkeypatch.setattr(fcntl, "ioctl", kernel.ioctl)
    wire = SpiWire(Handle(), 0, 1)
    back = wire.batch([Frame([0x08, 0x7F]), Frame([0x1A, 0x80], 300), Frame([0x88, 0x8C, 0x00], 70_000)])
    assert back == [0x77, 0x73, 0xFF]
    assert kernel.requests == [0x4060_6B00]
    # Length, speed of the device, pause, bits, chip select let go after it, widths, word pause, padding.
    assert kernel.transfers == [
        (2, 0, 0, 0, 1, 0, 0, 0, 0),
        (2, 0, 300, 0, 1, 0, 0, 0, 0),
        (3, 0, 65_535, 0, 0, 0, 0, 0, 0),
    ]


def test_a_failing_device_is_lost_with_the_words_of_the_system() -> None:
    with pytest.raises(TransportLost, match=r"/dev/spidev0\.1 failed: Input/output error"):
        SpiWire(Handle(), 0, 1).transfer([0x80, 0])


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (errno.EINVAL, BadWiring, "set batched: false"),
        (errno.ENOTTY, BadWiring, "set batched: false"),
        (errno.EIO, TransportLost, "Input/output error"),
    ],
)
def test_a_system_that_refuses_a_batch(
    monkeypatch: pytest.MonkeyPatch, number: int, kind: type[Exception], words: str
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "ioctl", refuse)
    with pytest.raises(kind, match=words) as caught:
        SpiWire(Handle(), 0, 1).batch([Frame([0x80, 0])])
    assert "/dev/spidev0.1" in str(caught.value)


class Numberless:
    def xfer2(self, values: object, /) -> list[int]:
        return []

    def close(self) -> None:
        pass


def test_a_handle_without_a_number_takes_no_batches() -> None:
    with pytest.raises(BadWiring, match=r"no file number.*set batched: false"):
        SpiWire(Numberless(), 0, 1).batch([Frame([0x80, 0])])


@pytest.fixture
def batched(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Antenna, Kernel]]:
    """An antenna whose reader sends batches."""
    with antenna([A, B], batched=True) as seat:
        kernel = Kernel(seat.wire, seat)
        monkeypatch.setattr(spidev.SpiDev, "fileno", lambda _: NUMBER, raising=False)
        monkeypatch.setattr(fcntl, "ioctl", kernel.ioctl)
        yield seat, kernel


def test_a_batched_look_finds_the_same_with_one_call_for_an_exchange(
    batched: tuple[Antenna, Kernel],
) -> None:
    seat, kernel = batched
    exchanges = {(A, B): 9, (A,): 5, (): 1}
    for uids, calls in exchanges.items():
        seat.uids = set(uids)
        for _ in range(2):
            assert seat.look() == Inventory(frozenset(uids))
        kernel.requests.clear()
        seat.wire.transfers = 0
        transfers_before = len(kernel.transfers)
        assert seat.look() == Inventory(frozenset(uids))
        assert len(kernel.requests) == calls
        assert seat.wire.transfers == len(kernel.transfers) - transfers_before


def test_a_clone_is_spoken_to_frame_by_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    with antenna([A, B], version=0xB2, batched=True) as seat:
        monkeypatch.setattr(fcntl, "ioctl", None)
        assert seat.look() == Inventory(frozenset({A, B}))
