"""How many cards each hand has, and what follows from a wrong number (rules.md 3.3 M7 to M10, M18; H3)."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.betting import IN_HAND, live
from controller.rules.cards import BURN, FLIGHT, MUCK, How, Place, Where, seat_place
from controller.rules.dealing import HOLE_CARDS, at, holes_passed, in_flight, next_hole, owed_replacements
from controller.rules.house import OneExtra, WrongCount
from controller.rules.incidents.stops import closed, mending, stopped
from controller.rules.positions import clockwise
from controller.rules.sentence import say
from controller.rules.state import Do, Irregularity, Phase, Piece, Status, Table
from controller.rules.substantial import misdeal_possible

OUT_OF_SEQUENCE = ("M5", "E10")
AT_THE_END = ("M7", "M8", "M18")


def cards_of(table: Table, seat: int) -> int:
    """How many cards a seat has that play: with those in flight to it and those that it is owed.

    A card that the table is stopped for counts until the floor has ruled on it.
    """
    place, ruled = seat_place(seat), {what.n for what in table.open}
    spoilt = {*table.exposed, *table.boxed, *table.jokers} - ruled
    lying = sum(goal(p) == place and p.n not in spoilt for p in table.pieces)
    return lying + sum(p.bound == place for p in owed_replacements(table))


def goal(card: Piece) -> Place:
    """Where a card lies or, while it is in flight, where the deal wanted it."""
    return card.bound or card.place if card.place == FLIGHT else card.place


def wrong_counts(table: Table) -> dict[int, int]:
    """Seats with a hand that has not two cards, with how many it has, in dealing order."""
    held = {n: cards_of(table, n) for n in table.dealt if table.seats[n].status in IN_HAND}
    return {seat: cards for seat, cards in held.items() if cards != HOLE_CARDS}


def exhausted(table: Table) -> bool:
    """Whether no hole card is due any more, on its way or to be moved, though the hands are not complete."""
    moves = any(mend.to is not None for mend in table.mends)
    return next_hole(table)[0] is None and not in_flight(table) and not moves and bool(wrong_counts(table))


def over(table: Table) -> Table:
    """The table with the deal taken as over: somebody acted, or no card is due any more (EX-36, EX-37).

    The button alone one short is owed his card, nobody stops for it (M9, T24-37). An entitled seat without a
    card has no hand (M7); any other wrong number is M8. Both stop the table once the action has counted.
    """
    wrong, kept = wrong_counts(table), tuple(m for m in table.mends if m.kind not in OUT_OF_SEQUENCE)
    is_button = list(wrong) == [table.button] and next_hole(table) == (seat_place(table.button), 0)
    table = replace(table, phase=Phase.PREFLOP, mends=kept)
    if is_button:
        return mending(table, _told(table, "M9", table.button))
    skipped = {n: replace(table.seats[n], status=Status.OUT) for n, cards in wrong.items() if not cards}
    table = replace(table, seats={**table.seats, **skipped})
    if _everybody(table, wrong):
        return mending(table, _told(table, "M18", 0))
    known = any(what.kind in ("M5", "M7") for what in table.open)
    for seat, cards in wrong.items():
        if cards or not known:
            table = mending(table, _told(table, "M8" if cards else "M7", seat))
    return table


def _everybody(table: Table, wrong: dict[int, int]) -> bool:
    return len(wrong) == len(table.dealt) and len(set(wrong.values())) == 1 and 0 not in wrong.values()


def found(table: Table, kind: str, seat: int) -> Table:
    """The table stopped for a wrong number of cards, as it stands now (T24-35A4, T24-35A5, T24-38).

    After substantial action it is H3, but for a seat without any card (12.10).
    """
    late = misdeal_possible(table) is not True
    what = _told(table, "H3" if late and kind in ("M8", "M10") else kind, seat)
    return stopped(closed(table, kind, seat), what)


def extra(table: Table, card: Piece) -> Table:
    """The table after a card that nobody was owed came to a hand (M8, M10; T24-35A5, RR-HE-2).

    One more for the first player, as the last of the deal, is M10; where the house has it the dealer makes it
    the burn, as long as it lies face down and was not lifted (12.7).
    """
    seat = card.place.seat
    if not _is_one_extra(table, seat):
        if (one := next((m for m in table.mends if m.kind == "M10"), None)) is not None:
            table = found(closed(table, "M10"), "M8", one.seat)
        return found(table, "M8", seat)
    what = replace(_told(table, "M10", seat), n=card.n, place=card.place)
    what = replace(what, rulings=menu(table, what))
    if table.setup.house.misdeal_one_extra is OneExtra.RETURN_AS_BURN and _unlifted(table, what):
        return mending(table, replace(what, sentence=say("irregular.extra_burn", seat=seat), to=BURN))
    return stopped(table, what)


def _is_one_extra(table: Table, seat: int) -> bool:
    untouched = not (table.street.actions or table.street.closed or table.early)
    only = wrong_counts(table) == {seat: HOLE_CARDS + 1}
    return only and untouched and misdeal_possible(table) is True and seat == table.dealt[0]


def _unlifted(table: Table, what: Irregularity) -> bool:
    """Whether the card is the last that was read, lies face down and nobody lifted it (12.6)."""
    newest = bool(table.pieces) and table.pieces[-1].n == what.n
    return newest and not table.seats[what.seat].looked and what.n not in table.exposed


def _told(table: Table, kind: str, seat: int) -> Irregularity:
    cards = cards_of(table, seat) if seat else 0
    match kind:
        case "M7":
            sentence = say("irregular.dealt_out", seat=seat)
        case "M9":
            late = "" if misdeal_possible(table) else ".late"
            sentence = say(f"irregular.button_short{late}", seat=seat)
        case "M10":
            sentence = say("irregular.one_extra", seat=seat)
        case "M18":
            sentence = say("irregular.all_counts")
        case _:
            sentence = say("irregular.count", seat=seat, cards=cards)
    what = Irregularity(kind, sentence, seat, place=seat_place(seat) if seat else None)
    return replace(what, rulings=menu(table, what))


def menu(table: Table, what: Irregularity) -> tuple[str, ...]:
    """The rulings of a wrong number, the house's first choice first (9.2, 12.6).

    Before substantial action a misdeal, unless the missing card is the next one in sequence (RR-MD-1e);
    afterwards the hand is dead and a seat without a card has none (T24-38, RR-DH-1d).
    """
    house, possible = table.setup.house, misdeal_possible(table) is True
    in_sequence = house.misdeal_wrong_count is WrongCount.CORRECT_IN_SEQUENCE
    match what.kind:
        case "M9" if possible or not in_sequence:
            return ("R38",)
        case "M9":
            return ("R38", "R15")
        case "M7":
            return ("R02",) if possible else ("R01",)
        case "M18":
            return ("R02",) if possible else ("R01", "R03")
        case "M10" if possible:
            return ("R06", "R02") if _unlifted(table, what) else ("R02",)
        case "M8" if possible and in_sequence and _is_in_sequence(table, what.seat):
            return ("R38", "R02")
        case "M8" if possible:
            return ("R02",)
    return ("R15",)


def _is_in_sequence(table: Table, seat: int) -> bool:
    """Whether the deal only stopped too early: each card that lacks would have been its seat's (RR-MD-1e)."""
    seats = len(table.dealt)
    rest = [table.dealt[k % seats] for k in range(holes_passed(table), HOLE_CARDS * seats)]
    return seat in rest and wrong_counts(table) == {n: HOLE_CARDS - rest.count(n) for n in rest}


