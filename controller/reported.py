"""What a driver's report means to the table: its sighting, and what the log is told."""

from __future__ import annotations

import logging
from typing import Protocol

from controller.rules.cards import CardId
from controller.sightings import (
    CardLeft,
    CardSeen,
    ReaderState,
    ReadsWeakly,
    ReadTwice,
    Sighting,
    StrangeTag,
)
from drivers.reports import (
    CrossTalk,
    PowerWeak,
    ReaderLost,
    ReaderUp,
    ReaderWeak,
    Report,
    TagGone,
    TagSeen,
)

log = logging.getLogger(__name__)


class Tags(Protocol):
    """What the deck map knows of a tag."""

    def card(self, uid: str) -> CardId | None:
        """The card whose tag it is."""

    def kind(self, uid: str) -> str | None:
        """What it is otherwise, None for an unknown one."""


def sighting(
    report: TagSeen | TagGone | ReaderUp | ReaderLost | ReaderWeak | CrossTalk, tags: Tags
) -> Sighting:
    """What a report of a driver means: a tag becomes its card."""
    match report:
        case TagSeen(at=at, reader=reader, uid=uid):
            card = tags.card(uid)
            return CardSeen(at, reader, card) if card else StrangeTag(at, reader, kind=tags.kind(uid) or "")
        case TagGone(at=at, reader=reader, uid=uid):
            card = tags.card(uid)
            return CardLeft(at, reader, card) if card else StrangeTag(at, reader, gone=True)
        case ReaderUp(at=at, reader=reader):
            return ReaderState(at, reader)
        case ReaderLost(at=at, reader=reader, reason=reason):
            return ReaderState(at, reader, reason)
        case ReaderWeak(at=at, reader=reader, weak=weak):
            return ReadsWeakly(at, reader, weak)
        case CrossTalk(at=at, reader=reader, other=other):
            return ReadTwice(at, reader, other)


def note(report: Report) -> None:
    """Put into the log what the hardware says of itself."""
    match report:
        case ReaderLost(reader=reader, reason=reason):
            log.warning("%s: %s", reader, reason)
        case ReaderWeak(reader=reader, weak=weak):
            log.warning("%s: cards at rest there are %s", reader, "often missed" if weak else "read well")
        case CrossTalk(reader=reader, other=other):
            log.warning("%s and %s: both read one card", reader, other)
        case PowerWeak(weak=weak):
            log.warning("the power supply is %s", "too weak" if weak else "strong enough")
