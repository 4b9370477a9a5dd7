"""What words and chips amount to (rules.md 7.1, 7.4, 7.5, 12.9; EX-83 to EX-86, EX-90, EX-92, EX-95)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import betting, words
from controller.rules.events import Acted, Bound, Declared, LeftToFloor
from controller.rules.house import HouseRules, RaiseMotions, Undercall
from controller.rules.requests import PutOut, Say
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.stakes import Game, Stakes
from controller.rules.state import Phase, Status
from tests.controller.rules.hands import L6, Play, dealt, flop_bets, seated

RICH = dict.fromkeys(range(1, 7), 5000)
FLOOR = HouseRules(bet_half_rule=False)
RELIEF = HouseRules(bet_undercall=Undercall.RELIEF_IF_UNAWARE)
MULTI = HouseRules(bet_raise_motions=RaiseMotions.MULTI_AFTER_DECLARATION)
FIXED = Stakes(5, 10, small_bet=10, big_bet=20)


def comes_to(play: Play, seat: int, what: str | tuple[int, ...]) -> words.Meaning | Refused:
    if isinstance(what, str):
        return words.of_words(play.table, seat, what)
    return words.of_chips(play.table, seat, what)


def acted(play: Play, seat: int, what: str | tuple[int, ...]) -> tuple[str, int, Sentence | None]:
    """The act, the street total and the sentence."""
    outcome = comes_to(play, seat, what)
    assert isinstance(outcome, Acted), outcome
    assert outcome.to == outcome.put + play.table.seats[seat].street_in
    return outcome.act, outcome.to, outcome.because


def refusal(play: Play, seat: int, what: str | tuple[int, ...]) -> Sentence:
    outcome = comes_to(play, seat, what)
    assert isinstance(outcome, Refused), outcome
    return outcome.reason


def facing(to: int, *, house: HouseRules | None = None, stack: int = 5000) -> Play:
    """Blinds 100/200, S3 has raised to `to`; S4 is to act with `stack`."""
    start = seated({**RICH, 4: stack}, 6, blinds=(100, 200), unit=1, house=house)
    return dealt(start).do(f"3 raise {to}")


def small(to: int, seat: int) -> Sentence:
    return say("told.raise.small", seat=seat, to=to)


def back(n: int) -> Sentence:
    return say("told.call.back", back=n)


class TestSilentChips:
    @pytest.mark.parametrize(
        ("chips", "act", "to", "because"),
        [
            ((500, 100, 100, 100, 100, 100), "raise", 1200, small(1200, 4)),
            ((500, 100, 100, 100, 100), "call", 700, back(200)),
            ((500, 100, 100), "call", 700, None),
            ((500, 500), "call", 700, back(300)),
            ((1000,), "call", 700, back(300)),
            ((1000, 100), "raise", 1200, small(1200, 4)),
            ((1000, 200), "raise", 1200, None),
            ((1000, 1000), "raise", 2000, None),
            ((1000, 500), "raise", 1500, None),
        ],
    )
    def test_facing_a_bet(self, chips: tuple[int, ...], act: str, to: int, because: Sentence | None) -> None:
        """EX-83: D5 one chip, D6 each chip needed, NL4 half a raise; the rest in full (D17, T24-61)."""
        assert acted(facing(700), 4, chips) == (act, to, because)

    def test_over_betting_for_change_counts_in_full(self) -> None:
        """D17, T24-61: 525 over a bet of 325, for change of 200, is a raise to 650."""
        play = flop_bets("1 bet 325", live=3)
        assert acted(play, 2, (500, 25)) == ("raise", 650, small(650, 2))

    def test_last_chips(self) -> None:
        """EX-84, T24-45B: more than needed is all-in; each chip needed is a call that keeps the change."""
        assert acted(facing(700, stack=900), 4, (500, 100, 100, 100, 100)) == ("raise", 900, None)
        assert acted(facing(700, stack=1000), 4, (500, 500)) == ("call", 700, back(300))
        assert acted(facing(700, stack=1000), 4, (1000,)) == ("call", 700, back(300))
        assert acted(facing(700, stack=600), 4, (500, 100)) == ("call", 600, None)

    def test_one_big_chip(self) -> None:
        """EX-86, T24-44: a call of the blind; with no bet before it a bet of its whole value."""
        assert acted(dealt(seated(L6, 6)), 3, (100,)) == ("call", 10, back(90))
        assert acted(flop_bets(live=3), 1, (100,)) == ("bet", 100, None)

    @pytest.mark.parametrize(
        ("chips", "act", "to", "because"),
        [
            ((1000,), "call", 600, back(450)),
            ((500, 500), "call", 600, back(450)),
            ((100, 500), "call", 600, back(50)),
            ((1000, 500), "raise", 1550, None),
            ((500, 25, 25), "call", 600, None),
        ],
    )
    def test_onto_prior_chips(
        self, chips: tuple[int, ...], act: str, to: int, because: Sentence | None
    ) -> None:
        """D7, T24-46 situation 1: blinds 25/50, raise to 600; the big blind's 50 lie in front and stay."""
        play = dealt(seated(RICH, 6, blinds=(25, 50), unit=25)).do("3 raise 600")
        for seat in (4, 5, 6, 1):
            play.do(f"{seat} fold")
        assert acted(play, 2, chips) == (act, to, because)

    def test_onto_prior_chips_that_cover_the_call(self) -> None:
        """D7, T24-46 situation 4: with nothing to call every chip counts, from half a raise on."""
        play = dealt(seated(L6, 6)).do("3 call", "4 fold", "5 fold", "6 fold", "1 fold")
        assert acted(play, 2, (30,)) == ("raise", 40, None)
        assert acted(play, 2, (5,)) == ("raise", 20, small(20, 2))
        assert acted(play, 2, (4,)) == ("check", 10, say("told.check.back", back=4))

    def test_a_bet_below_the_minimum_is_made_up(self) -> None:
        """NL1, NL6: an opening bet of 5 where the blind is 10."""
        assert acted(flop_bets(live=2), 1, (5,)) == ("bet", 10, say("told.bet.small", seat=1, to=10))
        assert acted(flop_bets(live=2, stacks={1: 5}), 1, (5,)) == ("bet", 5, None)

    def test_no_raise_is_open_to_who_has_acted(self) -> None:
        play = flop_bets("1 bet 50", "2 call", "3 all-in", live=4, stacks={3: 80}).do("4 call")
        assert acted(play, 1, (100,)) == ("call", 80, back(70))
        assert acted(play, 1, (25, 5, 100, 100)) == ("call", 80, say("told.closed.back", back=200))

    @pytest.mark.parametrize(
        ("chips", "reason"),
        [
            ((), say("refused.no_chips")),
            ((0,), say("refused.no_chips")),
            ((-100,), say("refused.no_chips")),
            ((100, -50), say("refused.no_chips")),
            ((True,), say("refused.no_chips")),
            ((10.5,), say("refused.no_chips")),
            (("100",), say("refused.no_chips")),
            ((5001,), say("refused.amount_high", most=5000)),
            ((10**30,), say("refused.amount_high", most=5000)),
            ((100, 7), say("refused.amount_unit", unit=5)),
        ],
    )
    def test_chips_that_are_none(self, chips: tuple[int, ...], reason: Sentence) -> None:
        play = dealt(seated(RICH, 6, blinds=(5, 10), unit=5))
        assert refusal(play, 3, chips) == reason


