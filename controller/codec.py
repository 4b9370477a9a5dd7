"""Events and the table's set-up to and from plain JSON, for the journal.

`FORMAT` is the version of what is written; a journal of another format is not replayed.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

from controller.rules import events
from controller.rules.events import Event
from controller.rules.state import Setup
from controller.views import ViewError, from_json, to_json

FORMAT = 3

_KINDS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in typing.get_args(events.Event)}


class CodecError(ValueError):
    """A journal line that is whole and yet no event of this format; the text names the field."""


def encode(event: Event) -> dict[str, Any]:
    """The event as a JSON object whose `type` is the name of its class."""
    return {"type": type(event).__name__, **to_json(event)}


def decode(value: Mapping[str, Any]) -> Event:
    """The event that `encode` wrote.

    Raises `CodecError` naming what is unknown or of the wrong type.
    """
    fields = dict(value)
    kind = _KINDS.get(str(fields.pop("type", "")))
    if kind is None:
        raise CodecError("an entry is no event that this version knows")
    return _parsed(kind, fields)


def decode_setup(value: object) -> Setup:
    """The table's set-up as the journal's first line holds it; raises `CodecError`."""
    return _parsed(Setup, value)


T = typing.TypeVar("T")


def _parsed(kind: type[T], value: object) -> T:
    try:
        return from_json(kind, value)
    except ViewError as error:
        raise CodecError(str(error)) from None
