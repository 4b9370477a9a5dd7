"""What drivers report of the cards on a felt, beside what really lies there."""

from __future__ import annotations

from typing import Generic, TypeVar

from drivers.base import Driver
from drivers.emulated.felt import Felt
from drivers.emulated.stepper import Stepper
from drivers.reports import Report, TagGone, TagSeen


def tag(number: int) -> str:
    """A 7-byte UID."""
    return f"04{number:012X}"


D = TypeVar("D", bound=Driver)


class FeltRig(Generic[D]):
    """What a test needs to move cards and see reports."""

    felt: Felt
    driver: D
    stepper: Stepper
    reports: list[Report]

    def advance(self, seconds: float) -> list[Report]:
        """Let time pass; return what was reported meanwhile."""
        before = len(self.reports)
        self.stepper.advance(seconds)
        return self.reports[before:]

    def resting(self) -> dict[str, set[str]]:
        """What the reports so far say about each reader."""
        places: dict[str, set[str]] = {name: set() for name in self.driver.names}
        for report in self.reports:
            match report:
                case TagSeen(reader=reader, uid=uid):
                    assert uid not in places[reader], "a tag was reported twice"
                    places[reader].add(uid)
                case TagGone(reader=reader, uid=uid):
                    assert uid in places[reader], "a tag left that was not there"
                    places[reader].remove(uid)
        return places

    def lying(self) -> dict[str, set[str]]:
        """What really lies on each reader."""
        return {name: set(self.felt.contents(name)) for name in self.driver.names}
