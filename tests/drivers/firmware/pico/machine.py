"""`machine` of a Raspberry Pi Pico: pins, SPI and watchdog lead to `far`, which the test sets."""


class FarSide:
    """What hangs on the pins; the test overrides it."""

    def transfer(self, pin: int, sent: bytes) -> bytes:
        """One SPI frame to the chip whose select pin is low."""
        raise NotImplementedError

    def level(self, pin: int) -> int:
        """The level of an input pin."""
        raise NotImplementedError

    def shine(self, colours: bytes) -> None:
        """Three bytes for each lamp of the chain."""
        raise NotImplementedError

    def fed(self) -> None:
        """The watchdog was fed."""
        raise NotImplementedError


far = FarSide()
outputs: dict[int, int] = {}


class Pin:
    """A pin; an output is written by calling it, an input is read by calling it."""

    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: int, mode: int = 0, pull: int = 0, value: int = 0) -> None:
        self.number = number
        self._pulled = mode == Pin.IN and pull == Pin.PULL_UP
        if mode == Pin.OUT:
            outputs[number] = value

    def __call__(self, value: int = -1) -> int:
        if value >= 0:
            assert self.number in outputs, "an input was written"
            outputs[self.number] = value
            return value
        assert self._pulled, "a key without its pull-up floats"
        return far.level(self.number)


RESET_PIN = 5


class SPI:
    """The bus: a frame goes to the one chip that is selected, and only while no chip is held in reset."""

    def __init__(self, bus: int, baudrate: int, sck: Pin, mosi: Pin, miso: Pin) -> None:
        assert baudrate <= 10_000_000
        assert (bus, sck.number, mosi.number, miso.number) == (0, 2, 3, 4)

    def write_readinto(self, sent: bytes, received: bytearray) -> None:
        """One frame; no chip, or two, is a fault of the firmware."""
        selected = [pin for pin, level in outputs.items() if level == 0]
        assert len(selected) == 1, "one chip must be selected, and the reset line high"
        received[:] = far.transfer(selected[0], bytes(sent))


class UART:
    """A serial port on two pins; `arrived` is what it has received, `sent` what went out."""

    last: "UART"

    def __init__(
        self, number: int, baudrate: int, tx: Pin, rx: Pin, rxbuf: int, txbuf: int, timeout: int
    ) -> None:
        assert (number, baudrate, tx.number, rx.number, timeout) == (0, 115200, 0, 1, 0)
        self.arrived = b""
        self.sent = b""
        UART.last = self

    def read(self) -> "bytes | None":
        """What has arrived; None when nothing has."""
        arrived, self.arrived = self.arrived, b""
        return arrived or None

    def write(self, octets: bytes) -> "int | None":
        """Take what fits; None when nothing does."""
        room = 200 - len(self.sent)
        self.sent += octets[:room]
        return min(room, len(octets)) or None


class WDT:
    """The watchdog."""

    def __init__(self, timeout: int) -> None:
        assert timeout <= 8388, "the chip cannot wait longer"

    def feed(self) -> None:
        """Keep it quiet."""
        far.fed()


def unique_id() -> bytes:
    """The number of this chip."""
    return bytes((0xE6, 0x61, 0x4C, 0x31, 0x1B))
