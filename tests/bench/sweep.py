"""A full table on one SPI bus: how long a sweep takes, and how long the shoe is out of sight meanwhile.

Emulated chips, cards and time: the same figures on every machine.
"""

from __future__ import annotations

from tests.bench.figures import Figure, text
from tests.drivers.spirig import SpiTable

_TITLE = "A sweep of a full table on one SPI bus (emulated time)"
_NOTE = (
    "ten seats of two cards, a board of five, a muck of ten, every field sliced with 5 ms guard; "
    "the empty shoe in between"
)
_CALLS = (20e-6, 50e-6)
_LIMIT = 250.0
_SHOE_LIMIT = 25.0


def measure() -> str:
    """The longest sweep and the longest gap at the shoe, for two costs of an SPI call."""
    figures: list[Figure] = []
    for cost in _CALLS:
        first, longest, gap = (1000 * seconds for seconds in _swept(cost))
        call = f"at {1e6 * cost:.0f} us a call"
        figures += [
            Figure(f"first sweep after the deal, {call}", first, "ms"),
            Figure(f"longest sweep, {call}", longest, "ms", "at most", _LIMIT),
            Figure(f"longest gap at the shoe, {call}", gap, "ms", "at most", _SHOE_LIMIT),
        ]
    return text(_TITLE, _NOTE, figures)


def _swept(cost: float) -> tuple[float, float, float]:
    """Seconds: the first sweep of cards not seen before, the longest after it, the longest shoe gap."""
    table = SpiTable(transfer_cost=cost)
    table.run(1.0)
    table.deal()
    table.looks.clear()
    table.run(8.0)
    table.close()
    first, *others = table.sweeps()
    return first, max(others), max(table.shoe_gaps())
