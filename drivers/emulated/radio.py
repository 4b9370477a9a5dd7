"""The contactless side of an emulated MFRC522: frames out of its FIFO, answers into it, and the air between.

It works on the chip's registers. Air time passes on the clock: what a frame brings back is known when it is
sent, and comes into the registers when `settle` finds that its time is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from drivers.emulated.chiptimer import ChipTimer
from drivers.emulated.fifo import Fifo
from drivers.emulated.memory import reader_proof, tag_proof
from drivers.emulated.registers import (
    AUTHENT,
    BIT_FRAMING,
    COLL,
    COLL_ERR,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CRC_EN,
    CRC_ERR,
    CRYPTO_ON,
    ERR_IRQ,
    ERROR,
    FORCE_100_ASK,
    IDLE,
    IDLE_IRQ,
    MF_RX,
    MODE,
    PARITY_DISABLE,
    PARITY_ERR,
    POS_NOT_VALID,
    RCV_OFF,
    RECEIVE,
    RX_IRQ,
    RX_MODE,
    RX_NO_ERR,
    SPEED,
    STATUS_2,
    T_AUTO,
    T_MODE,
    TRANSCEIVE,
    TRANSMIT,
    TX_ASK,
    TX_CONTROL,
    TX_IRQ,
    TX_MODE,
    TX_WAIT_RF,
)
from drivers.emulated.tags import Answer, Field
from drivers.iso14443a import ETU, FRAME_DELAY, crc_a, frame_time

PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
_SHORTER_BEFORE_ZERO = 64 / 13.56e6
# A tag that has spoken hears nothing for so long.
_GUARD = 1172 / 13.56e6
_AUTHENT_FRAME = 12
_WAIT_START, _WAIT_RF, _SENDING, _WAIT_ANSWER, _RECEIVING = 1, 2, 3, 5, 6


@dataclass(frozen=True, slots=True)
class _Incoming:
    answer: Answer
    begin: float
    end: float


def _delay(value: int, bits: int) -> float:
    """From the end of a frame to its answer: shorter after a last bit of 0."""
    return FRAME_DELAY if value >> (bits - 1) & 1 else FRAME_DELAY - _SHORTER_BEFORE_ZERO


class Radio:
    """Transmitter and receiver; `next_event` is when `settle` has something to do.

    While `jammed` every answer is a collision without a position; `parity_with_collision` lets a collision
    raise ParityErr too; with `once` StartSend counts once for each command, not once for each answer.
    """

    def __init__(
        self,
        registers: bytearray,
        fifo: Fifo,
        timer: ChipTimer,
        field: Field,
        *,
        parity_with_collision: bool,
        once: bool,
    ) -> None:
        self._registers = registers
        self._fifo = fifo
        self._timer = timer
        self._field = field
        self._parity_with_collision = parity_with_collision
        self._once = once
        self._guard_end = -inf
        self.jammed = False
        self.stop()

    def stop(self) -> None:
        """Drop what is on the air: a command was cancelled."""
        self._listening = self._waiting_for_field = self._spent = False
        self._incoming: _Incoming | None = None
        self._tx_end = self._rx_end = self._opened_at = inf
        self.plan()

    def plan(self) -> None:
        """Work out the next event anew; needed after the timer was touched."""
        self.next_event = min(self._tx_end, self._rx_end, self._opened_at, self._timer.end)

    @property
    def receiving(self) -> bool:
        """Whether an answer is on its way into the FIFO."""
        return self._rx_end < inf

    def modem_state(self, now: float) -> int:
        """ModemState of Status2Reg."""
        if self._waiting_for_field:
            return _WAIT_RF
        if self._tx_end < inf:
            return _SENDING
        if self._incoming and self._incoming.begin <= now < self._rx_end < inf:
            return _RECEIVING
        if self._listening:
            return _WAIT_ANSWER
        return _WAIT_START if self._registers[COMMAND] & 0x0F == TRANSCEIVE else 0

    def start_send(self, now: float) -> None:
        """Send and listen, as StartSend asks for; not again before the answer or a new command."""
        if not (self._listening or self._waiting_for_field or self._spent):
            self._spent = self._once
            self._transmit(now, listen=True)

    def transmit(self, now: float) -> None:
        """Send without listening: the command Transmit."""
        self._transmit(now, listen=False)

    def receive(self, now: float) -> None:
        """Listen without sending: the command Receive, in time for an answer that has not begun."""
        incoming = self._incoming
        self.stop()
        self._listening = True
        if incoming and now <= incoming.begin:
            self._expect(incoming)
        self.plan()

    def field_on(self, now: float) -> None:
        """The carrier is there: send what has waited for it."""
        if self._waiting_for_field:
            self._transmit(now, self._registers[COMMAND] & 0x0F == TRANSCEIVE)

    def authenticate(self, now: float) -> None:
        """Do the three passes with the 12 bytes of the FIFO; without success only the timer will tell."""
        if len(self._fifo) < _AUTHENT_FRAME:
            return
        octets = self._fifo.take(_AUTHENT_FRAME)
        request = octets[:2] + crc_a(octets[:2]).to_bytes(2, "little")
        self._tx_end = now + frame_time(32)
        self._start_timer(self._tx_end)
        challenge = self._hear(int.from_bytes(request, "little"), 32, now)
        self._registers[STATUS_2] &= ~CRYPTO_ON & 0xFF
        if challenge is not None and challenge.bits == 32:
            proof = reader_proof(octets[2:8], octets[8:], challenge.value)
            sent = self._tx_end + 2 * FRAME_DELAY + frame_time(32) + frame_time(64)
            self._start_timer(sent)
            reply = self._hear(proof, 64, now)
            if reply is not None and reply.value == tag_proof(proof):
                self._timer.stop(sent)
                self._opened_at = sent + FRAME_DELAY + frame_time(32)
        self.plan()

    def settle(self, now: float) -> None:
        """Let everything that is over by `now` show in the registers."""
        registers = self._registers
        if now >= self._tx_end:
            registers[COM_IRQ] |= TX_IRQ
            self._tx_end = inf
            if registers[COMMAND] & 0x0F == TRANSMIT:
                self._finish()
        if now >= self._timer.end:
            self._timer.expire(now)
        if now >= self._rx_end and self._incoming is not None:
            self._rx_end = inf
            self._take(self._incoming.answer)
        if now >= self._opened_at:
            self._opened_at = inf
            if registers[COMMAND] & 0x0F == AUTHENT and self._field.still_there():
                registers[STATUS_2] |= CRYPTO_ON
                self._finish()
        self.plan()

    def _finish(self) -> None:
        self._registers[COMMAND] = self._registers[COMMAND] & 0xF0 | IDLE
        self._registers[COM_IRQ] |= IDLE_IRQ

    def _transmit(self, now: float, listen: bool) -> None:
        registers = self._registers
        if registers[MODE] & TX_WAIT_RF and not registers[TX_CONTROL] & 0x03:
            self._waiting_for_field = True
            return
        self._waiting_for_field = False
        registers[ERROR] &= ~(COLL_ERR | CRC_ERR | PARITY_ERR | 0x01) & 0xFF
        self._listening = listen and not registers[COMMAND] & RCV_OFF
        frame = self._fifo.take()
        if not frame:
            return
        last = registers[BIT_FRAMING] & 0x07
        if registers[TX_MODE] & CRC_EN:
            frame += crc_a(frame, PRESETS[registers[MODE] & 0x03]).to_bytes(2, "little")
        bits = 8 * len(frame) - (8 - last if last else 0)
        value = int.from_bytes(frame, "little") & ((1 << bits) - 1)
        self._tx_end = now + frame_time(bits)
        self._start_timer(self._tx_end)
        self._incoming = None
        answer = self._hear(value, bits, now) if now >= self._guard_end else None
        if answer is not None:
            begin = self._tx_end + _delay(value, bits)
            self._incoming = _Incoming(answer, begin, begin + frame_time(answer.bits))
            self._guard_end = self._incoming.end + _GUARD
            if self._listening:
                self._expect(self._incoming)
        self.plan()

    def _hear(self, value: int, bits: int, now: float) -> Answer | None:
        """Tags stay silent in a carrier that is off, not modulated to 100 %, too fast, or without parity."""
        registers = self._registers
        understood = (
            registers[TX_CONTROL] & 0x03
            and registers[TX_ASK] & FORCE_100_ASK
            and not registers[TX_MODE] & SPEED
            and not registers[MF_RX] & PARITY_DISABLE
        )
        if not understood:
            return None
        answer = self._field.hear(value, bits, secret=bool(registers[STATUS_2] & CRYPTO_ON), now=now)
        return None if registers[RX_MODE] & SPEED else answer

    def _start_timer(self, at: float) -> None:
        if self._registers[T_MODE] & T_AUTO:
            self._timer.start(at)

    def _expect(self, incoming: _Incoming) -> None:
        self._incoming = incoming
        self._rx_end = incoming.end
        # The timer stops with the fifth bit that comes in.
        if incoming.begin + 6 * ETU < self._timer.end < inf:
            self._timer.stop(incoming.begin + 6 * ETU)

    def _take(self, answer: Answer) -> None:
        """Put an answer into FIFO and registers; RxNoErr makes the receiver deaf for scraps."""
        registers = self._registers
        if not self._field.still_there():
            answer = answer.cut()
        if registers[RX_MODE] & RX_NO_ERR and answer.bits < 4:
            return
        align = registers[BIT_FRAMING] >> 4 & 0x07
        value, errors = self._collide(answer, align)
        total = align + answer.bits
        octets = (value << align).to_bytes((total + 7) // 8, "little")
        if not errors and _parity_fails(answer.flipped << align, align, total):
            errors |= PARITY_ERR
        if registers[RX_MODE] & CRC_EN:
            preset = PRESETS[registers[MODE] & 0x03]
            if total % 8 or crc_a(octets[:-2], preset).to_bytes(2, "little") != octets[-2:]:
                errors |= CRC_ERR
            octets = octets[:-2]
        for octet in octets:
            self._fifo.push(octet)
        registers[CONTROL] = registers[CONTROL] & 0xF8 | total % 8
        registers[ERROR] |= errors
        registers[COM_IRQ] |= RX_IRQ | (ERR_IRQ if errors else 0)
        self._listening = False
        self._incoming = None
        if registers[COMMAND] & 0x0F == RECEIVE:
            self._finish()

    def _collide(self, answer: Answer, align: int) -> tuple[int, int]:
        """The bits as they are kept, and the error bits; CollReg names the position, counted from 1."""
        registers = self._registers
        keep_after = registers[COLL] & 0x80
        collision = 0 if self.jammed else answer.collision
        registers[COLL] = keep_after | POS_NOT_VALID
        if collision is None:
            return answer.value, 0
        position = align + collision + 1
        if position <= 32 and not self.jammed:
            registers[COLL] = keep_after | position & 0x1F
        value = answer.value if keep_after else answer.value & ((1 << collision) - 1)
        return value, COLL_ERR | (PARITY_ERR if self._parity_with_collision else 0)


def _parity_fails(flipped: int, align: int, total: int) -> bool:
    """Whether a whole byte has an odd number of turned bits; one that the reader began is not checked."""
    return any(
        (flipped >> 8 * number & 0xFF).bit_count() & 1 for number in range(1 if align else 0, total // 8)
    )
