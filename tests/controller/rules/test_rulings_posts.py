"""Posts put right and the state set by two people (rules.md 9.1 R36, R40; M6, M19, D26)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.account import Debt
from controller.rules.betting import actor
from controller.rules.cards import ASIDE, BOARD, BURN, FLIGHT, MUCK, SHOE, CardId, Place, seat_place
from controller.rules.events import ImpossibleEvent, Ruled
from controller.rules.positions import Positions
from controller.rules.requests import CallFloor, Rule, TakeBack
from controller.rules.stakes import Betting, Form
from controller.rules.state import Phase, Status, Table
from controller.rules.table import apply, chips
from tests.controller.rules.chance import PICKS, SHUFFLES, Chance, tables
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, Play, card, dealt, seated
from tests.controller.rules.test_properties import SMALL, check_cards


def floor(play: Play, *asks: Rule) -> Play:
    return play.must(CallFloor(), *asks)


def post(seat: int, live: int, dead: int = 0) -> Rule:
    return Rule("R36", "lee", seat=seat, amounts=(live, dead))


def state(
    cards: str = "", places: tuple[Place, ...] = (), stacks: dict[int, int] | None = None, second: str = "kim"
) -> Rule:
    moved = tuple(card(text) for text in cards.split())
    return Rule("R40", "lee", second=second, cards=moved, places=places, stacks=stacks or {})


# --- R36


def test_a_short_blind_is_put_right_after_the_deal() -> None:
    """M19: a hand that was dealt before the posts were settled is no misdeal."""
    play = floor(dealt(seated(L6, 6)), post(2, 6))
    assert (play.table.seats[2].street_in, play.stacks[2], play.table.street.bet) == (6, 494, 10)
    floor(play, post(2, 10))
    assert (play.table.seats[2].street_in, play.stacks[2]) == (10, 490)
    assert (actor(play.table), chips(play.table)) == (3, 3000)


def test_a_missed_blind_is_collected_while_the_cards_are_dealt() -> None:
    play = floor(Play(seated(L6, 6)).start().draw(seat_place(1)), post(5, 10, 5))
    assert (play.table.seats[5].street_in, play.table.seats[5].dead, play.stacks[5]) == (10, 5, 485)
    play.deal().do("3 call", "4 call")
    assert actor(play.table) == 5


def owing() -> Evening:
    """Seat 4 owes a big blind and waits for it; the deal goes from seat 2 to the button at seat 1."""
    table = seated(L6, last=Positions(6, 1, 2))
    waits = replace(table.seats[4], waiting=True, owes=Debt(10, 0))
    seats = {**table.seats, 4: waits}
    return Evening(replace(table, seats=seats, hand=12, dealt=(1, 2, 3, 5, 6))).next()


def test_a_player_who_owes_comes_in_with_his_post_before_he_looks() -> None:
    """M6, 12.4: the first card at his seat is the one that he would have had."""
    play = owing()
    assert 4 not in play.table.dealt
    play.draw(seat_place(2)).draw(seat_place(3)).draw(seat_place(4))
    floor(play, post(4, 10))
    assert (play.table.dealt, play.seat(4).street_in) == ((2, 3, 4, 5, 6, 1), 10)
    assert (play.table.open, play.step.seat) == ((), 5)
    play.deal()
    assert (play.table.phase, len(play.hole(4))) == (Phase.PREFLOP, 2)


def test_a_player_who_owes_does_not_come_in_out_of_his_turn() -> None:
    play = owing()
    play.draw(seat_place(2)).draw(seat_place(4)).must(CallFloor())
    assert play.ask(post(4, 10)) == "refused.post_acted"


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (post(2, 11), "refused.amount_high"),
        (post(2, -1), "refused.amount_low"),
        (post(2, 0, 6), "refused.amount_high"),
        (post(9, 10), "refused.no_player"),
        (Rule("R36", "lee", seat=2), "refused.live_and_dead"),
        (Rule("R36", "lee", seat=2, amounts=(1, 2, 3)), "refused.live_and_dead"),
        (post(3, 10), "refused.post_acted"),
        (post(4, 10), "refused.post_acted"),
    ],
)
def test_a_post_that_cannot_be(ask: Rule, why: str) -> None:
    play = dealt(seated(dict.fromkeys((1, 2, 3, 4), 500), last=None, button=3, away=(4,)))
    play.do("3 call").must(CallFloor())
    before = play.table
    assert play.ask(ask) == why
    assert play.table is before


def test_after_the_flop_no_post_is_put_right() -> None:
    play = dealt(seated(L6, 6)).pass_to(Phase.FLOP).must(CallFloor())
    assert play.ask(post(2, 10)) == "refused.post_late"


def test_between_hands_it_says_what_is_owed() -> None:
    play = Evening(seated(L6, 6)).next().finish()
    floor(play, post(4, 10, 5))
    assert (play.seat(4).owes, play.seat(4).promised) == (Debt(10, 5), True)
    play = Evening(seated(L6, 6, form=Form.TOURNAMENT)).next().finish().must(CallFloor())
    assert play.ask(post(4, 10)) == "refused.nothing_owed"


# --- R40


def test_cards_go_where_two_people_say() -> None:
    """B19, 12.6: the ledger follows; nothing of it is judged."""
    play = dealt(seated(L6, 6)).do("3 fold")
    moved = play.hole(3)[0]
    floor(play, state(moved, (MUCK,)))
    assert (play.at(MUCK), len(play.hole(3)), play.table.open) == ([moved], 1, ())
    ruling = play.core.events[-1]
    assert isinstance(ruling, Ruled)
    assert (ruling.who, ruling.second) == ("lee", "kim")
    assert play.again() == play.table


def test_stacks_are_what_was_counted() -> None:
    """D26: the felt is right; the difference is kept as unaccounted."""
    play = floor(dealt(seated(L6, 6)), state(stacks={3: 480, 4: 505}))
    assert (play.stacks[3], play.stacks[4], play.table.account.unaccounted) == (480, 505, 15)
    assert chips(play.table) == 3000
    assert play.ask(TakeBack()) == "refused.nothing_to_undo"


def test_a_stack_of_nothing_is_all_in_and_found_chips_play() -> None:
    play = floor(dealt(seated(L6, 6)).do("3 raise 40"), state(stacks={3: 0}))
    assert play.table.seats[3].status is Status.ALL_IN
    floor(play, state(stacks={3: 60}))
    assert play.stacks[3] == 60
    play.do("4 fold", "5 fold", "6 fold", "1 fold", "2 call")
    assert play.step.do == "burn"


def test_between_hands_who_was_out_of_chips_plays_again() -> None:
    play = Evening(seated({**L6, 5: 0}, 6)).next().finish()
    floor(play, state(stacks={5: 100, 4: 0}))
    assert (play.seat(5).status, play.seat(4).stack) == (Status.OUT, 0)
    assert 4 not in play.next().table.dealt


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (state("Jc", (MUCK,), second=""), "refused.second_missing"),
        (state("Jc", (MUCK,), second="lee"), "refused.second_same"),
        (state(), "refused.state_empty"),
        (state("3s", (MUCK,)), "refused.state_cards"),
        (state("Jc Jc", (MUCK, BOARD)), "refused.state_cards"),
        (state("Jc", ()), "refused.state_cards"),
        (state("Jc", (FLIGHT,)), "refused.state_place"),
        (state("Jc", (seat_place(9),)), "refused.state_place"),
        (state("Jc", (seat_place(77),)), "refused.state_place"),
        (state(stacks={9: 100}), "refused.no_player"),
        (state(stacks={3: -1}), "refused.amount_low"),
        (state(stacks={3: 0}), "refused.amount_low"),
        (state(stacks={3: 10**30}), "refused.amount_high"),
        (state(stacks={3: 483}), "refused.amount_unit"),
    ],
)
def test_a_state_that_cannot_be(ask: Rule, why: str) -> None:
    play = dealt(seated(L6, 6, unit=5)).must(CallFloor())
    before = play.table
    assert play.ask(ask) == why
    assert play.table is before


def test_without_chips_no_stack_is_set() -> None:
    play = dealt(seated(L6, 6, betting=Betting.CARDS_ONLY)).must(CallFloor())
    assert play.ask(state(stacks={3: 100})) == "refused.no_chips_kept"


def test_a_card_that_is_not_out_cannot_have_been_moved() -> None:
    with pytest.raises(ImpossibleEvent):
        apply(dealt(seated(L6, 6)).table, Ruled("R40", "lee", stacks={44: 5}))


@SMALL
@given(tables(most=6), SHUFFLES, PICKS, st.integers(0, 2**32))
def test_no_correction_loses_a_chip_or_a_card(
    start: Table, order: Sequence[CardId], picks: list[int], seed: int
) -> None:
    """R17, R34, R36 and R40 of any kind, at any moment: what is refused changes nothing."""
    chance, rng = Chance(start, order, picks), random.Random(seed)
    total = chips(chance.table)
    for _ in range(rng.randint(1, 40)):
        if not chance.over() or not chance.table.hand:
            chance.natural()
    for _ in range(4):
        chance.ask(CallFloor())
        before = chance.table
        if chance.ask(_correction(rng, before)):
            assert chance.table is before
        assert chips(chance.table) == total
        check_cards(chance.table)
    assert chance.play.again() == chance.table


def _correction(rng: random.Random, table: Table) -> Rule:
    seat = rng.choice((*table.dealt, 10)) if table.dealt else 1
    out = [piece.card for piece in table.pieces if piece.card is not None]
    moved = tuple(rng.sample(out, min(len(out), rng.randint(0, 2))))
    places = tuple(rng.choice((MUCK, BOARD, BURN, ASIDE, SHOE, seat_place(seat))) for _ in moved)
    unit = table.stakes.unit
    return rng.choice(
        (
            Rule("R17", "lee", rng.choice(("", "passed")), seat),
            Rule("R34", "lee", seat=seat, amount=rng.randint(0, 2)),
            Rule("R36", "lee", seat=seat, amounts=(rng.randint(0, 3) * unit, rng.randint(0, 2) * unit)),
            Rule("R40", "lee", second="kim", cards=moved, places=places),
            Rule("R40", "lee", second="kim", stacks={seat: rng.randint(0, 9) * unit}),
        )
    )
