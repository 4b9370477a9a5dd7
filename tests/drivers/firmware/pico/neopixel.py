"""`neopixel` of a Raspberry Pi Pico."""

# Modules are found here as on the Pico, by their names alone.

import machine


class NeoPixel:
    """A chain of lamps."""

    def __init__(self, pin: machine.Pin, count: int) -> None:
        self._colours = bytearray(3 * count)

    def __setitem__(self, lamp: int, colour: tuple[int, int, int]) -> None:
        self._colours[3 * lamp : 3 * lamp + 3] = bytes(colour)

    def write(self) -> None:
        """Let them shine."""
        machine.far.shine(bytes(self._colours))
