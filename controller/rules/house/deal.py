"""The choices of the book on the deal, the board, the deck and hands: misdeals and what mends them."""

from __future__ import annotations

from enum import StrEnum


class SubstantialAction(StrEnum):
    """When a misdeal is no longer possible (T24-36, RR-MD-2, UK-G)."""

    TDA36 = "TDA36"
    RROP2 = "RROP2"
    ANY_VOLUNTARY = "ANY_VOLUNTARY"


class ButtonMove(StrEnum):
    """Whether the button moves for a hand that is dealt again (T24-35C, S0-64)."""

    STAY = "STAY"
    ADVANCE = "ADVANCE"


class FirstCards(StrEnum):
    """Which of the first cards off the deck make a misdeal when exposed (T24-35A7, RR-HE-1)."""

    FIRST_TWO = "FIRST_TWO"
    FIRST_ONE = "FIRST_ONE"
    OFF = "OFF"


class WrongCount(StrEnum):
    """What a wrong number of cards is (T24-35A5, RR-MD-1e)."""

    MISDEAL = "MISDEAL"
    CORRECT_IN_SEQUENCE = "CORRECT_IN_SEQUENCE"


class OneExtra(StrEnum):
    """What one extra card to the first player is (T24-35A5, RR-HE-2)."""

    MISDEAL = "MISDEAL"
    RETURN_AS_BURN = "RETURN_AS_BURN"


class NonstandardCard(StrEnum):
    """What a joker is before substantial action (T24-35A6, RR-IRR-8)."""

    MISDEAL = "MISDEAL"
    REPLACE = "REPLACE"


class WrongButton(StrEnum):
    """What a button out of position is before substantial action (T24-34A, RR-MD-1g)."""

    CORRECT = "CORRECT"
    MISDEAL = "MISDEAL"


class NoCut(StrEnum):
    """What a deck that was not shuffled or cut is (T24-1, RR deal rules, UK-G; rules.md M14)."""

    MISDEAL_BEFORE_LOOKING = "MISDEAL_BEFORE_LOOKING"
    MISDEAL_BEFORE_BETTING = "MISDEAL_BEFORE_BETTING"
    STANDS = "STANDS"


class ButtonError(StrEnum):
    """What follows a hand that was dealt from the wrong button (T24-34A, RR-IRR-1)."""

    NO_BACKUP = "NO_BACKUP"
    RESTORE_ROTATION = "RESTORE_ROTATION"


class ButtonMode(StrEnum):
    """How the button moves past players who left (T24-32, RR-BL-2)."""

    DEAD = "DEAD"
    MOVING = "MOVING"


class OffTable(StrEnum):
    """What a card dealt off the table is (RR-IRR-12, UK-G)."""

    EXPOSED = "EXPOSED"
    MISDEAL = "MISDEAL"


class OutOfSequence(StrEnum):
    """What a card dealt out of sequence is (RR-MD-1f; rules.md M5)."""

    CORRECT_IF_TRACKED = "CORRECT_IF_TRACKED"
    MISDEAL = "MISDEAL"


class Replacement(StrEnum):
    """When an exposed card is replaced (RR-HE-1, S0-65)."""

    AFTER_DEAL = "AFTER_DEAL"
    IMMEDIATE = "IMMEDIATE"


class BurnExposed(StrEnum):
    """What becomes of an exposed burn card (rules.md E18)."""

    LEAVE = "LEAVE"
    REPLACE_RESHUFFLE = "REPLACE_RESHUFFLE"


class SecondExposed(StrEnum):
    """What becomes of a second exposed card after substantial action (rules.md E5)."""

    SCRAP = "SCRAP"
    BURN2 = "BURN2"


class PrematureFlop(StrEnum):
    """What becomes of the burn of a premature flop (T24-RP5, AU-PM)."""

    KEEP_BURN = "KEEP_BURN"
    RETURN_BURN = "RETURN_BURN"


class PrematureTurn(StrEnum):
    """How a premature turn is mended (T24-RP5, RR-HE-8)."""

    RESHUFFLE_TURN = "RESHUFFLE_TURN"
    RIVER_AS_TURN = "RIVER_AS_TURN"
    HOLD_RIVER = "HOLD_RIVER"


