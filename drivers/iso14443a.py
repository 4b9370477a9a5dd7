"""Which tags lie over an antenna: the inventory of ISO 14443-3 A, without a bus and without a clock.

`inventory()` is a generator: it yields the exchanges to do on the air and is sent what came back. It walks
the tree of colliding UIDs: wake all (WUPA), follow one branch bit by bit, select through up to three
cascade levels, halt, and wake again for the next branch. A UID counts only when its check byte (BCC) and
the CRC of the tag's acknowledge (SAK) agree. Bits are integers, first bit on the air lowest.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeAlias

ETU = 128 / 13.56e6
FRAME_DELAY = 1236 / 13.56e6
CASCADE_TAG = 0x88
CASCADE_BIT = 0x04
SELECT_CODES = (0x93, 0x95, 0x97)

_UID_BITS = 32
_LEVEL_BITS = 40
_RETRIES = 2
_MAX_DESCENTS = 64
_WEAK = "a card answers, but its number does not check"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Send `bits` of `frame`, await `expect` bits (0: none); the first reply bit belongs to bit `align`."""

    frame: bytes = field(repr=False)
    bits: int
    expect: int
    align: int = 0


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


EMPTY = Inventory()


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


def _with_crc(octets: bytes) -> bytes:
    return octets + crc_a(octets).to_bytes(2, "little")


REQA = Exchange(b"\x26", 7, 16)
WUPA = Exchange(b"\x52", 7, 16)
HLTA = Exchange(_with_crc(b"\x50\x00"), 32, 0)


class _Miss(Enum):
    NOBODY = auto()
    LINK = auto()
    CROWD = auto()


@dataclass(frozen=True, slots=True)
class _Branch:
    """Tags whose completed levels are `path` (40 bits each) and whose next level starts with `known`.

    Not `sure`: the chip named no position, so this half may be empty.
    """

    path: tuple[int, ...] = ()
    known: int = 0
    count: int = 0
    sure: bool = True
    tries: int = 0


def inventory() -> Generator[Exchange, Outcome, Inventory]:
    """Find every tag in the field; yields exchanges, takes outcomes, returns the inventory."""
    if isinstance((yield WUPA), Silence):
        return EMPTY
    branches = [_Branch()]
    uids: set[str] = set()
    fault: str | None = None
    for _ in range(_MAX_DESCENTS):
        branch = branches.pop()
        mark = len(branches)
        result = yield from _descend(branch, branches)
        # HLTA also sends every tag that is still listening back to sleep: WUPA must find all in one phase.
        yield HLTA
        match result:
            case str():
                uids.add(result)
            case _Miss.CROWD:
                return Inventory(frozenset(uids), True, fault)
            case _Miss.LINK if branch.tries < _RETRIES:
                del branches[mark:]
                branches.append(replace(branch, tries=branch.tries + 1))
            case _Miss.LINK:
                fault = _WEAK
            case _Miss.NOBODY:
                pass
        if not branches or isinstance((yield WUPA), Silence):
            return Inventory(frozenset(uids), False, fault)
    return Inventory(frozenset(uids), True, fault)


def _descend(branch: _Branch, branches: list[_Branch]) -> Generator[Exchange, Outcome, str | _Miss]:
    """Follow one branch down to one selected tag; what it passes on the way is added to `branches`."""
    for level, full in enumerate(branch.path):
        if not isinstance((yield from _select(level, full)), int):
            return _Miss.LINK
    path = branch.path
    start = branch
    while len(path) < len(SELECT_CODES):
        full_or_miss = yield from _resolve(start, branches)
        if isinstance(full_or_miss, _Miss):
            return full_or_miss
        sak = yield from _select(len(path), full_or_miss)
        if isinstance(sak, _Miss):
            return sak
        path = (*path, full_or_miss)
        if not sak & CASCADE_BIT:
            return _uid(path)
        start = _Branch(path)
    return _Miss.LINK


def _resolve(branch: _Branch, branches: list[_Branch]) -> Generator[Exchange, Outcome, int | _Miss]:
    """Complete one cascade level: the 40 bits of one tag that starts with the branch's known bits."""
    known, count, sure = branch.known, branch.count, branch.sure
    probing = False
    while True:
        match (yield _anticollision(len(branch.path), known, count)):
            case Reply(value, bits) if bits == _LEVEL_BITS - count:
                full = known | value << count
                return full if _bcc_agrees(full) else _Miss.LINK
            case Collision(value, at):
                ahead = at or 0
                position = count + ahead
                if position >= _UID_BITS:
                    return _Miss.CROWD
                known |= (value & ((1 << ahead) - 1)) << count
                count = position + 1
                probing, sure = at is None, True
                branches.append(_Branch(branch.path, known | 1 << position, count, sure=not probing))
            case Silence() if probing:
                known, probing = branches.pop().known, False
            case Silence() if not sure:
                return _Miss.NOBODY
            case _:
                return _Miss.LINK


def _select(level: int, full: int) -> Generator[Exchange, Outcome, int | _Miss]:
    """Select the tags whose level reads `full`: their SAK."""
    octets = bytes((SELECT_CODES[level], 0x70)) + full.to_bytes(5, "little")
    match (yield Exchange(_with_crc(octets), 72, 24)):
        case Reply(value, 24) if crc_a(bytes((value & 0xFF,))) == value >> 8:
            return value & 0xFF
        case Collision():
            return _Miss.CROWD
        case _:
            return _Miss.LINK


def _anticollision(level: int, known: int, count: int) -> Exchange:
    whole, rest = divmod(count, 8)
    octets = bytes((SELECT_CODES[level], (2 + whole) << 4 | rest))
    tail = known.to_bytes((count + 7) // 8, "little")
    return Exchange(octets + tail, 16 + count, _LEVEL_BITS - count, rest)


def _bcc_agrees(full: int) -> bool:
    a, b, c, d, bcc = full.to_bytes(5, "little")
    return a ^ b ^ c ^ d == bcc


def _uid(path: tuple[int, ...]) -> str | _Miss:
    """The UID of completed levels; LINK where the cascade tags contradict the acknowledges."""
    levels = [full.to_bytes(5, "little")[:4] for full in path]
    if any(octets[0] != CASCADE_TAG for octets in levels[:-1]):
        return _Miss.LINK
    if len(levels) == 1 and levels[0][0] == CASCADE_TAG:
        return _Miss.LINK
    return (b"".join(octets[1:] for octets in levels[:-1]) + levels[-1]).hex().upper()
