"""Keys and lamps at the computer, from a finger on the felt to a report, and from a value to a lit lamp."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.base import BadWiring
from drivers.emulated import gpio, panel, pi, smbus2
from drivers.emulated.expander import Mcp23017Model
from drivers.emulated.felt import Felt
from drivers.emulated.stepper import SimulatedClock, Stepper
from drivers.expander import ExpanderLines
from drivers.gpiolines import GpioLines
from drivers.health import Health
from drivers.hub import LIGHTS
from drivers.i2c import I2cBus
from drivers.lamps import is_lit
from drivers.lines import Lamp, PanelWiring
from drivers.panel import Bank, PanelDriver
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, Report

TICK = 0.005
PINS = PanelWiring(
    keys={17: "next", 27: "floor"},
    lamps={18: Lamp("key next"), 23: Lamp("seat 1", active_low=True), 24: Lamp("seat 2")},
)
LEFT = PanelWiring(keys={"A0": "seat 3"}, lamps={"B0": Lamp("seat 3")})
RIGHT = PanelWiring(keys={"A0": "seat 4"}, lamps={"B0": Lamp("seat 4", active_low=True)})
KEYS = ("next", "floor", "seat 3", "seat 4")
LAMPS = ("key next", "seat 1", "seat 2", "seat 3", "seat 4")


class Table:
    """A felt whose keys and lamps hang on pins and on two expanders, with a driver for each bus."""

    def __init__(self, tick: float = TICK) -> None:
        pi.install()
        gpio.reset()
        smbus2.reset()
        self.clock = SimulatedClock()
        self.felt = Felt(self.clock)
        self.left, self.right = Mcp23017Model(), Mcp23017Model()
        smbus2.attach(1, 0x20, self.left)
        smbus2.attach(1, 0x21, self.right)
        panel.connect(self.felt, PINS, gpio)
        panel.connect(self.felt, LEFT, self.left)
        panel.connect(self.felt, RIGHT, self.right)
        self.pins = PanelDriver(Bank("panel", GpioLines(PINS)))
        bus = I2cBus(1)
        self.expanders = PanelDriver(
            Bank("expander left", ExpanderLines(bus, 0x20, LEFT)),
            Bank("expander right", ExpanderLines(bus, 0x21, RIGHT)),
        )
        self.reports: list[Report] = []
        self._stepper = Stepper(self.clock, [], [self.pins, self.expanders], self.reports.append, tick)

    def advance(self, seconds: float) -> list[Report]:
        """Let time pass; return what was reported meanwhile."""
        before = len(self.reports)
        self._stepper.advance(seconds)
        return self.reports[before:]

    def show(self, **values: str) -> None:
        """Show values; "seat_1" is the lamp "seat 1"."""
        wanted = {name.replace("_", " "): value for name, value in values.items()}
        self.pins.show(wanted)
        self.expanders.show(wanted)

    def lit(self) -> set[str]:
        """The lamps that are lit now."""
        return {name for name in LAMPS if self.felt.lamp(name) == "on"}

    def close(self) -> None:
        self.pins.close()
        self.expanders.close()
        gpio.reset()
        smbus2.reset()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    assert table.advance(0.1) == [
        ReaderUp(0.0, "panel"),
        ReaderUp(0.0, "expander left"),
        ReaderUp(0.0, "expander right"),
    ]
    yield table
    table.close()


@pytest.mark.parametrize("key", KEYS)
def test_a_press_is_told_at_once_and_its_length_at_the_end(table: Table, key: str) -> None:
    table.felt.press(key, 1.5)
    assert table.advance(0.03) == [KeyDown(0.12, key)]
    assert table.advance(1.4) == []
    (up,) = table.advance(0.2)
    assert isinstance(up, KeyUp)
    assert up.at == 1.615
    assert up.held == pytest.approx(1.5, abs=TICK)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_is_down_at_the_start_is_no_press(key: str) -> None:
    table = Table()
    table.felt.hold(key)
    table.advance(0.5)
    table.felt.let_go(key)
    assert {type(report) for report in [*table.reports, *table.advance(0.5)]} == {ReaderUp}
    table.felt.press(key)
    assert [type(report) for report in table.advance(0.2)] == [KeyDown, KeyUp]
    table.close()


def test_two_keys_at_once_are_two_keys(table: Table) -> None:
    for key in KEYS:
        table.felt.press(key, 0.1)
    assert [report.key for report in table.advance(0.05) if isinstance(report, KeyDown)] == list(KEYS)


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.floats(0.03, 0.3), st.floats(0.0, 0.2)), max_size=12))
@settings(max_examples=30)
def test_presses_and_releases_of_a_key_take_turns(presses: list[tuple[str, float, float]]) -> None:
    table = Table()
    table.advance(0.1)
    for key, length, pause in presses:
        table.felt.press(key, length)
        table.advance(pause)
    table.advance(1.0)
    for key in KEYS:
        told = [
            report for report in table.reports if isinstance(report, KeyDown | KeyUp) and report.key == key
        ]
        assert [type(report) for report in told] == [KeyDown, KeyUp] * (len(told) // 2)
        assert bool(told) == any(key == pressed for pressed, _, _ in presses)
    table.close()


def test_a_slow_poll_still_hears_a_press_of_fifty_milliseconds() -> None:
    table = Table(tick=0.02)
    table.advance(0.2)
    for _ in range(20):
        table.felt.press("next")
        table.felt.press("seat 4")
        table.advance(0.203)
    assert sum(isinstance(report, KeyDown) for report in table.reports) == 40
    table.close()


def test_all_lamps_are_dark_at_the_start(table: Table) -> None:
    assert table.lit() == set()
    assert gpio.level(23) is True


def test_a_lamp_shows_its_value_and_those_that_are_not_named_are_dark(table: Table) -> None:
    table.show(seat_1="deal", seat_4="on", key_next="on")
    table.advance(TICK)
    assert table.lit() == {"seat 1", "seat 4", "key next"}
    table.show(seat_3="deal")
    table.advance(TICK)
    assert table.lit() == {"seat 3"}


@pytest.mark.parametrize("value", LIGHTS)
def test_every_lamp_follows_its_pattern(table: Table, value: str) -> None:
    table.show(seat_1=value, seat_2=value, seat_3=value, seat_4=value)
    table.advance(TICK)
    seats = {"seat 1", "seat 2", "seat 3", "seat 4"}
    for _ in range(500):
        table.advance(TICK)
        assert table.lit() == (seats if is_lit(value, table.clock.now()) else set())


def test_only_changes_are_written(table: Table) -> None:
    table.show(seat_1="deal", seat_2="on", seat_3="deal")
    table.advance(0.1)
    gpio.calls.clear()
    table.show(seat_1="deal", seat_2="deal", seat_3="on")
    table.advance(1.0)
    assert not gpio.calls
    table.show(seat_1="act", seat_2="deal")
    table.advance(1.0)
    assert {call[1] for call in gpio.calls} == {23}
    assert len(gpio.calls) == 4


def test_what_no_lamp_can_show_is_refused(table: Table) -> None:
    with pytest.raises(BadWiring, match="lamp seat 1 cannot show 'purple'"):
        table.show(seat_1="purple")


def test_a_lamp_whose_pin_is_taken_costs_that_lamp_only() -> None:
    table = Table()
    gpio.occupy(24)
    table.show(seat_1="on", seat_2="on")
    told = [report for report in table.advance(5.0) if isinstance(report, ReaderLost)]
    assert len(told) == 1
    assert told[0].reader == "panel"
    assert (
        "pin 24 (lamp seat 2) cannot be claimed: 'GPIO busy'; gpioinfo tells who holds it" in told[0].reason
    )
    assert table.lit() == {"seat 1"}
    table.felt.press("next")
    table.show(seat_1="off", seat_2="on")
    assert [type(report) for report in table.advance(0.5)] == [KeyDown, KeyUp]
    assert table.lit() == set()
    gpio.occupy(24, False)
    assert [type(report) for report in table.advance(3.0)] == [ReaderUp]
    assert table.lit() == {"seat 2"}
    table.close()


def test_a_key_whose_pin_is_taken_is_named_and_tried_again() -> None:
    table = Table()
    gpio.occupy(27)
    (lost,) = [report for report in table.advance(5.0) if isinstance(report, ReaderLost)]
    assert lost.reader == "panel"
    assert "pin 27 (key floor) cannot be claimed" in lost.reason
    gpio.occupy(27, False)
    assert [type(report) for report in table.advance(2.5)] == [ReaderUp]
    table.close()


def test_an_expander_without_power_costs_its_own_keys_and_lamps(table: Table) -> None:
    table.show(seat_3="on", seat_4="on", seat_1="on")
    table.advance(0.1)
    table.left.power(False)
    (lost,) = table.advance(3.0)
    assert isinstance(lost, ReaderLost)
    assert (lost.reader, "0x20 on I2C bus 1 does not answer" in lost.reason) == ("expander left", True)
    assert table.lit() == {"seat 4", "seat 1"}
    table.felt.press("seat 3")
    table.felt.press("seat 4")
    assert [report.key for report in table.advance(0.5) if isinstance(report, KeyDown)] == ["seat 4"]
    table.left.power(True)
    assert [type(report) for report in table.advance(2.5)] == [ReaderUp]
    assert table.lit() == {"seat 3", "seat 4", "seat 1"}


def test_a_key_held_through_a_loss_is_let_go_after_it(table: Table) -> None:
    table.felt.hold("seat 3")
    (down,) = table.advance(0.1)
    table.left.power(False)
    table.advance(1.0)
    table.felt.let_go("seat 3")
    table.left.power(True)
    up = table.advance(2.5)[-1]
    assert isinstance(down, KeyDown)
    assert isinstance(up, KeyUp)
    assert up.held == pytest.approx(up.at - down.at, abs=0.05)


def test_a_key_pressed_during_a_loss_is_no_press(table: Table) -> None:
    table.left.power(False)
    table.advance(1.0)
    table.felt.hold("seat 3")
    table.left.power(True)
    table.advance(3.0)
    table.felt.let_go("seat 3")
    table.advance(1.0)
    assert not [report for report in table.reports if isinstance(report, KeyDown | KeyUp)]


@given(st.lists(st.floats(0.0, 0.1), max_size=15))
@settings(max_examples=30)
def test_a_flickering_supply_presses_no_key_and_ends_with_lit_lamps(times: list[float]) -> None:
    table = Table()
    table.advance(0.1)
    table.show(seat_3="on", seat_4="deal")
    for number, seconds in enumerate(times):
        table.left.power(number % 2 == 1)
        table.advance(seconds)
    table.left.power(False)
    table.left.power(True)
    table.advance(5.0)
    assert not [report for report in table.reports if isinstance(report, KeyDown | KeyUp)]
    assert table.lit() == {"seat 3", "seat 4"}
    assert isinstance(table.reports[-1], ReaderUp)
    table.close()


def test_closing_gives_back_our_pins_and_no_other(table: Table) -> None:
    gpio.setup(25, gpio.OUT, initial=gpio.HIGH)
    table.show(seat_1="on", seat_2="on", seat_3="on", seat_4="on")
    table.advance(0.1)
    table.pins.close()
    table.expanders.close()
    assert table.lit() == set()
    assert (gpio.level(25), gpio.getmode()) == (True, gpio.BCM)
    assert ("cleanup", None) not in gpio.calls
    with pytest.raises(RuntimeError):
        gpio.input(17)


def test_pins_that_somebody_else_cleaned_up_are_claimed_again(table: Table) -> None:
    table.show(seat_1="on")
    table.advance(0.1)
    gpio.cleanup([17, 23])
    (lost, up) = table.advance(1.0)
    assert isinstance(lost, ReaderLost)
    assert "the pins of the keys cannot be read: You must setup() the GPIO channel first" in lost.reason
    assert isinstance(up, ReaderUp)
    assert table.lit() == {"seat 1"}


def test_a_lamp_pin_that_somebody_else_cleaned_up_is_claimed_again(table: Table) -> None:
    gpio.cleanup(24)
    table.show(seat_2="on")
    (lost,) = table.advance(1.0)
    assert isinstance(lost, ReaderLost)
    assert "pin 24 (lamp seat 2) cannot be set: The GPIO channel has not been set up" in lost.reason
    assert [type(report) for report in table.advance(2.0)] == [ReaderUp]
    assert table.lit() == {"seat 2"}


@pytest.mark.parametrize("wiring", [PINS, PanelWiring(lamps=PINS.lamps), PanelWiring(keys=PINS.keys)])
def test_after_a_stranger_cleaned_up_everything_the_panel_comes_back(wiring: PanelWiring[int]) -> None:
    table = Table()
    table.pins.close()
    driver = PanelDriver(Bank("panel", GpioLines(wiring)))
    driver.poll(0.0)
    gpio.cleanup()
    driver.show({"seat 2": "on"})
    assert [type(report) for report in driver.poll(1.0)] == [ReaderLost]
    assert [type(report) for now in range(2, 9) for report in driver.poll(now)] == [ReaderUp]
    assert (gpio.level(24) is True) == bool(wiring.lamps)
    driver.close()
    table.close()


def test_a_computer_without_pins_says_so_and_the_expanders_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setitem(sys.modules, "RPi.GPIO", None)
    told = [report for report in table.advance(1.0) if isinstance(report, ReaderLost)]
    assert [report.reader for report in told] == ["panel"]
    table.felt.press("seat 3")
    assert [type(report) for report in table.advance(0.2)] == [KeyDown, KeyUp]
    table.close()


def test_health_names_the_hardware_and_counts_what_did_not_check(table: Table) -> None:
    table.left.power(False)
    table.left.power(True)
    table.advance(0.1)
    assert table.pins.health() == (Health("panel", f"GPIO pins through RPi.GPIO {gpio.VERSION}"),)
    assert table.expanders.health() == (
        Health("expander left", "MCP23017 at 0x20 on I2C bus 1", errors=1),
        Health("expander right", "MCP23017 at 0x21 on I2C bus 1"),
    )


def test_keys_are_polled_more_often_than_lamps() -> None:
    keys = PanelDriver(Bank("panel", GpioLines(PINS)))
    lamps = PanelDriver(Bank("panel", GpioLines(PanelWiring(lamps={18: Lamp("seat 1")}))))
    assert (keys.interval, lamps.interval) == (0.005, 0.02)
    assert keys.names == ("panel",)
