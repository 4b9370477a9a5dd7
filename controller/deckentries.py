"""The entries of a deck map, what makes them a consistent one, and their form in the file.

Nothing here prints: repr and errors name an entry by its number, never a face or a UID.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from controller.rules.cards import DECK_SIZE, CardId, Face

FORMAT = 2
JOKER = "joker"
CUT_CARD = "cut card"
REVOKED = "revoked card"
KINDS = (JOKER, CUT_CARD, REVOKED)
# Numbers beyond the 52 are spare cards: a second one of a face.
MOST_CARDS = 99
# First byte of a cascade (ISO 14443-3): a 4-byte UID that begins with it is a longer one cut short.
CASCADE = "88"

_UID = re.compile(r"(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})")
_DECK = re.compile(r"[A-Za-z0-9]{1,8}")
_BACK = re.compile(r"[A-Za-z][A-Za-z -]{0,15}|")
_VERSION = re.compile(r"[0-9a-f]{16}")
_FIELDS = {"format", "version", "decks", "cards", "tags"}


class DeckMapError(Exception):
    """A deck map that cannot be used; the text names the file and the entry, and neither face nor UID."""


class Entry(NamedTuple):
    """One playing card."""

    uid: str
    card: CardId
    face: Face

    def __repr__(self) -> str:
        return "Entry(…)"

    @property
    def is_spare(self) -> bool:
        """Whether it is none of the 52."""
        return self.card.number > DECK_SIZE


class Tag(NamedTuple):
    """One tag that is no playing card, and the deck that it goes with, empty for none."""

    uid: str
    kind: str
    deck: str = ""

    def __repr__(self) -> str:
        return "Tag(…)"


class Deck(NamedTuple):
    """One deck, and the colour of its back, empty where nobody said it."""

    name: str
    back: str = ""


class Contents(NamedTuple):
    """All that a deck map holds."""

    version: str
    decks: tuple[Deck, ...]
    entries: tuple[Entry, ...]
    tags: tuple[Tag, ...]

    def __repr__(self) -> str:
        return "Contents(…)"


def in_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries by number, which is random: the order of enrolment would tell the faces of a new deck."""
    return tuple(sorted(entries, key=lambda entry: entry.card))


def is_deck(name: str) -> bool:
    """Whether a deck may have this name."""
    return bool(_DECK.fullmatch(name))


def is_back(colour: str) -> bool:
    """Whether a back may have this colour."""
    return bool(colour and _BACK.fullmatch(colour))


def check(contents: Contents) -> None:
    """Raise `DeckMapError` for what is no consistent map of complete decks."""
    if not _VERSION.fullmatch(contents.version):
        raise DeckMapError('"version" must be 16 digits of 0-9 and a-f')
    _check_decks(contents.decks)
    _check_tags(contents)
    _check_entries(contents)
    _check_unique(contents)
    _check_complete(contents)


def _check_decks(decks: tuple[Deck, ...]) -> None:
    for at, (name, back) in enumerate(decks, 1):
        where = f"deck entry {at}"
        if not is_deck(name):
            raise DeckMapError(f'{where}: "deck" must be 1 to 8 letters or digits')
        if not _BACK.fullmatch(back):
            raise DeckMapError(f'{where}: "back" must be a colour in at most 16 letters')
        if name in {deck.name for deck in decks[: at - 1]}:
            raise DeckMapError(f"{where} repeats deck {name!r}")


def _check_tags(contents: Contents) -> None:
    names = {"", *(deck.name for deck in contents.decks)}
    for at, (uid, kind, deck) in enumerate(contents.tags, 1):
        _check_uid(uid, f"tag entry {at}")
        if kind not in KINDS:
            raise DeckMapError(f'tag entry {at}: "kind" must be {", ".join(KINDS[:-1])} or {KINDS[-1]}')
        if deck not in names:
            raise DeckMapError(f'tag entry {at}: "deck" must be an enrolled deck, or empty')


def _check_entries(contents: Contents) -> None:
    names = {deck.name for deck in contents.decks}
    for at, (uid, card, _) in enumerate(contents.entries, 1):
        _check_uid(uid, f"card entry {at}")
        if card.deck not in names:
            raise DeckMapError(f'card entry {at}: "deck" must be one of "decks"')
        if not 1 <= card.number <= MOST_CARDS:
            raise DeckMapError(
                f'card entry {at}: "number" must be 1 to {DECK_SIZE}, of a spare card to {MOST_CARDS}'
            )


def _check_uid(uid: str, where: str) -> None:
    if not _UID.fullmatch(uid):
        raise DeckMapError(f'{where}: "uid" must be 4, 7 or 10 bytes as upper-case hexadecimal digits')
    if len(uid) == 8 and uid.startswith(CASCADE):
        raise DeckMapError(f"{where}: the UID was cut short by the reader; enrol this card with another one")


