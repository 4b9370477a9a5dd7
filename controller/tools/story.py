"""The story of the night: a journal told hand by hand in plain English (design 6).

Hidden cards are told only where a deck map is given, and `replay_command` takes one only with a reason that
is on record first (design 5.4). Times of day are those of this computer's time zone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from controller.deckmap import DeckMap, DeckMapError
from controller.journal import JournalBroken, Line, read_header
from controller.rules.cards import BOARD, FLIGHT, MUCK, CardId, Place, Where
from controller.rules.dealing import at, slots, twice
from controller.rules.events import (
    Event,
    FaceShown,
    HandStarted,
    Stopped,
)
from controller.rules.sentence import Sentence
from controller.rules.state import Phase, Table
from controller.session import SessionError, replayed, started
from controller.tools.kinds import KINDS
from controller.tools.telling import placed, told

STOPS: Mapping[str, str] = {
    "unresolved.wrong_place": "a card went to {place}, {expected} was due",
    "unresolved.extra": "one card too many at {place}",
    "unresolved.board_early": "a board card came early",
    "unresolved.burn_early": "a burn came early",
    "unresolved.back_in_play": "a card that lay elsewhere came to {place}",
    "unresolved.muck": "the hand of seat {seat} lies in the muck and was still in play",
    "unresolved.left_shoe": "a card left the shoe and none was due",
    "unresolved.unknown_tag": "a tag that is not of this deck lies at the {reader} reader",
    "unresolved.deck_fault": "the deck is not in order",
    "unresolved.floor": "the floor was called",
}
_HIDDEN_AT: Mapping[Where, str] = {
    Where.SEAT: "{place} held",
    Where.BOARD: "the board held",
    Where.BURN: "the burns were",
    Where.MUCK: "the muck held",
    Where.FLIGHT: "read nowhere behind the shoe:",
}


@dataclass(frozen=True, slots=True)
class HandStory:
    """One hand: `lines` are sentences with the time of day in front.

    `started` is the wall label of its beginning, `ended` that of the next hand, or of the last entry. What
    came before the first hand has number 0.
    """

    number: int
    started: str
    ended: str
    lines: tuple[str, ...]


def tell(events: Sequence[Event], before: Table, after: Table) -> tuple[str, ...]:
    """One turn in sentences, of the table before it and after it; no card that was not shown is named."""
    said = [text for event in events for text in told(event, before, after)]
    said += _faces([event for event in events if isinstance(event, FaceShown)], after)
    if after.hand == before.hand:
        back = {seat: n - before.returned.get(seat, 0) for seat, n in after.returned.items()}
        said += [f"Returned {n} to seat {seat}." for seat, n in back.items() if n > 0]
    if after.phase is not before.phase:
        said += _reached(before.phase, after.phase)
    stops = [_stop(event.kind, event.reason, event.seat) for event in events if isinstance(event, Stopped)]
    stops += [_stop(what.kind, what.sentence, what.seat) for what in after.open if what not in before.open]
    return (*said, *dict.fromkeys(stops))


def _faces(shown: Sequence[FaceShown], after: Table) -> list[str]:
    """The cards that came to be seen by everybody: the board street by street, then hand by hand."""
    faces = {event.card: event.face.text for event in shown}
    where = {p.card: f"{placed(str(p.place)).capitalize()} shows" for p in after.pieces if p.card in faces}
    for slot, board in zip(slots(after), at(after, BOARD), strict=False):
        if board.card in faces:
            second = f" of board {slot.board}" if twice(after) and slot.board else ""
            where[board.card] = f"{str(slot.street).capitalize()}{second}"
    lying: dict[str, list[str]] = defaultdict(list)
    for card, text in faces.items():
        lying[where.get(card, "Shown")].append(text)
    return [f"{what} {' '.join(cards)}." for what, cards in lying.items()]


def _reached(before: Phase, after: Phase) -> list[str]:
    if before is Phase.DEALING and after is Phase.PREFLOP:
        return ["The hole cards are dealt."]
    return ["Showdown."] if after is Phase.SHOWDOWN else []


def _stop(kind: str, reason: Sentence, seat: int) -> str:
    """What stopped the table: the name of its kind, and of what has none the reason."""
    if (name := KINDS.get(kind)) is not None:
        about = f", seat {seat}" if seat else ""
        return f"Stopped: {name} ({kind}{about})."
    text = STOPS.get(reason.id, reason.id)
    said = {k: placed(str(v)) if k in ("place", "expected") else v for k, v in reason.args.items()}
    return f"Stopped: {text.format_map(defaultdict(str, said))}."


@dataclass(slots=True)
class _Telling:
    """A hand that is being told, and where each of its cards lay last; `held` is by order of leaving."""

    number: int
    started: str
    last: str = ""
    lines: list[str] = field(default_factory=list)
    held: dict[int, tuple[Place, CardId]] = field(default_factory=dict)
    faces: set[CardId] = field(default_factory=set)

    def add(self, line: Line, sentences: Iterable[str]) -> None:
        self.last = line.wall
        self.lines += [f"{time_of_day(line.wall)}  {sentence}" for sentence in sentences]

    def watch(self, table: Table) -> None:
        for p in table.pieces:
            passed = p.n in self.held and p.place in (FLIGHT, MUCK)
            if p.card is not None and not passed:
                self.held[p.n] = (p.place, p.card)
        self.faces |= table.faces.keys()

    def story(self, ended: str, reveal: DeckMap | None) -> HandStory:
        lines = list(self.lines)
        if reveal:
            lines += [f"{time_of_day(self.last)}  {told}" for told in self._hidden(reveal)]
        return HandStory(self.number, self.started, ended, tuple(lines))

    def _hidden(self, reveal: DeckMap) -> Iterator[str]:
        places: dict[Place, list[str]] = defaultdict(list)
        for place, card in sorted(self.held.values(), key=lambda held: str(held[0])):
            if card not in self.faces:
                places[place].append(reveal.face(card).text)
        for place, cards in places.items():
            told = _HIDDEN_AT[place.where].format(place=place).capitalize()
            yield f"{told} {' '.join(cards)} (hidden)."


def hand_stories(path: Path, *, reveal: DeckMap | None = None) -> Iterator[HandStory]:
    """The hands of a session journal in their order, hidden cards told only with `reveal`.

    A damaged file is told up to the damage. Raises `JournalFailed` and `SessionError` for a file that is no
    journal of this version, `JournalBroken` at damage, `DeckMapError` for the deck map of another session.
    """
    head = read_header(path)
    before = started(head, path)
    if reveal and reveal.version != head.get("deck_map"):
        raise DeckMapError(
            f"journal {path} was played with another enrolment of the deck ({head.get('deck_map')}) than the"
            f" deck map has ({reveal.version}): name the deck map of that session"
        )
    hand, boot, wall = _Telling(0, ""), "", ""
    damage: JournalBroken | SessionError | None = None
    try:
        for line, events, after in turns(path):
            wall = line.wall
            if begun := next((event for event in events if isinstance(event, HandStarted)), None):
                if hand.lines:
                    yield hand.story(wall, reveal)
                hand = _Telling(begun.number, wall)
            hand.started = hand.started or wall
            if boot not in ("", line.boot):
                hand.add(line, ["The controller was started again."])
            hand.add(line, tell(events, before, after))
            hand.watch(after)
            before, boot = after, line.boot
    except (JournalBroken, SessionError) as error:
        damage = error
    if hand.lines:
        yield hand.story(wall, reveal)
    if damage:
        raise damage


def turns(path: Path) -> Iterator[tuple[Line, tuple[Event, ...], Table]]:
    """Every turn of a session journal as `replayed` gives it, also where an event fits no table at all.

    Raises `SessionError`, `JournalBroken` and `JournalFailed`.
    """
    entry = 0
    try:
        for line, events, table in replayed(path):
            entry = line.n
            yield line, events, table
    except (AssertionError, LookupError, TypeError, ValueError) as error:
        raise SessionError(f"journal {path}, entry {entry + 1} cannot have happened: {error}") from None


def moment_of(wall: str) -> datetime | None:
    """A wall label as date and time of this computer's zone, None where it is no time."""
    try:
        return datetime.fromisoformat(wall).astimezone().replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def time_of_day(wall: str) -> str:
    """A wall label as people read it: 21:14:03; a label that is no time as it is."""
    moment = moment_of(wall)
    return f"{moment:%H:%M:%S}" if moment else wall
