"""Landed and gone: flicker is no departure, a passing card is no landing; weak cards and two antennas."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.base import BadWiring
from drivers.presence import SHOE, Presence, PresenceRule, Sensed
from drivers.reports import CrossTalk, ReaderWeak, TagGone, TagSeen

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
    reports = [r for n in range(1, 50) for r in presence.sweep(n * 1.0, "shoe", {A} if n % 3 == 0 else ())]
    assert not any(isinstance(report, TagSeen | TagGone) for report in reports)
    assert presence.resting("shoe") == {A}


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
    "numbers",
    [{"appear": 0}, {"appear": 4, "of": 3}, {"of": 17}, {"gone_misses": 0}, {"gone_after": -0.1}],
)
def test_rules_that_cannot_be_met_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(BadWiring, match="presence: "):
        PresenceRule(**numbers)


def test_what_is_not_read_in_an_unclear_sweep_is_not_missed() -> None:
    presence = Presence(SHOE)
    presence.sweep(0.0, "shoe", {A})
    assert [presence.sweep(float(n), "shoe", (), clear=False) for n in range(1, 20)] == [()] * 19
    assert presence.sweep(20.0, "shoe", {B}, clear=False) == (TagSeen(20.0, "shoe", B),)
    assert presence.tally("shoe").missed == 0


def test_the_miss_rate_counts_flicker_and_no_departure() -> None:
    presence = Presence(SHOE)
    for n, uids in enumerate([{A}, {A}, (), {A}, (), (), {A}, (), (), (), ()]):
        presence.sweep(float(n), "shoe", uids)
    assert presence.resting("shoe") == frozenset()
    tally = presence.tally("shoe")
    assert (tally.seen, tally.missed) == (3, 3)


# --- weak


STEP = 0.25


def swept(presence: Presence, reader: str, pattern: str, begin: float = 0.0) -> list[Sensed]:
    """One sweep of A a letter: x for seen, any other for not."""
    return [
        report
        for n, letter in enumerate(pattern)
        for report in presence.sweep(begin + n * STEP, reader, {A} if letter == "x" else ())
    ]


def test_a_card_that_is_read_less_than_half_the_time_is_weak_and_not_gone() -> None:
    presence = Presence()
    seen, weak = swept(presence, "seat 4", "xx" + "x.." * 8)
    assert isinstance(seen, TagSeen)
    assert weak == ReaderWeak(weak.at, "seat 4", True)
    assert swept(presence, "seat 4", "x.." * 10, begin=10.0) == []
    (strong,) = swept(presence, "seat 4", "x" * 40, begin=20.0)
    assert strong == ReaderWeak(strong.at, "seat 4", False)


def test_a_few_sweeps_say_nothing_of_weakness() -> None:
    presence = Presence()
    reports = [
        report
        for n, letter in enumerate("xxx..x..x..x")
        for report in presence.sweep(float(n), "seat 4", {A} if letter == "x" else ())
    ]
    assert [type(report) for report in reports] == [TagSeen]


def test_between_weak_and_good_nothing_changes() -> None:
    presence = Presence()
    assert len(swept(presence, "seat 4", "xx" + "x.x" * 20)) == 1
    swept(presence, "seat 4", "x.." * 20, begin=20.0)
    assert swept(presence, "seat 4", "x.x" * 20, begin=40.0) == []


@pytest.mark.parametrize("step", [0.025, 0.25])
def test_a_clean_departure_and_a_short_lift_are_no_weakness(step: float) -> None:
    presence = Presence()
    reports = [
        report
        for n in range(round(20 / step))
        for report in presence.sweep(n * step, "seat 4", {A} if n * step < 9 and n * step % 3 >= 0.45 else ())
    ]
    assert [type(report) for report in reports] == [TagSeen, TagGone]


def test_a_weak_card_that_leaves_takes_the_weakness_with_it() -> None:
    presence = Presence()
    reports = swept(presence, "seat 4", "xx" + "x.." * 8 + "." * 9)
    assert [type(report) for report in reports] == [TagSeen, ReaderWeak, TagGone, ReaderWeak]
    assert isinstance(reports[-1], ReaderWeak)
    assert not reports[-1].weak


# --- two antennas


def beside(presence: Presence, one: str, two: str, begin: float = 0.0, step: float = STEP) -> list[Sensed]:
    """Sweeps of A at "seat 1" and "seat 2" in turn."""
    reports: list[Sensed] = []
    for n, (here, there) in enumerate(zip(one, two, strict=True)):
        now = begin + n * step
        reports += presence.sweep(now, "seat 1", {A} if here == "x" else ())
        reports += presence.sweep(now + step / 2, "seat 2", {A} if there == "x" else ())
    return reports


def kinds(reports: list[Sensed]) -> list[tuple[str, str]]:
    return [
        (type(report).__name__, report.reader) for report in reports if not isinstance(report, ReaderWeak)
    ]


def test_a_card_that_two_antennas_read_rests_on_the_better_one_and_is_told_once() -> None:
    presence = Presence()
    reports = beside(presence, "x" * 60, ".x" * 30)
    assert kinds(reports) == [("TagSeen", "seat 1"), ("CrossTalk", "seat 1")]
    assert [r.other for r in reports if isinstance(r, CrossTalk)] == ["seat 2"]
    assert presence.resting("seat 2") == frozenset()


def test_the_card_moves_to_the_antenna_that_is_clearly_better() -> None:
    presence = Presence()
    reports = beside(presence, "xxx" + "x.." * 10, "..x" + "xxx" * 10)
    told = [kind for kind in kinds(reports) if kind[0] != "CrossTalk"]
    assert told == [("TagSeen", "seat 1"), ("TagGone", "seat 1"), ("TagSeen", "seat 2")]


def test_an_antenna_that_misses_a_little_more_keeps_the_card() -> None:
    presence = Presence()
    reports = beside(presence, "xxxx" + "x.xxxx.x" * 10, "..xx" + "x" * 80)
    assert kinds(reports) == [("TagSeen", "seat 1"), ("CrossTalk", "seat 1")]


def test_a_card_that_is_drawn_over_two_antennas_goes_to_the_second_in_three_sweeps() -> None:
    presence = Presence(PresenceRule(gone_misses=30))
    reports = beside(presence, "x" * 20 + "...", "." * 18 + "xxxxx")
    assert kinds(reports) == [("TagSeen", "seat 1"), ("TagGone", "seat 1"), ("TagSeen", "seat 2")]


def test_a_card_over_two_antennas_for_a_moment_is_no_cross_talk() -> None:
    presence = Presence()
    reports = beside(presence, "x" * 30 + "." * 20, "." * 15 + "x" * 35, step=0.06)
    assert kinds(reports) == [("TagSeen", "seat 1"), ("TagGone", "seat 1"), ("TagSeen", "seat 2")]


def test_a_card_that_has_moved_is_not_taken_back_for_one_stray_sighting() -> None:
    presence = Presence()
    reports = beside(presence, "xxxx" + "..x" + "...", "...." + "xxx" + "xxx")
    assert kinds(reports) == [("TagSeen", "seat 1"), ("TagSeen", "seat 2"), ("TagGone", "seat 1")]


def test_a_card_that_left_both_antennas_does_not_land_on_the_second() -> None:
    presence = Presence(rules={"seat 1": PresenceRule(gone_misses=1, gone_after=0.0)})
    assert kinds(beside(presence, "xxx", "xxx")) == [("TagSeen", "seat 1")]
    assert presence.sweep(1.0, "seat 2", ()) == ()
    assert presence.sweep(1.1, "seat 1", ()) == (TagGone(1.1, "seat 1", A),)


def test_cross_talk_is_told_again_only_after_it_ended() -> None:
    presence = Presence()
    begin = 0.0
    for _ in range(3):
        both = beside(presence, "x" * 20 + "." * 6, "x" * 20 + "." * 6, begin)
        begin += 7.0
        assert ("CrossTalk" in dict(kinds(both))) == (begin == 7.0)
    begin += 20.0
    assert "CrossTalk" in dict(kinds(beside(presence, "x" * 20, "x" * 20, begin)))


@pytest.mark.parametrize("rest", [2, 5, 40])
def test_a_card_that_moves_lands_as_if_there_were_no_other_antenna(rest: int) -> None:
    presence, alone = Presence(), Presence()
    one, two = "x" * rest + "." * 10, "." * rest + "x" * 10
    reports = beside(presence, one, two)
    there = [report for report in reports if report.reader == "seat 2"]
    assert there == swept(alone, "seat 2", two, begin=STEP / 2)
    assert kinds(reports) == [("TagSeen", "seat 1"), ("TagSeen", "seat 2"), ("TagGone", "seat 1")]


def test_a_card_from_the_shoe_lands_at_once_while_the_shoe_still_waits_for_it_to_be_gone() -> None:
    presence = Presence(rules={"shoe": SHOE})
    assert presence.sweep(0.0, "shoe", {A}) == (TagSeen(0.0, "shoe", A),)
    presence.sweep(0.1, "seat 1", {A})
    assert presence.sweep(0.2, "seat 1", {A}) == (TagSeen(0.2, "seat 1", A),)


def test_an_antenna_that_lands_at_the_first_sighting_gives_the_card_back() -> None:
    presence = Presence(SHOE)
    presence.sweep(0.0, "seat 1", {A})
    presence.sweep(0.1, "seat 1", {A})
    assert presence.sweep(0.2, "shoe", {A}) == (TagSeen(0.2, "shoe", A),)
    assert presence.sweep(0.3, "seat 1", {A}) == (TagGone(0.3, "shoe", A),)
    assert presence.sweep(0.4, "shoe", {A}) == ()


# --- what always holds


READERS = ("shoe", "seat 1", "seat 2")


Series = list[tuple[float, str, frozenset[str], bool]]

# Sweeps of some readers at irregular times, with tags that come, flicker, move and go.
sweeps = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.01, 0.1, 0.3, 1.0]),
        st.sampled_from(READERS),
        st.sampled_from([frozenset[str](), frozenset({A}), frozenset({B}), frozenset({A, B})]),
        st.sampled_from([True, True, True, False]),
    ),
    min_size=1,
    max_size=60,
).map(lambda steps: list(timed(steps)))


def timed(steps: Series) -> Iterator[tuple[float, str, frozenset[str], bool]]:
    """From the time between sweeps to the time of each."""
    now = 0.0
    for wait, reader, uids, clear in steps:
        now += wait
        yield now, reader, uids, clear


rules = st.builds(
    PresenceRule,
    appear=st.integers(1, 2),
    of=st.integers(2, 4),
    gone_misses=st.integers(1, 4),
    gone_after=st.sampled_from([0.0, 0.2, 0.5]),
)


def told(presence: Presence, series: Series) -> Iterator[tuple[int, tuple[Sensed, ...]]]:
    for n, (now, reader, uids, clear) in enumerate(series):
        yield n, presence.sweep(now, reader, uids, clear=clear)


@settings(max_examples=300, deadline=None)
@given(rules, sweeps)
def test_reports_are_edges_and_say_what_rests(rule: PresenceRule, series: Series) -> None:
    presence = Presence(rule, rules={"shoe": SHOE})
    there: set[tuple[str, str]] = set()
    for _, reports in told(presence, series):
        for report in reports:
            match report:
                case TagSeen(reader=reader, uid=uid):
                    assert (reader, uid) not in there
                    there.add((reader, uid))
                case TagGone(reader=reader, uid=uid):
                    there.remove((reader, uid))
        assert {(reader, uid) for reader in READERS for uid in presence.resting(reader)} == there


@settings(max_examples=300, deadline=None)
@given(rules, sweeps)
def test_alone_a_tag_is_gone_only_after_its_misses_and_its_time(rule: PresenceRule, series: Series) -> None:
    presence = Presence(rule)
    mine = [(now, "seat 1", uids, clear) for now, _, uids, clear in series]
    for n, reports in told(presence, mine):
        now = mine[n][0]
        for report in reports:
            if isinstance(report, TagGone):
                seen = max(i for i in range(n) if report.uid in mine[i][2])
                assert sum(clear for *_, clear in mine[seen + 1 : n + 1]) >= rule.gone_misses
                assert now - mine[seen][0] >= rule.gone_after
            elif isinstance(report, TagSeen):
                assert report.uid in mine[n][2]


@settings(max_examples=300, deadline=None)
@given(sweeps)
def test_no_tag_stays_reported_at_two_readers_that_read_it_in_turn(
    series: Series,
) -> None:
    presence = Presence(rules={"shoe": SHOE})
    for _ in told(presence, series):
        pass
    now = series[-1][0]
    for n in range(20):
        for reader in READERS:
            presence.sweep(now + n, reader, {A})
    assert [A in presence.resting(reader) for reader in READERS].count(True) == 1


@settings(max_examples=300, deadline=None)
@given(sweeps, st.sampled_from(READERS))
def test_what_lies_still_on_one_antenna_is_reported_there_alone(series: Series, home: str) -> None:
    presence = Presence(rules={"shoe": SHOE})
    for _ in told(presence, series):
        pass
    now = series[-1][0]
    for n in range(20):
        for reader in READERS:
            presence.sweep(now + n, reader, {A} if reader == home else ())
    assert [reader for reader in READERS if presence.resting(reader)] == [home]


def test_no_uid_in_a_repr() -> None:
    presence = Presence(SHOE)
    reports = presence.sweep(0.0, "shoe", {A})
    assert A not in repr(presence) + repr(reports)
