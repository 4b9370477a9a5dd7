"""No-limit betting (rules.md 2.5, 7.1, 7.2, 10.6): turns, amounts, what is open and what is refused."""

import pytest

from controller.rules.betting import Options, options
from controller.rules.cards import seat_place
from controller.rules.events import Acted
from controller.rules.house import HouseRules, ShortAllIn
from controller.rules.state import Phase, Status
from tests.controller.rules.hands import L6, Play, dealt, flop_bets, seated

SINGLE = HouseRules(nl_short_allin=ShortAllIn.SINGLE_FULL_ONLY)


def may(play: Play, seat: int) -> Options:
    """What the seat may do; it must be its turn."""
    assert (play.step.do, play.step.seat) == ("act", seat)
    return options(play.table, seat)


def raises_from(play: Play, seat: int) -> int:
    span = may(play, seat).raise_
    return span[0] if span else 0


def test_before_the_flop_the_left_of_the_big_blind_opens_and_the_blind_has_the_option() -> None:
    play = dealt(seated(L6, 6))
    order = []
    while play.step.do == "act" and play.step.seat != 2:
        order.append(play.step.seat)
        play.do(f"{play.step.seat} call")
    assert order == [3, 4, 5, 6, 1]
    assert may(play, 2) == Options(check=True, raise_=(20, 500), all_in=500)
    play.do("2 check")
    assert play.step.do == "burn"


def test_opening_bet_is_at_least_the_big_blind() -> None:
    """NL1, S0-37."""
    play = flop_bets(live=3)
    assert may(play, 1) == Options(check=True, bet=(10, 1000), all_in=1000)
    assert play.say("1 bet 9") == "refused.amount_low"
    assert play.say("1 raise 30") == "refused.cannot_raise"
    play.do("1 bet 10")


@pytest.mark.parametrize(
    ("words", "actor", "least"),
    [
        (("1 bet 20", "2 raise 60"), 3, 100),
        (("1 bet 30", "2 raise 80"), 3, 130),
        (("1 bet 10",), 2, 20),
        (("1 bet 50", "2 raise 100", "3 raise 170"), 1, 240),
    ],
    ids=["EX-78", "EX-79", "NL2", "NL2 the larger raise counts"],
)
def test_least_raise_is_the_largest_bet_or_raise_of_the_street(
    words: tuple[str, ...], actor: int, least: int
) -> None:
    play = flop_bets(*words, live=3)
    assert raises_from(play, actor) == least
    assert play.say(f"{actor} raise {least - 1}") == "refused.amount_low"
    play.do(f"{actor} raise {least}")


def test_least_raise_before_the_flop() -> None:
    """EX-79: the blind is the first bet; 30 raises by 20, 80 by 50."""
    play = dealt(seated(L6, 6)).do("3 raise 30", "4 raise 80")
    assert raises_from(play, 5) == 130


def test_a_new_street_forgets_the_raises_of_the_last() -> None:
    play = flop_bets("1 bet 200", "2 call", live=2).street()
    assert may(play, 1).bet == (10, 800)


def test_no_cap_on_raises() -> None:
    """NL3, T24-48."""
    play, to = flop_bets("1 bet 10", live=2), 10
    for number in range(20):
        to += 10
        play.do(f"{2 - number % 2} raise {to}")
    assert play.table.street.raises == 21


def test_short_all_in_does_not_reopen() -> None:
    """EX-80: who has not acted may raise to 130; who has may call 30 or fold."""
    play = flop_bets("1 bet 50", "2 call", "3 all-in", live=4, stacks={3: 80})
    assert raises_from(play, 4) == 130
    play.do("4 call")
    for seat in (1, 2):
        assert may(play, seat) == Options(call=30)
        assert play.say(f"{seat} raise 130") == "refused.cannot_raise"
        assert play.say(f"{seat} all-in") == "refused.cannot_raise"
        play.do(f"{seat} call")
    assert play.step.do == "burn"


def cumulative(house: HouseRules) -> Play:
    stacks = {1: 1010, 2: 70, 3: 1010, 4: 95, 5: 1010}
    play = dealt(seated(stacks, 5, house=house)).do("3 call", "4 call", "5 call", "1 call", "2 check")
    return play.street().do("1 bet 40", "2 all-in", "3 call", "4 all-in", "5 call")


def test_short_all_ins_add_up() -> None:
    """EX-81: 45 to call is a full raise for S1; 25 is none for S3."""
    play = cumulative(HouseRules())
    assert raises_from(play, 1) == 125
    play.do("1 call")
    assert may(play, 3) == Options(call=25)


def test_a_raise_after_short_all_ins_reopens_for_all() -> None:
    """EX-81: S3 faces 65, S5 faces 40."""
    play = cumulative(HouseRules()).do("1 raise 125")
    assert raises_from(play, 3) == 165
    play.do("3 call")
    assert raises_from(play, 5) == 165