class TestWords:
    @pytest.mark.parametrize(
        ("said", "act", "to", "because"),
        [
            ("eight-fifty", "call", 600, say("told.call")),
            ("Nine hundred", "raise", 1200, small(1200, 4)),
            ("raise eight-fifty", "raise", 1200, small(1200, 4)),
            ("RAISE 1500", "raise", 1500, None),
            ("bet 1500", "raise", 1500, None),
            ("1199", "raise", 1200, small(1200, 4)),
            ("899", "call", 600, say("told.call")),
            ("600", "call", 600, None),
            ("call", "call", 600, None),
            ("I call and raise 900", "call", 600, say("told.first_word")),
            ("raise by 700", "raise", 1300, None),
            ("400 more", "raise", 1200, small(1200, 4)),
            ("all in", "raise", 5000, None),
            ("fold", "fold", 0, None),
            ("raise 300", "raise", 1200, small(1200, 4)),
        ],
    )
    def test_facing_a_bet(self, said: str, act: str, to: int, because: Sentence | None) -> None:
        """EX-85, NL4, NL5: a bet of 600 by S3 on a street whose least raise is to 1200."""
        play = flop_bets("1 check", "2 check", "3 bet 600", live=4, big_blind=200, stacks={4: 5000})
        assert acted(play, 4, said) == (act, to, because)

    def test_all_in_for_less_is_a_call(self) -> None:
        assert acted(facing(700, stack=400), 4, "all in") == ("call", 400, None)
        assert acted(facing(700, stack=400), 4, "call") == ("call", 400, None)

    @pytest.mark.parametrize(
        ("said", "act", "to", "because"),
        [
            ("check", "check", 0, None),
            ("call", "check", 0, say("told.no_bet")),
            ("bet 40", "bet", 40, None),
            ("raise 40", "bet", 40, None),
            ("forty", "bet", 40, None),
            ("bet 4", "bet", 10, say("told.bet.small", seat=1, to=10)),
            ("all-in", "bet", 1000, None),
        ],
    )
    def test_with_no_bet(self, said: str, act: str, to: int, because: Sentence | None) -> None:
        """EX-92, D10, S0-30, S0-31, S2-11, S3-27, S3-28: "call" is a check, "raise" a bet."""
        assert acted(flop_bets(live=3), 1, said) == (act, to, because)

    @pytest.mark.parametrize("said", ["raise", "bet", "pot", "I bet the pot"])
    def test_a_raise_without_an_amount_binds(self, said: str) -> None:
        """EX-92, D10, NL9: the minimum at least, before the bet and over it."""
        for play, seat in ((flop_bets(live=3), 1), (flop_bets("1 bet 30", live=3), 2)):
            assert comes_to(play, seat, said) == Declared(seat, said, Bound.RAISE)

    def test_check_facing_a_bet_may_call_or_fold(self) -> None:
        """EX-92, D10, T24-55."""
        assert comes_to(flop_bets("1 bet 30", live=3), 2, "check") == Declared(2, "check", Bound.PASSIVE)

    def test_a_raise_that_nobody_may_make_is_a_call(self) -> None:
        play = flop_bets("1 bet 50", "2 call", "3 all-in", live=4, stacks={3: 80}).do("4 call")
        for said in ("raise", "raise 200", "all in", "bet"):
            assert acted(play, 1, said) == ("call", 80, say("told.closed"))

    def test_the_option(self) -> None:
        play = dealt(seated(L6, 6)).do("3 call", "4 fold", "5 fold", "6 fold", "1 fold")
        assert acted(play, 2, "ten") == ("check", 10, say("told.no_bet"))
        assert acted(play, 2, "14") == ("check", 10, say("told.check"))
        assert acted(play, 2, "15") == ("raise", 20, small(20, 2))
        assert acted(play, 2, "check") == ("check", 10, None)

    def test_what_is_owed_is_a_call_too(self) -> None:
        """The small blind says "five" to ten, or "ten"."""
        play = dealt(seated(L6, 6)).do("3 fold", "4 fold", "5 fold", "6 fold")
        assert acted(play, 1, "5") == ("call", 10, None)
        assert acted(play, 1, "10") == ("call", 10, None)

    @pytest.mark.parametrize(("before", "amount"), [(4400, 500), (4990, 500), (5000, 5000), (6000, 5000)])
    def test_five_is_the_most_that_it_can_mean(self, before: int, amount: int) -> None:
        """D15, T24-57: blinds 200/400; "five" is 500 until the pot holds 5000."""
        each = before // 2
        play = dealt(seated({1: each + 9000, 2: each + 9000}, 2, blinds=(200, 400), unit=5))
        play.do(f"2 raise {each}", "1 call").street()
        assert words.pot_before(play.table) == before
        assert acted(play, 1, "I bet five") == ("bet", amount, None)
        assert acted(play, 1, "bet 5") == ("bet", 400, say("told.bet.small", seat=1, to=400))

    def test_a_number_that_is_a_bet_is_that_number(self) -> None:
        play = dealt(seated({1: 900, 2: 900}, 2)).do("2 raise 100", "1 call").street()
        assert acted(play, 1, "fifteen") == ("bet", 15, None)
        assert acted(play, 1, "five") == ("bet", 50, None)

    @pytest.mark.parametrize(
        ("said", "reason"),
        [
            ("", say("refused.words", seat=3)),
            ("hmm", say("refused.words", seat=3)),
            ("check raise", say("refused.words", seat=3)),
            ("-50", say("refused.amount_low", least=5)),
            ("raise 0", say("refused.amount_low", least=5)),
            ("bet 2.5", say("refused.amount_unit", unit=5)),
            ("raise 63", say("refused.amount_unit", unit=5)),
            ("5001", say("refused.amount_high", most=5000)),
            ("raise 1" + "0" * 30, say("refused.amount_high", most=5000)),
        ],
    )
    def test_what_cannot_be(self, said: str, reason: Sentence) -> None:
        assert refusal(dealt(seated(RICH, 6, blinds=(5, 10), unit=5)), 3, said) == reason


