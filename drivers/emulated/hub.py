"""The hub's firmware on the far side of a pseudo-terminal: antennas, keys and lamps of a `Felt`.

It speaks `hubline` and nothing else, and can be unplugged, rebooted, silenced and made to babble.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from drivers.emulated.felt import Felt
from drivers.emulated.plug import SerialDevice
from drivers.hub import LIGHTS, HubWiring
from drivers.hubline import SEQ_RANGE, Command, LineReader, command, seal

ANTENNAS, BUTTONS, LAMPS = 16, 8, 24
SWEEP = 0.04
DEBOUNCE = 0.015
HEARTBEAT = 0.5
SETS = 2.0
TAGS_A_LINE = 11
SWEEPS_TO_APPEAR, SWEEPS_TO_LEAVE = 2, 3

_WORDS = {light: word for word, light in LIGHTS.items()}


class Spoil(Enum):
    """What may happen to one line on its way to the host."""

    CORRUPT = "one bit is flipped"
    HALVE = "the second half and the newline are missing"
    DROP = "it never arrives"


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
        self._out: list[bytes] = []
        self._next_sets = 0.0
        self._reset(0.0)

    def spoil(self, *how: Spoil) -> None:
        """Let these happen to the next lines, one each."""
        with self.lock:
            self._spoils.extend(how)

    def babble(self, noise: bytes) -> None:
        """Send bytes that are no line, with the next step."""
        with self.lock:
            self._out.append(noise)

    def mute(self, on: bool = True) -> None:
        """Hang the firmware: plugged in, but silent and deaf."""
        with self.lock:
            self._mute = on

    def reboot(self) -> None:
        """Start the firmware anew with the next step; the port stays open."""
        with self.lock:
            self._reboot_wanted = True

    def work(self, now: float) -> None:
        """Follow the plug, obey the host, sense the felt, and send what there is to say."""
        revision = self._felt.revision()
        if not self._is_running(now, revision) or self._mute:
            return
        for line in self._commands.feed(self.plug.read()):
            if (asked := command(line)) is not None:
                self._obey(now, asked)
        self._sense(now, revision)
        if now >= self._next_sets:
            self._next_sets = now + SETS
            self._send_sets()
        if now >= self._next_beat:
            self._beat(now)
        if self._out:
            self.plug.write(b"".join(self._out))
            self._out.clear()

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
