"""What is asked of a PN532 and what its replies mean, and the driver above a port that the test writes."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

import pytest

from drivers.base import BACK_OFF, TransportLost
from drivers.iso14443a import Inventory
from drivers.pn532 import ACKNOWLEDGED, REPEATS, TRIES, Pn532Driver
from drivers.pn532chip import Command, look, set_up, targets
from drivers.pn532frame import ACK, NACK, frame
from drivers.reports import ReaderLost, ReaderUp, Report

A, B, C, D = "04A1B2C3D4E580", "04A1B2C3D4E680", "11223344", "04112233445566778899"
FIRMWARE = b"\x32\x01\x06\x07"
NOBODY, SOMEBODY, GARBLED = b"\x01", b"\x00\x44\x00", b"\x06"


def listed(*uids: str, atqa: int | None = None) -> bytes:
    """The reply to a list, as the chip writes it."""
    reply = bytes((len(uids),))
    for number, uid in enumerate(uids, 1):
        octets = bytes.fromhex(uid)
        size = {4: 0x04, 7: 0x44, 10: 0x84}[len(octets)] if atqa is None else atqa
        reply += bytes((number, 0, size, 0, len(octets))) + octets
    return reply


def run(talk: Generator[Command, bytes, Inventory], *replies: tuple[int, bytes]) -> Inventory:
    """Drive a look: replies to lists and bare frames, in order; all other commands succeed."""
    waiting = list(replies)
    command = next(talk)
    try:
        while True:
            answer = b"\0"
            if command.octets[0] in (0x4A, 0x42):
                code, answer = waiting.pop(0)
                assert code == command.octets[0]
            command = talk.send(answer)
    except StopIteration as stop:
        assert not waiting
        found: Inventory = stop.value
        return found


def lists(*uids: str) -> tuple[int, bytes]:
    return 0x4A, listed(*uids)


def asked(answer: bytes) -> tuple[int, bytes]:
    return 0x42, answer


QUIET = (asked(NOBODY), asked(NOBODY))


def test_the_set_up_asks_what_it_is_and_bounds_the_retries() -> None:
    talk = set_up("/dev/x")
    said = [next(talk)]
    with pytest.raises(StopIteration) as end:
        while True:
            said.append(talk.send(FIRMWARE))
    assert end.value.value == "PN532 firmware 1.6"
    assert said[0].wake
    assert [command.octets.hex() for command in said] == [
        "14011401",
        "02",
        "1200",
        "3205ff0101",
        "3202000b06",
    ]


@pytest.mark.parametrize("answer", [b"\x07\x01\x06\x07", b"\x33\x02\x07\x07", b"", b"\x32\x01"])
def test_another_chip_is_not_taken_for_a_pn532(answer: bytes) -> None:
    talk = set_up("/dev/serial/by-path/x")
    next(talk)
    talk.send(b"")
    with pytest.raises(TransportLost, match="the device at /dev/serial/by-path/x says that it is no PN532"):
        talk.send(answer)


@pytest.mark.parametrize("uids", [(), (A,), (A, B), (C, D)])
def test_a_look_ends_when_nobody_is_awake(uids: tuple[str, ...]) -> None:
    assert run(look(), lists(*uids), *QUIET) == Inventory(frozenset(uids))


def test_a_third_card_is_found_in_the_next_round() -> None:
    found = run(look(), lists(A, B), asked(SOMEBODY), lists(C), *QUIET)
    assert found == Inventory(frozenset({A, B, C}))


def test_a_card_that_was_half_selected_answers_the_second_question() -> None:
    found = run(look(), lists(A), asked(NOBODY), asked(GARBLED), lists(), asked(GARBLED))
    assert found == Inventory(frozenset({A}), unresolved=True)


@pytest.mark.parametrize("answer", [SOMEBODY, GARBLED, b"\x02", b"\x05", b"\x45", b""])
def test_whoever_answers_and_is_not_listed_is_unreadable(answer: bytes) -> None:
    assert run(look(), lists(), asked(answer)).unresolved


def test_a_chip_that_wakes_its_released_cards_hides_nothing() -> None:
    found = run(look(), lists(A, B), asked(SOMEBODY), lists(B, A), asked(SOMEBODY))
    assert found == Inventory(frozenset({A, B}))


def test_a_pile_without_end_is_bounded() -> None:
    piles = [lists(f"0411223344556{n}", f"0411223344557{n}") for n in range(3)]
    found = run(look(), *(step for pile in piles for step in (pile, asked(SOMEBODY))))
    assert (len(found.uids), found.unresolved) == (6, True)


def test_an_overheated_chip_is_a_fault_and_no_card() -> None:
    found = run(look(), lists(), asked(b"\x0d"))
    assert found == Inventory(fault="the chip reports error 0x0D")


@pytest.mark.parametrize(
    ("uid", "atqa"),
    [("8804A1B2", 0x04), ("88A1B2C3D4E580", 0x44), (A, 0x04), (D, 0x44), (D, 0x04)],
)
def test_a_number_cut_short_is_refused_and_its_neighbour_is_not(uid: str, atqa: int) -> None:
    cut = listed(uid, atqa=atqa)
    assert targets(cut) == (frozenset(), "a card answers, but its number is cut short")
    both = b"\x02" + cut[1:] + b"\x02" + listed(B)[2:]
    assert targets(both) == (frozenset({B}), "a card answers, but its number is cut short")


def test_a_card_that_says_its_number_goes_on_is_refused() -> None:
    reply = bytearray(listed(C))
    reply[4] = 0x04
    assert targets(bytes(reply))[0] == frozenset()


def test_cards_of_two_sizes_answer_over_each_other() -> None:
    assert targets(listed(C, A, atqa=0x44)) == (frozenset({A, C}), None)


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"\x00\x00",
        b"\x01",
        listed(A)[:-1],
        listed(A) + b"\x00",
        b"\x02" + listed(A)[1:],
        b"\x03" + listed(A, B)[1:] + b"\x03" + listed(C)[2:],
        b"\x01\x02" + listed(A)[2:],
        b"\x01\x01\x00\x44\x00\x08" + bytes(8),
    ],
)
def test_a_list_of_another_form_is_refused_whole(reply: bytes) -> None:
    assert targets(reply) == (frozenset(), "the list of cards has a wrong form")


@dataclass
class Wire:
    """A port that answers each command through `answer`: bytes to send back, by its code and arguments."""

    answer: Callable[[bytes], bytes]
    written: list[bytes] = field(default_factory=list)
    waiting: bytes = b""
    last: bytes = b""
    closed: int = 0

    def read(self) -> bytes:
        waiting, self.waiting = self.waiting, b""
        return waiting

    def write(self, line: bytes) -> None:
        self.written.append(line)
        start = line.find(b"\0\0\xff")
        if line == NACK:
            self.waiting += self.last.removeprefix(ACK)
        elif line != ACK:
            self.last = self.answer(line[start + 6 : -2])
            self.waiting += self.last

    def close(self) -> None:
        self.closed += 1


def reply(command: bytes, uids: tuple[str, ...] = ()) -> bytes:
    """What a healthy chip says."""
    results = {0x02: FIRMWARE, 0x4A: listed(*uids), 0x42: NOBODY, 0x52: b"\0"}.get(command[0], b"")
    return ACK + frame(bytes((0xD5, command[0] + 1)) + results)


def driver_on(answer: Callable[[bytes], bytes]) -> tuple[Pn532Driver, list[Wire]]:
    wires: list[Wire] = []

    def open_port(where: str) -> Wire:
        assert where == "/dev/x"
        wires.append(Wire(answer))
        return wires[-1]

    return Pn532Driver("/dev/x", open_port, "seat 4"), wires


def poll(driver: Pn532Driver, until: float, start: float = 0.0) -> list[Report]:
    steps = round((until - start) / 0.005)
    return [report for step in range(steps) for report in driver.poll(start + step * 0.005)]


def test_the_wake_up_is_byte_for_byte_the_written_one_and_looks_follow() -> None:
    driver, wires = driver_on(reply)
    (up,) = poll(driver, 0.2)
    assert isinstance(up, ReaderUp) and up.at < 0.1
    written = wires[0].written
    assert written[0].hex() == "55550000000000" + "0000ff05fbd4140114010200"
    assert bytes.fromhex("0000FF04FCD44A0200E000") in written
    assert bytes.fromhex("0000FF06FAD43205FF0101F400") in written
    assert driver.sent == sum(map(len, written))
    (health,) = driver.health()
    assert (health.device, health.errors) == ("PN532 firmware 1.6", 0)
    assert health.round_trip == pytest.approx(0.005)


def test_a_silent_port_is_lost_after_bounded_tries_and_opened_again_ever_more_rarely() -> None:
    driver, wires = driver_on(lambda command: b"")
    (lost,) = poll(driver, 20.0)
    assert isinstance(lost, ReaderLost) and lost.reason.startswith("the reader at /dev/x does not answer; ")
    assert lost.at == pytest.approx(TRIES * ACKNOWLEDGED, abs=0.02)
    assert all(wire.closed for wire in wires[:-1])
    assert len(wires) == pytest.approx((20.0 - sum(BACK_OFF)) / (BACK_OFF[-1] + 0.3) + 5, abs=2)
    assert {len(wire.written) for wire in wires[:-1]} == {2 * TRIES - 1}


def test_a_port_that_cannot_be_opened_says_so_once_and_works_when_it_can() -> None:
    healthy, _ = driver_on(reply)
    calls: list[str] = []

    def open_port(where: str) -> Wire:
        calls.append(where)
        if len(calls) < 4:
            raise TransportLost("cannot open the port /dev/x: there is no such device; is it plugged in?")
        return Wire(reply)

    driver = Pn532Driver("/dev/x", open_port, "seat 4")
    lost, up = poll(driver, 3.0)
    assert isinstance(lost, ReaderLost) and "is it plugged in?" in lost.reason
    assert isinstance(up, ReaderUp) and up.at == pytest.approx(sum(BACK_OFF[:3]), abs=0.2)
    assert healthy.health()[0].device == ""


def test_another_chip_is_lost_with_its_name() -> None:
    driver, _ = driver_on(lambda c: reply(c).replace(b"\x32\x01\x06\x07", b"\x33\x01\x06\x06"))
    (lost,) = poll(driver, 0.5)
    assert isinstance(lost, ReaderLost) and "it is no PN532 (chip 0x33)" in lost.reason


def test_a_damaged_reply_is_asked_for_again_and_not_for_ever() -> None:
    def garble(command: bytes) -> bytes:
        whole = reply(command)
        return whole[:-2] + b"\x77\x00" if command[0] == 0x4A else whole

    driver, wires = driver_on(garble)
    (lost,) = poll(driver, 4.0)
    assert isinstance(lost, ReaderLost)
    assert wires[0].written.count(NACK) == TRIES * REPEATS
    assert driver.health()[0].errors >= TRIES * REPEATS


def test_a_late_answer_to_what_was_given_up_is_dropped() -> None:
    late: list[bytes] = []

    def answer(command: bytes) -> bytes:
        if command[0] == 0x4A:
            late.append(reply(command, (C,)))
            return b"" if len(late) == 1 else late[0][len(ACK) :] + reply(command)
        return reply(command)

    driver, _ = driver_on(answer)
    assert [type(report) for report in poll(driver, 2.0)] == [ReaderUp]
    assert len(late) > 10


def test_a_refused_command_is_a_failure() -> None:
    driver, _ = driver_on(lambda c: ACK + frame(b"\x7f") if c[0] == 0x4A else reply(c))
    (lost,) = poll(driver, 1.0)
    assert isinstance(lost, ReaderLost) and lost.reason == "the reader at /dev/x refuses a command"


def test_no_card_number_is_in_any_repr() -> None:
    driver, _ = driver_on(lambda command: reply(command, (A,)))
    reports = poll(driver, 0.5)
    assert len(reports) == 2
    assert A not in repr(reports) + repr(driver.health()) + repr(vars(driver))