class TestShortCall:
    def test_of_the_opening_bet_is_a_full_call(self) -> None:
        """EX-90, D9, T24-51B, S0-32: multiway, by chips or by words; before the flop the blind opens."""
        play = flop_bets("1 bet 80", live=3)
        told = say("told.short_call", call=80, seat=2, more=60)
        assert acted(play, 2, (20,)) == ("call", 80, told)
        assert acted(play, 2, "20") == ("call", 80, say("told.short_call", call=80, seat=2, more=80))
        assert acted(dealt(seated(L6, 6)), 3, (5,))[:2] == ("call", 10)

    def test_heads_up_is_a_full_call(self) -> None:
        play = flop_bets("1 bet 20", "2 raise 80", live=2)
        assert acted(play, 1, (20,)) == ("call", 80, say("told.short_call", call=80, seat=1, more=40))

    def test_of_a_raise_is_left_to_the_floor(self) -> None:
        """EX-90: S1 opens 20, S2 raises to 80, S3 puts 20."""
        play = flop_bets("1 bet 20", "2 raise 80", live=3)
        assert comes_to(play, 3, (20,)) == LeftToFloor(3, "chips 20", "D9", 20, 20)
        assert comes_to(play, 3, "twenty") == LeftToFloor(3, "twenty", "D9", 0, 20)
        assert acted(play, 3, "call") == ("call", 80, None)

    def test_of_a_short_all_in_raise_is_none_of_the_opening_bet(self) -> None:
        play = flop_bets("1 bet 50", "2 all-in", live=4, stacks={2: 60})
        assert isinstance(comes_to(play, 3, (20,)), LeftToFloor)

    def test_with_relief_is_always_left_to_the_floor(self) -> None:
        """`bet.undercall` RELIEF_IF_UNAWARE, RR-NL-8."""
        play = dealt(seated(L6, 6, house=RELIEF))
        assert comes_to(play, 3, (5,)) == LeftToFloor(3, "chips 5", "D9", 5, 5)

    def test_the_last_chips_are_a_call(self) -> None:
        play = flop_bets("1 bet 20", "2 raise 80", live=3, stacks={3: 20})
        assert acted(play, 3, (20,)) == ("call", 20, None)


