"""The line protocol of the table's own reader hub, without any port: bytes in, checked messages out.

For authors of firmware it is written down in docs/hub-protocol.md.

One line is one message of at most 256 bytes, ended by a newline: fields with one space between them, then
`*` and the CRC-16/CCITT-FALSE of all before it in four upper-case hex digits. `seq` counts the hub's lines
in 16 bits, replies excepted.

    H seq proto caps=ant16,btn8,led24 fw=.. boot=.. uid=..   after boot, and as answer to HELLO
    T seq antenna +|- uid          a tag came to rest or left, debounced by the hub
    S seq antenna [+] uid... [+]   the whole set of one antenna, after SNAP and every 2 s; a last `+` says
                                   that the next line goes on with it, a first `+` that this one does
    B seq button 1|0 ms            a button went down or up, `ms` after its last change
    K seq n uptime name=number...  heartbeat every 500 ms; uptime in ms
    > id COMMAND ...               from the host: HELLO, SNAP, LED n RRGGBB [blink=ms]
    < id OK | < id ERR reason      the answer; a repeated id is answered again, not done again

A heartbeat may carry `fault=3:unreadable,7:dead,9:weak`: antenna 3 has two or more cards that it cannot
tell apart, antenna 7 does not answer; their sets are frozen meanwhile. Antenna 9 reads its cards only now
and then, which freezes nothing. A changed fault sends a heartbeat at once. The hub sweeps all antennas
before its first H, sends an empty line before each H (so a host that opened the port in mid-line loses
nothing) and a heartbeat after it. HELLO forgets the known ids.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

PROTOCOL = 1
LONGEST = 256
SEQ_RANGE = 0x10000
REPEAT_AFTER = 0.15
TRIES = 3

_SEALED = re.compile(rb"([\x20-\x7e]+)\*([0-9A-F]{4})")
_UID = r"(?:[0-9A-F]{20}|[0-9A-F]{14}|[0-9A-F]{8})"
_NUMBER = r"\d{1,10}"


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the hub is, what it speaks and carries, and the nonce of this boot."""

    seq: int
    protocol: int
    antennas: int
    buttons: int
    lamps: int
    firmware: str
    boot: str
    uid: str


