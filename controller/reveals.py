"""The record of reveals: who had hidden cards named, and why, in one chained file beside the journals (5.4).

A reveal is on the disk for good before a hidden card is named to anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.disk import Disk, LocalDisk
from controller.journal import JournalBroken, JournalFailed
from controller.record import NoRecord, put

FORMAT = "reveals-1"
NAME = "reveals.jsonl"
_LOCAL = LocalDisk()


class RevealFailed(Exception):
    """The reveal is not on record, so nothing may be named; the sentence says why."""


def record(path: Path, entry: Mapping[str, Any], *, mono: float, wall: str, disk: Disk = _LOCAL) -> str:
    """Write one reveal and return once the disk has it for good; the file is closed again.

    The text returned says that an interrupted last write was moved away, or is empty. Raises `RevealFailed`.
    """
    try:
        return put(path, FORMAT, entry, mono=mono, wall=wall, disk=disk)
    except NoRecord:
        raise RevealFailed(f"{path} keeps no reveals, so no card is named; name another file") from None
    except JournalBroken as error:
        raise RevealFailed(
            f"the record of reveals {path} is damaged in line {error.line}, so no card is named;"
            " leave it as it is and name another file"
        ) from None
    except JournalFailed as error:
        raise RevealFailed(f"the reveal cannot be put on record, so no card is named: {error}") from None