class TestWithoutTheHalfRule:
    """`bet.half_rule` OFF: the floor says whether it is a call or a raise (R24, R25)."""

    @pytest.mark.parametrize("chips", [(500, 100, 100, 100), (1000, 100)])
    def test_more_than_a_call_is_left_to_the_floor(self, chips: tuple[int, ...]) -> None:
        outcome = comes_to(facing(700, house=FLOOR), 4, chips)
        assert outcome == LeftToFloor(4, " ".join(map(str, ("chips", *chips))), "NL4", sum(chips), sum(chips))

    def test_a_whole_raise_and_a_call_are_clear(self) -> None:
        play = facing(700, house=FLOOR)
        assert acted(play, 4, (1000, 500)) == ("raise", 1500, None)
        assert acted(play, 4, (1000,)) == ("call", 700, back(300))
        assert acted(play, 4, "raise 800") == ("raise", 1200, small(1200, 4))


class TestAfterRaiseWasSaid:
    def declared(self, play: Play, seat: int) -> Play:
        return play.must(Say(seat, "raise"))

    def test_chips_are_the_raise(self) -> None:
        """EX-86, D5: one chip of 100 is a raise to 100; too few chips are the least raise."""
        play = self.declared(dealt(seated(L6, 6)), 3)
        assert acted(play, 3, (100,)) == ("raise", 100, None)
        assert acted(play, 3, (15,)) == ("raise", 20, small(20, 3))
        assert acted(play, 3, "fifty") == ("raise", 50, None)
        assert acted(play, 3, "12") == ("raise", 20, small(20, 3))
        assert acted(play, 3, "all in") == ("raise", 500, None)

    @pytest.mark.parametrize("said", ["fold", "check", "call", "raise", "bet"])
    def test_nothing_else_will_do(self, said: str) -> None:
        play = self.declared(dealt(seated(L6, 6)), 3)
        assert refusal(play, 3, said) == say("refused.must_raise")

    def test_several_motions_where_the_house_allows_them(self) -> None:
        """D4, `bet.raise_motions` MULTI_AFTER_DECLARATION, RR-NL-6."""
        play = self.declared(dealt(seated(L6, 6, house=MULTI)), 3)
        assert comes_to(play, 3, (10,)) == Declared(3, "chips 10", Bound.RAISE, 10)
        play.must(PutOut(3, (10,)))
        assert acted(play, 3, (20,)) == ("raise", 30, None)

    def test_who_may_not_raise_calls(self) -> None:
        play = flop_bets("1 bet 30", live=3).must(Say(2, "check"))
        assert acted(play, 2, "raise 90") == ("call", 30, say("told.closed"))
        assert acted(play, 2, (50, 50)) == ("call", 30, say("told.closed.back", back=70))
        assert refusal(play, 2, "check") == say("refused.cannot_check", call=30)


