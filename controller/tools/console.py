"""A client of a screen socket without a screen: for the robot, scenarios and tests."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.views import (
    Answer,
    DealerView,
    PlayerView,
    PreviewView,
    Request,
    RevealView,
    SignInView,
    from_json,
    to_json,
)

LARGEST = 1 << 16


class Console:
    """One connection; `frames` collects what came, as text with its time, where `recording` is on.

    `name` begins the ids of its requests: the table takes an id once, whoever sends it. A floor connection
    has `sign_in` until somebody has signed in, and `enclosed` is what came for it alone.
    """

    def __init__(
        self, path: Path, kind: type[PlayerView], *, name: str = "console", recording: bool = False
    ) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._socket.setblocking(False)
        self._kind = kind
        self._name = name
        self._recording = recording
        self._asked = 0
        self.frames: list[tuple[float, str]] = []
        self._view: PlayerView | None = None
        self._unread = False
        self.raw: dict[str, Any] = {}
        self.answers: dict[str, Answer] = {}
        self.sign_in: SignInView | None = None
        self.enclosed: list[RevealView | PreviewView] = []

    def poll(self, now: float) -> bool:
        """Read what has arrived; whether anything did."""
        came = False
        while (frame := self._receive()) is not None:
            came = True
            if self._recording:
                self.frames.append((now, frame))
            self._take(json.loads(frame))
        return came

    def ask(self, ask: str, **fields: Any) -> str:
        """Send a request about the newest snapshot; its id."""
        newest = self.view or self.sign_in
        assert newest is not None, "nothing was shown yet"
        self._asked += 1
        request = Request(id=f"{self._name}-{self._asked}", on=newest.n, ask=ask, **fields)
        self._socket.send(json.dumps(to_json(request)).encode())
        return request.id

    def answer(self, request: str, pump: Callable[[], object], tries: int = 50) -> Answer:
        """The answer to a request; `pump` lets the other side work.

        Raises `TimeoutError` when none comes.
        """
        for _ in range(tries):
            if request in self.answers:
                return self.answers.pop(request)
            pump()
        raise TimeoutError(f"the table did not answer request {request}")

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _receive(self) -> str | None:
        try:
            packet = self._socket.recv(LARGEST)
        except BlockingIOError:
            return None
        return packet.decode() if packet else None

    def _take(self, frame: dict[str, Any]) -> None:
        match frame:
            case {"view": value}:
                self.raw, self.sign_in, self._unread = value, None, True
            case {"sign_in": value}:
                self.raw, self._view, self._unread = value, None, False
                self.sign_in = from_json(SignInView, value)
            case {"reveal": value}:
                self.enclosed.append(from_json(RevealView, value))
            case {"preview": value}:
                self.enclosed.append(from_json(PreviewView, value))
            case {"answer": value}:
                answer = from_json(Answer, value)
                self.answers[answer.re] = answer

    @property
    def view(self) -> PlayerView | None:
        """The newest snapshot, None before one has come; of several that came together only it is read."""
        if self._unread:
            self._view, self._unread = from_json(self._kind, self.raw), False
        return self._view

    @property
    def dealer(self) -> DealerView:
        """The newest snapshot of a dealer connection."""
        view = self.view
        assert isinstance(view, DealerView), "this is no dealer's connection, or nothing was shown yet"
        return view
