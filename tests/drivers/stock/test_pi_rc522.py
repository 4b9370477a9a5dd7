"""The `pi-rc522` package 2.3.0, unmodified, beside our reader."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from drivers.clock import WallClock
from drivers.emulated import gpio, spidev
from drivers.emulated.mfrc522 import Mfrc522Model
from tests.drivers.stock.antenna import CALL, Antenna

# The package writes ~ where it means not, as `mfrc522` does; Python 3.12 says so.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")

FOUR, OTHER_FOUR = "0A1B2C3D", "021B2C3D"
NTAG, SAME_START, OTHER_START = "04A1B2C3D4E580", "04A1B2C3D4E680", "04A0B2C3D4E680"
KEY = [0xFF] * 6
# BCM number of the header's pin 18, the package's own choice for the interrupt.
IRQ_PIN = 24


def package() -> Any:
    return importlib.import_module("pirc522").RFID()


def selected(antenna: Antenna) -> tuple[Any, list[int]]:
    antenna.uids = {FOUR}
    reader = package()
    reader.request()
    error, octets = reader.anticoll()
    assert not error
    assert reader.select_tag(octets) is False
    return reader, octets


def test_an_empty_poll_costs_two_thousand_transfers(antenna: Antenna) -> None:
    cost, reader = antenna.cost(package)
    assert cost == 11
    assert antenna.cost(reader.read_id) == (2013, None)
    assert antenna.steady()[0] <= 8


@pytest.mark.parametrize(("uid", "transfers"), [(FOUR, 70), (NTAG, 185)])
def test_a_whole_uid_is_read_by_every_second_poll(antenna: Antenna, uid: str, transfers: int) -> None:
    antenna.uids = {uid}
    reader = package()
    polls = [antenna.cost(reader.read_id) for _ in range(4)]
    assert polls == [(transfers, list(bytes.fromhex(uid))), (2013, None)] * 2
    assert reader.read_id(as_number=True) == int(uid, 16)
    assert [antenna.found().uids for _ in range(4)] == [{uid}] * 4
    assert antenna.steady()[0] <= 28


@pytest.mark.parametrize(
    ("uids", "transfers"),
    [
        ({FOUR, OTHER_FOUR}, 63),
        ({NTAG, OTHER_START}, 63),
        ({NTAG, SAME_START}, 178),
        ({FOUR, NTAG}, 24),
    ],
)
def test_stacked_tags_are_no_tag(antenna: Antenna, uids: set[str], transfers: int) -> None:
    antenna.uids = uids
    reader = package()
    assert [antenna.cost(reader.read_id) for _ in range(4)] == [(transfers, None), (2013, None)] * 2
    assert antenna.found().uids == uids


def test_a_classic_is_read_and_written(antenna: Antenna) -> None:
    reader, octets = selected(antenna)
    assert reader.card_auth(reader.auth_a, 8, KEY, octets) is False
    assert reader.write(8, range(16)) is False
    assert reader.read(8) == (False, list(range(16)))
    reader.stop_crypto()
    assert reader.read(8)[0]


def test_a_wrong_key_is_an_error(antenna: Antenna) -> None:
    reader, octets = selected(antenna)
    assert reader.card_auth(reader.auth_b, 8, [0] * 6, octets)
    assert not reader.authed


def test_its_helpers_open_dump_and_change_a_tag(antenna: Antenna, capsys: pytest.CaptureFixture[str]) -> None:
    reader, octets = selected(antenna)
    util = reader.util()
    reader.request()
    reader.request()
    reader.anticoll()
    assert util.set_tag(octets) is False
    util.auth(reader.auth_a, KEY)
    util.rewrite(9, [1, None, 3])
    util.dump(16)
    blocks = capsys.readouterr().out.splitlines()
    assert len(blocks) == 64
    assert str([1, 0, 3] + [0] * 13) in blocks[9]
    assert util.write_trailer(2, key_a=(1, 2, 3, 4, 5, 6)) is False
    util.deauth()
    reader.request()
    reader.request()
    reader.anticoll()
    util.set_tag(octets)
    util.auth(reader.auth_a, [1, 2, 3, 4, 5, 6])
    assert util.do_auth(8) is False


def test_its_halt_halts_nothing(antenna: Antenna) -> None:
    reader, _ = selected(antenna)
    reader.halt()
    # It computes the CRC of HLTA and does not send it; a halted tag would not answer REQA.
    assert reader.request() == (False, 16)


def test_a_chip_that_is_gone_looks_like_no_card(antenna: Antenna) -> None:
    antenna.uids = {FOUR}
    antenna.lead.stuck = 0x00
    assert package().read_id() is None


def test_it_takes_board_numbers_from_everybody(antenna: Antenna) -> None:
    gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="different mode"):
        package()


def test_cleaning_up_takes_every_lamp(antenna: Antenna) -> None:
    reader = package()
    gpio.setup(29, gpio.OUT, initial=gpio.HIGH)
    reader.cleanup()
    assert gpio.level(5) is None
    assert gpio.getmode() is None


class Table:
    """A chip on the wall clock whose IRQ pin leads to the Pi, worked by a thread of its own."""

    def __init__(self, antenna: Antenna) -> None:
        self.uids: set[str] = set()
        self._clock = WallClock()
        self._chip = Mfrc522Model(lambda: self.uids, self._clock, transfer_cost=CALL)
        self._chip.wire_irq(lambda level: gpio.drive(IRQ_PIN, level))
        spidev.attach(0, 0, self._chip)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def close(self) -> None:
        self._done.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._done.wait(0.001):
            self._chip.step(self._clock.now())


@pytest.fixture
def table(antenna: Antenna) -> Iterator[Table]:
    table = Table(antenna)
    yield table
    table.close()


def test_the_interrupt_pin_wakes_whoever_waits_for_a_tag(table: Table) -> None:
    reader = package()
    woken: list[int] = []
    gpio.add_event_callback(18, woken.append)
    table.uids = {FOUR}
    reader.wait_for_tag(timeout=60)
    assert woken
    assert reader.read_id() == list(bytes.fromhex(FOUR))


def test_waiting_ends_in_time_without_a_tag(table: Table) -> None:
    reader = package()
    woken: list[int] = []
    gpio.add_event_callback(18, woken.append)
    reader.wait_for_tag(timeout=0.05)
    assert not woken
