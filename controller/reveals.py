"""The record of reveals: who had hidden cards named, and why, in one chained file beside the journals (5.4).

A reveal is on the disk for good before a hidden card is named to anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.disk import Disk, LocalDisk
from controller.journal import Journal, JournalBroken, JournalFailed, boot_id, read_header

FORMAT = "reveals-1"
NAME = "reveals.jsonl"
_LOCAL = LocalDisk()


class RevealFailed(Exception):
    """The reveal is not on record, so nothing may be named; the sentence says why."""


def is_record(header: Mapping[str, Any]) -> bool:
    """Whether a chained file with this header keeps reveals, not a session."""
    return header.get("format") == FORMAT


def record(path: Path, entry: Mapping[str, Any], *, mono: float, wall: str, disk: Disk = _LOCAL) -> str:
    """Write one reveal and return once the disk has it for good; the file is closed again.

    The text returned says that an interrupted last write was moved away, or is empty. Raises `RevealFailed`.
    """
    try:
        file = _opened(path, disk, mono, wall)
        file.append([entry], mono=mono, wall=wall)
        file.close()
    except JournalBroken as error:
        raise RevealFailed(
            f"the record of reveals {path} is damaged in line {error.line}, so no card is named;"
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
