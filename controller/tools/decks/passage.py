"""What passes the reader when the owner checks a deck: whether it is complete, and what does not belong.

The order is kept while it lasts, to tell whether anybody shuffled; it is shown nowhere, and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from controller.deckentries import CUT_CARD, REVOKED
from controller.deckmap import DeckMap
from controller.integrity import in_factory_order
from controller.rules.cards import CardId, Face
from controller.tools.decks.cardnames import counted, listed, name


@dataclass(frozen=True, slots=True)
class DeckPass:
    """The cards of `deck` that passed, in their order, and what passed with them; `decks` names the tags."""

    deck: str
    decks: DeckMap = field(repr=False)
    order: tuple[CardId, ...] = field(default=(), repr=False)
    others: frozenset[CardId] = field(default=frozenset(), repr=False)
    kinds: Mapping[str, str] = field(default_factory=dict, repr=False)

    def passed(self, uid: str) -> DeckPass:
        """The check after one tag more; the same card twice is one card."""
        card = self.decks.card(uid)
        if card is None:
            return replace(self, kinds={**self.kinds, uid: self.decks.kind(uid) or ""})
        if card not in self.decks.cards(self.deck):
            return replace(self, others=self.others | {card})
        return self if card in self.order else replace(self, order=(*self.order, card))

    @property
    def missing(self) -> frozenset[Face]:
        """The cards of the deck that have not passed."""
        return frozenset(self.decks.face(card) for card in self.decks.cards(self.deck) - set(self.order))

    @property
    def twice(self) -> tuple[Face, ...]:
        """The faces of second cards: spares of the deck among its 52."""
        return tuple(self.decks.face(card) for card in sorted(self.others) if card.deck == self.deck)

    @property
    def foreign(self) -> tuple[tuple[str, Face], ...]:
        """The cards of other decks, with the names of these."""
        strangers = (card for card in sorted(self.others) if card.deck != self.deck and not card.is_joker)
        return tuple((card.deck, self.decks.face(card)) for card in strangers)

    @property
    def jokers(self) -> int:
        """How many jokers have passed; like cut cards they are told, and no fault of the deck."""
        return sum(card.is_joker for card in self.others)

    @property
    def cut_cards(self) -> int:
        """How many cut cards have passed."""
        return self._tags(CUT_CARD)

    @property
    def revoked(self) -> int:
        """How many cards have passed that were replaced."""
        return self._tags(REVOKED)

    @property
    def unknown(self) -> int:
        """How many tags have passed that nobody enrolled."""
        return self._tags("")

    @property
    def complete(self) -> bool:
        """Whether the 52 have passed, and nothing that does not belong to them."""
        strange = self.twice or self.foreign or self.revoked or self.unknown
        return not self.missing and not strange

    @property
    def unshuffled(self) -> bool:
        """Whether the cards came as they lie in a new deck (Golden Nugget, 2012)."""
        return in_factory_order([self.decks.face(card) for card in self.order])

    def sentences(self) -> tuple[str, ...]:
        """The result, for people."""
        whole = len(self.decks.cards(self.deck))
        count = f"{len(self.order)} of {whole} cards passed"
        told = [f"Deck {self.deck} is {'complete' if self.complete else 'NOT complete'}: {count}."]
        if self.missing:
            told.append(f"Missing: {listed(self.missing)}.")
        if self.twice:
            told.append(f"There twice, or as a spare: {listed(self.twice)}.")
        if self.foreign:
            strangers = ", ".join(f"{name(face)} of deck {deck}" for deck, face in self.foreign)
            told.append(f"Not of it: {strangers}.")
        if self.revoked:
            told.append(f"Not of it: {counted(self.revoked, 'revoked card')}.")
        if self.unknown:
            told.append(f"Not of it: {counted(self.unknown, 'unknown tag')}.")
        if self.jokers or self.cut_cards:
            with_it = f"{counted(self.jokers, 'joker')} and {counted(self.cut_cards, 'cut card')}"
            told.append(f"With it: {with_it}.")
        if self.unshuffled:
            told.append("Warning: the cards lie in the order of a new deck; shuffle them before a deal.")
        return tuple(told)

    def counts(self) -> dict[str, int | bool]:
        """The result without a face, for the book of decks."""
        return {
            "complete": self.complete,
            "cards": len(self.order),
            "missing": len(self.missing),
            "twice": len(self.twice),
            "foreign": len(self.foreign),
            "revoked": self.revoked,
            "unknown": self.unknown,
            "jokers": self.jokers,
            "cut_cards": self.cut_cards,
            "unshuffled": self.unshuffled,
        }

    def named(self) -> dict[str, object]:
        """The result with the faces that are wrong, for the owner's programs."""
        return {
            "deck": self.deck,
            **self.counts(),
            "missing": [face.text for face in sorted(self.missing)],
            "twice": [face.text for face in sorted(self.twice)],
            "foreign": [{"deck": deck, "face": face.text} for deck, face in self.foreign],
        }

    def _tags(self, kind: str) -> int:
        return sum(other == kind for other in self.kinds.values())
