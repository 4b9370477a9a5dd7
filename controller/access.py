"""Who is floor at this table: names, and PINs of which only hashes are kept (design 5.5).

A hash is `scrypt$n$r$p$salt$hash`, salt and hash in hexadecimal. A badge is the UID of its tag in upper-case
hexadecimal, or `sha256$` and the SHA-256 of that text. Five wrong PINs lock a name for five minutes; time is
passed in.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from controller.views import PreviewView, RevealView

SALT_BYTES = 16
WRONG_PINS = 5
LOCKED = 300.0
# All names that nobody has are one name, so that inventing them gains nothing.
NOBODY = ""

_N, _R, _P = 2**14, 8, 1
_DEAREST = 2**25
_PIN = re.compile(r"[0-9]{4,12}")
_UID = re.compile(r"(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})")
_UID_HASH = re.compile(r"sha256\$[0-9a-f]{64}")
_HASH = re.compile(
    r"scrypt\$([0-9]{1,6})\$([0-9]{1,2})\$([0-9]{1,2})\$((?:[0-9a-f]{2}){8,64})\$([0-9a-f]{64})"
)


@dataclass(frozen=True, slots=True)
class People:
    """The floor people of a table: name to the hash of the PIN, and to the badge of those who have one."""

    pins: Mapping[str, str] = field(repr=False)
    badges: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Who may sign in."""
        return tuple(sorted(self.pins))

    def signed(self, name: str, pin: str) -> bool:
        """Whether the PIN is that of the name; a name that nobody has takes as long as a wrong PIN."""
        known = self.pins.get(name, _STRANGER)
        # What is no PIN is as wrong as any, and may not even be text that can be encoded.
        given = pin if _PIN.fullmatch(pin) else ""
        return hmac.compare_digest(_again(given, known), known) and name in self.pins

    def wearer(self, uid: str) -> str:
        """Whose badge the tag with this UID is, empty for nobody's."""
        marks = (_plain_uid(uid), _uid_hash(uid))
        found = [n for n, badge in self.badges.items() if any(hmac.compare_digest(badge, m) for m in marks)]
        return found[0] if found else NOBODY


@dataclass(frozen=True, slots=True)
class Locks:
    """Wrong PINs in a row by name, and until when each locked name takes none, in monotonic seconds."""

    wrong: Mapping[str, int] = field(default_factory=dict)
    until: Mapping[str, float] = field(default_factory=dict)

    def left(self, name: str, now: float) -> int:
        """The whole seconds for which a name is still locked, 0 where it is not."""
        return max(math.ceil(self.until.get(name, now) - now), 0)

    def missed(self, name: str, now: float) -> Locks:
        """After one more wrong PIN."""
        wrong = self.wrong.get(name, 0) + 1
        if wrong < WRONG_PINS:
            return replace(self, wrong={**self.wrong, name: wrong})
        return replace(self.signed(name), until={**self.until, name: now + LOCKED})

    def signed(self, name: str) -> Locks:
        """After a right PIN."""
        return replace(self, wrong={n: k for n, k in self.wrong.items() if n != name})

    def opened(self, now: float) -> Locks:
        """Without the locks that are over; the same locks where none is."""
        still = {name: end for name, end in self.until.items() if end > now}
        return self if len(still) == len(self.until) else replace(self, until=still)


@dataclass(slots=True, eq=False)
class Desk:
    """Where requests come from: a connection's `screen`, and who has signed in there as the floor.

    `until` is when he is signed out if he asks nothing more, in monotonic seconds. `enclosed` is what goes to
    this connection alone, after its answer.
    """

    screen: str = "dealer"
    who: str = ""
    until: float = 0.0
    enclosed: list[RevealView | PreviewView] = field(default_factory=list, repr=False)


def hashed(pin: str, salt: bytes) -> str:
    """The hash of a PIN of 4 to 12 digits; raises ValueError where it is none."""
    if not _PIN.fullmatch(pin):
        raise ValueError("a PIN is 4 to 12 digits")
    return _scrypt(pin, _N, _R, _P, salt)


def badge_checked(text: str) -> str:
    """The badge in its one form; raises ValueError, which does not repeat it."""
    plain = _plain_uid(text)
    if _UID.fullmatch(plain):
        return plain
    if not _UID_HASH.fullmatch(text):
        raise ValueError(
            "must be the UID of the badge, 8 to 20 hexadecimal digits, or sha256$ and its SHA-256"
        )
    return text


def checked(text: str) -> str:
    """The text, if it is the hash of a PIN; raises ValueError, which does not repeat it."""
    match = _HASH.fullmatch(text)
    if match is None:
        raise ValueError("must be what `tablectl pin` prints: scrypt$n$r$p$salt$hash")
    n, r, p = (int(part) for part in match.groups()[:3])
    if n < 2 or n & (n - 1) or not r or not p or n * r * p * 128 > _DEAREST:
        raise ValueError("asks for more work than a table computer has time for, or for none")
    return text


def _plain_uid(uid: str) -> str:
    return uid.replace(":", "").upper()


def _uid_hash(uid: str) -> str:
    return f"sha256${hashlib.sha256(_plain_uid(uid).encode()).hexdigest()}"


def _again(pin: str, known: str) -> str:
    """The hash of a PIN in the way that another hash was made."""
    _, n, r, p, salt, _ = known.split("$")
    return _scrypt(pin, int(n), int(r), int(p), bytes.fromhex(salt))


def _scrypt(pin: str, n: int, r: int, p: int, salt: bytes) -> str:
    made = hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=2 * _DEAREST, dklen=32)
    return f"scrypt${n}${r}${p}${salt.hex()}${made.hex()}"


_STRANGER = f"scrypt${_N}${_R}${_P}${'0' * 2 * SALT_BYTES}${'0' * 64}"
