"""The computer before an evening: power, clock, disk and screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from controller.settings import TableSettings
from controller.tools.preflight.finding import Finding, fail, ok, warn
from controller.tools.preflight.machine import Machine

MEGABYTE = 1 << 20
# A long night writes about 50 MB of journal.
LITTLE, TOO_LITTLE = 500 * MEGABYTE, 50 * MEGABYTE
# A clock that was never set shows the day of its image or of the epoch, both long before this software.
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
_FORGETFUL = ("tmpfs", "ramfs", "overlay")
_CONNECTOR = re.compile(r"card\d+-(?!Writeback)")


def computer(settings: TableSettings, machine: Machine, now: datetime) -> Iterator[Finding]:
    """How the computer itself is."""
    yield _board(machine)
    yield _power(machine)
    yield _clock(machine, now)
    yield _disk("disk of the journal", settings.journal, machine)
    yield from _screens(settings, machine)


def _board(machine: Machine) -> Finding:
    if machine.model.startswith("Raspberry Pi"):
        return ok("computer", f"{machine.model}, kernel {machine.release}")
    return warn(
        "computer",
        f"{machine.model or 'no Raspberry Pi'}, kernel {machine.release}",
        "pins and SPI readers need a Raspberry Pi; readers on serial ports do not",
    )


def _power(machine: Machine) -> Finding:
    match machine.weak_power():
        case None:
            return warn("power", "nothing here tells of it", "watch for readers that are lost together")
        case (True, _):
            return fail("power", "too weak now", "use the power supply that belongs to this computer")
        case (_, True):
            return warn(
                "power", "was too weak since the start", "use a better power supply, and fewer USB devices"
            )
        case _:
            return ok("power", "strong enough since the start")


def _clock(machine: Machine, now: datetime) -> Finding:
    told = now.strftime("%Y-%m-%d %H:%M UTC")
    if now < BUILT:
        return fail(
            "clock", told, "set it: sudo timedatectl set-time 'YYYY-MM-DD HH:MM', or connect a network"
        )
    if (machine.root / "run/systemd/timesync/synchronized").exists():
        return ok("clock", f"{told}, set by the network")
    if (machine.root / "dev/rtc0").exists():
        return ok("clock", f"{told}, kept by its own battery clock")
    return warn("clock", f"{told}, set by nobody", "add a clock module, or connect a network")


def _disk(what: str, folder: Path, machine: Machine) -> Finding:
    space = machine.space(folder)
    free = f"{folder}: {space.free // MEGABYTE} MB free of {space.total // MEGABYTE}"
    if not space.writable:
        return fail(
            what, f"{folder} is read-only", "the disk may be worn out: change it, or mount it for writing"
        )
    if space.kind in _FORGETFUL:
        return fail(
            what,
            f"{folder} is in memory ({space.kind})",
            "name a folder on a disk: a power cut empties this one",
        )
    if space.free < TOO_LITTLE:
        return fail(what, free, "make room before anybody sits down")
    if space.free < LITTLE:
        return warn(what, free, "make room: old journals can be copied away between sessions")
    return ok(what, free)


def _screens(settings: TableSettings, machine: Machine) -> Iterator[Finding]:
    wanted = len(settings.screens)
    outputs = sorted((machine.root / "sys/class/drm").glob("*/status"))
    names = [path.parent.name for path in outputs if _CONNECTOR.match(path.parent.name)]
    live = [name for name in names if machine.text(f"sys/class/drm/{name}/status") == "connected"]
    told = f"{len(live)} of {len(names)} outputs have a screen, table.yaml names {wanted}"
    if len(live) < wanted:
        yield warn("screens", told, "connect them, or run table-display on other computers")
    else:
        yield ok("screens", told)
    blank = machine.text("sys/module/kernel/parameters/consoleblank")
    if blank not in ("", "0"):
        yield warn("screen blanking", f"after {blank} s", "sudo raspi-config nonint do_blanking 1")
    else:
        yield ok("screen blanking", "off")
