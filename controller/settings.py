"""table.yaml to typed settings (design 8); errors carry file:line:column.

Amounts are in the table's smallest unit, times in seconds. A house option is only a word here: the house
book knows which there are, and `load_table` takes further checks (`controller.terms`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from controller.access import badge_checked, checked
from controller.marks import Check, Document, Place, load, suggestion
from controller.options import MOST_CHIPS

Seat: TypeAlias = Annotated[int, Field(ge=1, le=10)]
Chips: TypeAlias = Annotated[int, Field(gt=0, le=MOST_CHIPS)]
Ante: TypeAlias = Annotated[int, Field(ge=0, le=MOST_CHIPS)]
Minutes: TypeAlias = Annotated[int, Field(ge=1, le=24 * 60)]
Hands: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=60)]
Sweeps: TypeAlias = Annotated[int, Field(ge=1, le=20)]
Pin: TypeAlias = Annotated[int, Field(ge=0, le=27)]
Role: TypeAlias = Literal["shoe", "seat", "board", "burn", "muck", "badge"]
View: TypeAlias = Literal["player", "dealer", "floor"]


def _path(value: object) -> Path:
    if not isinstance(value, str) or not value:
        raise ValueError("must be the path of a file or folder, as text")
    return Path(value)


def _named(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be empty")
    return value


def _port(value: str) -> str:
    if re.fullmatch(r"/dev/tty(USB|ACM)\d+", value):
        # After a reboot the numbers may be dealt out anew, and two seats would be swapped.
        raise ValueError("changes with every plug: use its name in /dev/serial/by-id or /dev/serial/by-path")
    if not re.fullmatch(r"/\S+|socket://[^\s/:]+:\d{1,5}", value):
        raise ValueError("must be the path of a serial port, or socket://HOST:PORT")
    return value


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
Name: TypeAlias = Annotated[str, AfterValidator(_named)]
Port: TypeAlias = Annotated[str, AfterValidator(_port)]
Game: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
Form: TypeAlias = Literal["cash", "tournament"]
Betting: TypeAlias = Literal["full", "cards-only"]
Option: TypeAlias = Annotated[str | int | float | bool | tuple[str, ...], BeforeValidator(_option)]


class Section(BaseModel):
    """A mapping of the file: frozen, strict, without settings that nobody reads."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


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


class _Reader(Section):
    role: Role
    seat: Seat | None = None

    @property
    def name(self) -> str:
        """The reader's name in reports and sentences: "shoe", "seat 4"."""
        return self.role if self.seat is None else f"{self.role} {self.seat}"


class Mfrc522Reader(_Reader):
    """A reader chip on an SPI bus of this computer; the pin is a BCM number."""

    driver: Literal["mfrc522"]
    bus: Annotated[int, Field(ge=0, le=6)]
    device: Annotated[int, Field(ge=0, le=15)]
    reset_pin: Pin
    speed_hz: Annotated[int, Field(ge=100_000, le=10_000_000)] = 1_000_000
    field: Literal["sliced", "on"] | None = None
    batched: bool = False
    conservative: bool = False

    @property
    def sliced(self) -> bool:
        """Whether its field is on only while it is read: for neighbours; by default for all but the shoe."""
        return self.field == "sliced" if self.field else self.role != "shoe"

    @property
    def address(self) -> str:
        """Where the reader is, for a sentence; no two readers share one."""
        return f"bus {self.bus} device {self.device}"


class HubReader(_Reader):
    """An antenna of the hub."""

    driver: Literal["hub"]
    antenna: Annotated[int, Field(ge=0, le=63)]

    @property
    def address(self) -> str:
        """Where the reader is, for a sentence; no two readers share one."""
        return f"antenna {self.antenna}"


class Pn532Reader(_Reader):
    """A reader chip on a serial port (HSU): at most two cards, for a seat."""

    driver: Literal["pn532"]
    port: Port

    @property
    def address(self) -> str:
        """Where the reader is, for a sentence; no two readers share one."""
        return f"port {self.port}"


class PepperReader(_Reader):
    """An Eccel Pepper C1 on a serial or TCP port, one of its antennas (MUX), or one of several (RS-485)."""

    driver: Literal["pepper"]
    port: Port
    antenna: Annotated[int, Field(ge=1, le=8)] | None = None
    unit: Annotated[int, Field(ge=1, le=254)] | None = None

    @property
    def address(self) -> str:
        """Where the reader is, for a sentence; no two readers share one."""
        unit = "" if self.unit is None else f" unit {self.unit}"
        return f"port {self.port}{unit}" + ("" if self.antenna is None else f" antenna {self.antenna}")


