"""What is said to a person: the id of a sentence and its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

VERSION = 1

Arg = int | str | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for a screen: the id of a catalogue entry and its arguments."""

    id: str
    args: Mapping[str, Arg] = field(default_factory=dict)
