"""The whole wire of Pepper C1 readers: felt, frames, cable, port, driver; on simulated time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers.emulated.pepper import RESTART, EventFormat, Spoil
from drivers.emulated.tcpplug import free_port
from drivers.pepper import PepperAntenna
from drivers.reports import KeyDown, KeyUp, PowerWeak, ReaderLost, ReaderUp, Report, TagGone, TagSeen
from tests.drivers.feltrig import tag
from tests.drivers.pepperrig import MUX, SINGLE, UNITS, PepperRig, damage, pepper_rig

LINES = pytest.mark.parametrize("antennas", [SINGLE, MUX, UNITS], ids=["C1", "MUX", "RS-485"])


def _where(reports: list[Report]) -> list[tuple[type[Report], str]]:
    return [(type(r), r.reader) for r in reports if not isinstance(r, KeyDown | KeyUp | PowerWeak)]


@LINES
def test_a_card_that_moves_is_seen_and_gone_once(tmp_path: Path, antennas: Sequence[PepperAntenna]) -> None:
    with pepper_rig(str(tmp_path / "pepper"), antennas) as rig:
        names = list(rig.driver.names)
        assert _where(rig.advance(2.0)) == [(ReaderUp, name) for name in names]
        rig.move(tag(1), names[0])
        assert _where(rig.advance(2.0)) == [(TagSeen, names[0])]
        rig.move(tag(1), names[-1])
        rig.advance(4.0)
        assert rig.resting() == rig.lying()
        rig.move(tag(1), None)
        assert _where(rig.advance(4.0)) == [(TagGone, names[-1])]
        assert (rig.driver.rejected, rig.driver.strays, rig.driver.skipped) == (0, 0, 0)


def test_all_lengths_of_uids_and_five_cards_of_a_board(tmp_path: Path) -> None:
    uids = ["A1B2C3D4", tag(1), tag(2), tag(3), "04A1B2C3D4E580112233"]
    with pepper_rig(str(tmp_path / "pepper"), MUX) as rig:
        for uid in uids:
            rig.move(uid, "board")
        rig.move("E004015012345678", "seat 1")
        rig.advance(3.0)
        assert rig.resting() == rig.lying() | {"seat 1": set()}
        assert rig.driver.foreign > 0


def _deal(rig: PepperRig, rng: random.Random, most: int = 4) -> None:
    """Move one of 20 cards somewhere where there is room, or take it away."""
    uid = tag(rng.randrange(20))
    reader = rng.choice(rig.driver.names)
    if rng.random() < 0.2 or len(rig.felt.contents(reader)) >= most:
        rig.move(uid, None)
    else:
        rig.move(uid, reader)
    rig.advance(rng.uniform(0.1, 0.8))


@LINES
@pytest.mark.parametrize("seed", [1, 2])
def test_bad_frames_lose_nothing_and_invent_nothing(
    tmp_path: Path, antennas: Sequence[PepperAntenna], seed: int
) -> None:
    rng = random.Random(seed)
    with pepper_rig(str(tmp_path / "pepper"), antennas) as rig:
        rig.advance(1.0)
        for _ in range(60):
            rig.device.spoil(*rng.choices(list(Spoil), k=rng.randrange(3)))
            if rng.random() < 0.3:
                rig.device.babble(rng.randbytes(rng.randrange(400)))
            _deal(rig, rng)
        rig.advance(8.0)
        assert rig.resting() == rig.lying()
        assert rig.driver.rejected > 20
        assert sum(health.errors for health in rig.driver.health()) > 20


@LINES
@pytest.mark.parametrize("seed", [1, 2])
def test_unplugged_in_mid_deal_nothing_is_lost_or_invented(
    tmp_path: Path, antennas: Sequence[PepperAntenna], seed: int
) -> None:
    rng = random.Random(seed)
    with pepper_rig(str(tmp_path / "pepper"), antennas) as rig:
        rig.advance(1.0)
        for _ in range(12):
            for _ in range(rng.randrange(4)):
                _deal(rig, rng)
            before = rig.resting()
            rig.felt.unplug("pepper")
            rig.advance(0.3)
            assert rig.resting() == before
            for _ in range(rng.randrange(3)):
                _deal(rig, rng)
            assert rig.resting() == before
            rig.felt.plug("pepper")
            rig.advance(6.0)
            assert rig.resting() == rig.lying()
        lost = [r for r in rig.reports if isinstance(r, ReaderLost)]
        assert {r.reader for r in lost} == set(rig.driver.names)


def test_a_restart_in_mid_look_puts_no_card_at_another_antenna(tmp_path: Path) -> None:
    rng = random.Random(5)
    with pepper_rig(str(tmp_path / "pepper"), MUX, polls_by_itself=True) as rig:
        rig.move(tag(1), "seat 1")
        rig.move(tag(8), "board")
        rig.advance(2.0)
        for _ in range(30):
            rig.device.restart()
            rig.advance(RESTART + rng.uniform(0.1, 1.5))
        seen = [r for r in rig.reports if isinstance(r, TagSeen)]
        assert [(r.reader, r.uid) for r in seen] == [("seat 1", tag(1)), ("board", tag(8))]
        assert rig.driver.events > 0


@pytest.mark.parametrize("form", list(EventFormat))
def test_a_reader_that_polls_by_itself_is_told_to_stop(tmp_path: Path, form: EventFormat) -> None:
    with pepper_rig(str(tmp_path / "pepper"), SINGLE, polls_by_itself=True) as rig:
        rig.device.tell_by(form)
        rig.move(tag(1), "shoe")
        rig.advance(2.0)
        for _ in range(5):
            rig.device.restart()
            rig.advance(2.5)
        before = rig.driver.events, rig.driver.skipped
        assert _where(rig.advance(3.0)) == []
        assert (rig.driver.events, rig.driver.skipped) == before
        assert (before[0] > 0, before[1] > 0) == (
            form is EventFormat.BINARY,
            form in (EventFormat.TEXT, EventFormat.JSON),
        )
        assert [type(r) for r in rig.reports if isinstance(r, TagSeen | TagGone)] == [TagSeen]


def test_answers_that_are_too_slow_put_no_card_at_another_antenna(tmp_path: Path) -> None:
    with pepper_rig(str(tmp_path / "pepper"), MUX) as rig:
        rig.move(tag(1), "seat 1")
        rig.advance(3.0)
        for late in (0.1, 0.14, 0.2, 0.45, 0.7):
            rig.device.slow(late)
            rig.advance(3.0)
        rig.device.slow(0.0)
        rig.advance(3.0)
        assert rig.resting() == rig.lying()
        assert [r.reader for r in rig.reports if isinstance(r, TagSeen)] == ["seat 1"]


def test_a_silent_unit_is_lost_alone(tmp_path: Path) -> None:
    with pepper_rig(str(tmp_path / "pepper"), UNITS) as rig:
        rig.move(tag(5), "seat 5")
        rig.advance(2.0)
        rig.device.mute(unit=5)
        rig.move(tag(1), "seat 1")
        reports = rig.advance(5.0)
        assert sorted(_where(reports), key=str) == [(ReaderLost, "seat 5"), (TagSeen, "seat 1")]
        (lost,) = (r for r in reports if isinstance(r, ReaderLost))
        assert lost.reason == f"unit 5 of the Pepper C1s at {rig.driver.where} does not answer"
        rig.device.mute(False, unit=5)
        assert _where(rig.advance(3.0)) == [(ReaderUp, "seat 5")]
        assert rig.resting() == rig.lying()


def test_cards_too_close_to_read_freeze_the_reader(tmp_path: Path) -> None:
    with pepper_rig(str(tmp_path / "pepper"), MUX) as rig:
        rig.move(tag(1), "seat 2")
        rig.advance(2.0)
        rig.felt.unreadable("seat 2")
        (lost,) = rig.advance(4.0)
        assert isinstance(lost, ReaderLost)
        assert (lost.reader, lost.reason) == ("seat 2", "two or more cards, unreadable")
        rig.felt.unreadable("seat 2", on=False)
        assert _where(rig.advance(2.0)) == [(ReaderUp, "seat 2")]


def test_a_plain_c1_has_no_antennas(tmp_path: Path) -> None:
    where = str(tmp_path / "pepper")
    with pepper_rig(where, MUX, there=SINGLE) as rig:
        reports = rig.advance(4.0)
        assert {r.reason for r in reports if isinstance(r, ReaderLost)} == {
            f"antenna {number} is refused (error 0010); is it a C1 MUX?" for number in range(1, 9)
        }


def test_a_full_mux_is_swept_within_two_seconds_of_slow_polls(tmp_path: Path) -> None:
    # Polled every 20 ms, so that each command takes 20 ms or more; on the wall clock it is 5 ms.
    with pepper_rig(str(tmp_path / "pepper"), MUX) as rig:
        for number in range(1, 8):
            rig.move(tag(2 * number), f"seat {number}")
            rig.move(tag(2 * number + 1), f"seat {number}")
        rig.advance(3.0)
        assert rig.resting() == rig.lying()


@pytest.mark.parametrize("antennas", [SINGLE, MUX], ids=["C1", "MUX"])
def test_the_same_over_the_network(antennas: Sequence[PepperAntenna]) -> None:
    rng = random.Random(3)
    with pepper_rig(free_port(), antennas) as rig:
        rig.advance(1.0)
        for _ in range(3):
            for _ in range(4):
                _deal(rig, rng)
            rig.felt.unplug("pepper")
            rig.advance(1.0)
            _deal(rig, rng)
            rig.felt.plug("pepper")
            rig.advance(6.0)
            assert rig.resting() == rig.lying()
        reasons = {r.reason for r in rig.reports if isinstance(r, ReaderLost)}
        assert any("ended the connection" in reason for reason in reasons)
        assert any("nothing there takes connections" in reason for reason in reasons)


def deal_with_faults(rig: PepperRig, rng: random.Random, seconds: float) -> None:
    """Deal for so long with damaged frames, restarts, mutes and pulled plugs; all is well in the end."""
    end = rig.clock.now() + seconds
    while rig.clock.now() < end:
        match rng.randrange(12):
            case 0:
                rig.device.restart(rng.choice(rig.device.addresses))
            case 1:
                rig.felt.unplug("pepper")
                rig.advance(rng.uniform(0.02, 1.0))
                rig.felt.plug("pepper")
            case 2:
                unit = rng.choice(rig.device.addresses)
                rig.device.mute(unit=unit)
                rig.advance(rng.uniform(0.02, 3.0))
                rig.device.mute(False, unit=unit)
            case 3:
                rig.device.babble(damage(rng, rng.randbytes(rng.randrange(1, 200))))
            case _:
                rig.device.spoil(*rng.choices(list(Spoil), k=rng.randrange(3)))
        _deal(rig, rng)
    rig.advance(10.0)


@LINES
def test_faults_of_all_kinds_lose_nothing_and_invent_nothing(
    tmp_path: Path, antennas: Sequence[PepperAntenna]
) -> None:
    with pepper_rig(str(tmp_path / "pepper"), antennas, polls_by_itself=True) as rig:
        deal_with_faults(rig, random.Random(11), 40.0)
        assert rig.resting() == rig.lying()
