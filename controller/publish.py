"""Snapshots to every connected screen, and requests back (design 3 and 5).

Three Unix SOCK_SEQPACKET sockets: `player.sock` is read only, `dealer.sock` also takes requests, and so does
`floor.sock`, which sends a view only where somebody has signed in. Nothing here waits and nothing
owns a thread: the caller polls `fileno()`, then calls `receive()`, and calls `tick(now)` several times a
second. What a client sent is in no sentence that this module gives for the log.
"""

from __future__ import annotations

import errno
import fcntl
import grp
import json
import os
import selectors
import socket
import stat
import struct
import termios
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from controller.access import Desk
from controller.packets import MAX_REQUEST, Rubbish, parsed
from controller.views import (
    Answer,
    DealerView,
    FloorView,
    Message,
    PlayerView,
    PreviewView,
    Request,
    RevealView,
    SignInView,
    to_json,
)

Screen = Literal["player", "dealer", "floor"]

MAX_FRAME = 65_536
MAX_RUBBISH = 20
MAX_ANSWERS = 100
MAX_CLIENTS = 16
PATIENCE = 5.0

SCREENS: tuple[Screen, ...] = ("player", "dealer", "floor")
# The floor's socket has a group of its own where the installer made one.
_FLOOR_GROUP = "table-floor"
_SOMEBODY_LISTENS = (0, errno.EAGAIN, errno.EPROTOTYPE)
# A client that talks without pause must not keep the table from its readers.
_READS_A_TURN = 32


class PublishError(Exception):
    """A socket that cannot be opened or a snapshot that no screen could take; the text says what to do."""


@dataclass(slots=True, eq=False)
class Client:
    """One connected screen; `str(client)` names it for the log, for example "dealer screen 3".

    `desk` is what the table knows of it: which screen, and who has signed in there.
    """

    number: int
    screen: Screen
    _socket: socket.socket = field(repr=False)
    _snapshot: bytes | None = field(default=None, repr=False)
    _answers: deque[bytes] = field(default_factory=deque, repr=False)
    _rubbish: int = field(default=0, repr=False)
    _unread: int = field(default=0, repr=False)
    _took: bool = field(default=False, repr=False)
    _stuck_since: float | None = field(default=None, repr=False)
    desk: Desk = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.desk = Desk(self.screen)

    def __str__(self) -> str:
        return f"{self.screen} screen {self.number}"


