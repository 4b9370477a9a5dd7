"""The Pepper C1 driver above a port that the test speaks for: what it asks, and what goes wrong."""

from __future__ import annotations

import pytest

from drivers.base import BadWiring
from drivers.pepper import PATIENCE, SILENCE, STALL, PepperAntenna, PepperDriver
from drivers.pepperframe import Command, acknowledge, announce, refuse, request
from drivers.pepperlook import DISCOVERY_TIME, REPLY_TIME
from drivers.reports import ReaderLost, ReaderUp, Report, TagGone, TagSeen
from tests.drivers.pepperline import TICK, WHERE, Line, ScriptedPort

A, B = "04A1B2C3D4E580", "04A1B2C3D4E680"


SEAT = PepperAntenna("seat 3")


def test_a_look_is_one_command_at_a_time() -> None:
    line = Line(PepperAntenna("seat 3", antenna=3))
    line.lying[None, 3] = [A, B]
    asked: list[bytes] = []
    for _ in range(9):
        line.poll(b"".join(line.answers()))
        assert len(line.port.asked) == 1
        asked += line.port.asked
    # The version, no polling; antenna 3, how many, each of them, field off; and again the antenna.
    assert " ".join(payload.hex() for payload in asked) == "0b 0600 0f03 02 0300 0301 05 0f03 02"


def test_cards_come_and_go_and_the_reader_says_what_it_is() -> None:
    line = Line(SEAT)
    line.lying[None, None] = [A]
    reports = line.run(1.0)
    assert [type(r) for r in reports] == [ReaderUp, TagSeen]
    line.lying[None, None] = [B]
    moved = line.run(2.0)
    assert [(type(r), r.uid) for r in moved if isinstance(r, TagSeen | TagGone)] == [
        (TagSeen, B),
        (TagGone, A),
    ]
    (health,) = line.driver.health()
    assert (health.reader, health.device, health.errors) == ("seat 3", "Pepper C1 version 2.60", 0)
    assert health.round_trip == pytest.approx(TICK)


def test_bytes_may_come_one_by_one() -> None:
    line = Line(SEAT)
    line.lying[None, None] = [A]
    line.tick = 0.001
    seen: list[Report] = line.poll()
    for _ in range(40):
        for byte in b"".join(line.answers()):
            seen += line.poll(bytes([byte]))
    assert [type(r) for r in seen] == [ReaderUp, TagSeen]
    assert line.driver.rejected == 0


@pytest.mark.parametrize(
    "stray",
    [
        request(Command.GET_TAG_COUNT),
        acknowledge(Command.GET_UID, bytes.fromhex("0100" + B)),
        refuse(Command.GET_UID, 1),
        acknowledge(Command.SET_ACTIVE_ANTENNA),
    ],
)
def test_an_echo_or_an_answer_to_another_command_answers_nothing(stray: bytes) -> None:
    line = Line(SEAT)
    line.until(Command.GET_TAG_COUNT)
    line.poll(stray)
    assert line.asked() is Command.GET_TAG_COUNT
    assert line.driver.strays == 1
    assert [type(r) for r in line.run(0.5)] == [ReaderUp]


def test_an_answer_of_another_unit_answers_nothing() -> None:
    line = Line(PepperAntenna("seat 1", unit=1), PepperAntenna("seat 2", unit=2))
    line.lying[2, None] = [A]
    line.poll()
    assert line.port.asked == [bytes([1, Command.GET_VERSION])]
    line.poll(acknowledge(Command.GET_VERSION, b"2.60\0", 2) + acknowledge(Command.GET_VERSION, b"2.60\0"))
    assert len(line.port.asked) == 1
    assert line.driver.strays == 2
    seen = [r for r in line.run(2.0) if isinstance(r, TagSeen)]
    assert [(r.reader, r.uid) for r in seen] == [("seat 2", A)]


def test_a_late_answer_is_never_taken_for_another_antennas() -> None:
    line = Line(PepperAntenna("seat 1", antenna=1), PepperAntenna("seat 2", antenna=2))
    line.lying[None, 1] = [A]
    line.until(Command.GET_TAG_COUNT)
    late = line.answers()[0]
    while not line.port.asked:
        line.poll()
    # After the silence the version comes first; all that is late comes before its answer.
    assert line.asked() is Command.GET_VERSION
    line.poll(late)
    assert line.asked() is Command.GET_VERSION
    reports = line.run(2.0)
    assert [(r.reader, r.uid) for r in reports if isinstance(r, TagSeen)] == [("seat 1", A)]
    assert not any(isinstance(r, ReaderLost) for r in reports)


