"""The only owner of the table: a report or request in; sense or decide, apply, journal, project, publish.

A turn is journalled before anything of it is shown (design 3). The loop holds no thread and reads no clock:
the service and the stepper call it with the time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from controller import codec
from controller.asking import understood
from controller.deckcheck import DeckCheck
from controller.deckmap import DeckMap
from controller.journal import JournalFailed
from controller.projection import Projection, Service, project, shown_step
from controller.rules.cards import CardId, Face
from controller.rules.dealing import newest_hole_card
from controller.rules.decisions import decide
from controller.rules.events import Event, FaceShown, ImpossibleEvent
from controller.rules.prompts import Step
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.showdown import due_faces
from controller.rules.state import BETWEEN_HANDS, Table
from controller.rules.table import apply
from controller.sensing import (
    CardLeft,
    CardSeen,
    DeadlinePassed,
    ReaderState,
    Sensing,
    Sighting,
    StrangeTag,
    awaits_deck,
    follow,
    sense,
)
from controller.verify import differing
from controller.views import Answer, DealerView, Lamps, Message, PlayerView, Request
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, Report, TagGone, TagSeen

log = logging.getLogger(__name__)

HOLD = 2.0
TOO_FAST = 0.3
FLASH = 1.0
VERIFY_WINDOW = 3.0
REMEMBERED = 256


class Writer(Protocol):
    """What the loop needs of a journal: `append` returns when the disk has the turn for good."""

    def append(self, events: list[dict[str, object]], *, mono: float, wall: str) -> int:
        """Write one turn; raises `JournalFailed`."""


class Screens(Protocol):
    """Where snapshots go."""

    def publish(self, player: PlayerView, dealer: DealerView) -> None:
        """Send both snapshots to every connected screen; never blocks."""


Watch: TypeAlias = Callable[[Sequence[Event], Table, Table], object]


def unwatched(events: Sequence[Event], before: Table, after: Table) -> None:
    """Nobody is told of the turns."""


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where the loop's results go: the journal, the screens, the lamps, and what the wall clock says.

    `watch` is told of each turn that is on the disk, with the table before it and after it. `signed` says
    whether a floor person's name and PIN belong together.
    """

    journal: Writer
    screens: Screens
    lamps: Callable[[Lamps], None]
    wall: Callable[[], str]
    watch: Watch = unwatched
    signed: Callable[[str, str], bool] = lambda _name, _pin: False


