"""The Pepper C1's frames as bytes: what is written in the protocol, and what a bad line makes of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pepper_c1.protocol import FrameParser, build_frame

from drivers.pepperframe import (
    GAP,
    LONGEST,
    Ack,
    Command,
    Event,
    FrameReader,
    Refusal,
    Tag,
    acknowledge,
    announce,
    answer,
    refuse,
    request,
    seal,
    tag,
)
from tests.drivers.pepperrig import damage

UID = "04A1B2C3D4E580"


@pytest.mark.parametrize(
    ("frame", "written"),
    [
        (request(Command.DUMMY), "F5 03 00 FC FF 01 D1 F1"),
        (request(Command.GET_TAG_COUNT), "F5 03 00 FC FF 02 B2 C1"),
        (acknowledge(2, b"\x02"), "F5 05 00 FA FF 00 02 02 BC 8A"),
        (request(Command.GET_UID, 0), "F5 04 00 FB FF 03 00 5C 48"),
        (
            acknowledge(3, bytes.fromhex("0100" + UID)),
            "F5 0D 00 F2 FF 00 03 01 00 04 A1 B2 C3 D4 E5 80 F3 6E",
        ),
        (request(Command.SET_ACTIVE_ANTENNA, 3), "F5 04 00 FB FF 0F 03 52 3D"),
        (request(Command.GET_TAG_COUNT, unit=5), "F5 04 00 FB FF 05 02 B8 C2"),
    ],
)
def test_the_written_frames_of_the_protocol(frame: bytes, written: str) -> None:
    assert frame.hex(" ").upper() == written
    payload = frame[5:-2]
    assert FrameReader().feed(frame, 0.0) == (payload,)


def test_what_a_reader_says() -> None:
    assert answer(b"\x00\x02\x02") == Ack(None, 2, b"\x02")
    assert answer(b"\xff\x03\x34\x12") == Refusal(None, 3, 0x1234)
    assert answer(b"\xff\xff\x02") == Refusal(None, 0xFF, 2)
    assert answer(b"\xfe\x00\x01") == Event(None, b"\x00\x01")
    assert answer(b"\x05\x00\x02\x02", addressed=True) == Ack(5, 2, b"\x02")
    assert answer(b"\x05\xff\x02\x01\x00", addressed=True) == Refusal(5, 2, 1)


@pytest.mark.parametrize("payload", [b"\x02", b"\x00", b"\xff", b"\xff\x02", b"\xff\x02\x01\x02\x03"])
def test_an_echo_or_a_piece_is_no_answer(payload: bytes) -> None:
    assert answer(payload) is None
    assert answer(b"\x05" + payload, addressed=True) is None
    assert answer(b"\x05", addressed=True) is None


@pytest.mark.parametrize(
    ("kind", "uid", "is_card"),
    [
        (0x04, "A1B2C3D4", True),
        (0x01, UID, True),
        (0x0D, "04A1B2C3D4E580112233", True),
        (0x01, "88A1B2C3", False),
        (0x24, "E004015012345678", False),
        (0x04, "E004015012345678", False),
    ],
)
def test_only_whole_uids_of_iso_14443a_are_cards(kind: int, uid: str, is_card: bool) -> None:
    found = tag(bytes([kind, 0]) + bytes.fromhex(uid))
    assert found == Tag(kind, uid)
    assert found.is_card is is_card
    assert found.is_cut is uid.startswith("88")


@pytest.mark.parametrize("length", [0, 1, 2, 5, 8, 11, 13])
def test_an_answer_of_another_length_names_no_tag(length: int) -> None:
    assert tag(bytes(length)) is None


def test_no_uid_shows_in_what_is_printed() -> None:
    body = bytes.fromhex("0100" + UID)
    shown = repr((answer(b"\0\3" + body), answer(b"\xfe" + body), tag(body)))
    assert UID not in shown.upper()
    assert "xa1" not in shown


def test_a_payload_that_is_empty_or_too_long_is_refused_on_both_sides() -> None:
    for payload in (b"", bytes(LONGEST + 1)):
        with pytest.raises(ValueError, match="a payload has 1 to 1024 bytes"):
            seal(payload)
        reader = FrameReader()
        assert reader.feed(build_frame(payload) + request(Command.DUMMY), 0.0) == (b"\x01",)
        assert reader.rejected == 1
    assert FrameReader().feed(seal(bytes(LONGEST)), 0.0) == (bytes(LONGEST),)


def test_a_frame_that_never_ends_gives_way_after_a_silence() -> None:
    reader = FrameReader()
    # A corrupt length that agrees with its complement: 1000 bytes seem to follow.
    assert reader.feed(bytes.fromhex("F5 E8 03 17 FC 01"), 0.0) == ()
    assert reader.feed(request(Command.HALT), 0.125) == ()
    assert reader.feed(b"", 0.125 + GAP) == (b"\x05",)
    assert reader.feed(acknowledge(2, b"\x00"), 1.0) == (b"\x00\x02\x00",)
    assert reader.rejected == 1


def test_a_start_byte_in_the_noise_swallows_no_frame() -> None:
    reader = FrameReader()
    stream = b"\xf5" + request(Command.DUMMY) + b"\xf5\xf5\x03\x00" + request(Command.HALT)
    assert reader.feed(stream, 0.0) == (b"\x01", b"\x05")
    assert (reader.rejected, reader.skipped) == (3, 5)


def test_events_as_text_are_skipped_and_counted() -> None:
    event = b'{"type":"uid","uid":"04A1B2C3D4E580","antenna":3}'
    reader = FrameReader()
    assert reader.feed(event + request(Command.HALT) + event, 0.0) == (b"\x05",)
    assert (reader.rejected, reader.skipped) == (0, 2 * len(event))


@given(
    payloads=st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=5),
    between=st.binary(max_size=8).filter(lambda noise: 0xF5 not in noise),
    piece=st.integers(1, 30),
)
def test_whole_frames_come_out_of_pieces_of_any_size(
    payloads: list[bytes], between: bytes, piece: int
) -> None:
    stream = between.join([b"", *(seal(payload) for payload in payloads), b""])
    reader = FrameReader()
    pieces = [stream[at : at + piece] for at in range(0, len(stream), piece)]
    found = [payload for now, part in enumerate(pieces) for payload in reader.feed(part, now * GAP / 2)]
    assert found == payloads
    assert (reader.rejected, reader.skipped) == (0, len(between) * (len(payloads) + 1))


@given(payload=st.binary(min_size=1, max_size=300))
def test_the_vendors_codec_agrees(payload: bytes) -> None:
    assert seal(payload) == build_frame(payload)
    assert FrameParser().feed(seal(payload)) == [payload]


@given(payload=st.binary(min_size=1, max_size=20), bit=st.integers(0, 8 * 27 - 1))
def test_no_flipped_bit_passes(payload: bytes, bit: int) -> None:
    frame = bytearray(seal(payload))
    frame[bit // 8 % len(frame)] ^= 1 << bit % 8
    reader = FrameReader()
    assert reader.feed(bytes(frame), 0.0) + reader.feed(b"", GAP) == ()


def stream_of_damaged_frames(rng: random.Random, count: int) -> tuple[list[bytes], list[bytes], int]:
    """What was sent, what was accepted, and how many frames were damaged."""
    reader = FrameReader()
    sent: list[bytes] = []
    accepted: list[bytes] = []
    damaged = 0
    for number in range(count):
        body = number.to_bytes(4, "little") + rng.randbytes(rng.randrange(12))
        made = rng.choice([acknowledge(3, body), refuse(2, number & 0xFF), announce(body), seal(body)])
        sent.append(made[5:-2])
        if rng.random() < 0.1:
            damaged += 1
            made = damage(rng, made)
        if rng.random() < 0.05:
            made += b'{"uid":"04A1B2C3D4E580"}'
        cut = rng.randrange(len(made) + 1)
        accepted += reader.feed(made[:cut], number / 100)
        accepted += reader.feed(made[cut:], number / 100 + 0.001)
    return sent, accepted, damaged


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzz_nothing_is_accepted_that_was_never_sent(seed: int) -> None:
    sent, accepted, damaged = stream_of_damaged_frames(random.Random(seed), 3_000)
    assert set(accepted) <= set(sent)
    assert damaged > 200
    assert len(sent) - 2 * damaged <= len(accepted) < len(sent)
