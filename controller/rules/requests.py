"""What the dealer's console can ask of the table; `decide` answers with events or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from controller.rules.cards import CardId, Place


@dataclass(frozen=True, slots=True)
class Act:
    """A player's word: fold, check, call, bet, raise or all-in; `amount` is a total of the street."""

    seat: int
    word: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Confirm:
    """The key NEXT: what the prompt asks for is done."""


@dataclass(frozen=True, slots=True)
class TableHand:
    """A seat tables its hand, whether or not the prompt names it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Muck:
    """A seat gives its hand up unseen at showdown."""

    seat: int


@dataclass(frozen=True, slots=True)
class Name:
    """The cards that lie face up at a place, entered because no reader knew them."""

    place: Place
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """What a player said, word for word; the table says what it amounts to."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class PutOut:
    """What a player put out silently, chip for chip in one motion; the table says what it amounts to."""

    seat: int
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundComplete:
    """Cards-only: the betting round is complete."""


@dataclass(frozen=True, slots=True)
class CallClock:
    """The clock is called on a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class NoteLooked:
    """A player looked at his cards."""

    seat: int


@dataclass(frozen=True, slots=True)
class PutStraddle:
    """A player straddles before the deal; `amount` is his whole street bet."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Post:
    """What a player posts before the deal, in place of what the table assumes."""

    seat: int
    live: int
    dead: int


@dataclass(frozen=True, slots=True)
class Sit:
    """A player takes a seat with chips."""

    seat: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Buy:
    """A player buys chips between hands."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player gives up his seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """A player sits out."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitIn:
    """A player is back; `posts` makes up what he owes at once, else he waits for the big blind."""

    seat: int
    posts: bool


@dataclass(frozen=True, slots=True)
class MoveSeat:
    """A player moves to an empty seat."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Count:
    """A stack was counted."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class PlaceButton:
    """The button belongs at this seat for the next hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawButton:
    """One card face up to every player, for the button."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """The table opens."""


@dataclass(frozen=True, slots=True)
class CloseSession:
    """The table closes."""


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer sits down."""

    name: str


@dataclass(frozen=True, slots=True)
class ChangeDeck:
    """Another deck goes into the shoe."""

    deck: str


@dataclass(frozen=True, slots=True)
class Agree:
    """Players agree to run it twice."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decline:
    """A player does not run it twice."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShowCard:
    """A player shows one card, not both."""

    seat: int
    card: CardId


@dataclass(frozen=True, slots=True)
class AskToSee:
    """A player asks to see a hand."""

    by: int
    of: int


@dataclass(frozen=True, slots=True)
class ReportExposed:
    """A card was seen: `card` counts the cards of a seat from 1."""

    seat: int
    card: int
    by: str = "dealer"


@dataclass(frozen=True, slots=True)
class Report:
    """What only eyes can know; `what` is a word of `REPORTS` below.

    `seat` and `card` (counted from 1) name a hole card, 0 the newest or the next one; `known` is a card by
    its face, out or never in the deck. `by` is dealer or player.
    """

    what: str
    seat: int = 0
    card: int = 0
    known: CardId | None = None
    by: str = "dealer"


REPORTS = (
    "boxed",  # a card lay face up in the deck: the next one, or one that is out (E11 to E15, M3)
    "joker",  # a card that is no playing card turned up without a reader knowing it (E16, E17, F4)
    "off-table",  # the newest card flew off the table (E8, M13)
    "back",  # a card of another back was seen (F2, F3, M16)
    "missing",  # a card was found that was never in the deck dealt from (F5, M17)
    "burn-exposed",  # the newest burn was seen (E18)
    "stub-exposed",  # the top card of the stub was flashed (E19)
    "bottom-exposed",  # the bottom card of the stub was seen (E20)
    "dropped",  # the stub fell apart (B23, M22)
    "mixed",  # the stub fell into the muck (B23, B24)
    "uncut",  # the deck was not shuffled or not cut (M14)
    "guard",  # a player has a card guard on his hand (H9)
    "left",  # a player is away from the table with a live hand (H14, H20)
    "face-down",  # the board cards of the street lie face down
    "face-up",  # face-down board cards are turned
)


@dataclass(frozen=True, slots=True)
class Unnotice:
    """The floor finds that the stop had not been noticed; `who` has signed in."""

    who: str


@dataclass(frozen=True, slots=True)
class Impound:
    """The floor leaves the pots undecided, so that the next hand can start; `who` has signed in."""

    who: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """The floor looks at a hand, and says why; `who` has signed in."""

    seat: int
    who: str
    why: str


@dataclass(frozen=True, slots=True)
class Rule:
    """The floor rules: a code of rules.md 9.1 with its parameters; `who` has signed in, as has `second`.

    `card` is a card by its face that lies where all can see it; `cards` and `places` are the moves of R40,
    `stacks` what it makes of chips behind. `last` says that it is about an earlier hand. `penalty` is what
    R34 gives: HANDS (none is a warning), ROUNDS, OUT for good, LIFTED.
    """

    code: str
    who: str
    why: str = ""
    seat: int = 0
    pot: int = 0
    amount: int = 0
    seats: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    refund: str = ""
    card: CardId | None = None
    second: str = ""
    cards: tuple[CardId, ...] = ()
    places: tuple[Place, ...] = ()
    stacks: Mapping[int, int] = field(default_factory=dict)
    last: bool = False
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class CallFloor:
    """The key FLOOR."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The two second hold of UNDO."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """The two second hold of "return all chips, redeal"."""


SeatingAsk: TypeAlias = Sit | Buy | Leave | SitOut | SitIn | MoveSeat | Count
OpeningAsk: TypeAlias = PlaceButton | DrawButton | OpenSession | CloseSession | ChangeDealer | ChangeDeck
PostingAsk: TypeAlias = PutStraddle | Post
WordAsk: TypeAlias = Act | Say | PutOut
RunAsk: TypeAlias = Agree | Decline
ShowAsk: TypeAlias = TableHand | Muck | ShowCard | AskToSee

PlayingAsk: TypeAlias = (
    SeatingAsk
    | OpeningAsk
    | PostingAsk
    | WordAsk
    | RunAsk
    | ShowAsk
    | RoundComplete
    | CallClock
    | NoteLooked
    | Confirm
    | Name
)
FloorAsk: TypeAlias = Rule | Unnotice | Impound | Reveal
Ask: TypeAlias = PlayingAsk | ReportExposed | Report | FloorAsk | CallFloor | TakeBack | Redeal
