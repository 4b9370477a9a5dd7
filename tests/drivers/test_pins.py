"""Which RPi.GPIO this computer has, and exactly what to type where that is the wrong one."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from drivers import pins
from drivers.base import BadWiring
from drivers.emulated import gpio, pi

PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
APT = "/usr/lib/python3/dist-packages/RPi/GPIO/__init__.py"
PIP = "/opt/live-dealer-table/venv/lib/python3.13/site-packages/RPi/GPIO/__init__.py"
PYTHON = "/opt/live-dealer-table/venv/bin/python"
NEW, OLD = "6.12.47+rpt-rpi-v8", "6.1.21-v8+"


def machine(model: str = PI_4, kernel: str = NEW, own_packages: bool = True) -> pins.Machine:
    return pins.Machine(model, kernel, PYTHON, own_packages)


@pytest.fixture
def emulated() -> Any:
    pi.install()
    gpio.reset()
    yield gpio
    gpio.reset()


@pytest.mark.parametrize(
    ("model", "kernel", "origin", "text"),
    [
        (
            PI_5,
            NEW,
            APT,
            f"the package RPi.GPIO ({APT}) cannot reach the pins of a {PI_5}; rpi-lgpio replaces it: type: "
            "sudo apt install python3-rpi-lgpio python3-rpi.gpio-",
        ),
        (
            PI_4,
            NEW,
            PIP,
            f"the package RPi.GPIO ({PIP}) does not work with kernel {NEW}; rpi-lgpio replaces it: type: "
            f"sudo {PYTHON} -m pip uninstall -y RPi.GPIO rpi-lgpio && sudo {PYTHON} -m pip install rpi-lgpio",
        ),
    ],
)
def test_the_original_package_is_refused_with_the_commands_that_help(
    model: str, kernel: str, origin: str, text: str
) -> None:
    assert pins.remedy(machine(model, kernel), origin) == text


@pytest.mark.parametrize(
    ("model", "kernel", "refused"),
    [
        (PI_4, "6.5.9", False),
        (PI_4, "6.6.0-v8+", True),
        (PI_4, "5.15.84-v7l+", False),
        (PI_4, "7.0.1", True),
        (PI_5, OLD, True),
        ("Raspberry Pi Compute Module 5 Rev 1.0", OLD, True),
        ("Raspberry Pi 500 Rev 1.0", OLD, True),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", OLD, False),
    ],
)
def test_it_is_refused_on_a_pi_5_and_on_every_pi_from_kernel_6_6(
    model: str, kernel: str, refused: bool
) -> None:
    assert bool(pins.remedy(machine(model, kernel), PIP)) == refused


def original(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """RPi.GPIO 0.7.1 as far as can be told from outside: its functions belong to a compiled module."""
    module = ModuleType("RPi.GPIO")
    module.__file__ = PIP

    def setup() -> None:
        raise RuntimeError("Cannot determine SOC peripheral base address")

    setup.__module__ = "RPi._GPIO"
    module.__dict__.update(setup=setup, getmode=lambda: None, setmode=lambda mode: None, BCM=11)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", module)
    return module


def test_the_original_is_found_out_before_a_pin_is_touched(
    emulated: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    original(monkeypatch)
    with pytest.raises(
        BadWiring, match=r"cannot reach the pins of a Raspberry Pi 5 .* pip install rpi-lgpio"
    ):
        pins.gpio(machine(PI_5))


def test_the_original_may_work_where_it_can(emulated: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = original(monkeypatch)
    assert pins.gpio(machine(PI_4, OLD)) is module


def test_rpi_lgpio_works_everywhere_and_counts_bcm(emulated: Any) -> None:
    for model, kernel in ((PI_5, NEW), (PI_4, NEW), (PI_4, OLD)):
        assert pins.gpio(machine(model, kernel)) is emulated
        assert emulated.getmode() == emulated.BCM


def test_a_mode_that_somebody_set_already_is_kept_or_refused(emulated: Any) -> None:
    emulated.setmode(emulated.BCM)
    assert pins.gpio(machine()) is emulated
    emulated.cleanup()
    emulated.setmode(emulated.BOARD)
    with pytest.raises(BadWiring, match=r"GPIO\.setmode\(GPIO\.BOARD\)"):
        pins.gpio(machine())


def missing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the import of RPi.GPIO fail with `error`."""

    def find(name: str) -> ModuleType:
        raise error

    monkeypatch.setattr(importlib, "import_module", find)


