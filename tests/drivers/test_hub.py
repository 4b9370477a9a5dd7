"""The hub's line protocol without a port, and the driver above a port that the test writes by hand."""

from __future__ import annotations

import random

import pytest

from drivers.base import BadWiring, TransportLost
from drivers.hub import BOOT_TIME, LIGHTS, SILENCE, HubDriver, HubWiring
from drivers.hubline import (
    LONGEST,
    Button,
    Command,
    Heartbeat,
    Hello,
    LineReader,
    Outbox,
    Reply,
    SetParts,
    TagEdge,
    TagSet,
    command,
    message,
    seal,
)
from drivers.reports import KeyDown, KeyUp, ReaderLost, ReaderUp, Report, TagGone, TagSeen

A, B = "04A1B2C3D4E580", "04A1B2C3D4E680"
HELLO = "H 1 1 caps=ant12,btn10,led10 fw=1.0.0 boot=7F3A uid=E6614C311B"
WIRING = HubWiring("E6614C311B", {3: "seat 3", 11: "board"}, {4: "next"}, {4: "seat 3"})


def test_the_written_examples_of_the_protocol() -> None:
    lines = (
        b"H 1 1 caps=ant12,btn10,led10 fw=1.0.0 boot=7F3A uid=E6614C311B*FF93\n"
        b"T 17 3 + 04A1B2C3D4E580*D181\n"
        b"S 19 3 04A1B2C3D4E580 04A1B2C3D4E680*0F5B\n"
        b"B 20 4 1 183*4D79\n"
        b"K 21 3 51234 rx=0 err=0*3F33\n"
        b"< 5 OK*D0FC\n"
    )
    reader = LineReader(mid_line=False)
    assert [message(body) for body in reader.feed(lines)] == [
        Hello(1, 12, 10, 10, "7F3A", "E6614C311B"),
        TagEdge(17, 3, True, A),
        TagSet(19, 3, False, False, frozenset({A, B})),
        Button(20, 4, True, 183),
        Heartbeat(21, 51234, {}),
        Reply(5, True),
    ]
    assert reader.rejected == 0
    assert seal("> 5 LED 4 FF8000 blink=500") == b"> 5 LED 4 FF8000 blink=500*F690\n"
    assert command("> 5 LED 4 FF8000 blink=500") == Command(5, ("LED", "4", "FF8000", "blink=500"))


def test_a_heartbeat_names_faulty_antennas() -> None:
    beat = message("K 7 1 500 rx=0 fault=3:unreadable,7:dead err=2")
    assert beat == Heartbeat(7, 500, {3: "unreadable", 7: "dead"})


@pytest.mark.parametrize(
    "body",
    [
        "T 17 3 + 04A1B2C3D4E5",
        "T 17 3 ? 04A1B2C3D4E580",
        "T 17 3 + 04a1b2c3d4e580",
        "T 17  3 + 04A1B2C3D4E580",
        "T 65536 3 + 04A1B2C3D4E580",
        "S 19 3 04A1B2C3D4E580 ",
        "B 20 4 2 183",
        "K 21 3 51234 fault=3",
        "K 21 3 51234 fault=unreadable:3",
        "H 1 2 caps=ant12,btn10,led10 fw=1.0.0 boot=7F3A uid=E6614C311B",
        "X 1",
        "T",
    ],
)
def test_a_line_of_another_form_is_no_message(body: str) -> None:
    assert message(body) is None


def test_a_line_with_a_wrong_checksum_or_without_one_is_dropped() -> None:
    reader = LineReader(mid_line=False)
    assert reader.feed(b"T 17 3 + 04A1B2C3D4E580*D182\nT 17 3 + 04A1B2C3D4E580\n\n< 5 OK*D0FC\n") == (
        "< 5 OK",
    )
    assert reader.rejected == 2


def test_the_first_partial_line_is_discarded_and_pieces_are_joined() -> None:
    reader = LineReader()
    stream = b"4E580*D181\n" + seal("< 5 OK") + seal("B 20 4 1 183")
    bodies = [body for byte in stream for body in reader.feed(bytes([byte]))]
    assert bodies == ["< 5 OK", "B 20 4 1 183"]
    assert reader.rejected == 0


