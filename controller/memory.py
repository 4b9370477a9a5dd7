"""What people are told and the table does not keep: since when, the last board, the outcome (users.md 74)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from controller.integrity import Orders
from controller.notices import outcome
from controller.rules.events import Event, HandStarted
from controller.rules.showdown import board_faces
from controller.rules.state import BETWEEN_HANDS, Table
from controller.views import Message


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn that is on record: its time in monotonic seconds, and the table before and after it."""

    at: float
    events: tuple[Event, ...]
    before: Table
    after: Table


@dataclass(frozen=True, slots=True)
class Memory:
    """Follows the turns of a table, those before a restart too.

    `since` is when each irregularity was noticed, by the number of the event that showed it, in monotonic
    seconds; `board` the newest public board of this hand and `last_board` that of the hand before; `outcome`
    what players read of the last stop; `orders` the order of this deal and of the one before.
    """

    since: Mapping[int, float] = field(default_factory=dict)
    board: tuple[str, ...] = ()
    last_board: tuple[str, ...] = ()
    outcome: Message | None = None
    orders: Orders = field(default_factory=Orders)

    def followed(self, turn: Turn) -> Memory:
        """After one more turn."""
        board, last_board = self._boards(turn.events, turn.after)
        what = (*turn.after.open, *turn.after.mends)
        return Memory(
            since={w.since: self.since.get(w.since, turn.at) for w in what},
            board=board,
            last_board=last_board,
            outcome=outcome(turn.events, turn.before, turn.after, self.outcome),
            orders=self.orders.followed(turn.after),
        )

    def _boards(self, events: Sequence[Event], table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
        lying = tuple(face.text for face in board_faces(table))
        if any(isinstance(event, HandStarted) for event in events):
            return lying, self.board
        # Once the hand is over its cards are collected one by one.
        over = table.phase in BETWEEN_HANDS and self.board
        return (self.board if over else lying), self.last_board


def remembered(turns: Iterable[Turn]) -> Memory:
    """The memory of a table that was replayed turn by turn."""
    memory = Memory()
    for turn in turns:
        memory = memory.followed(turn)
    return memory