def rejudged(table: Table, what: Irregularity) -> Irregularity:
    """A wrong number of cards as it stands now: more may have too many, and what counts makes it too late."""
    wrong, seat, kind = wrong_counts(table), what.seat, what.kind
    if kind in ("M8", "M10") and len(wrong) > 1:
        is_first = next((stop for stop in table.open if stop.kind in ("M8", "M10", "M18")), what) is what
        kind = "M18" if is_first and _everybody(table, wrong) else "M8"
        seat = 0 if kind == "M18" else seat
    possible = what.possible and misdeal_possible(table) is True
    now = replace(_told(table, kind, seat), n=what.n, since=what.since, possible=possible)
    return replace(now, rulings=menu(table, now), place=what.place)


def settled(table: Table) -> Table:
    """The table with what the end of the deal left open: stops for wrong numbers, and the button's card."""
    for mend in table.mends:
        if mend.kind == "M8" and mend.seat not in wrong_counts(table):
            table = closed(table, "M8", mend.seat)
        elif mend.kind in AT_THE_END or (mend.kind == "M10" and _is_used(table, mend.seat)):
            table = found(table, mend.kind, mend.seat)
        elif mend.kind == "M9":
            table = _button_card(table, mend)
    return _at_showdown(table)


def _at_showdown(table: Table) -> Table:
    """The table stopped for a hand that is to be shown and has not two cards (H3; RR-DH-1d).

    Cards of it that lie in the muck are found again by those who mend that (12.2).
    """
    if table.phase is not Phase.SHOWDOWN or len(live(table)) <= 1:
        return table
    for seat, cards in wrong_counts(table).items():
        swept = sum(p.place == MUCK and p.bound == seat_place(seat) for p in table.pieces)
        if cards + swept != HOLE_CARDS:
            return found(table, "M8", seat)
    return table


