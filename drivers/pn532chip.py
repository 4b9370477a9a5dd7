"""What is asked of a PN532 and what its replies mean: generators without a port and without a clock.

Each yields a command and is sent the data of the reply; the caller does the exchange. A look turns the
field off and on, so that every card is awake, lists two cards at a time and halts them (InRelease sends
HLTA), and asks whether anybody is still awake, until nobody is. That question is a bare REQA: the list
itself says "none" both of an empty seat and of cards that it cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from drivers.base import TransportLost
from drivers.iso14443a import CASCADE_BIT, CASCADE_TAG, Inventory

IC = 0x32
MOST_AT_ONCE = 2
# Three rounds of two cards; a pile of more belongs on another reader.
_ROUNDS = 3
# Of the status of a bare frame: nobody answered; and whatever an answer or several at once may end in.
_TIMEOUT = 0x01
_ANSWERS = frozenset((0x00, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0B))
_FORM = "the list of cards has a wrong form"
_SHORT = "a card answers, but its number is cut short"
# The size of a UID as bits 7 and 6 of the ATQA tell it. Cards of different sizes answer over each other, so
# bits too many say nothing, but a bit that is missing does.
_SIZES = {4: 0x00, 7: 0x40, 10: 0x80}


@dataclass(frozen=True, slots=True)
class Command:
    """Code and arguments as sent; the reply may take `patience` seconds. `wake` it first."""

    octets: bytes = field(repr=False)
    patience: float = 0.1
    wake: bool = False


# Normal mode, no time limit, no interrupt line.
_WAKE = Command(b"\x14\x01\x14\x01", wake=True)
_FIRMWARE = Command(b"\x02")
# No card is asked for more than its number: not even a telephone, which would get a RATS by default.
_PARAMETERS = Command(b"\x12\x00")
# A card is tried twice; by default the chip tries for ever, and says nothing about an empty seat.
_RETRIES = Command(b"\x32\x05\xff\x01\x01")
# Bare frames wait 3.2 ms for an answer, not 51 ms.
_TIMINGS = Command(b"\x32\x02\x00\x0b\x06")
_FIELD_OFF = Command(b"\x32\x01\x00")
_FIELD_ON = Command(b"\x32\x01\x01")
_LIST = Command(bytes((0x4A, MOST_AT_ONCE, 0x00)), patience=0.3)
_RELEASE = Command(b"\x52\x00")
# The next frame is bare (TxMode, RxMode: no CRC) and of seven bits (BitFraming).
_BARE = Command(b"\x08\x63\x02\x00\x63\x03\x00\x63\x3d\x07")
_REQA = Command(b"\x42\x26")


def set_up(where: str) -> Generator[Command, bytes, str]:
    """Wake the chip at port `where` and ask what it is: its firmware, for health; raises TransportLost."""
    yield _WAKE
    reply = yield _FIRMWARE
    if len(reply) != 4 or reply[0] != IC:
        raise TransportLost(
            f"the device at {where} says that it is no PN532 (chip 0x{reply[:1].hex().upper() or '??'})"
        )
    yield _PARAMETERS
    yield _RETRIES
    yield _TIMINGS
    return f"PN532 firmware {reply[1]}.{reply[2]}"


def look() -> Generator[Command, bytes, Inventory]:
    """Find every card over the antenna, and whether there are some that cannot be told apart."""
    yield _FIELD_OFF
    yield _FIELD_ON
    uids: frozenset[str] = frozenset()
    fault: str | None = None
    for _ in range(_ROUNDS):
        listed = yield _LIST
        found, weak = targets(listed)
        fault = fault or weak
        if listed[:1] != b"\0":
            yield _RELEASE
        yield _BARE
        status = _status((yield _REQA))
        if status == _TIMEOUT:
            # A card that was left half selected only falls back, and answers the next time.
            status = _status((yield _REQA))
        # Some chips do not keep a released card halted: who answers then is who was listed already.
        if status == _TIMEOUT or (found and found <= uids):
            return Inventory(uids | found, fault=fault)
        if status not in _ANSWERS:
            return Inventory(uids | found, fault=f"the chip reports error 0x{status:02X}")
        if not found and not weak:
            break
        uids |= found
    return Inventory(uids, unresolved=True, fault=fault)


def _status(reply: bytes) -> int:
    """The error code of a reply; the two bits above it have other uses. No status at all is an answer."""
    return reply[0] & 0x3F if reply else 0


def targets(reply: bytes) -> tuple[frozenset[str], str | None]:
    """The UIDs in the reply to a list (data after the code), and what is wrong with it, if anything.

    A UID counts only when its length, the card's answers (ATQA, SAK) and its first byte agree: a number that
    was cut short is refused, and a list of another form is refused whole.
    """
    uids, at, fault = set(), 1, None
    for number in range(1, reply[0] + 1 if reply else 1):
        tag, _, size_bits, sak, length = reply[at : at + 5].ljust(5, b"\0")
        uid = reply[at + 5 : at + 5 + length]
        at += 5 + length
        if tag != number or len(uid) != length or length not in _SIZES:
            return frozenset(), _FORM
        if uid[0] == CASCADE_TAG or sak & CASCADE_BIT or ~size_bits & _SIZES[length]:
            fault = _SHORT
        else:
            uids.add(uid.hex().upper())
    if at != len(reply) or reply[0] > MOST_AT_ONCE:
        return frozenset(), _FORM
    return frozenset(uids), fault
