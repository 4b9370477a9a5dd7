"""Who is floor at this table: names, and PINs of which only hashes are kept (design 5.5).

A hash is `scrypt$n$r$p$salt$hash`, salt and hash in hexadecimal.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

SALT_BYTES = 16

_N, _R, _P = 2**14, 8, 1
_DEAREST = 2**25
_PIN = re.compile(r"[0-9]{4,12}")
_HASH = re.compile(
    r"scrypt\$([0-9]{1,6})\$([0-9]{1,2})\$([0-9]{1,2})\$((?:[0-9a-f]{2}){8,64})\$([0-9a-f]{64})"
)


@dataclass(frozen=True, slots=True)
class People:
    """The floor people of a table: name to the hash of the PIN."""

    pins: Mapping[str, str] = field(repr=False)

    def signed(self, name: str, pin: str) -> bool:
        """Whether the PIN is that of the name; a name that nobody has takes as long as a wrong PIN."""
        known = self.pins.get(name, _NOBODY)
        return hmac.compare_digest(_again(pin, known), known) and name in self.pins


def hashed(pin: str, salt: bytes) -> str:
    """The hash of a PIN of 4 to 12 digits; raises ValueError where it is none."""
    if not _PIN.fullmatch(pin):
        raise ValueError("a PIN is 4 to 12 digits")
    return _scrypt(pin, _N, _R, _P, salt)


def checked(text: str) -> str:
    """The text, if it is the hash of a PIN; raises ValueError, which does not repeat it."""
    match = _HASH.fullmatch(text)
    if match is None:
        raise ValueError("must be what `tablectl pin` prints: scrypt$n$r$p$salt$hash")
    n, r, p = (int(part) for part in match.groups()[:3])
    if n < 2 or n & (n - 1) or not r or not p or n * r * p * 128 > _DEAREST:
        raise ValueError("asks for more work than a table computer has time for, or for none")
    return text


def _again(pin: str, known: str) -> str:
    """The hash of a PIN in the way that another hash was made."""
    _, n, r, p, salt, _ = known.split("$")
    return _scrypt(pin, int(n), int(r), int(p), bytes.fromhex(salt))


def _scrypt(pin: str, n: int, r: int, p: int, salt: bytes) -> str:
    made = hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=2 * _DEAREST, dklen=32)
    return f"scrypt${n}${r}${p}${salt.hex()}${made.hex()}"


_NOBODY = f"scrypt${_N}${_R}${_P}${'0' * 2 * SALT_BYTES}${'0' * 64}"
