"""The vendor's own client, unmodified, on the emulated readers: what it expects is what they do."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pepper_c1 import CommandError, PepperC1, PollingEventFormat, TCPTransport, UARTTransport
from pepper_c1.cli import read_uid_main
from pepper_c1.transport import Transport

from drivers.clock import WallClock
from drivers.emulated.felt import Felt
from drivers.emulated.pepper import PepperDevice
from drivers.emulated.tcpplug import free_port
from drivers.tcpport import address
from tests.drivers.feltrig import tag
from tests.drivers.pepperrig import MUX, SINGLE

ICODE = "E004015012345678"


@contextmanager
def _running(device: PepperDevice) -> Iterator[PepperDevice]:
    device.start(WallClock(), interval=0.001)
    try:
        while not device.plug.is_in:
            time.sleep(0.001)
        yield device
    finally:
        device.stop()


def _over_uart(where: str) -> Transport:
    return UARTTransport(where, timeout=0.01)


def _over_tcp(where: str) -> Transport:
    return TCPTransport(*address(where))


@pytest.mark.parametrize("connect", [_over_uart, _over_tcp])
def test_the_vendors_client_reads_all_antennas(tmp_path: Path, connect: Callable[[str], Transport]) -> None:
    where = free_port() if connect is _over_tcp else str(tmp_path / "pepper")
    felt = Felt(WallClock())
    felt.place(tag(1), "seat 1")
    felt.place("A1B2C3D4", "board")
    felt.place(ICODE, "board")
    with _running(PepperDevice(felt, where, MUX)), PepperC1(connect(where)) as client:
        assert client.get_version() == "2.60"
        assert client.get_device_name() == "pepper"
        found = {}
        for antenna in range(1, 9):
            client.set_active_antenna(antenna)
            count = client.get_tag_count()
            found[antenna] = [client.get_uid(index).hex().upper() for index in range(count)]
            client.halt()
        assert found == {number: [] for number in range(2, 8)} | {
            1: ["0100" + tag(1)],
            8: ["0408A1B2C3D4", "2400" + ICODE],
        }
        client.get_tag_count()
        client.activate_tag(1)
        with pytest.raises(CommandError, match="0x03 failed"):
            client.get_uid(2)
        with pytest.raises(CommandError, match="0x20 failed"):
            client.mf_read_block(0)


def test_the_vendors_client_hears_events(tmp_path: Path) -> None:
    where = str(tmp_path / "pepper")
    felt = Felt(WallClock())
    felt.place(tag(7), "shoe")
    with _running(PepperDevice(felt, where, SINGLE)), PepperC1(_over_uart(where)) as client:
        client.polling_setup_timeout(20)
        client.polling_setup_async(known=False, frame_format=PollingEventFormat.BINARY)
        client.set_polling(True)
        while not client.async_events:
            # The client drops what comes in one piece with an answer; an event must be there before it.
            time.sleep(0.05)
            client.get_version()
        client.set_polling(False)
        assert client.async_events[0].hex().upper() == "000100" + tag(7)
        client.reboot()
        client._timeout = 0.05
        with pytest.raises(TimeoutError):
            client.get_version()


def test_the_vendors_command_lists_the_tags(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where = str(tmp_path / "pepper")
    felt = Felt(WallClock())
    felt.place(tag(7), "shoe")
    felt.place(ICODE, "shoe")
    with _running(PepperDevice(felt, where, SINGLE)):
        monkeypatch.setattr(sys, "argv", ["c1-read-uid", "uart", where])
        read_uid_main()
    words = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert words == [
        ["Firmware", ":", "2.60"],
        ["Tags", "found:", "2"],
        ["[0]", "MIFARE", "Ultralight", "UID:", tag(7).lower()],
        ["[1]", "ICODE", "SLIX", "UID:", ICODE.lower()],
    ]