class TestPotLimit:
    def start(self) -> Play:
        return dealt(seated(L6, 6, game=Game.POT_LIMIT))

    def test_pot_is_an_amount(self) -> None:
        """EX-93: 35 before the flop at 5/10."""
        assert acted(self.start(), 3, "pot") == ("raise", 35, None)
        assert acted(self.start(), 3, "raise pot") == ("raise", 35, None)

    def test_what_is_over_the_pot_is_made_the_pot_at_once(self) -> None:
        """EX-95, PL6, PL7: by words and by chips; what is below it stands."""
        told = say("told.pot", seat=3, to=35)
        assert acted(self.start(), 3, "raise 60") == ("raise", 35, told)
        assert acted(self.start(), 3, "all in") == ("raise", 35, told)
        chips = say("told.pot.back", seat=3, to=35, back=65)
        assert acted(self.start(), 3, (50, 50)) == ("raise", 35, chips)
        assert acted(self.start().must(Say(3, "raise")), 3, (100,)) == ("raise", 35, chips)
        assert acted(self.start(), 3, "raise 30") == ("raise", 30, None)

    def test_over_the_stack_is_refused(self) -> None:
        assert refusal(self.start(), 3, "raise 600") == say("refused.amount_high", most=500)


class TestFixedLimit:
    def start(self) -> Play:
        return dealt(seated(L6, 6, game=Game.FIXED_LIMIT, stakes=FIXED))

    @pytest.mark.parametrize("said", ["raise", "raise 20", "twenty", "complete", "20"])
    def test_a_raise_has_one_size(self, said: str) -> None:
        """FL5, S1-08: the word says it all."""
        assert acted(self.start(), 3, said) == ("raise", 20, None)

    def test_other_amounts_become_it(self) -> None:
        fixed = say("told.fixed", seat=3, to=20)
        assert acted(self.start(), 3, "raise 50") == ("raise", 20, fixed)
        assert acted(self.start(), 3, "all in") == ("raise", 20, fixed)

    def test_half_a_bet_is_a_whole_one(self) -> None:
        """RR-BET-6, also in a house that leaves it to the floor in no-limit."""
        play = dealt(seated(L6, 6, game=Game.FIXED_LIMIT, stakes=FIXED, house=FLOOR))
        assert acted(play, 3, (10, 5)) == ("raise", 20, say("told.fixed", seat=3, to=20))
        assert acted(play, 3, (10, 1, 1, 1, 1)) == ("call", 10, back(4))

    def test_after_the_cap_a_raise_is_a_call(self) -> None:
        """FL6, S1-20."""
        play = self.start().do("3 raise 20", "4 raise 30", "5 raise 40")
        assert acted(play, 6, "raise") == ("call", 40, say("told.closed"))


