"""The robot dealer: follows the prompts of the dealer's socket, moves cards on the felt, plays everybody.

It is no driver: it reads the socket as any screen does. Players decide by a seeded policy on public facts
alone; what lies under the backs of their cards never enters it.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from controller.deckmap import DeckMap
from controller.tools.console import Console
from controller.views import ActionsView, DealerView
from drivers.emulated.felt import Felt

PASSAGE = 0.2
PATIENCE = 6.0
MUCKED = 1.6
STREET_CARDS = {"flop": 3, "turn": 1, "river": 1}
BOARDS = {"flop": 3, "turn": 4, "river": 5}


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: `pull` over the shoe antenna, `pitch` from one card to the next, `think` for a player."""

    pull: float = 0.12
    pitch: float = 0.6
    think: float = 1.0
    pause: float = 1.5


FAST = Pace(pull=0.08, pitch=0.3, think=0.12, pause=0.6)


@dataclass(frozen=True, slots=True)
class Habits:
    """How often (0 to 1) players do what, and the dealer pitches a card to a neighbour of the right seat."""

    fold: float = 0.42
    raise_: float = 0.14
    bet: float = 0.3
    all_in: float = 0.015
    show: float = 0.6
    run_twice: float = 0.5
    wrong_seat: float = 0.0


@dataclass(slots=True)
class _Hands:
    """What the dealer holds, where he has put cards of this hand, and whether no reader saw some."""

    shoe: deque[str] = field(default_factory=deque)
    seats: dict[int, list[str]] = field(default_factory=dict)
    last: str = ""
    unread: bool = False


