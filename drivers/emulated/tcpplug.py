"""The far side of a network cable: a `Plug` that is a network port of this machine."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from pathlib import Path

from drivers.emulated.plug import DELIVERY_DEADLINE, Plug
from drivers.tcpport import SCHEME, address


class TcpPlug(Plug):
    """A listening port of this machine; pulling it ends the connection and refuses new ones."""

    def __init__(self, where: str) -> None:
        super().__init__(Path(where))
        self.at = address(where)
        self._listener: socket.socket | None = None
        self._host: socket.socket | None = None
        self._inbox = b""

    @property
    def is_in(self) -> bool:
        """Whether the cable is plugged in."""
        return self._listener is not None

    def insert(self) -> None:
        """Take connections."""
        self._listener = socket.create_server(self.at, backlog=1)
        self._listener.setblocking(False)

    def pull(self) -> None:
        """End the connection, with all that was on the way."""
        for end in (self._host, self._listener):
            if end is not None:
                end.close()
        self._host = self._listener = None
        self._inbox = b""

    def write(self, sent: bytes) -> None:
        """Send to the host; lost when nobody is connected, or has not read for long."""
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._host.send(sent)

    def read(self) -> bytes:
        """What the host has sent."""
        self._take()
        received, self._inbox = self._inbox, b""
        return received

    def delivered(self) -> None:
        """Within one machine the network delivers at once."""

    def arrived(self, count: int) -> None:
        """Wait until `count` bytes of the host can be read here."""
        give_up = time.monotonic() + DELIVERY_DEADLINE
        while self.is_in and len(self._inbox) < count:
            self._take()
            if time.monotonic() >= give_up:
                raise TimeoutError(f"the network did not deliver {count} bytes")

    def _take(self) -> None:
        """Accept a host that waits, in place of one before it, and take what it has sent."""
        ends = [end for end in (self._host, self._listener) if end is not None]
        ready, _, _ = select.select(ends, [], [], 0)
        if self._listener in ready:
            assert self._listener is not None
            if self._host is not None:
                self._host.close()
            self._host, _ = self._listener.accept()
            self._host.setblocking(False)
            self._inbox = b""
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._inbox += self._host.recv(4096)


def free_port() -> str:
    """A network port of this machine that nobody uses now, as socket://ADDRESS:PORT."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
    return f"{SCHEME}{host}:{port}"
