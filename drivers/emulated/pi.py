"""The one place that installs the emulated Raspberry Pi: its packages for pins, SPI and I2C."""

from __future__ import annotations

import sys
from types import ModuleType

from drivers.emulated import gpio, smbus2, spidev


def install() -> None:
    """Make `spidev`, `RPi.GPIO` and `smbus2` mean the emulated ones, in this process."""
    package = ModuleType("RPi")
    package.GPIO = gpio  # type: ignore[attr-defined]
    sys.modules["RPi"] = package
    sys.modules["RPi.GPIO"] = gpio
    sys.modules["spidev"] = spidev
    sys.modules["smbus2"] = smbus2
