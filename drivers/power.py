"""The computer's power supply: a weak one takes readers and ports down, so it is told before they go."""

from __future__ import annotations

from pathlib import Path

from drivers.base import Driver
from drivers.reports import PowerWeak, Report

SENSORS = Path("/sys/class/hwmon")
_SENSOR = "rpi_volt"


class PowerDriver(Driver):
    """The kernel's under-voltage alarm, below `sensors`; a computer without it reports nothing."""

    interval = 1.0

    def __init__(self, sensors: Path = SENSORS) -> None:
        self._sensors = sensors
        self._alarm: Path | None = None
        self._weak = False

    @property
    def names(self) -> tuple[str, ...]:
        """It has no readers."""
        return ()

    def poll(self, now: float) -> tuple[Report, ...]:
        """Whether the supply became too weak, or strong enough again."""
        weak = self._read()
        if weak == self._weak:
            return ()
        self._weak = weak
        return (PowerWeak(now, weak),)

    def close(self) -> None:
        """Nothing is held open."""

    def _read(self) -> bool:
        # The number of the sensor's folder differs from one start of the computer to the next.
        self._alarm = self._alarm or self._find()
        try:
            return self._alarm is not None and self._alarm.read_text().strip() == "1"
        except OSError:
            self._alarm = None
            return self._weak

    def _find(self) -> Path | None:
        for name in sorted(self._sensors.glob("*/name")):
            try:
                if name.read_text().strip() == _SENSOR:
                    return name.with_name("in0_lcrit_alarm")
            except OSError:
                continue
        return None