def test_a_stream_without_newline_is_not_kept() -> None:
    reader = LineReader(mid_line=False)
    for _ in range(100):
        assert reader.feed(b"x" * 100) == ()
    assert reader.feed(b"\n" + seal("< 5 OK")) == ("< 5 OK",)
    assert reader.rejected == 1


def test_a_line_too_long_is_refused_on_both_sides() -> None:
    with pytest.raises(ValueError, match="at most 256 bytes"):
        seal("x" * LONGEST)
    longest = seal("x" * (LONGEST - 6))
    assert len(LineReader(mid_line=False).feed(longest)) == 1
    assert LineReader(mid_line=False).feed(b"x" + longest) == ()


def _random_body(rng: random.Random, seq: int) -> str:
    uids = [f"{rng.getrandbits(56):014X}" for _ in range(rng.randrange(4))]
    return rng.choice(
        [
            f"T {seq} {rng.randrange(1, 17)} {rng.choice('+-')} {rng.getrandbits(56):014X}",
            f"S {seq} {rng.randrange(1, 17)} {' '.join(uids)}".rstrip(),
            f"B {seq} {rng.randrange(1, 9)} {rng.randrange(2)} {rng.randrange(5000)}",
            f"K {seq} 3 {rng.randrange(10**6)} rx=0 err=0",
        ]
    )


def _damage(rng: random.Random, line: bytes) -> bytes:
    match rng.randrange(4):
        case 0:
            bit = rng.randrange(len(line) * 8)
            return bytes(b ^ (1 << bit % 8) if i == bit // 8 else b for i, b in enumerate(line))
        case 1:
            return line[: rng.randrange(len(line))]
        case 2:
            return rng.randbytes(rng.randrange(1, 60)) + line
        case _:
            start = rng.randrange(len(line))
            return line[:start] + rng.randbytes(rng.randrange(1, 20)) + line[start + 5 :]


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzz_nothing_is_accepted_that_was_never_sent(seed: int) -> None:
    rng = random.Random(seed)
    reader = LineReader(mid_line=False)
    sent: set[str] = set()
    accepted: list[str] = []
    damaged = 0
    for seq in range(20_000):
        body = _random_body(rng, seq)
        sent.add(body)
        line = seal(body)
        if rng.random() < 0.04:
            damaged += 1
            line = _damage(rng, line)
        accepted += reader.feed(line)
    assert set(accepted) <= sent
    assert len(accepted) == len(set(accepted))
    assert 20_000 - 2 * damaged <= len(accepted) < 20_000
    assert all(message(body) for body in accepted)
    assert reader.rejected > 0


def test_a_set_with_a_missing_line_is_never_whole() -> None:
    parts = SetParts()
    first = TagSet(1, 13, False, True, frozenset({"A"}))
    middle = TagSet(2, 13, True, True, frozenset({"B"}))
    last = TagSet(3, 13, True, False, frozenset({"C"}))
    assert [parts.add(part) for part in (first, middle, last)] == [None, None, {"A", "B", "C"}]
    assert [parts.add(part) for part in (first, last)] == [None, None]
    assert [parts.add(part) for part in (middle, last)] == [None, None]
    assert parts.add(TagSet(4, 12, False, False, frozenset())) == frozenset()


def test_a_command_is_sent_three_times_under_one_id_then_given_up() -> None:
    outbox = Outbox()
    line = outbox.send(0.0, "SNAP")
    assert outbox.awaits("SNAP")
    assert outbox.repeats(0.1) == ([], [])
    assert outbox.repeats(0.15) == ([line], [])
    assert outbox.repeats(0.30) == ([line], [])
    assert outbox.repeats(0.45) == ([], ["SNAP"])
    assert outbox.answered(1) == ""
    assert outbox.send(1.0, "SNAP").startswith(b"> 2 ")
    assert outbox.answered(2) == "SNAP"


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


def test_uids_are_in_no_repr() -> None:
    shown = repr([TagEdge(1, 3, True, A), TagSet(1, 3, False, False, frozenset({A}))])
    assert A not in shown
