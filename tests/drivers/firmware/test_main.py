"""The firmware's `main.py` on the pins of a Pico: in CPython, and in MicroPython where that is installed."""

from __future__ import annotations

import contextlib
import importlib
import os
import pty
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from drivers.clock import WallClock
from drivers.emulated.felt import Felt
from drivers.emulated.mfrc522 import Mfrc522Model
from drivers.hub import LIGHTS, HubDriver, HubWiring
from drivers.hub_firmware import board
from drivers.hubline import Heartbeat, Hello, LineReader, Reply, message, seal
from drivers.reports import KeyDown, ReaderLost, ReaderUp, Report, TagSeen
from drivers.serialport import SerialPort
from tests.drivers.feltrig import tag
from tests.drivers.firmware.interpreter import FIRMWARE, MICROPYTHON, PICO, needs_micropython
from tests.drivers.hubrig import UID

WIRING = HubWiring(
    uid=UID,
    antennas={number: f"seat {number}" for number in range(1, len(board.SELECTS) + 1)},
    keys={2: "next"},
    lamps={3: "seat 3"},
)


class Table:
    """Chips behind the select pins, keys and the chain of lamps; a chip without a number here is missing."""

    def __init__(self, missing: int) -> None:
        self.felt = Felt(WallClock())
        self.colours = b""
        self.rounds = 0
        self.chips = {
            pin: Mfrc522Model(self._field(f"seat {number}"), WallClock())
            for number, pin in enumerate(board.SELECTS, 1)
            if number != missing
        }

    def _field(self, name: str) -> Any:
        return lambda: self.felt.contents(name)

    def transfer(self, pin: int, sent: bytes) -> bytes:
        chip = self.chips.get(pin)
        return bytes(chip.transfer(list(sent), 4_000_000)) if chip else bytes(len(sent))

    def level(self, pin: int) -> int:
        return 0 if self.felt.is_down(f"pin {pin}") else 1

    def shine(self, colours: bytes) -> None:
        self.colours = colours

    def fed(self) -> None:
        self.rounds += 1
        if self.rounds == 50:
            raise _Stop


class _Stop(Exception):
    pass


def _prompt() -> ModuleType:
    module = ModuleType("micropython")
    module.kbd_intr = lambda octet: None  # type: ignore[attr-defined]
    return module


