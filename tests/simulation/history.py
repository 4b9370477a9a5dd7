"""Random physical histories: cards anywhere, in any order, any report, word and ruling, readers that fail.

Whoever moves cards here knows where they lie and not what is on them: a choice depends on the seed, on places
and on what the screens say, so that two decks that differ only in hidden faces have the same history.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller.deckmap import DeckMap
from controller.rules.cards import CardId
from controller.rules.decisions import decide
from controller.rules.events import Event
from controller.rules.requests import REPORTS, TableHand
from controller.rules.rulings import CATALOGUE, menu
from controller.rules.sentence import Refused
from controller.rules.state import Seat, Table
from controller.rules.table import chips
from controller.session import Start
from controller.settings import TableSettings
from controller.tools.checks import check_prompt
from controller.tools.corestage import CoreStage
from controller.tools.emulated import FLOOR
from controller.tools.stage import Extras
from controller.views import ChangeView, DealerView, FloorView, PlayerView, SignInView, to_json

WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
PLACES = ("burn", "board", "muck", "aside", "floor")
REFUNDS = ("", "NONE", "UNCALLED", "ALL_FROM_POT")
PAUSES = (0.1, 0.3, 0.8, 1.2, 2.5, 6.0)
KEYS = ("floor", "next", "exposed", "clock")
DETECTORS = ("shoe", "burn", "board", "muck")


class RecordingStage(CoreStage):
    """A table of the pure core that keeps every frame which a screen would get, the floor's too."""

    def __init__(self, settings: TableSettings, start: Start, deck: DeckMap, extras: Extras) -> None:
        self.frames: list[tuple[float, str]] = []
        super().__init__(settings, start, deck, extras)

    @property
    def events(self) -> Sequence[Event]:
        """What was journalled."""
        return [event for _, events in self._turns for event in events]

    def publish(self, player: PlayerView, dealer: DealerView) -> None:
        """Keep the frame, then do what the stage does."""
        self.frames.append((self._now, repr([to_json(player), to_json(dealer)])))
        super().publish(player, dealer)

    def publish_floor(self, sign_in: SignInView, floor: Callable[[], FloorView]) -> None:
        """The floor looks whenever the table has stopped."""
        if isinstance(dealer := self._views["dealer"], DealerView) and dealer.prompt.do == "stop":
            self.frames.append((self._now, repr(to_json(floor()))))
        super().publish_floor(sign_in, floor)


