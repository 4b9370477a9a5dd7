"""Settings and a deck for a table whose hardware is emulated: what the demonstration and scenarios run on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from controller.access import SALT_BYTES, hashed
from controller.deckmap import DeckMap
from controller.rules.cards import CardId, Face, deck_faces
from controller.settings import TableSettings
from controller.tools.values import JOKER, NO_TAG

DECK = "A"
HUB = "E6614C311B"
ROLES = ("shoe", "seats", "board", "burn", "muck")
POOLS = {"board": 11, "burn": 12, "muck": 13}
KEYS = {1: "next", 2: "floor", 3: "undo", 4: "exposed", 5: "clock"}
LIT_KEYS = (1, 2, 3)
FLOOR = {"lee": "4321", "kim": "8765"}
LEE = ("lee", FLOOR["lee"])
NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus", "Hana", "Ivo", "Joy")


def emulated_settings(
    folder: Path,
    stacks: Mapping[int, int],
    *,
    seats: int,
    stakes: Mapping[str, int],
    readers: Collection[str] = ROLES,
    house: Mapping[str, object] | None = None,
    more: Mapping[str, Any] | None = None,
) -> TableSettings:
    """A table of `seats` seats in `folder`, with the roles of `readers` (shoe, seats, board, burn, muck).

    `more` are further keys of table.yaml.
    """
    found: list[dict[str, Any]] = []
    if "shoe" in readers:
        found.append({"role": "shoe", "driver": "mfrc522", "bus": 0, "device": 0, "reset_pin": 25})
    if "seats" in readers:
        found += [{"role": "seat", "seat": n, "driver": "hub", "antenna": n} for n in range(1, seats + 1)]
    found += [
        {"role": role, "driver": "hub", "antenna": antenna}
        for role, antenna in POOLS.items()
        if role in readers
    ]
    return TableSettings.model_validate(
        {
            "name": "Table 1",
            "seats": seats,
            "stakes": dict(stakes),
            "players": {n: {"name": NAMES[n - 1], "stack": stack} for n, stack in stacks.items()},
            "readers": tuple(found),
            "hub": {"port": str(folder / "hub"), "uid": HUB, "keys": KEYS, "lamps": _lamps(seats)},
            "house": dict(house or {}),
            "floor": floor_people(),
            "journal": str(folder / "journal"),
            "sockets": str(folder / "sockets"),
            "deck_map": str(folder / "deck.json"),
            **(more or {}),
        }
    )


def _lamps(seats: int) -> dict[int, str]:
    lamps = {n: f"seat {n}" for n in range(1, seats + 1)}
    lamps |= {10 + n: f"button {n}" for n in range(1, seats + 1)}
    return lamps | {20 + n: f"key {KEYS[n]}" for n in LIT_KEYS}


@cache
def floor_people() -> Mapping[str, Mapping[str, str]]:
    """The floor people of every emulated table, as table.yaml names them (scenarios.md 1)."""
    return {name: {"pin": hashed(pin, bytes(SALT_BYTES))} for name, pin in FLOOR.items()}


def ntag(uid: str) -> str:
    """A seven-byte UID as tags may have it: the fourth byte is never the cascade tag (ISO 14443-3)."""
    return f"{uid[:6]}89{uid[8:]}" if uid[6:8] == "88" else uid


def emulated_deck(rng: random.Random) -> DeckMap:
    """A deck of 52 NTAG-like tags: seven-byte UIDs that begin with the maker's 04."""
    faces = list(deck_faces())
    numbers = rng.sample(range(1 << 32), len(faces))
    return DeckMap.enrolled(
        {face: ntag(f"04A1{number:08X}80") for face, number in zip(faces, numbers, strict=True)},
        deck=DECK,
        rng=rng,
    )


def with_extras(
    deck: DeckMap, orders: Iterable[Sequence[str]]
) -> tuple[DeckMap, Mapping[str, tuple[CardId, ...]]]:
    """The deck with what some order of it has beyond the 52, and those cards as they are written.

    A face that is written twice is a second card with its own tag, "JK" a joker that is enrolled as such.
    """
    most: Counter[str] = Counter()
    for order in orders:
        most |= Counter(order)
    extras: dict[str, tuple[CardId, ...]] = {}
    uids = (f"04A2{n:08X}80" for n in count(1))
    for word, times in sorted(most.items()):
        for _ in range(times if word == JOKER else times - 1 if word != NO_TAG else 0):
            if word == JOKER:
                deck, card = deck.with_joker(next(uids))
            else:
                deck, card = deck.with_spare(DECK, Face.parse(word), next(uids))
            extras[word] = (*extras.get(word, ()), card)
    return deck, extras


def make_folders(settings: TableSettings) -> None:
    """The folders that the settings name."""
    for folder in (settings.journal, settings.sockets):
        folder.mkdir(parents=True, exist_ok=True)
