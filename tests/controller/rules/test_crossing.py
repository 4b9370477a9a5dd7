"""The level of a hand, and what crosses from one hand to the next (rules.md 2.4, 3.2, 12.4; design 4, 6)."""

import random
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.account import Account, Debt, TableTime
from controller.rules.cards import SHOE, seat_place
from controller.rules.events import HandStarted, ImpossibleEvent
from controller.rules.house import (
    HouseRules,
)
from controller.rules.positions import Positions
from controller.rules.requests import (
    Ask,
    Buy,
    Count,
    Leave,
    MoveSeat,
    PlaceButton,
    Post,
    PutStraddle,
    Redeal,
    Sit,
    SitIn,
    SitOut,
    TakeBack,
)
from controller.rules.stakes import Form, Level, Stakes
from controller.rules.starting import decide_start
from controller.rules.state import Opening, Seat, Status, Table
from controller.rules.table import apply, chips, replay
from tests.controller.rules.evening import Evening
from tests.controller.rules.hands import L6, SEATS, Play, seated
from tests.controller.rules.test_properties import SMALL

ANTES = Stakes(5, 10, ante=5)
BBA = Stakes(500, 1000, big_blind_ante=1000)


def test_a_hand_is_played_for_the_level_of_its_start() -> None:
    levels = (Level(Stakes(5, 10), hands=2), Level(Stakes(10, 20, ante=2), hands=2))
    table = seated(L6, 6, form=Form.TOURNAMENT)
    play = Evening(replace(table, setup=replace(table.setup, levels=levels))).hands(2)
    assert (play.table.time.level, play.table.stakes.big_blind) == (1, 10)
    play.next()
    assert (play.table.time.level, play.bets(), play.seat(4).put) == (2, {3: 10, 4: 20}, 2)


def test_a_redeal_keeps_its_level_and_is_no_hand_of_it() -> None:
    """T24-35C."""
    levels = (Level(Stakes(5, 10), hands=1), Level(Stakes(10, 20), hands=1), Level(Stakes(20, 40), hands=9))
    table = seated(L6, 6, form=Form.TOURNAMENT)
    play = Evening(replace(table, setup=replace(table.setup, levels=levels))).next()
    play.draw(seat_place(1)).move("Jc", SHOE).must(Redeal())
    play.next()
    assert (play.bets(), play.table.time.level) == ({1: 5, 2: 10}, 1)
    assert play.next().bets() == {2: 10, 3: 20}


def test_no_hand_starts_in_a_break() -> None:
    levels = (Level(Stakes(5, 10), hands=1, rest=10), Level(Stakes(10, 20), hands=1))
    table = seated(L6, 6, form=Form.TOURNAMENT)
    play = Evening(replace(table, setup=replace(table.setup, levels=levels))).next().finish()
    assert play.step.do == "wait"
    outcome = decide_start(play.table)
    assert not isinstance(outcome, tuple)
    assert (outcome.reason.id, outcome.reason.args) == ("refused.break", {"minutes": 10})


@pytest.mark.parametrize(
    ("posts", "antes", "dead"), [({1: 501}, {}, {}), ({1: -1}, {}, {}), ({1: 400}, {1: 60}, {1: 41})]
)
def test_nobody_can_have_posted_more_than_he_has(
    posts: dict[int, int], antes: dict[int, int], dead: dict[int, int]
) -> None:
    table = seated({1: 500, 2: 500}, 1)
    names = {1: "a", 2: "b"}
    with pytest.raises(ImpossibleEvent):
        apply(table, HandStarted(1, 1, 1, 2, {1: 500, 2: 500}, names, (), posts, antes, dead))


