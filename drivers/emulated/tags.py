"""Emulated ISO 14443 A tags, as they answer on the air, and the field of one antenna over them.

A tag is a state machine (ISO 14443-3 section 6.3): idle, ready, active, halt; ready and active remember
whether the tag was woken out of halt. POWER-OFF is a tag that is not there: one that leaves the antenna is
forgotten. All tags of an antenna answer at once; the reader hears the OR of them, and a collision at the
first bit that differs. Bits are integers, first bit on the air lowest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from math import inf

from drivers.emulated.memory import ACK, Classic, Memory, memory_of, tag_proof
from drivers.iso14443a import CASCADE_BIT, CASCADE_TAG, SELECT_CODES, crc_a

_REQA = 0x26
_WUPA = 0x52
_HLTA = b"\x50\x00"
_ATQA = {4: 0x0004, 7: 0x0044, 10: 0x0084}
_SAK = {4: 0x08, 7: 0x00, 10: 0x00}
_KEYS = (0x60, 0x61)


class TagState(Enum):
    """Where a powered tag is in ISO 14443-3, figure 7."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


@dataclass(frozen=True, slots=True)
class Coupling:
    """How well a tag and an antenna hear each other.

    A tag of at least twice the `strength` of another masks it: it is heard alone, without a collision.
    `reach` is the probability (0 to 1) that a tag takes part in an exchange at all. `noise` is the
    probability that a bit of its answer is turned over on the way, for each bit anew.
    """

    strength: float = 1.0
    reach: float = 1.0
    noise: float = 0.0


_CLOSE = Coupling()


@dataclass(frozen=True, slots=True)
class Answer:
    """`bits` on the air; `collision` is the first bit in which tags differ, from 0.

    `flipped` marks the bits that were turned over on the way: parity no longer fits where a whole byte has
    an odd number of them.
    """

    value: int = field(repr=False)
    bits: int
    collision: int | None = None
    flipped: int = field(default=0, repr=False)

    def cut(self) -> Answer:
        """The first half of it: the tag left while it spoke."""
        bits = self.bits // 2
        mask = (1 << bits) - 1
        collision = self.collision if self.collision is not None and self.collision < bits else None
        return Answer(self.value & mask, bits, collision, self.flipped & mask)


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


def _with_crc(octets: bytes) -> Answer:
    return Answer(int.from_bytes(octets, "little") | crc_a(octets) << 8 * len(octets), 8 * len(octets) + 16)


