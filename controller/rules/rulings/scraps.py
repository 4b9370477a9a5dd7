"""Rulings that replace a card: one that was exposed, and a scrap (rules.md 4; R04, R05)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.betting import IN_HAND
from controller.rules.cards import ASIDE, BURN, OFF_TABLE, Where, seat_place
from controller.rules.dealing import at, is_hole, next_number, owner
from controller.rules.events import Ruled
from controller.rules.house import SecondExposed
from controller.rules.incidents.exposed import dealing_again, replacing, swapping
from controller.rules.incidents.scrap import UNREAD
from controller.rules.ledger import piece
from controller.rules.requests import Rule
from controller.rules.rulings.signature import signed
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.state import Do, Phase, Piece, Table, Task

CODES = frozenset({"R04", "R05"})
BEFORE_THE_FLOP = (Phase.DEALING, Phase.PREFLOP)


def decide(table: Table, ask: Rule) -> tuple[Ruled] | Refused:
    """The ruling with its card, or why nothing can be replaced."""
    n = _exposed(table, ask) if ask.code == "R04" else _scrap(table, ask)
    ruling = signed(table, ask, n=n)
    card = piece(table, ruling.n)
    wrong = _exposed_objection(table, card) if ask.code == "R04" else _scrap_objection(table, ruling.n, card)
    return Refused(wrong) if wrong else (replace(ruling, seat=ruling.seat or (owner(card) if card else 0)),)


def ruled(table: Table, event: Ruled) -> Table:
    """The table after a ruling of this family."""
    card = piece(table, event.n)
    if event.code == "R04":
        return _replaced(table, card) if card is not None and event.n not in table.exposed else table
    return _scrapped(table, event.n, card)


# Exposed cards.


def _exposed(table: Table, ask: Rule) -> int:
    """The card of a ruling that names none: that of the stop, or of the seat the one that was seen last."""
    first = next(iter((*table.open, *table.mends)), None)
    if first is not None and first.n and ask.seat in (0, first.seat):
        return first.n
    cards = [p for p in table.pieces if is_hole(p) and owner(p) == ask.seat and p.place.where is Where.SEAT]
    seen = [p for p in cards if p.n in table.seen]
    return (seen or cards)[-1].n if cards else 0


def _exposed_objection(table: Table, card: Piece | None) -> Sentence | None:
    """A card is replaced before the flop, and only one of a hand that is still in (RR-HE-1, 12.2)."""
    if card is None or not is_hole(card) or card.place.where in (Where.MUCK, Where.BURN, Where.BOARD):
        return say("refused.no_hole_card")
    if table.seats[owner(card)].status not in IN_HAND:
        return say("refused.no_hand", seat=owner(card))
    late = table.phase not in BEFORE_THE_FLOP and card.n not in table.exposed
    return say("refused.replace_late") if late else None


def _replaced(table: Table, card: Piece) -> Table:
    """The first exposed card is the burn; a second one the next burn or a scrap, as the house has it (E5)."""
    if not table.exposed:
        return swapping(table, card, "E8" if card.place == OFF_TABLE else "E2")
    burn2 = len(table.exposed) == 1 and table.setup.house.expose_second_post_sa is SecondExposed.BURN2
    away = Task(Do.MOVE, "R04", n=card.n, to=BURN if burn2 else ASIDE)
    return replace(replacing(table, card), todo=(*table.todo, away))


# Scraps.


def _scrap(table: Table, ask: Rule) -> int:
    """The card of a ruling that names none: that of the stop, of the seat, or the newest scrap."""
    first = next(iter((*table.open, *table.mends)), None)
    if first is not None and first.n and ask.seat in (0, first.seat):
        return first.n
    there = {p.n for p in at(table, seat_place(ask.seat))} if ask.seat else None
    scraps = [n for n in (*table.boxed, *table.jokers) if there is None or n in there]
    return scraps[-1] if scraps else 0


def _scrap_objection(table: Table, n: int, card: Piece | None) -> Sentence | None:
    """A scrap of the deal is replaced before the flop; one of the board or the stub at any time (E17)."""
    if card is None:
        if any(what.n == UNREAD and "R05" in what.rulings for what in table.open[:1]):
            return None
        coming = n == next_number(table) and n in (*table.boxed, *table.jokers)
        return None if coming else say("refused.no_scrap")
    if is_hole(card) and table.seats[owner(card)].status not in IN_HAND:
        return say("refused.no_hand", seat=owner(card))
    late = is_hole(card) and table.phase not in BEFORE_THE_FLOP
    return say("refused.replace_late") if late else None


def _scrapped(table: Table, n: int, card: Piece | None) -> Table:
    """Every scrap goes aside; the next card takes its place (RR-IRR-7, RR-IRR-8, T24-35D)."""
    known = (*table.boxed, *table.jokers)
    if card is not None and n not in known:
        table = replace(table, boxed=(*table.boxed, n))
    scraps = [piece(table, k) for k in (*table.boxed, *table.jokers)]
    lying = [p for p in scraps if p is not None and p.place.where not in (Where.ASIDE, Where.MUCK)]
    asked = {task.n for task in table.todo} | {mend.n for mend in table.mends if mend.to == ASIDE}
    moves = tuple(Task(Do.MOVE, "R05", n=p.n, to=ASIDE) for p in lying if p.n not in asked)
    return replace(dealing_again(table), todo=(*table.todo, *moves))
