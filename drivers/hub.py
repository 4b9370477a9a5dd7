"""The table's reader hub: many antennas, keys and lamps behind one serial port (lines: `hubline`).

The host never infers from single edges alone: after a gap in the numbering, a reboot or a reopened port it
asks for the whole sets and reports the difference. A hub that falls silent freezes its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from drivers.base import BadWiring, SerialDriver, TransportLost, back_off
from drivers.health import Health
from drivers.hubline import (
    PROTOCOL,
    SEQ_RANGE,
    Button,
    Heartbeat,
    Hello,
    LineReader,
    Message,
    Outbox,
    Reply,
    SetParts,
    TagEdge,
    TagSet,
    message,
)
from drivers.port import Port
from drivers.presence import Presence
from drivers.reports import UNREADABLE, KeyDown, KeyUp, ReaderLost, ReaderUp, ReaderWeak, Report

SILENCE = 1.5
# Opening the port may reset the hub, and it sweeps all antennas before it speaks.
BOOT_TIME = 2.5
# A small hub has a small receive buffer: 4 lines of 30 bytes.
WINDOW = 4

# What a lamp value looks like: colour as RRGGBB and blink period in ms. No two are alike, also for an eye
# that cannot tell red from green: what calls for a person blinks.
LIGHTS: Mapping[str, str] = {
    "stop": "FF0000 blink=250",
    "deal": "0060FF",
    "act": "FF8000 blink=500",
    "all-in": "8000FF",
    "on": "FFFFFF",
    "off": "000000",
    "flash": "FFFFFF blink=120",
}

# A weak antenna tells what lies on it, only slowly; every other word freezes its cards.
_WEAK = "weak"
_FAULTS = {
    "unreadable": UNREADABLE,
    "dead": "the antenna does not answer the hub",
}


@dataclass(frozen=True, slots=True)
class HubWiring:
    """What hangs on which number of the hub, by the names that reports and lamps carry; `uid` is the hub.

    Raises BadWiring when a name is used twice.
    """

    uid: str
    antennas: Mapping[int, str]
    keys: Mapping[int, str] = field(default_factory=dict)
    lamps: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what, names in (("antenna", self.antennas), ("key", self.keys), ("lamp", self.lamps)):
            for number, name in names.items():
                first = next(n for n, other in names.items() if other == name)
                if first != number:
                    raise BadWiring(f"hub {self.uid}: {what}s {first} and {number} are both called {name!r}")


class HubDriver(SerialDriver):
    """One hub: readers by `wiring.antennas`, keys and lamps; opens its port itself, again and again.

    `where` is the port's path, for sentences; `open_port` opens it by that path each time. `rejected` counts
    damaged lines, `gaps` resynchronisations, `sent` bytes written, all since the start.
    """

    def __init__(
        self,
        where: str,
        open_port: Callable[[], Port],
        wiring: HubWiring,
        presence: Presence | None = None,
    ) -> None:
        self.where = where
        self.rejected = 0
        self.gaps = 0
        self._open_port = open_port
        self._wiring = wiring
        self._presence = presence or Presence()
        self._port: Port | None = None
        self._reader = LineReader()
        self._outbox = Outbox()
        self._retry_at = float("-inf")
        self._failures = 0
        self._heard = 0.0
        self._greeted = 0.0
        self._hello: Hello | None = None
        self._next_seq = 0
        self._uptime = 0
        self._snap_wanted = False
        self._hello_wanted = False
        self._faults: Mapping[int, str] = {}
        self._weak: frozenset[int] = frozenset()
        self._counts: Mapping[str, int] = {}
        self._parts = SetParts()
        self._told: dict[int, str] = {}
        self._away: set[tuple[str, str]] = set()
        self._pressed: set[int] = set()
        self._wanted = dict.fromkeys(wiring.lamps, LIGHTS["off"])
        self._shown: dict[int, str] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The readers behind the hub's antennas."""
        return tuple(self._wiring.antennas.values())

    def poll(self, now: float) -> tuple[Report, ...]:
        """Read, answer, repeat and check the deadlines; `now` in seconds. Losses are reported, not raised."""
        reports: list[Report] = []
        try:
            if self._port is None:
                if now < self._retry_at:
                    return ()
                self._open(now)
            self._listen(now, reports)
            self._speak(now)
        except TransportLost as lost:
            self._lose(now, str(lost), reports)
        return tuple(reports)

    def show(self, lamps: Mapping[str, str]) -> None:
        """Take the wanted value of every lamp; ours that are not named are off. Raises BadWiring."""
        for name, value in lamps.items():
            if value not in LIGHTS:
                raise BadWiring(f"lamp {name} cannot show {value!r}; it can show {', '.join(LIGHTS)}")
        self._wanted = {led: LIGHTS[lamps.get(name, "off")] for led, name in self._wiring.lamps.items()}

    def health(self) -> tuple[Health, ...]:
        """How the hub does, said for each of its readers: its counts are those of all of them."""
        hello = self._hello
        device = f"hub fw {hello.firmware}, {hello.antennas} antennas" if hello else ""
        return tuple(
            Health(
                name,
                device,
                round_trip=self._outbox.round_trip,
                seen=self._counts.get("seen", 0),
                missed=self._counts.get("miss", 0),
                errors=self.rejected,
            )
            for name in self.names
        )

    def close(self) -> None:
        """Give the port back."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def _open(self, now: float) -> None:
        self._port = self._open_port()
        self._reader = LineReader()
        self._outbox.clear()
        self._hello = None
        self._hello_wanted = True
        self._snap_wanted = False
        self._heard = now
        self._write(b"\n\n")

    def _write(self, line: bytes) -> None:
        assert self._port is not None
        self._port.write(line)
        self.sent += len(line)

    def _lose(self, now: float, reason: str, reports: list[Report]) -> None:
        self.close()
        self._retry_at = now + back_off(self._failures)
        self._failures += 1
        for antenna in self._wiring.antennas:
            self._tell(now, antenna, reason, reports)

    def _tell(self, now: float, antenna: int, reason: str, reports: list[Report]) -> None:
        """Report a reader lost for `reason`, or up when that is empty; nothing twice."""
        if self._told.get(antenna) == reason:
            return
        self._told[antenna] = reason
        name = self._wiring.antennas[antenna]
        if not reason:
            reports.append(ReaderUp(now, name))
            return
        reports.append(ReaderLost(now, name, reason))
        # What was leaving when the reader was lost stays where it was last seen.
        for reader, uid in [tag for tag in self._away if tag[0] == name]:
            self._take_edge(now, reader, uid, True, reports)

    def _listen(self, now: float, reports: list[Report]) -> None:
        assert self._port is not None
        received = self._port.read()
        if received:
            before = self._reader.rejected
            for body in self._reader.feed(received):
                said = message(body)
                if said is None:
                    self._reader.rejected += 1
                else:
                    self._take(now, said, reports)
            self.rejected += self._reader.rejected - before
        if self._away:
            gone = self._presence.due(now)
            self._away.difference_update((tag.reader, tag.uid) for tag in gone)
            reports.extend(gone)

    def _take(self, now: float, said: Message, reports: list[Report]) -> None:
        match said:
            case Hello():
                self._take_hello(now, said)
            case Reply():
                self._take_reply(now, said)
            case _ if self._hello is None:
                pass
            case TagEdge() | TagSet() | Button() | Heartbeat():
                self._heard = now
                self._count(said.seq)
                self._sense(now, said, reports)

    def _take_hello(self, now: float, hello: Hello) -> None:
        self._check_identity(hello)
        if self._hello is None or self._hello.boot != hello.boot:
            self._greeted = now
            self._shown.clear()
            self._pressed.clear()
            self._faults = {}
            self._uptime = 0
            self._snap_wanted = True
        else:
            self._count(hello.seq)
        self._hello = hello
        self._heard = now
        self._next_seq = (hello.seq + 1) % SEQ_RANGE
        self._failures = 0

    def _check_identity(self, hello: Hello) -> None:
        """Refuse another hub, or one with too few connectors: seats must never be swapped."""
        wiring = self._wiring
        if hello.protocol != PROTOCOL:
            raise TransportLost(
                f"the hub at {self.where} speaks protocol {hello.protocol}, but this program {PROTOCOL}; "
                "flash the firmware that belongs to this program"
            )
        if hello.uid != wiring.uid:
            raise TransportLost(
                f"the hub at {self.where} is {hello.uid}, not {wiring.uid}; were two hubs swapped?"
            )
        for has, what, names in (
            (hello.antennas, "antennas", wiring.antennas),
            (hello.buttons, "keys", wiring.keys),
            (hello.lamps, "lamps", wiring.lamps),
        ):
            if (highest := max(names, default=0)) > has:
                raise TransportLost(
                    f"the hub at {self.where} has {has} {what}, but {names[highest]} is wired to {highest}"
                )

    def _count(self, seq: int) -> None:
        if seq != self._next_seq:
            self.gaps += 1
            self._snap_wanted = True
        self._next_seq = (seq + 1) % SEQ_RANGE

    def _take_reply(self, now: float, reply: Reply) -> None:
        words = self._outbox.answered(now, reply.id)
        if words.startswith("LED "):
            # A refused lamp counts as shown: asking for the same again cannot help.
            _, led, light = words.split(" ", 2)
            self._shown[int(led)] = light

    def _sense(self, now: float, said: TagEdge | TagSet | Button | Heartbeat, reports: list[Report]) -> None:
        match said:
            case Heartbeat():
                self._take_heartbeat(now, said, reports)
            case Button() if said.button in self._wiring.keys:
                self._take_button(now, said, reports)
            case TagEdge() if said.antenna in self._wiring.antennas:
                # Before its first whole set, and while it cannot tell its cards apart, edges of an antenna
                # say nothing: the set that follows does.
                if self._told.get(said.antenna) == "":
                    self._take_edge(now, self._wiring.antennas[said.antenna], said.uid, said.here, reports)
            case TagSet() if said.antenna in self._wiring.antennas and said.antenna not in self._faults:
                self._take_set(now, said, reports)
            case _:
                pass

    def _take_set(self, now: float, said: TagSet, reports: list[Report]) -> None:
        whole = self._parts.add(said)
        if whole is None:
            return
        self._tell(now, said.antenna, "", reports)
        reader = self._wiring.antennas[said.antenna]
        for uid in sorted(self._presence.resting(reader) | whole):
            self._take_edge(now, reader, uid, uid in whole, reports)

    def _take_edge(self, now: float, reader: str, uid: str, here: bool, reports: list[Report]) -> None:
        if here:
            self._away.discard((reader, uid))
            reports.extend(self._presence.appeared(now, reader, uid))
        elif uid in self._presence.resting(reader):
            self._away.add((reader, uid))
            self._presence.left(now, reader, uid)

    def _take_button(self, now: float, button: Button, reports: list[Report]) -> None:
        key, held = self._wiring.keys[button.button], button.ms / 1000
        if button.down:
            self._pressed.add(button.button)
            reports.append(KeyDown(now, key))
            return
        # The line of the press was lost, unless the key was already down when the hub introduced itself.
        if button.button not in self._pressed:
            if held >= now - self._greeted:
                return
            reports.append(KeyDown(now, key))
        self._pressed.discard(button.button)
        reports.append(KeyUp(now, key, held))

    def _take_heartbeat(self, now: float, beat: Heartbeat, reports: list[Report]) -> None:
        if beat.uptime < self._uptime:
            self._hello_wanted = True
        self._uptime = beat.uptime
        self._counts = beat.counts
        names = self._wiring.antennas
        faults = {antenna: word for antenna, word in beat.faults.items() if antenna in names}
        weak = frozenset(antenna for antenna, word in faults.items() if word == _WEAK)
        for antenna in sorted(weak ^ self._weak):
            reports.append(ReaderWeak(now, names[antenna], antenna in weak))
        self._weak = weak
        frozen = {antenna: word for antenna, word in faults.items() if word != _WEAK}
        if self._faults.keys() - frozen.keys():
            self._snap_wanted = True
        self._faults = frozen
        for antenna, word in frozen.items():
            self._tell(now, antenna, _FAULTS.get(word, f"the hub reports: {word}"), reports)

    def _speak(self, now: float) -> None:
        self._check_silence(now)
        if self._outbox:
            again, given_up = self._outbox.repeats(now)
            for line in again:
                self._write(line)
            self._snap_wanted |= "SNAP" in given_up
            self._hello_wanted |= "HELLO" in given_up
        if self._hello_wanted and not self._outbox.awaits("HELLO"):
            self._write(self._outbox.send(now, "HELLO"))
            self._hello_wanted = False
        if self._hello is None:
            return
        if self._snap_wanted and not self._outbox.awaits("SNAP"):
            self._write(self._outbox.send(now, "SNAP"))
            self._snap_wanted = False
        self._light(now)

    def _light(self, now: float) -> None:
        if self._shown == self._wanted:
            return
        for led, light in self._wanted.items():
            if len(self._outbox) >= WINDOW:
                return
            if self._shown.get(led) != light and not self._outbox.awaits("LED", str(led)):
                self._write(self._outbox.send(now, f"LED {led} {light}"))

    def _check_silence(self, now: float) -> None:
        silent = now - self._heard
        if self._hello is None and silent >= BOOT_TIME:
            raise TransportLost(f"the hub at {self.where} does not answer")
        if self._hello is not None and silent >= SILENCE:
            raise TransportLost(f"the hub at {self.where} has been silent for {SILENCE} s")
