"""What the core has to say to a person: the id of a sentence and its arguments, never the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Arg = int | str | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A catalogue id such as "prompt.deal" and its named arguments; it can hold no `Face`."""

    id: str
    args: Mapping[str, Arg] = field(default_factory=dict)


def say(id: str, **args: Arg) -> Sentence:
    """The sentence `id` with its arguments by name."""
    return Sentence(id, args)


@dataclass(frozen=True, slots=True)
class Refused:
    """A request that the rules forbid; nothing has changed."""

    reason: Sentence
