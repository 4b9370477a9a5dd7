"""The lines of the report: what was measured, what it stands beside, and how many times as much it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: our value and the one beside it, both in `unit`, with an empty `beside` for a part of ours.

    `ratio` is ours through theirs.
    """

    what: str
    ours: float
    unit: str
    beside: str = ""
    theirs: float = 0.0

    @property
    def ratio(self) -> float:
        """How many times theirs ours is."""
        return self.ours / self.theirs


def text(title: str, note: str, figures: Sequence[Figure]) -> str:
    """A title, how it was measured, and the figures in columns."""
    wide = max(len(figure.what) for figure in figures)
    lines = [title, f"  {note}"]
    for figure in figures:
        line = f"  {figure.what:<{wide}}  {_number(figure.ours):>9} {figure.unit}"
        if figure.beside:
            line += f"   {figure.beside} {_number(figure.theirs)} {figure.unit}   x {_number(figure.ratio)}"
        lines.append(line)
    return "\n".join(lines)


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest of the values that at least `part` (0 to 1) of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-round(part * 100) * len(ordered) // 100) - 1)]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
