"""The hub on the far side of a pseudo-terminal: its reference firmware over antennas, keys, lamps of a felt.

Lines and debouncing are the firmware's own (`hub_firmware`). It can be unplugged, rebooted, silenced, made
to babble, and its lines spoilt on their way.
"""

from __future__ import annotations

import random
from enum import Enum
from pathlib import Path

from drivers.emulated.felt import Felt
from drivers.emulated.plug import SerialDevice
from drivers.hub import LIGHTS, HubWiring
from drivers.hub_firmware.protocol import Hub

ANTENNAS, BUTTONS, LAMPS = 16, 8, 24
SWEEP = 0.04


def _shown(light: str) -> tuple[int, int]:
    colour, _, blink = light.partition(" blink=")
    return int(colour, 16), int(blink or 0)


_WORDS = {_shown(light): word for word, light in LIGHTS.items()}


class Spoil(Enum):
    """What may happen to one line on its way to the host."""

    CORRUPT = "one bit is flipped"
    HALVE = "the second half and the newline are missing"
    DROP = "it never arrives"
    TWICE = "it arrives twice"


class HubEmulator(SerialDevice):
    """One hub, called `name` on the felt."""

    def __init__(self, felt: Felt, path: Path, wiring: HubWiring, name: str = "hub") -> None:
        super().__init__(path, name)
        self._felt = felt
        self._wiring = wiring
        self._boots = 0
        self._reboot_wanted = False
        self._mute = False
        self._spoils: list[Spoil] = []
        self._noise: list[bytes] = []
        self._reach: dict[str, float] = {}
        self._rng = random.Random(wiring.uid)
        self._reset(0.0)

    def spoil(self, *how: Spoil) -> None:
        """Let these happen to the next lines, one each."""
        with self.lock:
            self._spoils.extend(how)

    def babble(self, noise: bytes) -> None:
        """Send bytes that are no line, with the next step."""
        with self.lock:
            self._noise.append(noise)

    def mute(self, on: bool = True) -> None:
        """Hang the firmware: plugged in, but silent and deaf."""
        with self.lock:
            self._mute = on

    def reboot(self) -> None:
        """Start the firmware anew with the next step; the port stays open."""
        with self.lock:
            self._reboot_wanted = True

    def weaken(self, reader: str, reach: float) -> None:
        """Let each sweep of an antenna find each card only with probability `reach` (1: well again)."""
        with self.lock:
            self._reach[reader] = reach
            self._unsettled = True

    def work(self, now: float) -> None:
        """Follow the plug, obey the host, sense the felt, and send what there is to say."""
        revision = self._felt.revision()
        if not self._is_running(now, revision) or self._mute:
            return
        ms = round(now * 1000)
        self._hub.hear(ms, self.plug.read())
        if self._hub.relit:
            self._light()
        self._sense(now, revision)
        self._hub.tick(ms)
        out, self._noise = self._noise, []
        for line in self._hub.lines():
            out += self._on_the_way(line)
        if out:
            self.plug.write(b"".join(out))

    def _is_running(self, now: float, revision: int) -> bool:
        """Follow the plug and the reset line."""
        if revision != self._seen_revision or not self.plug.is_in:
            if self._felt.is_unplugged(self.name):
                self._go_dark()
                self.plug.pull()
                return False
            if not self.plug.is_in:
                self.plug.insert()
                self._reboot_wanted = True
        if self._reboot_wanted:
            self._reboot_wanted = False
            self._go_dark()
            self._boots += 1
            self._reset(now)
            self._hub.start(round(now * 1000))
        return True

    def _go_dark(self) -> None:
        for lamp in self._wiring.lamps.values():
            self._felt.light(lamp, "off")

    def _reset(self, now: float) -> None:
        """Everything as after power-up: all antennas swept and all keys read once."""
        boot = (0x7F3A + 0x1B7D * self._boots) % 0x10000
        self._hub = Hub(self._wiring.uid, boot, ANTENNAS, BUTTONS, LAMPS)
        self._seen_revision = -1
        self._next_sweep = now
        self._unsettled = False
        self._bouncing = False
        self._noise.clear()
        self._sweep(now)
        self._scan_keys(now)

    def _light(self) -> None:
        for number in sorted(self._hub.relit):
            lamp = self._wiring.lamps.get(number)
            if lamp is not None:
                colour, _ = light = self._hub.lights[number]
                self._felt.light(lamp, _WORDS.get(light, f"{colour:06X}"))
        self._hub.relit.clear()

    def _sense(self, now: float, revision: int) -> None:
        changed = revision != self._seen_revision
        self._seen_revision = revision
        if changed or self._bouncing:
            self._bouncing = self._scan_keys(now)
        self._unsettled |= changed
        if self._unsettled and now >= self._next_sweep:
            self._next_sweep = now + SWEEP
            self._unsettled = self._sweep(now)

    def _scan_keys(self, now: float) -> bool:
        """Read all keys; return whether one is bouncing."""
        ms = round(now * 1000)
        bouncing = False
        for number, key in sorted(self._wiring.keys.items()):
            bouncing |= self._hub.sampled(ms, number, self._felt.is_down(key))
        return bouncing

    def _sweep(self, now: float) -> bool:
        """Sweep all antennas once; return whether one of them is in doubt, or weak."""
        ms = round(now * 1000)
        doubt = False
        for number, reader in sorted(self._wiring.antennas.items()):
            uids = set(self._felt.contents(reader))
            reach = self._reach.get(reader, 1.0)
            if reach < 1.0:
                uids = {uid for uid in sorted(uids) if self._rng.random() < reach}
            doubt |= self._hub.swept(ms, number, uids, self._trouble(reader)) or reach < 1.0
        return doubt

    def _trouble(self, reader: str) -> str:
        if self._felt.is_unplugged(reader):
            return "dead"
        return "unreadable" if self._felt.is_unreadable(reader) else ""

    def _on_the_way(self, line: bytes) -> list[bytes]:
        """What arrives of a line."""
        if line == b"\n":
            return [line]
        match self._spoils.pop(0) if self._spoils else None:
            case Spoil.CORRUPT:
                middle = len(line) // 2
                return [line[:middle] + bytes([line[middle] ^ 0x04]) + line[middle + 1 :]]
            case Spoil.HALVE:
                return [line[: len(line) // 2]]
            case Spoil.DROP:
                return []
            case Spoil.TWICE:
                return [line, line]
            case None:
                return [line]
