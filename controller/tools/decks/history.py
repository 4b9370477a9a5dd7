"""`tablectl deck history`: the book of decks, and the sessions in which each deck map was in play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from controller import deckbook
from controller.deckbook import Entry, What
from controller.journal import JournalBroken, JournalFailed, read_header
from controller.rules.dealing import deck_in_use
from controller.rules.events import HandStarted
from controller.session import SessionError
from controller.tools.decks import errand
from controller.tools.decks.cardnames import counted
from controller.tools.decks.errand import OK
from controller.tools.story import moment_of, turns

_OTHERS = {"cut_cards": "cut card", "jokers": "joker"}
_COUNTS = ("missing", "twice", "foreign", "revoked", "unknown")


@dataclass(frozen=True, slots=True)
class Played:
    """One session: the version of its deck map, and from which hand on which deck was dealt from.

    `fault` says why not everything of it can be told, or is empty.
    """

    session: str
    version: str
    decks: tuple[tuple[int, str], ...] = ()
    fault: str = ""


def history_command(config: Path, *, as_json: bool) -> int:
    """Print what happened to the decks and where they were played; the exit code."""

    def printed() -> int:
        settings = errand.settings_in(config)
        book = deckbook.entries(settings.journal / deckbook.NAME)
        sessions = [played(path) for path in sorted(settings.journal.glob("session-[0-9]*-*.jsonl"))]
        if as_json:
            told = {"book": [asdict(entry) for entry in book], "sessions": [asdict(s) for s in sessions]}
            print(json.dumps(told))
        else:
            print("\n".join([*map(line, book), *_of_sessions(sessions)]) or "nothing is on record yet")
        return OK

    return errand.run(printed)


def played(path: Path) -> Played:
    """Which decks a session was dealt from; a journal that is damaged is told up to the damage."""
    version, decks = "", list[tuple[int, str]]()
    try:
        version = str(read_header(path).get("deck_map", ""))
        for _, events, after in turns(path):
            started = [event.number for event in events if isinstance(event, HandStarted)]
            deck = deck_in_use(after)
            if started and (not decks or decks[-1][1] != deck):
                decks.append((started[-1], deck))
    except (JournalBroken, JournalFailed, SessionError) as error:
        return Played(path.name, version, tuple(decks), str(error))
    return Played(path.name, version, tuple(decks))


def line(entry: Entry) -> str:
    """One entry as people read it."""
    moment = moment_of(entry.wall)
    when = f"{moment:%Y-%m-%d %H:%M:%S}" if moment else entry.wall
    return f"{when}  {_happened(entry)}"


def _happened(entry: Entry) -> str:
    deck, who, facts = entry.deck, " and ".join(entry.who), entry.facts
    match entry.what:
        case What.ENROLLED:
            others = ", ".join(counted(int(facts.get(key, 0)), what) for key, what in _OTHERS.items())
            what = f"{facts.get('back')} back, {facts.get('cards')} cards, {others}"
            return f"deck {deck} enrolled by {who}: {what}; deck map {entry.version}"
        case What.CHECKED:
            return f"deck {deck} checked by {who}: {_result(entry)}"
        case What.REPLACED:
            return f"a card of deck {deck} replaced, signed by {who}"
        case What.RETIRED:
            return f"deck {deck} retired by {who}; deck map {entry.version}"
        case What.FAILED:
            return f"the deck map could not be written: the line before, on deck {deck}, did not happen"


def _result(entry: Entry) -> str:
    facts = entry.facts
    wrong = [f"{facts[key]} {key}" for key in _COUNTS if facts.get(key)]
    told = "complete" if facts.get("complete") else f"NOT complete ({', '.join(wrong)})"
    return f"{told}, in the order of a new deck" if facts.get("unshuffled") else told


def _of_sessions(sessions: Sequence[Played]) -> Iterator[str]:
    for version in dict.fromkeys(session.version for session in sessions):
        yield f"Sessions with deck map {version or 'unknown'}:"
        for session in sessions:
            if session.version == version:
                yield f"  {session.session}: {_dealt(session)}"


def _dealt(session: Played) -> str:
    told = [f"deck {deck} from hand {hand} on" for hand, deck in session.decks]
    if session.fault:
        told.append(session.fault)
    return ", ".join(told) or "no hand"