Reader: TypeAlias = Annotated[
    Mfrc522Reader | HubReader | Pn532Reader | PepperReader, Field(discriminator="driver")
]


class Hub(Section):
    """The microcontroller under the felt: its port, its identity, its buttons and lamps by number.

    Keys are floor, next, undo, exposed, clock and "seat N"; lamps "seat N", "button N" and "key K".
    """

    port: Port
    uid: Name
    keys: dict[int, str] = {}
    lamps: dict[int, str] = {}


class Expander(Section):
    """An MCP23017 on an I2C bus: sixteen lines, A0 to A7 and B0 to B7."""

    bus: Annotated[int, Field(ge=0, le=15)] = 1
    address: Annotated[int, Field(ge=0x20, le=0x27)]


class Wire(Section):
    """Where a key or lamp is connected: a pin of this computer (BCM number), or a line of an expander."""

    pin: Pin | None = None
    expander: Name | None = None
    line: Annotated[str, Field(pattern="^[AB][0-7]$")] | None = None

    @model_validator(mode="after")
    def _one(self) -> Wire:
        if (self.pin is None) == (self.expander is None) or (self.expander is None) != (self.line is None):
            raise ValueError("needs either a pin, or an expander and its line")
        return self

    @property
    def where(self) -> str:
        """The place, for a sentence; nothing else is connected there."""
        return f"pin {self.pin}" if self.expander is None else f"line {self.line} of {self.expander}"


class Lamp(Wire):
    """A lamp; `active_low` where the line draws its current instead of giving it."""

    active_low: bool = False


class Panel(Section):
    """Keys and lamps at this computer, by the names that those of the hub have; a key closes to ground."""

    expanders: dict[str, Expander] = {}
    keys: dict[str, Wire] = {}
    lamps: dict[str, Lamp] = {}


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


class TableSettings(Section):
    """Everything that table.yaml says; relative paths count from the working folder."""

    name: Name
    seats: Annotated[int, Field(ge=2, le=10)]
    stakes: Stakes
    readers: tuple[Reader, ...]
    journal: FilePath
    sockets: FilePath
    deck_map: FilePath
    game: Game = "no-limit"
    format: Form = "cash"
    betting: Betting = "full"
    levels: tuple[Level, ...] = ()
    language: Languages = Languages()
    screens: tuple[View, ...] = ("player", "dealer", "floor")
    players: dict[int, Player] = {}
    button: Seat | None = None
    floor: dict[Name, FloorPerson] = {}
    house: House = House()
    hub: Hub | None = None
    panel: Panel | None = None
    landing: Landing = Landing()

    @property
    def antennas(self) -> Mapping[int, str]:
        """Antenna number of the hub to reader name."""
        return {r.antenna: r.name for r in self.readers if isinstance(r, HubReader)}


def load_table(path: Path, *checks: Check[TableSettings]) -> TableSettings:
    """The settings in a file, after everything that can be known without hardware was checked.

    Raises `YamlError`.
    """
    return load(path, TableSettings, _twins, _badges, _seats, _coverage, _hub, _panel, *checks)


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


def _hub(table: TableSettings, document: Document) -> Iterator[str]:
    if table.hub is None:
        for i, reader in enumerate(table.readers):
            if isinstance(reader, HubReader):
                yield document.sentence(("readers", i, "driver"), "the table has no hub: add the section hub")


def _panel(table: TableSettings, document: Document) -> Iterator[str]:
    if table.hub is None:
        return
    seats = [f"seat {seat}" for seat in range(1, table.seats + 1)]
    keys = ["floor", "next", "undo", "exposed", "clock", *seats]
    lamps = [*seats, *(re.sub("seat", "button", seat) for seat in seats), *(f"key {key}" for key in keys)]
    yield from _names(document, ("hub", "keys"), table.hub.keys, "key", keys)
    yield from _names(document, ("hub", "lamps"), table.hub.lamps, "lamp", lamps)


def _names(
    document: Document, section: Place, given: Mapping[int, str], what: str, known: list[str]
) -> Iterator[str]:
    first: dict[str, int] = {}
    for number, name in given.items():
        place = (*section, number)
        if name not in known:
            yield document.sentence(
                place, f"the table has no such {what} (got {name!r}){suggestion(name, known)}"
            )
        if name in first:
            line = document.mark((*section, first[name])).line
            yield document.sentence(place, f"{name!r} is there already, in line {line}")
        first.setdefault(name, number)
