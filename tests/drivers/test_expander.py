"""An MCP23017 on I2C: its registers as they are on the wire, and what its loss costs."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.base import BadWiring, DriverError, TransportLost
from drivers.emulated import pi, smbus2
from drivers.emulated.expander import Mcp23017Model
from drivers.expander import ExpanderLines
from drivers.i2c import I2cBus
from drivers.lines import Lamp, PanelWiring

ADDRESS = 0x21
IODIR, IPOL, GPINTEN, IOCON, GPPU, GPIO, OLAT = 0x00, 0x02, 0x04, 0x0A, 0x0C, 0x12, 0x14
WIRING = PanelWiring(
    keys={"A0": "next", "B3": "floor"},
    lamps={"A1": Lamp("seat 1"), "B0": Lamp("seat 2", active_low=True), "A7": Lamp("seat 3")},
)


class Recorded(Mcp23017Model):
    """A chip whose writes are kept."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        super().__init__()

    def write(self, octets: bytes) -> None:
        self.writes.append(octets)
        super().write(octets)

    def settings(self) -> list[bytes]:
        """Writes of registers, without those that only choose one to read."""
        return [octets for octets in self.writes if len(octets) > 1]


@pytest.fixture
def chip() -> Iterator[Recorded]:
    pi.install()
    smbus2.reset()
    chip = Recorded()
    smbus2.attach(1, ADDRESS, chip)
    yield chip
    smbus2.reset()


def lines(wiring: PanelWiring[str] = WIRING) -> ExpanderLines:
    return ExpanderLines(I2cBus(1), ADDRESS, wiring)


def registers(chip: Mcp23017Model, first: int, count: int) -> list[int]:
    chip.write(bytes((first,)))
    return list(chip.read(count))


def test_levels_are_written_before_directions(chip: Recorded) -> None:
    lines().read()
    pins = chip.settings()
    assert [octets[0] for octets in pins] == [0x05, IOCON, OLAT, GPPU, IPOL, IODIR]
    assert registers(chip, IODIR, 2) == [0b01111101, 0b01111110]
    assert registers(chip, GPPU, 2) == [0b01111101, 0b01111110]
    assert registers(chip, OLAT, 2) == [0b00000000, 0b00000001]


def test_a_key_closes_to_ground(chip: Recorded) -> None:
    panel = lines()
    assert panel.read() == {"A0": False, "B3": False}
    chip.drive("B3", 0)
    assert panel.read() == {"A0": False, "B3": True}
    chip.drive("B3", None)
    chip.drive("A0", 0)
    assert panel.read() == {"A0": True, "B3": False}


def test_a_reading_is_one_exchange_of_two_registers(chip: Recorded) -> None:
    panel = lines()
    panel.read()
    panel.read()
    chip.writes.clear()
    panel.read()
    assert chip.writes == [bytes((GPIO,))]


def test_lamps_of_a_chip_are_set_in_one_exchange(chip: Recorded) -> None:
    panel = lines()
    panel.read()
    chip.writes.clear()
    assert panel.write({"A1": True, "B0": True}) == {}
    assert chip.writes == [bytes((OLAT, 0b00000010, 0b00000000))]
    assert (chip.level("A1"), chip.level("B0"), chip.level("A7")) == (True, False, False)
    panel.write({"B0": False})
    assert (chip.level("A1"), chip.level("B0")) == (True, True)


def test_lamps_can_be_set_before_anything_is_read(chip: Recorded) -> None:
    lines().write({"A1": True})
    assert chip.level("A1") is True


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
def test_it_is_set_up_whatever_another_program_left_in_it(
    control: int, direction: int, polarity: int
) -> None:
    pi.install()
    smbus2.reset()
    chip = Mcp23017Model()
    smbus2.attach(1, ADDRESS, chip)
    chip.write(bytes((IPOL, polarity)))
    chip.write(bytes((IODIR, direction)))
    chip.write(bytes((IOCON, control)))
    panel = lines()
    chip.drive("A0", 0)
    assert panel.read() == {"A0": True, "B3": False}
    panel.write({"A7": True})
    assert chip.level("A7") is True


def test_a_chip_that_lost_its_power_for_a_moment_presses_no_key(chip: Recorded) -> None:
    panel = lines()
    panel.read()
    panel.write({"A1": True})
    chip.power(False)
    chip.power(True)
    assert registers(chip, GPIO, 2) == [0, 0]
    assert panel.read() == {"A0": False, "B3": False}
    assert (chip.level("A1"), panel.errors) == (True, 1)


def test_a_lamp_that_a_power_loss_put_out_is_lit_again_even_when_no_key_moves(chip: Recorded) -> None:
    panel = lines(PanelWiring(lamps={"A1": Lamp("seat 1")}))
    panel.read()
    panel.write({"A1": True})
    chip.power(False)
    chip.power(True)
    for _ in range(100):
        panel.read()
    assert chip.level("A1") is True


