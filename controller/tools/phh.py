"""Recorded hands of Texas Hold'em in the PHH format, read as typed steps.

A `.phh` holds one hand as TOML; a `.phhs` holds many as numbered tables `[1]`, `[2]` …; a `.tar.gz` holds
files of both kinds. Seats are 1 to n in the order of the small blind, the big blind and on to the button.
With two players the format still lists the small blind first although seat 2 has the button and posts it
(and acts first before the flop); here `blinds` and `antes` are always what that seat posts.
"""

from __future__ import annotations

import math
import re
import tarfile
import tomllib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from controller.rules.cards import Face

UNKNOWN_CARD = "??"
VARIANTS = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet")}
AMOUNT_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
LIMITS = ("min_bet", "small_bet", "big_bet")
SPOKEN_AMOUNT = re.compile(r"cbr\s+(\S+)")
AMOUNT = re.compile(r"\d+(\.\d+)?")


class PhhError(ValueError):
    """A recorded hand cannot be read: the sentence names file, hand and what is wrong, and no card."""


@dataclass(frozen=True, slots=True)
class DealHole:
    """Hole cards to a seat, as "Ah" or "??" where the record does not know them."""

    seat: int
    cards: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The cards of one street."""

    cards: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """The seat gives its hand up."""

    seat: int


@dataclass(frozen=True, slots=True)
class CheckCall:
    """The seat checks, or calls with what it has."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetRaiseTo:
    """The seat bets or raises; `amount` is its total of this street."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class ShowMuck:
    """The seat shows these cards, or throws its hand in (None)."""

    seat: int
    cards: tuple[str, ...] | None = field(repr=False)


Step: TypeAlias = DealHole | DealBoard | Fold | CheckCall | BetRaiseTo | ShowMuck


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand as it was recorded; amounts are integers of `unit`, seat n at index n - 1.

    `unit` is the largest part of one that makes every amount of the file an integer: 1, or 1/2 where a file
    holds halves. `number` is the name of the hand's table in a `.phhs`, 1 in a `.phh`. `min_bet` is None in
    limit hands, `small_bet` and `big_bet` in the others, `finishing_stacks` where the file has none.
    """

    file: str
    number: int
    variant: str
    unit: Fraction
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    min_bet: int | None
    small_bet: int | None
    big_bet: int | None
    starting_stacks: tuple[int, ...]
    actions: tuple[Step, ...]
    finishing_stacks: tuple[int, ...] | None

    @property
    def button(self) -> int:
        """The seat with the button: the last one, with two players the small blind's."""
        return len(self.starting_stacks)


