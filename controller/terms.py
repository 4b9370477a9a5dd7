"""The terms of a table: stakes, levels, stacks and house book of its settings, judged together.

Each part of a file can be right by itself and the whole be a game that nobody can play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from controller.book import HouseError, book, option, values
from controller.marks import Document, Place
from controller.rules import stakes
from controller.rules.house import HouseRules, LevelsBy, RakeMode, Straddle
from controller.settings import Amounts, TableSettings

CHIP_OPTIONS = (
    *("pl.round_up_unit", "rake.cap", "rake.step", "rake.jackpot", "rake.time_charge"),
    *("buyin.min", "buyin.max"),
)
PAID = ("rake.percent", "rake.jackpot", "rake.time_charge")


def house_of(table: TableSettings) -> HouseRules:
    """The house book in force: the profile, what the form of the game settles, and what the file overrides.

    Raises `HouseError`.
    """
    return book(table.house.profile, {**_settled(table), **table.house.overrides})


def stakes_of(table: TableSettings) -> stakes.Stakes:
    """What the first hand is played for."""
    return _played_for(table, table.stakes)


def levels_of(table: TableSettings) -> tuple[stakes.Level, ...]:
    """The levels of a tournament, none in a cash game."""
    return tuple(
        stakes.Level(_played_for(table, level), level.minutes or 0, level.hands or 0, level.rest)
        for level in table.levels
    )


def _played_for(table: TableSettings, amounts: Amounts) -> stakes.Stakes:
    small_bet, big_bet = amounts.bets if table.game == "fixed-limit" else (0, 0)
    return stakes.Stakes(
        amounts.small_blind,
        amounts.big_blind,
        table.stakes.unit,
        amounts.ante,
        amounts.big_blind_ante,
        small_bet,
        big_bet,
    )


def check_terms(table: TableSettings, document: Document) -> Iterator[str]:
    """What the table cannot be played for, one sentence each with its place in the file."""
    yield from _stakes(table, document)
    yield from _levels(table, document)
    yield from _players(table, document)
    taken: dict[str, object] = {}
    for key, value in table.house.overrides.items():
        try:
            taken[key] = option(key, value)
        except HouseError as error:
            yield document.sentence(("house", key), str(error).removeprefix(f"{key} "))
    sound = {key: table.house.overrides[key] for key in taken}
    house = book(table.house.profile, {**_settled(table), **sound})
    yield from _room(table, house, document)
    yield from _units(table, taken, document)
    yield from _structure(table, house, taken, document)
    yield from _rake(table, house, taken, document)


def _settled(table: TableSettings) -> Mapping[str, object]:
    """Options that the form of the game leaves no choice in, whatever the profile has.

    A hand is run twice for money alone (rules.md 7.8).
    """
    settled: dict[str, object] = {}
    if table.format == "tournament":
        settled["rit.enabled"] = "OFF"
    if table.levels and all(level.hands for level in table.levels):
        settled["levels.by"] = "HANDS"
    return settled


def _stakes(table: TableSettings, document: Document) -> Iterator[str]:
    yield from _amounts(table, table.stakes, ("stakes",), document)


def _players(table: TableSettings, document: Document) -> Iterator[str]:
    for seat, player in table.players.items():
        yield from _multiple(table, ("players", seat, "stack"), player.stack, document)
    if table.button is not None and table.button not in table.players:
        yield document.sentence(("button",), f"nobody sits at seat {table.button}")


def _amounts(table: TableSettings, amounts: Amounts, place: Place, document: Document) -> Iterator[str]:
    small, big = amounts.small_blind, amounts.big_blind
    if small > big:
        wrong = f"must not be more than the big blind (got {small} and {big})"
        yield document.sentence((*place, "small_blind"), wrong)
    if amounts.ante and amounts.big_blind_ante:
        yield document.sentence(
            (*place, "big_blind_ante"), "everybody pays an ante already: give one of the two"
        )
    for name in Amounts.model_fields:
        yield from _multiple(table, (*place, name), getattr(amounts, name) or 0, document)
    if table.game == "fixed-limit":
        small_bet, big_bet = amounts.bets
        if small_bet < big:
            wrong = f"must not be less than the big blind (got {small_bet} and {big})"
            yield document.sentence((*place, "small_bet"), wrong)
        if big_bet < small_bet:
            wrong = f"must not be less than the small bet (got {big_bet} and {small_bet})"
            yield document.sentence((*place, "big_bet"), wrong)
        return
    for name in ("small_bet", "big_bet"):
        if getattr(amounts, name) is not None:
            wrong = f"only fixed-limit has bets of one size; this game is {table.game}"
            yield document.sentence((*place, name), wrong)


def _multiple(table: TableSettings, place: Place, amount: int, document: Document) -> Iterator[str]:
    if amount % table.stakes.unit:
        yield document.sentence(place, f"must be a multiple of the unit {table.stakes.unit} (got {amount})")


def _levels(table: TableSettings, document: Document) -> Iterator[str]:
    if ("levels",) in document.values and table.format != "tournament":
        yield document.sentence(("levels",), f"only a tournament has levels; the format is {table.format}")
        return
    if ("levels",) in document.values and not table.levels:
        yield document.sentence(("levels",), "there is no level: name one, or leave levels out")
    before: Amounts = table.stakes
    for i, level in enumerate(table.levels):
        place: Place = ("levels", i)
        yield from _amounts(table, level, place, document)
        if (level.minutes is None) == (level.hands is None):
            yield document.sentence(place, "a level lasts minutes or hands: give one of the two")
        if level.big_blind < before.big_blind:
            wrong = f"must not be less than before (got {level.big_blind} after {before.big_blind})"
            yield document.sentence((*place, "big_blind"), wrong)
        before = level
    for name in Amounts.model_fields:
        if table.levels and getattr(table.levels[0], name) != getattr(table.stakes, name):
            place = ("levels", 0, name)
            yield document.sentence(place, "must be that of the stakes, which are the first level's")


def _room(table: TableSettings, house: HouseRules, document: Document) -> Iterator[str]:
    """Seats and buy-ins (C10, C13)."""
    if table.seats > house.table_max_seats:
        wrong = f"the house has at most {house.table_max_seats} (table.max_seats) (got {table.seats})"
        yield document.sentence(("seats",), wrong)
    least, most = house.buyin_min or 0, house.buyin_max
    if most is not None and least > most:
        wrong = f"must not be more than buyin.max (got {least} and {most})"
        yield document.sentence(("house", "buyin.min"), wrong)
    elif table.format == "cash":
        for seat, player in table.players.items():
            if player.stack < least:
                wrong = f"the least buy-in is {least} (got {player.stack})"
                yield document.sentence(("players", seat, "stack"), wrong)
            if most is not None and player.stack > most:
                wrong = f"the largest buy-in is {most} (got {player.stack})"
                yield document.sentence(("players", seat, "stack"), wrong)


def _units(table: TableSettings, taken: Mapping[str, object], document: Document) -> Iterator[str]:
    for key in CHIP_OPTIONS:
        amount = taken.get(key)
        if isinstance(amount, int):
            yield from _multiple(table, ("house", key), amount, document)


def _structure(
    table: TableSettings, house: HouseRules, taken: Mapping[str, object], document: Document
) -> Iterator[str]:
    """Straddles and runs that the game has no room for (P6, 7.8), levels counted otherwise (S2-09)."""
    if table.game == "fixed-limit" and Straddle.BUTTON in house.straddle_types:
        yield document.sentence(("house", "straddle.types"), "fixed-limit has no straddle on the button")
    if table.format == "tournament" and house.rit_enabled:
        yield document.sentence(("house", "rit.enabled"), "no hand of a tournament is run twice")
    if "levels.by" not in taken:
        return
    if not table.levels:
        yield document.sentence(("house", "levels.by"), "the table has no levels")
    by_time = house.levels_by is LevelsBy.TIME
    for i, level in enumerate(table.levels):
        if (level.hands if by_time else level.minutes) is not None:
            wrong = f"levels.by is {house.levels_by}: give {'minutes' if by_time else 'hands'}"
            yield document.sentence(("levels", i), wrong)


def _rake(
    table: TableSettings, house: HouseRules, taken: Mapping[str, object], document: Document
) -> Iterator[str]:
    """A rake from chips that the table does not keep or that are no money, or one that takes nothing."""
    place: Place = ("house", "rake.mode")
    if house.rake_mode is RakeMode.NONE:
        if "rake.mode" not in taken:
            for key in PAID:
                if taken.get(key):
                    yield document.sentence(("house", key), "nothing is taken while rake.mode is NONE")
        return
    if table.format == "tournament":
        yield document.sentence(place, "a tournament has no rake: its chips are no money")
    if table.betting == "cards-only":
        yield document.sentence(place, "betting is cards-only: the table keeps no chips to rake")
    # What is given and refused has had its sentence.
    amounts = {**values(house), **table.house.overrides}
    if house.rake_mode is RakeMode.POT and not amounts["rake.percent"] and not amounts["rake.jackpot"]:
        yield document.sentence(place, "POT takes nothing without rake.percent or rake.jackpot")
    if house.rake_mode is RakeMode.TIME and not amounts["rake.time_charge"]:
        yield document.sentence(place, "TIME takes nothing without rake.time_charge")
