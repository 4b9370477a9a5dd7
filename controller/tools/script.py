"""A scenario file as typed values: table, decks and steps; errors name file, line and column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.marks import Document, Place, YamlError, read_yaml, suggestion
from controller.rules.cards import Face
from controller.rules.decisions import MIN_PLAYERS
from controller.rules.house import OPTIONS, PROFILES, HouseError, option
from controller.tools.emulated import ROLES

MOST_SEATS = 10
TOP_KEYS = ("name", "source", "table", "deck", "decks", "reshuffles", "steps")
TABLE_KEYS = (
    *("stacks", "button", "previous", "away", "stakes", "rules"),
    *("readers", "format", "game", "betting"),
)
LATER_TABLE_KEYS = ("absent", "straddles", "levels", "rake")
ONLY_VALUE = {"format": "cash", "game": "no-limit", "betting": "full"}
STAKES = {"small_blind": 5, "big_blind": 10, "unit": 1}
LATER_STAKES = ("ante", "big_blind_ante", "small_bet", "big_bet")
STEPS = (
    *("deal", "draw", "move", "shoe", "street", "fold", "check", "call", "bet", "raise", "all-in", "muck"),
    *("name", "show", "conceal", "push", "next-hand", "press", "reader-lost", "reader-back", "unreadable"),
    *("restart", "wait", "expect", "refused", "buy"),
)
LATER_STEPS = (
    *("turn-up", "exposed", "boxed", "back", "drop", "missing", "says", "chips", "post", "straddle"),
    *("protect", "note", "absent", "left", "sit", "leave", "sit-out", "sit-in", "move-seat", "count"),
    *("draw-button", "round-complete", "ask-to-see", "agree", "decline", "clock", "floor", "ruling"),
    *("reveal", "unnoticed", "pending", "ghost"),
)


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step: its word, what it says, and its number counted from 1."""

    number: int
    word: str
    what: Any


@dataclass(frozen=True, slots=True)
class Script:
    """One scenario; `later` names what of its table and decks is not built yet.

    `decks` is one order of faces a hand, first card out first; cards left out follow in any fixed order.
    """

    name: str
    stacks: Mapping[int, int]
    seats: int
    button: int
    previous: tuple[int, int]
    away: tuple[int, ...]
    stakes: Mapping[str, int]
    house: Mapping[str, object]
    readers: tuple[str, ...]
    decks: tuple[tuple[Face, ...], ...]
    reshuffles: tuple[tuple[Face, ...], ...]
    steps: tuple[ScriptStep, ...]
    later: tuple[str, ...]


def read_script(path: Path) -> Script:
    """The scenario in a file; raises `YamlError` where it is none."""
    return _Reader(read_yaml(path)).script()


