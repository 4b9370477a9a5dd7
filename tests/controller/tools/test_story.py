"""The story of a night at the emulated table, and single turns of it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from controller.deckmap import DeckMapError
from controller.journal import JournalBroken
from controller.rules.cards import BOARD, CardId, Face, How, Place, seat_place
from controller.rules.events import (
    Acted,
    Bought,
    CardMoved,
    CardOverdue,
    Conceded,
    Event,
    FaceShown,
    HandStarted,
    PotPushed,
    Stopped,
    Tabled,
)
from controller.rules.incidents import FAMILIES
from controller.rules.sentence import say
from controller.rules.stakes import Stakes
from controller.rules.state import Award, Piece, Pot, Seat, Setup, Status, Table
from controller.rules.table import apply, replay
from controller.session import SessionError, replayed
from controller.tools.emulated import emulated_deck
from controller.tools.kinds import KINDS
from controller.tools.story import STOPS, HandStory, hand_stories, moment_of, tell, time_of_day
from tests.controller.tools.nights import Night, copied, hidden, starts

ROOT = Path(__file__).parents[3]


def told(story: HandStory) -> list[str]:
    return [line.split("  ", 1)[1] for line in story.lines]


def test_the_replayed_table_is_the_live_table(night: Night) -> None:
    *_, (_, _, table) = replayed(night.journal)
    assert table == night.table


def test_every_hand_is_told_once_and_in_order(night: Night) -> None:
    stories = list(hand_stories(night.journal))
    assert [story.number for story in stories] == [1, 2, 3, 4, 5, 6]
    assert all(first.ended == second.started for first, second in pairwise(stories))
    turns = list(replayed(night.journal))
    assert [story.started for story in stories] == [turns[i][0].wall for i in starts(night.journal)]


def test_the_wrong_card_stops_the_hand_which_is_dealt_again(night: Night) -> None:
    first, second, *_ = map(told, hand_stories(night.journal))
    assert first[0] == "Hand 1. Button seat 5. Blinds 5 / 10: seat 1 posts 5, seat 2 posts 10."
    assert re.fullmatch(r"Stopped: the first card to the wrong seat \(M4, seat [2-5]\)\.", first[-3])
    assert first[-2] == "lee rules R02, a misdeal, dealt again."
    assert first[-1] == "Deck A is whole: 52 cards."
    assert second[0].startswith("Hand 2, hand 1 dealt again. Button seat 5.")


def test_what_was_taken_back_is_told(night: Night) -> None:
    lines = told(list(hand_stories(night.journal))[2])
    taken = lines.index("Stopped: the floor was called.")
    entry = lines[taken - 2]
    assert entry.startswith("Seat ")
    assert lines[taken - 1] == f"Taken back: seat {entry.removeprefix('Seat ')}"
    assert lines[taken + 1] == "Taken back: the floor was called."


def test_chips_won_in_the_story_are_those_of_the_journal(night: Night) -> None:
    won = [int(n) for s in hand_stories(night.journal) for n in re.findall(r"wins (\d+)", " ".join(s.lines))]
    pushed = [
        amount
        for _, events, _ in replayed(night.journal)
        for event in events
        if isinstance(event, PotPushed)
        for amount in event.shares.values()
    ]
    assert won == pushed != []


def test_the_board_is_told_as_it_was_shown(night: Night) -> None:
    streets = 0
    for number, story in enumerate(hand_stories(night.journal), 1):
        shown = [
            event.face.text
            for _, events, table in replayed(night.journal)
            for event in events
            if table.hand == number and isinstance(event, FaceShown) and event.because == "board"
        ]
        street = re.compile(r"(?:Flop|Turn|River) (.+)\.")
        seen = [found[1] for line in told(story) if (found := street.fullmatch(line))]
        assert " ".join(seen).split() == shown
        streets += len(seen)
    assert streets > 3


def test_no_hidden_card_is_told(night: Night) -> None:
    for story in hand_stories(night.journal):
        secret = hidden(night, story.number)
        assert not [face for face in secret if re.search(rf"\b{face}\b", "\n".join(story.lines))]


def test_with_the_deck_map_every_hidden_card_is_told_and_marked(night: Night) -> None:
    open_stories = list(hand_stories(night.journal))
    for story, plain in zip(hand_stories(night.journal, reveal=night.deck), open_stories, strict=True):
        more = story.lines[len(plain.lines) :]
        assert story.lines[: len(plain.lines)] == plain.lines
        assert all(line.endswith(" (hidden).") for line in more)
        faces = re.findall(r"\b[2-9TJQKA][cdhs]\b", "\n".join(more))
        assert len(faces) == len(set(faces))
        assert set(faces) == hidden(night, story.number)


def test_who_held_what(night: Night) -> None:
    held: dict[int, set[str]] = {}
    for _, _, table in replayed(night.journal):
        if table.hand == 2:
            for piece in table.pieces:
                if piece.place.seat and piece.card and piece.card not in table.faces:
                    held.setdefault(piece.place.seat, set()).add(night.deck.face(piece.card).text)
    story = list(hand_stories(night.journal, reveal=night.deck))[1]
    seats = re.compile(r"Seat (\d) held (.+) \(hidden\)\.")
    found = [match for line in told(story) if (match := seats.fullmatch(line))]
    assert {int(m[1]): set(m[2].split()) for m in found} == held
    assert len(held) == 5


def test_another_deck_map_is_refused(night: Night) -> None:
    with pytest.raises(DeckMapError, match="name the deck map of that session"):
        next(hand_stories(night.journal, reveal=emulated_deck(random.Random(99))))


def test_a_damaged_journal_is_told_up_to_the_damage(night: Night, tmp_path: Path) -> None:
    lines = night.journal.read_bytes().split(b"\n")
    at = starts(night.journal)[2] + 4
    lines[at] = lines[at].replace(b'"mono"', b'"nomo"')
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\n".join(lines))
    stories: list[HandStory] = []
    with pytest.raises(JournalBroken):
        for story in hand_stories(broken):
            stories.append(story)
    whole = list(hand_stories(night.journal))
    assert stories[:2] == whole[:2]
    assert stories[2].lines == whole[2].lines[: len(stories[2].lines)] != ()


def test_a_restart_is_told(night: Night, tmp_path: Path) -> None:
    split = starts(night.journal)[1] + 10
    boots = ["one"] * split + ["two"]
    path = copied(night.journal, tmp_path / "s.jsonl", boots=boots)
    again = "The controller was started again."
    assert [story.number for story in hand_stories(path) if again in told(story)] == [2]


@pytest.mark.parametrize(
    "impossible",
    [
        HandStarted(9, 1, 2, 3, {1: 10}, {1: "Ana"}, (), {}),
        PotPushed(1, {1: 10}),
        Tabled((77,)),
        Conceded(77, "dealer"),
        Bought(77, 10),
    ],
)
def test_an_event_that_cannot_have_happened_is_a_sentence(
    night: Night, tmp_path: Path, impossible: Event
) -> None:
    path = copied(night.journal, tmp_path / "s.jsonl", more=[impossible])
    entry = len(list(replayed(night.journal))) + 1
    with pytest.raises(SessionError, match=rf"entry {entry}\b"):
        list(hand_stories(path))


def test_every_reason_for_a_stop_has_its_words() -> None:
    sources = [*(ROOT / "controller/rules").rglob("*.py"), *(ROOT / "controller").glob("*.py")]
    reason = re.compile(r'"(unresolved\.[a-z_]+)"')
    ids = {found for path in sources for found in reason.findall(path.read_text())}
    assert ids - {"unresolved.journal"} == STOPS.keys()


def test_every_kind_of_irregularity_has_its_name() -> None:
    opened = {kind for family in FAMILIES for kind in family.KINDS}
    assert opened <= KINDS.keys()


def table(**changes: object) -> Table:
    """Seats 1 to 3 in mid-hand, seat 1 to act."""
    setup = Setup("Table 1", 3, Stakes(5, 10, 5))
    seats = {n: Seat(name, Status.OUT, 1000) for n, name in enumerate(("Ana", "Ben", "Cho"), 1)}
    begun = HandStarted(
        4, 1, 2, 3, {1: 1000, 2: 1000, 3: 1000}, {1: "Ana", 2: "Ben", 3: "Cho"}, (), {2: 5, 3: 10}
    )
    cards = [CardMoved(n, CardId("A", n), seat_place((n % 3) + 1), How.READ) for n in range(1, 7)]
    here = replay(Table(setup, seats, setup.stakes), (begun, *cards))
    return replace(here, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Acted(1, "call", "call", 10, 10), "Seat 1 calls 10."),
        (Acted(1, "raise", "raise", 30, 30), "Seat 1 raises to 30."),
        (Acted(1, "all-in", "raise", 1000, 1000), "Seat 1 raises to 1000, all-in."),
        (Acted(1, "fold", "fold", 0, 0), "Seat 1 folds."),
        (Acted(3, "muck", "fold", 0, 10), "Seat 3 folds, the cards lie in the muck, out of turn."),
        (Stopped(say("unresolved.unknown_tag", reader="shoe")), STOPS["unresolved.unknown_tag"]),
    ],
)
def test_one_event_is_one_sentence(event: Event, sentence: str) -> None:
    before = table()
    expected = sentence if sentence.endswith(".") else f"Stopped: {sentence.format(reader='shoe')}."
    assert tell((event,), before, apply(before, event)) == (expected,)


def test_uncalled_chips_go_back() -> None:
    here = replay(table(), (Acted(1, "raise", "raise", 30, 30), Acted(2, "fold", "fold", 0, 5)))
    fold = Acted(3, "fold", "fold", 0, 10)
    assert tell((fold,), here, apply(here, fold)) == ("Seat 3 folds.", "Returned 20 to seat 1.")


def test_side_pots_and_shares_have_their_names() -> None:
    awards = (Award(1, 2, 60, "two pair"), Award(1, 3, 60, "two pair"), Award(2, 3, 40, "full house"))
    after = table(pots=(Pot(120, (1, 2, 3)), Pot(40, (1, 3))), awards=awards)
    assert tell((PotPushed(1, {2: 60, 3: 60}), PotPushed(2, {3: 40})), table(), after) == (
        "Seat 2 wins 60 from the main pot with two pair.",
        "Seat 3 wins 60 from the main pot with two pair.",
        "Seat 3 wins 40 from side pot 1 with a full house.",
    )


def test_a_card_that_nobody_read_is_told_by_its_place() -> None:
    lost = Piece(7, None, Place.parse("flight"), How.READ, BOARD)
    after = table(pieces=(lost,))
    assert tell((CardOverdue(7),), table(), after) == ("The card to the board was read nowhere.",)


def test_shown_cards_stand_with_their_street_and_their_seat() -> None:
    board = tuple(Piece(n, CardId("A", n), BOARD, How.READ, BOARD) for n in range(1, 5))
    hand = Piece(9, CardId("A", 9), seat_place(2), How.READ, None)
    faces = [Face.parse(text) for text in ("Ah", "7d", "2c", "9s", "Kd")]
    pieces = (*board, hand)
    shown = [FaceShown(p.card, f, "board") for p, f in zip(pieces, faces, strict=True) if p.card]
    assert tell(shown, table(), table(pieces=pieces)) == ("Flop Ah 7d 2c.", "Turn 9s.", "Seat 2 shows Kd.")


def test_times_are_those_of_the_place_and_other_labels_stay() -> None:
    moment = moment_of("2026-03-01T21:14:03.250")
    assert moment is not None
    assert (moment.hour, moment.minute, moment.second) == (21, 14, 3)
    assert time_of_day("2026-03-01T21:14:03.250") == "21:14:03"
    assert time_of_day("12.340") == "12.340"
    assert moment_of("12.340") is None
