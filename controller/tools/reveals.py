"""Hidden cards that the owner has named at the command line: who, and why, on record first (design 5.4)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from controller import reveals
from controller.disk import Disk, LocalDisk
from controller.service import wall_label
from controller.tools.login import login_name

_LOCAL = LocalDisk()


@dataclass(frozen=True, slots=True)
class RevealOrder:
    """What is needed to name hidden cards: the deck map, a reason, and the file that keeps the record."""

    deck_map: Path
    reason: str
    reveals: Path


def record(order: RevealOrder, session: Path, hands: Sequence[int], *, disk: Disk = _LOCAL) -> str:
    """Write who reveals which hands of a session, why and when; return once the disk has it for good.

    The text returned says that an interrupted last write was moved away, or is empty. Raises `RevealFailed`.
    """
    entry = {
        "type": "Revealed",
        "who": login_name(),
        "reason": order.reason,
        "session": str(session.resolve()),
        "hands": list(hands),
    }
    return reveals.record(order.reveals, entry, mono=time.monotonic(), wall=wall_label(), disk=disk)
