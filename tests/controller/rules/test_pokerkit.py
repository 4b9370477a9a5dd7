"""Hands of all three structures played through the core and through pokerkit: the same chips and actions.

Where the two differ, casino rules are the reason: each difference is listed in `DIFFERENCES` and shown in a
test of its own, so that a change on either side is noticed.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules import limits
from controller.rules.betting import Options
from controller.rules.cards import CardId
from controller.rules.house import HouseRules, ShortAllIn
from controller.rules.lineup import next_lineup
from controller.rules.stakes import Game
from controller.rules.state import Phase, Table
from tests.controller.rules.both import Both, at_both, with_chips
from tests.controller.rules.chance import PICKS, SHUFFLES, tables
from tests.controller.rules.test_properties import SMALL

DIFFERENCES = (
    "short big blind",  # NL7: call and least raise count a full blind; pokerkit counts what was posted
    "short small blind in the pot",  # PL2: the pot counts full blinds before the flop; there what was posted
    "antes in the pot",  # PL8: not counted before the flop unless the house says so; there always
    "reopening after a limp",  # T24-47: a short all-in of less than a bet opens nothing again
    # T24-47A counts what the player faces, pokerkit the short all-ins of the end; a house may count none.
    "adding up short raises",
    "empty raise",  # over a bet that no other player's chips exceed: allowed here, refused there
    "empty option",  # pokerkit asks the last who can bet though everybody else is all-in for no more
    "fold for nothing",  # a fold without a bet to meet is a fact here, a warning or an error there
    "blind in the cap",  # FL2: the big blind is the first of four bets; there four raises follow it
    "short wagers in the cap",  # FL4: less than half a bet is no raise; there it counts for the cap
    "completion",  # FL4: less than half a bet is completed; there a whole bet goes on top of it
    "half bets",  # FL4: half a bet opens the betting again; there a whole one does
    "odd chips",  # T24-20A: one to a player; pokerkit gives all of them to the first
    "odd chips of two pots",  # T24-21: each pot is split by itself; pokerkit joins pots once losers mucked
)
# Five players; the board is the best hand of everybody.
BOARD_PLAYS = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 7c Ah Kh Qh 7d Jh 7s Th"
# Five players; S3 and S5 have ace and king, S2 has nothing.
TWO_TIE = "6c 5c Ac 6d Ad 6h 3d Kc 6s Kd 8c Qh Js 9h 8d 7s 8h 4c"
COUNTED = HouseRules(pl_ante_in_preflop_pot=True)
# pokerkit knows one way of opening again: what the house says otherwise has tests of its own.
HOUSES = st.builds(
    HouseRules,
    nl_short_allin=st.sampled_from((ShortAllIn.CUMULATIVE_FULL, ShortAllIn.SINGLE_FULL_ONLY)),
    pl_ante_in_preflop_pot=st.just(True),
)
THEIR_CAP = 4


def reason(both: Both) -> str:
    """Which listed difference explains that the actor's raises are not the same, "" for none."""
    if both.game is Game.FIXED_LIMIT:
        return _fixed_reason(both)
    table, state, seat = both.table, both.state, both.theirs
    here, bet = table.seats[seat], table.street.bet
    if both.ours().raise_ is None:
        if here.acted and state.completion_betting_or_raising_amount < table.stakes.big_blind:
            return "reopening after a limp"
        single = table.setup.house.nl_short_allin is ShortAllIn.SINGLE_FULL_ONLY
        full = bet - here.street_in >= table.street.last_raise
        return "adding up short raises" if here.acted and single and full else ""
    if _empty(both):
        return "empty raise"
    ends = state.consecutive_short_all_in_amounts
    several = here.acted and sum(ends) < table.street.last_raise <= bet - here.street_in
    return "adding up short raises" if several else ""


def _fixed_reason(both: Both) -> str:
    table, ours, theirs = both.table, both.ours().raise_, both.their_options().raise_
    street, here, count = (
        table.street,
        table.seats[both.theirs],
        both.state.completion_betting_or_raising_count,
    )
    short = street.bet > street.base
    if ours and theirs:
        return "completion" if short and ours[0] < theirs[0] else ""
    if ours is None:
        if street.capped:
            return "blind in the cap" if table.phase is Phase.PREFLOP else ""
        return "reopening after a limp" if here.acted and not limits.reopened(table, both.theirs) else ""
    if count == THEIR_CAP:
        return "short wagers in the cap" if count > street.raises - (table.phase is Phase.PREFLOP) else ""
    if _empty(both):
        return "empty raise"
    return "half bets" if here.acted and limits.reopened(table, both.theirs) else ""


def _empty(both: Both) -> bool:
    others = [both.table.seats[other] for other in both.others(both.theirs)]
    return all(other.stack + other.street_in <= both.table.street.bet for other in others)


def compare(both: Both) -> bool:
    """Whether both tables give their actor the same options; where not, the difference is a listed one."""
    ours, theirs = both.ours(), both.their_options()
    if ours.raise_ == theirs.raise_:
        assert ours == theirs
        return True
    assert reason(both) in DIFFERENCES
    assert (ours.check, ours.call) == (theirs.check, theirs.call)
    return False