@dataclass(frozen=True, slots=True)
class TagEdge:
    """A tag came to rest on an antenna (`here`) or left it."""

    seq: int
    antenna: int
    here: bool
    uid: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TagSet:
    """The tags that rest on one antenna, or the part of them that one line can hold."""

    seq: int
    antenna: int
    goes_back: bool
    goes_on: bool
    uids: frozenset[str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Button:
    """A button changed, `ms` milliseconds after its last change."""

    seq: int
    button: int
    down: bool
    ms: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The hub lives; `faults` has a word for each antenna that cannot tell what lies on it. Uptime in ms.

    `counts` are the hub's counters by name.
    """

    seq: int
    uptime: int
    faults: Mapping[int, str]
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to command `id`: done, or refused."""

    id: int
    done: bool


@dataclass(frozen=True, slots=True)
class Command:
    """What the host asks: `words` is the command and its arguments."""

    id: int
    words: tuple[str, ...]


Message: TypeAlias = Hello | TagEdge | TagSet | Button | Heartbeat | Reply


def crc(body: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected."""
    return binascii.crc_hqx(body, 0xFFFF)


def seal(body: str) -> bytes:
    """The line as it goes over the wire; raises ValueError when it is too long for one line."""
    raw = body.encode("ascii")
    if len(raw) + 6 > LONGEST:
        raise ValueError(f"a hub line has at most {LONGEST} bytes, this one has {len(raw) + 6}")
    return b"%s*%04X\n" % (raw, crc(raw))


class LineReader:
    """Cuts a byte stream into checked lines; what is damaged is dropped and counted in `rejected`."""

    def __init__(self, *, mid_line: bool = True) -> None:
        """`mid_line`: the stream may begin inside a line, so all before the first newline is discarded."""
        self._pending = b""
        self._skip = mid_line
        self.rejected = 0

    def feed(self, received: bytes) -> tuple[str, ...]:
        """Take bytes as they come, in pieces of any size; return the bodies of the lines they complete."""
        *whole, self._pending = (self._pending + received).split(b"\n")
        bodies = []
        for line in whole:
            if self._skip:
                self._skip = False
            elif line and (body := _unseal(line)) is not None:
                bodies.append(body)
            elif line:
                self.rejected += 1
        if len(self._pending) >= LONGEST:
            self.rejected += not self._skip
            self._pending, self._skip = b"", True
        return tuple(bodies)


def _unseal(line: bytes) -> str | None:
    match = _SEALED.fullmatch(line) if len(line) < LONGEST else None
    if match is None or int(match[2], 16) != crc(match[1]):
        return None
    return match[1].decode("ascii")


def message(body: str) -> Message | None:
    """What a checked line of the hub says; None when it follows no form of this protocol."""
    form, build = _FORMS.get(body[:2], _NO_FORM)
    match = form.fullmatch(body)
    if match is None:
        return None
    said = build(match)
    return said if isinstance(said, Reply) or said.seq < SEQ_RANGE else None


def command(body: str) -> Command | None:
    """What a checked line of the host asks; None when it is no command."""
    match = re.fullmatch(r"> (\d{1,5}) ([A-Z]+(?: [0-9A-Za-z=]+)*)", body)
    return Command(int(match[1]), tuple(match[2].split(" "))) if match else None


def _hello(m: re.Match[str]) -> Hello:
    seq, protocol, antennas, buttons, lamps = (int(m[group]) for group in range(1, 6))
    return Hello(seq, protocol, antennas, buttons, lamps, firmware=m[6], boot=m[7], uid=m[8])


def _edge(m: re.Match[str]) -> TagEdge:
    return TagEdge(int(m[1]), int(m[2]), m[3] == "+", m[4])


def _set(m: re.Match[str]) -> TagSet:
    return TagSet(int(m[1]), int(m[2]), m[3] is not None, m[5] is not None, frozenset(m[4].split()))


def _button(m: re.Match[str]) -> Button:
    return Button(int(m[1]), int(m[2]), m[3] == "1", int(m[4]))


def _heartbeat(m: re.Match[str]) -> Heartbeat:
    faults: dict[int, str] = {}
    counts: dict[str, int] = {}
    for stat in m[3].split():
        name, value = stat.split("=")
        if name == "fault":
            faults = {int(a): word for a, word in (pair.split(":") for pair in value.split(","))}
        else:
            counts[name] = int(value)
    return Heartbeat(int(m[1]), int(m[2]), MappingProxyType(faults), MappingProxyType(counts))


def _reply(m: re.Match[str]) -> Reply:
    return Reply(int(m[1]), m[2] == "OK")


_Form: TypeAlias = tuple[re.Pattern[str], Callable[[re.Match[str]], Message]]

_STAT = rf"(?: fault=\d{{1,3}}:[a-z]+(?:,\d{{1,3}}:[a-z]+)*| (?!fault=)[a-z]+={_NUMBER})"
_NO_FORM: _Form = (re.compile(r"(?!)"), _reply)
_FORMS: Mapping[str, _Form] = {
    "H ": (
        re.compile(
            rf"H ({_NUMBER}) (\d{{1,3}}) caps=ant(\d{{1,3}}),btn(\d{{1,3}}),led(\d{{1,3}})"
            r" fw=([0-9A-Za-z.-]+) boot=([0-9A-F]{4}) uid=([0-9A-F]+)"
        ),
        _hello,
    ),
    "T ": (re.compile(rf"T ({_NUMBER}) (\d{{1,3}}) ([+-]) ({_UID})"), _edge),
    "S ": (re.compile(rf"S ({_NUMBER}) (\d{{1,3}})( \+(?= .))?((?: {_UID})*)( \+)?"), _set),
    "B ": (re.compile(rf"B ({_NUMBER}) (\d{{1,3}}) ([01]) ({_NUMBER})"), _button),
    "K ": (re.compile(rf"K ({_NUMBER}) {_NUMBER} ({_NUMBER})({_STAT}*)"), _heartbeat),
    "< ": (re.compile(r"< (\d{1,5}) (OK|ERR(?: [a-z0-9 -]+)?)"), _reply),
}


class SetParts:
    """Puts the lines of one set together; a set with a missing line is never taken for whole."""

    def __init__(self) -> None:
        self._uids: frozenset[str] = frozenset()
        self._next: tuple[int, int] | None = None

    def add(self, part: TagSet) -> frozenset[str] | None:
        """Take one line; return the whole set with its last line, else None."""
        fits = not part.goes_back or self._next == (part.antenna, part.seq)
        self._uids = part.uids | self._uids if part.goes_back else part.uids
        self._next = (part.antenna, (part.seq + 1) % SEQ_RANGE) if fits and part.goes_on else None
        return self._uids if fits and not part.goes_on else None


@dataclass(slots=True)
class _Sent:
    id: int
    words: str
    line: bytes
    first: float
    last: float
    tries: int = 1


class Outbox:
    """Commands on the way: each is repeated under its own id until answered, then given up.

    `round_trip` is the time in seconds from a command to its answer, of the last one that was not repeated.
    """

    def __init__(self) -> None:
        self.round_trip: float | None = None
        self._sent: dict[int, _Sent] = {}
        self._last_id = 0

    def __len__(self) -> int:
        return len(self._sent)

    def send(self, now: float, words: str) -> bytes:
        """Number a command and return its line."""
        self._last_id = self._last_id % (SEQ_RANGE - 1) + 1
        line = seal(f"> {self._last_id} {words}")
        self._sent[self._last_id] = _Sent(self._last_id, words, line, now, now)
        return line

    def awaits(self, *start: str) -> bool:
        """Whether a command that begins with these words is unanswered."""
        return any(tuple(sent.words.split(" ")[: len(start)]) == start for sent in self._sent.values())

    def answered(self, now: float, id: int) -> str:
        """Settle a command; return its words, or an empty string when nothing awaits this id."""
        sent = self._sent.pop(id, None)
        if sent is None:
            return ""
        if sent.tries == 1:
            self.round_trip = now - sent.first
        return sent.words

    def repeats(self, now: float) -> tuple[list[bytes], list[str]]:
        """Lines that are due again, and the words of commands given up now."""
        again, given_up = [], []
        for sent in [s for s in self._sent.values() if now - s.last >= REPEAT_AFTER]:
            if sent.tries < TRIES:
                sent.tries += 1
                sent.last = now
                again.append(sent.line)
            else:
                given_up.append(self._sent.pop(sent.id).words)
        return again, given_up

    def clear(self) -> None:
        """Forget all; ids go on counting."""
        self._sent.clear()
