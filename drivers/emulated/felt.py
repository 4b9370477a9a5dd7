"""The physical table: what lies where, which keys are down, what is plugged in and which lamps are lit.

Emulators read it and light its lamps; people, robots and tests move things on it. Nothing above the wire
sees it, and it knows no poker: tags are UIDs, places are reader names.
"""

from __future__ import annotations

import threading
from math import inf

from drivers.base import Clock


class Felt:
    """One table top; `clock` ends what lasts for a while. Safe to use from several threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._lying: dict[str, dict[str, float]] = {}
        self._keys: dict[str, float] = {}
        self._unreadable: set[str] = set()
        self._unplugged: set[str] = set()
        self._lamps: dict[str, str] = {}
        self._next_end = inf
        self._revision = 0

    def place(self, uid: str, reader: str) -> None:
        """Lay a tag on a reader, from wherever it was; over the shoe this draws the card past its antenna."""
        self._lay(uid, reader, inf)

    def lift(self, uid: str) -> None:
        """Take a tag off the felt."""
        with self._lock:
            self._take_away(uid)
            self._revision += 1

    def pass_by(self, uid: str, reader: str, seconds: float = 0.12) -> None:
        """Carry a tag across a reader; after that it is in the air."""
        self._lay(uid, reader, self._clock.now() + seconds)

    def couple(self, uid: str, reader: str, seconds: float) -> None:
        """Let a second antenna read the tag for a while from where it lies: a ghost."""
        with self._lock:
            until = self._clock.now() + seconds
            self._lying.setdefault(reader, {}).setdefault(uid, until)
            self._next_end = min(self._next_end, until)
            self._revision += 1

    def contents(self, reader: str) -> tuple[str, ...]:
        """The UIDs in a reader's field, in the order in which they came."""
        with self._lock:
            self._end()
            return tuple(self._lying.get(reader, ()))

    def press(self, key: str, seconds: float = 0.05) -> None:
        """Press a key and let it go after a while."""
        self._push(key, self._clock.now() + seconds)

    def hold(self, key: str) -> None:
        """Press a key and keep it down."""
        self._push(key, inf)

    def let_go(self, key: str) -> None:
        """Take the finger off a key."""
        with self._lock:
            self._keys.pop(key, None)
            self._revision += 1

    def is_down(self, key: str) -> bool:
        """Whether a key is down now."""
        with self._lock:
            self._end()
            return key in self._keys

    def unplug(self, device: str) -> None:
        """Pull the plug of a hub, or the lead of one reader."""
        with self._lock:
            self._unplugged.add(device)
            self._revision += 1

    def plug(self, device: str) -> None:
        """Put the plug back."""
        with self._lock:
            self._unplugged.discard(device)
            self._revision += 1

    def is_unplugged(self, device: str) -> bool:
        """Whether a device has no connection."""
        return device in self._unplugged

    def unreadable(self, reader: str, on: bool = True) -> None:
        """Let the cards on a reader lie so close that none can be read, or spread them again."""
        with self._lock:
            (self._unreadable.add if on else self._unreadable.discard)(reader)
            self._revision += 1

    def is_unreadable(self, reader: str) -> bool:
        """Whether a reader sees tags that it cannot tell apart."""
        return reader in self._unreadable

    def light(self, lamp: str, value: str) -> None:
        """Let a lamp show `value`; for emulators."""
        with self._lock:
            self._lamps[lamp] = value

    def lamp(self, name: str) -> str:
        """What a lamp shows: stop, deal, act, all-in, on, flash or off; a foreign colour as RRGGBB."""
        with self._lock:
            return self._lamps.get(name, "off")

    def revision(self) -> int:
        """A number that is another one whenever tags, keys or plugs have changed."""
        with self._lock:
            self._end()
            return self._revision

    def _lay(self, uid: str, reader: str, until: float) -> None:
        with self._lock:
            self._take_away(uid)
            self._lying.setdefault(reader, {})[uid] = until
            self._next_end = min(self._next_end, until)
            self._revision += 1

    def _push(self, key: str, until: float) -> None:
        with self._lock:
            self._keys[key] = until
            self._next_end = min(self._next_end, until)
            self._revision += 1

    def _take_away(self, uid: str) -> None:
        for tags in self._lying.values():
            tags.pop(uid, None)

    def _end(self) -> None:
        """End what has lasted its time."""
        now = self._clock.now()
        if now < self._next_end:
            return
        self._next_end = inf
        for lasting in (self._keys, *self._lying.values()):
            for name, until in list(lasting.items()):
                if until <= now:
                    del lasting[name]
                else:
                    self._next_end = min(self._next_end, until)
        self._revision += 1
