"""Tag UID to card to face: the only place that knows hidden faces (design 2, 4, 5).

Imported only by `loop`, `integrity` and the owner's tools. Nothing here prints: repr, errors and sentences
name a file and an entry number, never a face or a UID. On disk the map is JSON with mode 0600.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from controller import deckentries, strongbox
from controller.deckentries import JOKER, REVOKED, Contents, Deck, DeckMapError, Entry, Tag, in_order
from controller.rules.cards import DECK_SIZE, NO_DECK, CardId, Face

__all__ = ["DeckMap", "DeckMapError"]


@dataclass(frozen=True, slots=True, repr=False)
class DeckMap:
    """The enrolled decks and the tags that are no playing cards; immutable.

    A deck is its cards 1 to 52, each face once; from 53 on are spare cards of it, whose face it has already.
    Jokers are cards of no deck, numbered in the order of their tags. Raises `DeckMapError` for contents that
    are not so.
    """

    _contents: Contents
    _by_uid: Mapping[str, CardId] = field(init=False, compare=False)
    _by_card: Mapping[CardId, Entry] = field(init=False, compare=False)
    _jokers: Mapping[CardId, str] = field(init=False, compare=False)
    _by_face: Mapping[tuple[str, Face], CardId] = field(init=False, compare=False)
    _kinds: Mapping[str, str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        deckentries.check(self._contents)
        entries, tags = self._contents.entries, self._contents.tags
        jokers = [tag.uid for tag in tags if tag.kind == JOKER]
        numbered = {CardId(NO_DECK, n): uid for n, uid in enumerate(jokers, 1)}
        index: dict[str, Mapping[Any, Any]] = {
            "_by_uid": {
                **{entry.uid: entry.card for entry in entries},
                **{uid: card for card, uid in numbered.items()},
            },
            "_by_card": {entry.card: entry for entry in entries},
            "_jokers": numbered,
            "_by_face": {(e.card.deck, e.face): e.card for e in entries if not e.is_spare},
            "_kinds": {tag.uid: tag.kind for tag in tags},
        }
        for name, mapping in index.items():
            object.__setattr__(self, name, MappingProxyType(mapping))

    def __repr__(self) -> str:
        return "DeckMap(…)"

    __str__ = __repr__

    @classmethod
    def enrolled(
        cls,
        uids: Mapping[Face, str],
        deck: str = "A",
        rng: random.Random | None = None,
        tags: Mapping[str, str] | None = None,
        *,
        back: str = "",
    ) -> DeckMap:
        """A new deck: `uids` names the tag of each of the 52 faces, `tags` the kind of each other tag by UID.

        The card numbers are a random permutation of 1 to 52, from the system's generator unless `rng` is
        given. Raises `DeckMapError`.
        """
        rng = rng or random.SystemRandom()
        version = _new_version(rng)
        numbers = rng.sample(range(1, len(uids) + 1), len(uids))
        entries = (
            Entry(uid, CardId(deck, number), face)
            for number, (face, uid) in zip(numbers, uids.items(), strict=True)
        )
        others = tuple(Tag(uid, kind, deck) for uid, kind in (tags or {}).items())
        return cls(Contents(version, (Deck(deck, back),), in_order(entries), others))

    @classmethod
    def load(cls, path: Path) -> DeckMap:
        """The map in the file at `path`.

        Raises `DeckMapError`, as a sentence that begins with the path, when the file cannot be read, may be
        read by other users, or is no complete and consistent map.
        """
        try:
            return cls(deckentries.parsed(strongbox.private_text(path)))
        except (DeckMapError, strongbox.Exposed) as error:
            raise DeckMapError(f"{path}: {error}") from None
        except (ValueError, RecursionError):
            raise DeckMapError(f"{path}: the file is not JSON in UTF-8; enrol the deck again") from None
        except OSError as error:
            raise DeckMapError(f"{path}: the deck map cannot be read: {error.strerror or error}") from None

    def save(self, path: Path) -> None:
        """Write the map with mode 0600; after a crash the file is the old one or the new one, never a part.

        Raises `DeckMapError` when it cannot be written; then the old file is untouched.
        """
        try:
            strongbox.put(path, deckentries.written(self._contents))
        except OSError as error:
            raise DeckMapError(f"{path}: the deck map cannot be written: {error.strerror or error}") from None

    @property
    def version(self) -> str:
        """A random number that names what the card numbers mean, and says nothing of what is enrolled.

        Journals refer to numbers: it stays when a card is replaced, which keeps its number, and when a deck
        joins; it is another one when a deck has gone.
        """
        return self._contents.version

    def card(self, uid: str) -> CardId | None:
        """The card that carries this tag, a joker too; None for any other tag, enrolled or not."""
        return self._by_uid.get(uid)

    def kind(self, uid: str) -> str | None:
        """What a tag that is no playing card is, one of `KINDS`; None for a card or a tag nobody enrolled."""
        return self._kinds.get(uid)

    def face(self, card: CardId) -> Face:
        """The face of a playing card; raises `DeckMapError` for a card that is not enrolled and a joker."""
        return self._entry(card).face

    def uid(self, card: CardId) -> str:
        """The tag of a card; raises `DeckMapError` for a card that is not enrolled."""
        return self._jokers.get(card) or self._entry(card).uid

    def card_of(self, deck: str, face: Face) -> CardId:
        """The card of the 52 that has this face; raises `DeckMapError` when the deck is not enrolled."""
        try:
            return self._by_face[deck, face]
        except KeyError:
            raise DeckMapError(f"deck {deck!r} is not enrolled") from None

    def cards(self, deck: str) -> frozenset[CardId]:
        """The 52 cards of a deck; raises `DeckMapError` when it is not enrolled."""
        entries = self._contents.entries
        cards = frozenset(e.card for e in entries if e.card.deck == deck and not e.is_spare)
        if not cards:
            raise DeckMapError(f"deck {deck!r} is not enrolled")
        return cards

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of the enrolled decks, sorted."""
        return tuple(sorted(deck.name for deck in self._contents.decks))

    def back(self, deck: str) -> str:
        """The colour of a deck's back, empty where nobody said it; raises `DeckMapError` as `cards` does."""
        self.cards(deck)
        return dict(self._contents.decks)[deck]

    def tagged(self, deck: str, kind: str) -> int:
        """How many tags of a kind go with a deck."""
        return sum(tag.kind == kind and tag.deck == deck for tag in self._contents.tags)

    @property
    def jokers(self) -> tuple[CardId, ...]:
        """The enrolled jokers."""
        return tuple(self._jokers)

    def with_spare(self, deck: str, face: Face, uid: str) -> tuple[DeckMap, CardId]:
        """The map with one more card of a face that the deck has already, and that card.

        Raises `DeckMapError` when the deck is not enrolled or the tag is no new one.
        """
        self.card_of(deck, face)
        card = CardId(deck, max(DECK_SIZE, *(c.number for c in self._by_card if c.deck == deck)) + 1)
        entries = in_order((*self._contents.entries, Entry(uid, card, face)))
        return DeckMap(self._contents._replace(entries=entries)), card

    def with_joker(self, uid: str) -> tuple[DeckMap, CardId]:
        """The map with one more joker, and that card; raises `DeckMapError` when the tag is no new one."""
        widened = DeckMap(self._contents._replace(tags=(*self._contents.tags, Tag(uid, JOKER))))
        return widened, widened.jokers[-1]

    def joined(self, newer: DeckMap) -> DeckMap:
        """Both maps in one, with the version of this one; raises `DeckMapError` where they clash."""
        own, other = self._contents, newer._contents
        return DeckMap(
            Contents(
                own.version,
                own.decks + other.decks,
                in_order(own.entries + other.entries),
                own.tags + other.tags,
            )
        )

    def without(self, deck: str, rng: random.Random | None = None) -> DeckMap:
        """The map without a deck and what goes with it, as a new version.

        Raises `DeckMapError` when the deck is not enrolled or is the only one.
        """
        self.cards(deck)
        own = self._contents
        return DeckMap(
            Contents(
                _new_version(rng or random.SystemRandom()),
                tuple(other for other in own.decks if other.name != deck),
                tuple(entry for entry in own.entries if entry.card.deck != deck),
                tuple(tag for tag in own.tags if tag.deck != deck),
            )
        )

    def replaced(self, deck: str, face: Face, uid: str) -> DeckMap:
        """The same version with a new tag on one card; the old tag is revoked: no card and no stranger.

        Raises `DeckMapError` when the deck is not enrolled or the tag is no new one.
        """
        card, own = self.card_of(deck, face), self._contents
        entries = tuple(e._replace(uid=uid) if e.card == card else e for e in own.entries)
        tags = (*own.tags, Tag(self.uid(card), REVOKED, deck))
        return DeckMap(own._replace(entries=entries, tags=tags))

    def with_faces(self, faces: Mapping[CardId, Face]) -> DeckMap:
        """The same version, tags and cards, but other faces on the cards that `faces` names.

        For the comparison of two runs (design 5.3). Raises `DeckMapError` when a deck would not have each
        face once, or a card is not enrolled.
        """
        for card in faces:
            self._entry(card)
        changed = tuple(e._replace(face=faces.get(e.card, e.face)) for e in self._contents.entries)
        return DeckMap(self._contents._replace(entries=changed))

    def renewed(self, uids: Mapping[str, str]) -> DeckMap:
        """The same version, cards and faces, with each tag that `uids` names (old to new UID) replaced.

        Raises `DeckMapError` when an old UID is not enrolled or two tags would have the same UID.
        """
        if not uids.keys() <= self._by_uid.keys() | self._kinds.keys():
            raise DeckMapError("a tag that is to be replaced is not enrolled")
        entries = tuple(e._replace(uid=uids.get(e.uid, e.uid)) for e in self._contents.entries)
        tags = tuple(t._replace(uid=uids.get(t.uid, t.uid)) for t in self._contents.tags)
        return DeckMap(self._contents._replace(entries=entries, tags=tags))

    def _entry(self, card: CardId) -> Entry:
        try:
            return self._by_card[card]
        except KeyError:
            raise DeckMapError(f"a card of deck {card.deck!r} is not enrolled") from None


def _new_version(rng: random.Random) -> str:
    return f"{rng.getrandbits(64):016x}"
