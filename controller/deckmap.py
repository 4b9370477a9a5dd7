"""Tag UID to card to face: the only place that knows hidden faces (design 2, 4, 5).

Imported only by `loop`, `integrity` and the owner's tools. Nothing here prints: repr, errors and sentences
name a file and an entry number, never a face or a UID. On disk the map is JSON with mode 0600.
"""

from __future__ import annotations

import json
import os
import random
import re
import stat
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.rules.cards import DECK_SIZE, NO_DECK, CardId, Face

FORMAT = 1
JOKER = "joker"
KINDS = (JOKER, "cut card")
# Numbers beyond the 52 are spare cards: what a replaced card was, or a second one of a face.
MOST_CARDS = 99

_UID = re.compile(r"(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})")
# First byte of a cascade (ISO 14443-3): a 4-byte UID that begins with it is a longer one cut short.
_CASCADE = "88"
_DECK = re.compile(r"[A-Za-z0-9]{1,8}")
_VERSION = re.compile(r"[0-9a-f]{16}")
_CARD_FIELDS = {"deck", "number", "face", "uid"}
_TAG_FIELDS = {"kind", "uid"}


class DeckMapError(Exception):
    """A deck map that cannot be used; the text names the file and the entry, and neither face nor UID."""


class _Entry(NamedTuple):
    uid: str
    card: CardId
    face: Face

    def __repr__(self) -> str:
        return "Entry(…)"


class _Tag(NamedTuple):
    uid: str
    kind: str

    def __repr__(self) -> str:
        return "Tag(…)"


