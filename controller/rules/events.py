"""Every fact that can be journalled, in the past tense; the table is what these facts add up to.

Events carry no undealt order and no hidden face: a face enters only by `FaceShown` (design 4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from controller.rules.account import Account, Debt, TableTime
from controller.rules.cards import CardId, Face, How, Place
from controller.rules.sentence import Sentence
from controller.rules.stakes import Stakes


class ImpossibleEvent(ValueError):
    """A journalled event that cannot have happened at this table: the journal is not this table's."""


class Bound(StrEnum):
    """What a player in turn has bound himself to without ending his turn."""

    RAISE = "raise"
    PASSIVE = "passive"


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
    those dealt in, `made` is what they make up. `orbit` is as in the table.
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


@dataclass(frozen=True, slots=True)
class Sat:
    """A player took a seat with chips (S0-59)."""

    seat: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Bought:
    """A player bought chips between hands (S0-59, S2-04)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Left:
    """A player gave up his seat and took his chips with him."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """A player sits out from the next hand on (S0-16); in a tournament he is dealt in and absent (T24-30)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """A player is there again: he makes up what he owes (`posts`), or waits for the big blind."""

    seat: int
    posts: bool


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """A player moved with his chips to an empty seat (rules.md 2.4)."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A stack was counted and came to `amount`; the difference is kept as unaccounted (design 4).

    `was` is what the ledger had: the chips behind, of a player who is all-in the bet that put him so.
    """

    seat: int
    amount: int
    was: int


@dataclass(frozen=True, slots=True)
class ButtonPlaced:
    """The button was set by hand at a seat for the next hand; `drawn` where the high card did (S2-06)."""

    seat: int
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class DrawBegun:
    """One card face up to each of these seats, for the button (S2-06)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """The table opened: before the first hand the deck is verified and the button drawn."""


@dataclass(frozen=True, slots=True)
class DeckVerified:
    """The deck passed the shoe antenna whole: so many different cards of deck `deck`, no other tag.

    `cards` is 0 where no reader answered and the dealer counted it himself.
    """

    deck: str
    cards: int


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """The table closed: every stack is cashed out."""


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer sits down; `name` is empty where the house keeps none."""

    name: str


@dataclass(frozen=True, slots=True)
class DeckChanged:
    """Another deck of the table goes into the shoe."""

    deck: str


@dataclass(frozen=True, slots=True)
class MinutePassed:
    """One minute of table time, for levels by time and the time charge; the core reads no clock."""


@dataclass(frozen=True, slots=True)
class TimeCharged:
    """The house's time charge was taken from stacks (S0-60)."""

    amounts: Mapping[int, int]


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
class CardMoved:
    """A card came to a place: `n` is its order of leaving the shoe, `card` None where nobody knows it.

    An `n` beyond the cards that are out is the next card leaving the shoe. `to` the shoe means collected.
    """

    n: int
    card: CardId | None
    to: Place
    how: How


@dataclass(frozen=True, slots=True)
class CardOverdue:
    """The card that left the shoe as number `n` was read nowhere in the time that a pitch takes."""

    n: int


@dataclass(frozen=True, slots=True)
class CardsNamed:
    """The dealer said which cards lie face up where no reader knew them; by order of leaving the shoe."""

    cards: Mapping[int, CardId]


@dataclass(frozen=True, slots=True)
class Acted:
    """A player acted: `said` is the word entered, `act` what it came to (fold, check, call, bet, raise).

    `said` is "muck" for a fold that the muck reader saw, else the words or chips as they were entered. `put`
    is the number of chips added, `to` the total of this street; `because` tells the dealer what the rules
    made of it, where that is not what was said.
    """

    seat: int
    said: str
    act: str
    put: int
    to: int
    because: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A player in turn bound himself without ending his turn: he must raise, or may no more (D4, D10).

    `put` are chips of a raise that is put out in several motions and is not whole yet (RR-NL-6).
    """

    seat: int
    said: str
    bound: Bound
    put: int = 0


@dataclass(frozen=True, slots=True)
class ActedEarly:
    """A player acted out of turn; it binds or falls when his turn comes (T24-53A). `to` as in `Acted`."""

    seat: int
    said: str
    act: str
    to: int


@dataclass(frozen=True, slots=True)
class LeftToFloor:
    """A player's words or chips that the rules leave to the floor: `kind` is an id of rules.md (D9, NL4).

    The `put` chips lie in front of him meanwhile; `to` is the street total that he said or put out.
    """

    seat: int
    said: str
    kind: str
    put: int
    to: int


@dataclass(frozen=True, slots=True)
class StringBet:
    """A player put more chips out after his action was complete: they go back (T24-56)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class RoundConfirmed:
    """Cards-only: the dealer said that the betting round is complete."""


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The clock runs for the seat (T24-29)."""

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class ClockExpired:
    """The clock of the seat ran out."""

    seat: int


@dataclass(frozen=True, slots=True)
class Looked:
    """A player looked at his cards, as the dealer noted."""

    seat: int


@dataclass(frozen=True, slots=True)
class RunAgreed:
    """Players agreed to run it twice (S0-71)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RunDeclined:
    """A player declined to run it twice: one board; `seat` 0 where the dealer went on without an answer."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardExposed:
    """The card that left the shoe as number `n` was seen before it should be; `by` is dealer or player."""

    n: int
    by: str


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
class Ruled:
    """The floor ruled: a code of rules.md 9.1, by whom and why, with its parameters."""

    code: str
    who: str
    why: str = ""
    seat: int = 0
    pot: int = 0
    amount: int = 0
    seats: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    refund: str = ""


@dataclass(frozen=True, slots=True)
class BoardShown:
    """The first `cards` cards of the board have lain face up for everybody (design 5.1)."""

    cards: int


@dataclass(frozen=True, slots=True)
class FaceShown:
    """A card was seen by everybody: the only door by which a face enters the table."""

    card: CardId
    face: Face
    because: str


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
class FloorCalled:
    """The dealer called the floor: the table waits."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Something was sensed that no rule provides for; the table stops with a sentence."""

    reason: Sentence


@dataclass(frozen=True, slots=True)
class HandVoided:
    """All chips went back to their owners; the hand is dealt again with the same button."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The dealer took back his entry: the event that was number `n` of the hand."""

    n: int


Event: TypeAlias = (
    HandStarted
    | Sat
    | Bought
    | Left
    | WentAway
    | CameBack
    | SeatMoved
    | Counted
    | ButtonPlaced
    | DrawBegun
    | SessionOpened
    | DeckVerified
    | SessionClosed
    | DealerChanged
    | DeckChanged
    | MinutePassed
    | TimeCharged
    | Straddled
    | Posted
    | CardMoved
    | CardOverdue
    | CardsNamed
    | Acted
    | Declared
    | ActedEarly
    | LeftToFloor
    | StringBet
    | RoundConfirmed
    | ClockStarted
    | ClockExpired
    | Looked
    | RunAgreed
    | RunDeclined
    | CardExposed
    | OneShown
    | Retrieved
    | AskedToSee
    | Ruled
    | BoardShown
    | FaceShown
    | Tabled
    | Conceded
    | PotPushed
    | FloorCalled
    | Stopped
    | HandVoided
    | Undone
)
