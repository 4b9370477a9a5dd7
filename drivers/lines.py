"""Lines that fail together: the pins of this computer, or the sixteen of one expander."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from drivers.base import BadWiring

L = TypeVar("L", bound=int | str)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp by its name in `show`; `active_low` where the line draws its current instead of giving it."""

    name: str
    active_low: bool = False


@dataclass(frozen=True, slots=True)
class PanelWiring(Generic[L]):
    """What hangs on which line, by the names that reports and lamps carry; a key closes to ground.

    A line is a BCM number, or "A0" to "B7" of an expander. Raises BadWiring when one has a key and a lamp.
    """

    keys: Mapping[L, str] = field(default_factory=dict)
    lamps: Mapping[L, Lamp] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for line in self.keys.keys() & self.lamps.keys():
            raise BadWiring(f"line {line} has key {self.keys[line]} and lamp {self.lamps[line].name}")


class Lines(Protocol[L]):
    """The lines of one wiring; whatever it needs is opened by the first call, and again after a failure.

    Every call may raise TransportLost or BadWiring, and is tried again.
    """

    @property
    def wiring(self) -> PanelWiring[L]:
        """What hangs on which line."""

    @property
    def device(self) -> str:
        """What the hardware is, empty before it answered."""

    @property
    def errors(self) -> int:
        """How often what came back did not check."""

    def read(self) -> Mapping[L, bool]:
        """Which keys are down now, by line."""

    def write(self, lit: Mapping[L, bool]) -> Mapping[L, str]:
        """Set the lamps named; each that cannot be set comes back with a sentence, the others are set."""

    def close(self) -> None:
        """Give back what was taken, with the lamps dark."""
