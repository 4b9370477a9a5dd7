"""What must hold of every scenario without being asked for (scenarios.md)."""

from __future__ import annotations

from controller.rules.table import chips
from controller.tools.stage import Stage

BOARD_STREETS = ("flop", "turn", "river")
STREETS = ("burn", *BOARD_STREETS)
# What the dealer can do about each prompt: one of these requests is open, or cards alone will do.
NEEDED = {
    **dict.fromkeys(("deal", "table", "move", "push", "next", *STREETS), ("next",)),
    "post": ("next", "post", "straddle"),
    "act": ("fold", "bet", "raise"),
    "name": ("name",),
    "agree": ("agree", "decline"),
    "confirm": ("round", "next"),
    "stop": ("undo", "redeal", "ruling"),
    "shuffle": ("next",),
    **dict.fromkeys(("collect", "verify", "pick", "wait"), ()),
}


class Failed(Exception):
    """A step that did not go as the scenario says; the text is what was expected and what came."""


def check_prompt(stage: Stage) -> None:
    """Every prompt names one step, and the dealer can take it; raises `Failed`."""
    if failed := stage.loop.service.failed:
        raise Failed(f"expected the table to go on, it stopped with {failed.id}")
    dealer = stage.shown().dealer
    needed = NEEDED.get(dealer.prompt.do)
    if needed is None or (needed and not set(needed) & set(dealer.asks)):
        raise Failed(f"expected a step that the dealer can take, got the prompt {dealer.prompt.do}")


def check_end(stage: Stage) -> None:
    """Chips that were bought and not taken away are all there, and so is each card, once; raises `Failed`."""
    table = stage.table
    bought = sum(seat.bought for seat in table.seats.values())
    wanted = bought + sum(left.bought - left.out for left in table.account.left)
    if chips(table) != wanted:
        raise Failed(f"expected {wanted} chips on the table, got {chips(table)}")
    cards = [piece.card for piece in table.pieces if piece.card]
    if len(cards) != len(set(cards)) or len(table.pieces) > table.setup.deck_size:
        raise Failed("expected every card in exactly one place")
    if stage.record().table != table:
        raise Failed("expected the journal to replay to the table as it is, got another table")
