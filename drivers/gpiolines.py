"""Keys and lamps on the pins of this computer, by polling: no edge callbacks, and no pin but our own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from drivers import pins
from drivers.base import BadWiring, TransportLost
from drivers.lines import PanelWiring


class GpioLines:
    """The pins of `wiring`, by BCM number; a pin is claimed when it is first read or written."""

    errors = 0

    def __init__(self, wiring: PanelWiring[int]) -> None:
        self.wiring = wiring
        self.device = ""
        self._gpio: Any = None
        self._looked = False
        self._claimed: list[int] = []

    def read(self) -> Mapping[int, bool]:
        """Which keys are down, by pin.

        Raises BadWiring when a pin cannot be claimed, TransportLost when one was taken away.
        """
        gpio = self._open()
        for pin, key in self.wiring.keys.items():
            if pin not in self._claimed:
                self._claim(gpio, pin, f"key {key}", gpio.IN, pull_up_down=gpio.PUD_UP)
        try:
            return {pin: not gpio.input(pin) for pin in self.wiring.keys}
        except pins.failures(gpio) as error:
            self.close()
            raise TransportLost(f"the pins of the keys cannot be read: {error}") from error

    def write(self, lit: Mapping[int, bool]) -> Mapping[int, str]:
        """Set the lamps named, by pin; those that cannot be set come back, each with its sentence."""
        gpio = self._open()
        dark: dict[int, str] = {}
        for pin, on in lit.items():
            lamp = self.wiring.lamps[pin]
            high = on != lamp.active_low
            try:
                if pin not in self._claimed:
                    self._claim(gpio, pin, f"lamp {lamp.name}", gpio.OUT, initial=high)
                gpio.output(pin, high)
            except BadWiring as error:
                dark[pin] = str(error)
            except pins.failures(gpio) as error:
                self._claimed.remove(pin)
                self._looked = False
                dark[pin] = f"pin {pin} (lamp {lamp.name}) cannot be set: {error}"
        return dark

    def close(self) -> None:
        """Give back the pins that were claimed, and no other; each is an input then, and its lamp dark."""
        claimed, self._claimed = self._claimed, []
        self._looked = False
        if claimed:
            with suppress(*pins.failures(self._gpio)):
                self._gpio.cleanup(claimed)

    def _open(self) -> Any:
        """The module; looked at anew after a failure, for whoever cleaned up all pins took the mode away."""
        if not self._looked:
            self._gpio = pins.gpio()
            self._looked = True
            self.device = f"GPIO pins through RPi.GPIO {self._gpio.VERSION}"
        return self._gpio

    def _claim(self, gpio: Any, pin: int, what: str, direction: int, **options: int) -> None:
        try:
            gpio.setup(pin, direction, **options)
        except pins.failures(gpio) as error:
            self._looked = False
            raise BadWiring(
                f"pin {pin} ({what}) cannot be claimed: {error}; gpioinfo tells who holds it: free it, or use"
                " another pin"
            ) from error
        self._claimed.append(pin)
