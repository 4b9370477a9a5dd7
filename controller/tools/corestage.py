"""A scenario on the core and its sensing alone: no wire, no file, no socket."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from controller import codec
from controller.access import Desk
from controller.deckmap import DeckMap
from controller.loop import Loop
from controller.memory import Memory, Turn, remembered
from controller.outlets import Outlets
from controller.projection import Projection
from controller.rules.cards import CardId
from controller.rules.events import Event
from controller.rules.state import BETWEEN_HANDS, Table
from controller.rules.table import replay
from controller.sensing import Sensing
from controller.service import readers_of, setup_of, waits_of
from controller.session import Start
from controller.settings import TableSettings
from controller.tools.stage import FLICKER, FOUND, LANDED, SETTLED, Extras, Record, Stage, tagged
from controller.views import (
    Answer,
    DealerView,
    FloorView,
    PlayerView,
    Request,
    SignInView,
    to_json,
)
from drivers.reports import UNREADABLE, KeyDown, KeyUp, ReaderLost, ReaderUp, Report, TagGone, TagSeen

SILENT = "the antenna does not answer the hub"


class CoreStage(Stage):
    """The core with its sensing, fed with what readers would report: no wire, no file, no socket."""

    def __init__(self, settings: TableSettings, start: Start, deck: DeckMap, extras: Extras) -> None:
        super().__init__(settings, deck, extras)
        self._settings = settings
        self._begin = start.table(setup_of(settings, deck.decks[0]))
        self._now = 0.0
        self._turns: list[tuple[float, tuple[Event, ...]]] = []
        self._head = ""
        self._lost: dict[str, str] = {}
        self.floor_view: Callable[[], FloorView]
        self._reported: set[tuple[str, CardId]] = set()
        self._loop = self._opened(self._begin, Memory(), verify=False)

    @property
    def loop(self) -> Loop:
        """The running table."""
        return self._loop

    def _opened(self, table: Table, memory: Memory, *, verify: bool) -> Loop:
        sensing = Sensing(readers_of(self._settings), waits_of(self._settings))
        out = Outlets(
            self,
            self,
            lambda _: None,
            lambda: f"{self._now:.3f}",
            people=self.people,
            reveal=lambda _entry, _now: None,
        )
        loop = Loop(table, sensing, self.deck, out, self._now, memory)
        loop.start(self._now, verify=verify)
        return loop

    def append(self, events: list[dict[str, object]], *, mono: float, wall: str) -> int:  # noqa: ARG002
        """The loop's journal: every event goes through the codec, as on the disk."""
        self._turns.append((mono, tuple(codec.decode(event) for event in events)))
        self._head = blake2b((self._head + json.dumps(events)).encode(), digest_size=32).hexdigest()
        return len(self._turns)

    def publish(self, player: PlayerView, dealer: DealerView) -> None:
        """The loop's screens: the newest snapshots are kept."""
        self._views = {"player": player, "dealer": dealer}

    def publish_floor(self, sign_in: SignInView, floor: Callable[[], FloorView]) -> None:  # noqa: ARG002
        """The floor's screen: nobody has one here, and its view is made when somebody asks for it."""
        self.floor_view = floor

    def floor_desks(self) -> tuple[Desk, ...]:
        """No floor screen is connected."""
        return ()

    def advance(self, seconds: float) -> None:
        """Let the deadlines of `seconds` pass, each at its time."""
        end = self._now + seconds
        while (due := self._loop.next_deadline()) is not None and due <= end:
            self._now = max(self._now, due)
            self._loop.tick(self._now)
        self._now = end

    def put(self, card: CardId, reader: str) -> None:
        """Report the card seen at the reader, then gone from where it was, as readers wait before that."""
        before = self.lying.get(card, reader)
        self.lying[card] = reader
        self._look(reader)
        self._look(before)

    def take(self, card: CardId) -> None:
        """Report the card gone from where it was."""
        reader = self.lying.pop(card, None)
        if reader is not None:
            self._look(reader)

    def ghost(self, card: CardId, reader: str) -> None:
        """Report the card seen there, and gone again."""
        self._report(TagSeen(self._now, reader, self.deck.uid(card)))
        self.advance(FLICKER)
        self._report(TagGone(self._now, reader, self.deck.uid(card)))

    def press(self, key: str, seconds: float) -> None:
        """Report the key down, and up after the time."""
        self._report(KeyDown(self._now, key))
        self.advance(seconds)
        self._report(KeyUp(self._now, key, seconds))
        self.advance(LANDED)

    def ask(self, ask: str, **fields: Any) -> Answer:
        """Put the request to the loop."""
        self._asked += 1
        request = Request(id=f"r{self._asked}", on=self._views["dealer"].n, ask=ask, **fields)
        return self._loop.request(request, self._now)

    def sign(self, who: str, pin: str) -> Answer:
        """Put it to the loop, from the floor's screen."""
        self._asked += 1
        request = Request(id=f"f{self._asked}", on=0, ask="sign-in", who=who, pin=pin)
        return self._loop.request(request, self._now, Desk("floor"))

    def lose(self, reader: str, *, unreadable: bool) -> None:
        """Report the reader lost."""
        self._lost[reader] = UNREADABLE if unreadable else SILENT
        self._report(ReaderLost(self._now, reader, self._lost[reader]))
        self.advance(SETTLED)

    def find(self, reader: str) -> None:
        """Report the reader up, and what lies on it."""
        if self._lost.pop(reader, None):
            self._report(ReaderUp(self._now, reader))
            self._look(reader)
        self.advance(FOUND)

    def restart(self) -> None:
        """Replay the events into a new loop, and report what lies where."""
        turns = list(self._replayed())
        table = turns[-1].after if turns else self._begin
        self._loop = self._opened(table, remembered(turns), verify=table.phase not in BETWEEN_HANDS)
        self._reported = set()
        for reader in sorted(readers_of(self._settings)):
            if reader in self._lost:
                self._report(ReaderLost(self._now, reader, self._lost[reader]))
            self._look(reader)

    def shown(self) -> Projection:
        """What the loop showed last."""
        return self.loop.shown

    def sent(self, screen: str) -> Mapping[str, Any]:
        """The last snapshot."""
        plain = to_json(self._views[screen])
        assert isinstance(plain, dict)
        return plain

    def record(self) -> Record:
        """The replay of the events, and a chain over what a journal would have held."""
        *_, last = (self._begin, *(turn.after for turn in self._replayed()))
        return Record(last, sum(len(events) for _, events in self._turns), self._head)

    def close(self) -> None:
        """Nothing is held."""

    def _replayed(self) -> Iterator[Turn]:
        before = self._begin
        for at, events in self._turns:
            after = replay(before, events)
            yield Turn(at, events, before, after)
            before = after

    def _look(self, reader: str) -> None:
        """Report what has come to a reader and what has left it since it was last asked."""
        if reader not in readers_of(self._settings) or reader in self._lost:
            return
        here = {(reader, card) for card, where in self.lying.items() if where == reader and tagged(card)}
        known = {(name, card) for name, card in self._reported if name == reader}
        self._reported = (self._reported - known) | here
        for _, card in sorted(known - here):
            self._report(TagGone(self._now, reader, self.deck.uid(card)))
        for _, card in sorted(here - known):
            self._report(TagSeen(self._now, reader, self.deck.uid(card)))

    def _report(self, report: Report) -> None:
        self._loop.report(report, self._now)
