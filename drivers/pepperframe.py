"""The frames of the Eccel Pepper C1, without a port: start byte, length and its complement, payload, CRC.

The host's payload is a command and its arguments; the reader's is an acknowledgement with the command it
belongs to, a refusal, or an event that nobody asked for. On RS-485 every payload begins with the address of
the unit. Events may also come as bare text between the frames; that is skipped.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias

START = 0xF5
LONGEST = 1024
# What comes after a longer silence is no part of the frame that began before.
GAP = 0.25
# Seven bytes of a frame are no payload: start, length and its complement, CRC.
_HEAD, _CRC = 5, 2
_ACK, _EVENT, _ERROR = 0x00, 0xFE, 0xFF
# The reader puts this where the command stands when it refuses a frame that was damaged on its way there.
NO_COMMAND = 0xFF
# Tag types below are of ISO 14443A, from here on of ISO 15693 (ICODE).
_ICODE = 0x20
_CARD_UIDS = (4, 7, 10)
_UIDS = (4, 7, 8, 10)
_CASCADE = 0x88


class Command(IntEnum):
    """What a host may ask."""

    DUMMY = 0x01
    GET_TAG_COUNT = 0x02
    GET_UID = 0x03
    ACTIVATE = 0x04
    HALT = 0x05
    SET_POLLING = 0x06
    REBOOT = 0x0A
    GET_VERSION = 0x0B
    SET_ACTIVE_ANTENNA = 0x0F
    PROTO_CONFIG = 0x13
    POLLING_SETUP = 0x16


@dataclass(frozen=True, slots=True)
class Ack:
    """The reader did what `command` asks; `body` is what it answers."""

    unit: int | None
    command: int
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reader did not do what `command` asks."""

    unit: int | None
    command: int
    error: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the reader says by itself, while its own polling is on."""

    unit: int | None
    body: bytes = field(repr=False)


Answer: TypeAlias = Ack | Refusal | Event


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag as GET_UID names it; `uid` is upper-case hex."""

    kind: int
    uid: str = field(repr=False)

    @property
    def is_card(self) -> bool:
        """Whether this is a whole UID of ISO 14443A."""
        return self.kind < _ICODE and len(self.uid) // 2 in _CARD_UIDS and not self.is_cut

    @property
    def is_cut(self) -> bool:
        """Whether only the first part of a longer UID was read: those 4 bytes begin with 88."""
        return self.kind < _ICODE and len(self.uid) == 8 and self.uid.startswith(f"{_CASCADE:02X}")


def seal(payload: bytes) -> bytes:
    """Put `payload` into a frame; raises ValueError for one that is empty or too long."""
    if not 1 <= len(payload) <= LONGEST:
        raise ValueError(f"a payload has 1 to {LONGEST} bytes, not {len(payload)}")
    size = (len(payload) + _CRC).to_bytes(2, "little")
    complement = bytes(byte ^ 0xFF for byte in size)
    return bytes([START]) + size + complement + payload + _check(payload)


def request(command: Command, *arguments: int, unit: int | None = None) -> bytes:
    """The frame that asks for `command`; `unit` is the RS-485 address."""
    return seal(_address(unit) + bytes([command, *arguments]))


def acknowledge(command: int, body: bytes = b"", unit: int | None = None) -> bytes:
    """The frame with which a reader answers `command`."""
    return seal(_address(unit) + bytes([_ACK, command]) + body)


def refuse(command: int, error: int, unit: int | None = None) -> bytes:
    """The frame with which a reader refuses `command`."""
    return seal(_address(unit) + bytes([_ERROR, command]) + error.to_bytes(2, "little"))


def announce(body: bytes, unit: int | None = None) -> bytes:
    """The frame of an event."""
    return seal(_address(unit) + bytes([_EVENT]) + body)


def answer(payload: bytes, *, addressed: bool = False) -> Answer | None:
    """What a reader says, or None for anything else; `addressed` on RS-485, where a unit comes first."""
    unit = payload[0] if addressed else None
    match tuple(payload[addressed:]):
        case (0x00, command, *body):
            return Ack(unit, command, bytes(body))
        case (0xFF, command, *error) if 1 <= len(error) <= 2:
            return Refusal(unit, command, int.from_bytes(bytes(error), "little"))
        case (0xFE, *body):
            return Event(unit, bytes(body))
        case _:
            return None


def tag(body: bytes) -> Tag | None:
    """The tag in an answer to GET_UID: type, SAK or DSFID, UID; None when no tag has a UID so long."""
    return Tag(body[0], body[2:].hex().upper()) if len(body) - 2 in _UIDS else None


class FrameReader:
    """Payloads out of a stream that comes in pieces, with anything in between.

    After a damaged frame the search goes on right behind its start byte, so that no good frame is swallowed.
    `rejected` counts frames that did not check, `skipped` bytes of no frame.
    """

    def __init__(self) -> None:
        self.rejected = 0
        self.skipped = 0
        self._held = bytearray()
        self._heard = 0.0

    def feed(self, received: bytes, now: float) -> tuple[bytes, ...]:
        """Take what arrived by `now` (s), also when that is nothing; return the payloads now complete."""
        found: list[bytes] = []
        if self._held and now - self._heard >= GAP:
            found += self._scan(rest=False)
        if received:
            self._heard = now
            self._held += received
            found += self._scan(rest=True)
        return tuple(found)

    def forget(self) -> None:
        """Drop a piece that is held: what comes next is from a port opened anew."""
        self._held.clear()

    def _scan(self, *, rest: bool) -> Iterator[bytes]:
        """Take out all frames; with `rest`, keep one that is not complete yet."""
        held = self._held
        while held:
            start = held.find(START)
            self._skip(len(held) if start < 0 else start)
            size = _size(held)
            if size > len(held) and rest:
                return
            payload = bytes(held[_HEAD : size - _CRC])
            if 0 < size <= len(held) and _check(payload) == held[size - _CRC : size]:
                del held[:size]
                yield payload
            elif held:
                self.rejected += 1
                self._skip(1)

    def _skip(self, count: int) -> None:
        del self._held[:count]
        self.skipped += count


def _size(held: bytearray) -> int:
    """The bytes of the frame that begins here, as far as can be told yet; 0 when none begins here."""
    if len(held) < _HEAD:
        return _HEAD + _CRC + 1
    size = int.from_bytes(held[1:3], "little")
    if held[1] ^ held[3] != 0xFF or held[2] ^ held[4] != 0xFF or not _CRC < size <= LONGEST + _CRC:
        return 0
    return _HEAD + size


def _check(payload: bytes) -> bytes:
    """CRC-16/CCITT-FALSE, low byte first."""
    return crc_hqx(payload, 0xFFFF).to_bytes(2, "little")


def _address(unit: int | None) -> bytes:
    return b"" if unit is None else bytes([unit])
