"""Hands for the tests of the core, told as a dealer would tell them: deal, act, burn and turn, push."""

from __future__ import annotations

from collections.abc import Mapping

from controller.rules.betting import options
from controller.rules.cards import BOARD, BURN, CardId, Face, How, Place, Where
from controller.rules.dealing import due, next_number
from controller.rules.events import CardMoved, Stopped
from controller.rules.house import HouseRules
from controller.rules.positions import Positions
from controller.rules.prompts import Step, next_step
from controller.rules.requests import Act, Ask, Confirm, TableHand
from controller.rules.sentence import Refused, say
from controller.rules.showdown import to_table
from controller.rules.stakes import Betting, Form, Game, Stakes
from controller.rules.state import Phase, Seat, Setup, Status, Table
from controller.rules.table import replay
from controller.tools.coretable import CoreTable
from controller.tools.recorded import recorded_deck

SEATS = 10
MAP = recorded_deck()
DECK_A = (
    "Jc Qd Ad 5c Td Ah 5d 2s 8d Kc 9s Kd 9h 5h 7h 6s 6c 4h Qc 2h Qh 2c 7s 7d 5s Ks Jh Js 6h 9d Jd Ac As 8h 8s"
    " 2d 4s Qs 4c 3h Kh 7c Th 8c Tc 3d 4d 6d Ts 3c 9c 3s"
)
L6 = dict.fromkeys(range(1, 7), 500)


def face(text: str) -> Face:
    return Face.parse(text)


def card(text: str) -> CardId:
    return MAP.card_of("A", face(text))


def seated(
    stacks: Mapping[int, int],
    button: int = 0,
    *,
    blinds: tuple[int, int] = (5, 10),
    unit: int = 1,
    house: HouseRules | None = None,
    away: tuple[int, ...] = (),
    last: Positions | None = None,
    stakes: Stakes | None = None,
    game: Game = Game.NO_LIMIT,
    form: Form = Form.CASH,
    betting: Betting = Betting.FULL,
) -> Table:
    """A table between hands: `button` for a first hand, `last` for one that follows another.

    `stakes` take the place of `blinds` and `unit`.
    """
    seats = {n: Seat() for n in range(1, SEATS + 1)}
    for n, stack in stacks.items():
        chips = stack or betting is Betting.CARDS_ONLY
        out = Status.AWAY if n in away or not chips else Status.OUT
        seats[n] = Seat(f"p{n}", out, stack)
    played = stakes or Stakes(*blinds, unit)
    setup = Setup("test", SEATS, played, house or HouseRules(), game=game, form=form, betting=betting)
    here = last or Positions(button, 0, 0)
    return Table(setup, seats, setup.stakes, button=here.button, small=here.small, big=here.big)


class Play:
    """A table with a shoe whose first card is the first word of `order`; words left out do not come."""

    def __init__(self, start: Table, order: str = DECK_A) -> None:
        self.core = CoreTable(start, MAP)
        self.shoe = [card(text) for text in order.split()]

    @property
    def table(self) -> Table:
        return self.core.table

    @property
    def step(self) -> Step:
        return next_step(self.table)

    @property
    def stacks(self) -> dict[int, int]:
        return {n: seat.stack for n, seat in self.table.seats.items() if seat.status is not Status.EMPTY}

    def ask(self, ask: Ask) -> str:
        """The id of the refusal, "" when the request was taken."""
        refused = self.core.ask(ask)
        return refused.reason.id if isinstance(refused, Refused) else ""

    def must(self, *asks: Ask) -> Play:
        for ask in asks:
            assert self.ask(ask) == "", ask
        return self

    def say(self, words: str) -> str:
        """Enter "3 raise 60"; the id of the refusal, "" when it was taken."""
        seat, word, *amount = words.split()
        return self.ask(Act(int(seat), word, int(amount[0]) if amount else 0))

    def do(self, *words: str) -> Play:
        for word in words:
            assert self.say(word) == "", word
        return self

    def draw(self, to: Place, *, known: bool = True) -> Play:
        drawn = self.shoe.pop(0)
        self.core.draw(drawn if known else None, to, How.READ if known else How.ENTERED)
        return self

    def move(self, text: str, to: Place) -> Play:
        """A card that is out, by its face, comes to another place."""
        number = next(p.n for p in self.table.pieces if p.card == card(text))
        self.core.record(CardMoved(number, card(text), to, How.READ))
        self.core.show_board()
        return self

    def lost(self) -> Play:
        """The readers stop the table over a card that no rule explains."""
        self.core.record(Stopped(say("unresolved.left_shoe")))
        return self

    def start(self) -> Play:
        return self.must(Confirm())

    def deal(self, *, known: bool = True) -> Play:
        """The hole cards, where the deal wants them."""
        while self.table.phase is Phase.DEALING and (to := due(self.table)) is not None:
            self.draw(to, known=known)
        return self

    def street(self) -> Play:
        """A burn and the board cards of the next street."""
        assert due(self.table) == BURN, self.step
        self.draw(BURN)
        while due(self.table) == BOARD:
            self.draw(BOARD)
        return self

    def pass_by(self) -> Play:
        """The actor checks, or calls what he must."""
        may = options(self.table, self.step.seat)
        return self.do(f"{self.step.seat} {'check' if may.check else 'call'}")

    def pass_to(self, phase: Phase) -> Play:
        """Everybody checks or calls until the phase, or until the hand is over."""
        while self.table.phase not in (phase, Phase.PAYING, Phase.IDLE):
            match self.step.do:
                case "act":
                    self.pass_by()
                case "table":
                    self.must(Confirm())
                case _:
                    self.street()
        return self

    def check_down(self) -> Play:
        """Everybody checks or calls, and the streets come, until the hands are shown or the hand is over."""
        return self.pass_to(Phase.SHOWDOWN)

    def show_all(self) -> Play:
        while seats := to_table(self.table):
            self.must(*(TableHand(seat) for seat in seats))
        return self

    def push(self) -> Play:
        while self.table.phase is Phase.PAYING:
            self.must(Confirm())
        return self

    def moves(self) -> Play:
        """The moves that a ruling left to be done, said to be done."""
        while self.step.do == "move":
            self.must(Confirm())
        return self

    def number(self) -> int:
        return next_number(self.table)

    def at(self, place: Place) -> list[str]:
        """The faces of the cards at a place, in the order of the deal."""
        return [_text(piece.card) for piece in self.table.pieces if piece.place == place]

    def hole(self, seat: int) -> list[str]:
        return self.at(Place(Where.SEAT, seat))

    def again(self) -> Table:
        """The same hand from its events."""
        return replay(self.core.start, self.core.events)


def _text(known: CardId | None) -> str:
    return "??" if known is None else MAP.face(known).text


def dealt(start: Table, order: str = DECK_A) -> Play:
    """A hand that has its hole cards."""
    return Play(start, order).start().deal()


def flop_bets(*words: str, live: int, big_blind: int = 10, stacks: Mapping[int, int] | None = None) -> Play:
    """Seats 1 to `live`, the button the last of them, who all put one big blind in; then words of the flop.

    `stacks` are the chips behind on the flop, 1000 where not said.
    """
    behind = {**dict.fromkeys(range(1, live + 1), 1000), **(stacks or {})}
    start = {n: stack + big_blind for n, stack in behind.items()}
    play = dealt(seated(start, live, blinds=(big_blind // 2, big_blind)))
    return play.pass_to(Phase.FLOP).do(*words)
