"""docs/hub-protocol.md says what the program does: each line, checksum and number in it is tried."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from drivers import hub, hubline
from drivers.hub_firmware import board, debounce, protocol
from drivers.hubline import LineReader, SetParts, TagSet, command, message

DOCUMENT = (Path(__file__).parents[2] / "docs" / "hub-protocol.md").read_text(encoding="utf-8")
LINES = [line for line in DOCUMENT.splitlines() if re.search(r"\*[0-9A-F]{4}$", line)]
# As they were first written down and checked by another program.
FIRST = (
    "H 1 1 caps=ant12,btn10,led10 fw=1.0.0 boot=7F3A uid=E6614C311B*FF93",
    "T 17 3 + 04A1B2C3D4E580*D181",
    "S 19 3 04A1B2C3D4E580 04A1B2C3D4E680*0F5B",
    "B 20 4 1 183*4D79",
    "K 21 3 51234 rx=0 err=0*3F33",
    "> 5 LED 4 FF8000 blink=500*F690",
    "< 5 OK*D0FC",
)


def _bodies() -> list[str]:
    reader = LineReader(mid_line=False)
    bodies = reader.feed("".join(f"{line}\n" for line in LINES).encode("ascii"))
    assert reader.rejected == 0
    return list(bodies)


def test_every_line_checks_and_says_something() -> None:
    bodies = _bodies()
    assert len(bodies) == len(LINES)
    for body in bodies:
        assert (command(body) if body.startswith(">") else message(body)) is not None, body


def test_the_firmware_accepts_every_line_as_well() -> None:
    for line in LINES:
        assert protocol.unseal(line.encode()) == line[:-5]
        assert protocol.seal(line[:-5]) == f"{line}\n".encode()


def test_there_is_a_line_of_each_kind_and_all_the_first_ones() -> None:
    assert {line[0] for line in LINES} == set("HTSBK<>")
    assert set(FIRST) <= set(LINES)


def test_every_command_is_obeyed_and_every_answer_given() -> None:
    for line in LINES:
        if line.startswith(">"):
            obeyed = protocol.Hub("E6614C311B", 1, 12, 10, 10)
            obeyed.hear(0, f"{line}\n".encode())
            assert protocol.unseal(obeyed.lines()[-1][:-1]).endswith(" OK"), line


def test_the_divided_set_is_whole() -> None:
    parts = SetParts()
    said = [message(body) for body in _bodies()]
    *_, whole = [parts.add(part) for part in said if isinstance(part, TagSet) and part.antenna == 13]
    assert whole == frozenset(f"04{number:012X}" for number in range(23))


def test_the_checksum_is_worked_out_byte_by_byte() -> None:
    rows = re.findall(r"^\| ([0-9A-F]{2}) \| `(.)` \| ([0-9A-F]{4}) \|$", DOCUMENT, re.MULTILINE)
    assert "".join(character for _, character, _ in rows) == "< 5 OK"
    so_far = b""
    for octet, character, value in rows:
        assert ord(character) == int(octet, 16)
        so_far += character.encode()
        assert hubline.crc(so_far) == protocol.crc(so_far) == int(value, 16)
    assert hubline.crc(b"123456789") == 0x29B1


@pytest.mark.parametrize(
    ("said", "so"),
    [
        ("| heartbeat | every {} ms |", protocol.HEARTBEAT),
        ("| whole sets | every {} ms |", protocol.SETS),
        ("after {} s without a valid numbered line", hub.SILENCE),
        ("first sweep included | at most {} s |", hub.BOOT_TIME),
        ("| host repeats a command | after {} ms", round(hubline.REPEAT_AFTER * 1000)),
        ("ms, {} times in all |", hubline.TRIES),
        ("| key debounce | {} ms |", debounce.DEBOUNCE),
        ("at most {} bytes with everything", hubline.LONGEST),
        ("remembers the last {} ids", protocol.REMEMBERED),
        ("At most {} commands are unanswered", hub.WINDOW),
        ("up to {} MFRC522 readers", len(board.SELECTS)),
        ("| GP28 | data of the lamps", None),
    ],
)
def test_the_numbers_are_those_of_the_program(said: str, so: float | None) -> None:
    assert said.format(so) in DOCUMENT


def test_every_colour_and_every_fault_is_there() -> None:
    for word, light in hub.LIGHTS.items():
        assert f"| {word} | `{light}` |" in DOCUMENT
    for fault in (*hub._FAULTS, hub._WEAK):
        assert f"| `{fault}` |" in DOCUMENT


def test_the_longest_lines_of_the_firmware_fit() -> None:
    firmware = protocol.Hub("E6614C311B" * 2, 1, 99, 99, 99)
    for antenna in range(1, 17):
        firmware.swept(0, antenna, {f"{number:020X}" for number in range(30)})
    firmware.sampled(0, 99, False)
    firmware.start(0)
    for _ in range(debounce.PATIENCE):
        for antenna in range(1, 17):
            firmware.swept(0, antenna, set(), "unreadable")
    for year in (1, 2, 3):
        # Never switched off: neither clock nor counter may outgrow its field.
        now = year * 365 * 86_400_000
        firmware.sampled(now, 99, year % 2 == 1)
        firmware.sampled(now + 20, 99, year % 2 == 1)
        firmware.tick(now)
    lines = firmware.lines()
    assert {line[:1] for line in lines} == {b"\n", b"H", b"K", b"S", b"B"}
    assert max(len(line) for line in lines) <= hubline.LONGEST
    told = [line.count(b":") for line in lines if line.startswith(b"K")]
    assert (max(told), told[-1]) == (16, 15), "the last heartbeat has no room for all faults"
    bodies = LineReader(mid_line=False).feed(b"".join(lines))
    assert [message(body) for body in bodies].count(None) == 0
    assert len(bodies) == len(lines) - 1
