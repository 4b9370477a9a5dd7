"""What cannot be wired as table.yaml says is named with its line, and so is what it clashes with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.marks import YamlError
from controller.settings import TableSettings, load_table

HEAD = """\
name: Two
seats: 2
stakes: {small_blind: 5, big_blind: 10, unit: 5}
journal: journal
sockets: sockets
deck_map: deck.json
readers:
"""
SHOE = "  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25}\n"


def load(folder: Path, text: str) -> TableSettings:
    path = folder / "table.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return load_table(path)


def wrong(folder: Path, text: str) -> list[str]:
    with pytest.raises(YamlError) as error:
        load(folder, text)
    return [re.sub(r"^.*table\.yaml(:\d+):\d+", r"\1", sentence) for sentence in error.value.sentences]


def test_a_table_of_every_kind_of_reader_is_sound(tmp_path: Path) -> None:
    table = load(
        tmp_path,
        SHOE
        + "  - {role: muck, driver: mfrc522, bus: 0, device: 1, reset_pin: 24, field: 'on'}\n"
        + "  - {role: seat, seat: 1, driver: pn532, port: /dev/serial/by-id/usb FTDI-if00-port0}\n"
        + "  - {role: seat, seat: 2, driver: pepper, port: 'socket://192.168.1.40:1234', antenna: 1}\n"
        + "  - {role: board, driver: pepper, port: 'socket://192.168.1.40:1234', antenna: 2}\n"
        + "panel:\n"
        + "  expanders: {seats: {address: 0x20}}\n"
        + "  keys: {next: {pin: 5}, seat 1: {expander: seats, line: A0}}\n"
        + "  lamps: {key next: {pin: 6, active_low: true}, seat 1: {expander: seats, line: B0}}\n",
    )
    assert [reader.name for reader in table.readers] == ["shoe", "muck", "seat 1", "seat 2", "board"]
    assert table.panel is not None
    assert table.panel.expanders["seats"].address == 32
    assert table.panel.lamps["key next"].active_low


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            SHOE + "  - {role: seat, seat: 1, driver: pn532, port: /dev/ttyUSB0}\n",
            ":9: readers[1].port: changes with every plug: use its name in /dev/serial/by-id or"
            " /dev/serial/by-path",
        ),
        (
            SHOE + "  - {role: seat, seat: 1, driver: pepper, port: com1}\n",
            ":9: readers[1].port: must be the path of a serial port, or socket://ADDRESS:PORT with",
        ),
        (
            SHOE + "  - {role: muck, driver: pn532, port: /dev/serial0}\n",
            ":9: readers[1].driver: a PN532 is sure of two cards only, too few for the muck",
        ),
        (
            "  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25, field: sliced}\n"
            + "  - {role: muck, driver: mfrc522, bus: 0, device: 1, reset_pin: 24}\n",
            ":8: readers[0].field: the shoe's field must stay on beside the muck reader on its bus",
        ),
        (
            SHOE + "panel: {keys: {next: {pin: 25}}}\n",
            ":9: panel.keys.next: pin 25 is taken already, in line 8",
        ),
        (
            SHOE + "panel: {keys: {next: {pin: 5}}, lamps: {key next: {pin: 5}}}\n",
            ":9: panel.lamps.key next: pin 5 is taken already, in line 9",
        ),
        (
            SHOE + "panel: {keys: {next: {pin: 10}}}\n",
            ":9: panel.keys.next: pin 10 belongs to SPI bus 0",
        ),
        (
            SHOE + "panel: {keys: {next: {pin: 8}}}\n",
            ":9: panel.keys.next: pin 8 belongs to SPI bus 0, chip select 0",
        ),
        (
            SHOE + "panel: {expanders: {a: {address: 0x20}}, lamps: {seat 1: {pin: 3}}}\n",
            ":9: panel.lamps.seat 1: pin 3 belongs to I2C bus 1",
        ),
        (
            SHOE
            + "  - {role: seat, seat: 1, driver: pn532, port: /dev/serial0}\n"
            + "panel: {lamps: {seat 1: {pin: 14}}}\n",
            ":10: panel.lamps.seat 1: pin 14 belongs to /dev/serial0",
        ),
        (
            SHOE + "panel: {keys: {next: {pin: 5, line: A0}}}\n",
            ":9: panel.keys.next: needs either a pin, or an expander and its line",
        ),
        (
            SHOE + "panel: {keys: {next: {expander: seats, line: C0}}}\n",
            ":9: panel.keys.next.line: ",
        ),
        (
            SHOE + "panel: {expanders: {seats: {address: 0x20}}, keys: {next: {expander: seat, line: A0}}}\n",
            ":9: panel.keys.next.expander: there is no such expander (got 'seat'), did you mean 'seats'?",
        ),
        (
            SHOE + "panel: {expanders: {a: {address: 0x21}, b: {address: 0x21}}}\n",
            ":9: panel.expanders.b: address 0x21 of bus 1 has an expander already, in line 9",
        ),
        (
            SHOE + "panel: {expanders: {a: {address: 0x30}}}\n",
            ":9: panel.expanders.a.address: an MCP23017 has an address from 0x20 to 0x27, not 0x30",
        ),
        (
            SHOE + "panel: {keys: {nxt: {pin: 5}}}\n",
            ":9: panel.keys.nxt: the table has no such key (got 'nxt'), did you mean 'next'?",
        ),
        (
            SHOE + "hub: {port: /dev/table-hub, uid: E6, keys: {1: next}}\npanel: {keys: {next: {pin: 5}}}\n",
            ":10: panel.keys.next: 'next' is there already, in line 9",
        ),
        (
            SHOE
            + "  - {role: seat, seat: 1, driver: pn532, port: /dev/table-hub}\n"
            + "hub: {port: /dev/table-hub, uid: E6}\n",
            ":9: readers[1].port: the port has a hub already, in line 10",
        ),
        (
            "  - {role: shoe, driver: pn532, port: /dev/serial0}\n",
            ":8: readers[0].driver: a PN532 looks every 50 ms, too slow for the shoe",
        ),
        (
            "  - {role: shoe, driver: pepper, port: /dev/serial0, antenna: 1}\n",
            ":8: readers[0].driver: a C1 MUX takes its antennas in turn, too slow for the shoe",
        ),
        (
            SHOE + "  - {role: seat, seat: 1, driver: pepper, port: 'socket://table-3:1234'}\n",
            ":9: readers[1].port: must be the path of a serial port, or socket://ADDRESS:PORT with",
        ),
        (
            SHOE + "panel: {expanders: {a: {address: 0x20}}, keys: {next: {expander: a, line: B7}}}\n",
            ":9: panel.keys.next.line: line B7 of newer MCP23017 is an output only",
        ),
        (
            SHOE
            + "  - {role: seat, seat: 1, driver: pepper, port: /dev/serial0}\n"
            + "  - {role: seat, seat: 2, driver: pepper, port: /dev/serial0, antenna: 2}\n",
            ":9: readers[1]: other readers of this Pepper C1 have an antenna; which is this?",
        ),
        (
            SHOE
            + "  - {role: seat, seat: 1, driver: pepper, port: /dev/serial0, unit: 1}\n"
            + "  - {role: seat, seat: 2, driver: pepper, port: /dev/serial0}\n",
            ":10: readers[2]: other readers of /dev/serial0 have a unit; which is this?",
        ),
        (
            SHOE
            + "  - {role: seat, seat: 1, driver: pepper, port: /dev/serial0, antenna: 1}\n"
            + "  - {role: seat, seat: 2, driver: pepper, port: /dev/serial0, antenna: 1}\n",
            ":10: readers[2]: port /dev/serial0 antenna 1 has a reader already, in line 9",
        ),
    ],
)
def test_one_mistake_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    found = wrong(tmp_path, text)
    assert len(found) == 1
    assert found[0].startswith(sentence), found
