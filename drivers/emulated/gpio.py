"""The API of RPi.GPIO with pins that lead nowhere: the world drives and hears them.

Errors have the texts of the real package, a pin that the kernel holds that of rpi-lgpio; warnings are not
given. Callbacks run in the thread that changes a level. What the world does (`drive`, `listen`, `occupy`,
`level`) counts BCM numbers in either mode. `calls` keeps the newest calls that changed something.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TypeAlias
from weakref import WeakValueDictionary

from drivers.emulated import edges
from drivers.emulated.edges import Edges

UNKNOWN = -1
BOARD, BCM = 10, 11
OUT, IN = 0, 1
LOW, HIGH = 0, 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = edges.RISING, edges.FALLING, edges.BOTH
SERIAL, SPI, I2C, HARD_PWM = 40, 41, 42, 43
VERSION = "0.7.2"
RPI_REVISION = 3
RPI_INFO = {
    "P1_REVISION": 3,
    "REVISION": "c03115",
    "TYPE": "Pi 4 Model B",
    "MANUFACTURER": "Sony",
    "PROCESSOR": "BCM2711",
    "RAM": "4G",
}
Level: TypeAlias = int | Callable[[], int | None] | None

# Header pin to BCM number: all models with 40 pins.
_HEADER = dict(
    zip(
        (3, 5, 7, 8, 10, 11, 12, 13, 15, 16, 18, 19, 21, 22, 23, 24, 26, 29, 31, 32, 33, 35, 36, 37, 38, 40),
        (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 5, 6, 12, 13, 19, 16, 26, 20, 21),
        strict=True,
    )
)
_HEADER_PIN = {pin: number for number, pin in _HEADER.items()}
_BUSES = {2: I2C, 3: I2C, 7: SPI, 8: SPI, 9: SPI, 10: SPI, 11: SPI, 14: SERIAL, 15: SERIAL}
_PINS = 54


class LgpioError(Exception):
    """What rpi-lgpio lets through from lgpio."""

    def __str__(self) -> str:
        """The text in quotes, as lgpio prints it."""
        return repr(self.args[0])


lgpio = SimpleNamespace(error=LgpioError)

calls: deque[tuple[object, ...]] = deque(maxlen=10_000)


@dataclass(slots=True)
class _Pin:
    direction: int
    level: int
    edges: Edges | None = field(default=None, repr=False)


_mode: int | None = None
_now: Callable[[], float] = time.monotonic
_pins: dict[int, _Pin] = {}
_driven: dict[int, Level] = {}
_occupied: set[int] = set()
_listeners: dict[int, tuple[Callable[[bool], None], Callable[[], None] | None]] = {}
_pwms: WeakValueDictionary[int, PWM] = WeakValueDictionary()


def setwarnings(on: bool) -> None:
    """Take the switch; nothing here warns."""
    calls.append(("setwarnings", on))


def setmode(mode: int) -> None:
    """Choose BOARD or BCM numbers; raises ValueError when the other one is in use."""
    global _mode
    if _mode not in (None, mode):
        raise ValueError("A different mode has already been set!")
    if mode not in (BOARD, BCM):
        raise ValueError("An invalid mode was passed to setmode()")
    _mode = mode
    calls.append(("setmode", mode))


def getmode() -> int | None:
    """BOARD, BCM, or None while no mode was set."""
    return _mode


def setup(
    channel: int | Sequence[int],
    direction: int,
    pull_up_down: int = PUD_OFF,
    initial: int | bool | None = None,
) -> None:
    """Make channels inputs or outputs; an output keeps its level unless `initial` says one."""
    if direction not in (OUT, IN):
        raise ValueError("An invalid direction was passed to setup()")
    if direction == OUT and pull_up_down != PUD_OFF:
        raise ValueError("pull_up_down parameter is not valid for outputs")
    if direction == IN and initial not in (None, -1):
        raise ValueError("initial parameter is not valid for inputs")
    if pull_up_down not in (PUD_OFF, PUD_DOWN, PUD_UP):
        raise ValueError("Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or PUD_DOWN")
    for pin in _numbers(channel):
        if pin in _occupied:
            raise LgpioError("GPIO busy")
        before = _pins.get(pin)
        rest = HIGH if pull_up_down == PUD_UP else LOW
        keep = before.level if before and direction == OUT == before.direction else rest
        _pins[pin] = _Pin(direction, keep)
        calls.append(("setup", pin, direction))
        if initial not in (None, -1):
            _put(pin, _pins[pin], bool(initial))


def output(channel: int | Sequence[int], value: int | bool | Sequence[int | bool]) -> None:
    """Set output levels; raises RuntimeError for a channel that is no output."""
    pins = _numbers(channel)
    if isinstance(value, int):
        values = [value] * len(pins)
    elif isinstance(value, list | tuple):
        values = list(value)
    else:
        raise ValueError("Value must be an integer/boolean or a list/tuple of integers/booleans")
    if len(values) != len(pins):
        raise RuntimeError("Number of channels != number of values")
    for number, level in zip(pins, values, strict=True):
        pin = _pins.get(number)
        if pin is None or pin.direction != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        _put(number, pin, bool(level))


def input(channel: int) -> int:
    """The level of a channel; raises RuntimeError for one that was not set up."""
    number = _number(channel)
    if number not in _pins:
        raise RuntimeError("You must setup() the GPIO channel first")
    return _read(number)


def cleanup(channel: int | Sequence[int] | None = None) -> None:
    """Let go of the channels named; without a channel of all, and of the mode."""
    global _mode
    calls.append(("cleanup", channel))
    for number in list(_pins) if channel is None else _numbers(channel):
        _release(number)
    if channel is None:
        _mode = None


def gpio_function(channel: int) -> int:
    """IN or OUT, or SPI, I2C and SERIAL for the pins of a Pi whose buses are on."""
    number = _number(channel)
    pin = _pins.get(number)
    return pin.direction if pin else _BUSES.get(number, IN)


def add_event_detect(
    channel: int, edge: int, callback: Callable[[int], object] | None = None, bouncetime: int = -666
) -> None:
    """Watch an input for edges; for `bouncetime` ms after one, further ones do not count."""
    if callback is not None and not callable(callback):
        raise TypeError("Parameter must be callable")
    pin = _input(channel)
    wanted = Edges(edge, bouncetime)
    if pin.edges is None:
        pin.edges = wanted
    elif not pin.edges.same(wanted):
        raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
    if callback is not None:
        pin.edges.callbacks.append(callback)


def add_event_callback(channel: int, callback: Callable[[int], object]) -> None:
    """Call `callback(channel)` too; raises RuntimeError for a channel that is not watched."""
    if not callable(callback):
        raise TypeError("Parameter must be callable")
    pin = _input(channel)
    if pin.edges is None:
        raise RuntimeError("Add event detection using add_event_detect first before adding a callback")
    pin.edges.callbacks.append(callback)


def remove_event_detect(channel: int) -> None:
    """Watch a channel no longer; one that was not watched is no error."""
    pin = _pins.get(_number(channel))
    if pin:
        pin.edges = None


def event_detected(channel: int) -> bool:
    """Whether a watched channel had an edge since the last question."""
    pin = _pins.get(_number(channel))
    return bool(pin and pin.edges and pin.edges.take())


def wait_for_edge(channel: int, edge: int, bouncetime: int = -666, timeout: int = -1) -> int | None:
    """Block until another thread drives an edge: the channel, or None after `timeout` ms."""
    pin = _input(channel)
    waiting = Edges(edge, bouncetime)
    if timeout <= 0 and timeout != -1:
        raise ValueError("Timeout must be greater than 0")
    if pin.edges is not None:
        raise RuntimeError("Conflicting edge detection events already exist for this GPIO channel")
    pin.edges = waiting
    try:
        return channel if waiting.wait(None if timeout == -1 else timeout / 1000) else None
    finally:
        pin.edges = None


class PWM:
    """A wave on an output, as a duty cycle: an output with any is high for whoever listens.

    It ends with the object, as in the real package.
    """

    _runs = False

    def __init__(self, channel: int, frequency: float) -> None:
        self._number = _number(channel)
        if self._number in _pwms:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        pin = _pins.get(self._number)
        if pin is None or pin.direction != OUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        self._pin = pin
        self.ChangeFrequency(frequency)
        _pwms[self._number] = self

    def __del__(self) -> None:
        """Stop."""
        if self._runs:
            self.stop()

    def start(self, dutycycle: float) -> None:
        """Begin; `dutycycle` is 0 to 100."""
        self.ChangeDutyCycle(dutycycle)
        self._runs = True
        self._put(dutycycle > 0)

    def stop(self) -> None:
        """End with the pin low; the channel is free for another wave."""
        self._runs = False
        _pwms.pop(self._number, None)
        self._put(False)

    def ChangeDutyCycle(self, dutycycle: float) -> None:  # noqa: N802 - the name in the real package
        """Set the part of the time, 0 to 100, in which the pin is high."""
        if not 0.0 <= dutycycle <= 100.0:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        calls.append(("pwm", self._number, self._frequency, dutycycle))
        if self._runs:
            self._put(dutycycle > 0)

    def ChangeFrequency(self, frequency: float) -> None:  # noqa: N802 - the name in the real package
        """Set the rising edges a second."""
        if frequency <= 0.0:
            raise ValueError("frequency must be greater than 0.0")
        self._frequency = frequency

    def _put(self, high: bool) -> None:
        # After a cleanup or another setup the pin is no longer this wave's.
        if _pins.get(self._number) is self._pin:
            _put(self._number, self._pin, high)


def drive(pin: int, to: Level) -> None:
    """Let the world hold an input at a level; None lets go, so that its pull resistor decides.

    A function is asked at every reading; edges are seen only of levels that are given.
    """
    before = _read(pin) if pin in _pins else None
    if to is None:
        _driven.pop(pin, None)
    else:
        _driven[pin] = to
    watch = _pins[pin].edges if pin in _pins else None
    if watch and before is not None and _read(pin) != before:
        watch.happen(_channel(pin), rising=not before, now=_now())


def listen(pin: int, hear: Callable[[bool], None] | None, let_go: Callable[[], None] | None = None) -> None:
    """Tie an output to `hear(high)`, such as a chip's reset pin; `let_go()` when it is no output any more.

    None unties it.
    """
    if hear is None:
        _listeners.pop(pin, None)
    else:
        _listeners[pin] = hear, let_go


def level(pin: int) -> bool | None:
    """What an output puts on its pin; None for a pin that is no output."""
    held = _pins.get(pin)
    return bool(held.level) if held and held.direction == OUT else None


def occupy(pin: int, on: bool = True) -> None:
    """Let the kernel or another program hold a pin, or give it back."""
    (_occupied.add if on else _occupied.discard)(pin)


def set_clock(now: Callable[[], float]) -> None:
    """Measure bounce times by `now()`, in seconds, instead of the wall clock."""
    global _now
    _now = now


def reset() -> None:
    """Everything as after power-up, with nothing connected."""
    cleanup()
    _driven.clear()
    _listeners.clear()
    _occupied.clear()
    calls.clear()
    set_clock(time.monotonic)


def _read(number: int) -> int:
    pin = _pins[number]
    if pin.direction == OUT:
        return pin.level
    driven = _driven.get(number)
    outside = driven() if callable(driven) else driven
    return pin.level if outside is None else outside


def _put(number: int, pin: _Pin, high: bool) -> None:
    pin.level = int(high)
    calls.append(("output", number, pin.level))
    if number in _listeners:
        _listeners[number][0](high)


def _release(number: int) -> None:
    pin = _pins.pop(number, None)
    _pwms.pop(number, None)
    if pin and pin.direction == OUT and number in _listeners and (let_go := _listeners[number][1]):
        let_go()


def _input(channel: int) -> _Pin:
    pin = _pins.get(_number(channel))
    if pin is None or pin.direction != IN:
        raise RuntimeError("You must setup() the GPIO channel as an input first")
    return pin


def _channel(number: int) -> int:
    return _HEADER_PIN[number] if _mode == BOARD else number


def _numbers(channel: int | Sequence[int]) -> list[int]:
    if isinstance(channel, int):
        return [_number(channel)]
    if not isinstance(channel, list | tuple):
        raise ValueError("Channel must be an integer or list/tuple of integers")
    return [_number(each) for each in channel]


def _number(channel: int) -> int:
    if not isinstance(channel, int):
        raise ValueError("Channel must be an integer")
    if _mode is None:
        raise RuntimeError(
            "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
        )
    number = channel if _mode == BCM else _HEADER.get(channel, -1)
    if not 0 <= number < _PINS:
        raise ValueError("The channel sent is invalid on a Raspberry Pi")
    return number