class PrematureRiver(StrEnum):
    """How a premature river is mended (T24-RP5, RR-HE-8)."""

    RESHUFFLE_RIVER = "RESHUFFLE_RIVER"


class FourCardFlop(StrEnum):
    """How a four-card flop is mended (T24-39A, RR-HE-3)."""

    SCRAMBLE_NEXT_BURN = "SCRAMBLE_NEXT_BURN"
    RESHUFFLE_REDEAL = "RESHUFFLE_REDEAL"


class NoBurnFlop(StrEnum):
    """How a flop without a burn is mended (T24-39B, RR-HE-5)."""

    SCRAMBLE_THIS_BURN = "SCRAMBLE_THIS_BURN"
    FIX_OR_RESHUFFLE = "FIX_OR_RESHUFFLE"


class AfterActionOrder(StrEnum):
    """Which cards come after a burn error that was acted on (T24-38, RR-HE-6)."""

    ONE_BURN = "ONE_BURN"
    RESTORE_ORDER = "RESTORE_ORDER"


class ReshuffleWhen(StrEnum):
    """When a stub with a premature card is reshuffled (rules.md 5)."""

    AFTER_BETTING = "AFTER_BETTING"
    IMMEDIATE = "IMMEDIATE"


class Duplicate(StrEnum):
    """What a duplicate card makes of the hand (T24-35E, RR-IRR-4)."""

    VOID = "VOID"


class ForeignCard(StrEnum):
    """What a card with another back makes of the hand (RR-IRR-3)."""

    VOID = "VOID"
    STANDS = "STANDS"


class MissingCard(StrEnum):
    """What a card missing from the deck makes of the hand (RR-IRR-10, T24-35E)."""

    MISDEAL_PRE_SA = "MISDEAL_PRE_SA"
    STANDS = "STANDS"
    VOID = "VOID"


class JokerOnBoard(StrEnum):
    """What a joker on the board is (T24-35D, RR-IRR-8)."""

    SCRAP = "SCRAP"
    VOID = "VOID"


class DeckVerify(StrEnum):
    """How a reshuffled stub is verified (design 4)."""

    PASSAGE = "PASSAGE"
    ON_DRAW = "ON_DRAW"


class StubMixed(StrEnum):
    """What is shuffled when the stub fell into other cards (T24-RP4; rules.md 12.5)."""

    SHUFFLE_ALL = "SHUFFLE_ALL"
    STUB_ONLY_IF_SEPARABLE = "STUB_ONLY_IF_SEPARABLE"


class Retrieval(StrEnum):
    """What touching the muck does to a hand (T24-14, RR-DH-2, S0-66)."""

    IDENTIFIABLE = "IDENTIFIABLE"
    TOUCH_KILLS = "TOUCH_KILLS"


class ProtectedKill(StrEnum):
    """What a player gets back whose protected hand was killed (T24-65A, MT 23.16.1233)."""

    NO_REFUND = "NO_REFUND"
    REFUND_FROM_POT = "REFUND_FROM_POT"


class FaceUp(StrEnum):
    """What exposing a hand with action pending does (T24-68, S3-56)."""

    PENALTY = "PENALTY"
    DEAD = "DEAD"


class FaceDown(StrEnum):
    """What releasing a hand face down with action pending does (T24-58, S0-66)."""

    DEAD = "DEAD"
    RETRIEVABLE = "RETRIEVABLE"


class Recovered(StrEnum):
    """What the floor is offered first for an unguarded hand that can be told (T24-65B, RR-DH-2, RR-IRR-2)."""

    RESTORE_FIRST = "RESTORE_FIRST"
    KILL_FIRST = "KILL_FIRST"


class StartEvent(StrEnum):
    """Which moment starts a hand (T24-23, WSOP-LA-51)."""

    RIFFLE_OR_SHUFFLER = "RIFFLE_OR_SHUFFLER"
    FIRST_CARD = "FIRST_CARD"
