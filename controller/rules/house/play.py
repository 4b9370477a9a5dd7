"""The choices of the book on betting, posts, showdown, pots and the house's part."""

from __future__ import annotations

from enum import StrEnum


class ShortAllIn(StrEnum):
    """What reopens the betting to a player who has acted (T24-47A, RR-NL-5, S0-39)."""

    CUMULATIVE_FULL = "CUMULATIVE_FULL"
    SINGLE_FULL_ONLY = "SINGLE_FULL_ONLY"
    HALF = "HALF"


class MinRaise(StrEnum):
    """What the least raise is measured by (T24-43, S0-38, S2-15)."""

    LAST_FULL_INCREMENT = "LAST_FULL_INCREMENT"
    OPENING_BET = "OPENING_BET"


class RaiseMotions(StrEnum):
    """In how many motions a raise may be put out (T24-42, RR-NL-6)."""

    ONE = "ONE"
    MULTI_AFTER_DECLARATION = "MULTI_AFTER_DECLARATION"


class OutOfTurn(StrEnum):
    """What binds a player who acted out of turn (T24-53, RR-BET-10)."""

    TDA53 = "TDA53"
    RROP = "RROP"
    ALWAYS_BINDING = "ALWAYS_BINDING"
    NEVER_BINDING = "NEVER_BINDING"


class Skipped(StrEnum):
    """When a skipped player has lost his turn (T24-53B, RR-BET)."""

    SA_TO_LEFT = "SA_TO_LEFT"
    THREE_BEHIND = "THREE_BEHIND"


class Undercall(StrEnum):
    """What a short call is (T24-51B, RR-NL-8)."""

    TDA51 = "TDA51"
    RELIEF_IF_UNAWARE = "RELIEF_IF_UNAWARE"


class AcceptedAction(StrEnum):
    """Whether a caller who was told a wrong amount has relief (T24-49, RR-NL)."""

    STRICT = "STRICT"
    GROSS_ERROR_RELIEF = "GROSS_ERROR_RELIEF"


class BetCommit(StrEnum):
    """Which motion commits chips to the pot (rules.md 12.3)."""

    RELEASE = "RELEASE"
    LINE = "LINE"
    FORWARD = "FORWARD"


class CapHeadsUp(StrEnum):
    """Whether two players may raise without a cap in fixed limit (T24-48, RR-BET-4)."""

    ALWAYS_CAPPED = "ALWAYS_CAPPED"
    UNLIMITED_IF_HU_BEFORE_CAP = "UNLIMITED_IF_HU_BEFORE_CAP"


class LimitShortAllIn(StrEnum):
    """What reopens the betting in fixed limit (RR-BET-6, T24-47B)."""

    HALF_BET = "HALF_BET"


class AnteOrder(StrEnum):
    """What a short big blind pays first under a big blind ante (T24-RP11)."""

    BB_FIRST = "BB_FIRST"
    ANTE_FIRST = "ANTE_FIRST"


class Straddle(StrEnum):
    """A seat that may straddle (S0-61, S0-62, WSOP-LA-11)."""

    UTG = "UTG"
    BUTTON = "BUTTON"
    MISSISSIPPI = "MISSISSIPPI"


class StraddleOrder(StrEnum):
    """Who acts first before the flop when another seat than UTG straddles (S0-62)."""

    LEFT_OF_STRADDLER = "LEFT_OF_STRADDLER"
    SKIP_STRADDLER = "SKIP_STRADDLER"


class StraddleMinRaise(StrEnum):
    """The least raise over a straddle (RR-NL-2, WSOP-LA-11)."""

    TWICE_STRADDLE = "TWICE_STRADDLE"
    STRADDLE_PLUS_BB = "STRADDLE_PLUS_BB"


class PostflopMin(StrEnum):
    """The least bet after the flop in a straddled hand (rules.md 12.3)."""

    BB = "BB"
    STRADDLE = "STRADDLE"


class ShowOrder(StrEnum):
    """Who shows first (T24-17A, S0-42)."""

    LAST_AGGRESSOR = "LAST_AGGRESSOR"


class NoRiverBet(StrEnum):
    """Who shows first when nobody bet on the river (T24-17A; rules.md 12.3)."""

    FIRST_LEFT = "FIRST_LEFT"
    LAST_EARLIER_AGGRESSOR = "LAST_EARLIER_AGGRESSOR"


class CalledHands(StrEnum):
    """Whether a called hand may be mucked unseen (S0-44, S3-39)."""

    MAY_MUCK = "MAY_MUCK"
    MUST_TABLE = "MUST_TABLE"


class AllInTabling(StrEnum):
    """When all-in hands are tabled (T24-16, RR-SD-7)."""

    IMMEDIATE = "IMMEDIATE"
    AT_SHOWDOWN = "AT_SHOWDOWN"


class AskToSee(StrEnum):
    """Who may ask to see a hand (T24-18, RR-SD-5)."""

    TDA = "TDA"
    RROP = "RROP"
    OFF = "OFF"


class AwardOrder(StrEnum):
    """Which pot is pushed first (S0-53, S4-26)."""

    SIDE_FIRST = "SIDE_FIRST"
    MAIN_FIRST = "MAIN_FIRST"


class OddChip(StrEnum):
    """Who gets the odd chips (T24-20A, S0-47, S4-24)."""

    FIRST_LEFT_OF_BUTTON = "FIRST_LEFT_OF_BUTTON"


class RunPlayers(StrEnum):
    """How many players may run it twice (RIT-A, S0-71)."""

    ANY = "ANY"
    TWO_ONLY = "TWO_ONLY"


class RunWhen(StrEnum):
    """When it may be agreed to run it twice (RIT-A, S0-71)."""

    BETTING_CLOSED = "BETTING_CLOSED"


class RunConsent(StrEnum):
    """Who must agree to run it twice (S0-71)."""

    EVERY_LIVE_PLAYER = "EVERY_LIVE_PLAYER"


class RunBurn(StrEnum):
    """How many burns the second run takes (RIT-A)."""

    EACH_BOARD = "EACH_BOARD"
    ONCE_PER_STREET = "ONCE_PER_STREET"


class RunOrder(StrEnum):
    """In which order the two boards are dealt (RIT-A)."""

    BOARD1_COMPLETE_THEN_BOARD2 = "BOARD1_COMPLETE_THEN_BOARD2"
    STREET_BY_STREET = "STREET_BY_STREET"


class RakeMode(StrEnum):
    """How the house is paid (S0-60, S3-52)."""

    NONE = "NONE"
    POT = "POT"
    TIME = "TIME"


class MissedPolicy(StrEnum):
    """How missed blinds are made up (RR-BL, S0-16)."""

    POST_ALL = "POST_ALL"
    POST_BB_ONLY = "POST_BB_ONLY"
    WAIT_BB = "WAIT_BB"


class MissedSmall(StrEnum):
    """What a missed small blind is when only that was missed (rules.md 12.4)."""

    DEAD = "DEAD"
    LIVE = "LIVE"


class NewGame(StrEnum):
    """How the first button is found (S2-06)."""

    HIGH_CARD_SUITS = "HIGH_CARD_SUITS"


class LevelsBy(StrEnum):
    """What a blind level is counted in (S2-09; rules.md 12.4)."""

    TIME = "TIME"
    HANDS = "HANDS"
