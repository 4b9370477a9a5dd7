"""The words of ISO 14443-3 A: exchanges on the air, what comes back, and what a look at the tags found.

Bits are integers, first bit on the air lowest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

ETU = 128 / 13.56e6
FRAME_DELAY = 1236 / 13.56e6
CASCADE_TAG = 0x88
CASCADE_BIT = 0x04
SELECT_CODES = (0x93, 0x95, 0x97)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Send `bits` of `frame`, await `expect` bits (0: none); the first reply bit belongs to bit `align`.

    Not `likely`: silence is the usual answer, so it is worth to look for it first.
    """

    frame: bytes = field(repr=False)
    bits: int
    expect: int
    align: int = 0
    likely: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """`bits` came back without an error."""

    value: int = field(repr=False)
    bits: int


@dataclass(frozen=True, slots=True)
class Collision:
    """Tags answered differently: first in bit `at` of the reply (from 0; None: the chip cannot tell)."""

    value: int = field(repr=False)
    at: int | None


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing came back in time."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Something came back that cannot be read."""


Outcome: TypeAlias = Reply | Collision | Silence | Noise
SILENCE = Silence()
NOISE = Noise()


@dataclass(frozen=True, slots=True)
class Inventory:
    """The UIDs found (upper-case hex), whether tags are there that cannot be told apart, and what is weak."""

    uids: frozenset[str] = field(default=frozenset(), repr=False)
    unresolved: bool = False
    fault: str | None = None


def frame_time(bits: int) -> float:
    """Seconds on the air for `bits` data bits: a start bit before, a parity bit after each full byte."""
    return (1 + bits + bits // 8) * ETU


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x8408 if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


_CRC_TABLE = _crc_table()


def crc_a(octets: bytes, preset: int = 0x6363) -> int:
    """CRC_A of ISO 14443-3 section 6.2.4; sent low byte first."""
    crc = preset
    for octet in octets:
        crc = crc >> 8 ^ _CRC_TABLE[(crc ^ octet) & 0xFF]
    return crc


def with_crc(octets: bytes) -> bytes:
    """The frame with its CRC_A behind it."""
    return octets + crc_a(octets).to_bytes(2, "little")


REQA = Exchange(b"\x26", 7, 16)
WUPA = Exchange(b"\x52", 7, 16)
HLTA = Exchange(with_crc(b"\x50\x00"), 32, 0)
