"""What runs as a child with the kernel's interface replaced: the shipped code on the real packages.

`python -m tests.native.programs NAME` prints one JSON value.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

from drivers import pins
from drivers.clock import WallClock
from drivers.expander import ExpanderLines
from drivers.gpiolines import GpioLines
from drivers.i2c import I2cBus
from drivers.lines import Lamp, PanelWiring
from drivers.mfrc522 import Mfrc522Reader
from drivers.panel import Bank, PanelDriver
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp

RESET = 25
LOOKS = 4
# So many readings tell what is down from the beginning, which is no press.
SETTLED = 10


def stock() -> Any:
    """The unmodified package: one request and one anticollision."""
    package = importlib.import_module("mfrc522")
    chip = package.MFRC522(bus=0, device=0, pin_mode=11, pin_rst=RESET)
    status, bits = chip.MFRC522_Request(chip.PICC_REQIDL)
    _, octets = chip.MFRC522_Anticoll()
    return {"status": status, "bits": bits, "octets": octets}


def inventory() -> Any:
    """Our reader, frame by frame."""
    return _looks(batched=False)


def batched() -> Any:
    """Our reader, one call of the system an exchange."""
    return _looks(batched=True)


def _looks(*, batched: bool) -> Any:
    reader = Mfrc522Reader(0, 0, clock=WallClock(), reset_pin=RESET, batched=batched)
    found = [reader.inventory() for _ in range(LOOKS)]
    reader.close()
    return {"uids": [sorted(look.uids) for look in found], "device": reader.device, "errors": reader.errors}


def panel() -> Any:
    """Key and lamp on pins: the lamp on until the key was pressed and let go."""
    wiring = PanelWiring({5: "next"}, {6: Lamp("key next"), 7: Lamp("seat 1", active_low=True)})
    return _pressed(PanelDriver(Bank("panel", GpioLines(wiring))))


def expander() -> Any:
    """Key and lamp on an MCP23017."""
    wiring = PanelWiring({"A0": "next"}, {"B0": Lamp("key next"), "B1": Lamp("seat 1", active_low=True)})
    return _pressed(PanelDriver(Bank("expander", ExpanderLines(I2cBus(1), 0x20, wiring))))


def _pressed(driver: PanelDriver) -> Any:
    """Poll until a key was pressed and let go; each report is told at once on standard error."""
    clock = WallClock()
    driver.show({"key next": "on", "seat 1": "on"})
    told, polls = "", count()
    while told != "up":
        if next(polls) == SETTLED:
            print("settled", file=sys.stderr, flush=True)
        for report in driver.poll(clock.now()):
            match report:
                case KeyDown(key=key):
                    told = f"down {key}"
                case KeyUp():
                    told = "up"
                case ReaderUp(reader=name):
                    told = f"{name} answers"
                case ReaderLost(reason=reason):
                    raise SystemExit(reason)
                case _:
                    continue
            print(told, file=sys.stderr, flush=True)
        clock.sleep(driver.interval)
    devices = [health.device for health in driver.health()]
    driver.close()
    return devices


def provider() -> Any:
    """Which RPi.GPIO is there, and what we make of it."""
    module = pins.gpio()
    return {"original": pins.is_original(module), "mode": module.getmode() == module.BCM}


PROGRAMS: dict[str, Callable[[], Any]] = {
    program.__name__: program for program in (stock, inventory, batched, panel, expander, provider)
}

if __name__ == "__main__":
    print(json.dumps(PROGRAMS[sys.argv[1]]()))
