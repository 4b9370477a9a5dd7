"""The computer: each thing that can be wrong with it is one line with its remedy."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.tools.preflight.computer import computer
from controller.tools.preflight.finding import Level
from controller.tools.preflight.machine import Machine, Space
from tests.controller.tools.preflight.boards import Board, settings

NOW = datetime(2026, 12, 1, 18, 30, tzinfo=UTC)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    yield Board(tmp_path)


def lines(tmp_path: Path, machine: Machine, now: datetime = NOW) -> dict[str, str]:
    return {f.what: f.line() for f in computer(settings(tmp_path), machine, now)}


def test_a_computer_that_is_ready(tmp_path: Path, board: Board) -> None:
    found = list(computer(settings(tmp_path), board.machine, NOW))
    assert {finding.level for finding in found} == {Level.OK}
    assert [finding.what for finding in found] == [
        "computer",
        "power",
        "clock",
        "disk of the journal",
        "screens",
        "screen blanking",
    ]
    assert found[0].line() == "ok    computer: Raspberry Pi 4 Model B Rev 1.5, kernel 6.6.51+rpt-rpi-v8"


@pytest.mark.parametrize(
    ("throttled", "line"),
    [
        (
            "throttled=0x50005",
            "fail  power: too weak now; use the power supply that belongs to this computer",
        ),
        (
            "throttled=0x50000",
            "warn  power: was too weak since the start; use a better power supply, and fewer USB devices",
        ),
        ("throttled=0x20002", "ok    power: strong enough since the start"),
    ],
)
def test_the_flags_of_the_firmware(tmp_path: Path, board: Board, throttled: str, line: str) -> None:
    board.throttled = throttled
    assert lines(tmp_path, board.machine)["power"] == line


@pytest.mark.parametrize(("alarm", "level"), [("1", "fail"), ("0", "ok")])
def test_without_the_firmware_tool_the_kernel_is_asked(
    tmp_path: Path, board: Board, alarm: str, level: str
) -> None:
    board.throttled = ""
    assert lines(tmp_path, board.machine)["power"].startswith("warn")
    board.put("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    board.put("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    board.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    assert lines(tmp_path, board.machine)["power"].startswith(level)


def test_a_clock_that_nobody_set(tmp_path: Path, board: Board) -> None:
    synchronized = board.root / "run/systemd/timesync/synchronized"
    synchronized.unlink()
    assert lines(tmp_path, board.machine)["clock"].startswith(
        "warn  clock: 2026-12-01 18:30 UTC, set by nobody"
    )
    board.put("dev/rtc0")
    assert lines(tmp_path, board.machine)["clock"].startswith("ok")
    long_ago = datetime(1970, 1, 1, tzinfo=UTC)
    assert lines(tmp_path, board.machine, long_ago)["clock"].startswith("fail  clock: 1970-01-01")


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (Space(40 << 20, 8 << 30, "ext4", True), ("fail", "40 MB free", "make room")),
        (Space(300 << 20, 8 << 30, "ext4", True), ("warn", "300 MB free", "make room")),
        (Space(8 << 30, 8 << 30, "ext4", False), ("fail", "is read-only", "worn out")),
        (Space(8 << 30, 8 << 30, "tmpfs", True), ("fail", "in memory (tmpfs)", "power cut")),
    ],
)
def test_a_disk_that_will_not_keep_the_night(
    tmp_path: Path, board: Board, space: Space, words: tuple[str, ...]
) -> None:
    class Filled(Machine):
        def space(self, folder: Path) -> Space:
            return space

    line = lines(tmp_path, Filled(board.root, lambda: board.throttled))["disk of the journal"]
    assert all(word in line for word in words), line


def test_the_kind_of_a_disk_is_that_of_the_nearest_mount(tmp_path: Path, board: Board) -> None:
    board.put("proc/mounts", f"/dev/root / ext4 rw 0 0\ntmpfs {tmp_path} tmpfs rw 0 0\n")
    assert board.machine.space(tmp_path / "journal" / "of" / "tonight").kind == "tmpfs"
    assert board.machine.space(Path("/")).kind == "ext4"


def test_screens_that_are_missing_or_fall_asleep(tmp_path: Path, board: Board) -> None:
    board.put("sys/class/drm/card1-HDMI-A-2/status", "disconnected\n")
    board.put("sys/module/kernel/parameters/consoleblank", "600\n")
    found = lines(tmp_path, board.machine)
    assert found["screens"].startswith("warn  screens: 2 of 3 outputs have a screen, table.yaml names 3")
    assert found["screen blanking"].startswith("warn  screen blanking: after 600 s; sudo raspi-config")


def test_another_computer_is_told(tmp_path: Path, board: Board) -> None:
    (board.root / "proc/device-tree/model").unlink()
    assert lines(tmp_path, board.machine)["computer"].startswith("warn  computer: no Raspberry Pi")
