"""The least time on the air for an inventory that halts one tag after the other until silence."""

from __future__ import annotations

from collections.abc import Iterable

_ETU = 128 / 13.56e6
_DELAY = 1236 / 13.56e6
_GUARD = 1172 / 13.56e6
_SILENCE_SLOTS = 5 * _ETU
_LEVEL_BITS = 40


def _frame(bits: int) -> float:
    return (1 + bits + bits // 8) * _ETU


def _exchange(sent: int, received: int) -> float:
    return _frame(sent) + _DELAY + _frame(received) + _GUARD


_WAKE = _exchange(7, 16)
_UNANSWERED = _frame(7) + _DELAY + _SILENCE_SLOTS
_SELECT = _exchange(72, 24)
_HALT = _frame(32) + _GUARD


def bound(uids: Iterable[str]) -> float:
    """Seconds for these tags (hex), with the short wait after HLTA."""
    tags = sorted(_levels(uid) for uid in uids)
    total = _UNANSWERED
    while tags:
        total += _WAKE + _HALT
        tag, seconds = _descent(tags)
        total += seconds
        tags.remove(tag)
    return total


def asked(uid: str) -> float:
    """Seconds to ask for one tag by its whole UID and to halt it."""
    return _WAKE + len(_levels(uid)) * _SELECT + _HALT


def _descent(tags: list[tuple[str, ...]]) -> tuple[tuple[str, ...], float]:
    """The tag that is reached by taking 1 at every collision, and the time to select it."""
    seconds = 0.0
    for level in range(3):
        known = 0
        while True:
            seconds += _exchange(16 + known, _LEVEL_BITS - known)
            parts = {tag[level] for tag in tags}
            if len(parts) == 1:
                break
            known = 1 + next(n for n in range(_LEVEL_BITS) if len({part[n] for part in parts}) > 1)
            tags = [tag for tag in tags if tag[level][known - 1] == "1"]
        seconds += _SELECT
        if level + 1 == len(tags[0]):
            return tags[0], seconds
    raise AssertionError("a tag has at most three levels")


def _levels(uid: str) -> tuple[str, ...]:
    """Each level as its 40 bits in the order on the air."""
    octets = bytes.fromhex(uid)
    levels = []
    while len(octets) > 4:
        levels.append(b"\x88" + octets[:3])
        octets = octets[3:]
    return tuple(_bits(level) for level in (*levels, octets))


def _bits(level: bytes) -> str:
    a, b, c, d = level
    return "".join(f"{octet:08b}"[::-1] for octet in (a, b, c, d, a ^ b ^ c ^ d))
