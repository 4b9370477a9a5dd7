"""Contacts that bounce: every press once, no glitch ever, and nothing that nobody saw begin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, cycle, takewhile

from hypothesis import given
from hypothesis import strategies as st

from drivers.keys import SETTLE, Contact, Edge, Pressed, Released

POLL = 0.005
BOUNCE = st.lists(st.floats(0.0001, SETTLE - 0.0001), max_size=9, unique=True)
GAPS = st.lists(st.floats(0.002, 0.012), min_size=1, max_size=6)


def change(at: float, bounce: Sequence[float]) -> list[float]:
    """When the contact toggles while it changes for good at `at`: an odd number of times."""
    toggles = [at, *(at + offset for offset in sorted(bounce))]
    return toggles[: len(toggles) - 1 + len(toggles) % 2]


def edges(toggles: Sequence[float], times: Sequence[float], contact: Contact | None = None) -> list[Edge]:
    """What one contact, up at first, makes of readings at `times`."""
    contact = contact or Contact()
    found = [contact.take(now, sum(t <= now for t in toggles) % 2 == 1) for now in times]
    return [edge for edge in found if edge is not None]


def polls(gaps: Sequence[float], seconds: float = 0.6) -> list[float]:
    """Times with these gaps between them, over and over."""
    return list(takewhile(lambda now: now < seconds, accumulate(cycle(gaps))))


def every(gap: float, seconds: float, first: float = 0.0) -> list[float]:
    return [first + n * gap for n in range(round(seconds / gap))]


@given(BOUNCE, BOUNCE, st.floats(0.05, 0.3), GAPS)
def test_one_press_is_one_press_however_it_bounces(
    down: list[float], up: list[float], length: float, gaps: list[float]
) -> None:
    toggles = change(0.1, down) + change(0.1 + length, up)
    pressed, released = edges(toggles, polls(gaps))
    assert pressed == Pressed()
    assert isinstance(released, Released)
    assert abs(released.held - length) < SETTLE + 0.012


@given(st.floats(0.0001, 0.009), st.lists(st.floats(0.0001, 0.009), max_size=9), st.floats(0, POLL))
def test_a_press_of_thirty_milliseconds_is_never_missed(
    settled: float, bounce: list[float], first: float
) -> None:
    toggles = [*change(0.1, [*bounce, settled]), 0.13]
    assert [type(edge) for edge in edges(toggles, every(POLL, 0.3, first))] == [Pressed, Released]


@given(BOUNCE, st.floats(0.02, 0.04), GAPS)
def test_a_glitch_is_no_press(bounce: list[float], at: float, gaps: list[float]) -> None:
    toggles = [at + offset for offset in sorted(bounce)]
    assert not edges(toggles[: len(toggles) // 2 * 2], polls(gaps, 0.2))


@given(st.lists(st.floats(0.0005, 0.05), max_size=60))
def test_presses_and_releases_take_turns(gaps: list[float]) -> None:
    toggles = list(accumulate(gaps, initial=0.05))
    found = edges(toggles, every(POLL, toggles[-1] + 0.1))
    kinds = [type(edge) for edge in found]
    assert kinds == [Pressed, Released] * (len(kinds) // 2) + [Pressed] * (len(kinds) % 2)


def test_a_press_is_told_when_it_has_settled_and_not_when_it_ends() -> None:
    contact = Contact()
    edges([], every(POLL, 0.05), contact)
    found = {now: contact.take(now, True) for now in (0.05, 0.055, 0.06, 0.065, 0.07)}
    assert [now for now, edge in found.items() if edge] == [0.065]


def test_a_key_that_stays_down_says_nothing_more() -> None:
    assert edges([0.1], every(POLL, 5.0)) == [Pressed()]


def test_two_readings_decide_where_there_are_no_more() -> None:
    assert edges([0.05, 0.15], every(0.02, 0.4)) == [Pressed(), Released(0.16 - 0.06)]


def test_a_key_that_is_down_at_the_start_is_no_press() -> None:
    assert edges([-1.0, 0.2], every(POLL, 0.5)) == []


def test_after_that_it_counts() -> None:
    assert [type(edge) for edge in edges([-1.0, 0.2, 0.3], every(POLL, 0.5))] == [Pressed]


def test_a_key_that_went_down_while_nobody_read_is_no_press() -> None:
    contact = Contact()
    assert edges([], every(POLL, 0.1), contact) == []
    contact.interrupt()
    assert edges([0.5, 1.2], every(POLL, 1.0, 1.0), contact) == []


def test_a_key_that_stays_down_while_nobody_reads_is_held_all_the_time() -> None:
    contact = Contact()
    assert edges([0.05], every(POLL, 0.1), contact) == [Pressed()]
    contact.interrupt()
    (released,) = edges([0.05, 2.2], every(POLL, 1.0, 2.0), contact)
    assert released == Released(2.2 - 0.05)


def test_a_key_that_was_let_go_while_nobody_read_is_released_after_all() -> None:
    contact = Contact()
    assert edges([0.05], every(POLL, 0.1), contact) == [Pressed()]
    contact.interrupt()
    (released,) = edges([0.05, 1.0], every(POLL, 0.1, 2.0), contact)
    assert released == Released(2.0 - 0.05)
