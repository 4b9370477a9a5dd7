"""The hub's firmware on the far side of a pseudo-terminal: antennas, keys and lamps of a `Felt`.

It speaks `hubline` and nothing else, and can be unplugged, rebooted, silenced and made to babble.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import termios
import threading
import time
import tty
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from drivers.base import Clock
from drivers.emulated.felt import Felt
from drivers.hub import LIGHTS, HubWiring
from drivers.hubline import SEQ_RANGE, Command, LineReader, command, seal

ANTENNAS, BUTTONS, LAMPS = 16, 8, 24
SWEEP = 0.04
DEBOUNCE = 0.015
HEARTBEAT = 0.5
SETS = 2.0
TAGS_A_LINE = 11
SWEEPS_TO_APPEAR, SWEEPS_TO_LEAVE = 2, 3
# The port's buffer holds 4095 bytes; a port that nobody reads loses what comes after this much.
UNREAD = 3000
DELIVERY_DEADLINE = 10.0

_WORDS = {light: word for word, light in LIGHTS.items()}


class Spoil(Enum):
    """What may happen to one line on its way to the host."""

    CORRUPT = "one bit is flipped"
    HALVE = "the second half and the newline are missing"
    DROP = "it never arrives"


class Plug:
    """A pseudo-terminal behind a stable path; closing it is what pulling the cable looks like."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None
        self._expected = 0

    @property
    def is_in(self) -> bool:
        """Whether the cable is plugged in."""
        return self._ends is not None

    def insert(self) -> None:
        """Make a new terminal, and let the path lead to it."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = master, slave
        self._expected = 0
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        fresh.symlink_to(os.ttyname(slave))
        fresh.replace(self.path)

    def pull(self) -> None:
        """Hang up, with all that was on the way."""
        if self._ends is not None:
            self.path.unlink(missing_ok=True)
            for end in self._ends:
                os.close(end)
            self._ends = None

    def write(self, sent: bytes) -> None:
        """Send to the host; lost when the host has not read for long."""
        if self._ends is None:
            return
        master, slave = self._ends
        unread = _waiting(slave)
        if unread + len(sent) <= UNREAD:
            self._expected = unread + os.write(master, sent)

    def read(self) -> bytes:
        """What the host has sent."""
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                return os.read(self._ends[0], 4096)
        return b""

    def delivered(self) -> None:
        """Wait until all that was written can be read at the other end; only while nobody reads there."""
        if self._ends is not None and self._expected:
            _await(self._ends[1], self._expected)
            self._expected = 0

    def arrived(self, count: int) -> None:
        """Wait until `count` bytes of the host can be read here."""
        if self._ends is not None:
            _await(self._ends[0], count)


def _waiting(end: int) -> int:
    (count,) = struct.unpack("i", fcntl.ioctl(end, termios.FIONREAD, b"\0\0\0\0"))
    return int(count)


def _await(end: int, count: int) -> None:
    poll = select.poll()
    poll.register(end, select.POLLIN)
    # One deadline for all of it: when a part has arrived, poll returns at once for ever.
    give_up = time.monotonic() + DELIVERY_DEADLINE
    while _waiting(end) < count:
        poll.poll(DELIVERY_DEADLINE * 1000)
        if time.monotonic() >= give_up and _waiting(end) < count:
            raise TimeoutError(f"the pseudo-terminal did not deliver {count} bytes")


@dataclass(slots=True)
class _Key:
    down: bool = False
    changed: float = 0.0
    bouncing_since: float | None = None


@dataclass(slots=True)
class _Antenna:
    reader: str
    known: set[str] = field(default_factory=set)
    doubted: dict[str, int] = field(default_factory=dict)


class HubEmulator:
    """One hub, called `name` on the felt, at `path` (a symlink to a new terminal each time it is plugged in).

    Stepped by `step(now)` on simulated time, or by a thread of its own between `start` and `stop`.
    """

    def __init__(self, felt: Felt, path: Path, wiring: HubWiring, name: str = "hub") -> None:
        self.path = path
        self._felt = felt
        self._wiring = wiring
        self._name = name
        self._plug = Plug(path)
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._boots = 0
        self._reboot_wanted = False
        self._mute = False
        self._spoils: list[Spoil] = []
        self._out: list[bytes] = []
        self._next_sets = 0.0
        self._reset(0.0)

    def step(self, now: float) -> None:
        """Do what is due, and wait until the host's end of the wire has it: for simulated time only."""
        self._work(now)
        self._plug.delivered()

    def collect(self, count: int) -> None:
        """Wait until `count` bytes that the host has just written are on this end."""
        self._plug.arrived(count)

    def start(self, clock: Clock, interval: float = 0.01) -> None:
        """Run in a thread, every `interval` seconds of the wall clock."""

        def run() -> None:
            while not self._stop.wait(interval):
                self._work(clock.now())

        self._stop.clear()
        self._thread = threading.Thread(target=run, name=f"emulated {self._name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread, if there is one, and hang up."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._plug.pull()

    def spoil(self, *how: Spoil) -> None:
        """Let these happen to the next lines, one each."""
        with self._lock:
            self._spoils.extend(how)

    def babble(self, noise: bytes) -> None:
        """Send bytes that are no line, with the next step."""
        with self._lock:
            self._out.append(noise)

    def mute(self, on: bool = True) -> None:
        """Hang the firmware: plugged in, but silent and deaf."""
        with self._lock:
            self._mute = on

    def reboot(self) -> None:
        """Start the firmware anew with the next step; the port stays open."""
        with self._lock:
            self._reboot_wanted = True

    def _work(self, now: float) -> None:
        with self._lock:
            revision = self._felt.revision()
            if not self._is_running(now, revision) or self._mute:
                return
            for line in self._commands.feed(self._plug.read()):
                if (asked := command(line)) is not None:
                    self._obey(now, asked)
            self._sense(now, revision)
            if now >= self._next_sets:
                self._next_sets = now + SETS
                self._send_sets()
            if now >= self._next_beat:
                self._beat(now)
            if self._out:
                self._plug.write(b"".join(self._out))
                self._out.clear()

    def _is_running(self, now: float, revision: int) -> bool:
        """Follow the plug and the reset line."""
        if revision != self._seen_revision or not self._plug.is_in:
            if self._felt.is_unplugged(self._name):
                self._go_dark()
                self._plug.pull()
                return False
            if not self._plug.is_in:
                self._plug.insert()
                self._reboot_wanted = True
        if self._reboot_wanted:
            self._reboot_wanted = False
            self._go_dark()
            self._boots += 1
            self._reset(now)
            self._greet(now)
        return True

    def _go_dark(self) -> None:
        for lamp in self._wiring.lamps.values():
            self._felt.light(lamp, "off")

    def _reset(self, now: float) -> None:
        """Everything as after power-up: all antennas swept and all keys read once."""
        self._booted = now
        self._seq = 0
        self._beats = 0
        self._received = 0
        self._commands = LineReader(mid_line=False)
        self._answers: dict[int, str] = {}
        self._seen_revision = -1
        self._next_sweep = now
        self._next_beat = now + HEARTBEAT
        self._next_sets = now + SETS
        self._unsettled = False
        self._out.clear()
        felt, wiring = self._felt, self._wiring
        self._faults = self._find_faults()
        self._antennas = {
            number: _Antenna(name, set() if number in self._faults else set(felt.contents(name)))
            for number, name in sorted(wiring.antennas.items())
        }
        self._keys = {n: _Key(felt.is_down(name), now) for n, name in sorted(wiring.keys.items())}

    def _say(self, kind: str, rest: str) -> None:
        """Number a line and put it on the wire, unless something happens to it."""
        self._seq = (self._seq + 1) % SEQ_RANGE
        self._emit(seal(f"{kind} {self._seq} {rest}".rstrip()))

    def _emit(self, line: bytes) -> None:
        match self._spoils.pop(0) if self._spoils else None:
            case Spoil.CORRUPT:
                middle = len(line) // 2
                self._out.append(line[:middle] + bytes([line[middle] ^ 0x04]) + line[middle + 1 :])
            case Spoil.HALVE:
                self._out.append(line[: len(line) // 2])
            case Spoil.DROP:
                pass
            case None:
                self._out.append(line)

    def _greet(self, now: float) -> None:
        boot = (0x7F3A + 0x1B7D * self._boots) % 0x10000
        self._out.append(b"\n")
        self._say(
            "H",
            f"1 caps=ant{ANTENNAS},btn{BUTTONS},led{LAMPS} fw=1.0.0 boot={boot:04X} uid={self._wiring.uid}",
        )
        self._beat(now)

    def _beat(self, now: float) -> None:
        self._next_beat = now + HEARTBEAT
        self._beats += 1
        stats = f"rx={self._received} err={self._commands.rejected}"
        if self._faults:
            stats += " fault=" + ",".join(f"{number}:{word}" for number, word in self._faults.items())
        self._say("K", f"{self._beats} {round((now - self._booted) * 1000)} {stats}")

    def _send_sets(self) -> None:
        for number, antenna in self._antennas.items():
            uids = sorted(antenna.known)
            for start in range(0, max(len(uids), 1), TAGS_A_LINE):
                before = ("+",) if start else ()
                after = ("+",) if start + TAGS_A_LINE < len(uids) else ()
                self._say("S", " ".join((str(number), *before, *uids[start : start + TAGS_A_LINE], *after)))

    def _obey(self, now: float, asked: Command) -> None:
        self._received += 1
        if asked.words == ("HELLO",):
            self._answers.clear()
            self._greet(now)
            self._answers[asked.id] = "OK"
        elif asked.id not in self._answers:
            self._answers[asked.id] = self._do(asked)
            # A host repeats within half a second; older answers are never asked for again.
            while len(self._answers) > 32:
                del self._answers[next(iter(self._answers))]
        self._emit(seal(f"< {asked.id} {self._answers[asked.id]}"))

    def _do(self, asked: Command) -> str:
        match asked.words:
            case ("SNAP",):
                self._send_sets()
                return "OK"
            case ("LED", number, *light) if number.isdecimal() and 1 <= int(number) <= LAMPS and light:
                lamp = self._wiring.lamps.get(int(number))
                if lamp is not None:
                    shown = " ".join(light)
                    self._felt.light(lamp, _WORDS.get(shown, shown))
                return "OK"
            case _:
                return "ERR unknown command"

    def _sense(self, now: float, revision: int) -> None:
        changed = revision != self._seen_revision
        if changed:
            self._seen_revision = revision
            self._check_faults(now)
        if changed or any(key.bouncing_since is not None for key in self._keys.values()):
            self._scan_keys(now)
        self._unsettled |= changed
        if self._unsettled and now >= self._next_sweep:
            self._next_sweep = now + SWEEP
            self._unsettled = self._sweep()

    def _find_faults(self) -> dict[int, str]:
        faults = {}
        for number, reader in sorted(self._wiring.antennas.items()):
            if self._felt.is_unplugged(reader):
                faults[number] = "dead"
            elif self._felt.is_unreadable(reader):
                faults[number] = "unreadable"
        return faults

    def _check_faults(self, now: float) -> None:
        faults = self._find_faults()
        if faults != self._faults:
            # What changed while an antenna could not tell is in its set once it can, not in edges.
            for number in self._faults.keys() - faults.keys():
                antenna = self._antennas[number]
                antenna.known = set(self._felt.contents(antenna.reader))
                antenna.doubted.clear()
            self._faults = faults
            self._beat(now)

    def _sweep(self) -> bool:
        """Sweep all antennas once; return whether some tag is still in doubt."""
        doubt = False
        for number, antenna in self._antennas.items():
            if number in self._faults:
                continue
            there = set(self._felt.contents(antenna.reader))
            doubted, antenna.doubted = antenna.doubted, {}
            for uid in sorted(there ^ antenna.known):
                sweeps = doubted.get(uid, 0) + 1
                if sweeps < (SWEEPS_TO_APPEAR if uid in there else SWEEPS_TO_LEAVE):
                    antenna.doubted[uid] = sweeps
                    doubt = True
                    continue
                antenna.known ^= {uid}
                self._say("T", f"{number} {'+' if uid in there else '-'} {uid}")
        return doubt

    def _scan_keys(self, now: float) -> None:
        for number, key in self._keys.items():
            if self._felt.is_down(self._wiring.keys[number]) == key.down:
                key.bouncing_since = None
            elif key.bouncing_since is None:
                key.bouncing_since = now
            elif now - key.bouncing_since >= DEBOUNCE:
                key.down = not key.down
                key.bouncing_since = None
                self._say("B", f"{number} {int(key.down)} {round((now - key.changed) * 1000)}")
                key.changed = now
