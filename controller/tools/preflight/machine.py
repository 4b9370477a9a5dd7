"""The computer as its own files tell of it: model, kernel, set-up, groups, power and disks.

Everything is read below `root`, so that another computer can be described by a folder.
"""

from __future__ import annotations

import grp
import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SERVICE_USER = "table-controller"
_BOOT = ("boot/firmware/config.txt", "boot/config.txt")
# Bits of the firmware's answer: under-voltage now, and at some time since the start.
_WEAK_NOW, _WEAK_ONCE = 1 << 0, 1 << 16


@dataclass(frozen=True, slots=True)
class Node:
    """A device file: its group and what the group may do."""

    path: str
    group: str
    group_may: bool


@dataclass(frozen=True, slots=True)
class Space:
    """A file system: bytes free and in all, its kind, and whether it can be written."""

    free: int
    total: int
    kind: str
    writable: bool


def ask_firmware() -> str:
    """What the firmware says of its power (`vcgencmd get_throttled`); empty where there is none to ask."""
    program = shutil.which("vcgencmd")
    if program is None:
        return ""
    done = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)
    return done.stdout


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer below `root`; `firmware` asks for the power flags, `release` is that of the kernel."""

    root: Path = Path("/")
    firmware: Callable[[], str] = ask_firmware
    release: str = os.uname().release

    def text(self, path: str) -> str:
        """A file below the root, without the zero that ends a device-tree text; empty where there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
        except OSError:
            return ""

    @property
    def model(self) -> str:
        """The name of the board, empty where it is no Raspberry Pi."""
        return self.text("proc/device-tree/model")

    @property
    def config(self) -> str:
        """The path of config.txt on this computer."""
        found = next((path for path in _BOOT if (self.root / path).exists()), _BOOT[0])
        return f"/{found}"

    def overlays(self) -> Iterator[tuple[str, str]]:
        """Each dtoverlay and dtparam of config.txt: ("dtoverlay", "spi0-2cs,cs0_pin=8")."""
        for line in self.text(self.config[1:]).splitlines():
            if match := re.fullmatch(r"\s*(dtoverlay|dtparam)\s*=\s*(\S+)\s*(?:#.*)?", line):
                yield match[1], match[2]

    def node(self, path: str) -> Node | None:
        """A device file, its links followed; None where there is none."""
        try:
            status = (self.root / path.lstrip("/")).stat()
        except OSError:
            return None
        try:
            group = grp.getgrgid(status.st_gid).gr_name
        except KeyError:
            group = str(status.st_gid)
        return Node(path, group, status.st_mode & 0o060 == 0o060)

    @property
    def user(self) -> str:
        """Who the table runs as: the user of the service where it is installed, else whoever asks."""
        try:
            return pwd.getpwnam(SERVICE_USER).pw_name
        except KeyError:
            return pwd.getpwuid(os.getuid()).pw_name

    def groups(self, user: str) -> frozenset[str]:
        """The groups of a user."""
        own = grp.getgrgid(pwd.getpwnam(user).pw_gid).gr_name
        return frozenset({own} | {group.gr_name for group in grp.getgrall() if user in group.gr_mem})

    def weak_power(self) -> tuple[bool, bool] | None:
        """Whether the supply is too weak now, and was since the start; None where nobody tells."""
        if match := re.search(r"throttled=0x([0-9a-fA-F]+)", self.firmware()):
            flags = int(match[1], 16)
            return bool(flags & _WEAK_NOW), bool(flags & _WEAK_ONCE)
        for sensor in sorted((self.root / "sys/class/hwmon").glob("*/name")):
            folder = sensor.parent.relative_to(self.root)
            if self.text(f"{folder}/name") == "rpi_volt":
                now = self.text(f"{folder}/in0_lcrit_alarm") == "1"
                return now, now
        return None

    def space(self, folder: Path) -> Space:
        """The file system under a folder, or under the nearest one above that exists."""
        place = folder.absolute()
        while not place.exists():
            place = place.parent
        told = os.statvfs(place)
        return Space(
            told.f_bavail * told.f_frsize,
            told.f_blocks * told.f_frsize,
            self._kind(place),
            not told.f_flag & os.ST_RDONLY,
        )

    def _kind(self, place: Path) -> str:
        """The kind of the file system that is mounted nearest above a folder."""
        mounts = [line.split() for line in self.text("proc/mounts").splitlines()]
        above = [(len(m[1]), m[2]) for m in mounts if len(m) > 2 and place.is_relative_to(m[1])]
        return max(above)[1] if above else ""
