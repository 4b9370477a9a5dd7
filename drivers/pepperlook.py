"""What a host says to a Pepper C1, one command after another: to learn what it is, and what lies there.

Generators without a port: they yield what to ask, and are sent the answer. Whoever drives them drops one that
is not answered, and lets the next begin with `greet`: its first answer can only come after all late ones.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeAlias

from drivers.pepperframe import Ack, Command, Refusal, tag
from drivers.reports import UNREADABLE

# What one discovery finds at most. The reader may then have left out any tag but those it names.
MOST_TAGS = 5
REPLY_TIME = 0.15
# A discovery asks for tags of every technology in turn.
DISCOVERY_TIME = 0.5


@dataclass(frozen=True, slots=True)
class Ask:
    """One command; `patience` is how long the answer may take, in seconds."""

    command: Command
    arguments: tuple[int, ...] = ()
    patience: float = REPLY_TIME


@dataclass(frozen=True, slots=True)
class Look:
    """What one look found: cards, and whether there may be more of them than the reader can name.

    `trouble` is a sentence when the look failed; `foreign` counts tags that are no cards, `cut` truncated
    UIDs.
    """

    uids: frozenset[str] = field(default=frozenset(), repr=False)
    full: bool = False
    trouble: str = ""
    foreign: int = 0
    cut: int = 0


Reply: TypeAlias = Ack | Refusal


def greet() -> Generator[Ask, Reply, str]:
    """Ask for the version, and end the reader's own polling; returns what it says it is.

    Empty when that is no version of a Pepper C1. A reader that had no polling to end may refuse that.
    """
    version = yield Ask(Command.GET_VERSION)
    yield Ask(Command.SET_POLLING, (0,))
    if isinstance(version, Refusal):
        return ""
    text = version.body.rstrip(b"\0").decode("ascii", "replace").strip()
    return f"Pepper C1 version {text}" if text.isprintable() and text and "\ufffd" not in text else ""


def look(antenna: int | None) -> Generator[Ask, Reply, Look]:
    """Find the tags at `antenna`, None for a reader with only one, and switch the field off again."""
    if antenna is not None:
        chosen = yield Ask(Command.SET_ACTIVE_ANTENNA, (antenna,))
        if isinstance(chosen, Refusal):
            return Look(trouble=f"antenna {antenna} is refused (error {chosen.error:04X}); is it a C1 MUX?")
    counted = yield Ask(Command.GET_TAG_COUNT, patience=DISCOVERY_TIME)
    if isinstance(counted, Refusal) or len(counted.body) != 1:
        found = Look(trouble=_refused(counted, "the search for tags"))
    else:
        found = yield from _name(counted.body[0])
    # Also after a failure; a reader that has nothing to halt may refuse.
    yield Ask(Command.HALT)
    return found


def _name(count: int) -> Generator[Ask, Reply, Look]:
    uids: set[str] = set()
    trouble = ""
    foreign = cut = 0
    for index in range(min(count, MOST_TAGS)):
        named = yield Ask(Command.GET_UID, (index,))
        found = tag(named.body) if isinstance(named, Ack) else None
        if found is None:
            trouble = UNREADABLE
        elif found.is_card:
            uids.add(found.uid)
        else:
            cut += found.is_cut
            foreign += not found.is_cut
    return Look(frozenset(uids), count >= MOST_TAGS, trouble, foreign, cut)


def _refused(reply: Reply, what: str) -> str:
    return (
        f"{what} is refused (error {reply.error:04X})" if isinstance(reply, Refusal) else f"{what} is unclear"
    )
