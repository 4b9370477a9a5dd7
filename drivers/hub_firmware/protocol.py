"""The hub's half of the line protocol (docs/hub-protocol.md): what was sensed goes in, lines come out.

Needs no hardware and nothing that MicroPython lacks. Times are whole milliseconds that never wrap.
"""

from .debounce import Key, Spot

FIRMWARE = "1.0.0"
LONGEST = 256
SEQ_RANGE = 0x10000
# Times on the wire have ten digits at most, which a hub that is never switched off would outgrow.
TIME_RANGE = 0x100000000
# A heartbeat without its letter, its number and its checksum.
ROOM = LONGEST - 14
HEARTBEAT = 500
SETS = 2000
TAGS_A_LINE = 11
# A host repeats within half a second; older answers are never asked for again.
REMEMBERED = 32


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table.append(crc)
    return table


_CRC_TABLE = _crc_table()


def crc(body: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected."""
    total = 0xFFFF
    for octet in body:
        total = (total << 8 & 0xFF00) ^ _CRC_TABLE[total >> 8 ^ octet]
    return total


def seal(body: str) -> bytes:
    """The line as it goes over the wire."""
    raw = body.encode()
    return raw + b"*%04X\n" % crc(raw)


def unseal(line: bytes) -> str:
    """The body of a line without its newline; empty when it does not check."""
    if not 6 <= len(line) < LONGEST or min(line) < 0x20 or max(line) > 0x7E:
        return ""
    body = line[:-5]
    return body.decode() if line[-5:] == b"*%04X" % crc(body) else ""


class LineCutter:
    """Cuts the host's bytes into checked lines; what is damaged is dropped and counted in `rejected`."""

    def __init__(self) -> None:
        self.rejected = 0
        self._pending = b""
        self._skip = False

    def feed(self, received: bytes) -> list[str]:
        """Take bytes as they come; return the bodies of the lines they complete."""
        bodies = []
        lines = (self._pending + received).split(b"\n")
        self._pending = lines.pop()
        for line in lines:
            body = unseal(line) if not self._skip else ""
            if body:
                bodies.append(body)
            elif line and not self._skip:
                self.rejected += 1
            self._skip = False
        if len(self._pending) >= LONGEST:
            self.rejected += not self._skip
            self._pending = b""
            self._skip = True
        return bodies


class Hub:
    """One hub from its start on: `uid` is its hardware's own, `boot` another number at each start.

    What is sensed before `start` is simply so; afterwards it is debounced. `lights` has colour (RRGGBB as a
    number) and blink period in ms of each lamp that the host has set; `relit` the numbers set since the
    caller last cleared it.
    """

    def __init__(self, uid: str, boot: int, antennas: int, keys: int, lamps: int) -> None:
        self.lights: dict[int, tuple[int, int]] = {}
        self.relit: set[int] = set()
        self._lamps = lamps
        caps = f"ant{antennas},btn{keys},led{lamps}"
        self._who = f"1 caps={caps} fw={FIRMWARE} boot={boot:04X} uid={uid}"
        self._spots: dict[int, Spot] = {}
        self._keys: dict[int, Key] = {}
        self._cutter = LineCutter()
        self._answers: list[tuple[str, str]] = []
        self._unsent: list[bytes] = []
        self._started = False
        self._seq = 0
        self._beats = 0
        self._received = 0
        self._booted = 0
        self._next_beat = 0
        self._next_sets = 0

    def start(self, now: int) -> None:
        """Introduce the hub: once, when every antenna was swept and every key read."""
        self._started = True
        self._booted = now
        self._next_sets = now + SETS
        self._greet(now)

    def swept(self, now: int, antenna: int, uids: set[str], trouble: str = "") -> bool:
        """Take what one sweep of an antenna found; `trouble` is "", "unreadable" or "dead".

        Returns whether it is still in doubt, so that another sweep is wanted soon.
        """
        spot = self._spots.get(antenna)
        if spot is None:
            self._spots[antenna] = Spot(uids, trouble)
            return False
        before = spot.fault
        for uid, here in spot.sweep(uids, trouble):
            self._say("T", f"{antenna} {'+' if here else '-'} {uid}")
        if spot.fault != before:
            self._beat(now)
        return spot.in_doubt

    def sampled(self, now: int, key: int, down: bool) -> bool:
        """Take the level of a key; returns whether it is bouncing."""
        known = self._keys.get(key)
        if known is None:
            self._keys[key] = Key(now, down)
            return False
        lasted = known.sample(now, down)
        if lasted >= 0:
            self._say("B", f"{key} {int(known.down)} {min(lasted, TIME_RANGE - 1)}")
        return known.is_bouncing

    def hear(self, now: int, received: bytes) -> None:
        """Take what the host sent, in pieces of any size, and obey it."""
        for body in self._cutter.feed(received):
            words = body.split(" ")
            if len(words) >= 3 and words[0] == ">" and words[1].isdigit() and len(words[1]) <= 5:
                self._obey(now, words[1], words[2:])

    def tick(self, now: int) -> None:
        """Send what is due by time."""
        if now >= self._next_sets:
            self._next_sets = now + SETS
            self._send_sets()
        if now >= self._next_beat:
            self._beat(now)

    def lines(self) -> list[bytes]:
        """What is to be sent, and forget it."""
        unsent, self._unsent = self._unsent, []
        return unsent

    def _say(self, kind: str, rest: str) -> None:
        self._seq = (self._seq + 1) % SEQ_RANGE
        self._unsent.append(seal(f"{kind} {self._seq} {rest}".rstrip()))

    def _greet(self, now: int) -> None:
        self._unsent.append(b"\n")
        self._say("H", self._who)
        self._beat(now)

    def _beat(self, now: int) -> None:
        if not self._started:
            return
        self._next_beat = now + HEARTBEAT
        self._beats += 1
        uptime = (now - self._booted) % TIME_RANGE
        spots = self._spots.values()
        head = f"{self._beats} {uptime} rx={self._received} err={self._cutter.rejected}"
        seen, missed = sum([s.hits for s in spots]), sum([s.misses for s in spots])
        counts = f" seen={seen % TIME_RANGE} miss={missed % TIME_RANGE}"
        faults = [f"{number}:{spot.fault}" for number, spot in sorted(self._spots.items()) if spot.fault]
        told = " fault=" + ",".join(faults) if faults else ""
        # Faults come first: counters can wait for a heartbeat that has room.
        said = head + counts + told if len(head + counts + told) <= ROOM else head + told
        if len(said) > ROOM:
            said = said[: said.rfind(",", 0, ROOM)]
        self._say("K", said)

    def _send_sets(self) -> None:
        for number, spot in sorted(self._spots.items()):
            uids = sorted(spot.known)
            for first in range(0, max(len(uids), 1), TAGS_A_LINE):
                after = first + TAGS_A_LINE
                words = [str(number)] + ["+"] * (first > 0) + uids[first:after] + ["+"] * (after < len(uids))
                self._say("S", " ".join(words))

    def _obey(self, now: int, number: str, words: list[str]) -> None:
        self._received += 1
        if words == ["HELLO"]:
            self._answers = []
            self._greet(now)
        answer = ""
        for known, given in self._answers:
            if known == number:
                answer = given
        if not answer:
            answer = self._do(words)
            self._answers.append((number, answer))
            self._answers = self._answers[-REMEMBERED:]
        self._unsent.append(seal(f"< {number} {answer}"))

    def _do(self, words: list[str]) -> str:
        if words == ["HELLO"]:
            return "OK"
        if words == ["SNAP"]:
            self._send_sets()
            return "OK"
        if words[0] == "LED":
            return self._light(words[1:])
        return "ERR unknown command"

    def _light(self, words: list[str]) -> str:
        if len(words) < 2 or not words[0].isdigit() or not 1 <= int(words[0]) <= self._lamps:
            return "ERR no such lamp"
        colour, blink = words[1], 0
        if len(words) == 3 and words[2].startswith("blink=") and words[2][6:].isdigit():
            blink = int(words[2][6:])
        elif len(words) > 2:
            return "ERR no such light"
        if len(colour) != 6 or [c for c in colour if c not in "0123456789ABCDEF"]:
            return "ERR no such light"
        self.lights[int(words[0])] = (int(colour, 16), blink)
        self.relit.add(int(words[0]))
        return "OK"
