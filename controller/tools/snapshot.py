"""The table as a scenario sees it: the keys of `expect`, with the cards named through the deck map."""

from __future__ import annotations

from typing import Any

from controller.deckmap import DeckMap
from controller.projection import Projection
from controller.rules import showdown
from controller.rules.cards import BOARD, BURN, seat_place
from controller.rules.dealing import at, stub
from controller.rules.state import Phase, Piece, Status, Table
from controller.views import to_json

UNKNOWN = "??"
LATER_KEYS = (
    *("rulings", "aside", "substantial_action", "boards", "impounded", "owed", "penalties", "level"),
    "clock",
)


def snapshot(table: Table, shown: Projection, deck: DeckMap) -> dict[str, Any]:
    """Every key of `expect` but the views, as plain values; null for what is not built yet."""
    dealer = shown.dealer
    irregular = dealer.irregularity
    return {
        "prompt": _prompt(shown),
        "irregularity": {"kind": irregular.kind, **to_json(irregular.sentence.args)} if irregular else None,
        "irregularities": [what.kind for what in table.open],
        "phase": dealer.phase,
        "actor": dealer.actor or None,
        "actions": _actions(shown),
        "board": _cards(at(table, BOARD), deck),
        "burns": _cards(at(table, BURN), deck),
        "stub": stub(table),
        "hands": {k: _cards(at(table, seat_place(k)), deck) for k in table.dealt},
        "status": {k: _status(seat.status) for k, seat in table.seats.items()},
        "stacks": {k: seat.stack for k, seat in table.seats.items() if seat.status is not Status.EMPTY},
        "street_bets": {k: seat.street_in for k, seat in table.seats.items() if seat.street_in},
        "pots": [{"amount": pot.amount, "seats": list(pot.seats)} for pot in dealer.pots],
        "paid": _paid(table),
        "returned": dict(table.returned),
        "rake": 0,
        "button": table.button,
        "winners": _winners(table),
        "lamps": dict(shown.lamps.values),
        **dict.fromkeys(LATER_KEYS),
    }


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


def _status(status: Status) -> str:
    return "folded" if status is Status.MUCKED else str(status)


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
                    hand = showdown.hand_of(table, seat)
                    found.append((number, seat, hand.name if hand else ""))
    return [[seat, hand or None] for _, seat, hand in sorted(found)]
