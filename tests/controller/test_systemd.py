from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.settings import load_table
from controller.systemd import Systemd

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "systemd"
BIN = "/opt/live-dealer-table/venv/bin"


# --- what the service manager is told


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    name = str(tmp_path / "notify") if request.param == "file" else f"@table-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(name.replace("@", "\0", 1))
        listener.settimeout(10)
        yield name, listener


@pytest.mark.parametrize(
    ("tell", "heard"),
    [
        (Systemd.ready, b"READY=1"),
        (Systemd.alive, b"WATCHDOG=1"),
        (Systemd.stopping, b"STOPPING=1"),
        (
            lambda manager: manager.status("seat 4 reader lost:\nit does not answer"),
            b"STATUS=seat 4 reader lost: it does not answer",
        ),
        (lambda manager: manager.status("Tisch für José"), "STATUS=Tisch für José".encode()),
    ],
)
def test_messages_arrive(
    manager: tuple[str, socket.socket], tell: Callable[[Systemd], None], heard: bytes
) -> None:
    name, listener = manager
    tell(Systemd({"NOTIFY_SOCKET": name}))
    assert listener.recv(4096) == heard


def test_it_is_silent_without_a_manager() -> None:
    service = Systemd({})
    service.ready()
    service.status("nobody reads this")
    assert service.interval is None


def test_a_manager_that_is_gone_or_full_stops_nothing(manager: tuple[str, socket.socket]) -> None:
    name, listener = manager
    service = Systemd({"NOTIFY_SOCKET": name})
    for _ in range(2000):
        service.alive()
    assert listener.recv(4096) == b"WATCHDOG=1"
    listener.close()
    service.alive()


@pytest.mark.parametrize(
    ("environ", "interval"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10 / 3),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 10 / 3),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_fed_three_times_in_its_limit(
    environ: dict[str, str], interval: float | None
) -> None:
    assert Systemd(environ).interval == interval


# --- units and installation


def lay_out(folder: Path) -> str:
    done = subprocess.run(
        ["sh", str(UNITS / "install.sh")],
        env={**os.environ, "DESTDIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_installation_lays_out_every_file_with_its_mode(tmp_path: Path) -> None:
    lay_out(tmp_path)
    modes = {
        "/" + str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode)
        for path in tmp_path.rglob("*")
        if path.is_file()
    }
    assert (
        modes.items()
        >= {
            "/etc/systemd/system/table-controller.service": 0o644,
            "/etc/systemd/system/table-display@.service": 0o644,
            "/etc/systemd/system/table-display@floor.service.d/floor.conf": 0o644,
            "/etc/sysusers.d/live-dealer-table.conf": 0o644,
            "/etc/tmpfiles.d/live-dealer-table.conf": 0o644,
            "/etc/udev/rules.d/99-live-dealer-table.rules": 0o644,
            "/etc/live-dealer-table/table.yaml": 0o640,
        }.items()
    )
    assert stat.S_IMODE((tmp_path / "etc/live-dealer-table").stat().st_mode) == 0o750
    assert stat.S_IMODE((tmp_path / "var/lib/live-dealer-table/journal").stat().st_mode) == 0o700


def test_a_second_installation_keeps_the_settings_and_renews_the_units(tmp_path: Path) -> None:
    lay_out(tmp_path)
    table = tmp_path / "etc/live-dealer-table/table.yaml"
    unit = tmp_path / "etc/systemd/system/table-controller.service"
    table.write_text("name: Mine\n", encoding="utf-8")
    unit.write_text("old", encoding="utf-8")
    assert "kept /etc/live-dealer-table/table.yaml\n" in lay_out(tmp_path)
    assert table.read_text(encoding="utf-8") == "name: Mine\n"
    assert unit.read_bytes() == (UNITS / "table-controller.service").read_bytes()


def test_units_and_settings_name_the_same_folders() -> None:
    table = load_table(ROOT / "config/table.yaml")
    controller = (UNITS / "table-controller.service").read_text(encoding="utf-8")
    display = (UNITS / "table-display@.service").read_text(encoding="utf-8")
    assert f"ReadWritePaths={table.sockets}\n" in controller
    assert f"--socket {table.sockets}/%i.sock" in display
    assert f"d {table.sockets} 2750 table-controller table-screens" in (UNITS / "tmpfiles.conf").read_text(
        encoding="utf-8"
    )
    assert table.journal.parent == table.deck_map.parent == Path("/var/lib/live-dealer-table")
    assert "StateDirectory=live-dealer-table\n" in controller


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize(
    ("unit", "program"),
    [
        ("table-controller.service", "table-controller"),
        ("table-display@player.service", "table-display"),
        ("table-display@dealer.service", "table-display"),
    ],
)
def test_systemd_accepts_the_units(tmp_path: Path, unit: str, program: str) -> None:
    # The manager's check looks for the program, which only an installation under /opt would have.
    for name in ("table-controller", "table-display"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    for path in UNITS.glob("*.service"):
        text = path.read_text(encoding="utf-8")
        assert BIN in text
        (tmp_path / path.name).write_text(text.replace(BIN, str(tmp_path)), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit],
        cwd=tmp_path,
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
