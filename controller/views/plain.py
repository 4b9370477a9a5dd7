"""Views, requests and events to and from plain JSON values."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin

T = TypeVar("T")


class ViewError(ValueError):
    """A JSON value that is not the view or request it should be; the text names the place."""


def to_json(value: object) -> Any:
    """Plain lists, dicts, strings and numbers for `json.dumps`; mapping keys become strings."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): to_json(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(v) for v in value]
    return value


def from_json(kind: type[T], value: object) -> T:
    """The view or request of type `kind` that `value` (parsed JSON) describes.

    Raises `ViewError` naming the field that is missing, unknown or of the wrong type.
    """
    return cast("T", _parse(kind, value, kind.__name__))


def _parse(kind: Any, value: object, where: str) -> object:
    if is_dataclass(kind):
        return _parse_fields(cast("type", kind), value, where)
    match get_origin(kind):
        case typing.Union | types.UnionType:
            return _parse_union(get_args(kind), value, where)
        case origin if origin is tuple:
            if not isinstance(value, list):
                raise ViewError(f"{where} must be a list, not {_shown(value)}")
            return tuple(_parse(get_args(kind)[0], v, f"{where}[{i}]") for i, v in enumerate(value))
        case origin if origin is Mapping:
            return _parse_mapping(get_args(kind), value, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _parse_enum(kind, value, where)
    if type(value) is not kind:
        raise ViewError(f"{where} must be {kind.__name__}, not {_shown(value)}")
    return value


def _parse_fields(kind: type, value: object, where: str) -> object:
    if not isinstance(value, dict):
        raise ViewError(f"{where} must be an object, not {_shown(value)}")
    hints = _hints(kind)
    if unknown := sorted(set(value) - set(hints)):
        raise ViewError(f"{where} has no field {_shown(unknown[0])}")
    given = {k: _parse(hints[k], v, f"{where}.{k}") for k, v in value.items()}
    required = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    if missing := sorted(required - set(given)):
        raise ViewError(f"{where} lacks the field {missing[0]!r}")
    return kind(**given)


def _parse_mapping(kinds: tuple[Any, ...], value: object, where: str) -> Mapping[Any, object]:
    if not isinstance(value, dict):
        raise ViewError(f"{where} must be an object, not {_shown(value)}")
    try:
        return {kinds[0](k): _parse(kinds[1], v, f"{where}.{k}") for k, v in value.items()}
    except ValueError as error:
        if isinstance(error, ViewError):
            raise
        raise ViewError(f"{where} has a key that is no {kinds[0].__name__}") from None


def _parse_enum(kind: type[Enum], value: object, where: str) -> Enum:
    try:
        return kind(value)
    except ValueError:
        words = ", ".join(str(member.value) for member in kind)
        raise ViewError(f"{where} must be one of {words}, not {_shown(value)}") from None


def _parse_union(kinds: tuple[Any, ...], value: object, where: str) -> object:
    for kind in kinds:
        try:
            return _parse(kind, value, where)
        except ViewError as error:
            last = error
    raise last


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)
