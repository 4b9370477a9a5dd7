"""A night at an emulated table, for tests: the whole stack, and the hands of a dealer who can be told."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from controller.deckmap import DeckMap
from controller.settings import TableSettings
from controller.tools.emulated import LEE, ROLES, emulated_deck, emulated_settings, make_folders
from controller.tools.rig import Options, Rig
from controller.tools.robot import FAST, Habits, Robot
from controller.views import Answer, DealerView, Message, PlayerView

STAKES = {"small_blind": 5, "big_blind": 10, "unit": 5}
STACK = 1000


def table_of(
    folder: Path, seats: int = 3, readers: Collection[str] = ROLES, players: Collection[int] = ()
) -> TableSettings:
    """A table in `folder` with a player at every seat, or at those of `players`."""
    stacks = dict.fromkeys(players or range(1, seats + 1), STACK)
    settings = emulated_settings(folder, stacks, seats=seats, stakes=STAKES, readers=readers)
    make_folders(settings)
    return settings


def deck_of(seed: int) -> DeckMap:
    """A deck with tags and numbers of its own."""
    return emulated_deck(random.Random(seed))


def shuffled(deck: DeckMap, rng: random.Random) -> list[str]:
    """The tags of the deck in the order in which they leave the shoe."""
    tags = [deck.uid(card) for card in sorted(deck.cards(deck.decks[0]))]
    rng.shuffle(tags)
    return tags


@contextmanager
def table(settings: TableSettings, deck: DeckMap, options: Options | None = None) -> Iterator[Rig]:
    """A rig that is taken down at the end."""
    rig = Rig(settings, deck, options)
    try:
        yield rig
    finally:
        rig.close()


@contextmanager
def seated(folder: Path, seats: int = 3, seed: int = 1, **more: object) -> Iterator[Dealer]:
    """A dealer at a table of `seats` players with a shuffled deck; `more` goes to `Options`."""
    deck = deck_of(seed)
    with table(table_of(folder, seats), deck, Options(**more)) as rig:  # type: ignore[arg-type]
        yield Dealer(rig, shuffled(deck, random.Random(seed)))


def robot_of(rig: Rig, deck: DeckMap, seed: int, habits: Habits | None = None, muck: bool = True) -> Robot:
    """The robot dealer on the rig's own console, quick and seeded."""
    rng = random.Random(seed)
    return Robot(
        rig.felt, rig.dealer, deck, rng, pace=FAST, rebuy=STACK, muck_reader=muck, habits=habits, floor=LEE
    )


def play(rig: Rig, robot: Robot, until: Callable[[], bool], limit: float = 300.0) -> None:
    """Let the robot deal until something holds; fails after `limit` seconds of table time."""
    end = rig.clock.now() + limit
    while not until():
        assert rig.clock.now() < end, f"the table came to nothing, the prompt is {prompt(rig)}"
        rig.advance(0.02)
        robot.step(rig.clock.now())
        rig.pump()


def prompt(rig: Rig) -> tuple[str, int, str]:
    """Word, seat and place of what the dealer should do."""
    shown = rig.dealer.dealer.prompt
    return shown.do, shown.seat, shown.to


def health(rig: Rig) -> list[str]:
    """The ids of the sentences about what is not well."""
    return [message.id for message in rig.dealer.dealer.health]


def chips(view: PlayerView) -> int:
    """Every chip that the view shows."""
    return view.pot_total + sum(seat.stack for seat in view.seats.values())


