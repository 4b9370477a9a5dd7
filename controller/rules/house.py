"""The house book: one typed field for each option of the rules, and the two shipped profiles.

Keys are those of rules.md 9.3 with the dot written as an underscore.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any


class ShortAllIn(StrEnum):
    """What reopens the betting to a player who has acted (`nl.short_allin`; T24-47A, RR-NL-5, S0-39)."""

    CUMULATIVE_FULL = "CUMULATIVE_FULL"
    SINGLE_FULL_ONLY = "SINGLE_FULL_ONLY"


class AllInTabling(StrEnum):
    """When all-in hands are tabled (`showdown.allin_tabling`; T24-16, RR-SD-7)."""

    IMMEDIATE = "IMMEDIATE"
    AT_SHOWDOWN = "AT_SHOWDOWN"


class CalledHands(StrEnum):
    """Whether a called hand may be mucked unseen (`showdown.called_hands`; S0-44, S3-39)."""

    MAY_MUCK = "MAY_MUCK"
    MUST_TABLE = "MUST_TABLE"


class AwardOrder(StrEnum):
    """Which pot is pushed first (`pots.award_order`; S0-53, S4-26)."""

    SIDE_FIRST = "SIDE_FIRST"
    MAIN_FIRST = "MAIN_FIRST"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options in force at a table; the defaults are the `tda` profile (rules.md 9.3, 11)."""

    nl_short_allin: ShortAllIn = ShortAllIn.CUMULATIVE_FULL
    showdown_allin_tabling: AllInTabling = AllInTabling.IMMEDIATE
    showdown_called_hands: CalledHands = CalledHands.MAY_MUCK
    pots_award_order: AwardOrder = AwardOrder.SIDE_FIRST


PROFILES = {
    "tda": HouseRules(),
    "robert": HouseRules(showdown_allin_tabling=AllInTabling.AT_SHOWDOWN),
}

OPTIONS: Mapping[str, type[StrEnum]] = {
    "nl.short_allin": ShortAllIn,
    "showdown.allin_tabling": AllInTabling,
    "showdown.called_hands": CalledHands,
    "pots.award_order": AwardOrder,
}
assert [f.name for f in fields(HouseRules)] == [key.replace(".", "_") for key in OPTIONS]


class HouseError(ValueError):
    """An option that the house book does not have, or a value that the option cannot take."""


def book(profile: str, overrides: Mapping[str, object]) -> HouseRules:
    """The house book of a profile with some options replaced, by their keys in rules.md.

    Raises `HouseError`.
    """
    rules = PROFILES.get(profile)
    if rules is None:
        raise HouseError(f"there is no profile {profile!r}: it is one of {', '.join(PROFILES)}")
    chosen: dict[str, Any] = {key.replace(".", "_"): option(key, value) for key, value in overrides.items()}
    return replace(rules, **chosen)


def option(key: str, value: object) -> StrEnum:
    """The value of one option; raises `HouseError`."""
    kind = OPTIONS.get(key)
    if kind is None:
        raise HouseError(f"the house book has no option {key!r}")
    if value not in [str(member) for member in kind]:
        raise HouseError(f"{key} is one of {', '.join(kind)}, not {value!r}")
    return kind(value)