def _is_used(table: Table, seat: int) -> bool:
    return table.seats[seat].looked or table.seats[seat].acted != ""


def _button_card(table: Table, mend: Irregularity) -> Table:
    """The button's missing card: dealt, too late, or the floor's by now (M9, T24-37; 12.10).

    Who acts with too few cards has a dead hand. After substantial action the floor rules it, and the table
    stops for it only before the next card.
    """
    here = table.seats[mend.seat]
    if here.status not in IN_HAND or len(at(table, seat_place(mend.seat))) >= HOLE_CARDS:
        return closed(table, "M9")
    if here.acted:
        return stopped(closed(table, "M9"), _told(table, "H3", mend.seat))
    if misdeal_possible(table):
        return table
    late = _told(table, "M9", mend.seat)
    if table.street.closed and not table.todo:
        return stopped(table, late)
    return mending(table, late) if mend.possible else table


def adrift(table: Table) -> tuple[Piece, ...]:
    """The cards in the air that nobody was owed and no ruling moves: one too many of a dead hand (EX-40)."""
    moved = [task.n for task in table.todo if task.do is Do.MOVE]
    return tuple(p for p in in_flight(table) if p.bound is None and p.n not in moved)


def by_report(table: Table, seat: int) -> Table:
    """The table where the floor says whose hand is wrong, though no reader saw the cards: the deal as it was.

    A seat that lacks a card: those dealt since went one seat on, and the button lacks none (EX-36). A seat
    that should have none: two cards more are out, and it had its turn in both rounds (EX-28).
    """
    cards = _unseen(table)
    if len(cards) == HOLE_CARDS * (len(table.dealt) + 1) and seat not in table.dealt:
        return _relaid(table, cards, clockwise((*table.dealt, seat), table.button))
    own = [card.n for card in cards if card.place == seat_place(seat)]
    owed = any(what.kind == "M9" for what in (*table.open, *table.mends))
    if not own or not owed or seat == table.button:
        return table
    first = next(k for k, card in enumerate(cards) if card.n == own[-1])
    after = clockwise(table.dealt, seat)
    return _relaid(closed(table, "M9"), cards[first:], after)


def is_reported(table: Table, seat: int) -> bool:
    """Whether a hand of which the table knows nothing may have been dealt to this seat."""
    return by_report(table, seat) is not table


def _unseen(table: Table) -> tuple[Piece, ...]:
    """The hole cards in the order of the deal where no seat reader saw one of them, else nothing."""
    lying = [p for p in table.pieces if p.place.where is Where.SEAT]
    if any(p.how is How.READ for p in lying):
        return ()
    return tuple(p for p in table.pieces if p in lying or p in adrift(table))


def _relaid(table: Table, cards: tuple[Piece, ...], seats: tuple[int, ...]) -> Table:
    places = {card.n: seat_place(seats[k % len(seats)]) for k, card in enumerate(cards)}
    pieces = tuple(replace(p, place=places.get(p.n, p.place)) for p in table.pieces)
    return replace(table, pieces=pieces)
