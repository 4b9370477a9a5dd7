"""The screens as they are worked: snapshots come in, fingers and keys become requests."""

from __future__ import annotations

import dataclasses
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from controller.views import Answer, DealerView, Message, PlayerView, Request
from display import keys
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
from display.shortcuts import key_for
from display.touch import Press, key_at


@dataclass(frozen=True, slots=True)
class PlayerScene:
    """All that the players' picture depends on."""

    view: PlayerView
    stale: bool = False


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


class TouchScreen(ABC):
    """What the dealer's and the floor's screens have in common: a finger, the mouse or a key on the keys."""

    def __init__(self, new_id: Callable[[], str] | None = None) -> None:
        self._new_id = new_id or _ids().__next__
        self._press: Press | None = None
        self._pointer: tuple[float, float] = (0, 0)
        self._now = 0.0

    @abstractmethod
    def live_keys(self) -> tuple[Key, ...]:
        """The keys that work now; none before the first snapshot or while the connection is lost."""

    @abstractmethod
    def do(self, deed: Deed, seen: int, now: float) -> None:
        """Does what a key says; `seen` is the snapshot that it was pressed at."""

    @property
    @abstractmethod
    def snapshot(self) -> int:
        """The number of the newest snapshot."""

    def event(self, event: pygame.event.Event, canvas: Canvas, now: float) -> None:
        """A finger or a key down or up; SDL makes both from touch: one path for touch and mouse."""
        match event.type:
            case pygame.MOUSEMOTION:
                self._pointer = canvas.units(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._pointer = canvas.units(event.pos)
                self._down(key_at(self.live_keys(), self._pointer), now)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._pointer = canvas.units(event.pos)
                self._up(now)
            case pygame.KEYDOWN:
                key = key_for(self.live_keys(), event.key)
                if key is not None:
                    self._pointer = key.box.center
                self._down(key, now)
            case pygame.KEYUP:
                self._up(now)

    def hold(self, now: float) -> None:
        """Does what a key says that has been held long enough."""
        self._now = now
        press = self._press
        if press is not None and press.held(self.live_keys(), self._pointer, now):
            self._press = None
            self.do(press.key.deed, press.seen, now)

    def pressed(self) -> tuple[str, float]:
        """The name of the key under the finger, and how much of its holding time has passed."""
        press = self._press
        # Steps of a sixtieth: finer ones could not be seen and would draw more often.
        return (press.key.name, round(press.progress(self._now) * 60) / 60) if press else ("", 0.0)

    def request(self, deed: Send, seen: int) -> Request:
        """The request of a key, with an id of its own."""
        fields = {f.name: getattr(deed, f.name) for f in dataclasses.fields(deed)}
        return Request(self._new_id(), seen, **fields)

    def _down(self, key: Key | None, now: float) -> None:
        self._press = Press(key, now, self.snapshot) if key else None

    def _up(self, now: float) -> None:
        press, self._press = self._press, None
        if press is not None and press.released(self.live_keys(), self._pointer):
            self.do(press.key.deed, press.seen, now)


class DealerScreen(TouchScreen):
    """The dealer's screen: keys to requests, refusals to sentences."""

    def __init__(
        self, client: Client[DealerView], say: Sentences, new_id: Callable[[], str] | None = None
    ) -> None:
        super().__init__(new_id)
        self.client = client
        self._say = say
        self._view: DealerView | None = None
        self._desk = Desk()

    @property
    def snapshot(self) -> int:
        """The number of the newest snapshot."""
        return self._view.n if self._view else 0

    def step(self, now: float) -> None:
        """Takes what has arrived, and does what a key held long enough says."""
        for news in self.client.poll(now):
            match news:
                case Answer(_, refusal) if refusal is not None:
                    self._desk = self._desk.refused(refusal, now)
        if self.client.view is not None and self.client.view is not self._view:
            self._desk = self._desk.follow(self._view, self.client.view)
            self._view = self.client.view
        self._desk = self._desk.at(now)
        self.hold(now)

    def live_keys(self) -> tuple[Key, ...]:
        """The keys that work now; none before the first snapshot or while the connection is lost."""
        if self._view is None or self.client.stale:
            return ()
        return keys.keys_of(self._view, self._desk, self._say)

    def scene(self) -> Scene | None:
        """What to draw now, None before the first snapshot."""
        if self._view is None:
            return None
        return Scene(self._view, self._desk, self.client.stale, *self.pressed())

    def do(self, deed: Deed, seen: int, now: float) -> None:
        """Does what a key says."""
        match deed:
            case Send():
                self._send(deed, seen, now)
            case Digit(text):
                self._desk = self._desk.typed(text)
            case Erase():
                self._desk = self._desk.erased()
            case Propose(amount):
                self._desk = self._desk.proposed(amount)
            case Choose(seat, sheet):
                self._desk = self._desk.turned_to(seat, sheet)
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
        if self.client.send(self.request(deed, seen)):
            self._desk = self._desk.turned_to(0)
        else:
            self._desk = self._desk.refused(Message("label.not_sent"), now)


def _ids() -> Iterator[str]:
    # A screen that starts again must not repeat the ids of its last life.
    life, count = secrets.token_hex(4), 0
    while True:
        count += 1
        yield f"{life}-{count}"
