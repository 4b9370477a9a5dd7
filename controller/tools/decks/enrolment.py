"""The enrolment of one deck, card by card: which card is asked for, and which tag is taken for it.

The order of the cards asked for is that of a deck in its box; the numbers that the table knows them by are
drawn when the deck is complete (design 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum

from controller.deckentries import CUT_CARD, JOKER
from controller.deckmap import DeckMap
from controller.rules.cards import Face
from controller.tools.decks.cardnames import IN_TURN, name
from controller.tools.decks.newtag import Known


class Stage(IntEnum):
    """What is being enrolled; the owner says when there are no more cut cards and no more jokers."""

    CARDS = 0
    CUT_CARDS = 1
    JOKERS = 2
    DONE = 3


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a tag is not taken."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The deck `deck` with a back of the colour `back`, as far as it is enrolled.

    `cards` are the UIDs of the first cards of `IN_TURN`; `known` are the tags that have an owner.
    """

    deck: str
    back: str
    known: Known = field(default_factory=Known)
    cards: tuple[str, ...] = field(default=(), repr=False)
    cut_cards: tuple[str, ...] = field(default=(), repr=False)
    jokers: tuple[str, ...] = field(default=(), repr=False)
    stage: Stage = Stage.CARDS

    @property
    def face(self) -> Face | None:
        """The card that is asked for, None after the last."""
        return IN_TURN[len(self.cards)] if self.stage is Stage.CARDS else None

    def ask(self, reader: str) -> str:
        """What to do next, as a sentence."""
        match self.stage:
            case Stage.CARDS:
                return f"Lay the {name(IN_TURN[len(self.cards)])} on the {reader} reader."
            case Stage.CUT_CARDS:
                return _ask_more(CUT_CARD, len(self.cut_cards))
            case Stage.JOKERS:
                return _ask_more(JOKER, len(self.jokers))
            case Stage.DONE:
                return "The deck is complete."

    def take(self, uid: str) -> Enrolment | Objection:
        """The enrolment with the tag that was laid down for what is asked for."""
        if objection := self._repeated(uid) or self.known.objection(uid):
            return Objection(objection)
        match self.stage:
            case Stage.CARDS:
                cards = (*self.cards, uid)
                return replace(self, cards=cards, stage=Stage(len(cards) == len(IN_TURN)))
            case Stage.CUT_CARDS:
                return replace(self, cut_cards=(*self.cut_cards, uid))
            case Stage.JOKERS:
                return replace(self, jokers=(*self.jokers, uid))
            case Stage.DONE:
                return Objection("the deck is complete")

    def enough(self) -> Enrolment:
        """The enrolment when there is no more of what may be left out."""
        return replace(self, stage=Stage(self.stage + 1)) if self._may_end else self

    def taken_back(self) -> Enrolment:
        """The enrolment without what was laid down last, of whatever kind; the same where nothing was."""
        for kind, stage in (("jokers", Stage.JOKERS), ("cut_cards", Stage.CUT_CARDS), ("cards", Stage.CARDS)):
            if uids := getattr(self, kind):
                return replace(self, **{kind: uids[:-1]}, stage=stage)
        return self

    @property
    def last(self) -> str:
        """What was laid down last, in words; empty where nothing was."""
        if self.jokers:
            return JOKER
        if self.cut_cards:
            return CUT_CARD
        return name(IN_TURN[len(self.cards) - 1]) if self.cards else ""

    def enrolled(self) -> DeckMap:
        """The deck, its card numbers drawn at random, joined to those that are known.

        Raises `DeckMapError` before the last card.
        """
        tags = {**dict.fromkeys(self.cut_cards, CUT_CARD), **dict.fromkeys(self.jokers, JOKER)}
        faces = dict(zip(IN_TURN, self.cards, strict=False))
        deck = DeckMap.enrolled(faces, self.deck, tags=tags, back=self.back)
        return self.known.decks.joined(deck) if self.known.decks else deck

    @property
    def _may_end(self) -> bool:
        return self.stage in (Stage.CUT_CARDS, Stage.JOKERS)

    def _repeated(self, uid: str) -> str:
        earlier = next((what for tag, what in self._taken() if tag == uid), "")
        return f"that is the {earlier}, which you laid down before" if earlier else ""

    def _taken(self) -> Iterator[tuple[str, str]]:
        yield from ((uid, name(face)) for uid, face in zip(self.cards, IN_TURN, strict=False))
        yield from ((uid, CUT_CARD) for uid in self.cut_cards)
        yield from ((uid, JOKER) for uid in self.jokers)


def _ask_more(kind: str, count: int) -> str:
    return f"{'Another' if count else 'A'} {kind}? Lay it down, or press Enter."
