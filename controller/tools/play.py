"""Playing one scenario on a stage, step by step; what goes wrong is told as a sentence (scenarios.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from controller.rules.cards import Face
from controller.rules.dealing import hole_card, newest_hole_card
from controller.rules.lineup import next_lineup
from controller.rules.opening import verifying
from controller.rules.state import BETWEEN_HANDS, Opening, Phase, Table
from controller.stubcheck import wanted
from controller.tools.asks import Fields, asks_of, told
from controller.tools.checks import Failed, check_end, check_prompt
from controller.tools.emulated import FLOOR
from controller.tools.expectation import difference
from controller.tools.procedure import Procedure, TurnedDown
from controller.tools.script import Script
from controller.tools.shoe import Missing, Shoe
from controller.tools.snapshot import snapshot
from controller.tools.stage import Stage
from controller.tools.steps import STUB, ScriptStep
from controller.views import Answer, DealerView, Message

MUCKED = 1.6
VERIFIED = 5.0
HELD = 2.2
PRESSED = 0.1
UNHURRIED = 0.4
BEFORE_THE_DEAL = ("post", "straddle")
TWO_PERSONS = "R40"
GHOSTLY = 2.0


Watch: TypeAlias = Callable[[Table], object]


def unwatched(table: Table) -> None:
    """Nobody looks at the table between the steps."""


class Play:
    """One scenario on its stage; `run` plays it, `state` is the table as the scenario's words name it."""

    def __init__(self, script: Script, stage: Stage, watch: Watch = unwatched) -> None:
        self._watch = watch
        self._layout = script.table
        self._steps = script.steps
        self._stage = stage
        self._shoe = Shoe(script, stage)
        self._dealer_hands = Procedure(stage, self._shoe, self._press_next, self._begin)
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
                self._watch(self._stage.table)
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
        if step.word in BEFORE_THE_DEAL:
            self._begin()
        if (asks := asks_of(step.word, step.what)) is not None:
            for ask, fields in asks:
                self._ask(step.word, ask, fields)
        else:
            _STEPS[step.word](self, step.what)
        check_prompt(self._stage)

    def _ask(self, word: str, ask: str, fields: Fields) -> None:
        self._taken(self._stage.ask(ask, **fields), told(word, fields))

    # Cards.

    def _press_next(self, word: str) -> None:
        self._ask(word, "next", {})

    def _deal(self, wanted: int) -> None:
        self._dealer_hands.deal(wanted)

    def _street(self, _: None) -> None:
        self._dealer_hands.street()

    def _draw_freely(self, what: tuple[str, bool]) -> None:
        """The next card goes somewhere, whatever the prompt says; what fell off the table is reported."""
        place, is_down = what
        if self._stage.table.phase is not Phase.IDLE or not self._stage.table.hand:
            self._begin()
        self._dealer_hands.draw(place)
        if is_down:
            self._ask("draw", "face-down", {})
        if place == "floor":
            self._ask("draw", "off-table", {})

    def _shoe_stroke(self, cards: int) -> None:
        self._begin()
        self._shoe.stroke(cards)

    def _move(self, what: tuple[str, str]) -> None:
        word, place = what
        card = self._shoe.named(word)
        if place == STUB:
            self._shoe.back(card)
            return
        table = self._stage.table
        seat, nth = next((hole_card(table, p.n) for p in table.pieces if p.card == card), (0, 0))
        self._shoe.lay(card, place)
        if seat and place == "floor":
            # No reader tells that a player dropped his card: the dealer does.
            self._ask("move", "off-table", {"seat": seat, "to": nth, "by": "player"})

    def _muck(self, seat: int) -> None:
        self._shoe.muck(seat)
        self._stage.advance(MUCKED)

    def _boxed(self, what: tuple[int, int]) -> None:
        """A card is seen to lie face up in the deck; the next one goes aside at once."""
        seat, card = what
        self._begin()
        self._ask("boxed", "boxed", {"seat": seat, "to": card})
        if not seat and not self._stage.table.open:
            self._dealer_hands.draw("aside")

    def _ghost(self, what: tuple[str, str]) -> None:
        """The tag of a card is read at a second place for a moment, where it does not lie."""
        word, place = what
        self._stage.ghost(self._shoe.named(word), place)
        self._stage.advance(GHOSTLY)

    def _of_card(self, word: str) -> None:
        self._ask("back", "back-seen", {"cards": (word,)})

    # Hands.

    def _begin(self) -> None:
        """Start the next hand where the prompt says so: collect, shuffle, NEXT."""
        if self._stage.table.phase not in BETWEEN_HANDS:
            return
        self._shoe.shuffle()
        self._verify_again()
        if self._first and self._is_misplaced(self._stage.table):
            self._ask("button", "button", {"seat": self._layout.button})
        self._ask("next", "next", {})
        if self._first:
            for seat, amount in self._layout.straddles.items():
                self._ask("straddle", "straddle", {"seat": seat, "amount": amount})
        self._first = False

    def _verify_again(self) -> None:
        """A deck that is dealt from again, or replaced, passes whole; where no reader can, it is counted."""
        table = self._stage.table
        if table.opening is Opening.VERIFYING or not verifying(table):
            return
        self._shoe.check(0)
        if self._dealer_hands.prompt() == "verify":
            self._ask("verify", "next", {})

    def _verify(self, cards: int) -> None:
        """So many cards of the stub pass the shoe antenna, all of them where it is not said; that is all."""
        if wanted(self._stage.table) is None:
            raise self._dealer_hands.not_asked("verify")
        self._shoe.verify(cards)
        if self._dealer_hands.prompt() == "verify":
            self._ask("verify", "next", {})

    def _is_misplaced(self, table: Table) -> bool:
        """Whether the first hand is dealt from another button than the one that is due."""
        if self._layout.button not in self._layout.stacks or table.placed:
            return False
        return next_lineup(table).where.button != self._layout.button

    def _next_hand(self, _: None) -> None:
        if self._stage.table.phase not in BETWEEN_HANDS:
            raise self._dealer_hands.not_asked("next")
        self._begin()

    def _open(self, cards: int) -> None:
        """The session opens, and the deck is checked; where no reader can, the dealer counts it himself."""
        self._ask("open", "open", {})
        self._shoe.check(cards)
        if not cards and self._dealer_hands.prompt() == "verify":
            self._ask("open", "next", {})

    def _close(self, _: None) -> None:
        if self._dealer_hands.prompt() == "collect":
            self._shoe.collect()
        self._ask("close", "close", {})

    def _draw_button(self, drawn: Mapping[int, Face]) -> None:
        """One card face up to each player that the prompt names, then NEXT; the cards are taken back."""
        self._ask("draw-button", "draw", {})
        while self._dealer_hands.prompt() == "deal":
            seat = self._dealer().prompt.seat
            if seat not in drawn:
                raise Failed(f"expected a card for seat {seat} in the draw for the button")
            self._shoe.put(drawn[seat], f"seat {seat}")
            check_prompt(self._stage)
        self._ask("next", "next", {})
        self._shoe.collect()

    def _note(self, what: tuple[int, str]) -> None:
        seat, noted = what
        self._ask("note", {"looked": "looked", "absent": "away", "left": "left"}[noted], {"seat": seat})

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
        self._dealer_hands.push()

    # The floor.

    def _exposed(self, what: Mapping[str, Any]) -> None:
        by = what.get("by", "dealer")
        if place := what.get("place"):
            self._ask("exposed", f"{place}-exposed", {"by": by})
            return
        seat, card = what.get("seat", 0), what.get("card", 0)
        if not seat:
            seat, card = newest_hole_card(self._stage.table)
        self._ask("exposed", "exposed", {"seat": seat, "to": card, "by": by})

    def _sign_in(self, who: tuple[str, str]) -> None:
        answer = self._stage.sign(*who)
        if answer.refused is not None and answer.refused.id == "refused.not_signed":
            raise TurnedDown("not_signed", f"expected {who[0]} to be signed in, the PIN is wrong")
        self._taken(answer, f"floor {who[0]}")
        self._floor = who

    def _rule(self, ruling: Mapping[str, Any]) -> None:
        fields = {key: value for key, value in ruling.items() if key not in ("why", "card")}
        if "card" in ruling:
            fields["cards"] = (ruling["card"],)
        if ruling["code"] == TWO_PERSONS:
            second = next(name for name in FLOOR if name != self._floor[0])
            fields |= {"second": second, "second_pin": FLOOR[second]}
        self._floor_asks("ruling", f"ruling {ruling['code']}", text=ruling.get("why", ""), **fields)
        self._dealer_hands.moves()

    def _clock(self, seat: int) -> None:
        """The clock is asked for on the seat, and the floor starts it (12.3)."""
        self._ask("clock", "clock", {"seat": seat})
        self._floor_asks("ruling", "ruling R33", code="R33", seat=seat)

    def _unnoticed(self, _: None) -> None:
        self._floor_asks("unnoticed", "unnoticed")

    def _pending(self, _: None) -> None:
        self._dealer_hands.table_all()
        self._floor_asks("pending", "pending")

    def _reveal(self, what: tuple[int, str]) -> None:
        self._floor_asks("reveal", "reveal", seat=what[0], text=what[1])

    def _floor_asks(self, ask: str, what: str, **fields: Any) -> None:
        who, pin = self._floor
        self._taken(self._stage.ask(ask, who=who, pin=pin, **fields), what)

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

    def _dealer(self) -> DealerView:
        return self._stage.shown().dealer


_STEPS: Mapping[str, Callable[[Play, Any], None]] = {
    "deal": Play._deal,
    "draw": Play._draw_freely,
    "boxed": Play._boxed,
    "back": Play._of_card,
    "ghost": Play._ghost,
    "clock": Play._clock,
    "unnoticed": Play._unnoticed,
    "pending": Play._pending,
    "reveal": Play._reveal,
    "move": Play._move,
    "shoe": Play._shoe_stroke,
    "verify": Play._verify,
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
