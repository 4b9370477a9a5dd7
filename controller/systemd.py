"""What the service manager is told (sd_notify(3)): silent where there is none."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Systemd:
    """The notification socket of the environment: `$NOTIFY_SOCKET`, `$WATCHDOG_USEC`, `$WATCHDOG_PID`."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        ours = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        usec = environ.get("WATCHDOG_USEC", "")
        self._limit = int(usec) / 1e6 if ours and usec.isdecimal() else 0.0

    @property
    def interval(self) -> float | None:
        """Seconds between two calls of `alive`, a third of the limit; None when nobody watches."""
        return self._limit / 3 or None

    def ready(self) -> None:
        """The table can be used."""
        self._send("READY=1")

    def status(self, sentence: str) -> None:
        """The line that `systemctl status` shows."""
        self._send("STATUS=" + " ".join(sentence.split()))

    def alive(self) -> None:
        """The loop and the threads of the readers made progress."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The table is being closed."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            try:
                sender.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)
            except OSError:
                # A manager that does not listen must not stop a hand; its watchdog is the judge of that.
                return
