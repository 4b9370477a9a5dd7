"""The table as a scenario sees it: the keys of `expect`, with the cards named through the deck map."""

from __future__ import annotations

from typing import Any

from controller.deckmap import DeckMap
from controller.projection import Projection
from controller.rules import showdown
from controller.rules.account import Debt
from controller.rules.cards import ASIDE, BOARD, BURN, CardId, Where, seat_place
from controller.rules.dealing import at, stub
from controller.rules.ledger import piece
from controller.rules.rulings import menu
from controller.rules.state import Irregularity, Phase, Piece, Status, Table
from controller.tools.values import JOKER
from controller.views import DealerView, to_json

UNKNOWN = "??"


def snapshot(table: Table, shown: Projection, deck: DeckMap) -> dict[str, Any]:
    """Every key of `expect` but the views, as plain values; null for what is not built yet."""
    dealer = shown.dealer
    first = next(iter((*table.open, *table.mends)), None)
    holding = {p.place.seat for p in table.pieces if p.place.where is Where.SEAT}
    return {
        "prompt": _prompt(shown),
        "irregularity": _irregularity(table, first, deck) if first else None,
        "irregularities": [what.kind for what in (*table.open, *table.mends)],
        "rulings": list(menu(table)) if first else None,
        "phase": dealer.phase,
        "actor": dealer.actor or None,
        "actions": _actions(shown),
        "board": _cards(at(table, BOARD), deck),
        "burns": _cards(at(table, BURN), deck),
        "aside": _cards(at(table, ASIDE), deck),
        "stub": stub(table),
        "hands": {k: _cards(at(table, seat_place(k)), deck) for k in sorted(holding | set(table.dealt))},
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
        "impounded": [{"amount": pot.amount, "seats": list(pot.seats)} for pot in table.impounded],
        "penalties": {k: seat.penalty for k, seat in table.seats.items() if seat.penalty},
        "level": table.time.level or None,
        "clock": to_json(dealer.clock),
        "lamps": dict(shown.lamps.values),
    }


def _irregularity(table: Table, what: Irregularity, deck: DeckMap) -> dict[str, Any]:
    """The kind, the seat and the card that are meant, and what its sentence names."""
    meant = piece(table, what.n)
    card = {"card": _text(meant.card, deck)} if meant and meant.card else {}
    seat = {"seat": what.seat} if what.seat else {}
    return {**to_json(what.sentence.args), "kind": what.kind, **seat, **card}


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
    return " ".join(_text(piece.card, deck) if piece.card else UNKNOWN for piece in pieces)


def _text(card: CardId, deck: DeckMap) -> str:
    return JOKER if card.is_joker else deck.face(card).text


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
