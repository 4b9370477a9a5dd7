"""Hands on the muck: a fold, a concession, or a hand that should not be there (design 3; T24-65A, 12.10)."""

from __future__ import annotations

from controller.rules import betting, showdown
from controller.rules.cards import MUCK, How, seat_place
from controller.rules.dealing import at
from controller.rules.events import Acted, CardMoved, Conceded, Event
from controller.rules.house import FaceDown
from controller.rules.incidents.hands import released_free
from controller.rules.notes import decide_note
from controller.rules.requests import Act
from controller.rules.sentence import Refused, say
from controller.rules.state import Do, Piece, Table
from controller.sightings import Sensing, Wait


def at_muck(sensing: Sensing, table: Table, seat: int) -> tuple[Piece, ...]:
    """The cards of a seat that lie over the muck reader."""
    muck = str(MUCK)
    return tuple(p for p in at(table, seat_place(seat)) if p.card and muck in sensing.present.get(p.card, {}))


def sorting(table: Table, seat: int) -> tuple[int, ...]:
    """Cards before a seat that a ruling sends to the muck, by shoe number: dead ones, or thrown in (H19)."""
    asked = {task.n for task in table.todo if task.do is Do.MOVE and task.to == MUCK}
    return tuple(piece.n for piece in at(table, seat_place(seat)) if piece.n in asked)


def mucked(sensing: Sensing, table: Table, seat: int, now: float) -> tuple[Event, ...]:
    """A hand that rested on the muck whole, or cards that are to go there one by one, with what that is."""
    there = tuple(p for p in at_muck(sensing, table, seat) if _rests(sensing, p, seat, now))
    moves = tuple(CardMoved(p.n, p.card, MUCK, How.READ) for p in there)
    if asked := sorting(table, seat):
        return tuple(move for move in moves if move.n in asked)
    if not moves or len(there) < len(at(table, seat_place(seat))):
        return ()
    return (*_said(table, seat), *moves)


def _rests(sensing: Sensing, piece: Piece, seat: int, now: float) -> bool:
    here = sensing.present.get(piece.card, {}) if piece.card else {}
    # Floats do not add up exactly.
    rested = now - here.get(str(MUCK), now) >= sensing.waits.mucked - 1e-6
    return rested and str(seat_place(seat)) not in here


def _said(table: Table, seat: int) -> tuple[Event, ...]:
    """What a whole hand on the muck says: nothing of a player with nothing to decide (12.10, H8, H9)."""
    if table.open:
        # A fold while the table stands still is a note for the floor (12.1).
        note = decide_note(table, Act(seat, "fold"))
        return () if isinstance(note, Refused) else note
    if showdown.may_muck(table, seat):
        return (Conceded(seat, "muck"),)
    if not betting.pending(table, seat):
        return ()
    house = table.setup.house.hand_facedown_release_with_action_pending
    if house is FaceDown.RETRIEVABLE and released_free(table, seat):
        # With no bet to call the floor may give the hand back (H2, C5).
        return ()
    return (Acted(seat, "muck", "fold", 0, table.seats[seat].street_in),)


def mucking(sensing: Sensing, table: Table, piece: Piece, now: float) -> Sensing:
    """A card of a seat came to the muck: the waits for the rest of the hand, and for the dealer's word.

    Where cards of two hands are sorted by passage, each is told apart as it is held there (H19, 6.3).
    """
    seat = piece.place.seat
    sensing = sensing.armed(Wait("mucked", n=seat), now + sensing.waits.mucked)
    if asked := sorting(table, seat):
        to = str(MUCK if piece.n in asked else piece.place)
        return sensing.remarked(Wait("sort", str(MUCK), piece.card), say("health.sort", to=to))
    asking = Wait("asked", n=seat)
    return sensing if asking in sensing.deadlines else sensing.armed(asking, now + sensing.waits.asked)


def is_sorted(sensing: Sensing, table: Table, wait: Wait) -> bool:
    """Whether the card of the remark is held over the muck reader no more, or lies in the muck by now."""
    card = wait.card
    held = card is not None and wait.reader in sensing.present.get(card, {})
    return not held or all(str(p.place) == wait.reader for p in table.pieces if p.card == card)
