from __future__ import annotations

import errno
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal import JournalFailed, read, verify
from tests.controller.sessions import FILE, TURNS, begin, events_of, play, reopen, written
from tests.powerless import PowerCut, PowerlessDisk


def session(disk: PowerlessDisk, done: list[int]) -> None:
    journal = begin(disk) if not disk.exists(FILE) else reopen(disk)
    done.append(0)
    for second, events in enumerate(TURNS[:3]):
        done.append(journal.append(events, mono=float(second), wall=""))


def operations_of_a_session() -> int:
    disk = PowerlessDisk()
    session(disk, [])
    return len(disk.log)


@pytest.mark.parametrize("cut_at", range(1, operations_of_a_session() + 1))
def test_power_loss_at_any_step_loses_nothing_that_was_reported_safe(cut_at: int) -> None:
    disk, done = PowerlessDisk(cut_at=cut_at), list[int]()
    with pytest.raises(PowerCut):
        session(disk, done)
    survivors = list(disk.survivors())
    assert survivors
    for left in survivors:
        if not left.exists(FILE):
            assert not done
            continue
        journal = reopen(left)
        turns = [list(line.events) for line in journal.lines()]
        assert turns == TURNS[: len(turns)]
        assert max(done, default=0) <= len(turns) <= max(done, default=0) + 1
        assert journal.append([{"type": "HandStarted"}], mono=0.0, wall="") == len(turns) + 1
        assert verify(FILE, disk=left).sound


def test_after_power_loss_in_creation_the_same_name_can_be_used() -> None:
    for cut_at in range(1, 5):
        disk = PowerlessDisk(cut_at=cut_at)
        with pytest.raises(PowerCut):
            begin(disk)
        for left in disk.survivors():
            if not left.exists(FILE):
                begin(left).append([], mono=0.0, wall="")
            assert verify(FILE, disk=left).sound


@pytest.mark.parametrize("cut_at", range(1, 7))
def test_power_loss_while_mending_loses_no_byte(cut_at: int) -> None:
    whole = written()
    start = whole[:-1].rindex(b"\n") + 1
    torn = whole[:-30]
    disk = PowerlessDisk({FILE: torn}, cut_at=cut_at)
    with pytest.raises(PowerCut):
        reopen(disk)
    for left in disk.survivors():
        assert left.files[FILE] == torn or torn[start:] in left.files.values()
        reopen(left)
        assert left.files[FILE] == whole[:start]
        assert torn[start:] in left.files.values()


def test_the_moved_bytes_are_safe_before_the_file_is_cut() -> None:
    disk = PowerlessDisk({FILE: written()[:-30]})
    reopen(disk)
    assert disk.log == ["create", "write", "fdatasync", "fsync_dir", "truncate", "fdatasync"]
    assert operations_of_a_session() == 5 + 3 * 2


@given(st.lists(st.tuples(st.integers(1, 14), st.randoms(use_true_random=False)), min_size=1, max_size=5))
@settings(max_examples=150, deadline=None)
def test_one_power_cut_after_another_loses_nothing(cuts: list[tuple[int, random.Random]]) -> None:
    disk, safe = PowerlessDisk(), 0
    for cut_at, chance in cuts:
        disk.cut_at = cut_at
        with pytest.raises(PowerCut):
            journal = reopen(disk) if disk.exists(FILE) else begin(disk)
            while True:
                turn = len(list(journal.lines())) + 1
                safe = max(safe, journal.append([{"type": "Counted", "turn": turn}], mono=0.0, wall=""))
        disk = disk.survivor(chance.randrange)
    if disk.exists(FILE):
        reopen(disk)
        turns = [line.events[0]["turn"] for line in read(FILE, disk=disk)]
        assert turns == list(range(1, len(turns) + 1))
        assert len(turns) >= safe
    else:
        assert safe == 0


# --- disks that refuse


@pytest.mark.parametrize("step", [6, 7])
def test_a_failed_write_or_sync_stops_the_journal_for_good(step: int) -> None:
    disk = PowerlessDisk(errors={step: OSError(errno.EIO, "Input/output error")})
    journal = begin(disk)
    sentence = f"journal {FILE} cannot be written: Input/output error; entry 1 and later ones are not kept"
    with pytest.raises(JournalFailed) as failed:
        journal.append(TURNS[0], mono=0.0, wall="")
    assert str(failed.value) == sentence
    steps = len(disk.log)
    with pytest.raises(JournalFailed, match="cannot be written"):
        journal.append(TURNS[1], mono=0.0, wall="")
    assert len(disk.log) == steps


def test_a_full_disk_keeps_the_turns_before_and_mends_the_half_one() -> None:
    room = len(written(TURNS[:2]))
    disk = PowerlessDisk(space=room + 20)
    journal = begin(disk)
    play(journal, TURNS[:2])
    with pytest.raises(JournalFailed, match=r"the disk took 20 of \d+ bytes"):
        journal.append(TURNS[2], mono=0.0, wall="")
    with pytest.raises(JournalFailed):
        journal.append(TURNS[2], mono=0.0, wall="")
    left = PowerlessDisk(disk.files)
    assert "its 20 bytes" in reopen(left).damage
    assert events_of(left) == TURNS[:2]


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_a_disk_that_refuses_the_beginning_is_a_sentence(step: int) -> None:
    disk = PowerlessDisk(errors={step: OSError(errno.EROFS, "Read-only file system")})
    with pytest.raises(JournalFailed, match="cannot be begun: Read-only file system"):
        begin(disk)


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5, 6])
def test_a_disk_that_refuses_the_mending_is_a_sentence(step: int) -> None:
    disk = PowerlessDisk(
        {FILE: written()[:-30]}, errors={step: OSError(errno.ENOSPC, "No space left on device")}
    )
    with pytest.raises(JournalFailed, match="cannot be mended: No space left on device"):
        reopen(disk)


def test_a_closed_journal_takes_nothing() -> None:
    journal = begin(PowerlessDisk())
    journal.close()
    with pytest.raises(JournalFailed, match="is closed"):
        journal.append([], mono=0.0, wall="")
