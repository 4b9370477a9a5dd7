"""`tablectl deck`: errands with an enrolled deck: check it, replace a card, list the decks, retire one."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from math import inf
from pathlib import Path

from controller import deckbook
from controller.deckbook import DeckbookFailed, Entry, What
from controller.deckentries import CUT_CARD, JOKER, REVOKED
from controller.deckmap import DeckMap
from controller.rules.cards import Face
from controller.service import people_of
from controller.settings import TableSettings
from controller.tools.decks import errand
from controller.tools.decks.antenna import Antenna, Crowd, Passed, Rests, Trouble
from controller.tools.decks.cardnames import counted, name
from controller.tools.decks.errand import NO, OK, Unsuitable
from controller.tools.decks.mapchange import change, write
from controller.tools.decks.newtag import Known
from controller.tools.decks.passage import DeckPass
from controller.tools.decks.signing import two_names
from controller.tools.decks.standstill import between_hands, closed, stopped
from controller.tools.decks.terminal import Terminal
from controller.tools.login import login_name
from controller.tools.story import moment_of

# So long nothing passes any more: the deck is through, or nobody is there to say so.
THROUGH = 2.0
ALONE = 15.0


def check_command(config: Path, *, reader: str | None, deck: str | None, as_json: bool) -> int:
    """Pass a deck over a reader and tell what it is; 0 for complete, 1 for not."""

    def checked() -> int:
        settings = errand.settings_in(config)
        stopped(settings)
        decks = DeckMap.load(settings.deck_map)
        start = DeckPass(errand.chosen_deck(decks, deck), decks)
        chosen = errand.chosen_reader(settings, reader)
        terminal = Terminal(out=sys.stderr if as_json else sys.stdout)
        with errand.listening(settings, chosen) as antenna:
            done = passage(start, antenna, terminal)
        return told(settings, done, as_json=as_json)

    return errand.run(checked)


def passage(check: DeckPass, antenna: Antenna, terminal: Terminal) -> DeckPass:
    """The check after everything has passed: Enter, or the last card, ends it; raises `ReaderGone`."""
    whole = len(check.decks.cards(check.deck))
    terminal.say(f"Pass deck {check.deck} over the {antenna.name} reader, card by card. Enter ends it.")
    last = antenna.now()
    while True:
        for heard in antenna.listen():
            match heard:
                case Passed(uid=uid):
                    check, last = check.passed(uid), antenna.now()
                    terminal.count(f"{len(check.order)} of {whole}")
                case Trouble(sentence=sentence):
                    terminal.say(f"{sentence}.")
        wait = THROUGH if not check.missing else ALONE if terminal.ended else inf
        if terminal.lines() or antenna.now() - last >= wait:
            return check


def told(settings: TableSettings, check: DeckPass, *, as_json: bool) -> int:
    """Print the result and put it on record; raises `DeckbookFailed` after that was printed."""
    print(json.dumps(check.named()) if as_json else "\n".join(check.sentences()), flush=True)
    entry = Entry(What.CHECKED, check.deck, check.decks.version, (login_name(),), check.counts())
    if mended := write(settings, entry):
        print(mended, file=sys.stderr)
    return OK if check.complete else NO


def replace_command(config: Path, *, reader: str | None, deck: str | None, face: str) -> int:
    """Give a card of a deck a new tag, under two names; the exit code."""

    def replaced() -> int:
        settings = errand.settings_in(config)
        card = _face(face)
        between_hands(settings)
        decks = DeckMap.load(settings.deck_map)
        of, chosen = errand.chosen_deck(decks, deck), errand.chosen_reader(settings, reader)
        terminal = Terminal()
        who = two_names(people_of(settings), terminal)
        with errand.listening(settings, chosen) as antenna:
            uid = laid_down(card, Known(decks, people_of(settings)), antenna, terminal)
        entry = Entry(What.REPLACED, of, decks.version, who)
        for sentence in change(settings, decks, decks.replaced(of, card, uid), entry):
            terminal.say(sentence)
        terminal.say(f"The {name(card)} of deck {of} is replaced, and the tag of the old one revoked.")
        terminal.say(f"Destroy the old card, then: tablectl deck check --deck {of}")
        return OK

    return errand.run(replaced)


def laid_down(face: Face, known: Known, antenna: Antenna, terminal: Terminal) -> str:
    """The tag of the new card, when one that may be taken rests on the reader; raises `ReaderGone`."""
    while True:
        terminal.say(f"Lay the new {name(face)} on the {antenna.name} reader.")
        uid = _resting(antenna, terminal)
        if not (objection := known.objection(uid)):
            return uid
        terminal.say(f"Not taken: {objection}.")


def list_command(config: Path, *, as_json: bool) -> int:
    """Print the enrolled decks; the exit code."""

    def listed() -> int:
        settings = errand.settings_in(config)
        rows = _rows(DeckMap.load(settings.deck_map), _enrolments(settings.journal / deckbook.NAME))
        print(json.dumps(rows) if as_json else "\n".join(map(_line, rows)))
        return OK

    return errand.run(listed)


def retire_command(config: Path, *, deck: str) -> int:
    """Take a deck out of the deck map; the exit code."""

    def retired() -> int:
        settings = errand.settings_in(config)
        closed(settings)
        decks = DeckMap.load(settings.deck_map)
        if decks.decks == (errand.chosen_deck(decks, deck),):
            raise Unsuitable(
                f"deck {deck} is the only one: enrol another first, or enrol it anew (enroll --replace-deck)"
            )
        after = decks.without(deck)
        entry = Entry(What.RETIRED, deck, after.version, (login_name(),))
        for sentence in change(settings, decks, after, entry):
            print(sentence)
        print(f"Deck {deck} is retired: its cards are strangers at this table from now on.")
        return OK

    return errand.run(retired)


def _face(text: str) -> Face:
    try:
        return Face.parse(text)
    except ValueError as error:
        raise Unsuitable(str(error)) from None


def _resting(antenna: Antenna, terminal: Terminal) -> str:
    while True:
        for heard in antenna.listen():
            match heard:
                case Rests(uid=uid):
                    return uid
                case Crowd():
                    terminal.say("More than one card lies there: lay down the new one alone.")
                case Trouble(sentence=sentence):
                    terminal.say(f"{sentence}.")


def _enrolments(path: Path) -> Mapping[str, Entry]:
    """The enrolment of each deck, as far as the book tells it."""
    try:
        book = deckbook.standing(deckbook.entries(path))
    except DeckbookFailed as error:
        print(error, file=sys.stderr)
        return {}
    return {entry.deck: entry for entry in book if entry.what is What.ENROLLED}


def _rows(decks: DeckMap, enrolments: Mapping[str, Entry]) -> list[dict[str, object]]:
    nobody = Entry(What.ENROLLED, "", "", ())
    return [
        {
            "deck": deck,
            "back": decks.back(deck),
            "cards": len(decks.cards(deck)),
            "jokers": decks.tagged(deck, JOKER),
            "cut_cards": decks.tagged(deck, CUT_CARD),
            "revoked": decks.tagged(deck, REVOKED),
            "enrolled": enrolments.get(deck, nobody).wall,
            "by": " and ".join(enrolments.get(deck, nobody).who),
        }
        for deck in decks.decks
    ]


def _line(row: Mapping[str, object]) -> str:
    moment = moment_of(str(row["enrolled"]))
    when = f"{moment:%Y-%m-%d %H:%M}" if moment else "nobody noted when"
    others = [
        counted(int(str(row[key])), what)
        for key, what in (("jokers", "joker"), ("cut_cards", "cut card"), ("revoked", "revoked card"))
    ]
    back = row["back"] or "unknown"
    by = f" by {row['by']}" if row["by"] else ""
    return f"{row['deck']}: {back} back, {row['cards']} cards, {', '.join(others)}; enrolled {when}{by}"
