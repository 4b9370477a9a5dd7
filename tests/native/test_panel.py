"""Keys and lamps through the real rpi-lgpio on lgpio, and through the real smbus2."""

from __future__ import annotations

import subprocess
from functools import partial

import pytest

from tests.native.conftest import WAIT, Pi, ended

pytestmark = pytest.mark.native


def test_rpi_lgpio_is_taken_for_what_it_is(pi: Pi) -> None:
    assert pi.run("provider") == {"original": False, "mode": True}


def told(child: subprocess.Popen[str]) -> str:
    """The next line that a program tells."""
    assert child.stderr is not None
    return child.stderr.readline().strip()


def test_a_bouncing_press_on_a_pin_is_one_and_only_our_pins_are_released(pi: Pi) -> None:
    lit: list[tuple[int, int]] = []
    pi.kernel.on_output = lambda pin, level: lit.append((pin, level))
    child = pi.start("panel")
    assert (told(child), told(child)) == ("panel answers", "settled")
    for level in (0, 1, 0, 1, 0):
        pi.kernel.drive(5, level)
    assert told(child) == "down next"
    pi.kernel.drive(5, None)
    assert told(child) == "up"
    assert ended(child) == ["GPIO pins through RPi.GPIO 0.7.2"]
    assert {(6, 1), (7, 0)} <= set(lit)
    assert set(pi.kernel.released) == {5, 6, 7}


def test_a_press_on_an_expander_through_the_real_smbus2(pi: Pi) -> None:
    lit: dict[str, bool] = {}
    for line in ("B0", "B1"):
        pi.expander.listen(line, partial(lit.__setitem__, line), lambda: None)
    child = pi.start("expander")
    assert (told(child), told(child)) == ("expander answers", "settled")
    assert lit == {"B0": True, "B1": False}
    pi.expander.drive("A0", 0)
    assert told(child) == "down next"
    pi.expander.drive("A0", None)
    assert told(child) == "up"
    assert ended(child) == ["MCP23017 at 0x20 on I2C bus 1"]


def test_a_pin_that_another_program_holds_is_named(pi: Pi) -> None:
    pi.kernel.lines[5].flags = 1
    child = pi.start("panel")
    _, errors = child.communicate(timeout=WAIT)
    assert child.returncode != 0
    assert "pin 5 (key next) cannot be claimed" in errors