class History:
    """One history by a seed; `step` does one thing and checks what must always hold."""

    def __init__(self, stage: CoreStage, deck: DeckMap, seed: int) -> None:
        self.stage = stage
        self.lost: set[str] = set()
        self._rng = random.Random(seed)
        self._cards = sorted(deck.cards(deck.decks[0]))
        self._shoe: list[CardId] = []
        self._chips = chips(stage.table)
        self._deeds: Mapping[Callable[[], object], int] = {
            self._follow: 45,
            self._draw_anywhere: 8,
            self._move_anything: 8,
            self._act: 12,
            self._report: 7,
            self._call_floor: 3,
            self._rule: 14,
            self._other_floor: 3,
            self._press: 3,
            self._take_back: 3,
            self._reader: 2,
            self._restart: 1,
            self._wait: 4,
        }

    def step(self) -> None:
        """One thing happens; then everything must hold."""
        self._pick(self._deeds)()
        self.stage.advance(self._rng.choice(PAUSES))
        self.check()

    def check(self) -> None:
        """The table is well, names a step that can be taken, and has every chip and card once."""
        table = self.stage.table
        check_prompt(self.stage)
        assert chips(table) == self._chips, "chips were made or lost"
        numbers = [piece.n for piece in table.pieces]
        known = [piece.card for piece in table.pieces if piece.card]
        assert len(numbers) == len(set(numbers)), "a number of a card is given twice"
        assert len(known) == len(set(known)), "a card is in two places"
        if table.open:
            assert self._ways_out(table), f"nothing leads out of {table.open[0].kind}"
        asked = self.stage.shown().dealer.prompt
        if asked.do == "table":
            for seat in asked.seats:
                tabled = decide(table, TableHand(seat))
                assert not isinstance(tabled, Refused), f"seat {seat} is asked for, and {tabled} is said"

    def check_replay(self) -> None:
        """The journal replays to the table as it is."""
        assert self.stage.record().table == self.stage.table

    def _ways_out(self, table: Table) -> bool:
        asks = self.stage.shown().dealer.asks
        return bool(menu(table)) or "undo" in asks or "redeal" in asks

    def _pick(self, deeds: Mapping[Callable[[], object], int]) -> Callable[[], object]:
        return self._rng.choices(list(deeds), list(deeds.values()))[0]

    def _follow(self) -> None:
        """What a dealer does who reads the prompt."""
        prompt = self.stage.shown().dealer.prompt
        table = self.stage.table
        match prompt.do:
            case "deal":
                self._draw(f"seat {prompt.seat}" if prompt.seat else prompt.to)
            case "burn":
                self._draw("burn")
            case "flop" | "turn" | "river":
                self._draw("board")
            case "act":
                self._act()
            case "move" if prompt.to in (*PLACES, "stub") or prompt.to.startswith("seat"):
                self._move_as_asked(table, prompt.to)
            case "collect":
                self._collect()
            case "verify":
                self._verify()
            case "next":
                self._collect()
                self._shoe = self._rng.sample(self._cards, len(self._cards))
                self.stage.ask("next")
            case "stop":
                self._rule()
            case "pick":
                self._pick_one(table, prompt.to)
            case _:
                self.stage.ask("next")

    def _draw(self, place: str) -> None:
        if not self._shoe:
            return
        card = self._shoe.pop(0)
        self.stage.put(card, "shoe")
        self.stage.advance(0.1)
        self.stage.put(card, place)
        self.stage.advance(0.6)
        if self._rng.random() < 0.3:
            self.stage.ask("next")

    def _draw_anywhere(self) -> None:
        self._draw(self._anywhere())

    def _anywhere(self) -> str:
        seats = [f"seat {n}" for n in self.stage.table.seats]
        return self._rng.choice([*seats, *PLACES, *PLACES])

    def _move_anything(self) -> None:
        if not self.stage.lying:
            return
        card = self._rng.choice(sorted(self.stage.lying))
        if self._rng.random() < 0.15:
            self._back(card)
        else:
            self.stage.put(card, self._anywhere())
            self.stage.advance(0.9)

    def _back(self, card: CardId) -> None:
        self.stage.take(card)
        self._shoe.insert(0, card)
        self.stage.advance(1.0)

    def _move_as_asked(self, table: Table, to: str) -> None:
        """The card of the prompt goes where it is asked for, or the dealer presses NEXT."""
        asked = {task.n for task in table.todo} | {mend.n for mend in table.mends}
        card = next((p.card for p in table.pieces if p.n in asked), None)
        if card is None or card not in self.stage.lying or self._rng.random() < 0.2:
            self.stage.ask("next")
        elif to == "stub":
            self._back(card)
        else:
            self.stage.put(card, to)
            self.stage.advance(0.9)

    def _pick_one(self, table: Table, to: str) -> None:
        among = [p.card for p in table.pieces if p.n in table.todo[0].among and p.card in self.stage.lying]
        if among:
            self.stage.put(self._rng.choice(sorted(card for card in among if card)), to)
            self.stage.advance(1.2)

    def _collect(self) -> None:
        for card in sorted(self.stage.lying):
            self.stage.take(card)
        self.stage.advance(1.2)

    def _verify(self) -> None:
        """The stub, or the deck, passes the shoe antenna; now and then a card of it is forgotten."""
        stub = sorted(set(self._cards) - set(self.stage.lying))
        for card in stub[self._rng.random() < 0.2 :]:
            self.stage.put(card, "shoe")
            self.stage.advance(0.05)
            self.stage.take(card)
            self.stage.advance(0.05)
        self._shoe = self._rng.sample(stub, len(stub))
        self.stage.ask("next")

    def _act(self) -> None:
        dealer = self.stage.shown().dealer
        seat = dealer.actor if self._rng.random() < 0.8 else self._seat()
        may = dealer.actions
        least = may.raise_min or may.bet_min
        amount = self._rng.choice([least, least, 2 * least, self._rng.randrange(700)])
        word = self._rng.choice(["call", "check", "call", "check", *WORDS])
        if self._rng.random() < 0.05:
            self.stage.ask("say", seat=seat, text=self._rng.choice(["raise", "call", "raise 60", "pot"]))
        else:
            self.stage.ask(word, seat=seat, amount=amount)

    def _seat(self) -> int:
        return self._rng.choice(sorted(self.stage.table.seats))

    def _report(self) -> None:
        what = self._rng.choice([*REPORTS, *["exposed"] * 8, *["boxed"] * 3])
        named = self._rng.random() < 0.6
        fields: dict[str, Any] = {"by": self._rng.choice(["dealer", "dealer", "player"])}
        if named:
            fields |= {"seat": self._seat(), "to": self._rng.choice([1, 1, 2, 3])}
        self.stage.ask("back-seen" if what == "back" else what, **fields)

    def _call_floor(self) -> None:
        self.stage.ask("floor")

    def _rule(self) -> None:
        """A ruling from the menu, the default first; sometimes any, for any seat, with a reason."""
        codes, who = menu(self.stage.table), self._rng.choice(sorted(FLOOR))
        self._before = _chips(self.stage.table.seats)
        fields: dict[str, Any] = {"who": who, "pin": FLOOR[who]}
        if codes and self._rng.random() < 0.8:
            fields["code"] = codes[0] if self._rng.random() < 0.6 else self._rng.choice(codes)
        else:
            fields |= {"code": self._rng.choice(CATALOGUE), "text": "it is fair"}
        if self._rng.random() < 0.4:
            fields |= {"seat": self._seat(), "amount": self._rng.choice([0, 1, 20, 60, 500])}
        if fields["code"] == "R15":
            fields["refund"] = self._rng.choice(REFUNDS)
        if fields["code"] in ("R31", "R32"):
            fields |= self._division()
        if fields["code"] == "R40":
            fields |= self._set_right(who)
        promised = self._promised(fields)
        if self.stage.ask("ruling", **fields).refused is None and promised is not None:
            self._check_kept(promised)

    def _promised(self, fields: Mapping[str, Any]) -> tuple[ChangeView, ...] | None:
        """What the floor's screen says that this ruling would change; None where it says nothing."""
        if set(fields) - {"who", "pin", "code", "refund"} or not self.stage.table.open:
            return None
        same = [choice for choice in self.stage.floor_view().choices if choice.code == fields["code"]]
        filled = [c for c in same if c.refund == fields.get("refund", "") and not c.needs]
        return filled[0].changes if len(filled) == 1 else None

    def _check_kept(self, promised: tuple[ChangeView, ...]) -> None:
        """Chips and bets of every seat are what the preview said, and no other seat's changed."""
        seats = self.stage.table.seats
        now = {
            "stack": {n: s.stack for n, s in seats.items()},
            "bet": {n: s.street_in for n, s in seats.items()},
        }
        told = {(change.what, change.seat): change.after for change in promised}
        for what, amounts in now.items():
            for n, amount in amounts.items():
                expected = told.get((what, n), str(self._before[what][n]))
                assert str(amount) == expected, f"{what} of seat {n} was not as promised"

    def _division(self) -> dict[str, Any]:
        pots = self.stage.table.pots or self.stage.table.impounded
        pot = pots[0].amount if pots else 10
        return {"pot": 1, "seats": (self._seat(),), "amounts": (pot,)}

    def _set_right(self, who: str) -> dict[str, Any]:
        second = next(name for name in FLOOR if name != who)
        seat = self._seat()
        stack = self.stage.table.seats[seat].stack
        return {
            "second": second,
            "second_pin": FLOOR[second],
            "stacks": {seat: stack + self._rng.choice([-5, 5])},
        }

    def _other_floor(self) -> None:
        who = self._rng.choice(sorted(FLOOR))
        pin = FLOOR[who] if self._rng.random() < 0.9 else "0000"
        ask = self._rng.choice(["unnoticed", "unnoticed", "pending", "reveal"])
        self.stage.ask(ask, who=who, pin=pin, seat=self._seat(), text="a look")

    def _press(self) -> None:
        self.stage.press(self._rng.choice(KEYS), 0.1)

    def _take_back(self) -> None:
        self.stage.ask(self._rng.choice(["undo", "undo", "redeal"]))

    def _reader(self) -> None:
        if self.lost:
            self.stage.find(self.lost.pop())
            return
        reader = self._rng.choice([*DETECTORS, f"seat {self._seat()}"])
        self.lost.add(reader)
        self.stage.lose(reader, unreadable=self._rng.random() < 0.3)

    def _restart(self) -> None:
        self.stage.restart()
        self.stage.advance(5.0)
        if self.stage.loop.service.verifying:
            self.stage.ask("next")

    def _wait(self) -> None:
        self.stage.advance(self._rng.choice([2.0, 10.0, 40.0]))


def _chips(seats: Mapping[int, Seat]) -> Mapping[str, Mapping[int, int]]:
    """The chips behind and the bet of each seat."""
    return {
        "stack": {n: seat.stack for n, seat in seats.items()},
        "bet": {n: seat.street_in for n, seat in seats.items()},
    }
