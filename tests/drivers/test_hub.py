"""The hub's driver above a port that the test writes by hand."""

from __future__ import annotations

import pytest

from drivers.base import BadWiring, TransportLost
from drivers.hub import BOOT_TIME, LIGHTS, SILENCE, HubDriver, HubWiring
from drivers.hubline import seal
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, ReaderWeak, Report, TagGone, TagSeen
from tests.drivers.hubnoise import play, resynced

A, B = "04A1B2C3D4E580", "04A1B2C3D4E680"
HELLO = "H 1 1 caps=ant12,btn10,led10 fw=1.0.0 boot=7F3A uid=E6614C311B"
WIRING = HubWiring("E6614C311B", {3: "seat 3", 11: "board"}, {4: "next"}, {4: "seat 3"})


class _Port:
    """A port whose far side is the test."""

    def __init__(self) -> None:
        self.arriving = b"\n"
        self.written: list[str] = []
        self.is_open = True

    def read(self) -> bytes:
        received, self.arriving = self.arriving, b""
        return received

    def write(self, line: bytes) -> None:
        self.written += [text.split("*")[0] for text in line.decode().split("\n") if text]

    def close(self) -> None:
        self.is_open = False


class _Table:
    """A driver whose port the test speaks for; answers every command with OK."""

    def __init__(self, wiring: HubWiring = WIRING) -> None:
        self.ports: list[_Port] = []
        self.openings: list[float] = []
        self.refuse = ""
        self.now = 0.0
        self.driver = HubDriver("/dev/table-hub", self._open, wiring)

    def _open(self) -> _Port:
        self.openings.append(self.now)
        if self.refuse:
            raise TransportLost(self.refuse)
        self.ports.append(_Port())
        return self.ports[-1]

    def say(self, *bodies: str, at: float) -> list[Report]:
        """Let the hub say these, and return what the driver reports at `at`."""
        port = self.ports[-1]
        port.arriving += b"".join(seal(body) for body in bodies)
        answered = [f"< {line.split(' ')[1]} OK" for line in port.written]
        port.arriving += b"".join(seal(body) for body in answered)
        port.written.clear()
        return self.poll(at)

    def poll(self, at: float) -> list[Report]:
        self.now = at
        return list(self.driver.poll(at))

    def asked(self) -> list[str]:
        """The commands of the last poll, without ids."""
        return [line.split(" ", 2)[2] for line in self.ports[-1].written]

    def greet(self, *sets: str) -> list[Report]:
        """Open, introduce the hub, and send its first sets."""
        self.poll(0.0)
        self.say(HELLO, at=0.1)
        return self.say(*(sets or ("S 2 3", "S 3 11")), at=0.2)


def test_readers_come_up_with_their_first_whole_set() -> None:
    table = _Table()
    assert table.poll(0.0) == []
    assert table.asked() == ["HELLO"]
    assert table.say(HELLO, at=0.1) == []
    assert table.asked() == ["SNAP", f"LED 4 {LIGHTS['off']}"]
    assert table.say("T 2 3 + " + A, "S 3 3 " + B, at=0.2) == [
        ReaderUp(0.2, "seat 3"),
        TagSeen(0.2, "seat 3", B),
    ]
    assert table.asked() == []


def test_a_gap_asks_for_the_sets_and_reports_the_difference() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    assert table.say(f"T 5 11 + {B}", at=0.3) == [TagSeen(0.3, "board", B)]
    assert table.asked() == ["SNAP"]
    assert table.driver.gaps == 1
    assert table.say("S 6 3", f"S 7 11 {B}", at=0.4) == []
    assert table.say("K 8 1 900", at=0.95) == [TagGone(0.95, "seat 3", A)]
    assert table.asked() == []


def test_the_numbering_wraps_without_a_gap() -> None:
    table = _Table()
    table.greet("S 65535 3", "S 0 11", "K 1 1 500")
    assert table.driver.gaps == 1


def test_a_tag_that_returns_in_time_was_never_away() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    reports = table.say(f"T 4 3 - {A}", at=0.3) + table.say(f"T 5 3 + {A}", at=0.6)
    assert reports + table.say("K 6 1 900", at=1.5) == []


def test_silence_freezes_the_cards_and_reopens_the_port() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    table.say(f"T 4 3 - {A}", at=0.4)
    assert table.poll(0.4 + SILENCE - 0.01) == [TagGone(0.4 + SILENCE - 0.01, "seat 3", A)]
    lost = table.poll(0.4 + SILENCE)
    reason = "the hub at /dev/table-hub has been silent for 1.5 s"
    assert lost == [ReaderLost(1.9, "seat 3", reason), ReaderLost(1.9, "board", reason)]
    assert not table.ports[-1].is_open
    assert table.poll(2.0) == []
    assert len(table.ports) == 1
    assert table.poll(2.2) == []
    assert table.asked() == ["HELLO"]


