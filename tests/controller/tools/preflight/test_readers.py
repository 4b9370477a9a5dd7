"""The check of the readers on emulated wires: what answers, what does not, and where a card is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.buses import drivers_of
from controller.hardware import Mfrc522Reader
from controller.settings import TableSettings
from controller.tools.emulated import emulated_settings, make_folders
from controller.tools.farside import FarSide
from controller.tools.preflight.finding import Finding, Level
from controller.tools.preflight.readers import Watch, readers, scores
from drivers.base import Driver, SerialDriver
from drivers.emulated.stepper import SimulatedClock

STAKES = {"small_blind": 5, "big_blind": 10, "unit": 5}
CARD = "04A1B2C3D4E5F6"


class FeltClock(SimulatedClock):
    """A clock whose sleep lets the far side of the wires work."""

    def __init__(self) -> None:
        super().__init__()
        self.far: FarSide
        self.drivers: Sequence[Driver] = ()
        self._sent: dict[str, int] = {}

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        for driver in self.drivers:
            if isinstance(driver, SerialDriver):
                self._collect(driver)
        for emulator in self.far.emulators:
            emulator.step(self.now())

    def _collect(self, driver: SerialDriver) -> None:
        fresh = driver.sent - self._sent.get(driver.where, 0)
        self._sent[driver.where] = driver.sent
        if fresh and self.far.hub is not None and driver.where == str(self.far.hub.path):
            self.far.hub.collect(fresh)


def table(folder: Path) -> TableSettings:
    """Shoe and muck on chips, two seats on the hub."""
    settings = emulated_settings(folder, {1: 100, 2: 100}, seats=2, stakes=STAKES, readers=("shoe", "seats"))
    make_folders(settings)
    muck = Mfrc522Reader(role="muck", driver="mfrc522", bus=0, device=1, reset_pin=24)
    return settings.model_copy(update={"readers": (*settings.readers, muck)})


@contextmanager
def looked_at(settings: TableSettings) -> Iterator[tuple[FarSide, Watch]]:
    clock = FeltClock()
    far = clock.far = FarSide(settings, clock)
    drivers = clock.drivers = drivers_of(settings, clock)
    try:
        yield far, Watch(drivers, clock)
    finally:
        for driver in drivers:
            driver.close()
        far.close()


def levels(found: Sequence[Finding]) -> dict[str, Level]:
    return {finding.what: finding.level for finding in found}


def test_every_reader_says_what_it_is_and_how_fast_it_answers(tmp_path: Path) -> None:
    with looked_at(table(tmp_path)) as (_, watch):
        found = {finding.what: finding.line() for finding in readers(watch)}
    assert set(found) == {"shoe reader", "muck reader", "seat 1 reader", "seat 2 reader"}
    assert found["shoe reader"].startswith("ok    shoe reader: MFRC522 version 0x92, answers in ")
    assert found["seat 2 reader"].startswith("ok    seat 2 reader: hub fw ")


def test_what_does_not_answer_fails_with_the_words_of_its_driver(tmp_path: Path) -> None:
    with looked_at(table(tmp_path)) as (far, watch):
        far.felt.unplug("shoe")
        far.felt.unplug("hub")
        found = list(readers(watch))
    lines = {finding.what: finding.line() for finding in found}
    assert levels(found) == {
        "shoe reader": Level.FAIL,
        "muck reader": Level.OK,
        "seat 1 reader": Level.FAIL,
        "seat 2 reader": Level.FAIL,
    }
    assert "reads 0x00 only" in lines["shoe reader"]
    assert "is it plugged in?" in lines["seat 1 reader"]


@pytest.mark.parametrize(
    ("answer", "lies_on", "also", "expected"),
    [
        ("", "muck", "", (Level.OK, "reads the card in 100 % of")),
        ("", "seat 1", "", (Level.FAIL, "is read by the seat 1 reader instead; two leads are swapped")),
        ("", "", "", (Level.FAIL, "reads nothing")),
        ("", "muck", "seat 2", (Level.WARN, "the seat 2 reader reads the card too; move them apart")),
    ],
)
def test_a_card_on_each_antenna_in_turn(
    tmp_path: Path, answer: str, lies_on: str, also: str, expected: tuple[Level, str]
) -> None:
    with looked_at(table(tmp_path)) as (far, watch):
        list(readers(watch))

        def lay(sentence: str) -> str:
            if "the muck reader" not in sentence:
                return "s"
            if lies_on:
                far.felt.place(CARD, lies_on)
            if also:
                far.felt.couple(CARD, also, 60.0)
            return answer

        found = list(scores(watch, lay, lambda _: far.felt.lift(CARD)))
    assert [finding.what for finding in found] == ["muck antenna"]
    assert found[0].level is expected[0]
    assert expected[1] in found[0].line()
