"""The floor's screen as it is worked: signing in, ruling, and a hand that is revealed for a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from controller.views import Answer, ChoiceView, FloorView, Message, PreviewView, RevealView, SignInView
from display.bench import AMOUNT, CARD, CHIPS, PENALTY, POSTS, POT, REFUND, SEAT, SECOND, Bench
from display.client import Client
from display.deeds import Clear, Deed, Digit, Erase, Fill, Key, Letter, Pick, Send, Turn
from display.floorkeys import floor_keys
from display.ruling import changes_of, choice_of, missing, sent
from display.scene import FloorScene
from display.screens import TouchScreen
from display.sentences import Sentences

# Sheets that are done with one press.
_ONE_PRESS = (SEAT, REFUND, POT, CARD)


class FloorScreen(TouchScreen):
    """The floor's screen: who signs in, which ruling, and what it needs."""

    def __init__(
        self,
        client: Client[FloorView | SignInView],
        say: Sentences,
        new_id: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(new_id)
        self.client = client
        self._say = say
        self._view: FloorView | SignInView | None = None
        self._bench = Bench()
        self._came = 0.0
        self._age = 0
        self._drafts: dict[str, Send] = {}
        self._last = ""

    @property
    def snapshot(self) -> int:
        """The number of the newest snapshot."""
        return self._view.n if self._view else 0

    def step(self, now: float) -> None:
        """Takes what has arrived, and does what a key held long enough says."""
        for news in self.client.poll(now):
            match news:
                case Answer(_, refusal) if refusal is not None:
                    self._refused(news.re, refusal, now)
                case RevealView(_, seat, faces):
                    self._bench = self._bench.revealed(seat, faces)
                case PreviewView(re, choice):
                    self._previewed(re, choice)
        if self.client.view is not None and self.client.view is not self._view:
            self._bench = self._bench.follow(self._view, self.client.view)
            self._view, self._came = self.client.view, now
        self._age = int(now - self._came)
        self._bench = self._bench.at(now)
        self.hold(now)
        self._ask_preview()

    def live_keys(self) -> tuple[Key, ...]:
        """The keys that work now; none before the first snapshot or while the connection is lost."""
        if self._view is None or self.client.stale:
            return ()
        return floor_keys(self._view, self._bench, self._say, self._age)

    def scene(self) -> FloorScene | None:
        """What to draw now, None before the first snapshot."""
        if self._view is None:
            return None
        return FloorScene(self._view, self._bench, self.client.stale, *self.pressed(), self._age)

    def do(self, deed: Deed, seen: int, now: float) -> None:
        """Does what a key says."""
        match deed:
            case Send():
                self._send(deed, seen, now)
            case Digit(text):
                self._bench = self._bench.typed(text)
            case Erase():
                self._bench = self._bench.erased()
            case Letter(text):
                self._bench = self._bench.lettered(text)
            case Pick(card):
                self._bench = self._bench.picked(card)
                self._go_on()
            case Clear():
                self._bench = self._bench.cleared()
            case Turn(sheet):
                self._bench = self._bench.turned(sheet)
            case Fill(part, value):
                self._bench = self._bench.filled(part, value)
                if part == "choice":
                    self._bench = self._bench.turned(self._next_sheet())
                self._go_on()

    def _go_on(self) -> None:
        """On from a sheet that one press has filled in to what the ruling still needs."""
        if self._bench.sheet in _ONE_PRESS:
            self._bench = self._bench.turned(self._next_sheet())

    def _next_sheet(self) -> str:
        choice = choice_of(self._view, self._bench) if isinstance(self._view, FloorView) else None
        return next(iter(missing(choice, self._bench)), "") if choice else ""

    def _send(self, deed: Send, seen: int, now: float) -> None:
        if not self.client.send(self.request(deed, seen)):
            self._bench = self._bench.refused(Message("label.not_sent"), now)

    def _ask_preview(self) -> None:
        """Asks what a ruling would change that has just been filled in."""
        view, bench = self._view, self._bench
        choice = choice_of(view, bench) if isinstance(view, FloorView) else None
        if choice is None or missing(choice, bench) or bench.sheet == SECOND:
            return
        if changes_of(choice, bench) is not None:
            return
        ruling = sent(choice, bench)
        if ruling in (bench.previewed, self._drafts.get(self._last)):
            return
        request = self.request(replace(ruling, ask="preview"), self.snapshot)
        if self.client.send(request):
            self._drafts, self._last = {request.id: ruling}, request.id

    def _previewed(self, re: str, choice: ChoiceView) -> None:
        if re in self._drafts:
            self._bench = self._bench.told(self._drafts[re], choice.changes)

    def _refused(self, re: str, reason: Message, now: float) -> None:
        """A refusal is read; one of an amount that is still being keyed would only be in the way."""
        if re not in self._drafts or self._bench.sheet not in (AMOUNT, CHIPS, POSTS, PENALTY):
            self._bench = self._bench.refused(reason, now)