class Publisher:
    """The sockets, with every screen that is connected to them."""

    def __init__(
        self, folder: Path, allowed_uids: frozenset[int], screens: Sequence[Screen] = SCREENS
    ) -> None:
        """Open the sockets of `screens` in `folder`, mode 0660, for processes of `allowed_uids` only.

        Raises `PublishError` when another process listens there or the folder cannot be used.
        """
        self._allowed = allowed_uids
        self._selector = selectors.EpollSelector()
        self._listeners: dict[Screen, tuple[socket.socket, Path]] = {}
        self._clients: dict[socket.socket, Client] = {}
        self._newest: dict[Screen, bytes] = {}
        self._notes: list[tuple[Client, str]] = []
        self._count = 0
        try:
            for screen in screens:
                path = folder / f"{screen}.sock"
                listener = _listen(path)
                self._listeners[screen] = (listener, path)
                self._selector.register(listener, selectors.EVENT_READ, screen)
        except PublishError:
            self.close()
            raise

    def fileno(self) -> int:
        """One descriptor that is readable whenever `receive()` has something to do, for any selector."""
        return self._selector.fileno()

    def connected(self, screen: Screen) -> int:
        """How many screens of this kind are connected now."""
        return sum(client.screen == screen for client in self._clients.values())

    def receive(self) -> list[tuple[Client, Request | str]]:
        """What came since the last call: requests, and sentences for the log about clients that misbehaved.

        Rubbish has already been answered. Never waits and never raises for what a client did.
        """
        received: list[tuple[Client, Request | str]] = []
        for key, _ in self._selector.select(0):
            if isinstance(key.data, Client):
                received += self._read(key.data)
            else:
                self._accept(key.data)
        for client in tuple(self._clients.values()):
            self._flush(client)
        received += self._notes
        self._notes.clear()
        return received

    def publish(self, player: PlayerView, dealer: DealerView) -> None:
        """Give every screen this snapshot; one that has not taken the last one gets it later, or a newer one.

        Raises `PublishError` for a snapshot above `MAX_FRAME` bytes; then nothing is sent.
        """
        # A dealer view is a player view to the type checker, and must never go to the player screen.
        assert type(player) is PlayerView, "the player screen gets a PlayerView and nothing else"
        self._newest |= {"player": _frame("view", player), "dealer": _frame("view", dealer)}
        for client in self._of("player", "dealer"):
            client._snapshot = self._newest[client.screen]
            self._flush(client)

    def publish_floor(self, sign_in: SignInView, floor: Callable[[], FloorView]) -> None:
        """Give every floor screen its snapshot: `sign_in`, or to who has signed in there the view.

        `floor` is called only where somebody has. Raises `PublishError` as `publish` does.
        """
        self._newest["floor"] = _frame("sign_in", sign_in)
        clients = self._of("floor")
        signed = {client.desk.who for client in clients if client.desk.who}
        view = floor() if signed else None
        frames = {who: _frame("view", replace(view, who=who)) for who in signed} if view else {}
        for client in clients:
            client._snapshot = frames.get(client.desk.who, self._newest["floor"])
            self._flush(client)

    def floor_desks(self) -> tuple[Desk, ...]:
        """Every connected floor screen."""
        return tuple(client.desk for client in self._of("floor"))

    def answer(self, client: Client, answer: Answer) -> None:
        """Answer a request, and send what is enclosed for this client alone.

        A client with more than `MAX_ANSWERS` answers waiting is dropped.
        """
        enclosed, client.desk.enclosed = client.desk.enclosed, []
        if client._socket not in self._clients:
            return
        client._answers.append(_frame("answer", answer))
        client._answers += [_frame(_name(view), view) for view in enclosed]
        self._flush(client)
        if len(client._answers) > MAX_ANSWERS:
            self._drop(client, f"{client} does not take its answers and was disconnected")

    def tick(self, now: float) -> None:
        """Send what is pending, and drop a screen that took nothing for `PATIENCE` seconds of `now`."""
        for client in tuple(self._clients.values()):
            self._flush(client)
            if client._unread == 0:
                client._stuck_since = None
            elif client._took or client._stuck_since is None:
                client._stuck_since = now
            elif now - client._stuck_since >= PATIENCE:
                self._drop(client, f"{client} took nothing for {PATIENCE:g} seconds and was disconnected")
            client._took = False

    def close(self) -> None:
        """Disconnect every screen and remove both socket files."""
        for client in tuple(self._clients.values()):
            self._drop(client)
        for listener, path in self._listeners.values():
            listener.close()
            path.unlink(missing_ok=True)
        self._listeners.clear()
        self._selector.close()

    def _of(self, *screens: Screen) -> list[Client]:
        return [client for client in self._clients.values() if client.screen in screens]

    def _accept(self, screen: Screen) -> None:
        for _ in range(_READS_A_TURN):
            try:
                connection, _ = self._listeners[screen][0].accept()
            except OSError:
                return
            self._count += 1
            client = Client(self._count, screen, connection)
            uid = _peer(connection)
            if uid not in self._allowed:
                self._refuse(client, f"user {uid} may not use {screen}.sock and was disconnected")
            elif self.connected(screen) >= MAX_CLIENTS:
                self._refuse(client, f"{client} was disconnected: {MAX_CLIENTS} are connected already")
            else:
                self._admit(client)

    def _refuse(self, client: Client, why: str) -> None:
        client._socket.close()
        self._notes.append((client, why))

    def _admit(self, client: Client) -> None:
        client._socket.setblocking(False)
        client._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * MAX_FRAME)
        client._snapshot = self._newest.get(client.screen)
        self._clients[client._socket] = client
        self._selector.register(client._socket, selectors.EVENT_READ, client)

    def _read(self, client: Client) -> list[tuple[Client, Request | str]]:
        received: list[tuple[Client, Request | str]] = []
        for _ in range(_READS_A_TURN):
            # An answer that could not be sent drops the client in the middle of this loop.
            if client._socket not in self._clients:
                break
            try:
                payload = client._socket.recv(MAX_REQUEST + 1)
            except BlockingIOError:
                break
            except OSError:
                payload = b""
            if not payload:
                self._drop(client)
                break
            received.append((client, self._take(client, payload)))
        return received

    def _take(self, client: Client, payload: bytes) -> Request | str:
        taken = parsed(payload)
        match client.screen, taken:
            case "dealer" | "floor", Request():
                return taken
            case "dealer" | "floor", Rubbish(re, what):
                refusal = Message("refused.request", {"what": what})
                sentence = f"{client} sent something that is no request ({what})"
            case _:
                re = taken.id if isinstance(taken, Request) else taken.re
                refusal = Message("refused.read_only")
                sentence = f"{client} sent something; its socket is read only"
        self.answer(client, Answer(re, refusal))
        client._rubbish += 1
        if client._rubbish > MAX_RUBBISH:
            self._drop(client, f"{client} sent rubbish more than {MAX_RUBBISH} times and was disconnected")
        return sentence

    def _flush(self, client: Client) -> None:
        """Answers go out at once; a snapshot only when everything before it was taken.

        The kernel would queue dozens of snapshots for a screen that sleeps, and it would show them all.
        """
        try:
            unread = _unread(client._socket)
            client._took |= unread < client._unread
            while client._answers:
                client._socket.send(client._answers[0])
                client._answers.popleft()
            if client._snapshot is not None and unread == 0:
                client._socket.send(client._snapshot)
                client._snapshot = None
        except BlockingIOError:
            pass
        except OSError:
            self._drop(client)
            return
        client._unread = _unread(client._socket)

    def _drop(self, client: Client, why: str = "") -> None:
        """Disconnect; `why` is for the log, and empty when the screen left by itself."""
        if self._clients.pop(client._socket, None) is None:
            return
        self._selector.unregister(client._socket)
        client._socket.close()
        if why:
            self._notes.append((client, why))


