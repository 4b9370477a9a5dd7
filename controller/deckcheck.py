"""The check of a deck or a stub: it passes the shoe antenna card by card, as a set (rules.md 2.1, 11; F11).

What is kept is a set and what did not belong, never a sequence: two orders give the same value, and nothing
of it is journalled but that deck or stub was whole (design 4).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from controller.rules.cards import CardId
from controller.rules.sentence import Sentence, say


@dataclass(frozen=True, slots=True)
class Wanted:
    """The cards that are to pass: those of a deck of `size` cards, without what is `out`; `cards` of them.

    Of a stub from which cards came that no reader knew, `cards` are fewer than those that may pass.
    """

    deck: str
    size: int
    cards: int
    out: Collection[CardId] = field(default=frozenset(), repr=False)

    def objection(self, card: CardId) -> Sentence | None:
        """Why a card does not belong to them, None where it does; a spare is not told from an unknown tag."""
        if card.is_joker:
            return say("detail.deck.joker")
        if card.deck != self.deck:
            return say("detail.deck.other", deck=self.deck, other=card.deck)
        if card.number > self.size:
            return UNKNOWN_TAG
        return say("detail.deck.out") if card in self.out else None


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """The cards that have passed, and `spoilt`, the sentence on what is none of them.

    A spoilt passage cannot end well: the dealer takes out what does not belong and says so, and all of them
    pass again.
    """

    seen: frozenset[CardId] = field(default=frozenset(), repr=False)
    spoilt: Sentence | None = None

    def passed(self, card: CardId, wanted: Wanted) -> DeckCheck:
        """The check after a card passed."""
        objection = wanted.objection(card)
        return self.foreign(objection) if objection else replace(self, seen=self.seen | {card})

    def foreign(self, what: Sentence) -> DeckCheck:
        """The check after something that does not belong; `what` says so."""
        return replace(self, spoilt=what)

    def whole(self, wanted: Wanted) -> bool:
        """Whether as many different cards as are wanted have passed, and nothing else."""
        return self.spoilt is None and len(self.seen) == wanted.cards

    def sentence(self, wanted: Wanted) -> Sentence:
        """What stands under the prompt: what must come out, or how many cards are missing; never a face."""
        missing = wanted.cards - len(self.seen)
        return self.spoilt or say("detail.deck.missing", missing=missing, cards=wanted.cards)


UNKNOWN_TAG = say("detail.deck.unknown")
