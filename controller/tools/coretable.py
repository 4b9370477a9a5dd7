"""A table of the pure core alone, without wire, journal and sockets: for --core and recorded hands.

It does what the loop does between core and deck map: a card that lies face up for everybody gets its face.
"""

from __future__ import annotations

from controller.deckmap import DeckMap
from controller.rules.cards import BOARD, CardId, How, Place
from controller.rules.dealing import at, street_lying
from controller.rules.decisions import decide
from controller.rules.events import BoardShown, CardMoved, Event, FaceShown
from controller.rules.ledger import next_number
from controller.rules.opening import drawn
from controller.rules.requests import Ask
from controller.rules.sentence import Refused
from controller.rules.showdown import due_faces
from controller.rules.state import Table
from controller.rules.table import apply


class CoreTable:
    """A table and the events that made it; `start` is the table as it was set up."""

    def __init__(self, start: Table, deck: DeckMap) -> None:
        self.start = start
        self.table = start
        self.events: list[Event] = []
        self._deck = deck

    def ask(self, ask: Ask) -> Refused | None:
        """Put a request to the table; the refusal, or None when it was taken."""
        outcome = decide(self.table, ask)
        if isinstance(outcome, Refused):
            return outcome
        self.record(*outcome)
        return None

    def draw(self, card: CardId | None, to: Place, how: How = How.READ) -> None:
        """The next card out of the shoe comes to rest at a place; a whole street on the board is shown."""
        self.record(CardMoved(next_number(self.table), card, to, how))
        if to == BOARD and not self.table.open and street_lying(self.table):
            self.record(BoardShown(len(at(self.table, BOARD))))

    def record(self, *events: Event) -> None:
        """Apply what happened, and show the faces of the cards that it turned up."""
        for event in events:
            self._apply(event)
        for card, because in due_faces(self.table):
            self._apply(FaceShown(card, self._deck.face(card), because))
        for placed in drawn(self.table):
            self._apply(placed)

    def _apply(self, event: Event) -> None:
        self.table = apply(self.table, event)
        self.events.append(event)
