"""From the hardware of table.yaml to drivers: one for each bus and port, so that each has one owner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from controller import hardware
from controller.hardware import Hub, HubReader, Mfrc522Reader, Panel, PepperReader, Pn532Reader
from controller.settings import Presence, TableSettings
from drivers import mfrc522, presence
from drivers.base import Clock, Driver
from drivers.expander import ExpanderLines
from drivers.gpiolines import GpioLines
from drivers.hub import HubDriver, HubWiring
from drivers.i2c import I2cBus
from drivers.lines import Lamp, PanelWiring
from drivers.panel import Bank, PanelDriver
from drivers.pepper import PepperAntenna, PepperDriver
from drivers.pn532 import Pn532Driver
from drivers.port import open_port
from drivers.spibus import SHOE_EVERY, Antenna, SpiBusDriver

PANEL = "panel"


def drivers_of(settings: TableSettings, clock: Clock) -> tuple[Driver, ...]:
    """The drivers of the configured readers, keys and lamps.

    Raises BadWiring for hardware that cannot be what the settings say.
    """
    return (*_spi(settings, clock), *_serial(settings), *_hub(settings), *_panel(settings))


def wiring_of(settings: TableSettings, hub: Hub) -> HubWiring:
    """What hangs on the hub, by the names of readers, keys and lamps."""
    return HubWiring(hub.uid, settings.antennas, dict(hub.keys), dict(hub.lamps))


def antennas_of(settings: TableSettings) -> Mapping[str, tuple[PepperAntenna, ...]]:
    """The antennas of the Pepper C1 readers, by the port that they share."""
    found: defaultdict[str, tuple[PepperAntenna, ...]] = defaultdict(tuple)
    for reader in settings.readers:
        if isinstance(reader, PepperReader):
            rule = _rule(settings, reader.role)
            antenna = PepperAntenna(reader.name, antenna=reader.antenna, unit=reader.unit, rule=rule)
            found[reader.port] += (antenna,)
    return found


def uses_pins(settings: TableSettings) -> bool:
    """Whether anything is connected to the pins of this computer."""
    chips = any(isinstance(reader, Mfrc522Reader) for reader in settings.readers)
    pins = pins_of(settings.panel) if settings.panel else None
    return chips or (pins is not None and bool(pins.keys or pins.lamps))


def pins_of(panel: Panel) -> PanelWiring[int]:
    """Keys and lamps on the computer's own pins."""
    return PanelWiring(
        {wire.pin: name for name, wire in panel.keys.items() if wire.pin is not None},
        {lamp.pin: _lamp(name, lamp) for name, lamp in panel.lamps.items() if lamp.pin is not None},
    )


def lines_of(panel: Panel, expander: str) -> PanelWiring[str]:
    """Keys and lamps on one expander."""
    return PanelWiring(
        {w.line: name for name, w in panel.keys.items() if w.line and w.expander == expander},
        {w.line: _lamp(name, w) for name, w in panel.lamps.items() if w.line and w.expander == expander},
    )


def _spi(settings: TableSettings, clock: Clock) -> Iterator[Driver]:
    buses: defaultdict[int, list[Antenna]] = defaultdict(list)
    for reader in settings.readers:
        if isinstance(reader, Mfrc522Reader):
            buses[reader.bus].append(_antenna(settings, reader, clock))
    for antennas in buses.values():
        yield SpiBusDriver(antennas, clock)


def _antenna(settings: TableSettings, reader: Mfrc522Reader, clock: Clock) -> Antenna:
    chip = mfrc522.Mfrc522Reader(
        reader.bus,
        reader.device,
        clock=clock,
        reset_pin=reader.reset_pin,
        speed_hz=reader.speed_hz,
        sliced=reader.sliced,
        batched=reader.batched,
        conservative=reader.conservative,
    )
    every = SHOE_EVERY if reader.role == "shoe" else None
    return Antenna(reader.name, chip, _rule(settings, reader.role), every)


def _serial(settings: TableSettings) -> Iterator[Driver]:
    for reader in settings.readers:
        if isinstance(reader, Pn532Reader):
            rule = _rule(settings, reader.role)
            yield Pn532Driver(reader.port, open_port, reader.name, presence=rule)
    for port, antennas in antennas_of(settings).items():
        yield PepperDriver(port, open_port, antennas)


def _hub(settings: TableSettings) -> Iterator[Driver]:
    if (hub := settings.hub) is not None:
        readers = [reader for reader in settings.readers if isinstance(reader, HubReader)]
        landed = presence.Presence(rules={r.name: _rule(settings, r.role) for r in readers})
        yield HubDriver(hub.port, lambda: open_port(hub.port), wiring_of(settings, hub), landed)


def _panel(settings: TableSettings) -> Iterator[Driver]:
    if (panel := settings.panel) is None:
        return
    pins = pins_of(panel)
    if pins.keys or pins.lamps:
        yield PanelDriver(Bank(PANEL, GpioLines(pins)))
    buses: defaultdict[int, list[str]] = defaultdict(list)
    for name, expander in panel.expanders.items():
        buses[expander.bus].append(name)
    for number, names in buses.items():
        bus = I2cBus(number)
        yield PanelDriver(*(_bank(panel, name, bus) for name in names))


def _bank(panel: Panel, name: str, bus: I2cBus) -> Bank[str]:
    lines = ExpanderLines(bus, panel.expanders[name].address, lines_of(panel, name))
    return Bank(f"expander {name}", lines)


def _lamp(name: str, lamp: hardware.Lamp) -> Lamp:
    return Lamp(name, lamp.active_low)


def _rule(settings: TableSettings, role: str) -> presence.PresenceRule:
    landing = getattr(settings.landing, role)
    assert isinstance(landing, Presence)
    return presence.PresenceRule(
        landing.appear, landing.of, gone_misses=landing.gone_misses, gone_after=landing.gone_after
    )
