"""Where a serial driver's bytes go: the face of every port, and which kind of port a name stands for."""

from __future__ import annotations

from typing import Protocol

from drivers.serialport import SerialPort
from drivers.tcpport import SCHEME, TcpPort


class Port(Protocol):
    """Plain bytes both ways; every method raises TransportLost when the port is gone."""

    def read(self) -> bytes:
        """What has arrived, at once."""

    def write(self, line: bytes) -> None:
        """Send all of `line`."""

    def close(self) -> None:
        """Give the port back."""


def open_port(where: str) -> Port:
    """Open the path of a serial port, or socket://ADDRESS:PORT; raises TransportLost, BadWiring."""
    return TcpPort(where) if where.startswith(SCHEME) else SerialPort(where)