def test_a_card_that_was_leaving_when_the_hub_was_lost_stays_until_its_set_says_so() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    table.say("K 4 1 500", at=1.0)
    table.say(f"T 5 3 - {A}", at=2.4)
    table.refuse = "lost the port"
    table.ports[-1].read = lambda: table._open().read()  # type: ignore[method-assign]
    assert {type(report) for report in table.poll(2.5)} == {ReaderLost}
    table.refuse = ""
    assert table.poll(3.5) == []
    table.say(HELLO, at=3.6)
    assert table.say("S 2 3", "S 3 11", at=3.7) == [ReaderUp(3.7, "seat 3"), ReaderUp(3.7, "board")]
    assert table.say("K 4 1 500", at=4.2) == [TagGone(4.2, "seat 3", A)]


def test_a_hub_that_does_not_answer_is_lost_after_its_time_to_boot() -> None:
    table = _Table()
    table.poll(0.0)
    assert table.poll(BOOT_TIME - 0.1) == []
    assert table.ports[-1].written.count("> 1 HELLO") == 2
    (lost, _) = table.poll(BOOT_TIME)
    assert lost == ReaderLost(BOOT_TIME, "seat 3", "the hub at /dev/table-hub does not answer")


def test_a_port_that_cannot_be_opened_is_reported_once_and_tried_with_back_off() -> None:
    table = _Table()
    table.refuse = "cannot open the port /dev/table-hub: there is no such device"
    reports = [report for tick in range(500) for report in table.poll(tick / 50)]
    assert reports == [ReaderLost(0.0, name, table.refuse) for name in ("seat 3", "board")]
    assert table.openings == pytest.approx([0, 0.2, 0.6, 1.4, 3.0, 5.0, 7.0, 9.0], abs=0.021)


@pytest.mark.parametrize(
    ("hello", "sentence"),
    [
        (
            HELLO.replace("E6614C311B", "AA"),
            "the hub at /dev/table-hub is AA, not E6614C311B; were two hubs swapped?",
        ),
        (
            HELLO.replace("ant12", "ant8"),
            "the hub at /dev/table-hub has 8 antennas, but board is wired to 11",
        ),
        (
            HELLO.replace("H 1 1", "H 1 2"),
            "the hub at /dev/table-hub speaks protocol 2, but this program 1; "
            "flash the firmware that belongs to this program",
        ),
        (HELLO.replace("led10", "led2"), "the hub at /dev/table-hub has 2 lamps, but seat 3 is wired to 4"),
    ],
)
def test_another_hub_is_refused_with_a_sentence(hello: str, sentence: str) -> None:
    table = _Table()
    table.poll(0.0)
    assert table.say(hello, at=0.1) == [ReaderLost(0.1, name, sentence) for name in ("seat 3", "board")]


def test_an_antenna_that_cannot_tell_its_cards_is_lost_until_its_next_set() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    assert table.say("K 4 1 500 fault=3:unreadable", at=0.5) == [
        ReaderLost(0.5, "seat 3", "two or more cards, unreadable")
    ]
    assert table.say(f"T 5 3 - {A}", "S 6 3", at=0.6) == []
    assert table.say("K 7 2 1000", at=1.2) == []
    assert table.asked() == ["SNAP"]
    assert table.say(f"S 8 3 {A} {B}", "S 9 11", at=1.3) == [
        ReaderUp(1.3, "seat 3"),
        TagSeen(1.3, "seat 3", B),
    ]


def test_a_weak_antenna_goes_on_telling_its_cards() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    assert table.say("K 4 1 500 fault=3:weak", at=0.5) == [ReaderWeak(0.5, "seat 3", True)]
    assert table.say("K 5 2 1000 fault=3:weak,9:weak", at=1.0) == []
    assert table.say(f"T 6 3 + {B}", f"S 7 3 {A} {B}", at=1.1) == [TagSeen(1.1, "seat 3", B)]
    assert table.say("K 8 3 1500", at=1.5) == [ReaderWeak(1.5, "seat 3", False)]
    assert table.asked() == []


def test_a_weak_antenna_may_be_lost_too() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    table.say("K 4 1 500 fault=3:weak", at=0.5)
    assert table.say("K 5 2 600 fault=3:dead", at=0.6) == [
        ReaderWeak(0.6, "seat 3", False),
        ReaderLost(0.6, "seat 3", "the antenna does not answer the hub"),
    ]


