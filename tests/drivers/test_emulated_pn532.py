"""The emulated PN532 byte by byte, and the shipped driver on it over a pseudo-terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from drivers.base import BACK_OFF
from drivers.clock import WallClock
from drivers.emulated.felt import Felt
from drivers.emulated.pn532 import Pn532Device, Spoil
from drivers.emulated.stepper import SimulatedClock
from drivers.emulated.tags import Coupling
from drivers.pn532 import Pn532Driver
from drivers.pn532frame import ACK, NACK, frame
from drivers.port import open_port
from drivers.presence import SHOE
from drivers.reports import ReaderLost, ReaderUp, Report, TagGone, TagSeen
from drivers.serialport import SerialPort
from drivers.worker import Worker
from tests.drivers.pn532rig import SEAT, Pn532Rig, pn532_rig
from tests.drivers.pn532storm import frame_storm, table_storm

A, B, C, D = "04A1B2C3D4E580", "04A1B2C3D4E680", "11223344", "04112233445566778899"
ERROR = bytes.fromhex("0000FF01FF7F8100")
NONE = bytes.fromhex("0000FF03FDD54B00E000")


class Host:
    """A program that talks to the device byte by byte."""

    def __init__(self, folder: Path) -> None:
        self.clock = SimulatedClock()
        self.felt = Felt(self.clock)
        self.device = Pn532Device(self.felt, folder / "pn532", SEAT)
        self.device.step(0.0)
        self.port = SerialPort(str(folder / "pn532"))

    def say(self, octets: bytes, wait: float = 0.05) -> bytes:
        """Send bytes; what came back in time."""
        self.port.write(octets)
        self.device.collect(len(octets))
        return self.wait(wait)

    def wait(self, seconds: float) -> bytes:
        """Let time pass; what came."""
        heard = b""
        for _ in range(round(seconds / 0.01)):
            self.device.step(self.clock.now())
            heard += self.port.read()
            self.clock.sleep(0.01)
        return heard

    def ask(self, command: str) -> bytes:
        """A command by its code and arguments: the reply behind the acknowledgement."""
        heard = self.say(frame(bytes.fromhex("D4" + command)))
        assert heard.startswith(ACK)
        return heard[len(ACK) :]

    def wake(self) -> None:
        """Wake it and leave the low battery mode."""
        self.say(bytes.fromhex("55550000000000") + frame(bytes.fromhex("D414011401")))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path)
    yield host
    host.port.close()
    host.device.stop()


def test_it_sleeps_until_it_is_woken(host: Host) -> None:
    assert host.say(frame(b"\xd4\x02")) == b""
    woken = host.say(bytes.fromhex("55550000000000" + "0000FF05FBD4140114010200"))
    assert woken == ACK + frame(b"\xd5\x15")
    assert host.ask("02") == frame(bytes.fromhex("D50332010607"))


def test_before_the_set_up_it_looks_for_nothing(host: Host) -> None:
    host.say(b"\x55\x55")
    assert host.ask("4A0200") == ERROR


def test_two_ntags_are_listed_in_the_written_bytes(host: Host) -> None:
    host.wake()
    host.felt.place(A, SEAT)
    host.felt.place(B, SEAT)
    listed = host.ask("4A0200")
    assert listed == bytes.fromhex("0000FF1BE5 D54B02 010044000704A1B2C3D4E580 020044000704A1B2C3D4E680 9E00")


def test_an_empty_seat_is_answered_only_once_the_tries_are_bounded(host: Host) -> None:
    host.wake()
    assert host.say(frame(bytes.fromhex("D44A0200")), 20.0) == ACK
    host.felt.place(C, SEAT)
    assert C in host.wait(0.1).hex().upper()
    host.felt.lift(C)
    assert host.say(frame(bytes.fromhex("D44A0200")), 1.0) == ACK
    assert host.ask("3205FF0101") == frame(b"\xd5\x33")
    assert host.ask("4A0200") == NONE


def test_a_listed_card_stays_silent_until_the_field_was_off(host: Host) -> None:
    host.wake()
    host.ask("3205FF0101")
    host.felt.place(A, SEAT)
    assert A in host.ask("4A0200").hex().upper()
    assert host.ask("5200") == frame(b"\xd5\x53\x00")
    assert host.ask("4A0200") == NONE
    host.ask("320100")
    assert A in host.ask("4A0200").hex().upper()


def test_a_bare_reqa_needs_seven_bits_and_no_crc(host: Host) -> None:
    host.wake()
    host.ask("3205FF0101")
    host.ask("4A0200")
    host.felt.place(A, SEAT)
    assert host.ask("4226") == frame(b"\xd5\x43\x01")
    assert host.ask("08630200630300633D07") == frame(b"\xd5\x09")
    assert host.ask("4226") == frame(b"\xd5\x43\x00\x44\x00")


@pytest.mark.parametrize("command", ["4A0300", "4A0201", "99", "3207", "3205FF01", "086302", "0200"])
def test_what_it_does_not_know_is_a_syntax_error(host: Host, command: str) -> None:
    host.wake()
    assert host.ask(command) == ERROR


def test_the_last_reply_is_sent_again_when_asked_for(host: Host) -> None:
    host.wake()
    first = host.ask("02")
    assert host.say(NACK) == first
    assert host.say(ACK) == b""


def test_a_frame_that_does_not_check_is_no_frame(host: Host) -> None:
    host.wake()
    assert host.say(bytes.fromhex("0000FF02FED402290000")) == b""
    assert host.say(bytes.fromhex("0000FF02FDD4022A00")) == b""
    assert host.ask("02") != ERROR


def kinds(reports: list[Report]) -> list[type[Report]]:
    return [type(report) for report in reports]


def test_cards_of_every_size_come_and_go(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        assert kinds(rig.advance(0.3)) == [ReaderUp]
        for uids in ((C,), (A,), (C, A), (D, B), (A, B, C), (A, B, C, D)):
            rig.place(*uids)
            seen = rig.advance(0.4)
            assert {r.uid for r in seen if isinstance(r, TagSeen)} == set(uids)
            assert rig.resting == set(uids)
            for uid in uids:
                rig.felt.lift(uid)
            assert kinds(rig.advance(1.0)) == [TagGone] * len(uids)


def test_a_card_that_masks_another_does_not_hide_it(tmp_path: Path) -> None:
    with pn532_rig(tmp_path, coupling=lambda uid: Coupling(strength=4.0 if uid == A else 1.0)) as rig:
        rig.place(A, B, C)
        rig.advance(1.0)
        assert rig.resting == {A, B, C}


def test_a_weak_card_that_stays_is_not_gone(tmp_path: Path) -> None:
    with pn532_rig(tmp_path, coupling=lambda uid: Coupling(reach=0.97)) as rig:
        rig.place(A, B)
        assert TagGone not in kinds(rig.advance(20.0))
        assert rig.resting == {A, B}
        (health,) = rig.driver.health()
        assert 0 < health.miss_rate < 0.5


def test_a_card_that_answers_with_errors_is_never_another_one(tmp_path: Path) -> None:
    with pn532_rig(tmp_path, rule=SHOE, coupling=lambda uid: Coupling(noise=0.01)) as rig:
        rig.place(A, B)
        seen = {report.uid for report in rig.advance(10.0) if isinstance(report, TagSeen)}
        assert seen == {A, B}


def test_cards_that_cannot_be_told_apart_are_said_so_within_a_second_and_stay(tmp_path: Path) -> None:
    with pn532_rig(tmp_path, tick=0.02) as rig:
        rig.place(A, B)
        rig.advance(1.0)
        rig.felt.unreadable(SEAT)
        (lost,) = rig.advance(1.0)
        assert isinstance(lost, ReaderLost) and lost.reason == "two or more cards, unreadable"
        assert rig.advance(10.0) == []
        assert rig.resting == {A, B}
        rig.felt.unreadable(SEAT, False)
        assert kinds(rig.advance(1.0)) == [ReaderUp]


def test_unreadable_from_the_start_is_no_empty_seat(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.felt.unreadable(SEAT)
        rig.place(A, B)
        assert kinds(rig.advance(1.0)) == [ReaderLost]


def test_pulled_and_plugged_in_again_in_mid_deal(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.place(A)
        rig.advance(1.0)
        rig.felt.unplug(SEAT)
        lost, absent = rig.advance(1.0)
        rig.place(B)
        assert rig.advance(20.0) == []
        assert isinstance(lost, ReaderLost) and lost.reason.startswith(f"lost the port {rig.driver.where}: ")
        assert isinstance(absent, ReaderLost) and "is it plugged in?" in absent.reason
        rig.felt.plug(SEAT)
        assert kinds(rig.advance(3.0)) == [ReaderUp, TagSeen]
        assert rig.resting == {A, B}


def test_a_plug_that_is_put_back_at_once_is_back_at_once(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.place(A)
        for _ in range(3):
            rig.advance(1.0)
            rig.felt.unplug(SEAT)
            rig.advance(0.1)
            rig.felt.plug(SEAT)
            (up,) = rig.advance(BACK_OFF[0] + 0.2)
            assert isinstance(up, ReaderUp)
        assert rig.resting == {A}


def test_what_left_while_it_was_unplugged_is_gone_after_it_is_back(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.place(A, B)
        rig.advance(1.0)
        rig.felt.unplug(SEAT)
        rig.advance(5.0)
        rig.felt.lift(A)
        rig.felt.plug(SEAT)
        up, gone = rig.advance(3.5)
        assert isinstance(up, ReaderUp) and isinstance(gone, TagGone)
        assert gone.at - up.at >= 0.5
        assert rig.resting == {B}


def test_a_moment_without_power_costs_nothing(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.place(A, B)
        rig.advance(1.0)
        for _ in range(20):
            rig.device.brown_out()
            assert rig.advance(0.73) == []


def test_a_hung_chip_is_lost_and_comes_back_with_its_power(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.place(A)
        rig.advance(1.0)
        rig.device.hang()
        (lost,) = rig.advance(1.0)
        assert isinstance(lost, ReaderLost) and "take its power away" in lost.reason
        assert rig.advance(30.0) == []
        rig.device.brown_out()
        assert kinds(rig.advance(3.0)) == [ReaderUp]
        assert rig.resting == {A}


def test_a_slow_answer_is_waited_for_and_a_very_slow_one_is_not(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.device.slow_down(0.08)
        rig.place(A)
        assert kinds(rig.advance(5.0)) == [ReaderUp, TagSeen]
        rig.device.slow_down(2.0)
        assert kinds(rig.advance(5.0)) == [ReaderLost]
        rig.device.slow_down(0.0)
        assert kinds(rig.advance(5.0)) == [ReaderUp]


def test_a_deaf_moment_shorter_than_the_tries_is_not_reported(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.advance(1.0)
        rig.device.mute()
        assert rig.advance(0.15) == []
        rig.device.mute(False)
        assert rig.advance(2.0) == []


def test_bytes_that_come_one_by_one_are_read(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.device.dribble()
        rig.place(A, B)
        assert kinds(rig.advance(5.0)) == [ReaderUp, TagSeen, TagSeen]
        assert rig.driver.errors == 0


@pytest.mark.parametrize("how", Spoil)
@pytest.mark.parametrize("frames", range(12))
def test_one_spoiled_frame_anywhere_in_a_look_changes_nothing(
    tmp_path: Path, how: Spoil, frames: int
) -> None:
    with pn532_rig(tmp_path, seed=frames) as rig:
        rig.place(A, B)
        rig.advance(0.5)
        told = len(rig.reports)
        start = rig.device.frames
        while rig.device.frames < start + frames:
            rig.advance(0.005)
        rig.device.spoil(how)
        rig.advance(2.0)
        assert rig.resting == {A, B}
        assert len(rig.reports) == told


def test_babble_between_the_frames_is_survived(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.place(A)
        for noise in (b"\x00", b"\xff", b"\x55" * 30, b"\x00\x00\xff", ACK, NONE, bytes(200)):
            rig.device.babble(noise)
            rig.advance(1.0)
        assert kinds(rig.reports) == [ReaderUp, TagSeen]


def test_the_reader_is_good_for_the_slow_clock_of_the_table(tmp_path: Path) -> None:
    with pn532_rig(tmp_path, tick=0.02) as rig:
        rig.advance(1.0)
        placed = rig.clock.now()
        rig.place(A, B)
        seen = rig.advance(1.0)
        assert kinds(seen) == [TagSeen, TagSeen]
        assert all(report.at - placed <= 0.5 for report in seen)


@pytest.mark.parametrize("seed", range(3))
def test_no_frame_is_made_up_on_a_bad_line(seed: int) -> None:
    storm = frame_storm(seed, 4000)
    assert storm.invented == 0
    assert storm.accepted > storm.sent // 2


@pytest.mark.parametrize(("seed", "tick"), [(0, 0.005), (1, 0.02), (2, 0.005), (3, 0.02)])
def test_no_card_is_lost_or_made_up_on_a_bad_line(tmp_path: Path, seed: int, tick: float) -> None:
    cards, losses = table_storm(tmp_path, seed, 3000, tick=tick)
    assert cards and losses


def test_it_works_in_threads_on_the_wall_clock(tmp_path: Path) -> None:
    clock = WallClock()
    felt = Felt(clock)
    device = Pn532Device(felt, tmp_path / "seat", SEAT)
    device.start(clock, 0.001)
    driver = Pn532Driver(str(tmp_path / "seat"), open_port, SEAT)
    heard: SimpleQueue[Report] = SimpleQueue()
    worker = Worker(driver, heard, lambda: None)
    felt.place(A, SEAT)
    worker.start()
    try:
        reports = [heard.get(timeout=20)]
        while not isinstance(reports[-1], TagSeen):
            reports.append(heard.get(timeout=20))
    finally:
        worker.stop()
        device.stop()
    assert [type(report) for report in reports[-2:]] == [ReaderUp, TagSeen]


def test_two_readers_are_told_apart_by_their_ports_alone(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
    with pn532_rig(tmp_path / "1") as one, pn532_rig(tmp_path / "2") as two:
        one.place(A)
        two.place(B)
        for rig in (one, two):
            rig.advance(1.0)
        assert [(rig.driver.where, rig.resting) for rig in (one, two)] == [
            (str(tmp_path / "1" / "seat-4"), {A}),
            (str(tmp_path / "2" / "seat-4"), {B}),
        ]


def test_a_second_driver_on_the_same_port_gets_nothing(tmp_path: Path) -> None:
    with pn532_rig(tmp_path) as rig:
        rig.advance(0.2)
        other = Pn532Rig(tmp_path)
        (lost,) = other.driver.poll(0.0)
        assert isinstance(lost, ReaderLost) and "another program has it open" in lost.reason
        assert rig.advance(1.0) == []
