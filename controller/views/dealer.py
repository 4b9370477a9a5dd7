"""What the dealer needs besides: the prompt, what may be entered, what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.views.message import Message
from controller.views.table import PlayerView


@dataclass(frozen=True, slots=True)
class PromptView:
    """The one thing that the dealer should do next.

    `do` is one of post deal burn flop turn river act move name table agree pick push collect shuffle verify
    confirm next stop wait. `sentence` is the large line, `detail` the smaller one under it, `note` what the
    house takes before the first push. `amount` is the whole pot to push, also where `seats` share it: the
    shares are in `detail`. `board` is 1 or 2 where it is run twice; each half is a pot, and `pot` counts it.
    """

    do: str
    sentence: Message
    detail: Message | None = None
    seat: int = 0
    seats: tuple[int, ...] = ()
    pot: int = 0
    amount: int = 0
    cards: int = 0
    to: str = ""
    board: int = 0
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class ActionsView:
    """What the actor may do: amounts are chips to add for `call`, totals of the street for the others.

    `bet_min`..`all_in` are 0 when that is not allowed; `all_in` is the street total of the whole stack.
    """

    fold: bool = False
    check: bool = False
    call: int = 0
    bet_min: int = 0
    bet_max: int = 0
    raise_min: int = 0
    raise_max: int = 0
    all_in: int = 0


@dataclass(frozen=True, slots=True)
class QuickBet:
    """A shortcut beside the keypad: `label` is a message id that takes `n`, `amount` a street total."""

    label: str
    amount: int
    n: int = 0


@dataclass(frozen=True, slots=True)
class IrregularityView:
    """What stopped the table, in one sentence that names no hidden card."""

    kind: str
    sentence: Message
    stops: bool = True
    rulings: tuple[str, ...] = ()
    seat: int = 0


@dataclass(frozen=True, slots=True)
class DebtView:
    """Blinds to make up: `live` counts for the bet, `dead` goes to the middle."""

    live: int
    dead: int


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A seat between hands: what `SeatView` does not say; `asks` are the requests open for it now."""

    bought: int
    waiting: bool
    owes: DebtView | None
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettledView:
    """One line of the account: what a player bought and cashed out; `stack` is still on the table."""

    seat: int
    name: str
    bought: int
    out: int
    stack: int = 0


@dataclass(frozen=True, slots=True)
class AccountView:
    """What the house took in this session; `difference` is chips that no line accounts for.

    `middle` are the bets and pots of a hand under way.
    """

    rake: int
    jackpot: int
    time: int
    unaccounted: int
    players: tuple[SettledView, ...]
    difference: int
    middle: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerView(PlayerView):
    """The player view and what the dealer needs besides (`dealer.sock`).

    `misdeal_possible` is None where the table does not judge misdeals, `misdeal_because` says why or why not.
    `irregularities` are all that are open, what stops the table first. `undo` names the entry that a two
    second hold would take back. `redeal` is true while "return all chips, redeal" is offered. `asks` are
    the values of `Request.ask` that would be taken now. `health` lists what is not well, one sentence each.
    `told` is what the rules made of the last entry. `places` is the seat map between hands, `account` the
    account of the session once it is closed, `deck` the deck in the shoe and `decks` those of the table.
    """

    prompt: PromptView
    actions: ActionsView
    quick_bets: tuple[QuickBet, ...] = ()
    irregularity: IrregularityView | None = None
    misdeal_possible: bool | None = None
    undo: Message | None = None
    redeal: bool = False
    asks: tuple[str, ...] = ()
    health: tuple[Message, ...] = ()
    told: Message | None = None
    irregularities: tuple[IrregularityView, ...] = ()
    misdeal_because: Message | None = None
    places: Mapping[int, PlaceView] = field(default_factory=dict)
    account: AccountView | None = None
    dealer: str = ""
    deck: str = ""
    decks: tuple[str, ...] = ()
