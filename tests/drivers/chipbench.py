"""A bench for one emulated MFRC522: simulated time, tags to lay down, and its registers in SPI frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drivers.emulated.leads import SpiChip
from drivers.emulated.mfrc522 import Mfrc522Model

FOUR = "0A1B2C3D"
OTHER = "0A1B2C3F"
SEVEN = "04A1B2C3D4E580"

COMMAND, COM_I_EN, DIV_I_EN, COM_IRQ, DIV_IRQ, ERROR = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
STATUS_1, STATUS_2, FIFO, LEVEL, WATER = 0x07, 0x08, 0x09, 0x0A, 0x0B
CONTROL, FRAMING, COLL, MODE, TX_MODE, RX_MODE = 0x0C, 0x0D, 0x0E, 0x11, 0x12, 0x13
TX_CONTROL, TX_ASK, DEMOD, MF_RX, T_MODE, COUNTER = 0x14, 0x15, 0x19, 0x1D, 0x2A, 0x2E
VERSION = 0x37


class Ticks:
    """Simulated time."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Counted:
    """A chip whose transfers are counted."""

    def __init__(self, chip: SpiChip) -> None:
        self.chip = chip
        self.transfers = 0

    def transfer(self, mosi: Sequence[int], speed_hz: int) -> list[int]:
        self.transfers += 1
        return self.chip.transfer(mosi, speed_hz)


class Bench:
    """A chip with tags over it, spoken to by register; options are those of the model."""

    def __init__(self, *uids: str, clock: Ticks | None = None, **options: Any) -> None:
        self.uids = set(uids)
        self.clock = clock or Ticks()
        self.chip = Mfrc522Model(lambda: self.uids, self.clock, **options)

    def write(self, address: int, *values: int) -> None:
        self.chip.transfer([address << 1, *values], 4_000_000)

    def read(self, *addresses: int) -> list[int]:
        return self.chip.transfer([*[a << 1 | 0x80 for a in addresses], 0], 4_000_000)[1:]

    def ready(self) -> None:
        """Antenna on, 100 % modulation, a timer of 201 us, transceive."""
        for address, value in (
            (T_MODE, 0x80),
            (T_MODE + 1, 10),
            (T_MODE + 3, 129),
            (TX_ASK, 0x40),
            (MODE, 0x3D),
            (TX_CONTROL, 0x83),
            (COMMAND, 0x0C),
        ):
            self.write(address, value)

    def say(self, frame: bytes, framing: int = 0, wait: float = 0.004) -> None:
        """Send one frame with clean FIFO and flags, and wait until its answer is there."""
        self.write(LEVEL, 0x80)
        self.write(COM_IRQ, 0x7F)
        self.write(FIFO, *frame)
        self.write(FRAMING, 0x80 | framing)
        self.clock.sleep(wait)

    def heard(self) -> bytes:
        """What came into the FIFO."""
        (level,) = self.read(LEVEL)
        return bytes(self.read(*[FIFO] * level)) if level else b""

    def ask(self, frame: bytes, framing: int = 0) -> bytes:
        """Say a frame with a fresh command: what came back, empty for silence."""
        self.write(COMMAND, 0x0C)
        self.say(frame, framing)
        return self.heard()

    def select(self, uid: str) -> None:
        """Wake and select one tag of 4 or 7 bytes with the CRC of the transmitter."""
        octets = bytes.fromhex(uid)
        assert self.ask(b"\x52", 7), "a tag is there"
        levels = [octets] if len(octets) == 4 else [b"\x88" + octets[:3], octets[3:]]
        self.write(TX_MODE, 0x80)
        for code, level in zip((0x93, 0x95), levels, strict=False):
            a, b, c, d = level
            assert self.ask(bytes((code, 0x70, a, b, c, d, a ^ b ^ c ^ d))), "the tag is selected"
