"""Device files: missing, closed to the table, or taken by something else, each with its remedy."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from controller.tools.preflight.devices import devices
from controller.tools.preflight.finding import Level
from controller.tools.preflight.machine import Machine
from drivers.emulated import pi
from tests.controller.tools.preflight.boards import NODES, Board, Member, Somebody, own_group, settings


@pytest.fixture(autouse=True)
def _pins() -> None:
    pi.install()


def lines(tmp_path: Path, machine: Machine) -> dict[str, str]:
    return {f.what: f.line() for f in devices(settings(tmp_path), machine)}


def test_everything_is_there_for_a_member_of_the_groups(tmp_path: Path) -> None:
    board = Board(tmp_path)
    found = list(devices(settings(tmp_path), Member(board.root)))
    assert [finding.what for finding in found] == [*sorted(f"/{node}" for node in NODES), "pins"]
    assert {finding.level for finding in found} == {Level.OK}


@pytest.mark.parametrize(
    ("node", "remedy"),
    [
        ("dev/spidev0.0", "sudo raspi-config nonint do_spi 0"),
        ("dev/i2c-1", "sudo raspi-config nonint do_i2c 0"),
        ("dev/serial/by-id/usb-one", "ls -l /dev/serial/by-id"),
        ("dev/gpiochip0", "must be a Raspberry Pi"),
    ],
)
def test_a_device_that_is_not_there(tmp_path: Path, node: str, remedy: str) -> None:
    board = Board(tmp_path)
    (board.root / node).unlink()
    found = lines(tmp_path, Member(board.root))
    assert found[f"/{node}"].startswith(f"fail  /{node}: is not there")
    assert remedy in found[f"/{node}"]
    assert [line for line in found.values() if not line.startswith("ok")] == [found[f"/{node}"]]


def test_a_display_overlay_that_took_the_bus_is_named(tmp_path: Path) -> None:
    board = Board(tmp_path)
    (board.root / "dev/spidev0.0").unlink()
    board.put("boot/firmware/config.txt", "dtparam=spi=on\ndtoverlay=piscreen,speed=16000000,rotate=90\n")
    assert lines(tmp_path, Member(board.root))["/dev/spidev0.0"].endswith(
        "the display overlay piscreen in /boot/firmware/config.txt has taken the bus: remove it"
    )


def test_rights_are_those_of_the_user_who_runs_the_table(tmp_path: Path) -> None:
    board = Board(tmp_path)
    group = own_group()
    line = lines(tmp_path, Somebody(board.root))["/dev/spidev0.0"]
    assert line == (
        f"fail  /dev/spidev0.0: the user dealer is not in its group {group}; sudo usermod -aG {group} dealer"
    )
    (board.root / "dev/spidev0.0").chmod(0o600)
    assert "may not open it" in lines(tmp_path, Member(board.root))["/dev/spidev0.0"]


def test_a_pin_that_an_overlay_has_too(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.put("boot/firmware/config.txt", "dtoverlay=gpio-shutdown,gpio_pin=5,active_low=1\n")
    found = lines(tmp_path, Member(board.root))
    assert found["pin 5"].startswith("fail  pin 5: key next, but the overlay gpio-shutdown has it too")
    board.put(
        "boot/firmware/config.txt", "dtoverlay=gpio-shutdown,gpio_pin=6\n# dtoverlay=w1-gpio,gpiopin=5\n"
    )
    assert "pin 5" not in lines(tmp_path, Member(board.root))


@pytest.mark.parametrize(("model", "warned"), [("Raspberry Pi 5 Model B", True), ("Raspberry Pi 4", False)])
def test_a_fifth_chip_select_on_a_pi_5(tmp_path: Path, model: str, warned: bool) -> None:
    board = Board(tmp_path)
    board.put("proc/device-tree/model", model)
    table = settings(tmp_path)
    chip = table.readers[0]
    more = tuple(chip.model_copy(update={"device": n, "reset_pin": 12 + n}) for n in range(1, 5))
    table = table.model_copy(update={"readers": (*table.readers, *more)})
    found = {f.what: f.line() for f in devices(table, Member(board.root))}
    assert ("SPI bus 0" in found) is warned


def test_the_original_package_for_pins_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "site" / "RPi" / "GPIO"
    place.mkdir(parents=True)
    (place / "__init__.py").write_text("from RPi._GPIO import *\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *sys.path])
    line = lines(tmp_path, Board(tmp_path).machine)["pins"]
    assert line.startswith("fail  pins: the package RPi.GPIO")
    assert "does not work with kernel 6.6.51+rpt-rpi-v8" in line
    assert "pip install rpi-lgpio" in line
