"""What of the showdown and of the floor's rulings is open now, for the consoles (rules.md 8, 9)."""

from __future__ import annotations

from itertools import permutations

from controller.rules.cards import Where
from controller.rules.lineup import repeats
from controller.rules.requests import AskToSee, Muck, ReportExposed, ShowCard, TableHand
from controller.rules.rulings import decide_ruling, menu
from controller.rules.sentence import Refused
from controller.rules.showdown import at_showdown
from controller.rules.showing import decide_show, may_show
from controller.rules.state import Piece, Table
from controller.views import IrregularityView, Message


def show_asks(table: Table) -> list[str]:
    """The values of `Request.ask` about hands at showdown that would be taken now."""
    if not may_show(table) and not at_showdown(table):
        return []
    asks: list[tuple[str, TableHand | Muck | ShowCard | AskToSee]] = [
        *(("table", TableHand(seat)) for seat in table.seats),
        *(("muck", Muck(seat)) for seat in table.seats),
        *(("show", ShowCard(p.place.seat, p.card)) for p in table.pieces if p.card and _is_held(p)),
    ]
    if at_showdown(table):
        asks += [("ask-to-see", AskToSee(by, of)) for by, of in permutations(table.dealt, 2)]
    taken = [word for word, ask in asks if not isinstance(decide_show(table, ask), Refused)]
    return list(dict.fromkeys(taken))


def _is_held(piece: Piece) -> bool:
    return piece.place.where is Where.SEAT


def floor_asks(table: Table) -> list[str]:
    """The values of `Request.ask` that report an error or rule on it and would be taken now."""
    asks = ["ruling"] if menu(table) else []
    reports = (ReportExposed(seat, card) for seat in table.dealt for card in (1, 2))
    if any(not isinstance(decide_ruling(table, report), Refused) for report in reports):
        asks.append("exposed")
    return asks


def exposed_card(table: Table) -> IrregularityView | None:
    """The card that was exposed and is replaced after the deal: the dealer mends it alone (E2, 12.7)."""
    for piece in table.pieces:
        if piece.n in table.exposed and _is_held(piece):
            sentence = Message("irregular.exposed", {"seat": piece.place.seat})
            return IrregularityView("E2", sentence, stops=False, rulings=("R04",))
    return None


def notice_of_new_deal(table: Table) -> Message:
    """What players read while a hand is dealt again: the outcome in one sentence (rules.md 12.9)."""
    if table.redeal != "misdeal":
        return Message("notice.redeal")
    return Message("notice.misdeal" if repeats(table) else "notice.misdeal.button")
