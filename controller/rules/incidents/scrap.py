"""Scraps: cards that lay face up in the deck, and jokers (rules.md 4.2; M3, M11, E11 to E17, F4)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules import streets
from controller.rules.betting import IN_HAND
from controller.rules.cards import ASIDE, BOARD, BURN, MUCK, Place, Where, seat_place
from controller.rules.dealing import at, due, is_hole, next_number
from controller.rules.events import CardExposed, Event, Reported
from controller.rules.house import JokerOnBoard, NonstandardCard
from controller.rules.incidents.exposed import IN_PLAY, dealing_again, has_acted
from controller.rules.incidents.stops import mending, stopped
from controller.rules.ledger import piece
from controller.rules.requests import Report, ReportExposed
from controller.rules.sentence import Refused, say
from controller.rules.state import Irregularity, Phase, Piece, Table
from controller.rules.substantial import misdeal_possible

KINDS = frozenset({"M3", "M11", "E11", "E12", "E13", "E14", "E15", "E16", "E17", "F4"})
REPORTS = frozenset({"boxed", "joker"})
DEFECTIVE = 5
AWAY = (Where.ASIDE, Where.MUCK, Where.FLOOR, Where.SHOE)
# A card that has no tag lies at a seat and is no card of the ledger.
UNREAD = 0


def placed(before: Table, after: Table, was: Piece | None, now: Piece | None) -> Table:  # noqa: ARG001
    """No place of a card makes it a scrap; the dealer is asked to lay one aside."""
    return after


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """The menu as cards and actions stand now; the kind stays (12.10)."""
    match what.kind:
        case "M3":
            return replace(what, rulings=("R02", "R05") if misdeal_possible(table) else ("R05",))
        case "M11" | "E16" | "F4":
            return replace(what, rulings=_joker_menu(table, piece(table, what.n), what.seat))
        case "E17":
            return replace(what, rulings=_board_menu(table))
        case "E11" | "E12":
            return replace(what, rulings=("R01",) if has_acted(table, what.seat) else ("R05",))
    return what


def decide(table: Table, ask: Report | ReportExposed) -> tuple[Event, ...] | Refused:
    """A scrap: of a seat, the newest card while it is on its way, or the next one."""
    if table.phase not in IN_PLAY or isinstance(ask, ReportExposed):
        return Refused(say("refused.not_now", ask=ask.what if isinstance(ask, Report) else "exposed"))
    n = _number(table, ask)
    if n is None:
        return Refused(say("refused.no_such_card", seat=ask.seat, card=ask.card))
    if n in (*table.boxed, *table.jokers):
        return Refused(say("refused.scrap_before"))
    if n == next_number(table) and due(table) in (None, ASIDE):
        return Refused(say("refused.not_now", ask=ask.what))
    return (Reported(ask.what, n, ask.seat, by=ask.by),)


def _number(table: Table, ask: Report) -> int | None:
    """The card that is meant, by its order of leaving the shoe; None where there is none."""
    if ask.known is not None:
        return next((p.n for p in table.pieces if p.card == ask.known), None)
    if ask.seat:
        there = at(table, seat_place(ask.seat))
        if ask.what == "joker" and ask.card == len(there) + 1 and ask.seat in table.dealt:
            return UNREAD
        return there[ask.card - 1].n if 1 <= ask.card <= len(there) else None
    newest = table.pieces[-1] if table.pieces else None
    flying = newest is not None and newest.place.where is Where.FLIGHT
    return newest.n if newest is not None and flying else next_number(table)


def reported(table: Table, event: Reported | CardExposed) -> Table:
    """The table after a scrap was seen (T24-35A1, T24-35A6, RR-IRR-7, RR-IRR-8)."""
    if table.phase not in IN_PLAY or not isinstance(event, Reported):
        return table
    card = piece(table, event.n)
    if event.n == UNREAD and event.seat in table.dealt:
        return _joker(table, UNREAD, None, seat_place(event.seat))
    if (card is None and event.n != next_number(table)) or event.n in (*table.boxed, *table.jokers):
        return table
    goal = _goal(table, card)
    return _boxed(table, event.n, card, goal) if event.what == "boxed" else _joker(table, event.n, card, goal)


def _goal(table: Table, card: Piece | None) -> Place | None:
    """Where the card was to go, or lies."""
    if card is None:
        return due(table)
    return card.bound if card.place.where is Where.FLIGHT or is_hole(card) else card.place


def _is_out(table: Table, card: Piece | None, goal: Place | None) -> bool:
    """Whether it is a hole card of a hand that is out: nothing is to be replaced."""
    if goal is None or goal.where is not Where.SEAT:
        return False
    mucked = card is not None and card.place == MUCK
    return mucked or table.seats[goal.seat].status not in IN_HAND


# Boxed cards.


def _boxed(table: Table, n: int, card: Piece | None, goal: Place | None) -> Table:
    """One alone is a scrap that the dealer lays aside; several in the deal are a misdeal (M3, F8).

    Whose owner has acted or looked keeps it: everybody has seen it, and it was replaced too late (12.2).
    """
    if _is_out(table, card, goal) or goal is None:
        return table
    seat = goal.seat
    if seat and card is not None and has_acted(table, seat):
        what = Irregularity("E12", say("irregular.boxed_late", seat=seat), seat, ("R01",), n)
        return stopped(table, what)
    after = replace(dealing_again(table) if seat else table, boxed=(*table.boxed, n))
    many = sum(_in_deal(after, k) for k in after.boxed)
    if seat and many >= table.setup.house.misdeal_boxed_threshold and misdeal_possible(table):
        what = Irregularity("M3", say("irregular.boxed_twice", cards=many), seat, ("R02", "R05"), n)
        return stopped(after, what)
    if len(after.boxed) >= DEFECTIVE:
        many = len(after.boxed)
        return stopped(
            after, Irregularity("F8", say("irregular.defective", cards=many), 0, ("R05", "R37"), n)
        )
    return mending(after, _lone(table, n, card, goal))


def _in_deal(table: Table, n: int) -> bool:
    """Whether the boxed card was met in the initial deal: a hole card, or a scrap before the first burn."""
    card = piece(table, n)
    if card is None:
        return table.phase is Phase.DEALING
    return is_hole(card) or not any(p.n < n and p.bound == BURN for p in table.pieces)


def _lone(table: Table, n: int, card: Piece | None, goal: Place) -> Irregularity:
    match goal.where:
        case Where.SEAT if card is None or n == next_number(table) - 1:
            kind, sentence = "E11", say("irregular.boxed", seat=goal.seat)
        case Where.SEAT:
            kind, sentence = "E12", say("irregular.boxed_before", seat=goal.seat)
        case Where.BURN:
            kind, sentence = "E14", say("irregular.boxed_burn")
        case _:
            kind, sentence = "E15", say("irregular.boxed_board")
    return Irregularity(kind, sentence, goal.seat, ("R05",), n, to=ASIDE)


# Jokers.


def _joker(table: Table, n: int, card: Piece | None, goal: Place | None) -> Table:
    """A card that is no playing card, always for the floor (12.7).

    In the deal it is M11 or E16, as the house has it; on the board or as a burn E17; elsewhere F4 (12.10).
    """
    after = replace(table, jokers=(*table.jokers, n)) if n != UNREAD else table
    if goal in (BOARD, BURN):
        if goal == BOARD and card is not None and card.place == BOARD:
            # Its street was never whole: what began with it begins again with the next card.
            after = streets.taken_back(after, len(at(table, BOARD)) - 1)
        what = say(f"irregular.joker_{goal}")
        return stopped(after, Irregularity("E17", what, 0, _board_menu(table), n))
    seat = goal.seat if goal else 0
    kind = "F4"
    if misdeal_possible(table):
        scrap = table.setup.house.misdeal_nonstandard_pre_sa is NonstandardCard.REPLACE
        kind = "E16" if scrap else "M11"
    if seat and not has_acted(table, seat):
        after = dealing_again(after)
    sentence = say("irregular.joker", seat=seat) if seat else say("irregular.joker_stub")
    return stopped(after, Irregularity(kind, sentence, seat, _joker_menu(table, card, seat), n))


def _joker_menu(table: Table, card: Piece | None, seat: int) -> tuple[str, ...]:
    """The rows "joker pre-SA" and "joker post-SA" of 9.2; before the first action there is no R03 (12.5).

    Whoever acted with a joker has a dead hand, where it is not a misdeal (RR-DH-1e, RR-IRR-8, H4).
    """
    held = seat and table.seats[seat].status in IN_HAND and (card is None or card.place != MUCK)
    replaced = "R15" if held and has_acted(table, seat) else "R05" if held or not seat else "R01"
    if not misdeal_possible(table):
        return (replaced, "R03")
    void = ("R03",) if table.street.actions else ()
    if table.setup.house.misdeal_nonstandard_pre_sa is NonstandardCard.REPLACE:
        return (replaced, "R02", *void)
    return ("R02", replaced if replaced != "R15" else "R05", *void)


def _board_menu(table: Table) -> tuple[str, ...]:
    """A scrap of paper, or a void hand where the house says so (E17; T24-35D, RR-IRR-8)."""
    void = table.setup.house.deck_joker_on_board is JokerOnBoard.VOID
    return ("R03", "R05") if void else ("R05", "R03")


def settled(table: Table) -> Table:
    """The table that asks for every scrap to be laid aside, whatever was ruled on it, or the same table."""
    if table.phase not in IN_PLAY:
        return table
    asked = {task.n for task in table.todo} | {mend.n for mend in table.mends}
    loose = [p for p in table.pieces if p.n in (*table.boxed, *table.jokers) and p.n not in asked]
    lying = [p for p in loose if p.place.where not in AWAY and not _is_out(table, p, _goal(table, p))]
    mends = tuple(_loose(table, p) for p in lying)
    return replace(table, mends=(*table.mends, *mends)) if mends else table


def _loose(table: Table, card: Piece) -> Irregularity:
    """A scrap that nothing asks the dealer to move yet."""
    kind = "E12" if card.n in table.boxed else "E17" if card.place in (BOARD, BURN) else "E16"
    seat = card.place.seat
    return Irregularity(kind, say("prompt.scrap"), seat, ("R05",), card.n, since=table.events + 1, to=ASIDE)
