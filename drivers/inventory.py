"""Which tags lie over an antenna: the inventory of ISO 14443-3 A, without a bus and without a clock.

`Walk.steps()` is a generator: it yields the exchanges to do on the air and is sent what came back. Tags that
are known already are only selected and halted. Then the rest is asked for (REQA, heard by all but the
halted), one tag is read bit by bit through up to three cascade levels, selected, halted, and so on until
silence; so a tag that a stronger one masks is found after the stronger one. A UID counts only when its check
byte (BCC) and the CRC of the tag's acknowledge (SAK) agree.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from drivers.iso14443a import (
    CASCADE_BIT,
    CASCADE_TAG,
    HLTA,
    REQA,
    SELECT_CODES,
    SILENCE,
    WUPA,
    Collision,
    Exchange,
    Inventory,
    Outcome,
    Reply,
    Silence,
    crc_a,
    with_crc,
)

_UID_BITS = 32
_LEVEL_BITS = 40
_RETRIES = 2
# Descents in a row that found nothing new, and descents in all, after which a walk gives up.
_MAX_IDLE = 8
_MAX_DESCENTS = 64
_WEAK = "a card answers, but its number does not check"
_ANY_IDLE = replace(REQA, likely=False)
_ANYBODY = replace(WUPA, likely=False)


class _Miss(Enum):
    NOBODY = auto()
    ABSENT = auto()
    LINK = auto()
    CLASH = auto()
    CROWD = auto()


@dataclass(frozen=True, slots=True)
class _Prefix:
    """The first `count` bits of what a tag says in its cascade levels, 40 bits each."""

    bits: int = field(default=0, repr=False)
    count: int = 0

    def extended(self, bits: int, count: int) -> _Prefix:
        return _Prefix(self.bits | (bits & (1 << count) - 1) << self.count, self.count + count)

    def begins(self, other: _Prefix) -> bool:
        return other.count >= self.count and not (other.bits ^ self.bits) & (1 << self.count) - 1


@dataclass(frozen=True, slots=True)
class _Dead:
    """A descent that ended without a tag, at what it had read last."""

    end: _Prefix
    why: _Miss


class Walk:
    """One look at a field, with the tags in `known` (UIDs, upper-case hex) asked for first.

    `fresh`: the field has just come on, so that no tag is halted. Else those in `known` are halted, and with
    nobody known it may be anyone. `errors` counts the answers that did not check.
    """

    def __init__(self, known: Iterable[str] = (), *, fresh: bool = True) -> None:
        self.errors = 0
        self._known = tuple(known)
        self._fresh = fresh
        self._found: set[str] = set()
        self._garbled: dict[str, _Miss] = {}
        self._dead: list[_Prefix] = []
        self._forks: list[_Prefix] = []
        self._begun: set[_Prefix] = set()
        self._listening = self._collided = False

    def steps(self) -> Generator[Exchange, Outcome, Inventory]:
        """Find every tag in the field; yields exchanges, takes outcomes, returns the inventory."""
        ended: _Miss | None = None
        if (yield from self._revisit()):
            ended = yield from self._search()
        missing = {why for uid, why in self._garbled.items() if uid not in self._found}
        hidden = any(not self._is_found(fork) for fork in self._forks)
        unresolved = hidden or ended in (_Miss.CLASH, _Miss.CROWD) or _Miss.CLASH in missing
        weak = ended is _Miss.LINK or _Miss.LINK in missing
        return Inventory(frozenset(self._found), unresolved, _WEAK if weak else None)

    def _revisit(self) -> Generator[Exchange, Outcome, bool]:
        """Select and halt each known tag; False when nobody answers any more."""
        for uid in self._known:
            if (yield from self._ask(uid, REQA if self._fresh else WUPA)) is _Miss.NOBODY:
                return False
        return True

    def _ask(
        self, uid: str, wake: Exchange, *, halted: bool = False
    ) -> Generator[Exchange, Outcome, _Miss | None]:
        """Select one tag by its whole UID, and halt it unless it was `halted`: None when it is there."""
        miss: _Miss | None = _Miss.LINK
        for _ in range(1 + _RETRIES):
            if isinstance((yield wake), Silence):
                return _Miss.NOBODY
            miss = yield from self._visit(uid)
            # One that was halted before falls back into it with the next wake.
            if miss is not None or not halted:
                yield HLTA
            if miss in (None, _Miss.ABSENT):
                break
            self.errors += 1
            wake = WUPA
        if miss is None:
            self._found.add(uid)
        elif miss is not _Miss.ABSENT:
            self._garbled[uid] = miss
        return miss

    def _visit(self, uid: str) -> Generator[Exchange, Outcome, _Miss | None]:
        prefix = _Prefix()
        whole = _whole(uid)
        for level in range(whole.count // _LEVEL_BITS):
            full = whole.bits >> _LEVEL_BITS * level & (1 << _LEVEL_BITS) - 1
            prefix = prefix.extended(full, _LEVEL_BITS)
            sak = yield from self._select(level, prefix)
            if isinstance(sak, _Miss):
                return sak
            if bool(sak & CASCADE_BIT) == (prefix == whole):
                return _Miss.LINK
        return None

    def _search(self) -> Generator[Exchange, Outcome, _Miss | None]:
        """Read and halt one tag after the other until silence (None), or until nothing comes of it."""
        idle = 0
        for _ in range(_MAX_DESCENTS):
            if not (yield from self._wake(self._question())):
                return None
            result = yield from self._descend()
            idle += 1
            match result:
                case _Dead(_, _Miss.CROWD):
                    return _Miss.CROWD
                case _Dead(end, why):
                    self.errors += 1
                    self._dead.append(end)
                    if idle >= _MAX_IDLE or self._dead.count(end) > _RETRIES:
                        return why
                case uid:
                    idle = 0 if (yield from self._accept(uid)) else idle
                    if idle >= _MAX_IDLE:
                        return None
            # One whose acknowledge was garbled is not halted: it would be left out.
            self._listening = isinstance(result, _Dead)
        return _Miss.CROWD

    def _question(self) -> Exchange:
        """What wakes the rest; after a collision it is likely that there is one."""
        if self._halted_unknown:
            return _ANYBODY
        return REQA if self._collided else _ANY_IDLE

    def _wake(self, exchange: Exchange) -> Generator[Exchange, Outcome, bool]:
        """Whether anybody answers; one who was left listening only falls back at first, without a word."""
        for _ in range(2 if self._listening else 1):
            if not isinstance((yield exchange), Silence):
                return True
        return False

    def _accept(self, uid: str) -> Generator[Exchange, Outcome, bool]:
        """Halt the tag that was selected, and take its UID: True when it is a new one.

        A weak tag may have missed that it was left, and have answered with its end to the beginning of
        another. Where a beginning other than this one's was selected before, the whole UID is asked for.
        """
        yield HLTA
        own = set(_beginnings(uid))
        if uid in self._found:
            return False
        if own and self._begun - own:
            if (miss := (yield from self._ask(uid, WUPA, halted=True))) is not None:
                self.errors += miss in (_Miss.ABSENT, _Miss.NOBODY)
        else:
            self._found.add(uid)
        return uid in self._found

    @property
    def _halted_unknown(self) -> bool:
        """Whether a tag not found yet may be halted, so that REQA would not wake it."""
        return not self._fresh and not self._found

    def _descend(self) -> Generator[Exchange, Outcome, str | _Dead]:
        """Follow one branch down to one selected tag."""
        prefix = _Prefix()
        self._collided = False
        for level in range(len(SELECT_CODES)):
            complete = yield from self._resolve(level, prefix)
            if isinstance(complete, _Dead):
                return complete
            prefix = complete
            sak = yield from self._select(level, prefix)
            match sak:
                case _Miss.CLASH:
                    return _Dead(prefix, _Miss.CLASH)
                case _Miss():
                    return _Dead(prefix, _Miss.LINK)
                case _ if not sak & CASCADE_BIT:
                    return _uid(prefix) or _Dead(prefix, _Miss.LINK)
        return _Dead(prefix, _Miss.LINK)

    def _resolve(self, level: int, start: _Prefix) -> Generator[Exchange, Outcome, _Prefix | _Dead]:
        """Complete one cascade level: all bits of one tag that begins with `start`."""
        floor = _LEVEL_BITS * level
        at, blind = start, False
        outcome = yield _anticollision(level, at)
        while True:
            match outcome:
                case Reply(value, bits) if at.count + bits == floor + _LEVEL_BITS:
                    whole = at.extended(value, bits)
                    return whole if _bcc_agrees(whole.bits >> floor) else _Dead(whole, _Miss.LINK)
                case Collision(value, ahead):
                    self._collided = True
                    blind = blind or ahead is None
                    shared = at if blind else at.extended(value, ahead or 0)
                    if shared.count - floor >= _UID_BITS:
                        return _Dead(shared, _Miss.CROWD if blind else _Miss.CLASH)
                    side, answer = yield from self._take_side(level, shared, blind)
                    if isinstance(answer, Silence) and not blind:
                        # Nobody on either side: the chip counts otherwise, so the bits are asked one by one.
                        blind = True
                    else:
                        at, outcome = side, answer
                case _:
                    return _Dead(at, _Miss.LINK)

    def _take_side(
        self, level: int, shared: _Prefix, blind: bool
    ) -> Generator[Exchange, Outcome, tuple[_Prefix, Outcome]]:
        """Go on where tags differ: the side with fewer dead ends, and the other one if nobody is there."""
        sides = sorted((shared.extended(1, 1), shared.extended(0, 1)), key=self._dead_ends)
        for side in sides:
            outcome = yield _anticollision(level, side)
            if not isinstance(outcome, Silence):
                if not blind and self._halted_unknown:
                    self._forks += sides
                return side, outcome
        return shared, SILENCE

    def _select(self, level: int, prefix: _Prefix) -> Generator[Exchange, Outcome, int | _Miss]:
        """Select the tags whose level is the last one of `prefix`: their SAK."""
        full = prefix.bits >> _LEVEL_BITS * level
        octets = bytes((SELECT_CODES[level], 0x70)) + full.to_bytes(5, "little")
        outcome = yield Exchange(with_crc(octets), 72, 24)
        match outcome:
            case Reply(value, 24) if crc_a(bytes((value & 0xFF,))) == value >> 8:
                sak = value & 0xFF
                if sak & CASCADE_BIT:
                    self._begun.add(prefix)
                return sak
        # Who answered so badly, or was not heard, may await its next level all the same.
        self._begun.add(prefix)
        match outcome:
            case Collision():
                return _Miss.CLASH
            case Silence():
                return _Miss.ABSENT
            case _:
                return _Miss.LINK

    def _dead_ends(self, side: _Prefix) -> int:
        return sum(side.begins(end) for end in self._dead)

    def _is_found(self, fork: _Prefix) -> bool:
        return any(fork.begins(_whole(uid)) for uid in self._found)


def _anticollision(level: int, prefix: _Prefix) -> Exchange:
    count = prefix.count - _LEVEL_BITS * level
    known = prefix.bits >> _LEVEL_BITS * level
    whole, rest = divmod(count, 8)
    octets = bytes((SELECT_CODES[level], (2 + whole) << 4 | rest))
    tail = known.to_bytes((count + 7) // 8, "little")
    return Exchange(octets + tail, 16 + count, _LEVEL_BITS - count, rest)


def _bcc_agrees(full: int) -> bool:
    a, b, c, d, bcc = full.to_bytes(5, "little")
    return a ^ b ^ c ^ d == bcc


def _whole(uid: str) -> _Prefix:
    """All that a tag says in its cascade levels."""
    octets = bytes.fromhex(uid)
    levels = []
    while len(octets) > 4:
        levels.append(bytes((CASCADE_TAG,)) + octets[:3])
        octets = octets[3:]
    prefix = _Prefix()
    for a, b, c, d in (*levels, octets):
        full = int.from_bytes((a, b, c, d, a ^ b ^ c ^ d), "little")
        prefix = prefix.extended(full, _LEVEL_BITS)
    return prefix


def _beginnings(uid: str) -> Iterator[_Prefix]:
    """What a tag of this UID says up to the end of each level but the last."""
    whole = _whole(uid)
    for count in range(_LEVEL_BITS, whole.count, _LEVEL_BITS):
        yield _Prefix().extended(whole.bits, count)


def _uid(complete: _Prefix) -> str | None:
    """The UID of completed levels; None where the cascade tags contradict the acknowledges."""
    octets = complete.bits.to_bytes(complete.count // 8, "little")
    *before, last = [octets[n : n + 4] for n in range(0, len(octets), 5)]
    if any(level[0] != CASCADE_TAG for level in before):
        return None
    if last[0] == CASCADE_TAG and len(before) < len(SELECT_CODES) - 1:
        return None
    return (b"".join(level[1:] for level in before) + last).hex().upper()
