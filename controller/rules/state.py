"""The frozen types of the table, without logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from controller.rules.account import Account, Debt, LastHand, Pending, TableTime
from controller.rules.cards import DECK_SIZE, CardId, Face, How, Place
from controller.rules.events import AfterStop, Bound, Event
from controller.rules.house import HouseRules
from controller.rules.sentence import Sentence
from controller.rules.stakes import Betting, Form, Game, Level, Stakes


class Phase(StrEnum):
    """What the table is doing."""

    IDLE = "idle"
    DRAWING = "drawing"
    DEALING = "dealing"
    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    SHOWDOWN = "showdown"
    PAYING = "paying"
    VOID = "void"


class Opening(StrEnum):
    """How far the session is: never opened formally, its deck being verified, open, or closed."""

    NONE = "none"
    VERIFYING = "verifying"
    OPEN = "open"
    CLOSED = "closed"


BETWEEN_HANDS = (Phase.IDLE, Phase.VOID)


class DeckCare(StrEnum):
    """What the deck needs before the next deal (rules.md 3.2, 6.1).

    `PASS` to be verified again, `REPLACE` another one once this hand is over; it is `FRESH` until verified.
    `COUNT` to be verified once the hand is over, because it was dealt without that.
    """

    NOTHING = "nothing"
    PASS = "pass"  # noqa: S105
    REPLACE = "replace"
    FRESH = "fresh"
    COUNT = "count"


class Status(StrEnum):
    """What a seat is to this hand.

    `OUT` is ready for the next hand and not dealt in; `AWAY` sits out or has no chips.
    """

    EMPTY = "empty"
    AWAY = "away"
    OUT = "out"
    LIVE = "live"
    ALL_IN = "all-in"
    FOLDED = "folded"
    MUCKED = "mucked"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change while the table is open; it stands in the journal's first line.

    `deck` is the first in the shoe, `decks` are all that the table has, empty where it has no other.
    """

    name: str
    seats: int
    stakes: Stakes
    house: HouseRules = field(default_factory=HouseRules)
    deck: str = "A"
    deck_size: int = DECK_SIZE
    game: Game = Game.NO_LIMIT
    form: Form = Form.CASH
    betting: Betting = Betting.FULL
    levels: tuple[Level, ...] = ()
    decks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: chips behind, chips of this street, chips of earlier streets of this hand.

    `put` holds his own ante too; `dead` are his chips of this hand that count for nobody's level. `acted` is
    the last word on this street, `raises_seen` the full raises of the street when it was said, `bound` what
    he may do when his turn comes. `shown` are single cards laid face up, by order of leaving the shoe;
    `ordered` says that the hand must be tabled. `owes` is what he has to make up, `waiting` that he waits for
    the big blind, `promised` that he posts at the next hand, `absent` that he is dealt in and not there
    (T24-30). `bought` are all chips he bought in this session. `loose` is the part of `street_in` that the
    floor has yet to settle. `fresh` has not been dealt in since he sat down, `gained` are the hands that he
    waits after a change of seats (rules.md 12.4), `made` what he made up with his posts of this hand.
    `guarded` says that he has a card guard on his hand (H9), `gone` that he is away from the table with a
    live hand (H14, H20), `penalty` how many hands he misses, this one included where he is `serving`, and -1
    for good (R34).
    """

    name: str = ""
    status: Status = Status.EMPTY
    stack: int = 0
    street_in: int = 0
    put: int = 0
    acted: str = ""
    raises_seen: int = 0
    tabled: bool = False
    dead: int = 0
    bound: Bound | None = None
    shown: tuple[int, ...] = ()
    ordered: bool = False
    looked: bool = False
    absent: bool = False
    waiting: bool = False
    promised: bool = False
    owes: Debt = field(default_factory=Debt)
    bought: int = 0
    loose: int = 0
    fresh: bool = False
    gained: int = 0
    made: Debt = field(default_factory=Debt)
    guarded: bool = False
    gone: bool = False
    penalty: int = 0
    serving: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A card that left the shoe: `n` counts from 1; `bound` is where the deal wanted it, None for nowhere.

    `replaces` is the card, by its order of leaving the shoe, in whose place it was dealt (S0-65, RR-IRR-7);
    `down` says that it lies face down on the board.
    """

    n: int
    card: CardId | None
    place: Place
    how: How
    bound: Place | None
    overdue: bool = False
    replaces: int = 0
    down: bool = False