def test_a_chip_that_does_not_answer_is_named_and_set_up_anew(chip: Recorded) -> None:
    panel = lines()
    panel.read()
    assert panel.device == "MCP23017 at 0x21 on I2C bus 1"
    chip.power(False)
    with pytest.raises(
        TransportLost, match=r"MCP23017 at 0x21 on I2C bus 1 does not answer; check its power"
    ):
        panel.read()
    with pytest.raises(TransportLost, match="does not answer"):
        panel.write({"A1": True})
    chip.power(True)
    assert panel.read() == {"A0": False, "B3": False}
    assert chip.level("A1") is True


def test_a_bus_is_opened_anew_after_a_failure(monkeypatch: pytest.MonkeyPatch, chip: Recorded) -> None:
    handles: list[smbus2.SMBus] = []

    class Kept(smbus2.SMBus):
        def __init__(self, bus: int) -> None:
            super().__init__(bus)
            handles.append(self)

    monkeypatch.setattr(smbus2, "SMBus", Kept)
    panel = lines()
    panel.read()
    chip.power(False)
    with pytest.raises(TransportLost):
        panel.read()
    chip.power(True)
    panel.read()
    assert [handle.fd for handle in handles] == [None, 1]


class _Stuck:
    """Acknowledges everything and keeps nothing."""

    def write(self, octets: bytes) -> None:
        pass

    def read(self, count: int) -> bytes:
        return bytes(count)


def test_a_chip_that_keeps_nothing_is_found_out(chip: Recorded) -> None:
    smbus2.attach(1, ADDRESS, _Stuck())
    with pytest.raises(TransportLost, match="does not keep what is written"):
        lines().read()


def test_a_bus_that_is_held_down_is_told_from_a_missing_chip(chip: Recorded) -> None:
    panel = lines()
    smbus2.jam(1)
    with pytest.raises(
        TransportLost, match=r"I2C bus 1 is held down \(Connection timed out\); check SDA and SCL"
    ):
        panel.read()
    smbus2.jam(1, False)
    panel.read()


def test_an_address_that_the_kernel_has_is_a_matter_for_a_person(chip: Recorded) -> None:
    smbus2.own(1, ADDRESS)
    with pytest.raises(BadWiring, match=r"0x21 on I2C bus 1 is held by a driver of the kernel"):
        lines().read()


def test_a_bus_that_is_off_says_how_to_switch_it_on(chip: Recorded) -> None:
    with pytest.raises(BadWiring, match=r"/dev/i2c-3 does not exist; switch I2C on .*raspi-config"):
        ExpanderLines(I2cBus(3), ADDRESS, WIRING).read()


@pytest.mark.parametrize(
    ("number", "error", "text"),
    [
        (
            errno.EACCES,
            BadWiring,
            "/dev/i2c-1 may not be opened; add the user of the service to the group i2c",
        ),
        (errno.EMFILE, TransportLost, "/dev/i2c-1 cannot be opened: Too many open files"),
    ],
)
def test_a_bus_that_cannot_be_opened_says_why(
    monkeypatch: pytest.MonkeyPatch, chip: Recorded, number: int, error: type[DriverError], text: str
) -> None:
    def refuse(bus: int) -> None:
        raise OSError(number, "Too many open files")

    monkeypatch.setattr(smbus2, "SMBus", refuse)
    with pytest.raises(error, match=text):
        lines().read()


def test_without_the_package_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smbus2", None)
    with pytest.raises(BadWiring, match="the package smbus2 is needed"):
        lines().read()


@pytest.mark.parametrize(
    ("wiring", "text"),
    [
        (PanelWiring(keys={"C0": "next"}), "has the lines A0 to A7 and B0 to B7, not C0"),
        (PanelWiring(lamps={"A8": Lamp("seat 1")}), "not A8"),
        (
            PanelWiring(keys={"B7": "floor"}),
            "key floor is on line B7, which newer MCP23017 have as an output",
        ),
    ],
)
def test_a_line_that_cannot_be_is_refused(wiring: PanelWiring[str], text: str) -> None:
    with pytest.raises(BadWiring, match=text):
        lines(wiring)


def test_a_line_with_a_key_and_a_lamp_is_refused() -> None:
    with pytest.raises(BadWiring, match="line A0 has key next and lamp seat 1"):
        PanelWiring(keys={"A0": "next"}, lamps={"A0": Lamp("seat 1")})


def test_closing_leaves_all_lines_as_inputs(chip: Recorded) -> None:
    panel = lines()
    panel.read()
    panel.write({"A1": True})
    panel.close()
    assert registers(chip, IODIR, 2) == [0xFF, 0xFF]
    assert chip.level("A1") is None
    chip.power(False)
    panel.close()


def test_two_chips_share_a_bus(chip: Recorded) -> None:
    other = Mcp23017Model()
    smbus2.attach(1, 0x22, other)
    bus = I2cBus(1)
    one = ExpanderLines(bus, ADDRESS, WIRING)
    two = ExpanderLines(bus, 0x22, WIRING)
    one.read()
    two.read()
    chip.power(False)
    other.drive("A0", 0)
    with pytest.raises(TransportLost):
        one.read()
    assert two.read() == {"A0": True, "B3": False}


