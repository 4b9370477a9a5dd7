"""A loop of three seats for tests, with nothing around it but outlets that remember; time is passed in."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.access import Desk, People
from controller.deckmap import DeckMap
from controller.journal import JournalFailed
from controller.loop import Loop
from controller.outlets import Outlets
from controller.reveals import RevealFailed
from controller.rules.events import Event
from controller.rules.house import HouseRules
from controller.rules.stakes import Stakes
from controller.rules.state import Seat, Setup, Status, Table
from controller.sensing import Sensing
from controller.tools.emulated import emulated_deck
from controller.views import (
    DealerView,
    FloorView,
    Lamps,
    Message,
    PlayerView,
    PreviewView,
    Request,
    RevealView,
    SignInView,
)
from drivers.reports import KeyDown, KeyUp, Report, TagGone, TagSeen

READERS = frozenset({"shoe", "board", "burn", "muck", *(f"seat {n}" for n in range(1, 4))})
DEALT = [1, 2, 3, 1, 2, 3]


@dataclass(slots=True)
class Outside:
    """Journal, screens and lamps that remember in which order they were used."""

    order: list[str] = field(default_factory=list)
    turns: list[list[dict[str, object]]] = field(default_factory=list)
    views: list[tuple[PlayerView, DealerView]] = field(default_factory=list)
    lamps: list[Lamps] = field(default_factory=list)
    broken: bool = False
    desk: Desk = field(default_factory=lambda: Desk("floor"))
    sign_ins: list[SignInView] = field(default_factory=list)
    floors: list[FloorView] = field(default_factory=list)
    reveals: list[Mapping[str, object]] = field(default_factory=list)
    unwritable: bool = False

    def append(self, events: list[dict[str, object]], *, mono: float, wall: str) -> int:
        if self.broken:
            self.order.append("refused")
            raise JournalFailed("journal j cannot be written: No space left on device")
        self.order.append("journal")
        self.turns.append(events)
        return len(self.turns)

    def publish(self, player: PlayerView, dealer: DealerView) -> None:
        self.order.append("screens")
        self.views.append((player, dealer))

    def publish_floor(self, sign_in: SignInView, floor: Callable[[], FloorView]) -> None:
        self.sign_ins.append(sign_in)
        if self.desk.who:
            self.floors.append(floor())

    def floor_desks(self) -> tuple[Desk, ...]:
        return (self.desk,)

    def reveal(self, entry: Mapping[str, object], _now: float) -> None:
        if self.unwritable:
            raise RevealFailed("the reveal cannot be put on record")
        self.order.append("reveal")
        self.reveals.append(entry)

    def light(self, lamps: Lamps) -> None:
        self.order.append("lamps")
        self.lamps.append(lamps)


class AnyPin(People):
    """Floor people who sign in with any PIN."""

    def signed(self, name: str, pin: str) -> bool:
        return name in self.pins


class Rail:
    """A loop of three seats, with nothing around it but its outlets; `now` moves when told.

    Button 3, so seat 1 has the small blind and seat 3 acts first. The floor person is lee, with any PIN.
    """

    def __init__(self, readers: frozenset[str] = READERS, people: People | None = None) -> None:
        self.outside = Outside()
        self.deck: DeckMap = emulated_deck(random.Random(1))
        self.cards = [self.deck.uid(card) for card in sorted(self.deck.cards("A"))]
        setup = Setup("Table 1", 3, Stakes(5, 10, 5), HouseRules())
        seats = {n: Seat(f"P{n}", Status.OUT, 500) for n in (1, 2, 3)}
        out = Outlets(
            self.outside,
            self.outside,
            self.outside.light,
            lambda: "21:14",
            people=people or AnyPin({"lee": ""}),
            reveal=self.outside.reveal,
        )
        self.now = 0.0
        self.loop = Loop(Table(setup, seats, setup.stakes, button=3), Sensing(readers), self.deck, out, 0.0)
        self.loop.start(0.0, verify=False)
        self._asked = 0

    @property
    def view(self) -> DealerView:
        return self.outside.views[-1][1]

    def wait(self, seconds: float) -> None:
        """Let every deadline pass that falls into this time."""
        end = self.now + seconds
        while (due := self.loop.next_deadline()) is not None and due <= end:
            self.now = max(self.now, due)
            self.loop.tick(self.now)
        self.now = end

    def report(self, *reports: Report) -> None:
        for report in reports:
            self.loop.report(report, self.now)

    def see(self, reader: str, n: int) -> None:
        self.report(TagSeen(self.now, reader, self.cards[n]))

    def gone(self, reader: str, n: int) -> None:
        self.report(TagGone(self.now, reader, self.cards[n]))

    def move(self, n: int, origin: str, to: str) -> None:
        """A card goes from one reader to another; it is away for good half a second after it left."""
        self.wait(0.2)
        self.see(to, n)
        self.wait(0.3)
        self.gone(origin, n)

    def ask(self, ask: str, on: int | None = None, id: str = "", **fields: Any) -> Message | None:
        self._asked += 1
        request = Request(id or f"q{self._asked}", self.view.n if on is None else on, ask, **fields)
        return self.loop.request(request, self.now).refused

    @property
    def floor(self) -> FloorView:
        """The newest view of the floor person who has signed in."""
        return self.outside.floors[-1]

    def floor_ask(self, ask: str, on: int | None = None, **fields: Any) -> Message | None:
        """A request of the floor's screen."""
        self._asked += 1
        request = Request(f"f{self._asked}", self.view.n if on is None else on, ask, **fields)
        return self.loop.request(request, self.now, self.outside.desk).refused

    def enclosed(self) -> list[RevealView | PreviewView]:
        """What went to the floor's screen alone since the last time."""
        found, self.outside.desk.enclosed = self.outside.desk.enclosed, []
        return found

    def press(self, key: str, held: float = 0.1) -> None:
        self.report(KeyDown(self.now, key))
        self.wait(held)
        self.report(KeyUp(self.now, key, held))

    def draw(self, n: int, to: str) -> None:
        self.see("shoe", n)
        self.wait(0.2)
        self.report(TagGone(self.now, "shoe", self.cards[n]))
        self.see(to, n)
        self.wait(0.4)

    def deal(self) -> None:
        """Start a hand and give everybody two cards."""
        assert self.ask("next") is None
        for n, seat in enumerate(DEALT):
            self.draw(n, f"seat {seat}")

    @property
    def prompt(self) -> tuple[str, int, str]:
        return self.view.prompt.do, self.view.prompt.seat, self.view.prompt.to

    @property
    def stopped(self) -> str:
        """The id of the sentence that stopped the table."""
        what = self.view.irregularity
        return what.sentence.id if what else ""

    @property
    def health(self) -> list[str]:
        return [message.id for message in self.view.health]

    def say(self, *words: str) -> None:
        """Enter what the players say in turn; "raise 40" carries its amount."""
        for said in words:
            word, _, amount = said.partition(" ")
            assert self.ask(word, seat=self.view.actor, amount=int(amount or 0)) is None

    def street(self, *cards: int) -> None:
        """Burn the first of the cards, turn the others and wait until they are public."""
        self.draw(cards[0], "burn")
        for n in cards[1:]:
            self.draw(n, "board")
        self.wait(1.5)

    def history(self) -> list[Event]:
        return [event for _, event in self.loop.table.history]


def refusal(message: Message | None) -> str:
    return message.id if message else ""


def dealt() -> Rail:
    rail = Rail()
    rail.deal()
    return rail