@dataclass(frozen=True, slots=True)
class Street:
    """The betting of one street (rules.md 7).

    `bet` is the amount to match, `last_raise` the largest full bet or raise, `raises` the number of full
    ones, `after` the seat whose left is next to act, `aggressor` the last who bet or raised (0 for none).
    `base` is the last full bet level and `capped` says that no raise is left (fixed limit, FL2, FL4). `last`
    is a seat whose first turn comes after everybody else's (`straddle.order` SKIP_STRADDLER).
    `actions` counts actions in turn, `paid` those of them with chips (rules.md 3.1), `wagers` all bets and
    raises; `moved` are the chips of the last action in turn, `declared` the seat that said "raise" before
    it. `prior` is the street before the last bet or raise, `bets` what each seat had in front when the
    betting closed and `uncalled` what went back then: for what is corrected later on the street (NL6).
    """

    bet: int = 0
    last_raise: int = 0
    raises: int = 0
    after: int = 0
    aggressor: int = 0
    closed: bool = False
    base: int = 0
    capped: bool = False
    last: int = 0
    actions: int = 0
    paid: int = 0
    wagers: int = 0
    moved: int = 0
    declared: int = 0
    prior: Street | None = field(default=None, repr=False)
    bets: Mapping[int, int] = field(default_factory=dict)
    uncalled: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Early:
    """An action out of turn that waits for its turn: `faced` is the bet that the player saw (T24-53A).

    A fold waits for nothing and stands here until the turn has passed it. `stands` is an action that binds
    whatever comes before it (T24-53B).
    """

    seat: int
    said: str
    act: str
    to: int
    faced: int
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The player clock: seconds given, and whether they have passed."""

    seat: int
    seconds: int
    expired: bool = False


@dataclass(frozen=True, slots=True)
class Runs:
    """Running it twice: who has agreed so far, whether somebody declined, and whether it is on.

    `out` is the number of cards that were out when it could first be asked: the next card ends the question.
    `shared` are the board cards of both runs.
    """

    agreed: tuple[int, ...] = ()
    declined: bool = False
    shared: int = 0
    on: bool = False
    out: int = 0


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that the same seats play for, seats ascending.

    `board` is 1 or 2 for the half of a pot where it is run twice. `by` are the seats whose chips are in it.
    """

    amount: int
    seats: tuple[int, ...]
    board: int = 0
    by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """What one seat was pushed from one pot of `Table.pots`; `hand` is empty where it was not shown."""

    pot: int
    seat: int
    amount: int
    hand: str


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What is wrong on the felt: `kind` is an id of rules.md, or `unresolved` where no rule is built in.

    `rulings` is the floor's menu, the house's first choice first, for `seat` where it is about one; `n` is
    the card that it is about, by order of leaving the shoe, `place` where that was seen, and `since` the
    number of the event that showed it. `possible` says that a misdeal was possible when attention was called
    (12.1). Of what the dealer mends alone (12.7) `to` is where he lays the card, None for nowhere.
    """

    kind: str
    sentence: Sentence
    seat: int = 0
    rulings: tuple[str, ...] = ()
    n: int = 0
    place: Place | None = None
    since: int = 0
    possible: bool = False
    to: Place | None = None


class Do(StrEnum):
    """What is done by hand after a ruling, one thing after another (12.10)."""

    MOVE = "move"
    PICK = "pick"
    DRAW = "draw"
    VERIFY = "verify"
    SHUFFLE = "shuffle"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that a ruling leaves to be done: `code` is the ruling.

    MOVE card `n` to `to`; PICK one of `among` face down and lay it at `to`; DRAW the next card out of the
    stub to `to`; VERIFY the stub as a set; SHUFFLE and cut it, after which `burns` are added to the burns
    that the rest of the hand needs; SHOW card `n` to all. A task with `after` waits until the betting of that
    street is over, with PAYING for the end of the hand.
    """

    do: Do
    code: str
    n: int = 0
    to: Place | None = None
    among: tuple[int, ...] = ()
    after: Phase | None = None
    burns: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Everything known of the table; `replay(journal)` gives the same value.

    `pieces` are the cards that are out, in the order in which they left the shoe: the rest of the deck is a
    set and a count, never a sequence (design 4). `small` and `big` are positions. `dealt` are the seats
    entitled to cards, in dealing order. `shown` counts the board cards that everybody has seen. `returned`
    are uncalled chips of this hand. `mucked` are the hands given up at showdown, in that order. `pots` hold
    chips only while they are pushed. `started` is the table as the hand began (before the first: as it was
    set up), `history` what happened since, by number, and `events` the last number: for undo. `stakes` are
    those of this hand. `told` is what the rules made of the last entry. `early` are actions out of turn that
    wait. `straddles` are street bets by seat. `rake` and `jackpot` are what the house takes of this hand, and
    in `account` once its pots are pushed.
    `drawing` are the seats that draw for the button; `placed` says that the button was set by hand or by the
    draw for the next hand, `next_button` the seat to which the floor moves it once this hand is over (R35).
    `extra_burns` are burns of this hand beyond one a street: a new dealer's, and what errors and rulings
    added or took. `aggressor` bet or raised last on an earlier street.
    `exposed` are hole cards that the dealer exposed, `boxed` cards that lay face up in the deck and `jokers`
    those that are no playing cards, by shoe number: they are replaced; `seen` are exposed hole cards that
    play on, or wait for the floor. `open` is what stops the table, the
    first one first; `mends` is what the dealer mends alone and `todo` what rulings left to do. `notes` are
    actions since the stop. `impounded` are pots of earlier hands that the floor has yet to decide, `last` is
    the hand before, `coming` are chips of either that a seat gets once the hand is over. `redeal` says why
    the hand is dealt again where the floor ruled so: misdeal or void. `unpaid` is the table as it was
    before its pots were made, for a hand that comes back before a pot is pushed (T24-14). `orbit` is the
    seat where the first button of this game was, 0 once the button has gone round (RR-BL). `care` is what
    the deck needs before the next deal; `odd` are cards of this hand's deck with another back (F3),
    `missing` those that were never in the shoe (F5).
    """

    setup: Setup
    seats: Mapping[int, Seat]
    stakes: Stakes
    phase: Phase = Phase.IDLE
    hand: int = 0
    button: int = 0
    small: int = 0
    big: int = 0
    dealt: tuple[int, ...] = ()
    pieces: tuple[Piece, ...] = ()
    faces: Mapping[CardId, Face] = field(default_factory=dict)
    street: Street = field(default_factory=Street)
    shown: int = 0
    returned: Mapping[int, int] = field(default_factory=dict)
    mucked: tuple[int, ...] = ()
    pots: tuple[Pot, ...] = ()
    pushed: tuple[int, ...] = ()
    awards: tuple[Award, ...] = ()
    open: tuple[Irregularity, ...] = ()
    again: bool = False
    told: Sentence | None = None
    early: tuple[Early, ...] = ()
    straddles: Mapping[int, int] = field(default_factory=dict)
    clock: Clock | None = None
    runs: Runs | None = None
    rake: int = 0
    jackpot: int = 0
    time: TableTime = field(default_factory=TableTime)
    account: Account = field(default_factory=Account)
    dealer: str = ""
    deck: str = ""
    opening: Opening = Opening.NONE
    drawing: tuple[int, ...] = ()
    placed: bool = False
    next_button: int = 0
    orbit: int = 0
    extra_burns: int = 0
    care: DeckCare = DeckCare.NOTHING
    odd: tuple[CardId, ...] = ()
    missing: tuple[CardId, ...] = ()
    mends: tuple[Irregularity, ...] = ()
    todo: tuple[Task, ...] = ()
    boxed: tuple[int, ...] = ()
    jokers: tuple[int, ...] = ()
    notes: tuple[AfterStop, ...] = ()
    impounded: tuple[Pending, ...] = ()
    coming: Mapping[int, int] = field(default_factory=dict)
    last: LastHand = field(default_factory=LastHand)
    aggressor: int = 0
    exposed: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    redeal: str = ""
    unpaid: Table | None = field(default=None, repr=False)
    events: int = 0
    started: Table | None = field(default=None, repr=False)
    history: tuple[tuple[int, Event], ...] = field(default=(), repr=False)
