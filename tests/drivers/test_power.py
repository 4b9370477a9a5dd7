"""The under-voltage alarm of the kernel, as a folder of files."""

from __future__ import annotations

from pathlib import Path

from drivers.power import PowerDriver
from drivers.reports import PowerWeak


def sensor(folder: Path, number: int, name: str, alarm: str) -> Path:
    place = folder / f"hwmon{number}"
    place.mkdir()
    (place / "name").write_text(f"{name}\n")
    (place / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    return place / "in0_lcrit_alarm"


def test_each_change_is_told_once(tmp_path: Path) -> None:
    sensor(tmp_path, 0, "cpu_thermal", "1")
    alarm = sensor(tmp_path, 1, "rpi_volt", "0")
    driver = PowerDriver(tmp_path)
    assert driver.poll(1.0) == ()
    alarm.write_text("1\n")
    assert driver.poll(2.0) == (PowerWeak(2.0, True),)
    assert driver.poll(3.0) == ()
    alarm.write_text("0\n")
    assert driver.poll(4.0) == (PowerWeak(4.0, False),)


def test_a_computer_without_the_alarm_reports_nothing(tmp_path: Path) -> None:
    assert PowerDriver(tmp_path / "none").poll(1.0) == ()
    sensor(tmp_path, 0, "cpu_thermal", "1")
    assert PowerDriver(tmp_path).poll(1.0) == ()


def test_an_alarm_that_moves_is_found_again_and_its_absence_is_no_news(tmp_path: Path) -> None:
    alarm = sensor(tmp_path, 1, "rpi_volt", "1")
    driver = PowerDriver(tmp_path)
    assert driver.poll(1.0) == (PowerWeak(1.0, True),)
    alarm.unlink()
    assert driver.poll(2.0) == ()
    alarm.parent.rename(tmp_path / "gone")
    (tmp_path / "gone" / "name").unlink()
    sensor(tmp_path, 2, "rpi_volt", "0")
    assert driver.poll(3.0) == (PowerWeak(3.0, False),)