GAMES = st.sampled_from([(Game.NO_LIMIT, None), (Game.POT_LIMIT, None), (Game.FIXED_LIMIT, FIXED)])
SAID = st.one_of(
    st.sampled_from(
        ["fold", "check", "call", "raise", "bet", "pot", "all in", "five", "eight-fifty", "fifty"]
    ),
    st.builds("{} {}".format, st.sampled_from(["raise", "bet", ""]), st.integers(-5, 700)),
    st.text(max_size=20),
)
CHIPS = st.lists(st.one_of(st.sampled_from([1, 5, 25, 100]), st.integers(-3, 600)), max_size=5).map(tuple)


@settings(max_examples=300, deadline=None)
@given(
    GAMES,
    st.lists(st.integers(12, 600), min_size=2, max_size=5),
    st.lists(st.one_of(SAID, CHIPS), max_size=12),
    st.booleans(),
    st.sampled_from(Undercall),
)
def test_what_words_amount_to_is_always_legal(
    game: tuple[Game, Stakes | None],
    stacks: list[int],
    entries: list[str | tuple[int, ...]],
    half: bool,
    undercall: Undercall,
) -> None:
    """A bet or raise is within `options`, a call is what is owed, a check costs nothing."""
    house = HouseRules(bet_half_rule=half, bet_undercall=undercall)
    start = seated(dict(enumerate(stacks, 1)), 1, house=house, game=game[0], stakes=game[1])
    play = dealt(start)
    for entry in entries:
        seat = betting.actor(play.table)
        if play.table.phase is not Phase.PREFLOP or not seat or play.table.open:
            return
        may, here = betting.options(play.table, seat), play.table.seats[seat]
        outcome = comes_to(play, seat, entry)
        match outcome:
            case Acted(act="bet" | "raise", to=to):
                span = may.bet or may.raise_
                assert span is not None
                assert span[0] <= to <= span[1]
                assert outcome.put == to - here.street_in
            case Acted(act="call", put=put):
                assert put == may.call > 0
            case Acted(act="check"):
                assert may.check
                assert outcome.put == 0
            case Acted():
                assert (outcome.act, outcome.put) == ("fold", 0)
                assert may.fold
            case LeftToFloor(put=put):
                assert 0 <= put <= here.stack
            case Declared(bound=Bound.RAISE):
                assert may.bet or may.raise_
            case Declared():
                assert may.call
        play.ask(Say(seat, entry) if isinstance(entry, str) else PutOut(seat, entry))


def test_it_changes_nothing() -> None:
    play = dealt(seated(L6, 6))
    before = replace(play.table)
    comes_to(play, 3, "raise 60")
    comes_to(play, 3, (100, 5))
    assert play.table == before
    assert play.table.seats[3].status is Status.LIVE
