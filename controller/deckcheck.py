"""The deck check: the whole deck passes the shoe antenna card by card before it is dealt from (rules.md 2.1).

What is kept is a set and what did not belong, never a sequence: two orders give the same value, and nothing
of it is journalled but that the deck was whole (design 4).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from controller.rules.cards import CardId
from controller.rules.sentence import Sentence, say


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """The cards that have passed, and `spoilt`, the sentence on a tag that is no card of this deck.

    A spoilt passage cannot end well: the dealer takes out what does not belong and says so, and the whole
    deck passes again.
    """

    seen: frozenset[CardId] = field(default=frozenset(), repr=False)
    spoilt: Sentence | None = None

    def passed(self, card: CardId, deck: str) -> DeckCheck:
        """The check after a card that some deck of the table has."""
        if card.deck != deck:
            return self.foreign(say("detail.deck.other", deck=deck, other=card.deck))
        return replace(self, seen=self.seen | {card})

    def foreign(self, what: Sentence) -> DeckCheck:
        """The check after something that is no card of the deck; `what` says so."""
        return replace(self, spoilt=what)

    def whole(self, size: int) -> bool:
        """Whether `size` different cards of the deck have passed, and nothing else."""
        return self.spoilt is None and len(self.seen) == size

    def sentence(self, size: int) -> Sentence:
        """What stands under the prompt: what must come out, or how many cards are missing; never a face."""
        return self.spoilt or say("detail.deck.missing", missing=size - len(self.seen), cards=size)


UNKNOWN_TAG = say("detail.deck.unknown")
