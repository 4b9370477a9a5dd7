"""The timer of the emulated MFRC522."""

from __future__ import annotations

from math import ceil, inf

from drivers.emulated.registers import (
    COM_IRQ,
    DEMOD,
    PRESCALE_EVEN,
    T_AUTO_RESTART,
    T_MODE,
    T_PRESCALER,
    T_RELOAD,
    TIMER_IRQ,
)

_CARRIER = 13.56e6


class ChipTimer:
    """Counts down from the reload value; `end` is when it comes to zero, or inf while it stands."""

    def __init__(self, registers: bytearray) -> None:
        self._registers = registers
        self._stood_at = 0
        self.end = inf

    def start(self, at: float) -> None:
        """Load the counter at the time `at` and let it run."""
        self.end = at + self._period()

    def stop(self, at: float) -> None:
        """Stand still at `at`, with the count kept."""
        self._stood_at = self.count(at)
        self.end = inf

    def expire(self, now: float) -> None:
        """Ring, and begin anew where TAutoRestart says so."""
        self._registers[COM_IRQ] |= TIMER_IRQ
        self._stood_at = 0
        if self._registers[T_MODE] & T_AUTO_RESTART:
            period = self._period()
            self.end += period * (1 + (now - self.end) // period)
        else:
            self.end = inf

    def count(self, now: float) -> int:
        """TCounterValReg: the ticks that are left."""
        if self.end == inf:
            return self._stood_at
        return min(self._reload(), max(0, ceil((self.end - now) / self._tick()) - 1))

    def _reload(self) -> int:
        return int.from_bytes(self._registers[T_RELOAD : T_RELOAD + 2], "big")

    def _period(self) -> float:
        return self._tick() * (self._reload() + 1)

    def _tick(self) -> float:
        prescaler = (self._registers[T_MODE] & 0x0F) << 8 | self._registers[T_PRESCALER]
        even = self._registers[DEMOD] & PRESCALE_EVEN
        return (2 * prescaler + (2 if even else 1)) / _CARRIER
