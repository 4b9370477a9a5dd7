"""Who may speak for the floor, and what is on record of those who may not (issue 4, "Bad input").

An attempt with a wrong PIN goes into the journal until the name is locked; from then on nothing does.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.access import NOBODY, Locks, People
from controller.rules.events import Attempted
from controller.rules.rulings import CATALOGUE
from controller.rules.state import Table
from controller.views import VERSION, Message, Request, SignInView

SIGNING = ("sign-in", "sign-out")
# What the floor alone may ask; a refusal of it is recorded, but a look ahead changes nothing.
FLOOR_ASKS = ("ruling", "unnoticed", "pending", "reveal", "preview")
BADGE = "badge"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why somebody is not let in, None where he is, and what the journal keeps of it."""

    refused: Message | None = None
    record: tuple[Attempted, ...] = ()


class Door:
    """The floor people of the table and the locks on their names; time is passed in."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.locks = Locks()

    def check(self, name: str, pin: str, what: str, now: float) -> Verdict:
        """Whether name and PIN belong together; `what` is asked for."""
        known = name if name in self.people.names else NOBODY
        self.locks = self.locks.opened(now)
        if seconds := self.locks.left(known, now):
            return Verdict(Message("refused.locked", {"name": name, "seconds": seconds}))
        if self.people.signed(name, pin):
            self.locks = self.locks.signed(known)
            return Verdict()
        return Verdict(Message("refused.not_signed", {"name": name}), self._missed(known, what, now))

    def badge(self, uid: str, now: float) -> tuple[str, Verdict]:
        """Whose badge this is, and what is on record of one that is nobody's."""
        who = self.people.wearer(uid)
        if who or self.locks.left(NOBODY, now):
            return who, Verdict()
        return who, Verdict(record=self._missed(NOBODY, BADGE, now))

    def opened(self, now: float) -> bool:
        """Whether a lock is over that was on before."""
        before, self.locks = self.locks, self.locks.opened(now)
        return self.locks is not before

    def view(self, table: Table, n: int, now: float) -> SignInView:
        """What a floor screen shows before somebody signed in there, as snapshot `n`."""
        names = self.people.names
        waits = {name: left for name in names if (left := self.locks.left(name, now))}
        return SignInView(VERSION, n, table.setup.name, bool(table.open), names, waits)

    def _missed(self, name: str, what: str, now: float) -> tuple[Attempted, ...]:
        self.locks = self.locks.missed(name, now)
        missed = Attempted(name, what, "not_signed")
        return (missed, Attempted(name, what, "locked")) if self.locks.left(name, now) else (missed,)


def subject(request: Request) -> str:
    """What a request is about, as the record names it: a ruling by its code."""
    if request.code in CATALOGUE:
        return request.code
    return request.ask if request.ask in (*SIGNING, *FLOOR_ASKS) else "ask"


def reason(refused: Message) -> str:
    """A refusal as the record names it."""
    return refused.id.removeprefix("refused.")
