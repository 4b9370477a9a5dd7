"""The kernel's answers to the ioctls that `shim.c` sends: SPI messages, GPIO lines (uAPI version 2), SMBus.

The devices behind them are the emulated chips of `drivers.emulated`. Everything is counted and kept, so that
a test can ask how many system calls a card cost, and what a program did to which pin.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Protocol

LINES = 58
_CHIP_INFO, _LINE_INFO, _GET_LINE = 0x8044B401, 0xC100B405, 0xC250B407
_SET_CONFIG, _GET_VALUES, _SET_VALUES = 0xC110B40D, 0xC010B40E, 0xC010B40F
_USED, _INPUT, _OUTPUT = 1 << 0, 1 << 2, 1 << 3
_RISING, _FALLING = 1 << 4, 1 << 5
_PULL_UP = 1 << 8
_OUTPUT_VALUES, _FLAGS = 2, 1
_EVENT_RISING, _EVENT_FALLING = 1, 2
_SPI_TYPE, _SPI_BITS, _SPI_SPEED = ord("k"), 3, 4
_I2C_SLAVE, _I2C_SLAVE_FORCE, _I2C_FUNCS, _I2C_SMBUS = 0x0703, 0x0706, 0x0705, 0x0720
_SMBUS_BYTE, _SMBUS_BYTE_DATA, _SMBUS_WORD_DATA, _SMBUS_I2C_BLOCK = 1, 2, 3, 8


class SpiChip(Protocol):
    """What hangs on a chip select."""

    def transfer(self, mosi: bytes, speed_hz: int, /) -> list[int]:
        """Clock one frame, chip select low to high."""


class I2cChip(Protocol):
    """What answers to an address: a pointer register, then data."""

    def write(self, octets: bytes, /) -> None:
        """Take what the bus master writes."""

    def read(self, count: int, /) -> bytes:
        """Give what the bus master reads."""


@dataclass(slots=True)
class Line:
    """One pin: what the program made of it, and the level that the world drives (None: its pull decides)."""

    flags: int = 0
    consumer: bytes = b""
    output: int = 0
    driven: int | None = None

    @property
    def level(self) -> int:
        """What a meter would show."""
        if self.flags & _OUTPUT:
            return self.output
        return self.driven if self.driven is not None else int(bool(self.flags & _PULL_UP))


@dataclass(slots=True)
class Request:
    """Lines that one program holds: their numbers, and the socket that brings their events."""

    offsets: tuple[int, ...]
    events: socket.socket | None = None
    count: int = 0


@dataclass(slots=True)
class Kernel:
    """All devices behind one socket at `path`; runs between `with` and its end."""

    path: Path
    spi: Mapping[tuple[int, int], SpiChip] = field(default_factory=dict)
    i2c: Mapping[tuple[int, int], I2cChip] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=lambda: [Line() for _ in range(LINES)])
    calls: Counter[str] = field(default_factory=Counter)
    released: list[int] = field(default_factory=list)
    on_output: Callable[[int, int], object] | None = None
    _requests: dict[int, Request] = field(default_factory=dict)
    _ids: Iterator[int] = field(default_factory=lambda: count(1))
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _server: socket.socket = field(default_factory=lambda: socket.socket(socket.AF_UNIX))

    def __enter__(self) -> Kernel:
        self._server.bind(str(self.path))
        self._server.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def drive(self, pin: int, level: int | None) -> None:
        """Let the world hold a pin at a level, or let go of it; whoever waits for an edge gets it."""
        with self._lock:
            line = self.lines[pin]
            before = line.level
            line.driven = level
            if line.level != before:
                self._tell(pin, line.level)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(ConnectionError):
            (length,) = struct.unpack("=I", _exactly(client, 4))
            what, _, name = _exactly(client, length).decode().partition(" ")
            refused = self._refusal(name)
            if what == "events" and name.startswith("line "):
                with self._lock:
                    self._requests[int(name[5:])].events = client
            client.sendall(struct.pack("=i", refused))
            if what == "events" or refused:
                client.recv(1)
            else:
                self._answer(client, name)

    def _refusal(self, name: str) -> int:
        if name.startswith("/dev/spidev"):
            return 0 if _numbers(name) in self.spi else errno.ENOENT
        if name.startswith("/dev/i2c-"):
            return 0 if any(bus == int(name[9:]) for bus, _ in self.i2c) else errno.ENOENT
        return 0 if name in ("/dev/gpiochip0",) or name.startswith("line ") else errno.ENOENT

    def _answer(self, client: socket.socket, name: str) -> None:
        """Answer ioctls until the file is closed, or its program dies."""
        file, number = _File(name), 1
        try:
            while number:
                number, size = struct.unpack("=QI", _exactly(client, 12))
                content = _exactly(client, size)
                if number:
                    self._tell_result(client, file, number, content)
        finally:
            self._closed(name)
        client.sendall(struct.pack("=qI", 0, 0))

    def _tell_result(self, client: socket.socket, file: _File, number: int, content: bytes) -> None:
        try:
            with self._lock:
                result, back = self._ioctl(file, number, content)
        except OSError as error:
            result, back = -(error.errno or errno.EIO), b""
        client.sendall(struct.pack("=qI", result, len(back)) + back)

    def _ioctl(self, file: _File, number: int, content: bytes) -> tuple[int, bytes]:
        if file.name.startswith("/dev/spidev"):
            return self._spi(file, number, content)
        if file.name.startswith("/dev/i2c-"):
            return self._i2c(file, number, content)
        if file.name.startswith("line "):
            return self._line(self._requests[int(file.name[5:])], number, content)
        return self._chip(number, content)

    def _spi(self, file: _File, number: int, content: bytes) -> tuple[int, bytes]:
        kind = number & 0xFF
        if kind:
            if number >> 30 & 1:
                file.kept[kind] = content
                return 0, content
            return 0, file.kept.get(kind, bytes(number >> 16 & 0x3FFF))
        count = (number >> 16 & 0x3FFF) // 32
        self.calls[f"{file.name} message"] += 1
        self.calls[f"{file.name} segment"] += count
        chip, at, back, frame = self.spi[_numbers(file.name)], 32 * count, bytearray(), bytearray()
        for n in range(count):
            _, _, length, speed, delay, _, change, *_ = struct.unpack_from("=QQIIHBBBBBB", content, 32 * n)
            frame += content[at : at + length]
            at += length
            # Chip select goes up after the last segment, and after one that asks for it.
            if change or n == count - 1:
                back += bytes(chip.transfer(bytes(frame), speed or file.speed))
                frame.clear()
            if delay:
                time.sleep(delay / 1e6)
        return len(back), bytes(back)

    def _i2c(self, file: _File, number: int, content: bytes) -> tuple[int, bytes]:
        bus = int(file.name[9:])
        if number in (_I2C_SLAVE, _I2C_SLAVE_FORCE):
            file.address = struct.unpack("=Q", content)[0]
            return 0, b""
        if number == _I2C_FUNCS:
            return 0, struct.pack("=Q", 0x0EFF0009)
        if number != _I2C_SMBUS:
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        chip = self.i2c.get((bus, file.address))
        if chip is None:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self.calls[f"{file.name} message"] += 1
        return 0, _smbus(chip, content)

    def _chip(self, number: int, content: bytes) -> tuple[int, bytes]:
        if number == _CHIP_INFO:
            return 0, struct.pack("=32s32sI", b"gpiochip0", b"pinctrl-bcm2711", LINES)
        if number == _LINE_INFO:
            (offset,) = struct.unpack_from("=I", content, 64)
            line = self._at(offset)
            head = struct.pack("=32s32sIIQ", b"", line.consumer, offset, 0, line.flags or _INPUT)
            return 0, head.ljust(256, b"\0")
        if number == _GET_LINE:
            return self._claim(content)
        raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))

    def _at(self, offset: int) -> Line:
        if offset >= LINES:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return self.lines[offset]

    def _claim(self, content: bytes) -> tuple[int, bytes]:
        (lines,) = struct.unpack_from("=I", content, 560)
        offsets = struct.unpack_from(f"={lines}I", content, 0)
        if any(self._at(offset).flags & _USED for offset in offsets):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        for offset in offsets:
            self.lines[offset].consumer = content[256:288].rstrip(b"\0")
        id = next(self._ids)
        self._requests[id] = Request(offsets)
        self._configure(offsets, content[288:560])
        return id, content

    def _configure(self, offsets: tuple[int, ...], config: bytes) -> None:
        flags, attributes = struct.unpack_from("=QI", config, 0)
        for offset in offsets:
            self.lines[offset].flags = flags | _USED
        for n in range(attributes):
            kind, _, value, mask = struct.unpack_from("=IIQQ", config, 32 + 24 * n)
            for at, offset in enumerate(offsets):
                if mask >> at & 1 and kind == _FLAGS:
                    self.lines[offset].flags = value | _USED
                if mask >> at & 1 and kind == _OUTPUT_VALUES:
                    self._put(offset, value >> at & 1)

    def _line(self, request: Request, number: int, content: bytes) -> tuple[int, bytes]:
        if number == _SET_CONFIG:
            self._configure(request.offsets, content)
            return 0, content
        if number not in (_GET_VALUES, _SET_VALUES):
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        bits, mask = struct.unpack("=QQ", content)
        if number == _GET_VALUES:
            levels = [self.lines[offset].level << at for at, offset in enumerate(request.offsets)]
            return 0, struct.pack("=QQ", sum(levels) & mask, mask)
        for at, offset in enumerate(request.offsets):
            if mask >> at & 1:
                self._put(offset, bits >> at & 1)
        return 0, content

    def _put(self, offset: int, level: int) -> None:
        self.lines[offset].output = level
        if self.on_output is not None:
            self.on_output(offset, level)

    def _tell(self, pin: int, level: int) -> None:
        for request in self._requests.values():
            wanted = self.lines[pin].flags & (_RISING if level else _FALLING)
            if pin in request.offsets and wanted and request.events is not None:
                request.count += 1
                kind = _EVENT_RISING if level else _EVENT_FALLING
                told = (time.monotonic_ns(), kind, pin, request.count, request.count)
                request.events.sendall(struct.pack("=QIIII", *told).ljust(48, b"\0"))

    def _closed(self, name: str) -> None:
        if name.startswith("line "):
            with self._lock:
                request = self._requests.pop(int(name[5:]))
                for offset in request.offsets:
                    self.lines[offset].flags = 0
                    self.released.append(offset)


@dataclass(slots=True)
class _File:
    """One open device file: its modes, and the address that its I2C calls go to."""

    name: str
    address: int = 0
    kept: dict[int, bytes] = field(default_factory=dict)

    @property
    def speed(self) -> int:
        """The speed that was set for it, in Hz."""
        return int.from_bytes(self.kept.get(_SPI_SPEED, bytes((0x20, 0xA1, 7, 0))), "little")


def _smbus(chip: I2cChip, content: bytes) -> bytes:
    """One SMBus call: read flag, command, size, 34 bytes of data; the data after it."""
    reading, command, size = struct.unpack_from("=BBI", content, 0)
    block = bytearray(content[6:])
    count = {_SMBUS_BYTE_DATA: 1, _SMBUS_WORD_DATA: 2, _SMBUS_I2C_BLOCK: block[0]}.get(size)
    if size == _SMBUS_BYTE:
        if not reading:
            chip.write(bytes((command,)))
            return bytes(block)
        block[0:1] = chip.read(1)
        return bytes(block)
    if count is None:
        raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
    first = 1 if size == _SMBUS_I2C_BLOCK else 0
    if reading:
        chip.write(bytes((command,)))
        block[first : first + count] = chip.read(count)
    else:
        chip.write(bytes((command, *block[first : first + count])))
    return bytes(block)


def _numbers(name: str) -> tuple[int, int]:
    bus, device = name.removeprefix("/dev/spidev").split(".")
    return int(bus), int(device)


def _exactly(client: socket.socket, count: int) -> bytes:
    content = b""
    while len(content) < count:
        more = client.recv(count - len(content))
        if not more:
            raise ConnectionError
        content += more
    return content
