"""The socket between a screen and the controller: whole snapshots in, requests out.

Polled from the window loop, without a thread. Frames are JSON objects, one a packet: `{"view": ...}`,
`{"answer": ...}` and the like in, a request out (docs/protocol.md). The newest snapshot wins; the last good
one stays while the connection is lost or something unreadable came, and is then called stale.
"""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from controller.views import (
    VERSION,
    Answer,
    PlayerView,
    PreviewView,
    Request,
    RevealView,
    SignInView,
    ViewError,
    from_json,
    to_json,
)

_log = logging.getLogger(__name__)

V = TypeVar("V", bound=PlayerView | SignInView)
News: TypeAlias = Answer | RevealView | PreviewView

# Larger than any snapshot; a packet that does not fit is reported, not cut.
_PACKET = 1 << 18
_NEWS: dict[str, type[News]] = {"answer": Answer, "reveal": RevealView, "preview": PreviewView}
_FIRST_WAIT = 0.25
_LONGEST_WAIT = 4.0


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A frame that was not understood, as one sentence without its content."""

    sentence: str


class Client(Generic[V]):
    """One screen's connection, for views of type `kind`; it connects by itself and again when lost.

    `others` are snapshots that come in frames of another name, in the place of a view.
    """

    def __init__(self, path: Path, kind: type[V], **others: type[V]) -> None:
        self.view: V | None = None
        self.trouble = "not connected yet"
        self._path = path
        self._kinds = {"view": kind, **others}
        self._socket: socket.socket | None = None
        self._wait = _FIRST_WAIT
        self._retry_at = 0.0

    @property
    def connected(self) -> bool:
        """Whether the controller is there to take a request."""
        return self._socket is not None

    @property
    def stale(self) -> bool:
        """Whether `view` may no longer be what the table is."""
        return self.trouble != ""

    def poll(self, now: float) -> tuple[News, ...]:
        """Takes what has arrived by `now` (seconds of any steady clock); returns what answers requests."""
        if self._socket is None and now >= self._retry_at:
            self._connect(now)
        answers: list[News] = []
        while self._socket is not None:
            frame = self._receive(now)
            match frame:
                case None:
                    break
                case Answer() | RevealView() | PreviewView():
                    answers.append(frame)
                case Unreadable(sentence):
                    self._complain(f"the table sent what this screen cannot read: {sentence}")
                case _:
                    self.view = frame
                    self.trouble = ""
                    self._wait = _FIRST_WAIT
        return tuple(answers)

    def send(self, request: Request) -> bool:
        """Sends one request; False when it could not be handed over."""
        if self._socket is None:
            return False
        try:
            self._socket.send(json.dumps(to_json(request)).encode())
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Ends the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _connect(self, now: float) -> None:
        made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        made.setblocking(False)
        try:
            made.connect(str(self._path))
        except OSError as error:
            made.close()
            self._lost(now, f"no connection to {self._path}: {_reason(error)}")
            return
        self._socket = made

    def _receive(self, now: float) -> V | News | Unreadable | None:
        assert self._socket is not None
        try:
            packet, _, flags, _ = self._socket.recvmsg(_PACKET)
        except BlockingIOError:
            return None
        except OSError as error:
            self._lost(now, f"the connection to {self._path} broke: {_reason(error)}")
            return None
        if not packet:
            self._lost(now, f"the table closed the connection at {self._path}")
            return None
        if flags & socket.MSG_TRUNC:
            return Unreadable(f"a frame of more than {_PACKET} bytes")
        return self._parse(packet)

    def _parse(self, packet: bytes) -> V | News | Unreadable:
        try:
            frame = json.loads(packet)
        except (ValueError, RecursionError):
            return Unreadable("a frame that is not JSON")
        if not isinstance(frame, dict) or len(frame) != 1:
            return Unreadable("a frame that is not an object of one name")
        name, value = next(iter(frame.items()))
        match value:
            case {"v": int(version)} if name in self._kinds and version != VERSION:
                return Unreadable(f"protocol version {version}, this screen speaks {VERSION}")
        kind: type[V] | type[News] | None = self._kinds.get(name) or _NEWS.get(name)
        if kind is None:
            return Unreadable("a frame that is neither a view nor an answer")
        with contextlib.suppress(RecursionError):
            try:
                return from_json(kind, value)
            except ViewError as error:
                return Unreadable(_place(error))
        return Unreadable("a frame that is nested too deep")

    def _lost(self, now: float, sentence: str) -> None:
        self.close()
        self._complain(sentence)
        self._retry_at = now + self._wait
        self._wait = min(_LONGEST_WAIT, self._wait * 2)

    def _complain(self, sentence: str) -> None:
        if sentence != self.trouble:
            _log.warning("%s", sentence)
        self.trouble = sentence


def _reason(error: OSError) -> str:
    return error.strerror or errno.errorcode.get(error.errno or 0, "unknown")


def _place(error: ViewError) -> str:
    # The value itself could be a card: only the field and what was wanted are repeated.
    return str(error).split(", not ", maxsplit=1)[0]
