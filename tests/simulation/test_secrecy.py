"""What players may not see (design 5): two tables that differ only in hidden faces cannot be told apart."""

from __future__ import annotations

import dataclasses
import json
import logging
import random
import re
import tempfile
import traceback
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller import projection
from controller.deckmap import DeckMap
from controller.journal import Line
from controller.loop import Loop
from controller.projection import Projection, Service
from controller.rules.cards import CardId, Face, deck_faces
from controller.rules.events import CardMoved, FaceShown
from controller.rules.state import Table
from controller.sensing import CardSeen, Sensing
from controller.settings import FloorPerson
from controller.tools.emulated import FLOOR, floor_people, ntag
from controller.tools.rig import Options
from controller.tools.robot import Habits
from controller.views import DealerView, Lamps, PlayerView
from drivers.reports import Report, TagGone, TagSeen
from tests.simulation.night import Dealer, deck_of, robot_of, seated, shuffled, table, table_of

SECONDS = 30.0
# Players who stay, so that hands are shown, and a dealer who errs, so that the table stops.
HABITS = Habits(fold=0.15, show=0.7, wrong_seat=0.05)

Leak = Callable[[pytest.MonkeyPatch, DeckMap], None]


@dataclass(slots=True)
class Night:
    """All that left the table: each with the time at which it did."""

    frames: list[tuple[float, str, str]] = field(default_factory=list)
    lamps: list[tuple[float, Mapping[str, str]]] = field(default_factory=list)
    log: list[tuple[float, str]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    journal: str = ""


class Ear(logging.Handler):
    """Hears every log line of the product, at any level."""

    def __init__(self, hear: Callable[[str], object]) -> None:
        super().__init__(logging.DEBUG)
        self._hear = hear

    def emit(self, record: logging.LogRecord) -> None:
        self._hear(f"{record.levelname} {record.name} {self.format(record)}")


def night(deck: DeckMap, seed: int, seconds: float = SECONDS, leak: Leak | None = None) -> Night:
    """Robot hands with this deck; the same seed moves the same tags at the same times."""
    heard = Night()
    ear = Ear(lambda text: heard.log.append((rig.clock.now(), text)))
    options = Options(recording=True, on_lamps=lambda now, lamps: heard.lamps.append((now, lamps.values)))
    roots = [logging.getLogger(name) for name in ("controller", "drivers")]
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        if leak:
            leak(patch, deck)
        people = {name: FloorPerson(**person) for name, person in floor_people().items()}
        chosen = table_of(Path(folder), seats=4).model_copy(update={"floor": people})
        with table(chosen, deck, options) as rig:
            signed = rig.floor.ask("sign-in", who="lee", pin=FLOOR["lee"])
            assert rig.floor.answer(signed, rig.pump).refused is None
            for root in roots:
                root.addHandler(ear)
                patch.setattr(root, "level", logging.DEBUG)
            robot = robot_of(rig, deck, seed, HABITS)
            faults = [(4.0, rig.felt.unplug), (6.0, rig.felt.plug), (9.0, rig.felt.unplug)]
            while rig.clock.now() < seconds:
                if faults and rig.clock.now() >= faults[0][0]:
                    faults.pop(0)[1]("burn")
                rig.advance(0.02)
                robot.step(rig.clock.now())
                rig.pump()
            for root in roots:
                root.removeHandler(ear)
            for screen, console in (("player", rig.player), ("dealer", rig.dealer), ("floor", rig.floor)):
                heard.frames += [(now, screen, text) for now, text in console.frames]
            heard.lines = list(rig.journal.lines())
            heard.journal = rig.journal.path.read_text()
    return heard


def differences(first: Night, second: Night, before: float) -> dict[str, str]:
    """In what two nights differ before a time, each with the first entries that do."""

    def cut(kept: list[Any]) -> list[Any]:
        return [entry for entry in kept if entry[0] < before]

    pairs = {
        "frames": ([f[1:] for f in cut(first.frames)], [f[1:] for f in cut(second.frames)]),
        "times": ([f[0] for f in cut(first.frames)], [f[0] for f in cut(second.frames)]),
        "lamps": (cut(first.lamps), cut(second.lamps)),
        "log": (cut(first.log), cut(second.log)),
        "journal": (turns(first, before), turns(second, before)),
    }
    return {name: parting(one, other) for name, (one, other) in pairs.items() if one != other}


def parting(one: list[Any], other: list[Any]) -> str:
    """Where two lists part."""
    for n, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return f"entry {n}: {left} and {right}"
    return f"{len(one)} entries and {len(other)}"


def turns(heard: Night, before: float) -> list[tuple[float, tuple[Mapping[str, Any], ...]]]:
    return [(line.mono, line.events) for line in heard.lines if line.mono < before]


def shows(heard: Night) -> list[tuple[float, CardId]]:
    """When which card was shown to everybody."""
    return [
        (line.mono, CardId(event["card"]["deck"], event["card"]["number"]))
        for line in heard.lines
        for event in line.events
        if event["type"] == "FaceShown"
    ]


def disguised(deck: DeckMap, heard: Night, before: float, seed: int) -> DeckMap:
    """The deck with other faces on every card that was not shown before a time."""
    seen = {card for now, card in shows(heard) if now < before}
    hidden = sorted(deck.cards("A") - seen)
    random.Random(seed).shuffle(hidden)
    faces = [deck.face(card) for card in hidden]
    return deck.with_faces(dict(zip(hidden, faces[1:] + faces[:1], strict=True)))


# --- non-interference


def compare(seed: int, mask: int, part: float) -> None:
    """One night, and the same with other faces on what stays hidden until a moment (0 to 1 of the shows)."""
    # Not the robot's seed: of one stream a shuffle may undo the enrolment, into the order of a factory.
    deck = deck_of(seed + 1)
    first = night(deck, seed)
    moments = [*sorted({now for now, _ in shows(first)}), SECONDS]
    before = moments[int(part * (len(moments) - 1))]
    second = night(disguised(deck, first, before, mask), seed, before)
    assert differences(first, second, before) == {}


@given(seed=st.integers(0, 10_000), mask=st.integers(0, 10_000), part=st.floats(0, 1))
@settings(max_examples=10, deadline=None)
def test_hidden_faces_change_nothing_that_leaves_the_table(seed: int, mask: int, part: float) -> None:
    compare(seed, mask, part)


@pytest.mark.soak
@given(seed=st.integers(0, 10**9), mask=st.integers(0, 10_000), part=st.floats(0, 1))
@settings(max_examples=300, deadline=None)
def test_hidden_faces_change_nothing_in_many_nights(seed: int, mask: int, part: float) -> None:
    compare(seed, mask, part)


def test_the_nights_that_are_compared_have_showdowns_boards_and_stops() -> None:
    heard = [night(deck_of(seed), seed) for seed in (4, 5, 7)]
    because = {
        e["because"] for h in heard for line in h.lines for e in line.events if e.get("type") == "FaceShown"
    }
    assert because == {"board", "tabled"}
    assert any('"paused":true' in text for h in heard for _, _, text in h.frames)
    assert all(len(h.frames) > 50 and len(h.lamps) > 25 and len(h.log) > 1 for h in heard)


def test_a_shown_face_is_on_the_screens_and_makes_nights_differ() -> None:
    deck = deck_of(1)
    first = night(deck, 1)
    when = shows(first)[0][0]
    second = night(disguised(deck, first, when, 1), 1)
    assert differences(first, second, when) == {}
    assert "frames" in differences(first, second, when + 1)


@given(seed=st.integers(0, 10_000), fresh=st.integers(0, 10_000))
@settings(max_examples=5, deadline=None)
def test_other_tags_on_the_same_cards_change_no_frame(seed: int, fresh: int) -> None:
    deck = deck_of(seed)
    rng = random.Random(fresh)
    numbers = rng.sample(range(1 << 40), 52)
    tags = [deck.uid(card) for card in sorted(deck.cards("A"))]
    renewed = deck.renewed({old: ntag(f"04{new:012X}") for old, new in zip(tags, numbers, strict=True)})
    first, second = night(deck, seed), night(renewed, seed)
    assert [frame[1:] for frame in first.frames] == [frame[1:] for frame in second.frames]


# --- the two releases, as kind and time alone

SPARE = "04A2000000AA80"


def fouled(folder: Path, twin: int) -> tuple[list[tuple[float, str, str]], list[tuple[float, Lamps]], str]:
    """Six cards are dealt and a spare one drawn whose face is that of card `twin`: what left the table."""
    deck = deck_of(1)
    shoe = shuffled(deck, random.Random(1))
    dealt_card = deck.card(shoe[twin])
    assert dealt_card is not None
    deck, _ = deck.with_spare("A", deck.face(dealt_card), SPARE)
    lamps: list[tuple[float, Lamps]] = []
    options = Options(recording=True, on_lamps=lambda now, lit: lamps.append((now, lit)))
    with table(table_of(folder, 3), deck, options) as rig:
        dealer = Dealer(rig, [*shoe[:6], SPARE])
        dealer.start()
        for seat in (1, 2, 3, 1, 2, 3):
            dealer.draw(f"seat {seat}")
        dealer.draw("burn")
        dealer.wait(2.0)
        frames = [(now, "player", text) for now, text in rig.player.frames]
        frames += [(now, "dealer", text) for now, text in rig.dealer.frames]
        return frames, lamps, dealer.view.irregularity.kind if dealer.view.irregularity else ""


def test_a_duplicate_is_released_as_kind_and_time_whichever_card_it_repeats(tmp_path: Path) -> None:
    nights = []
    for twin in (0, 4):
        folder = tmp_path / str(twin)
        folder.mkdir()
        nights.append(fouled(folder, twin))
    assert nights[0] == nights[1]
    assert nights[0][2] == "F1"


# --- planted leaks: each is seen by the comparison above


def hidden_faces(deck: DeckMap, state: Table) -> list[str]:
    """Faces of the cards that are out, shown or not."""
    return [deck.face(piece.card).text for piece in state.pieces if piece.card]


def leaky(
    patch: pytest.MonkeyPatch, deck: DeckMap, spoil: Callable[[Projection, list[str]], Projection]
) -> None:
    honest = projection.project

    def project(state: Table, sensing: Sensing, service: Service, n: int) -> Projection:
        shown, faces = honest(state, sensing, service, n), hidden_faces(deck, state)
        return spoil(shown, faces) if faces else shown

    patch.setattr("controller.loop.project", project)


def in_a_player_view(patch: pytest.MonkeyPatch, deck: DeckMap) -> None:
    leaky(patch, deck, lambda shown, faces: replace(shown, player=replace(shown.player, table=faces[-1])))


def in_a_prompt(patch: pytest.MonkeyPatch, deck: DeckMap) -> None:
    def spoil(shown: Projection, faces: list[str]) -> Projection:
        sentence = replace(shown.dealer.prompt.sentence, args={"card": faces[-1]})
        prompt = replace(shown.dealer.prompt, sentence=sentence)
        return replace(shown, dealer=replace(shown.dealer, prompt=prompt))

    leaky(patch, deck, spoil)


def in_a_lamp(patch: pytest.MonkeyPatch, deck: DeckMap) -> None:
    def spoil(shown: Projection, faces: list[str]) -> Projection:
        red = faces[-1][1] in "dh"
        return replace(shown, lamps=Lamps({**shown.lamps.values, "button 4": "on" if red else "off"}))

    leaky(patch, deck, spoil)


def in_a_log_line(patch: pytest.MonkeyPatch, deck: DeckMap) -> None:
    def spoil(shown: Projection, faces: list[str]) -> Projection:
        logging.getLogger("controller.loop").debug("drawn: %s", faces[-1])
        return shown

    leaky(patch, deck, spoil)


def in_a_time(patch: pytest.MonkeyPatch, deck: DeckMap) -> None:
    """Red cards are taken a twentieth of a second later than black ones."""
    waiting: list[TagSeen] = []
    take, tick = Loop.report, Loop.tick

    def report(loop: Loop, said: Report, now: float) -> None:
        if isinstance(said, TagSeen) and deck.face(card_of(deck, said.uid)).suit in "dh":
            waiting.append(said)
        else:
            take(loop, said, now)

    def later(loop: Loop, now: float) -> None:
        for said in [said for said in waiting if said.at + 0.05 < now]:
            waiting.remove(said)
            take(loop, said, now)
        tick(loop, now)

    patch.setattr(Loop, "report", report)
    patch.setattr(Loop, "tick", later)


def card_of(deck: DeckMap, uid: str) -> CardId:
    card = deck.card(uid)
    assert card is not None
    return card


LEAKS: list[tuple[Leak, str]] = [
    (in_a_player_view, "frames"),
    (in_a_prompt, "frames"),
    (in_a_lamp, "lamps"),
    (in_a_log_line, "log"),
    (in_a_time, "times"),
]


@pytest.mark.parametrize(("leak", "channel"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_planted_leak_is_caught(leak: Leak, channel: str) -> None:
    deck, seconds = deck_of(5), 8.0
    first = night(deck, 5, seconds, leak)
    second = night(disguised(deck, first, seconds, 7), 5, seconds, leak)
    assert not [now for now, _ in shows(first) if now < 4.0]
    assert channel in differences(first, second, 4.0)


# --- faces and tags do not print


def spoken(value: object) -> str:
    """Everything that a careless line of code could print of a value."""
    text = [
        repr(value),
        str(value),
        f"{value}",
        f"{value!r}",
        f"{[value]}",
        f"{{1: {value}}}",
    ]
    record = logging.LogRecord("controller", logging.ERROR, "f", 1, "%s %r", (value, value), None)
    text.append(logging.Formatter().format(record))
    try:
        fail(value)
    except ValueError as error:
        trace = traceback.TracebackException.from_exception(error, capture_locals=True)
        text.append("".join(trace.format()))
    return "\n".join(text)


def fail(card: object) -> None:
    raise ValueError(f"nothing can be done with {card}")


def secrets_of(deck: DeckMap) -> set[str]:
    cards = deck.cards("A")
    return {deck.uid(card) for card in cards} | {deck.face(card).text for card in cards}


def values_of(dealer: Dealer) -> Iterator[object]:
    """Every kind of thing inside the table that knows a card, a face or a tag."""
    deck, loop = dealer.rig.deck, dealer.rig.loop
    card = sorted(deck.cards("A"))[0]
    yield from (card, deck.face(card), deck, loop.table, loop.sensing, loop.table.history)
    yield from (FaceShown(card, deck.face(card), "board"), TagSeen(1.0, "shoe", deck.uid(card)))
    yield from (TagGone(1.0, "shoe", deck.uid(card)), CardSeen(1.0, "shoe", card))
    yield from list(dealer.rig.journal.lines())


def test_no_value_prints_a_face_or_a_tag(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.deal()
        dealer.say("call", "call", "check")
        dealer.street()
        values = list(values_of(dealer))
        assert any(isinstance(value, Table) and value.faces for value in values)
        for value in values:
            text = spoken(value)
            words = set(re.findall(r"\w+", text))
            assert not words & secrets_of(dealer.rig.deck), type(value)


def test_a_face_prints_neither_rank_nor_suit_and_all_faces_print_alike() -> None:
    assert {spoken(face).replace("\n", " ") for face in deck_faces()} == {
        spoken(Face(14, "h")).replace("\n", " ")
    }
    assert "Card(…)" in spoken(Face(2, "c"))


def test_a_card_moved_event_prints_no_number_of_a_card(tmp_path: Path) -> None:
    with seated(tmp_path) as dealer:
        dealer.start()
        dealer.deal()
        moves = [event for _, event in dealer.rig.loop.table.history if isinstance(event, CardMoved)]
        others = [replace(move, card=CardId("A", 1)) for move in moves]
        assert [spoken(move) for move in moves] == [spoken(move) for move in others]


# --- the journal


def faces_in(value: Any) -> Iterator[Face]:
    match value:
        case {"rank": rank, "suit": suit}:
            yield Face(rank, suit)
        case dict():
            for inner in value.values():
                yield from faces_in(inner)
        case list() | tuple():
            for inner in value:
                yield from faces_in(inner)


def test_the_journal_holds_no_tag_and_no_face_of_a_card_that_was_not_shown() -> None:
    deck = deck_of(3)
    heard = night(deck, 3)
    assert not [card for card in deck.cards("A") if deck.uid(card) in heard.journal]
    lines = [json.loads(line) for line in heard.journal.splitlines()]
    shown = [face for line in lines for event in line.get("events", ()) for face in faces_in(event)]
    assert len(shown) == len(shows(heard)) > 0
    assert shown == [deck.face(card) for _, card in shows(heard)]
    assert not list(faces_in(lines[0]))
    assert not [f.text for f in deck_faces() if f'"{f.text}"' in heard.journal]


# --- the types of the views


def leaves(kind: Any, seen: set[Any]) -> Iterator[type]:
    """Every plain type that a value of `kind` can hold."""
    if kind in seen:
        return
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        seen.add(kind)
        yield kind
        for hint in typing.get_type_hints(kind).values():
            yield from leaves(hint, seen)
    elif arguments := typing.get_args(kind):
        for argument in arguments:
            if argument is not Ellipsis:
                yield from leaves(argument, seen)
    else:
        yield kind


@pytest.mark.parametrize("view", [PlayerView, DealerView, Lamps])
def test_the_types_of_the_views_can_hold_no_card(view: type) -> None:
    found = set(leaves(view, set()))
    assert not {CardId, Face} & found
    plain = {kind for kind in found if not dataclasses.is_dataclass(kind)}
    assert plain <= {int, str, bool, type(None)}
    assert not [kind for kind in found if issubclass(kind, Enum)]
    assert {kind.__module__.rpartition(".")[0] for kind in found - plain} == {"controller.views"}


def test_the_walk_over_types_finds_a_card() -> None:
    assert {CardId, Face} <= set(leaves(FaceShown, set()))
    assert CardId in set(leaves(Table, set()))


def test_shuffled_decks_are_the_same_for_the_same_seed_whatever_the_faces() -> None:
    deck = deck_of(4)
    other = deck.with_faces({c: deck.face(d) for c, d in _swapped(sorted(deck.cards("A")))})
    assert shuffled(deck, random.Random(1)) == shuffled(other, random.Random(1))


def _swapped(cards: list[CardId]) -> list[tuple[CardId, CardId]]:
    return [(cards[0], cards[1]), (cards[1], cards[0])]
