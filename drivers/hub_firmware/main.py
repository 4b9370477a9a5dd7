"""The hub on a Raspberry Pi Pico: goes to its root as main.py and starts with its power."""

# On the Pico the package has no `drivers.` before it, and `time` is MicroPython's.

import binascii
import os
import select
import sys
import time

import machine
import micropython
import neopixel
from hub_firmware import board
from hub_firmware.antenna import Antenna, Wire
from hub_firmware.loop import Board, Loop

WATCHDOG_MS = 5000
# What a USB packet takes without waiting.
CHUNK = 64


class SpiWire(Wire):  # type: ignore[misc]
    """One reader on the SPI bus that all share; it is chosen by its own pin."""

    def __init__(self, spi: machine.SPI, pin: int) -> None:
        self._spi = spi
        self._select = machine.Pin(pin, machine.Pin.OUT, value=1)

    def transfer(self, sent: bytes) -> bytes:
        """One SPI frame."""
        received = bytearray(len(sent))
        self._select(0)
        self._spi.write_readinto(sent, received)
        self._select(1)
        return bytes(received)

    def sleep_us(self, us: int) -> None:
        """Let time pass."""
        time.sleep_us(us)  # type: ignore[attr-defined]


class UsbLink:
    """The USB port of the Pico, where MicroPython has its prompt when no program runs."""

    def __init__(self) -> None:
        # A byte 3 out of noise would end the program.
        micropython.kbd_intr(-1)
        self._arriving = select.poll()
        self._arriving.register(sys.stdin, select.POLLIN)
        self._leaving = select.poll()
        self._leaving.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        """What has arrived."""
        octets = b""
        while len(octets) < CHUNK and self._arriving.poll(0):
            octets += sys.stdin.buffer.read(1)
        return octets

    def write(self, octets: bytes) -> int:
        """Send a packet, unless the host does not read."""
        if not self._leaving.poll(0):
            return 0
        return sys.stdout.buffer.write(octets[:CHUNK])


class UartLink:
    """The UART in front of an RS-485 adapter."""

    def __init__(self) -> None:
        tx, rx = board.UART_PINS
        self._uart = machine.UART(
            board.UART, 115200, tx=machine.Pin(tx), rx=machine.Pin(rx), rxbuf=1024, txbuf=1024, timeout=0
        )

    def read(self) -> bytes:
        """What has arrived."""
        return self._uart.read() or b""

    def write(self, octets: bytes) -> int:
        """Send as much as the buffer takes."""
        return self._uart.write(octets[:CHUNK]) or 0


class Pico(Board):  # type: ignore[misc]
    """The pins of board.py."""

    def __init__(self) -> None:
        self.keys = len(board.KEYS)
        self.lamps = board.LAMPS
        self._keys = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in board.KEYS]
        self._chain = neopixel.NeoPixel(machine.Pin(board.LAMP_PIN), board.LAMPS)
        self._link = UsbLink() if board.UART is None else UartLink()
        self.antennas = [Antenna(wire) for wire in self._wires()]

    def _wires(self) -> list[Wire]:
        # Every chip must let go of the bus before the first one is spoken to.
        reset = machine.Pin(board.RESET, machine.Pin.OUT, value=0)
        spi = machine.SPI(
            board.SPI,
            baudrate=board.SPI_HZ,
            sck=machine.Pin(board.SCK),
            mosi=machine.Pin(board.MOSI),
            miso=machine.Pin(board.MISO),
        )
        wires = [SpiWire(spi, pin) for pin in board.SELECTS]
        reset(1)
        time.sleep_ms(50)  # type: ignore[attr-defined]
        return wires

    def is_down(self, key: int) -> bool:
        """Whether a key connects its pin to ground."""
        return bool(self._keys[key - 1]() == 0)

    def shine(self, colours: list[int]) -> None:
        """Send the colours down the chain."""
        for number, colour in enumerate(colours):
            self._chain[number] = (colour >> 16, colour >> 8 & 0xFF, colour & 0xFF)
        self._chain.write()

    def read(self) -> bytes:
        """What the host has sent."""
        return self._link.read()

    def write(self, octets: bytes) -> int:
        """Send what can be sent now."""
        return self._link.write(octets)


def run() -> None:
    """Run until the power goes; whatever fails, the watchdog starts it anew."""
    pico = Pico()
    if pico.is_down(1):
        micropython.kbd_intr(3)
        return
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    uid = binascii.hexlify(machine.unique_id()).decode().upper()
    last, now = time.ticks_ms(), 0  # type: ignore[attr-defined]
    loop = Loop(pico, uid, int.from_bytes(os.urandom(2), "big"), now)
    while True:
        # The counter of the chip wraps after days; ours does not.
        ticks = time.ticks_ms()  # type: ignore[attr-defined]
        now += time.ticks_diff(ticks, last)  # type: ignore[attr-defined]
        last = ticks
        loop.step(now)
        watchdog.feed()


if __name__ == "__main__":
    run()
