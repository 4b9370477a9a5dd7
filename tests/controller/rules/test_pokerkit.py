"""No-limit hands played through the core and through pokerkit 0.7.7: the same chips, the same legal actions.

Where the two differ, casino rules are the reason: each difference is listed in `DIFFERENCES` and shown in a
test of its own, so that a change on either side is noticed.
"""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence

from hypothesis import given
from pokerkit import Automation, Mode, NoLimitTexasHoldem, State

from controller.rules.betting import Options, can_bet, options
from controller.rules.cards import CardId
from controller.rules.decisions import ready_seats
from controller.rules.events import Acted
from controller.rules.positions import first_positions
from controller.rules.requests import Confirm
from controller.rules.state import Phase, Table
from tests.controller.rules.chance import PICKS, SHUFFLES, Chance, tables
from tests.controller.rules.hands import DECK_A, MAP, card, seated
from tests.controller.rules.test_properties import SMALL

DIFFERENCES = (
    "short big blind",  # NL7: call and least raise count a full blind; pokerkit counts what was posted
    "reopening after a limp",  # T24-47A: a short all-in of less than a big blind opens nothing again
    "adding up short raises",  # T24-47A counts what the player faces, pokerkit the short all-ins of the end
    "empty raise",  # over a bet that no other player's chips exceed: allowed here, refused there
    "empty option",  # pokerkit asks the last who can bet though everybody else is all-in for no more
    "fold for nothing",  # a fold without a bet to meet is a fact here, a warning or an error there
    "odd chips",  # T24-20A: one to a player; pokerkit gives all of them to the first
    "odd chips of two pots",  # T24-21: each pot is split by itself; pokerkit joins pots once losers mucked
)
# Five players; the board is the best hand of everybody.
BOARD_PLAYS = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 7c Ah Kh Qh 7d Jh 7s Th"
# Five players; S3 and S5 have ace and king, S2 has nothing.
TWO_TIE = "6c 5c Ac 6d Ad 6h 3d Kc 6s Kd 8c Qh Js 9h 8d 7s 8h 4c"
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


def can_bet_besides(table: Table, seat: int) -> list[int]:
    return [other for other in can_bet(table) if other != seat]


class Both:
    """One hand at two tables: ours leads, pokerkit follows with the same cards and words."""

    def __init__(self, start: Table, order: Sequence[CardId], picks: Sequence[int]) -> None:
        self.chance = Chance(start, order, picks)
        self._shoe = [MAP.face(drawn).text for drawn in order]
        self.chance.natural()
        self.dealt = self.table.dealt
        stakes = start.setup.stakes
        self.state: State = NoLimitTexasHoldem.create_state(
            AUTOMATED,
            True,
            0,
            (stakes.small_blind, stakes.big_blind),
            stakes.big_blind,
            [start.seats[seat].stack for seat in self.dealt],
            len(self.dealt),
            mode=Mode.CASH_GAME,
        )
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

    def street(self) -> Both:
        """The cards of the next street."""
        while self.chance.play.step.do in ("burn", "flop", "turn", "river"):
            self.chance.natural()
        return self

    def run_out(self) -> Both:
        """Everybody checks or calls to the end, shows, and is paid."""
        while self.chance.play.step.do != "collect":
            if self.chance.play.step.do == "act":
                self.say(f"{self.theirs} {'check' if self.ours().check else 'call'}")
            else:
                self.step()
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
        while self.theirs and self.chance.play.step.do != "act":
            assert self.state.checking_or_calling_amount == 0
            assert not can_bet_besides(self.table, self.theirs)
            self.state.check_or_call()

    def _board(self) -> None:
        while self.state.can_burn_card():
            self.state.burn_card(self._shoe.pop(0))
            cards = 3 if not self.state.board_cards else 1
            self.state.deal_board("".join(self._shoe.pop(0) for _ in range(cards)))

    def stacks(self) -> tuple[list[int], list[int]]:
        return [self.table.seats[seat].stack for seat in self.dealt], list(self.state.stacks)


def reason(both: Both) -> str:
    """Which listed difference explains that only one table lets the actor raise, "" for none."""
    table, state, seat = both.table, both.state, both.theirs
    here, bet = table.seats[seat], table.street.bet
    if both.ours().raise_ is None:
        short = state.completion_betting_or_raising_amount < table.setup.stakes.big_blind
        return "reopening after a limp" if here.acted and short else ""
    others = [table.seats[other] for other in can_bet_besides(table, seat)]
    if all(other.stack + other.street_in <= bet for other in others):
        return "empty raise"
    ends = state.consecutive_short_all_in_amounts
    several = here.acted and sum(ends) < table.street.last_raise <= bet - here.street_in
    return "adding up short raises" if several else ""


def compare(both: Both) -> bool:
    """Whether both tables give their actor the same options; where not, the difference is a listed one."""
    ours, theirs = both.ours(), both.their_options()
    if (ours.raise_ is None) != (theirs.raise_ is None):
        assert reason(both) in DIFFERENCES
        assert (ours.check, ours.call) == (theirs.check, theirs.call)
        return False
    assert ours == theirs
    return True


