"""table.yaml to typed settings (design 8); errors carry file:line:column.

Amounts are in the table's smallest unit, times in seconds. A house option is only a word here: the house
book knows which there are, and `load_table` takes further checks (`controller.terms`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from controller import wiring
from controller.access import badge_checked, checked
from controller.hardware import Hardware, Seat
from controller.marks import Check, Document, Name, Place, Section, load
from controller.options import MOST_CHIPS

Chips: TypeAlias = Annotated[int, Field(gt=0, le=MOST_CHIPS)]
Ante: TypeAlias = Annotated[int, Field(ge=0, le=MOST_CHIPS)]
Minutes: TypeAlias = Annotated[int, Field(ge=1, le=24 * 60)]
Hands: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=60)]
Sweeps: TypeAlias = Annotated[int, Field(ge=1, le=16)]
View: TypeAlias = Literal["player", "dealer", "floor"]


def _path(value: object) -> Path:
    if not isinstance(value, str) or not value:
        raise ValueError("must be the path of a file or folder, as text")
    return Path(value)


def _option(value: object) -> object:
    listed = isinstance(value, tuple) and all(isinstance(word, str) for word in value)
    if not listed and not isinstance(value, str | int | float):
        raise ValueError("an option is a word, a number, true or false, or a list of words")
    return value


def _pin(value: object) -> str:
    # What was written instead may be the PIN itself, so no sentence repeats it.
    return checked(value if isinstance(value, str) else "")


def _badge(value: object) -> str:
    # As with the PIN: whoever knows a UID can make the badge.
    return badge_checked(value if isinstance(value, str) else "")


FilePath: TypeAlias = Annotated[Path, BeforeValidator(_path)]
Game: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
Form: TypeAlias = Literal["cash", "tournament"]
Betting: TypeAlias = Literal["full", "cards-only"]
Option: TypeAlias = Annotated[str | int | float | bool | tuple[str, ...], BeforeValidator(_option)]


class Languages(Section):
    """The language of each screen, as its catalogue is named."""

    player: Name = "en"
    dealer: Name = "en"


class Amounts(Section):
    """Blinds, antes, and the two bets of fixed limit (FL1)."""

    small_blind: Chips
    big_blind: Chips
    ante: Ante = 0
    big_blind_ante: Ante = 0
    small_bet: Chips | None = None
    big_bet: Chips | None = None

    @property
    def bets(self) -> tuple[int, int]:
        """The bets of fixed limit: by default the big blind, and twice as much on turn and river."""
        small = self.small_bet or self.big_blind
        return small, self.big_bet or 2 * small


class Stakes(Amounts):
    """What is played for, and the smallest chip in play: every amount is a multiple of it."""

    unit: Chips = 1


class Level(Amounts):
    """One level of a tournament: so many minutes or hands, then `rest` minutes of break (S2-09)."""

    minutes: Minutes | None = None
    hands: Hands | None = None
    rest: Annotated[int, Field(ge=0, le=24 * 60)] = 0


class Player(Section):
    """Who sits down with how much when the table opens."""

    name: Name
    stack: Chips


class FloorPerson(Section):
    """Somebody who may rule at this table; the PIN is kept as its hash, a badge as UID or its hash."""

    pin: Annotated[str, BeforeValidator(_pin), Field(repr=False)]
    badge: Annotated[str, BeforeValidator(_badge), Field(repr=False)] = ""


class House(BaseModel):
    """The rule book; every key but `profile` overrides one option of it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")
    __pydantic_extra__: dict[str, Option] = Field(init=False)

    profile: Literal["tda", "robert"] = "tda"

    @property
    def overrides(self) -> Mapping[str, Option]:
        """Option key to value, not yet checked against the house book."""
        return self.__pydantic_extra__


class Presence(Section):
    """A card is there when seen in `appear` of `of` sweeps, gone after `gone_misses` and `gone_after`."""

    appear: Sweeps = 2
    of: Sweeps = 3
    gone_misses: Sweeps = 3
    gone_after: Seconds = 0.5

    @model_validator(mode="after")
    def _possible(self) -> Presence:
        if self.appear > self.of:
            raise ValueError(f"appear ({self.appear}) must not be more than of ({self.of})")
        return self


