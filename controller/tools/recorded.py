"""`tablectl replay --phh`: recorded hands played through the core, final stacks compared with the record."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.deckmap import DeckMap
from controller.rules.betting import options
from controller.rules.cards import BOARD, BURN, CardId, Face, How, deck_faces, seat_place
from controller.rules.dealing import due
from controller.rules.events import HandStarted
from controller.rules.requests import Act, Ask, Confirm, Muck, Name, TableHand
from controller.rules.showdown import unnamed_seat
from controller.rules.stakes import Game, Stakes
from controller.rules.state import Phase, Seat, Setup, Status, Table
from controller.tools.coretable import CoreTable
from controller.tools.phh import (
    BetRaiseTo,
    CheckCall,
    DealBoard,
    DealHole,
    Fold,
    PhhError,
    RecordedHand,
    ShowMuck,
    Step,
    read,
)

DECK = "A"
GAMES = {"NT": Game.NO_LIMIT, "FT": Game.FIXED_LIMIT}
UNKNOWN = "??"


class Unplayable(ValueError):
    """A recorded hand that the core refuses or cannot finish; the text says at which step and why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A recorded hand beside ours: stacks by seat in `1 / unit` chips, seat 1 first."""

    hand: RecordedHand
    ours: tuple[int, ...]

    @property
    def agrees(self) -> bool:
        """Whether every stack is as recorded; a record without final stacks agrees with anything played."""
        return self.hand.finishing_stacks in (None, self.ours)


def play(hand: RecordedHand, deck: DeckMap) -> Outcome:
    """The hand played through the core from its blinds to the last pot.

    Raises `Unplayable` where the core refuses what the record says was done.
    """
    playing = _Play(hand, deck)
    for number, step in enumerate(hand.actions, 1):
        if reason := playing.take(step):
            raise Unplayable(f"step {number}: {reason}")
    seats = playing.paid().seats
    return Outcome(hand, tuple(seats[n].stack for n in sorted(seats)))


def _start(hand: RecordedHand) -> Table:
    stakes = Stakes(
        min(blind for blind in hand.blinds if blind),
        max(hand.blinds),
        small_bet=hand.small_bet or 0,
        big_bet=hand.big_bet or 0,
    )
    seats = {n: Seat(f"p{n}", Status.OUT, stack) for n, stack in enumerate(hand.starting_stacks, 1)}
    # The smallest chip is the record's unit: where an odd chip was cut in two, the halves are chips here.
    setup = Setup("recorded", len(seats), stakes, deck=DECK, game=GAMES[hand.variant])
    return Table(setup, seats, stakes)


def _hand_started(hand: RecordedHand) -> HandStarted:
    stacks = dict(enumerate(hand.starting_stacks, 1))
    posts = {n: blind for n, blind in enumerate(hand.blinds, 1) if blind}
    antes = {n: ante for n, ante in enumerate(hand.antes, 1) if ante}
    small, big = (hand.blinds.index(pick(posts.values())) + 1 for pick in (min, max))
    names = {n: f"p{n}" for n in stacks}
    return HandStarted(1, hand.button, small, big, stacks, names, (), posts, antes)


class _Play:
    """One recorded hand on its way through the core; a step answers why it is refused, or nothing."""

    def __init__(self, hand: RecordedHand, deck: DeckMap) -> None:
        self._deck = deck
        self._core = CoreTable(_start(hand), deck)
        self._core.record(_hand_started(hand))
        self._held: dict[int, list[CardId | None]] = {}

    def take(self, step: Step) -> str:
        match step:
            case DealHole(seat=seat, cards=cards):
                return self._hold(seat, cards)
            case DealBoard(cards=cards):
                return self._board(cards)
            case Fold(seat=seat):
                return self._ask(Act(seat, "fold"))
            case CheckCall(seat=seat):
                word = "check" if options(self._core.table, seat).check else "call"
                return self._ask(Act(seat, word))
            case BetRaiseTo(seat=seat, amount=amount):
                word = "raise" if self._core.table.street.bet else "bet"
                return self._ask(Act(seat, word, amount))
            case ShowMuck(seat=seat, cards=None):
                return self._ask(Muck(seat))
            case ShowMuck(seat=seat, cards=cards):
                return self._ask(TableHand(seat)) or self._name(seat, cards or ())

    def paid(self) -> Table:
        """The table after the pots that the prompts name were pushed."""
        while self._core.table.phase is Phase.PAYING:
            self._core.ask(Confirm())
        if self._core.table.phase is not Phase.IDLE:
            raise Unplayable(f"the record ends in the phase {self._core.table.phase}")
        return self._core.table

    def _hold(self, seat: int, cards: Sequence[str]) -> str:
        # A record names both cards of a player at once, the deal gives one a round: they wait until all
        # players have theirs. Which of a player's two cards came first has no meaning.
        self._held[seat] = [self._card(text) for text in cards]
        if set(self._held) == set(self._core.table.dealt):
            while (to := due(self._core.table)) is not None:
                self._core.draw(self._held[to.seat].pop(0), to)
        return ""

    def _board(self, cards: Sequence[str]) -> str:
        if due(self._core.table) != BURN:
            return "a board card is not due"
        self._core.draw(None, BURN, How.INFERRED)
        for text in cards:
            self._core.draw(self._card(text), BOARD)
        return ""

    def _name(self, seat: int, cards: Sequence[str]) -> str:
        if unnamed_seat(self._core.table) != seat:
            return ""
        named = (self._deck.card_of(DECK, Face.parse(text)) for text in cards)
        return self._ask(Name(seat_place(seat), tuple(named)))

    def _ask(self, ask: Ask) -> str:
        refused = self._core.ask(ask)
        return f"{type(ask).__name__.lower()} is refused ({refused.reason.id})" if refused else ""

    def _card(self, text: str) -> CardId | None:
        return None if text == UNKNOWN else self._deck.card_of(DECK, Face.parse(text))


@dataclass(slots=True)
class Tally:
    """How many hands were played, and how they compare."""

    hands: int = 0
    agree: int = 0
    differ: int = 0

    def text(self) -> str:
        """The closing line."""
        return f"{self.hands} hands, {self.agree} agree, {self.differ} differ"


def replay_files(files: Sequence[Path], as_json: bool) -> int:
    """Play every hand of the files and print what differs; exit code 0 all agree, 1 not, 2 unreadable."""
    deck = recorded_deck()
    tally = Tally()
    for file in files:
        try:
            for hand in read(file):
                _count(hand, deck, tally, as_json)
        except PhhError as error:
            print(error)
            return 2
    print(json.dumps(asdict(tally)) if as_json else tally.text())
    return 1 if tally.differ else 0


def recorded_deck() -> DeckMap:
    """A deck for recorded hands: no tag is ever read, the map only pairs faces and cards."""
    uids = {face: f"{n:014X}" for n, face in enumerate(deck_faces(), 1)}
    return DeckMap.enrolled(uids, deck=DECK, rng=random.Random(0))


def _count(hand: RecordedHand, deck: DeckMap, tally: Tally, as_json: bool) -> None:
    tally.hands += 1
    where = f"{hand.file}, hand {hand.number}"
    try:
        outcome = play(hand, deck)
    except Unplayable as error:
        tally.differ += 1
        print(json.dumps({"hand": where, "failure": str(error)}) if as_json else f"{where}: {error}")
        return
    if outcome.agrees:
        tally.agree += 1
        return
    tally.differ += 1
    theirs, ours = list(hand.finishing_stacks or ()), list(outcome.ours)
    if as_json:
        print(json.dumps({"hand": where, "recorded": theirs, "ours": ours}))
    else:
        print(f"{where}: recorded {theirs}, ours {ours}")
