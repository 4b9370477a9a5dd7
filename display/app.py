"""One screen as a process: its window, its loop, its connection.

Each screen is a process, so that a fault of one never takes another along. The window's title is
table-player, table-dealer or table-floor: labwc places it by that name (display.md 3.1).
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pygame

from controller.views import DealerView, FloorView, PlayerView, SignInView
from display import dealer, floor, player, theme
from display.bench import Bench
from display.canvas import Canvas
from display.client import Client
from display.desk import Desk
from display.floorscreen import FloorScreen
from display.scene import FloorScene, Scene
from display.screens import DealerScreen, PlayerScene, PlayerScreen
from display.sentences import Sentences

Screen: TypeAlias = PlayerScreen | DealerScreen | FloorScreen
AnyScene: TypeAlias = PlayerScene | Scene | FloorScene
AnyView: TypeAlias = PlayerView | SignInView

_FRAMES = 30
_DRIVERS = ("wayland", "x11", "kmsdrm")


class CannotShow(Exception):
    """There is nothing to show or nowhere to show it; the text says why."""


def render(
    view: AnyView,
    size: tuple[int, int],
    say: Sentences | None = None,
    *,
    stale: bool = False,
    desk: Desk | None = None,
    bench: Bench | None = None,
) -> pygame.Surface:
    """The picture of a snapshot in pixels, without a window: the screen that the kind of view is for.

    `desk` is what the dealer has keyed, `bench` what the floor has.
    """
    surface = pygame.Surface(size)
    scene: AnyScene
    match view:
        case FloorView() | SignInView():
            scene = FloorScene(view, bench or Bench().follow(None, view), stale)
        case DealerView():
            scene = Scene(view, desk or Desk(), stale)
        case _:
            scene = PlayerScene(view, stale)
    _paint(surface, scene, say or Sentences())
    return surface


def first_view(
    client: Client[PlayerView] | Client[DealerView] | Client[FloorView | SignInView], patience: float = 5.0
) -> AnyView:
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
        pygame.mouse.set_visible(title != "table-player" and driver == "x11")
        return surface
    if not named:
        del os.environ["SDL_VIDEODRIVER"]
    raise CannotShow(f"no window could be opened ({'; '.join(reasons)})")


def run(screen: Screen, surface: pygame.Surface, say: Sentences, ready: Callable[[], None]) -> None:
    """Draws and listens until the window is closed or SIGTERM comes; calls `ready` after the first frame."""
    clock = pygame.time.Clock()
    canvas = Canvas.over(surface, _design(screen))
    drawn: AnyScene | None = None
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


def _design(screen: Screen) -> tuple[int, int]:
    return theme.PLAYER_SIZE if isinstance(screen, PlayerScreen) else theme.DEALER_SIZE


def _paint(surface: pygame.Surface, scene: AnyScene | None, say: Sentences) -> None:
    match scene:
        case FloorScene():
            floor.draw(Canvas.over(surface, theme.DEALER_SIZE), scene, say)
        case Scene():
            dealer.draw(Canvas.over(surface, theme.DEALER_SIZE), scene, say)
        case PlayerScene(view, stale):
            player.draw(Canvas.over(surface, theme.PLAYER_SIZE), view, say, stale=stale)
        case None:
            dealer.waiting(Canvas.over(surface, theme.DEALER_SIZE), say.label("label.waiting"))
