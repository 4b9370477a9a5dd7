"""The decks that are enrolled: without one nothing can be dealt."""

from __future__ import annotations

from pathlib import Path

from controller.deckmap import DeckMap, DeckMapError
from controller.tools.preflight.finding import Finding, fail, ok


def decks(path: Path) -> Finding:
    """Whether the deck map in the file can be dealt from."""
    if not path.exists():
        return fail("decks", f"{path} is not there", "enrol a deck: sudo -u table-controller tablectl enroll")
    try:
        deck = DeckMap.load(path)
    except DeckMapError as error:
        return fail("decks", str(error), "enrol the deck again, or put back the right file")
    return ok("decks", f"enrolled: {', '.join(deck.decks)}")
