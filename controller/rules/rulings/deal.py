"""Rulings on the deal: misdeal, void hand, the button; and cards that were seen (rules.md 3, 4, 6.1)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import opening
from controller.rules.cards import seat_place
from controller.rules.dealing import at
from controller.rules.events import ButtonPlaced, CardExposed, Ruled
from controller.rules.house import FirstCards, Replacement
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.posting import paid_back
from controller.rules.requests import PlaceButton, ReportExposed, Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.showing import reopened
from controller.rules.state import BETWEEN_HANDS, Irregularity, Phase, Piece, Table
from controller.rules.substantial import misdeal_possible

CODES = frozenset({"R02", "R03", "R35"})
MISDEAL = "misdeal"
VOID = "void"
FIRST_CARDS = {FirstCards.FIRST_TWO: 2, FirstCards.FIRST_ONE: 1, FirstCards.OFF: 0}


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """A misdeal before substantial action, a void hand before a push, a button between hands, or why not."""
    match ask.code:
        case "R02" if table.open[0].kind == "floor" and not misdeal_possible(table):
            return Refused(say("refused.misdeal_late"))
        case "R03" if not _hand_is_on(table):
            return Refused(say("refused.void_late"))
        case "R35":
            return _decide_button(table, ask)
    return (signed(ask),)


def _hand_is_on(table: Table) -> bool:
    """Whether a hand is on and nothing of it was pushed: a fouled deck ends with the hand (F1, T24-35E)."""
    if table.phase is Phase.PAYING:
        return table.unpaid is not None
    return table.phase not in (*BETWEEN_HANDS, Phase.DRAWING)


def _decide_button(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The button for the next hand (RR-IRR-1); while a hand is on it stays where it is (T24-34A)."""
    placed = opening.decide_opening(table, PlaceButton(ask.seat))
    return placed if isinstance(placed, Refused) else (signed(ask),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family."""
    match event.code:
        case "R02":
            return voided(table, MISDEAL)
        case "R03":
            return voided(table, VOID)
    return opening.changed(table, ButtonPlaced(event.seat))


def voided(table: Table, why: str = "") -> Table:
    """Every chip back with its owner, no rake; the hand is dealt again (rules.md 3.2, 6.1; T24-35C, T24-35E).

    `why` is misdeal or void where the floor ruled so: then the house says whether the button moves.
    """
    table = reopened(table)
    return replace(
        table,
        seats=paid_back(table.seats),
        phase=Phase.VOID,
        open=(),
        again=True,
        redeal=why,
        returned={},
        early=(),
    )


def decide_exposed(table: Table, ask: ReportExposed) -> tuple[CardExposed] | Refused:
    """A hole card that was seen: what the dealer exposed in the deal is mended or a misdeal (M1, M2, E2).

    What a player exposed himself plays (rules.md 4.3).
    """
    if table.phase in AFTER_THE_HAND:
        return Refused(say("refused.not_now", ask="exposed"))
    cards = at(table, seat_place(ask.seat))
    if not 1 <= ask.card <= len(cards):
        return Refused(say("refused.no_such_card", seat=ask.seat, card=ask.card))
    piece = cards[ask.card - 1]
    stands = ask.by == "player" or _misdeal(table, piece) or _replaceable(table, piece)
    if not stands or _reported(table):
        return Refused(say("refused.not_supported", ask="exposed"))
    return (CardExposed(piece.n, ask.by),)


def _misdeal(table: Table, piece: Piece) -> bool:
    """Whether it makes a misdeal that the dealer exposed this card (M1, T24-35A7, RR-MD-1a, RR-HE-1)."""
    first = FIRST_CARDS[table.setup.house.misdeal_first_cards]
    return piece.n <= first and misdeal_possible(table) is True


def _replaceable(table: Table, piece: Piece) -> bool:
    """Whether the deal goes on and the card is replaced after it, or a second one was exposed (M2)."""
    after = table.setup.house.deal_replacement is Replacement.AFTER_DEAL
    return after and _nobody_acted(table) and piece.n not in table.exposed


def _nobody_acted(table: Table) -> bool:
    """Whether the cards are being dealt, or were just now."""
    street = table.street
    untouched = not (street.actions or street.closed or table.early or street.aggressor)
    return table.phase is Phase.DEALING or (table.phase is Phase.PREFLOP and untouched)


def _reported(table: Table) -> bool:
    return any(what.kind in ("M1", "M2") for what in table.open)


def exposed(table: Table, event: CardExposed) -> Table:
    """The table after the dealer exposed a hole card (T24-35A7, RR-MD-1, RR-HE-1, S0-65).

    One of the first cards, or a second card, stops it and R02 is the whole menu (12.6); another card is
    replaced at the end of the deal and becomes the burn.
    """
    piece = next((p for p in table.pieces if p.n == event.n), None)
    if piece is None or event.by == "player":
        return table
    seat = piece.place.seat
    if not _misdeal(table, piece):
        if not table.exposed:
            # The button's last card may be seen exposed once the deal looks done: then it goes on (EX-19).
            return replace(table, exposed=(event.n,), phase=Phase.DEALING)
        what = Irregularity("M2", say("irregular.second_exposed", seat=seat), seat=seat, rulings=("R02",))
        return replace(table, open=(*table.open, what))
    which = "irregular.first_card" if event.n == 1 else "irregular.second_card"
    what = Irregularity("M1", say(which, seat=seat), seat=seat, rulings=("R02",))
    return replace(table, open=(*table.open, what))
