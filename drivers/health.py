"""How a reader does: what it says it is, how fast it answers, and how often it misses what lies on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Health:
    """One reader since the driver began.

    `device` is what the hardware says it is ("MFRC522 version 0x92"), empty while it has not answered;
    `round_trip` the seconds of one exchange with it. `seen` and `missed` count sweeps in which a card at rest
    was and was not read, `errors` answers that did not check.
    """

    reader: str
    device: str = ""
    round_trip: float | None = None
    seen: int = 0
    missed: int = 0
    errors: int = 0

    @property
    def miss_rate(self) -> float:
        """The part of the sweeps, 0 to 1, in which a card at rest was not read."""
        return self.missed / (self.seen + self.missed) if self.missed else 0.0

    def __str__(self) -> str:
        """The reader in one line of a log."""
        parts = [self.device or "has not answered"]
        if self.round_trip is not None:
            parts.append(f"answers in {1000 * self.round_trip:.1f} ms")
        if self.seen + self.missed:
            sweeps = self.seen + self.missed
            parts.append(f"missed a card at rest in {self.missed} of {sweeps} sweeps ({self.miss_rate:.1%})")
        parts.append(f"{self.errors} damaged answers")
        return f"{self.reader}: {', '.join(parts)}"