class Robot:
    """A dealer; `step` is called often and does what is due. `rebuy` is what a broke player buys again.

    `floor` is the name and PIN of the floor person who is never far and rules as the house would.
    """

    def __init__(
        self,
        felt: Felt,
        console: Console,
        deck: DeckMap,
        rng: random.Random,
        *,
        pace: Pace,
        rebuy: int,
        muck_reader: bool = True,
        habits: Habits | None = None,
        floor: tuple[str, str] = ("", ""),
    ) -> None:
        self._felt = felt
        self._console = console
        self._deck = deck
        self._rng = rng
        self._pace = pace
        self._rebuy = rebuy
        self._muck_reader = muck_reader
        self._habits = habits or Habits()
        self._floor = floor
        self._hands = _Hands()
        self._plan: deque[tuple[float, Callable[[], object]]] = deque()
        self._asked: tuple[object, ...] = ()
        self._again_at = 0.0

    def step(self, now: float) -> None:
        """Do what is due at `now`; answers to the newest prompt once, and again only after a while."""
        self._console.poll(now)
        while self._plan and self._plan[0][0] <= now:
            self._plan.popleft()[1]()
        if self._plan or self._console.view is None:
            return
        view = self._console.dealer
        closed = len(view.board) < BOARDS.get(view.phase, 0) and not self._hands.unread
        if view.prompt.do in ("act", "burn", "table") and closed:
            # Players and dealer wait until the street lies open for everybody.
            return
        broke = tuple(k for k, seat in view.seats.items() if seat.name and not seat.stack)
        prompt = view.prompt
        asked = (view.hand, view.phase, prompt.do, prompt.seats, prompt.seat, prompt.pot, broke)
        if asked == self._asked and now < self._again_at:
            return
        self._asked, self._again_at = asked, now + PATIENCE
        self._answer(view, now)

    def _answer(self, view: DealerView, now: float) -> None:
        prompt = view.prompt
        match prompt.do:
            case "deal":
                self._pitch(view, now)
            case "burn":
                self._draw("burn", now)
                self._tell(view, now)
            case "flop" | "turn" | "river":
                missing = STREET_CARDS[prompt.do]
                for i in range(missing):
                    self._draw("board", now + i * (self._pace.pull + 0.1))
                self._tell(view, now)
            case "act":
                self._later(now + self._pace.think, lambda: self._act(view))
            case "move" if prompt.to == "stub":
                self._later(now + self._pace.pause, lambda: self._console.ask("next"))
            case "move":
                self._felt.place(self._hands.last, prompt.to)
            case "table":
                self._later(now + self._pace.think, lambda: self._table(view))
            case "confirm":
                self._round(view, now)
            case "agree":
                self._later(now + self._pace.think, lambda: self._agree(view))
            case "verify":
                self._verify(view, now)
            case "post" | "push" | "shuffle":
                self._later(now + self._pace.pause, lambda: self._console.ask("next"))
            case "collect":
                self._later(now + self._pace.pause, self._collect)
            case "next":
                self._later(now + self._pace.pause, lambda: self._start(view))
            case "name":
                self._name(view)
            case "stop" if self._floor[0] and view.irregularity and view.irregularity.rulings:
                code = view.irregularity.rulings[0]
                self._later(now + self._pace.pause, lambda: self._rule(code))
            case "stop" if view.redeal:
                self._later(now + self._pace.pause, lambda: self._console.ask("redeal"))
            case "stop" if "undo" in view.asks:
                self._later(now + self._pace.pause, lambda: self._console.ask("undo"))

    def _later(self, when: float, move: Callable[[], object]) -> None:
        self._plan.append((when, move))

    def _pitch(self, view: DealerView, now: float) -> None:
        seat = view.prompt.seat
        if self._rng.random() < self._habits.wrong_seat:
            others = [k for k, s in view.seats.items() if s.status in ("live", "all-in") and k != seat]
            seat = self._rng.choice(others)
        self._draw(f"seat {seat}", now)
        self._later(now + self._pace.pitch, lambda: None)

    def _draw(self, to: str, now: float) -> None:
        if not self._hands.shoe:
            return
        uid = self._hands.shoe.popleft()
        self._hands.last = uid
        if to.startswith("seat"):
            self._hands.seats.setdefault(int(to[5:]), []).append(uid)
        self._later(now, lambda: self._felt.place(uid, "shoe"))
        self._later(now + self._pace.pull, lambda: self._felt.place(uid, to))

    def _tell(self, view: DealerView, now: float) -> None:
        """Press NEXT where no reader can see that it is done."""
        if view.prompt.detail and view.prompt.detail.id == "detail.next_when_done":
            self._hands.unread |= view.prompt.do != "burn"
            self._later(now + self._pace.pause, lambda: self._console.ask("next"))

    def _act(self, view: DealerView) -> None:
        seat, may = view.prompt.seat, view.actions
        word, amount = self._decision(view, may)
        if word == "fold" and self._muck_reader and self._hands.seats.get(seat):
            for uid in self._hands.seats.pop(seat):
                self._felt.place(uid, "muck")
            return
        self._console.ask(word, seat=seat, amount=amount)

    def _decision(self, view: DealerView, may: ActionsView) -> tuple[str, int]:
        habits, roll = self._habits, self._rng.random()
        if may.all_in and roll < habits.all_in:
            return "all-in", 0
        if may.check:
            if (may.bet_max or may.raise_max) and self._rng.random() < habits.bet:
                return ("bet" if may.bet_max else "raise"), self._wager(view, may)
            return "check", 0
        # A larger share of the pot to call frightens more players away.
        price = may.call / max(1, view.pot_total + may.call)
        if self._rng.random() < habits.fold * (0.5 + 2 * price):
            return "fold", 0
        if may.raise_max and self._rng.random() < habits.raise_:
            return "raise", self._wager(view, may)
        return "call", 0

    def _wager(self, view: DealerView, may: ActionsView) -> int:
        """The least bet or raise, or the smallest shortcut above it."""
        least = may.bet_min or may.raise_min
        return self._rng.choice(sorted({least, *(quick.amount for quick in view.quick_bets)})[:2])

    def _round(self, view: DealerView, now: float) -> None:
        """Cards only: now and then a hand goes into the muck, then the round is complete."""
        playing = [k for k, seat in view.seats.items() if seat.status == "live" and self._hands.seats.get(k)]
        if self._muck_reader and len(playing) > 1 and self._rng.random() < self._habits.fold:
            for uid in self._hands.seats.pop(self._rng.choice(playing)):
                self._felt.place(uid, "muck")
        self._later(now + self._pace.pause + MUCKED, lambda: self._console.ask("round"))

    def _agree(self, view: DealerView) -> None:
        if self._rng.random() < self._habits.run_twice:
            self._console.ask("agree", seats=view.prompt.seats)
        else:
            self._console.ask("decline", seat=view.prompt.seats[0])

    def _table(self, view: DealerView) -> None:
        others = sum(s.status in ("live", "all-in") for s in view.seats.values())
        shown = any(s.faces for s in view.seats.values())
        if "muck" in view.asks and others > 1 and shown and self._rng.random() > self._habits.show:
            self._console.ask("muck", seat=view.prompt.seats[0])
        else:
            self._console.ask("next")

    def _name(self, view: DealerView) -> None:
        reader = view.prompt.to
        uids = self._felt.contents(reader)
        cards = (self._deck.card(uid) for uid in uids)
        faces = tuple(self._deck.face(card).text for card in cards if card is not None)
        self._console.ask("name", place=reader, cards=faces)

    def _rule(self, code: str) -> None:
        who, pin = self._floor
        self._console.ask("ruling", code=code, who=who, pin=pin)

    def _verify(self, view: DealerView, now: float) -> None:
        """Every card that does not lie on the table passes the shoe antenna; NEXT, where none reads."""
        lying = {uid for reader in self._readers() for uid in self._felt.contents(reader)}
        deck = [self._deck.uid(card) for card in sorted(self._deck.cards(view.deck or self._deck.decks[0]))]
        for uid in (uid for uid in deck if uid not in lying):
            now += PASSAGE
            self._later(now, partial(self._felt.pass_by, uid, "shoe", PASSAGE / 2))
        self._later(now + self._pace.pause, self._counted)

    def _counted(self) -> None:
        """NEXT, unless the readers have seen them all."""
        if self._console.dealer.prompt.do == "verify":
            self._console.ask("next")

    @staticmethod
    def _readers() -> tuple[str, ...]:
        return ("board", "burn", "muck", *(f"seat {k}" for k in range(1, 11)))

    def _collect(self) -> None:
        for reader in ("shoe", *self._readers()):
            for uid in self._felt.contents(reader):
                self._felt.lift(uid)

    def _start(self, view: DealerView) -> None:
        for seat, here in view.seats.items():
            if here.name and not here.stack and "buy" in view.asks:
                self._console.ask("buy", seat=seat, amount=self._rebuy)
                return
        uids = [self._deck.uid(card) for card in sorted(self._deck.cards(self._deck.decks[0]))]
        self._rng.shuffle(uids)
        self._hands = _Hands(deque(uids))
        self._collect()
        self._console.ask("next")
