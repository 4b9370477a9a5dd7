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
from controller.rules.positions import Positions, first_positions, next_positions
from controller.tools.emulated import ROLES
from controller.tools.steps import MOST_SEATS, ScriptStep, StepError, read_step

TOP_KEYS = ("name", "source", "table", "deck", "decks", "reshuffles", "steps")
TABLE_KEYS = (
    *("stacks", "button", "previous", "away", "stakes", "rules"),
    *("readers", "format", "game", "betting"),
)
LATER_TABLE_KEYS = ("absent", "straddles", "levels", "rake")
CHOICES = {
    "format": ("cash", "tournament"),
    "game": ("no-limit", "pot-limit", "fixed-limit"),
    "betting": ("full", "cards-only"),
}
STAKES = {"small_blind": 5, "big_blind": 10, "unit": 1}
FIXED_LIMIT_STAKES = ("small_bet", "big_bet")
LATER_STAKES = ("ante", "big_blind_ante")
LATER_OPTION_FAMILIES = (
    *(
        "misdeal",
        "button",
        "deal",
        "expose",
        "board",
        "deck",
        "void",
        "muck",
        "hand",
        "nl",
        "bet",
        "fl",
        "pl",
    ),
    *("bba", "straddle", "showdown", "pots", "rit", "rake", "clock", "rabbit", "blinds", "newplayer"),
    *("newgame", "dealer", "levels", "stub", "table", "buyin"),
)
LATER_VALUES = {"nl.short_allin": ("HALF",)}
GAPS = ("…", "...")


