"""One packet of a console to a request, or what is wrong with it (docs/protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from controller.views import Request, ViewError, from_json

MAX_REQUEST = 4_096
MAX_ID = 64
MAX_NUMBER = 2**53
MAX_TEXT = 120


class Rubbish(NamedTuple):
    """A message that is no request: the id to answer to, and which rule it broke."""

    re: str
    what: str


def parsed(payload: bytes) -> Request | Rubbish:
    """The request that a packet holds, if it is one within the limits."""
    if len(payload) > MAX_REQUEST:
        return Rubbish("", "length")
    try:
        value = json.loads(payload.decode())
    except (ValueError, RecursionError):
        return Rubbish("", "json")
    if not isinstance(value, dict):
        return Rubbish("", "fields")
    re = value.get("id")
    if not isinstance(re, str) or not 0 < len(re) <= MAX_ID or not _plain(re):
        return Rubbish("", "id")
    try:
        request = from_json(Request, value)
    except ViewError:
        return Rubbish(re, "fields")
    if not all(0 <= number <= MAX_NUMBER for number in _numbers(request)):
        return Rubbish(re, "numbers")
    words = (
        request.ask,
        request.place,
        request.by,
        request.code,
        request.refund,
        request.penalty,
        request.hand,
    )
    if not all(map(_plain, (*words, *request.cards, *request.places))):
        return Rubbish(re, "text")
    texts = (request.text, request.who, request.pin, request.second, request.second_pin)
    if not all(text.isprintable() and len(text) <= MAX_TEXT for text in texts):
        return Rubbish(re, "text")
    return request


def _numbers(request: Request) -> Iterator[int]:
    yield from (request.on, request.seat, request.amount, request.dead, request.to, request.pot)
    yield from (*request.chips, *request.seats, *request.amounts)
    for seat, chips in request.stacks.items():
        yield from (seat, chips)


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable()
