"""Hands played by chance: what the next step wants, what else people may ask, what else cards may do."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from controller.rules import betting, showdown
from controller.rules.cards import BOARD, BURN, FLIGHT, MUCK, SHOE, CardId, How, Place, seat_place
from controller.rules.dealing import at, current, due, in_flight, next_number, street_lying
from controller.rules.events import (
    Acted,
    BoardShown,
    CardMoved,
    CardOverdue,
    Conceded,
    Event,
    HandStarted,
    Stopped,
    Undone,
)
from controller.rules.house import (
    AllInTabling,
    AnteOrder,
    AwardOrder,
    CalledHands,
    CapHeadsUp,
    HouseRules,
    MinRaise,
    PostflopMin,
    ShortAllIn,
    Straddle,
    StraddleMinRaise,
    StraddleOrder,
)
from controller.rules.ledger import AFTER_THE_HAND
from controller.rules.requests import (
    Act,
    Agree,
    Ask,
    AskToSee,
    CallClock,
    CallFloor,
    Confirm,
    Muck,
    Name,
    NoteLooked,
    Post,
    PutOut,
    PutStraddle,
    Redeal,
    RoundComplete,
    Rule,
    Say,
    TableHand,
    TakeBack,
)
from controller.rules.rulings import menu
from controller.rules.sentence import say
from controller.rules.stakes import Betting, Game, Stakes
from controller.rules.state import BETWEEN_HANDS, Do, Piece, Table
from controller.rules.todo import ready
from tests.controller.rules.hands import DECK_A, SEATS, Play, card, seated

SAID = ("{}", "raise {}", "raise", "call", "check", "bet {}", "pot", "all in", "fold", "raise it")
WORDS = ("fold", "check", "call", "bet", "raise", "all-in", "straddle")
# Rulings that leave the stop as it is, or that want more than a code.
NEED_MORE = ("R33", "R34", "R39", "R40")
PLACES = (FLIGHT, BOARD, BURN, MUCK, *map(seat_place, range(1, SEATS + 1)))
DECK = tuple(card(text) for text in DECK_A.split())

GAMES = tuple(Game)
ANTES = ((0, 0), (1, 0), (0, 2))
HOUSES = st.builds(
    HouseRules,
    nl_short_allin=st.sampled_from(ShortAllIn),
    bet_min_raise=st.sampled_from(MinRaise),
    fl_raise_cap=st.sampled_from((3, 4, None)),
    fl_cap_headsup=st.sampled_from(CapHeadsUp),
    pl_sb_counts_as_bb=st.booleans(),
    pl_round_up_unit=st.sampled_from((0, 5)),
    pl_ante_in_preflop_pot=st.booleans(),
    bba_order=st.sampled_from(AnteOrder),
    straddle_types=st.sampled_from(((), (Straddle.UTG,), tuple(Straddle))),
    straddle_order=st.sampled_from(StraddleOrder),
    straddle_min_raise=st.sampled_from(StraddleMinRaise),
    straddle_max_count=st.integers(1, 2),
    straddle_postflop_min=st.sampled_from(PostflopMin),
    showdown_allin_tabling=st.sampled_from(AllInTabling),
    showdown_called_hands=st.sampled_from(CalledHands),
    pots_award_order=st.sampled_from(AwardOrder),
)


def shuffled(seed: int) -> tuple[CardId, ...]:
    order = list(DECK)
    random.Random(seed).shuffle(order)
    return tuple(order)


SHUFFLES = st.integers(0, 2**32).map(shuffled)
PICKS = st.lists(st.integers(0, 2**20), min_size=60, max_size=150)


@st.composite
def tables(
    draw: st.DrawFn,
    most: int = 6,
    units: tuple[int, ...] = (1, 5),
    games: tuple[Game, ...] = GAMES,
    houses: st.SearchStrategy[HouseRules] = HOUSES,
    antes: tuple[tuple[int, int], ...] = ANTES,
    betting: Betting = Betting.FULL,
) -> Table:
    """A table between hands: two to `most` players, some with very few chips, some sitting out.

    Blinds are 1 and 2 units; `antes` are each player's and the big blind's for all.
    """
    seats = draw(st.lists(st.integers(1, SEATS), min_size=2, max_size=most, unique=True))
    unit = draw(st.sampled_from(units))
    chips = st.one_of(st.integers(1, 6), st.integers(1, 40), st.integers(20, 300))
    stacks = {seat: draw(chips) * unit for seat in seats}
    away = (seats[-1],) if len(seats) > 2 and draw(st.booleans()) else ()
    each, for_all = draw(st.sampled_from(antes))
    bets = {"small_bet": 2 * unit, "big_bet": 4 * unit}
    stakes = Stakes(unit, 2 * unit, unit, each * unit, for_all * unit, **bets)
    return seated(
        stacks,
        draw(st.integers(1, SEATS)),
        stakes=stakes,
        house=draw(houses),
        away=away,
        game=draw(st.sampled_from(games)),
        betting=betting,
    )


class Chance:
    """A `Play` whose choices come from a list of numbers; it knows every card that lies on the felt."""

    def __init__(
        self, start: Table, order: Sequence[CardId], picks: Sequence[int], *, readers: bool = True
    ) -> None:
        self.play = Play(start, "")
        self.play.shoe = list(order)
        self._picks: Iterator[int] = iter(picks)
        self._readers = readers
        self._felt: dict[int, CardId] = {}

    @property
    def table(self) -> Table:
        return self.play.table

    def pick(self, choices: int) -> int:
        """One of `choices`; the first when the numbers have run out."""
        return next(self._picks, 0) % choices

    def over(self) -> bool:
        return self.table.phase in BETWEEN_HANDS and not self.table.pieces and not self.table.open

    def record(self, *events: Event) -> None:
        self.play.core.record(*events)
        self._follow()

    def ask(self, ask: Ask) -> str:
        refusal = self.play.ask(ask)
        self._follow()
        return refusal

    def must(self, ask: Ask) -> None:
        assert self.ask(ask) == "", (ask, self.play.step)

    def natural(self) -> None:
        """One thing that the next step asks for; it must be taken."""
        step, table = self.play.step, self.table
        match step.do:
            case "stop":
                self._rule()
            case "next":
                self.must(Confirm())
                self._straddle()
            case "push":
                self.must(Confirm())
            case "confirm":
                self._round()
            case "collect":
                self._lift(table.pieces[-1])
            case "act":
                self.must(self._word(step.seat))
            case "table":
                self._show(step.seat, one=len(step.seats) == 1)
            case "name":
                self._name(Place.parse(step.to))
            case "wait":
                self._wait()
            case "verify" | "shuffle":
                self.must(Confirm())
            case "pick":
                self._by_hand()
            case "move" if current(table) or any(ready(table, mend) for mend in table.mends):
                self._by_hand()
            case "deal" | "burn" | "flop" | "turn" | "river" | "move":
                self._deal()

    def _rule(self) -> None:
        """The floor rules from the menu, or the dealer takes back, or the hand is dealt again."""
        codes = [code for code in menu(self.table) if code not in NEED_MORE]
        first = self.pick(len(codes) + 1)
        asks: list[Ask] = [Rule(code, "lee", "clear") for code in (*codes[first:], *codes[:first])]
        rest: list[Ask] = [Redeal(), TakeBack(), Rule("R01", "lee", "clear")]
        assert any(self.ask(ask) == "" for ask in asks + rest), self.table.open

    def _by_hand(self) -> None:
        """A card that is out goes where a ruling or a mend wants it."""
        task = current(self.table)
        mend = next((mend for mend in self.table.mends if ready(self.table, mend)), None)
        n, to = (task.n, task.to) if task else (mend.n, mend.to) if mend else (0, None)
        if task is not None and task.do is Do.PICK:
            n = task.among[self.pick(len(task.among))]
        found = next(piece for piece in self.table.pieces if piece.n == n)
        assert to is not None
        self._lift(found) if to == SHOE else self._move(found, to)

    def finish(self, most: int = 400) -> None:
        """Natural steps to the end of the hand; there is no state from which none leads there."""
        for _ in range(most):
            if self.over():
                return
            self.natural()
        raise AssertionError(f"the hand does not end: {self.play.step}")

    def wild(self) -> None:
        """A natural step, or a request of any kind, or cards that go where they like."""
        match self.pick(16):
            case 10 | 11:
                self.ask(self._any_ask())
            case 12:
                self.ask((CallFloor(), TakeBack())[self.pick(2)])
            case 13 if self.play.shoe:
                self._draw(PLACES[self.pick(len(PLACES))])
            case 14 if self.table.pieces:
                self._stray(self.table.pieces[self.pick(len(self.table.pieces))])
            case 15:
                self._thrown()
            case _ if not self.over() or self.play.step.do == "next":
                self.natural()

    def _straddle(self) -> None:
        """Before the first card somebody straddles, where the house takes it."""
        for seat in self.table.dealt if self.table.setup.house.straddle_types else ():
            if self.pick(2):
                self.ask(PutStraddle(seat, 2 * self.table.street.bet))

    def _round(self) -> None:
        """Hands that go to the muck, and at last the round is complete."""
        while self.play.step.do == "confirm" and self.pick(3) == 2:
            left = betting.live(self.table)
            self.must(Act(left[self.pick(len(left))], "fold"))
        if self.play.step.do == "confirm":
            self.must((RoundComplete(), Confirm())[self.pick(2)])

    def _word(self, seat: int) -> Act:
        may = betting.options(self.table, seat)
        # Who said "raise" has nothing left but a raise.
        words = [Act(seat, "check" if may.check else "call")] * (4 if may.fold else 0)
        if span := may.bet or may.raise_:
            word, unit = "bet" if may.bet else "raise", self.table.setup.stakes.unit
            between = span[0] + self.pick(max(1, (span[1] - span[0]) // unit)) * unit
            words += [Act(seat, word, amount) for amount in (span[0], min(between, span[1]), span[1])]
        if may.all_in:
            words.append(Act(seat, "all-in"))
        if may.fold:
            words.append(Act(seat, "fold"))
        return words[self.pick(len(words))]

    def _show(self, seat: int, *, one: bool) -> None:
        if one and showdown.may_muck(self.table, seat) and self.pick(3) == 2:
            self.must(Muck(seat))
        else:
            alone = one and self.play.step.sentence.id != "prompt.show.all"
            self.must(TableHand(seat) if alone and self.pick(2) else Confirm())

    def _name(self, place: Place) -> None:
        cards = tuple(self._felt[piece.n] for piece in at(self.table, place))
        if self.ask(Name(place, cards)):
            self.must(TakeBack())

    def _wait(self) -> None:
        lying = len(at(self.table, BOARD))
        if flying := in_flight(self.table):
            self._move(flying[0], MUCK)
        else:
            assert lying > self.table.shown, "nothing is waited for"
            self.record(BoardShown(lying))

    def _deal(self) -> None:
        flying = [piece for piece in in_flight(self.table) if piece.bound is not None]
        to = due(self.table)
        if not self.pick(8):
            self.must(Confirm())
        elif flying:
            piece = next((p for p in flying if p.overdue), flying[0])
            self._move(piece, piece.bound or BOARD)
        else:
            assert to is not None, self.play.step
            self._draw(FLIGHT if not self.pick(4) else to)
        lying = len(at(self.table, BOARD))
        if street_lying(self.table) and lying > self.table.shown and not self.table.open:
            self.record(BoardShown(lying))

    def _draw(self, to: Place) -> None:
        known = self._readers and self.pick(8) != 7
        drawn = self.play.shoe.pop(0)
        self._felt[next_number(self.table)] = drawn
        self.record(CardMoved(next_number(self.table), drawn if known else None, to, How.READ))

    def _move(self, piece: Piece, to: Place) -> None:
        known = self._readers and self.pick(4) != 3
        self.record(CardMoved(piece.n, self._felt[piece.n] if known else None, to, How.READ))

    def _stray(self, piece: Piece) -> None:
        places = (*PLACES, SHOE)
        to = places[self.pick(len(places))]
        self._lift(piece) if to == SHOE else self._move(piece, to)

    def _lift(self, piece: Piece) -> None:
        self.record(CardMoved(piece.n, None, SHOE, How.READ))
        self.play.shoe.insert(0, self._felt.pop(piece.n))

    def _thrown(self) -> None:
        """What sensing tells beside single cards: a hand in the muck, a card that is lost, a stop."""
        table, seat = self.table, 1 + self.pick(SEATS)
        hand = at(table, seat_place(seat))
        events: list[Event] = [CardMoved(piece.n, None, MUCK, How.READ) for piece in hand]
        if table.open or table.phase in AFTER_THE_HAND:
            return
        if flying := in_flight(table):
            self.record(CardOverdue(flying[0].n))
        elif betting.pending(table, seat):
            self.record(Acted(seat, "muck", "fold", 0, table.seats[seat].street_in), *events)
        elif showdown.may_muck(table, seat):
            self.record(Conceded(seat, "muck"), *events)
        elif not self.pick(4):
            self.record(Stopped(say("unresolved.foreign_tag", reader="shoe")))

    def _any_ask(self) -> Ask:
        return (self._any_word, self._any_deed)[self.pick(2)]()

    def _any_word(self) -> Ask:
        seat = (betting.actor(self.table), self.pick(SEATS + 2))[self.pick(2)]
        amount = (self.pick(30), self.pick(400), 10**30, -1)[self.pick(4)]
        return (
            Act(seat, WORDS[self.pick(len(WORDS))], amount),
            Say(seat, SAID[self.pick(len(SAID))].format(amount)),
            PutOut(seat, (amount, *(1, 5, 25)[: self.pick(4)])),
            PutStraddle(seat, amount),
            Post(seat, amount, self.pick(10)),
            NoteLooked(seat),
            CallClock(seat),
            RoundComplete(),
        )[self.pick(8)]

    def _any_deed(self) -> Ask:
        seat = self.pick(SEATS + 2)
        cards = tuple(DECK[self.pick(52)] for _ in range(self.pick(4)))
        return (
            Confirm(),
            TableHand(seat),
            Muck(seat),
            Name(PLACES[self.pick(len(PLACES))], cards),
            Name(Place.parse(self.play.step.to), cards) if self.play.step.do == "name" else Confirm(),
            AskToSee(seat, self.pick(SEATS)),
            Agree((seat, self.pick(SEATS))),
            Redeal(),
        )[self.pick(8)]

    def _follow(self) -> None:
        """Cards that the dealer entered without a reader are on the felt all the same."""
        for piece in self.table.pieces:
            if piece.n not in self._felt:
                self._felt[piece.n] = self.play.shoe.pop(0)


def without_undone(events: Sequence[Event]) -> list[Event]:
    """The events as if nothing that was taken back had ever been entered."""
    kept: list[tuple[int, Event]] = []
    number, first = 0, 0
    for event in events:
        number += 1
        if isinstance(event, Undone):
            kept = [*kept[:first], *(pair for pair in kept[first:] if pair[0] != event.n)]
            continue
        if isinstance(event, HandStarted):
            number, first = 0, len(kept)
        kept.append((number, event))
    return [event for _, event in kept]
