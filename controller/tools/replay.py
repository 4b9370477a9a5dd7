"""The commands that read a journal back: `verify` checks it, `replay` tells it (design 6).

Each returns its exit code: 0 done, 1 the journal is not sound, 2 the question cannot be answered as it was
put, 3 the file cannot be read. What goes wrong is one sentence on standard error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from controller import codec
from controller.deckmap import DeckMap, DeckMapError
from controller.journal import JournalBroken, JournalFailed, Verdict, read_header, verify
from controller.record import is_record
from controller.reveals import RevealFailed
from controller.session import SessionError
from controller.tools.reveals import RevealOrder, record
from controller.tools.story import HandStory, hand_stories, moment_of, turns

SOUND, NOT_SOUND, USAGE, UNREADABLE = 0, 1, 2, 3
_MOMENTS = {"%H:%M": timedelta(minutes=1), "%H:%M:%S": timedelta(seconds=1)}


class Unanswerable(Exception):
    """The question does not fit the journal, or is none; the sentence says what can be asked."""


def verify_command(path: Path, as_json: bool) -> int:
    """Check the chain of a journal or of a record (reveals, decks), and of a journal that it replays.

    Prints the verdict; returns 0 for sound, 1 for not sound, 3 for a file that cannot be read.
    """
    try:
        verdict = verify(path)
        if not verdict.lines and not verdict.readable:
            return _refuse(f"{path} is no journal: {verdict.fault}", UNREADABLE)
        fault = _fault(path, verdict)
    except JournalBroken as error:
        return _refuse(_damage(path, error), NOT_SOUND)
    except (JournalFailed, SessionError) as error:
        return _refuse(str(error), UNREADABLE)
    entries = max(0, verdict.lines - 1)
    if as_json:
        counts = {"entries": entries, "events": verdict.events, "readable": verdict.readable}
        print(json.dumps({"journal": str(path), "sound": not fault, **counts, "fault": fault}))
    else:
        print(f"{path}: {entries} entries, {verdict.events} events, {fault or 'sound'}")
    return NOT_SOUND if fault else SOUND


def _fault(path: Path, verdict: Verdict) -> str:
    """What is wrong with a file, as the end of a sentence; raises `SessionError` for another format."""
    if verdict.fault:
        later = f", {verdict.readable} later lines are whole in themselves" if verdict.readable else ""
        return f"not sound from {verdict.fault}; what is before it can be read{later}"
    head = read_header(path)
    if not is_record(head):
        if head.get("format") != codec.FORMAT:
            raise SessionError(
                f"journal {path} is whole, but its format {head.get('format')!r} is not the format"
                f" {codec.FORMAT} that this version reads"
            )
        try:
            for _ in turns(path):
                pass
        except SessionError as error:
            return f"whole, but it does not replay: {error}"
    if verdict.torn:
        return f"then a write of {verdict.torn} bytes that was interrupted; what is before it can be read"
    return ""


def replay_command(
    path: Path, *, at: str | None, hand: int | None, as_json: bool, reveal: RevealOrder | None
) -> int:
    """Tell the hands of a journal, those running `at` a time of day (21:14 or 21:14:03), or one `hand`.

    With `reveal` hidden cards are named, after that is on record. Returns 0, 2 for a question that cannot be
    answered, 3 where a file cannot be read; a damaged journal is told up to the damage.
    """
    try:
        choice = _Choice(hand, *_moment(at))
        deck = _deck(reveal) if reveal else None
        stories, damage = _read(path, deck)
        told = [story for story in stories if choice.wants(story)]
        if not told and not damage:
            raise Unanswerable(_nothing(path, stories, at, hand))
        if reveal and (numbers := [story.number for story in told if story.number]):
            mended = record(reveal, path, numbers)
            if mended:
                print(mended, file=sys.stderr)
    except Unanswerable as error:
        return _refuse(str(error), USAGE)
    except (JournalFailed, SessionError, DeckMapError, RevealFailed) as error:
        return _refuse(str(error), UNREADABLE)
    _print(path, told, damage, as_json)
    return _refuse(damage, UNREADABLE) if damage else SOUND


@dataclass(frozen=True, slots=True)
class _Choice:
    """Which hands are asked for: one number, or those running in a span of a day; None for any."""

    hand: int | None
    time: datetime | None
    span: timedelta

    def wants(self, story: HandStory) -> bool:
        return self.hand in (None, story.number) and (self.time is None or self._ran(story, self.time))

    def _ran(self, story: HandStory, time: datetime) -> bool:
        first, last = moment_of(story.started), moment_of(story.ended)
        if first is None or last is None:
            return False
        # A clock that was set back in the hand must not hide it.
        first, last = min(first, last), max(first, last)
        days = [first.date() + timedelta(days=n) for n in range((last.date() - first.date()).days + 1)]
        moments = [datetime.combine(day, time.time()) for day in days]
        return any(moment <= last and moment + self.span > first for moment in moments)


def _moment(at: str | None) -> tuple[datetime | None, timedelta]:
    for form, span in _MOMENTS.items():
        try:
            return (datetime.strptime(at, form) if at is not None else None), span
        except ValueError:
            continue
    raise Unanswerable(f"{at!r} is no time of day: write it as 21:14 or 21:14:03")


def _deck(reveal: RevealOrder) -> DeckMap:
    if not reveal.reason.strip():
        raise Unanswerable("hidden cards are named only for a reason: say why")
    return DeckMap.load(reveal.deck_map)


def _read(path: Path, deck: DeckMap | None) -> tuple[list[HandStory], str]:
    """The hands that can be read, and a sentence on what cannot."""
    stories: list[HandStory] = []
    try:
        for story in hand_stories(path, reveal=deck):
            stories.append(story)
    except JournalBroken as error:
        return stories, _damage(path, error)
    except SessionError as error:
        if not stories:
            raise
        return stories, str(error)
    return stories, ""


def _damage(path: Path, error: JournalBroken) -> str:
    if error.line == 1:
        return f"{path} is no journal, or its first line is damaged: there is nothing to tell"
    return f"journal {path} is damaged in line {error.line}: nothing from there on can be relied on"


def _nothing(path: Path, stories: Sequence[HandStory], at: str | None, hand: int | None) -> str:
    numbers = [story.number for story in stories if story.number]
    if not numbers:
        return f"journal {path} holds no hand yet"
    held = f"journal {path} holds hands {numbers[0]} to {numbers[-1]}"
    if at is None:
        return f"{held}, not hand {hand}"
    first, last = moment_of(stories[0].started), moment_of(stories[-1].ended)
    if first is None or last is None:
        return f"{held}, but its times are no times of day: ask for a hand by its number"
    asked = "no hand" if hand is None else f"not hand {hand}"
    return f"{held}, from {first:%H:%M:%S} to {last:%H:%M:%S}, and {asked} at {at}"


def _print(path: Path, told: Sequence[HandStory], damage: str, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"journal": str(path), "hands": [asdict(story) for story in told], "fault": damage}))
        return
    for story in told:
        day = moment_of(story.started)
        print(f"--- {day:%Y-%m-%d}" if day else "---")
        print("\n".join(story.lines))


def _refuse(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
