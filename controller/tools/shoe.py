"""The dealer's hands in a scenario: the deck in its order, cards pulled, laid down, moved and collected."""

from __future__ import annotations

from collections import deque
from itertools import islice

from controller.rules.cards import CardId, Face, deck_faces
from controller.rules.state import Phase
from controller.tools.script import Script
from controller.tools.stage import Stage

PULL = 0.1
LANDED = 0.2
RESTING = 1.5
COLLECTED = 1.2


class Missing(Exception):
    """A card that is not where the scenario has it; the text is what was expected."""


class Shoe:
    """The deck of a scenario on its stage; cards that the file leaves out follow in a fixed order."""

    def __init__(self, script: Script, stage: Stage) -> None:
        self._stage = stage
        self._decks = deque(script.decks)
        self._reshuffles = deque(script.reshuffles)
        self._order: tuple[Face, ...] = ()
        self._left: deque[CardId] = deque()
        self._hand: deque[CardId] = deque()

    def shuffle(self) -> None:
        """Collect what lies on the felt; the next order goes into the shoe."""
        self._order = self._next_order()
        self.collect()
        self._left = deque(map(self._card, self._order))
        self._hand = deque()

    def collect(self) -> None:
        """Take every card off the felt."""
        for card in list(self._stage.lying):
            self._stage.take(card)
        self._stage.advance(COLLECTED)

    def check(self, cards: int) -> None:
        """Pass so many cards of the deck over the shoe antenna, one by one; 0 for all of them."""
        for face in islice(deck_faces(), cards or None):
            card = self._card(face)
            self._stage.put(card, "shoe")
            self._stage.advance(PULL)
            self._stage.take(card)
            self._stage.advance(PULL)

    def stroke(self, cards: int) -> None:
        """So many cards leave the shoe before any is placed."""
        for _ in range(cards):
            self._hand.append(self._pull())
            self._stage.advance(PULL)

    def draw(self, place: str) -> None:
        """The next card goes to a place: of those in hand, else of the shoe."""
        if self._hand:
            self.lay(self._hand.popleft(), place)
            return
        card = self._pull()
        self._stage.advance(PULL)
        self.lay(card, place)

    def put(self, face: Face, place: str) -> None:
        """A named card leaves the shoe for a place."""
        card = self._card(face)
        self._stage.put(card, "shoe")
        self._stage.advance(PULL)
        self.lay(card, place)

    def move(self, face: Face, place: str) -> None:
        """A card that is out goes to another place; raises `Missing`."""
        card = self._card(face)
        if card not in self._stage.lying:
            raise Missing(f"expected {face.text} to be out, it is in the shoe")
        self.lay(card, place)

    def muck(self, seat: int) -> None:
        """Both cards of a seat go to the muck; raises `Missing`."""
        hand = [card for card, place in self._stage.lying.items() if place == f"seat {seat}"]
        if not hand:
            raise Missing(f"expected cards at seat {seat} to muck, there are none")
        for card in hand:
            self._stage.put(card, "muck")

    def lay(self, card: CardId, place: str) -> None:
        """Set a card down, and wait until the table knows it."""
        self._stage.put(card, place)
        self._stage.advance(LANDED)
        waited = 0.0
        while waited < RESTING and self._known_at(card) != place:
            self._stage.advance(PULL)
            waited += PULL

    def _pull(self) -> CardId:
        if not self._left:
            raise Missing("expected a card in the shoe, it is empty")
        card = self._left.popleft()
        self._stage.put(card, "shoe")
        return card

    def _known_at(self, card: CardId) -> str:
        found = (str(piece.place) for piece in self._stage.table.pieces if piece.card == card)
        return next(found, "shoe")

    def _card(self, face: Face) -> CardId:
        deck = self._stage.deck
        return deck.card_of(deck.decks[0], face)

    def _next_order(self) -> tuple[Face, ...]:
        """The order of the deck for the hand that begins; a redeal takes the next of `reshuffles`."""
        if self._stage.table.phase is Phase.VOID:
            given = self._reshuffles.popleft() if self._reshuffles else ()
            return (*given, *(face for face in reversed(self._order) if face not in given))
        given = self._decks.popleft() if self._decks else ()
        return (*given, *(face for face in deck_faces() if face not in given))