def test_short_all_ins_do_not_add_up_under_single_full_only() -> None:
    """EX-81 with SINGLE_FULL_ONLY; one full all-in raise reopens."""
    assert may(cumulative(SINGLE), 1) == Options(call=45)
    start = seated({1: 500, 2: 500, 3: 110}, 3, house=SINGLE)
    play = dealt(start).do("3 call", "1 call", "2 check").street().do("1 bet 50", "2 call", "3 all-in")
    assert raises_from(play, 1) == 150


def over_a_short_all_in() -> Play:
    return dealt(seated({**L6, 4: 17}, 6)).do("3 call", "4 all-in", "5 fold", "6 fold", "1 fold")


def test_the_big_blind_may_raise_over_a_short_all_in() -> None:
    """EX-82: S2 calls 7 or raises to 27; S3 then calls 7, or may raise again to 37."""
    play = over_a_short_all_in()
    assert may(play, 2) == Options(call=7, raise_=(27, 500), all_in=500)
    play.do("2 call")
    assert may(play, 3) == Options(call=7)
    play = over_a_short_all_in().do("2 raise 27")
    assert raises_from(play, 3) == 37


def test_short_big_blind_counts_as_a_full_one() -> None:
    """EX-101, NL7: the call is 10, the least raise 20; each layer has its pot."""
    play = dealt(seated({**L6, 2: 6}, 6))
    assert may(play, 3) == Options(call=10, raise_=(20, 500), all_in=500)
    play.do("3 call", "4 fold", "5 fold", "6 fold", "1 call")
    play.check_down().show_all()
    assert [(pot.amount, pot.seats) for pot in play.table.pots] == [(18, (1, 2, 3)), (8, (1, 3))]


def test_all_in_opening_bet_below_the_minimum() -> None:
    """NL8: BB 100, all-in 20: the least raise is to 120; who checked may only call (T24-47A)."""
    play = flop_bets("1 check", "2 all-in", live=3, big_blind=100, stacks={2: 20})
    assert raises_from(play, 3) == 120
    play.do("3 call")
    assert may(play, 1) == Options(call=20)


def test_an_all_in_below_the_least_raise_is_allowed() -> None:
    play = flop_bets("1 bet 50", live=3, stacks={2: 70})
    assert may(play, 2).raise_ == (70, 70)
    play.do("2 raise 70")
    assert play.table.seats[2].status is Status.ALL_IN
    assert play.table.street.last_raise == 50


@pytest.mark.parametrize(
    ("stack", "word", "act", "put"),
    [
        (80, "all-in", "raise", 80),
        (40, "all-in", "call", 40),
        (40, "call", "call", 40),
        (50, "call", "call", 50),
    ],
)
def test_what_the_last_chips_come_to(stack: int, word: str, act: str, put: int) -> None:
    play = flop_bets("1 bet 50", live=3, stacks={2: stack}).do(f"2 {word}")
    happened = play.core.events[-1]
    assert isinstance(happened, Acted)
    assert (happened.said, happened.act, happened.put) == (word, act, put)
    assert (play.table.seats[2].status, play.table.seats[2].acted) == (Status.ALL_IN, "all-in")


def test_nobody_raises_when_all_others_are_all_in() -> None:
    play = flop_bets("1 all-in", "2 fold", live=3, stacks={1: 50})
    assert may(play, 3) == Options(call=50)
    assert play.say("3 all-in") == "refused.cannot_raise"


@pytest.mark.parametrize(
    ("word", "refusal"),
    [
        ("3 check", "refused.cannot_check"),
        ("3 bet 20", "refused.cannot_bet"),
        ("3 raise 19", "refused.amount_low"),
        ("3 raise -5", "refused.amount_low"),
        ("3 raise 501", "refused.amount_high"),
        ("3 juggle", "refused.request"),
        ("9 fold", "refused.not_turn"),
        ("9 call", "refused.not_turn"),
    ],
)
def test_what_is_refused_facing_the_blind(word: str, refusal: str) -> None:
    play = dealt(seated(L6, 6))
    before = play.table
    assert play.say(word) == refusal
    assert play.table is before


def test_what_is_refused_with_nothing_to_call() -> None:
    assert flop_bets(live=2).say("1 call") == "refused.nothing_to_call"


def test_bets_are_whole_chips() -> None:
    """The amounts of `options` are themselves taken, also where a short all-in left half a chip to match."""
    play = dealt(seated({1: 500, 2: 500, 3: 37, 4: 500}, 4, blinds=(5, 10), unit=5)).do("3 all-in")
    assert raises_from(play, 4) == 65
    assert play.say("4 raise 66") == "refused.amount_unit"
    play.do("4 raise 65")


