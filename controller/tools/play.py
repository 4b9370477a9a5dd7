"""Playing one scenario on a stage, step by step; what goes wrong is told as a sentence (scenarios.md)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from controller.rules import betting
from controller.rules.cards import BOARD, CardId, Face, Place, deck_faces
from controller.rules.dealing import FLOP_CARDS, at
from controller.rules.showdown import tabled_together
from controller.rules.state import BETWEEN_HANDS, Phase, Status
from controller.rules.table import chips
from controller.tools.expectation import difference
from controller.tools.script import Script
from controller.tools.snapshot import snapshot
from controller.tools.stage import Stage
from controller.tools.steps import BETTING_WORDS, ScriptStep
from controller.views import Answer, DealerView, Message

LATER = "not supported yet"
PULL = 0.1
LANDED = 0.2
RESTING = 1.5
MUCKED = 1.6
PUBLISHED = 1.2
VERIFIED = 5.0
COLLECTED = 1.2
HELD = 2.2
PRESSED = 0.1
UNHURRIED = 0.4
BOARD_STREETS = ("flop", "turn", "river")
STREETS = ("burn", *BOARD_STREETS)
NEEDED = {
    **dict.fromkeys(("deal", "table", "move", "push", "next", "verify", *STREETS), ("next",)),
    "act": ("fold",),
    "name": ("name",),
    "stop": ("undo", "redeal"),
    "collect": (),
    "wait": (),
}


class Failed(Exception):
    """A step that did not go as the scenario says; the text is what was expected and what came."""


class TurnedDown(Failed):
    """A step that the table refused, or did not ask for; `reason` is the refusal's word."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Play:
    """One scenario on its stage; `run` plays it, `state` is the table as the scenario's words name it."""

    def __init__(self, script: Script, stage: Stage) -> None:
        self._script = script
        self._stage = stage
        self._decks = deque(script.decks)
        self._reshuffles = deque(script.reshuffles)
        self._order: tuple[Face, ...] = ()
        self._shoe: deque[CardId] = deque()
        self._hand: deque[CardId] = deque()
        self._refused = ""
        self._bought = 0

    def run(self) -> str:
        """Play all steps and the checks after them; what failed, or nothing."""
        where = "start"
        try:
            for step in self._script.steps:
                where = f"step {step.number}"
                self._step(step)
            where = "end"
            self._check_end()
        except (Failed, AssertionError) as failed:
            return f"{where}: {failed}"
        return ""

    def state(self) -> dict[str, Any]:
        """The keys of `expect` for the table as it is."""
        state = snapshot(self._stage.table, self._stage.shown(), self._stage.deck)
        return {**state, "last_refused": self._refused or None, **self._views()}

    def _views(self) -> dict[str, Any]:
        """What the sockets last sent, without the running number: how often they sent is of no matter."""
        sent = {f"{screen}_view": self._stage.sent(screen) for screen in ("player", "dealer")}
        return {name: {k: v for k, v in view.items() if k != "n"} for name, view in sent.items()}

    def _step(self, step: ScriptStep) -> None:
        if step.later:
            raise Failed(f"{step.later}: {LATER}")
        if step.word in BETTING_WORDS:
            self._act(step.word, step.what)
        else:
            _STEPS[step.word](self, step.what)
        self._check_prompt()

    # Cards.

    def _deal(self, wanted: int) -> None:
        self._begin()
        dealt = 0
        while (not wanted or dealt < wanted) and self._prompt() == "deal":
            self._pitch(f"seat {self._dealer().prompt.seat}")
            dealt += 1
        if dealt < (wanted or 1):
            raise self._not_asked("deal")

    def _street(self, _: None) -> None:
        if self._prompt() == "table" and tabled_together(self._stage.table):
            self._taken(self._stage.ask("next"), "next")
        if self._prompt() not in STREETS:
            raise self._not_asked("burn, flop, turn or river")
        if self._prompt() == "burn":
            self._pitch("burn")
        street, lying = self._prompt(), self._on_board()
        cards = FLOP_CARDS - lying if street == "flop" else 1
        while cards and street in BOARD_STREETS and not self._stage.table.open:
            self._draw("board")
            cards -= 1
        if self._on_board() == lying and self._prompt() == street:
            self._confirm_unseen("board")
        self._stage.advance(PUBLISHED)

    def _draw_freely(self, place: str) -> None:
        table = self._stage.table
        if table.phase is Phase.IDLE and table.hand:
            raise Failed(f"draw after the hand is over: {LATER}")
        self._begin()
        self._draw(place)

    def _shoe_stroke(self, cards: int) -> None:
        self._begin()
        for _ in range(cards):
            self._hand.append(self._pull())
            self._stage.advance(PULL)

    def _pitch(self, place: str) -> None:
        """The next card where the prompt says; where no reader can tell, the dealer presses NEXT."""
        out = len(self._stage.table.pieces)
        self._draw(place)
        if len(self._stage.table.pieces) == out:
            self._confirm_unseen(place)

    def _confirm_unseen(self, place: str) -> None:
        sensing = self._stage.loop.sensing
        seen = any(sensing.works(Place.parse(reader)) for reader in ("shoe", place))
        if not seen and not self._stage.table.open:
            self._taken(self._stage.ask("next"), "next")

    def _draw(self, place: str) -> None:
        if self._hand:
            self._lay(self._hand.popleft(), place)
            return
        card = self._pull()
        self._stage.advance(PULL)
        self._lay(card, place)

    def _pull(self) -> CardId:
        if not self._shoe:
            raise Failed("expected a card in the shoe, it is empty")
        card = self._shoe.popleft()
        self._stage.put(card, "shoe")
        return card

    def _lay(self, card: CardId, place: str) -> None:
        """Set a card down, and wait until the table knows it."""
        self._stage.put(card, place)
        self._stage.advance(LANDED)
        waited = 0.0
        while waited < RESTING and self._known_at(card) != place:
            self._stage.advance(PULL)
            waited += PULL
        self._check_prompt()

    def _known_at(self, card: CardId) -> str:
        found = (str(piece.place) for piece in self._stage.table.pieces if piece.card == card)
        return next(found, "shoe")

    def _move(self, what: tuple[Face, str]) -> None:
        face, place = what
        card = self._stage.deck.card_of(self._stage.deck.decks[0], face)
        if card not in self._stage.lying:
            raise Failed(f"expected {face.text} to be out, it is in the shoe")
        self._lay(card, place)

    def _muck(self, seat: int) -> None:
        hand = [card for card, place in self._stage.lying.items() if place == f"seat {seat}"]
        if not hand:
            raise Failed(f"expected cards at seat {seat} to muck, there are none")
        for card in hand:
            self._stage.put(card, "muck")
        self._stage.advance(MUCKED)

    # Hands.

    def _begin(self) -> None:
        """Start the next hand where the prompt says so: collect, shuffle, NEXT."""
        if self._stage.table.phase not in BETWEEN_HANDS:
            return
        self._order = self._next_order()
        for card in list(self._stage.lying):
            self._stage.take(card)
        self._stage.advance(COLLECTED)
        deck = self._stage.deck
        self._shoe = deque(deck.card_of(deck.decks[0], face) for face in self._order)
        self._hand = deque()
        self._taken(self._stage.ask("next"), "next")

    def _next_order(self) -> tuple[Face, ...]:
        """The order of the deck for the hand that begins; a redeal takes the next of `reshuffles`."""
        if self._stage.table.phase is Phase.VOID:
            given = self._reshuffles.popleft() if self._reshuffles else ()
            return (*given, *(face for face in reversed(self._order) if face not in given))
        given = self._decks.popleft() if self._decks else ()
        return (*given, *(face for face in deck_faces() if face not in given))

    def _next_hand(self, _: None) -> None:
        if self._stage.table.phase not in BETWEEN_HANDS:
            raise self._not_asked("next")
        self._begin()

    def _buy(self, amounts: Mapping[int, int]) -> None:
        for seat, amount in amounts.items():
            self._taken(self._stage.ask("buy", seat=seat, amount=amount), f"buy {seat}: {amount}")
            self._bought += amount

    # Words and showdown.

    def _act(self, word: str, what: int | Mapping[int, int]) -> None:
        seat, amount = next(iter(what.items())) if isinstance(what, Mapping) else (what, 0)
        answer = self._stage.ask(word, seat=seat, amount=amount)
        told = f"{word} {seat}: {amount}" if amount else f"{word} {seat}"
        if answer.refused is not None and betting.pending(self._stage.table, seat):
            # What a player did is never refused, only what he could not do (scenarios.md 2).
            match answer.refused.id:
                case "refused.not_turn":
                    raise Failed(f"{told} out of turn: {LATER}")
                case "refused.stopped":
                    raise Failed(f"{told} after a stop: {LATER}")
        self._taken(answer, told)

    def _show(self, seat: int) -> None:
        here = self._stage.table.seats.get(seat)
        if here is not None and here.status is Status.MUCKED:
            raise Failed(f"show {seat} after the hand was thrown in: {LATER}")
        if here is not None and here.tabled:
            # All-in hands are tabled together, by whichever step came first.
            return
        self._taken(self._stage.ask("table", seat=seat), f"show {seat}")

    def _conceal(self, seat: int) -> None:
        self._taken(self._stage.ask("muck", seat=seat), f"conceal {seat}")

    def _name(self, named: Mapping[str, tuple[str, ...]]) -> None:
        for place, cards in named.items():
            self._taken(self._stage.ask("name", place=place, cards=cards), f"name {place}")

    def _push(self, _: None) -> None:
        if self._prompt() == "table" and tabled_together(self._stage.table):
            self._taken(self._stage.ask("next"), "next")
        if self._prompt() != "push":
            raise self._not_asked("push")
        while self._prompt() == "push":
            self._taken(self._stage.ask("next"), "push")

    # The world.

    def _press(self, key: str) -> None:
        held = key == "undo" or (key == "next" and self._dealer().redeal)
        self._stage.advance(UNHURRIED)
        self._stage.press(key, HELD if held else PRESSED)

    def _reader_lost(self, reader: str) -> None:
        self._stage.lose(self._reader(reader), unreadable=False)

    def _unreadable(self, reader: str) -> None:
        self._stage.lose(self._reader(reader), unreadable=True)

    def _reader_back(self, reader: str) -> None:
        self._stage.find(self._reader(reader))

    def _reader(self, reader: str) -> str:
        if reader not in self._stage.loop.sensing.readers:
            raise Failed(f"expected a reader at {reader}, the table has none")
        return reader

    def _restart(self, _: None) -> None:
        self._stage.restart()
        self._stage.advance(VERIFIED)

    def _wait(self, seconds: float) -> None:
        self._stage.advance(seconds)

    # What must be seen.

    def _expect(self, expected: Mapping[str, Any]) -> None:
        if wrong := difference(expected, self.state()):
            raise Failed(wrong)

    def _expect_refusal(self, step: ScriptStep) -> None:
        before = self._stage.table
        reason = "not_now" if step.word == "press" else ""
        try:
            self._step(step)
        except TurnedDown as down:
            reason = down.reason
        if not reason or self._stage.table != before:
            raise Failed(f"expected {step.word} to be refused and change nothing, it was taken")
        self._refused = reason

    def _taken(self, answer: Answer, what: str) -> None:
        if answer.refused is not None:
            reason = answer.refused.id.removeprefix("refused.")
            raise TurnedDown(reason, f"expected {what} to be taken, got {_told(answer.refused)}")

    def _not_asked(self, wanted: str) -> TurnedDown:
        prompt = self._dealer().prompt
        where = f" seat {prompt.seat}" if prompt.seat else ""
        return TurnedDown("not_now", f"expected the prompt {wanted}, got {prompt.do}{where}")

    def _dealer(self) -> DealerView:
        return self._stage.shown().dealer

    def _prompt(self) -> str:
        return self._dealer().prompt.do

    def _on_board(self) -> int:
        return len(at(self._stage.table, BOARD))

    def _check_prompt(self) -> None:
        """Every prompt names one step, and the dealer can take it."""
        if failed := self._stage.loop.service.failed:
            raise Failed(f"expected the table to go on, it stopped with {failed.id}")
        dealer = self._dealer()
        needed = NEEDED.get(dealer.prompt.do)
        if needed is None or (needed and not set(needed) & set(dealer.asks)):
            raise Failed(f"expected a step that the dealer can take, got the prompt {dealer.prompt.do}")

    def _check_end(self) -> None:
        table = self._stage.table
        wanted = sum(self._script.stacks.values()) + self._bought
        if chips(table) != wanted:
            raise Failed(f"expected {wanted} chips on the table, got {chips(table)}")
        cards = [piece.card for piece in table.pieces if piece.card]
        if len(cards) != len(set(cards)) or len(table.pieces) > table.setup.deck_size:
            raise Failed("expected every card in exactly one place")
        if self._stage.record().table != table:
            raise Failed("expected the journal to replay to the table as it is, got another table")


_STEPS: Mapping[str, Callable[[Play, Any], None]] = {
    "deal": Play._deal,
    "draw": Play._draw_freely,
    "move": Play._move,
    "shoe": Play._shoe_stroke,
    "street": Play._street,
    "muck": Play._muck,
    "name": Play._name,
    "show": Play._show,
    "conceal": Play._conceal,
    "push": Play._push,
    "next-hand": Play._next_hand,
    "buy": Play._buy,
    "press": Play._press,
    "reader-lost": Play._reader_lost,
    "reader-back": Play._reader_back,
    "unreadable": Play._unreadable,
    "restart": Play._restart,
    "wait": Play._wait,
    "expect": Play._expect,
    "refused": Play._expect_refusal,
}


def _told(refused: Message) -> str:
    args = ", ".join(f"{key} {value}" for key, value in refused.args.items())
    return f"{refused.id}" + (f" ({args})" if args else "")
