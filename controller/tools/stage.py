"""Where a scenario is played: the whole stack on the emulated wire, or the core and its sensing alone.

Both take the same physical moves and the same requests, and both must come to the same table.
"""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

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
from controller.service import people_of, readers_of, setup_of, waits_of
from controller.session import Start, replayed
from controller.settings import TableSettings
from controller.tools.emulated import make_folders
from controller.tools.rig import Options, Rig
from controller.views import (
    Answer,
    DealerView,
    FloorView,
    PlayerView,
    Request,
    SignInView,
    to_json,
)
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, Report, TagGone, TagSeen

LANDED = 0.2
SETTLED = 0.6
FLICKER = 0.8
WITHOUT_ANTENNA = ("aside", "floor")
SILENT = "the antenna does not answer the hub"
UNREADABLE = "two or more cards, unreadable"
# The deck of cards that carry no tag: no reader sees them.
UNTAGGED = "?"


Extras: TypeAlias = Mapping[str, tuple[CardId, ...]]


@dataclass(frozen=True, slots=True)
class Record:
    """The table that a journal replays to, the number of its events, and the head of its chain."""

    table: Table
    events: int
    head: str


class Stage(ABC):
    """A table that can be dealt on.

    `lying` is where each card of the hand physically is, `people` are those who may rule. `extras` are the
    cards beyond the 52 as they are written: jokers, and second cards of a face.
    """

    def __init__(self, settings: TableSettings, deck: DeckMap, extras: Extras) -> None:
        self.deck = deck
        self.extras = extras
        self.lying: dict[CardId, str] = {}
        self.people = people_of(settings)
        self._asked = 0

    @property
    @abstractmethod
    def loop(self) -> Loop:
        """The running table."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.loop.table

    @abstractmethod
    def advance(self, seconds: float) -> None:
        """Let table time pass."""

    @abstractmethod
    def put(self, card: CardId, reader: str) -> None:
        """Lay a card on a reader, from wherever it was."""

    @abstractmethod
    def take(self, card: CardId) -> None:
        """Take a card off the felt."""

    @abstractmethod
    def ghost(self, card: CardId, reader: str) -> None:
        """A reader reads a card for a moment that does not lie on it."""

    @abstractmethod
    def press(self, key: str, seconds: float) -> None:
        """Press a panel key."""

    @abstractmethod
    def ask(self, ask: str, **fields: Any) -> Answer:
        """Send a request about what is shown now; the answer."""

    @abstractmethod
    def sign(self, who: str, pin: str) -> Answer:
        """A floor person signs in at the floor's screen; the answer."""

    @abstractmethod
    def lose(self, reader: str, *, unreadable: bool) -> None:
        """A reader stops answering, or cannot tell its cards apart."""

    @abstractmethod
    def find(self, reader: str) -> None:
        """The reader answers again."""

    @abstractmethod
    def restart(self) -> None:
        """The controller is killed and started on the same journal."""

    @abstractmethod
    def shown(self) -> Projection:
        """What is shown now."""

    @abstractmethod
    def sent(self, screen: str) -> Mapping[str, Any]:
        """The last snapshot that a screen got, as plain JSON."""

    @abstractmethod
    def record(self) -> Record:
        """What the journal holds."""

    @abstractmethod
    def close(self) -> None:
        """Take the table down."""


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
        self.advance(SETTLED)

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


class WireStage(Stage):
    """The whole stack on emulated hardware and simulated time, in a temporary folder."""

    def __init__(
        self, settings: TableSettings, start: Start, deck: DeckMap, extras: Extras, folder: Path
    ) -> None:
        super().__init__(settings, deck, extras)
        self._folder = folder
        make_folders(settings)
        self._rig = Rig(settings, deck, Options(start=start, salt=_salts()))
        self.advance(SETTLED)

    @property
    def loop(self) -> Loop:
        """The running table."""
        return self._rig.loop

    def advance(self, seconds: float) -> None:
        """Let time pass on the felt, the wires and the table."""
        self._rig.advance(seconds)

    def put(self, card: CardId, reader: str) -> None:
        """Lay the tag on the felt."""
        self.lying[card] = reader
        if not tagged(card):
            return
        if reader in WITHOUT_ANTENNA:
            self._rig.felt.lift(self.deck.uid(card))
        else:
            self._rig.felt.place(self.deck.uid(card), reader)

    def take(self, card: CardId) -> None:
        """Take the tag off the felt."""
        self.lying.pop(card, None)
        if tagged(card):
            self._rig.felt.lift(self.deck.uid(card))

    def ghost(self, card: CardId, reader: str) -> None:
        """The tag couples into a second antenna for a moment."""
        self._rig.felt.couple(self.deck.uid(card), reader, FLICKER)
        self.advance(FLICKER)

    def press(self, key: str, seconds: float) -> None:
        """Press the key of the panel."""
        self._rig.felt.press(key, seconds)
        self.advance(seconds + LANDED)

    def ask(self, ask: str, **fields: Any) -> Answer:
        """Send the request over the dealer's socket."""
        console = self._rig.dealer
        return console.answer(console.ask(ask, **fields), self._rig.pump)

    def sign(self, who: str, pin: str) -> Answer:
        """Sign in over the floor's socket."""
        console = self._rig.floor
        return console.answer(console.ask("sign-in", who=who, pin=pin), self._rig.pump)

    def lose(self, reader: str, *, unreadable: bool) -> None:
        """Pull the reader's lead, or let its cards stick together."""
        if unreadable:
            self._rig.felt.unreadable(reader)
        else:
            self._rig.felt.unplug(reader)
        self.advance(SETTLED)

    def find(self, reader: str) -> None:
        """Put the lead back, spread the cards."""
        self._rig.felt.plug(reader)
        self._rig.felt.unreadable(reader, on=False)
        self.advance(SETTLED)

    def restart(self) -> None:
        """Drop the controller object and start another on the same files."""
        self._rig.restart()

    def shown(self) -> Projection:
        """What the loop showed last."""
        return self.loop.shown

    def sent(self, screen: str) -> Mapping[str, Any]:
        """What the socket last sent."""
        return self._rig.dealer.raw if screen == "dealer" else self._rig.player.raw

    def record(self) -> Record:
        """The replay of the journal's file."""
        journal = self._rig.journal
        table, events = self.loop.table, 0
        for _, happened, after in replayed(journal.path):
            table, events = after, events + len(happened)
        return Record(table, events, journal.head)

    def close(self) -> None:
        """Take the table down and remove its folder."""
        self._rig.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def tagged(card: CardId) -> bool:
    """Whether a reader can see the card at all."""
    return card.deck != UNTAGGED


def _salts() -> Callable[[], str]:
    """Salts that are the same for every run, so that the same scenario has the same journal."""
    rng = random.Random(0)
    return lambda: rng.randbytes(8).hex()


def temporary_folder() -> Path:
    """A folder for one scenario; socket paths must stay short."""
    return Path(tempfile.mkdtemp(prefix="table-"))
