"""The sections of table.yaml that name hardware: readers, the hub, keys and lamps at the computer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from controller.marks import Name, Section

Seat: TypeAlias = Annotated[int, Field(ge=1, le=10)]
Pin: TypeAlias = Annotated[int, Field(ge=0, le=27)]
Role: TypeAlias = Literal["shoe", "seat", "board", "burn", "muck", "badge"]


def _port(value: str) -> str:
    if re.fullmatch(r"/dev/tty(USB|ACM)\d+", value):
        # After a reboot the numbers may be dealt out anew, and two seats would be swapped.
        raise ValueError("changes with every plug: use its name in /dev/serial/by-id or /dev/serial/by-path")
    # A name would have to be looked up, and nobody can say how long that takes.
    if not re.fullmatch(r"/.+|socket://\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}", value):
        raise ValueError("must be the path of a serial port, or socket://ADDRESS:PORT with an IPv4 address")
    return value


Port: TypeAlias = Annotated[str, AfterValidator(_port)]


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
    speed_hz: Annotated[int, Field(ge=100_000, le=10_000_000)] = 4_000_000
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
    keys: dict[int, str] = Field(default_factory=dict)
    lamps: dict[int, str] = Field(default_factory=dict)


def _address(value: int) -> int:
    if not 0x20 <= value <= 0x27:
        raise ValueError(f"an MCP23017 has an address from 0x20 to 0x27, not 0x{value:02x}")
    return value


class Expander(Section):
    """An MCP23017 on an I2C bus: sixteen lines, A0 to A7 and B0 to B7."""

    bus: Annotated[int, Field(ge=0, le=15)] = 1
    address: Annotated[int, AfterValidator(_address)]


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

    expanders: dict[str, Expander] = Field(default_factory=dict)
    keys: dict[str, Wire] = Field(default_factory=dict)
    lamps: dict[str, Lamp] = Field(default_factory=dict)


class Hardware(Section):
    """What hangs on the table computer: the part of table.yaml that its wiring follows from."""

    seats: Annotated[int, Field(ge=2, le=10)]
    readers: tuple[Reader, ...]
    hub: Hub | None = None
    panel: Panel | None = None

    @property
    def antennas(self) -> Mapping[int, str]:
        """Antenna number of the hub to reader name."""
        return {r.antenna: r.name for r in self.readers if isinstance(r, HubReader)}
