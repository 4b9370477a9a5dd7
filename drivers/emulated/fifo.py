"""The FIFO of the emulated MFRC522, with the alerts that its level raises."""

from __future__ import annotations

from drivers.emulated.registers import (
    BUFFER_OVFL,
    COM_IRQ,
    ERR_IRQ,
    ERROR,
    HI_ALERT,
    HI_LEVEL,
    LO_ALERT,
    LO_LEVEL,
    WATER_LEVEL,
)

_SIZE = 64


class Fifo:
    """64 bytes; ComIrqReg keeps an alert when the level comes to the water level, from either end."""

    def __init__(self, registers: bytearray) -> None:
        self._registers = registers
        self._octets = bytearray()

    def __len__(self) -> int:
        return len(self._octets)

    def push(self, octet: int) -> None:
        """Put one byte in, or raise BufferOvfl when it is full."""
        if len(self._octets) >= _SIZE:
            self._registers[ERROR] |= BUFFER_OVFL
            self._registers[COM_IRQ] |= ERR_IRQ
            return
        self._octets.append(octet)
        if _SIZE - len(self._octets) == self._registers[WATER_LEVEL]:
            self._registers[COM_IRQ] |= HI_ALERT

    def pop(self) -> int:
        """Take the oldest byte out; an empty FIFO reads 0."""
        if not self._octets:
            return 0
        octet = self._octets.pop(0)
        if len(self._octets) == self._registers[WATER_LEVEL]:
            self._registers[COM_IRQ] |= LO_ALERT
        return octet

    def take(self, count: int = _SIZE) -> bytes:
        """Take the oldest `count` bytes out, by default all of them."""
        octets = bytes(self._octets[:count])
        before = len(self._octets)
        del self._octets[:count]
        if len(self._octets) <= self._registers[WATER_LEVEL] < before:
            self._registers[COM_IRQ] |= LO_ALERT
        return octets

    def alerts(self) -> int:
        """HiAlert and LoAlert as they stand in Status1Reg."""
        water, level = self._registers[WATER_LEVEL], len(self._octets)
        return (HI_LEVEL if _SIZE - level <= water else 0) | (LO_LEVEL if level <= water else 0)
