"""The house book: one typed field for each option of the rules (rules.md 9.3, 7.8, 7.9, 11, 12).

A field's key is its name with the first underscore as a dot: `nl_short_allin` is `nl.short_allin`. The
defaults are those of the `tda` profile.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.house.deal import (
    AfterActionOrder,
    BurnExposed,
    ButtonError,
    ButtonMode,
    ButtonMove,
    DeckVerify,
    Duplicate,
    FaceDown,
    FaceUp,
    FirstCards,
    ForeignCard,
    FourCardFlop,
    JokerOnBoard,
    MissingCard,
    NoBurnFlop,
    NoCut,
    NonstandardCard,
    OffTable,
    OneExtra,
    OutOfSequence,
    PrematureFlop,
    PrematureRiver,
    PrematureTurn,
    ProtectedKill,
    Recovered,
    Replacement,
    ReshuffleWhen,
    Retrieval,
    SecondExposed,
    StartEvent,
    StubMixed,
    SubstantialAction,
    WrongButton,
    WrongCount,
)
from controller.rules.house.play import (
    AcceptedAction,
    AllInTabling,
    AnteOrder,
    AskToSee,
    AwardOrder,
    BetCommit,
    CalledHands,
    CapHeadsUp,
    LevelsBy,
    LimitShortAllIn,
    MinRaise,
    MissedPolicy,
    MissedSmall,
    NewGame,
    NoRiverBet,
    OddChip,
    OutOfTurn,
    PostflopMin,
    RaiseMotions,
    RakeMode,
    RunBurn,
    RunConsent,
    RunOrder,
    RunPlayers,
    RunWhen,
    ShortAllIn,
    ShowOrder,
    Skipped,
    Straddle,
    StraddleMinRaise,
    StraddleOrder,
    Undercall,
)

__all__ = [
    "AcceptedAction",
    "AfterActionOrder",
    "AllInTabling",
    "AnteOrder",
    "AskToSee",
    "AwardOrder",
    "BetCommit",
    "BurnExposed",
    "ButtonError",
    "ButtonMode",
    "ButtonMove",
    "CalledHands",
    "CapHeadsUp",
    "DeckVerify",
    "Duplicate",
    "FaceDown",
    "FaceUp",
    "FirstCards",
    "ForeignCard",
    "FourCardFlop",
    "HouseRules",
    "JokerOnBoard",
    "LevelsBy",
    "LimitShortAllIn",
    "MinRaise",
    "MissedPolicy",
    "MissedSmall",
    "MissingCard",
    "NewGame",
    "NoBurnFlop",
    "NoCut",
    "NoRiverBet",
    "NonstandardCard",
    "OddChip",
    "OffTable",
    "OneExtra",
    "OutOfSequence",
    "OutOfTurn",
    "PostflopMin",
    "PrematureFlop",
    "PrematureRiver",
    "PrematureTurn",
    "ProtectedKill",
    "RaiseMotions",
    "RakeMode",
    "Recovered",
    "Replacement",
    "ReshuffleWhen",
    "Retrieval",
    "RunBurn",
    "RunConsent",
    "RunOrder",
    "RunPlayers",
    "RunWhen",
    "SecondExposed",
    "ShortAllIn",
    "ShowOrder",
    "Skipped",
    "StartEvent",
    "Straddle",
    "StraddleMinRaise",
    "StraddleOrder",
    "StubMixed",
    "SubstantialAction",
    "Undercall",
    "WrongButton",
    "WrongCount",
]


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
