"""A table of the pure core alone, without wire, journal and sockets: for --core and recorded hands.

It does what the loop does between core and deck map: a card that lies face up for everybody gets its face.
"""

from __future__ import annotations

from controller.deckmap import DeckMap
from controller.rules.cards import CardId, How, Place
from controller.rules.dealing import next_number
from controller.rules.decisions import decide
from controller.rules.events import BoardShown, CardMoved, Event, FaceShown
from controller.rules.opening import drawn
from controller.rules.requests import Ask
from controller.rules.sentence import Refused
from controller.rules.showdown import board_to_show, due_faces
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
        self.show_board()
        return None

    def draw(self, card: CardId | None, to: Place, how: How = How.READ) -> None:
        """The next card out of the shoe comes to rest at a place; a whole street on the board is shown."""
        self.record(CardMoved(next_number(self.table), card, to, how))
        self.show_board()

    def show_board(self) -> None:
        """The board cards that have come to lie face up for everybody are shown."""
        if cards := board_to_show(self.table):
            self.record(BoardShown(cards))

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
