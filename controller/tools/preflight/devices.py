"""The device files that table.yaml needs: whether they are there, and whether the table may open them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from controller.buses import uses_pins
from controller.hardware import HubReader, Mfrc522Reader, PepperReader, Pn532Reader
from controller.settings import TableSettings
from controller.tools.preflight.finding import Finding, fail, ok, warn
from controller.tools.preflight.machine import Machine
from drivers import pins
from drivers.base import BadWiring

# Overlays of small displays that drive the panel and its touch chip over SPI bus 0.
_DISPLAYS = ("piscreen", "pitft", "waveshare", "tft35a", "mhs35", "ads7846", "fbtft", "rpi-display", "hy28")
_SWITCH: Mapping[str, str] = {
    "spi": "switch SPI on: sudo raspi-config nonint do_spi 0",
    "i2c": "switch I2C on: sudo raspi-config nonint do_i2c 0",
    "serial": "look whether it is plugged in: ls -l /dev/serial/by-id /dev/serial/by-path",
    "gpio": "the kernel has no GPIO here: this must be a Raspberry Pi",
}
# From the fifth chip select of a bus on a Pi 5 fails (raspberrypi/linux 6159).
_MOST_SELECTS = 4


def devices(settings: TableSettings, machine: Machine) -> Iterator[Finding]:
    """How each device file is that the settings need, in the order of their paths."""
    user = machine.user
    groups = machine.groups(user)
    for path, kind in sorted(_needed(settings, machine).items()):
        yield _device(path, kind, user, groups, machine)
    if uses_pins(settings):
        yield _library(machine)
    yield from _pins(settings, machine)
    yield from _selects(settings, machine)


def _needed(settings: TableSettings, machine: Machine) -> Mapping[str, str]:
    """Each device file and its kind."""
    needed: dict[str, str] = {}
    ports = [settings.hub.port] if settings.hub else []
    for reader in settings.readers:
        match reader:
            case Mfrc522Reader(bus=bus, device=device):
                needed[f"/dev/spidev{bus}.{device}"] = "spi"
            case Pn532Reader(port=port) | PepperReader(port=port):
                ports.append(port)
            case HubReader():
                pass
    needed |= {port: "serial" for port in ports if port.startswith("/")}
    if settings.panel:
        needed |= {f"/dev/i2c-{expander.bus}": "i2c" for expander in settings.panel.expanders.values()}
    if uses_pins(settings):
        needed[_chip(machine)] = "gpio"
    return needed


def _chip(machine: Machine) -> str:
    # On a Pi 5 the header was chip 4 before kernel 6.6.45.
    return "/dev/gpiochip4" if machine.node("/dev/gpiochip4") else "/dev/gpiochip0"


def _device(path: str, kind: str, user: str, groups: frozenset[str], machine: Machine) -> Finding:
    node = machine.node(path)
    if node is None:
        return fail(path, "is not there", _cause(kind, machine))
    if user == "root":
        return ok(path, f"there, group {node.group}")
    if not node.group_may:
        return fail(
            path,
            f"its group {node.group} may not open it",
            "put systemd/99-live-dealer-table.rules into /etc/udev/rules.d, then: sudo udevadm trigger",
        )
    if node.group not in groups:
        return fail(
            path, f"the user {user} is not in its group {node.group}", f"sudo usermod -aG {node.group} {user}"
        )
    return ok(path, f"there, group {node.group}, which {user} is in")


def _cause(kind: str, machine: Machine) -> str:
    if kind == "spi":
        for what, value in machine.overlays():
            if what == "dtoverlay" and value.startswith(_DISPLAYS):
                overlay = value.split(",")[0]
                return f"the display overlay {overlay} in {machine.config} has taken the bus: remove it"
    return _SWITCH[kind]


def _library(machine: Machine) -> Finding:
    """Whether the package behind RPi.GPIO can drive the pins of this model and kernel."""
    board = replace(pins.this_machine(), model=machine.model, kernel=machine.release)
    try:
        pins.refuse_original(board)
        module = pins.gpio(board)
    except BadWiring as error:
        return fail("pins", str(error), "then run this check again")
    provider = "itself" if pins.is_original(module) else "rpi-lgpio"
    return ok("pins", f"RPi.GPIO {module.VERSION}, provided by {provider}")


def _pins(settings: TableSettings, machine: Machine) -> Iterator[Finding]:
    """Pins of ours that config.txt gives to something else."""
    ours = {
        reader.reset_pin: f"reset of the {reader.name} reader"
        for reader in settings.readers
        if isinstance(reader, Mfrc522Reader)
    }
    if settings.panel:
        ours |= {w.pin: f"key {name}" for name, w in settings.panel.keys.items() if w.pin is not None}
        ours |= {w.pin: f"lamp {name}" for name, w in settings.panel.lamps.items() if w.pin is not None}
    for overlay, pin in _taken(machine):
        if pin in ours:
            yield fail(
                f"pin {pin}",
                f"{ours[pin]}, but the overlay {overlay} has it too",
                f"use another pin, or remove the overlay from {machine.config}",
            )


def _taken(machine: Machine) -> Iterator[tuple[str, int]]:
    for what, value in machine.overlays():
        name, *parameters = value.split(",")
        if what == "dtoverlay":
            for parameter in parameters:
                key, _, number = parameter.partition("=")
                if key.lower().endswith("pin") and number.isdecimal():
                    yield name, int(number)


def _selects(settings: TableSettings, machine: Machine) -> Iterator[Finding]:
    if not machine.model.startswith("Raspberry Pi 5"):
        return
    for bus in sorted({r.bus for r in settings.readers if isinstance(r, Mfrc522Reader)}):
        high = [r for r in settings.readers if isinstance(r, Mfrc522Reader) and r.bus == bus]
        if len(high) > _MOST_SELECTS:
            yield warn(
                f"SPI bus {bus}",
                f"{len(high)} chip selects; on a Pi 5 the fifth of a bus times out",
                "move readers to another bus, or to a hub",
            )
