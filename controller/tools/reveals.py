"""Who had hidden cards named, and why: one chained file beside the journals (design 5.4).

A reveal is on the disk for good before a hidden card is named to anybody.
"""

from __future__ import annotations

import os
import pwd
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.disk import Disk, LocalDisk
from controller.journal import Journal, JournalBroken, JournalFailed, boot_id, read_header
from controller.service import wall_label

FORMAT = "reveals-1"
_LOCAL = LocalDisk()


class RevealFailed(Exception):
    """The reveal is not on record, so nothing may be named; the sentence says why."""


@dataclass(frozen=True, slots=True)
class RevealOrder:
    """What is needed to name hidden cards: the deck map, a reason, and the file that keeps the record."""

    deck_map: Path
    reason: str
    reveals: Path


def is_record(header: Mapping[str, Any]) -> bool:
    """Whether a chained file with this header keeps reveals, not a session."""
    return header.get("format") == FORMAT


def record(order: RevealOrder, session: Path, hands: Sequence[int], *, disk: Disk = _LOCAL) -> str:
    """Write who reveals which hands of a session, why and when; return once the disk has it for good.

    The text returned says that an interrupted last write was moved away, or is empty. Raises `RevealFailed`.
    """
    entry = {
        "type": "Revealed",
        "who": _login_name(),
        "reason": order.reason,
        "session": str(session.resolve()),
        "hands": list(hands),
    }
    mono, wall = time.monotonic(), wall_label()
    try:
        file = _opened(order.reveals, disk, mono, wall)
        file.append([entry], mono=mono, wall=wall)
        file.close()
    except JournalBroken as error:
        raise RevealFailed(
            f"the record of reveals {order.reveals} is damaged in line {error.line}, so no card is named;"
            " leave it as it is and name another file"
        ) from None
    except JournalFailed as error:
        raise RevealFailed(f"the reveal cannot be put on record, so no card is named: {error}") from None
    return file.damage


def _opened(path: Path, disk: Disk, mono: float, wall: str) -> Journal:
    if not disk.exists(path):
        return Journal.create(path, {"format": FORMAT}, boot=boot_id(), mono=mono, wall=wall, disk=disk)
    # Before it is opened for writing, which would mend the end of a file that is none of ours.
    if not is_record(read_header(path, disk=disk)):
        raise RevealFailed(f"{path} keeps no reveals, so no card is named; name another file")
    return Journal.open(path, boot=boot_id(), disk=disk)


def _login_name() -> str:
    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"
