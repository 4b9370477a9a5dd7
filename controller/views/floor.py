"""What the floor needs besides: the facts, the rulings, and what each would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.views.dealer import DealerView
from controller.views.message import Message
from controller.views.table import PotView


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One thing that a ruling changes: `what` of `seat` (0 for the table), before and after.

    `what` is stack, bet, pot, status, button, actor, card (a place to a place), burn (burns beyond one a
    street), board, stub (to verify or to shuffle), show (a hand that must be shown), bound, penalty (hands),
    clock (seconds), owes (live+dead), aside (chips kept aside) or coming (chips at the next hand).
    """

    what: str
    seat: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One ruling of the menu: its code, what it means here, and all that it would change.

    `needs` are the fields of the request that the floor must still fill (seat, amount, refund, ...); while it
    is not empty `changes` is empty too. `source` are ids of rules.md and the rule books.
    """

    code: str
    sentence: Message
    seat: int = 0
    refund: str = ""
    needs: tuple[str, ...] = ()
    changes: tuple[ChangeView, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class FactView:
    """What the floor knows of one irregularity in five seconds (users.md).

    `place` and `card` say where the card lies and which of that place it is (counted from 1); `face` is its
    face only where everybody has seen it. `since` is how many seconds ago it was noticed, `acted` what was
    done since, and `possible` whether a misdeal was possible when attention was called.
    """

    kind: str
    sentence: Message
    stops: bool
    seat: int = 0
    place: str = ""
    card: int = 0
    face: str = ""
    since: int = 0
    acted: tuple[Message, ...] = ()
    possible: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorView(DealerView):
    """The dealer view and what the floor needs besides (`floor.sock`), only on a connection that signed in.

    `who` has signed in. `facts` are all irregularities, what stops the table first; `choices` is the menu for
    the first of them, the house's default first. `last_board` is the board of the hand before, `impounded`
    the pots whose decision is pending, `log` the last things that happened, newest first. `held` counts by
    place the cards that the table knows there: "seat 4", "muck", "burn", "board", "aside", "floor".
    """

    who: str
    facts: tuple[FactView, ...] = ()
    choices: tuple[ChoiceView, ...] = ()
    last_board: tuple[str, ...] = ()
    impounded: tuple[PotView, ...] = ()
    log: tuple[Message, ...] = ()
    held: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SignInView:
    """All that `floor.sock` sends before somebody signed in: that the floor is called, and who may sign in.

    `waits` are the seconds for which each locked name takes no PIN (five wrong ones lock it).
    """

    v: int
    n: int
    table: str
    called: bool
    names: tuple[str, ...] = ()
    waits: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RevealView:
    """Hidden cards of a seat, sent once to the connection whose request `re` asked (design 5.4)."""

    re: str
    seat: int
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What a ruling with its parameters would change, for the connection whose request `re` asked for it."""

    re: str
    choice: ChoiceView
