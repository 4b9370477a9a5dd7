"""The start of a hand and its end: posts, showdown, pots, and what was taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.rules.account import Account, Debt, LastHand, Pending, TableTime
from controller.rules.stakes import Stakes


class ImpossibleEvent(ValueError):
    """A journalled event that cannot have happened at this table: the journal is not this table's."""


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand began: all that crosses from the hand before it.

    `stacks` by seat before the posts; `away` are seated players who are not dealt in, `waiting` those of them
    who will be dealt in when the big blind reaches them, `absent` players are dealt in and not at the table
    (T24-30). `button`, `small` and `big` are positions, which may be at a seat without a player (rules.md
    2.3). `posts` are live chips put out before the deal (blinds and made-up blinds), `antes` each player's
    own ante, `dead` chips that count for nobody's level (missed small blinds, a big blind ante): all of them
    short where the stack was. `owes` is what is still owed, `bought` the chips that each player has bought.
    `stakes` None are those of the set-up; `level` 0 is no level. `opened` says that the session was opened
    formally. Of players who are not dealt in, `promised` will post as soon as their seats allow it, `fresh`
    have not been dealt in since they sat down, and `gained` are hands to wait after a change of seats; of
    those dealt in, `made` is what they make up. `orbit` is as in the table, and `belongs` where the button
    ought to be if the dealer set it elsewhere (M12). `penalties` are hands to miss, `serving` those who miss
    this one (R34); `impounded` pots are undecided, `last` is the hand before (T24-22). `uncounted`: nobody
    has verified the deck, so that it is done after the hand (`deck.verify` ON_DRAW).
    """

    number: int
    button: int
    small: int
    big: int
    stacks: Mapping[int, int]
    names: Mapping[int, str]
    away: tuple[int, ...]
    posts: Mapping[int, int]
    antes: Mapping[int, int] = field(default_factory=dict)
    dead: Mapping[int, int] = field(default_factory=dict)
    waiting: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    owes: Mapping[int, Debt] = field(default_factory=dict)
    bought: Mapping[int, int] = field(default_factory=dict)
    stakes: Stakes | None = None
    time: TableTime = field(default_factory=TableTime)
    account: Account = field(default_factory=Account)
    dealer: str = ""
    deck: str = ""
    opened: bool = False
    promised: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    gained: Mapping[int, int] = field(default_factory=dict)
    made: Mapping[int, Debt] = field(default_factory=dict)
    orbit: int = 0
    belongs: int = 0
    penalties: Mapping[int, int] = field(default_factory=dict)
    serving: tuple[int, ...] = ()
    impounded: tuple[Pending, ...] = ()
    last: LastHand = field(default_factory=LastHand)
    uncounted: bool = False


@dataclass(frozen=True, slots=True)
class Straddled:
    """A player straddled before the first card; `amount` is his whole street bet (S0-61)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Posted:
    """What a seat posted before the deal, in place of what was assumed; short chips stay owed."""

    seat: int
    live: int
    dead: int


@dataclass(frozen=True, slots=True)
class RunAgreed:
    """Players agreed to run it twice (S0-71)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RunDeclined:
    """A player declined to run it twice: one board; `seat` 0 where the dealer went on without an answer."""

    seat: int


@dataclass(frozen=True, slots=True)
class OneShown:
    """A player laid one of his cards face up, not both (T24-13A): the card of shoe number `n`."""

    seat: int
    n: int


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A hand thrown in face down came back while it could be identified (T24-14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskedToSee:
    """A player asked to see a hand; `granted` by rule, else the floor decides (T24-18, RR-SD-5)."""

    by: int
    of: int
    granted: bool


@dataclass(frozen=True, slots=True)
class Tabled:
    """Players laid both cards face up (T24-13A)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conceded:
    """A player gave up his hand unseen at showdown (S1-15); `said` is "muck" where the reader saw it."""

    seat: int
    said: str


@dataclass(frozen=True, slots=True)
class PotPushed:
    """A pot went to its winners; pot 1 is the main pot."""

    pot: int
    shares: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class HandVoided:
    """All chips went back to their owners; the hand is dealt again with the same button."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The dealer took back his entry: the event that was number `n` of the hand."""

    n: int
