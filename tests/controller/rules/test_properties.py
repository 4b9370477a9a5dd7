"""What holds of every table, whatever is asked and wherever cards go (scenarios.md, design 4)."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.rules import betting
from controller.rules.cards import DECK_SIZE, CardId, Face
from controller.rules.dealing import stub
from controller.rules.decisions import decide
from controller.rules.events import Acted, Event, FaceShown, HandStarted, Undone
from controller.rules.house import AwardOrder, HouseRules
from controller.rules.prompts import Step, next_step
from controller.rules.requests import Act
from controller.rules.sentence import Refused, Sentence
from controller.rules.stakes import Betting
from controller.rules.state import Table
from controller.rules.table import chips, replay
from tests.controller.rules.chance import HOUSES, PICKS, SHUFFLES, Chance, tables, without_undone
from tests.controller.rules.hands import SEATS

FACE = re.compile(r"[2-9TJQKA][cdhs]")
DEALING = ("deal", "burn", "flop", "turn", "river", "move", "wait")
BY_HAND = ("move", "verify", "shuffle", "pick", "table")
RULED = ("stop", "verify", "shuffle", "pick")
STEPS = (*DEALING, *RULED, "act", "confirm", "name", "table", "push", "collect", "next")
SHORT = 20
SMALL = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check_cards(table: Table) -> None:
    """Each of the 52 cards is in exactly one place."""
    known = [piece.card for piece in table.pieces if piece.card is not None]
    numbers = [piece.n for piece in table.pieces]
    assert len(set(known)) == len(known)
    assert len(set(numbers)) == len(numbers)
    assert stub(table) + len(table.pieces) == DECK_SIZE
    assert stub(table) >= 0


def check_step(table: Table) -> Step:
    """The prompt is one step, of a known word, and names no face."""
    step = next_step(table)
    assert step.do in STEPS
    for sentence in (step.sentence, step.detail):
        assert sentence is None or not _names_a_face(sentence)
    assert not FACE.fullmatch(step.to)
    turn = betting.actor(table)
    assert step.do != "act" or (step.seat == turn != 0 and not table.open)
    # What is owed, or left to be done by hand, comes before whose turn it is.
    assert not turn or table.open or step.do in ("act", "deal", *BY_HAND)
    return step


def _names_a_face(sentence: Sentence) -> bool:
    words: list[str] = []
    for name, arg in sentence.args.items():
        parts = arg if isinstance(arg, tuple) else (arg,)
        words += [str(part) for part in parts if name != "name"]
    return any(FACE.fullmatch(word) for word in words)


def check_options(table: Table) -> None:
    """`options` gives exactly the amounts that `decide` takes, and every word that it takes."""
    seat = betting.actor(table)
    if not seat or table.open:
        return
    may = betting.options(table, seat)
    assert _taken(table, Act(seat, "fold")) == may.fold
    assert _taken(table, Act(seat, "check")) == may.check
    assert _taken(table, Act(seat, "call")) == (may.call > 0)
    # Who said "raise" may only raise; everybody else has either a check or a call.
    assert (may.check != (may.call > 0)) == may.fold
    assert _taken(table, Act(seat, "all-in")) == bool(may.all_in)
    most = table.seats[seat].stack + table.seats[seat].street_in
    for word, span in (("bet", may.bet), ("raise", may.raise_)):
        for amount in _amounts(table, span, most):
            whole = span is not None and (amount % table.stakes.unit == 0 or amount == span[1])
            expected = span is not None and span[0] <= amount <= span[1] and whole
            assert _taken(table, Act(seat, word, amount)) == expected, (word, amount, span)


def _amounts(table: Table, span: tuple[int, int] | None, most: int) -> set[int]:
    """Every amount of a short stack, and of any the ones at which something changes."""
    unit = table.stakes.unit
    amounts = {*range(-1, 2 * SHORT if most <= SHORT else 2), unit, table.street.bet, most, most + unit}
    for end in span or ():
        amounts |= {end - unit, end - 1, end, end + 1, end + unit}
    return amounts | {sum(span or (0, 0)) // 2, 10**30}


def _taken(table: Table, ask: Act) -> bool:
    outcome = decide(table, ask)
    if isinstance(outcome, Refused):
        return False
    (happened,) = outcome
    assert isinstance(happened, Acted)
    here = table.seats[ask.seat]
    assert happened.to == here.street_in + happened.put
    return True


def faces_within(value: object) -> Iterator[Face]:
    """Every face anywhere in a value, but those that stand in a `FaceShown`."""
    match value:
        case Face():
            yield value
        case FaceShown():
            return
        case str() | int() | None:
            return
        case Mapping():
            for pair in value.items():
                yield from faces_within(pair)
        case Sequence() | frozenset():
            for item in value:
                yield from faces_within(item)
        case _ if dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                yield from faces_within(getattr(value, field.name))


def shown_in_this_hand(events: Sequence[Event]) -> list[Face]:
    first = max((i for i, event in enumerate(events) if isinstance(event, HandStarted)), default=0)
    return [event.face for event in events[first:] if isinstance(event, FaceShown)]


def bare(table: Table) -> Table:
    """The table without the numbers that its events had."""
    stops = tuple(dataclasses.replace(what, since=0) for what in table.open)
    mends = tuple(dataclasses.replace(what, since=0) for what in table.mends)
    return dataclasses.replace(table, events=0, history=(), started=None, open=stops, mends=mends)


def check_run(chance: Chance, total: int) -> None:
    table, core = chance.table, chance.play.core
    assert chips(table) == total
    assert replay(core.start, core.events) == table
    assert set(faces_within(table)) <= set(shown_in_this_hand(core.events))


def play_wild(start: Table, order: Sequence[CardId], picks: Sequence[int]) -> Chance:
    """Requests legal and refused, cards right and wrong: every step leaves a sound table that can go on."""
    chance, total = Chance(start, order, picks), chips(start)
    for _ in picks:
        before, happened = chance.table, len(chance.play.core.events)
        chance.wild()
        events = chance.play.core.events
        assert (chance.table is before) == (len(events) == happened)
        assert chips(chance.table) == total
        check_cards(chance.table)
        check_step(chance.table)
        check_options(chance.table)
        if any(isinstance(event, Undone) for event in events[happened:]):
            assert bare(replay(start, without_undone(events))) == bare(chance.table)
    check_run(chance, total)
    if chance.table.hand:
        chance.finish()
        check_run(chance, total)
    return chance


def play_legal(
    start: Table, order: Sequence[CardId], picks: Sequence[int], *, hands: int = 3, readers: bool = True
) -> Chance:
    """Hands in which everybody does what the prompt asks, by chance where there is a choice."""
    chance = Chance(start, order, picks, readers=readers)
    for _ in range(hands):
        if chance.play.step.do == "next":
            chance.natural()
            chance.finish()
    return chance


@SMALL
@given(tables(), SHUFFLES, PICKS)
def test_whatever_happens_the_table_is_sound_and_the_hand_ends(
    start: Table, order: Sequence[CardId], picks: list[int]
) -> None:
    play_wild(start, order, picks)


@SMALL
@given(tables(most=10), SHUFFLES, PICKS, st.booleans())
def test_legal_hands_never_stop(
    start: Table, order: Sequence[CardId], picks: list[int], readers: bool
) -> None:
    """With readers at every place, and with none: then every card that is shown is named."""
    chance = play_legal(start, order, picks, readers=readers)
    assert not chance.table.again
    check_run(chance, chips(start))


@SMALL
@given(tables(betting=Betting.CARDS_ONLY), SHUFFLES, PICKS)
def test_without_chips_the_table_is_sound_and_the_hand_ends(
    start: Table, order: Sequence[CardId], picks: list[int]
) -> None:
    """Rounds that are confirmed, hands that are mucked; whatever chips the seats have, they stay."""
    chance = play_wild(start, order, picks)
    assert {n: seat.stack for n, seat in chance.table.seats.items()} == {
        n: seat.stack for n, seat in start.seats.items()
    }


def rotated(start: Table, by: int) -> Table:
    seats = {(n + by - 1) % SEATS + 1: seat for n, seat in start.seats.items()}
    return dataclasses.replace(start, seats=seats, button=(start.button + by - 1) % SEATS + 1)


@SMALL
@given(tables(), SHUFFLES, PICKS, st.integers(1, SEATS - 1))
def test_seats_have_no_meaning_but_their_order(
    start: Table, order: Sequence[CardId], picks: list[int], by: int
) -> None:
    here = play_legal(start, order, picks).table
    there = play_legal(rotated(start, by), order, picks).table
    assert {n: seat.stack for n, seat in rotated(here, by).seats.items()} == {
        n: seat.stack for n, seat in there.seats.items()
    }


@SMALL
@given(tables(), SHUFFLES, PICKS, HOUSES)
def test_the_order_of_the_pots_changes_no_money(
    start: Table, order: Sequence[CardId], picks: list[int], house: HouseRules
) -> None:
    """EX-104."""
    stacks = []
    for pots in AwardOrder:
        rules = dataclasses.replace(house, pots_award_order=pots)
        setup = dataclasses.replace(start.setup, house=rules)
        chance = play_legal(dataclasses.replace(start, setup=setup), order, picks, hands=1)
        stacks.append({n: seat.stack for n, seat in chance.table.seats.items()})
    assert stacks[0] == stacks[1]


def test_the_search_for_faces_finds_one() -> None:
    """The property above would see a face that came in by another door."""
    face = Face.parse("Ah")
    with pytest.raises(AssertionError):
        assert not set(faces_within({"hidden": (1, [face])}))
    assert list(faces_within((1, {"a": [face]}))) == [face]
