"""What a scenario is played on: cards are moved, keys pressed, requests sent, and the table looked at.

The whole stack (`wirestage`) and the core with its sensing alone (`corestage`) take the same moves and
requests, and both must come to the same table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from controller.deckmap import DeckMap
from controller.loop import Loop
from controller.projection import Projection
from controller.rules.cards import CardId
from controller.rules.state import Table
from controller.service import people_of
from controller.settings import TableSettings
from controller.views import Answer

LANDED = 0.2
SETTLED = 0.6
# A reader that was lost for long is tried again every two seconds.
FOUND = 3.0
FLICKER = 0.8
WITHOUT_ANTENNA = ("aside", "floor")
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


def tagged(card: CardId) -> bool:
    """Whether a reader can see the card at all."""
    return card.deck != UNTAGGED