def test_uncalled_chips_go_back() -> None:
    """T24-15B: what nobody matched is no part of the pot."""
    play = flop_bets("1 bet 100", "2 fold", live=2)
    assert dict(play.table.returned) == {1: 100}
    assert [pot.amount for pot in play.table.pots] == [20]
    assert play.table.seats[1].status is Status.LIVE


def test_a_player_called_for_less_is_not_all_in() -> None:
    play = flop_bets("1 all-in", "2 call", live=2, stacks={2: 40})
    assert (play.table.seats[1].status, play.stacks[1]) == (Status.LIVE, 960)
    assert play.table.seats[2].status is Status.ALL_IN


@pytest.mark.parametrize(
    ("stacks", "actors"),
    [
        ({1: 500, 2: 6}, [1]),
        ({1: 500, 2: 5}, []),
        ({1: 500, 2: 3}, []),
        ({1: 5, 2: 500}, []),
        ({1: 3, 2: 500}, []),
        ({1: 3, 2: 4}, []),
        ({1: 8, 2: 500}, [1]),
        ({1: 500, 2: 10}, [1]),
    ],
)
def test_heads_up_short_blinds(stacks: dict[int, int], actors: list[int]) -> None:
    """Who still has something to decide acts; then everybody tables, on full hands (RR-BL-1, SD4)."""
    play = dealt(seated(stacks, 1))
    for seat in actors:
        assert options(play.table, seat).raise_ is None or stacks[2] > 10
        play.do(f"{seat} call")
    assert (play.step.do, play.step.seats) == ("table", (1, 2))
    assert sum(seat.put for seat in play.table.seats.values()) == 2 * min(10, *stacks.values())
    play.check_down().push()
    assert sum(play.stacks.values()) == sum(stacks.values())


def test_a_fold_to_a_short_big_blind() -> None:
    play = dealt(seated({1: 500, 2: 6}, 1)).do("1 fold").push()
    assert play.stacks == {1: 495, 2: 11}
    assert dict(play.table.returned) == {2: 1}


def test_all_in_before_the_deal() -> None:
    """Blinds for all chips of both: the deal is completed, then both table; nobody is asked to act."""
    play = Play(seated({1: 5, 2: 10}, 1)).start()
    assert play.table.phase is Phase.DEALING
    for _ in range(4):
        assert play.step.do == "deal"
        play.draw(seat_place(play.step.seat))
    assert (play.table.phase, play.step.do) == (Phase.PREFLOP, "table")
    assert dict(play.table.returned) == {2: 5}


def test_blinds_all_in_leave_the_third_player_a_decision() -> None:
    play = dealt(seated({1: 5, 2: 6, 3: 500}, 3))
    assert may(play, 3) == Options(call=10)
    play.do("3 call")
    assert play.step.seats == (1, 2, 3)
    assert dict(play.table.returned) == {3: 4}


def muck(play: Play, seat: int) -> Play:
    """The muck reader saw the hand of a seat: a fold, in or out of turn."""
    play.core.record(Acted(seat, "muck", "fold", 0, play.table.seats[seat].street_in))
    return play


def test_a_fold_out_of_turn_leaves_the_turn() -> None:
    """T24-53A, EX-88: it is binding, whatever the seat before it does."""
    play = muck(flop_bets("1 bet 30", live=5), 3)
    assert may(play, 2).call == 30
    play.do("2 raise 70")
    assert play.step.seat == 4
    assert play.table.seats[3].status is Status.FOLDED


def test_a_fold_in_turn_by_the_muck_passes_the_turn() -> None:
    assert muck(flop_bets("1 bet 30", live=5), 2).step.seat == 3


def test_a_fold_out_of_turn_may_end_the_hand() -> None:
    play = muck(flop_bets("1 bet 30", "2 fold", live=3), 3).push()
    assert play.stacks == {1: 1030, 2: 1000, 3: 1000}


@pytest.mark.parametrize(
    ("stacks", "folds", "after"),
    [
        ({1: 500, 2: 500}, (2,), {1: 510, 2: 490}),
        ({1: 500, 2: 500, 3: 500}, (1, 2), {1: 495, 2: 490, 3: 515}),
    ],
    ids=["to the small blind", "to a seat with nothing in"],
)
def test_blinds_that_fold_out_of_turn_are_lost(
    stacks: dict[int, int], folds: tuple[int, ...], after: dict[int, int]
) -> None:
    """T24-53A: chips of a dead hand stay in the pot, though the winner has put in less."""
    play = dealt(seated(stacks, len(stacks) if len(stacks) > 2 else 1))
    for seat in folds:
        muck(play, seat)
    assert play.push().stacks == after


def test_an_all_in_wins_no_more_than_it_matched_of_a_folded_blind() -> None:
    play = dealt(seated({1: 500, 2: 500, 3: 7}, 3)).do("3 all-in")
    muck(play, 2).do("1 fold").push()
    assert play.stacks == {1: 495, 2: 493, 3: 19}
