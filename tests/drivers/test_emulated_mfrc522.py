"""The emulated chip at its registers, under the unmodified `mfrc522` package, and the emulated Pi."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from drivers.emulated import gpio, spidev
from drivers.emulated.mfrc522 import Mfrc522Model

FOUR = "0A1B2C3D"
OTHER = "0A1B2C3F"


class Ticks:
    """Simulated time."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Bench:
    """A chip with tags over it, spoken to by register."""

    def __init__(self, *uids: str) -> None:
        self.uids = set(uids)
        self.clock = Ticks()
        self.chip = Mfrc522Model(lambda: self.uids, self.clock)

    def write(self, address: int, *values: int) -> None:
        self.chip.transfer([address << 1, *values], 4_000_000)

    def read(self, *addresses: int) -> list[int]:
        return self.chip.transfer([*[a << 1 | 0x80 for a in addresses], 0], 4_000_000)[1:]

    def ready(self) -> None:
        """Antenna on, 100 % modulation, a timer of 201 us, transceive."""
        for address, value in (
            (0x2A, 0x80),
            (0x2B, 10),
            (0x2D, 129),
            (0x15, 0x40),
            (0x14, 0x83),
            (0x01, 0x0C),
        ):
            self.write(address, value)

    def say(self, frame: bytes, framing: int) -> None:
        self.write(0x04, 0x7F)
        self.write(0x09, *frame)
        self.write(0x0D, 0x80 | framing)
        self.clock.sleep(0.002)


def test_registers_after_a_reset() -> None:
    bench = Bench()
    assert bench.read(0x01, 0x04, 0x0E, 0x37) == [0x20, 0x14, 0xA0, 0x92]
    bench.write(0x2D, 77)
    assert bench.read(0x2D) == [77]
    bench.write(0x01, 0x0F)
    assert bench.read(0x2D) == [0]


def test_a_frame_writes_one_register_and_reads_many() -> None:
    bench = Bench()
    bench.write(0x09, 0x11, 0x22, 0x33)
    assert bench.read(0x0A, 0x09, 0x09, 0x09, 0x0A) == [3, 0x11, 0x22, 0x33, 0]


def test_the_version_cannot_be_written() -> None:
    bench = Bench()
    bench.write(0x37, 0x00)
    assert bench.read(0x37) == [0x92]


def test_irq_bits_are_set_and_cleared_by_bit_seven() -> None:
    bench = Bench()
    bench.write(0x04, 0x7F)
    assert bench.read(0x04) == [0]
    bench.write(0x04, 0x80 | 0x21)
    bench.write(0x04, 0x01)
    assert bench.read(0x04) == [0x20]


def test_the_fifo_overflows_and_is_flushed() -> None:
    bench = Bench()
    bench.write(0x09, *range(65))
    assert bench.read(0x0A, 0x06) == [64, 0x10]
    bench.write(0x0A, 0x80)
    assert bench.read(0x0A, 0x06) == [0, 0]


def test_a_tag_answers_when_its_bits_have_passed() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(0x04, 0x7F)
    bench.write(0x09, 0x26)
    bench.write(0x0D, 0x87)
    assert bench.read(0x04) == [0]
    bench.clock.sleep(80e-6)
    assert bench.read(0x04, 0x0A) == [0x40, 0]
    bench.clock.sleep(300e-6)
    assert bench.read(0x04, 0x06, 0x0A, 0x0C, 0x09, 0x09) == [0x60, 0, 2, 0x10, 0x04, 0x00]


def test_silence_rings_the_timer_and_needs_a_new_command() -> None:
    bench = Bench()
    bench.ready()
    bench.say(b"\x52", 7)
    assert bench.read(0x04) == [0x41]
    bench.uids.add(FOUR)
    bench.say(b"\x52", 7)
    assert bench.read(0x04) == [0]
    bench.write(0x0A, 0x80)
    bench.write(0x01, 0x0C)
    bench.say(b"\x52", 7)
    assert bench.read(0x04) == [0x60]


@pytest.mark.parametrize(("address", "value"), [(0x14, 0x80), (0x15, 0x00)])
def test_tags_hear_nothing_without_carrier_or_full_modulation(address: int, value: int) -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.write(address, value)
    bench.say(b"\x52", 7)
    assert bench.read(0x04) == [0x41]


def test_switching_the_antenna_off_resets_the_tags() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.say(b"\x26", 7)
    bench.write(0x14, 0x80)
    bench.write(0x14, 0x83)
    bench.write(0x0A, 0x80)
    bench.say(b"\x26", 7)
    assert bench.read(0x04, 0x0A) == [0x60, 2]


@pytest.mark.parametrize(("keep", "third"), [(0x00, 0x00), (0x80, 0x2C)])
def test_a_collision_has_its_position_and_values_after_it_only_when_asked(keep: int, third: int) -> None:
    bench = Bench("0A1B2C3D", "0A0B2C3D")
    bench.ready()
    bench.write(0x0E, keep)
    bench.say(b"\x52", 7)
    bench.write(0x0A, 0x80)
    bench.say(b"\x93\x20", 0)
    irq, error, level, coll, first, second, after = bench.read(0x04, 0x06, 0x0A, 0x0E, 0x09, 0x09, 0x09)
    assert (irq, error, level) == (0x62, 0x08, 5)
    assert coll == keep | 13
    assert (first, second & 0x0F, after) == (0x0A, 0x0B, third)


def test_the_collision_position_counts_the_alignment() -> None:
    bench = Bench("0A1B2C3D", "0A0B2C3D")
    bench.ready()
    bench.say(b"\x52", 7)
    bench.write(0x0A, 0x80)
    bench.say(b"\x93\x32\x0a\x03", 0x20 | 2)
    assert bench.read(0x06, 0x0E) == [0x08, 0x80 | 5]


