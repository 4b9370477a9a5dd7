"""Whether the hardware of table.yaml can be wired as it says: names, pins, addresses and ports.

Each check yields sentences with line and column; nothing here looks at a device.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from controller.hardware import (
    Hardware,
    HubReader,
    Lamp,
    Mfrc522Reader,
    PepperReader,
    Pn532Reader,
    Wire,
)
from controller.marks import Check, Document, Place, suggestion

KEYS = ("floor", "next", "undo", "exposed", "clock")
# Pins that the computer gives to a bus once that is switched on (BCM numbers).
_SPI_PINS: Mapping[int, tuple[int, ...]] = {0: (9, 10, 11), 1: (19, 20, 21)}
_SPI_SELECT: Mapping[tuple[int, int], int] = {(0, 0): 8, (0, 1): 7, (1, 0): 18, (1, 1): 17, (1, 2): 16}
_I2C_PINS: Mapping[int, tuple[int, ...]] = {0: (0, 1), 1: (2, 3)}
# DS20001952D: GPA7 and GPB7 are output only.
_OUTPUTS = ("A7", "B7")
_UART_PINS: Mapping[str, tuple[int, ...]] = dict.fromkeys(
    ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0"), (14, 15)
)


def _hub(table: Hardware, document: Document) -> Iterator[str]:
    if table.hub is None:
        for i, reader in enumerate(table.readers):
            if isinstance(reader, HubReader):
                yield document.sentence(("readers", i, "driver"), "the table has no hub: add the section hub")


def _names(table: Hardware, document: Document) -> Iterator[str]:
    """Keys and lamps are those of this table, and each is in one place."""
    seats = [f"seat {seat}" for seat in range(1, table.seats + 1)]
    keys = [*KEYS, *seats]
    lamps = [*seats, *(re.sub("seat", "button", seat) for seat in seats), *(f"key {key}" for key in keys)]
    yield from _known(document, "key", keys, _named(table, "keys"))
    yield from _known(document, "lamp", lamps, _named(table, "lamps"))


def _named(table: Hardware, section: str) -> Iterator[tuple[str, Place]]:
    """Each name of the keys or lamps, and where it stands: in the hub by number, in the panel as a key."""
    if table.hub is not None:
        for number, name in getattr(table.hub, section).items():
            yield name, ("hub", section, number)
    if table.panel is not None:
        for name in getattr(table.panel, section):
            yield name, ("panel", section, name)


def _known(
    document: Document, what: str, known: list[str], given: Iterable[tuple[str, Place]]
) -> Iterator[str]:
    first: dict[str, Place] = {}
    for name, place in given:
        if name not in known:
            yield document.sentence(
                place, f"the table has no such {what} (got {name!r}){suggestion(name, known)}"
            )
        if name in first:
            yield document.sentence(
                place, f"{name!r} is there already, in line {document.mark(first[name]).line}"
            )
        first.setdefault(name, place)


def _lines(table: Hardware, document: Document) -> Iterator[str]:
    """No two things are on one pin or line, none on a pin of a bus, and every expander is described."""
    taken = {f"pin {pin}": bus for pin, bus in _bus_pins(table)}
    first: dict[str, int] = {}
    for place, text in _connected(table):
        if text in taken:
            yield document.sentence(place, f"{text} belongs to {taken[text]}")
        elif text in first:
            yield document.sentence(place, f"{text} is taken already, in line {first[text]}")
        first.setdefault(text, document.mark(place).line)
    for place, wire in _wires(table):
        expanders = table.panel.expanders if table.panel else {}
        if wire.expander is not None and wire.expander not in expanders:
            said = f"there is no such expander (got {wire.expander!r}){suggestion(wire.expander, expanders)}"
            yield document.sentence((*place, "expander"), said)
    yield from _expanders(table, document)


def _wires(table: Hardware) -> Iterator[tuple[Place, Wire | Lamp]]:
    if table.panel is not None:
        for section in ("keys", "lamps"):
            for name, wire in getattr(table.panel, section).items():
                yield ("panel", section, name), wire


def _connected(table: Hardware) -> Iterator[tuple[Place, str]]:
    for i, reader in enumerate(table.readers):
        if isinstance(reader, Mfrc522Reader):
            yield ("readers", i, "reset_pin"), f"pin {reader.reset_pin}"
    for place, wire in _wires(table):
        yield place, wire.where


def _bus_pins(table: Hardware) -> Iterator[tuple[int, str]]:
    for reader in table.readers:
        match reader:
            case Mfrc522Reader(bus=bus, device=device):
                for pin in _SPI_PINS.get(bus, ()):
                    yield pin, f"SPI bus {bus}"
                if (bus, device) in _SPI_SELECT:
                    yield _SPI_SELECT[bus, device], f"SPI bus {bus}, chip select {device}"
            case Pn532Reader(port=port) | PepperReader(port=port):
                for pin in _UART_PINS.get(port, ()):
                    yield pin, port
            case HubReader():
                pass
    if table.hub is not None:
        for pin in _UART_PINS.get(table.hub.port, ()):
            yield pin, table.hub.port
    if table.panel is not None:
        for expander in table.panel.expanders.values():
            for pin in _I2C_PINS.get(expander.bus, ()):
                yield pin, f"I2C bus {expander.bus}"


def _expanders(table: Hardware, document: Document) -> Iterator[str]:
    first: dict[tuple[int, int], int] = {}
    for name, expander in (table.panel.expanders if table.panel else {}).items():
        place: Place = ("panel", "expanders", name)
        at = (expander.bus, expander.address)
        if at in first:
            said = f"address 0x{at[1]:02x} of bus {at[0]} has an expander already, in line {first[at]}"
            yield document.sentence(place, said)
        first.setdefault(at, document.mark(place).line)


def _ports(table: Hardware, document: Document) -> Iterator[str]:
    """A port has one kind of device; a Pepper C1 without antenna or unit has its port to itself."""
    users: dict[str, tuple[str, Place]] = {}
    if table.hub is not None:
        users[table.hub.port] = "hub", ("hub", "port")
    for i, reader in enumerate(table.readers):
        if not isinstance(reader, Pn532Reader | PepperReader):
            continue
        place: Place = ("readers", i, "port")
        kind, first = users.setdefault(reader.port, (reader.driver, place))
        if kind != reader.driver:
            said = f"the port has a {kind} already, in line {document.mark(first).line}"
            yield document.sentence(place, said)
    yield from _antennas(table, document)


def _antennas(table: Hardware, document: Document) -> Iterator[str]:
    """Readers of one C1 all name their antenna, and C1s of one port all their unit."""
    readers = [(i, r) for i, r in enumerate(table.readers) if isinstance(r, PepperReader)]
    for i, reader in readers:
        beside = [other for j, other in readers if j != i and other.port == reader.port]
        if reader.unit is None and any(other.unit is not None for other in beside):
            yield document.sentence(
                ("readers", i), f"other readers of {reader.port} have a unit; which is this?"
            )
        if reader.antenna is None and any(other.unit == reader.unit and other.antenna for other in beside):
            yield document.sentence(
                ("readers", i), "other readers of this Pepper C1 have an antenna; which is this?"
            )


def _capable(table: Hardware, document: Document) -> Iterator[str]:
    """What a reader is too slow for, or cannot see; and keys where an expander has no inputs."""
    for i, reader in enumerate(table.readers):
        why = ""
        if isinstance(reader, Pn532Reader) and reader.role in ("board", "burn", "muck"):
            why = f"a PN532 is sure of two cards only, too few for the {reader.role}"
        elif isinstance(reader, Pn532Reader) and reader.role == "shoe":
            why = "a PN532 looks every 50 ms, too slow for the shoe: a card passes in 80 ms"
        elif isinstance(reader, PepperReader) and reader.role == "shoe" and reader.antenna:
            why = "a C1 MUX takes its antennas in turn, too slow for the shoe: a card passes in 80 ms"
        if why:
            yield document.sentence(("readers", i, "driver"), why)
    yield from _waiting(table, document)
    for name, wire in (table.panel.keys if table.panel else {}).items():
        if wire.line in _OUTPUTS:
            said = f"line {wire.line} of newer MCP23017 is an output only: a lamp may be there, no key"
            yield document.sentence(("panel", "keys", name, "line"), said)


def _waiting(table: Hardware, document: Document) -> Iterator[str]:
    """A shoe that is read between other antennas cannot wait until their fields are off."""
    chips = [(i, reader) for i, reader in enumerate(table.readers) if isinstance(reader, Mfrc522Reader)]
    for i, shoe in chips:
        beside = [r for _, r in chips if r is not shoe and r.bus == shoe.bus and r.sliced]
        if shoe.role == "shoe" and shoe.sliced and beside:
            said = f"the shoe's field must stay on beside the {beside[0].name} reader on its bus: field: on"
            yield document.sentence(("readers", i, "field"), said)


CHECKS: tuple[Check[Hardware], ...] = (_hub, _names, _lines, _ports, _capable)