class Loop:
    """The table and everything that happens to it, one turn at a time."""

    def __init__(self, table: Table, sensing: Sensing, deck: DeckMap, out: Outlets, now: float) -> None:
        self.table = table
        self.sensing = sensing
        self.service = Service()
        self._deck = deck
        self._out = out
        self._n = 0
        self._shown: Projection | None = None
        self._asking: Step | None = None
        self._asking_from = 0
        self._answers: dict[str, Answer] = {}
        self._prompt_since = now
        self._flash_until = 0.0
        self._verify_until = 0.0
        self._held_back = False

    def start(
        self,
        now: float,
        *,
        verify: bool,
        held: Sentence | None = None,
        remarks: tuple[Sentence, ...] = (),
    ) -> None:
        """Show the table as it was recovered; while cards are out it is verified against the readers first.

        With `held`, the reason, verification ends by the dealer's NEXT alone.
        """
        self.service = replace(self.service, remarks=remarks, verifying=verify, differs=held)
        self._held_back = held is not None
        self._verify_until = now + VERIFY_WINDOW
        self._turn((), now)

    def report(self, report: Report, now: float) -> None:
        """Take one report of a driver."""
        match report:
            case TagSeen(at=at, reader=reader, uid=uid):
                card = self._deck.card(uid)
                self._sense(CardSeen(at, reader, card) if card else StrangeTag(at, reader), now)
            case TagGone(at=at, reader=reader, uid=uid):
                card = self._deck.card(uid)
                gone = CardLeft(at, reader, card) if card else StrangeTag(at, reader, gone=True)
                self._sense(gone, now)
            case ReaderUp(at=at, reader=reader):
                self._sense(ReaderState(at, reader), now)
            case ReaderLost(at=at, reader=reader, reason=reason):
                log.warning("%s: %s", reader, reason)
                self._sense(ReaderState(at, reader, reason), now)
            case KeyDown(key=key):
                self._key(key, now)
            case KeyUp(key=key, held=held) if held >= HOLD:
                self._held(key, now)

    def request(self, request: Request, now: float) -> Answer:
        """Take one request of a console and answer it; a repeated id is answered, not applied."""
        if request.id in self._answers:
            return self._answers[request.id]
        answer = Answer(request.id, self._ask(request, now))
        self._answers[request.id] = answer
        while len(self._answers) > REMEMBERED:
            self._answers.pop(next(iter(self._answers)))
        return answer

    def tick(self, now: float) -> None:
        """Let the deadlines pass that are due."""
        due = [(t, wait) for wait, t in self.sensing.deadlines.items() if t <= now]
        for _, wait in sorted(due, key=lambda waiting: (waiting[0], str(waiting[1]))):
            if wait in self.sensing.deadlines:
                self._sense(DeadlinePassed(now, wait), now)
        if self.service.flashing and now >= self._flash_until:
            self.service = replace(self.service, flashing=frozenset())
            self._turn((), now)
        if self.service.verifying:
            self._verify(now)

    def next_deadline(self) -> float | None:
        """When `tick` is needed next, None for not before the next report or request."""
        times = [*self.sensing.deadlines.values()]
        if self.service.flashing:
            times.append(self._flash_until)
        if self.service.verifying and self.service.differs is None:
            times.append(self._verify_until)
        return min(times, default=None)

    def _sense(self, sighting: Sighting, now: float) -> None:
        if self.service.verifying and isinstance(sighting, CardSeen | CardLeft | DeadlinePassed):
            # While the table verifies, sightings only say what lies where.
            quiet = replace(self.table, phase=BETWEEN_HANDS[0])
            self.sensing, _ = sense(self.sensing, quiet, sighting)
            self._verify(now)
            return
        self.sensing, events = sense(self.sensing, self.table, sighting)
        self._turn(events, now)

    def _ask(self, request: Request, now: float) -> Message | None:
        if self.service.failed:
            return _message(self.service.failed)
        if not self._asking_from <= request.on <= self._n:
            return Message("refused.stale")
        if self.service.verifying:
            return self._ask_verifying(request, now)
        if request.ask == "ruling" and not self._out.signed(request.who, request.pin):
            return Message("refused.not_signed", {"name": request.who})
        if request.ask == "next" and awaits_deck(self.sensing, self.table):
            return self._pass_again(now)
        ask = understood(request, self._card)
        outcome = ask if isinstance(ask, Refused) else decide(self.table, ask)
        if isinstance(outcome, Refused):
            return _message(outcome.reason)
        self._turn(outcome, now)
        return _message(self.service.failed) if self.service.failed else None

    def _ask_verifying(self, request: Request, now: float) -> Message | None:
        if request.ask != "next":
            return Message("refused.not_now", {"ask": request.ask})
        self._verified(now)
        return None

    def _pass_again(self, now: float) -> Message | None:
        """What spoilt the deck check is out; a passage that nothing spoilt ends with its last card alone."""
        if self.sensing.check.spoilt is None:
            return Message("refused.unverified", {"cards": self.table.setup.deck_size})
        self.sensing = replace(self.sensing, check=DeckCheck())
        self._turn((), now)
        return None

    def _card(self, face: Face) -> CardId:
        return self._deck.card_of(self.table.deck or self.table.setup.deck, face)

    def _key(self, key: str, now: float) -> None:
        if key not in ("next", "floor", "clock", "exposed"):
            return
        if now - self._prompt_since < TOO_FAST:
            self._flash_until = now + FLASH
            self.service = replace(self.service, flashing=frozenset({f"{key}"}))
            self._turn((), now)
            return
        if key == "exposed":
            seat, card = newest_hole_card(self.table)
            self._pressed(key, now, seat=seat, card=card)
            return
        timed = self._shown.player.actor if key == "clock" and self._shown else 0
        self._pressed(key, now, seat=timed)

    def _held(self, key: str, now: float) -> None:
        if key == "undo":
            self._pressed("undo", now)
        elif key == "next" and self._shown and self._shown.dealer.redeal:
            self._pressed("redeal", now)
        elif key.startswith("seat "):
            self._pressed("table", now, seat=int(key.removeprefix("seat ")))

    def _pressed(self, ask: str, now: float, seat: int = 0, card: int = 0) -> None:
        refused = self._ask(Request(id="", on=self._n, ask=ask, seat=seat, to=card), now)
        if refused:
            log.info("key %s: %s", ask, refused.id)

    def _turn(self, events: tuple[Event, ...], now: float) -> None:
        """Apply, let the sensing follow, journal, then show; nothing is shown that is not on the disk."""
        if self.service.failed:
            return
        try:
            table, sensing, happened = self._settled(events, now)
            if happened:
                turn = [codec.encode(event) for event in happened]
                self._out.journal.append(turn, mono=now, wall=self._out.wall())
        except JournalFailed as error:
            log.error("%s", error)
            self.service = replace(self.service, failed=say("health.journal_failed", why=str(error)))
        except ImpossibleEvent as error:
            log.error("%s", error)
            self.service = replace(self.service, failed=say("unresolved.journal"))
        else:
            before, self.table, self.sensing = self.table, table, sensing
            if happened:
                self._out.watch(happened, before, table)
        self._show(now)

    def _settled(self, events: tuple[Event, ...], now: float) -> tuple[Table, Sensing, list[Event]]:
        table, sensing, happened = self.table, self.sensing, []
        while True:
            for event in events:
                table = apply(table, event)
                happened.append(event)
            for card, because in due_faces(table):
                shown = FaceShown(card, self._deck.face(card), because)
                table = apply(table, shown)
                happened.append(shown)
            if self.service.verifying:
                return table, sensing, happened
            sensing, events = follow(sensing, table, now)
            if not events:
                return table, sensing, happened

    def _show(self, now: float) -> None:
        shown = project(self.table, self.sensing, self.service, self._n)
        if self._shown is not None and shown == self._shown:
            return
        self._n += 1
        step = shown_step(self.table, self.service)
        if self.table.clock is not None:
            # What the clock says is no other question: acting in the instant of zero stands (T24-29).
            step = replace(step, detail=None)
        if step != self._asking:
            self._asking, self._asking_from, self._prompt_since = step, self._n, now
        self._shown = project(self.table, self.sensing, self.service, self._n)
        self._out.lamps(self._shown.lamps)
        self._out.screens.publish(self._shown.player, self._shown.dealer)

    def _verify(self, now: float) -> None:
        if self._held_back:
            return
        if self.table.phase in BETWEEN_HANDS:
            # Cards of the last hand may lie there or be collected: the readers need time to say which.
            if now >= self._verify_until:
                self._verified(now)
            return
        differs = differing(self.sensing, self.table)
        if differs is None:
            self._verified(now)
        elif now >= self._verify_until and self.service.differs != differs:
            self.service = replace(self.service, differs=differs)
            self._turn((), now)

    def _verified(self, now: float) -> None:
        """Play on: what readers see beyond the ledger is sensed as if it had just come to rest."""
        self.service = replace(self.service, verifying=False, differs=None)
        self._turn((), now)
        for card, readers in list(self.sensing.present.items()):
            for reader in readers:
                self._sense(CardSeen(now, reader, card), now)


def _message(sentence: Sentence) -> Message:
    return Message(sentence.id, sentence.args)
