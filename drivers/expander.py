"""Keys and lamps on an MCP23017: sixteen lines on I2C, read two registers at a time.

A chip that lost its power for a moment answers as before, but all its lines are inputs without pull-up: keys
would press themselves. So what differs from the last reading is believed only after the settings were looked
at, and they are looked at now and then in any case, for lamps that went dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from drivers.base import BadWiring, DriverError, TransportLost
from drivers.i2c import I2cBus
from drivers.lines import PanelWiring

_IODIR, _IPOL, _IOCON, _GPPU, _GPIO, _OLAT, _END = 0x00, 0x02, 0x0A, 0x0C, 0x12, 0x14, 0x16
# Where IOCON is on a chip that another program left with BANK = 1; otherwise an interrupt enable.
_IOCON_OF_BANK_1 = 0x05
_CHIP = "MCP23017"
_LINES = tuple(f"{port}{bit}" for port in "AB" for bit in range(8))
# Newer chips have these two as outputs only: reading them as inputs can disturb the bus.
_OUTPUT_ONLY = ("A7", "B7")
_LOOK_EVERY = 50


def _mask(lines: Iterable[str]) -> int:
    return sum(1 << _LINES.index(line) for line in set(lines))


def _pair(word: int) -> list[int]:
    return [word & 0xFF, word >> 8]


class ExpanderLines:
    """The lines "A0" to "B7" of the chip at `address` (0x20 to 0x27).

    Raises BadWiring for a line that it has not, and for a key where new chips have no input.
    """

    def __init__(self, bus: I2cBus, address: int, wiring: PanelWiring[str]) -> None:
        for line in (*wiring.keys, *wiring.lamps):
            if line not in _LINES:
                raise BadWiring(f"an {_CHIP} has the lines A0 to A7 and B0 to B7, not {line}")
        for line in _OUTPUT_ONLY:
            if line in wiring.keys:
                raise BadWiring(
                    f"key {wiring.keys[line]} is on line {line}, which newer {_CHIP} have as an output only;"
                    " connect it to another line (a lamp may be on this one)"
                )
        self.wiring = wiring
        self.device = ""
        self.errors = 0
        self._bus = bus
        self._address = address
        self._keys = _mask(wiring.keys)
        inputs = _pair(0xFFFF & ~_mask((*wiring.lamps, *_OUTPUT_ONLY)))
        self._settings = [*inputs, *[0] * (_GPPU - _IPOL), *inputs]
        self._dark = _mask(line for line, lamp in wiring.lamps.items() if lamp.active_low)
        self._latch = self._dark
        self._ready = False
        self._levels = 0
        self._reads = 0

    def read(self) -> Mapping[str, bool]:
        """Which keys are down, by line; raises TransportLost or BadWiring."""
        if not self._ready:
            self._set_up()
        levels = self._sense()
        self._reads += 1
        looks = levels != self._levels or self._reads % _LOOK_EVERY == 0
        if looks and not self._holds():
            self.errors += 1
            self._set_up()
            levels = self._sense()
        self._levels = levels
        return {line: not levels & _mask((line,)) for line in self.wiring.keys}

    def write(self, lit: Mapping[str, bool]) -> Mapping[str, str]:
        """Set the lamps named, by line, all at once: none fails alone. Raises TransportLost or BadWiring."""
        for line, on in lit.items():
            bit = _mask((line,))
            high = on != self.wiring.lamps[line].active_low
            self._latch = self._latch | bit if high else self._latch & ~bit
        if self._ready:
            self._put(_OLAT, _pair(self._latch))
        else:
            self._set_up()
        return {}

    def close(self) -> None:
        """Let all lines be inputs, so that the lamps are dark, and let go of the bus."""
        self._latch = self._dark
        if self._ready:
            with suppress(DriverError):
                self._put(_OLAT, _pair(self._latch))
                self._put(_IODIR, [0xFF, 0xFF])
        self._ready = False
        self._bus.close()

    def _set_up(self) -> None:
        """Levels before directions, so that no lamp lights up and no key goes down on the way."""
        self._ready = True
        self._put(_IOCON_OF_BANK_1, [0])
        self._put(_IOCON, [0])
        self._put(_OLAT, _pair(self._latch))
        self._put(_GPPU, self._settings[_GPPU:])
        self._put(_IPOL, [0] * (_IOCON - _IPOL))
        self._put(_IODIR, self._settings[:_IPOL])
        if not self._holds():
            self._ready = False
            raise TransportLost(
                f"the {_CHIP} at 0x{self._address:02X} on I2C bus {self._bus.number} does not keep what is"
                " written; check its power and whether two chips have this address"
            )
        self.device = f"{_CHIP} at 0x{self._address:02X} on I2C bus {self._bus.number}"

    def _holds(self) -> bool:
        """Whether the chip still has the settings and levels that were written."""
        found = self._get(_IODIR, _END)
        return found[: len(self._settings)] == self._settings and found[_OLAT:] == _pair(self._latch)

    def _sense(self) -> int:
        port_a, port_b = self._get(_GPIO, 2)
        return (port_a | port_b << 8) & self._keys

    def _get(self, register: int, count: int) -> list[int]:
        try:
            return self._bus.read(_CHIP, self._address, register, count)
        except DriverError:
            self._ready = False
            raise

    def _put(self, register: int, octets: list[int]) -> None:
        try:
            self._bus.write(_CHIP, self._address, register, octets)
        except DriverError:
            self._ready = False
            raise
