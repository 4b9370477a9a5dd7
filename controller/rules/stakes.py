"""What is played for: the betting structure, blinds, antes and bets, and the levels of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Game(StrEnum):
    """The betting structure (S0-55, S0-56, S0-57)."""

    NO_LIMIT = "no-limit"
    POT_LIMIT = "pot-limit"
    FIXED_LIMIT = "fixed-limit"


class Form(StrEnum):
    """Whether chips are money."""

    CASH = "cash"
    TOURNAMENT = "tournament"


class Betting(StrEnum):
    """Whether every action is entered, or only that a round is complete (design 1)."""

    FULL = "full"
    CARDS_ONLY = "cards-only"


@dataclass(frozen=True, slots=True)
class Stakes:
    """Amounts in the table's smallest unit; bets are multiples of `unit`.

    `ante` is each player's, `big_blind_ante` the big blind's for all (T24-RP11); one of them is 0.
    `small_bet` and `big_bet` are the sizes of fixed limit (FL1), 0 in other games.
    """

    small_blind: int
    big_blind: int
    unit: int = 1
    ante: int = 0
    big_blind_ante: int = 0
    small_bet: int = 0
    big_bet: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a tournament: so many minutes or hands, then `rest` minutes of break (S2-09)."""

    stakes: Stakes
    minutes: int = 0
    hands: int = 0
    rest: int = 0