def _check_unique(contents: Contents) -> None:
    seen: dict[object, str] = {}
    for at, entry in enumerate(contents.entries, 1):
        where, (uid, card, face) = f"card entry {at}", entry
        own = card if entry.is_spare else (card.deck, face)
        for what, value in (("tag", uid), ("number", card), ("face", own)):
            if (first := seen.setdefault((what, value), where)) != where:
                raise DeckMapError(f"{where} repeats the {what} of {first}")
    for at, tag in enumerate(contents.tags, 1):
        where = f"tag entry {at}"
        if (first := seen.setdefault(("tag", tag.uid), where)) != where:
            raise DeckMapError(f"{where} repeats the tag of {first}")


def _check_complete(contents: Contents) -> None:
    if not contents.decks:
        raise DeckMapError(f"no deck is enrolled; a deck has {DECK_SIZE} cards")
    for deck in sorted(deck.name for deck in contents.decks):
        count = sum(entry.card.deck == deck and not entry.is_spare for entry in contents.entries)
        if count != DECK_SIZE:
            raise DeckMapError(f"deck {deck!r} has {count} cards, not {DECK_SIZE}")


def parsed(text: str) -> Contents:
    """What the text of a file holds; raises `DeckMapError`, and `ValueError` for what is no JSON."""
    value = json.loads(text, object_pairs_hook=_object)
    if isinstance(value, dict) and value.get("format") != FORMAT:
        raise DeckMapError(
            f'"format" must be {FORMAT}; the file was written by other software: enrol the decks again'
        )
    if not isinstance(value, dict) or set(value) != _FIELDS:
        raise DeckMapError('the file must have the fields "format", "version", "decks", "cards" and "tags"')
    if not isinstance(value["version"], str):
        raise DeckMapError('"version" must be a string')
    if not all(isinstance(value[rows], list) for rows in ("decks", "cards", "tags")):
        raise DeckMapError('"decks", "cards" and "tags" must be lists')
    return Contents(
        value["version"],
        tuple(_parse_deck(row, f"deck entry {at}") for at, row in enumerate(value["decks"], 1)),
        tuple(_parse_card(row, f"card entry {at}") for at, row in enumerate(value["cards"], 1)),
        tuple(_parse_tag(row, f"tag entry {at}") for at, row in enumerate(value["tags"], 1)),
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys differ; json itself would keep the last of two without a word."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise DeckMapError("an entry has the same field twice")
    return value


def _texts(row: Any, where: str, *names: str, numbers: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The texts of an entry that has them and `numbers` for its fields."""
    fields = sorted({*names, *numbers})
    if not isinstance(row, dict) or sorted(row) != fields:
        raise DeckMapError(f"{where} must have the fields {_quoted(fields)}")
    if not all(type(row[name]) is int for name in numbers):
        raise DeckMapError(f"{where}: {_quoted(numbers)} must be a whole number")
    if not all(isinstance(row[name], str) for name in names):
        raise DeckMapError(f"{where}: {_quoted(sorted(names))} must be strings")
    return tuple(row[name] for name in names)


def _quoted(names: Iterable[str]) -> str:
    *most, last = (f'"{name}"' for name in names)
    return f"{', '.join(most)} and {last}" if most else last


def _parse_deck(row: Any, where: str) -> Deck:
    return Deck(*_texts(row, where, "deck", "back"))


def _parse_card(row: Any, where: str) -> Entry:
    deck, face, uid = _texts(row, where, "deck", "face", "uid", numbers=("number",))
    try:
        return Entry(uid, CardId(deck, row["number"]), Face.parse(face))
    except ValueError as error:
        raise DeckMapError(f"{where}: {error}") from None


def _parse_tag(row: Any, where: str) -> Tag:
    return Tag(*_texts(row, where, "uid", "kind", "deck"))


def written(contents: Contents) -> str:
    """JSON with one entry a line, so that a person who has the map can find an entry by its number."""
    decks = [json.dumps({"deck": name, "back": back}) for name, back in contents.decks]
    cards = [
        json.dumps({"deck": card.deck, "number": card.number, "face": face.text, "uid": uid})
        for uid, card, face in contents.entries
    ]
    tags = [json.dumps({"kind": kind, "deck": deck, "uid": uid}) for uid, kind, deck in contents.tags]
    head = f'"format": {FORMAT},\n "version": {json.dumps(contents.version)}'
    lists = f'"decks": {_rows(decks)},\n "cards": {_rows(cards)},\n "tags": {_rows(tags)}'
    return f"{{{head},\n {lists}}}\n"


def _rows(rows: list[str]) -> str:
    return "[\n  " + ",\n  ".join(rows) + "\n ]" if rows else "[]"