class Dealer:
    """The hands of a dealer: moves cards on the felt, tells the table what players say, lets time pass."""

    def __init__(self, rig: Rig, shoe: Collection[str]) -> None:
        self.rig = rig
        self.shoe = deque(shoe)
        self.hands: dict[int, list[str]] = {}
        self.last = ""
        self._bound = ""

    @property
    def view(self) -> DealerView:
        """What the dealer's screen shows."""
        return self.rig.dealer.dealer

    @property
    def word(self) -> str:
        """The word of the prompt."""
        return self.view.prompt.do

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.rig.advance(seconds)

    def place(self, uid: str, to: str) -> None:
        """Lay a card down, from wherever it is."""
        self.rig.felt.place(uid, to)

    def draw(self, to: str, rest: float = 0.4) -> str:
        """Draw the next card past the shoe antenna and lay it at `to`; returns its tag."""
        self.last, self._bound = self.shoe.popleft(), to
        if to.startswith("seat"):
            self.hands.setdefault(int(to[5:]), []).append(self.last)
        self.place(self.last, "shoe")
        self.wait(0.1)
        self.put_down()
        self.wait(rest)
        return self.last

    def put_down(self) -> None:
        """Lay the card in the hand where it was going; what a dealer does whether or not the power is on."""
        if self._bound:
            self.place(self.last, self._bound)
            self._bound = ""

    def ask(self, ask: str, **fields: object) -> Message | None:
        """Ask the table for something; why it was refused, or None."""
        answer: Answer = self.rig.dealer.answer(self.rig.dealer.ask(ask, **fields), self.rig.pump)
        return answer.refused

    def start(self) -> None:
        """Begin a hand."""
        assert self.ask("next") is None

    def deal(self) -> None:
        """Pitch hole cards until the prompt asks for something else."""
        while self.word == "deal":
            self.draw(f"seat {self.view.prompt.seat}")

    def say(self, *words: str) -> None:
        """Enter what the players say, one after another; "raise 40" carries its amount."""
        for said in words:
            word, _, amount = said.partition(" ")
            refused = self.ask(word, seat=self.view.actor, amount=int(amount or 0))
            assert refused is None, f"{said} was refused: {refused}"

    def fold(self, seat: int = 0, rest: float = 1.5) -> None:
        """A player throws his cards into the muck: the actor, or `seat`."""
        assert seat or self.view.actor, f"nobody has to act, the prompt is {self.word}"
        for uid in self.hands.pop(seat or self.view.actor):
            self.place(uid, "muck")
        self.wait(rest)

    def street(self) -> None:
        """Burn, and turn the cards of the street that is due."""
        self.draw("burn")
        for _ in range({"flop": 3}.get(self.word, 1)):
            self.draw("board")
        self.wait(1.5)

    def pay(self) -> None:
        """Push every pot, table hands as asked, and collect the cards."""
        while self.word in ("push", "table"):
            assert self.ask("next") is None
        self.collect()

    def follow(self) -> None:
        """Do what the prompts ask, players checking and calling, until the next hand may begin."""
        for _ in range(200):
            match self.word:
                case "deal":
                    self.draw(f"seat {self.view.prompt.seat}")
                case "burn":
                    self.draw("burn")
                case "flop" | "turn" | "river":
                    self.draw("board")
                case "move":
                    self.place(self.last, self.view.prompt.to)
                    self.wait(1.0)
                case "act":
                    self.say("check" if self.view.actions.check else "call")
                case "collect":
                    self.collect()
                case "table" | "push":
                    assert self.ask("next") is None
                case "verify":
                    self.verify()
                case "wait":
                    self.wait(0.5)
                case "next":
                    return
                case word:
                    raise AssertionError(f"no dealer can follow {word}: {self.view.prompt.detail}")
        raise AssertionError(f"the hand does not end, the prompt is {self.word}")

    def verify(self) -> None:
        """Pass every card that does not lie on the table over the shoe antenna, one after another."""
        out = {uid for uids in lying(self.rig).values() for uid in uids}
        deck = self.rig.deck
        for uid in (deck.uid(card) for card in sorted(deck.cards(self.view.deck))):
            if uid not in out:
                self.rig.felt.pass_by(uid, "shoe")
                self.wait(0.2)
        self.wait(0.3)

    def rule(self, code: str) -> None:
        """The floor person rules."""
        who, pin = LEE
        assert self.ask("ruling", code=code, who=who, pin=pin) is None

    def collect(self) -> None:
        """Take every card off the felt."""
        for reader in ("shoe", "board", "burn", "muck", *(f"seat {n}" for n in self.view.seats)):
            for uid in self.rig.felt.contents(reader):
                self.rig.felt.lift(uid)
        self.hands.clear()
        self.wait(1.5)


def lying(rig: Rig) -> Mapping[str, tuple[str, ...]]:
    """What lies where on the felt."""
    places = ("shoe", "board", "burn", "muck", *(f"seat {n}" for n in range(1, rig.settings.seats + 1)))
    return {place: rig.felt.contents(place) for place in places}
