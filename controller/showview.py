"""What of the showdown and of the floor's rulings is open now, for the consoles (rules.md 8, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from controller.rules.cards import CardId, Where
from controller.rules.decisions import decide
from controller.rules.incidents import decide_report
from controller.rules.lineup import repeats
from controller.rules.looking import hand_of
from controller.rules.notes import decide_unnoticed
from controller.rules.requests import (
    REPORTS,
    AskToSee,
    Impound,
    Muck,
    Report,
    ReportExposed,
    ShowCard,
    TableHand,
)
from controller.rules.rulings import menu
from controller.rules.sentence import Refused
from controller.rules.showdown import at_showdown
from controller.rules.showing import decide_show, may_show
from controller.rules.state import Piece, Table
from controller.views import Message

# Words of a report that are another request already.
_REPORTED = {"back": "back-seen"}


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
    """The values of `Request.ask` of the floor, and of reports, that would be taken now."""
    asks = ["ruling"] if menu(table) else []
    if decide_unnoticed(table) is None:
        asks.append("unnoticed")
    if not isinstance(decide(table, Impound("")), Refused):
        asks.append("pending")
    if any(hand_of(table, seat) for seat in table.dealt):
        asks.append("reveal")
    return asks + [_REPORTED.get(what, what) for what in ("exposed", *REPORTS) if _may_report(table, what)]


def _may_report(table: Table, what: str) -> bool:
    return any(not isinstance(decide_report(table, report), Refused) for report in _reports(table, what))


def _reports(table: Table, what: str) -> Iterator[Report | ReportExposed]:
    """A report of a kind about the newest card or none, and about each seat."""
    for seat, card in ((0, 0), *((seat, card) for seat in table.dealt for card in (1, 2))):
        yield ReportExposed(seat, card) if what == "exposed" else Report(what, seat, card)
    if what == "missing":
        yield Report(what, known=CardId("", 0))


def notice_of_new_deal(table: Table) -> Message:
    """What players read while a hand is dealt again: the outcome in one sentence (rules.md 12.9)."""
    if table.redeal != "misdeal":
        return Message("notice.redeal")
    return Message("notice.misdeal" if repeats(table) else "notice.misdeal.button")
