"""Rulings on the deal: misdeal, void hand, the button (rules.md 3.2, 6.1)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import opening
from controller.rules.events import ButtonPlaced, Ruled
from controller.rules.house import DeckVerify
from controller.rules.incidents.button import due_button
from controller.rules.posting import paid_back
from controller.rules.requests import PlaceButton, Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, say
from controller.rules.showing import reopened
from controller.rules.state import BETWEEN_HANDS, DeckCare, Phase, Status, Table
from controller.rules.substantial import misdeal_possible

CODES = frozenset({"R02", "R03", "R35"})
MISDEAL = "misdeal"
VOID = "void"


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """A misdeal before substantial action, a void hand before a push, the right button, or why not."""
    match ask.code:
        case "R02" if not _may_be_misdeal(table):
            return Refused(say("refused.misdeal_late"))
        case "R03" if not _hand_is_on(table):
            return Refused(say("refused.void_late"))
        case "R35":
            return _decide_button(table, ask)
    return (signed(table, ask),)


def _may_be_misdeal(table: Table) -> bool:
    """Whether a misdeal was possible when attention was called to anything that is open, or is now (12.1)."""
    return any(what.possible for what in table.open) or misdeal_possible(table) is True


def _hand_is_on(table: Table) -> bool:
    """Whether a hand is on and nothing of it was pushed: a fouled deck ends with the hand (F1, T24-35E)."""
    if table.phase is Phase.PAYING:
        return table.unpaid is not None
    return table.phase not in (*BETWEEN_HANDS, Phase.DRAWING)


def _decide_button(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """Where the button belongs, to a player: between hands, or in one that was dealt from elsewhere (M12).

    A ruling that names no seat means the one where it was due.
    """
    if table.phase is Phase.DRAWING:
        return Refused(say("refused.hand_runs"))
    if table.phase in BETWEEN_HANDS:
        placed = opening.decide_opening(table, PlaceButton(ask.seat))
        return placed if isinstance(placed, Refused) else (signed(table, ask),)
    seat = ask.seat or due_button(table)
    if seat not in table.seats or table.seats[seat].status is Status.EMPTY:
        return Refused(say("refused.no_player", seat=seat))
    return (signed(table, ask, seat=seat),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family."""
    match event.code:
        case "R02":
            return voided(table, MISDEAL)
        case "R03":
            return voided(table, VOID)
    return _button_corrected(table, event.seat)


def _button_corrected(table: Table, seat: int) -> Table:
    """The button put right: for the hand that is dealt again, or for the next one (T24-34A, RR-IRR-1; M12).

    Before substantial action the first card and the order were wrong too, so that it is a misdeal.
    """
    if table.phase in BETWEEN_HANDS:
        return opening.changed(table, ButtonPlaced(seat))
    table = replace(table, next_button=seat, mends=tuple(m for m in table.mends if m.kind != "M12"))
    return voided(table, MISDEAL) if misdeal_possible(table) else table


def _care(table: Table, why: str) -> DeckCare:
    """All 52 are verified now or after the hand; after a void hand it is another deck (3.2, R03)."""
    if why == VOID or table.care is DeckCare.REPLACE:
        return DeckCare.REPLACE
    passage = table.setup.house.deck_verify is DeckVerify.PASSAGE
    return DeckCare.PASS if passage else DeckCare.COUNT


def voided(table: Table, why: str = "") -> Table:
    """Every chip back with its owner, no rake; the hand is dealt again (rules.md 3.2, 6.1; T24-35C, T24-35E).

    `why` is misdeal or void where the floor ruled so: then the house says whether the button moves. A button
    that stood wrong is put right with it (RR-MD-1g).
    """
    button = table.next_button or (due_button(table) if why == MISDEAL else 0)
    table = reopened(table)
    return replace(
        table,
        seats=paid_back(table.seats),
        phase=Phase.VOID,
        care=_care(table, why),
        open=(),
        mends=(),
        todo=(),
        notes=(),
        again=True,
        redeal=why,
        next_button=button if button in table.seats else 0,
        returned={},
        early=(),
    )
