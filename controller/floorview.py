"""What the floor sees in five seconds: facts, menu, the last board, the log (users.md 2e; display.md 4.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields

from controller.choices import choices
from controller.happened import ACTIONS, logged
from controller.memory import Memory
from controller.rules.cards import Place, Where
from controller.rules.dealing import at
from controller.rules.ledger import piece
from controller.rules.state import BETWEEN_HANDS, Irregularity, Table
from controller.views import DealerView, FactView, FloorView, Message, PotView

LOGGED = 12
ACTED = 8


def floor_view(table: Table, dealer: DealerView, memory: Memory, now: float) -> FloorView:
    """The view of a floor person; `who` is filled in for each connection."""
    common = {f.name: getattr(dealer, f.name) for f in fields(DealerView)}
    over = table.phase in BETWEEN_HANDS and not dealer.board
    return FloorView(
        **common,
        who="",
        facts=tuple(_fact(table, what, memory, now) for what in (*table.open, *table.mends)),
        choices=choices(table),
        last_board=(memory.board or memory.last_board) if over else memory.last_board,
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
