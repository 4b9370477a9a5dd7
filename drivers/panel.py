"""Keys and lamps at the computer: polled contacts, blinking by the clock, and losses that stop nothing."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Generic

from drivers import lamps
from drivers.base import Driver, DriverError, back_off
from drivers.health import Health
from drivers.keys import Contact, Pressed, Released
from drivers.lines import L, Lines
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, Report

_KEY_INTERVAL, _LAMP_INTERVAL = 0.005, 0.02
_LAMP_RETRY = 2.0


class Bank(Generic[L]):
    """Lines that fail together, under the name by which a person finds them: "panel", "expander left"."""

    def __init__(self, name: str, lines: Lines[L]) -> None:
        self.name = name
        self._lines = lines
        self._contacts = {line: Contact() for line in lines.wiring.keys}
        self._wanted = dict.fromkeys(lines.wiring.lamps, "off")
        self._lit: dict[L, bool] = {}
        self._dead: dict[L, str] = {}
        self._lamp_retry_at = -inf
        self._told: str | None = None
        self._failures = 0
        self._retry_at = -inf

    @property
    def has_keys(self) -> bool:
        """Whether there is anything to read."""
        return bool(self._contacts)

    @property
    def health(self) -> Health:
        """What the hardware is, and how often it did not check."""
        return Health(self.name, self._lines.device, errors=self._lines.errors)

    def show(self, values: Mapping[str, str]) -> None:
        """Take the wanted value of every lamp, by name."""
        self._wanted = {line: values.get(lamp.name, "off") for line, lamp in self._lines.wiring.lamps.items()}

    def poll(self, now: float) -> list[Report]:
        """Read the keys, set the lamps; losses are reported once, and tried again after a while."""
        reports: list[Report] = []
        if now < self._retry_at:
            return reports
        try:
            self._sense(now, reports)
            self._light(now)
        except DriverError as lost:
            self._lose(now)
            self._tell(now, str(lost), reports)
            return reports
        self._failures = 0
        self._tell(now, next(iter(self._dead.values()), ""), reports)
        return reports

    def close(self) -> None:
        """Give the lines back, with the lamps dark."""
        self._lines.close()

    def _sense(self, now: float, reports: list[Report]) -> None:
        keys = self._lines.wiring.keys
        for line, down in self._lines.read().items():
            match self._contacts[line].take(now, down):
                case Pressed():
                    reports.append(KeyDown(now, keys[line]))
                case Released(held):
                    reports.append(KeyUp(now, keys[line], held))

    def _light(self, now: float) -> None:
        lit = {line: lamps.is_lit(value, now) for line, value in self._wanted.items()}
        waits = self._dead if now < self._lamp_retry_at else {}
        changed = {line: on for line, on in lit.items() if self._lit.get(line) != on and line not in waits}
        if not changed:
            return
        failed = self._lines.write(changed)
        self._lit.update((line, on) for line, on in changed.items() if line not in failed)
        for line in changed:
            self._dead.pop(line, None)
        if failed:
            self._dead.update(failed)
            self._lamp_retry_at = now + _LAMP_RETRY

    def _lose(self, now: float) -> None:
        self._retry_at = now + back_off(self._failures)
        self._failures += 1
        self._lit.clear()
        self._dead.clear()
        for contact in self._contacts.values():
            contact.interrupt()

    def _tell(self, now: float, reason: str, reports: list[Report]) -> None:
        """Report the bank lost for `reason`, or up when that is empty; nothing twice."""
        if reason == self._told:
            return
        self._told = reason
        reports.append(ReaderLost(now, self.name, reason) if reason else ReaderUp(now, self.name))


class PanelDriver(Driver):
    """The banks of one bus: the pins of the computer, or all expanders of an I2C bus."""

    def __init__(self, *banks: Bank[int] | Bank[str]) -> None:
        self._banks = banks
        self.interval = _KEY_INTERVAL if any(bank.has_keys for bank in banks) else _LAMP_INTERVAL

    @property
    def names(self) -> tuple[str, ...]:
        """The banks, by the names under which their loss is reported."""
        return tuple(bank.name for bank in self._banks)

    def poll(self, now: float) -> tuple[Report, ...]:
        """Presses and releases since the last poll, after the debounce time; sets the lamps for `now`."""
        return tuple(report for bank in self._banks for report in bank.poll(now))

    def show(self, lamps_wanted: Mapping[str, str]) -> None:
        """Take the wanted value of every lamp; ours that are not named are off. Raises BadWiring."""
        lamps.check(lamps_wanted)
        for bank in self._banks:
            bank.show(lamps_wanted)

    def health(self) -> tuple[Health, ...]:
        """How each bank does."""
        return tuple(bank.health for bank in self._banks)

    def close(self) -> None:
        """Give back the lines, and only those that were taken."""
        for bank in self._banks:
            bank.close()
