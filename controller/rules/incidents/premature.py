"""Board cards that came before the betting was over, and cards too many on a street (rules.md 5, 12.5)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.cards import ASIDE, BOARD, How
from controller.rules.dealing import BOARD_CARDS, FLOP_CARDS, at, burns_lying, slots
from controller.rules.house import FourCardFlop, PrematureTurn
from controller.rules.incidents.stops import closed, mending, stopped
from controller.rules.sentence import Sentence, say
from controller.rules.state import Irregularity, Phase, Piece, Table
from controller.rules.streets import CARDS_OF, acted_on, betting_open, early_cards

KINDS = frozenset({"B1", "B2", "B3", "B5", "B6", "B17", "B18", "B29"})
FLOP_TOO_LONG = ("B5", "B6")
MOST_TO_PICK = FLOP_CARDS + 2
_NEXT = {
    Phase.DEALING: Phase.FLOP,
    Phase.PREFLOP: Phase.FLOP,
    Phase.FLOP: Phase.TURN,
    Phase.TURN: Phase.RIVER,
    Phase.RIVER: Phase.RIVER,
}
_KINDS = {Phase.FLOP: "B1", Phase.TURN: "B2", Phase.RIVER: "B3"}
_PREMATURE_TURN = {
    PrematureTurn.RESHUFFLE_TURN: ("R08", "R11"),
    PrematureTurn.RIVER_AS_TURN: ("R11", "R08"),
    PrematureTurn.HOLD_RIVER: ("R12", "R08", "R11"),
}


def came(table: Table, now: Piece) -> Table:
    """The table after this card came to the board before the betting was over (T24-RP5, RR-HE-7, B26)."""
    if len(at(table, BOARD)) > len(slots(table)):
        return surplus(table, now)
    return stopped(closed(table, "B4"), judged(table, Irregularity("B2", say("prompt.stop"), n=now.n)))


def surplus(table: Table, now: Piece) -> Table:
    """A sixth board card has no effect: the dealer lays it aside (B18, T24-28), and each that follows it."""
    alone = mending(
        replace(table, mends=()), Irregularity("B18", say("irregular.sixth_card"), n=now.n, to=ASIDE)
    )
    return replace(table, mends=(*table.mends, *alone.mends))


def judged(table: Table, what: Irregularity) -> Irregularity:
    """The early cards as they lie now; a flop with too many cards stays one whatever is acted on it."""
    early = early_cards(table) or tuple(p for p in table.pieces if p.n == what.n)
    phase = table.phase if table.phase in _NEXT else Phase.RIVER
    street = _NEXT[phase]
    kind = _kind(table, what.kind, street, len(early))
    n = what.n if kind == what.kind else (early[0].n if early else what.n)
    return replace(
        what, kind=kind, sentence=_sentence(kind, street, early, table), rulings=_menu(table, kind), n=n
    )


def _kind(table: Table, was: str, street: Phase, cards: int) -> str:
    slot = slots(table)[min(CARDS_OF[table.phase], BOARD_CARDS - 1)]
    unburned = burns_lying(table) < slot.burns + table.extra_burns
    fresh = betting_open(table) and not acted_on(table, table.phase)
    if was in FLOP_TOO_LONG or (street is Phase.TURN and unburned and fresh):
        return "B5" if cards == 1 else "B6"
    if was == "B17" or (street is Phase.RIVER and unburned and fresh and cards == 1):
        return "B17"
    several = cards > (FLOP_CARDS if street is Phase.FLOP else 1)
    return "B29" if several and street is not Phase.RIVER else _KINDS[street]


def _sentence(kind: str, street: Phase, early: tuple[Piece, ...], table: Table) -> Sentence:
    match kind:
        case "B5" | "B6":
            return say("irregular.flop_cards", cards=len(at(table, BOARD)))
        case "B17":
            return say("irregular.turn_and_river")
        case "B29":
            return say("irregular.streets_early", cards=len(early))
    return say(f"irregular.{street}_early")


def _menu(table: Table, kind: str) -> tuple[str, ...]:
    house = table.setup.house
    match kind:
        case "B2":
            return _PREMATURE_TURN[house.board_premature_turn]
        case "B5" if house.board_four_card_flop is FourCardFlop.SCRAMBLE_NEXT_BURN:
            return ("R10", "R08")
        case "B5":
            return ("R08", "R10")
        case "B6":
            return ("R08", "R10") if len(at(table, BOARD)) <= MOST_TO_PICK else ("R08",)
        case "B17":
            return ("R07",) if order_known(table) else ("R10",)
    return ("R08",)


def order_known(table: Table) -> bool:
    """Whether readers named the last two board cards as they came: then the first is the turn (B17)."""
    return all(p.card is not None and p.how is How.READ for p in at(table, BOARD)[-2:])
