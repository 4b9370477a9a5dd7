"""The serial port on a pseudo-terminal: every failure is one sentence that names the port."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.base import TransportLost
from drivers.emulated.plug import Plug
from drivers.serialport import SerialPort


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    plug = Plug(tmp_path / "hub")
    plug.insert()
    yield plug
    plug.pull()


def test_bytes_go_both_ways_and_reading_never_waits(plug: Plug) -> None:
    port = SerialPort(str(plug.path))
    assert port.read() == b""
    plug.write(b"\x00\xff\r\n\x03")
    plug.delivered()
    assert port.read() == b"\x00\xff\r\n\x03"
    port.write(b"\n\n\x11")
    plug.arrived(3)
    assert plug.read() == b"\n\n\x11"
    port.close()


def test_a_missing_device_is_named(tmp_path: Path) -> None:
    with pytest.raises(TransportLost, match=r"cannot open the port /.*/none: there is no such device"):
        SerialPort(str(tmp_path / "none"))


def test_a_file_is_no_serial_port(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TransportLost, match=r"cannot open the port /.*/file: "):
        SerialPort(str(tmp_path / "file"))


def test_a_port_has_one_owner(plug: Plug) -> None:
    port = SerialPort(str(plug.path))
    with pytest.raises(TransportLost, match="another program has it open"):
        SerialPort(str(plug.path))
    port.close()
    SerialPort(str(plug.path)).close()


def test_a_pulled_plug_is_one_sentence_for_reading_and_writing(plug: Plug) -> None:
    port = SerialPort(str(plug.path))
    path = plug.path
    plug.pull()
    for use in (port.read, port.read, lambda: port.write(b"\n")):
        with pytest.raises(TransportLost, match=f"lost the port {path}: "):
            use()
    port.close()


def test_a_closed_port_is_lost_and_closes_again(plug: Plug) -> None:
    port = SerialPort(str(plug.path))
    port.close()
    port.close()
    with pytest.raises(TransportLost, match="lost the port"):
        port.write(b"\n")
    with pytest.raises(TransportLost, match="lost the port"):
        port.read()
