"""What each option of the house book decides, where that is written, and how far its number goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOST_CHIPS = 10**9


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the book.

    `source` are ids of the rule texts and rows of rules.md; "house" is an option that no text has. A number
    is `least` to `most`, or one of `only`.
    """

    decides: str
    source: str
    least: int = 0
    most: int = MOST_CHIPS
    only: tuple[int, ...] = ()


CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "Misdeals": ("misdeal", "dealer"),
    "Button": ("button",),
    "Deal and exposed cards": ("burn", "deal", "expose"),
    "Board": ("board",),
    "Deck and stub": ("deck", "stub", "void"),
    "Hands": ("muck", "hand"),
    "Betting": ("nl", "bet", "fl", "pl"),
    "Antes and straddles": ("bba", "straddle"),
    "Showdown and pots": ("showdown", "pots"),
    "Running it twice": ("rit",),
    "Rake and time charge": ("rake",),
    "Clock": ("clock", "rabbit"),
    "Blinds, new players and levels": ("blinds", "newplayer", "newgame", "levels"),
    "Table": ("table", "buyin", "ui"),
}

ENTRIES: Mapping[str, Entry] = {
    "misdeal.sa": Entry("when it is too late for a misdeal", "T24-36, RR-MD-2, UK-G"),
    "misdeal.button": Entry(
        "whether the button moves for the new deal after a misdeal", "T24-35C, C2, S0-64, S3-54"
    ),
    "misdeal.first_cards": Entry(
        "which of the first cards make a misdeal when the dealer exposes one",
        "T24-35A7, RR-MD-1a, RR-HE-1, M1",
    ),
    "misdeal.exposed_threshold": Entry(
        "how many downcards exposed by the dealer make a misdeal", "T24-35A7, RR-MD-1b, M2", only=(2,)
    ),
    "misdeal.boxed_threshold": Entry(
        "how many boxed cards in the initial deal make a misdeal",
        "T24-35A1, RR-MD-1c, M3, UK-G, NZ99",
        only=(1, 2, 5),
    ),
    "misdeal.wrong_count": Entry("what a wrong number of cards is", "T24-35A5, RR-MD-1e, M8"),
    "misdeal.one_extra": Entry("what one extra card at the end of the deal is", "T24-35A5, RR-HE-2, M10"),
    "misdeal.nonstandard_pre_sa": Entry(
        "what a joker is before substantial action", "T24-35A6, RR-IRR-8, M11"
    ),
    "misdeal.button_wrong_pre_sa": Entry(
        "what a button out of position is before substantial action", "T24-34A, RR-MD-1g, M12"
    ),
    "misdeal.no_cut": Entry("what a deck that was not shuffled or cut is", "T24-1, M14, UK-G"),
    "dealer.may_declare_misdeal": Entry(
        "whether the dealer may declare a clear misdeal without the floor", "rules.md 12.7"
    ),
    "button.error_next_hand": Entry(
        "what follows a hand that was played with the button in the wrong place", "T24-34A, RR-IRR-1"
    ),
    "button.mode": Entry("how the button moves past players who left", "T24-32, RR-BL-2"),
    "burn.dealer_relief": Entry("whether a card is burned when the dealer changes in a hand", "house"),
    "deal.off_table": Entry("what a card dealt off the table is", "M13, RR-IRR-12, UK-G"),
    "deal.out_of_sequence": Entry("what a card dealt out of sequence is", "M5, RR-MD-1f"),
    "deal.replacement": Entry("when an exposed card is replaced", "S0-65, RR-HE-1, S3-55"),
    "expose.burn": Entry("what becomes of an exposed burn card", "E18"),
    "expose.second_post_sa": Entry("what becomes of a second exposed card after substantial action", "E5"),
    "board.premature_flop": Entry(
        "what becomes of the burn of a flop that came too early", "T24-RP5, RR-HE-4, B1, AU-PM"
    ),
    "board.premature_turn": Entry("how a turn that came too early is mended", "T24-RP5, RR-HE-8, B2"),
    "board.premature_river": Entry("how a river that came too early is mended", "T24-RP5, RR-HE-8, B3"),
    "board.four_card_flop": Entry("how a flop of four cards is mended", "B5, RR-HE-3, RR-HE-4"),
    "board.no_burn_flop": Entry("how a flop without a burn is mended before anybody acted", "B8, RR-HE-5"),
    "board.after_action_order": Entry(
        "which cards come after a burn error that was acted on", "T24-38, RR-HE-6, B9"
    ),
    "board.reshuffle_when": Entry(
        "when a stub is reshuffled for a board card that came too early", "rules.md 5, RR-HE-7"
    ),
    "board.reburn_after_full_reshuffle": Entry(
        "whether a card is burned anew when burn and board went back into the stub",
        "B8, RR-HE-5, rules.md 12.8",
    ),
    "deck.duplicate": Entry("what two cards of one rank and suit make of the hand", "T24-35E, RR-IRR-4, F1"),
    "deck.foreign_in_play": Entry(
        "what a card with another back makes of the hand when it is in play", "T24-35E, RR-IRR-3, F2"
    ),
    "deck.foreign_in_stub": Entry(
        "what a card with another back makes of the hand when it is in the stub alone", "F3, RR-IRR-3"
    ),
    "deck.missing_card": Entry(
        "what a card missing from the deck makes of the hand", "T24-35E, RR-IRR-10, F5"
    ),
    "deck.joker_on_board": Entry("what a joker on the board is", "T24-35D, RR-IRR-8, E17"),
    "deck.verify": Entry(
        "how a reshuffled stub is checked: passed over the shoe reader, or as it is drawn", "rules.md 11"
    ),
    "stub.mixed": Entry(
        "what is shuffled when the stub fell into other cards", "T24-RP4, rules.md 12.5, B23"
    ),
    "void.button": Entry("whether the button moves after a void hand", "rules.md 6.1"),
    "muck.retrieval": Entry("what touching the muck does to a hand", "T24-14, RR-DH-2, S0-66"),
    "hand.protected_kill": Entry(
        "what a player gets back whose protected hand was killed by mistake", "T24-65A, H9, MT"
    ),
    "hand.faceup_with_action_pending": Entry(
        "what exposing a hand does while action is pending", "T24-68, C5, S3-56"
    ),
    "hand.facedown_release_with_action_pending": Entry(
        "what releasing a hand face down does while action is pending", "T24-58, RR-DH-1b, S0-66"
    ),
    "hand.recovered": Entry(
        "what the floor is offered first for an unguarded hand in the muck that can be told",
        "T24-14, T24-65B, RR-DH-2, RR-IRR-2, rules.md 12.2, H6, H8",
    ),
    "hand.start_event": Entry(
        "whether the first card at its seat starts a hand, or NEXT at the riffle alone",
        "T24-23, rules.md 12.3, WSOP-LA-51, UK-G",
    ),
    "nl.short_allin": Entry(
        "which short all-ins reopen the betting to players who have acted", "T24-47A, RR-NL-5, S0-39"
    ),
    "bet.min_raise": Entry("what the least raise is measured by", "T24-43A, RR-NL-2, S0-38, S2-15"),
    "bet.raise_motions": Entry("in how many motions a raise may be put out", "T24-42, RR-NL-6, D4"),
    "bet.half_rule": Entry(
        "whether half of a minimum raise or more must be made a whole one", "T24-43A, rules.md 12.3, NL4"
    ),
    "bet.oot": Entry("what binds a player who acted out of turn", "T24-53A, RR-BET-10, D11"),
    "bet.skipped": Entry("when a skipped player has lost his turn", "T24-53B, rules.md 12.3, D12"),
    "bet.undercall": Entry("what a short call is", "T24-51B, RR-NL-8, D9"),
    "bet.accepted_action": Entry("whether a caller who was told a wrong amount has relief", "T24-49, D16"),
    "bet.commit": Entry("which motion commits chips to the pot; the table sees no motions", "rules.md 12.3"),
    "fl.raise_cap": Entry("how many raises a fixed-limit street takes", "S1-20, RR-BET-3, FL2", only=(3, 4)),
    "fl.cap_headsup": Entry("whether two players are capped in fixed limit", "T24-48, RR-BET-4, FL3"),
    "fl.short_allin": Entry(
        "which short all-ins reopen the betting in fixed limit", "T24-47B, RR-BET-6, FL4"
    ),
    "pl.sb_counts_as_bb": Entry(
        "whether the small blind counts as a big blind in a pot-limit pot before the flop",
        "T24-54B, RR-PL-4, PL3",
    ),
    "pl.round_up_unit": Entry(
        "the chip that a pot-limit pot is rounded up to (0: not rounded)", "rules.md 11, PL3"
    ),
    "pl.ante_in_preflop_pot": Entry("whether antes count in a pot-limit pot before the flop", "PL8"),
    "bba.order": Entry(
        "what a short big blind pays first under a big blind ante", "T24-RP11, rules.md 11, P2"
    ),
    "straddle.types": Entry("which seats may straddle", "rules.md 9.3, P4, S0-61, S0-62, WSOP-LA-11"),
    "straddle.order": Entry(
        "who acts first before the flop when another seat than UTG straddles", "rules.md 11, S0-62"
    ),
    "straddle.min_raise": Entry("the least raise over a straddle", "P5, RR-NL-2, WSOP-LA-11"),
    "straddle.max_count": Entry("how many straddles one hand takes", "rules.md 11, P8", least=1, most=8),
    "straddle.postflop_min": Entry("the least bet after the flop in a straddled hand", "rules.md 12.3"),
    "showdown.order": Entry("who shows first when the river was bet", "T24-17A, RR-SD-7, S0-42"),
    "showdown.no_river_bet": Entry(
        "who shows first when the river was not bet", "T24-17A, rules.md 12.3, S0-43"
    ),
    "showdown.called_hands": Entry("whether a called hand may be mucked unseen", "S0-44, S3-39, C11"),
    "showdown.allin_tabling": Entry("when all-in hands are tabled", "T24-16, RR-SD-7, SD6"),
    "showdown.ask_to_see": Entry("who may ask to see a hand", "T24-18, RR-SD-5, SD10"),
    "showdown.show_one_show_all": Entry(
        "whether cards shown to one player are shown to all", "S3-62, RR-SD-6, SD11"
    ),
    "pots.award_order": Entry("which pot is pushed first", "T24-ADD16, RR-SD-8, S0-53, S4-26"),
    "pots.odd_chip": Entry("who gets the odd chips of a split pot", "T24-20A, RR-TIE-4, S0-47, S4-24"),
    "rit.enabled": Entry("whether a hand may be run twice", "rules.md 12.10, S0-71, RIT-A"),
    "rit.players": Entry("how many players may run it twice", "rules.md 12.10, RIT-A"),
    "rit.when": Entry("when it may be agreed to run it twice", "RIT-A, S0-71"),
    "rit.consent": Entry("who must agree to run it twice", "S0-71"),
    "rit.burn": Entry("how many cards are burned for the second run", "RIT-A"),
    "rit.order": Entry("in which order the two boards are dealt", "RIT-A"),
    "rake.mode": Entry("how the house is paid", "S0-60, S3-52"),
    "rake.percent": Entry("the percentage of a pot that is raked", "QLD, rules.md 7.9"),
    "rake.cap": Entry("the most that is raked from one hand", "QLD, rules.md 7.9"),
    "rake.step": Entry("the step that the rake is rounded down to", "QLD, rules.md 7.9", least=1),
    "rake.no_flop_no_drop": Entry(
        "whether a hand that ends before the flop goes without rake", "rules.md 7.9"
    ),
    "rake.chop_exempt": Entry(
        "whether a pot that its only players split goes without rake", "QLD, rules.md 7.9"
    ),
    "rake.jackpot": Entry("what is dropped for the jackpot after the rake of a pot", "NJ, rules.md 7.9"),
    "rake.time_charge": Entry("what each seat pays for its time", "NZ99, S0-60"),
    "rake.time_minutes": Entry(
        "how many minutes one time charge pays for", "rules.md 7.9", least=1, most=720
    ),
    "clock.seconds": Entry(
        "how many seconds the player clock gives, the countdown of the last five included",
        "T24-29, rules.md 12.3, D20",
        least=10,
        most=600,
    ),
    "clock.kills": Entry("whether an expired clock folds or checks by itself", "house, H5"),
    "rabbit": Entry(
        "whether the cards that would have come may be looked at; no screen shows them", "T24-28"
    ),
    "blinds.missed_policy": Entry("how missed blinds are made up", "S0-16, RR-BL"),
    "blinds.missed_sb_only": Entry("what the small blind is when only that was missed", "rules.md 12.4"),
    "blinds.buy_button": Entry(
        "whether a player may post both blinds to come in ahead of the button", "rules.md 2.4"
    ),
    "newplayer.post_required": Entry(
        "whether a new player posts a big blind to be dealt in before it reaches him", "RR-BL, QLD"
    ),
    "newgame.button": Entry("how the first button of a game is found", "S2-06, RR-TIE-1, C9"),
    "levels.by": Entry("what a level of a tournament is counted in", "S2-09"),
    "table.max_seats": Entry("how many seats a table may have", "S1-02, C10", least=2, most=10),
    "buyin.min": Entry("the least that a player buys in for", "S0-59, C13", least=1),
    "buyin.max": Entry("the most that a player may have after buying chips", "S0-59, S2-01, C13", least=1),
    "ui.quick_bets": Entry(
        "the amounts that the dealer's screen offers, as multiples of the bet and parts of the pot",
        "S4-18, C16",
    ),
}