def test_a_word_that_this_program_does_not_know_freezes_the_reader() -> None:
    table = _Table()
    table.greet(f"S 2 3 {A}", "S 3 11")
    assert table.say("K 4 1 500 fault=3:overheated", at=0.5) == [
        ReaderLost(0.5, "seat 3", "the hub reports: overheated")
    ]
    assert table.say("S 5 3", at=0.6) == []


def test_the_hub_says_how_it_does() -> None:
    table = _Table()
    assert [reader.device for reader in table.driver.health()] == ["", ""]
    table.greet()
    table.ports[-1].arriving += b"T 17 3 + 04A1B2C3D4E580*D182\n"
    table.say("K 5 3 1000 rx=0 err=0 seen=198 miss=2", at=0.2)
    table.poll(0.3)
    seat, board = table.driver.health()
    assert (seat.reader, board.reader) == ("seat 3", "board")
    assert seat.device == "hub fw 1.0.0, 12 antennas"
    assert seat.round_trip == pytest.approx(0.1)
    assert seat.errors == board.errors == 1
    assert (seat.seen, seat.missed) == (198, 2)


def test_a_reboot_behind_a_lost_hello_is_noticed_by_the_uptime() -> None:
    table = _Table()
    table.greet()
    table.say("K 4 1 5000", at=0.5)
    table.say("K 5 1 40", at=0.6)
    assert table.asked() == ["HELLO"]
    table.say(HELLO.replace("7F3A", "0001"), at=0.7)
    assert table.asked() == ["SNAP", f"LED 4 {LIGHTS['off']}"]


def test_a_press_whose_first_line_was_lost_is_reported_with_its_release() -> None:
    table = _Table()
    table.greet()
    assert table.say("B 5 4 0 183", at=0.5) == [KeyDown(0.5, "next"), KeyUp(0.5, "next", 0.183)]
    assert table.say("B 6 4 1 9000", at=0.6) == [KeyDown(0.6, "next")]
    assert table.say("B 7 4 0 2100", at=2.0) == [KeyUp(2.0, "next", 2.1)]


def test_a_key_that_was_down_before_the_hub_introduced_itself_is_no_press() -> None:
    table = _Table()
    table.greet()
    assert table.say("B 4 4 0 800", at=0.5) == []


def test_what_is_not_wired_is_ignored() -> None:
    table = _Table()
    table.greet()
    assert table.say(f"T 4 7 + {A}", f"S 5 8 {A}", "B 6 1 1 5", "K 7 1 50 fault=9:dead", at=0.5) == []


def test_only_changed_lamps_are_sent_and_an_unanswered_one_again() -> None:
    table = _Table(HubWiring("E6614C311B", {3: "seat 3"}, lamps={n: f"seat {n}" for n in range(1, 9)}))
    table.poll(0.0)
    table.say(HELLO, at=0.1)
    table.say("S 2 3", at=0.2)
    table.say("K 3 1 50", at=0.3)
    table.say("K 4 1 50", at=0.35)
    table.driver.show({"seat 4": "act", "elsewhere": "on"})
    table.poll(0.4)
    assert table.ports[-1].written == ["> 11 LED 4 FF8000 blink=500"]
    table.driver.show({"seat 4": "stop"})
    table.poll(0.56)
    assert table.ports[-1].written == ["> 11 LED 4 FF8000 blink=500"] * 2
    table.say("K 5 1 50", at=0.6)
    assert table.asked() == ["LED 4 FF0000 blink=250"]
    table.say("K 6 1 50", at=0.7)
    assert table.asked() == []


def test_a_lamp_cannot_show_an_unknown_word() -> None:
    with pytest.raises(BadWiring, match="lamp seat 3 cannot show 'green'; it can show stop, deal"):
        _Table().driver.show({"seat 3": "green"})


def test_no_two_lamp_values_look_alike() -> None:
    assert len(set(LIGHTS.values())) == len(LIGHTS)


def test_two_antennas_cannot_have_one_name() -> None:
    with pytest.raises(BadWiring, match="antennas 1 and 2 are both called 'seat 1'"):
        HubWiring("E6614C311B", {1: "seat 1", 2: "seat 1"})


@pytest.mark.parametrize("seed", [1, 2])
def test_over_a_bad_cable_every_gap_becomes_a_resync_and_no_card_is_lost_or_invented(seed: int) -> None:
    cable = play(seed, 3000)
    assert cable.resting == cable.lying()
    assert len(cable.gaps) > 50
    assert resynced(cable)