@pytest.mark.parametrize(
    ("error", "computer", "text"),
    [
        (
            ModuleNotFoundError("No module named 'RPi'"),
            machine(),
            rf"needed here \(No module named 'RPi'\); type: sudo {PYTHON} -m pip install rpi-lgpio$",
        ),
        (
            ModuleNotFoundError("No module named 'lgpio'"),
            machine(own_packages=False),
            "needed here .*; type: sudo apt install python3-rpi-lgpio$",
        ),
        (
            RuntimeError("This module can only be run on a Raspberry Pi!"),
            machine(model=""),
            "no Raspberry Pi and has no pins .* connect readers, keys and lamps to a hub",
        ),
        (
            RuntimeError("This module can only be run on a Raspberry Pi!"),
            machine(),
            "in a container set RPI_LGPIO_REVISION .* and RPI_LGPIO_CHIP",
        ),
        (NotImplementedError("old-style revision codes"), machine(), "cannot be used here"),
    ],
)
def test_a_failing_import_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, error: Exception, computer: pins.Machine, text: str
) -> None:
    missing(monkeypatch, error)
    with pytest.raises(BadWiring, match=text):
        pins.gpio(computer)


def test_a_working_folder_in_which_lgpio_cannot_write_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    missing(monkeypatch, FileNotFoundError(2, "No such file or directory: '.lgd-nfy-3'"))
    with pytest.raises(BadWiring, match=rf"working folder {tmp_path};.* export LG_WD={Path.home()}$"):
        pins.gpio(machine())


def test_pins_that_may_not_be_opened_name_the_group(emulated: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(mode: int) -> None:
        raise gpio.lgpio.error("can not open gpiochip")

    monkeypatch.setattr(emulated, "setmode", refuse)
    with pytest.raises(BadWiring, match=r"'can not open gpiochip'.*type: sudo usermod -aG gpio "):
        pins.gpio(machine())


def test_what_may_fail_includes_the_error_of_rpi_lgpio() -> None:
    assert gpio.LgpioError in pins.failures(gpio)
    assert pins.failures(SimpleNamespace()) == (RuntimeError, ValueError, OSError)


def test_this_machine_is_what_the_kernel_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = tmp_path / "model"
    monkeypatch.setattr(pins, "_MODEL", model)
    assert not pins.this_machine().is_pi
    model.write_bytes(PI_5.encode() + b"\0")
    found = pins.this_machine()
    assert (found.model, found.is_pi, found.python) == (PI_5, True, sys.executable)
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = true\n")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert not pins.this_machine().own_packages
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    assert pins.this_machine().own_packages


@pytest.mark.parametrize(("kernel", "refused"), [(NEW, True), (OLD, False)])
def test_a_program_refuses_to_start_on_the_original(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kernel: str, refused: bool
) -> None:
    pi_4 = machine(kernel=kernel)
    place = tmp_path / "RPi" / "GPIO"
    place.mkdir(parents=True)
    (place / "__init__.py").write_text("from RPi._GPIO import *\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    if refused:
        with pytest.raises(BadWiring, match=r"pip uninstall -y RPi\.GPIO rpi-lgpio"):
            pins.refuse_original(pi_4)
    else:
        pins.refuse_original(pi_4)
    (place / "__init__.py").write_text("import lgpio\n")
    pins.refuse_original(pi_4)


def test_a_program_starts_without_any_of_the_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    pins.refuse_original(machine(PI_5))