def odd_chips(table: Table) -> int:
    """How many odd chips there were in all pots: with two or more, pokerkit may lay them elsewhere."""
    pots = [[a.amount for a in table.awards if a.pot == pot] for pot in {a.pot for a in table.awards}]
    return sum(sum(shares) % len(shares) for shares in pots)


def whole_blinds(start: Table) -> Table:
    """The table with whole blinds, which the two count in different ways where they are short."""
    stakes, where = start.stakes, next_lineup(start).where
    start = with_chips(start, where.big, stakes.ante + stakes.big_blind)
    if start.setup.game is Game.POT_LIMIT:
        start = with_chips(start, where.small, stakes.ante + stakes.small_blind)
    return start


def play_both(start: Table, order: Sequence[CardId], picks: Sequence[int]) -> None:
    """A hand to its payout at both tables."""
    both = Both(whole_blinds(start), order, picks)
    while not both.over:
        if both.acting and not compare(both):
            both.pass_by()
        else:
            both.step()
    assert not both.state.status
    ours, theirs = both.stacks()
    assert ours == theirs or odd_chips(both.table) > 1


def comparable(*games: Game) -> st.SearchStrategy[Table]:
    """Tables that both know how to play: the differences that are left are those of `DIFFERENCES`."""
    return tables(10, (1,), games, HOUSES, antes=((0, 0), (1, 0)))


@pytest.mark.parametrize("game", Game)
def test_the_same_chips_and_the_same_legal_actions(game: Game) -> None:
    @SMALL
    @given(comparable(game), SHUFFLES, PICKS)
    def play(start: Table, order: Sequence[CardId], picks: list[int]) -> None:
        play_both(start, order, picks)

    play()


class TestDifferences:
    """One hand for each entry of `DIFFERENCES`; a test that fails here tells that a difference has gone."""

    def test_short_big_blind(self) -> None:
        both = at_both({1: 100, 2: 6, 3: 100}, 3)
        assert both.ours() == Options(call=10, raise_=(20, 100))
        assert both.their_options() == Options(call=6, raise_=(16, 100))

    def test_short_small_blind_in_the_pot(self) -> None:
        """PL2: 3 of 5."""
        both = at_both({1: 3, 2: 100, 3: 100}, 3, game=Game.POT_LIMIT)
        assert both.ours() == Options(call=10, raise_=(20, 35))
        assert both.their_options() == Options(call=10, raise_=(20, 33))

    def test_antes_in_the_pot(self) -> None:
        """PL8: three antes of 2."""
        stacks = {1: 100, 2: 100, 3: 100}
        both = at_both(stacks, 3, game=Game.POT_LIMIT, ante=2)
        assert both.ours() == Options(call=10, raise_=(20, 35))
        assert both.their_options() == Options(call=10, raise_=(20, 41))
        both = at_both(stacks, 3, game=Game.POT_LIMIT, ante=2, house=COUNTED)
        assert both.ours() == both.their_options()

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

    def test_blind_in_the_cap(self) -> None:
        """EX-96: the third raise over the blind is the last."""
        both = at_both(dict.fromkeys(range(1, 5), 500), 4, game=Game.FIXED_LIMIT)
        both.say("3 raise 20", "4 raise 30", "1 raise 40")
        assert both.ours() == Options(call=30)
        assert both.their_options() == Options(call=30, raise_=(50, 50))

    def on_the_turn(self, stacks: dict[int, int]) -> Both:
        """Fixed limit, all with 10 in, the chips of `stacks` behind; the bet is 20."""
        behind = {seat: chips + 10 for seat, chips in stacks.items()}
        return at_both(behind, max(stacks), game=Game.FIXED_LIMIT).pass_to(Phase.TURN)

    def test_short_wagers_in_the_cap(self) -> None:
        """Bet, 24 all-in, completion to 40, raise to 60: three of four bets here, four there."""
        both = self.on_the_turn({1: 500, 2: 24, 3: 500, 4: 500, 5: 500}).say("1 bet 20", "2 all-in")
        both.chance.play.do("3 raise 40", "4 raise 60")
        both.state.complete_bet_or_raise_to(44)
        both.state.complete_bet_or_raise_to(64)
        assert both.ours() == Options(call=60, raise_=(80, 80))
        assert both.their_options() == Options(call=64)

    def test_completion(self) -> None:
        """EX-97, doubled: 28 over a bet of 20."""
        both = self.on_the_turn({1: 500, 2: 28, 3: 500}).say("1 bet 20", "2 all-in")
        assert both.ours() == Options(call=28, raise_=(40, 40))
        assert both.their_options() == Options(call=28, raise_=(48, 48))

    def test_half_bets(self) -> None:
        """EX-97, doubled: 30 over a bet of 20 opens the betting to the bettor."""
        both = self.on_the_turn({1: 500, 2: 30, 3: 500}).say("1 bet 20", "2 all-in", "3 call")
        assert both.ours() == Options(call=10, raise_=(50, 50))
        assert both.their_options() == Options(call=10)

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