def _name(view: RevealView | PreviewView) -> str:
    return "reveal" if isinstance(view, RevealView) else "preview"


def _frame(name: str, value: PlayerView | SignInView | Answer | RevealView | PreviewView) -> bytes:
    frame = json.dumps({name: to_json(value)}, separators=(",", ":"), allow_nan=False).encode()
    if len(frame) > MAX_FRAME:
        raise PublishError(f"the {name} for a screen has {len(frame)} bytes; a screen takes {MAX_FRAME}")
    return frame


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        _clear(path)
        listener.bind(str(path))
        # Nobody can connect before listen, so the mode is right from the first moment.
        path.chmod(0o660)
        if path.name == "floor.sock":
            _give_to_floor(path)
        listener.listen(MAX_CLIENTS)
    except OSError as error:
        listener.close()
        raise PublishError(f"{path} could not be opened for the screens: {error.strerror or error}") from None
    except PublishError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def _give_to_floor(path: Path) -> None:
    """The floor's own group, where there is one and this process is in it; else it stays the folder's."""
    with suppress(KeyError, PermissionError):
        os.chown(path, -1, grp.getgrnam(_FLOOR_GROUP).gr_gid)


def _clear(path: Path) -> None:
    """Remove the socket file of a process that died; refuse anything else that is there."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise PublishError(f"{path} is not a socket; move that file away and start again")
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
        probe.setblocking(False)
        found = probe.connect_ex(str(path))
    if found == errno.ECONNREFUSED:
        path.unlink()
    elif found in _SOMEBODY_LISTENS:
        raise PublishError(f"another process listens at {path}; stop the other table controller first")
    else:
        raise OSError(found, os.strerror(found))


def _peer(connection: socket.socket) -> int:
    """The user id of the process at the other end, from the kernel."""
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    uid: int = struct.unpack("3i", credentials)[1]
    return uid


def _unread(connection: socket.socket) -> int:
    """Bytes of kernel memory that hold what the other end has not taken yet; 0 when it took everything."""
    unread: int = struct.unpack("i", fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(4)))[0]
    return unread
