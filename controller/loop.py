"""The only owner of the table: a report or request in; sense or decide, apply, journal, project, publish.

A turn is journalled before anything of it is shown (design 3). The loop holds no thread and reads no clock:
the service and the stepper call it with the time.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace

from controller import codec
from controller.access import Desk
from controller.asking import understood
from controller.choices import filled
from controller.deckmap import DeckMap
from controller.door import BADGE, FLOOR_ASKS, SIGNING, Door
from controller.floordesk import FloorDesk
from controller.floorview import floor_view
from controller.integrity import alarms
from controller.journal import JournalFailed
from controller.memory import Memory, Turn
from controller.outlets import Outlets
from controller.projection import Projection, Service, project, shown_step
from controller.reported import note, sighting
from controller.reveals import RevealFailed
from controller.rules.cards import BURN, SHOE, CardId, Face
from controller.rules.decisions import decide
from controller.rules.events import Event, FaceShown, ImpossibleEvent
from controller.rules.looking import hand_of
from controller.rules.prompts import Step
from controller.rules.requests import Reveal, Rule
from controller.rules.sentence import Refused, Sentence, say
from controller.rules.showdown import due_faces
from controller.rules.state import BETWEEN_HANDS, Table
from controller.rules.table import apply
from controller.sensing import (
    CardLeft,
    CardSeen,
    DeadlinePassed,
    Sensing,
    Sighting,
    Wait,
    follow,
    sense,
)
from controller.stubcheck import awaits_deck, end, wanted
from controller.verify import differing
from controller.views import (
    Answer,
    ChoiceView,
    Message,
    PreviewView,
    Request,
    RevealView,
)
from drivers.reports import KeyDown, KeyUp, PowerWeak, Report, TagGone, TagSeen

log = logging.getLogger(__name__)

HOLD = 2.0
TOO_FAST = 0.3
FLASH = 1.0
VERIFY_WINDOW = 3.0
REMEMBERED = 256


class Loop:
    """The table and everything that happens to it, one turn at a time."""

    def __init__(
        self,
        table: Table,
        sensing: Sensing,
        deck: DeckMap,
        out: Outlets,
        now: float,
        memory: Memory | None = None,
    ) -> None:
        self.table = table
        self.sensing = sensing
        self._memory = memory or Memory()
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
        self._door = Door(out.people)
        self._floor = FloorDesk(
            self._door, out.screens, self._turned, lambda now: self._show(now, again=True)
        )

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

    @property
    def shown(self) -> Projection:
        """What the screens and lamps were given last."""
        assert self._shown is not None, "nothing was shown before the start"
        return self._shown

    def report(self, report: Report, now: float) -> None:
        """Take one report of a driver."""
        match report:
            case TagSeen(reader=reader, uid=uid) if reader == BADGE:
                if not self.service.failed:
                    self._floor.badge(uid, now)
            case TagGone(reader=reader) if reader == BADGE:
                pass
            case PowerWeak(weak=weak):
                note(report)
                self.service = replace(self.service, power_weak=weak)
                self._turn((), now)
            case KeyDown(key=key):
                self._key(key, now)
            case KeyUp(key=key, held=held):
                if held >= HOLD:
                    self._held(key, now)
            case _:
                note(report)
                self._sense(sighting(report, self._deck), now)

    def request(self, request: Request, now: float, desk: Desk | None = None) -> Answer:
        """Take one request of a console and answer it; a repeated id is answered, not applied.

        It comes from the dealer's screen unless `desk` says otherwise.
        """
        if request.id in self._answers:
            return self._answers[request.id]
        answer = Answer(request.id, self._ask(request, desk or Desk(), now))
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
        self._floor.left(now)
        if self._door.opened(now):
            self._show(now, again=True)
        if self.service.verifying:
            self._verify(now)

    def next_deadline(self) -> float | None:
        """When `tick` is needed next, None for not before the next report or request."""
        times = [
            *self.sensing.deadlines.values(),
            *self._door.locks.until.values(),
            *self._floor.deadlines(),
        ]
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

    def _ask(self, request: Request, desk: Desk, now: float) -> Message | None:
        if self.service.failed:
            return _message(self.service.failed)
        if request.ask in SIGNING:
            return self._floor.sign(request, desk, now)
        if request.ask in FLOOR_ASKS or desk.screen == "floor":
            return self._floor.ask(request, desk, now, lambda signed: self._ask_table(signed, desk, now))
        return self._ask_table(request, desk, now)

    def _ask_table(self, request: Request, desk: Desk, now: float) -> Message | None:
        if not self._asking_from <= request.on <= self._n:
            return Message("refused.stale")
        if self.service.verifying:
            return self._ask_verifying(request, now)
        if request.ask == "next" and awaits_deck(self.sensing, self.table):
            return self._passed(now)
        if request.ask == "preview":
            return self._preview(request, desk)
        ask = understood(request, self._card)
        decided = ask if isinstance(ask, Refused) else decide(self.table, ask)
        if isinstance(decided, Refused):
            return _message(decided.reason)
        if isinstance(ask, Reveal):
            return self._reveal(ask, request.id, decided, desk, now)
        return self._turned(decided, now)

    def _preview(self, request: Request, desk: Desk) -> Message | None:
        ask = understood(replace(request, ask="ruling"), self._card)
        choice = filled(self.table, ask) if isinstance(ask, Rule) else ask
        if isinstance(choice, Refused):
            return _message(choice.reason)
        if isinstance(choice, ChoiceView):
            desk.enclosed.append(PreviewView(request.id, choice))
        return None

    def _reveal(
        self, ask: Reveal, re: str, decided: tuple[Event, ...], desk: Desk, now: float
    ) -> Message | None:
        """The faces of a hand to the floor screen that asked, once they are on record (design 5.4)."""
        cards = [p.card for p in hand_of(self.table, ask.seat)]
        faces = tuple(self._deck.face(c).text if c and not c.is_joker else "??" for c in cards)
        entry = {"type": "HandRevealed", "who": ask.who, "reason": ask.why, "hand": self.table.hand}
        try:
            self._out.reveal({**entry, "seat": ask.seat, "cards": list(faces)}, now)
        except RevealFailed as error:
            log.error("%s", error)
            return Message("refused.reveal_failed", {"why": str(error)})
        failed = self._turned(decided, now)
        if not failed and desk.screen == "floor":
            desk.enclosed.append(RevealView(re, ask.seat, faces))
        return failed

    def _ask_verifying(self, request: Request, now: float) -> Message | None:
        if request.ask != "next":
            return Message("refused.not_now", {"ask": request.ask})
        self._verified(now)
        return None

    def _passed(self, now: float) -> Message | None:
        """NEXT while deck or stub pass the shoe antenna: what spoilt the deck is out, or that is all."""
        those = wanted(self.table)
        if those is None or self.table.open:
            return Message("refused.stopped")
        ended = end(self.sensing, self.table, those)
        if isinstance(ended, Refused):
            return _message(ended.reason)
        self.sensing, events = ended
        return self._turned(events, now)

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
        newest = self.table.pieces[-1] if self.table.pieces else None
        if key == "exposed" and newest and newest.place == BURN:
            key = "burn-exposed"
        timed = self._shown.player.actor if key == "clock" and self._shown else 0
        self._pressed(key, now, seat=timed)

    def _held(self, key: str, now: float) -> None:
        if key == "undo":
            self._pressed("undo", now)
        elif key == "next" and self._shown and self._shown.dealer.redeal:
            self._pressed("redeal", now)
        elif key.startswith("seat "):
            self._pressed("table", now, seat=int(key.removeprefix("seat ")))

    def _pressed(self, ask: str, now: float, seat: int = 0) -> None:
        refused = self._ask(Request(id="", on=self._n, ask=ask, seat=seat), Desk(), now)
        if refused:
            log.info("key %s: %s", ask, refused.id)

    def _turned(self, events: Sequence[Event], now: float) -> Message | None:
        """Take a turn; the sentence is why nothing of it is on the disk."""
        self._turn(events, now)
        return _message(self.service.failed) if self.service.failed else None

    def _turn(self, events: Sequence[Event], now: float) -> None:
        """Apply, let the sensing follow, journal, then show; nothing is shown that is not on the disk."""
        if self.service.failed:
            return
        before = self.table
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
            self.table, self.sensing = table, sensing
            self._memory = self._memory.followed(Turn(now, tuple(happened), before, table))
            self._compare_orders()
            if happened:
                self._out.watch(happened, before, table)
        self._show(now)
        if before.phase in BETWEEN_HANDS and self.table.phase not in BETWEEN_HANDS:
            # NEXT was pressed late: what was dealt before it is dealt (users.md 83).
            self._take_in({str(SHOE)}, now)

    def _compare_orders(self) -> None:
        """Whether the deal repeats the one before it: a remark for the dealer (users.md 86)."""
        if self._memory.orders.repeats:
            wait = Wait("order", n=self.table.hand)
            self.sensing = self.sensing.remarked(wait, say("health.same_order"))

    def _settled(self, events: Sequence[Event], now: float) -> tuple[Table, Sensing, list[Event]]:
        table, sensing, happened = self.table, self.sensing, []
        while True:
            for event in events:
                table = apply(table, event)
                happened.append(event)
            for card, because in due_faces(table):
                if card.is_joker:
                    continue
                shown = FaceShown(card, self._deck.face(card), because)
                table = apply(table, shown)
                happened.append(shown)
            for alarm in alarms(self._deck, table):
                table = apply(table, alarm)
                happened.append(alarm)
            if self.service.verifying:
                return table, sensing, happened
            sensing, events = follow(sensing, table, now)
            if not events:
                return table, sensing, happened

    def _show(self, now: float, *, again: bool = False) -> None:
        service = replace(self.service, outcome=self._memory.outcome)
        shown = project(self.table, self.sensing, service, self._n)
        if self._shown is not None and shown == self._shown and not again:
            return
        self._n += 1
        step = shown_step(self.table, self.service)
        if self.table.clock is not None:
            # What the clock says is no other question: acting in the instant of zero stands (T24-29).
            step = replace(step, detail=None)
        if step != self._asking:
            self._asking, self._asking_from, self._prompt_since = step, self._n, now
        self._shown = shown.numbered(self._n)
        self._out.lamps(self._shown.lamps)
        self._out.screens.publish(self._shown.player, self._shown.dealer)
        dealer = self._shown.dealer
        sign_in = self._door.view(self.table, self._n, now)
        self._out.screens.publish_floor(sign_in, lambda: floor_view(self.table, dealer, self._memory, now))

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
        """Play on from what readers and ledger agree on."""
        self.service = replace(self.service, verifying=False, differs=None)
        self._turn((), now)
        self._take_in(set(), now)

    def _take_in(self, but: Collection[str], now: float) -> None:
        """What readers see beyond the ledger is sensed as if it had just come to rest, the oldest first."""
        lying = [
            (since, reader, card)
            for card, readers in self.sensing.present.items()
            for reader, since in readers.items()
            if reader not in but
        ]
        for _, reader, card in sorted(lying, key=lambda seen: seen[:2]):
            self._sense(CardSeen(now, reader, card), now)


def _message(sentence: Sentence) -> Message:
    return Message(sentence.id, sentence.args)
