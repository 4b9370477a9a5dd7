"""A reader's network port: bytes both ways, and one sentence for every failure."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from drivers.base import BadWiring, TransportLost
from drivers.emulated.tcpplug import TcpPlug, free_port
from drivers.port import open_port
from drivers.tcpport import TcpPort, address


@pytest.fixture
def plug() -> Iterator[TcpPlug]:
    plug = TcpPlug(free_port())
    plug.insert()
    yield plug
    plug.pull()


def _where(plug: TcpPlug) -> str:
    host, port = plug.at
    return f"socket://{host}:{port}"


def _read(port: TcpPort, count: int) -> bytes:
    received = b""
    while len(received) < count:
        received += port.read()
    return received


def test_bytes_go_both_ways_and_reading_never_waits(plug: TcpPlug) -> None:
    port = TcpPort(_where(plug))
    assert port.read() == b""
    port.write(b"\xf5\x00\n")
    plug.arrived(3)
    assert plug.read() == b"\xf5\x00\n"
    plug.write(b"\x00\xff\r\n\x03")
    assert _read(port, 5) == b"\x00\xff\r\n\x03"
    port.close()
    port.close()


def test_a_pulled_plug_is_one_sentence_for_reading_and_writing(plug: TcpPlug) -> None:
    port = TcpPort(_where(plug))
    port.write(b"\n")
    plug.arrived(1)
    plug.pull()
    with pytest.raises(TransportLost, match=r"lost the port socket://127.0.0.1:\d+: the device ended"):
        while True:
            assert port.read() == b""
    with pytest.raises(TransportLost, match="lost the port"):
        while True:
            port.write(b"\n")
    port.close()
    with pytest.raises(TransportLost, match=r"cannot open the port .* nothing there takes connections"):
        TcpPort(_where(plug))


def test_a_closed_port_is_lost(plug: TcpPlug) -> None:
    port = TcpPort(_where(plug))
    port.close()
    with pytest.raises(TransportLost, match="lost the port"):
        port.read()
    with pytest.raises(TransportLost, match="lost the port"):
        port.write(b"\n")


def test_a_device_that_takes_no_connection_is_given_up(plug: TcpPlug) -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        host, port = full.getsockname()
        with socket.create_connection((host, port)), pytest.raises(TransportLost, match="does not answer"):
            TcpPort(f"socket://{host}:{port}")


def test_a_new_host_takes_the_place_of_one_that_went_away(plug: TcpPlug) -> None:
    first = TcpPort(_where(plug))
    first.write(b"1")
    plug.arrived(1)
    second = TcpPort(_where(plug))
    second.write(b"2")
    while (received := plug.read()) in (b"", b"1"):
        pass
    assert received == b"2"
    with pytest.raises(TransportLost, match="lost the port"):
        while True:
            assert first.read() == b""
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("socket://reader.local:1234", "names a host; write its address"),
        ("socket://192.168.0.300:1234", "names a host"),
        ("socket://192.168.0.20", "is no network port"),
        ("socket://192.168.0.20:0", "is no network port"),
        ("socket://192.168.0.20:65536", "is no network port"),
        ("/dev/ttyS0", "is no network port"),
    ],
)
def test_only_an_address_and_a_port_are_taken(where: str, sentence: str) -> None:
    with pytest.raises(BadWiring, match=sentence):
        address(where)


def test_a_name_says_which_kind_of_port_it_is(plug: TcpPlug) -> None:
    port = open_port(_where(plug))
    assert isinstance(port, TcpPort)
    port.close()
    with pytest.raises(TransportLost, match="there is no such device"):
        open_port("/dev/no-such-port")
