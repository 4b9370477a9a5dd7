"""What the floor sees in five seconds: facts, menu, the last board, the log (users.md 2e; display.md 4.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from controller.choices import choices
from controller.happened import ACTIONS, logged
from controller.rules.cards import Place, Where
from controller.rules.dealing import at
from controller.rules.events import Event, HandStarted
from controller.rules.ledger import piece
from controller.rules.showdown import board_faces
from controller.rules.state import BETWEEN_HANDS, Irregularity, Table
from controller.views import DealerView, FactView, FloorView, Message, PotView

LOGGED = 12
ACTED = 8


@dataclass(frozen=True, slots=True)
class Memory:
    """What the floor is told and the table does not keep.

    `since` is when each irregularity was noticed, by the number of the event that showed it, in monotonic
    seconds; `board` the newest public board of this hand and `before` that of the hand before.
    """

    since: Mapping[int, float] = field(default_factory=dict)
    board: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    def followed(self, happened: Sequence[Event], table: Table, now: float) -> Memory:
        """After a turn that led to this table."""
        what = (*table.open, *table.mends)
        since = {w.since: self.since.get(w.since, now) for w in what}
        lying = tuple(face.text for face in board_faces(table))
        if any(isinstance(event, HandStarted) for event in happened):
            return Memory(since, lying, self.board)
        # Once the hand is over its cards are collected one by one.
        over = table.phase in BETWEEN_HANDS and self.board
        return replace(self, since=since, board=self.board if over else lying)


def floor_view(table: Table, dealer: DealerView, memory: Memory, now: float) -> FloorView:
    """The view of a floor person; `who` is filled in for each connection."""
    common = {f.name: getattr(dealer, f.name) for f in fields(DealerView)}
    over = table.phase in BETWEEN_HANDS and not dealer.board
    return FloorView(
        **common,
        who="",
        facts=tuple(_fact(table, what, memory, now) for what in (*table.open, *table.mends)),
        choices=choices(table),
        last_board=(memory.board or memory.before) if over else memory.before,
        impounded=tuple(PotView(pot.amount, pot.seats, pot.pot) for pot in table.impounded),
        log=tuple(_log(table))[:LOGGED],
        held=_held(table),
    )


def _fact(table: Table, what: Irregularity, memory: Memory, now: float) -> FactView:
    place, card, face = _where(table, what)
    return FactView(
        kind=what.kind,
        sentence=Message(what.sentence.id, what.sentence.args),
        stops=what in table.open,
        seat=what.seat,
        place=str(place) if place else "",
        card=card,
        face=face,
        since=max(int(now - memory.since.get(what.since, now)), 0),
        acted=_acted_since(table, what.since),
        possible=what.possible,
    )


def _where(table: Table, what: Irregularity) -> tuple[Place | None, int, str]:
    """Where the card lies now, which of that place it is, and its face if everybody has seen it."""
    found = piece(table, what.n) if what.n else None
    if found is None:
        return what.place, 0, ""
    face = table.faces.get(found.card) if found.card else None
    return found.place, at(table, found.place).index(found) + 1, face.text if face else ""


def _acted_since(table: Table, since: int) -> tuple[Message, ...]:
    """What the players did since attention was called, newest first (12.1)."""
    done = (logged(event) for n, event in reversed(table.history) if n > since and isinstance(event, ACTIONS))
    return tuple(message for message in done if message)[:ACTED]


def _log(table: Table) -> Iterator[Message]:
    for _, event in reversed(table.history):
        if message := logged(event):
            yield message


def _held(table: Table) -> Mapping[str, int]:
    lying = (p.place for p in table.pieces if p.place.where not in (Where.SHOE, Where.FLIGHT))
    return dict(sorted(Counter(map(str, lying)).items()))
