"""The dealer of a scenario follows the prompts: deal, street, moves, reshuffles, pushes (scenarios.md 2)."""

from __future__ import annotations

from collections.abc import Callable

from controller.rules.cards import BOARD, BURN, SHOE, CardId, Place
from controller.rules.dealing import at, current, missing, next_burn
from controller.rules.ledger import piece
from controller.rules.showdown import tabled_together
from controller.rules.state import BETWEEN_HANDS, Do, Table, Task
from controller.rules.todo import ready
from controller.tools.checks import BOARD_STREETS, STREETS, Failed, check_prompt
from controller.tools.shoe import Shoe
from controller.tools.stage import Stage

PUBLISHED = 1.2


class TurnedDown(Failed):
    """A step that the table refused, or did not ask for; `reason` is the refusal's word."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Procedure:
    """The dealer's hands; `press_next` sends NEXT, `begin` starts the next hand where none is on."""

    def __init__(
        self, stage: Stage, shoe: Shoe, press_next: Callable[[str], None], begin: Callable[[], None]
    ) -> None:
        self._stage = stage
        self._shoe = shoe
        self._next = press_next
        self._begin = begin

    def prompt(self) -> str:
        """The word of the prompt."""
        return self._stage.shown().dealer.prompt.do

    def not_asked(self, wanted: str) -> TurnedDown:
        """That the table asks for something else."""
        prompt = self._stage.shown().dealer.prompt
        where = f" seat {prompt.seat}" if prompt.seat else ""
        return TurnedDown("not_now", f"expected the prompt {wanted}, got {prompt.do}{where}")

    def deal(self, wanted: int) -> None:
        """So many hole cards where the prompts say, 0 for all that are due."""
        self._begin()
        if self.prompt() == "post":
            self._next("next")
        out = len(self._stage.table.pieces)
        self.tasks()
        dealt = max(0, len(self._stage.table.pieces) - out)
        while (not wanted or dealt < wanted) and self.prompt() in ("deal", "move"):
            if self.prompt() == "deal":
                self.pitch(f"seat {self._stage.shown().dealer.prompt.seat}")
                dealt += 1
            if not (wanted and dealt == wanted):
                self.tasks()
        if dealt < (wanted or 1):
            raise self.not_asked("deal")
        self.burn_exposed()

    def burn_exposed(self) -> None:
        """The exposed card goes to the burns once the prompt wants it there."""
        if (burn := next_burn(self._stage.table)) is None:
            return
        lying = [card for card, place in self._stage.lying.items() if place == str(burn.place)]
        self._shoe.lay(lying[at(self._stage.table, burn.place).index(burn)], str(BURN))
        if next_burn(self._stage.table):
            self._next("next")

    def street(self) -> None:
        """Burn and board of the next street, as prompted; what a ruling left to be done comes first."""
        self.table_all()
        self.tasks()
        self.table_all()
        if self.prompt() not in (*STREETS, "agree"):
            raise self.not_asked("burn, flop, turn or river")
        while self.prompt() in ("burn", "agree"):
            # Whoever burns before the players agreed to run it twice deals one board (rules.md 7.8).
            burned = len(self._stage.table.pieces)
            self.pitch("burn")
            if len(self._stage.table.pieces) == burned or self._stage.table.open:
                break
        self.table_all()
        self.tasks()
        self._board()

    def _board(self) -> None:
        street, lying = self.prompt(), self._on_board()
        cards = missing(self._stage.table)
        while cards and street in BOARD_STREETS and not self._stage.table.open:
            self.draw("board")
            cards -= 1
        if self._on_board() == lying and self.prompt() == street:
            self._confirm_unseen("board")
        self._stage.advance(PUBLISHED)

    def tasks(self) -> None:
        """What a ruling left to be done, and what the dealer mends alone, as prompted."""
        while not self._stage.table.open and self._stage.table.phase not in BETWEEN_HANDS:
            before = self._stage.table
            if (task := current(before)) is not None:
                self._task(task)
            elif (mend := next((m for m in before.mends if ready(before, m)), None)) and mend.to:
                self._moved(mend.n, mend.to)
            if self._stage.table.todo == before.todo and self._stage.table.mends == before.mends:
                return

    def moves(self) -> None:
        """The moves of cards that are out which a ruling asks for: they are part of its step."""
        while (task := current(self._stage.table)) is not None and task.do is Do.MOVE:
            before = self._stage.table.todo
            self._task(task)
            if self._stage.table.todo == before:
                return

    def _task(self, task: Task) -> None:
        match task.do:
            case Do.MOVE if task.to is not None:
                self._moved(task.n, task.to)
            case Do.DRAW if task.to is not None:
                self.pitch(str(task.to))
            case Do.VERIFY:
                self._shoe.verify()
                if current(self._stage.table) == task and not self._stage.table.open:
                    self._next("next")
            case Do.SHUFFLE:
                self._shoe.reshuffle()
                self._next("next")

    def _moved(self, n: int, to: Place) -> None:
        """A card that is out goes where it is asked for; where no reader can tell, the dealer says so."""
        before = self._stage.table
        if (card := self._lying(before, n)) is not None:
            if to == SHOE:
                self._shoe.back(card)
            else:
                self._shoe.lay(card, str(to))
        now = piece(self._stage.table, n)
        done = now is None if to == SHOE else now is not None and now.place == to
        if not done and not self._stage.table.open:
            self._next("next")

    def _lying(self, table: Table, n: int) -> CardId | None:
        """The physical card that the table has as number `n`; by its place where no reader knows it."""
        known = piece(table, n)
        if known is None:
            return None
        if known.card is not None:
            return known.card if known.card in self._stage.lying else None
        lying = [card for card, place in self._stage.lying.items() if place == str(known.place)]
        row = at(table, known.place)
        return lying[row.index(known)] if len(lying) == len(row) else None

    def pitch(self, place: str) -> None:
        """The next card where the prompt says; where no reader can tell, the dealer presses NEXT."""
        out = len(self._stage.table.pieces)
        self.draw(place)
        if len(self._stage.table.pieces) == out:
            self._confirm_unseen(place)

    def draw(self, place: str) -> CardId:
        """The next card goes to a place."""
        card = self._shoe.draw(place)
        check_prompt(self._stage)
        return card

    def table_all(self) -> None:
        """All-in hands are tabled before the next card, and before the push."""
        if self.prompt() == "table" and tabled_together(self._stage.table):
            self._next("next")

    def push(self) -> None:
        """The dealer pushes the pots as prompted."""
        self.table_all()
        if self.prompt() != "push":
            raise self.not_asked("push")
        while self.prompt() == "push":
            self._next("push")

    def _confirm_unseen(self, place: str) -> None:
        sensing = self._stage.loop.sensing
        seen = any(sensing.works(Place.parse(reader)) for reader in ("shoe", place))
        if not seen and not self._stage.table.open:
            self._next("next")

    def _on_board(self) -> int:
        return len(at(self._stage.table, BOARD))
