"""One line of the check: what was looked at, how it is, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How a thing is: `FAIL` must be mended before play, `WARN` should be."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at ("seat 4", "disk"), how it is, and what to do, which is empty when all is well."""

    level: Level
    what: str
    says: str
    remedy: str = ""

    def line(self) -> str:
        """The finding as one line for people."""
        return f"{self.level.value:<4}  {self.what}: {self.says}" + (
            f"; {self.remedy}" if self.remedy else ""
        )


def ok(what: str, says: str) -> Finding:
    """A thing that is as it should be."""
    return Finding(Level.OK, what, says)


def warn(what: str, says: str, remedy: str) -> Finding:
    """A thing that the table can be played with, but should be mended."""
    return Finding(Level.WARN, what, says, remedy)


def fail(what: str, says: str, remedy: str) -> Finding:
    """A thing that the table cannot be played with."""
    return Finding(Level.FAIL, what, says, remedy)
