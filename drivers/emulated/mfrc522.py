"""An emulated MFRC522 at the level of its registers, reached by the bytes of SPI frames.

Frames follow the data sheet (8.1.2): one frame writes one register (every byte of it), or reads many (each
byte names the next address, its value comes one byte later). Commands: Idle, CalcCRC, Transceive,
SoftReset; MFAuthent only fails, by its timer. Air time passes on the clock: bits come back when they would.
With `transfer_cost` every frame also costs bus time, which a program that polls without sleeping needs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf

from drivers.base import Clock
from drivers.emulated.tags import Answer, Field
from drivers.iso14443a import ETU, FRAME_DELAY, crc_a, frame_time

_COMMAND, _COM_IRQ, _DIV_IRQ, _ERROR = 0x01, 0x04, 0x05, 0x06
_FIFO_DATA, _FIFO_LEVEL, _CONTROL, _BIT_FRAMING, _COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
_MODE, _TX_MODE, _TX_CONTROL, _TX_ASK = 0x11, 0x12, 0x14, 0x15
_CRC_HIGH, _CRC_LOW, _T_MODE, _T_PRESCALER, _T_RELOAD = 0x21, 0x22, 0x2A, 0x2B, 0x2C
_VERSION = 0x37

_CALC_CRC, _TRANSCEIVE, _AUTHENT, _SOFT_RESET, _NO_CHANGE = 0x03, 0x0C, 0x0E, 0x0F, 0x07
_TX_IRQ, _RX_IRQ, _IDLE_IRQ, _ERR_IRQ, _TIMER_IRQ = 0x40, 0x20, 0x10, 0x02, 0x01
_CRC_IRQ = 0x04
_WR_ERR, _BUFFER_OVFL, _COLL_ERR = 0x80, 0x10, 0x08
_POS_NOT_VALID = 0x20
_FIFO_SIZE = 64
_READ_ONLY = frozenset((_ERROR, 0x07, _CRC_HIGH, _CRC_LOW, 0x2E, 0x2F, _VERSION))
_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
_CARRIER = 13.56e6
_SHORTER_BEFORE_ZERO = 64 / _CARRIER

_AT_RESET = {
    _COMMAND: 0x20,
    0x02: 0x80,
    _COM_IRQ: 0x14,
    0x07: 0x21,
    0x0B: 0x08,
    _CONTROL: 0x10,
    _COLL: 0xA0,
    _MODE: 0x3F,
    _TX_CONTROL: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1C: 0x62,
    0x1F: 0xEB,
    _CRC_HIGH: 0xFF,
    _CRC_LOW: 0xFF,
    0x24: 0x26,
    0x26: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
}


class Mfrc522Model:
    """One reader chip and its antenna; `in_field()` names the UIDs (upper-case hex) over it now.

    `transfer_cost` is the seconds that one frame costs besides its bits; 0 makes the bus free of time.
    """

    def __init__(
        self,
        in_field: Callable[[], Collection[str]],
        clock: Clock,
        *,
        transfer_cost: float = 0.0,
        version: int = 0x92,
    ) -> None:
        self._field = Field(in_field)
        self._clock = clock
        self._transfer_cost = transfer_cost
        self._version = version
        self._powered = True
        self._released = True
        self._jammed = False
        self._writers: dict[int, Callable[[int], None]] = {
            _COMMAND: self._write_command,
            _COM_IRQ: self._write_irq(_COM_IRQ),
            _DIV_IRQ: self._write_irq(_DIV_IRQ),
            _FIFO_DATA: self._write_fifo,
            _FIFO_LEVEL: self._write_fifo_level,
            _CONTROL: self._write_control,
            _BIT_FRAMING: self._write_bit_framing,
            _COLL: self._write_coll,
            _TX_CONTROL: self._write_tx_control,
        }
        self._reset()

    def power(self, on: bool) -> None:
        """Take the supply away (MISO stays low, tags lose their power), or bring it back: a fresh reset."""
        self._powered = on
        self._reset()

    def reset_pin(self, high: bool) -> None:
        """Drive NRSTPD: low holds the chip in power-down, high lets it start anew."""
        self._released = bool(high)
        self._reset()

    def jam(self, on: bool) -> None:
        """Let tags lie so that every answer is a collision without a position."""
        self._jammed = on

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        """Clock one frame, NSS low to high, at `speed_hz`: the bytes on MISO."""
        if self._transfer_cost:
            self._clock.sleep(self._transfer_cost + 8 * len(mosi) / speed_hz)
        if not (self._powered and self._released):
            return [0] * len(mosi)
        now = self._clock.now()
        if now >= self._next_event:
            self._settle(now)
        if mosi[0] & 0x80:
            return [0, *[self._read(octet >> 1 & 0x3F) for octet in mosi[:-1]]]
        address = mosi[0] >> 1 & 0x3F
        write = self._writers.get(address)
        for octet in mosi[1:]:
            if write is not None:
                write(octet)
            elif address not in _READ_ONLY:
                self._registers[address] = octet
        return [0] * len(mosi)

    def _reset(self) -> None:
        self._registers = bytearray(64)
        for address, value in _AT_RESET.items():
            self._registers[address] = value
        self._registers[_VERSION] = self._version
        self._fifo = bytearray()
        self._field.off()
        self._stop_air()

    def _stop_air(self) -> None:
        self._listening = False
        self._answer: Answer | None = None
        self._tx_end = self._rx_end = self._timer_end = self._next_event = inf

    def _read(self, address: int) -> int:
        if address == _FIFO_DATA:
            return self._fifo.pop(0) if self._fifo else 0
        if address == _FIFO_LEVEL:
            return len(self._fifo)
        return self._registers[address]

    def _write_irq(self, address: int) -> Callable[[int], None]:
        def write(octet: int) -> None:
            if octet & 0x80:
                self._registers[address] |= octet & 0x7F
            else:
                self._registers[address] &= ~octet & 0x7F

        return write

    def _write_command(self, octet: int) -> None:
        command = octet & 0x0F
        if command == _SOFT_RESET:
            self._reset()
            return
        if command == _NO_CHANGE:
            self._registers[_COMMAND] = octet & 0x30 | self._registers[_COMMAND] & 0x0F
            return
        self._stop_air()
        self._registers[_COMMAND] = octet & 0x3F
        self._registers[_ERROR] = 0
        if command == _CALC_CRC:
            self._calculate_crc()
        elif command == _AUTHENT:
            self._fifo.clear()
            self._timer_end = self._clock.now() + self._timer_period()
            self._plan()

    def _write_fifo(self, octet: int) -> None:
        if len(self._fifo) >= _FIFO_SIZE:
            self._registers[_ERROR] |= _BUFFER_OVFL
            return
        self._fifo.append(octet)
        if self._registers[_COMMAND] & 0x0F == _CALC_CRC:
            self._calculate_crc()

    def _write_fifo_level(self, octet: int) -> None:
        if octet & 0x80:
            self._fifo.clear()
            self._registers[_ERROR] &= ~_BUFFER_OVFL & 0xFF

    def _write_control(self, octet: int) -> None:
        now = self._clock.now()
        if octet & 0x80:
            self._timer_end = inf
        if octet & 0x40:
            self._timer_end = now + self._timer_period()
        self._plan()

    def _write_bit_framing(self, octet: int) -> None:
        self._registers[_BIT_FRAMING] = octet & 0x7F
        if octet & 0x80 and self._registers[_COMMAND] & 0x0F == _TRANSCEIVE and not self._listening:
            self._send()

    def _write_coll(self, octet: int) -> None:
        self._registers[_COLL] = octet & 0x80 | self._registers[_COLL] & 0x3F

    def _write_tx_control(self, octet: int) -> None:
        self._registers[_TX_CONTROL] = octet
        if not octet & 0x03:
            self._field.off()

    def _calculate_crc(self) -> None:
        preset = _PRESETS[self._registers[_MODE] & 0x03]
        crc = crc_a(bytes(self._fifo), preset)
        self._registers[_CRC_HIGH], self._registers[_CRC_LOW] = divmod(crc, 256)
        self._registers[_DIV_IRQ] |= _CRC_IRQ

    def _timer_period(self) -> float:
        mode = self._registers[_T_MODE]
        prescaler = (mode & 0x0F) << 8 | self._registers[_T_PRESCALER]
        reload = self._registers[_T_RELOAD] << 8 | self._registers[_T_RELOAD + 1]
        return (2 * prescaler + 1) * (reload + 1) / _CARRIER

    def _send(self) -> None:
        """Put the FIFO on the air, and work out now when the chip will have what comes back."""
        registers = self._registers
        frame = bytes(self._fifo)
        self._fifo.clear()
        registers[_ERROR] = 0
        last = registers[_BIT_FRAMING] & 0x07
        if registers[_TX_MODE] & 0x80:
            frame += crc_a(frame, _PRESETS[registers[_MODE] & 0x03]).to_bytes(2, "little")
        bits = 8 * len(frame) - (8 - last if last else 0)
        value = int.from_bytes(frame, "little") & ((1 << bits) - 1)
        self._listening = True
        self._tx_end = self._clock.now() + frame_time(bits)
        self._timer_end = self._tx_end + self._timer_period() if registers[_T_MODE] & 0x80 else inf
        # Tags stay silent in a carrier that is off, or not modulated to 100 %.
        heard = registers[_TX_CONTROL] & 0x03 and registers[_TX_ASK] & 0x40
        self._answer = self._field.hear(value, bits) if heard else None
        if self._answer is not None:
            delay = FRAME_DELAY if value >> (bits - 1) & 1 else FRAME_DELAY - _SHORTER_BEFORE_ZERO
            begin = self._tx_end + delay
            self._rx_end = begin + frame_time(self._answer.bits)
            if begin + 6 * ETU < self._timer_end:
                self._timer_end = inf
        self._plan()

    def _plan(self) -> None:
        self._next_event = min(self._tx_end, self._rx_end, self._timer_end)

    def _settle(self, now: float) -> None:
        if now >= self._tx_end:
            self._registers[_COM_IRQ] |= _TX_IRQ
            self._tx_end = inf
        if now >= self._timer_end:
            self._registers[_COM_IRQ] |= _TIMER_IRQ
            self._timer_end = inf
        if now >= self._rx_end and self._answer is not None:
            self._receive(self._answer)
            self._rx_end = inf
        self._plan()

    def _receive(self, answer: Answer) -> None:
        registers = self._registers
        align = registers[_BIT_FRAMING] >> 4 & 0x07
        keep_after = registers[_COLL] & 0x80
        collision = 0 if self._jammed else answer.collision
        value = answer.value
        registers[_COLL] = keep_after | _POS_NOT_VALID
        if collision is not None:
            registers[_ERROR] |= _COLL_ERR
            registers[_COM_IRQ] |= _ERR_IRQ
            value = value if keep_after else value & ((1 << collision) - 1)
            position = align + collision + 1
            if position <= 32 and not self._jammed:
                registers[_COLL] = keep_after | position & 0x1F
        total = align + answer.bits
        self._fifo += (value << align).to_bytes((total + 7) // 8, "little")
        registers[_CONTROL] = registers[_CONTROL] & 0xF8 | total % 8
        registers[_COM_IRQ] |= _RX_IRQ
        self._listening = False
        self._answer = None
