"""Deck faults: a card twice, strange, of another back or missing (rules.md 6.1; F1 to F11, M15 to M17).

Which faces are on hidden cards is not known here: F1 and a deck in its factory order are seen by `integrity`,
strange tags and a stub that is not whole by `sensing`; both stop the table.
"""

from __future__ import annotations

from dataclasses import replace

from controller.rules.cards import SHOE, CardId, seat_place
from controller.rules.dealing import at
from controller.rules.events import CardExposed, CardMoved, Event, Reported
from controller.rules.house import ForeignCard, MissingCard
from controller.rules.incidents.stops import DECK_FAULT, closed, stopped, unresolved
from controller.rules.ledger import AFTER_THE_HAND, is_elsewhere, piece
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, say
from controller.rules.state import Irregularity, Phase, Piece, Table
from controller.rules.substantial import misdeal_possible

KINDS = frozenset({"F1", "F2", "F3", "F5", "F7", "F9", "F11", "M15", "M16", "M17"})
REPORTS = frozenset({"back", "missing"})
# What each is called while a misdeal is possible as attention is called (12.10).
IN_TIME = {"F2": "M16", "F5": "M17"}


def doubled(before: Table, after: Table, event: CardMoved) -> Table | None:
    """The table stopped over a card in two places at once; None where there is no such card.

    Whichever of the two it was before was named wrongly, or the deck has it twice.
    """
    if not is_elsewhere(before, event):
        return None
    quiet = before.open or before.phase in AFTER_THE_HAND
    return after if quiet else stopped(after, unresolved(DECK_FAULT))


def placed(before: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:  # noqa: ARG001
    """A card of another back that was seen in the stub has come into play (F3 becomes F2; EX-69)."""
    if now is None or now.card not in after.odd or (was is not None and was.place == now.place):
        return after
    return stopped(after, _foreign(after, now))


def _foreign(table: Table, card: Piece | None) -> Irregularity:
    place = card.place if card else None
    seat, n = (place.seat, card.n) if place and card else (0, 0)
    sentence = say("irregular.foreign", place=str(place or SHOE))
    return _judged(table, Irregularity("F2", sentence, seat, n=n, place=place))


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """The menu of a fault as cards and actions stand now; the kind stays once it is open (12.10)."""
    if what.since:
        return replace(what, rulings=_menu(table, what.kind, possible=misdeal_possible(table) is True))
    return _judged(table, what)


def _judged(table: Table, what: Irregularity) -> Irregularity:
    """A fault as it is found: its kind and its menu."""
    possible = misdeal_possible(table) is True
    kind = IN_TIME.get(what.kind, what.kind) if possible else what.kind
    return replace(what, kind=kind, rulings=_menu(table, kind, possible=possible))


def _menu(table: Table, kind: str, *, possible: bool) -> tuple[str, ...]:
    """The rulings on a deck fault (9.2, 12.5, 12.6), the house's first choice first."""
    house = table.setup.house
    match kind:
        case "F1" | "F9" | "M15":
            return ("R03",)
        case "F2" | "M16":
            return ("R03",) if house.deck_foreign_in_play is ForeignCard.VOID else ("R01", "R03")
        case "F3":
            return ("R01",) if house.deck_foreign_in_stub is ForeignCard.STANDS else ("R03", "R01")
        case "F5" | "M17":
            return _missing_menu(house.deck_missing_card, possible=possible)
        case "F7":
            return ("R01", "R37")
    return ("R01", "R03")


def _missing_menu(house: MissingCard, *, possible: bool) -> tuple[str, ...]:
    """A missing card (12.5; T24-35E, RR-IRR-10, CP03)."""
    match house:
        case MissingCard.MISDEAL_PRE_SA:
            return ("R02",) if possible else ("R01",)
        case MissingCard.STANDS:
            return ("R01",)
        case MissingCard.VOID:
            return ("R03",)


def decide(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """A card of another back, in play or in the stub, or one that was never in the deck."""
    if isinstance(ask, ReportExposed):
        return Refused(say("refused.not_supported", ask="exposed"))
    n = _number(table, ask)
    if n is None:
        return Refused(say("refused.no_such_card", seat=ask.seat, card=ask.card))
    if ask.what == "missing" and n:
        return Refused(say("refused.card_taken"))
    return (Reported(ask.what, n, ask.seat, None if n else ask.known, ask.by),)


def _number(table: Table, ask: Report) -> int | None:
    """The card that is out, by its order of leaving the shoe; 0 for one that is not, None where none is."""
    if ask.known is not None:
        return next((p.n for p in table.pieces if p.card == ask.known), 0)
    if not ask.seat:
        return 0
    there = at(table, seat_place(ask.seat))
    return there[ask.card - 1].n if 1 <= ask.card <= len(there) else None


def may_be_told(table: Table) -> bool:
    """Whether a deck fault still matters: until the pot is pushed (6.1; T24-35E)."""
    return table.phase not in AFTER_THE_HAND or (table.phase is Phase.PAYING and table.unpaid is not None)


def reported(table: Table, event: Reported | CardExposed) -> Table:
    """The table stopped over what somebody saw or found."""
    if not isinstance(event, Reported) or not may_be_told(table):
        return table
    if event.what == "missing":
        gone = _with(table.missing, event.card)
        what = Irregularity("F5", say("irregular.missing"))
        return stopped(replace(table, missing=gone), _judged(table, what))
    if event.n:
        return stopped(table, _foreign(table, piece(table, event.n)))
    what = _judged(table, Irregularity("F3", say("irregular.foreign_stub"), place=SHOE))
    return stopped(replace(table, odd=_with(table.odd, event.card)), what)


def _with(cards: tuple[CardId, ...], card: CardId | None) -> tuple[CardId, ...]:
    return cards if card is None or card in cards else (*cards, card)


def settled(table: Table) -> Table:
    """No deck fault is mended by the dealer alone."""
    return table


def passed(table: Table) -> Table:
    """The table after the stub was found whole: nothing is wrong with it any more (F11, EX-66)."""
    return closed(table, "F11")
