"""`tablectl scenario`: plays scenario files on a stage and says PASS or FAIL for each (scenarios.md)."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.marks import YamlError
from controller.rules.cards import CardId, Face, deck_faces, seat_place
from controller.rules.dealing import at
from controller.rules.state import BETWEEN_HANDS, Phase, Seat, Status
from controller.rules.table import chips
from controller.session import Start
from controller.tools.emulated import emulated_deck, emulated_settings
from controller.tools.expectation import difference
from controller.tools.script import LATER_STEPS, Script, ScriptStep, read_script
from controller.tools.snapshot import snapshot
from controller.tools.stage import CoreStage, Stage, WireStage, temporary_folder
from controller.views import Answer, Message

LATER = "not supported yet"
SEED = 1
PULL = 0.1
LANDED = 0.2
RESTING = 1.5
MUCKED = 1.2
PUBLISHED = 1.2
VERIFIED = 5.0
COLLECTED = 1.2
HELD = 2.2
PRESSED = 0.1
WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
STREET_WORDS = ("burn", "flop", "turn", "river")
PROMPTS = (
    *("post", "deal", "burn", "flop", "turn", "river", "act", "move", "name", "table", "agree", "pick"),
    *("push", "collect", "shuffle", "verify", "confirm", "next", "stop", "wait"),
)


class Failed(Exception):
    """A step that did not go as the scenario says; the text is what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scenario went: `failure` is empty when it passed; `state` is the last snapshot."""

    name: str
    failure: str
    state: Mapping[str, Any]

    @property
    def passed(self) -> bool:
        """Whether every step and every check held."""
        return not self.failure

    def line(self) -> str:
        """PASS or FAIL with the name, and why."""
        return f"FAIL {self.name}: {self.failure}" if self.failure else f"PASS {self.name}"


def play_script(script: Script, *, core: bool) -> Verdict:
    """Play one scenario to its end or its first failure."""
    if script.later:
        return Verdict(script.name, f"{script.later[0]}: {LATER}", {})
    folder = temporary_folder()
    settings = emulated_settings(
        folder,
        script.stacks,
        seats=script.seats,
        stakes=script.stakes,
        readers=script.readers,
        house=script.house,
    )
    deck = emulated_deck(random.Random(SEED))
    start = _start(script)
    stage = CoreStage(settings, start, deck) if core else WireStage(settings, start, deck, folder)
    try:
        play = _Play(script, stage)
        failure = play.run()
        return Verdict(script.name, failure, play.state())
    finally:
        stage.close()
        if core:
            folder.rmdir()


def _start(script: Script) -> Start:
    seats = {n: Seat() for n in range(1, script.seats + 1)}
    for n, stack in script.stacks.items():
        seats[n] = Seat(f"Player {n}", Status.AWAY if n in script.away else Status.OUT, stack)
    small, big = script.previous
    return Start(seats, script.button, small, big)


class _Play:
    """One scenario on its stage: a step is a method; what goes wrong is raised as `Failed`."""

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
        number = 0
        try:
            for step in self._script.steps:
                number = step.number
                self._step(step)
                self._check_prompt()
            self._check_end()
        except Failed as failed:
            where = f"step {number}" if number else "start"
            return f"{where}: {failed}"
        return ""

    def state(self) -> dict[str, Any]:
        """The keys of `expect` for the table as it is."""
        state = snapshot(self._stage.table, self._stage.shown(), self._stage.deck)
        _, events, head = self._stage.record()
        return {**state, "last_refused": self._refused or None, "journal": {"events": events, "head": head}}

    def _step(self, step: ScriptStep) -> None:
        if step.word in LATER_STEPS:
            raise Failed(f"{step.word}: {LATER}")
        if step.word in WORDS:
            self._act(step.word, step.what)
            return
        try:
            _STEPS[step.word](self, step.what)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Failed(f"{step.word}: {step.what!r} is not what this step takes") from None

    # Cards.

    def _deal(self, what: Any) -> None:
        self._begin()
        wanted = what if isinstance(what, int) else 1 << 16
        while wanted and self._prompt() == "deal":
            self._draw_to(f"seat {self._seat()}")
            wanted -= 1
        if isinstance(what, int) and wanted:
            raise Failed(f"expected the prompt deal for {what} cards, got {self._prompt()}")

    def _street(self, _: Any) -> None:
        if self._prompt() == "table":
            self._taken(self._stage.ask("next"), "next")
        if self._prompt() not in STREET_WORDS:
            raise Failed(f"expected a street to be dealt, got the prompt {self._prompt()}")
        if self._prompt() == "burn":
            self._draw_to("burn")
        street = self._prompt()
        while self._prompt() == street and street in STREET_WORDS:
            self._draw_to("board")
        self._stage.advance(PUBLISHED)

    def _draw(self, what: Any) -> None:
        self._begin()
        if isinstance(what, dict):
            if what.get("face") == "down":
                raise Failed(f"draw face down: {LATER}")
            what = what.get("to")
        self._draw_to(self._reader(what))

    def _shoe_stroke(self, what: Any) -> None:
        self._begin()
        for _ in range(int(what)):
            card = self._shoe.popleft()
            self._hand.append(card)
            self._stage.put(card, "shoe")
        self._stage.advance(PULL)

    def _draw_to(self, reader: str) -> None:
        if self._hand:
            card = self._hand.popleft()
        elif self._shoe:
            card = self._shoe.popleft()
            self._stage.put(card, "shoe")
            self._stage.advance(PULL)
        else:
            raise Failed("the shoe is empty")
        self._lay(card, reader)

    def _lay(self, card: CardId, reader: str) -> None:
        self._stage.put(card, reader)
        self._stage.advance(LANDED)
        waited = 0.0
        while waited < RESTING and not self._stage.table.open and self._place(card) != reader:
            self._stage.advance(PULL)
            waited += PULL

    def _move(self, what: Any) -> None:
        self._lay(self._card(what["card"]), self._reader(what["to"]))

    def _muck(self, what: Any) -> None:
        hand = [p.card for p in at(self._stage.table, seat_place(int(what))) if p.card]
        if not hand:
            raise Failed(f"seat {what} has no known cards to muck")
        for card in hand:
            self._stage.put(card, "muck")
        self._stage.advance(MUCKED)

    def _place(self, card: CardId) -> str:
        found = (str(piece.place) for piece in self._stage.table.pieces if piece.card == card)
        return next(found, "shoe")

    def _card(self, text: str) -> CardId:
        return self._stage.deck.card_of(self._stage.deck.decks[0], Face.parse(text))

    def _reader(self, place: Any) -> str:
        if place not in ("burn", "board", "muck") and not str(place).startswith("seat "):
            raise Failed(f"place {place}: {LATER}")
        return str(place)

    # Hands.

    def _begin(self) -> None:
        """Start the next hand where the prompt says so: collect, shuffle, NEXT."""
        if self._stage.table.phase not in BETWEEN_HANDS:
            return
        self._order = self._next_order()
        for card in list(self._stage.lying):
            self._stage.take(card)
        self._stage.advance(COLLECTED)
        named = [self._stage.deck.card_of(self._stage.deck.decks[0], face) for face in self._order]
        self._shoe, self._hand = deque(named), deque()
        self._taken(self._stage.ask("next"), "next")

    def _next_order(self) -> tuple[Face, ...]:
        """The order of the deck for the hand that begins; a redeal takes the next of `reshuffles`."""
        if self._stage.table.phase is Phase.VOID:
            given = self._reshuffles.popleft() if self._reshuffles else ()
            return (*given, *(face for face in reversed(self._order) if face not in given))
        given = self._decks.popleft() if self._decks else ()
        return (*given, *(face for face in deck_faces() if face not in given))

    def _next_hand(self, _: Any) -> None:
        if self._stage.table.phase not in BETWEEN_HANDS:
            raise Failed(f"expected the hand to be over, got the phase {self._stage.table.phase}")
        self._begin()

    def _buy(self, what: Any) -> None:
        for seat, amount in what.items():
            self._taken(self._stage.ask("buy", seat=seat, amount=amount), f"buy for seat {seat}")
            self._bought += amount

    # Words and showdown.

    def _act(self, word: str, what: Any) -> None:
        self._taken(self._asked(word, what), f"{word} {what}")

    def _asked(self, word: str, what: Any) -> Answer:
        seat, amount = next(iter(what.items())) if isinstance(what, dict) else (what, 0)
        return self._stage.ask(word, seat=seat, amount=amount)

    def _show(self, what: Any) -> None:
        if isinstance(what, dict):
            raise Failed(f"show one card: {LATER}")
        self._taken(self._stage.ask("table", seat=what), f"show {what}")

    def _conceal(self, what: Any) -> None:
        self._taken(self._stage.ask("muck", seat=what), f"conceal {what}")

    def _name(self, what: Any) -> None:
        for where, cards in what.items():
            place = f"seat {where}" if isinstance(where, int) else str(where)
            answer = self._stage.ask("name", place=place, cards=tuple(str(cards).split()))
            self._taken(answer, f"name {where}")

    def _push(self, _: Any) -> None:
        if self._prompt() != "push":
            raise Failed(f"expected the prompt push, got {self._prompt()}")
        while self._prompt() == "push":
            self._taken(self._stage.ask("next"), "push")

    # The world.

    def _press(self, what: Any) -> None:
        self._stage.advance(LANDED * 2)
        self._stage.press(str(what), HELD if what == "undo" else PRESSED)

    def _reader_lost(self, what: Any) -> None:
        self._stage.lose(str(what), "")

    def _unreadable(self, what: Any) -> None:
        self._stage.lose(str(what), "two or more cards, unreadable")

    def _reader_back(self, what: Any) -> None:
        self._stage.find(str(what))

    def _restart(self, _: Any) -> None:
        self._stage.restart()
        self._stage.advance(VERIFIED)

    def _wait(self, what: Any) -> None:
        self._stage.advance(float(what))

    # What must be seen.

    def _expect(self, what: Any) -> None:
        state = self.state()
        for screen in ("player", "dealer"):
            state[f"{screen}_view"] = self._stage.sent(screen)
        if wrong := difference(what, state):
            raise Failed(wrong)

    def _expect_refusal(self, what: Any) -> None:
        word, amount = next(iter(what.items())) if isinstance(what, dict) else (str(what), None)
        if word not in WORDS:
            raise Failed(f"refused {word}: {LATER}")
        before = self._stage.table
        refused = self._asked(word, amount).refused
        if refused is None:
            raise Failed(f"expected {word} {amount} to be refused, it was taken")
        self._refused = refused.id.removeprefix("refused.")
        if self._stage.table != before:
            raise Failed(f"{word} {amount} was refused and yet changed the table")

    def _taken(self, answer: Answer, what: str) -> None:
        if answer.refused is not None:
            self._refused = answer.refused.id.removeprefix("refused.")
            raise Failed(f"expected {what} to be taken, got {_told(answer.refused)}")

    def _prompt(self) -> str:
        return self._stage.shown().dealer.prompt.do

    def _seat(self) -> int:
        return self._stage.shown().dealer.prompt.seat

    def _check_prompt(self) -> None:
        if self._prompt() not in PROMPTS:
            raise Failed(f"the prompt {self._prompt()} is no step of the table")

    def _check_end(self) -> None:
        table = self._stage.table
        wanted = sum(self._script.stacks.values()) + self._bought
        if chips(table) != wanted:
            raise Failed(f"expected {wanted} chips on the table, got {chips(table)}")
        cards = [piece.card for piece in table.pieces if piece.card]
        if len(cards) != len(set(cards)) or len(table.pieces) > table.setup.deck_size:
            raise Failed("expected every card in exactly one place")
        replayed, _, _ = self._stage.record()
        if replayed != table:
            raise Failed("expected the journal to replay to the table as it is, got another table")


_STEPS: Mapping[str, Callable[[_Play, Any], None]] = {
    "deal": _Play._deal,
    "draw": _Play._draw,
    "move": _Play._move,
    "shoe": _Play._shoe_stroke,
    "street": _Play._street,
    "muck": _Play._muck,
    "name": _Play._name,
    "show": _Play._show,
    "conceal": _Play._conceal,
    "push": _Play._push,
    "next-hand": _Play._next_hand,
    "buy": _Play._buy,
    "press": _Play._press,
    "reader-lost": _Play._reader_lost,
    "reader-back": _Play._reader_back,
    "unreadable": _Play._unreadable,
    "restart": _Play._restart,
    "wait": _Play._wait,
    "expect": _Play._expect,
    "refused": _Play._expect_refusal,
}


def _told(refused: Message) -> str:
    args = ", ".join(f"{key} {value}" for key, value in refused.args.items())
    return f"{refused.id}" + (f" ({args})" if args else "")


def scenario_command(paths: Sequence[Path], *, core: bool, as_json: bool) -> int:
    """Play the files, and those in the folders; exit code 0 all passed, 1 some failed, 2 no scenario."""
    try:
        scripts = [read_script(path) for path in _files(paths)]
    except YamlError as error:
        print(error)
        return 2
    if not scripts:
        print(f"there is no scenario in {', '.join(map(str, paths))}")
        return 2
    passed = 0
    for script in scripts:
        verdict = play_script(script, core=core)
        passed += verdict.passed
        if as_json:
            told = {"name": verdict.name, "passed": verdict.passed, "failure": verdict.failure or None}
            print(json.dumps({**told, **verdict.state}))
        else:
            print(verdict.line())
    if not as_json:
        print(f"{passed} passed, {len(scripts) - passed} failed")
    return 0 if passed == len(scripts) else 1


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        else:
            yield path
