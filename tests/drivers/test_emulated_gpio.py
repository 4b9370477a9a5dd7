"""The emulated RPi.GPIO: levels, edges, waves and the texts of the real package's errors."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from drivers.emulated import gpio
from drivers.emulated.stepper import SimulatedClock


@pytest.fixture(autouse=True)
def header() -> Iterator[None]:
    """All pins as after power-up, in BCM numbers."""
    gpio.reset()
    gpio.setmode(gpio.BCM)
    yield
    gpio.reset()


def key(pin: int = 17) -> int:
    gpio.setup(pin, gpio.IN, pull_up_down=gpio.PUD_UP)
    return pin


def lamp(pin: int = 18) -> int:
    gpio.setup(pin, gpio.OUT, initial=gpio.LOW)
    return pin


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: gpio.setmode(gpio.BOARD), ValueError, "A different mode has already been set!"),
        (lambda: gpio.setup(54, gpio.IN), ValueError, "The channel sent is invalid on a Raspberry Pi"),
        (lambda: gpio.setup(-1, gpio.IN), ValueError, "The channel sent is invalid on a Raspberry Pi"),
        (
            lambda: gpio.setup("17", gpio.IN),  # type: ignore[arg-type]
            ValueError,
            "Channel must be an integer or list/tuple of integers",
        ),
        (lambda: gpio.setup([17, "18"], gpio.IN), ValueError, "Channel must be an integer"),  # type: ignore[list-item]
        (lambda: gpio.setup(17, 7), ValueError, "An invalid direction was passed to setup()"),
        (
            lambda: gpio.setup(17, gpio.OUT, pull_up_down=gpio.PUD_UP),
            ValueError,
            "pull_up_down parameter is not valid for outputs",
        ),
        (
            lambda: gpio.setup(17, gpio.IN, initial=1),
            ValueError,
            "initial parameter is not valid for inputs",
        ),
        (
            lambda: gpio.setup(17, gpio.IN, pull_up_down=1),
            ValueError,
            "Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or PUD_DOWN",
        ),
        (lambda: gpio.input(17), RuntimeError, "You must setup() the GPIO channel first"),
        (
            lambda: gpio.output(key(), 1),
            RuntimeError,
            "The GPIO channel has not been set up as an OUTPUT",
        ),
        (lambda: gpio.output([lamp(), 19], [1]), RuntimeError, "Number of channels != number of values"),
        (
            lambda: gpio.output(lamp(), "high"),  # type: ignore[arg-type]
            ValueError,
            "Value must be an integer/boolean or a list/tuple of integers/booleans",
        ),
        (
            lambda: gpio.add_event_detect(lamp(), gpio.BOTH),
            RuntimeError,
            "You must setup() the GPIO channel as an input first",
        ),
        (
            lambda: gpio.add_event_detect(key(), 3),
            ValueError,
            "The edge must be set to RISING, FALLING or BOTH",
        ),
        (
            lambda: gpio.add_event_detect(key(), gpio.BOTH, bouncetime=0),
            ValueError,
            "Bouncetime must be greater than 0",
        ),
        (
            lambda: gpio.add_event_detect(key(), gpio.BOTH, callback=3),  # type: ignore[arg-type]
            TypeError,
            "Parameter must be callable",
        ),
        (
            lambda: gpio.add_event_callback(key(), print),
            RuntimeError,
            "Add event detection using add_event_detect first before adding a callback",
        ),
        (
            lambda: gpio.wait_for_edge(key(), gpio.BOTH, timeout=0),
            ValueError,
            "Timeout must be greater than 0",
        ),
        (
            lambda: gpio.PWM(key(), 100),
            RuntimeError,
            "You must setup() the GPIO channel as an output first",
        ),
        (lambda: gpio.PWM(lamp(), 0), ValueError, "frequency must be greater than 0.0"),
        (
            lambda: gpio.PWM(lamp(), 50).start(101),
            ValueError,
            "dutycycle must have a value from 0.0 to 100.0",
        ),
    ],
)
def test_errors_are_those_of_the_real_package(
    call: Callable[[], object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value) == text


def test_without_a_mode_nothing_works() -> None:
    gpio.cleanup()
    for call in (gpio.input, gpio.event_detected, gpio.gpio_function, gpio.remove_event_detect):
        with pytest.raises(RuntimeError, match="Please set pin numbering mode using"):
            call(17)
    with pytest.raises(ValueError, match="An invalid mode"):
        gpio.setmode(12)


def test_a_pin_that_the_kernel_holds_is_busy() -> None:
    gpio.occupy(17)
    with pytest.raises(gpio.lgpio.error, match=r"^'GPIO busy'$"):
        key()
    gpio.occupy(17, False)
    assert gpio.input(key()) == 1


def test_lists_of_channels_are_set_up_and_set_together() -> None:
    gpio.setup([5, 6], gpio.OUT, initial=gpio.HIGH)
    gpio.setup((7, 8), gpio.IN, pull_up_down=gpio.PUD_DOWN)
    assert [gpio.input(pin) for pin in (5, 6, 7, 8)] == [1, 1, 0, 0]
    gpio.output((5, 6), (False, True))
    assert (gpio.level(5), gpio.level(6), gpio.level(7)) == (False, True, None)
    gpio.output([5, 6], 1)
    gpio.cleanup([5, 7])
    assert (gpio.level(5), gpio.level(6)) == (None, True)


def test_an_output_that_is_set_up_again_keeps_its_level() -> None:
    gpio.setup(5, gpio.OUT, initial=gpio.HIGH)
    gpio.setup(5, gpio.OUT)
    assert gpio.level(5) is True


def test_header_numbers_mean_the_pins_of_a_header() -> None:
    gpio.cleanup()
    gpio.setmode(gpio.BOARD)
    heard: list[bool] = []
    gpio.listen(25, heard.append)
    gpio.setup(22, gpio.OUT, initial=gpio.HIGH)
    assert heard == [True]
    assert gpio.gpio_function(23) == gpio.SPI
    with pytest.raises(ValueError, match="channel sent is invalid"):
        gpio.setup(6, gpio.OUT)
    edges: list[int] = []
    gpio.setup(18, gpio.IN, pull_up_down=gpio.PUD_UP)
    gpio.add_event_detect(18, gpio.FALLING, callback=edges.append)
    gpio.drive(24, 0)
    assert edges == [18]


def test_functions_of_pins() -> None:
    assert [gpio.gpio_function(pin) for pin in (key(), lamp(), 2, 8, 14, 4)] == [
        gpio.IN,
        gpio.OUT,
        gpio.I2C,
        gpio.SPI,
        gpio.SERIAL,
        gpio.IN,
    ]


def test_an_output_lets_go_when_it_is_cleaned_up() -> None:
    heard: list[bool | None] = []
    gpio.listen(18, heard.append, lambda: heard.append(None))
    gpio.output(lamp(), 1)
    gpio.cleanup(18)
    assert heard == [False, True, None]


def test_a_level_may_be_asked_for() -> None:
    levels = iter((0, 1, None))
    gpio.drive(key(), lambda: next(levels))
    assert [gpio.input(17) for _ in range(3)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("edge", "seen"), [(gpio.FALLING, [17, 17]), (gpio.RISING, [17]), (gpio.BOTH, [17, 17, 17])]
)
def test_callbacks_hear_their_edges(edge: int, seen: list[int]) -> None:
    heard: list[int] = []
    gpio.add_event_detect(key(), edge, callback=heard.append)
    for level in (0, 0, 1, 1, 0):
        gpio.drive(17, level)
    assert heard == seen
    assert gpio.event_detected(17)
    assert not gpio.event_detected(17)


def test_after_an_edge_further_ones_do_not_count_for_the_bounce_time() -> None:
    clock = SimulatedClock()
    gpio.set_clock(clock.now)
    heard: list[float] = []
    gpio.add_event_detect(key(), gpio.FALLING, callback=lambda pin: heard.append(clock.now()), bouncetime=20)
    for step in range(10):
        gpio.drive(17, step % 2)
        clock.sleep(0.006)
    assert heard == [0.0, 0.024, 0.048]


def test_edge_detection_is_shared_only_when_it_is_the_same() -> None:
    first: list[int] = []
    second: list[int] = []
    gpio.add_event_detect(key(), gpio.FALLING, callback=first.append)
    gpio.add_event_detect(17, gpio.FALLING)
    gpio.add_event_callback(17, second.append)
    gpio.drive(17, 0)
    assert (first, second) == ([17], [17])
    with pytest.raises(RuntimeError, match="Conflicting edge detection already enabled"):
        gpio.add_event_detect(17, gpio.BOTH)
    with pytest.raises(RuntimeError, match="Conflicting edge detection events already exist"):
        gpio.wait_for_edge(17, gpio.FALLING)
    gpio.remove_event_detect(17)
    gpio.drive(17, None)
    gpio.drive(17, 0)
    assert (first, second, gpio.event_detected(17)) == ([17], [17], False)


def test_a_callback_that_raises_is_printed_and_the_next_one_called(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(pin: int) -> None:
        raise KeyError("nobody")

    heard: list[int] = []
    gpio.add_event_detect(key(), gpio.BOTH, callback=fail)
    gpio.add_event_callback(17, heard.append)
    gpio.drive(17, 0)
    assert heard == [17]
    assert "nobody" in capsys.readouterr().err


def test_waiting_for_an_edge_ends_with_it_or_in_time() -> None:
    pin = key()
    assert gpio.wait_for_edge(pin, gpio.FALLING, timeout=1) is None
    found: list[int | None] = []
    waiting = threading.Thread(target=lambda: found.append(gpio.wait_for_edge(pin, gpio.FALLING)))
    waiting.start()
    while waiting.is_alive():
        gpio.drive(pin, 0)
        gpio.drive(pin, None)
    assert found == [pin]


def test_a_wave_is_high_for_whoever_listens_while_it_has_any_duty() -> None:
    heard: list[bool] = []
    pin = lamp()
    gpio.listen(pin, heard.append)
    wave = gpio.PWM(pin, 100)
    with pytest.raises(RuntimeError, match="A PWM object already exists for this GPIO channel"):
        gpio.PWM(pin, 50)
    wave.start(50)
    wave.ChangeFrequency(20)
    wave.ChangeDutyCycle(0)
    wave.ChangeDutyCycle(10)
    wave.stop()
    assert heard == [True, False, True, False]
    assert ("pwm", pin, 20, 10) in gpio.calls


def test_a_wave_ends_with_its_object() -> None:
    pin = lamp()
    wave = gpio.PWM(pin, 50)
    wave.start(100)
    assert gpio.level(pin) is True
    del wave
    assert gpio.level(pin) is False
    gpio.PWM(pin, 50)
