"""Decision pending, and the hand before (rules.md 9.2, 12.10; R31, R32; SD15, T24-22)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.cards import SHOE, How
from controller.rules.events import CardMoved, HandStarted, ImpossibleEvent, Impounded, Ruled
from controller.rules.prompts import next_step
from controller.rules.requests import (
    Ask,
    Buy,
    CallFloor,
    CloseSession,
    Confirm,
    Impound,
    Leave,
    MoveSeat,
    Rule,
    Sit,
    TableHand,
    TakeBack,
)
from controller.rules.rulings import menu
from controller.rules.stakes import Betting
from controller.rules.state import Phase, Status
from controller.rules.table import apply, chips, replay
from tests.controller.rules.evening import DECK, Evening
from tests.controller.rules.hands import Play, seated
from tests.controller.rules.test_properties import SMALL

PENDING = Impound("lee")


class Paying(Evening):
    """An evening whose hands are played to the showdown."""

    def paid(self) -> Paying:
        self.push()
        return self


def at_the_push(stacks: dict[int, int] | None = None, *, raise_to: int = 20) -> Paying:
    """Three players with 20 each in the pot; seat 3 has the best hand, its pot is to be pushed."""
    play = Paying(seated(stacks or dict.fromkeys((1, 2, 3), 500), 3, blinds=(10, 20)))
    play.next().deal()
    words = ("3 raise", "1 call", "2 call") if raise_to > 20 else ("3 call", "1 call", "2 check")
    play.do(*(f"{word} {raise_to}" if word == "3 raise" else word for word in words)).check_down()
    play.show_all()
    assert play.table.phase is Phase.PAYING
    return play


def award(
    code: str, seats: tuple[int, ...], amounts: tuple[int, ...], pot: int = 0, *, last: bool = False
) -> Rule:
    return Rule(code, "lee", seats=seats, amounts=amounts, pot=pot, last=last)


def keep(play: Play) -> list[tuple[int, int, tuple[int, ...]]]:
    return [(pot.pot, pot.amount, pot.seats) for pot in play.table.impounded]


def test_pending_takes_the_place_of_the_push() -> None:
    """12.10: the hand ends with the pot impounded, and the next may start."""
    play = at_the_push().must(PENDING)
    assert (play.table.phase, keep(play), play.step.do) == (Phase.IDLE, [(1, 60, (1, 2, 3))], "collect")
    assert chips(play.table) == 1500
    assert play.table.awards == ()
    play.next()
    assert (play.table.hand, keep(play)) == (2, [(1, 60, (1, 2, 3))])
    assert chips(play.table) == 1500


def test_it_ends_whatever_had_stopped_the_table() -> None:
    play = at_the_push().must(CallFloor(), PENDING)
    assert (play.table.open, play.table.phase) == ((), Phase.IDLE)
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"


def test_a_showdown_that_is_disputed_is_left_pending_too() -> None:
    play = Evening(seated(dict.fromkeys((1, 2), 500), 2)).next().deal().check_down()
    assert play.table.phase is Phase.SHOWDOWN
    play.must(PENDING)
    assert keep(play) == [(1, 20, (1, 2))]


@pytest.mark.parametrize("words", [(), ("3 fold",)])
def test_there_is_nothing_to_keep_before_the_showdown(words: tuple[str, ...]) -> None:
    play = Evening(seated(dict.fromkeys((1, 2, 3), 500), 3)).next().deal().do(*words)
    assert play.ask(PENDING) == "refused.not_now"
    with pytest.raises(ImpossibleEvent):
        apply(play.table, Impounded("lee"))


def test_without_chips_nothing_is_pending() -> None:
    play = Evening(seated(dict.fromkeys((1, 2, 3), 500), 3, betting=Betting.CARDS_ONLY))
    assert play.ask(PENDING) == "refused.no_chips_kept"


def test_between_hands_the_pot_goes_to_its_stacks_at_once() -> None:
    play = at_the_push().must(PENDING)
    assert "R31" in menu(play.table)
    play.must(award("R31", (3,), (60,)))
    assert (play.stacks, keep(play)) == ({1: 480, 2: 480, 3: 540}, [])
    play.must(award("R32", (1,), (60,), pot=1))
    assert play.stacks == {1: 540, 2: 480, 3: 480}


@pytest.mark.parametrize("code", ["R31", "R32"])
def test_in_the_next_hand_the_chips_come_once_it_is_over(code: str) -> None:
    """S0-58: no chips are added to a stack in play."""
    play = at_the_push().must(PENDING).next()
    play.must(award(code, (1, 3), (30, 30), last=True))
    assert (play.stacks, play.table.coming) == ({1: 480, 2: 470, 3: 460}, {1: 30, 3: 30})
    assert (play.table.open, keep(play), chips(play.table)) == ((), [], 1500)
    play.finish()
    assert (play.table.coming, chips(play.table)) == ({}, 1500)
    assert play.stacks[1] in (510, 530, 540)


def test_it_answers_no_stop_of_the_hand_that_is_on() -> None:
    play = at_the_push().must(PENDING).next().deal().must(CallFloor())
    play.must(award("R31", (1,), (60,), last=True))
    assert play.table.open == ()


def test_a_ruling_about_another_hand_needs_to_say_so() -> None:
    play = at_the_push().must(PENDING).next().deal()
    assert play.ask(award("R31", (1,), (60,))) == "refused.ruling_nothing"
    assert play.ask(award("R15", (), (), last=True)) == "refused.ruling_nothing"


@pytest.mark.parametrize(
    ("seats", "amounts", "pot", "why"),
    [
        ((1,), (59,), 1, "refused.division_sum"),
        ((1,), (60,), 2, "refused.no_pot"),
        ((4,), (60,), 1, "refused.not_dealt_in"),
        ((1, 1), (30, 30), 1, "refused.division"),
        ((1, 2), (70, -10), 1, "refused.division"),
        ((), (), 1, "refused.division"),
    ],
)
def test_a_pot_is_given_whole_and_to_its_players(
    seats: tuple[int, ...], amounts: tuple[int, ...], pot: int, why: str
) -> None:
    play = at_the_push().must(PENDING).next()
    before = play.table
    assert play.ask(award("R31", seats, amounts, pot, last=True)) == why
    assert play.table is before


def test_a_pot_is_given_once() -> None:
    play = at_the_push().must(PENDING).next().must(award("R31", (1,), (60,), 1, last=True))
    assert play.ask(award("R31", (1,), (60,), 1, last=True)) == "refused.no_pot"


def test_side_pots_keep_their_numbers() -> None:
    play = at_the_push({1: 100, 2: 200, 3: 200}, raise_to=200)
    play.must(PENDING)
    assert keep(play) == [(1, 300, (1, 2, 3)), (2, 200, (2, 3))]
    assert [play.table.seats[n].stack for n in (1, 2, 3)] == [0, 0, 0]
    play.must(award("R31", (1,), (300,), 1), award("R31", (2,), (200,), 2))
    assert (play.stacks, keep(play)) == ({1: 300, 2: 200, 3: 0}, [])


def test_a_pot_that_was_pushed_before_stays_pushed() -> None:
    play = at_the_push({1: 100, 2: 200, 3: 200}, raise_to=200)
    pushed = next_step(play.table).pot
    play.must(Confirm()).must(PENDING)
    assert [pot.pot for pot in play.table.impounded] == [3 - pushed]
    assert chips(play.table) == 500


def test_a_player_without_chips_plays_again_once_he_has_them() -> None:
    play = at_the_push({1: 100, 2: 900, 3: 900}, raise_to=100)
    play.must(PENDING).next()
    assert (play.table.dealt, play.seat(1).status) == ((3, 2), Status.AWAY)
    play.must(award("R31", (1,), (300,), last=True)).finish()
    assert (play.seat(1).stack, play.seat(1).status) == (300, Status.OUT)


def test_pots_of_two_hands_have_numbers_of_their_own() -> None:
    play = at_the_push().must(PENDING).next()
    play.deal().check_down().show_all().must(PENDING)
    assert [(pot.hand, pot.pot) for pot in play.table.impounded] == [(1, 1), (2, 2)]
    play.next().must(award("R31", (2,), (60,), 2, last=True), award("R31", (1,), (60,), last=True))
    assert play.table.coming == {1: 60, 2: 60}


def test_who_has_a_pot_pending_stays_at_his_seat() -> None:
    play = at_the_push().must(PENDING).finish()
    assert play.ask(Leave(1)) == play.ask(MoveSeat(1, 9)) == "refused.pot_pending"
    assert play.ask(CloseSession()) == "refused.pots_pending"
    play.must(award("R31", (2,), (60,)), Leave(1))


def test_a_stranger_at_the_seat_has_no_part_of_it() -> None:
    play = Paying(seated(dict.fromkeys((1, 2, 3, 4), 500), 4)).next().deal()
    play.do("3 fold", "4 call", "1 call", "2 check").check_down().show_all()
    play.must(PENDING, Leave(3), Sit(3, "new", 500))
    assert play.ask(award("R31", (3,), (30,))) == "refused.not_dealt_in"
    play.must(award("R31", (4,), (30,)))


def test_a_journal_that_gives_a_pot_twice_is_not_this_table() -> None:
    play, given = (
        at_the_push().must(PENDING),
        Ruled("R31", "lee", pot=1, seats=(3,), amounts=(60,), last=True),
    )
    with pytest.raises(ImpossibleEvent):
        apply(apply(play.table, given), given)


# --- the hand before, until substantial action on the next


def paid() -> Play:
    """Seat 3 was pushed the pot of 60, and the next hand has its cards."""
    return at_the_push().paid().next().deal()


def test_an_error_in_paying_is_put_right_before_substantial_action() -> None:
    """T24-22: the wrong winner gives his chips now, the right one has them after the hand."""
    play = paid()
    assert play.stacks == {1: 480, 2: 470, 3: 520}
    play.must(award("R32", (1,), (60,), last=True))
    assert (play.stacks[3], play.table.coming, chips(play.table)) == (460, {1: 60}, 1500)
    play.must(award("R32", (1, 3), (30, 30), 1, last=True))
    assert chips(play.table) == 1500


def test_after_substantial_action_it_stands() -> None:
    play = paid().do("1 call", "2 call")
    assert play.ask(award("R32", (1,), (60,), last=True)) == "refused.reaward_late"


def test_without_saying_so_the_hand_before_is_closed() -> None:
    """SD15: reading disputes end with the start of the next hand."""
    play = paid().must(CallFloor())
    assert play.ask(award("R32", (1,), (60,), 1)) == "refused.reaward_late"


def test_a_pot_of_the_hand_before_goes_whole_to_its_players() -> None:
    play = paid()
    for seats, amounts, why in [
        ((1,), (59,), "refused.division_sum"),
        ((5,), (60,), "refused.not_dealt_in"),
    ]:
        assert play.ask(award("R32", seats, amounts, last=True)) == why
    assert play.ask(award("R32", (1,), (60,), 2, last=True)) == "refused.no_pot"


def test_a_stack_that_has_them_no_more_is_short() -> None:
    play = at_the_push({1: 100, 2: 100, 3: 100}, raise_to=100).paid()
    assert play.stacks == {1: 0, 2: 0, 3: 300}
    play.must(Buy(1, 100)).next()
    assert play.ask(award("R32", (1,), (300,), last=True)) == "refused.reaward_short"


def test_a_hand_dealt_again_keeps_the_claim_on_the_hand_before() -> None:
    play = paid().must(CallFloor(), Rule("R02", "lee"))
    play.core.record(*(CardMoved(p.n, p.card, SHOE, How.READ) for p in play.table.pieces))
    while play.table.phase is Phase.VOID:
        play.must(Confirm())
    play.must(award("R32", (2,), (60,), last=True))
    assert (play.table.hand, play.table.coming) == (3, {2: 60})


@SMALL
@given(st.integers(0, 2**32))
def test_chips_are_kept_whatever_the_floor_rules_on_pots(seed: int) -> None:
    """Pots pending, given, given again, penalties, hands that go on: the journal gives the same table."""
    chance = random.Random(seed)
    play = Evening(seated({n: chance.choice((60, 300, 1000)) for n in range(1, 5)}, 4, blinds=(10, 20)))
    total = chips(play.table)
    for _ in range(25):
        before = play.table
        ask = whatever(play, chance)
        if play.ask(ask) != "":
            assert play.table is before
        if chance.random() < 0.2:
            before_the_end(play)
        if play.step.do in ("collect", "next") and chance.random() < 0.5:
            play.finish()
            play.shoe = list(DECK)
            play.ask(Confirm())
        assert chips(play.table) == total
        assert all(min(s.stack, s.street_in, s.put, s.dead) >= 0 for s in play.table.seats.values())
    assert play.again() == play.table
    first = max((i for i, e in enumerate(play.core.events) if isinstance(e, HandStarted)), default=0)
    assert replay(play.core.start, play.core.events[first:]) == play.table


def before_the_end(play: Evening) -> None:
    if not play.table.open and play.table.phase is Phase.DEALING:
        play.deal()
    if not play.table.open and play.step.do == "act":
        play.check_down().show_all()


def whatever(play: Evening, chance: random.Random) -> Ask:
    pots = {p.pot: p.amount for p in play.table.impounded} | {
        n: p.amount for n, p in enumerate(play.table.pots, 1)
    }
    pot = chance.choice([0, 1, 2, 3])
    whole = pots.get(pot, chance.choice((0, 60, 80)))
    share = chance.randint(0, whole) if whole else 0
    seats = tuple(chance.sample(range(1, 6), 2)) if chance.random() < 0.5 else (chance.randint(1, 5),)
    amounts = (share, whole - share) if len(seats) == 2 else (whole,)
    last = chance.random() < 0.6
    return chance.choice(
        (
            PENDING,
            PENDING,
            CallFloor(),
            TakeBack(),
            award("R31", seats, amounts, pot, last=last),
            award("R32", seats, amounts, pot, last=last),
            Rule("R34", "lee", seat=chance.randint(0, 5), amount=chance.randint(0, 3)),
            Rule("R34", "lee", seat=chance.randint(0, 5), penalty=chance.choice(("LIFTED", "OUT", "X"))),
            Rule("R01", "lee"),
            TableHand(chance.randint(1, 4)),
        )
    )