@pytest.fixture
def firmware(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """`main` and the `machine` under it, on CPython."""
    monkeypatch.syspath_prepend(str(PICO))
    monkeypatch.syspath_prepend(str(FIRMWARE.parent))
    clock = ModuleType("time")
    vars(clock).update(
        sleep_us=lambda us: time.sleep(us / 1e6),
        sleep_ms=lambda ms: None,
        ticks_ms=lambda: int(time.monotonic() * 1000) & 0x3FFFFFFF,
        ticks_diff=lambda a, b: (a - b) & 0x3FFFFFFF,
    )
    with monkeypatch.context() as there:
        for name, module in (("micropython", _prompt()), ("time", clock)):
            there.setitem(sys.modules, name, module)
        main: Any = importlib.import_module("hub_firmware.main")
    near, far = pty.openpty()
    tty.setraw(far)
    with os.fdopen(near, "r+b", buffering=0) as port:
        stream = SimpleNamespace(buffer=port, fileno=port.fileno)
        main.sys = SimpleNamespace(stdin=stream, stdout=stream)
        yield SimpleNamespace(main=main, machine=importlib.import_module("machine"), host=far)
    os.close(far)
    for name in [
        name for name in sys.modules if name.split(".")[0] in ("hub_firmware", "machine", "neopixel")
    ]:
        del sys.modules[name]


def test_every_pin_of_the_board_has_one_use() -> None:
    pins = [board.SCK, board.MOSI, board.MISO, board.RESET, board.LAMP_PIN]
    pins += [*board.SELECTS, *board.KEYS, *board.UART_PINS]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= {*range(23), 26, 27, 28}


def test_the_first_key_held_at_power_up_leaves_the_prompt(firmware: SimpleNamespace) -> None:
    table = Table(missing=0)
    table.felt.hold(f"pin {board.KEYS[0]}")
    firmware.machine.far = table
    firmware.main.run()


def test_lamps_keys_and_chips_are_where_the_board_says(firmware: SimpleNamespace) -> None:
    table = Table(missing=2)
    table.felt.place(tag(1), "seat 1")
    firmware.machine.far = table
    pico = firmware.main.Pico()
    found = []
    for antenna in pico.antennas[:3]:
        antenna.begin()
        while antenna.more():
            pass
        found.append((antenna.uids, antenna.trouble))
    assert found == [({tag(1)}, ""), (set(), "dead"), (set(), "")]
    table.felt.hold(f"pin {board.KEYS[1]}")
    assert [pico.is_down(key) for key in (1, 2, 3)] == [False, True, False]
    pico.shine([0, 0, 0xFF8001] + [0] * (board.LAMPS - 3))
    assert table.colours[:12] == bytes((0, 0, 0, 0, 0, 0, 0xFF, 0x80, 0x01, 0, 0, 0))


def test_it_introduces_itself_and_obeys_on_its_usb_port(firmware: SimpleNamespace) -> None:
    firmware.machine.far = table = Table(missing=2)
    os.write(firmware.host, seal("> 7 LED 1 010203"))
    with pytest.raises(_Stop):
        firmware.main.run()
    bodies = LineReader(mid_line=False).feed(os.read(firmware.host, 4096))
    hello, beat, *rest = [message(body) for body in bodies]
    assert isinstance(hello, Hello)
    assert (hello.uid, hello.antennas) == (UID, len(board.SELECTS))
    assert isinstance(beat, Heartbeat)
    assert beat.faults == {2: "dead"}
    assert Reply(7, True) in rest
    assert table.colours[:6] == bytes((1, 2, 3, 0, 0, 0))


def test_over_rs_485_it_says_the_same(firmware: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware.main.board, "UART", 0)
    firmware.machine.far = Table(missing=2)
    pico = firmware.main.Pico()
    uart = firmware.machine.UART.last
    assert pico.read() == b""
    uart.arrived = b"> 1"
    assert pico.read() == b"> 1"
    assert [pico.write(b"x" * 150) for _ in range(5)] == [64, 64, 64, 8, 0]


class Micropython:
    """The interpreter as a Pico on a table: its pins through two pipes, its USB port a pseudo-terminal."""

    def __init__(self, folder: Path, table: Table) -> None:
        assert MICROPYTHON is not None
        self._table = table
        pipes = [folder / "requests", folder / "answers"]
        for pipe in pipes:
            os.mkfifo(pipe)
        # The interpreter is the far side: it has the master as its standard input and output.
        master, self._port = pty.openpty()
        tty.setraw(self._port)
        self.path = os.ttyname(self._port)
        self._process = subprocess.Popen(
            [MICROPYTHON, str(PICO / "start.py"), str(FIRMWARE.parent), str(PICO), *map(str, pipes)],
            stdin=master,
            stdout=master,
            stderr=subprocess.PIPE,
        )
        os.close(master)
        self._pins = threading.Thread(target=self._serve, args=pipes, daemon=True)
        self._pins.start()

    def _serve(self, requests: Path, answers: Path) -> None:
        # The interpreter may end in the middle of a frame.
        broken = contextlib.suppress(BrokenPipeError)
        with broken, requests.open("rb") as asked, answers.open("wb", buffering=0) as told:
            while head := asked.read(3):
                what, pin, count = head[:1], head[1], head[2]
                sent = asked.read(count)
                if what == b"T":
                    told.write(self._table.transfer(pin, sent))
                elif what == b"L":
                    told.write(bytes((self._table.level(pin),)))
                else:
                    self._table.shine(sent)

    def stop(self) -> str:
        """End it; return what it had to say."""
        self._process.kill()
        _, said = self._process.communicate()
        self._pins.join(timeout=5)
        os.close(self._port)
        return str(said.decode())


@needs_micropython
def test_on_micropython_the_real_driver_sees_cards_keys_and_a_dead_antenna(tmp_path: Path) -> None:
    table = Table(missing=2)
    table.felt.place(tag(1), "seat 1")
    pico = Micropython(tmp_path, table)
    driver = HubDriver(pico.path, lambda: SerialPort(pico.path), WIRING)
    driver.show({"seat 3": "deal"})
    clock = WallClock()
    reports: list[Report] = []
    give_up = clock.now() + 60
    light = bytes.fromhex(LIGHTS["deal"])

    def is_done() -> bool:
        kinds = {type(report) for report in reports}
        return {ReaderUp, ReaderLost, TagSeen, KeyDown} <= kinds and table.colours[6:9] == light

    while not is_done() and clock.now() < give_up:
        reports += driver.poll(clock.now())
        if any(isinstance(report, TagSeen) for report in reports):
            table.felt.hold(f"pin {board.KEYS[1]}")
        clock.sleep(0.005)
    driver.close()
    said = pico.stop()
    assert is_done(), said
    assert {r.uid for r in reports if isinstance(r, TagSeen)} == {tag(1)}
    assert {r.reader for r in reports if isinstance(r, ReaderLost)} == {"seat 2"}
    assert {r.key for r in reports if isinstance(r, KeyDown)} == {"next"}
    assert driver.rejected == 0
