"""The table as a scenario sees it: the keys of `expect`, with the cards named through the deck map."""

from __future__ import annotations

from typing import Any

from controller.deckmap import DeckMap
from controller.projection import Projection
from controller.rules import showdown
from controller.rules.account import Debt
from controller.rules.cards import BOARD, BURN, seat_place
from controller.rules.dealing import at, stub
from controller.rules.state import Phase, Piece, Status, Table
from controller.showview import exposed_card
from controller.views import DealerView, IrregularityView, to_json

UNKNOWN = "??"
LATER_KEYS = ("aside", "impounded", "penalties")


def snapshot(table: Table, shown: Projection, deck: DeckMap) -> dict[str, Any]:
    """Every key of `expect` but the views, as plain values; null for what is not built yet."""
    dealer = shown.dealer
    irregular = dealer.irregularity
    return {
        "prompt": _prompt(shown),
        "irregularity": _irregularity(table, irregular, deck) if irregular else None,
        "irregularities": [what.kind for what in table.open] + ["E2"] * bool(exposed_card(table)),
        "rulings": list(irregular.rulings) if irregular else None,
        "phase": dealer.phase,
        "actor": dealer.actor or None,
        "actions": _actions(shown),
        "board": _cards(at(table, BOARD), deck),
        "burns": _cards(at(table, BURN), deck),
        "stub": stub(table),
        "hands": {k: _cards(at(table, seat_place(k)), deck) for k in table.dealt},
        "status": {k: seat.status for k, seat in dealer.seats.items()},
        "stacks": {k: seat.stack for k, seat in table.seats.items() if seat.status is not Status.EMPTY},
        "street_bets": {k: seat.street_in for k, seat in table.seats.items() if seat.street_in},
        "pots": [{"amount": pot.amount, "seats": list(pot.seats)} for pot in dealer.pots],
        "paid": _paid(table),
        "returned": dict(table.returned),
        "rake": dealer.rake,
        "button": table.button,
        "substantial_action": _substantial_action(dealer),
        "winners": _winners(table),
        "boards": [" ".join(board) for board in dealer.boards] or None,
        "owed": {k: _owed(seat.owes) for k, seat in table.seats.items() if seat.owes != Debt()},
        "level": table.time.level or None,
        "clock": to_json(dealer.clock),
        "lamps": dict(shown.lamps.values),
        **dict.fromkeys(LATER_KEYS),
    }


def _irregularity(table: Table, what: IrregularityView, deck: DeckMap) -> dict[str, Any]:
    """The kind, what its sentence names, and the card that is meant."""
    meant = [p.card for p in table.pieces if what.kind == "E2" and p.n in table.exposed]
    card = {"card": deck.face(meant[0]).text} if meant and meant[0] else {}
    return {"kind": what.kind, **to_json(what.sentence.args), **card}


def _prompt(shown: Projection) -> dict[str, Any]:
    prompt = to_json(shown.dealer.prompt)
    return {key: value for key, value in prompt.items() if value not in (0, "", [], None)}


def _actions(shown: Projection) -> dict[str, Any] | None:
    dealer = shown.dealer
    if not dealer.actor:
        return None
    may = dealer.actions
    return {
        "fold": may.fold,
        "check": may.check,
        "call": may.call or None,
        "bet": [may.bet_min, may.bet_max] if may.bet_max else None,
        "raise": [may.raise_min, may.raise_max] if may.raise_max else None,
    }


def _cards(pieces: tuple[Piece, ...], deck: DeckMap) -> str:
    return " ".join(deck.face(piece.card).text if piece.card else UNKNOWN for piece in pieces)


def _owed(debt: Debt) -> dict[str, int]:
    return {"live": debt.live, "dead": debt.dead}


def _substantial_action(dealer: DealerView) -> bool | None:
    return None if dealer.misdeal_possible is None else not dealer.misdeal_possible


def _paid(table: Table) -> dict[int, int]:
    paid: dict[int, int] = {}
    for award in table.awards:
        paid[award.seat] = paid.get(award.seat, 0) + award.amount
    return paid


def _winners(table: Table) -> list[list[Any]]:
    """[seat, hand] by pot, then seat: of pots that were pushed, and of those that will be."""
    found = [(award.pot, award.seat, award.hand) for award in table.awards]
    if table.phase is Phase.PAYING:
        for number, pot in enumerate(table.pots, 1):
            if number not in table.pushed:
                for seat in showdown.shares(table, pot):
                    hand = showdown.hand_of(table, seat, pot.board or 1)
                    found.append((number, seat, hand.name if hand else ""))
    return [[seat, hand or None] for _, seat, hand in sorted(found)]
