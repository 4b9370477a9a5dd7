"""What players read once the floor has ruled or the dealer has mended something: one sentence (12.9)."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.events import (
    Acted,
    CardMoved,
    Event,
    HandRevealed,
    HandStarted,
    PotPushed,
    RoundConfirmed,
    Ruled,
)
from controller.rules.ledger import piece
from controller.rules.state import Table
from controller.views import Message

CHECKED = Message("notice.checked")
_REPLACED = Message("notice.replaced")
_EARLY = Message("notice.early")
# Cards that came before their street, and what was ruled on them.
_EARLY_KINDS = ("B1", "B2", "B3", "B29", "B30")
_OF_RULINGS: dict[str, Message] = {
    "R04": _REPLACED,
    "R05": _REPLACED,
    "R06": Message("notice.extra"),
    "R07": Message("notice.order"),
    "R08": Message("notice.reshuffled"),
    "R09": Message("notice.reshuffled"),
    "R10": Message("notice.picked"),
    "R11": Message("notice.early"),
    "R15": Message("notice.dead"),
    "R16": Message("notice.returned"),
    "R17": Message("notice.backed"),
    "R37": Message("notice.deck"),
}
_RULED = Message("notice.ruled")


def outcome(happened: Sequence[Event], before: Table, after: Table, said: Message | None) -> Message | None:
    """What players read of a stop that is over, after a turn; `said` stays until somebody acts on it."""
    kind = before.open[0].kind if before.open else ""
    for event in happened:
        match event:
            case Ruled(code=code):
                early = kind in _EARLY_KINDS and code in ("R08", "R11", "R12")
                said = _EARLY if early else _OF_RULINGS.get(code, _RULED)
            case CardMoved(n=n) if (
                (found := piece(after, n)) and found.replaces and found.place == found.bound
            ):
                said = _REPLACED
            case Acted() | RoundConfirmed() | PotPushed() | HandStarted():
                said = None
    return said


def was_checked(table: Table) -> bool:
    """Whether the floor looked at a hand of this deal (design 5.4)."""
    return any(isinstance(event, HandRevealed) for _, event in table.history)
