"""The frames between host and PN532 on a high-speed UART, without a port and without a clock.

`00 00 FF LEN LCS body DCS 00`: LEN bytes of body, LCS and DCS make the sums of length and body zero. The
body begins with D4 from the host and D5 from the chip. `00 00 FF 00 FF 00` acknowledges,
`00 00 FF FF 00 00` asks for the last frame again; LEN and LCS of FF FF announce two bytes of length.

A sum of eight bits alone is a weak guard, and a card's number may look like a frame. So the reader never
searches for a start inside of what it could not read: after any damage it waits until the line is quiet.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TypeAlias

FROM_HOST, FROM_CHIP = 0xD4, 0xD5
ACK = bytes.fromhex("0000FF00FF00")
NACK = bytes.fromhex("0000FFFF0000")
# What the chip sends instead of a reply when it does not know the command.
SYNTAX_ERROR = b"\x7f"
# The chip's own limit of an extended frame: direction, command and 263 bytes.
LONGEST = 265
# At 115200 baud a byte takes 0.09 ms; an adapter may hold some back for 16 ms.
GAP = 0.03


class Signal(Enum):
    """A frame without a body."""

    ACK = auto()
    NACK = auto()


Frame: TypeAlias = Signal | bytes


def frame(body: bytes) -> bytes:
    """The bytes on the wire for a body of 1 to 265 bytes, direction first; raises ValueError."""
    size = len(body)
    if not 1 <= size <= LONGEST:
        raise ValueError(f"the body of a PN532 frame has 1 to {LONGEST} bytes, not {size}")
    if size < 0xFF:
        length = bytes((size, -size & 0xFF))
    else:
        high, low = divmod(size, 0x100)
        length = bytes((0xFF, 0xFF, high, low, -(high + low) & 0xFF))
    return b"\0\0\xff" + length + body + bytes((-sum(body) & 0xFF, 0))


class FrameReader:
    """Joins pieces of any size to frames; `rejected` counts damaged or broken-off ones."""

    def __init__(self) -> None:
        self.rejected = 0
        self._buffer = bytearray()
        self._heard = float("-inf")
        self._lost_step = False

    @property
    def in_step(self) -> bool:
        """Whether what comes next can be read: not while damage is still on the line."""
        return not self._lost_step

    def clear(self) -> None:
        """Forget what has come so far."""
        self._buffer.clear()
        self._lost_step = False

    def feed(self, now: float, octets: bytes) -> tuple[Frame, ...]:
        """Take what arrived until `now` (s), possibly nothing: the frames completed by it."""
        if now - self._heard >= GAP:
            if not self._lost_step and any(self._buffer):
                self.rejected += 1
            self.clear()
        if not octets:
            return ()
        self._heard = now
        if self._lost_step:
            return ()
        self._buffer += octets
        frames = []
        try:
            while (whole := self._take()) is not None:
                frames.append(whole)
        except ValueError:
            self.rejected += 1
            self._buffer.clear()
            self._lost_step = True
            # A body right before the damage may be two halves of different frames that happen to add up.
            return tuple(whole for whole in frames if isinstance(whole, Signal))
        return tuple(frames)

    def _take(self) -> Frame | None:
        """The next frame, or None when it is not complete; raises ValueError for anything else."""
        buffer = self._buffer
        start = next((at for at, octet in enumerate(buffer) if octet), len(buffer))
        if start == len(buffer):
            del buffer[:-1]
            return None
        if start == 0 or buffer[start] != 0xFF:
            raise ValueError("no start of a frame")
        del buffer[: start + 1]
        match bytes(buffer[:3]):
            case b"\x00\xff\x00":
                return self._cut(3, Signal.ACK)
            case b"\xff\x00\x00":
                return self._cut(3, Signal.NACK)
        begin, size = _extent(buffer)
        if len(buffer) < begin + size + 2:
            buffer[:0] = b"\0\xff"
            return None
        body = bytes(buffer[begin : begin + size])
        check, end = buffer[begin + size : begin + size + 2]
        if (sum(body) + check) & 0xFF or end:
            raise ValueError("the sum of the body is wrong")
        return self._cut(begin + size + 2, body)

    def _cut(self, count: int, whole: Frame) -> Frame:
        del self._buffer[:count]
        return whole


def _extent(header: bytearray) -> tuple[int, int]:
    """Where the body begins behind the start code, and its size; raises ValueError.

    An incomplete header has a body that is longer than what is there.
    """
    if len(header) < 3:
        return len(header), 1
    size, check = header[:2]
    begin = 2
    if (size, check) == (0xFF, 0xFF):
        if len(header) < 5:
            return len(header), 1
        high, low, last = header[2:5]
        size, check = high << 8 | low, high + low + last
        begin = 5
        if check & 0xFF or not 1 <= size <= LONGEST:
            raise ValueError("the sum of the length is wrong")
    elif (size + check) & 0xFF or not size:
        raise ValueError("the sum of the length is wrong")
    return begin, size