class ShoePresence(Presence):
    """A drawn card is over the shoe antenna for a tenth of a second: one sighting counts."""

    appear: Sweeps = 1
    of: Sweeps = 1


class BoardPresence(Presence):
    """`publish_after`: faces are shown; `premature_after`: a card of a street that is not due counts."""

    publish_after: Seconds = 1.0
    premature_after: Seconds = 1.0


class MuckPresence(Presence):
    """`rest`: a whole hand is mucked; `ask_after`: one card alone, or a shorter time, is asked about."""

    rest: Seconds = 0.7
    ask_after: Seconds = 2.0


class Landing(Section):
    """When a card has landed, for each role (design 3)."""

    shoe: ShoePresence = ShoePresence()
    seat: Presence = Presence()
    board: BoardPresence = BoardPresence()
    burn: Presence = Presence()
    muck: MuckPresence = MuckPresence()
    badge: Presence = Presence()


class TableSettings(Hardware):
    """Everything that table.yaml says; relative paths count from the working folder."""

    name: Name
    stakes: Stakes
    journal: FilePath
    sockets: FilePath
    deck_map: FilePath
    game: Game = "no-limit"
    format: Form = "cash"
    betting: Betting = "full"
    levels: tuple[Level, ...] = ()
    language: Languages = Languages()
    screens: tuple[View, ...] = ("player", "dealer", "floor")
    players: dict[int, Player] = Field(default_factory=dict)
    button: Seat | None = None
    floor: dict[Name, FloorPerson] = Field(default_factory=dict)
    house: House = House()
    landing: Landing = Landing()


def load_table(path: Path, *checks: Check[TableSettings]) -> TableSettings:
    """The settings in a file, after everything that can be known without hardware was checked.

    Raises `YamlError`.
    """
    return load(path, TableSettings, _twins, _badges, _seats, _coverage, *wiring.CHECKS, *checks)


def _twins(table: TableSettings, document: Document) -> Iterator[str]:
    for what in ("name", "address"):
        seen: dict[str, Place] = {}
        for i, reader in enumerate(table.readers):
            place: Place = ("readers", i)
            text = getattr(reader, what)
            if text in seen:
                first = document.mark(seen[text]).line
                yield document.sentence(place, f"{text} has a reader already, in line {first}")
            seen.setdefault(text, place)
    for view in table.screens:
        if table.screens.count(view) > 1:
            yield document.sentence(("screens",), f"{view} is named twice")
            return


def _badges(table: TableSettings, document: Document) -> Iterator[str]:
    wearers: dict[str, str] = {}
    for name, person in table.floor.items():
        if person.badge in wearers:
            place: Place = ("floor", name, "badge")
            yield document.sentence(place, f"is the badge of {wearers[person.badge]} already")
        elif person.badge:
            wearers[person.badge] = name


def _seats(table: TableSettings, document: Document) -> Iterator[str]:
    for i, reader in enumerate(table.readers):
        place: Place = ("readers", i)
        if reader.role == "seat" and reader.seat is None:
            yield document.sentence(place, "a seat reader needs its seat")
        if reader.role != "seat" and reader.seat is not None:
            yield document.sentence((*place, "seat"), f"a {reader.role} reader has no seat")
        if reader.seat is not None and reader.seat > table.seats:
            yield document.sentence(
                (*place, "seat"), f"the table has {table.seats} seats (got {reader.seat})"
            )
    for seat in table.players:
        if not 1 <= seat <= table.seats:
            yield document.sentence(("players", seat), f"the table has {table.seats} seats (got {seat})")


def _coverage(table: TableSettings, document: Document) -> Iterator[str]:
    if any(reader.role == "shoe" for reader in table.readers):
        return
    read = {reader.seat for reader in table.readers if reader.role == "seat"}
    if bare := [str(seat) for seat in range(1, table.seats + 1) if seat not in read]:
        yield document.sentence(
            ("readers",), f"without a shoe reader every seat needs one; none for seat {', '.join(bare)}"
        )
