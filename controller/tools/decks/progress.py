"""An enrolment under way, kept beside the deck map after each card, so that an interruption loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from controller import strongbox
from controller.deckentries import is_back, is_deck
from controller.tools.decks.cardnames import IN_TURN
from controller.tools.decks.enrolment import Enrolment, Objection

FORMAT = 1


class ProgressLost(Exception):
    """The file of an enrolment under way cannot be written or gone on with; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What was laid down so far for a deck; `replaces`: in place of the enrolled one of that name."""

    deck: str
    back: str
    replaces: bool
    cards: tuple[str, ...] = field(default=(), repr=False)
    cut_cards: tuple[str, ...] = field(default=(), repr=False)
    jokers: tuple[str, ...] = field(default=(), repr=False)

    def resumed(self, start: Enrolment) -> Enrolment:
        """The enrolment as it was, as far as each tag may still be taken: since then it may have an owner."""
        for uids, stages in ((self.cards, 0), (self.cut_cards, 0), (self.jokers, 1)):
            for _ in range(stages):
                start = start.enough()
            for uid in uids:
                taken = start.take(uid)
                if isinstance(taken, Objection):
                    return start
                start = taken
        return start


def path_of(deck_map: Path) -> Path:
    """Where an enrolment for this deck map is kept."""
    return deck_map.with_name(deck_map.name + ".enrolling")


def keep(path: Path, enrolment: Enrolment, *, replaces: bool) -> None:
    """Write the enrolment and return once the disk has it for good; raises `ProgressLost`."""
    so_far = Progress(
        enrolment.deck, enrolment.back, replaces, enrolment.cards, enrolment.cut_cards, enrolment.jokers
    )
    try:
        strongbox.put(path, json.dumps({"format": FORMAT, **asdict(so_far)}) + "\n")
    except OSError as error:
        raise ProgressLost(f"{path} cannot be written: {error.strerror or error}") from None


def kept(path: Path) -> Progress | None:
    """The enrolment that was interrupted, None where there is none; raises `ProgressLost`."""
    try:
        return _parsed(json.loads(strongbox.private_text(path)))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ProgressLost(f"{path} cannot be read: {error.strerror or error}") from None
    except strongbox.Exposed as error:
        raise ProgressLost(f"{path}: {error}") from None
    except (ValueError, KeyError, TypeError):
        raise ProgressLost(f"{path} is no enrolment of this version: remove it, and begin again") from None


def clear(path: Path) -> None:
    """Forget the enrolment; raises `ProgressLost`."""
    try:
        path.unlink(missing_ok=True)
        strongbox.sync_folder(path.parent)
    except OSError as error:
        raise ProgressLost(f"{path} cannot be removed: {error.strerror or error}") from None


def _parsed(value: Any) -> Progress:
    if value["format"] != FORMAT or type(value["replaces"]) is not bool:
        raise ValueError
    cards, cut_cards, jokers = (_uids(value[name]) for name in ("cards", "cut_cards", "jokers"))
    progress = Progress(value["deck"], value["back"], value["replaces"], cards, cut_cards, jokers)
    if not is_deck(progress.deck) or not is_back(progress.back) or len(cards) > len(IN_TURN):
        raise ValueError
    return progress


def _uids(value: Iterable[Any]) -> tuple[str, ...]:
    uids = tuple(value)
    if not all(isinstance(uid, str) for uid in uids):
        raise ValueError
    return uids