def test_position_32_reads_as_zero() -> None:
    bench = Bench("0A1B2C3D", "0A1B2CBD")
    bench.ready()
    bench.say(b"\x52", 7)
    bench.write(0x0A, 0x80)
    bench.say(b"\x93\x20", 0)
    assert bench.read(0x0E) == [0x80]


def test_the_coprocessor_computes_crc_a() -> None:
    bench = Bench()
    bench.write(0x11, 0x3D)
    bench.write(0x09, 0x50, 0x00)
    bench.write(0x01, 0x03)
    assert bench.read(0x05, 0x22, 0x21) == [0x04, 0x57, 0xCD]


def test_a_chip_without_power_reads_zero_and_comes_back_reset() -> None:
    bench = Bench(FOUR)
    bench.ready()
    bench.chip.power(False)
    assert bench.read(0x37, 0x01) == [0, 0]
    bench.write(0x2D, 5)
    bench.chip.power(True)
    assert bench.read(0x37, 0x2D, 0x14) == [0x92, 0, 0x80]


def test_the_reset_pin_holds_the_chip_down() -> None:
    bench = Bench()
    bench.write(0x2D, 5)
    bench.chip.reset_pin(False)
    assert bench.read(0x37) == [0]
    bench.chip.reset_pin(True)
    assert bench.read(0x37, 0x2D) == [0x92, 0]


@pytest.fixture
def pi() -> Iterator[Bench]:
    """The emulated Pi with one chip at bus 0, device 0, whose transfers take time."""
    spidev.install()
    bench = Bench()
    bench.chip = Mfrc522Model(lambda: bench.uids, bench.clock, transfer_cost=20e-6)
    spidev.attach(0, 0, bench.chip)
    yield bench
    spidev.detach(0, 0)
    gpio.cleanup()


def open_package() -> Any:
    package = importlib.import_module("mfrc522")
    chip = package.MFRC522(bus=0, device=0, spd=1_000_000, pin_mode=gpio.BCM, pin_rst=25)
    chip.logger.handlers.clear()
    return chip


def test_the_unmodified_package_reads_a_four_byte_tag(pi: Bench) -> None:
    pi.uids.add(FOUR)
    chip = open_package()
    assert chip.MFRC522_Request(chip.PICC_REQIDL) == (chip.MI_OK, 16)
    status, number = chip.MFRC522_Anticoll()
    assert status == chip.MI_OK
    assert bytes(number[:4]).hex().upper() == FOUR
    assert chip.MFRC522_SelectTag(number) == 0x08


# The package writes ~ where it means not, which is why it never sees its own timer; Python 3.12 says so.
@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_the_unmodified_package_waits_busily_when_there_is_no_card(pi: Bench) -> None:
    chip = open_package()
    began = pi.clock.now()
    assert chip.MFRC522_Request(chip.PICC_REQIDL)[0] == chip.MI_ERR
    assert pi.clock.now() - began == pytest.approx(0.0725, rel=0.02)


def test_the_unmodified_package_cannot_see_two_cards(pi: Bench) -> None:
    pi.uids.update((FOUR, OTHER))
    chip = open_package()
    assert chip.MFRC522_Request(chip.PICC_REQIDL)[0] == chip.MI_OK
    assert chip.MFRC522_Anticoll()[0] == chip.MI_ERR


def test_install_puts_the_emulated_modules_in_place() -> None:
    spidev.install()
    assert importlib.import_module("spidev").SpiDev is spidev.SpiDev
    assert importlib.import_module("RPi.GPIO") is gpio
    assert sys.modules["RPi"].GPIO is gpio


def test_spidev_errors_are_those_of_the_real_package(pi: Bench) -> None:
    handle = spidev.SpiDev()
    with pytest.raises(FileNotFoundError, match="No such file or directory"):
        handle.open(0, 1)
    with pytest.raises(OSError, match="Bad file descriptor"):
        handle.xfer2([0, 0])
    handle.open(0, 0)
    with pytest.raises(TypeError, match="Empty argument list"):
        handle.xfer2([])
    with pytest.raises(OverflowError, match="4096"):
        handle.xfer2([0] * 4097)
    spidev.detach(0, 0)
    with pytest.raises(OSError, match="transport endpoint shutdown"):
        handle.xfer2([0, 0])


def test_a_transfer_costs_its_bits_and_the_call(pi: Bench) -> None:
    handle = spidev.SpiDev(0, 0)
    handle.max_speed_hz = 1_000_000
    handle.xfer2([0x80 | 0x37 << 1, 0])
    assert pi.clock.now() == pytest.approx(36e-6)


def test_gpio_pins_follow_the_program_and_the_world() -> None:
    gpio.cleanup()
    with pytest.raises(RuntimeError, match="set pin numbering mode"):
        gpio.setup(5, gpio.OUT)
    gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(gpio.BOARD)
    gpio.setup([5, 6], gpio.OUT, initial=gpio.HIGH)
    gpio.setup(7, gpio.IN, pull_up_down=gpio.PUD_UP)
    gpio.output([5, 6], [0, 1])
    assert [gpio.input(pin) for pin in (5, 6, 7)] == [0, 1, 1]
    gpio.drive(7, gpio.LOW)
    assert gpio.input(7) == 0
    gpio.drive(7, None)
    assert gpio.input(7) == 1
    with pytest.raises(RuntimeError, match="OUTPUT"):
        gpio.output(7, 1)
    gpio.cleanup(5)
    with pytest.raises(RuntimeError, match="must setup"):
        gpio.input(5)
    assert gpio.getmode() == gpio.BCM
    gpio.cleanup()
    assert gpio.getmode() is None
