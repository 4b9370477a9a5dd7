"""Hands by a seeded chance, in the form of recorded ones: what is measured where no recorded ones are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from controller.rules.betting import options
from controller.rules.cards import BOARD
from controller.rules.events import Acted, BoardShown, Event, Tabled
from controller.rules.requests import Act
from controller.rules.state import Phase
from controller.tools.phh import (
    BetRaiseTo,
    CheckCall,
    DealBoard,
    DealHole,
    Fold,
    RecordedHand,
    ShowMuck,
    Step,
)
from tests.controller.rules.hands import DECK_A, Play, dealt, seated

PLAYERS, STACK, SMALL, BIG = 6, 1000, 5, 10


def generated(count: int, seed: int) -> Iterator[RecordedHand]:
    """Hands of six players with a hundred big blinds each."""
    rng = random.Random(seed)
    order = DECK_A.split()
    for number in range(1, count + 1):
        rng.shuffle(order)
        stacks = dict.fromkeys(range(1, PLAYERS + 1), STACK)
        play = dealt(seated(stacks, PLAYERS, blinds=(SMALL, BIG)), " ".join(order))
        _play(play, rng)
        yield RecordedHand(
            file="generated",
            number=number,
            variant="NT",
            unit=Fraction(1),
            antes=(0,) * PLAYERS,
            blinds=(SMALL, BIG, *(0,) * (PLAYERS - 2)),
            min_bet=BIG,
            small_bet=None,
            big_bet=None,
            starting_stacks=(STACK,) * PLAYERS,
            actions=tuple(_steps(play)),
            finishing_stacks=tuple(play.stacks.values()),
        )


def _play(play: Play, rng: random.Random) -> None:
    while play.table.phase is not Phase.PAYING:
        match play.step.do:
            case "act":
                play.must(_word(play, rng))
            case "table":
                play.show_all()
            case _:
                play.street()
    play.push()


def _word(play: Play, rng: random.Random) -> Act:
    seat = play.step.seat
    may = options(play.table, seat)
    roll = rng.random()
    if may.call and roll < 0.3:
        return Act(seat, "fold")
    if (span := may.bet or may.raise_) and roll > 0.8:
        amount = rng.choice((span[0], min(3 * span[0], span[1])))
        return Act(seat, "bet" if may.bet else "raise", amount)
    return Act(seat, "check" if may.check else "call")


def _steps(play: Play) -> Iterator[Step]:
    for seat in sorted(play.table.dealt):
        yield DealHole(seat, tuple(play.hole(seat)))
    lying = 0
    for event in play.core.events:
        if isinstance(event, BoardShown):
            yield DealBoard(tuple(play.at(BOARD)[lying : event.cards]))
            lying = event.cards
        else:
            yield from _said(play, event)


def _said(play: Play, event: Event) -> Iterator[Step]:
    match event:
        case Acted(seat=seat, act="fold"):
            yield Fold(seat)
        case Acted(seat=seat, act="bet" | "raise", to=to):
            yield BetRaiseTo(seat, to)
        case Acted(seat=seat):
            yield CheckCall(seat)
        case Tabled(seats=seats):
            for seat in seats:
                yield ShowMuck(seat, tuple(play.hole(seat)))