@dataclass(frozen=True, slots=True)
class Script:
    """One scenario; `later` names what of its table and decks is not built yet.

    `decks` is one order of faces a hand, first card out first; cards left out follow in any fixed order.
    `previous` are the blinds of the hand before, (0, 0) where there was none.
    """

    name: str
    stacks: Mapping[int, int]
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
        self._check_keys(top, (), TOP_KEYS)
        name = self._name(top)
        for key in ("table", "steps"):
            if key not in top:
                self._error((), f"a scenario needs {key}")
        table = self._mapping(top.get("table", {}), ("table",))
        self._check_keys(table, ("table",), TABLE_KEYS, LATER_TABLE_KEYS)
        self._check_choices(table)
        stacks = self._stacks(table)
        away = self._away(table, stacks)
        previous = self._previous(table)
        script = Script(
            name=name,
            stacks=stacks,
            button=self._button(table, stacks, away, previous),
            previous=previous,
            away=away,
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

    def _whole(self, value: object, place: Place, least: int = 0) -> int:
        if type(value) is int and value >= least:
            return value
        self._error(place, f"must be a whole number from {least} on (got {value!r})")
        return least

    def _seat(self, value: object, place: Place) -> int:
        if type(value) is int and 1 <= value <= MOST_SEATS:
            return value
        self._error(place, f"seats are 1 to {MOST_SEATS} (got {value!r})")
        return 1

    def _check_keys(
        self, given: Mapping[Any, Any], place: Place, known: Sequence[str], later: Sequence[str] = ()
    ) -> None:
        for key, value in given.items():
            if key in later:
                if value:
                    self._later.append(str(key))
            elif key not in known:
                self._error((*place, key), f"there is no such key{suggestion(key, (*known, *later))}")

    def _check_choices(self, table: Mapping[Any, Any]) -> None:
        for key, choices in CHOICES.items():
            value = table.get(key, choices[0])
            if value not in choices:
                self._error(("table", key), f"is one of {', '.join(choices)} (got {value!r})")
            elif value != choices[0]:
                self._later.append(f"{key} {value}")

    def _name(self, top: Mapping[Any, Any]) -> str:
        name = top.get("name")
        if not isinstance(name, str | int):
            self._error((), "the scenario has no name")
        return str(name)

    def _stacks(self, table: Mapping[Any, Any]) -> Mapping[int, int]:
        place: Place = ("table", "stacks")
        given = self._mapping(table.get("stacks", {}), place)
        if len(given) < MIN_PLAYERS:
            self._error(("table",), "stacks must name two seats and their chips, or more")
        return {self._seat(k, (*place, k)): self._whole(v, (*place, k)) for k, v in given.items()}

    def _away(self, table: Mapping[Any, Any], stacks: Mapping[int, int]) -> tuple[int, ...]:
        place: Place = ("table", "away")
        away = self._list(table.get("away", ()), place)
        for i, seat in enumerate(away):
            if self._seat(seat, (*place, i)) not in stacks:
                self._error((*place, i), f"nobody sits at seat {seat}")
        return away

    def _previous(self, table: Mapping[Any, Any]) -> tuple[int, int]:
        place: Place = ("table", "previous")
        if not table.get("previous"):
            return 0, 0
        given = self._mapping(table["previous"], place)
        self._check_keys(given, place, ("sb", "bb"))
        small, big = (self._seat(given.get(key), (*place, key)) for key in ("sb", "bb"))
        return small, big

    def _button(
        self,
        table: Mapping[Any, Any],
        stacks: Mapping[int, int],
        away: Sequence[int],
        previous: tuple[int, int],
    ) -> int:
        """The button of this hand; one that does not follow is a button in the wrong place."""
        small, big = previous
        active = [seat for seat, stack in stacks.items() if stack and seat not in away]
        button = self._seat(table.get("button", small or max(stacks, default=1)), ("table", "button"))
        if len(active) < MIN_PLAYERS:
            return button
        last = Positions(button, small, big)
        due = (next_positions(last, active) if big else first_positions(button, active)).button
        if "button" in table and button != due:
            self._later.append(f"a button at seat {button} that belongs to seat {due}")
        return due

    def _stakes(self, table: Mapping[Any, Any]) -> Mapping[str, int]:
        place: Place = ("table", "stakes")
        given = self._mapping(table.get("stakes", {}), place)
        self._check_keys(given, place, (*STAKES, *FIXED_LIMIT_STAKES), LATER_STAKES)
        stakes = {
            key: self._whole(given.get(key, usual), (*place, key), least=1) for key, usual in STAKES.items()
        }
        if stakes["small_blind"] > stakes["big_blind"]:
            self._error(place, "the small blind must not be more than the big blind")
        return stakes

    def _house(self, table: Mapping[Any, Any]) -> Mapping[str, object]:
        place: Place = ("table", "rules")
        rules = table.get("rules", "tda")
        given = {"profile": rules} if isinstance(rules, str) else dict(self._mapping(rules, place))
        profile = str(given.pop("profile", "tda"))
        if profile not in PROFILES:
            self._error(place, f"there is no profile {profile!r}: it is {' or '.join(PROFILES)}")
        built = {str(key): value for key, value in given.items() if self._is_built(str(key), value)}
        return {"profile": profile, **built}

    def _is_built(self, key: str, value: object) -> bool:
        """Whether the house book has the option and takes the value; notes why where it does not."""
        if value in LATER_VALUES.get(key, ()):
            self._later.append(f"{key} {value}")
        elif key in OPTIONS:
            try:
                option(key, value)
            except HouseError as error:
                self._error(("table", "rules", key), str(error))
            else:
                return True
        elif key.partition(".")[0] in LATER_OPTION_FAMILIES:
            self._later.append(f"the option {key}")
        else:
            self._error(("table", "rules", key), f"there is no such option{suggestion(key, OPTIONS)}")
        return False

    def _readers(self, table: Mapping[Any, Any]) -> tuple[str, ...]:
        place: Place = ("table", "readers")
        readers = self._list(table.get("readers", ROLES), place)
        for i, role in enumerate(readers):
            if role not in ROLES:
                self._error((*place, i), f"readers are {', '.join(ROLES)} (got {role!r})")
        if not {"shoe", "seats"} & {str(role) for role in readers}:
            self._error(place, "a table needs the shoe reader or the seats' readers")
        return tuple(str(role) for role in readers)

    def _decks(self, top: Mapping[Any, Any]) -> tuple[tuple[Face, ...], ...]:
        if "decks" not in top:
            return (self._deck(top.get("deck", ""), ("deck",)),)
        if "deck" in top:
            self._error(("decks",), "a scenario has a deck or decks, not both")
        return self._orders(top, "decks")

    def _orders(self, top: Mapping[Any, Any], key: str) -> tuple[tuple[Face, ...], ...]:
        orders = self._list(top.get(key, ()), (key,))
        return tuple(self._deck(order, (key, i)) for i, order in enumerate(orders))

    def _deck(self, order: object, place: Place) -> tuple[Face, ...]:
        text = " ".join(map(str, order)) if isinstance(order, tuple) else str(order or "")
        words = [word for word in text.split() if word not in GAPS]
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
            try:
                steps.append(read_step(i + 1, step))
            except StepError as error:
                self._error(("steps", i), str(error))
        return tuple(steps)