class Tag:
    """One powered tag; `uid` is hex, 4, 7 or 10 bytes; `memory` is what it keeps, by default as delivered.

    Raises ValueError for another length, and where a UID has the cascade tag 88 that must not (ISO 14443-3:
    as the first byte of 4, the fourth of 7).
    """

    __slots__ = ("_atqa", "_from_halt", "_level", "_levels", "_memory", "_proof", "_saks", "_sector", "state")

    def __init__(self, uid: str, memory: Memory | None = None) -> None:
        octets = bytes.fromhex(uid)
        levels = _levels(octets)
        if len(levels) < len(SELECT_CODES) and levels[-1][0] == CASCADE_TAG:
            raise ValueError("88, the cascade tag, must not be the first of 4 bytes or the fourth of 7")
        self._memory = memory or memory_of(octets)
        self._memory.forget()
        self._levels = tuple(_level_bits(level) for level in levels)
        saks = [CASCADE_BIT] * (len(levels) - 1) + [_SAK[len(octets)]]
        self._saks = tuple(_with_crc(bytes((sak,))) for sak in saks)
        self._atqa = Answer(_ATQA[len(octets)], 16)
        self._level = 0
        self._from_halt = False
        self._proof: int | None = None
        self._sector = 0
        self.state = TagState.IDLE

    def hear(self, value: int, bits: int, secret: bool = False) -> Answer | None:
        """Take one frame of the reader, enciphered if `secret`: the answer, or None for silence."""
        if secret != self._secret:
            self._hear_garbage()
            return None
        if bits == 7:
            return self._wake(value)
        match self.state:
            case TagState.READY:
                return self._anticollide(value, bits)
            case TagState.ACTIVE:
                return self._serve(value, bits)
        return None

    @property
    def _secret(self) -> bool:
        return isinstance(self._memory, Classic) and self._memory.sector is not None

    def _hear_garbage(self) -> None:
        if self.state in (TagState.READY, TagState.ACTIVE):
            self._fall_back()

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
        return sak

    def _serve(self, value: int, bits: int) -> Answer | None:
        """Answer a selected tag's commands; whatever is not understood ends the selection."""
        if self._proof is not None:
            return self._open(value, bits)
        frame = value.to_bytes((bits + 7) // 8, "little")
        command = frame[:-2]
        if bits % 8 or not command or crc_a(command).to_bytes(2, "little") != frame[-2:]:
            self._fall_back()
            return None
        if command == _HLTA:
            self._memory.forget()
            self.state = TagState.HALT
            return None
        if command[0] in SELECT_CODES:
            self._fall_back()
            return None
        if isinstance(self._memory, Classic) and len(command) == 2 and command[0] in _KEYS:
            return self._challenge(self._memory, *command)
        answer = self._memory.hear(command)
        if isinstance(answer, bytes):
            return _with_crc(answer)
        if answer != ACK:
            self._fall_back()
        return Answer(answer, 4)

    def _challenge(self, memory: Classic, letter: int, block: int) -> Answer | None:
        nonce = memory.challenge()
        self._proof = memory.proof(letter, block, nonce)
        if self._proof is None:
            self._fall_back()
            return None
        memory.forget()
        self._sector = block // 4
        return Answer(nonce, 32)

    def _open(self, value: int, bits: int) -> Answer | None:
        proof, self._proof = self._proof, None
        if proof is None or bits != 64 or value != proof or not isinstance(self._memory, Classic):
            self._fall_back()
            return None
        self._memory.sector = self._sector
        return Answer(tag_proof(proof), 32)

    def _fall_back(self) -> None:
        self._memory.forget()
        self._proof = None
        self.state = TagState.HALT if self._from_halt else TagState.IDLE


class Field:
    """The tags over one antenna as the reader hears them; `in_field()` names the UIDs there now.

    `coupling` says how well each UID is coupled (default: all alike, all close), by the chance of `rng`.
    Tags stay silent for `power_up` seconds after the field came on.
    """

    def __init__(
        self,
        in_field: Callable[[], Collection[str]],
        *,
        coupling: Callable[[str], Coupling] | None = None,
        rng: random.Random | None = None,
        power_up: float = 0.0,
    ) -> None:
        self._in_field = in_field
        self._coupling = coupling
        self._rng = rng or random.Random(0)
        self._power_up = power_up
        self._awake_at = -inf
        self._tags: dict[str, Tag] = {}
        self._memories: dict[str, Memory] = {}
        self._neighbours: list[Field] = []
        self._speakers: tuple[str, ...] = ()

    def overlap(self, other: Field) -> None:
        """Let both fields power the same tags: one that lies in both, or moves over, keeps its state."""
        self._neighbours.append(other)
        other._neighbours.append(self)
        self._memories = other._memories = self._memories | other._memories

    def on(self, now: float) -> None:
        """Switch the field on at `now`."""
        self._awake_at = now + self._power_up

    def off(self) -> None:
        """Switch the field off: every tag loses its power and its state, unless a neighbour powers it."""
        self._tags.clear()

    def hear(self, value: int, bits: int, *, secret: bool = False, now: float = inf) -> Answer | None:
        """Send one frame to all tags at `now`: their answers over each other, or None for silence."""
        there = self._in_field()
        if not there:
            self._tags.clear()
            return None
        if self._tags.keys() != set(there):
            self._tags = {uid: self._tags.get(uid) or self._powered(uid) for uid in sorted(there)}
        if now < self._awake_at:
            return None
        answers = {
            uid: answer
            for uid, tag in self._tags.items()
            if self._reaches(uid) and (answer := tag.hear(value, bits, secret))
        }
        self._speakers = tuple(answers)
        if self._coupling and answers:
            answers = self._on_the_way(answers, self._coupling)
        if len(answers) < 2:
            return next(iter(answers.values()), None)
        return _over_each_other(list(answers.values()))

    def still_there(self) -> bool:
        """Whether all tags that answered the last frame are in the field now."""
        return set(self._in_field()).issuperset(self._speakers)

    def _powered(self, uid: str) -> Tag:
        for neighbour in self._neighbours:
            if tag := neighbour._tags.get(uid):
                return tag
        memory = self._memories.get(uid) or self._memories.setdefault(uid, memory_of(bytes.fromhex(uid)))
        return Tag(uid, memory)

    def _reaches(self, uid: str) -> bool:
        if self._coupling is None:
            return True
        reach = self._coupling(uid).reach
        return reach >= 1 or self._rng.random() < reach

    def _on_the_way(
        self, answers: dict[str, Answer], coupling: Callable[[str], Coupling]
    ) -> dict[str, Answer]:
        loudest = max(coupling(uid).strength for uid in answers)
        return {
            uid: self._garbled(answer, coupling(uid).noise)
            for uid, answer in answers.items()
            if 2 * coupling(uid).strength > loudest
        }

    def _garbled(self, answer: Answer, noise: float) -> Answer:
        if noise <= 0:
            return answer
        flipped = sum(1 << bit for bit in range(answer.bits) if self._rng.random() < noise)
        return replace(answer, value=answer.value ^ flipped, flipped=flipped)


def _over_each_other(answers: list[Answer]) -> Answer:
    heard = differing = flipped = 0
    for answer in answers:
        heard |= answer.value
        differing |= answer.value ^ answers[0].value
        flipped |= answer.flipped
    first = (differing & -differing).bit_length() - 1 if differing else None
    return Answer(heard, max(answer.bits for answer in answers), first, flipped)
