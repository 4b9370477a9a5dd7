"""What the picture of the dealer screen depends on."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.views import DealerView
from display.desk import Desk


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the picture depends on: two equal scenes give the same picture.

    `pressed` is the name of the key under the finger and `progress` how much of its holding time has passed.
    """

    view: DealerView
    desk: Desk = field(default_factory=Desk)
    stale: bool = False
    pressed: str = ""
    progress: float = 0.0
