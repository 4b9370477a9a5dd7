"""`tablectl enroll`: a deck is made known to the table, card by card, at one of its readers (design 5.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from controller.deckbook import Entry, What
from controller.deckentries import is_back, is_deck
from controller.deckmap import DeckMap
from controller.service import people_of
from controller.settings import TableSettings
from controller.tools.decks import errand, progress
from controller.tools.decks.antenna import Antenna, Crowd, Rests, Trouble
from controller.tools.decks.cardnames import IN_TURN, counted
from controller.tools.decks.enrolment import Enrolment, Objection, Stage
from controller.tools.decks.errand import OK, Unsuitable
from controller.tools.decks.mapchange import change
from controller.tools.decks.newtag import Known
from controller.tools.decks.progress import Progress
from controller.tools.decks.standstill import closed, stopped
from controller.tools.decks.terminal import Terminal
from controller.tools.login import login_name

TAKE_BACK = "b"
KEPT = "What was laid down is kept: `tablectl enroll` goes on with it."


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for at the command line: None for what was not said."""

    config: Path
    reader: str | None = None
    deck: str | None = None
    back: str | None = None
    replaces: bool = False


def enroll_command(order: Order) -> int:
    """Enrol a deck, or go on with an enrolment that was interrupted; the exit code."""

    def guided() -> int:
        settings = errand.settings_in(order.config)
        reader = errand.chosen_reader(settings, order.reader)
        terminal = Terminal()
        sitting = Sitting.opened(settings, order, terminal)
        with errand.listening(settings, reader) as antenna:
            return sitting.enrol(antenna)

    return errand.run(guided, kept=KEPT)


@dataclass(slots=True)
class Sitting:
    """The enrolment of one deck with a terminal beside it; `former` is the deck map in force, if any."""

    settings: TableSettings
    terminal: Terminal
    former: DeckMap | None
    enrolment: Enrolment
    replaces: bool

    @classmethod
    def opened(cls, settings: TableSettings, order: Order, terminal: Terminal) -> Sitting:
        """A new enrolment, or the interrupted one where the owner wants to go on with it.

        Raises `Unsuitable`, `NobodyThere`, `InPlay`, `DeckMapError`, `JournalFailed` and `ProgressLost`.
        """
        stopped(settings)
        former = DeckMap.load(settings.deck_map) if settings.deck_map.exists() else None
        path = progress.path_of(settings.deck_map)
        so_far = progress.kept(path)
        if so_far and (_is_done(so_far, former) or not _goes_on(so_far, terminal)):
            progress.clear(path)
            so_far = None
        begun = so_far or _asked(order, former, terminal)
        if begun.replaces:
            closed(settings)
        others = _others(former, begun)
        start = Enrolment(begun.deck, begun.back, Known(others, people_of(settings)))
        return cls(settings, terminal, former, begun.resumed(start), begun.replaces)

    def enrol(self, antenna: Antenna) -> int:
        """Ask for card after card until the deck is complete, then put the deck map in force.

        Raises `ReaderGone`, `ProgressLost`, `DeckbookFailed` and `DeckMapError`.
        """
        self.terminal.say(f"Deck {self.enrolment.deck}, {self.enrolment.back} back.")
        self.terminal.say(f"{TAKE_BACK} and Enter takes the last card back; Ctrl-C stops and loses nothing.")
        self._ask(antenna)
        while self.enrolment.stage is not Stage.DONE:
            self._listen(antenna)
            for line in self.terminal.lines():
                self._enter(line, antenna)
            if self.terminal.ended and self.enrolment.stage > Stage.CARDS:
                # Whoever laid down the cards is not there to say that there are no more.
                self._enter("", antenna)
        self._finish()
        return OK

    def _listen(self, antenna: Antenna) -> None:
        for heard in antenna.listen():
            match heard:
                case Rests(uid=uid):
                    self._lay(uid, antenna)
                case Crowd():
                    self.terminal.say("More than one card lies there: lay down one at a time.")
                case Trouble(sentence=sentence):
                    self.terminal.say(f"{sentence}.")

    def _lay(self, uid: str, antenna: Antenna) -> None:
        taken = self.enrolment.take(uid)
        if isinstance(taken, Objection):
            self.terminal.say(f"Not taken: {taken.sentence}.")
        else:
            count = f" ({len(taken.cards)} of {len(IN_TURN)})" if self.enrolment.face else ""
            self._keep(taken)
            self.terminal.say(f"  {taken.last}: taken{count}")
        self._ask(antenna)

    def _enter(self, line: str, antenna: Antenna) -> None:
        if line.lower() == TAKE_BACK:
            last = self.enrolment.last
            self._keep(self.enrolment.taken_back())
            self.terminal.say(f"The {last} is taken back." if last else "Nothing was laid down yet.")
        elif not line:
            self._keep(self.enrolment.enough())
        else:
            self.terminal.say(f"{line!r} says nothing here: {TAKE_BACK} takes the last card back.")
        if self.enrolment.stage is not Stage.DONE:
            self._ask(antenna)

    def _ask(self, antenna: Antenna) -> None:
        self.terminal.say(self.enrolment.ask(antenna.name))

    def _keep(self, enrolment: Enrolment) -> None:
        self.enrolment = enrolment
        progress.keep(progress.path_of(self.settings.deck_map), enrolment, replaces=self.replaces)

    def _finish(self) -> None:
        done, after = self.enrolment, self.enrolment.enrolled()
        counts = {"cards": len(done.cards), "cut_cards": len(done.cut_cards), "jokers": len(done.jokers)}
        entry = Entry(What.ENROLLED, done.deck, after.version, (login_name(),), {"back": done.back, **counts})
        for told in change(self.settings, self.former, after, entry):
            self.terminal.say(told)
        progress.clear(progress.path_of(self.settings.deck_map))
        others = f"{counted(counts['cut_cards'], 'cut card')} and {counted(counts['jokers'], 'joker')}"
        self.terminal.say(
            f"Deck {done.deck} is enrolled: {counts['cards']} cards, {others}, {done.back} back."
        )
        self.terminal.say(f"Now pass it over the shoe reader: tablectl deck check --deck {done.deck}")


