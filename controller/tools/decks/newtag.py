"""Why a tag cannot be that of a new card: cut short, not its own, or somebody's already."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.access import People
from controller.deckentries import CASCADE, REVOKED
from controller.deckmap import DeckMap
from controller.tools.decks.cardnames import name

# Length of a UID in hexadecimal digits: one, two or three levels of the cascade (ISO 14443-3).
LENGTHS = (8, 14, 20)
# First byte of a number that the tag draws anew at every reading (ISO 14443-3).
_RANDOM = "08"


@dataclass(frozen=True, slots=True)
class Known:
    """The tags that have an owner: the enrolled decks, None before the first, and the badges of the floor."""

    decks: DeckMap | None = field(default=None, repr=False)
    people: People | None = field(default=None, repr=False)

    def objection(self, uid: str) -> str:
        """The sentence on a tag that no new card may have, empty where it may."""
        if len(uid) not in LENGTHS or (len(uid) == LENGTHS[0] and uid.startswith(CASCADE)):
            return (
                "the reader gives only a part of the tag's number: lay the card on another reader,"
                " or take another card"
            )
        if len(uid) == LENGTHS[0] and uid.startswith(_RANDOM):
            return "this tag has another number each time it is read: no card can be known by it"
        if self.people and (wearer := self.people.wearer(uid)):
            return f"that is the badge of {wearer}"
        return self._enrolled(uid, self.decks) if self.decks else ""

    def _enrolled(self, uid: str, decks: DeckMap) -> str:
        kind = decks.kind(uid)
        if kind == REVOKED:
            return "that card was replaced and its tag revoked: it is no card of this table any more"
        if kind:
            return f"that is a {kind} which is enrolled already"
        card = decks.card(uid)
        return f"that is the {name(decks.face(card))} of deck {card.deck}" if card else ""