class TestModel:
    """The emulated chip by itself, against its data sheet."""

    def test_after_power_up_all_lines_are_inputs(self) -> None:
        assert registers(Mcp23017Model(), 0, 22) == [0xFF, 0xFF] + [0] * 20

    def test_addresses_go_on_by_themselves_and_around(self) -> None:
        chip = Mcp23017Model()
        chip.write(bytes((OLAT, 1, 2, 0xF0)))
        assert registers(chip, OLAT, 3) == [1, 2, 0xF0]

    def test_in_byte_mode_they_go_back_and_forth_in_a_pair(self) -> None:
        chip = Mcp23017Model()
        chip.write(bytes((IOCON, 0x20)))
        chip.write(bytes((GPPU, 1, 2, 3)))
        assert registers(chip, GPPU, 4) == [3, 2, 3, 2]

    def test_with_bank_1_the_ports_are_apart(self) -> None:
        chip = Mcp23017Model()
        chip.write(bytes((GPPU, 0x0A, 0x0B)))
        chip.write(bytes((IOCON, 0x80)))
        assert registers(chip, 0x06, 1) + registers(chip, 0x16, 1) == [0x0A, 0x0B]
        assert registers(chip, 0x0B, 5) == [0, 0, 0, 0, 0]

    def test_a_written_port_is_its_latch(self) -> None:
        chip = Mcp23017Model()
        chip.write(bytes((IODIR, 0x0F)))
        chip.write(bytes((GPIO, 0xA5)))
        assert registers(chip, OLAT, 1) == [0xA5]
        assert registers(chip, GPIO, 1) == [0xA0]

    def test_polarity_turns_inputs_only(self) -> None:
        chip = Mcp23017Model()
        chip.write(bytes((IODIR, 0x0F)))
        chip.write(bytes((IPOL, 0xFF)))
        chip.drive("A0", 1)
        assert registers(chip, GPIO, 1) == [0x0E]

    def test_interrupt_flags_cannot_be_written(self) -> None:
        chip = Mcp23017Model()
        chip.write(bytes((0x0E, 1, 2, 3, 4)))
        assert registers(chip, 0x0E, 4) == [0, 0, 0, 0]

    def test_a_line_is_heard_when_it_changes_and_when_it_lets_go(self) -> None:
        chip = Mcp23017Model()
        heard: list[bool | None] = []
        chip.listen("B2", heard.append, lambda: heard.append(None))
        chip.write(bytes((IODIR, 0xFF, 0x00)))
        chip.write(bytes((OLAT + 1, 0x04)))
        chip.write(bytes((OLAT + 1, 0x05)))
        chip.power(False)
        assert heard == [False, True, None]


class TestBus:
    """The emulated smbus2 by itself."""

    def test_words_and_bytes(self, chip: Recorded) -> None:
        with smbus2.SMBus(1) as bus:
            bus.write_word_data(ADDRESS, GPPU, 0x1234)
            assert bus.read_word_data(ADDRESS, GPPU) == 0x1234
            assert bus.read_byte_data(ADDRESS, GPPU + 1) == 0x12
            bus.write_byte_data(ADDRESS, GPPU, 0x56)
            bus.write_byte(ADDRESS, GPPU)
            assert (bus.read_byte(ADDRESS), bus.read_byte(ADDRESS)) == (0x56, 0x12)
            bus.write_quick(ADDRESS)
        with pytest.raises(TypeError, match="fileno"):
            bus.read_byte(ADDRESS)

    def test_a_bus_has_a_path_too(self, chip: Recorded) -> None:
        assert smbus2.SMBus("/dev/i2c-1").read_byte_data(ADDRESS, IODIR) == 0xFF

    def test_nobody_answers_at_an_empty_address(self, chip: Recorded) -> None:
        with pytest.raises(OSError, match="Remote I/O error") as raised:
            smbus2.SMBus(1).write_quick(0x27)
        assert raised.value.errno == errno.EREMOTEIO

    def test_blocks_have_32_bytes_at_most(self, chip: Recorded) -> None:
        bus = smbus2.SMBus(1)
        with pytest.raises(ValueError, match="32 bytes"):
            bus.read_i2c_block_data(ADDRESS, 0, 33)
        with pytest.raises(ValueError, match="32 bytes"):
            bus.write_i2c_block_data(ADDRESS, 0, [0] * 33)

    def test_force_takes_an_address_from_the_kernel(self, chip: Recorded) -> None:
        smbus2.own(1, ADDRESS)
        with pytest.raises(OSError, match="Device or resource busy"):
            smbus2.SMBus(1).read_byte_data(ADDRESS, IODIR)
        assert smbus2.SMBus(1, force=True).read_byte_data(ADDRESS, IODIR) == 0xFF