def odd_chips(table: Table) -> int:
    """How many odd chips there were in all pots: with two or more, pokerkit may lay them elsewhere."""
    pots = [[a.amount for a in table.awards if a.pot == pot] for pot in {a.pot for a in table.awards}]
    return sum(sum(shares) % len(shares) for shares in pots)


def play_both(start: Table, order: Sequence[CardId], picks: Sequence[int]) -> None:
    """A hand to its payout at both tables."""
    big = first_positions(start.button, ready_seats(start)).big
    short = start.seats[big].stack < start.setup.stakes.big_blind
    if short:
        whole = dataclasses.replace(start.seats[big], stack=start.setup.stakes.big_blind)
        start = dataclasses.replace(start, seats={**start.seats, big: whole})
    both = Both(start, order, picks)
    while both.chance.play.step.do not in ("collect", "next"):
        if both.chance.play.step.do == "act" and not compare(both):
            both.say(f"{both.theirs} {'check' if both.ours().check else 'call'}")
        else:
            both.step()
    assert not both.state.status
    ours, theirs = both.stacks()
    assert ours == theirs or odd_chips(both.table) > 1


def at_both(stacks: dict[int, int], button: int, order: str = DECK_A) -> Both:
    """A hand told word for word; every card is read where it lands."""
    return Both(seated(stacks, button), [card(text) for text in order.split()], [1] * 99)


@SMALL
@given(tables(most=10, units=(1,)), SHUFFLES, PICKS)
def test_the_same_chips_and_the_same_legal_actions(
    start: Table, order: Sequence[CardId], picks: list[int]
) -> None:
    play_both(start, order, picks)


class TestDifferences:
    """One hand for each entry of `DIFFERENCES`; a test that fails here tells that a difference has gone."""

    def test_short_big_blind(self) -> None:
        both = at_both({1: 100, 2: 6, 3: 100}, 3)
        assert both.ours() == Options(call=10, raise_=(20, 100))
        assert both.their_options() == Options(call=6, raise_=(16, 100))

    def test_reopening_after_a_limp(self) -> None:
        """EX-82."""
        both = at_both({1: 100, 2: 100, 3: 100, 4: 17}, 4).say("3 call", "4 all-in", "1 fold", "2 call")
        assert both.ours() == Options(call=7)
        assert both.their_options() == Options(call=7, raise_=(27, 100))

    def test_reopening_after_a_check(self) -> None:
        """NL8: an opening all-in of less than a big blind is the same thing after the flop."""
        both = at_both({1: 100, 2: 16, 3: 100}, 3).say("3 call", "1 call", "2 check")
        both.street().say("1 check", "2 all-in", "3 call")
        assert both.ours() == Options(call=6)
        assert both.their_options() == Options(call=6, raise_=(16, 90))

    def test_adding_up_short_raises(self) -> None:
        """Short all-ins of 20, 25 and 15 over a bet of 40: S1 faces 60, pokerkit counts the last 15 alone."""
        both = at_both({1: 500, 2: 70, 3: 500, 4: 95, 5: 110}, 5)
        both.say("3 call", "4 call", "5 call", "1 call", "2 check").street()
        both.say("1 bet 40", "2 all-in", "3 call", "4 all-in", "5 all-in")
        assert both.ours() == Options(call=60, raise_=(140, 490))
        assert both.their_options() == Options(call=60)

    def test_empty_raise(self) -> None:
        """S2 has chips behind, yet no more than the bet that S1 faces."""
        both = at_both({1: 100, 2: 40, 3: 60}, 3).say("3 all-in")
        assert both.ours() == Options(call=55, raise_=(100, 100))
        assert both.their_options() == Options(call=55)

    def test_empty_option(self) -> None:
        both = at_both({1: 100, 2: 100, 3: 8}, 3)
        both.chance.play.do("3 all-in", "1 fold")
        both.state.check_or_call()
        both.state.fold()
        assert both.chance.play.step.do == "table"
        assert (both.theirs, both.their_options().call) == (2, 0)

    def test_fold_for_nothing(self) -> None:
        both = at_both({1: 100, 2: 100}, 1).say("1 call", "2 check").street()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert not both.state.can_fold()
        assert both.chance.play.say("2 fold") == ""

    def test_odd_chips(self) -> None:
        """Three split 35 chips: 12, 12 and 11 here, 13, 11 and 11 there."""
        both = at_both(dict.fromkeys(range(1, 6), 100), 5, BOARD_PLAYS)
        both.say("3 call", "4 call", "5 fold", "1 fold", "2 check").run_out()
        assert both.stacks() == ([95, 102, 102, 101, 100], [95, 103, 101, 101, 100])

    def test_odd_chips_of_two_pots(self) -> None:
        """S3 and S5 split 209 and 109; S2, whose all-in makes two pots of them, has lost."""
        both = at_both({1: 100, 2: 51, 3: 101, 4: 100, 5: 101}, 5, TWO_TIE)
        both.say("3 raise 20", "4 raise 60", "5 call", "1 fold", "2 all-in", "3 all-in", "4 fold", "5 call")
        assert both.run_out().stacks() == ([95, 0, 160, 40, 158], [95, 0, 159, 40, 159])

    def test_every_difference_has_its_test(self) -> None:
        shown = {name.removeprefix("test_").replace("_", " ") for name in vars(TestDifferences)}
        assert set(DIFFERENCES) <= shown
