"""The PN532's frames byte by byte: the written ones, pieces, damage, and that nothing is ever made up."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532frame import ACK, GAP, LONGEST, NACK, SYNTAX_ERROR, Frame, FrameReader, Signal, frame

WRITTEN = {
    "SAMConfiguration": ("00 00 FF 05 FB D4 14 01 14 01 02 00", "D4 14 01 14 01"),
    "list two": ("00 00 FF 04 FC D4 4A 02 00 E0 00", "D4 4A 02 00"),
    "two NTAGs": (
        "00 00 FF 1B E5 D5 4B 02 01 00 44 00 07 04 A1 B2 C3 D4 E5 80 "
        "02 00 44 00 07 04 A1 B2 C3 D4 E6 80 9E 00",
        "D5 4B 02 01 00 44 00 07 04 A1 B2 C3 D4 E5 80 02 00 44 00 07 04 A1 B2 C3 D4 E6 80",
    ),
    "none": ("00 00 FF 03 FD D5 4B 00 E0 00", "D5 4B 00"),
    "retries": ("00 00 FF 06 FA D4 32 05 FF 01 01 F4 00", "D4 32 05 FF 01 01"),
    "field off": ("00 00 FF 04 FC D4 32 01 00 F9 00", "D4 32 01 00"),
    "release": ("00 00 FF 03 FD D4 52 00 DA 00", "D4 52 00"),
    "error": ("00 00 FF 01 FF 7F 81 00", "7F"),
}
BODIES = st.binary(min_size=1, max_size=LONGEST)


def feed_all(wire: bytes, now: float = 0.0) -> tuple[Frame, ...]:
    return FrameReader().feed(now, wire)


@pytest.mark.parametrize(("wire", "body"), WRITTEN.values(), ids=WRITTEN)
def test_the_written_frames(wire: str, body: str) -> None:
    assert frame(bytes.fromhex(body)) == bytes.fromhex(wire)
    assert feed_all(bytes.fromhex(wire)) == (bytes.fromhex(body),)


def test_signals_and_the_error_frame_are_told_apart() -> None:
    wire = bytes.fromhex("0000FF00FF00 0000FFFF0000 0000FF01FF7F8100")
    assert feed_all(wire) == (Signal.ACK, Signal.NACK, SYNTAX_ERROR)
    assert wire.startswith(ACK + NACK)


def test_more_and_fewer_zeros_before_a_start_are_fine() -> None:
    bare = frame(b"\xd5\x15").lstrip(b"\0")
    for zeros in (1, 2, 9):
        assert feed_all(bytes(zeros) + bare) == (b"\xd5\x15",)


@pytest.mark.parametrize("size", [254, 255, LONGEST])
def test_long_bodies_go_in_extended_frames(size: int) -> None:
    body = bytes(number % 251 for number in range(size))
    wire = frame(body)
    assert (wire[3:5] == b"\xff\xff") == (size > 254)
    assert feed_all(wire) == (body,)


def test_a_normal_frame_of_255_bytes_is_read_too() -> None:
    body = bytes(255)
    assert feed_all(b"\0\0\xff\xff\x01" + body + b"\0\0") == (body,)


@pytest.mark.parametrize("size", [0, LONGEST + 1])
def test_a_body_that_does_not_fit_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"not {size}"):
        frame(bytes(size))


@pytest.mark.parametrize(
    "wire",
    [
        "00 00 FF 04 FB D5 4B 00 E0 00",
        "00 00 FF 03 FD D5 4B 00 E1 00",
        "00 00 FF 03 FD D5 4B 00 E0 01",
        "00 00 FE 03 FD D5 4B 00 E0 00",
        "FF 03 FD D5 4B 00 E0 00",
        "00 00 FF 00 FF 01",
        "00 00 FF FF FF 01 0A F5",
        "00 00 FF FF FF 01 0A F4",
        "00 00 FF FF FF 00 00 00",
    ],
)
def test_what_does_not_check_is_no_frame(wire: str) -> None:
    reader = FrameReader()
    assert reader.feed(0.0, bytes.fromhex(wire)) == ()
    assert (reader.rejected, reader.in_step) == (1, False)


def test_a_card_number_that_looks_like_a_frame_is_not_taken_for_one() -> None:
    empty = frame(bytes.fromhex("D54B00"))
    told = bytes.fromhex("D54B01 01 0084 00 0A") + empty
    assert len(empty) == 10
    wire = bytearray(frame(told))
    for at in range(len(wire)):
        for bit in range(8):
            wire[at] ^= 1 << bit
            assert set(feed_all(bytes(wire))) <= {told}
            wire[at] ^= 1 << bit


def test_after_damage_it_waits_for_a_quiet_line() -> None:
    reader = FrameReader()
    good = frame(b"\xd5\x15")
    assert reader.feed(0.0, b"\x13\x37" + good) == ()
    assert reader.feed(0.0 + GAP / 2, good) == ()
    assert not reader.in_step
    assert reader.feed(GAP * 2, good) == (b"\xd5\x15",)
    assert (reader.rejected, reader.in_step) == (1, True)


def test_damage_after_a_body_spoils_it_and_an_acknowledgement_stands() -> None:
    reader = FrameReader()
    assert reader.feed(0.0, ACK + frame(b"\xd5\x4b\x00") + b"\x42") == (Signal.ACK,)
    assert reader.rejected == 1


def test_a_frame_broken_off_is_forgotten_when_the_line_was_quiet() -> None:
    reader = FrameReader()
    good = frame(b"\xd5\x15")
    assert reader.feed(0.0, good[:-3]) == ()
    assert reader.feed(GAP, b"") == ()
    assert reader.rejected == 1
    assert reader.feed(GAP, good) == (b"\xd5\x15",)
    assert reader.feed(GAP * 1.5, good[:4]) == ()
    assert reader.feed(GAP * 3, good) == (b"\xd5\x15",)
    assert reader.rejected == 2


def test_zeros_without_end_are_not_kept() -> None:
    reader = FrameReader()
    for step in range(1000):
        assert reader.feed(step * GAP / 4, bytes(100)) == ()
    assert reader.feed(1000 * GAP / 4, frame(b"\xd5\x15")) == (b"\xd5\x15",)
    assert reader.rejected == 0


@given(st.lists(BODIES, min_size=1, max_size=4), st.data())
def test_pieces_of_any_size_are_joined(bodies: list[bytes], draw: st.DataObject) -> None:
    wire = b"".join(ACK + frame(body) for body in bodies)
    cuts = draw.draw(st.sets(st.integers(0, len(wire)), max_size=20))
    edges = [0, *sorted(cuts), len(wire)]
    reader = FrameReader()
    heard = [
        whole
        for number, (start, end) in enumerate(pairwise(edges))
        for whole in reader.feed(number * GAP / 2, wire[start:end])
    ]
    assert heard == [whole for body in bodies for whole in (Signal.ACK, body)]
    assert reader.rejected == 0


@given(BODIES, st.data())
def test_one_changed_byte_is_never_another_frame(body: bytes, draw: st.DataObject) -> None:
    wire = bytearray(frame(body))
    wire[draw.draw(st.integers(0, len(wire) - 1))] ^= draw.draw(st.integers(1, 255))
    assert set(feed_all(bytes(wire))) <= {body}


@given(st.binary(max_size=600), st.integers(1, 60))
def test_noise_neither_raises_nor_stops_the_reader(noise: bytes, piece: int) -> None:
    reader = FrameReader()
    for at in range(0, len(noise), piece):
        reader.feed(0.0, noise[at : at + piece])
    assert reader.feed(GAP, ACK) == (Signal.ACK,)