@dataclass(frozen=True, slots=True, repr=False)
class DeckMap:
    """The enrolled decks and the tags that are no playing cards; immutable.

    A deck is its cards 1 to 52, each face once; from 53 on are spare cards of it, whose face it has already.
    Jokers are cards of no deck, numbered in the order of their tags.
    `version` names one enrolment: a random number in the file, which says nothing of what is enrolled.
    """

    version: str
    _entries: tuple[_Entry, ...]
    _tags: tuple[_Tag, ...] = ()
    _by_uid: Mapping[str, CardId] = field(init=False, compare=False)
    _by_card: Mapping[CardId, _Entry] = field(init=False, compare=False)
    _jokers: Mapping[CardId, str] = field(init=False, compare=False)
    _by_face: Mapping[tuple[str, Face], CardId] = field(init=False, compare=False)
    _kinds: Mapping[str, str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not _VERSION.fullmatch(self.version):
            raise DeckMapError('"version" must be 16 digits of 0-9 and a-f')
        _check_tags(self._tags)
        _check_entries(self._entries)
        _check_unique(self._entries, self._tags)
        _check_complete(self._entries)
        jokers = [tag.uid for tag in self._tags if tag.kind == JOKER]
        numbered = {CardId(NO_DECK, n): uid for n, uid in enumerate(jokers, 1)}
        index: dict[str, Mapping[Any, Any]] = {
            "_by_uid": {
                **{entry.uid: entry.card for entry in self._entries},
                **{uid: card for card, uid in numbered.items()},
            },
            "_by_card": {entry.card: entry for entry in self._entries},
            "_jokers": numbered,
            "_by_face": {(e.card.deck, e.face): e.card for e in self._entries if not _is_spare(e)},
            "_kinds": {tag.uid: tag.kind for tag in self._tags},
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
    ) -> DeckMap:
        """A new deck: `uids` names the tag of each of the 52 faces, `tags` the kind of each other tag by UID.

        The card numbers are a random permutation of 1 to 52, from the system's generator unless `rng` is
        given. Raises `DeckMapError`.
        """
        rng = rng or random.SystemRandom()
        version = f"{rng.getrandbits(64):016x}"
        numbers = rng.sample(range(1, len(uids) + 1), len(uids))
        entries = (
            _Entry(uid, CardId(deck, number), face)
            for number, (face, uid) in zip(numbers, uids.items(), strict=True)
        )
        others = tuple(_Tag(uid, kind) for uid, kind in (tags or {}).items())
        return cls(version, _in_order(entries), others)

    @classmethod
    def load(cls, path: Path) -> DeckMap:
        """The map in the file at `path`.

        Raises `DeckMapError`, as a sentence that begins with the path, when the file cannot be read, may be
        read by other users, or is no complete and consistent map.
        """
        try:
            return _parse(json.loads(_private_text(path), object_pairs_hook=_object))
        except DeckMapError as error:
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
            _write_whole(path, _text(self.version, self._entries, self._tags))
        except OSError as error:
            raise DeckMapError(f"{path}: the deck map cannot be written: {error.strerror or error}") from None

    def card(self, uid: str) -> CardId | None:
        """The card that carries this tag, a joker too; None for a cut card or a tag nobody enrolled."""
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
        cards = frozenset(e.card for e in self._entries if e.card.deck == deck and not _is_spare(e))
        if not cards:
            raise DeckMapError(f"deck {deck!r} is not enrolled")
        return cards

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of the enrolled decks, sorted."""
        return tuple(sorted({card.deck for card in self._by_card}))

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
        entries = _in_order((*self._entries, _Entry(uid, card, face)))
        return DeckMap(self.version, entries, self._tags), card

    def with_joker(self, uid: str) -> tuple[DeckMap, CardId]:
        """The map with one more joker, and that card; raises `DeckMapError` when the tag is no new one."""
        widened = DeckMap(self.version, self._entries, (*self._tags, _Tag(uid, JOKER)))
        return widened, widened.jokers[-1]

    def joined(self, newer: DeckMap) -> DeckMap:
        """Both maps in one, with the version of the newer; raises `DeckMapError` where they clash."""
        return DeckMap(newer.version, _in_order(self._entries + newer._entries), self._tags + newer._tags)

    def with_faces(self, faces: Mapping[CardId, Face]) -> DeckMap:
        """The same version, tags and cards, but other faces on the cards that `faces` names.

        For the comparison of two runs (design 5.3). Raises `DeckMapError` when a deck would not have each
        face once, or a card is not enrolled.
        """
        for card in faces:
            self._entry(card)
        changed = (e._replace(face=faces.get(e.card, e.face)) for e in self._entries)
        return DeckMap(self.version, tuple(changed), self._tags)

    def renewed(self, uids: Mapping[str, str]) -> DeckMap:
        """The same version, cards and faces, with each tag that `uids` names (old to new UID) replaced.

        Raises `DeckMapError` when an old UID is not enrolled or two tags would have the same UID.
        """
        if not uids.keys() <= self._by_uid.keys() | self._kinds.keys():
            raise DeckMapError("a tag that is to be replaced is not enrolled")
        entries = tuple(e._replace(uid=uids.get(e.uid, e.uid)) for e in self._entries)
        tags = tuple(t._replace(uid=uids.get(t.uid, t.uid)) for t in self._tags)
        return DeckMap(self.version, entries, tags)

    def _entry(self, card: CardId) -> _Entry:
        try:
            return self._by_card[card]
        except KeyError:
            raise DeckMapError(f"a card of deck {card.deck!r} is not enrolled") from None


def _is_spare(entry: _Entry) -> bool:
    return entry.card.number > DECK_SIZE


def _in_order(entries: Iterable[_Entry]) -> tuple[_Entry, ...]:
    # By number, which is random: the order of enrolment would tell the faces of a deck fresh from its box.
    return tuple(sorted(entries, key=lambda entry: entry.card))


def _check_entries(entries: tuple[_Entry, ...]) -> None:
    for at, (uid, card, _) in enumerate(entries, 1):
        _check_uid(uid, f"card entry {at}")
        if not _DECK.fullmatch(card.deck):
            raise DeckMapError(f'card entry {at}: "deck" must be 1 to 8 letters or digits')
        if not 1 <= card.number <= MOST_CARDS:
            raise DeckMapError(
                f'card entry {at}: "number" must be 1 to {DECK_SIZE}, of a spare card to {MOST_CARDS}'
            )


def _check_tags(tags: tuple[_Tag, ...]) -> None:
    for at, (uid, kind) in enumerate(tags, 1):
        _check_uid(uid, f"tag entry {at}")
        if kind not in KINDS:
            raise DeckMapError(f'tag entry {at}: "kind" must be {" or ".join(KINDS)}')


def _check_uid(uid: str, where: str) -> None:
    if not _UID.fullmatch(uid):
        raise DeckMapError(f'{where}: "uid" must be 4, 7 or 10 bytes as upper-case hexadecimal digits')
    if len(uid) == 8 and uid.startswith(_CASCADE):
        raise DeckMapError(f"{where}: the UID was cut short by the reader; enrol this card with another one")


def _check_unique(entries: tuple[_Entry, ...], tags: tuple[_Tag, ...]) -> None:
    seen: dict[object, str] = {}
    for at, entry in enumerate(entries, 1):
        where, (uid, card, face) = f"card entry {at}", entry
        own = card if _is_spare(entry) else (card.deck, face)
        for what, value in (("tag", uid), ("number", card), ("face", own)):
            if (first := seen.setdefault((what, value), where)) != where:
                raise DeckMapError(f"{where} repeats the {what} of {first}")
    for at, tag in enumerate(tags, 1):
        where = f"tag entry {at}"
        if (first := seen.setdefault(("tag", tag.uid), where)) != where:
            raise DeckMapError(f"{where} repeats the tag of {first}")


def _check_complete(entries: tuple[_Entry, ...]) -> None:
    if not entries:
        raise DeckMapError(f"no deck is enrolled; a deck has {DECK_SIZE} cards")
    for deck in sorted({entry.card.deck for entry in entries}):
        count = sum(entry.card.deck == deck and not _is_spare(entry) for entry in entries)
        if count != DECK_SIZE:
            raise DeckMapError(f"deck {deck!r} has {count} cards, not {DECK_SIZE}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys differ; json itself would keep the last of two without a word."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise DeckMapError("an entry has the same field twice")
    return value


def _parse(value: Any) -> DeckMap:
    if not isinstance(value, dict) or set(value) != {"format", "version", "cards", "tags"}:
        raise DeckMapError('the file must have the fields "format", "version", "cards" and "tags"')
    if value["format"] != FORMAT:
        raise DeckMapError(f'"format" must be {FORMAT}; the file was written by other software')
    if not isinstance(value["version"], str):
        raise DeckMapError('"version" must be a string')
    cards, tags = value["cards"], value["tags"]
    if not isinstance(cards, list) or not isinstance(tags, list):
        raise DeckMapError('"cards" and "tags" must be lists')
    entries = tuple(_parse_card(row, f"card entry {at}") for at, row in enumerate(cards, 1))
    return DeckMap(
        value["version"], entries, tuple(_parse_tag(row, f"tag entry {at}") for at, row in enumerate(tags, 1))
    )


def _parse_card(row: Any, where: str) -> _Entry:
    if not isinstance(row, dict) or set(row) != _CARD_FIELDS:
        raise DeckMapError(f'{where} must have the fields "deck", "number", "face" and "uid"')
    if type(row["number"]) is not int:
        raise DeckMapError(f'{where}: "number" must be a whole number')
    if not all(isinstance(row[name], str) for name in ("deck", "face", "uid")):
        raise DeckMapError(f'{where}: "deck", "face" and "uid" must be strings')
    try:
        face = Face.parse(row["face"])
    except ValueError as error:
        raise DeckMapError(f"{where}: {error}") from None
    return _Entry(row["uid"], CardId(row["deck"], row["number"]), face)


def _parse_tag(row: Any, where: str) -> _Tag:
    if not isinstance(row, dict) or set(row) != _TAG_FIELDS:
        raise DeckMapError(f'{where} must have the fields "kind" and "uid"')
    if not all(isinstance(text, str) for text in row.values()):
        raise DeckMapError(f'{where}: "kind" and "uid" must be strings')
    return _Tag(row["uid"], row["kind"])


def _text(version: str, entries: tuple[_Entry, ...], tags: tuple[_Tag, ...]) -> str:
    """JSON with one entry a line, so that a person who has the map can find an entry by its number."""
    cards = [
        json.dumps({"deck": card.deck, "number": card.number, "face": face.text, "uid": uid})
        for uid, card, face in entries
    ]
    others = [json.dumps({"kind": kind, "uid": uid}) for uid, kind in tags]
    head = f'"format": {FORMAT},\n "version": {json.dumps(version)}'
    return f'{{{head},\n "cards": {_rows(cards)},\n "tags": {_rows(others)}}}\n'


def _rows(rows: list[str]) -> str:
    return "[\n  " + ",\n  ".join(rows) + "\n ]" if rows else "[]"


def _private_text(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        if mode & 0o077:
            raise DeckMapError(f"other users may open the deck map (mode {mode:04o}); run: chmod 600 {path}")
        return file.read()


def _write_whole(path: Path, text: str) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    written = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        written.replace(path)
    except OSError:
        written.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
