"""The whole wire: felt, firmware model, pseudo-terminal, serial port, driver; on simulated time."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.clock import WallClock
from drivers.emulated.hub import HubEmulator, Spoil
from drivers.emulated.stepper import Stepper
from drivers.hub import HubDriver
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, ReaderWeak, Report, TagGone, TagSeen
from drivers.serialport import SerialPort
from tests.drivers.feltrig import tag
from tests.drivers.hubrig import WIRING, HubRig, hub_rig


def _where(reports: list[Report]) -> list[tuple[type[Report], str]]:
    told = (TagSeen, TagGone, ReaderUp, ReaderLost, ReaderWeak)
    return [(type(r), r.reader) for r in reports if isinstance(r, told)]


def test_a_card_that_moves_is_seen_and_gone_once(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        assert rig.advance(1.0) == [ReaderUp(0.04, name) for name in rig.driver.names]
        rig.felt.place(tag(1), "seat 3")
        assert _where(rig.advance(1.0)) == [(TagSeen, "seat 3")]
        rig.felt.place(tag(1), "muck")
        assert _where(rig.advance(3.0)) == [(TagSeen, "muck"), (TagGone, "seat 3")]
        assert (rig.driver.rejected, rig.driver.gaps) == (0, 0)


def test_a_card_carried_across_is_seen_and_gone(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        rig.felt.pass_by(tag(1), "board")
        assert [type(r) for r in rig.advance(2.0)] == [TagSeen, TagGone]
        assert rig.felt.contents("board") == ()


def test_a_muck_too_large_for_one_line_is_read_whole(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        for number in range(52):
            rig.felt.place(tag(number), "muck")
        rig.advance(5.0)
        assert rig.resting() == rig.lying()
        assert len(rig.resting()["muck"]) == 52
        assert rig.driver.gaps == 0


def _deal(rig: HubRig[HubEmulator], rng: random.Random) -> None:
    """Move one of 20 cards somewhere else, or take it away."""
    uid = tag(rng.randrange(20))
    if rng.random() < 0.2:
        rig.felt.lift(uid)
    else:
        rig.felt.place(uid, rng.choice(rig.driver.names))
    rig.advance(rng.uniform(0.1, 0.8))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bad_lines_lose_nothing_and_invent_nothing(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        for _ in range(100):
            rig.emulator.spoil(*rng.choices(list(Spoil), k=rng.randrange(3)))
            if rng.random() < 0.3:
                rig.emulator.babble(rng.randbytes(rng.randrange(400)))
            _deal(rig, rng)
        rig.advance(5.0)
        assert rig.resting() == rig.lying()
        assert rig.driver.rejected > 20
        assert rig.driver.gaps > 20


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_unplugged_in_mid_deal_nothing_is_lost_or_invented(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        for _ in range(12):
            _deal(rig, rng)
            known = rig.resting()
            rig.felt.unplug("hub")
            rig.advance(0.02)
            moved = rng.random() < 0.5
            if moved:
                _deal(rig, rng)
            lost = rig.advance(rng.uniform(0.0, 4.0))
            assert not any(isinstance(report, TagSeen | TagGone | ReaderUp) for report in lost)
            assert rig.resting() == known
            rig.felt.plug("hub")
            rig.advance(4.0)
            assert rig.resting() == rig.lying()
        (*_, last) = [r for r in rig.reports if isinstance(r, ReaderLost | ReaderUp)]
        assert isinstance(last, ReaderUp)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rebooted_in_mid_deal_on_a_bad_cable_nothing_is_lost_or_invented(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        for _ in range(20):
            rig.emulator.spoil(*rng.choices(list(Spoil), k=rng.randrange(4)))
            rig.emulator.reboot()
            rig.advance(rng.uniform(0.0, 0.3))
            _deal(rig, rng)
        rig.advance(5.0)
        assert rig.resting() == rig.lying()
        assert not any(isinstance(report, ReaderLost) for report in rig.reports)


def test_an_unplugged_hub_is_lost_by_name_and_comes_back(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        rig.felt.unplug("hub")
        lost = rig.advance(1.0)
        assert {r.reader for r in lost if isinstance(r, ReaderLost)} == set(rig.driver.names)
        sentences = {r.reason for r in lost if isinstance(r, ReaderLost)}
        assert f"lost the port {rig.path}: the device was unplugged" in sentences
        assert f"cannot open the port {rig.path}: there is no such device; is it plugged in?" in sentences
        assert not rig.path.exists()
        rig.felt.plug("hub")
        assert [type(r) for r in rig.advance(3.0)] == [ReaderUp] * len(rig.driver.names)


def test_a_hub_that_falls_silent_is_lost_and_found_again(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.felt.place(tag(1), "seat 3")
        rig.advance(1.0)
        rig.emulator.mute()
        reasons = {r.reason for r in rig.advance(2.5) if isinstance(r, ReaderLost)}
        assert reasons == {f"the hub at {rig.path} has been silent for 1.5 s"}
        rig.emulator.mute(False)
        assert [type(r) for r in rig.advance(4.0)] == [ReaderUp] * len(rig.driver.names)
        assert rig.resting() == rig.lying()


def test_a_reboot_loses_no_card_and_lights_the_lamps_again(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.felt.place(tag(1), "seat 3")
        rig.driver.show({"seat 5": "deal", "button 2": "on"})
        rig.advance(2.0)
        rig.emulator.reboot()
        assert rig.advance(3.0) == []
        assert (rig.felt.lamp("seat 5"), rig.felt.lamp("button 2")) == ("deal", "on")
        rig.emulator.reboot()
        rig.emulator.spoil(Spoil.DROP)
        assert rig.advance(3.0) == []
        assert (rig.felt.lamp("seat 5"), rig.felt.lamp("button 2")) == ("deal", "on")


def test_a_restarted_host_is_not_taken_for_the_old_one_repeating_itself(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.driver.show({"seat 5": "deal"})
        rig.advance(0.5)
        rig.driver.close()
        fresh = HubDriver(str(rig.path), lambda: SerialPort(str(rig.path)), WIRING)
        reports: list[Report] = []
        Stepper(rig.clock, [rig.emulator], [fresh], reports.append).advance(0.5)
        fresh.close()
        assert _where(reports) == [(ReaderUp, name) for name in fresh.names]
        assert rig.felt.lamp("seat 5") == "off"


def test_lamps_reach_the_felt_and_go_dark_with_the_plug(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        for value in ("stop", "deal", "act", "all-in", "on", "flash", "off"):
            rig.driver.show({f"seat {n}": value for n in range(1, 11)})
            rig.advance(0.2)
            assert {rig.felt.lamp(f"seat {n}") for n in range(1, 11)} == {value}
        rig.driver.show({"seat 5": "deal"})
        rig.advance(0.2)
        rig.felt.unplug("hub")
        rig.advance(0.1)
        assert rig.felt.lamp("seat 5") == "off"
        rig.felt.plug("hub")
        rig.advance(3.0)
        assert rig.felt.lamp("seat 5") == "deal"


def test_cards_too_close_to_read_are_a_state_of_their_own(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.felt.place(tag(1), "seat 4")
        rig.advance(1.0)
        rig.felt.unreadable("seat 4")
        rig.felt.place(tag(2), "seat 4")
        (lost,) = rig.advance(3.0)
        assert lost == ReaderLost(lost.at, "seat 4", "two or more cards, unreadable")
        rig.felt.unreadable("seat 4", on=False)
        assert [type(r) for r in rig.advance(3.0)] == [ReaderUp, TagSeen]
        assert rig.resting() == rig.lying()


def test_cards_read_only_now_and_then_stay_and_their_antenna_is_weak(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.felt.place(tag(1), "seat 4")
        rig.felt.place(tag(2), "seat 5")
        rig.advance(1.0)
        rig.emulator.weaken("seat 4", reach=0.6)
        rig.emulator.weaken("seat 5", reach=0.98)
        assert _where(rig.advance(30.0)) == [(ReaderWeak, "seat 4")]
        for reader in ("seat 4", "seat 5"):
            rig.emulator.weaken(reader, reach=1.0)
        assert _where(rig.advance(10.0)) == [(ReaderWeak, "seat 4")]
        assert [r.weak for r in rig.reports if isinstance(r, ReaderWeak)] == [True, False]
        rig.felt.lift(tag(1))
        assert _where(rig.advance(2.0)) == [(TagGone, "seat 4")]


def test_one_antenna_without_its_lead_is_lost_alone(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        rig.felt.unplug("seat 4")
        (lost,) = rig.advance(3.0)
        assert lost == ReaderLost(lost.at, "seat 4", "the antenna does not answer the hub")
        rig.felt.plug("seat 4")
        assert _where(rig.advance(3.0)) == [(ReaderUp, "seat 4")]


def test_keys_are_debounced_and_timed(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        rig.felt.press("next", seconds=0.01)
        assert rig.advance(1.0) == []
        rig.felt.press("next")
        down, up = rig.advance(1.0)
        assert isinstance(down, KeyDown)
        assert isinstance(up, KeyUp)
        assert up.held == pytest.approx(0.05, abs=0.03)
        rig.felt.hold("floor")
        assert [type(r) for r in rig.advance(2.0)] == [KeyDown]
        rig.felt.let_go("floor")
        (up,) = rig.advance(1.0)
        assert isinstance(up, KeyUp)
        assert up.key == "floor"
        assert up.held == pytest.approx(2.0, abs=0.03)


def test_a_key_held_across_an_unplugging_is_not_pressed_twice(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.advance(1.0)
        rig.felt.hold("next")
        rig.advance(0.5)
        rig.felt.unplug("hub")
        rig.advance(1.0)
        rig.felt.plug("hub")
        rig.advance(3.0)
        rig.felt.let_go("next")
        rig.advance(1.0)
        assert [type(r) for r in rig.reports if isinstance(r, KeyDown | KeyUp)] == [KeyDown]


def test_the_wrong_hub_is_never_used(tmp_path: Path) -> None:
    with hub_rig(tmp_path, wiring=replace(WIRING, uid="E6614C3199")) as rig:
        rig.felt.place(tag(1), "seat 3")
        reports = rig.advance(10.0)
        assert len(reports) == len(rig.driver.names)
        assert all(isinstance(r, ReaderLost) and "is E6614C311B, not E6614C3199" in r.reason for r in reports)


def test_a_port_that_another_program_has_is_lost_until_that_lets_go(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.emulator.step(0.0)
        other = SerialPort(str(rig.path))
        sentence = f"cannot open the port {rig.path}: another program has it open"
        assert rig.advance(2.0) == [ReaderLost(0.0, name, sentence) for name in rig.driver.names]
        other.close()
        assert [type(r) for r in rig.advance(4.0)] == [ReaderUp] * len(rig.driver.names)


def test_a_path_that_is_no_serial_port_is_lost_and_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("no terminal", encoding="utf-8")
    driver = HubDriver(str(path), lambda: SerialPort(str(path)), WIRING)
    lost = driver.poll(0.0)
    assert [r.reader for r in lost if isinstance(r, ReaderLost)] == list(driver.names)
    assert all(isinstance(r, ReaderLost) and str(path) in r.reason for r in lost)
    assert driver.poll(5.0) == ()
    path.unlink()
    assert {r.reason for r in driver.poll(10.0) if isinstance(r, ReaderLost)} == {
        f"cannot open the port {path}: there is no such device; is it plugged in?"
    }


def test_a_port_that_is_closed_behind_the_driver_is_opened_again(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        rig.felt.place(tag(1), "seat 3")
        rig.advance(1.0)
        assert rig.driver._port is not None
        rig.driver._port.close()
        reports = rig.advance(3.0)
        kinds = [type(r) for r in reports]
        assert kinds == [ReaderLost] * len(rig.driver.names) + [ReaderUp] * len(rig.driver.names)
        assert rig.resting() == rig.lying()


def test_a_port_that_nobody_reads_does_not_stop_the_hub(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        for tick in range(3000):
            rig.emulator.step(tick * 0.02)
        rig.clock.sleep(60.0)
        assert [type(r) for r in rig.advance(3.0)] == [ReaderUp] * len(rig.driver.names)


def test_the_same_firmware_runs_in_a_thread_on_the_wall_clock(tmp_path: Path) -> None:
    with hub_rig(tmp_path) as rig:
        clock = WallClock()
        emulator = HubEmulator(rig.felt, tmp_path / "second", WIRING)
        driver = HubDriver(str(emulator.path), lambda: SerialPort(str(emulator.path)), WIRING)
        rig.felt.place(tag(1), "seat 3")
        seen: set[str] = set()
        pause = threading.Event()
        emulator.start(clock, interval=0.002)
        try:
            while tag(1) not in seen:
                seen |= {r.uid for r in driver.poll(clock.now()) if isinstance(r, TagSeen)}
                pause.wait(0.002)
        finally:
            driver.close()
            emulator.stop()
        assert seen == {tag(1)}
        assert not emulator.path.exists()
