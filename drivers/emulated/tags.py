"""Emulated ISO 14443 A tags, as they answer on the air.

A tag is a state machine (ISO 14443-3 section 6.3): idle, ready, active, halt; ready and active remember
whether the tag was woken out of halt. POWER-OFF is a tag that is not there: one that leaves the antenna is
forgotten. All tags of an antenna answer at once; the reader hears the OR of them, and a collision at the
first bit that differs. Bits are integers, first bit on the air lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum, auto

from drivers.iso14443a import CASCADE_BIT, CASCADE_TAG, SELECT_CODES, crc_a

_REQA = 0x26
_WUPA = 0x52
_HLTA = int.from_bytes(b"\x50\x00\x57\xcd", "little")
_ATQA = {4: 0x0004, 7: 0x0044, 10: 0x0084}
_SAK = {4: 0x08, 7: 0x00, 10: 0x00}


class TagState(Enum):
    """Where a powered tag is in ISO 14443-3, figure 7."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """`bits` on the air; `collision` is the first bit in which tags differ, from 0."""

    value: int = field(repr=False)
    bits: int
    collision: int | None = None


def _levels(uid: bytes) -> tuple[bytes, ...]:
    match len(uid):
        case 4:
            return (uid,)
        case 7:
            return (bytes((CASCADE_TAG,)) + uid[:3], uid[3:])
        case 10:
            return (bytes((CASCADE_TAG,)) + uid[:3], bytes((CASCADE_TAG,)) + uid[3:6], uid[6:])
        case length:
            raise ValueError(f"a tag UID has 4, 7 or 10 bytes, not {length}")


def _level_bits(octets: bytes) -> int:
    a, b, c, d = octets
    return int.from_bytes((*octets, a ^ b ^ c ^ d), "little")


class Tag:
    """One powered tag; `uid` is hex, 4, 7 or 10 bytes.

    Raises ValueError for another length, and for 4 bytes that begin with the cascade tag 88.
    """

    __slots__ = ("_atqa", "_from_halt", "_level", "_levels", "_saks", "state")

    def __init__(self, uid: str) -> None:
        octets = bytes.fromhex(uid)
        levels = _levels(octets)
        if len(levels) == 1 and octets[0] == CASCADE_TAG:
            raise ValueError("a tag UID of 4 bytes must not begin with 88, the cascade tag")
        self._levels = tuple(_level_bits(level) for level in levels)
        saks = [CASCADE_BIT] * (len(levels) - 1) + [_SAK[len(octets)]]
        self._saks = tuple(sak | crc_a(bytes((sak,))) << 8 for sak in saks)
        self._atqa = Answer(_ATQA[len(octets)], 16)
        self._level = 0
        self._from_halt = False
        self.state = TagState.IDLE

    def hear(self, value: int, bits: int) -> Answer | None:
        """Take one frame of the reader: the answer, or None for silence."""
        if bits == 7:
            return self._wake(value)
        match self.state:
            case TagState.READY:
                return self._anticollide(value, bits)
            case TagState.ACTIVE if value == _HLTA and bits == 32:
                self.state = TagState.HALT
            case TagState.ACTIVE:
                self._fall_back()
        return None

    def _wake(self, value: int) -> Answer | None:
        match self.state:
            case TagState.IDLE if value in (_REQA, _WUPA):
                self._from_halt = False
            case TagState.HALT if value == _WUPA:
                self._from_halt = True
            case TagState.READY | TagState.ACTIVE:
                self._fall_back()
                return None
            case _:
                return None
        self.state = TagState.READY
        self._level = 0
        return self._atqa

    def _anticollide(self, value: int, bits: int) -> Answer | None:
        nvb = value >> 8 & 0xFF
        known = (nvb >> 4) * 8 + (nvb & 0x0F) - 16
        if value & 0xFF != SELECT_CODES[self._level] or not 0 <= known <= 40:
            self._fall_back()
            return None
        if known == 40:
            return self._select(value, bits)
        if bits != 16 + known:
            self._fall_back()
            return None
        own = self._levels[self._level]
        if (own ^ value >> 16) & ((1 << known) - 1):
            return None
        return Answer(own >> known, 40 - known)

    def _select(self, value: int, bits: int) -> Answer | None:
        frame = value.to_bytes(9, "little") if bits == 72 else b""
        named = value >> 16 & 0xFF_FFFF_FFFF
        if not frame or crc_a(frame[:7]) != value >> 56 or named != self._levels[self._level]:
            self._fall_back()
            return None
        sak = self._saks[self._level]
        self._level += 1
        if self._level == len(self._levels):
            self.state = TagState.ACTIVE
        return Answer(sak, 24)

    def _fall_back(self) -> None:
        self.state = TagState.HALT if self._from_halt else TagState.IDLE


class Field:
    """The tags over one antenna as the reader hears them; `in_field()` names the UIDs there now."""

    def __init__(self, in_field: Callable[[], Collection[str]]) -> None:
        self._in_field = in_field
        self._tags: dict[str, Tag] = {}

    def off(self) -> None:
        """Switch the field off: every tag loses its power and its state."""
        self._tags.clear()

    def hear(self, value: int, bits: int) -> Answer | None:
        """Send one frame to all tags: their answers over each other, or None for silence."""
        there = self._in_field()
        if not there:
            self._tags.clear()
            return None
        if self._tags.keys() != set(there):
            self._tags = {uid: self._tags.get(uid) or Tag(uid) for uid in there}
        answers = [answer for tag in self._tags.values() if (answer := tag.hear(value, bits))]
        if len(answers) < 2:
            return answers[0] if answers else None
        return _over_each_other(answers)


def _over_each_other(answers: list[Answer]) -> Answer:
    heard = differing = 0
    for answer in answers:
        heard |= answer.value
        differing |= answer.value ^ answers[0].value
    first = (differing & -differing).bit_length() - 1 if differing else None
    return Answer(heard, max(answer.bits for answer in answers), first)
