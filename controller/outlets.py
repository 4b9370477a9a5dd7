"""What the loop is given: where its turns, snapshots and lamps go, and who may speak for the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from controller.access import Desk, People
from controller.reveals import RevealFailed
from controller.rules.events import Event
from controller.rules.state import Table
from controller.views import DealerView, FloorView, Lamps, PlayerView, SignInView


class Writer(Protocol):
    """What the loop needs of a journal: `append` returns when the disk has the turn for good."""

    def append(self, events: list[dict[str, object]], *, mono: float, wall: str) -> int:
        """Write one turn; raises `JournalFailed`."""


class Screens(Protocol):
    """Where snapshots go."""

    def publish(self, player: PlayerView, dealer: DealerView) -> None:
        """Send both snapshots to every connected screen; never blocks."""

    def publish_floor(self, sign_in: SignInView, floor: Callable[[], FloorView]) -> None:
        """Send every floor screen its snapshot; `floor` is made only where somebody has signed in."""

    def floor_desks(self) -> tuple[Desk, ...]:
        """Every connected floor screen."""


Watch: TypeAlias = Callable[[Sequence[Event], Table, Table], object]


def unwatched(events: Sequence[Event], before: Table, after: Table) -> None:
    """Nobody is told of the turns."""


def unrecorded(_entry: Mapping[str, object], _now: float) -> None:
    """No record of reveals is kept, so nothing is revealed."""
    raise RevealFailed("this table keeps no record of reveals")


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where the loop's results go: the journal, the screens, the lamps, and what the wall clock says.

    `watch` is told of each turn that is on the disk, with the table before it and after it. `people` may sign
    in as the floor, and `reveal` puts a look at hidden cards on record, at a time, or raises `RevealFailed`.
    """

    journal: Writer
    screens: Screens
    lamps: Callable[[Lamps], None]
    wall: Callable[[], str]
    watch: Watch = unwatched
    people: People = field(default_factory=lambda: People({}))
    reveal: Callable[[Mapping[str, object], float], None] = unrecorded