def test_whatever_crosses_hands_survives_their_start() -> None:
    """Each field of a seat is either of one hand, or comes through a start unchanged."""
    table = seated(L6, last=Positions(1, 2, 3), away=(6,), form=Form.CASH)
    crossing = replace(table.seats[6], owes=Debt(10, 5), bought=700)
    waiting = Seat("w", Status.OUT, 80, waiting=True, owes=Debt(10, 0), bought=80, fresh=True)
    moved = Seat("m", Status.OUT, 80, waiting=True, owes=Debt(10, 0), bought=90, gained=4)
    promised = Seat("p", Status.OUT, 80, promised=True, owes=Debt(10, 0), bought=95, fresh=True)
    account = Account(rake=3, time=5, unaccounted=-2)
    table = replace(
        table,
        seats={**table.seats, 6: crossing, 8: waiting, 9: moved, 3: Seat(), 2: promised},
        account=account,
        time=TableTime(minutes=7, charged=1),
        dealer="Ann",
        deck="B",
        opening=Opening.OPEN,
        orbit=5,
        hand=12,
        dealt=(1, 4, 5),
    )
    after = Evening(table).next().table
    assert (after.account, after.time, after.dealer, after.deck) == (account, table.time, "Ann", "B")
    assert (after.opening, after.orbit, after.hand) == (Opening.OPEN, 5, 13)
    for n in (6, 8, 2):
        for field in fields(Seat):
            assert getattr(after.seats[n], field.name) == getattr(table.seats[n], field.name), (n, field)
    assert (after.seats[9].gained, after.seats[9].waiting, after.seats[9].owes) == (3, True, Debt(10, 0))
    assert after.seats[1].bought == table.seats[1].bought


def whatever(chance: random.Random) -> Ask:
    """One request about seats or posts, of any size."""
    n = chance.randint(0, SEATS + 1)
    amount = chance.choice((-10, 0, 3, 5, 10, 15, 100, 500, 10**30))
    asks: tuple[Ask, ...] = (
        Sit(n, "x", amount),
        Buy(n, amount),
        Leave(n),
        SitOut(n),
        SitIn(n, posts=chance.random() < 0.5),
        MoveSeat(n, chance.randint(0, SEATS + 1)),
        Count(n, amount),
        Post(n, amount, chance.choice((-5, 0, 5, 6, 10**30))),
        PutStraddle(n, amount),
        PlaceButton(n),
        TakeBack(),
    )
    return chance.choice(asks)


def seats_of(play: Play) -> tuple[Seat, ...]:
    return tuple(play.table.seats.values())


@SMALL
@given(st.integers(0, 2**32), st.sampled_from(Form), st.sampled_from((ANTES, Stakes(5, 10), BBA)))
def test_chips_are_kept_over_whatever_is_asked(seed: int, form: Form, stakes: Stakes) -> None:
    """A request that is refused changes nothing; the journal gives the same table."""
    chance = random.Random(seed)
    house = HouseRules(newplayer_post_required=chance.random() < 0.7, blinds_buy_button=chance.random() < 0.3)
    seats = chance.sample(range(1, SEATS + 1), chance.randint(2, SEATS))
    chips_of = {n: chance.choice((0, 3, 12, 500, 2000)) for n in seats}
    play = Evening(seated({**chips_of, seats[0]: 500}, seats[0], house=house, form=form, stakes=stakes))
    brought = chips(play.table)
    for _ in range(40):
        ask = whatever(chance)
        before = play.table
        if play.ask(ask) == "":
            match ask:
                case Sit(amount=amount) | Buy(amount=amount):
                    brought += amount
                case Leave(seat=n):
                    brought -= before.seats[n].stack
                case TakeBack():
                    brought = chips(play.table)
        else:
            assert play.table == before
        if play.step.do == "next" and chance.random() < 0.3:
            play.next()
        elif chance.random() < 0.2:
            play.finish()
        assert chips(play.table) == brought
        assert all(min(seat.stack, seat.street_in, seat.put, seat.dead) >= 0 for seat in seats_of(play))
    assert play.again() == play.table
    assert from_the_last_start(play) == play.table


def from_the_last_start(play: Play) -> Table:
    """The table of the newest hand alone: its start carries whatever came before (design 6)."""
    events = play.core.events
    first = max((i for i, event in enumerate(events) if isinstance(event, HandStarted)), default=0)
    return replay(play.core.start, events[first:])
