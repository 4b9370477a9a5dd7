"""A change of the deck map: on record first, and the former map kept where journals may still need it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from controller import deckbook
from controller.deckbook import Entry, What
from controller.deckmap import DeckMap, DeckMapError
from controller.service import wall_label
from controller.settings import TableSettings
from controller.tools.decks.standstill import stopped


def write(settings: TableSettings, entry: Entry) -> str:
    """Put an entry into the book of decks; the text says what was mended, or is empty.

    Raises `DeckbookFailed`.
    """
    path = settings.journal / deckbook.NAME
    return deckbook.record(path, entry, mono=time.monotonic(), wall=wall_label())


def change(settings: TableSettings, former: DeckMap | None, after: DeckMap, entry: Entry) -> Iterator[str]:
    """Put the entry on record and the map `after` in force; tells what is worth telling.

    Raises `InPlay`, `DeckbookFailed` and `DeckMapError`; then the map in force is the former one.
    """
    stopped(settings)
    if mended := write(settings, entry):
        yield mended
    try:
        if former and former.version != after.version:
            aside = _aside(settings.deck_map, former)
            former.save(aside)
            yield f"The former deck map is kept for the journals of its time: {aside}"
        after.save(settings.deck_map)
    except DeckMapError:
        write(settings, replace(entry, what=What.FAILED, facts={}))
        raise


def _aside(path: Path, former: DeckMap) -> Path:
    return path.with_name(f"{path.stem}-{former.version}{path.suffix}")
