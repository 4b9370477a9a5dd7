"""The serial port on a pseudo-terminal: every failure is one sentence that names the port."""

from __future__ import annotations

import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

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


def test_a_second_program_that_does_not_ask_for_the_port_alone_cannot_lock_us_out(plug: Plug) -> None:
    careless = serial.Serial(str(plug.path), timeout=0)
    port = SerialPort(str(plug.path))
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        serial.Serial(str(plug.path), exclusive=True)
    careless.close()
    port.close()


def test_the_path_is_followed_anew_with_each_opening(plug: Plug) -> None:
    first = SerialPort(str(plug.path))
    was = plug.path.readlink()
    plug.pull()
    plug.insert()
    assert plug.path.readlink() != was
    second = SerialPort(str(plug.path))
    plug.write(b"\x01")
    plug.delivered()
    assert second.read() == b"\x01"
    first.close()
    second.close()


def test_what_has_arrived_is_read_in_parts(plug: Plug) -> None:
    port = SerialPort(str(plug.path))
    read = b""
    for part in (b"\x00\x00", b"\xff\x01", b"\n", b"\xff"):
        plug.write(part)
        plug.delivered()
        read += port.read() + port.read()
    assert read == b"\x00\x00\xff\x01\n\xff"
    port.close()


def test_a_device_that_takes_nothing_is_lost_and_not_waited_for(plug: Plug) -> None:
    port = SerialPort(str(plug.path))
    with pytest.raises(TransportLost, match=r"lost the port .*: the device takes nothing more"):
        for _ in range(100):
            port.write(bytes(1000))
    port.close()


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


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (OSError(5, "Input/output error"), "the device was unplugged"),
        (termios.error(5, "Input/output error"), "the device was unplugged"),
        (OSError(19, "No such device"), "the device was unplugged"),
        (OSError(71, "Protocol error"), "Protocol error"),
        (TypeError("argument must be an int"), "the device was unplugged, or another program reads from it"),
        (serial.SerialException("no data"), "the device was unplugged, or another program reads from it"),
        (serial.PortNotOpenError(), "the device was unplugged, or another program reads from it"),
    ],
)
@pytest.mark.parametrize("call", ["in_waiting", "read", "write"])
def test_whatever_pyserial_lets_through_is_one_sentence(
    plug: Plug, monkeypatch: pytest.MonkeyPatch, call: str, fault: Exception, why: str
) -> None:
    def fail(*_: object) -> int:
        raise fault

    port = SerialPort(str(plug.path))
    plug.write(b"x")
    plug.delivered()
    monkeypatch.setattr(serial.Serial, call, property(fail) if call == "in_waiting" else fail)
    with pytest.raises(TransportLost) as lost:
        port.write(b"x") if call == "write" else port.read()
    assert str(lost.value) == f"lost the port {plug.path}: {why}"
    port.close()


@pytest.mark.parametrize(
    ("number", "why"),
    [(13, "no permission; is this user in the group of the device?"), (16, "another program has it open")],
)
def test_a_port_that_may_not_be_opened_says_why(
    monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, "refused")

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(TransportLost) as lost:
        SerialPort("/dev/serial/by-id/x")
    assert str(lost.value) == f"cannot open the port /dev/serial/by-id/x: {why}"
