"""What the pictures of the dealer's and the floor's screens depend on."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.views import DealerView, FloorView, SignInView
from display.bench import Bench
from display.desk import Desk


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the dealer's picture depends on: two equal scenes give the same picture.

    `pressed` is the name of the key under the finger and `progress` how much of its holding time has passed.
    """

    view: DealerView
    desk: Desk = field(default_factory=Desk)
    stale: bool = False
    pressed: str = ""
    progress: float = 0.0


@dataclass(frozen=True, slots=True)
class FloorScene:
    """All that the floor's picture depends on; `age` is how many seconds ago the snapshot came."""

    view: FloorView | SignInView
    bench: Bench = field(default_factory=Bench)
    stale: bool = False
    pressed: str = ""
    progress: float = 0.0
    age: int = 0
