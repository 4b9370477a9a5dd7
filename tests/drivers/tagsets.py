"""Random tags on one antenna: lengths mixed, prefixes often shared, each heard well or badly."""

from __future__ import annotations

import random

from drivers.emulated.tags import Coupling

_CASCADE = 0x88
# Places that the standard keeps free of the cascade tag, by the length of the UID.
_NO_CASCADE = {4: (0,), 7: (3,), 10: (3, 6)}
_STEM = bytes.fromhex("04A1B2C3D4E5F6A1B2C3")


def any_uid(rng: random.Random) -> str:
    """A UID of 4, 7 or 10 bytes, often with the beginning of another one."""
    length = rng.choice((4, 7, 7, 10))
    shared = min(rng.choice((0, 0, 1, 3, 4, 6, 9)), length - 1)
    octets = bytearray(_STEM[:shared] + rng.randbytes(length - shared))
    for place in _NO_CASCADE[length]:
        if octets[place] == _CASCADE:
            octets[place] = 0x08
    return octets.hex().upper()


def any_uids(rng: random.Random, most: int = 6) -> tuple[str, ...]:
    """Up to `most` different tags, in an order that a seed repeats."""
    return tuple(sorted({any_uid(rng) for _ in range(rng.randrange(most + 1))}))


def any_coupling(rng: random.Random) -> Coupling:
    """Strong or weak, of any reach, with or without bit errors."""
    return Coupling(
        strength=rng.choice((1.0, 1.0, 2.5, 7.0)),
        reach=rng.choice((1.0, 1.0, 0.9, 0.6)),
        noise=rng.choice((0.0, 0.0, 0.001, 0.01, 0.05)),
    )