def _is_done(so_far: Progress, former: DeckMap | None) -> bool:
    """Whether the power was cut after the deck was enrolled, before the progress was cleared."""
    if former is None or so_far.replaces or len(so_far.cards) < len(IN_TURN):
        return False
    return {former.card(uid) for uid in so_far.cards} == _cards_of(former, so_far.deck)


def _cards_of(decks: DeckMap, deck: str) -> Iterable[object]:
    return decks.cards(deck) if deck in decks.decks else frozenset()


def _goes_on(so_far: Progress, terminal: Terminal) -> bool:
    count = f"{len(so_far.cards)} of {len(IN_TURN)} cards"
    terminal.say(f"An enrolment of deck {so_far.deck} was interrupted after {count}.")
    said = terminal.ask("Enter goes on with it; n begins anew.")
    return said.lower() not in ("n", "no")


def _asked(order: Order, former: DeckMap | None, terminal: Terminal) -> Progress:
    """The enrolment that the command line and the owner describe."""
    here = former.decks if former else ()
    deck = order.deck or _free(here)
    if not is_deck(deck):
        raise Unsuitable(f"{deck!r} cannot be the name of a deck: 1 to 8 letters or digits")
    if deck in here and not order.replaces:
        raise Unsuitable(f"deck {deck} is enrolled: --replace-deck enrols it anew, --deck names another")
    if order.replaces and deck not in here:
        raise Unsuitable(f"deck {deck} is not enrolled, so there is none to replace")
    back = order.back or terminal.ask("What colour is the back?")
    if not is_back(back):
        raise Unsuitable(f"{back!r} is no colour: at most 16 letters")
    return Progress(deck, back, order.replaces)


def _free(taken: Iterable[str]) -> str:
    return next(letter for letter in ascii_uppercase if letter not in set(taken))


def _others(former: DeckMap | None, begun: Progress) -> DeckMap | None:
    """The decks beside the one that is enrolled."""
    if former is None or not begun.replaces:
        return former
    return former.without(begun.deck) if former.decks != (begun.deck,) else None