def test_a_search_may_take_longer_than_other_commands() -> None:
    line = Line(SEAT)
    line.until(Command.GET_TAG_COUNT)
    began = line.now
    while line.asked() is Command.GET_TAG_COUNT:
        line.poll()
    assert line.now - began == pytest.approx(DISCOVERY_TIME)
    began = line.now
    line.port.asked.clear()
    while not line.port.asked:
        line.poll()
    assert line.now - began == pytest.approx(REPLY_TIME)


def test_a_command_that_arrived_damaged_is_given_up_at_once() -> None:
    line = Line(SEAT)
    line.until(Command.GET_TAG_COUNT)
    line.poll(refuse(0xFF, 2))
    assert line.asked() is Command.GET_VERSION
    assert line.driver.health()[0].errors == 1


def test_a_silent_reader_is_lost_with_a_sentence_and_its_cards_stay() -> None:
    line = Line(SEAT)
    line.lying[None, None] = [A]
    line.run(1.0)
    line.silent.add(None)
    lost = line.run(6.0)
    assert [(type(r), getattr(r, "reason", "")) for r in lost] == [
        (ReaderLost, f"the Pepper C1 at {WHERE} does not answer")
    ]
    assert not line.ports[0].is_open
    assert len(line.ports) > 2
    line.silent.clear()
    assert [type(r) for r in line.run(4.0)] == [ReaderUp]


def test_a_silent_unit_hardly_slows_the_others() -> None:
    antennas = [PepperAntenna(f"seat {n}", unit=n) for n in (1, 2, 3)]
    looks = {}
    for silent in ([], [2]):
        line = Line(*antennas)
        line.silent.update(silent)
        line.run(10.0)
        before = line.now
        searches = 0
        while line.now < before + 10.0:
            searches += sum(payload[:2] == b"\x01\x02" for payload in line.port.asked)
            line.poll(b"".join(line.answers()))
        looks[len(silent)] = searches
    # A third of the turns fell away; asking the silent one costs less than they did.
    assert looks[1] > looks[0] * 1.2


def test_one_silent_unit_loses_only_its_own_reader() -> None:
    line = Line(PepperAntenna("seat 1", unit=1), PepperAntenna("seat 2", unit=2))
    line.silent.add(2)
    reports = line.run(5.0)
    assert [(type(r), r.reader) for r in reports if isinstance(r, ReaderUp | ReaderLost)] == [
        (ReaderUp, "seat 1"),
        (ReaderLost, "seat 2"),
    ]
    assert len(line.ports) == 1
    line.silent.clear()
    assert [(type(r), getattr(r, "reader", "")) for r in line.run(2.5)] == [(ReaderUp, "seat 2")]


def test_a_port_that_cannot_be_opened_is_tried_ever_more_rarely() -> None:
    line = Line(SEAT)
    line.refuse = "cannot open the port"
    reports = line.run(10.0)
    assert [getattr(r, "reason", "") for r in reports] == ["cannot open the port"]
    line.refuse = ""
    assert [type(r) for r in line.run(2.5)] == [ReaderUp]


def test_a_silent_port_is_opened_anew() -> None:
    line = Line(SEAT)
    line.run(1.0)
    line.silent.add(None)
    line.run(SILENCE + 0.1)
    line.silent.clear()
    assert [type(r) for r in line.run(1.0)] == [ReaderUp]
    assert len(line.ports) == 2


def test_a_piece_of_a_frame_from_before_the_port_was_lost_spoils_nothing() -> None:
    line = Line(SEAT)
    line.run(1.0)
    line.poll(acknowledge(Command.GET_TAG_COUNT, b"\0")[:6])
    line.port.fault = "lost the port"
    line.poll()
    assert [type(r) for r in line.run(1.0)] == [ReaderUp]
    assert line.driver.rejected == 0


def test_a_bad_line_is_asked_more_often_than_a_silent_one() -> None:
    asked = {}
    for answer in (b"", acknowledge(Command.GET_VERSION, b"2.60\0")[:-1] + b"?"):
        line = Line(SEAT)
        asked[answer] = 0
        while line.now < SILENCE:
            fresh = len(line.port.asked) if line.ports else 0
            asked[answer] += fresh
            if fresh:
                line.port.asked.clear()
            line.poll(answer * fresh)
    silent, bad = asked.values()
    assert bad > silent


def test_five_tags_may_be_six_so_that_nothing_leaves() -> None:
    line = Line(PepperAntenna("muck"))
    cards = [f"04{n:012X}" for n in range(6)]
    line.lying[None, None] = cards[:4]
    assert len([r for r in line.run(1.0) if isinstance(r, TagSeen)]) == 4
    line.lying[None, None] = cards[1:]
    assert [type(r) for r in line.run(3.0)] == [TagSeen, TagSeen]
    line.lying[None, None] = cards[2:]
    gone = [r.uid for r in line.run(3.0) if isinstance(r, TagGone)]
    assert gone == cards[:2]


