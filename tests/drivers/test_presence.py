"""Landed and gone: flicker is no departure, a passing card is no landing."""

from __future__ import annotations

import pytest

from drivers.base import BadWiring
from drivers.presence import SHOE, Presence, PresenceRule
from drivers.reports import TagGone, TagSeen

A, B = "04A1B2C3D4E5F6", "0411223344556F"


def test_lands_when_seen_in_two_of_three_sweeps() -> None:
    presence = Presence()
    assert presence.sweep(0.0, "seat 4", {A}) == ()
    assert presence.sweep(0.1, "seat 4", ()) == ()
    assert presence.sweep(0.2, "seat 4", {A}) == (TagSeen(0.2, "seat 4", A),)
    assert presence.sweep(0.3, "seat 4", {A}) == ()
    assert presence.resting("seat 4") == {A}


def test_a_passing_card_does_not_land() -> None:
    presence = Presence()
    reports = [presence.sweep(t / 10, "board", {A} if t in (0, 3, 6) else ()) for t in range(10)]
    assert not any(reports)
    assert presence.resting("board") == frozenset()


@pytest.mark.parametrize("step", [0.02, 0.1, 0.4])
def test_gone_needs_both_misses_and_time(step: float) -> None:
    presence = Presence(SHOE)
    presence.sweep(0.0, "shoe", {A})
    for n in range(1, 100):
        reports = presence.sweep(n * step, "shoe", ())
        if reports:
            break
    assert reports == (TagGone(n * step, "shoe", A),)
    assert n >= SHOE.gone_misses
    assert n * step >= SHOE.gone_after
    assert n - 1 < SHOE.gone_misses or (n - 1) * step < SHOE.gone_after


def test_a_weak_tag_that_flickers_stays() -> None:
    presence = Presence(SHOE)
    presence.sweep(0.0, "shoe", {A})
    for n in range(1, 50):
        assert presence.sweep(n * 1.0, "shoe", {A} if n % 3 == 0 else ()) == ()


def test_a_card_dealt_again_counts_at_once() -> None:
    presence = Presence(SHOE)
    presence.sweep(0.0, "shoe", {A})
    for n in range(1, 4):
        presence.sweep(n * 0.2, "shoe", ())
    assert presence.sweep(0.8, "shoe", {A}) == (TagSeen(0.8, "shoe", A),)


def test_readers_have_their_own_rules_and_tags() -> None:
    presence = Presence(rules={"shoe": SHOE})
    assert presence.sweep(0.0, "shoe", {A}) == (TagSeen(0.0, "shoe", A),)
    assert presence.sweep(0.0, "seat 1", {B}) == ()
    assert presence.resting("shoe") == {A}
    assert presence.resting("seat 1") == frozenset()


def test_edges_report_departure_only_when_it_lasts() -> None:
    presence = Presence()
    assert presence.appeared(0.0, "seat 2", A) == (TagSeen(0.0, "seat 2", A),)
    assert presence.appeared(0.1, "seat 2", A) == ()
    presence.left(1.0, "seat 2", A)
    assert presence.due(1.4) == ()
    assert presence.appeared(1.45, "seat 2", A) == ()
    assert presence.due(9.0) == ()
    presence.left(10.0, "seat 2", A)
    presence.left(10.4, "seat 2", A)
    assert presence.due(10.5) == (TagGone(10.5, "seat 2", A),)
    assert presence.due(11.0) == ()
    assert presence.resting("seat 2") == frozenset()


def test_a_departure_of_an_unknown_tag_is_nothing() -> None:
    presence = Presence()
    presence.left(0.0, "muck", A)
    assert presence.due(5.0) == ()


@pytest.mark.parametrize(
    "numbers", [{"appear": 0}, {"appear": 4, "of": 3}, {"gone_misses": 0}, {"gone_after": -0.1}]
)
def test_rules_that_cannot_be_met_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(BadWiring, match="presence: "):
        PresenceRule(**numbers)


def test_no_uid_in_a_repr() -> None:
    presence = Presence(SHOE)
    reports = presence.sweep(0.0, "shoe", {A})
    assert A not in repr(presence) + repr(reports)
