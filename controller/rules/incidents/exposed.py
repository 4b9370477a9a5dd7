"""Cards that were seen, by the dealer's hand or the player's (rules.md 4, 12.2; M1, M2, E1 to E7, E22)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import betting
from controller.rules.cards import BOARD, BURN, MUCK, Where, seat_place
from controller.rules.dealing import at, is_hole, owner
from controller.rules.events import CardExposed, Event, Reported
from controller.rules.house import FaceUp, FirstCards
from controller.rules.incidents.stops import mending, stopped
from controller.rules.ledger import piece
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, say
from controller.rules.state import Irregularity, Phase, Piece, Table
from controller.rules.substantial import misdeal_possible

KINDS = frozenset({"M1", "M2", *(f"E{n}" for n in (*range(1, 8), *range(21, 25)))})
REPORTS = frozenset({"exposed"})
FIRST_CARDS = {FirstCards.FIRST_TWO: 2, FirstCards.FIRST_ONE: 1, FirstCards.OFF: 0}
IN_PLAY = (Phase.DEALING, *betting.STREETS)


def placed(before: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:
    """An exposed card may lie before its owner or beside the shoe until it is the burn (E2, E8)."""
    moved = was is not None and now is not None and was.n in before.exposed
    # A new value says that this move is in order, whatever other rules make of such a move.
    return replace(after) if moved and now and (now.place.where is Where.ASIDE or _is_home(now)) else after


def _is_home(card: Piece) -> bool:
    return is_hole(card) and card.place == card.bound


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """The menu as cards and actions stand now; the kind stays (12.10)."""
    if what.kind == "E22":
        return replace(what, rulings=_face_up_menu(table))
    if what.kind in ("M1", "M2") and misdeal_possible(table):
        return replace(what, rulings=("R02",))
    return replace(what, rulings=late_menu(table, what.seat))


def meant(table: Table, ask: ReportExposed) -> ReportExposed | Report:
    """What EXPOSED means without a choice: the newest card, or the next one of the stub (E18, E19)."""
    newest = next((p for p in reversed(table.pieces) if p.place.where is not Where.ASIDE), None)
    if ask.seat or newest is None or table.phase not in IN_PLAY:
        return ask
    goal = newest.bound if newest.place.where is Where.FLIGHT else newest.place
    if goal == BURN:
        return Report("burn-exposed")
    return Report("stub-exposed") if goal == BOARD else ask


def decide(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """A hole card that was seen, or why there is none; what happened to it is never refused."""
    if table.phase not in IN_PLAY or not isinstance(ask, ReportExposed):
        return Refused(say("refused.not_now", ask="exposed"))
    card = _card(table, ask)
    if card is None:
        return Refused(say("refused.no_such_card", seat=ask.seat, card=ask.card))
    if card.n in (*table.exposed, *table.seen):
        return Refused(say("refused.exposed_before", seat=owner(card)))
    return (CardExposed(card.n, ask.by),)


def _card(table: Table, ask: ReportExposed) -> Piece | None:
    """The card that is meant: of a seat, where its hand lies in the muck also there; or the newest one."""
    if not ask.seat:
        dealt = [p for p in table.pieces if owner(p) and p.place.where is not Where.ASIDE]
        return dealt[-1] if dealt else None
    there = at(table, seat_place(ask.seat)) or tuple(
        p for p in table.pieces if p.place == MUCK and p.bound == seat_place(ask.seat)
    )
    return there[ask.card - 1] if 1 <= ask.card <= len(there) else None


def reported(table: Table, event: Reported | CardExposed) -> Table:
    """The table after a hole card was seen (T24-35A7, RR-MD-1, RR-HE-1, RR-IRR-12, S0-65).

    A folded card that the dealer exposes is shown to all and changes nothing (E21). What the player exposed
    himself plays and is not counted (4.3, E6); with action pending it is for the floor (E22, T24-68).
    """
    card = piece(table, event.n)
    if card is None or table.phase not in IN_PLAY or not owner(card) or not _in_hand(table, owner(card)):
        return table
    if event.by != "player":
        return counted(table, card)
    if not _action_pending(table):
        return table
    what = say("irregular.face_up", seat=owner(card))
    return stopped(table, Irregularity("E22", what, owner(card), _face_up_menu(table), card.n))


def _in_hand(table: Table, seat: int) -> bool:
    return table.seats[seat].status in betting.IN_HAND


def _action_pending(table: Table) -> bool:
    if table.phase is Phase.DEALING:
        return False
    later = table.phase is not Phase.RIVER and len(betting.can_bet(table)) > 1
    return not table.street.closed or later


def _face_up_menu(table: Table) -> tuple[str, ...]:
    """C5: a penalty in the rulebooks, a dead hand in some houses (T24-68, T24-71B, S3-56)."""
    dead = table.setup.house.hand_faceup_with_action_pending is FaceUp.DEAD
    return ("R15", "R01") if dead else ("R01",)


def counted(table: Table, card: Piece, single: str = "E2") -> Table:
    """The table after the dealer exposed a hole card of a hand that is in; `single` is what one alone is.

    One of the first cards off the deck (M1, E1) or a second card (M2, E3, E4) is a misdeal while that is
    possible, and R02 is the whole menu (12.6). Another one is replaced and becomes the burn (E2). Once its
    owner has acted or looked it plays (12.2); after substantial action the floor says so.
    """
    seat, possible = owner(card), misdeal_possible(table) is True
    before = len(table.exposed) + len(table.seen)
    first = card.n <= FIRST_CARDS[table.setup.house.misdeal_first_cards]
    second = before + 1 >= table.setup.house.misdeal_exposed_threshold
    if possible and (first or second):
        return _misdeal(table, card, first=first)
    if possible and not has_acted(table, seat):
        return swapping(table, card, single)
    again = card.replaces in table.exposed
    kind = "E5" if again else "E1" if first else "E3" if second else single
    which = "irregular.exposed_again" if again else "irregular.exposed_late"
    what = Irregularity(kind, say(which, seat=seat), seat, late_menu(table, seat), card.n)
    return stopped(_seen(table, card.n), what)


def _misdeal(table: Table, card: Piece, *, first: bool) -> Table:
    which = "irregular.second_exposed"
    if first:
        which = "irregular.first_card" if card.n == 1 else "irregular.second_card"
    kind, seat = "M1" if first else "M2", owner(card)
    return stopped(_seen(table, card.n), Irregularity(kind, say(which, seat=seat), seat, ("R02",), card.n))


def _seen(table: Table, n: int) -> Table:
    return replace(table, seen=(*table.seen, n))


def swapping(table: Table, card: Piece, kind: str) -> Table:
    """The table in which the dealer replaces an exposed card and makes it the burn (E2, RR-HE-1, S0-65)."""
    seat = owner(card)
    sentence = say("irregular.off_table" if kind == "E8" else "irregular.exposed", seat=seat)
    what = Irregularity(kind, sentence, seat, ("R04",), card.n, to=BURN)
    return mending(replacing(table, card), what)


def replacing(table: Table, card: Piece) -> Table:
    """The table that owes another card in place of this one (4.4)."""
    return replace(
        dealing_again(table),
        exposed=(*table.exposed, card.n),
        seen=tuple(n for n in table.seen if n != card.n),
    )


def dealing_again(table: Table) -> Table:
    """The deal goes on where it looked done and nobody has acted: a card is owed (4.4, EX-19)."""
    street = table.street
    spoken = any(seat.acted or seat.bound or seat.loose for seat in table.seats.values())
    untouched = not (street.actions or street.closed or table.early or spoken)
    begun = table.phase is Phase.PREFLOP and untouched
    return replace(table, phase=Phase.DEALING) if begun else table


def has_acted(table: Table, seat: int) -> bool:
    """Whether the holder has acted in this hand, in turn or not, or has looked at his cards (12.2)."""
    if table.phase is Phase.DEALING:
        return False
    here, early = table.seats[seat], any(early.seat == seat for early in table.early)
    return table.phase is not Phase.PREFLOP or bool(here.acted) or here.looked or early


def late_menu(table: Table, seat: int) -> tuple[str, ...]:
    """What is left to be ruled once play is on: the card plays, or is still replaced; R15 never (12.2)."""
    return ("R01",) if has_acted(table, seat) else ("R04",)


def settled(table: Table) -> Table:
    """The table without the swap of a card whose hand is out: it goes with the hand."""
    over = tuple(m for m in table.mends if m.n in table.exposed and m.to == BURN and _is_gone(table, m.n))
    return replace(table, mends=tuple(m for m in table.mends if m not in over)) if over else table


def _is_gone(table: Table, n: int) -> bool:
    card = piece(table, n)
    return card is None or card.place.where in (Where.MUCK, Where.BOARD) or not _in_hand(table, owner(card))
