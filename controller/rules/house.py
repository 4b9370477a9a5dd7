"""The house book: one typed field for each option of the rules (rules.md 9.3, 7.8, 7.9, 11, 12).

A field's key is its name with the first underscore as a dot: `nl_short_allin` is `nl.short_allin`. The
defaults are those of the `tda` profile.
"""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options in force at a table; the defaults are the `tda` profile.

    Numbers are chips of the smallest unit, seats, cards, seconds or minutes as the key says; a percentage is
    in hundredths of a percent; None is "no limit". `straddle_types` empty is NONE.
    """

    misdeal_sa: SubstantialAction = SubstantialAction.TDA36
    misdeal_button: ButtonMove = ButtonMove.STAY
    misdeal_first_cards: FirstCards = FirstCards.FIRST_TWO
    misdeal_exposed_threshold: int = 2
    misdeal_boxed_threshold: int = 2
    misdeal_wrong_count: WrongCount = WrongCount.MISDEAL
    misdeal_one_extra: OneExtra = OneExtra.MISDEAL
    misdeal_nonstandard_pre_sa: NonstandardCard = NonstandardCard.MISDEAL
    misdeal_button_wrong_pre_sa: WrongButton = WrongButton.CORRECT
    misdeal_no_cut: NoCut = NoCut.MISDEAL_BEFORE_LOOKING
    dealer_may_declare_misdeal: bool = False
    button_error_next_hand: ButtonError = ButtonError.NO_BACKUP
    button_mode: ButtonMode = ButtonMode.DEAD
    burn_dealer_relief: bool = False
    deal_off_table: OffTable = OffTable.EXPOSED
    deal_out_of_sequence: OutOfSequence = OutOfSequence.CORRECT_IF_TRACKED
    deal_replacement: Replacement = Replacement.AFTER_DEAL
    expose_burn: BurnExposed = BurnExposed.LEAVE
    expose_second_post_sa: SecondExposed = SecondExposed.SCRAP
    board_premature_flop: PrematureFlop = PrematureFlop.KEEP_BURN
    board_premature_turn: PrematureTurn = PrematureTurn.RESHUFFLE_TURN
    board_premature_river: PrematureRiver = PrematureRiver.RESHUFFLE_RIVER
    board_four_card_flop: FourCardFlop = FourCardFlop.SCRAMBLE_NEXT_BURN
    board_no_burn_flop: NoBurnFlop = NoBurnFlop.SCRAMBLE_THIS_BURN
    board_after_action_order: AfterActionOrder = AfterActionOrder.ONE_BURN
    board_reshuffle_when: ReshuffleWhen = ReshuffleWhen.AFTER_BETTING
    board_reburn_after_full_reshuffle: bool = True
    deck_duplicate: Duplicate = Duplicate.VOID
    deck_foreign_in_play: ForeignCard = ForeignCard.VOID
    deck_foreign_in_stub: ForeignCard = ForeignCard.STANDS
    deck_missing_card: MissingCard = MissingCard.MISDEAL_PRE_SA
    deck_joker_on_board: JokerOnBoard = JokerOnBoard.SCRAP
    deck_verify: DeckVerify = DeckVerify.PASSAGE
    stub_mixed: StubMixed = StubMixed.SHUFFLE_ALL
    void_button: ButtonMove = ButtonMove.STAY
    muck_retrieval: Retrieval = Retrieval.IDENTIFIABLE
    hand_protected_kill: ProtectedKill = ProtectedKill.NO_REFUND
    hand_faceup_with_action_pending: FaceUp = FaceUp.PENALTY
    hand_facedown_release_with_action_pending: FaceDown = FaceDown.DEAD
    hand_recovered: Recovered = Recovered.RESTORE_FIRST
    hand_start_event: StartEvent = StartEvent.RIFFLE_OR_SHUFFLER
    nl_short_allin: ShortAllIn = ShortAllIn.CUMULATIVE_FULL
    bet_min_raise: MinRaise = MinRaise.LAST_FULL_INCREMENT
    bet_raise_motions: RaiseMotions = RaiseMotions.ONE
    bet_half_rule: bool = True
    bet_oot: OutOfTurn = OutOfTurn.TDA53
    bet_skipped: Skipped = Skipped.SA_TO_LEFT
    bet_undercall: Undercall = Undercall.TDA51
    bet_accepted_action: AcceptedAction = AcceptedAction.STRICT
    bet_commit: BetCommit = BetCommit.RELEASE
    fl_raise_cap: int | None = 3
    fl_cap_headsup: CapHeadsUp = CapHeadsUp.ALWAYS_CAPPED
    fl_short_allin: LimitShortAllIn = LimitShortAllIn.HALF_BET
    pl_sb_counts_as_bb: bool = False
    pl_round_up_unit: int = 0
    pl_ante_in_preflop_pot: bool = False
    bba_order: AnteOrder = AnteOrder.BB_FIRST
    straddle_types: tuple[Straddle, ...] = ()
    straddle_order: StraddleOrder = StraddleOrder.LEFT_OF_STRADDLER
    straddle_min_raise: StraddleMinRaise = StraddleMinRaise.TWICE_STRADDLE
    straddle_max_count: int = 1
    straddle_postflop_min: PostflopMin = PostflopMin.BB
    showdown_order: ShowOrder = ShowOrder.LAST_AGGRESSOR
    showdown_no_river_bet: NoRiverBet = NoRiverBet.FIRST_LEFT
    showdown_called_hands: CalledHands = CalledHands.MAY_MUCK
    showdown_allin_tabling: AllInTabling = AllInTabling.IMMEDIATE
    showdown_ask_to_see: AskToSee = AskToSee.TDA
    showdown_show_one_show_all: bool = True
    pots_award_order: AwardOrder = AwardOrder.SIDE_FIRST
    pots_odd_chip: OddChip = OddChip.FIRST_LEFT_OF_BUTTON
    rit_enabled: bool = False
    rit_players: RunPlayers = RunPlayers.ANY
    rit_when: RunWhen = RunWhen.BETTING_CLOSED
    rit_consent: RunConsent = RunConsent.EVERY_LIVE_PLAYER
    rit_burn: RunBurn = RunBurn.EACH_BOARD
    rit_order: RunOrder = RunOrder.BOARD1_COMPLETE_THEN_BOARD2
    rake_mode: RakeMode = RakeMode.NONE
    rake_percent: int = 0
    rake_cap: int | None = None
    rake_step: int = 1
    rake_no_flop_no_drop: bool = True
    rake_chop_exempt: bool = False
    rake_jackpot: int = 0
    rake_time_charge: int = 0
    rake_time_minutes: int = 30
    clock_seconds: int = 30
    clock_kills: bool = False
    rabbit: bool = False
    blinds_missed_policy: MissedPolicy = MissedPolicy.POST_ALL
    blinds_missed_sb_only: MissedSmall = MissedSmall.DEAD
    blinds_buy_button: bool = False
    newplayer_post_required: bool = True
    newgame_button: NewGame = NewGame.HIGH_CARD_SUITS
    levels_by: LevelsBy = LevelsBy.TIME
    table_max_seats: int = 10
    buyin_min: int | None = None
    buyin_max: int | None = None
    ui_quick_bets: tuple[str, ...] = ("x2", "x3", "33%", "50%", "100%")
