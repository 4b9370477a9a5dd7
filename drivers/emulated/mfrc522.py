"""An emulated MFRC522 at the level of its registers, reached by the bytes of SPI frames.

Frames follow the data sheet (8.1.2): one frame writes one register (every byte of it), or reads many (each
byte names the next address, its value comes one byte later). All commands but Mem, GenerateRandomID and the
self-test; the tags' side is in `radio`. With `transfer_cost` every frame also costs bus time, which a
program that polls without sleeping needs.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Collection, Sequence
from math import inf

from drivers.base import Clock
from drivers.emulated.chiptimer import ChipTimer
from drivers.emulated.fifo import Fifo
from drivers.emulated.radio import PRESETS, Radio
from drivers.emulated.registers import (
    AT_RESET,
    AUTHENT,
    BIT_FRAMING,
    BUFFER_OVFL,
    CALC_CRC,
    COLL,
    COM_I_EN,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CRC_HIGH,
    CRC_IRQ,
    CRC_LOW,
    CRC_READY,
    CRYPTO_ON,
    DIV_I_EN,
    DIV_IRQ,
    DIV_IRQS,
    ERR_IRQ,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    IDLE,
    IDLE_IRQ,
    IRQ_INV,
    IRQ_PUSH_PULL,
    IRQ_SET,
    MODE,
    NO_CHANGE,
    POWER_DOWN,
    READ_ONLY,
    RECEIVE,
    SOFT_RESET,
    STATUS_1,
    STATUS_2,
    T_COUNTER,
    TIMER_RUNS,
    TRANSCEIVE,
    TRANSMIT,
    TX_CONTROL,
    VERSION,
    WATER_LEVEL,
    WR_ERR,
)
from drivers.emulated.tags import Coupling, Field
from drivers.iso14443a import crc_a

_WAKE_UP = 1024 / 13.56e6
_RESERVED = 0x00


class Mfrc522Model:
    """One reader chip and its antenna; `in_field()` names the UIDs (upper-case hex) over it now.

    `transfer_cost` is the seconds that one frame costs besides its bits; 0 makes the bus free of time.
    `coupling` and `rng` are those of the field (default: every tag close, no chance), as is `power_up`, the
    seconds for which tags are silent after the field came on. For `start_up` seconds after a reset the chip
    reads PowerDown and takes no writes. A `clone` is as bad as one may be: StartSend counts once for each
    command, and the FIFO reads 0 in a frame that begins with another register. Safe to step from another
    thread.
    """

    def __init__(
        self,
        in_field: Callable[[], Collection[str]],
        clock: Clock,
        *,
        transfer_cost: float = 0.0,
        version: int = 0x92,
        coupling: Callable[[str], Coupling] | None = None,
        rng: random.Random | None = None,
        power_up: float = 0.0,
        start_up: float = 0.0,
        parity_with_collision: bool = False,
        clone: bool = False,
    ) -> None:
        self._field = Field(in_field, coupling=coupling, rng=rng, power_up=power_up)
        self._clock = clock
        self._transfer_cost = transfer_cost
        self._version = version
        self._start_up = start_up
        self._powered = True
        self._released = True
        self._irq_wire: Callable[[int | None], None] | None = None
        self._irq_level: int | None = None
        self._lock = threading.RLock()
        self._registers = bytearray(64)
        self._fifo = Fifo(self._registers)
        self._timer = ChipTimer(self._registers)
        self._clone = clone
        self._radio = Radio(
            self._registers,
            self._fifo,
            self._timer,
            self._field,
            parity_with_collision=parity_with_collision,
            once=clone,
        )
        self._readers: dict[int, Callable[[], int]] = {
            COMMAND: self._read_command,
            STATUS_1: self._read_status_1,
            STATUS_2: self._read_status_2,
            FIFO_DATA: self._fifo.pop,
            FIFO_LEVEL: self._fifo.__len__,
            T_COUNTER: lambda: self._timer.count(self._clock.now()) >> 8,
            T_COUNTER + 1: lambda: self._timer.count(self._clock.now()) & 0xFF,
        }
        self._writers: dict[int, Callable[[int], None]] = {
            COMMAND: self._write_command,
            COM_IRQ: self._write_irq(COM_IRQ),
            DIV_IRQ: self._write_irq(DIV_IRQ),
            STATUS_2: self._write_status_2,
            FIFO_DATA: self._write_fifo,
            FIFO_LEVEL: self._write_fifo_level,
            WATER_LEVEL: self._write_water_level,
            CONTROL: self._write_control,
            BIT_FRAMING: self._write_bit_framing,
            COLL: self._write_coll,
            TX_CONTROL: self._write_tx_control,
        }
        self._reset()

    def power(self, on: bool) -> None:
        """Take the supply away (MISO stays low, tags lose their power), or bring it back: a fresh reset."""
        with self._lock:
            self._powered = on
            self._reset()

    def reset_pin(self, high: bool) -> None:
        """Drive NRSTPD: low holds the chip in power-down, high lets it start anew."""
        with self._lock:
            self._released = bool(high)
            self._reset()

    def jam(self, on: bool) -> None:
        """Let tags lie so that every answer is a collision without a position."""
        self._radio.jammed = on

    def overlap(self, other: Mfrc522Model) -> None:
        """Let this antenna and a neighbour power the same tags where both fields name them."""
        self._field.overlap(other._field)

    def wire_irq(self, drive: Callable[[int | None], None]) -> None:
        """Tie the IRQ pin to `drive(level)`: 1, 0, or None where an open drain lets go."""
        self._irq_wire = drive
        self._irq_level = self._irq_pin()
        drive(self._irq_level)

    def step(self, now: float) -> None:
        """Let what is due by `now` happen without a transfer; only the IRQ pin can show it."""
        with self._lock:
            self._settle(now)
            self._show_irq()

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        """Clock one frame, NSS low to high, at `speed_hz`: the bytes on MISO."""
        if self._transfer_cost:
            self._clock.sleep(self._transfer_cost + 8 * len(mosi) / speed_hz)
        with self._lock:
            if not (self._powered and self._released):
                return [0] * len(mosi)
            self._settle(self._clock.now())
            if mosi[0] & 0x80:
                miso = [0, *[self._read(address) for address in self._addresses(mosi)]]
            else:
                self._write(mosi[0] >> 1 & 0x3F, mosi[1:])
                miso = [0] * len(mosi)
            if self._irq_wire:
                self._show_irq()
            return miso

    def _settle(self, now: float) -> None:
        if now >= self._radio.next_event:
            self._radio.settle(now)

    def _reset(self) -> None:
        self._registers[:] = bytes(64)
        for address, value in AT_RESET.items():
            self._registers[address] = value
        self._registers[VERSION] = self._version
        self._crc = PRESETS[-1]
        self._fifo.take()
        self._timer.stop(self._clock.now())
        self._field.off()
        self._radio.stop()
        self._awake_at = self._clock.now() + self._start_up
        self._show_irq()

    def _addresses(self, mosi: Sequence[int]) -> list[int]:
        addresses = [octet >> 1 & 0x3F for octet in mosi[:-1]]
        if self._clone and addresses and addresses[0] != FIFO_DATA:
            return [address if address != FIFO_DATA else _RESERVED for address in addresses]
        return addresses

    def _read(self, address: int) -> int:
        read = self._readers.get(address)
        return read() if read else self._registers[address]

    def _write(self, address: int, octets: Sequence[int]) -> None:
        if self._clock.now() < self._awake_at or address in READ_ONLY:
            return
        write = self._writers.get(address)
        for octet in octets:
            if write is not None:
                write(octet)
            else:
                self._registers[address] = octet

    def _read_command(self) -> int:
        busy = POWER_DOWN if self._clock.now() < self._awake_at else 0
        return self._registers[COMMAND] | busy

    def _read_status_1(self) -> int:
        running = TIMER_RUNS if self._timer.end < inf else 0
        ready = self._registers[STATUS_1] & CRC_READY
        return ready | running | (IRQ_SET if self._interrupts() else 0) | self._fifo.alerts()

    def _read_status_2(self) -> int:
        return self._registers[STATUS_2] | self._radio.modem_state(self._clock.now())

    def _write_irq(self, address: int) -> Callable[[int], None]:
        def write(octet: int) -> None:
            if octet & 0x80:
                self._registers[address] |= octet & 0x7F
            else:
                self._registers[address] &= ~octet & 0x7F

        return write

    def _write_status_2(self, octet: int) -> None:
        # A program can end the cipher, and only an authentication can begin it.
        self._registers[STATUS_2] = octet & 0xC0 | self._registers[STATUS_2] & octet & CRYPTO_ON

    def _write_command(self, octet: int) -> None:
        command = octet & 0x0F
        if command == SOFT_RESET:
            self._reset()
            return
        self._sleep(bool(octet & POWER_DOWN))
        if command == NO_CHANGE:
            self._registers[COMMAND] = octet & 0x30 | self._registers[COMMAND] & 0x0F
            return
        self._registers[COMMAND] = octet & 0x3F
        if command == RECEIVE:
            self._radio.receive(self._clock.now())
            return
        self._radio.stop()
        self._registers[ERROR] = 0
        if not octet & POWER_DOWN:
            self._begin(command)

    def _begin(self, command: int) -> None:
        match command:
            case _ if command in (IDLE, TRANSCEIVE):
                pass
            case _ if command == TRANSMIT:
                self._radio.transmit(self._clock.now())
            case _ if command == AUTHENT:
                self._radio.authenticate(self._clock.now())
            case _ if command == CALC_CRC:
                self._crc = PRESETS[self._registers[MODE] & 0x03]
                self._calculate_crc()
            case _:
                self._registers[COMMAND] &= 0xF0
                self._registers[COM_IRQ] |= IDLE_IRQ

    def _sleep(self, asleep: bool) -> None:
        """Soft power-down keeps the registers and takes the field away; waking takes 1024 clocks."""
        was_asleep = self._registers[COMMAND] & POWER_DOWN
        if asleep and not was_asleep:
            self._radio.stop()
            self._field.off()
        elif was_asleep and not asleep:
            self._awake_at = self._clock.now() + _WAKE_UP
            if self._registers[TX_CONTROL] & 0x03:
                self._field.on(self._awake_at)

    def _write_fifo(self, octet: int) -> None:
        command = self._registers[COMMAND] & 0x0F
        if command == AUTHENT or self._radio.receiving:
            self._registers[ERROR] |= WR_ERR
            self._registers[COM_IRQ] |= ERR_IRQ
            return
        self._fifo.push(octet)
        if command == CALC_CRC:
            self._calculate_crc()

    def _write_fifo_level(self, octet: int) -> None:
        if octet & 0x80:
            self._fifo.take()
            self._registers[ERROR] &= ~BUFFER_OVFL & 0xFF

    def _write_water_level(self, octet: int) -> None:
        self._registers[WATER_LEVEL] = octet & 0x3F

    def _write_control(self, octet: int) -> None:
        now = self._clock.now()
        if octet & 0x80:
            self._timer.stop(now)
        if octet & 0x40:
            self._timer.start(now)
        self._radio.plan()

    def _write_bit_framing(self, octet: int) -> None:
        self._registers[BIT_FRAMING] = octet & 0x7F
        if octet & 0x80 and self._registers[COMMAND] & 0x0F == TRANSCEIVE:
            self._radio.start_send(self._clock.now())

    def _write_coll(self, octet: int) -> None:
        self._registers[COLL] = octet & 0x80 | self._registers[COLL] & 0x3F

    def _write_tx_control(self, octet: int) -> None:
        was_on = self._registers[TX_CONTROL] & 0x03
        self._registers[TX_CONTROL] = octet
        if not octet & 0x03:
            self._field.off()
        elif not was_on:
            self._field.on(self._clock.now())
            self._radio.field_on(self._clock.now())

    def _calculate_crc(self) -> None:
        self._crc = crc_a(self._fifo.take(), self._crc)
        self._registers[CRC_HIGH], self._registers[CRC_LOW] = divmod(self._crc, 256)
        self._registers[DIV_IRQ] |= CRC_IRQ

    def _interrupts(self) -> int:
        registers = self._registers
        return registers[COM_IRQ] & registers[COM_I_EN] & 0x7F | (
            registers[DIV_IRQ] & registers[DIV_I_EN] & DIV_IRQS
        )

    def _irq_pin(self) -> int | None:
        if not (self._powered and self._released):
            return None
        inverted = self._registers[COM_I_EN] & IRQ_INV
        high = bool(self._interrupts()) != bool(inverted)
        return int(high) if self._registers[DIV_I_EN] & IRQ_PUSH_PULL or not high else None

    def _show_irq(self) -> None:
        level = self._irq_pin()
        if self._irq_wire and level != self._irq_level:
            self._irq_level = level
            self._irq_wire(level)
