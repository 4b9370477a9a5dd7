"""What a key of a screen is: its place, its words, and what pressing it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from display.canvas import Box
from display.theme import KEY, KEY_OFF, Look

HOLD = 2.0

LEFT = Box(16, 276, 404, 404)
WHOLE = Box(16, 276, 1248, 404)
FIELD = Box(436, 276, 520, 84)
BOARD = Box(436, 276, 828, 404)
PICKED = Box(16, 604, 330, 86)
ASIDE = Box(966, 276, 298, 84)
QUICK = Box(436, 372, 236, 312)
PAD = Box(686, 372, 578, 312)
PICKER = Box(19, 276, 1242, 314)


@dataclass(frozen=True, slots=True)
class Send:
    """Sends a request to the table."""

    ask: str
    seat: int = 0
    amount: int = 0
    cards: tuple[str, ...] = ()
    place: str = ""
    text: str = ""
    chips: tuple[int, ...] = ()
    dead: int = 0
    to: int = 0
    by: str = ""
    seats: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    code: str = ""
    who: str = ""
    pin: str = field(default="", repr=False)
    pot: int = 0
    refund: str = ""
    penalty: str = ""
    hand: str = ""
    places: tuple[str, ...] = ()
    stacks: Mapping[int, int] = field(default_factory=dict)
    second: str = ""
    second_pin: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Digit:
    """Types into the amount field."""

    text: str


@dataclass(frozen=True, slots=True)
class Erase:
    """Takes the last digit back."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Puts an amount into the field."""

    amount: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Turns to a seat, 0 for none, and to the sheet of keys for it."""

    seat: int
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """Adds a card to those being named, or takes it out."""

    card: str
    wanted: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Takes all picked cards, chips and letters out."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Types into the name field."""

    text: str


@dataclass(frozen=True, slots=True)
class Chip:
    """Puts the amount keyed down as one chip of a motion."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turns to another sheet of keys (see `Desk.sheet`); empty for the usual one."""

    sheet: str


@dataclass(frozen=True, slots=True)
class Fill:
    """Fills in one part of a ruling (a field of `Bench`)."""

    part: str
    value: int | str


Deed: TypeAlias = Send | Digit | Erase | Propose | Choose | Pick | Clear | Letter | Chip | Turn | Fill


@dataclass(frozen=True, slots=True)
class Key:
    """One key: `name` is unique on the screen, `under` its second line, `hold` seconds to hold or 0."""

    name: str
    x: int
    y: int
    w: int
    h: int
    label: str
    deed: Deed
    look: Look = KEY
    under: str = ""
    hold: float = 0.0
    on: bool = True

    @property
    def box(self) -> Box:
        """Its place and hit box."""
        return Box(self.x, self.y, self.w, self.h)


def stacked(keys: Sequence[Key], room: Box) -> tuple[Key, ...]:
    """Up to four keys one below the other, the fewer the taller; more in two or three columns."""
    columns = max(1, -(-len(keys) // 4))
    wide = (room.w - 12 * (columns - 1)) // columns
    rows = min(4, max(2, -(-len(keys) // columns)))
    tall = (room.h - 12 * (rows - 1)) // rows
    return tuple(
        placed(key, room.x + i % columns * (wide + 12), room.y + i // columns * (tall + 12), wide, tall)
        for i, key in enumerate(keys)
    )


def gridded(keys: Sequence[Key], room: Box, columns: int, rows: int, gap: int = 8) -> tuple[Key, ...]:
    """Keys row by row, as large as so many columns and rows allow."""
    wide, tall = (room.w - gap * (columns - 1)) // columns, (room.h - gap * (rows - 1)) // rows
    return tuple(
        placed(key, room.x + i % columns * (wide + gap), room.y + i // columns * (tall + gap), wide, tall)
        for i, key in enumerate(keys)
    )


def make(
    name: str, label: str, deed: Deed, look: Look, under: str = "", *, hold: float = 0.0, on: bool = True
) -> Key:
    """A key without a place yet; one that is not `on` looks switched off."""
    return Key(name, 0, 0, 0, 0, label, deed, look if on else KEY_OFF, under, hold, on)


def placed(key: Key, x: int, y: int, w: int, h: int) -> Key:
    """The key at its place."""
    return replace(key, x=x, y=y, w=w, h=h)