class _Reader:
    """Walks one document and collects what is wrong and what is for later."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._wrong: list[str] = []
        self._later: list[str] = []

    def script(self) -> Script:
        top = self._mapping(self._document.value, ())
        self._check_keys(top, (), TOP_KEYS, ())
        table = self._mapping(top.get("table", {}), ("table",))
        self._check_keys(table, ("table",), TABLE_KEYS, LATER_TABLE_KEYS)
        for key, only in ONLY_VALUE.items():
            if table.get(key, only) != only:
                self._later.append(f"{key} {table[key]}")
        stacks = self._chips(table, ("table", "stacks"))
        if len(stacks) < MIN_PLAYERS:
            self._error(("table",), "stacks must name two seats and their chips, or more")
        previous = self._mapping(table.get("previous", {}), ("table", "previous"))
        script = Script(
            name=self._name(top),
            stacks=stacks,
            seats=self._seats(stacks, table),
            button=self._whole(table.get("button", max(stacks, default=0)), ("table", "button")),
            previous=(
                self._whole(previous.get("sb", 0), ("table", "previous", "sb")),
                self._whole(previous.get("bb", 0), ("table", "previous", "bb")),
            ),
            away=tuple(self._list(table.get("away", ()), ("table", "away"))),
            stakes=self._stakes(table),
            house=self._house(table),
            readers=self._readers(table),
            decks=self._decks(top),
            reshuffles=self._orders(top, "reshuffles"),
            steps=self._steps(top),
            later=tuple(self._later),
        )
        if self._wrong:
            raise YamlError(self._wrong)
        return script

    def _error(self, place: Place, wrong: str) -> None:
        self._wrong.append(self._document.sentence(place, wrong))

    def _mapping(self, value: object, place: Place) -> Mapping[Any, Any]:
        if isinstance(value, dict):
            return value
        self._error(place, f"must be a mapping (got {value!r})")
        return {}

    def _list(self, value: object, place: Place) -> tuple[Any, ...]:
        if isinstance(value, tuple):
            return value
        self._error(place, f"must be a list (got {value!r})")
        return ()

    def _whole(self, value: object, place: Place) -> int:
        if type(value) is int and value >= 0:
            return value
        self._error(place, f"must be a whole number (got {value!r})")
        return 0

    def _check_keys(
        self, given: Mapping[Any, Any], place: Place, known: Sequence[str], later: Sequence[str]
    ) -> None:
        for key in given:
            if key in later:
                self._later.append(str(key))
            elif key not in known:
                near = suggestion(key, known)
                self._error((*place, key), f"there is no such key{near}")

    def _name(self, top: Mapping[Any, Any]) -> str:
        name = top.get("name")
        if not isinstance(name, str):
            self._error((), "the scenario has no name")
        return str(name)

    def _chips(self, table: Mapping[Any, Any], place: Place) -> Mapping[int, int]:
        stacks = self._mapping(table.get(place[-1], {}), place)
        return {self._whole(k, (*place, k)): self._whole(v, (*place, k)) for k, v in stacks.items()}

    def _seats(self, stacks: Mapping[int, int], table: Mapping[Any, Any]) -> int:
        button = table.get("button", 0)
        seats = max([MIN_PLAYERS, *stacks, button if isinstance(button, int) else 0])
        if seats > MOST_SEATS or 0 in stacks:
            given = ", ".join(map(str, stacks))
            self._error(("table", "stacks"), f"seats are 1 to {MOST_SEATS} (got {given})")
        return min(seats, MOST_SEATS)

    def _stakes(self, table: Mapping[Any, Any]) -> Mapping[str, int]:
        place = ("table", "stakes")
        given = self._mapping(table.get("stakes", {}), place)
        self._check_keys(given, place, tuple(STAKES), [k for k in LATER_STAKES if given.get(k)])
        return {key: self._whole(given.get(key, default), (*place, key)) for key, default in STAKES.items()}

    def _house(self, table: Mapping[Any, Any]) -> Mapping[str, object]:
        place: Place = ("table", "rules")
        rules = table.get("rules", "tda")
        given = {"profile": rules} if isinstance(rules, str) else dict(self._mapping(rules, place))
        if given.get("profile", "tda") not in PROFILES:
            self._error(place, f"there is no profile {given['profile']!r}: it is {' or '.join(PROFILES)}")
        for key, value in list(given.items()):
            if key == "profile":
                continue
            if key not in OPTIONS:
                self._later.append(f"the option {key}")
                del given[key]
                continue
            try:
                option(key, value)
            except HouseError as error:
                self._error((*place, key), str(error))
        return given

    def _readers(self, table: Mapping[Any, Any]) -> tuple[str, ...]:
        place = ("table", "readers")
        readers = self._list(table.get("readers", ROLES), place)
        for i, role in enumerate(readers):
            if role not in ROLES:
                self._error((*place, i), f"readers are {', '.join(ROLES)} (got {role!r})")
        if not {"shoe", "seats"} & set(readers):
            self._error(place, "a table needs the shoe reader or the seats' readers")
        return tuple(str(role) for role in readers)

    def _decks(self, top: Mapping[Any, Any]) -> tuple[tuple[Face, ...], ...]:
        if "decks" in top:
            return self._orders(top, "decks")
        return (self._deck(top.get("deck", ""), ("deck",)),)

    def _orders(self, top: Mapping[Any, Any], key: str) -> tuple[tuple[Face, ...], ...]:
        orders = self._list(top.get(key, ()), (key,))
        return tuple(self._deck(order, (key, i)) for i, order in enumerate(orders))

    def _deck(self, order: object, place: Place) -> tuple[Face, ...]:
        words = [word for word in str(order or "").split() if word != "…"]
        if any(word.startswith("JK") for word in words):
            self._later.append("jokers")
            return ()
        faces: list[Face] = []
        for word in words:
            try:
                faces.append(Face.parse(word))
            except ValueError as error:
                self._error(place, f"{error} (got {word!r})")
        if len(set(faces)) < len(faces):
            self._later.append("a card twice in the deck")
        return tuple(faces)

    def _steps(self, top: Mapping[Any, Any]) -> tuple[ScriptStep, ...]:
        steps: list[ScriptStep] = []
        for i, step in enumerate(self._list(top.get("steps", ()), ("steps",))):
            entries = {step: None} if isinstance(step, str) else self._mapping(step, ("steps", i))
            if len(entries) != 1:
                self._error(("steps", i), "a step is one word and what belongs to it")
            for word, what in list(entries.items())[:1]:
                if word not in STEPS and word not in LATER_STEPS:
                    near = suggestion(word, STEPS + LATER_STEPS)
                    self._error(("steps", i), f"there is no step {word!r}{near}")
                steps.append(ScriptStep(i + 1, str(word), what))
        return tuple(steps)
