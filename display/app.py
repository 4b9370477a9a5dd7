"""One screen as a process: its window, its loop, its connection.

Two screens are two processes, so that a fault of one never takes the other along. The window's title is
table-player or table-dealer: labwc places it by that name (display.md 3.1).
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from controller.views import Answer, DealerView, Message, PlayerView, Request
from display import dealer, keys, player, theme
from display.canvas import Canvas
from display.client import Client
from display.deeds import (
    Chip,
    Choose,
    Clear,
    Deed,
    Digit,
    Erase,
    Key,
    Letter,
    Pick,
    Propose,
    Send,
    Turn,
)
from display.desk import Desk
from display.scene import Scene
from display.sentences import Sentences
from display.touch import Press, key_at

_FRAMES = 30
_DRIVERS = ("wayland", "x11", "kmsdrm")


class CannotShow(Exception):
    """There is nothing to show or nowhere to show it; the text says why."""


@dataclass(frozen=True, slots=True)
class PlayerScene:
    """All that the players' picture depends on."""

    view: PlayerView
    stale: bool = False


def render(
    view: PlayerView,
    size: tuple[int, int],
    say: Sentences | None = None,
    *,
    stale: bool = False,
    desk: Desk | None = None,
) -> pygame.Surface:
    """The picture of a snapshot in pixels, without a window: the dealer's screen for a `DealerView`.

    `desk` is what the dealer has keyed on it.
    """
    surface = pygame.Surface(size)
    scene: Scene | PlayerScene = PlayerScene(view, stale)
    if isinstance(view, DealerView):
        scene = Scene(view, desk or Desk(), stale)
    _paint(surface, scene, say or Sentences())
    return surface


def first_view(client: Client[PlayerView] | Client[DealerView], patience: float = 5.0) -> PlayerView:
    """The first snapshot, waited for `patience` seconds.

    Raises `CannotShow`.
    """
    deadline = time.monotonic() + patience
    client.poll(time.monotonic())
    while client.view is None:
        if time.monotonic() > deadline:
            raise CannotShow(f"no snapshot came within {patience:.0f} s: {client.trouble}")
        time.sleep(0.02)
        client.poll(time.monotonic())
    return client.view


def open_window(title: str, size: tuple[int, int], *, fullscreen: bool) -> pygame.Surface:
    """A window by the first video driver that works; `SDL_VIDEODRIVER` names the only one to try.

    Raises `CannotShow`.
    """
    # Without plugins libdecor hangs before the first frame (display.md 3.1).
    os.environ.setdefault("SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR", "0")
    named = os.environ.get("SDL_VIDEODRIVER")
    reasons: list[str] = []
    for driver in (named,) if named else _DRIVERS:
        os.environ["SDL_VIDEODRIVER"] = driver
        try:
            pygame.display.init()
            pygame.display.set_caption(title)
            flags = pygame.RESIZABLE | (pygame.FULLSCREEN if fullscreen else 0)
            surface = pygame.display.set_mode((0, 0) if fullscreen else size, flags)
        except pygame.error as error:
            pygame.display.quit()
            reasons.append(f"{driver}: {error}")
            continue
        pygame.mouse.set_visible(title == "table-dealer" and driver == "x11")
        return surface
    if not named:
        del os.environ["SDL_VIDEODRIVER"]
    raise CannotShow(f"no window could be opened ({'; '.join(reasons)})")


class PlayerScreen:
    """The players' screen: it only watches."""

    def __init__(self, client: Client[PlayerView], say: Sentences) -> None:
        self.client = client
        self._say = say

    def step(self, now: float) -> None:
        """Takes what has arrived."""
        self.client.poll(now)

    def event(self, event: pygame.event.Event, canvas: Canvas, now: float) -> None:
        """Nothing on this screen can be touched."""

    def scene(self) -> PlayerScene | None:
        """What to draw now, None before the first snapshot."""
        view = self.client.view
        return PlayerScene(view, self.client.stale) if view else None


