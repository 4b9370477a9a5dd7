"""The hub's line protocol without a port."""

from __future__ import annotations

import pytest

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
from tests.drivers.hubnoise import read_through_noise

A, B = "04A1B2C3D4E580", "04A1B2C3D4E680"


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
        Hello(1, 1, 12, 10, 10, "1.0.0", "7F3A", "E6614C311B"),
        TagEdge(17, 3, True, A),
        TagSet(19, 3, False, False, frozenset({A, B})),
        Button(20, 4, True, 183),
        Heartbeat(21, 51234, {}, {"rx": 0, "err": 0}),
        Reply(5, True),
    ]
    assert reader.rejected == 0
    assert seal("> 5 LED 4 FF8000 blink=500") == b"> 5 LED 4 FF8000 blink=500*F690\n"
    assert command("> 5 LED 4 FF8000 blink=500") == Command(5, ("LED", "4", "FF8000", "blink=500"))


def test_a_heartbeat_names_faulty_antennas() -> None:
    beat = message("K 7 1 500 rx=0 fault=3:unreadable,7:dead err=2")
    assert beat == Heartbeat(7, 500, {3: "unreadable", 7: "dead"}, {"rx": 0, "err": 2})


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
        "H 1 1 caps=ant12,btn10,led10 fw=1.0.0 boot=7F3A uid=e6614c311b",
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


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzz_nothing_is_accepted_that_was_never_sent(seed: int) -> None:
    count = read_through_noise(seed, 3000)
    assert not count.invented
    assert count.unread == 0
    # A line whose newline is lost takes the next one with it; a doubled one is accepted twice.
    assert 3000 - 2 * count.hit <= count.accepted <= 3000 + count.hit
    assert count.rejected > 0


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
    assert outbox.answered(0.5, 1) == ""
    assert outbox.send(1.0, "SNAP").startswith(b"> 2 ")
    assert outbox.answered(1.02, 2) == "SNAP"
    assert outbox.round_trip == pytest.approx(0.02)
    outbox.send(2.0, "SNAP")
    outbox.repeats(2.2)
    outbox.answered(2.3, 3)
    assert outbox.round_trip == pytest.approx(0.02), "which of the two lines was answered?"


def test_uids_are_in_no_repr() -> None:
    shown = repr([TagEdge(1, 3, True, A), TagSet(1, 3, False, False, frozenset({A}))])
    assert A not in shown
