"""The floor's side of the loop: who signs in, who may ask, and what goes on record of those who may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from controller.access import Desk
from controller.door import FLOOR_ASKS, Door, Verdict, reason, subject
from controller.outlets import Screens
from controller.rules.events import Attempted, Event, FloorSigned
from controller.views import Message, Request

# A floor person who asks nothing for so long has left the screen, and others can reach it.
IDLE = 180.0

# Journals and shows one turn; the sentence is why it could not.
Turn: TypeAlias = Callable[[Sequence[Event], float], Message | None]


class FloorDesk:
    """Signing in and out, by PIN and by badge, and the signature under what the floor asks.

    `turn` puts events into the journal, `refresh` sends every screen what is shown, as a new snapshot.
    """

    def __init__(self, door: Door, screens: Screens, turn: Turn, refresh: Callable[[float], None]) -> None:
        self._door = door
        self._screens = screens
        self._turn = turn
        self._refresh = refresh

    def sign(self, request: Request, desk: Desk, now: float) -> Message | None:
        """Sign in or out on this connection, or why not."""
        if desk.screen != "floor":
            return Message("refused.not_here")
        if request.ask == "sign-out":
            desk.who = ""
        elif refused := self._stranger(request.who, request.pin, request.ask, now):
            return refused
        elif failed := self._turn((FloorSigned(request.who),), now):
            return failed
        else:
            desk.who, desk.until = request.who, now + IDLE
        self._refresh(now)
        return None

    def badge(self, uid: str, now: float) -> None:
        """A tag came to the badge reader: every floor screen is signed in as its wearer."""
        who, verdict = self._door.badge(uid, now)
        self._record(verdict, now)
        desks = self._screens.floor_desks() if who else ()
        for desk in desks:
            desk.who, desk.until = who, now + IDLE
        if desks:
            self._turn((FloorSigned(who),), now)
            self._refresh(now)

    def left(self, now: float) -> None:
        """Sign out where nobody has asked for anything for `IDLE` seconds."""
        over = [desk for desk in self._signed() if desk.until <= now]
        for desk in over:
            desk.who = ""
        if over:
            self._refresh(now)

    def deadlines(self) -> tuple[float, ...]:
        """When each screen that somebody signed in at is signed out, if he asks nothing more."""
        return tuple(desk.until for desk in self._signed())

    def ask(
        self, request: Request, desk: Desk, now: float, put: Callable[[Request], Message | None]
    ) -> Message | None:
        """What the floor asks, `put` to the table once it is signed; a refusal of it goes on record."""
        desk.until = now + IDLE
        what, who = subject(request), request.who or desk.who
        if (not who or who != desk.who) and (refused := self._stranger(request.who, request.pin, what, now)):
            return refused
        second = request.second
        if second and (refused := self._stranger(second, request.second_pin, what, now)):
            return refused
        refused = put(replace(request, who=who))
        if refused and request.ask in FLOOR_ASKS and request.ask != "preview":
            self._turn((Attempted(who, what, reason(refused)),), now)
        return refused

    def _signed(self) -> list[Desk]:
        return [desk for desk in self._screens.floor_desks() if desk.who]

    def _stranger(self, name: str, pin: str, what: str, now: float) -> Message | None:
        """Why the name is not let in with this PIN, None where it is."""
        verdict = self._door.check(name, pin, what, now)
        self._record(verdict, now)
        return verdict.refused

    def _record(self, verdict: Verdict, now: float) -> None:
        if verdict.record:
            self._turn(verdict.record, now)
        if len(verdict.record) > 1:
            # A lock that is new is on the screens at once.
            self._refresh(now)
