"""The registers of an MCP23017 as they look over I2C, and its sixteen lines as they look from outside.

Register n of a pair is n for port A and n + 1 for port B. An input that nothing drives and no pull-up holds
reads low: the worst that a floating wire can do, for a key closes to ground.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

from drivers.emulated.gpio import Level

_IODIR, _IPOL, _IOCON, _GPPU, _INTCAP, _GPIO, _OLAT = 0x00, 0x02, 0x0A, 0x0C, 0x10, 0x12, 0x14
_COUNT = 22
_READ_ONLY = range(0x0E, 0x12)
_BANK, _BYTE_MODE = 0x80, 0x20


class Mcp23017Model:
    """One chip: `write` and `read` are its I2C side, `drive` and `listen` its lines ("A0" to "B7")."""

    def __init__(self) -> None:
        self._powered = True
        self._driven: dict[int, Level] = {}
        self._listeners: dict[int, tuple[Callable[[bool], None], Callable[[], None] | None]] = {}
        self._heard: dict[int, bool | None] = {}
        self._registers = bytearray(_COUNT)
        self._pointer = 0
        self._reset()

    def write(self, octets: bytes) -> None:
        """Take a register address and what is written from there on; raises OSError without power."""
        self._acknowledge()
        if not octets:
            return
        self._pointer, *values = octets
        for value in values:
            self._store(self._register(), value)
            self._advance()
        self._speak()

    def read(self, count: int) -> bytes:
        """Give registers from where the last write stands; raises OSError without power."""
        self._acknowledge()
        out = bytearray()
        for _ in range(count):
            out.append(self._value(self._register()))
            self._advance()
        return bytes(out)

    def drive(self, line: str, to: Level) -> None:
        """Let the world hold an input at a level; None lets go. A function is asked at every reading."""
        self._driven[_index(line)] = to

    def listen(
        self, line: str, hear: Callable[[bool], None], let_go: Callable[[], None] | None = None
    ) -> None:
        """Tie an output to `hear(high)`; `let_go()` when it is no output any more."""
        self._listeners[_index(line)] = hear, let_go

    def level(self, line: str) -> bool | None:
        """What an output puts on its line; None for a line that is no output."""
        return self._out(_index(line))

    def power(self, on: bool) -> None:
        """Cut the supply, or give it back: all registers are as after a reset."""
        self._powered = on
        self._reset()

    def _reset(self) -> None:
        self._registers[:] = bytes((0xFF, 0xFF)) + bytes(_COUNT - 2)
        self._pointer = 0
        self._speak()

    def _acknowledge(self) -> None:
        if not self._powered:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def _register(self) -> int | None:
        """Which register the pointer means, numbered as with BANK = 0; None where there is none."""
        if self._registers[_IOCON] & _BANK:
            port, pair = divmod(self._pointer, 0x10)
            number = 2 * pair + port if port < 2 else _COUNT
        else:
            number = self._pointer
        return number if number < _COUNT else None

    def _advance(self) -> None:
        control = self._registers[_IOCON]
        if not control & _BYTE_MODE:
            self._pointer = (self._pointer + 1) % (0x1B if control & _BANK else _COUNT)
        elif not control & _BANK:
            self._pointer ^= 1

    def _store(self, register: int | None, value: int) -> None:
        if register is None or register in _READ_ONLY:
            return
        if register in (_IOCON, _IOCON + 1):
            # One register behind two addresses; its lowest bit does not exist.
            self._registers[_IOCON] = self._registers[_IOCON + 1] = value & 0xFE
            return
        if register in (_GPIO, _GPIO + 1):
            register += _OLAT - _GPIO
        self._registers[register] = value

    def _value(self, register: int | None) -> int:
        if register is None:
            return 0
        if register not in (_GPIO, _GPIO + 1):
            return self._registers[register]
        port = register - _GPIO
        levels = sum(self._level(8 * port + bit) << bit for bit in range(8))
        return levels ^ self._registers[_IPOL + port] & self._registers[_IODIR + port]

    def _level(self, index: int) -> int:
        out = self._out(index)
        if out is not None:
            return int(out)
        driven = self._driven.get(index)
        outside = driven() if callable(driven) else driven
        return self._bit(_GPPU, index) if outside is None else int(bool(outside))

    def _out(self, index: int) -> bool | None:
        return None if self._bit(_IODIR, index) else bool(self._bit(_OLAT, index))

    def _bit(self, pair: int, index: int) -> int:
        return self._registers[pair + index // 8] >> index % 8 & 1

    def _speak(self) -> None:
        """Tell the lines that are listened to what has changed on them."""
        for index, (hear, let_go) in self._listeners.items():
            out = self._out(index)
            if out == self._heard.get(index):
                continue
            self._heard[index] = out
            if out is not None:
                hear(out)
            elif let_go:
                let_go()


def _index(line: str) -> int:
    return "AB".index(line[0]) * 8 + int(line[1])