class DealerScreen:
    """The dealer's screen: keys to requests, refusals to sentences."""

    def __init__(
        self, client: Client[DealerView], say: Sentences, new_id: Callable[[], str] | None = None
    ) -> None:
        self.client = client
        self._say = say
        self._new_id = new_id or _ids().__next__
        self._view: DealerView | None = None
        self._desk = Desk()
        self._press: Press | None = None
        self._pointer: tuple[float, float] = (0, 0)
        self._now = 0.0

    def step(self, now: float) -> None:
        """Takes what has arrived, and does what a key held long enough says."""
        self._now = now
        for answer in self.client.poll(now):
            self._answered(answer, now)
        if self.client.view is not None and self.client.view is not self._view:
            self._desk = self._desk.follow(self._view, self.client.view)
            self._view = self.client.view
        self._desk = self._desk.at(now)
        press = self._press
        if press is not None and press.held(self.live_keys(), self._pointer, now):
            self._press = None
            self._do(press.key.deed, press.seen, now)

    def live_keys(self) -> tuple[Key, ...]:
        """The keys that work now; none before the first snapshot or while the connection is lost."""
        if self._view is None or self.client.stale:
            return ()
        return keys.keys_of(self._view, self._desk, self._say)

    def event(self, event: pygame.event.Event, canvas: Canvas, now: float) -> None:
        """A finger down or up; SDL makes both from touch, so that there is one path for touch and mouse."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = canvas.units(event.pos)
        if event.type not in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) or event.button != 1:
            return
        self._pointer = canvas.units(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            key = key_at(self.live_keys(), self._pointer)
            self._press = Press(key, now, self._view.n) if key and self._view else None
            return
        press, self._press = self._press, None
        if press is not None and press.released(self.live_keys(), self._pointer):
            self._do(press.key.deed, press.seen, now)

    def scene(self) -> Scene | None:
        """What to draw now, None before the first snapshot."""
        if self._view is None:
            return None
        press = self._press
        # Steps of a sixtieth: finer ones could not be seen and would draw more often.
        progress = round(press.progress(self._now) * 60) / 60 if press else 0.0
        pressed = press.key.name if press else ""
        return Scene(self._view, self._desk, self.client.stale, pressed, progress)

    def _do(self, deed: Deed, seen: int, now: float) -> None:
        match deed:
            case Send():
                self._send(deed, seen, now)
            case Digit(text):
                self._desk = self._desk.typed(text)
            case Erase():
                self._desk = self._desk.erased()
            case Propose(amount):
                self._desk = self._desk.proposed(amount)
            case Choose(seat):
                self._desk = self._desk.turned_to(seat)
            case Pick(card, wanted):
                self._desk = self._desk.picked(card, wanted)
            case Clear():
                self._desk = self._desk.cleared()
            case Letter(text):
                self._desk = self._desk.lettered(text)
            case Chip():
                self._desk = self._desk.chipped()
            case Turn(sheet):
                self._desk = self._desk.turned(sheet)

    def _send(self, deed: Send, seen: int, now: float) -> None:
        fields = {f.name: getattr(deed, f.name) for f in dataclasses.fields(deed)}
        request = Request(self._new_id(), seen, **fields)
        if self.client.send(request):
            self._desk = self._desk.turned_to(0)
        else:
            self._desk = self._desk.refused(Message("label.not_sent"), now)

    def _answered(self, answer: Answer, now: float) -> None:
        if answer.refused is not None:
            self._desk = self._desk.refused(answer.refused, now)


def _ids() -> Iterator[str]:
    # A screen that starts again must not repeat the ids of its last life.
    life, count = secrets.token_hex(4), 0
    while True:
        count += 1
        yield f"{life}-{count}"


def run(
    screen: PlayerScreen | DealerScreen, surface: pygame.Surface, say: Sentences, ready: Callable[[], None]
) -> None:
    """Draws and listens until the window is closed or SIGTERM comes; calls `ready` after the first frame."""
    clock = pygame.time.Clock()
    canvas = Canvas.over(surface, _design(screen))
    drawn: PlayerScene | Scene | None = None
    due, announced = True, False
    with _ended_by_signals():
        while True:
            now = time.monotonic()
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return
                if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED):
                    canvas, due = Canvas.over(pygame.display.get_surface() or surface, _design(screen)), True
                screen.event(event, canvas, now)
            screen.step(now)
            scene = screen.scene()
            if due or scene != drawn:
                _paint(canvas.surface, scene, say)
                pygame.display.flip()
                due, drawn = False, scene
            if not announced:
                announced = True
                ready()
            clock.tick(_FRAMES)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    def end(_signal: int, _frame: object) -> None:
        pygame.event.post(pygame.event.Event(pygame.QUIT))

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _design(screen: PlayerScreen | DealerScreen) -> tuple[int, int]:
    return theme.DEALER_SIZE if isinstance(screen, DealerScreen) else theme.PLAYER_SIZE


def _paint(surface: pygame.Surface, scene: PlayerScene | Scene | None, say: Sentences) -> None:
    match scene:
        case Scene():
            dealer.draw(Canvas.over(surface, theme.DEALER_SIZE), scene, say)
        case PlayerScene(view, stale):
            player.draw(Canvas.over(surface, theme.PLAYER_SIZE), view, say, stale=stale)
        case None:
            dealer.waiting(Canvas.over(surface, theme.DEALER_SIZE), say.label("label.waiting"))
