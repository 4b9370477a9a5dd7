"""Computers as folders: what their files say, without the computers."""

from __future__ import annotations

import grp
import os
from pathlib import Path

from controller.settings import TableSettings, load_table
from controller.tools.preflight.machine import Machine

TABLE = """\
name: Two
seats: 2
stakes: {small_blind: 5, big_blind: 10, unit: 5}
journal: %s/journal
sockets: %s/sockets
deck_map: %s/deck.json
readers:
  - {role: shoe, driver: mfrc522, bus: 0, device: 0, reset_pin: 25}
  - {role: seat, seat: 1, driver: pn532, port: /dev/serial/by-id/usb-one}
panel:
  expanders: {seats: {address: 0x20}}
  keys: {next: {pin: 5}, seat 1: {expander: seats, line: A0}}
"""
NODES = ("dev/spidev0.0", "dev/serial/by-id/usb-one", "dev/i2c-1", "dev/gpiochip0")


def settings(folder: Path) -> TableSettings:
    """A table with one reader chip, one reader on a port, and keys on a pin and an expander."""
    path = folder / "table.yaml"
    path.write_text(TABLE % (folder, folder, folder), encoding="utf-8")
    return load_table(path)


class Board:
    """A computer below a folder that has everything; a test takes something away."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.put("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
        self.put("boot/firmware/config.txt", "# as shipped\ndtparam=spi=on\ndtparam=i2c_arm=on\n")
        self.put("run/systemd/timesync/synchronized")
        self.put("sys/module/kernel/parameters/consoleblank", "0\n")
        for name in ("card1-HDMI-A-1", "card1-HDMI-A-2", "card1-DSI-1"):
            self.put(f"sys/class/drm/{name}/status", "connected\n")
        self.put("sys/class/drm/card1-Writeback-1/status", "unknown\n")
        for node in NODES:
            self.put(node)
            (self.root / node).chmod(0o660)
        self.throttled = "throttled=0x0\n"

    def put(self, path: str, content: str = "") -> None:
        """Let a file have a content."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(content)

    @property
    def machine(self) -> Machine:
        """The computer, as the check sees it."""
        return Machine(self.root, lambda: self.throttled, release="6.6.51+rpt-rpi-v8")


class Somebody(Machine):
    """A computer whose table runs as a user without rights."""

    @property
    def user(self) -> str:
        return "dealer"

    def groups(self, user: str) -> frozenset[str]:
        return frozenset({"dealer"})


class Member(Somebody):
    """A computer whose table runs as a user who is in the group of its files."""

    def groups(self, user: str) -> frozenset[str]:
        return frozenset({"dealer", own_group()})


def own_group() -> str:
    """The group that files get which a test makes."""
    return grp.getgrgid(os.getgid()).gr_name
