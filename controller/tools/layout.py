"""The table of a scenario: who sits where with what, what is played and by which rules (scenarios.md 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.book import PROFILES, HouseError, keys, option
from controller.marks import Place, suggestion
from controller.rules.lineup import MIN_PLAYERS
from controller.tools.emulated import ROLES
from controller.tools.reading import Reading

TABLE_KEYS = (
    *("stacks", "button", "previous", "away", "absent", "format", "game", "betting", "stakes"),
    *("straddles", "rules", "levels", "rake", "readers"),
)
CHOICES = {
    "format": ("cash", "tournament"),
    "game": ("no-limit", "pot-limit", "fixed-limit"),
    "betting": ("full", "cards-only"),
}
AMOUNTS = ("small_blind", "big_blind", "ante", "big_blind_ante", "small_bet", "big_bet")
BLINDS = {"small_blind": 5, "big_blind": 10}
SPANS = ("minutes", "hands")
LEVEL_KEYS = (*AMOUNTS, *SPANS, "rest")
RAKE_KEYS = ("percent", "cap", "step")
STRADDLES = ("UTG", "BUTTON", "MISSISSIPPI")


@dataclass(frozen=True, slots=True)
class Layout:
    """The table as a scenario gives it.

    `stacks` are chips by seat, `button` is 0 where it is left to the table, `previous` are the blinds of the
    hand before ((0, 0) for none). `stakes`, `levels` and `house` hold what the file gives, by the keys of
    table.yaml; all amounts are whole numbers of the table's unit. `straddles` are street bets by seat.
    """

    stacks: Mapping[int, int]
    button: int
    previous: tuple[int, int]
    away: tuple[int, ...]
    absent: tuple[int, ...]
    form: str
    game: str
    betting: str
    stakes: Mapping[str, int]
    straddles: Mapping[int, int]
    levels: tuple[Mapping[str, int], ...]
    house: Mapping[str, object]
    readers: tuple[str, ...]


def read_layout(read: Reading, value: object) -> Layout:
    """The table of a document; what is wrong with it is told to the reading."""
    table = read.mapping(value, ("table",))
    read.keys(table, ("table",), TABLE_KEYS)
    stacks = _stacks(read, table)
    form, game, betting = (_choice(read, table, key) for key in CHOICES)
    levels = _levels(read, table)
    straddles = _amounts(read, table, "straddles")
    return Layout(
        stacks=stacks,
        button=read.seat(table["button"], ("table", "button")) if table.get("button") is not None else 0,
        previous=_previous(read, table),
        away=_players(read, table, "away", stacks),
        absent=_players(read, table, "absent", stacks),
        form=form,
        game=game,
        betting=betting,
        stakes=_stakes(read, table, levels),
        straddles=straddles,
        levels=levels,
        house={**_house(read, table, straddles), **_rake(read, table)},
        readers=_readers(read, table),
    )


def _choice(read: Reading, table: Mapping[Any, Any], key: str) -> str:
    choices = CHOICES[key]
    value = table.get(key, choices[0])
    if value in choices:
        return str(value)
    read.error(("table", key), f"is one of {', '.join(choices)} (got {value!r})")
    return choices[0]


def _amounts(read: Reading, table: Mapping[Any, Any], key: str) -> Mapping[int, int]:
    place: Place = ("table", key)
    given = read.mapping(table.get(key) or {}, place)
    return {read.seat(k, (*place, k)): read.whole(v, (*place, k)) for k, v in given.items()}


def _stacks(read: Reading, table: Mapping[Any, Any]) -> Mapping[int, int]:
    stacks = _amounts(read, table, "stacks")
    if len(stacks) < MIN_PLAYERS:
        read.error(("table",), "stacks must name two seats and their chips, or more")
    return stacks


def _players(read: Reading, table: Mapping[Any, Any], key: str, stacks: Mapping[int, int]) -> tuple[int, ...]:
    place: Place = ("table", key)
    seats = read.items(table.get(key) or (), place)
    for i, seat in enumerate(seats):
        if read.seat(seat, (*place, i)) not in stacks:
            read.error((*place, i), f"nobody sits at seat {seat}")
    return seats


def _previous(read: Reading, table: Mapping[Any, Any]) -> tuple[int, int]:
    place: Place = ("table", "previous")
    if not table.get("previous"):
        return 0, 0
    given = read.mapping(table["previous"], place)
    read.keys(given, place, ("sb", "bb"))
    small, big = (read.seat(given.get(key), (*place, key)) for key in ("sb", "bb"))
    return small, big


def _stakes(
    read: Reading, table: Mapping[Any, Any], levels: Sequence[Mapping[str, int]]
) -> Mapping[str, int]:
    """The stakes; without them those of the first level."""
    place: Place = ("table", "stakes")
    given = read.mapping(table.get("stakes") or {}, place)
    read.keys(given, place, (*AMOUNTS, "unit"))
    first = {key: n for key, n in levels[0].items() if key in AMOUNTS} if levels else BLINDS
    stakes = {**first, **_chips(read, given, place)}
    if stakes["small_blind"] > stakes["big_blind"]:
        read.error(place, "the small blind must not be more than the big blind")
    return {**stakes, "unit": _unit(read, given.get("unit", 1))}


def _chips(read: Reading, given: Mapping[Any, Any], place: Place) -> dict[str, int]:
    """The amounts that are given; blinds and bets are never nothing."""
    least = {"ante": 0, "big_blind_ante": 0}
    return {key: read.whole(given[key], (*place, key), least.get(key, 1)) for key in AMOUNTS if key in given}


def _unit(read: Reading, unit: object) -> int:
    """The smallest chip; worth a fraction it is 1, for all amounts are counted in it (rules.md 12.10)."""
    if type(unit) is float and 0 < unit < 1:
        return 1
    return read.whole(unit, ("table", "stakes", "unit"), least=1)


def _levels(read: Reading, table: Mapping[Any, Any]) -> tuple[Mapping[str, int], ...]:
    place: Place = ("table", "levels")
    levels = read.items(table.get("levels") or (), place)
    return tuple(_level(read, level, (*place, i)) for i, level in enumerate(levels))


def _level(read: Reading, value: object, place: Place) -> Mapping[str, int]:
    given = read.mapping(value, place)
    read.keys(given, place, LEVEL_KEYS)
    for key in BLINDS:
        if key not in given:
            read.error(place, f"a level needs {key}")
    if sum(key in given for key in SPANS) != 1:
        read.error(place, "a level lasts minutes or hands: give one of the two")
    lasting = {key: read.whole(given[key], (*place, key), 1) for key in (*SPANS, "rest") if key in given}
    return {**BLINDS, **_chips(read, given, place), **lasting}


def _house(read: Reading, table: Mapping[Any, Any], straddles: Mapping[int, int]) -> dict[str, object]:
    place: Place = ("table", "rules")
    rules = table.get("rules", "tda")
    given = {"profile": rules} if isinstance(rules, str) else dict(read.mapping(rules, place))
    profile = str(given.pop("profile", "tda"))
    if profile not in PROFILES:
        read.error(place, f"there is no profile {profile!r}: it is {' or '.join(PROFILES)}")
    # A straddle that lies on the table is one that the house takes.
    taken: dict[str, object] = {"straddle.types": STRADDLES} if straddles else {}
    taken |= {str(key): value for key, value in given.items() if _is_taken(read, str(key), value)}
    return {"profile": profile, **taken}


def _is_taken(read: Reading, key: str, value: object) -> bool:
    """Whether the house book has the option and takes the value; tells why where it does not."""
    if key not in keys():
        read.error(("table", "rules", key), f"there is no such option{suggestion(key, keys())}")
        return False
    try:
        option(key, value)
    except HouseError as error:
        read.error(("table", "rules", key), str(error))
        return False
    return True


def _rake(read: Reading, table: Mapping[Any, Any]) -> dict[str, object]:
    """The options that a rake is, none where there is no rake."""
    place: Place = ("table", "rake")
    if not table.get("rake"):
        return {}
    given = read.mapping(table["rake"], place)
    read.keys(given, place, RAKE_KEYS)
    taken: dict[str, object] = {"rake.mode": "POT"}
    for key in RAKE_KEYS:
        if key in given:
            try:
                option(f"rake.{key}", given[key])
            except HouseError as error:
                read.error((*place, key), str(error))
            else:
                taken[f"rake.{key}"] = given[key]
    return taken


def _readers(read: Reading, table: Mapping[Any, Any]) -> tuple[str, ...]:
    place: Place = ("table", "readers")
    readers = read.items(table.get("readers", ROLES), place)
    for i, role in enumerate(readers):
        if role not in ROLES:
            read.error((*place, i), f"readers are {', '.join(ROLES)} (got {role!r})")
    if not {"shoe", "seats"} & {str(role) for role in readers}:
        read.error(place, "a table needs the shoe reader or the seats' readers")
    return tuple(str(role) for role in readers)
