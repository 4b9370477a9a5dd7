"""Simulated time adds up exactly, and one script gives one sequence of reports."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from drivers.base import Driver
from drivers.emulated.felt import Felt
from drivers.emulated.hub import Spoil
from drivers.emulated.stepper import SimulatedClock, Stepper, Switch
from drivers.reports import KeyDown, Report
from tests.drivers.feltrig import tag
from tests.drivers.hubrig import hub_rig


class _Slow(Driver):
    """Takes simulated time for each poll, as a bus does."""

    def __init__(self, clock: SimulatedClock, cost: float = 0.0) -> None:
        self.polls: list[float] = []
        self._clock = clock
        self._cost = cost

    @property
    def names(self) -> tuple[str, ...]:
        return ("slow",)

    def poll(self, now: float) -> tuple[Report, ...]:
        self.polls.append(now)
        self._clock.sleep(self._cost)
        return (KeyDown(now, "slow"),)

    def close(self) -> None:
        pass

    def show(self, lamps: Mapping[str, str]) -> None:
        pass


def test_ticks_are_exact_and_a_rest_is_kept() -> None:
    clock = SimulatedClock()
    driver = _Slow(clock)
    reports: list[Report] = []
    stepper = Stepper(clock, [], [driver], reports.append)
    for _ in range(100):
        stepper.advance(0.03)
    assert clock.now() == 3.0
    assert driver.polls == [tick * 20 / 1000 for tick in range(151)]
    assert [report.at for report in reports] == driver.polls


def test_a_driver_that_takes_time_delays_the_next_tick_only() -> None:
    clock = SimulatedClock()
    driver = _Slow(clock, cost=0.005)
    Stepper(clock, [], [driver], lambda report: None).advance(1.0)
    assert driver.polls == [tick * 20 / 1000 for tick in range(51)]


def test_a_bus_slower_than_the_tick_is_polled_as_often_as_it_can_be() -> None:
    clock = SimulatedClock()
    driver = _Slow(clock, cost=0.05)
    stepper = Stepper(clock, [], [driver], lambda report: None)
    for _ in range(100):
        stepper.advance(0.02)
    assert clock.now() < 100 * 0.05 + 0.06
    gaps = [after - before for before, after in pairwise(driver.polls)]
    assert all(0.04 <= gap <= 0.061 for gap in gaps)


def test_a_switch_passes_on_changes_only() -> None:
    clock = SimulatedClock()
    felt = Felt(clock)
    calls: list[bool] = []
    stepper = Stepper(
        clock, [Switch(lambda: not felt.is_unplugged("shoe"), calls.append)], [], lambda report: None
    )
    for change in (felt.plug, felt.unplug, felt.plug):
        change("shoe")
        stepper.advance(0.1)
    assert calls == [True, False, True]


def test_a_tag_lies_in_one_place() -> None:
    felt = Felt(SimulatedClock())
    for reader in ("shoe", "board", "seat 1"):
        felt.place(tag(1), reader)
    felt.place(tag(2), "seat 1")
    assert [felt.contents(reader) for reader in ("shoe", "board")] == [(), ()]
    assert felt.contents("seat 1") == (tag(1), tag(2))
    felt.lift(tag(1))
    assert felt.contents("seat 1") == (tag(2),)


def test_what_lasts_for_a_while_ends_by_the_clock() -> None:
    clock = SimulatedClock()
    felt = Felt(clock)
    felt.pass_by(tag(1), "board", 0.1)
    felt.press("next", 0.2)
    before = felt.revision()
    clock.sleep(0.1)
    assert felt.revision() != before
    assert (felt.contents("board"), felt.is_down("next")) == ((), True)
    clock.sleep(0.1)
    assert not felt.is_down("next")
    settled = felt.revision()
    clock.sleep(10.0)
    assert felt.revision() == settled


def _play(folder: Path, seed: int) -> tuple[list[Report], list[str]]:
    rng = random.Random(seed)
    with hub_rig(folder) as rig:
        for number in range(150):
            match rng.randrange(8):
                case 0:
                    rig.felt.unplug("hub") if rng.random() < 0.5 else rig.emulator.reboot()
                case 1:
                    rig.emulator.spoil(*rng.choices(list(Spoil), k=2))
                case 2:
                    rig.felt.press(rng.choice(["next", "floor"]), rng.uniform(0.0, 3.0))
                case 3:
                    rig.driver.show({f"seat {rng.randrange(1, 11)}": "deal"})
                case _:
                    rig.felt.place(tag(number), rng.choice(rig.driver.names))
            rig.advance(rng.uniform(0.0, 1.0))
            rig.felt.plug("hub")
        lamps = [rig.felt.lamp(f"seat {number}") for number in range(1, 11)]
        return rig.reports, lamps


def test_the_same_script_gives_the_same_reports(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    first, second = (_play(tmp_path / "one", 7), _play(tmp_path / "two", 7))
    assert len(first[0]) > 300
    assert repr(first).replace("/one/", "/two/") == repr(second)
