"""The controller's side of a screen's socket, as a test needs it."""

from __future__ import annotations

import contextlib
import json
import socket
from pathlib import Path
from typing import Any

from controller.views import (
    Answer,
    PlayerView,
    PreviewView,
    Request,
    RevealView,
    SignInView,
    from_json,
    to_json,
)


class FakeTable:
    """Listens at a path and speaks to the newest screen that came."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(str(path))
        self._listener.listen()
        self._listener.settimeout(5)
        self._screen: socket.socket | None = None

    def accept(self) -> None:
        self._screen, _ = self._listener.accept()
        self._screen.settimeout(5)

    def show(self, view: PlayerView | SignInView) -> None:
        self.send({"sign_in" if isinstance(view, SignInView) else "view": to_json(view)})

    def answer(self, answer: Answer) -> None:
        self.send({"answer": to_json(answer)})

    def reveal(self, reveal: RevealView) -> None:
        self.send({"reveal": to_json(reveal)})

    def preview(self, preview: PreviewView) -> None:
        self.send({"preview": to_json(preview)})

    def send(self, frame: Any) -> None:
        self.send_bytes(json.dumps(frame).encode())

    def send_bytes(self, packet: bytes) -> None:
        assert self._screen is not None
        self._screen.send(packet)

    def request(self) -> Request:
        assert self._screen is not None
        return from_json(Request, json.loads(self._screen.recv(65536)))

    def silent(self) -> bool:
        """Whether no request lies unread."""
        assert self._screen is not None
        self._screen.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            return self._screen.recv(65536, socket.MSG_PEEK) == b""
        self._screen.settimeout(5)
        return True

    def hang_up(self) -> None:
        """Ends the connection to the screen and goes on listening."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None

    def close(self) -> None:
        """Goes away with its socket, as a process that ended."""
        self.hang_up()
        self._listener.close()
        self._path.unlink(missing_ok=True)
