"""One hand at two tables: ours leads, pokerkit 0.7.7 follows with the same cards and words."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence

from pokerkit import Automation, FixedLimitTexasHoldem, Mode, NoLimitTexasHoldem, State
from pokerkit.games import PotLimitPokerMixin

from controller.rules.betting import Options, can_bet, options
from controller.rules.cards import CardId
from controller.rules.events import Acted
from controller.rules.house import HouseRules
from controller.rules.requests import Confirm
from controller.rules.stakes import Game, Stakes
from controller.rules.state import Phase, Table
from tests.controller.rules.chance import Chance
from tests.controller.rules.hands import DECK_A, MAP, card, seated

AUTOMATED = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class PotLimitTexasHoldem(PotLimitPokerMixin, NoLimitTexasHoldem):
    """The game that pokerkit has all the parts of, and no name for."""


class Both:
    """The two tables, which stand at the same place of the hand after each step."""

    def __init__(self, start: Table, order: Sequence[CardId], picks: Sequence[int]) -> None:
        self.chance = Chance(start, order, picks)
        self.game = start.setup.game
        self._shoe = [MAP.face(drawn).text for drawn in order]
        self.chance.natural()
        self.dealt = self.table.dealt
        self.state = _their_table(start.setup.stakes, self.game, [start.seats[n].stack for n in self.dealt])
        while self.state.can_deal_hole():
            self.state.deal_hole(self._shoe.pop(0))
        self._board()
        while self.table.phase is Phase.DEALING:
            self.chance.natural()
        self._pass_empty_options()

    @property
    def table(self) -> Table:
        return self.chance.table

    @property
    def theirs(self) -> int:
        """The seat that acts at their table, 0 for nobody."""
        index = self.state.actor_index
        return 0 if index is None else self.dealt[index]

    @property
    def over(self) -> bool:
        return self.chance.play.step.do in ("collect", "next")

    @property
    def acting(self) -> bool:
        return self.chance.play.step.do == "act"

    def ours(self) -> Options:
        """Our actor's options, a bet written as a raise: the two are one word to pokerkit."""
        assert self.chance.play.step.seat == self.theirs
        may = options(self.table, self.theirs)
        return Options(may.check, may.call, raise_=may.bet or may.raise_)

    def their_options(self) -> Options:
        """Their actor's options in our words."""
        call = self.state.checking_or_calling_amount
        least = self.state.min_completion_betting_or_raising_to_amount
        most = self.state.max_completion_betting_or_raising_to_amount
        assert call is not None
        span = None if least is None or most is None else (least, most)
        return Options(check=call == 0, call=call, raise_=span)

    def say(self, *words: str) -> Both:
        for word in words:
            self.chance.play.do(word)
            self._follow()
        return self

    def pass_by(self) -> Both:
        """The actor checks, or calls what he must: at both tables he may."""
        return self.say(f"{self.theirs} {'check' if self.ours().check else 'call'}")

    def street(self) -> Both:
        """The cards of the next street."""
        while self.chance.play.step.do in ("burn", "flop", "turn", "river"):
            self.chance.natural()
        return self

    def pass_to(self, phase: Phase) -> Both:
        """Everybody checks or calls until the phase."""
        while self.table.phase is not phase:
            self.pass_by() if self.acting else self.street()
        return self

    def run_out(self) -> Both:
        """Everybody checks or calls to the end, shows, and is paid."""
        while self.chance.play.step.do != "collect":
            self.pass_by() if self.acting else self.step()
        return self

    def step(self) -> None:
        """One step at our table, and what it means at theirs; nobody mucks, so that cards alone decide."""
        match self.chance.play.step.do:
            case "table":
                self.chance.must(Confirm())
            case "act":
                self.chance.natural()
                self._follow()
            case _:
                self.chance.natural()

    def stacks(self) -> tuple[list[int], list[int]]:
        return [self.table.seats[seat].stack for seat in self.dealt], list(self.state.stacks)

    def others(self, seat: int) -> list[int]:
        """Who could bet beside the seat."""
        return [other for other in can_bet(self.table) if other != seat]

    def _follow(self) -> None:
        words = [event for event in self.chance.play.core.events if isinstance(event, Acted)]
        self._word(words[-1])
        self._pass_empty_options()
        self._board()

    def _word(self, happened: Acted) -> None:
        assert happened.seat == self.theirs
        match happened.act:
            case "fold":
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    self.state.fold()
            case "check" | "call":
                self.state.check_or_call()
            case _:
                self.state.complete_bet_or_raise_to(happened.to)

    def _pass_empty_options(self) -> None:
        """The difference "empty option"."""
        while self.theirs and not self.acting:
            assert self.state.checking_or_calling_amount == 0
            assert not self.others(self.theirs)
            self.state.check_or_call()

    def _board(self) -> None:
        while self.state.can_burn_card():
            self.state.burn_card(self._shoe.pop(0))
            cards = 3 if not self.state.board_cards else 1
            self.state.deal_board("".join(self._shoe.pop(0) for _ in range(cards)))


def _their_table(stakes: Stakes, game: Game, stacks: list[int]) -> State:
    blinds, players = (stakes.small_blind, stakes.big_blind), len(stacks)
    if game is Game.FIXED_LIMIT:
        return FixedLimitTexasHoldem.create_state(
            *(AUTOMATED, True, stakes.ante, blinds, stakes.small_bet, stakes.big_bet, stacks, players),
            mode=Mode.CASH_GAME,
        )
    kind = NoLimitTexasHoldem if game is Game.NO_LIMIT else PotLimitTexasHoldem
    return kind.create_state(
        *(AUTOMATED, True, stakes.ante, blinds, stakes.big_blind, stacks, players), mode=Mode.CASH_GAME
    )


def at_both(
    stacks: dict[int, int],
    button: int,
    order: str = DECK_A,
    *,
    game: Game = Game.NO_LIMIT,
    ante: int = 0,
    house: HouseRules | None = None,
) -> Both:
    """A hand of 5/10 told word for word; every card is read where it lands."""
    stakes = Stakes(5, 10, ante=ante, small_bet=10, big_bet=20)
    start = seated(stacks, button, stakes=stakes, game=game, house=house)
    return Both(start, [card(text) for text in order.split()], [1] * 99)


def with_chips(start: Table, seat: int, chips: int) -> Table:
    """The table with at least so many chips at a seat."""
    here = start.seats[seat]
    whole = dataclasses.replace(here, stack=max(here.stack, chips))
    return dataclasses.replace(start, seats={**start.seats, seat: whole})
