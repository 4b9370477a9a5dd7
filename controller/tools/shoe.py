"""The dealer's hands in a scenario: the deck in its order, cards pulled, laid down, moved and collected."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from controller.rules.cards import DECK_SIZE, CardId, Face, deck_faces
from controller.rules.state import Phase
from controller.tools.script import Script
from controller.tools.stage import UNTAGGED, WITHOUT_ANTENNA, Stage, tagged
from controller.tools.values import JOKERS, NO_TAG

PULL = 0.1
OVER = 0.08
BETWEEN = 0.04
LANDED = 0.2
RESTING = 1.5
COLLECTED = 1.2
GONE = 1.0
LOST = 2.5
STRIDE = 23


class Missing(Exception):
    """A card that is not where the scenario has it; the text is what was expected."""


def _scattered() -> Iterator[Face]:
    """The 52 faces in an order that no factory has."""
    faces = tuple(deck_faces())
    return (faces[n * STRIDE % len(faces)] for n in range(len(faces)))


def _is_of_the_deck(card: CardId) -> bool:
    """Whether it is one of the 52: what does not belong was taken out before the deck is dealt again."""
    return not card.is_joker and tagged(card) and card.number <= DECK_SIZE


class Shoe:
    """The deck of a scenario on its stage; cards that the file leaves out follow in a fixed order."""

    def __init__(self, script: Script, stage: Stage) -> None:
        self._stage = stage
        self._decks = deque(script.decks)
        self._reshuffles = deque(script.reshuffles)
        self._order: tuple[CardId, ...] = ()
        self._named: dict[str, list[CardId]] = {}
        self._left: deque[CardId] = deque()
        self._hand: deque[CardId] = deque()

    def shuffle(self) -> None:
        """Collect what lies on the felt; the next order goes into the shoe."""
        self._left = deque(self._next_order())
        self.collect()
        self._hand = deque()

    def collect(self) -> None:
        """Take every card off the felt."""
        for card in list(self._stage.lying):
            self._stage.take(card)
        self._stage.advance(COLLECTED)

    def check(self, cards: int) -> None:
        """Pass so many cards of the deck over the shoe antenna, one by one; 0 for all of them."""
        deck = self._stage.deck
        self._pass([deck.card_of(deck.decks[0], face) for face in islice(deck_faces(), cards or None)])

    def verify(self, cards: int = 0) -> None:
        """Pass so many cards of the shoe over its antenna, 0 for all, in an order that says nothing."""
        self._pass(sorted(self._left)[: cards or None])

    def reshuffle(self) -> None:
        """The stub gets its next order: the one that the file gives, then by first position descending."""
        self._left = deque(self._ordered(self._reshuffles.popleft() if self._reshuffles else (), self._left))

    def stroke(self, cards: int) -> None:
        """So many cards leave the shoe before any is placed."""
        for _ in range(cards):
            self._hand.append(self._pull())
            self._stage.advance(PULL)

    def draw(self, place: str) -> CardId:
        """The next card goes to a place: of those in hand, else of the shoe."""
        if self._hand:
            card = self._hand.popleft()
        else:
            card = self._pull()
            self._stage.advance(PULL)
        self.lay(card, place)
        return card

    def put(self, face: Face, place: str) -> None:
        """A named card leaves the shoe for a place."""
        deck = self._stage.deck
        card = deck.card_of(deck.decks[0], face)
        self._stage.put(card, "shoe")
        self._stage.advance(PULL)
        self.lay(card, place)

    def named(self, word: str) -> CardId:
        """The card of the deck that is written so and lies on the felt; raises `Missing`."""
        lying = [card for card in self._named.get(word, ()) if card in self._stage.lying]
        if not lying:
            raise Missing(f"expected {word} to be out, it is in the shoe")
        return lying[0]

    def meant(self, word: str) -> CardId | None:
        """The card of the deck that is written so, wherever it is; None where the deck has none."""
        return next(iter(self._named.get(word, ())), None)

    def back(self, card: CardId) -> None:
        """A card goes back on top of the stub."""
        self._stage.take(card)
        self._left.appendleft(card)
        self._stage.advance(GONE)

    def muck(self, seat: int) -> None:
        """Both cards of a seat go to the muck; raises `Missing`."""
        hand = [card for card, place in self._stage.lying.items() if place == f"seat {seat}"]
        if not hand:
            raise Missing(f"expected cards at seat {seat} to muck, there are none")
        for card in hand:
            self._stage.put(card, "muck")

    def lay(self, card: CardId, place: str) -> None:
        """Set a card down, and wait until the table knows it; places without an antenna tell nothing."""
        self._stage.put(card, place)
        self._stage.advance(LANDED)
        waited, patience = 0.0, LOST if place in WITHOUT_ANTENNA else RESTING
        while waited < patience and self._known_at(card) != place:
            self._stage.advance(PULL)
            waited += PULL

    def _pass(self, cards: Sequence[CardId]) -> None:
        for card in cards:
            self._stage.put(card, "shoe")
            self._stage.advance(OVER)
            self._stage.take(card)
            self._stage.advance(BETWEEN)
        # Nobody shuffles so fast that the last card is drawn before the antenna has missed it.
        self._stage.advance(GONE)

    def _pull(self) -> CardId:
        if not self._left:
            raise Missing("expected a card in the shoe, it is empty")
        card = self._left.popleft()
        self._stage.put(card, "shoe")
        return card

    def _known_at(self, card: CardId) -> str:
        found = (str(piece.place) for piece in self._stage.table.pieces if piece.card == card)
        return next(found, "shoe")

    def _next_order(self) -> tuple[CardId, ...]:
        """The order of the deck for the hand that begins; a redeal takes the next of `reshuffles`."""
        if self._stage.table.phase is Phase.VOID:
            given = self._reshuffles.popleft() if self._reshuffles else ()
            return self._ordered(given, [card for card in self._order if _is_of_the_deck(card)])
        given = self._decks.popleft() if self._decks else ()
        rest = [face.text for face in _scattered() if face.text not in given]
        self._order = self._cards((*given, *rest))
        return self._order

    def _ordered(self, given: Sequence[str], among: Sequence[CardId] | deque[CardId]) -> tuple[CardId, ...]:
        """The cards in the order that is given, the others after them by first position descending."""
        first: list[CardId] = []
        for word in given:
            first += [card for card in self._named.get(word, ()) if card in among and card not in first][:1]
        rest = [card for card in reversed(self._order) if card in among and card not in first]
        return (*first, *rest)

    def _cards(self, words: Sequence[str]) -> tuple[CardId, ...]:
        """The cards of a deck as it is written: a second card of a face, and jokers, are extra cards."""
        deck, self._named, cards = self._stage.deck, {}, []
        for word in words:
            nth = len(self._named.setdefault(word, []))
            card = (
                self._extra(word, nth)
                if nth or word in JOKERS
                else deck.card_of(deck.decks[0], Face.parse(word))
            )
            self._named[word].append(card)
            cards.append(card)
        return tuple(cards)

    def _extra(self, word: str, nth: int) -> CardId:
        if word == NO_TAG:
            return CardId(UNTAGGED, nth + 1)
        return self._stage.extras[word][nth - (word not in JOKERS)]
