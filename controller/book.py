"""The house book from its files: a shipped profile, and what a table's own file sets otherwise.

A key is that of rules.md ("nl.short_allin"), a value the word that stands there, a number, ON or OFF, NONE
or a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, get_type_hints

from controller.marks import YamlError, read_yaml, suggestion
from controller.options import ENTRIES, Entry
from controller.rules.house import HouseRules, Straddle

PROFILES = ("tda", "robert")
PERCENT = "rake.percent"
QUICK_BETS = "ui.quick_bets"

_QUICK_BET = re.compile(r"x[2-9]|[1-9][0-9]{0,2}%")
_MOST_QUICK_BETS = 8
_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))?")

Value: TypeAlias = "StrEnum | bool | int | tuple[str, ...] | None"


class HouseError(ValueError):
    """An option that the house book does not have, or a value that the option cannot take."""


@cache
def keys() -> tuple[str, ...]:
    """The keys of all options, in the order of the book."""
    return tuple(field.name.replace("_", ".", 1) for field in fields(HouseRules))


def option(key: str, value: object) -> Value:
    """The value of one option, of the type of its field in `HouseRules`; raises `HouseError`."""
    if key not in keys():
        raise HouseError(f"the house book has no option {key!r}{suggestion(key, keys())}")
    try:
        return _read(key, value)
    except (ValueError, KeyError):
        raise HouseError(f"{key} must be {taken(key)} (got {_got(value)})") from None


def book(profile: str, overrides: Mapping[str, object]) -> HouseRules:
    """The house book of a profile with some options set otherwise, by their keys.

    Raises `HouseError`.
    """
    if profile not in PROFILES:
        raise HouseError(f"there is no profile {profile!r}: it is {' or '.join(PROFILES)}")
    chosen = {**_profile(profile), **{key: option(key, value) for key, value in overrides.items()}}
    named: dict[str, Any] = {_field(key): value for key, value in chosen.items()}
    return HouseRules(**named)


def values(rules: HouseRules) -> Mapping[str, Value]:
    """Option key to value, in the order of the book."""
    return {key: getattr(rules, _field(key)) for key in keys()}


def shown(key: str, value: Value) -> str:
    """A value as it is written in a profile; `option` reads it back."""
    match value:
        case None | ():
            return "NONE"
        case bool():
            return "ON" if value else "OFF"
        case tuple():
            return ", ".join(value)
        case int() if key == PERCENT:
            return f"{value // 100}.{value % 100:02}".rstrip("0").rstrip(".")
    return str(value)


def taken(key: str) -> str:
    """What an option takes, for a person: "STAY or ADVANCE", "a whole number from 2 to 10"."""
    kind = _kind(key)
    if key == PERCENT:
        return "a percentage from 0 to 100 with at most two decimals"
    if key == QUICK_BETS:
        return f"a list of up to {_MOST_QUICK_BETS} of x2 to x9 and 1% to 999%, or NONE"
    if kind is bool:
        return "ON or OFF"
    if kind == tuple[Straddle, ...]:
        return f"a list of {_either(Straddle)}, or NONE"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _either(kind)
    entry = ENTRIES[key]
    none = ("NONE",) if kind == int | None else ()
    return _either((*map(str, entry.only), *none) if entry.only else (_span(entry), *none))


def profile_path(profile: str) -> Path:
    """The file of a shipped profile: beside the code where that was installed, or in the checkout."""
    name = f"rules-{profile}.yaml"
    installed = Path(__file__).parent / "config" / name
    return installed if installed.is_file() else Path(__file__).parent.parent / "config" / name


@cache
def _profile(profile: str) -> Mapping[str, Value]:
    """Every option of a shipped profile."""
    path = profile_path(profile)
    try:
        given = read_yaml(path).value
    except YamlError as error:
        raise HouseError(str(error)) from None
    if not isinstance(given, dict):
        raise HouseError(f"{path}: a profile is a mapping of options to values")
    if missing := [key for key in keys() if key not in given]:
        raise HouseError(f"{path}: {', '.join(missing)} is missing")
    return {str(key): option(str(key), value) for key, value in given.items()}


@cache
def _kind(key: str) -> Any:
    return get_type_hints(HouseRules)[_field(key)]


def _field(key: str) -> str:
    return key.replace(".", "_", 1)


def _read(key: str, value: object) -> Value:
    """The value as the field's type; raises ValueError where it is none."""
    kind = _kind(key)
    if key == PERCENT:
        return _hundredths(value)
    if kind is bool:
        return _switch(value)
    if kind == tuple[Straddle, ...]:
        return tuple(Straddle(word) for word in _list(value))
    if key == QUICK_BETS:
        return _quick_bets(_list(value))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(_text(value))
    if kind == int | None and value in (None, "NONE", "none"):
        return None
    return _whole(key, value)


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    return {"ON": True, "OFF": False}[_text(value)]


def _whole(key: str, value: object) -> int:
    if type(value) is not int:
        raise ValueError
    entry = ENTRIES[key]
    if not entry.least <= value <= entry.most or (entry.only and value not in entry.only):
        raise ValueError
    return value


def _hundredths(value: object) -> int:
    """2.5 percent are 250."""
    match = _PERCENT.fullmatch(str(value)) if type(value) in (str, int, float) else None
    if match is None:
        raise ValueError
    whole, part = match.groups(default="")
    result = int(whole) * 100 + int(part.ljust(2, "0"))
    if result > 100_00:
        raise ValueError
    return result


def _list(value: object) -> tuple[str, ...]:
    if value in ("NONE", "none", ""):
        return ()
    words = value.split(",") if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        raise ValueError
    result = tuple(_text(word).strip() for word in words)
    if len(set(result)) < len(result):
        raise ValueError
    return result


def _quick_bets(words: tuple[str, ...]) -> tuple[str, ...]:
    if len(words) > _MOST_QUICK_BETS or not all(_QUICK_BET.fullmatch(word) for word in words):
        raise ValueError
    return words


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _either(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _span(entry: Entry) -> str:
    return f"a whole number from {entry.least} to {entry.most}"


def _got(value: object) -> str:
    """A value that was refused, as short as a line on a screen takes it."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
