"""The part of RPi.GPIO that a table uses, with pins that lead nowhere: the world drives and hears them.

Errors have the texts of the real package. `drive` is the world: what a key or a wire does to an input.
`listen` ties an output to a chip. `calls` keeps the newest calls that changed something.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

BOARD, BCM = 10, 11
OUT, IN = 0, 1
LOW, HIGH = 0, 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22

calls: deque[tuple[object, ...]] = deque(maxlen=10_000)


@dataclass(slots=True)
class _Pin:
    direction: int
    level: int


_mode: int | None = None
_pins: dict[int, _Pin] = {}
_driven: dict[int, int] = {}
_listeners: dict[int, Callable[[bool], None]] = {}


def setwarnings(on: bool) -> None:
    """Take the switch; nothing here warns."""
    calls.append(("setwarnings", on))


def setmode(mode: int) -> None:
    """Choose BOARD or BCM numbers; raises ValueError when the other one is in use."""
    global _mode
    if mode not in (BOARD, BCM):
        raise ValueError("An invalid mode was passed to setmode()")
    if _mode not in (None, mode):
        raise ValueError("A different mode has already been set!")
    _mode = mode
    calls.append(("setmode", mode))


def getmode() -> int | None:
    """BOARD, BCM, or None while no mode was set."""
    return _mode


def setup(
    channel: int | Sequence[int], direction: int, pull_up_down: int = PUD_OFF, initial: int | None = None
) -> None:
    """Make channels inputs or outputs; raises RuntimeError while no mode was set."""
    if _mode is None:
        raise RuntimeError(
            "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
        )
    if direction not in (OUT, IN):
        raise ValueError("An invalid direction was passed to setup()")
    for number in _each(channel):
        rest = HIGH if pull_up_down == PUD_UP else LOW
        _pins[number] = _Pin(direction, rest)
        calls.append(("setup", number, direction))
        if initial is not None and direction == OUT:
            output(number, initial)


def output(channel: int | Sequence[int], value: int | Sequence[int]) -> None:
    """Set output levels; raises RuntimeError for a channel that is no output."""
    numbers = _each(channel)
    values = [value] * len(numbers) if isinstance(value, int) else list(value)
    if len(values) != len(numbers):
        raise RuntimeError("Number of channels != number of values")
    for number, level in zip(numbers, values, strict=True):
        pin = _pins.get(number)
        if pin is None or pin.direction != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        pin.level = HIGH if level else LOW
        calls.append(("output", number, pin.level))
        if number in _listeners:
            _listeners[number](bool(pin.level))


def input(channel: int) -> int:
    """The level of a channel; raises RuntimeError for one that was not set up."""
    pin = _pins.get(channel)
    if pin is None:
        raise RuntimeError("You must setup() the GPIO channel first")
    return _driven.get(channel, pin.level) if pin.direction == IN else pin.level


def cleanup(channel: int | Sequence[int] | None = None) -> None:
    """Let go of the channels named; without a channel of all, and of the mode."""
    global _mode
    calls.append(("cleanup", channel))
    if channel is None:
        _pins.clear()
        _mode = None
        return
    for number in _each(channel):
        _pins.pop(number, None)


def drive(channel: int, level: int | None) -> None:
    """Let the world hold an input at a level; None lets go, so that its pull resistor decides."""
    if level is None:
        _driven.pop(channel, None)
    else:
        _driven[channel] = level


def listen(channel: int, hear: Callable[[bool], None] | None) -> None:
    """Tie an output to `hear(high)`, such as a chip's reset pin; None unties it."""
    if hear is None:
        _listeners.pop(channel, None)
    else:
        _listeners[channel] = hear


def _each(channel: int | Sequence[int]) -> list[int]:
    return [channel] if isinstance(channel, int) else list(channel)
