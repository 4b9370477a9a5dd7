"""The hub's half of the protocol: what it answers, what it does once only, and what it counts."""

from __future__ import annotations

import pytest

from drivers.hub_firmware.protocol import REMEMBERED, Hub
from drivers.hubline import Heartbeat, Hello, LineReader, Reply, TagSet, message, seal

CARD = "04A1B2C3D4E580"


def _started() -> Hub:
    hub = Hub("E6614C311B", 0x7F3A, 2, 1, 10)
    hub.swept(0, 1, {CARD})
    hub.swept(0, 2, set())
    hub.start(0)
    hub.lines()
    return hub


def _said(hub: Hub) -> list[str]:
    return list(LineReader(mid_line=False).feed(b"".join(hub.lines())))


def _ask(hub: Hub, *asked: str) -> list[str]:
    hub.hear(10, b"".join(seal(words) for words in asked))
    return _said(hub)


def test_it_introduces_itself_behind_an_empty_line() -> None:
    hub = Hub("E6614C311B", 0x7F3A, 2, 1, 10)
    hub.start(0)
    empty, hello, beat = hub.lines()
    assert empty == b"\n"
    assert message(hello[:-6].decode()) == Hello(1, 1, 2, 1, 10, "1.0.0", "7F3A", "E6614C311B")
    assert message(beat[:-6].decode()) == Heartbeat(2, 0, {}, {"rx": 0, "err": 0, "seen": 0, "miss": 0})


def test_a_repeated_id_is_answered_again_and_done_once() -> None:
    hub = _started()
    first = _ask(hub, "> 7 SNAP")
    assert [message(body) for body in first] == [
        TagSet(3, 1, False, False, frozenset({CARD})),
        TagSet(4, 2, False, False, frozenset()),
        Reply(7, True),
    ]
    assert _ask(hub, "> 7 SNAP") == ["< 7 OK"]
    assert _ask(hub, "> 7 LED 1 FFFFFF") == ["< 7 OK"]
    assert hub.lights == {}


def test_hello_forgets_the_ids_and_is_done_each_time() -> None:
    hub = _started()
    _ask(hub, "> 1 SNAP")
    for _ in range(2):
        assert [body[0] for body in _ask(hub, "> 1 HELLO")] == ["H", "K", "<"]
    assert len(_ask(hub, "> 2 SNAP")) == 3


def test_only_the_last_ids_are_remembered() -> None:
    hub = _started()
    for number in range(1, REMEMBERED + 2):
        _ask(hub, f"> {number} SNAP")
    assert _ask(hub, "> 2 SNAP") == ["< 2 OK"]
    assert len(_ask(hub, "> 1 SNAP")) == 3


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("DANCE", "unknown command"),
        ("LED", "no such lamp"),
        ("LED 0 FFFFFF", "no such lamp"),
        ("LED 11 FFFFFF", "no such lamp"),
        ("LED x FFFFFF", "no such lamp"),
        ("LED 1 FFFFF", "no such light"),
        ("LED 1 orange", "no such light"),
        ("LED 1 ffffff", "no such light"),
        ("LED 1 FFFFFF blink=", "no such light"),
        ("LED 1 FFFFFF blink=5 now", "no such light"),
        ("LED 1 FFFFFF slowly", "no such light"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(words: str, reason: str) -> None:
    hub = _started()
    assert _ask(hub, f"> 9 {words}") == [f"< 9 ERR {reason}"]
    assert (hub.lights, hub.relit) == ({}, set())


def test_a_lamp_has_colour_and_blink() -> None:
    hub = _started()
    _ask(hub, "> 1 LED 1 0060FF", "> 2 LED 10 FF0000 blink=250")
    assert hub.lights == {1: (0x0060FF, 0), 10: (0xFF0000, 250)}
    assert hub.relit == {1, 10}


def test_what_is_damaged_or_too_long_is_dropped_and_counted() -> None:
    hub = _started()
    hub.hear(10, b"> 1 SNAP*0000\n\n" + b"x" * 300)
    hub.hear(11, b"x" * 300 + b"\n" + seal("> 2 SNAP")[:-2])
    assert _said(hub) == []
    hub.hear(12, b"?\n" + seal("> 3 SNAP"))
    assert _said(hub)[-1] == "< 3 OK"
    hub.tick(500)
    assert [body for body in _said(hub) if body[0] == "K"] == ["K 5 2 500 rx=1 err=3 seen=0 miss=0"]


def test_a_line_that_is_no_command_is_not_answered() -> None:
    hub = _started()
    assert _ask(hub, "> 123456 SNAP", "> x SNAP", "< 1 OK", "> 1") == []


def test_a_changed_fault_is_told_at_once_and_its_set_stays() -> None:
    hub = _started()
    hub.swept(20, 1, set(), "dead")
    assert _said(hub) == ["K 3 2 20 rx=0 err=0 seen=0 miss=0 fault=1:dead"]
    assert _ask(hub, "> 1 SNAP")[0] == f"S 4 1 {CARD}"
    hub.swept(60, 1, set())
    hub.swept(100, 1, set())
    assert _said(hub) == ["K 6 3 100 rx=1 err=0 seen=0 miss=0"]
    assert _ask(hub, "> 2 SNAP")[0] == "S 7 1"


def test_the_heartbeat_counts_what_the_sweeps_read_and_missed() -> None:
    hub = _started()
    for now, uids in ((20, {CARD}), (60, {CARD}), (100, set()), (140, {CARD})):
        hub.swept(now, 1, uids)
    hub.tick(500)
    assert [body for body in _said(hub) if body[0] == "K"] == ["K 3 2 500 rx=0 err=0 seen=3 miss=1"]


def test_the_numbers_go_round() -> None:
    hub = _started()
    numbers = set()
    for tick in range(1, 45_000):
        hub.tick(500 * tick)
        numbers |= {line.split(b" ")[1] for line in hub.lines()}
    assert len(numbers) == 0x10000
    assert b"0" in numbers
