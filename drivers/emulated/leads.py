"""The wires between one SPI chip and the Pi, with what goes wrong on them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol


class SpiChip(Protocol):
    """What hangs on a chip select."""

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        """Clock one frame: as many bytes back as were sent."""


class Lead:
    """The wires to `chip`, sound until one of these is set; without a chip MISO must be `stuck`.

    `stuck`: every byte reads so, 0x00 or 0xFF, for a MISO that is cut or leads to no chip. `held_low`: the
    bits of every byte that lose against another board, one that does not let go of MISO. `flips`: the
    probability that a bit is turned over, on MOSI and on MISO.
    """

    def __init__(self, chip: SpiChip | None, rng: random.Random | None = None) -> None:
        self._chip = chip
        self._rng = rng or random.Random(0)
        self.stuck: int | None = None if chip else 0x00
        self.held_low = 0
        self.flips = 0.0

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        """Clock one frame through the wires: what the Pi reads."""
        if self._chip is None:
            return [self.stuck or 0] * len(mosi)
        miso = self._chip.transfer(self._disturbed(mosi), speed_hz)
        if self.stuck is not None:
            return [self.stuck] * len(mosi)
        return self._disturbed([octet & ~self.held_low for octet in miso])

    def _disturbed(self, octets: Sequence[int]) -> list[int]:
        if not self.flips:
            return list(octets)
        return [octet ^ self._flipped() for octet in octets]

    def _flipped(self) -> int:
        return sum(1 << bit for bit in range(8) if self._rng.random() < self.flips)
