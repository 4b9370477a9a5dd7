"""One MFRC522 chip and the cards over its antenna: ISO 14443-3 A inventory, short and without state.

The field is on only while the antenna is looked at, so every card starts afresh: REQA, follow one card bit by
bit through its cascade levels, SELECT, HLTA, and REQA again until nobody answers. A number counts only when
its check byte and the CRC of the card's acknowledge agree.
"""

_COMMAND, _COM_IRQ, _ERROR, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
_BIT_FRAMING, _COLL, _MODE, _TX_CONTROL, _TX_ASK = 0x0D, 0x0E, 0x11, 0x14, 0x15
_T_MODE, _T_PRESCALER, _T_RELOAD_HIGH, _T_RELOAD_LOW, _VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
_IDLE, _TRANSCEIVE, _SOFT_RESET = 0x00, 0x0C, 0x0F
_RX_IRQ, _TIMER_IRQ = 0x20, 0x01
_COLLIDED, _POS_NOT_VALID, _POWER_DOWN = 0x08, 0x20, 0x10
# Buffer overflow, collision, CRC, parity, protocol.
_SPOILT = 0x1F
_FIELD_ON, _FIELD_OFF = 0x83, 0x80
# (2 * 10 + 1) * (129 + 1) / 13.56 MHz = 201 us after the last bit sent; a card begins after 91 us.
_PRESCALER, _RELOAD = 10, 129
_SET_UP = (
    (_T_MODE, 0x80),
    (_T_PRESCALER, _PRESCALER),
    (_T_RELOAD_HIGH, 0),
    (_T_RELOAD_LOW, _RELOAD),
    (_TX_ASK, 0x40),
    (_MODE, 0x3D),
    (_COLL, 0),
    (_TX_CONTROL, _FIELD_OFF),
)

GUARD_US = 5000
# A card that has just spoken hears nothing for 86 us.
REST_US = 90
POLL_US, POLLS = 100, 60
SILENCES = 2
FAILURES = 4

_REQA, _CASCADE_TAG, _CASCADE_BIT = 0x26, 0x88, 0x04
_SILENT = -1


class Wire:
    """The way to one chip; must override both methods."""

    def transfer(self, sent: bytes) -> bytes:
        """One SPI frame with the chip selected: as many bytes back as were sent."""
        raise NotImplementedError

    def sleep_us(self, us: int) -> None:
        """Let time pass."""
        raise NotImplementedError


def crc_a(octets: bytes) -> bytes:
    """CRC_A of ISO 14443-3 as it goes on the air, low byte first."""
    crc = 0x6363
    for octet in octets:
        crc ^= octet
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return bytes((crc & 0xFF, crc >> 8))