def test_tags_that_are_no_cards_are_counted_and_not_reported() -> None:
    line = Line(SEAT)
    icode = "E004015012345678"
    line.kinds[icode] = 0x24
    line.lying[None, None] = [icode, A]
    assert [r.uid for r in line.run(1.0) if isinstance(r, TagSeen)] == [A]
    assert line.driver.foreign > 0
    assert line.driver.health()[0].errors == 0


def test_a_uid_cut_short_is_no_card_and_nothing_leaves_meanwhile() -> None:
    line = Line(SEAT)
    line.lying[None, None] = [A]
    line.run(1.0)
    line.lying[None, None] = ["88" + A[:6]]
    assert line.run(2.0) == []
    assert line.driver.health()[0].errors > 0


def test_cards_that_cannot_be_told_apart_lose_the_reader_and_stay() -> None:
    line = Line(SEAT)
    line.lying[None, None] = [A, B]
    line.run(1.0)
    line.refused[Command.GET_UID] = 6
    (lost,) = line.run(3.0)
    assert lost == ReaderLost(lost.at, "seat 3", "two or more cards, unreadable")
    line.refused.clear()
    assert [type(r) for r in line.run(1.0)] == [ReaderUp]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Command.SET_ACTIVE_ANTENNA, "antenna 3 is refused (error 0021); is it a C1 MUX?"),
        (Command.GET_TAG_COUNT, "the search for tags is refused (error 0021)"),
        (Command.GET_VERSION, f"what is connected at {WHERE} is no Pepper C1"),
    ],
)
def test_a_refusal_is_a_sentence_after_a_few(command: Command, reason: str) -> None:
    line = Line(PepperAntenna("seat 3", antenna=3))
    line.run(1.0)
    line.refused[command] = 0x21
    if command is Command.GET_VERSION:
        line.poll(b'{"uid":""}')
    (lost,) = line.run(1.0)
    assert isinstance(lost, ReaderLost)
    assert lost.reason == reason


@pytest.mark.parametrize("command", [Command.SET_POLLING, Command.HALT])
def test_what_has_nothing_to_end_may_refuse_to_end_it(command: Command) -> None:
    line = Line(SEAT)
    line.refused[command] = 5
    line.lying[None, None] = [A]
    assert [type(r) for r in line.run(1.0)] == [ReaderUp, TagSeen]


@pytest.mark.parametrize("event", [announce(b"\0\1\0" + bytes.fromhex(B)), b'{"uid":"%b"}' % B.encode()])
def test_an_event_is_no_sighting_and_polling_is_ended_again(event: bytes) -> None:
    line = Line(SEAT)
    line.run(1.0)
    line.poll(b"".join(line.answers()) + event)
    line.until(Command.SET_POLLING)
    assert not any(isinstance(r, TagSeen) for r in line.run(1.0))
    assert line.driver.events == 1 or line.driver.skipped == len(event)


def test_a_look_that_stood_still_is_begun_anew() -> None:
    line = Line(PepperAntenna("seat 1", antenna=1), PepperAntenna("seat 2", antenna=2))
    line.run(1.0)
    line.until(Command.GET_TAG_COUNT)
    (answer,) = line.answers()
    line.now += STALL
    line.poll(answer)
    assert line.asked() is Command.GET_VERSION


def test_some_unanswered_commands_lose_no_reader() -> None:
    line = Line(SEAT)
    line.run(1.0)
    for _ in range(PATIENCE - 1):
        line.port.asked.clear()
        while not line.port.asked:
            assert line.poll() == []
    assert line.run(1.0) == []


@pytest.mark.parametrize(
    ("antennas", "sentence"),
    [
        ([], "no reader is behind the port"),
        ([PepperAntenna("a", antenna=9)], "antennas 1 to 8, not 9"),
        ([PepperAntenna("a", unit=255)], "1 to 254, not 255"),
        ([PepperAntenna("a"), PepperAntenna("a", antenna=1)], "two readers .* are called a"),
        ([PepperAntenna("a", unit=1), PepperAntenna("b")], "both need the address of a unit"),
        ([PepperAntenna("a", unit=1), PepperAntenna("b", unit=1)], "are both at .* unit 1"),
        ([PepperAntenna("a", antenna=1), PepperAntenna("b", antenna=1)], "are both at .* antenna 1"),
        ([PepperAntenna("a", antenna=1), PepperAntenna("b")], "give each its own antenna"),
    ],
)
def test_what_one_port_cannot_be_is_refused(antennas: list[PepperAntenna], sentence: str) -> None:
    with pytest.raises(BadWiring, match=sentence):
        PepperDriver(WHERE, lambda where: ScriptedPort(), antennas)
