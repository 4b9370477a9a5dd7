"""A reader on the network as plain bytes, as a serial port is; every failure is one `TransportLost`.

pyserial's own socket port waits 5 s for a connection and 0.3 s for its end: too long for a table.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import re
import socket

from drivers.base import BadWiring, TransportLost

SCHEME = "socket://"
CONNECT_TIME = 0.3
WRITE_TIME = 0.2

_WHERE = re.compile(r"socket://([^\s/:]+):(\d{1,5})")
_WHY = {
    errno.ECONNREFUSED: "nothing there takes connections on that port",
    errno.EHOSTUNREACH: "no such device on the network; is it on, and the cable in?",
    errno.ENETUNREACH: "this computer has no network that leads there",
    errno.ECONNRESET: "the device ended the connection",
    errno.EPIPE: "the device ended the connection",
}


def address(where: str) -> tuple[str, int]:
    """The address and port of socket://ADDRESS:PORT; raises BadWiring for a name, or anything else.

    A name is refused because looking it up may take many seconds, and nothing can shorten that.
    """
    found = _WHERE.fullmatch(where)
    if not found or not 0 < int(found[2]) < 65536:
        raise BadWiring(f"{where} is no network port; write socket://ADDRESS:PORT")
    try:
        return str(ipaddress.IPv4Address(found[1])), int(found[2])
    except ValueError:
        raise BadWiring(
            f"{where} names a host; write its address (192.168.0.20), and give the reader a fixed one"
        ) from None


class TcpPort:
    """One connection; reading never blocks."""

    def __init__(self, where: str) -> None:
        """Connect to `where` within 0.3 s; raises TransportLost, or BadWiring for what is no address."""
        self._where = where
        try:
            self._socket = socket.create_connection(address(where), timeout=CONNECT_TIME)
        except OSError as fault:
            raise TransportLost(f"cannot open the port {where}: {_why(fault)}") from None
        # Commands are short, and each waits for the answer to the one before.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)

    def read(self) -> bytes:
        """What has arrived since the last call, possibly nothing; raises TransportLost."""
        try:
            received = self._socket.recv(4096)
        except BlockingIOError:
            return b""
        except OSError as fault:
            raise self._lost(_why(fault)) from None
        if not received:
            raise self._lost(_WHY[errno.ECONNRESET])
        return received

    def write(self, line: bytes) -> None:
        """Send all of `line`, waiting at most 0.2 s; raises TransportLost."""
        try:
            self._socket.settimeout(WRITE_TIME)
            self._socket.sendall(line)
            self._socket.setblocking(False)
        except OSError as fault:
            raise self._lost(_why(fault)) from None

    def close(self) -> None:
        """Give the port back; a connection that is already gone is closed too."""
        with contextlib.suppress(OSError):
            self._socket.close()

    def _lost(self, why: str) -> TransportLost:
        return TransportLost(f"lost the port {self._where}: {why}")


def _why(fault: OSError) -> str:
    if isinstance(fault, TimeoutError):
        return "the device does not answer; is it on, and the cable in?"
    return _WHY.get(fault.errno or 0) or os.strerror(fault.errno or errno.EIO)