class Antenna:
    """One reader: `begin`, then `more` until it says False.

    Then `uids` are the cards found, and `trouble` is "", "unreadable" (one answered that cannot be read) or
    "dead".
    """

    def __init__(self, wire: Wire) -> None:
        self.uids: set[str] = set()
        self.trouble = ""
        self._wire = wire
        self._fifo = b""
        self._lean = 1
        self._silences = 0
        self._failures = 0
        self._unread = False
        self._hung = False

    def begin(self) -> None:
        """Switch the field on for one complete look."""
        self.uids = set()
        self.trouble = "" if self._is_ready() else "dead"
        self._silences = self._failures = 0
        self._unread = False
        if not self.trouble:
            self._write(_TX_CONTROL, _FIELD_ON)
            self._wire.sleep_us(GUARD_US)

    def more(self) -> bool:
        """Look for one more card; False when nobody else answers, and the field is off again."""
        while not self.trouble and self._silences < SILENCES and self._failures < FAILURES:
            if self._exchange(bytes((_REQA,)), 7) != _SILENT:
                self._silences = 0
                self._take(self._follow())
                return True
            self._silences += 1
        if not self.trouble:
            self._write(_TX_CONTROL, _FIELD_OFF)
            self.trouble = "unreadable" if self._unread else ""
        return False

    def _take(self, uid: str) -> None:
        """Count a card and send it to sleep; whoever else still listens starts afresh by that."""
        self._exchange(b"\x50\x00" + crc_a(b"\x50\x00"))
        if uid and uid not in self.uids:
            self.uids.add(uid)
            self._failures = 0
            self._unread = False
        else:
            self._failures += 1
            self._lean ^= 1
            self._unread = self._unread or not uid

    def _is_ready(self) -> bool:
        """Whether the chip answers; one that lost its settings with its power gets them again."""
        for _ in range(2):
            version, reload = self._read(_VERSION, _T_RELOAD_LOW)
            if version in (0x00, 0xFF):
                return False
            if reload == _RELOAD and not self._hung:
                return True
            self._set_up()
            self._hung = False
        return False

    def _set_up(self) -> None:
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(POLLS):
            self._wire.sleep_us(POLL_US)
            if not self._read(_COMMAND)[0] & _POWER_DOWN:
                break
        for register, setting in _SET_UP:
            self._write(register, setting)

    def _follow(self) -> str:
        """Select one of the cards that answered: its number, or "" when something did not check."""
        uid = b""
        for code in (0x93, 0x95, 0x97):
            level = self._single_out(code)
            if not level:
                return ""
            select = bytes((code, 0x70)) + level
            if self._exchange(select + crc_a(select)) or len(self._fifo) != 3:
                return ""
            if crc_a(self._fifo[:1]) != self._fifo[1:]:
                return ""
            goes_on = self._fifo[0] & _CASCADE_BIT
            tagged = level[0] == _CASCADE_TAG
            if (goes_on and not tagged) or (tagged and not goes_on and code == 0x93):
                return ""
            if not goes_on:
                return "".join([f"{octet:02X}" for octet in uid + level[:4]])
            uid += level[1:4]
        return ""

    def _single_out(self, code: int) -> bytes:
        """The four bytes and the check byte of one card at this level; empty when they do not check."""
        known = count = 0
        while count < 32:
            whole, rest = count // 8, count % 8
            sent = known.to_bytes(5, "little")[: whole + (rest > 0)]
            error = self._exchange(bytes((code, (2 + whole) << 4 | rest)) + sent, rest, rest)
            if error == _SILENT:
                return b""
            heard = int.from_bytes(self._fifo, "little") >> rest
            if error & _COLLIDED:
                coll = self._read(_COLL)[0]
                at = 8 * whole + ((coll & 0x1F) or 32) - 1
                if coll & _POS_NOT_VALID or not count <= at < 32:
                    return b""
                known |= (heard & ((1 << (at - count)) - 1)) << count | self._lean << at
                count = at + 1
            elif error or len(self._fifo) != 5 - whole:
                return b""
            else:
                return self._checked(known | heard << count)
        # All 32 bits were settled by collisions: ask for the check byte alone.
        sent = known.to_bytes(4, "little")
        if self._exchange(bytes((code, 0x60)) + sent) or len(self._fifo) != 1:
            return b""
        return self._checked(known | self._fifo[0] << 32)

    def _checked(self, bits: int) -> bytes:
        level = bits.to_bytes(5, "little")
        return level if level[0] ^ level[1] ^ level[2] ^ level[3] == level[4] else b""

    def _exchange(self, frame: bytes, bits: int = 0, align: int = 0) -> int:
        """Send a frame whose last byte has `bits` bits (0: all): what was wrong with the answer, or _SILENT.

        The answer, its first bit at `align`, is in `_fifo`.
        """
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)
        self._write(_FIFO_LEVEL, 0x80)
        self._wire.transfer(bytes((_FIFO_DATA << 1,)) + frame)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, 0x80 | align << 4 | bits)
        self._fifo = b""
        for _ in range(POLLS):
            irq, error, level = self._read(_COM_IRQ, _ERROR, _FIFO_LEVEL)
            if irq & _RX_IRQ:
                self._fifo = self._read(*[_FIFO_DATA] * level)
                self._wire.sleep_us(REST_US)
                return error & _SPOILT
            if irq & _TIMER_IRQ:
                return _SILENT
            self._wire.sleep_us(POLL_US)
        # Neither an answer nor the end of the wait for one: silence would mean that the cards are gone.
        self._hung = True
        self.trouble = "dead"
        return _SILENT

    def _write(self, register: int, octet: int) -> None:
        self._wire.transfer(bytes((register << 1, octet)))

    def _read(self, *registers: int) -> bytes:
        frame = bytes([register << 1 | 0x80 for register in registers]) + b"\0"
        return self._wire.transfer(frame)[1:]
