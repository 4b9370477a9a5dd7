"""From the hardware of table.yaml to drivers: one for each bus and port, so that each has one owner."""

from __future__ import annotations

from controller.hardware import Hub, HubReader, Mfrc522Reader
from controller.settings import Presence, TableSettings
from drivers import mfrc522, presence
from drivers.base import Clock, Driver
from drivers.hub import HubDriver, HubWiring
from drivers.serialport import SerialPort


def drivers_of(settings: TableSettings, clock: Clock) -> tuple[Driver, ...]:
    """The drivers of the configured readers, panel and lamps."""
    drivers: list[Driver] = []
    for reader in settings.readers:
        if isinstance(reader, Mfrc522Reader):
            chip = mfrc522.Mfrc522Reader(
                reader.bus,
                reader.device,
                clock=clock,
                reset_pin=reader.reset_pin,
                speed_hz=reader.speed_hz,
            )
            rule = _rule(_landing(settings, reader.role))
            drivers.append(mfrc522.Mfrc522Driver(chip, reader.name, presence=rule))
    if (hub := settings.hub) is not None:
        port = hub.port
        rules = {
            r.name: _rule(_landing(settings, r.role)) for r in settings.readers if isinstance(r, HubReader)
        }
        wiring, landed = wiring_of(settings, hub), presence.Presence(rules=rules)
        drivers.append(HubDriver(port, lambda: SerialPort(port), wiring, landed))
    return tuple(drivers)


def wiring_of(settings: TableSettings, hub: Hub) -> HubWiring:
    """What hangs on the hub, by the names of readers, keys and lamps."""
    return HubWiring(hub.uid, settings.antennas, dict(hub.keys), dict(hub.lamps))


def _landing(settings: TableSettings, role: str) -> Presence:
    found = getattr(settings.landing, role)
    assert isinstance(found, Presence)
    return found


def _rule(landing: Presence) -> presence.PresenceRule:
    return presence.PresenceRule(
        landing.appear, landing.of, gone_misses=landing.gone_misses, gone_after=landing.gone_after
    )
