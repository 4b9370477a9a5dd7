"""Playing one scenario on a stage, step by step; what goes wrong is told as a sentence (scenarios.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.rules import betting
from controller.rules.cards import BOARD, BURN, Face, Place
from controller.rules.dealing import at, missing, newest_hole_card, next_burn
from controller.rules.lineup import next_lineup
from controller.rules.showdown import tabled_together
from controller.rules.state import BETWEEN_HANDS, Phase, Table
from controller.tools.asks import Fields, asks_of, told
from controller.tools.checks import BOARD_STREETS, STREETS, Failed, check_end, check_prompt
from controller.tools.emulated import FLOOR
from controller.tools.expectation import LATER, difference
from controller.tools.script import Script
from controller.tools.shoe import Missing, Shoe
from controller.tools.snapshot import snapshot
from controller.tools.stage import Stage
from controller.tools.steps import ScriptStep
from controller.views import Answer, DealerView, Message

MUCKED = 1.6
PUBLISHED = 1.2
VERIFIED = 5.0
HELD = 2.2
PRESSED = 0.1
UNHURRIED = 0.4
BEFORE_THE_DEAL = ("post", "straddle")
WORDS_OF_PLAYERS = ("fold", "check", "call", "bet", "raise", "all-in", "say", "chips")


class TurnedDown(Failed):
    """A step that the table refused, or did not ask for; `reason` is the refusal's word."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Play:
    """One scenario on its stage; `run` plays it, `state` is the table as the scenario's words name it."""

    def __init__(self, script: Script, stage: Stage) -> None:
        self._layout = script.table
        self._steps = script.steps
        self._stage = stage
        self._shoe = Shoe(script, stage)
        self._refused = ""
        self._first = True
        self._floor = next(iter(FLOOR.items()))

    def run(self) -> str:
        """Play all steps and the checks after them; what failed, or nothing."""
        where = "start"
        try:
            for step in self._steps:
                where = f"step {step.number}"
                self._step(step)
            where = "end"
            check_end(self._stage)
        except (Failed, Missing, AssertionError) as failed:
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
        if step.word in BEFORE_THE_DEAL:
            self._begin()
        if (asks := asks_of(step.word, step.what)) is not None:
            for ask, fields in asks:
                self._ask(step.word, ask, fields)
        else:
            _STEPS[step.word](self, step.what)
        check_prompt(self._stage)

    def _ask(self, word: str, ask: str, fields: Fields) -> None:
        answer = self._stage.ask(ask, **fields)
        seat = fields.get("seat", 0)
        stopped = answer.refused is not None and answer.refused.id == "refused.stopped"
        if ask in WORDS_OF_PLAYERS and stopped and betting.pending(self._stage.table, seat):
            # What a player did is never refused, only what he could not do (scenarios.md 2).
            raise Failed(f"{told(word, fields)} after a stop: {LATER}")
        self._taken(answer, told(word, fields))

    # Cards.

    def _deal(self, wanted: int) -> None:
        self._begin()
        dealt = 0
        if self._prompt() == "post":
            self._ask("next", "next", {})
        while (not wanted or dealt < wanted) and self._prompt() == "deal":
            self._pitch(f"seat {self._dealer().prompt.seat}")
            dealt += 1
        if dealt < (wanted or 1):
            raise self._not_asked("deal")
        self._burn_exposed()

    def _burn_exposed(self) -> None:
        """The exposed card goes to the burns once the prompt wants it there."""
        if (burn := next_burn(self._stage.table)) is None:
            return
        lying = [card for card, place in self._stage.lying.items() if place == str(burn.place)]
        self._shoe.lay(lying[at(self._stage.table, burn.place).index(burn)], str(BURN))
        if next_burn(self._stage.table):
            self._ask("next", "next", {})

    def _street(self, _: None) -> None:
        self._table_all()
        if self._prompt() not in (*STREETS, "agree"):
            raise self._not_asked("burn, flop, turn or river")
        if self._prompt() in ("burn", "agree"):
            # Whoever burns before the players agreed to run it twice deals one board (rules.md 7.8).
            self._pitch("burn")
        self._table_all()
        street, lying = self._prompt(), self._on_board()
        cards = missing(self._stage.table)
        while cards and street in BOARD_STREETS and not self._stage.table.open:
            self._draw("board")
            cards -= 1
        if self._on_board() == lying and self._prompt() == street:
            self._confirm_unseen("board")
        self._stage.advance(PUBLISHED)

    def _table_all(self) -> None:
        """All-in hands are tabled before the next card, and before the push."""
        if self._prompt() == "table" and tabled_together(self._stage.table):
            self._ask("next", "next", {})

    def _draw_freely(self, place: str) -> None:
        table = self._stage.table
        if table.phase is Phase.IDLE and table.hand:
            raise Failed(f"draw after the hand is over: {LATER}")
        self._begin()
        self._draw(place)

    def _shoe_stroke(self, cards: int) -> None:
        self._begin()
        self._shoe.stroke(cards)

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
            self._ask("next", "next", {})

    def _draw(self, place: str) -> None:
        self._shoe.draw(place)
        check_prompt(self._stage)

    def _move(self, what: tuple[Face, str]) -> None:
        self._shoe.move(*what)

    def _muck(self, seat: int) -> None:
        self._shoe.muck(seat)
        self._stage.advance(MUCKED)

    # Hands.

    def _begin(self) -> None:
        """Start the next hand where the prompt says so: collect, shuffle, NEXT."""
        if self._stage.table.phase not in BETWEEN_HANDS:
            return
        self._shoe.shuffle()
        if self._first and self._is_misplaced(self._stage.table):
            self._ask("button", "button", {"seat": self._layout.button})
        self._ask("next", "next", {})
        if self._first:
            for seat, amount in self._layout.straddles.items():
                self._ask("straddle", "straddle", {"seat": seat, "amount": amount})
        self._first = False

    def _is_misplaced(self, table: Table) -> bool:
        """Whether the first hand is dealt from another button than the one that is due."""
        if self._layout.button not in self._layout.stacks or table.placed:
            return False
        return next_lineup(table).where.button != self._layout.button

    def _next_hand(self, _: None) -> None:
        if self._stage.table.phase not in BETWEEN_HANDS:
            raise self._not_asked("next")
        self._begin()

    def _open(self, cards: int) -> None:
        """The session opens, and the deck is checked; where no reader can, the dealer counts it himself."""
        self._ask("open", "open", {})
        self._shoe.check(cards)
        if not cards and self._prompt() == "verify":
            self._ask("open", "next", {})

    def _close(self, _: None) -> None:
        if self._prompt() == "collect":
            self._shoe.collect()
        self._ask("close", "close", {})

    def _draw_button(self, drawn: Mapping[int, Face]) -> None:
        """One card face up to each player that the prompt names, then NEXT; the cards are taken back."""
        self._ask("draw-button", "draw", {})
        while self._prompt() == "deal":
            seat = self._dealer().prompt.seat
            if seat not in drawn:
                raise Failed(f"expected a card for seat {seat} in the draw for the button")
            self._shoe.put(drawn[seat], f"seat {seat}")
            check_prompt(self._stage)
        self._ask("next", "next", {})
        self._shoe.collect()

    def _note(self, what: tuple[int, str]) -> None:
        seat, noted = what
        self._ask("note", {"looked": "looked", "absent": "away"}[noted], {"seat": seat})

    # Showdown.

    def _show(self, what: tuple[int, str]) -> None:
        seat, card = what
        here = self._stage.table.seats.get(seat)
        if card:
            self._ask("show", "show", {"seat": seat, "cards": (card,)})
        elif here is None or not here.tabled:
            # All-in hands are tabled together, by whichever step came first.
            self._ask("show", "table", {"seat": seat})

    def _push(self, _: None) -> None:
        self._table_all()
        if self._prompt() != "push":
            raise self._not_asked("push")
        while self._prompt() == "push":
            self._ask("push", "next", {})

    # The floor.

    def _exposed(self, what: tuple[int, int, str]) -> None:
        seat, card, by = what
        if not seat:
            seat, card = newest_hole_card(self._stage.table)
        if not seat:
            raise Failed(f"exposed, and the newest card is no hole card: {LATER}")
        self._ask("exposed", "exposed", {"seat": seat, "to": card, "by": by})

    def _sign_in(self, who: tuple[str, str]) -> None:
        if not self._stage.people.signed(*who):
            raise TurnedDown("not_signed", f"expected {who[0]} to be signed in, the PIN is wrong")
        self._floor = who

    def _rule(self, ruling: Mapping[str, Any]) -> None:
        who, pin = self._floor
        fields = {key: value for key, value in ruling.items() if key not in ("hand", "why")}
        self._taken(
            self._stage.ask("ruling", who=who, pin=pin, text=ruling.get("why", ""), **fields),
            f"ruling {ruling['code']}",
        )

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


_STEPS: Mapping[str, Callable[[Play, Any], None]] = {
    "deal": Play._deal,
    "draw": Play._draw_freely,
    "move": Play._move,
    "shoe": Play._shoe_stroke,
    "street": Play._street,
    "muck": Play._muck,
    "show": Play._show,
    "push": Play._push,
    "next-hand": Play._next_hand,
    "open": Play._open,
    "close": Play._close,
    "draw-button": Play._draw_button,
    "note": Play._note,
    "exposed": Play._exposed,
    "floor": Play._sign_in,
    "ruling": Play._rule,
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