def read(path: Path) -> Iterator[RecordedHand]:
    """The hands of a `.phh`, `.phhs` or `.tar.gz`, in the order of the file.

    Raises `PhhError` when a file or a hand cannot be read; the hands before it have been given out by then.
    """
    if path.name.endswith(".tar.gz"):
        for file, content in _members(path):
            yield from _hands(file, content)
        return
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PhhError(f"{path.name} cannot be read: {error.strerror}.") from error
    yield from _hands(path.name, content)


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of each recorded file in an archive."""
    try:
        with tarfile.open(path, "r:gz") as archive:
            for member in archive:
                content = archive.extractfile(member)
                if content is not None and member.name.endswith((".phh", ".phhs")):
                    yield f"{path.name}/{member.name}", content.read()
    except (OSError, EOFError, tarfile.TarError, zlib.error) as error:
        raise PhhError(f"{path.name} cannot be read as an archive: {error}.") from error


def _hands(file: str, content: bytes) -> Iterator[RecordedHand]:
    try:
        document = tomllib.loads(content.decode(), parse_float=Decimal)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PhhError(f"{file} is not TOML: {error}.") from error
    tables = document if file.endswith(".phhs") else {"1": document}
    parts = math.lcm(*(_parts(amount) for table in tables.values() for amount in _amounts(table)))
    for name, table in tables.items():
        if not name.isdecimal() or not isinstance(table, dict):
            raise PhhError(f"{file} holds “{name}”, which is not a numbered hand such as [1].")
        yield _Record(file, int(name), table, parts).hand()


def _amounts(table: object) -> Iterator[object]:
    """Whatever stands where a hand has its amounts, right or wrong."""
    if not isinstance(table, dict):
        return
    yield from (table.get(key) for key in LIMITS)
    for key in AMOUNT_LISTS:
        listed = table.get(key)
        yield from listed if isinstance(listed, list) else ()
    actions = table.get("actions")
    for action in actions if isinstance(actions, list) else ():
        for spoken in SPOKEN_AMOUNT.findall(str(action)):
            yield _spoken(spoken)


def _spoken(text: str) -> Decimal | None:
    return Decimal(text) if AMOUNT.fullmatch(text) else None


def _parts(amount: object) -> int:
    """Into how many parts one must be divided for this amount to be an integer."""
    if isinstance(amount, Decimal) and amount.is_finite():
        return amount.as_integer_ratio()[1]
    return 1


@dataclass(frozen=True, slots=True)
class _Record:
    """One hand's table, and the reading of it."""

    file: str
    number: int
    table: Mapping[str, object] = field(repr=False)
    parts: int

    def hand(self) -> RecordedHand:
        variant = self.table.get("variant")
        if variant not in VARIANTS:
            raise self._wrong(f"variant {variant!r} is not Texas Hold'em ({' or '.join(VARIANTS)})")
        stacks = self._amounts("starting_stacks")
        if len(stacks) < 2:
            raise self._wrong(f"starting_stacks has {len(stacks)} players, and a hand needs two")
        recorded_end = "finishing_stacks" in self.table
        limits = {name: self._amount(name, self.table.get(name)) for name in VARIANTS[variant]}
        return RecordedHand(
            file=self.file,
            number=self.number,
            variant=variant,
            unit=Fraction(1, self.parts),
            antes=self._posts("antes", len(stacks)),
            blinds=self._posts("blinds_or_straddles", len(stacks)),
            min_bet=limits.get("min_bet"),
            small_bet=limits.get("small_bet"),
            big_bet=limits.get("big_bet"),
            starting_stacks=stacks,
            actions=self._steps(len(stacks)),
            finishing_stacks=self._of_each("finishing_stacks", len(stacks)) if recorded_end else None,
        )

    def _wrong(self, what: str) -> PhhError:
        return PhhError(f"{self.file}, hand {self.number}: {what}.")

    def _amount(self, name: str, value: object) -> int:
        """The amount in units."""
        match value:
            case bool():
                pass
            case int() if value >= 0:
                return value * self.parts
            case Decimal() if value.is_finite() and value >= 0:
                numerator, denominator = value.as_integer_ratio()
                return numerator * self.parts // denominator
        found = "is missing" if value is None else f"holds {value}, which is not an amount of chips"
        raise self._wrong(f"{name} {found}")

    def _list(self, name: str) -> list[object]:
        value = self.table.get(name)
        if not isinstance(value, list):
            raise self._wrong(f"{name} is missing or is not a list")
        return value

    def _amounts(self, name: str) -> tuple[int, ...]:
        return tuple(self._amount(name, value) for value in self._list(name))

    def _of_each(self, name: str, players: int) -> tuple[int, ...]:
        amounts = self._amounts(name)
        if len(amounts) != players:
            raise self._wrong(f"{name} has {len(amounts)} amounts for {players} players")
        return amounts

    def _posts(self, name: str, players: int) -> tuple[int, ...]:
        """What each seat posts; with two players the record lists it the other way round."""
        amounts = self._of_each(name, players)
        return amounts[::-1] if players == 2 else amounts

    def _steps(self, players: int) -> tuple[Step, ...]:
        held: dict[int, tuple[str, ...]] = {}
        steps: list[Step] = []
        for position, text in enumerate(self._list("actions"), start=1):
            if not isinstance(text, str):
                raise self._wrong(f"step {position} is not a text")
            words = text.partition("#")[0].split()
            if not words:
                continue
            step = self._step(f"step {position}", words, players, held)
            if isinstance(step, DealHole):
                held[step.seat] = step.cards
            steps.append(step)
        self._no_card_twice(steps)
        return tuple(steps)

    def _step(self, where: str, words: list[str], players: int, held: Mapping[int, tuple[str, ...]]) -> Step:
        match words:
            case ["d", "dh", player, cards]:
                return DealHole(self._seat(where, player, players), self._hole(where, cards))
            case ["d", "db", cards]:
                return DealBoard(self._cards(where, cards))
            case [player, "f"]:
                return Fold(self._seat(where, player, players))
            case [player, "cc"]:
                return CheckCall(self._seat(where, player, players))
            case [player, "cbr", amount]:
                spoken = _spoken(amount)
                if spoken is None:
                    raise self._wrong(f"{where}: what follows cbr is not an amount of chips")
                return BetRaiseTo(self._seat(where, player, players), self._amount(where, spoken))
            case [player, "sm"]:
                return ShowMuck(self._seat(where, player, players), None)
            case [player, "sm", "-"]:
                seat = self._seat(where, player, players)
                if seat not in held:
                    raise self._wrong(f"{where}: p{seat} shows cards that were not dealt")
                return ShowMuck(seat, held[seat])
            case [player, "sm", cards]:
                return ShowMuck(self._seat(where, player, players), self._hole(where, cards))
        raise self._wrong(f"{where} is none of: d dh, d db, f, cc, cbr, sm")

    def _seat(self, where: str, player: str, players: int) -> int:
        number = player.removeprefix("p")
        if player == number or not number.isdecimal() or not 1 <= int(number) <= players:
            raise self._wrong(f"{where} does not name a player from p1 to p{players}")
        return int(number)

    def _hole(self, where: str, text: str) -> tuple[str, ...]:
        cards = self._cards(where, text)
        if len(cards) != 2:
            raise self._wrong(f"{where}: a hand of Hold'em is two cards, not {len(cards)}")
        return cards

    def _cards(self, where: str, text: str) -> tuple[str, ...]:
        pairs = (text[at : at + 2] for at in range(0, len(text), 2))
        try:
            return tuple(pair if pair == UNKNOWN_CARD else Face.parse(pair).text for pair in pairs)
        except ValueError as error:
            raise self._wrong(f"{where}: {error}") from None

    def _no_card_twice(self, steps: list[Step]) -> None:
        dealt: list[str] = []
        for step in steps:
            if isinstance(step, DealHole | DealBoard):
                dealt.extend(card for card in step.cards if card != UNKNOWN_CARD)
        if len(set(dealt)) != len(dealt):
            raise self._wrong("the same card is dealt twice")
